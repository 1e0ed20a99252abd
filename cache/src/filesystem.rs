//! The operations that the cache needs of a file system, and the real one. Faults are decorators around it (see `tests/faults`):
//! every byte that has to survive goes through here, so a test can fail or cut any of these calls.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// An open file, read and written by offset. Calls may be short, as the system's are.
pub trait MemoFile: Send + Sync {
    /// Reads at `offset`; 0 is the end of the file.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize>;
    /// Writes some of `bytes` at `offset` and says how many.
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize>;
    /// Returns once everything written is durable.
    fn sync(&self) -> io::Result<()>;
    /// Cuts or extends the file to `len` bytes.
    fn set_len(&self, len: u64) -> io::Result<()>;
    /// Length in bytes.
    fn len(&self) -> io::Result<u64>;
    /// Whether the length is 0.
    fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }

    /// Reads until `buffer` is full or the file ends; says how many bytes were read.
    fn read_full_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut done = 0;
        while done < buffer.len() {
            match self.read_at(&mut buffer[done..], offset + done as u64) {
                Ok(0) => break,
                Ok(n) => done += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(done)
    }

    /// Writes all of `bytes`, over as many short writes as it takes.
    fn write_all_at(&self, bytes: &[u8], offset: u64) -> io::Result<()> {
        let mut done = 0;
        while done < bytes.len() {
            match self.write_at(&bytes[done..], offset + done as u64) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(n) => done += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
}

/// How to open a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMode {
    /// For reading; it must exist.
    Read,
    /// For reading and writing; made if it is not there, kept as it is if it is.
    Keep,
    /// For reading and writing, empty.
    Empty,
}

/// The calls that the memo makes on folders and names.
pub trait FileSystem: Send + Sync {
    /// Opens a file.
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn MemoFile>>;
    /// Makes a folder and those above it.
    fn create_dir_all(&self, path: &Path) -> io::Result<()>;
    /// Names in a folder with their lengths in bytes (0 for folders), sorted; an error if it is not there.
    fn list(&self, path: &Path) -> io::Result<Vec<Entry>>;
    /// Gives a file or folder another name, replacing a file of that name in one step.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove_file(&self, path: &Path) -> io::Result<()>;
    /// Removes a folder and all in it.
    fn remove_dir_all(&self, path: &Path) -> io::Result<()>;
    /// Returns once the names in a folder are durable.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;
}

/// One name in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its path, the folder's included.
    pub path: PathBuf,
    /// Bytes of a file, 0 for a folder.
    pub len: u64,
    /// Whether it is a folder.
    pub is_dir: bool,
}

/// The operating system's file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl MemoFile for File {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        FileExt::read_at(self, buffer, offset)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        FileExt::write_at(self, bytes, offset)
    }

    fn sync(&self) -> io::Result<()> {
        self.sync_data()
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        File::set_len(self, len)
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }
}

impl FileSystem for Disk {
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn MemoFile>> {
        let mut options = OpenOptions::new();
        options.read(true);
        if mode != OpenMode::Read {
            options.write(true).create(true).truncate(mode == OpenMode::Empty).mode(0o600);
        }
        Ok(Box::new(options.open(path)?))
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = fs::read_dir(path)?
            .map(|entry| {
                let entry = entry?;
                let meta = entry.metadata()?;
                let is_dir = meta.is_dir();
                Ok(Entry { path: entry.path(), len: if is_dir { 0 } else { meta.len() }, is_dir })
            })
            .collect::<io::Result<Vec<_>>>()?;
        entries.sort();
        Ok(entries)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }
}
