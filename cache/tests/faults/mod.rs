//! A file system around `Disk` on which the power fails at a chosen call, or the space runs out.
//!
//! A power failure's effect on bytes that were not synced: a file loses a random part of its unsynced end, or has zeros in
//! it; a rename whose folder was not synced may be undone. Only calls that change something count.

use isotope_cache::filesystem::{Disk, Entry, FileSystem, MemoFile, OpenMode};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// A rename that may still be undone, with the file that it replaced.
struct Rename {
    from: PathBuf,
    to: PathBuf,
    replaced: Option<PathBuf>,
}

/// The state that a `FaultyDisk` and its files share.
pub struct Faults {
    calls: AtomicU64,
    crash_at: AtomicU64,
    crashed: AtomicBool,
    /// Bytes that may still be written.
    space: AtomicU64,
    /// Whether nothing becomes durable and no file is cut, though writes go on.
    is_ailing: AtomicBool,
    /// By path, up to which byte the file is durable.
    durable: Mutex<BTreeMap<PathBuf, Arc<AtomicU64>>>,
    renames: Mutex<Vec<Rename>>,
    rng: Mutex<StdRng>,
    attic: tempfile::TempDir,
}

/// The file system. Clones share their faults.
#[derive(Clone)]
pub struct FaultyDisk(pub Arc<Faults>);

#[allow(dead_code, reason = "each suite is a crate of its own and uses a part")]
impl FaultyDisk {
    /// Power fails at the `crash_at`-th call that changes something.
    pub fn new(seed: u64, crash_at: u64) -> FaultyDisk {
        FaultyDisk(Arc::new(Faults {
            calls: AtomicU64::new(0),
            crash_at: AtomicU64::new(crash_at),
            crashed: AtomicBool::new(false),
            space: AtomicU64::new(u64::MAX),
            is_ailing: AtomicBool::new(false),
            durable: Mutex::default(),
            renames: Mutex::default(),
            rng: Mutex::new(StdRng::seed_from_u64(seed)),
            attic: tempfile::tempdir().unwrap(),
        }))
    }

    /// Calls so far that changed something.
    pub fn calls(&self) -> u64 {
        self.0.calls.load(Ordering::SeqCst)
    }

    /// Whether the power has failed.
    pub fn crashed(&self) -> bool {
        self.0.crashed.load(Ordering::SeqCst)
    }

    /// Leaves `bytes` of free space.
    pub fn set_space(&self, bytes: u64) {
        self.0.space.store(bytes, Ordering::SeqCst);
    }

    /// Fails every sync and every cut from now on, or no longer.
    pub fn set_ailing(&self, is_ailing: bool) {
        self.0.is_ailing.store(is_ailing, Ordering::SeqCst);
    }

    /// Does to the real files what the power failure did to those not synced.
    pub fn lose_unsynced(&self) {
        let mut rng = self.0.rng.lock().unwrap();
        for (path, durable) in self.0.durable.lock().unwrap().iter() {
            let Ok(file) = std::fs::OpenOptions::new().write(true).open(path) else { continue };
            let (len, durable) = (file.metadata().unwrap().len(), durable.load(Ordering::SeqCst));
            if len > durable {
                let kept = rng.random_range(durable..=len);
                file.set_len(kept).unwrap();
                if rng.random_bool(0.5) && kept > durable {
                    let from = rng.random_range(durable..kept);
                    let zeros = vec![0; (kept - from).min(4096) as usize];
                    file.write_all_at(&zeros, from).unwrap();
                }
            }
        }
        // The newest first, and none undone under one that is kept: a folder's changes are durable in order.
        for rename in self.0.renames.lock().unwrap().drain(..).rev() {
            if rng.random_bool(0.5) {
                break;
            }
            if std::fs::rename(&rename.to, &rename.from).is_ok()
                && let Some(replaced) = rename.replaced
            {
                std::fs::copy(replaced, &rename.to).unwrap();
            }
        }
    }
}

impl Faults {
    /// Counts a call; an error once the power is gone, and `Ok(true)` for the call at which it goes.
    fn step(&self) -> io::Result<bool> {
        if self.crashed.load(Ordering::SeqCst) {
            return Err(io::Error::other("the power is gone"));
        }
        let now = self.calls.fetch_add(1, Ordering::SeqCst) == self.crash_at.load(Ordering::SeqCst);
        if now {
            self.crashed.store(true, Ordering::SeqCst);
        }
        Ok(now)
    }

    /// Counts a sync or a cut.
    fn settling_step(&self) -> io::Result<()> {
        self.whole_step()?;
        if self.is_ailing.load(Ordering::SeqCst) { Err(io::Error::other("the disk ails")) } else { Ok(()) }
    }

    /// Counts a call that happens wholly or not at all.
    fn whole_step(&self) -> io::Result<()> {
        if self.step()? { Err(io::Error::other("the power goes")) } else { Ok(()) }
    }
}

struct FaultyFile {
    inner: Box<dyn MemoFile>,
    faults: Arc<Faults>,
    durable: Arc<AtomicU64>,
}

impl MemoFile for FaultyFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.inner.read_at(buffer, offset)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        if self.faults.step()? {
            let part = self.faults.rng.lock().unwrap().random_range(0..=bytes.len());
            self.inner.write_all_at(&bytes[..part], offset)?;
            return Err(io::Error::other("the power goes"));
        }
        // Short writes, as the system may make them.
        let wish = bytes.len().div_ceil(2).max(bytes.len().min(4096)) as u64;
        let space = self.faults.space.load(Ordering::SeqCst);
        if space == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let part = wish.min(space);
        self.faults.space.store(space - part, Ordering::SeqCst);
        self.inner.write_all_at(&bytes[..part as usize], offset)?;
        Ok(part as usize)
    }

    fn sync(&self) -> io::Result<()> {
        self.faults.settling_step()?;
        self.durable.store(self.inner.len()?, Ordering::SeqCst);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.faults.settling_step()?;
        self.durable.fetch_min(len, Ordering::SeqCst);
        self.inner.set_len(len)
    }

    fn len(&self) -> io::Result<u64> {
        self.inner.len()
    }
}

impl FileSystem for FaultyDisk {
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn MemoFile>> {
        if mode != OpenMode::Read {
            self.0.whole_step()?;
        }
        let inner = Disk.open(path, mode)?;
        let mut durable = self.0.durable.lock().unwrap();
        let entry = durable.entry(path.to_path_buf()).or_insert_with(|| Arc::new(AtomicU64::new(inner.len().unwrap())));
        if mode == OpenMode::Empty {
            entry.store(0, Ordering::SeqCst);
        }
        Ok(Box::new(FaultyFile { inner, faults: self.0.clone(), durable: entry.clone() }))
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        self.0.whole_step()?;
        Disk.create_dir_all(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        Disk.list(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.0.whole_step()?;
        let mut renames = self.0.renames.lock().unwrap();
        let replaced = to.is_file().then(|| {
            let kept = self.0.attic.path().join(self.calls().to_string());
            std::fs::copy(to, &kept).unwrap();
            kept
        });
        Disk.rename(from, to)?;
        renames.push(Rename { from: from.into(), to: to.into(), replaced });
        let mut durable = self.0.durable.lock().unwrap();
        durable.remove(to);
        if let Some(entry) = durable.remove(from) {
            durable.insert(to.into(), entry);
        }
        Ok(())
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.0.whole_step()?;
        self.0.durable.lock().unwrap().remove(path);
        Disk.remove_file(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        self.0.whole_step()?;
        self.0.durable.lock().unwrap().retain(|p, _| !p.starts_with(path));
        Disk.remove_dir_all(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.0.whole_step()?;
        self.0.renames.lock().unwrap().retain(|r| r.to.parent() != Some(path));
        Ok(())
    }
}
