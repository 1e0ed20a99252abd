//! The files of an instruction set's folder.

use crate::error::DataError;
use std::collections::BTreeMap;

/// Texts by file name. They live as long as the process, as everything that is read from them points into them.
#[derive(Clone, Debug, Default)]
pub struct Folder(BTreeMap<&'static str, &'static str>);

impl Folder {
    /// A folder of these files.
    pub fn of(files: impl IntoIterator<Item = (&'static str, &'static str)>) -> Folder {
        Folder(files.into_iter().collect())
    }

    /// A folder that was read at run time: its texts are never freed.
    pub fn leaked(files: impl IntoIterator<Item = (String, String)>) -> Folder {
        let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        Folder(files.into_iter().map(|(name, text)| (leak(name), leak(text))).collect())
    }

    /// The text of a file.
    pub fn text(&self, name: &'static str) -> Result<&'static str, DataError> {
        self.0.get(name).copied().ok_or_else(|| DataError::at(name, 0, "the file is not there"))
    }

    /// Files that are called `PREFIX-NAME.txt`, by that name.
    pub fn family(&self, prefix: &str) -> BTreeMap<&'static str, &'static str> {
        let name = |file: &'static str| file.strip_prefix(prefix)?.strip_prefix('-')?.strip_suffix(".txt");
        self.0.iter().filter_map(|(file, text)| Some((name(file)?, *text))).collect()
    }
}
