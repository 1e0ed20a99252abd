//! Frames on the pipes: a length of four bytes, little endian, then so many bytes of text.

use isotope_smt::limits::MAX_WIRE_BYTES;
use std::io::{self, Read, Write};

/// A pipe that no longer speaks in frames.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// Reading or writing failed.
    #[error("the pipe to a proof worker failed: {0}")]
    Io(#[from] io::Error),
    /// A frame over [`MAX_WIRE_BYTES`].
    #[error("a frame of {0} bytes is over the limit of {MAX_WIRE_BYTES} (MAX_WIRE_BYTES)")]
    TooLarge(usize),
    /// A frame that is not UTF-8.
    #[error("a frame from a proof worker is not text")]
    NotText,
}

/// Writes one frame and flushes it.
pub fn write_frame(to: &mut impl Write, text: &str) -> Result<(), FrameError> {
    if text.len() > MAX_WIRE_BYTES {
        return Err(FrameError::TooLarge(text.len()));
    }
    to.write_all(&(text.len() as u32).to_le_bytes())?;
    to.write_all(text.as_bytes())?;
    Ok(to.flush()?)
}

/// Reads one frame; `None` at the end of the stream between frames.
pub fn read_frame(from: &mut impl Read) -> Result<Option<String>, FrameError> {
    let mut length = [0; 4];
    match from.read(&mut length[..1])? {
        0 => return Ok(None),
        _ => from.read_exact(&mut length[1..])?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_WIRE_BYTES {
        return Err(FrameError::TooLarge(length));
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map(Some).map_err(|_| FrameError::NotText)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_and_a_cut_or_monstrous_one_is_an_error() {
        let mut bytes = vec![];
        write_frame(&mut bytes, "one").unwrap();
        write_frame(&mut bytes, "").unwrap();
        let mut from = &bytes[..];
        assert_eq!(read_frame(&mut from).unwrap().as_deref(), Some("one"));
        assert_eq!(read_frame(&mut from).unwrap().as_deref(), Some(""));
        assert!(read_frame(&mut from).unwrap().is_none());
        assert!(matches!(read_frame(&mut &bytes[..5]), Err(FrameError::Io(_))));
        assert!(matches!(read_frame(&mut &[255u8, 255, 255, 255, 0][..]), Err(FrameError::TooLarge(_))));
    }
}
