//! Files that an operator writes: read within a bound, and what is wrong in one, with its place.

use std::fmt;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A fault in a file, and its remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1; `None` where it is the whole file.
    pub line: Option<usize>,
    /// The fault, and the remedy.
    pub sentence: String,
}

impl std::error::Error for Problem {}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:", self.path.display())?;
        if let Some(line) = self.line {
            write!(out, "{line}:")?;
        }
        write!(out, " {}", self.sentence)
    }
}

/// Reads a text file of bounded size.
pub fn text(path: &Path, max_bytes: u64) -> Result<String, Problem> {
    let whole = |sentence| Problem { path: path.to_owned(), line: None, sentence };
    let mut text = String::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(max_bytes + 1).read_to_string(&mut text));
    read.map_err(|error| whole(format!("cannot be read: {error}")))?;
    if text.len() as u64 > max_bytes {
        return Err(whole(format!("is over the bound of {max_bytes} bytes")));
    }
    Ok(text)
}

/// The line, from 1, of a place in a text.
pub fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count()
}
