//! The file that says where a daemon listens, once it is ready.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where it is written to before it is renamed into place, so that a reader never sees half an address.
fn partial(path: &Path) -> PathBuf {
    path.with_extension("partial")
}

/// Whether it can be written; leaves nothing behind.
pub fn check(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    let partial = partial(path);
    fs::File::create(&partial)?;
    fs::remove_file(partial)
}

/// Writes it.
pub fn write(path: &Path, address: &str) -> io::Result<()> {
    let partial = partial(path);
    fs::write(&partial, format!("{address}\n"))?;
    fs::rename(&partial, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_and_one_that_cannot_be_is_known_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ready");
        check(&path).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        write(&path, "127.0.0.1:1").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "127.0.0.1:1\n");
        for bad in [folder.path().to_owned(), path.join("below"), folder.path().join("no/ready")] {
            assert!(check(&bad).is_err() && write(&bad, "x").is_err(), "{}", bad.display());
        }
    }
}
