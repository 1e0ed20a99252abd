//! Several files of a vendor as one text.
//!
//! Before each file stands a line that begins with a form feed and has the file's name; no text of ours or of a vendor
//! has lines that begin so.
//!
//! A reader takes one text, whatever the vendor's form is. Arm's specification is four files, beside the table of intrinsics and the
//! encodings, which are the project's own; `target.toml` lists them, and the steps of the pipeline put them together.
//!
//! The names of files are their reader's business: files of other names than it asks for are passed over.
//!
//! ```text
//! \\u{c}v8_base.sail
//! val ..
//! \\u{c}acle-advsimd.csv
//! int8x8_t vadd_s8 ..
//! ```

use crate::reader::ReadError;

/// Files as one text.
pub fn bundle<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    files.into_iter().map(|(name, text)| format!("\u{c}{name}\n{text}\n")).collect()
}

/// The files of a text, each with its name.
pub fn files(text: &str) -> Result<Vec<(&str, &str)>, ReadError> {
    let mut parts = text.split('\u{c}');
    if parts.next().is_none_or(|before| !before.is_empty()) {
        return Err(ReadError::Bundle);
    }
    parts.map(|part| part.split_once('\n').ok_or(ReadError::Bundle)).collect()
}
