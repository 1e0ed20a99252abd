//! What searches cost that go on after their callers left: no more than so much for each identity and in all, until somebody asks
//! for what they found.
//!
//! Costs are counted in the engine's work, which is the same whatever else the machine does. Whoever asks for a window again gives
//! back what its search cost, whoever left it: it was not searched for in vain.

use super::line::Caller;
use crate::limits::{
    MAX_SEARCHED_ON, SEARCHED_ON_EACH, SEARCHED_ON_IN_ALL, SEARCHED_ON_PERIOD, SEARCHED_ON_START, SEARCHED_ON_WINDOWS,
};
use isotope_cache::Key;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use tokio::time::Instant;

/// What a search has cost since its last caller left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bill {
    share: Arc<str>,
    /// Work that was charged.
    charged: u64,
    /// The search's own count of its work, up to which it was.
    counted: u64,
}

/// What the callers of one turn have left, and nobody has asked for again.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    windows: u64,
    work: u64,
}

/// What was charged since the period began, and to whom.
pub(super) struct Account {
    spent: HashMap<Arc<str>, Spent>,
    /// Work of all.
    all: u64,
    /// Searches that have ended and that nobody has asked for since; the first ended first.
    ended: HashMap<Key, Bill>,
    order: VecDeque<Key>,
    began: Instant,
}

impl Account {
    pub(super) fn new() -> Self {
        let (spent, ended, order) = (HashMap::new(), HashMap::new(), VecDeque::new());
        Account { spent, all: 0, ended, order, began: Instant::now() }
    }

    fn spent_by(&self, share: &Arc<str>) -> Spent {
        self.spent.get(share).copied().unwrap_or_default()
    }

    /// Whether a share may spend more: of the work that others leave no more than half, so that something is left for the next.
    fn has_work_left(&self, share: &Arc<str>) -> bool {
        let own = self.spent_by(share).work;
        let bound = SEARCHED_ON_EACH.min(SEARCHED_ON_IN_ALL.saturating_sub(self.all - own) / 2);
        own + SEARCHED_ON_START <= bound
    }

    /// Whether what this bill is for may go on.
    pub(super) fn allows(&self, bill: &Bill) -> bool {
        self.has_work_left(&bill.share)
    }

    /// A search that has counted so much work is left by its last caller; `None`: the caller has left too many, or too much.
    pub(super) fn begin(&mut self, caller: &Caller, counted: u64) -> Option<Bill> {
        if self.began.elapsed() >= SEARCHED_ON_PERIOD {
            *self = Account::new();
        }
        let share = caller.share();
        if self.spent_by(share).windows >= SEARCHED_ON_WINDOWS || !self.has_work_left(share) {
            return None;
        }
        self.spent.entry(Arc::clone(share)).or_default().windows += 1;
        Some(Bill { share: Arc::clone(share), charged: 0, counted })
    }

    fn charge(&mut self, bill: &mut Bill, work: u64) {
        bill.charged += work;
        self.all += work;
        self.spent.entry(Arc::clone(&bill.share)).or_default().work += work;
    }

    /// The search begins on a thread, perhaps once more, and counts from nothing.
    pub(super) fn start(&mut self, bill: &mut Bill) {
        bill.counted = 0;
        self.charge(bill, SEARCHED_ON_START);
    }

    /// The search now counts so much work.
    pub(super) fn count(&mut self, bill: &mut Bill, work: u64) {
        self.charge(bill, work.saturating_sub(bill.counted));
        bill.counted = bill.counted.max(work);
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
        let work = bill.charged.min(spent.work);
        *spent = Spent { windows: spent.windows.saturating_sub(1), work: spent.work - work };
        self.all -= work;
        if spent.windows == 0 && spent.work == 0 {
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
