//! Who is next: turns among identities, and within one among its callers, so that one's thousands cost another one place
//! at most.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// Whose work shares a line: a connection, and the name that its client gives itself; and whose lines share a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Caller {
    share: Arc<str>,
    words: String,
    /// Its searches run where nobody else waits.
    behind: bool,
}

impl Caller {
    /// Whoever is at the other end of a connection, and nobody in particular: the connection's turn is its own.
    pub fn new(connection: impl Into<Arc<str>>) -> Self {
        Caller { share: connection.into(), words: String::new(), behind: false }
    }

    /// The same by the name that a client gives itself: it has a line of its own within the turn of its connection or its identity, and no
    /// turn more.
    pub fn named(self, name: &str) -> Self {
        Caller { words: format!("{} {name}", self.words), ..self }
    }

    /// One of an identity's callers, however many it has.
    pub fn of(identity: &str, words: impl Into<String>) -> Self {
        // No connection is called so: it is called by its address.
        Caller { share: format!("identity {identity}").into(), words: words.into(), behind: false }
    }

    /// The same, whose searches run where nobody else waits.
    pub fn behind(self) -> Self {
        Caller { behind: true, ..self }
    }

    /// Whether its searches do.
    pub fn is_behind(&self) -> bool {
        self.behind
    }

    /// Who it shares its turn with: its identity, or itself.
    pub(super) fn share(&self) -> &Arc<str> {
        &self.share
    }

    /// Whether both have one turn.
    pub(super) fn shares_with(&self, other: &Caller) -> bool {
        self.share == other.share
    }
}

/// The callers of one turn for whom something waits; the first is next.
struct Share {
    callers: VecDeque<Caller>,
    len: usize,
}

/// The waiting work, by caller.
pub(super) struct Line<K> {
    waiting: HashMap<Caller, VecDeque<K>>,
    /// None is empty; the first is next.
    turns: VecDeque<Share>,
    len: usize,
}

impl<K> Default for Line<K> {
    fn default() -> Self {
        Line { waiting: HashMap::new(), turns: VecDeque::new(), len: 0 }
    }
}

impl Share {
    fn is_of(&self, caller: &Caller) -> bool {
        self.callers.front().is_some_and(|first| first.shares_with(caller))
    }
}

impl<K: Copy + Eq> Line<K> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, caller: &Caller, key: K) {
        self.len += 1;
        let line = self.waiting.entry(caller.clone()).or_default();
        line.push_back(key);
        let is_new = line.len() == 1;
        match self.turns.iter_mut().find(|share| share.is_of(caller)) {
            Some(share) => {
                share.len += 1;
                if is_new {
                    share.callers.push_back(caller.clone());
                }
            }
            None => self.turns.push_back(Share { callers: [caller.clone()].into(), len: 1 }),
        }
    }

    /// The next one: of those who may the one who was served least, and of several the first in turn.
    pub(super) fn pop(
        &mut self,
        may: impl Fn(&Caller) -> bool,
        served: impl Fn(&Caller) -> u64,
    ) -> Option<(Caller, K)> {
        let first = |share: &Share| share.callers.front().filter(|caller| may(caller)).map(&served);
        let waiting = self.turns.iter().enumerate().filter_map(|(at, share)| Some((first(share)?, at)));
        let (_, at) = waiting.min()?;
        let mut share = self.turns.remove(at)?;
        let caller = share.callers.pop_front()?;
        let line = self.waiting.get_mut(&caller)?;
        let key = line.pop_front()?;
        if line.is_empty() {
            self.waiting.remove(&caller);
        } else {
            share.callers.push_back(caller.clone());
        }
        self.len -= 1;
        share.len -= 1;
        if share.len > 0 {
            self.turns.push_back(share);
        }
        Some((caller, key))
    }

    /// The least that somebody who may was served, of all who wait.
    pub(super) fn least_served<S: Ord>(
        &self,
        may: impl Fn(&Caller) -> bool,
        served: impl Fn(&Caller) -> S,
    ) -> Option<S> {
        self.turns.iter().filter_map(|share| share.callers.front().filter(|caller| may(caller))).map(served).min()
    }

    /// Takes one out of its caller's line.
    pub(super) fn remove(&mut self, caller: &Caller, key: K) {
        let Some(line) = self.waiting.get_mut(caller) else { return };
        // Who leaves came last, mostly, or first.
        let Some(at) = line.iter().rposition(|k| *k == key) else { return };
        line.remove(at);
        self.took_one(caller);
    }

    /// One less waits in a caller's line.
    fn took_one(&mut self, caller: &Caller) {
        self.len -= 1;
        let Some(at) = self.turns.iter().position(|share| share.is_of(caller)) else { return };
        let share = &mut self.turns[at];
        share.len -= 1;
        if self.waiting.get(caller).is_some_and(VecDeque::is_empty) {
            self.waiting.remove(caller);
            share.callers.retain(|c| c != caller);
        }
        if share.callers.is_empty() {
            self.turns.remove(at);
        }
    }

    /// Makes room for one more of this caller's: the last of the longest line of whoever has most goes, if that is more
    /// than this caller's would be. `None`: nobody has more.
    pub(super) fn displace(&mut self, caller: &Caller) -> Option<K> {
        let own = self.turns.iter().find(|share| share.is_of(caller));
        let most = self.turns.iter().max_by_key(|share| share.len)?;
        let others = most.len > own.map_or(0, |share| share.len) + 1;
        let share = if others { most } else { own? };
        let waits = |c: &Caller| self.waiting.get(c).map_or(0, VecDeque::len);
        let longest = share.callers.iter().max_by_key(|c| waits(c))?.clone();
        if !others && waits(&longest) <= waits(caller) + 1 {
            return None;
        }
        let key = self.waiting.get_mut(&longest)?.pop_back()?;
        self.took_one(&longest);
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(_: &Caller) -> u64 {
        0
    }

    #[test]
    fn who_was_served_least_is_next() {
        let callers = ["a", "b", "c"].map(Caller::new);
        let mut line = Line::default();
        callers.iter().enumerate().for_each(|(n, caller)| line.push(caller, n));
        let served = |caller: &Caller| if &*caller.share == "b" { 0 } else { 2 };
        assert_eq!(line.least_served(|_| true, served), Some(0));
        assert_eq!(line.least_served(|c| &*c.share != "b", served), Some(2));
        let order: Vec<usize> = std::iter::from_fn(|| line.pop(|_| true, served)).map(|(_, key)| key).collect();
        assert_eq!(order, [1, 0, 2]);
    }

    #[test]
    fn callers_take_turns_and_the_longest_line_makes_room() {
        let (a, b) = (Caller::new("a"), Caller::new("b"));
        let mut line = Line::default();
        (0..5).for_each(|n| line.push(&a, n));
        line.push(&b, 10);
        line.push(&b, 11);
        assert_eq!(line.pop(|_| true, alike), Some((a.clone(), 0)));
        assert_eq!(line.pop(|_| true, alike), Some((b.clone(), 10)));
        assert_eq!(line.pop(|_| true, alike), Some((a.clone(), 1)));
        assert_eq!(line.pop(|c| *c == a, alike), Some((a.clone(), 2)));
        assert_eq!(line.len(), 3);
        assert_eq!(line.displace(&b), None, "two and two");
        line.push(&a, 5);
        assert_eq!(line.displace(&b), Some(5));
        line.remove(&b, 11);
        line.remove(&b, 11);
        assert_eq!(line.pop(|c| *c == b, alike), None);
        assert_eq!((line.pop(|_| true, alike), line.pop(|_| true, alike)), (Some((a.clone(), 3)), Some((a, 4))));
        assert_eq!((line.pop(|_| true, alike), line.len()), (None, 0));
    }

    #[test]
    fn an_identity_has_one_turn_however_many_connections_it_has() {
        let farm: Vec<Caller> = (0..100).map(|n| Caller::of("farm", n.to_string())).collect();
        let desk = Caller::of("desk", "0");
        let mut line = Line::default();
        farm.iter().enumerate().for_each(|(n, caller)| line.push(caller, n));
        line.push(&desk, 1000);
        line.push(&desk, 1001);
        let order: Vec<usize> = std::iter::from_fn(|| line.pop(|_| true, alike)).map(|(_, key)| key).collect();
        assert_eq!(order[..5], [0, 1000, 1, 1001, 2]);
        assert_eq!((order.len(), line.len()), (102, 0));
        // Whoever has most makes room, by identity first and by connection then.
        farm[..3].iter().enumerate().for_each(|(n, caller)| line.push(caller, n));
        line.push(&farm[1], 10);
        assert_eq!(line.displace(&desk), Some(10), "the last of the longest line of the farm's");
        assert_eq!(line.displace(&farm[5]), None, "a place in each line is no line too long");
        line.push(&desk, 1000);
        assert_eq!(line.displace(&desk), Some(2), "three are more than two would be");
        assert_eq!(line.displace(&desk), None);
        farm.iter().chain([&desk]).for_each(|caller| (0..2000).for_each(|key| line.remove(caller, key)));
        assert_eq!((line.len(), line.turns.len(), line.waiting.len()), (0, 0, 0));
        // A nameless caller that calls itself as an identity does is not that identity.
        assert!(!Caller::new("farm").shares_with(&farm[0]));
    }

    #[test]
    fn a_connection_has_one_turn_however_many_names_it_gives_itself() {
        let (names, desk) = ((0..200).map(|n| Caller::new("1.2.3.4:5").named(&n.to_string())), Caller::new("desk"));
        let mut line = Line::default();
        names.clone().enumerate().for_each(|(n, caller)| line.push(&caller, n));
        line.push(&desk, 1000);
        line.push(&desk, 1001);
        let order: Vec<usize> = std::iter::from_fn(|| line.pop(|_| true, alike)).map(|(_, key)| key).collect();
        assert_eq!(order[..5], [0, 1000, 1, 1001, 2]);
        // Nor has an identity's connection.
        let known = Caller::of("farm", "1.2.3.4:5");
        assert!(known.clone().named("a").shares_with(&known) && known.clone().named("a") != known);
        assert!(!Caller::new("1").named("2").shares_with(&Caller::new("1 2")));
    }
}
