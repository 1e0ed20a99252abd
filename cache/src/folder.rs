//! Holding a cache folder: its rights, its locks, and whether it is still the one that was opened.
//!
//! The guarantee: at most one memo appends to a journal, because each holds the lock inside the folder and, before
//! it acknowledges a record, looks whether the folder's path still leads to that lock and to its journal. A second memo
//! on the same *path* is also refused when the folder was deleted or replaced under the first: each holds a lock beside
//! the folder as well (`.NAME.lock`). That one cannot be made where the folder's parent is not writable, and can be
//! deleted by hand; then the second starts, and the first notices at its next put, and stores nothing more.

use crate::error::{At, Error, Result};
use crate::filesystem::FileSystem;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The lock file's name in the cache folder. It stays empty.
const LOCK_NAME: &str = "lock";
/// Rights of the folder: its owner's alone.
const PRIVATE: u32 = 0o700;
/// How often a lock is tried for anew when its file is replaced while it is being taken.
const LOCK_TRIES: usize = 16;

/// Which file a path leads to: device and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity(u64, u64);

impl Identity {
    /// The file that `path` leads to now.
    pub(crate) fn of(path: &Path) -> io::Result<Identity> {
        fs::metadata(path).map(|meta| Identity(meta.dev(), meta.ino()))
    }
}

/// A folder that this memo holds. Dropped, it is let go of.
pub(crate) struct Folder {
    path: PathBuf,
    /// The file that the path led to when it was locked.
    identity: Identity,
    /// Inside the folder.
    lock: FileLock,
    /// Beside the folder, where its parent lets us.
    beside: Option<PathLock>,
    /// Rights that the folder had and should not have had.
    pub(crate) repaired_mode: Option<u32>,
}

impl Folder {
    /// Makes the folder if it is not there, locks it, and sees to its rights.
    pub(crate) fn hold(fs: &dyn FileSystem, path: &Path) -> Result<Folder> {
        let path = std::path::absolute(path).at("find", path)?;
        let missing: Vec<&Path> = path.ancestors().take_while(|level| !level.exists()).collect();
        if let Some(parent) = path.parent() {
            fs.create_dir_all(parent).at("create the folder above the cache folder", parent)?;
        }
        let beside = lock_beside(&path)?;
        fs.create_dir_all(&path).at("create the cache folder", &path)?;
        for level in &missing {
            if let Some(parent) = level.parent() {
                match fs.sync_dir(parent) {
                    // A folder that may be written to and not be read: its names become durable in the system's own
                    // time.
                    Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {}
                    synced => synced.at("sync", parent)?,
                }
            }
        }
        let repaired_mode = make_private(&path)?.filter(|_| missing.is_empty());
        let Some(lock) = FileLock::take(&path.join(LOCK_NAME))? else { return Err(Error::Locked { path }) };
        let identity = Identity::of(&path).at("examine", &path)?;
        Ok(Folder { path, identity, lock, beside, repaired_mode })
    }

    /// Whether [`Self::hold`] would go well, found out by doing what it does and taking that back: what was made is gone
    /// again, and rights stay as they are. `look` sees the folder while it is held.
    pub(crate) fn rehearse(path: &Path, look: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        let path = std::path::absolute(path).at("find", path)?;
        let mut made = Made::default();
        let missing: Vec<&Path> = path.ancestors().take_while(|level| !level.exists()).collect();
        for level in missing.into_iter().rev() {
            fs::create_dir(level).at("create the cache folder", level)?;
            made.folders.push(level.to_owned());
        }
        let _beside = lock_beside(&path)?;
        owned(&path)?;
        let inside = path.join(LOCK_NAME);
        let stays = inside.exists();
        let Some(lock) = FileLock::take(&inside)? else { return Err(Error::Locked { path }) };
        let _held = if stays {
            Some(lock)
        } else {
            made.locks.push(lock);
            None
        };
        look(&path)
    }

    /// The folder's path, absolute.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether nobody can hold another folder at this path.
    pub(crate) fn is_path_locked(&self) -> bool {
        self.beside.is_some()
    }

    /// An error unless the path still leads to the folder and the lock that were taken.
    pub(crate) fn check(&self) -> Result<()> {
        let is_same = Identity::of(&self.path).is_ok_and(|now| now == self.identity) && self.lock.is_at_its_path();
        if is_same { Ok(()) } else { Err(Error::FolderReplaced { path: self.path.clone() }) }
    }
}

/// The lock beside a folder. Its file goes with it, also where the folder could not be held.
struct PathLock(FileLock);

impl Drop for PathLock {
    fn drop(&mut self) {
        if self.0.is_at_its_path() {
            // While it is locked: whoever has opened it meanwhile finds, once it has the lock, that it is no longer
            // there.
            let _ = fs::remove_file(&self.0.path);
        }
    }
}

/// Files that were made for a look, and are taken away after it. The files of locks go while they are locked: whoever has opened one
/// meanwhile finds, once it has the lock, that it is no longer there.
#[derive(Default)]
struct Made {
    folders: Vec<PathBuf>,
    locks: Vec<FileLock>,
}

impl Drop for Made {
    fn drop(&mut self) {
        for lock in &self.locks {
            let _ = fs::remove_file(&lock.path);
        }
        // One that somebody has put something into meanwhile stays.
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Takes the lock beside the folder. `None` where the parent folder does not let us make one.
fn lock_beside(path: &Path) -> Result<Option<PathLock>> {
    // Two names of one folder are one path.
    let real = path.canonicalize().or_else(|_| {
        let parent = path.parent().map_or_else(|| Ok(PathBuf::from("/")), Path::canonicalize)?;
        Ok::<_, io::Error>(parent.join(path.file_name().unwrap_or_default()))
    });
    let real = real.at("find", path)?;
    let Some(name) = real.file_name() else { return Ok(None) };
    let mut lock_name = OsString::from(".");
    lock_name.push(name);
    lock_name.push(".lock");
    match FileLock::take(&real.with_file_name(lock_name)) {
        Ok(Some(lock)) => Ok(Some(PathLock(lock))),
        Ok(None) => Err(Error::Locked { path: path.to_path_buf() }),
        Err(_) => Ok(None),
    }
}

/// The folder's metadata; it must be this user's.
fn owned(path: &Path) -> Result<fs::Metadata> {
    let meta = fs::metadata(path).at("examine", path)?;
    let user = rustix::process::geteuid().as_raw();
    if meta.uid() != user {
        return Err(Error::NotOurs { path: path.to_path_buf(), owner: meta.uid(), user });
    }
    Ok(meta)
}

/// Takes the rights of everyone but the owner away, and says what they were if there were any.
fn make_private(path: &Path) -> Result<Option<u32>> {
    let meta = owned(path)?;
    let mode = meta.permissions().mode() & 0o7777;
    if mode == PRIVATE {
        return Ok(None);
    }
    fs::set_permissions(path, Permissions::from_mode(PRIVATE)).at("take other users' rights off", path)?;
    Ok(Some(mode))
}

/// The lock on a file. Dropped, it is undone rather than only closed: a process that is being started, and is a copy of
/// this one until then, would hold it on.
struct FileLock {
    file: File,
    path: PathBuf,
    identity: Identity,
}

impl FileLock {
    /// Locks the file for this process, making it if need be; the system lets go of it when the process ends, however
    /// it ends. `None` if another one has it.
    fn take(path: &Path) -> Result<Option<FileLock>> {
        for _ in 0..LOCK_TRIES {
            let mut options = OpenOptions::new();
            options.create(true).truncate(false).write(true).mode(0o600);
            let file = options.open(path).at("open", path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(source)) => {
                    return Err(Error::Io { action: "lock", path: path.to_path_buf(), source });
                }
            }
            let meta = file.metadata().at("examine", path)?;
            let lock = FileLock { file, path: path.to_path_buf(), identity: Identity(meta.dev(), meta.ino()) };
            if lock.is_at_its_path() {
                return Ok(Some(lock));
            }
        }
        Ok(None)
    }

    /// Whether its path still leads to the file that is locked.
    fn is_at_its_path(&self) -> bool {
        Identity::of(&self.path).is_ok_and(|now| now == self.identity)
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Where this fails, closing the file does it.
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests;
