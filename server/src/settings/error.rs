//! Why a daemon does not begin, or ends before it should.

use super::mistakes::AllWrong;
use crate::failure::SelectError;
use crate::problem::Problem;
use crate::stored::importing::ImportError;

/// Why the daemon does not serve (any more).
#[derive(Debug, thiserror::Error)]
pub enum DaemonError {
    /// The cache folder cannot be used.
    #[error("{0}")]
    Cache(#[from] isotope_cache::Error),
    /// The engine cannot be loaded.
    #[error("{0}")]
    Engine(#[from] SelectError),
    /// A file that an operator wrote cannot be used.
    #[error("{0}")]
    File(#[from] Problem),
    /// Settings that do not go together.
    #[error("{0}")]
    Settings(#[from] AllWrong),
    /// The system does not do what every daemon needs.
    #[error("{what}: {source}")]
    System {
        /// The action that failed.
        what: &'static str,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The tier cannot be used as it is configured.
    #[error("{0}")]
    Tier(#[from] isotope_tier::SetupError),
    /// A snapshot is not written or not used.
    #[error("{0}")]
    Snapshot(#[from] isotope_tier::SnapshotError),
    /// A snapshot is not imported, or not to its end.
    #[error("{0}")]
    Import(#[from] ImportError),
    /// A folder that an operator named holds no memo.
    #[error("there is no cache in {path}: it has no file `journal`")]
    NoMemo {
        /// The folder.
        path: String,
    },
    /// The sandbox is required, and the machine has not all of it.
    #[error("{lacks}; start with --sandbox best to go without that part")]
    Sandbox {
        /// The defect, as a sentence.
        lacks: String,
    },
    /// The sandbox is required, and no worker lives in it.
    #[error(
        "with --sandbox required a worker has to start in its sandbox: {lacks}; --sandbox best starts without workers, and says so"
    )]
    Workers {
        /// The fault in them, as a sentence with a remedy.
        lacks: String,
    },
    /// A file could not be written.
    #[error("cannot write {path}: {source}")]
    ReadyFile {
        /// The file.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
}
