//! The list in the memo's folder: mark (8), version (2), six zeros, what keys mean (32), a `MissesResponse`, blake3 of all
//! that (32). Most demanded first.

use super::Miss;
use crate::limits;
use isotope_cache::Key;
use isotope_proto::v1;
use prost::Message as _;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

const NAME: &str = "misses";
const MARK: [u8; 8] = *b"\xf1IsoMis\xa7";
const VERSION: u16 = 1;
const HEAD_BYTES: usize = 48;
const HASH_BYTES: usize = 32;
/// Of the file: what is held, with what the wire adds to each.
const MAX_BYTES: u64 = (limits::MAX_MISSES_BYTES + limits::MAX_MISSES * 128) as u64;

/// Where the list is, and what its keys mean: those of another dictionary or salt find nothing.
pub(super) struct File {
    path: PathBuf,
    scope: [u8; 32],
}

impl File {
    pub(super) fn new(folder: &Path, scope: [u8; 32]) -> Self {
        File { path: folder.join(NAME), scope }
    }

    /// Its entries; nothing if it is not there or of another dictionary.
    pub(super) fn read(&self) -> Result<Vec<(Key, Miss)>, String> {
        let shown = self.path.display();
        let bytes = match std::fs::metadata(&self.path) {
            Ok(found) if found.len() > MAX_BYTES => return Err(format!("{shown} is longer than {MAX_BYTES} bytes")),
            Ok(_) => std::fs::read(&self.path).map_err(|error| format!("{shown} cannot be read: {error}"))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(format!("{shown} cannot be read: {error}")),
        };
        let damaged = || format!("{shown} is damaged");
        let (whole, hash) = bytes.split_last_chunk::<HASH_BYTES>().ok_or_else(damaged)?;
        if blake3::hash(whole) != *hash || whole.len() < HEAD_BYTES || whole[..8] != MARK {
            return Err(damaged());
        }
        let version = u16::from_le_bytes([whole[8], whole[9]]);
        if version != VERSION {
            return Err(format!("{shown} is of version {version}, and this build reads {VERSION}"));
        }
        if whole[16..HEAD_BYTES] != self.scope {
            return Ok(Vec::new());
        }
        let listed = v1::MissesResponse::decode(&whole[HEAD_BYTES..]).map_err(|_| damaged())?;
        listed.misses.into_iter().map(|miss| read_one(miss).ok_or_else(damaged)).collect()
    }

    /// Puts another list in its place.
    pub(super) fn write(&self, ranked: &[(Key, Miss)]) -> io::Result<()> {
        let mut bytes = MARK.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&[0; 6]);
        bytes.extend_from_slice(&self.scope);
        let misses = ranked.iter().map(|(key, miss)| miss.to_proto(key)).collect();
        bytes.extend_from_slice(&v1::MissesResponse { misses }.encode_to_vec());
        let hash = blake3::hash(&bytes);
        bytes.extend_from_slice(hash.as_bytes());
        let temporary = self.path.with_extension("tmp");
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true).mode(0o600).open(&temporary)?.write_all(&bytes)?;
        std::fs::rename(&temporary, &self.path)
    }
}

fn read_one(miss: v1::Miss) -> Option<(Key, Miss)> {
    let mut key = [0; 32];
    if !miss.key.is_ascii() || miss.key.len() != 2 * key.len() {
        return None;
    }
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&miss.key[2 * at..2 * at + 2], 16).ok()?;
    }
    let v1::Miss { text, target, budget, times, .. } = miss;
    Some((Key(key), Miss { text: text.into(), target: target?, budget, times: times.max(1) }))
}
