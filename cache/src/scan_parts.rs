//! The first walk over a long journal, by several threads: what a start without a checkpoint takes longest for is hashing every frame.
//!
//! Each thread takes a part of the bytes, and begins with the first frame that starts there; a body holds no frame's mark, so that it
//! cannot begin inside another one. Their results count from the start on as far as every byte belongs to a sound frame and one
//! part ends where the next begins. Whatever else there is, damage, foreign frames, frames of a later version, is left to the one
//! walk that knows what to do with it (`recovery`), and so is everything behind it.

use crate::error::Result;
use crate::journal::Journal;
use crate::limits::{MAX_SCAN_THREADS, SCAN_PART_BYTES};
use crate::record::Key;
use crate::scan::{Location, Piece};
use std::thread;

/// Frames from the start of a walk on, without a gap.
#[derive(Debug, Default)]
pub(crate) struct Sound {
    /// In order; of one key the last counts.
    pub(crate) frames: Vec<(Key, Location)>,
    /// The byte behind them.
    pub(crate) end: u64,
}

/// The sound frames of `start..end`, as far as the threads agree. Nothing where the walk is too short to be worth them.
pub(crate) fn sound_start(journal: &Journal, start: u64, end: u64) -> Sound {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MAX_SCAN_THREADS);
    let parts = usize::try_from(end.saturating_sub(start) / SCAN_PART_BYTES).unwrap_or(usize::MAX).min(threads);
    in_parts(journal, start, end, parts)
}

fn in_parts(journal: &Journal, start: u64, end: u64, parts: usize) -> Sound {
    let mut sound = Sound { frames: Vec::new(), end: start };
    if parts < 2 {
        return sound;
    }
    let bound = |part: usize| start + (end - start) / parts as u64 * part as u64;
    let walked: Vec<Option<Part>> = thread::scope(|scope| {
        let begun: Vec<_> = (0..parts)
            .map(|part| {
                let (from, to) = (bound(part), if part + 1 == parts { end } else { bound(part + 1) });
                thread::Builder::new().spawn_scoped(scope, move || walk(journal, part == 0, from, to, end).ok())
            })
            .collect();
        // Without a thread, or after a panic of one, that part is left to the one walk.
        begun.into_iter().map(|thread| thread.ok()?.join().ok()?).collect()
    });
    for part in walked {
        let Some(part) = part.filter(|part| part.start == sound.end) else { break };
        sound.frames.extend(part.frames);
        sound.end = part.end;
        if !part.is_whole {
            break;
        }
    }
    sound
}

/// The findings of one thread.
struct Part {
    start: u64,
    frames: Vec<(Key, Location)>,
    end: u64,
    /// It came to where the next part begins.
    is_whole: bool,
}

/// The frames that start in `from..to`. All but the first part begin by looking for one.
fn walk(journal: &Journal, is_first: bool, from: u64, to: u64, end: u64) -> Result<Part> {
    let mut scanner = journal.scan(from, end);
    let mut part = Part { start: from, frames: Vec::new(), end: from, is_whole: false };
    loop {
        if part.end >= to {
            part.is_whole = true;
            return Ok(part);
        }
        match scanner.next_piece()? {
            Some(Piece::Frame { at, head }) if at.offset < to => {
                part.frames.push((head.key, at));
                part.end = at.end();
            }
            // The rest of a frame that the part before has.
            Some(Piece::Damaged { offset, len }) if !is_first && offset == from => {
                part.start = offset + len;
                part.end = part.start;
            }
            _ => return Ok(part),
        }
    }
}

#[cfg(test)]
mod tests;
