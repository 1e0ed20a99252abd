//! Single flight: one search for each key, whoever asks, in turns among the callers, within bounds.
//!
//! A search belongs to nobody in particular. Callers hold a [`Seat`]. One whose time is up leaves with what there is; the
//! search goes on for the others, and after the last of them for the next compile, behind everything that somebody waits
//! for. A caller that just leaves ends a search that nobody else waits for. Searches run on threads of their own, as many
//! at once as configured; one more runs for a caller who has none while others hold all threads.

mod line;

pub use line::Caller;

use crate::failure::Failure;
use crate::limits;
use crate::selector::{Control, SelectError, Selection};
use isotope_cache::Key;
use line::Line;
use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use tokio::time::Instant;

/// What all callers of one search get.
pub type Landing<T> = Result<Arc<T>, Failure>;

/// What one caller of a search gets.
pub enum Outcome<T> {
    /// The search has ended.
    Landed(Landing<T>),
    /// The caller's time is up before that.
    Late {
        /// What the search had by then.
        offered: Option<Box<Selection>>,
        /// It goes on.
        searched_on: bool,
    },
}

/// A search; it may run again when it had to give way.
type Search<T> = Arc<dyn Fn(&Control) -> Result<T, Failure> + Send + Sync>;

/// The searches under way. Dropping it ends them.
pub struct Flights<T> {
    inner: Arc<Inner<T>>,
}

struct Inner<T> {
    state: Mutex<State<T>>,
    threads: usize,
    queue_limit: usize,
}

struct State<T> {
    flights: HashMap<Key, Flight<T>>,
    line: Line<Key>,
    /// Flights that nobody waits for, in the order in which they were left.
    left: VecDeque<Key>,
    runs: HashMap<u64, Run>,
    next: u64,
    cancelled: u64,
    /// Nothing is searched on any more.
    closing: bool,
}

struct Flight<T> {
    /// Tells it from another flight of the same key.
    number: u64,
    search: Search<T>,
    control: Arc<Control>,
    landing: watch::Sender<Option<Landing<T>>>,
    seats: usize,
    place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// In its caller's line.
    Waiting(Caller),
    /// In the line of those that nobody waits for.
    Left,
    /// On a thread.
    Running(u64),
}

/// A thread that searches, or is about to end because its flight was cancelled.
struct Run {
    caller: Caller,
    /// Nobody waits for it.
    left: bool,
    ending: bool,
}

/// What a thread is started with.
struct Start<T> {
    key: Key,
    run: u64,
    search: Search<T>,
    control: Arc<Control>,
}

impl<T> State<T> {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn running(&self, left: bool) -> usize {
        self.runs.values().filter(|run| run.left == left).count()
    }

    /// What may start now: whoever's turn it is where a thread is free; a caller with nothing running where none is; and what
    /// nobody waits for where nobody waits.
    fn start(&mut self, threads: usize) -> Option<Start<T>> {
        let awaited = self.running(false);
        let (key, caller, left) = if self.line.len() > 0 && awaited < threads + limits::RESERVE {
            let runs = &self.runs;
            let alone = |c: &Caller| awaited < threads || !runs.values().any(|r| !r.left && r.caller == *c);
            let (caller, key) = self.line.pop(alone)?;
            // What nobody waits for gives way.
            if awaited + self.running(true) >= threads {
                self.give_way();
            }
            (key, caller, false)
        } else if self.line.len() == 0 && self.runs.len() < threads {
            (self.left.pop_front()?, Caller::default(), true)
        } else {
            return None;
        };
        let run = self.number();
        let flight = self.flights.get_mut(&key)?;
        self.runs.insert(run, Run { caller, left, ending: false });
        flight.place = Place::Running(run);
        flight.control = Arc::new(if left { Control::idle() } else { Control::new() });
        Some(Start { key, run, search: Arc::clone(&flight.search), control: Arc::clone(&flight.control) })
    }

    /// Stops one search that nobody waits for; it is first when there is a thread for such again.
    fn give_way(&mut self) {
        let Some((&number, run)) = self.runs.iter_mut().filter(|(_, r)| r.left && !r.ending).min_by_key(|(n, _)| **n)
        else {
            return;
        };
        run.ending = true;
        let found = self.flights.iter_mut().find(|(_, f)| f.place == Place::Running(number));
        if let Some((&key, flight)) = found {
            flight.control.stop();
            flight.place = Place::Left;
            self.left.push_front(key);
        }
    }

    /// Whether one more search may go on without anybody waiting for it.
    fn may_search_on(&self) -> bool {
        !self.closing && self.left.len() + self.running(true) < limits::MAX_SEARCHED_ON
    }

    /// One caller less. Whether the search goes on.
    fn leave(&mut self, key: &Key, number: u64, search_on: bool) -> bool {
        let search_on = search_on && self.may_search_on();
        let Some(flight) = self.flights.get_mut(key).filter(|f| f.number == number) else { return false };
        flight.seats -= 1;
        if flight.seats > 0 {
            return true;
        }
        match &flight.place {
            Place::Left => return true,
            Place::Waiting(caller) => self.line.remove(&caller.clone(), *key),
            Place::Running(run) if search_on => {
                if let Some(run) = self.runs.get_mut(run) {
                    run.left = true;
                }
                return true;
            }
            Place::Running(_) => {}
        }
        if search_on {
            flight.place = Place::Left;
            self.left.push_back(*key);
        } else {
            self.end(key, SelectError::Cancelled.into());
        }
        search_on
    }

    /// Ends a flight without its search.
    fn end(&mut self, key: &Key, why: Failure) {
        let Some(flight) = self.flights.remove(key) else { return };
        match &flight.place {
            Place::Waiting(caller) => self.line.remove(caller, *key),
            Place::Left => self.left.retain(|k| k != key),
            Place::Running(run) => {
                if let Some(run) = self.runs.get_mut(run) {
                    run.ending = true;
                }
            }
        }
        self.cancelled += u64::from(why == SelectError::Cancelled.into());
        flight.control.stop();
        flight.landing.send_replace(Some(Err(why)));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every change is whole before a lock is given back, and searches run without it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send + Sync + 'static> Flights<T> {
    /// `threads` searches at once, `queue_limit` waiting.
    pub fn new(threads: usize, queue_limit: usize) -> Self {
        let state = State {
            flights: HashMap::new(),
            line: Line::default(),
            left: VecDeque::new(),
            runs: HashMap::new(),
            next: 0,
            cancelled: 0,
            closing: false,
        };
        Flights { inner: Arc::new(Inner { state: Mutex::new(state), threads, queue_limit }) }
    }

    /// Searches waiting for a thread, and searches on one.
    pub fn load(&self) -> (usize, usize) {
        let state = lock(&self.inner.state);
        (state.line.len(), state.runs.len())
    }

    /// Searches that nobody waits for any more: waiting for a thread, and on one.
    pub fn searched_on(&self) -> (usize, usize) {
        let state = lock(&self.inner.state);
        (state.left.len(), state.running(true))
    }

    /// Searches given up so far.
    pub fn cancelled(&self) -> u64 {
        lock(&self.inner.state).cancelled
    }

    /// The control of the search for a key, if one is under way.
    pub fn under_way(&self, key: &Key) -> Option<Arc<Control>> {
        lock(&self.inner.state).flights.get(key).map(|f| Arc::clone(&f.control))
    }

    /// Takes a seat in the search for `key`, in line for a thread if there is none yet. The second value says whether the
    /// search was there already.
    pub fn join<F>(
        &self,
        key: Key,
        caller: &Caller,
        deadline: Option<Instant>,
        search: F,
    ) -> Result<(Seat<T>, bool), Failure>
    where
        F: Fn(&Control) -> Result<T, Failure> + Send + Sync + 'static,
    {
        let mut state = lock(&self.inner.state);
        let there = state.flights.contains_key(&key);
        if !there {
            let waiting = state.line.len();
            // Threads that are free at this moment take from the line at once: they are room as well.
            let free = self.inner.threads.saturating_sub(state.running(false));
            if waiting >= self.inner.queue_limit + free {
                let failure = Failure::QueueFull { waiting, bound: self.inner.queue_limit };
                let Some(displaced) = state.line.displace(caller) else { return Err(failure) };
                state.end(&displaced, failure);
            }
            let number = state.number();
            let flight = Flight {
                number,
                search: Arc::new(search),
                control: Arc::new(Control::new()),
                landing: watch::Sender::new(None),
                seats: 0,
                place: Place::Left,
            };
            state.flights.insert(key, flight);
        }
        let seat = Inner::sit(&self.inner, &mut state, key, caller, deadline);
        drop(state);
        Inner::dispatch(&self.inner);
        Ok((seat, there))
    }

    /// Ends every search.
    pub fn cancel_all(&self) {
        let mut state = lock(&self.inner.state);
        state.closing = true;
        let keys: Vec<Key> = state.flights.keys().copied().collect();
        keys.iter().for_each(|key| state.end(key, SelectError::Cancelled.into()));
    }

    /// Ends the searches that nobody waits for, and lets none go on from now on.
    pub fn end_searched_on(&self) {
        let mut state = lock(&self.inner.state);
        state.closing = true;
        let left: Vec<Key> = state.flights.iter().filter(|(_, f)| f.seats == 0).map(|(k, _)| *k).collect();
        left.iter().for_each(|key| state.end(key, SelectError::Cancelled.into()));
    }
}

impl<T> Drop for Flights<T> {
    fn drop(&mut self) {
        let state = lock(&self.inner.state);
        state.flights.values().for_each(|flight| flight.control.stop());
    }
}

impl<T: Send + Sync + 'static> Inner<T> {
    fn sit(self: &Arc<Self>, state: &mut State<T>, key: Key, caller: &Caller, deadline: Option<Instant>) -> Seat<T> {
        let state = &mut *state;
        // It is there: the caller of this function has just made sure.
        let flight = state.flights.get_mut(&key).expect("a seat is taken in a flight");
        flight.seats += 1;
        match &flight.place {
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
        let (inner, number, landing) = (Arc::clone(self), flight.number, flight.landing.subscribe());
        let left = Some(Leaving { inner, key, number });
        Seat { leaving: left, deadline, taken: Instant::now(), landing }
    }

    /// Starts all that may start.
    fn dispatch(self: &Arc<Self>) {
        loop {
            let Some(start) = lock(&self.state).start(self.threads) else { return };
            let Start { key, run, search, control } = start;
            let inner = Arc::clone(self);
            let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(limits::THREAD_STACK_BYTES);
            let started = thread.spawn(move || {
                let result = catch_unwind(AssertUnwindSafe(|| search(&control)));
                drop(search);
                let failed = |panic: Box<dyn Any + Send>| Err(SelectError::Internal(text_of(&*panic)).into());
                inner.land(key, run, result.unwrap_or_else(failed));
                inner.dispatch();
            });
            if let Err(error) = started {
                self.land(key, run, Err(SelectError::Tool(format!("no thread to search on: {error}")).into()));
            }
        }
    }

    /// The end of a run.
    fn land(&self, key: Key, run: u64, result: Result<T, Failure>) {
        let mut state = lock(&self.state);
        state.runs.remove(&run);
        // A flight that was cancelled or gave way is no longer this run's.
        if state.flights.get(&key).is_some_and(|f| f.place == Place::Running(run))
            && let Some(flight) = state.flights.remove(&key)
        {
            flight.landing.send_replace(Some(result.map(Arc::new)));
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

/// One caller's part in a search. Dropping it leaves the search, which goes on if the caller is one that asks again soon.
pub struct Seat<T: Send + Sync + 'static> {
    leaving: Option<Leaving<T>>,
    deadline: Option<Instant>,
    taken: Instant,
    landing: watch::Receiver<Option<Landing<T>>>,
}

struct Leaving<T> {
    inner: Arc<Inner<T>>,
    key: Key,
    number: u64,
}

impl<T: Send + Sync + 'static> Leaving<T> {
    fn leave(self, search_on: bool) -> bool {
        let went_on = lock(&self.inner.state).leave(&self.key, self.number, search_on);
        self.inner.dispatch();
        went_on
    }
}

impl<T: Send + Sync + 'static> Seat<T> {
    /// Waits for the landing, or for the caller's time to be up.
    pub async fn landing(mut self) -> Outcome<T> {
        let deadline = self.deadline;
        let time_is_up = async {
            match deadline {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            landed = self.landing.wait_for(Option::is_some) => match landed.as_deref() {
                Ok(Some(landing)) => return Outcome::Landed(landing.clone()),
                _ => return Outcome::Landed(Err(Failure::Unavailable("stopping"))),
            },
            () = time_is_up => {}
        }
        let Some(leaving) = self.leaving.take() else {
            return Outcome::Late { offered: None, searched_on: false };
        };
        let control = lock(&leaving.inner.state).flights.get(&leaving.key).map(|f| Arc::clone(&f.control));
        let offered = control.and_then(|control| control.offered()).map(Box::new);
        Outcome::Late { offered, searched_on: leaving.leave(true) }
    }
}

impl<T: Send + Sync + 'static> Drop for Seat<T> {
    fn drop(&mut self) {
        // A compiler's call that is given up after a while comes again; one without a limit was given up by a person.
        let comes_again = self.deadline.is_some() && self.taken.elapsed() >= limits::SEARCHED_ON_AFTER;
        if let Some(leaving) = self.leaving.take() {
            leaving.leave(comes_again);
        }
    }
}

#[cfg(test)]
mod tests;
