//! A caller's part in a search, from joining it to leaving it.

use super::line::Caller;
use super::{Ending, Finished, Inner, Outcome, STOPPING, lock};
use crate::limits;
use isotope_cache::Key;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::Instant;

/// One caller's part in a search. Dropping it leaves the search, which goes on if the caller is one that asks again soon.
pub struct Waiter<T: Send + Sync + 'static> {
    pub(super) leaving: Option<Leaving<T>>,
    pub(super) deadline: Option<Instant>,
    pub(super) taken: Instant,
    pub(super) finished: watch::Receiver<Option<Finished<T>>>,
    pub(super) ending: watch::Receiver<Ending>,
}

pub(super) struct Leaving<T> {
    pub(super) inner: Arc<Inner<T>>,
    pub(super) key: Key,
    pub(super) number: u64,
    pub(super) caller: Caller,
}

impl<T: Send + Sync + 'static> Leaving<T> {
    fn leave(self, search_on: bool) -> bool {
        let went_on = lock(&self.inner.state).leave(&self.key, self.number, &self.caller, search_on);
        self.inner.dispatch();
        went_on
    }
}

impl<T: Send + Sync + 'static> Waiter<T> {
    /// Waits for the finished, for the caller's time to be up, or for the daemon to give searches up.
    pub async fn outcome(mut self) -> Outcome<T> {
        let deadline = self.deadline;
        let time_is_up = async {
            match deadline {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        let stops = tokio::select! {
            biased;
            settled = self.finished.wait_for(Option::is_some) => match settled.as_deref() {
                Ok(Some(finished)) => return Outcome::Finished(finished.clone()),
                _ => return Outcome::Finished(Err(STOPPING)),
            },
            () = time_is_up => false,
            _ = self.ending.wait_for(|ending| *ending >= Ending::GivenUp) => true,
        };
        let Some(leaving) = self.leaving.take() else {
            return Outcome::Late { offered: None, searched_on: false };
        };
        let control = lock(&leaving.inner.state).flights.get(&leaving.key).map(|f| Arc::clone(&f.control));
        let offered = control.and_then(|control| control.offered()).map(Box::new);
        let searched_on = leaving.leave(!stops);
        if stops { Outcome::Stopping { offered } } else { Outcome::Late { offered, searched_on } }
    }
}

impl<T: Send + Sync + 'static> Drop for Waiter<T> {
    fn drop(&mut self) {
        // A compiler's call that is given up after a while comes again; one without a limit was given up by a person.
        let comes_again = self.deadline.is_some() && self.taken.elapsed() >= limits::SEARCHED_ON_AFTER;
        if let Some(leaving) = self.leaving.take() {
            leaving.leave(comes_again);
        }
    }
}
