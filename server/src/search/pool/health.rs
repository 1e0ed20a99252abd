//! Whether the workers work, as far as it is known from what becomes of them.

use super::first::remedy;
use crate::limits::{DEATHS_WITHIN, MANY_DEATHS, MUTE_WORKERS};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The recent health of the workers.
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

    /// Whether something speaks against the workers.
    pub(super) fn is_suspect(&self) -> bool {
        self.state().is_suspect
    }

    /// The pool's own job found no worker that ends it.
    pub(super) fn failed(&self) {
        self.state().has_failed = true;
    }

    /// The defect of the workers, with its remedy.
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
