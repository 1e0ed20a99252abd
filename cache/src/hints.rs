//! Hints: which frames lie where in the journal, in files beside it that are read at a start instead of the journal.
//!
//! The idea and the word are Bitcask's (Sheehy and Smith, 2010). A hint speaks for a stretch of one journal, and is written when
//! that stretch is long enough, at a cost that does not grow with the journal, as a checkpoint's does. Together they speak for the journal from its
//! first frame on without a gap; what lies behind the last of them is walked over. No lookup uses them: at a start they fill the
//! table in memory, up to where a checkpoint is not current, or all of it where there is none.
//!
//! A hint that is lost, torn, of another journal or another folder costs the time of a walk, and nothing else: each is sealed with the
//! folder's secret, names the seal of the one before, and names the last frame of its stretch, which must be in the journal as
//! it says. A hint that does not fit is removed, durably, before anything is appended that could make it seem to fit.
//!
//! A hint file, all integers little-endian:
//!
//! | bytes | field |
//! | --- | --- |
//! | 0..8 | mark |
//! | 8..10 | version |
//! | 10..16 | zero |
//! | 16..24 | generation of the journal |
//! | 24..32 | first byte of the stretch |
//! | 32..40 | the byte behind it |
//! | 40..72 | hash field of its last frame |
//! | 72..104 | seal of the hint before; zero in the first |
//! | 104..112 | number of frames |
//! | 112.. | for each frame in order: key (32), offset (8), length (4) |
//! | the last 32 | seal: blake3 of all before it, keyed with the folder's secret |

use crate::error::{At, Error, Result};
use crate::filesystem::{FileSystem, OpenMode};
use crate::frame::{FrameHead, JOURNAL_HEAD_BYTES};
use crate::index::{decode_location, encode_location};
use crate::journal::Journal;
use crate::limits::{MAX_HINT_FRAMES, MAX_HINTS};
use crate::record::Key;
use crate::scan::Location;
use crate::secret::Secret;
use std::path::{Path, PathBuf};

/// The folder of hints in the cache folder.
pub(crate) const HINTS_NAME: &str = "hints";
/// Starts a hint file.
pub const HINT_MARK: [u8; 8] = *b"\xf1IsoHnt\xa7";
/// The version that this build writes and reads. Another one means a walk, which is always safe.
pub const HINT_VERSION: u16 = 1;
const HEAD_BYTES: usize = 112;
const ENTRY_BYTES: usize = 44;
const SEAL_BYTES: usize = 32;

/// Frames in the order in which they lie.
pub(crate) type Frames = Vec<(Key, Location)>;

/// The hints of one journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hints {
    generation: u64,
    /// They speak for all frames before this byte of the journal.
    pub(crate) end: u64,
    /// Seal of the last of them.
    seal: [u8; SEAL_BYTES],
    files: usize,
    /// After a failure none is written before the journal is as long as this.
    pub(crate) not_before: u64,
}

/// One hint, read.
#[derive(Debug, PartialEq, Eq)]
struct Hint {
    generation: u64,
    from: u64,
    to: u64,
    last_hash: [u8; 32],
    previous: [u8; SEAL_BYTES],
    frames: Frames,
}

impl Hints {
    /// No hint yet of the journal of this generation.
    pub(crate) fn none(generation: u64) -> Hints {
        Hints { generation, end: JOURNAL_HEAD_BYTES as u64, seal: [0; SEAL_BYTES], files: 0, not_before: 0 }
    }

    /// Reads the hints in the cache folder `folder` that fit `journal` of `len` bytes, with what they say, and removes all others.
    pub(crate) fn open(fs: &dyn FileSystem, folder: &Path, journal: &Journal, len: u64) -> Result<(Hints, Frames)> {
        let (mut hints, mut frames) = (Hints::none(journal.generation), Frames::new());
        let present = files(fs, folder)?;
        let mut paths: Vec<(u64, &PathBuf)> =
            present.iter().filter_map(|path| Some((start_in_name(path, journal.generation)?, path))).collect();
        paths.sort_unstable();
        let mut fitting = Vec::new();
        for (_, path) in paths {
            // A hint that cannot be read is as good as lost.
            let Some(found) = read(fs, path, &journal.secret).filter(|(hint, _)| hints.fits(hint, journal, len)) else {
                break;
            };
            let (hint, seal) = found;
            hints = Hints { end: hint.to, seal, files: hints.files + 1, ..hints };
            frames.extend(hint.frames);
            fitting.push(path);
        }
        remove(fs, folder, present.iter().filter(|path| !fitting.contains(path)))?;
        Ok((hints, frames))
    }

    /// Removes every hint, durably: before a journal begins again, or when they may be wrong.
    pub(crate) fn remove_all(fs: &dyn FileSystem, folder: &Path) -> Result<()> {
        remove(fs, folder, files(fs, folder)?.iter())
    }

    /// Removes those of the journal of one generation.
    pub(crate) fn remove_of(fs: &dyn FileSystem, folder: &Path, generation: u64) -> Result<()> {
        let present = files(fs, folder)?;
        remove(fs, folder, present.iter().filter(|path| start_in_name(path, generation).is_some()))
    }

    /// Whether a hint goes on where these end, and speaks of what lies there.
    fn fits(&self, hint: &Hint, journal: &Journal, len: u64) -> bool {
        let goes_on = hint.generation == self.generation && hint.from == self.end && hint.previous == self.seal;
        let Some(&(key, last)) = hint.frames.last().filter(|_| goes_on && hint.to <= len) else { return false };
        let Ok(frame) = journal.read(last) else { return false };
        FrameHead::read(&frame, &journal.secret)
            .is_some_and(|head| head.is_sealed && head.hash == hint.last_hash && head.checks(&frame))
            && crate::frame::decode(&frame, &journal.secret).is_some_and(|record| record.key == key)
    }

    /// Whether another file is one too many.
    pub(crate) fn is_full(&self) -> bool {
        self.files >= MAX_HINTS
    }

    /// Writes the next hint, durably: `frames` are all from the end of these to the byte `to` of `journal`, and durable.
    pub(crate) fn write(
        &mut self,
        fs: &dyn FileSystem,
        folder: &Path,
        journal: &Journal,
        frames: &[(Key, Location)],
        to: u64,
    ) -> Result<()> {
        let parent = folder.join(HINTS_NAME);
        let path = parent.join(format!("{}-{}", self.generation, self.end));
        let not_written = |why: &str| Error::Io {
            action: "write a hint to the journal in",
            path: path.clone(),
            source: std::io::Error::other(why.to_owned()),
        };
        let Some(&(_, last)) = frames.last().filter(|_| frames.len() <= MAX_HINT_FRAMES) else {
            return Err(not_written("there are no frames, or more than MAX_HINT_FRAMES"));
        };
        let Some(head) = FrameHead::read(&journal.read(last)?, &journal.secret) else {
            return Err(not_written("the last frame is damaged"));
        };
        let hint = Hint {
            generation: self.generation,
            from: self.end,
            to,
            last_hash: head.hash,
            previous: self.seal,
            frames: Frames::new(),
        };
        let (bytes, seal) = encode(&hint, frames, &journal.secret);
        fs.create_dir_all(&parent).at("create", &parent)?;
        let temporary = parent.join("tmp");
        let file = fs.open(&temporary, OpenMode::Empty).at("create", &temporary)?;
        file.write_all_at(&bytes, 0).at("write", &temporary)?;
        file.sync().at("sync", &temporary)?;
        fs.rename(&temporary, &path).at("rename", &temporary)?;
        fs.sync_dir(&parent).at("sync", &parent)?;
        *self = Hints { end: to, seal, files: self.files + 1, ..*self };
        Ok(())
    }
}

/// The files in the folder of hints.
fn files(fs: &dyn FileSystem, folder: &Path) -> Result<Vec<PathBuf>> {
    let parent = folder.join(HINTS_NAME);
    if fs.list(folder).at("list", folder)?.iter().all(|entry| entry.path != parent) {
        return Ok(Vec::new());
    }
    Ok(fs.list(&parent).at("list", &parent)?.into_iter().map(|entry| entry.path).collect())
}

fn remove<'a>(fs: &dyn FileSystem, folder: &Path, paths: impl Iterator<Item = &'a PathBuf>) -> Result<()> {
    let mut any = false;
    for path in paths {
        fs.remove_file(path).at("remove", path)?;
        any = true;
    }
    let parent = folder.join(HINTS_NAME);
    if any { fs.sync_dir(&parent).at("sync", &parent) } else { Ok(()) }
}

/// Where the stretch begins, by a file's name, if the journal is of this generation.
fn start_in_name(path: &Path, generation: u64) -> Option<u64> {
    let (of, from) = path.file_name()?.to_str()?.split_once('-')?;
    (of.parse() == Ok(generation)).then(|| from.parse().ok())?
}

fn read(fs: &dyn FileSystem, path: &Path, secret: &Secret) -> Option<(Hint, [u8; SEAL_BYTES])> {
    let file = fs.open(path, OpenMode::Read).ok()?;
    let len = usize::try_from(file.len().ok()?).ok()?;
    if len > HEAD_BYTES + MAX_HINT_FRAMES * ENTRY_BYTES + SEAL_BYTES {
        return None;
    }
    let mut bytes = vec![0; len];
    let got = file.read_full_at(&mut bytes, 0).ok()?;
    decode(&bytes[..got], secret)
}

/// The stored form of `hint` with these frames, and its seal.
fn encode(hint: &Hint, frames: &[(Key, Location)], secret: &Secret) -> (Vec<u8>, [u8; SEAL_BYTES]) {
    let mut out = Vec::with_capacity(HEAD_BYTES + frames.len() * ENTRY_BYTES + SEAL_BYTES);
    out.extend_from_slice(&HINT_MARK);
    out.extend_from_slice(&HINT_VERSION.to_le_bytes());
    out.extend_from_slice(&[0; 6]);
    for number in [hint.generation, hint.from, hint.to] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&hint.last_hash);
    out.extend_from_slice(&hint.previous);
    out.extend_from_slice(&(frames.len() as u64).to_le_bytes());
    for (key, at) in frames {
        out.extend_from_slice(&key.0);
        out.extend_from_slice(&encode_location(*at));
    }
    let seal = secret.seal(&out);
    out.extend_from_slice(&seal);
    (out, seal)
}

/// Reads what [`encode`] wrote, with its seal; `None` for anything else.
fn decode(bytes: &[u8], secret: &Secret) -> Option<(Hint, [u8; SEAL_BYTES])> {
    let (sealed, seal) = bytes.split_at_checked(bytes.len().checked_sub(SEAL_BYTES)?)?;
    let (head, entries) = sealed.split_at_checked(HEAD_BYTES)?;
    if head[..8] != HINT_MARK || head[8..10] != HINT_VERSION.to_le_bytes() || !secret.seals(sealed, seal) {
        return None;
    }
    let number = |at: usize| Some(u64::from_le_bytes(head[at..at + 8].try_into().ok()?));
    let (generation, from, to, count) = (number(16)?, number(24)?, number(32)?, number(104)?);
    if entries.len() as u64 != count.checked_mul(ENTRY_BYTES as u64)? {
        return None;
    }
    let mut frames = Frames::with_capacity(entries.len() / ENTRY_BYTES);
    let mut next = from;
    for entry in entries.chunks_exact(ENTRY_BYTES) {
        let (key, at) = entry.split_at(32);
        let at = decode_location(at)?;
        if at.offset < next || at.offset.checked_add(u64::from(at.len))? > to {
            return None;
        }
        next = at.end();
        frames.push((Key(key.try_into().ok()?), at));
    }
    let (last_hash, previous) = (head[40..72].try_into().ok()?, head[72..104].try_into().ok()?);
    Some((Hint { generation, from, to, last_hash, previous, frames }, seal.try_into().ok()?))
}

#[cfg(test)]
mod tests;
