//! Group commit: puts that arrive while another is being synced share the next sync.
//!
//! The first put to find no commit in flight writes everything that waits, on its own thread; the others sleep until
//! their group's outcome is there. There is no writer thread to start, stop or lose.

use crate::error::{Error, Result};
use crate::limits::MAX_QUEUED_BYTES;
use crate::record::Key;
use parking_lot::{Condvar, Mutex};
use std::sync::{Arc, OnceLock};

type Outcome = Arc<OnceLock<std::result::Result<(), Arc<Error>>>>;

/// Frames that are written and synced together.
#[derive(Default)]
pub(crate) struct Group {
    /// Whole frames, one after the other.
    pub(crate) bytes: Vec<u8>,
    /// The key and the length in bytes of each frame, in order.
    pub(crate) frames: Vec<(Key, u32)>,
    outcome: Outcome,
}

#[derive(Default)]
struct Queue {
    waiting: Group,
    /// Whether someone is committing, or has paused commits.
    busy: bool,
}

/// The queue in front of the journal.
#[derive(Default)]
pub(crate) struct CommitQueue {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl CommitQueue {
    /// Has `frames` committed by `commit`, here or by another caller, and returns the outcome.
    pub(crate) fn submit(&self, frames: &[(Key, Vec<u8>)], commit: impl Fn(&Group) -> Result<()>) -> Result<()> {
        let mut queue = self.queue.lock();
        while queue.busy && queue.waiting.bytes.len() >= MAX_QUEUED_BYTES {
            self.changed.wait(&mut queue);
        }
        for (key, frame) in frames {
            queue.waiting.bytes.extend_from_slice(frame);
            queue.waiting.frames.push((*key, u32::try_from(frame.len()).expect("bounded by MAX_PAYLOAD_BYTES")));
        }
        let outcome = queue.waiting.outcome.clone();
        loop {
            if let Some(done) = outcome.get() {
                return done.clone().map_err(Error::Commit);
            }
            if queue.busy {
                self.changed.wait(&mut queue);
                continue;
            }
            let group = std::mem::take(&mut queue.waiting);
            queue.busy = true;
            drop(queue);
            let pause = Pause { queue: self };
            let done = commit(&group).map_err(Arc::new);
            group.outcome.set(done).expect("a group is taken out of the queue once");
            drop(pause);
            queue = self.queue.lock();
        }
    }

    /// Waits for the commit in flight and holds off further ones until the guard is dropped.
    pub(crate) fn pause(&self) -> Pause<'_> {
        let mut queue = self.queue.lock();
        while queue.busy {
            self.changed.wait(&mut queue);
        }
        queue.busy = true;
        Pause { queue: self }
    }
}

/// While it lives, the holder alone may write the journal.
pub(crate) struct Pause<'a> {
    queue: &'a CommitQueue,
}

impl Drop for Pause<'_> {
    fn drop(&mut self) {
        self.queue.queue.lock().busy = false;
        self.queue.changed.notify_all();
    }
}

#[cfg(test)]
mod tests;
