//! Daemons that `isotope run` started and that stay: each has a folder with its log, and with a file that says which process it is.

use anyhow::Context as _;
use nix::fcntl::{Flock, FlockArg};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A daemon, as its file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Its address.
    pub url: String,
    /// Its process.
    pub process: i32,
    /// When that began, in the kernel's own count: another process may have the number by now.
    pub begun: u64,
    /// Its log.
    pub log: PathBuf,
}

/// The name of the file.
const NAME: &str = "daemon.json";

/// `$XDG_STATE_HOME/isotope`, `~/.local/state/isotope`, or a folder beside.
fn folder() -> PathBuf {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = named("XDG_STATE_HOME").or_else(|| Some(named("HOME")?.join(".local/state")));
    base.map_or_else(|| std::env::temp_dir().join("isotope-state"), |base| base.join("isotope"))
}

/// The folder of the daemon at an address, made if it is missing.
pub fn folder_of(url: &str) -> anyhow::Result<PathBuf> {
    let folder = folder().join(&blake3::hash(url.as_bytes()).to_hex()[..16]);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Ok(folder)
}

/// Waits until no other command starts a daemon in this folder; none does until the result is dropped.
pub async fn locked(folder: &Path) -> anyhow::Result<Flock<File>> {
    let path = folder.join("lock");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let waiting = tokio::task::spawn_blocking(|| Flock::lock(file, FlockArg::LockExclusive));
    waiting.await?.map_err(|(_, error)| error).with_context(|| format!("cannot lock {}", path.display()))
}

impl Kept {
    /// Notes a process that was started.
    pub fn note(url: &str, process: u32, log: PathBuf) -> anyhow::Result<Kept> {
        let process = i32::try_from(process)?;
        let kept = Kept { url: url.to_owned(), process, begun: begun(process).unwrap_or_default(), log };
        let path = folder_of(url)?.join(NAME);
        std::fs::write(&path, serde_json::to_vec(&kept)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(kept)
    }

    /// All that still run. Files of those that do not are taken away.
    pub fn all() -> Vec<Kept> {
        let entries = std::fs::read_dir(folder()).into_iter().flatten().flatten();
        let mut all: Vec<Kept> = Vec::new();
        for path in entries.map(|entry| entry.path().join(NAME)) {
            let read = std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Kept>(&bytes).ok());
            match read {
                Some(kept) if kept.is_alive() => all.push(kept),
                // The log stays: it may say why.
                Some(kept) => kept.forget(),
                None => {}
            }
        }
        all.sort_by(|a, b| a.url.cmp(&b.url));
        all
    }

    /// Whether that process still runs.
    pub fn is_alive(&self) -> bool {
        begun(self.process) == Some(self.begun)
    }

    /// Ends it in order; by force where it does not end in time. Whether it ended in order.
    pub async fn stop(&self, within: Duration) -> bool {
        let ended = self.ends_by(Signal::SIGTERM, within).await;
        if !ended {
            // The kernel may take a moment, and its address is somebody's until then.
            self.ends_by(Signal::SIGKILL, within).await;
        }
        self.forget();
        ended
    }

    /// Sends it a signal; whether it has ended within a time.
    async fn ends_by(&self, signal: Signal, within: Duration) -> bool {
        let until = Instant::now() + within;
        // It may have ended by itself.
        let _ = kill(Pid::from_raw(self.process), signal);
        while self.is_alive() && Instant::now() < until {
            tokio::time::sleep(isotope_cli::limits::RUN_LOOK).await;
        }
        !self.is_alive()
    }

    fn forget(&self) {
        if let Ok(folder) = folder_of(&self.url) {
            // Another command may have taken it away.
            let _ = std::fs::remove_file(folder.join(NAME));
        }
    }
}

/// When a process began; none where it has ended.
fn begun(process: i32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in brackets, may hold anything.
    let (_, fields) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    // The first thread may have ended before others, which have the daemon's address until then.
    let has_threads = fields.get(17)?.parse::<u32>().is_ok_and(|count| count > 1);
    let has_ended = matches!(*fields.first()?, "Z" | "X") && !has_threads;
    if has_ended { None } else { fields.get(19)?.parse().ok() }
}
