//! The workers that there are, and the places that they take.

use super::config::PoolConfig;
use super::first::First;
use super::health::Health;
use super::interrupt::Interrupt;
use super::process::{Lost, Worker};
use super::start::Starter;
use crate::limits::{FIRST_WORD, MUTE_WORKERS};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Counters of a pool of worker processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolStats {
    /// Jobs that a worker ended.
    pub answered: u64,
    /// Jobs given up because of a deadline or a cancellation.
    pub interrupted: u64,
    /// Workers that died under a job.
    pub died: u64,
    /// Workers killed because they stalled or stood still.
    pub stalled: u64,
    /// Jobs that ended because there was no room for what they need.
    pub too_large: u64,
    /// Workers started.
    pub started: u64,
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) answered: AtomicU64,
    pub(super) interrupted: AtomicU64,
    pub(super) died: AtomicU64,
    pub(super) stalled: AtomicU64,
    pub(super) too_large: AtomicU64,
    pub(super) started: AtomicU64,
}

#[derive(Default)]
pub(super) struct Slots {
    pub(super) idle: Vec<Worker>,
    pub(super) busy: Vec<u32>,
    /// Workers being started, which hold a place.
    pub(super) starting: usize,
    /// Workers that were told to stop and have not ended their job yet: they hold no place.
    pub(super) stopping: usize,
    pub(super) closed: bool,
}

pub(super) struct Inner {
    pub(super) config: PoolConfig,
    pub(super) starter: Starter,
    pub(super) slots: Mutex<Slots>,
    pub(super) freed: Condvar,
    pub(super) counters: Counters,
    pub(super) health: Health,
}

pub(super) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Inner {
    pub(super) fn lock(&self) -> MutexGuard<'_, Slots> {
        // The slots are valid between any two statements, so a panic elsewhere cannot have left them half changed.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a worker in the place that was kept for it, and waits for its first word. One that nobody waits for any more may
    /// still say it.
    pub(super) fn begin(self: &Arc<Self>, interrupt: &Interrupt) -> Result<Worker, Lost> {
        let mut worker = match self.starter.start() {
            Ok(worker) => worker,
            Err(error) => return Err(self.mute(&error.to_string(), 1)),
        };
        count(&self.counters.started);
        match worker.first_word(|| interrupt.reason()) {
            First::Said => {
                self.health.started();
                let mut slots = self.lock();
                slots.starting -= 1;
                slots.busy.push(worker.child.id());
                Ok(worker)
            }
            First::Mute(why) => Err(self.mute(&why, 1)),
            First::Late => Err(self.late()),
            First::Interrupted(why) => {
                let inner = Arc::clone(self);
                std::thread::spawn(move || match worker.first_word(|| None) {
                    First::Mute(why) => drop(inner.mute(&why, 1)),
                    First::Late => drop(inner.late()),
                    First::Said | First::Interrupted(_) => {
                        inner.health.started();
                        inner.lock().starting -= 1;
                        inner.give_back(worker, true);
                    }
                });
                Err(Lost::Interrupted(why))
            }
        }
    }

    /// Another would take as long: one is enough to know it.
    fn late(&self) -> Lost {
        let why = format!("it has said nothing for {} s (FIRST_WORD)", FIRST_WORD.as_secs());
        self.mute(&why, MUTE_WORKERS)
    }

    /// A worker does not start, and its place is free again.
    fn mute(&self, why: &str, count: u32) -> Lost {
        self.health.mute(why, count);
        self.lock().starting -= 1;
        self.freed.notify_one();
        Lost::Died(format!("a worker does not start: {why}"))
    }

    /// Gives back a worker that may go on, or drops (and so kills) one that may not.
    pub(super) fn give_back(&self, mut worker: Worker, healthy: bool) {
        if healthy {
            worker.allowed.settle();
        }
        let id = worker.child.id();
        let mut dropped = Some(worker);
        {
            let mut slots = self.lock();
            slots.busy.retain(|&b| b != id);
            // One that was told to stop may have been replaced meanwhile.
            let alive = slots.busy.len() + slots.starting + slots.idle.len();
            if healthy && !slots.closed && alive < self.config.workers.max(1) {
                slots.idle.extend(dropped.take());
            }
        }
        self.freed.notify_one();
        drop(dropped);
    }
}
