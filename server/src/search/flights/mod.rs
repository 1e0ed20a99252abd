//! Single flight: one run of work for each key, whoever asks, in turns among the callers, within bounds. Every kind of work that takes a
//! worker waits in this one line, whatever comes of it: a search, a comparison of programs, an explanation.
//!
//! Work belongs to nobody in particular. Callers hold a [`Waiter`]. One whose time is up leaves with what there is; the
//! work goes on for the others. After the last of them it ends, or goes on for the next compile where its kind does so: behind everything
//! that somebody waits for, as long as its [account](account) of CPU time allows. Work runs on threads of its own, as many
//! at once as configured; one more runs for a caller who has none while others hold all threads. Who was served least lately is next;
//! work of a caller who had much more gives way after a while, and is begun again in its caller's turn.

mod account;
mod behind;
mod gate;
mod line;
mod served;
mod state;
mod terms;
mod waiting;

pub use behind::Behind;
pub use gate::{Gate, Place as Turn};
pub use line::Caller;
pub use terms::{Ending, Finished, Joining, Outcome};
pub use waiting::Waiter;

use crate::access::Permit;
use crate::failure::Failure;
use crate::limits;
use crate::search::selector::{Control, SelectError};
use account::Account;
use isotope_cache::Key;
use line::Line;
use served::Served;
use state::{Flight, Place, Start, State};
use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use terms::AnyFinished;
use tokio::sync::watch;
use tokio::time::Instant;
use waiting::Leaving;

/// The work under way. Dropping it ends it.
pub struct Flights {
    inner: Arc<Inner>,
}

struct Inner {
    state: Mutex<State>,
    threads: usize,
    queue_limit: usize,
    ending: watch::Sender<Ending>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every change is whole before a lock is given back, and searches run without it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Flights {
    /// `threads` searches at once, `queue_limit` waiting.
    pub fn new(threads: usize, queue_limit: usize) -> Self {
        let state = State {
            flights: HashMap::new(),
            line: Line::default(),
            left: VecDeque::new(),
            runs: HashMap::new(),
            next: 0,
            cancelled: 0,
            gave_way: 0,
            served: Served::default(),
            looking: false,
            closing: false,
            account: Account::new(),
        };
        let ending = watch::Sender::new(Ending::NotYet);
        Flights { inner: Arc::new(Inner { state: Mutex::new(state), threads, queue_limit, ending }) }
    }

    /// Searches waiting for a thread, and searches on one.
    pub fn load(&self) -> (usize, usize) {
        let state = lock(&self.inner.state);
        (state.line.len(), state.runs.len())
    }

    /// Searches that nobody waits for any more, or only somebody who stands behind all others: waiting for a thread, and on one.
    pub fn searched_on(&self) -> (usize, usize) {
        let state = lock(&self.inner.state);
        (state.left.len(), state.running(true))
    }

    /// Times that a search gave way to a caller who had been served less.
    pub fn gave_way(&self) -> u64 {
        lock(&self.inner.state).gave_way
    }

    /// Searches given up so far.
    pub fn cancelled(&self) -> u64 {
        lock(&self.inner.state).cancelled
    }

    /// The control of the search for a key, if one is under way.
    pub fn under_way(&self, key: &Key) -> Option<Arc<Control>> {
        lock(&self.inner.state).flights.get(key).map(|f| Arc::clone(&f.control))
    }

    /// Joins the work for `key`, in line for a thread if there is none yet; it knows the call's name from now on. Work of one key is of one
    /// kind. The second value says whether it was there already.
    ///
    /// # Errors
    ///
    /// [`Failure::QueueFull`] where as many wait as may, and nobody has more of them than this caller.
    pub fn join<T, F>(&self, joining: Joining<'_>, key: Key, work: F) -> Result<(Waiter<T>, bool), Failure>
    where
        T: Send + Sync + 'static,
        F: Fn(&Control) -> Result<T, Failure> + Send + Sync + 'static,
    {
        let Joining { call, caller, .. } = joining;
        let mut state = lock(&self.inner.state);
        let there = state.flights.contains_key(&key);
        if !there {
            self.inner.make_room(&mut state, caller)?;
            let number = state.number();
            let flight = Flight {
                number,
                work: Arc::new(move |control| work(control).map(|done| Arc::new(done) as Arc<dyn Any + Send + Sync>)),
                control: Arc::new(Control::new()),
                finished: watch::Sender::new(None),
                waiters: 0,
                lost: Duration::ZERO,
                behind: caller.is_behind(),
                bill: None,
                permit: None,
                place: Place::Left,
            };
            state.flights.insert(key, flight);
            if caller.is_behind() {
                state.left.push_back(key);
            }
        }
        if let (Some(call), Some(flight)) = (call, state.flights.get(&key)) {
            flight.control.calls().add(call);
        }
        let waiter = Inner::wait_for(&self.inner, &mut state, key, joining);
        drop(state);
        Inner::dispatch(&self.inner);
        Ok((waiter, there))
    }

    /// Whoever waits for a search leaves with what there is, and so does whoever comes.
    pub fn give_up(&self) {
        self.inner.ending.send_replace(Ending::GivenUp);
    }

    /// Resolves once the end has come so far.
    pub async fn until(&self, ending: Ending) {
        let mut told = self.inner.ending.subscribe();
        // The sender is here.
        let _ = told.wait_for(|now| *now >= ending).await;
    }

    /// Somebody asks for what is remembered of this key: where it was searched for when nobody waited, that was not in vain.
    pub fn came_again(&self, key: &Key) {
        lock(&self.inner.state).account.came_again(key);
    }

    /// The permit of work for this key that this caller has left and that goes on: whoever asks for it again needs no other.
    pub fn permit_of(&self, key: &Key, caller: &Caller) -> Option<Arc<Permit>> {
        let state = lock(&self.inner.state);
        let (whose, permit) = state.flights.get(key)?.permit.as_ref()?;
        whose.shares_with(caller).then(|| Arc::clone(permit))
    }

    /// Ends one piece of work that this caller has left, the one that was left first. False: there is none.
    pub fn end_one_left_by(&self, caller: &Caller) -> bool {
        let mut state = lock(&self.inner.state);
        let is_theirs = |f: &&Flight| f.permit.as_ref().is_some_and(|(whose, _)| whose.shares_with(caller));
        let Some(number) = state.flights.values().filter(is_theirs).map(|f| f.number).min() else { return false };
        let key = state.flights.iter().find(|(_, flight)| flight.number == number).map(|(key, _)| *key);
        key.iter().for_each(|key| state.end(key, SelectError::Cancelled.into()));
        key.is_some()
    }

    /// Ends every search, and every call that still waits for something.
    pub fn cancel_all(&self) {
        self.inner.ending.send_replace(Ending::Over);
        let mut state = lock(&self.inner.state);
        state.closing = true;
        let keys: Vec<Key> = state.flights.keys().copied().collect();
        keys.iter().for_each(|key| state.end(key, STOPPING));
    }

    /// Ends the searches that nobody waits for, or only somebody who stands behind all others, and lets none go on from now on.
    pub fn end_searched_on(&self) {
        let mut state = lock(&self.inner.state);
        state.closing = true;
        let left: Vec<Key> =
            state.flights.iter().filter(|(_, f)| f.waiters == 0 || f.behind).map(|(k, _)| *k).collect();
        left.iter().for_each(|key| state.end(key, STOPPING));
    }
}

/// The message to whoever waits for a search that the daemon's end has ended.
const STOPPING: Failure = Failure::Unavailable("stopping");

impl Drop for Flights {
    fn drop(&mut self) {
        let state = lock(&self.inner.state);
        state.flights.values().for_each(|flight| flight.control.stop());
    }
}

impl Inner {
    /// Sees that one more may wait.
    fn make_room(&self, state: &mut State, caller: &Caller) -> Result<(), Failure> {
        let full = |waiting| Failure::QueueFull { waiting, bound: self.queue_limit };
        if caller.is_behind() {
            let waiting = state.left.len();
            return if waiting < self.queue_limit { Ok(()) } else { Err(full(waiting)) };
        }
        let waiting = state.line.len();
        // Threads that are free at this moment take from the line at once: they are room as well.
        let free = self.threads.saturating_sub(state.running(false));
        if waiting >= self.queue_limit + free {
            let Some(displaced) = state.line.displace(caller) else { return Err(full(waiting)) };
            state.end(&displaced, full(waiting));
        }
        Ok(())
    }

    fn wait_for<T: Send + Sync + 'static>(
        self: &Arc<Self>,
        state: &mut State,
        key: Key,
        joining: Joining<'_>,
    ) -> Waiter<T> {
        let Joining { caller, deadline, goes_on, .. } = joining;
        // It is there: the caller of this function has just made sure.
        let flight = state.flights.get_mut(&key).expect("what is waited for is a flight");
        flight.waiters += 1;
        flight.behind &= caller.is_behind();
        // Whoever waits has a permit of their own.
        flight.permit = None;
        if !caller.is_behind()
            && let Some(bill) = flight.bill.take()
        {
            state.account.give_back(&bill);
        }
        match &flight.place {
            _ if caller.is_behind() => {}
            Place::Left => {
                state.left.retain(|k| *k != key);
                state.line.push(caller, key);
                flight.place = Place::Waiting(caller.clone());
            }
            Place::Running(run) => {
                if let Some(run) = state.runs.get_mut(run) {
                    run.left = false;
                }
            }
            Place::Waiting(_) => {}
        }
        let (inner, number, finished) = (Arc::clone(self), flight.number, flight.finished.subscribe());
        let ending = inner.ending.subscribe();
        let permit = joining.permit.cloned();
        let leaving = Some(Leaving { inner, key, number, caller: caller.clone(), permit, goes_on });
        Waiter { leaving, deadline, taken: Instant::now(), finished, ending, of: PhantomData }
    }

    /// Starts all that may start.
    fn dispatch(self: &Arc<Self>) {
        loop {
            let Some(start) = lock(&self.state).start(self.threads) else { return self.look_later() };
            let Start { key, run, work, control } = start;
            let inner = Arc::clone(self);
            let hears = Arc::downgrade(self);
            control.listen(move |used| {
                if let Some(inner) = hears.upgrade() {
                    lock(&inner.state).count(&key, run, used);
                }
            });
            let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(limits::THREAD_STACK_BYTES);
            let started = thread.spawn(move || {
                let result = catch_unwind(AssertUnwindSafe(|| work(&control)));
                drop(work);
                let failed = |panic: Box<dyn Any + Send>| Err(SelectError::Internal(text_of(&*panic)).into());
                inner.finish(key, run, result.unwrap_or_else(failed));
                inner.dispatch();
            });
            if let Err(error) = started {
                self.finish(key, run, Err(SelectError::Tool(format!("no thread to search on: {error}")).into()));
            }
        }
    }

    /// Sees to it that searches give way in time, for as long as callers wait.
    fn look_later(self: &Arc<Self>) {
        {
            let mut state = lock(&self.state);
            if state.line.len() == 0 || state.looking {
                return;
            }
            state.looking = true;
        }
        let inner = Arc::downgrade(self);
        let looking = move || {
            while let Some(inner) = inner.upgrade() {
                {
                    let mut state = lock(&inner.state);
                    state.looking = state.line.len() > 0;
                    if !state.looking {
                        return;
                    }
                    state.take_turns();
                }
                inner.dispatch();
                drop(inner);
                std::thread::sleep(limits::TURN_LOOK);
            }
        };
        let started = std::thread::Builder::new().name("turns".to_owned()).spawn(looking);
        if let Err(error) = started {
            // The next caller tries again.
            tracing::warn!(%error, "no thread to see to turns");
            lock(&self.state).looking = false;
        }
    }

    /// The end of a run.
    fn finish(&self, key: Key, run: u64, result: AnyFinished) {
        let mut state = lock(&self.state);
        // One that gave way was counted then.
        if let Some(run) = state.runs.remove(&run).filter(|run| !run.ending && !run.left) {
            state.served.note(&run.caller, run.control.used(), Instant::now());
        }
        // A flight that was cancelled or gave way is no longer this run's.
        if state.flights.get(&key).is_some_and(|f| f.place == Place::Running(run))
            && let Some(mut flight) = state.flights.remove(&key)
        {
            if let Some(bill) = flight.bill.take() {
                state.account.end(key, bill);
            }
            flight.finished.send_replace(Some(result));
        }
    }
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text.clone(),
        (_, Some(text)) => (*text).to_owned(),
        _ => "a panic without a text".to_owned(),
    }
}

#[cfg(test)]
mod tests;
