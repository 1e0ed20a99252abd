//! Single flight: one search for each key, whoever asks, within a bounded queue.
//!
//! A search belongs to nobody in particular. Callers hold a [`Seat`]; the search goes on while any seat is taken, ends with
//! its best so far when the time of the last one is up, and is cancelled when all have left. Searches run on blocking
//! threads, as many at once as configured; the others wait in a queue with a bound.

use crate::failure::Failure;
use crate::selector::{Control, SelectError, Stop};
use isotope_cache::Key;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::Instant;

/// What all callers of one search get.
pub type Landing<T> = Result<Arc<T>, Failure>;

/// The searches under way.
pub struct Flights<T> {
    inner: Arc<Inner<T>>,
}

struct Inner<T> {
    flights: Mutex<HashMap<Key, Arc<Flight<T>>>>,
    threads: Arc<Semaphore>,
    /// For searches whose time was up in the queue: they only say what they can say at once.
    late_threads: Arc<Semaphore>,
    queue_limit: usize,
    queued: AtomicUsize,
    running: AtomicUsize,
    cancelled: AtomicU64,
}

struct Flight<T> {
    key: Key,
    control: Arc<Control>,
    seats: Mutex<Seats>,
    seats_changed: Notify,
    landing: watch::Sender<Option<Landing<T>>>,
}

#[derive(Default)]
struct Seats {
    next: u64,
    /// Each caller's own number and when its time is up.
    taken: Vec<(u64, Option<Instant>)>,
    /// The search was told to end: who comes now starts another.
    closed: bool,
}

impl Seats {
    fn take(&mut self, deadline: Option<Instant>) -> u64 {
        self.next += 1;
        self.taken.push((self.next, deadline));
        self.next
    }

    /// When everyone's time is up; `None` while someone has no deadline.
    fn last_deadline(&self) -> Option<Instant> {
        self.taken.iter().map(|(_, d)| *d).try_fold(None, |last: Option<Instant>, d| Some(last.max(Some(d?)))).flatten()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send + Sync + 'static> Flights<T> {
    /// `threads` searches at once, `queue_limit` waiting.
    pub fn new(threads: usize, queue_limit: usize) -> Self {
        Flights {
            inner: Arc::new(Inner {
                flights: Mutex::default(),
                threads: Arc::new(Semaphore::new(threads)),
                late_threads: Arc::new(Semaphore::new(threads)),
                queue_limit,
                queued: AtomicUsize::new(0),
                running: AtomicUsize::new(0),
                cancelled: AtomicU64::new(0),
            }),
        }
    }

    /// Searches waiting for a thread, and searches on one.
    pub fn load(&self) -> (usize, usize) {
        (self.inner.queued.load(Ordering::Relaxed), self.inner.running.load(Ordering::Relaxed))
    }

    /// Searches given up so far.
    pub fn cancelled(&self) -> u64 {
        self.inner.cancelled.load(Ordering::Relaxed)
    }

    /// The control of the search for a key, if one is under way.
    pub fn under_way(&self, key: &Key) -> Option<Arc<Control>> {
        lock(&self.inner.flights).get(key).map(|f| Arc::clone(&f.control))
    }

    /// Takes a seat in the search for `key`, starting `search` on a blocking thread if there is none. The second value says
    /// whether the search was there already.
    pub fn join<F>(&self, key: Key, deadline: Option<Instant>, search: F) -> Result<(Seat<T>, bool), Failure>
    where
        F: FnOnce(&Control) -> Result<T, Failure> + Send + 'static,
    {
        let mut flights = lock(&self.inner.flights);
        if let Some(flight) = flights.get(&key) {
            let mut seats = lock(&flight.seats);
            if !seats.closed {
                let number = seats.take(deadline);
                drop(seats);
                flight.seats_changed.notify_one();
                return Ok((Seat::new(Arc::clone(flight), number, deadline), true));
            }
        }
        let waiting = self.inner.queued.load(Ordering::Relaxed);
        // Threads that are free at this moment take from the queue at once: they are room as well.
        if waiting >= self.inner.queue_limit + self.inner.threads.available_permits() {
            return Err(Failure::QueueFull { waiting, bound: self.inner.queue_limit });
        }
        self.inner.queued.fetch_add(1, Ordering::Relaxed);
        let mut seats = Seats::default();
        let number = seats.take(deadline);
        let flight = Arc::new(Flight {
            key,
            control: Arc::new(Control::new()),
            seats: Mutex::new(seats),
            seats_changed: Notify::new(),
            landing: watch::Sender::new(None),
        });
        flights.insert(key, Arc::clone(&flight));
        drop(flights);
        let seat = Seat::new(Arc::clone(&flight), number, deadline);
        let inner = Arc::clone(&self.inner);
        tokio::spawn(async move { inner.fly(flight, search).await });
        Ok((seat, false))
    }

    /// Cancels every search.
    pub fn cancel_all(&self) {
        for flight in lock(&self.inner.flights).values() {
            flight.control.end(Stop::Cancelled);
        }
    }
}

impl<T: Send + Sync + 'static> Inner<T> {
    async fn fly<F>(self: Arc<Self>, flight: Arc<Flight<T>>, search: F)
    where
        F: FnOnce(&Control) -> Result<T, Failure> + Send + 'static,
    {
        let _ends_with_this_task = EndOnDrop(Arc::clone(&flight.control));
        let permit = tokio::select! {
            biased;
            stop = flight.watch_seats() => Err(stop),
            permit = Arc::clone(&self.threads).acquire_owned() => Ok(permit),
        };
        self.queued.fetch_sub(1, Ordering::Relaxed);
        let landing = match permit {
            Ok(permit) => {
                self.running.fetch_add(1, Ordering::Relaxed);
                let mut search = on_a_thread(permit, Arc::clone(&flight.control), search);
                let result = tokio::select! {
                    result = &mut search => result,
                    () = self.stop_when_due(&flight) => search.await,
                };
                self.running.fetch_sub(1, Ordering::Relaxed);
                landed(result)
            }
            // Time was up before there was a thread: what can be said at once (the baseline) is still an answer.
            Err(Stop::Deadline) => {
                flight.control.end(Stop::Deadline);
                let permit = Arc::clone(&self.late_threads).acquire_owned().await;
                landed(on_a_thread(permit, Arc::clone(&flight.control), search).await)
            }
            Err(Stop::Cancelled) => Err(SelectError::Cancelled.into()),
        };
        if matches!(landing, Err(Failure::Search(SelectError::Cancelled))) {
            self.cancelled.fetch_add(1, Ordering::Relaxed);
        }
        self.forget(&flight);
        flight.landing.send_replace(Some(landing));
    }

    /// Returns after a cancellation was sent; a deadline only closes the seats and goes on watching.
    async fn stop_when_due(&self, flight: &Arc<Flight<T>>) {
        let stop = flight.watch_seats().await;
        self.forget(flight);
        flight.control.end(stop);
        while stop == Stop::Deadline && !lock(&flight.seats).taken.is_empty() {
            flight.seats_changed.notified().await;
        }
        flight.control.end(Stop::Cancelled);
    }

    /// Takes the flight out of the map, unless another has its place.
    fn forget(&self, flight: &Arc<Flight<T>>) {
        let mut flights = lock(&self.flights);
        lock(&flight.seats).closed = true;
        if flights.get(&flight.key).is_some_and(|f| Arc::ptr_eq(f, flight)) {
            flights.remove(&flight.key);
        }
    }
}

impl<T> Flight<T> {
    /// Waits until nobody is left, or until everyone's time is up. Closes the seats.
    async fn watch_seats(&self) -> Stop {
        loop {
            let deadline = {
                let mut seats = lock(&self.seats);
                let deadline = seats.last_deadline();
                let over = deadline.is_some_and(|d| d <= Instant::now());
                if seats.taken.is_empty() || over {
                    seats.closed = true;
                    return if over { Stop::Deadline } else { Stop::Cancelled };
                }
                deadline
            };
            let changed = self.seats_changed.notified();
            match deadline {
                None => changed.await,
                Some(at) => {
                    let _ = tokio::time::timeout_at(at, changed).await;
                }
            }
        }
    }
}

/// Runs a search on a blocking thread, which keeps `permit` until it is done.
fn on_a_thread<T, P, F>(permit: P, control: Arc<Control>, search: F) -> JoinHandle<Result<T, Failure>>
where
    T: Send + 'static,
    P: Send + 'static,
    F: FnOnce(&Control) -> Result<T, Failure> + Send + 'static,
{
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        search(&control)
    })
}

/// A search that panicked fails; its thread is gone, nothing else is.
fn landed<T>(result: Result<Result<T, Failure>, JoinError>) -> Landing<T> {
    result.map_err(|panic| SelectError::Internal(panic_text(panic)))?.map(Arc::new)
}

/// A search ends when the task that would land it is gone, as when the runtime shuts down: its thread would run on.
struct EndOnDrop(Arc<Control>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.end(Stop::Cancelled);
    }
}

fn panic_text(error: JoinError) -> String {
    match error.try_into_panic() {
        Ok(panic) => match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
            (Some(text), _) => text.clone(),
            (_, Some(text)) => (*text).to_owned(),
            _ => "a panic without a text".to_owned(),
        },
        Err(error) => error.to_string(),
    }
}

/// One caller's part in a search. Dropping it leaves the search.
pub struct Seat<T> {
    flight: Arc<Flight<T>>,
    number: u64,
    deadline: Option<Instant>,
    landing: watch::Receiver<Option<Landing<T>>>,
}

impl<T> Seat<T> {
    fn new(flight: Arc<Flight<T>>, number: u64, deadline: Option<Instant>) -> Self {
        let landing = flight.landing.subscribe();
        Seat { flight, number, deadline, landing }
    }

    /// Waits for the landing. A caller whose time is up while others still wait leaves without an answer; the last ones get
    /// what there is.
    pub async fn landing(mut self) -> Landing<T> {
        let flight = Arc::clone(&self.flight);
        let own_time = async {
            match self.deadline {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
            let only_early = {
                let seats = lock(&flight.seats);
                !seats.closed && seats.last_deadline().is_none_or(|last| last > Instant::now())
            };
            if !only_early {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            landed = self.landing.wait_for(Option::is_some) => match landed.as_deref() {
                Ok(Some(landing)) => landing.clone(),
                // The task that lands it is gone: the runtime is shutting down.
                _ => Err(Failure::Unavailable("stopping")),
            },
            () = own_time => Err(Failure::Deadline),
        }
    }
}

impl<T> Drop for Seat<T> {
    fn drop(&mut self) {
        lock(&self.flight.seats).taken.retain(|(number, _)| *number != self.number);
        self.flight.seats_changed.notify_one();
    }
}

#[cfg(test)]
mod tests;
