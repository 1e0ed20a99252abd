//! The envelope of a record: versioned, and signed by the daemon that proved it. Golden bytes are in `tests/format.rs`.
//!
//! An envelope, all integers little-endian:
//!
//! | bytes | field |
//! | --- | --- |
//! | 0..8 | mark |
//! | 8..10 | version |
//! | 10..12 | zero |
//! | 12..16 | length of the body in bytes |
//! | 16..48 | name of the key that signed, padded with zeros |
//! | 48..112 | Ed25519 signature of `CONTEXT` and blake3 of bytes 0..48 and the body |
//! | 112.. | body: key (32), epoch (32), verdict tag (1), work (8), payload |
//!
//! The signature covers the key that the record answers: moved to another one, it is refused. It does not show the
//! age: a tier can bring an older record of the same key back, which was proved as well.

use crate::keyring::{KeyId, Keyring};
use crate::limits::{MAX_BLOB_BYTES, MAX_KEY_ID_BYTES};
use isotope_cache::frame::BODY_HEAD_BYTES;
use isotope_cache::{Epoch, Key, Record, Verdict};

/// Starts every envelope.
pub const MARK: [u8; 8] = *b"\xf1IsoTie\xa7";
/// The version that this build writes and reads.
pub const VERSION: u16 = 1;
/// Bytes before the body.
pub const HEAD_BYTES: usize = 112;
/// Bytes before the signature.
const UNSIGNED_BYTES: usize = 48;
/// The signed bytes begin with this, so that no signature of a record is one of something else.
const CONTEXT: &[u8] = b"isotope tier record 1";

/// Why bytes are not the record that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foul {
    /// No envelope, or one that was cut or prolonged.
    #[error("it is no whole envelope")]
    Broken,
    /// Another version's.
    #[error("it has version {0}, and this build reads {VERSION}")]
    Version(u16),
    /// Another key's record.
    #[error("it is the record of another key")]
    Key,
    /// Another dictionary's.
    #[error("it is of another epoch")]
    Epoch,
    /// It may not be served.
    #[error("its verdict does not allow serving it")]
    Verdict,
}

/// The contents of an envelope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// The record, as a trusted key signed it.
    Signed(Record),
    /// A record that anybody may have written, and why it is not trusted.
    Unsigned(Record, String),
}

/// The envelope of a record, or `None` where the keyring has no key to sign with, or the record is too long.
pub fn seal(record: &Record, keys: &Keyring) -> Option<Vec<u8>> {
    let id = keys.current()?;
    let body_len = BODY_HEAD_BYTES + record.payload.len();
    if HEAD_BYTES + body_len > MAX_BLOB_BYTES {
        return None;
    }
    let mut out = Vec::with_capacity(HEAD_BYTES + body_len);
    out.extend_from_slice(&MARK);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&[0, 0]);
    out.extend_from_slice(&u32::try_from(body_len).ok()?.to_le_bytes());
    out.extend_from_slice(&id.padded());
    out.extend_from_slice(&[0; HEAD_BYTES - UNSIGNED_BYTES]);
    push_body(&mut out, record);
    let signature = keys.sign(CONTEXT, &digest(&out))?;
    out[UNSIGNED_BYTES..HEAD_BYTES].copy_from_slice(&signature);
    Some(out)
}

/// The record of `key` and `epoch` in `blob`. Never panics, whatever the bytes.
pub fn open(blob: &[u8], key: &Key, epoch: &Epoch, keys: &Keyring) -> Result<Opened, Foul> {
    let head = blob.get(..HEAD_BYTES).ok_or(Foul::Broken)?;
    if head[..8] != MARK || head[10..12] != [0, 0] {
        return Err(Foul::Broken);
    }
    let version = u16::from_le_bytes([head[8], head[9]]);
    if version != VERSION {
        return Err(Foul::Version(version));
    }
    let body = &blob[HEAD_BYTES..];
    let said = u32::from_le_bytes(head[12..16].try_into().map_err(|_| Foul::Broken)?) as usize;
    if said != body.len() || blob.len() > MAX_BLOB_BYTES {
        return Err(Foul::Broken);
    }
    let record = read_body(body)?;
    if record.key != *key {
        return Err(Foul::Key);
    }
    if record.epoch != *epoch {
        return Err(Foul::Epoch);
    }
    if !record.verdict.is_servable() {
        return Err(Foul::Verdict);
    }
    let name: &[u8; MAX_KEY_ID_BYTES] = head[16..UNSIGNED_BYTES].try_into().map_err(|_| Foul::Broken)?;
    let signature: &[u8; 64] = head[UNSIGNED_BYTES..].try_into().map_err(|_| Foul::Broken)?;
    let distrusted = match KeyId::from_padded(name) {
        Some(id) => keys.check(&id, CONTEXT, &digest(blob), signature).err(),
        None => Some("its key has no name".to_owned()),
    };
    Ok(match distrusted {
        None => Opened::Signed(record),
        Some(why) => Opened::Unsigned(record, why),
    })
}

/// The digest of an envelope that is signed.
fn digest(blob: &[u8]) -> [u8; 32] {
    *blake3::Hasher::new().update(&blob[..UNSIGNED_BYTES]).update(&blob[HEAD_BYTES..]).finalize().as_bytes()
}

/// Appends the body of a record.
pub(crate) fn push_body(out: &mut Vec<u8>, record: &Record) {
    out.extend_from_slice(&record.key.0);
    out.extend_from_slice(&record.epoch.0);
    out.push(record.verdict as u8);
    out.extend_from_slice(&record.work.to_le_bytes());
    out.extend_from_slice(&record.payload);
}

/// The record that a body holds.
pub(crate) fn read_body(body: &[u8]) -> Result<Record, Foul> {
    let head = body.get(..BODY_HEAD_BYTES).ok_or(Foul::Broken)?;
    Ok(Record {
        key: Key(head[..32].try_into().map_err(|_| Foul::Broken)?),
        epoch: Epoch(head[32..64].try_into().map_err(|_| Foul::Broken)?),
        verdict: Verdict::from_tag(head[64]).ok_or(Foul::Verdict)?,
        work: u64::from_le_bytes(head[65..].try_into().map_err(|_| Foul::Broken)?),
        payload: body[BODY_HEAD_BYTES..].into(),
    })
}
