//! A look at the workers: where something speaks against them, a job of the pool's own finds out whether they work.

use super::interrupt::Interrupt;
use super::message::Job;
use super::process::{Alone, Lost};
use super::slots::Inner;
use super::workers::ProverPool;
use crate::limits::{MUTE_WORKERS, TRIAL_JOB};
use isotope_ir::term::{BinOp, Terms};
use isotope_smt::Query;
use std::sync::Arc;
use std::time::Instant;

impl ProverPool {
    /// The defect of the workers as far as is known, as a sentence with a remedy.
    pub fn lacks(&self) -> Option<String> {
        self.inner.health.lacks()
    }

    /// Whether a job would have a worker at once.
    pub fn has_room(&self) -> bool {
        self.inner.has_room()
    }

    /// The same after a look at them: those that died while idle are replaced, and where a worker has died or did not start since the
    /// last job, one is given a job of the pool's own. That may take [`TRIAL_JOB`]: off the async threads.
    pub fn look(&self) -> Option<String> {
        self.inner.reap();
        if self.inner.health.is_suspect() && self.inner.has_room() {
            self.inner.try_one();
        }
        self.lacks()
    }
}

impl Inner {
    /// Whether a job would have a worker at once.
    fn has_room(&self) -> bool {
        let slots = self.lock();
        !slots.closed && slots.busy.len() + slots.starting < self.config.workers.max(1)
    }

    /// Takes away the workers that died while they had no job.
    pub(super) fn reap(&self) {
        let mut dead = Vec::new();
        {
            let mut slots = self.lock();
            for mut worker in std::mem::take(&mut slots.idle) {
                if matches!(worker.child.try_wait(), Ok(None)) { &mut slots.idle } else { &mut dead }.push(worker);
            }
        }
        dead.iter_mut().for_each(|worker| self.health.died(worker.end().how()));
    }

    /// Has workers do a small job until one ends it, as many as have to fail in a row.
    pub(super) fn try_one(self: &Arc<Self>) {
        for _ in 0..MUTE_WORKERS {
            let interrupt = Interrupt::at(Some(Instant::now() + TRIAL_JOB));
            match self.run(Job::Query(trial().encode()), &interrupt, &mut Alone) {
                // There was no worker in time, which on a busy machine says nothing.
                Ok(_) | Err(Lost::Interrupted(_)) => return,
                Err(_) => {}
            }
        }
        self.health.failed();
    }
}

/// A small question that takes a solver: that a sum of eight bits is the sum of their common bits and of all of them.
fn trial() -> Query {
    let mut t = Terms::new();
    let (a, b) = (t.var(0, 8), t.var(1, 8));
    let sum = t.bin(BinOp::Add, a, b);
    let (both, either) = (t.bin(BinOp::And, a, b), t.bin(BinOp::Or, a, b));
    let again = t.bin(BinOp::Add, both, either);
    Query::prove(&t, sum, again, &[])
}
