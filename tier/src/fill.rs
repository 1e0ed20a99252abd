//! Records that the tier had, on their way into the memo: nobody waits for the disk with them.

use crate::limits::MAX_FILLS;
use isotope_cache::{Memo, Record};
use std::sync::{Arc, mpsc};

/// A thread that writes what it is given. It ends when this is dropped.
pub(crate) struct Fill(mpsc::SyncSender<Record>);

impl Fill {
    pub(crate) fn into_memo(memo: &Arc<Memo>) -> std::io::Result<Self> {
        let (give, given) = mpsc::sync_channel::<Record>(MAX_FILLS);
        let memo = Arc::downgrade(memo);
        std::thread::Builder::new().name("tier-fill".to_owned()).spawn(move || {
            while let Ok(first) = given.recv() {
                let Some(memo) = memo.upgrade() else { return };
                let mut records: Vec<Record> = std::iter::once(first).chain(given.try_iter().take(MAX_FILLS)).collect();
                // A search that ended meanwhile knows more.
                records.retain(|record| !matches!(memo.get(&record.key, &record.epoch), Ok(Some(_))));
                if let Err(error) = memo.put_all(&records) {
                    tracing::warn!(%error, records = records.len(), "what the tier had cannot be kept");
                }
            }
        })?;
        Ok(Fill(give))
    }

    /// Gives it a record. Where too many wait it is dropped, and fetched again when somebody asks.
    pub(crate) fn give(&self, record: Record) {
        let _ = self.0.try_send(record);
    }
}
