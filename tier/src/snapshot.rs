//! A memo in one file: versioned, signed, the same bytes for the same records, written and read as a stream. Golden bytes are
//! in `tests/snapshots.rs`.
//!
//! All integers little-endian:
//!
//! | bytes | field |
//! | --- | --- |
//! | 0..8 | mark |
//! | 8..10 | version |
//! | 10..16 | zero |
//! | 16..24 | number of records |
//! | 24..56 | name of the key that signed, padded with zeros |
//! | 56.. | records, by ascending key: length (4), then key (32), epoch (32), verdict tag (1), work (8), payload |
//! | last 96 | blake3 of all before (32), Ed25519 signature of `CONTEXT` and that hash (64) |
//!
//! Nothing of a file is used before its hash and its signature were checked to its end.

use crate::envelope::{push_body, read_body};
use crate::keyring::{KeyId, Keyring};
use crate::limits::MAX_KEY_ID_BYTES;
use isotope_cache::frame::BODY_HEAD_BYTES;
use isotope_cache::limits::MAX_PAYLOAD_BYTES;
use isotope_cache::{Epoch, Key, Memo, Record};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::ops::Bound;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

/// Starts every snapshot.
pub const MARK: [u8; 8] = *b"\xf1IsoSnp\xa7";
/// The version that this build writes and reads.
pub const VERSION: u16 = 1;
const HEAD_BYTES: usize = 56;
const TAIL_BYTES: usize = 96;
const CONTEXT: &[u8] = b"isotope snapshot 1";

/// Why a snapshot is not written or not used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The operating system refused.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// The action that failed.
        action: &'static str,
        /// The file.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The memo could not be read.
    #[error("{0}")]
    Memo(#[from] isotope_cache::Error),
    /// A record was not there any more when it was to be written.
    #[error("the entry {0} cannot be read; run `isotoped cache verify` on the folder first")]
    Unreadable(Key),
    /// There is no key to sign with.
    #[error("the key file names no `current` key with a `secret`, so that nothing can be signed")]
    NoKey,
    /// It is something else.
    #[error("{path} is no snapshot of a cache; `isotoped cache snapshot DIR FILE` makes one")]
    NotOne {
        /// The file.
        path: String,
    },
    /// Another version's.
    #[error(
        "{path} is a snapshot of version {found}, and this build reads version {VERSION}; make it anew with a build of this version"
    )]
    Version {
        /// The file.
        path: String,
        /// Its version.
        found: u16,
    },
    /// It was cut off, or changed.
    #[error("{path} is damaged or cut off: {why}; nothing of it was used, fetch it again")]
    Damaged {
        /// The file.
        path: String,
        /// The finding.
        why: String,
    },
    /// Nobody who is trusted signed it.
    #[error("{path} is not to be trusted: {why}; nothing of it was used")]
    Distrusted {
        /// The file.
        path: String,
        /// The fault in its signature.
        why: String,
    },
}

/// Writes all records of a memo that may be served. Returns how many. `path` is for messages.
pub fn write(memo: &Memo, keys: &Keyring, out: &mut dyn Write, path: &Path) -> Result<u64, SnapshotError> {
    let id = keys.current().ok_or(SnapshotError::NoKey)?;
    let mut newest: BTreeMap<Key, Option<Epoch>> = BTreeMap::new();
    memo.for_each(|record| {
        newest.insert(record.key, record.verdict.is_servable().then_some(record.epoch));
        Ok(())
    })?;
    newest.retain(|_, epoch| epoch.is_some());
    let mut hasher = blake3::Hasher::new();
    let told = |source| SnapshotError::Io { action: "write", path: path.display().to_string(), source };
    let mut head = Vec::with_capacity(HEAD_BYTES);
    head.extend_from_slice(&MARK);
    head.extend_from_slice(&VERSION.to_le_bytes());
    head.extend_from_slice(&[0; 6]);
    head.extend_from_slice(&(newest.len() as u64).to_le_bytes());
    head.extend_from_slice(&id.padded());
    hasher.update(&head);
    out.write_all(&head).map_err(told)?;
    let mut frame = Vec::new();
    for (key, epoch) in &newest {
        let found = epoch.map(|epoch| memo.get(key, &epoch)).transpose()?.flatten();
        let record = found.ok_or(SnapshotError::Unreadable(*key))?;
        frame.clear();
        let len = u32::try_from(BODY_HEAD_BYTES + record.payload.len()).expect("bounded by MAX_PAYLOAD_BYTES");
        frame.extend_from_slice(&len.to_le_bytes());
        push_body(&mut frame, &record);
        hasher.update(&frame);
        out.write_all(&frame).map_err(told)?;
    }
    let hash = *hasher.finalize().as_bytes();
    let signature = keys.sign(CONTEXT, &hash).ok_or(SnapshotError::NoKey)?;
    out.write_all(&hash).and_then(|()| out.write_all(&signature)).and_then(|()| out.flush()).map_err(told)?;
    Ok(newest.len() as u64)
}

/// Where a record lies, and the start of its hash: the file may be changed later.
#[derive(Clone, Copy)]
struct Place {
    offset: u64,
    len: u32,
    check: [u8; 16],
}

/// A snapshot whose hash was checked, for reading.
pub struct Snapshot {
    file: File,
    path: PathBuf,
    index: BTreeMap<Key, Place>,
    hash: [u8; 32],
    /// Why nobody who is trusted signed it.
    distrusted: Option<String>,
}

impl Snapshot {
    /// Opens and checks the file at `path`, which reads all of it once. One that no key of `keys` signed is an error.
    pub fn open(path: &Path, keys: &Keyring) -> Result<Self, SnapshotError> {
        Self::open_any(path, Some(keys))?.trusted()
    }

    /// The same whoever signed it: [`Self::distrusted`] says whether its records are to be believed. Without keys none are.
    pub fn open_any(path: &Path, keys: Option<&Keyring>) -> Result<Self, SnapshotError> {
        let opened = File::open(path);
        let opened =
            opened.map_err(|source| SnapshotError::Io { action: "open", path: path.display().to_string(), source })?;
        Self::read_any(opened, path, keys)
    }

    /// The same of a file that is open and at its start. `path` is for messages.
    pub fn read_any(file: File, path: &Path, keys: Option<&Keyring>) -> Result<Self, SnapshotError> {
        let named = || path.display().to_string();
        let mut reading =
            Reading { from: BufReader::with_capacity(1 << 20, &file), hasher: blake3::Hasher::new(), path };
        let mut head = [0; HEAD_BYTES];
        if reading.fill(&mut head).is_err() || head[..8] != MARK {
            return Err(SnapshotError::NotOne { path: named() });
        }
        let version = u16::from_le_bytes([head[8], head[9]]);
        if version != VERSION {
            return Err(SnapshotError::Version { path: named(), found: version });
        }
        let count = u64::from_le_bytes(head[16..24].try_into().expect("eight bytes"));
        let id = KeyId::from_padded(head[24..].try_into().expect(NAME_BYTES));
        let index = reading.index(count)?;
        let hash = *reading.hasher.finalize().as_bytes();
        let mut tail = [0; TAIL_BYTES];
        reading.fill(&mut tail)?;
        if tail[..32] != hash {
            return Err(reading.damaged("its hash does not check"));
        }
        if reading.from.read(&mut [0]).map_or(true, |more| more > 0) {
            return Err(reading.damaged("something follows its end"));
        }
        let signature = tail[32..].try_into().expect("64 bytes");
        let checked = match (id, keys) {
            (None, _) => Err("its key has no name".to_owned()),
            (Some(id), None) => Err(format!("it is signed by {id}, and there is no key file to believe anybody by")),
            (Some(id), Some(keys)) => keys.check(&id, CONTEXT, &hash, signature),
        };
        drop(reading);
        Ok(Snapshot { file, path: path.to_path_buf(), index, hash, distrusted: checked.err() })
    }

    /// The snapshot, if somebody who is trusted signed it.
    pub fn trusted(self) -> Result<Self, SnapshotError> {
        match self.distrusted {
            Some(why) => Err(SnapshotError::Distrusted { path: self.path.display().to_string(), why }),
            None => Ok(self),
        }
    }

    /// Why nothing of it is to be believed; `None` where somebody who is trusted signed it.
    pub fn distrusted(&self) -> Option<&str> {
        self.distrusted.as_deref()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The hash of all its records: two snapshots with one hash hold the same.
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }

    /// Its records by ascending key, those behind `after`. Each is read as it is asked for.
    pub fn records(&self, after: Option<Key>) -> impl Iterator<Item = Result<Record, SnapshotError>> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        self.index.range((from, Bound::Unbounded)).map(|(_, place)| self.read(*place))
    }

    /// Records.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// The record of `key` and `epoch`, if it has one. Also an error if the file was changed since it was opened.
    pub fn get(&self, key: &Key, epoch: &Epoch) -> Result<Option<Record>, SnapshotError> {
        let Some(place) = self.index.get(key) else { return Ok(None) };
        Ok(Some(self.read(*place)?).filter(|record| record.epoch == *epoch))
    }

    /// Puts all its records into `memo` but those of keys that it has already, which may know more. How many it put, and how
    /// many were there.
    pub fn import(&self, memo: &Memo) -> Result<(u64, u64), SnapshotError> {
        let (mut put, mut there, mut batch, mut bytes) = (0, 0, Vec::new(), 0);
        for record in self.records(None) {
            let record = record?;
            if memo.get(&record.key, &record.epoch)?.is_some() {
                there += 1;
                continue;
            }
            put += 1;
            bytes += record.payload.len();
            batch.push(record);
            if batch.len() >= crate::limits::MAX_IMPORT_BATCH || bytes >= crate::limits::MAX_QUEUED_BYTES {
                memo.put_all(&std::mem::take(&mut batch))?;
                bytes = 0;
            }
        }
        memo.put_all(&batch)?;
        Ok((put, there))
    }

    fn read(&self, place: Place) -> Result<Record, SnapshotError> {
        let path = || self.path.display().to_string();
        let mut body = vec![0; place.len as usize];
        let done = self.file.read_exact_at(&mut body, place.offset);
        done.map_err(|source| SnapshotError::Io { action: "read", path: path(), source })?;
        let changed = || SnapshotError::Damaged { path: path(), why: "it was changed after it was opened".to_owned() };
        if blake3::hash(&body).as_bytes()[..16] != place.check {
            return Err(changed());
        }
        read_body(&body).map_err(|_| changed())
    }
}

const NAME_BYTES: &str = "as many bytes as a key's name has";
const _: () = assert!(HEAD_BYTES - 24 == MAX_KEY_ID_BYTES);

/// A file on its way through the hash.
struct Reading<'a> {
    from: BufReader<&'a File>,
    hasher: blake3::Hasher,
    path: &'a Path,
}

impl Reading<'_> {
    fn damaged(&self, why: &str) -> SnapshotError {
        SnapshotError::Damaged { path: self.path.display().to_string(), why: why.to_owned() }
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SnapshotError> {
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => self.damaged("it ends too early"),
            _ => SnapshotError::Io { action: "read", path: self.path.display().to_string(), source: error },
        })?;
        self.hasher.update(bytes);
        Ok(())
    }

    /// Where the records lie.
    fn index(&mut self, count: u64) -> Result<BTreeMap<Key, Place>, SnapshotError> {
        let (mut index, mut last, mut offset) = (BTreeMap::new(), None, HEAD_BYTES as u64);
        let mut body = Vec::new();
        for _ in 0..count {
            let mut len = [0; 4];
            self.fill(&mut len)?;
            let len = u32::from_le_bytes(len);
            if !(BODY_HEAD_BYTES..=BODY_HEAD_BYTES + MAX_PAYLOAD_BYTES).contains(&(len as usize)) {
                return Err(self.damaged("a record has a length that none has"));
            }
            body.resize(len as usize, 0);
            self.fill(&mut body)?;
            let record = read_body(&body).map_err(|_| self.damaged("a record is none"))?;
            if !record.verdict.is_servable() || last.is_some_and(|last| last >= record.key) {
                return Err(self.damaged("a record is not to be served, or in the wrong place"));
            }
            last = Some(record.key);
            let check = blake3::hash(&body).as_bytes()[..16].try_into().expect("16 bytes");
            index.insert(record.key, Place { offset: offset + 4, len, check });
            offset += 4 + u64::from(len);
        }
        Ok(index)
    }
}
