//! The cost of work that goes on after its callers left: no more than so much for each identity and in all, until somebody asks
//! for what it found.
//!
//! Costs are CPU time of workers and tools, which is measured, so that no kind of work has to report anything. Whoever asks for a window
//! again gives back what its search cost, whoever left it: it was not searched for in vain.

use super::line::Caller;
use crate::limits::{
    MAX_SEARCHED_ON, SEARCHED_ON_EACH, SEARCHED_ON_IN_ALL, SEARCHED_ON_PERIOD, SEARCHED_ON_START, SEARCHED_ON_WINDOWS,
};
use isotope_cache::Key;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The cost of a search since its last caller left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bill {
    share: Arc<str>,
    /// CPU time that was charged.
    charged: Duration,
    /// The CPU time of the run up to which it was.
    counted: Duration,
}

/// The time of callers of one turn who have left, and for whom nobody has asked again.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    windows: u64,
    time: Duration,
}

/// The time that was charged since the period began, and to whom.
pub(super) struct Account {
    spent: HashMap<Arc<str>, Spent>,
    /// CPU time of all.
    all: Duration,
    /// Searches that have ended and that nobody has asked for since; the first ended first.
    ended: HashMap<Key, Bill>,
    order: VecDeque<Key>,
    began: Instant,
}

impl Account {
    pub(super) fn new() -> Self {
        let (spent, ended, order) = (HashMap::new(), HashMap::new(), VecDeque::new());
        Account { spent, all: Duration::ZERO, ended, order, began: Instant::now() }
    }

    fn spent_by(&self, share: &Arc<str>) -> Spent {
        self.spent.get(share).copied().unwrap_or_default()
    }

    /// Whether a share may spend more: of the time that others leave no more than half, so that something is left for the next.
    fn has_time_left(&self, share: &Arc<str>) -> bool {
        let own = self.spent_by(share).time;
        let bound = SEARCHED_ON_EACH.min(SEARCHED_ON_IN_ALL.saturating_sub(self.all.saturating_sub(own)) / 2);
        own + SEARCHED_ON_START <= bound
    }

    /// Whether what this bill is for may go on.
    pub(super) fn allows(&self, bill: &Bill) -> bool {
        self.has_time_left(&bill.share)
    }

    /// Work that has used so much CPU time is left by its last caller; `None`: the caller has left too many, or too much.
    pub(super) fn begin(&mut self, caller: &Caller, counted: Duration) -> Option<Bill> {
        if self.began.elapsed() >= SEARCHED_ON_PERIOD {
            *self = Account::new();
        }
        let share = caller.share();
        if self.spent_by(share).windows >= SEARCHED_ON_WINDOWS || !self.has_time_left(share) {
            return None;
        }
        self.spent.entry(Arc::clone(share)).or_default().windows += 1;
        Some(Bill { share: Arc::clone(share), charged: Duration::ZERO, counted })
    }

    fn charge(&mut self, bill: &mut Bill, time: Duration) {
        bill.charged += time;
        self.all += time;
        self.spent.entry(Arc::clone(&bill.share)).or_default().time += time;
    }

    /// The search begins on a thread, perhaps once more, and counts from nothing.
    pub(super) fn start(&mut self, bill: &mut Bill) {
        bill.counted = Duration::ZERO;
        self.charge(bill, SEARCHED_ON_START);
    }

    /// The run has now used so much CPU time.
    pub(super) fn count(&mut self, bill: &mut Bill, used: Duration) {
        self.charge(bill, used.saturating_sub(bill.counted));
        bill.counted = bill.counted.max(used);
    }

    /// A search for `key` has ended that nobody waited for.
    pub(super) fn end(&mut self, key: Key, bill: Bill) {
        if self.ended.insert(key, bill).is_none() {
            self.order.push_back(key);
        }
        if self.order.len() > MAX_SEARCHED_ON
            && let Some(first) = self.order.pop_front()
        {
            self.ended.remove(&first);
        }
    }

    /// Somebody wants what was searched for. A bill of an earlier period gives back what there is.
    pub(super) fn give_back(&mut self, bill: &Bill) {
        let Some(spent) = self.spent.get_mut(&bill.share) else { return };
        let time = bill.charged.min(spent.time);
        *spent = Spent { windows: spent.windows.saturating_sub(1), time: spent.time - time };
        self.all -= time;
        if spent.windows == 0 && spent.time.is_zero() {
            self.spent.remove(&bill.share);
        }
    }

    /// Somebody asks again for what a search had found that nobody waited for.
    pub(super) fn came_again(&mut self, key: &Key) {
        if let Some(bill) = self.ended.remove(key) {
            self.order.retain(|ended| ended != key);
            self.give_back(&bill);
        }
    }
}
