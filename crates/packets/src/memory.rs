//! Memory as ordered accesses: which of them may change places, and in which one order they are compared.

use crate::mir::{Facts, Objects};
use crate::terms::{Term, Terms};
use std::collections::BTreeSet;
use std::rc::Rc;

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
    stores: Vec<Rc<Store>>,
    /// Those that only read.
    loads: Vec<Rc<Event>>,
}

/// An access that writes.
#[derive(Debug)]
struct Store {
    event: Event,
    /// The stores before it that have to stay before it, by their places. Loads ask for them again and again.
    after: Vec<usize>,
}

impl Memory {
    /// How many accesses write.
    pub fn stores(&self) -> usize {
        self.stores.len()
    }

    /// One more access.
    pub fn push(&mut self, event: Event, terms: &Terms, objects: &Objects) {
        if !event.is_store {
            self.loads.push(Rc::new(event));
            return;
        }
        let earlier = self.stores.iter().enumerate();
        let after = earlier.filter(|(_, earlier)| earlier.event.must_follow(&event, terms, objects));
        let after = after.map(|(at, _)| at).collect();
        self.stores.push(Rc::new(Store { event, after }));
    }

    /// The accesses of another memory, after those that there are.
    pub fn extend(&mut self, later: &Memory, terms: &Terms, objects: &Objects) {
        later.stores.iter().for_each(|store| self.push(store.event.clone(), terms, objects));
        self.loads.extend(later.loads.iter().cloned());
    }

    /// The past of a read: the stores before it that it may see, and those that these have to follow, in their one order.
    pub fn past(&self, read: &Event, terms: &Terms, objects: &Objects) -> Vec<Term> {
        let mut is_needed = vec![false; self.stores.len()];
        for (at, store) in self.stores.iter().enumerate().rev() {
            if is_needed[at] || store.event.must_follow(read, terms, objects) {
                is_needed[at] = true;
                store.after.iter().for_each(|earlier| is_needed[*earlier] = true);
            }
        }
        self.ordered(&is_needed)
    }

    /// All stores in their one order.
    pub fn written(&self) -> Vec<Term> {
        self.ordered(&vec![true; self.stores.len()])
    }

    /// The line of the instruction that wrote a store; 0 where none did.
    pub fn line(&self, store: Term) -> usize {
        self.stores.iter().find(|other| other.event.what == store).map_or(0, |other| other.event.line)
    }

    /// All reads, in one order.
    pub fn read(&self) -> Vec<Term> {
        let mut loads: Vec<Term> = self.loads.iter().map(|load| load.what).collect();
        loads.sort_unstable();
        loads
    }

    /// All accesses, in no order.
    pub fn all(&self) -> Vec<Event> {
        let stores = self.stores.iter().map(|store| &store.event);
        stores.chain(self.loads.iter().map(Rc::as_ref)).cloned().collect()
    }

    /// Of all orders of some stores in which those that have to follow one another do so, the least. Each store that one of them has to follow is one of
    /// them, too.
    fn ordered(&self, is_needed: &[bool]) -> Vec<Term> {
        let needed: Vec<usize> = (0..self.stores.len()).filter(|at| is_needed[*at]).collect();
        let mut out = Vec::with_capacity(needed.len());
        if needed.is_empty() {
            return out;
        }
        let mut waits = vec![0_usize; self.stores.len()];
        let mut later: Vec<Vec<usize>> = vec![Vec::new(); self.stores.len()];
        let mut ready = BTreeSet::new();
        for at in needed {
            let Store { event, after } = self.stores[at].as_ref();
            waits[at] = after.len();
            after.iter().for_each(|earlier| later[*earlier].push(at));
            if after.is_empty() {
                ready.insert((event.what, at));
            }
        }
        while let Some((what, at)) = ready.pop_first() {
            out.push(what);
            for next in &later[at] {
                waits[*next] -= 1;
                if waits[*next] == 0 {
                    ready.insert((self.stores[*next].event.what, *next));
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// The least order of some stores by trying, for each place, all that nothing open has to come before.
    fn least(stores: &[&Event], terms: &Terms, objects: &Objects) -> Vec<Term> {
        let mut open: Vec<usize> = (0..stores.len()).collect();
        let mut out = Vec::new();
        while !open.is_empty() {
            let comes_after = |a: usize, b: usize| a < b && stores[a].must_follow(stores[b], terms, objects);
            let is_free = |at: &&usize| !open.iter().any(|earlier| comes_after(*earlier, **at));
            let next = *open.iter().filter(is_free).min_by_key(|at| stores[**at].what).unwrap();
            open.retain(|at| *at != next);
            out.push(stores[next].what);
        }
        out
    }

    #[test]
    fn a_read_sees_the_stores_that_it_follows_and_those_that_these_follow() {
        let mut random = StdRng::seed_from_u64(56);
        let objects = Objects::default();
        let mut found = 0;
        for _ in 0..200 {
            let mut terms = Terms::default();
            let base = [terms.symbol(0, 1).unwrap(), terms.symbol(0, 2).unwrap()];
            let mut event = |is_store: bool, number: usize| {
                let offset = terms.constant(4 * random.random_range(0..12)).unwrap();
                let address = terms.add(base[usize::from(random.random_range(0..8) == 0)], offset, 1).unwrap();
                let what = terms.constant(random.random_range(0..100) * 100 + number as i32).unwrap();
                let facts = Facts::unknown(false);
                Event { address: Some(address), reach: (0, 4), is_store, what, line: 0, facts }
            };
            let stores: Vec<Event> = (0..20).map(|number| event(true, number)).collect();
            let read = event(false, 20);
            let mut memory = Memory::default();
            stores.iter().for_each(|store| memory.push(store.clone(), &terms, &objects));
            memory.push(read.clone(), &terms, &objects);
            assert_eq!(memory.written(), least(&stores.iter().collect::<Vec<_>>(), &terms, &objects));
            let mut needed = vec![&read];
            for store in stores.iter().rev() {
                if needed.iter().any(|later| store.must_follow(later, &terms, &objects)) {
                    needed.push(store);
                }
            }
            let past: Vec<&Event> = needed[1..].iter().rev().copied().collect();
            assert_eq!(memory.past(&read, &terms, &objects), least(&past, &terms, &objects));
            assert_eq!((memory.stores(), memory.read()), (20, vec![read.what]));
            // The same in two parts, as packets add to memory.
            let (mut first, mut second) = (Memory::default(), Memory::default());
            let halves = stores.iter().enumerate();
            halves.for_each(|(at, store)| {
                let half = if at < 10 { &mut first } else { &mut second };
                half.push(store.clone(), &terms, &objects);
            });
            first.extend(&second, &terms, &objects);
            assert_eq!(first.written(), memory.written());
            found += usize::from(past.len() > 1 && past.len() < 20);
        }
        assert!(found > 50, "{found}");
    }
}
