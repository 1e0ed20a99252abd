//! The stored form of one record, and of the journal's header. Golden bytes are in `tests/format.rs`.
//!
//! A frame, all integers little-endian:
//!
//! | bytes | field |
//! | --- | --- |
//! | 0..8 | mark, the same in every frame, by which a reader finds its way again after damage |
//! | 8..10 | version of the frame |
//! | 10..12 | zero |
//! | 12..16 | length of the body in bytes |
//! | 16..48 | blake3 of bytes 0..16 and the body |
//! | 48..80 | seal: blake3 of bytes 0..48, keyed with the folder's secret |
//! | 80.. | body: key (32), epoch (32), verdict tag (1), work (8), payload |
//!
//! The hash shows damage, the seal shows who wrote: a frame with a sound hash and no sound seal was forged, or comes
//! from another folder. The seal is looked at first, so that a length is believed only if this folder's memo wrote it.
//!
//! A body never contains the mark (`encode` refuses it), so no valid frame can hide inside another one's
//! payload and come to life when the outer one is damaged.
//!
//! Version 1 had neither seal nor work. Its journals are set aside at open, its frames never served.

use crate::error::{Error, Result};
use crate::limits::MAX_PAYLOAD_BYTES;
use crate::record::{Epoch, Key, Record, Verdict};
use crate::secret::Secret;

/// Starts every frame. Not text, and not UTF-8, so that payloads do not hold it by accident.
pub const FRAME_MARK: [u8; 8] = *b"\xf1IsoRec\xa7";
/// The frame version that this build writes, and the newest that it reads.
pub const FRAME_VERSION: u16 = 2;
/// Bytes before the body.
pub const FRAME_HEAD_BYTES: usize = 80;
/// Bytes before the seal, which are what it covers, and all of the head in version 1.
const UNSEALED_BYTES: usize = 48;
/// Bytes of a body before its payload.
pub const BODY_HEAD_BYTES: usize = 73;
/// The same in version 1.
const BODY_HEAD_BYTES_V1: usize = 65;
/// Starts the journal file.
pub const JOURNAL_MARK: [u8; 8] = *b"\xf1IsoJrn\xa7";
/// The journal version that this build writes, and the newest that it reads.
pub const JOURNAL_VERSION: u16 = 2;
/// Bytes of the journal's header: mark, version, six zeros, generation, name of the secret (8), blake3 of those.
pub const JOURNAL_HEAD_BYTES: usize = 64;

/// The fields in the first bytes of a would-be frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameHead {
    pub(crate) version: u16,
    /// Length of the body in bytes, within bounds.
    pub(crate) body_len: usize,
    pub(crate) hash: [u8; 32],
    /// Bytes before the body.
    head_len: usize,
    /// Whether the seal is this folder's.
    pub(crate) is_sealed: bool,
}

impl FrameHead {
    /// Reads a head; `None` if these bytes cannot start a frame of this version or an earlier one. Of a later version
    /// only a sealed head is one.
    pub(crate) fn read(bytes: &[u8], secret: &Secret) -> Option<FrameHead> {
        let unsealed = bytes.get(..UNSEALED_BYTES)?;
        if unsealed[..8] != FRAME_MARK || unsealed[10..12] != [0, 0] {
            return None;
        }
        let version = u16::from_le_bytes([unsealed[8], unsealed[9]]);
        let (head_len, least, is_sealed) = if version < FRAME_VERSION {
            (UNSEALED_BYTES, BODY_HEAD_BYTES_V1, false)
        } else {
            let seal = bytes.get(UNSEALED_BYTES..FRAME_HEAD_BYTES)?;
            (FRAME_HEAD_BYTES, BODY_HEAD_BYTES, secret.seals(unsealed, seal))
        };
        let body_len = u32::from_le_bytes(unsealed[12..16].try_into().ok()?) as usize;
        if !(least..=BODY_HEAD_BYTES + MAX_PAYLOAD_BYTES).contains(&body_len) {
            return None;
        }
        Some(FrameHead { version, body_len, hash: unsealed[16..].try_into().ok()?, head_len, is_sealed })
    }

    /// Length of the whole frame in bytes.
    pub(crate) fn frame_len(self) -> usize {
        self.head_len + self.body_len
    }

    /// Whether `frame` (head and body) carries the hash it claims.
    pub(crate) fn checks(self, frame: &[u8]) -> bool {
        frame.len() == self.frame_len() && frame_hash(frame, self.head_len) == self.hash
    }
}

fn frame_hash(frame: &[u8], head_len: usize) -> [u8; 32] {
    *blake3::Hasher::new().update(&frame[..16]).update(&frame[head_len..]).finalize().as_bytes()
}

/// The stored form of `record`, sealed with the folder's secret.
pub fn encode(record: &Record, secret: &Secret) -> Result<Vec<u8>> {
    if record.payload.len() > MAX_PAYLOAD_BYTES {
        return Err(Error::OverLimit {
            what: "the record's payload in bytes",
            found: record.payload.len() as u64,
            bound: "MAX_PAYLOAD_BYTES",
            limit: MAX_PAYLOAD_BYTES as u64,
        });
    }
    let body_len = BODY_HEAD_BYTES + record.payload.len();
    let mut out = Vec::with_capacity(FRAME_HEAD_BYTES + body_len);
    out.extend_from_slice(&FRAME_MARK);
    out.extend_from_slice(&FRAME_VERSION.to_le_bytes());
    out.extend_from_slice(&[0, 0]);
    out.extend_from_slice(&u32::try_from(body_len).expect("bounded above").to_le_bytes());
    out.extend_from_slice(&[0; FRAME_HEAD_BYTES - 16]);
    out.extend_from_slice(&record.key.0);
    out.extend_from_slice(&record.epoch.0);
    out.push(record.verdict as u8);
    out.extend_from_slice(&record.work.to_le_bytes());
    out.extend_from_slice(&record.payload);
    if let Some(offset) = memchr::memmem::find(&out[FRAME_HEAD_BYTES..], &FRAME_MARK) {
        return Err(Error::MarkInRecord { offset });
    }
    let hash = frame_hash(&out, FRAME_HEAD_BYTES);
    out[16..UNSEALED_BYTES].copy_from_slice(&hash);
    let seal = secret.seal(&out[..UNSEALED_BYTES]);
    out[UNSEALED_BYTES..FRAME_HEAD_BYTES].copy_from_slice(&seal);
    Ok(out)
}

/// The record in `frame`, or `None` if it is not exactly one frame of this version, with a seal and a hash that check
/// and a known verdict. Never panics, whatever the bytes.
pub fn decode(frame: &[u8], secret: &Secret) -> Option<Record> {
    let head = FrameHead::read(frame, secret)?;
    if head.version != FRAME_VERSION || !head.is_sealed || !head.checks(frame) {
        return None;
    }
    let body = &frame[FRAME_HEAD_BYTES..];
    let BodyHead { key, epoch, verdict, work } = body_head(body)?;
    Some(Record { key, epoch, verdict: Verdict::from_tag(verdict)?, work, payload: body[BODY_HEAD_BYTES..].into() })
}

/// Whether `frame` is whole and yet not this folder's: forged, of another folder, or of the version without seals.
pub(crate) fn is_foreign(frame: &[u8], secret: &Secret) -> bool {
    FrameHead::read(frame, secret).is_some_and(|head| !head.is_sealed && head.checks(frame))
}

/// The fields of a body before its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BodyHead {
    pub(crate) key: Key,
    pub(crate) epoch: Epoch,
    pub(crate) verdict: u8,
    pub(crate) work: u64,
}

/// Reads the start of a body of this version; `None` if it is too short.
pub(crate) fn body_head(body: &[u8]) -> Option<BodyHead> {
    let head = body.get(..BODY_HEAD_BYTES)?;
    Some(BodyHead {
        key: Key(head[..32].try_into().ok()?),
        epoch: Epoch(head[32..64].try_into().ok()?),
        verdict: head[64],
        work: u64::from_le_bytes(head[65..].try_into().ok()?),
    })
}

/// The contents of a journal's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JournalHead {
    /// Of this version.
    Sealed { generation: u64, secret: [u8; 8] },
    /// Of the version without seals.
    Unkeyed,
    /// Of a later version.
    Newer(u16),
}

/// The header of a journal of this generation, whose frames `secret` seals.
pub(crate) fn encode_journal_head(generation: u64, secret: &Secret) -> [u8; JOURNAL_HEAD_BYTES] {
    let mut out = [0; JOURNAL_HEAD_BYTES];
    out[..8].copy_from_slice(&JOURNAL_MARK);
    out[8..10].copy_from_slice(&JOURNAL_VERSION.to_le_bytes());
    out[16..24].copy_from_slice(&generation.to_le_bytes());
    out[24..32].copy_from_slice(&secret.name());
    let hash = blake3::hash(&out[..32]);
    out[32..].copy_from_slice(hash.as_bytes());
    out
}

/// The contents of a journal's header, if its hash checks.
pub(crate) fn decode_journal_head(bytes: &[u8]) -> Option<JournalHead> {
    let bytes = bytes.get(..JOURNAL_HEAD_BYTES)?;
    if bytes[..8] != JOURNAL_MARK {
        return None;
    }
    let version = u16::from_le_bytes([bytes[8], bytes[9]]);
    let hashed = if version < JOURNAL_VERSION { 24 } else { 32 };
    if bytes[hashed..hashed + 32] != *blake3::hash(&bytes[..hashed]).as_bytes() {
        return None;
    }
    Some(match version {
        ..JOURNAL_VERSION => JournalHead::Unkeyed,
        JOURNAL_VERSION => JournalHead::Sealed {
            generation: u64::from_le_bytes(bytes[16..24].try_into().ok()?),
            secret: bytes[24..32].try_into().ok()?,
        },
        later => JournalHead::Newer(later),
    })
}
