//! Whether the workers work: known from what becomes of them, and found out by a job of the pool's own where something speaks
//! against them.

use super::first::remedy;
use super::interrupt::Interrupt;
use super::message::Job;
use super::process::{Alone, Lost};
use super::workers::{Inner, ProverPool};
use crate::limits::{DEATHS_WITHIN, MANY_DEATHS, MUTE_WORKERS, TRIAL_JOB};
use isotope_ir::term::{BinOp, Terms};
use isotope_smt::Query;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// What has become of the workers lately.
#[derive(Debug, Default)]
pub(super) struct Health {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Workers started in a row that never said a word, and why the last one did not.
    mute: u32,
    why: String,
    /// When workers died that had said one, the newest last; and how that one did.
    deaths: VecDeque<Instant>,
    how: String,
    /// No job has ended since a worker died or stayed mute.
    is_suspect: bool,
    /// The pool's own job found no worker that ends it.
    has_failed: bool,
}

impl Health {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is whole before the lock is given back.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A worker has said its first word.
    pub(super) fn started(&self) {
        self.state().mute = 0;
    }

    /// A worker does not start; counted as so many that do not.
    pub(super) fn mute(&self, why: &str, count: u32) {
        let mut state = self.state();
        state.mute += count;
        state.is_suspect = true;
        why.clone_into(&mut state.why);
    }

    /// A worker ended itself under a job, which may be the job's fault: whether it is the worker's, the pool's own job finds out.
    pub(super) fn died_of_its_job(&self, how: &str) {
        let mut state = self.state();
        state.is_suspect = true;
        how.clone_into(&mut state.how);
    }

    /// A worker died that nothing which it did can have killed: without a job, or because somebody killed it.
    pub(super) fn died(&self, how: &str) {
        let mut state = self.state();
        state.is_suspect = true;
        state.deaths.push_back(Instant::now());
        if state.deaths.len() > MANY_DEATHS {
            state.deaths.pop_front();
        }
        how.clone_into(&mut state.how);
    }

    /// A worker has ended a job.
    pub(super) fn answered(&self) {
        let mut state = self.state();
        (state.is_suspect, state.has_failed, state.mute) = (false, false, 0);
    }

    fn is_suspect(&self) -> bool {
        self.state().is_suspect
    }

    fn failed(&self) {
        self.state().has_failed = true;
    }

    /// What is wrong with the workers, with its remedy.
    pub(super) fn lacks(&self) -> Option<String> {
        let state = self.state();
        if state.mute >= MUTE_WORKERS {
            let (why, remedy) = (&state.why, remedy(&state.why));
            return Some(format!(
                "workers do not start, so that nothing is searched for and answers are plain lowerings: {why}; {remedy}"
            ));
        }
        let many = state.deaths.len() == MANY_DEATHS
            && state.deaths.front().is_some_and(|first| first.elapsed() < DEATHS_WITHIN);
        if !state.has_failed && !many {
            return None;
        }
        let (how, remedy) = (&state.how, remedy(&state.how));
        Some(format!("workers die again and again, so that answers are plain lowerings: the last one, {how}; {remedy}"))
    }
}

impl ProverPool {
    /// What is wrong with the workers as far as is known, as a sentence with a remedy.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_death_is_no_trouble_and_many_are() {
        let health = Health::default();
        assert_eq!((health.lacks(), health.is_suspect()), (None, false));
        for _ in 1..MANY_DEATHS {
            health.died("it was killed (SIGKILL)");
        }
        assert_eq!((health.lacks(), health.is_suspect()), (None, true));
        health.died("it was killed (SIGKILL)");
        let said = health.lacks().unwrap();
        assert!(said.contains("die again and again") && said.contains("memory is short"), "{said}");
        health.answered();
        assert!(health.lacks().is_some(), "one job does not undo as many deaths in so short a time");
    }

    #[test]
    fn jobs_that_kill_their_workers_are_not_the_pools_fault_unless_its_own_job_dies_too() {
        let health = Health::default();
        for _ in 0..3 * MANY_DEATHS {
            health.died_of_its_job("it was ended by SIGABRT");
            assert_eq!((health.lacks(), health.is_suspect()), (None, true));
        }
        health.answered();
        assert_eq!((health.lacks(), health.is_suspect()), (None, false));
        health.died_of_its_job("it was ended by SIGSEGV");
        health.failed();
        assert!(health.lacks().is_some_and(|said| said.contains("SIGSEGV")));
    }

    #[test]
    fn what_was_mute_is_well_with_its_next_word() {
        let health = Health::default();
        for _ in 0..MUTE_WORKERS {
            assert_eq!(health.lacks(), None);
            health.mute("it ended with exit status: 127", 1);
        }
        assert!(health.lacks().unwrap().starts_with("workers do not start"));
        health.started();
        assert_eq!(health.lacks(), None);
        health.failed();
        assert!(health.lacks().is_some());
        health.answered();
        assert_eq!(health.lacks(), None);
    }
}
