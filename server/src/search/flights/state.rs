//! Which searches run and which wait, who waits for them, and what gives way: all under one lock.

use super::AnyFinished;
use super::account::{Account, Bill};
use super::line::{Caller, Line};
use super::served::Served;
use crate::access::Permit;
use crate::failure::Failure;
use crate::limits;
use crate::search::selector::{Control, SelectError};
use isotope_cache::Key;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// The work; it may run again when it had to give way.
pub(super) type Work = Arc<dyn Fn(&Control) -> AnyFinished + Send + Sync>;

pub(super) struct State {
    pub(super) flights: HashMap<Key, Flight>,
    pub(super) line: Line<Key>,
    /// Flights that nobody waits for, in the order in which they were left; then those that only callers behind all others
    /// wait for.
    pub(super) left: VecDeque<Key>,
    pub(super) runs: HashMap<u64, Run>,
    pub(super) next: u64,
    pub(super) cancelled: u64,
    /// Searches that gave way to callers who had been served less.
    pub(super) gave_way: u64,
    pub(super) served: Served,
    /// It is looked at from time to time whether a search has to give way.
    pub(super) looking: bool,
    /// Nothing is searched on any more.
    pub(super) closing: bool,
    /// The work that goes on without anybody waiting for it.
    pub(super) account: Account,
}

pub(super) struct Flight {
    /// Tells it from another flight of the same key.
    pub(super) number: u64,
    pub(super) work: Work,
    pub(super) control: Arc<Control>,
    pub(super) finished: watch::Sender<Option<AnyFinished>>,
    pub(super) waiters: usize,
    /// The CPU time of its last run, if it gave way: the next has twice as much before it may have to again.
    pub(super) lost: Duration,
    /// Only callers that stand behind all others ever asked for it.
    pub(super) behind: bool,
    /// Its cost since its last caller left.
    pub(super) bill: Option<Bill>,
    /// Whose last caller left it, and the place in their quota that it still takes.
    pub(super) permit: Option<(Caller, Arc<Permit>)>,
    pub(super) place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In its caller's line.
    Waiting(Caller),
    /// In the line of those that nobody waits for, or only somebody behind all others.
    Left,
    /// On a thread.
    Running(u64),
}

/// A thread that searches, or is about to end because its flight was cancelled.
pub(super) struct Run {
    pub(super) caller: Caller,
    /// Nobody waits for it, or only somebody behind all others.
    pub(super) left: bool,
    pub(super) ending: bool,
    /// The place in its caller's quota that it takes until it has ended, where its caller left before.
    pub(super) permit: Option<Arc<Permit>>,
    /// Knows how much CPU time it has used.
    pub(super) control: Arc<Control>,
}

/// The job that a thread is started with.
pub(super) struct Start {
    pub(super) key: Key,
    pub(super) run: u64,
    pub(super) work: Work,
    pub(super) control: Arc<Control>,
}

/// Whether no search that somebody waits for is of this caller's share.
fn is_alone(runs: &HashMap<u64, Run>, caller: &Caller) -> bool {
    !runs.values().any(|run| !run.left && !run.ending && run.caller.shares_with(caller))
}

/// CPU time that the caller's searches under way have used, together.
fn running(runs: &HashMap<u64, Run>, caller: &Caller) -> Duration {
    let own = runs.values().filter(|run| !run.left && !run.ending && run.caller.shares_with(caller));
    own.map(|run| run.control.used()).sum()
}

impl State {
    pub(super) fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    pub(super) fn running(&self, left: bool) -> usize {
        self.runs.values().filter(|run| run.left == left).count()
    }

    /// The job that may start now: whoever's turn it is where a thread is free; a caller with nothing running where none is; and what
    /// nobody waits for where nobody waits.
    pub(super) fn start(&mut self, threads: usize) -> Option<Start> {
        let (awaited, now) = (self.running(false), Instant::now());
        let (key, caller, left) = if self.line.len() > 0 && awaited < threads + limits::RESERVE {
            let (runs, served) = (&self.runs, &self.served);
            let may = |c: &Caller| awaited < threads || is_alone(runs, c);
            let (caller, key) = self.line.pop(may, |c| {
                let time = served.time(c, running(runs, c), now);
                (time.as_millis() / limits::ALIKE.as_millis()) as u64
            })?;
            // Work that nobody waits for gives way.
            if awaited + self.running(true) >= threads {
                self.give_way();
            }
            (key, caller, false)
        } else if self.line.len() == 0 && self.runs.len() < threads {
            (self.next_left()?, Caller::default(), true)
        } else {
            return None;
        };
        let run = self.number();
        let flight = self.flights.get_mut(&key)?;
        flight.place = Place::Running(run);
        flight.control = Arc::new(flight.control.again(left));
        let control = Arc::clone(&flight.control);
        self.runs.insert(run, Run { caller, left, ending: false, permit: None, control });
        flight.bill.iter_mut().for_each(|bill| self.account.start(bill));
        tracing::debug!(run, calls = %flight.control.calls(), "a search begins");
        Some(Start { key, run, work: Arc::clone(&flight.work), control: Arc::clone(&flight.control) })
    }

    /// Stops a search of the caller who was served most, if somebody waits who has none under way and was served less than half of that;
    /// it is begun again when its caller's turn comes. It had some CPU time, and has twice as much the next time: one that waits for a
    /// worker, or for the processor on a busy machine, has had nothing yet.
    pub(super) fn take_turns(&mut self) {
        let now = Instant::now();
        let (runs, served) = (&self.runs, &self.served);
        let time = |c: &Caller| served.time(c, running(runs, c), now);
        let Some(least) = self.line.least_served(|c| is_alone(runs, c), time) else { return };
        let may_end = |number: u64, run: &Run| {
            let flight = self.flights.values().find(|f| f.place == Place::Running(number));
            let time = flight.map(|flight| limits::GIVES_WAY_AFTER.max(2 * flight.lost));
            !run.left && !run.ending && time.is_some_and(|time| run.control.used() >= time)
        };
        let running = runs.iter().filter(|(number, run)| may_end(**number, run));
        // Of several the one that came last: less is lost.
        let most = running.map(|(number, run)| (time(&run.caller), *number)).max();
        let Some((_, number)) = most.filter(|(most, _)| *most >= 2 * least + limits::SLICE) else { return };
        let Some(run) = self.runs.get_mut(&number) else { return };
        run.ending = true;
        let (caller, lost) = (run.caller.clone(), run.control.used());
        self.served.note(&caller, lost, now);
        let found = self.flights.iter_mut().find(|(_, f)| f.place == Place::Running(number));
        if let Some((&key, flight)) = found {
            tracing::debug!(run = number, used_ms = lost.as_millis() as u64, "a search gives way");
            flight.control.stop();
            flight.lost = lost;
            flight.place = Place::Waiting(caller.clone());
            self.line.push(&caller, key);
            self.gave_way += 1;
        }
    }

    /// The next that nobody waits for, or only somebody behind all others; what its callers have left too much of ends here.
    fn next_left(&mut self) -> Option<Key> {
        loop {
            let key = self.left.pop_front()?;
            let bill =
                self.flights.get(&key).filter(|flight| flight.waiters == 0).and_then(|flight| flight.bill.as_ref());
            if bill.is_none_or(|bill| self.account.allows(bill)) {
                return Some(key);
            }
            self.end(&key, SelectError::Cancelled.into());
        }
    }

    /// A run has used so much CPU time: what nobody waits for ends where that is too much.
    pub(super) fn count(&mut self, key: &Key, run: u64, used: Duration) {
        let Some(flight) = self.flights.get_mut(key).filter(|flight| flight.place == Place::Running(run)) else {
            return;
        };
        let Some(bill) = &mut flight.bill else { return };
        self.account.count(bill, used);
        if flight.waiters == 0 && !self.account.allows(bill) {
            self.end(key, SelectError::Cancelled.into());
        }
    }

    /// Stops one search that nobody waits for; it is first when there is a thread for such again.
    pub(super) fn give_way(&mut self) {
        let Some((&number, run)) = self.runs.iter_mut().filter(|(_, r)| r.left && !r.ending).min_by_key(|(n, _)| **n)
        else {
            return;
        };
        run.ending = true;
        // Of the daemon's own work, which is no flight, whoever does it hears of that.
        run.control.stop();
        let found = self.flights.iter_mut().find(|(_, f)| f.place == Place::Running(number));
        if let Some((&key, flight)) = found {
            flight.place = Place::Left;
            self.left.push_front(key);
        }
    }

    /// Whether one more search may go on without anybody waiting for it.
    pub(super) fn may_search_on(&self) -> bool {
        let left = self.flights.values().filter(|flight| flight.waiters == 0).count();
        !self.closing && left < limits::MAX_SEARCHED_ON
    }

    /// One caller less, who had this permit. Whether the work goes on, which it does only if `goes_on`.
    pub(super) fn leave(
        &mut self,
        key: &Key,
        number: u64,
        (caller, permit): (&Caller, Option<Arc<Permit>>),
        goes_on: bool,
    ) -> bool {
        let may_search_on = goes_on && self.may_search_on();
        let Some(flight) = self.flights.get_mut(key).filter(|f| f.number == number) else { return false };
        flight.waiters -= 1;
        if flight.waiters > 0 {
            return true;
        }
        // A window that was asked for ahead of need is not searched for when nobody wants it any more.
        if matches!(flight.place, Place::Left | Place::Running(_)) && flight.behind {
            self.end_with(key, permit);
            return false;
        }
        // One that somebody behind all others waited for, after a compiler had left it, has its bill.
        if may_search_on && flight.bill.is_none() {
            flight.bill = self.account.begin(caller, flight.control.used());
        }
        let search_on = flight.bill.is_some();
        if search_on {
            flight.permit = permit.clone().map(|permit| (caller.clone(), permit));
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
            let behind = |key: &Key| self.flights.get(key).is_some_and(|flight| flight.behind);
            let at = self.left.iter().position(behind).unwrap_or(self.left.len());
            self.left.insert(at, *key);
        } else {
            self.end_with(key, permit);
        }
        search_on
    }

    /// Ends a flight that its last caller has left. Where it runs it has its caller's permit until it has ended.
    fn end_with(&mut self, key: &Key, permit: Option<Arc<Permit>>) {
        if let Some(Place::Running(run)) = self.flights.get(key).map(|flight| &flight.place)
            && let Some(run) = self.runs.get_mut(run)
        {
            run.permit = permit;
        }
        self.end(key, SelectError::Cancelled.into());
    }

    /// Ends a flight without its search.
    pub(super) fn end(&mut self, key: &Key, why: Failure) {
        let Some(flight) = self.flights.remove(key) else { return };
        match &flight.place {
            Place::Waiting(caller) => self.line.remove(caller, *key),
            Place::Left => self.left.retain(|k| k != key),
            Place::Running(run) => {
                if let Some(run) = self.runs.get_mut(run).filter(|run| !run.ending) {
                    run.ending = true;
                    // Whoever leaves early has had the time all the same.
                    if !run.left {
                        self.served.note(&run.caller, run.control.used(), Instant::now());
                    }
                }
            }
        }
        self.cancelled += u64::from(matches!(why, Failure::Search(SelectError::Cancelled) | Failure::Unavailable(_)));
        flight.control.stop();
        flight.finished.send_replace(Some(Err(why)));
    }
}
