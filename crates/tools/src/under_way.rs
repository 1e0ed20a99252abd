//! The runs of tools that are under way: how long the oldest has taken, and the end of those that take too long.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The runs under way. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnderWay(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// When each began, by its number.
    began: BTreeMap<u64, Instant>,
    next: u64,
}

/// One run; dropping it ends its part here.
pub(crate) struct Begun {
    all: UnderWay,
    number: u64,
}

impl UnderWay {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is whole before the lock is given back.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more begins.
    pub(crate) fn begin(&self) -> Begun {
        let mut state = self.state();
        state.next += 1;
        let number = state.next;
        state.began.insert(number, Instant::now());
        Begun { all: self.clone(), number }
    }

    /// The number of the oldest, and how long it has taken.
    pub(crate) fn oldest(&self) -> Option<(u64, Duration)> {
        self.state().began.first_key_value().map(|(number, began)| (*number, began.elapsed()))
    }

    /// Has all end now.
    pub(crate) fn end_all(&self) {
        self.state().began.clear();
    }
}

impl Begun {
    /// Whether it has to end.
    pub(crate) fn has_to_end(&self) -> bool {
        !self.all.state().began.contains_key(&self.number)
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.all.state().began.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_is_known_and_all_can_be_told_to_end() {
        let all = UnderWay::default();
        let first = all.begin();
        std::thread::sleep(Duration::from_millis(30));
        let second = all.begin();
        assert!(all.oldest().is_some_and(|(number, time)| number == 1 && time >= Duration::from_millis(30)));
        drop(first);
        all.end_all();
        let third = all.begin();
        assert!(second.has_to_end() && !third.has_to_end());
        assert_eq!(all.oldest().map(|(number, _)| number), Some(3));
        drop((second, third));
        assert_eq!(all.oldest(), None);
    }
}
