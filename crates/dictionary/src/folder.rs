//! The files of an instruction set's folder.

use crate::error::DataError;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The text of a file, made when somebody first reads it: most price tables of a process are never read. It lives as long as the
/// process, as everything that is read from it points into it.
#[derive(Clone)]
pub struct FileText(Arc<LazyLock<&'static str, Make>>);

type Make = Box<dyn FnOnce() -> &'static str + Send>;

impl FileText {
    /// A text that this makes when it is needed.
    pub fn made(make: impl FnOnce() -> String + Send + 'static) -> FileText {
        FileText(Arc::new(LazyLock::new(Box::new(|| leaked(make())))))
    }

    /// The text.
    pub fn read(&self) -> &'static str {
        **self.0
    }
}

/// Texts by file name.
#[derive(Clone, Default)]
pub struct Folder(BTreeMap<&'static str, FileText>);

impl Folder {
    /// A folder of these files.
    pub fn of(files: impl IntoIterator<Item = (&'static str, FileText)>) -> Folder {
        Folder(files.into_iter().collect())
    }

    /// A folder that was read at run time: its texts are never freed.
    pub fn leaked(files: impl IntoIterator<Item = (String, String)>) -> Folder {
        Folder::of(files.into_iter().map(|(name, text)| (leaked(name), FileText::made(move || text))))
    }

    /// The text of a file.
    pub fn text(&self, name: &'static str) -> Result<&'static str, DataError> {
        self.0.get(name).map(FileText::read).ok_or_else(|| DataError::at(name, 0, "the file is not there"))
    }

    /// Files that are called `PREFIX-NAME.txt`, by that name.
    pub fn family(&self, prefix: &str) -> BTreeMap<&'static str, FileText> {
        let name = |file: &'static str| file.strip_prefix(prefix)?.strip_prefix('-')?.strip_suffix(".txt");
        self.0.iter().filter_map(|(file, text)| Some((name(file)?, text.clone()))).collect()
    }
}

fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}
