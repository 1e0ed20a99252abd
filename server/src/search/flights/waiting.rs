//! A caller's part in work, from joining it to leaving it.

use super::line::Caller;
use super::{AnyFinished, Ending, Finished, Inner, Outcome, STOPPING, lock};
use crate::access::Permit;
use crate::limits;
use crate::search::selector::SelectError;
use isotope_cache::Key;
use std::marker::PhantomData;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::Instant;

/// One caller's part in work. Dropping it leaves the work, which goes on if it is of that kind and the caller is one that asks again soon.
pub struct Waiter<T: Send + Sync + 'static> {
    pub(super) leaving: Option<Leaving>,
    pub(super) deadline: Option<Instant>,
    pub(super) taken: Instant,
    pub(super) finished: watch::Receiver<Option<AnyFinished>>,
    pub(super) ending: watch::Receiver<Ending>,
    pub(super) of: PhantomData<fn() -> T>,
}

pub(super) struct Leaving {
    pub(super) inner: Arc<Inner>,
    pub(super) key: Key,
    pub(super) number: u64,
    pub(super) caller: Caller,
    pub(super) permit: Option<Arc<Permit>>,
    pub(super) goes_on: bool,
}

impl Leaving {
    /// Whether the work goes on, which the caller may want or not.
    fn leave(self, comes_again: bool) -> bool {
        let goes_on = comes_again && self.goes_on;
        let went_on = lock(&self.inner.state).leave(&self.key, self.number, (&self.caller, self.permit), goes_on);
        self.inner.dispatch();
        went_on
    }
}

/// The result as this caller's kind of work has it.
fn of_kind<T: Send + Sync + 'static>(finished: &AnyFinished) -> Finished<T> {
    // Keys are hashes that begin with the kind.
    let other = |_| SelectError::Internal("one key names two kinds of work".to_owned()).into();
    finished.clone().and_then(|done| done.downcast::<T>().map_err(other))
}

impl<T: Send + Sync + 'static> Waiter<T> {
    /// Waits for the result, for the caller's time to be up, or for the daemon to give searches up.
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
                Ok(Some(finished)) => return Outcome::Finished(of_kind(finished)),
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
