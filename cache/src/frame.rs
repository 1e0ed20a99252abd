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
//! | 48.. | body: key (32), epoch (32), verdict tag (1), payload |
//!
//! A body never contains the mark (`encode` refuses it), so no valid frame can hide inside another one's
//! payload and come to life when the outer one is damaged.

use crate::error::{Error, Result};
use crate::limits::MAX_PAYLOAD_BYTES;
use crate::record::{Epoch, Key, Record, Verdict};

/// Starts every frame. Not text, and not UTF-8, so that payloads do not hold it by accident.
pub const FRAME_MARK: [u8; 8] = *b"\xf1IsoRec\xa7";
/// The frame version that this build writes, and the newest that it reads.
pub const FRAME_VERSION: u16 = 1;
/// Bytes before the body.
pub const FRAME_HEAD_BYTES: usize = 48;
/// Bytes of a body before its payload.
pub const BODY_HEAD_BYTES: usize = 65;
/// Starts the journal file.
pub const JOURNAL_MARK: [u8; 8] = *b"\xf1IsoJrn\xa7";
/// The journal version that this build writes, and the newest that it reads.
pub const JOURNAL_VERSION: u16 = 1;
/// Bytes of the journal's header: mark, version, six zeros, generation, blake3 of those, eight zeros.
pub const JOURNAL_HEAD_BYTES: usize = 64;

/// What the first bytes of a would-be frame say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameHead {
    pub(crate) version: u16,
    /// Length of the body in bytes, within bounds.
    pub(crate) body_len: usize,
    pub(crate) hash: [u8; 32],
}

impl FrameHead {
    /// Reads a head; `None` if these bytes cannot start a frame.
    pub(crate) fn read(bytes: &[u8]) -> Option<FrameHead> {
        let bytes = bytes.get(..FRAME_HEAD_BYTES)?;
        if bytes[..8] != FRAME_MARK || bytes[10..12] != [0, 0] {
            return None;
        }
        let body_len = u32::from_le_bytes(bytes[12..16].try_into().ok()?) as usize;
        if !(BODY_HEAD_BYTES..=BODY_HEAD_BYTES + MAX_PAYLOAD_BYTES).contains(&body_len) {
            return None;
        }
        Some(FrameHead {
            version: u16::from_le_bytes([bytes[8], bytes[9]]),
            body_len,
            hash: bytes[16..48].try_into().ok()?,
        })
    }

    /// Length of the whole frame in bytes.
    pub(crate) fn frame_len(self) -> usize {
        FRAME_HEAD_BYTES + self.body_len
    }

    /// Whether `frame` (head and body) carries the hash it claims.
    pub(crate) fn checks(self, frame: &[u8]) -> bool {
        frame.len() == self.frame_len() && frame_hash(frame) == self.hash
    }
}

fn frame_hash(frame: &[u8]) -> [u8; 32] {
    *blake3::Hasher::new().update(&frame[..16]).update(&frame[FRAME_HEAD_BYTES..]).finalize().as_bytes()
}

/// The stored form of `record`.
pub fn encode(record: &Record) -> Result<Vec<u8>> {
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
    out.extend_from_slice(&[0; 32]);
    out.extend_from_slice(&record.key.0);
    out.extend_from_slice(&record.epoch.0);
    out.push(record.verdict as u8);
    out.extend_from_slice(&record.payload);
    if let Some(offset) = memchr::memmem::find(&out[FRAME_HEAD_BYTES..], &FRAME_MARK) {
        return Err(Error::MarkInRecord { offset });
    }
    let hash = frame_hash(&out);
    out[16..48].copy_from_slice(&hash);
    Ok(out)
}

/// The record in `frame`, or `None` if it is not exactly one frame of a known version, with a hash that checks
/// and a known verdict. Never panics, whatever the bytes.
pub fn decode(frame: &[u8]) -> Option<Record> {
    let head = FrameHead::read(frame)?;
    if head.version != FRAME_VERSION || !head.checks(frame) {
        return None;
    }
    let body = &frame[FRAME_HEAD_BYTES..];
    Some(Record {
        key: body_key(body),
        epoch: Epoch(body[32..64].try_into().expect("a body has at least 65 bytes")),
        verdict: Verdict::from_tag(body[64])?,
        payload: body[BODY_HEAD_BYTES..].into(),
    })
}

/// The key at the start of a body.
pub(crate) fn body_key(body: &[u8]) -> Key {
    Key(body[..32].try_into().expect("a body has at least 65 bytes"))
}

/// The header of a journal of this generation.
pub(crate) fn encode_journal_head(generation: u64) -> [u8; JOURNAL_HEAD_BYTES] {
    let mut out = [0; JOURNAL_HEAD_BYTES];
    out[..8].copy_from_slice(&JOURNAL_MARK);
    out[8..10].copy_from_slice(&JOURNAL_VERSION.to_le_bytes());
    out[16..24].copy_from_slice(&generation.to_le_bytes());
    let hash = blake3::hash(&out[..24]);
    out[24..56].copy_from_slice(hash.as_bytes());
    out
}

/// Version and generation of a journal header whose hash checks.
pub(crate) fn decode_journal_head(bytes: &[u8]) -> Option<(u16, u64)> {
    let bytes = bytes.get(..JOURNAL_HEAD_BYTES)?;
    if bytes[..8] != JOURNAL_MARK || bytes[24..56] != *blake3::hash(&bytes[..24]).as_bytes() || bytes[56..] != [0; 8] {
        return None;
    }
    Some((u16::from_le_bytes([bytes[8], bytes[9]]), u64::from_le_bytes(bytes[16..24].try_into().ok()?)))
}
