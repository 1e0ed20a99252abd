//! Who is next: a line for each caller, served in turns, so that one caller's thousands cost another one place at most.

use std::collections::{HashMap, VecDeque};

/// Whose searches share a line: a connection, and the name that its client gives itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Caller(String);

impl Caller {
    /// The caller of these words.
    pub fn new(words: impl Into<String>) -> Self {
        Caller(words.into())
    }
}

/// What waits, by caller.
pub(super) struct Line<K> {
    waiting: HashMap<Caller, VecDeque<K>>,
    /// The callers for whom something waits; the first is next.
    turns: VecDeque<Caller>,
    len: usize,
}

impl<K> Default for Line<K> {
    fn default() -> Self {
        Line { waiting: HashMap::new(), turns: VecDeque::new(), len: 0 }
    }
}

impl<K: Copy + Eq> Line<K> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, caller: &Caller, key: K) {
        self.len += 1;
        match self.waiting.get_mut(caller) {
            Some(line) => line.push_back(key),
            None => {
                self.turns.push_back(caller.clone());
                self.waiting.insert(caller.clone(), VecDeque::from([key]));
            }
        }
    }

    /// The next one, of the first caller in turn that may.
    pub(super) fn pop(&mut self, may: impl Fn(&Caller) -> bool) -> Option<(Caller, K)> {
        let at = self.turns.iter().position(may)?;
        let caller = self.turns.remove(at)?;
        let line = self.waiting.get_mut(&caller)?;
        let key = line.pop_front()?;
        self.len -= 1;
        if line.is_empty() {
            self.waiting.remove(&caller);
        } else {
            self.turns.push_back(caller.clone());
        }
        Some((caller, key))
    }

    /// Takes one out of its caller's line.
    pub(super) fn remove(&mut self, caller: &Caller, key: K) {
        let Some(line) = self.waiting.get_mut(caller) else { return };
        // Who leaves came last, mostly, or first.
        let Some(at) = line.iter().rposition(|k| *k == key) else { return };
        line.remove(at);
        self.len -= 1;
        if line.is_empty() {
            self.waiting.remove(caller);
            self.turns.retain(|c| c != caller);
        }
    }

    /// Makes room for one more of this caller's: the last of the longest line goes, if that is longer than this caller's
    /// would be. `None`: nobody has more.
    pub(super) fn displace(&mut self, caller: &Caller) -> Option<K> {
        let own = self.waiting.get(caller).map_or(0, VecDeque::len);
        let longest = self.turns.iter().max_by_key(|c| self.waiting.get(c).map_or(0, VecDeque::len))?.clone();
        let line = self.waiting.get_mut(&longest)?;
        if line.len() <= own + 1 {
            return None;
        }
        self.len -= 1;
        line.pop_back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_take_turns_and_the_longest_line_makes_room() {
        let (a, b) = (Caller::new("a"), Caller::new("b"));
        let mut line = Line::default();
        (0..5).for_each(|n| line.push(&a, n));
        line.push(&b, 10);
        line.push(&b, 11);
        assert_eq!(line.pop(|_| true), Some((a.clone(), 0)));
        assert_eq!(line.pop(|_| true), Some((b.clone(), 10)));
        assert_eq!(line.pop(|_| true), Some((a.clone(), 1)));
        assert_eq!(line.pop(|c| *c == a), Some((a.clone(), 2)));
        assert_eq!(line.len(), 3);
        assert_eq!(line.displace(&b), None, "two and two");
        line.push(&a, 5);
        assert_eq!(line.displace(&b), Some(5));
        line.remove(&b, 11);
        line.remove(&b, 11);
        assert_eq!(line.pop(|c| *c == b), None);
        assert_eq!((line.pop(|_| true), line.pop(|_| true)), (Some((a.clone(), 3)), Some((a, 4))));
        assert_eq!((line.pop(|_| true), line.len()), (None, 0));
    }
}
