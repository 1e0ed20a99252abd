//! A caller's choices when a cache is opened.

use crate::filesystem::{Disk, FileSystem};
use crate::limits::{CHECKPOINT_RECORDS, HINT_RECORDS, HOT_BYTES, JOURNAL_BYTES};
use std::sync::Arc;

/// How to open a memo.
#[derive(Clone)]
pub struct Options {
    /// Bytes of the hot tier.
    pub hot_bytes: u64,
    /// Bytes of the journal, from which records are evicted beyond it (see `compaction`). While that happens the disk
    /// holds up to three quarters of it a second time; index and quarantine come on top.
    pub max_bytes: u64,
    /// New records after which a checkpoint is made.
    pub checkpoint_records: usize,
    /// New records after which a hint is written.
    pub hint_records: usize,
    /// The file system; another one than `Disk` only in fault tests.
    pub file_system: Arc<dyn FileSystem>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            hot_bytes: HOT_BYTES,
            max_bytes: JOURNAL_BYTES,
            checkpoint_records: CHECKPOINT_RECORDS,
            hint_records: HINT_RECORDS,
            file_system: Arc::new(Disk),
        }
    }
}
