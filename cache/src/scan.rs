//! Walking a journal from frame to frame, and finding the way again after damage.
//!
//! The scanner trusts nothing: a frame counts only if its seal and its hash check. Where one does not, it looks for the
//! next place where a whole frame does, and reports the bytes between as damaged. It never writes.
//!
//! Whoever can write into the journal can make it long to read, but not much longer than it is: an unsealed head claims
//! a length that nobody vouches for, and no more than `MAX_FOREIGN_BYTES` are hashed on such claims in one scan.

use crate::error::{At, Error, Result};
use crate::filesystem::MemoFile;
use crate::frame::{BodyHead, FRAME_HEAD_BYTES, FRAME_MARK, FRAME_VERSION, FrameHead, body_head};
use crate::limits::{MAX_FOREIGN_BYTES, SCAN_CHUNK_BYTES};
use crate::secret::Secret;
use std::path::Path;

/// Where a frame lies in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Bytes from the start of the file.
    pub offset: u64,
    /// Bytes of the whole frame.
    pub len: u32,
}

impl Location {
    /// The byte after the frame.
    pub(crate) fn end(self) -> u64 {
        self.offset + u64::from(self.len)
    }
}

/// The next piece of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A frame whose seal and hash check.
    Frame { at: Location, head: BodyHead },
    /// A whole frame that this folder's memo did not write: forged, copied in, or of the version without seals.
    Foreign { offset: u64, len: u64 },
    /// Bytes that belong to no frame that checks.
    Damaged { offset: u64, len: u64 },
}

/// Reads the pieces of `start..end`. Holds one chunk, or one frame if that is larger.
pub(crate) struct Scanner<'a> {
    file: &'a dyn MemoFile,
    path: &'a Path,
    secret: &'a Secret,
    next: u64,
    end: u64,
    buffer: Vec<u8>,
    buffer_start: u64,
    foreign_bytes_left: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(file: &'a dyn MemoFile, path: &'a Path, secret: &'a Secret, start: u64, end: u64) -> Self {
        Scanner {
            file,
            path,
            secret,
            next: start,
            end,
            buffer: Vec::new(),
            buffer_start: start,
            foreign_bytes_left: MAX_FOREIGN_BYTES,
        }
    }

    /// The byte after the last piece returned.
    pub(crate) fn position(&self) -> u64 {
        self.next
    }

    /// The next piece, or `None` at the end.
    pub(crate) fn next_piece(&mut self) -> Result<Option<Piece>> {
        if self.next >= self.end {
            return Ok(None);
        }
        let start = self.next;
        if let Some(piece) = self.frame_at(start)? {
            self.next = match piece {
                Piece::Frame { at, .. } => at.end(),
                Piece::Foreign { offset, len } | Piece::Damaged { offset, len } => offset + len,
            };
            return Ok(Some(piece));
        }
        let mut from = start + 1;
        while let Some(candidate) = self.find_mark(from)? {
            if self.frame_at(candidate)?.is_some() {
                self.next = candidate;
                return Ok(Some(Piece::Damaged { offset: start, len: candidate - start }));
            }
            from = candidate + 1;
        }
        self.next = self.end;
        Ok(Some(Piece::Damaged { offset: start, len: self.end - start }))
    }

    /// The bytes of a frame that `next_piece` has just returned.
    pub(crate) fn bytes(&mut self, at: Location) -> Result<&[u8]> {
        self.fill(at.offset, at.len as usize)
    }

    /// The frame that starts at `offset`, if one does.
    fn frame_at(&mut self, offset: u64) -> Result<Option<Piece>> {
        let secret = self.secret;
        let Some(head) = FrameHead::read(self.fill(offset, FRAME_HEAD_BYTES)?, secret) else { return Ok(None) };
        if !head.is_sealed {
            let Some(left) = self.foreign_bytes_left.checked_sub(head.frame_len()) else { return Ok(None) };
            self.foreign_bytes_left = left;
        }
        let frame = self.fill(offset, head.frame_len())?;
        if !head.checks(frame) {
            return Ok(None);
        }
        if !head.is_sealed {
            return Ok(Some(Piece::Foreign { offset, len: head.frame_len() as u64 }));
        }
        if head.version > FRAME_VERSION {
            let path = self.path.to_path_buf();
            return Err(Error::NewerFormat { path, found: head.version, known: FRAME_VERSION });
        }
        let len = u32::try_from(head.frame_len()).expect("bounded by MAX_PAYLOAD_BYTES");
        let body = body_head(&frame[FRAME_HEAD_BYTES..]);
        Ok(body.map(|body| Piece::Frame { at: Location { offset, len }, head: body }))
    }

    /// Where the next frame mark at or after `from` starts.
    fn find_mark(&mut self, mut from: u64) -> Result<Option<u64>> {
        while from + FRAME_MARK.len() as u64 <= self.end {
            let window = self.fill(from, SCAN_CHUNK_BYTES)?;
            if let Some(at) = memchr::memmem::find(window, &FRAME_MARK) {
                return Ok(Some(from + at as u64));
            }
            if window.len() < FRAME_MARK.len() {
                break;
            }
            // A mark may straddle two windows.
            from += (window.len() - (FRAME_MARK.len() - 1)) as u64;
        }
        Ok(None)
    }

    /// The bytes at `offset`, as many as `len` or as there are.
    fn fill(&mut self, offset: u64, len: usize) -> Result<&[u8]> {
        let wanted = len.min(usize::try_from(self.end.saturating_sub(offset)).unwrap_or(usize::MAX));
        let have = self.buffer_start..self.buffer_start + self.buffer.len() as u64;
        if offset < have.start || offset + wanted as u64 > have.end {
            let ask = wanted.max(SCAN_CHUNK_BYTES).min(usize::try_from(self.end - offset).unwrap_or(usize::MAX));
            self.buffer.resize(ask, 0);
            let got = self.file.read_full_at(&mut self.buffer, offset).at("read", self.path)?;
            self.buffer.truncate(got);
            self.buffer_start = offset;
        }
        let from = usize::try_from(offset - self.buffer_start).expect("inside the buffer");
        Ok(&self.buffer[from..self.buffer.len().min(from + wanted)])
    }
}

#[cfg(test)]
mod tests;
