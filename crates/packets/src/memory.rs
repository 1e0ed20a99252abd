//! Memory as ordered accesses: which of them may change places, and in which one order they are compared.

use crate::mir::{Facts, Objects};
use crate::terms::{Term, Terms};

/// One access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Where it begins; of an access that is not understood, nothing.
    pub address: Option<Term>,
    /// Bytes before that address, and from it on, that it may touch.
    pub reach: (i64, i64),
    /// Whether it writes.
    pub is_store: bool,
    /// The access, with all that it depends on besides memory.
    pub what: Term,
    /// The line of its instruction, from 1.
    pub line: usize,
    /// LLVM's statement about it.
    pub facts: Facts,
}

impl Event {
    /// Whether two accesses have to keep their order.
    pub fn must_follow(&self, other: &Event, terms: &Terms, objects: &Objects) -> bool {
        if self.facts.is_volatile && other.facts.is_volatile {
            return true;
        }
        if !self.is_store && !other.is_store {
            return false;
        }
        let (Some(a), Some(b)) = (self.address, other.address) else { return true };
        if let Some(distance) = terms.distance(b, a).map(i64::from) {
            // Two that round their addresses down alike are apart where a whole access lies between the addresses.
            if self.reach == other.reach && self.reach.0 > 0 {
                return distance.abs() < self.reach.1;
            }
            // The second begins `distance` bytes after the first; both reach from before their address to after it.
            let is_after = distance - other.reach.0 >= self.reach.1;
            let is_before = distance + other.reach.1 <= -self.reach.0;
            return !(is_after || is_before);
        }
        !objects.are_apart(&self.facts, &other.facts)
    }
}

/// The accesses of one way through a program, in order.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Those that write, and others that keep their place.
    pub stores: Vec<Event>,
    /// Those that only read.
    pub loads: Vec<Event>,
}

impl Memory {
    /// The past of a read: the stores before it that it may see, and those that these have to follow, in their one order.
    pub fn past(&self, read: &Event, terms: &Terms, objects: &Objects) -> Vec<Term> {
        let mut needed: Vec<&Event> = vec![read];
        for store in self.stores.iter().rev() {
            if needed.iter().any(|later| store.must_follow(later, terms, objects)) {
                needed.push(store);
            }
        }
        let past: Vec<&Event> = needed[1..].iter().rev().copied().collect();
        ordered(&past, terms, objects)
    }

    /// All stores in their one order.
    pub fn written(&self, terms: &Terms, objects: &Objects) -> Vec<Term> {
        ordered(&self.stores.iter().collect::<Vec<_>>(), terms, objects)
    }

    /// All reads, in one order.
    pub fn read(&self) -> Vec<Term> {
        let mut loads: Vec<Term> = self.loads.iter().map(|load| load.what).collect();
        loads.sort_unstable();
        loads
    }

    /// All accesses, in no order.
    pub fn all(&self) -> Vec<Event> {
        self.stores.iter().chain(&self.loads).cloned().collect()
    }
}

/// Of all orders in which accesses that have to follow one another do so, the least.
fn ordered(events: &[&Event], terms: &Terms, objects: &Objects) -> Vec<Term> {
    let count = events.len();
    let mut waits = vec![0_usize; count];
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); count];
    for b in 0..count {
        for a in 0..b {
            if events[a].must_follow(events[b], terms, objects) {
                waits[b] += 1;
                after[a].push(b);
            }
        }
    }
    let mut ready: std::collections::BTreeSet<(Term, usize)> =
        (0..count).filter(|at| waits[*at] == 0).map(|at| (events[at].what, at)).collect();
    let mut out = Vec::with_capacity(count);
    while let Some((what, at)) = ready.pop_first() {
        out.push(what);
        for next in &after[at] {
            waits[*next] -= 1;
            if waits[*next] == 0 {
                ready.insert((events[*next].what, *next));
            }
        }
    }
    out
}
