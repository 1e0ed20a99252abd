//! Writing to the tier behind everything else.
//!
//! Answers that were just found go through a queue in memory, so that other daemons have it at once. The queue is bounded, and only
//! a short cut: the journal is what is written to the tier, from the place up to which everything was, so that nothing is
//! lost with the queue, in a crash, or while the tier is away for days. A tier that has lost its memory is filled again from there, too
//! ([`crate::refill`]).

use crate::TierError;
use crate::envelope;
use crate::limits::{CATCH_UP_BYTES, CATCH_UP_PAUSE, MAX_QUEUED, MAX_QUEUED_BYTES, MAX_SENT, WRITES_AT_ONCE};
use crate::refill::Behind;
use crate::sent::SentFile;
use crate::shared::Inner;
use crate::tier::{Stored, Tier as _, Token};
use isotope_cache::{Key, Memo, Record};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// A record to be written, and the lease that goes back with it.
struct Item {
    record: Record,
    token: Option<Token>,
    /// Grows with each that is pushed.
    number: u64,
}

#[derive(Default)]
struct Line {
    items: VecDeque<Item>,
    /// Of their payloads.
    bytes: usize,
    /// Pushed so far.
    pushed: u64,
}

/// The records that wait to be written, and those that are known to be there.
pub(crate) struct Queue {
    line: Mutex<Line>,
    grown: Notify,
    /// By key, the hash of the payload that the tier has.
    sent: quick_cache::sync::Cache<Key, [u8; 32]>,
}

impl Default for Queue {
    fn default() -> Self {
        Queue { line: Mutex::default(), grown: Notify::new(), sent: quick_cache::sync::Cache::new(MAX_SENT) }
    }
}

fn hash(record: &Record) -> [u8; 32] {
    *blake3::hash(&record.payload).as_bytes()
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that wait.
    pub(crate) fn len(&self) -> usize {
        self.lock().items.len()
    }

    /// False: there is no room, and the record is left to the journal.
    pub(crate) fn push(&self, record: Record, token: Option<Token>) -> bool {
        let mut line = self.lock();
        if line.items.len() >= MAX_QUEUED || line.bytes + record.payload.len() > MAX_QUEUED_BYTES {
            return false;
        }
        line.bytes += record.payload.len();
        line.pushed += 1;
        let number = line.pushed;
        line.items.push_back(Item { record, token, number });
        drop(line);
        self.grown.notify_one();
        true
    }

    /// Notes that the tier has this record.
    pub(crate) fn note_sent(&self, record: &Record) {
        self.sent.insert(record.key, hash(record));
    }

    /// Nothing is known to be in the tier any more.
    pub(crate) fn forget_sent(&self) {
        self.sent.clear();
    }

    fn is_sent(&self, record: &Record) -> bool {
        self.sent.get(&record.key) == Some(hash(record))
    }

    /// The next to be written, of several records of one key only the newest.
    fn next(&self) -> Vec<Item> {
        let line = self.lock();
        let mut batch: Vec<Item> = Vec::new();
        for item in line.items.iter().take(WRITES_AT_ONCE) {
            match batch.iter_mut().find(|other| other.record.key == item.record.key) {
                Some(other) => {
                    if item.number > other.number {
                        (other.record, other.number) = (item.record.clone(), item.number);
                    }
                    other.token = other.token.or(item.token);
                }
                None => batch.push(Item { record: item.record.clone(), token: item.token, number: item.number }),
            }
        }
        batch
    }

    /// Takes away what `next` gave and was written; not what was pushed under the same key since. Where nothing was, another one is
    /// first the next time: a record that the tier never takes must not stand before those that it would.
    fn written(&self, done: &[(Key, u64)]) {
        let mut line = self.lock();
        if done.is_empty() && !line.items.is_empty() {
            line.items.rotate_left(1);
            return;
        }
        let front = line.items.len().min(WRITES_AT_ONCE);
        let rest = line.items.split_off(front);
        line.items.retain(|item| !done.iter().any(|(key, last)| item.record.key == *key && item.number <= *last));
        line.items.extend(rest);
        line.bytes = line.items.iter().map(|item| item.record.payload.len()).sum();
    }
}

/// Writes until the daemon is gone.
pub(crate) async fn run(inner: Weak<Inner>, memo: Weak<Memo>, file: SentFile) {
    let mut behind = Behind::of(file);
    loop {
        {
            let (Some(inner), Some(memo)) = (inner.upgrade(), memo.upgrade()) else { return };
            if inner.keys.current().is_none() {
                return;
            }
            // First, so that whatever is written is written to a life that is known.
            behind.look_at_the_mark(&inner).await;
            // A record that would only be turned away is not sealed.
            if !inner.tier.takes_records() {
                drop((inner, memo));
                tokio::time::sleep(CATCH_UP_PAUSE).await;
                continue;
            }
            let is_well = drain(&inner).await;
            if is_well {
                catch_up(&inner, &memo, &mut behind).await;
            }
            if is_well && inner.queue.len() > 0 {
                continue;
            }
        }
        let Some(grown) = inner.upgrade() else { return };
        // After a failure there is something in the queue, and only time helps.
        let has_failed = grown.queue.len() > 0;
        if has_failed {
            tokio::time::sleep(CATCH_UP_PAUSE).await;
        } else {
            let _ = tokio::time::timeout(CATCH_UP_PAUSE, grown.queue.grown.notified()).await;
        }
    }
}

/// Empties the queue; false if the tier does not take it.
async fn drain(inner: &Arc<Inner>) -> bool {
    loop {
        let batch = inner.queue.next();
        if batch.is_empty() {
            return true;
        }
        let count = batch.len();
        let written = write(inner, batch).await;
        inner.queue.written(&written);
        if written.len() < count {
            return false;
        }
    }
}

/// Writes some records at once; keys and numbers of those that need not be written again.
async fn write(inner: &Arc<Inner>, batch: Vec<Item>) -> Vec<(Key, u64)> {
    let mut writes = JoinSet::new();
    for Item { record, token, number } in batch {
        let inner = Arc::clone(inner);
        writes.spawn(async move {
            let Some(blob) = envelope::seal(&record, &inner.keys) else { return Some((record.key, number)) };
            match inner.tier.put(&record.key, blob.into(), token).await {
                Ok(Stored::Done) => {
                    inner.counters.puts.add();
                    inner.queue.note_sent(&record);
                    Some((record.key, number))
                }
                // Whoever has the lease may still die with it: the journal remembers that ours is not there.
                Ok(Stored::Fenced) => {
                    inner.counters.fenced.add();
                    Some((record.key, number))
                }
                // It was not even asked.
                Err(TierError::Resting(_)) => None,
                Err(error) => {
                    if inner.counters.failed_puts.add().is_power_of_two() {
                        tracing::warn!(key = %record.key, %error, "a record was not written to the tier; it will be");
                    }
                    None
                }
            }
        });
    }
    writes.join_all().await.into_iter().flatten().collect()
}

/// Writes what the journal holds behind the place and the tier does not, until somebody offers something or the tier fails.
async fn catch_up(inner: &Arc<Inner>, memo: &Arc<Memo>, behind: &mut Behind) {
    while inner.queue.len() == 0 {
        let (reading, from) = (Arc::clone(memo), behind.sent.place);
        let read = tokio::task::spawn_blocking(move || reading.read_on(from, CATCH_UP_BYTES)).await;
        let Ok(Ok(stretch)) = read else { return };
        // A record that is known to be there may have been there before the tier lost it.
        let is_wanted = |r: &Record| r.verdict.is_servable() && (behind.refills() || !inner.queue.is_sent(r));
        let unsent = stretch.records.into_iter().filter(is_wanted);
        let mut unsent: Vec<Item> = unsent.map(|record| Item { record, token: None, number: 0 }).collect();
        // A later record of one key is the one that counts.
        let mut seen = std::collections::HashSet::new();
        unsent.reverse();
        unsent.retain(|item| seen.insert(item.record.key));
        while !unsent.is_empty() {
            let mut batch = unsent.split_off(unsent.len().saturating_sub(WRITES_AT_ONCE));
            if behind.refills() {
                let keys: Vec<Key> = batch.iter().map(|item| item.record.key).collect();
                let Some(lacks) = behind.lacks(inner, &keys).await else { return };
                batch.retain(|item| lacks.contains(&item.record.key));
            }
            let count = batch.len();
            let written = write(inner, batch).await.len();
            behind.note_refilled(inner, written);
            if written < count {
                return;
            }
        }
        behind.goes_on(stretch.next, stretch.is_end).await;
        if stretch.is_end {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_cache::{Epoch, Verdict};

    fn record(key: u8, bytes: usize) -> Record {
        let (key, epoch) = (Key([key; 32]), Epoch([0; 32]));
        Record { key, epoch, verdict: Verdict::Proved, work: 1, payload: vec![7; bytes].into() }
    }

    fn done(batch: &[Item]) -> Vec<(Key, u64)> {
        batch.iter().map(|item| (item.record.key, item.number)).collect()
    }

    #[test]
    fn of_one_key_the_newest_is_written_with_the_lease_of_the_first() {
        let queue = Queue::default();
        let token = Some(Token { number: 1, owner: 2 });
        assert!(queue.push(record(1, 10), token) && queue.push(record(2, 10), None) && queue.push(record(1, 20), None));
        let batch = queue.next();
        let said: Vec<_> = batch.iter().map(|item| (item.record.clone(), item.token)).collect();
        assert_eq!(said, [(record(1, 20), token), (record(2, 10), None)]);
        queue.written(&done(&batch));
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn what_is_pushed_while_its_key_is_written_stays() {
        let queue = Queue::default();
        queue.push(record(1, 10), None);
        let batch = queue.next();
        queue.push(record(1, 20), None);
        queue.written(&done(&batch));
        assert_eq!(queue.next()[0].record, record(1, 20));
    }

    #[test]
    fn what_is_never_written_does_not_stand_before_the_others_for_ever() {
        let queue = Queue::default();
        queue.push(record(1, 10), None);
        queue.push(record(2, 10), None);
        queue.push(record(1, 20), None);
        let first = queue.next()[0].record.key;
        for _ in 0..3 {
            queue.written(&[]);
            let batch = queue.next();
            let newest = batch.iter().find(|item| item.record.key == first).map(|item| item.record.clone());
            assert_eq!(newest, Some(record(1, 20)), "the newest, in whatever order");
        }
        queue.written(&[]);
        assert_ne!(queue.next()[0].record.key, first);
        queue.written(&done(&queue.next()));
        assert_eq!((queue.len(), queue.lock().bytes), (0, 0));
    }

    #[test]
    fn a_full_queue_takes_nothing_more_until_something_is_written() {
        let queue = Queue::default();
        let half = MAX_QUEUED_BYTES / 2;
        assert!(queue.push(record(1, half), None) && queue.push(record(2, half), None));
        assert!(!queue.push(record(3, 1), None), "bytes are bounded");
        queue.written(&done(&queue.next()));
        for _ in 0..MAX_QUEUED {
            assert!(queue.push(record(4, 0), None));
        }
        assert!(!queue.push(record(5, 0), None), "and so are records");
    }
}
