//! Programs and windows as bytes that outlive a build: what records hold, in the memo and in a tier.
//!
//! The format is a line with its name and version, then JSON whose names are those of the types here and in `isotope_ir`. `tests/stored.rs`
//! holds every name against a golden file, so that a renamed variant cannot make records unreadable by accident: a new layout
//! gets a new version, and the reader of this one stays. Bytes without the line are of the first daemons, whose layout is version 1.

use crate::Program;
use isotope_ir::window::Window;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// How a program begins.
const PROGRAM: &str = "isotope-program 1\n";

/// How a window begins.
const WINDOW: &str = "isotope-window 1\n";

/// Why bytes are none of this format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoredError {
    /// Another version's, or another thing altogether.
    #[error("they begin with {0:?}, and this build reads {1:?}")]
    Version(String, &'static str),
    /// JSON that says something else.
    #[error("{0}")]
    Layout(String),
}

/// A program's bytes.
pub fn program(program: &Program) -> Result<Vec<u8>, StoredError> {
    write(PROGRAM, program)
}

/// The program of such bytes.
pub fn read_program(bytes: &[u8]) -> Result<Program, StoredError> {
    read(PROGRAM, bytes)
}

/// A window's bytes.
pub fn window(window: &Window) -> Result<Vec<u8>, StoredError> {
    write(WINDOW, window)
}

/// The window of such bytes; nobody has checked its types yet.
pub fn read_window(bytes: &[u8]) -> Result<Window, StoredError> {
    read(WINDOW, bytes)
}

fn write<T: Serialize>(header: &str, value: &T) -> Result<Vec<u8>, StoredError> {
    let mut bytes = header.as_bytes().to_vec();
    serde_json::to_writer(&mut bytes, value).map_err(|error| StoredError::Layout(error.to_string()))?;
    Ok(bytes)
}

fn read<T: DeserializeOwned>(header: &'static str, bytes: &[u8]) -> Result<T, StoredError> {
    let json = match bytes.strip_prefix(header.as_bytes()) {
        Some(json) => json,
        None if bytes.starts_with(b"{") => bytes,
        None => {
            let begins = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let begins = String::from_utf8_lossy(&begins[..begins.len().min(header.len())]).into_owned();
            return Err(StoredError::Version(begins, header.trim_end()));
        }
    };
    serde_json::from_slice(json).map_err(|error| StoredError::Layout(error.to_string()))
}
