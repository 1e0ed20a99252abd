//! The instruction sets of this process, and the machine that it runs on.

use crate::limits::MAX_SET_BYTES;
use isotope_dictionary::{Folder, Host, InstructionSets, Target, TargetError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Why a folder of instruction sets cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SetsError {
    /// Something of it cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file does not fit.
    #[error("{path} has {bytes} bytes; the bound MAX_SET_BYTES is {MAX_SET_BYTES}")]
    Large {
        /// Which.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// The data are not what they should be.
    #[error("the instruction sets of {folder}: {source}")]
    Data {
        /// The folder of folders.
        folder: PathBuf,
        /// The fault.
        source: isotope_dictionary::DataError,
    },
}

/// The contents of a folder: it is read once in a process, and never given up.
static READ: Mutex<Option<(PathBuf, &'static InstructionSets)>> = Mutex::new(None);

/// The instruction sets that this build carries, and those of a folder: a folder of data for each. The last folder is not read
/// again.
pub fn load(more: Option<&Path>) -> Result<&'static InstructionSets, SetsError> {
    let Some(folder) = more else { return Ok(isotope_grammars::embedded()) };
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((path, sets)) = &*read
        && path == folder
    {
        return Ok(sets);
    }
    let sets = read_folder(folder)?;
    *read = Some((folder.to_owned(), sets));
    Ok(sets)
}

fn read_folder(folder: &Path) -> Result<&'static InstructionSets, SetsError> {
    let mut found = Vec::new();
    for set in entries(folder)? {
        if set.is_dir() {
            let mut files = Vec::new();
            for file in entries(&set)? {
                let read = |source| SetsError::Read { path: file.clone(), source };
                let bytes = fs::metadata(&file).map_err(read)?.len();
                if bytes > MAX_SET_BYTES {
                    return Err(SetsError::Large { path: file, bytes });
                }
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if name.ends_with(".txt") || name.ends_with(".toml") {
                    files.push((name, fs::read_to_string(&file).map_err(read)?));
                }
            }
            found.push(Folder::leaked(files));
        }
    }
    isotope_grammars::with_folders(found).map_err(|source| SetsError::Data { folder: folder.to_owned(), source })
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, SetsError> {
    let read = |source| SetsError::Read { path: folder.to_owned(), source };
    let paths = fs::read_dir(folder).map_err(read)?.map(|entry| entry.map(|e| e.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>().map_err(read)?;
    paths.sort();
    Ok(paths)
}

/// The machine that this process runs on.
pub fn host() -> Host {
    Host {
        arch: std::env::consts::ARCH.to_owned(),
        features: isotope_run::host_features().into_iter().map(str::to_owned).collect(),
    }
}

/// A target of the instruction sets that this build carries.
pub fn target(arch: &str, mcpu: &str, mattr: &str) -> Result<Target, TargetError> {
    isotope_grammars::embedded().target(arch, mcpu, mattr, &host())
}
