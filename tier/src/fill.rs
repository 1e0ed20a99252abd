//! Records that the tier had, on their way into the memo: nobody waits for the disk with them.

use crate::limits::MAX_FILLS;
use isotope_cache::{Memo, Record};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::runtime::Handle;

#[derive(Default)]
struct Line {
    records: Vec<Record>,
    is_written: bool,
}

/// Writes what it is given on a blocking thread, as much as there is at once.
pub(crate) struct Fill {
    memo: Weak<Memo>,
    line: Arc<Mutex<Line>>,
}

impl Fill {
    pub(crate) fn into_memo(memo: &Arc<Memo>) -> Self {
        Fill { memo: Arc::downgrade(memo), line: Arc::default() }
    }

    /// Gives it a record. Where too many wait it is dropped, and fetched again when somebody asks.
    pub(crate) fn give(&self, record: Record, handle: &Handle) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if line.records.len() >= MAX_FILLS {
            return;
        }
        line.records.push(record);
        if !std::mem::replace(&mut line.is_written, true) {
            let (memo, line) = (self.memo.clone(), Arc::clone(&self.line));
            handle.spawn_blocking(move || write(&memo, &line));
        }
    }
}

fn write(memo: &Weak<Memo>, line: &Mutex<Line>) {
    loop {
        let mut records = {
            let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
            line.is_written = !line.records.is_empty();
            std::mem::take(&mut line.records)
        };
        let Some(memo) = memo.upgrade().filter(|_| !records.is_empty()) else { return };
        // A search that ended meanwhile knows more.
        records.retain(|record| !matches!(memo.get(&record.key, &record.epoch), Ok(Some(_))));
        if let Err(error) = memo.put_all(&records) {
            tracing::warn!(%error, records = records.len(), "what the tier had cannot be kept");
        }
    }
}
