//! Frames on the pipes: a length of four bytes, little endian, then so many bytes of JSON.

use crate::limits::MAX_FRAME_BYTES;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};

/// A pipe that no longer speaks in frames.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// Reading or writing failed.
    #[error("the pipe to a worker failed: {0}")]
    Io(#[from] io::Error),
    /// A frame over [`MAX_FRAME_BYTES`].
    #[error("a frame of {0} bytes is over the limit of {MAX_FRAME_BYTES} (MAX_FRAME_BYTES)")]
    TooLarge(usize),
    /// A frame that is no message.
    #[error("a frame is not a message: {0}")]
    NotMessage(#[from] serde_json::Error),
}

/// Writes one message and flushes it. One that is too large is not begun.
pub fn write_frame(to: &mut impl Write, message: &impl Serialize) -> Result<(), FrameError> {
    let bytes = serde_json::to_vec(message)?;
    if bytes.len() > MAX_FRAME_BYTES {
        return Err(FrameError::TooLarge(bytes.len()));
    }
    to.write_all(&(bytes.len() as u32).to_le_bytes())?;
    to.write_all(&bytes)?;
    Ok(to.flush()?)
}

/// Reads one message; `None` at the end of the stream between messages.
pub fn read_frame<M: DeserializeOwned>(from: &mut impl Read) -> Result<Option<M>, FrameError> {
    let mut length = [0; 4];
    match from.read(&mut length[..1])? {
        0 => return Ok(None),
        _ => from.read_exact(&mut length[1..])?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_FRAME_BYTES {
        return Err(FrameError::TooLarge(length));
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes)?;
    Ok(Some(serde_json::from_slice(&bytes)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_and_a_cut_or_monstrous_one_is_an_error() {
        let mut bytes = vec![];
        write_frame(&mut bytes, &"one").unwrap();
        write_frame(&mut bytes, &u128::MAX).unwrap();
        let mut from = &bytes[..];
        assert_eq!(read_frame::<String>(&mut from).unwrap().as_deref(), Some("one"));
        assert_eq!(read_frame::<u128>(&mut from).unwrap(), Some(u128::MAX));
        assert!(read_frame::<String>(&mut from).unwrap().is_none());
        assert!(matches!(read_frame::<String>(&mut &bytes[..5]), Err(FrameError::Io(_))));
        assert!(matches!(read_frame::<u64>(&mut &bytes[..]), Err(FrameError::NotMessage(_))));
        assert!(matches!(read_frame::<String>(&mut &[255u8, 255, 255, 255, 0][..]), Err(FrameError::TooLarge(_))));
    }
}
