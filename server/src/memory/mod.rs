//! One account of memory for everything that a caller can make the daemon, its workers and LLVM's tools hold.
//!
//! [`Plan`] divides `--memory-total`. The rest, for callers, is one pool: requests are charged to it before they are held, and
//! workers before they may allocate more than each has for itself. A request without room is refused with `RESOURCE_EXHAUSTED`, and
//! nothing else suffers. A connection, and the identity or address behind it, has a share of the pool and no more.

mod plan;
mod share;

pub use plan::Plan;

use crate::failure::Failure;
use crate::limits;
use share::{Share, Shares};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The account. Cloning shares it.
#[derive(Clone, Debug)]
pub struct Memory {
    inner: Arc<Inner>,
    /// Whose share is charged as well.
    share: Option<Arc<Share>>,
}

#[derive(Debug)]
struct Inner {
    total: usize,
    pool: usize,
    /// Bytes of requests at once, at most.
    limit: usize,
    used: AtomicU64,
    refused: AtomicUsize,
    shares: Shares,
}

/// The used part of the pool, in one word so that it changes at once: bytes of requests in the lower bits, mebibytes of workers above.
#[derive(Clone, Copy)]
struct Used {
    requests: usize,
    workers_mebibytes: usize,
}

const REQUEST_BITS: u32 = 40;

impl Used {
    fn of(word: u64) -> Used {
        let requests = word & ((1 << REQUEST_BITS) - 1);
        Used { requests: requests as usize, workers_mebibytes: (word >> REQUEST_BITS) as usize }
    }

    fn word(self) -> u64 {
        (self.workers_mebibytes as u64) << REQUEST_BITS | self.requests as u64
    }

    fn fits(&self, inner: &Inner) -> bool {
        let workers = self.workers_mebibytes << 20;
        self.requests <= inner.limit && workers <= inner.pool / 4 * 3 && self.requests + workers <= inner.pool
    }
}

/// Bytes taken from a [`Memory`]; dropping it gives them back.
#[derive(Debug)]
pub struct Charge {
    memory: Memory,
    bytes: usize,
    /// It may be more than its share, where it is alone in it.
    is_large: bool,
}

/// The memory that a worker may allocate beyond its own; dropping it gives it back.
#[derive(Debug)]
pub struct Grant {
    inner: Arc<Inner>,
    mebibytes: usize,
}

impl Default for Memory {
    fn default() -> Self {
        Memory::of(&Plan::of(limits::DEFAULT_MEMORY_TOTAL, limits::DEFAULT_MEMORY_BYTES, 2))
    }
}

impl Memory {
    /// The account of a daemon with this plan.
    pub fn of(plan: &Plan) -> Self {
        Memory::with(plan.total, plan.pool)
    }

    /// An account where requests may hold `limit` bytes.
    pub fn bounded(limit: usize) -> Self {
        Memory::with(2 * limit, 2 * limit)
    }

    fn with(total: usize, pool: usize) -> Self {
        let pool = pool.min(1 << REQUEST_BITS);
        let inner = Inner {
            total,
            pool,
            limit: pool / 2,
            used: AtomicU64::new(0),
            refused: AtomicUsize::new(0),
            shares: Shares::default(),
        };
        Memory { inner: Arc::new(inner), share: None }
    }

    /// The same account for what one connection sends and is sent, which has a share of it, and with all others of `owner` a larger one.
    /// Without an owner it is nobody else's connection.
    pub fn of_connection(&self, owner: Option<&str>) -> Memory {
        let limit = self.inner.limit;
        let all = owner.map(|owner| self.inner.shares.of(owner, limit / limits::OWNER_PART));
        let share = Share::new(limit / limits::CONNECTION_PART, all);
        Memory { inner: Arc::clone(&self.inner), share: Some(share) }
    }

    /// The memory that the daemon, its workers and LLVM's tools may take in all.
    pub fn total(&self) -> usize {
        self.inner.total
    }

    /// The bytes that requests may be charged at once.
    pub fn limit(&self) -> usize {
        self.inner.limit
    }

    /// Bytes charged for requests now.
    pub fn used(&self) -> usize {
        self.used_now().requests
    }

    /// Whether so many bytes more would find room at this moment, whoever's share they are.
    pub fn has_room(&self, bytes: usize) -> bool {
        let now = self.used_now();
        now.requests.checked_add(bytes).is_some_and(|requests| Used { requests, ..now }.fits(&self.inner))
    }

    /// Bytes that workers have been granted now.
    pub fn granted(&self) -> usize {
        self.used_now().workers_mebibytes << 20
    }

    fn used_now(&self) -> Used {
        Used::of(self.inner.used.load(Ordering::Relaxed))
    }

    /// Charges that found no room so far.
    pub fn refused(&self) -> usize {
        self.inner.refused.load(Ordering::Relaxed)
    }

    /// Takes `bytes`, or says why not.
    pub fn charge(&self, bytes: usize) -> Result<Charge, Failure> {
        let mut charge = self.nothing();
        charge.grow(bytes)?;
        Ok(charge)
    }

    /// A charge of no bytes, which always fits and may grow.
    pub fn nothing(&self) -> Charge {
        Charge { memory: self.clone(), bytes: 0, is_large: false }
    }

    /// The same for what may be larger than a share by itself, such as the reading of a long text: nothing else finds room in its share then.
    pub fn nothing_large(&self) -> Charge {
        Charge { memory: self.clone(), bytes: 0, is_large: true }
    }

    /// A grant of nothing for a worker.
    pub fn grant(&self) -> Grant {
        Grant { inner: Arc::clone(&self.inner), mebibytes: 0 }
    }
}

impl Inner {
    /// Takes what `more` adds; `Err`: what is taken already, which leaves no room for it.
    fn take(&self, more: impl Fn(Used) -> Option<Used>) -> Result<(), Used> {
        let next = |word: u64| more(Used::of(word)).filter(|used| used.fits(self)).map(Used::word);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).map(drop).map_err(Used::of)
    }
}

impl Charge {
    /// Takes so many bytes more.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Failure> {
        let Memory { inner, share } = &self.memory;
        let refused = |used: usize, limit: usize| {
            inner.refused.fetch_add(1, Ordering::Relaxed);
            Failure::Memory { asked: bytes, used, limit, total: inner.total }
        };
        if let Some(share) = share {
            let taken = share.take(bytes).or_else(|full| match self.is_large && self.bytes + bytes > full.limit {
                // One piece of work may be larger than a share: alone, it takes more.
                true => share.take_beyond(bytes, self.bytes),
                false => Err(full),
            });
            taken.map_err(|full| refused(full.held, full.limit))?;
        }
        let more = |used: Used| Some(Used { requests: used.requests.checked_add(bytes)?, ..used });
        if let Err(used) = inner.take(more) {
            share.iter().for_each(|share| share.give_back(bytes));
            return Err(refused(used.requests, inner.limit));
        }
        self.bytes += bytes;
        Ok(())
    }

    /// Gives back all but `bytes`.
    pub fn shrink_to(&mut self, bytes: usize) {
        let given = self.bytes.saturating_sub(bytes);
        if given > 0 {
            self.bytes -= given;
            // The lower bits hold what is given back, so that nothing is borrowed from the upper ones.
            self.memory.inner.used.fetch_sub(given as u64, Ordering::Relaxed);
            self.memory.share.iter().for_each(|share| share.give_back(given));
        }
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

impl Grant {
    /// Its size in bytes.
    pub fn bytes(&self) -> u64 {
        (self.mebibytes as u64) << 20
    }

    /// Whether it is so many bytes now, rounded up to mebibytes: less always fits, more where there is room.
    pub fn set(&mut self, bytes: u64) -> bool {
        let mebibytes = bytes.div_ceil(1 << 20) as usize;
        let own = self.mebibytes;
        let change = |used: Used| {
            Some(Used { workers_mebibytes: (used.workers_mebibytes + mebibytes).checked_sub(own)?, ..used })
        };
        if mebibytes <= own {
            self.inner.used.fetch_sub(((own - mebibytes) as u64) << REQUEST_BITS, Ordering::Relaxed);
        } else if self.inner.take(change).is_err() {
            return false;
        }
        self.mebibytes = mebibytes;
        true
    }
}

impl Drop for Grant {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_charged_is_given_back_and_never_more_than_there_is() {
        let memory = Memory::bounded(100);
        let mut first = memory.charge(60).unwrap();
        let refused = memory.charge(41).unwrap_err();
        assert_eq!(refused, Failure::Memory { asked: 41, used: 60, limit: 100, total: 200 });
        first.grow(40).unwrap();
        first.shrink_to(10);
        assert_eq!((memory.used(), memory.refused()), (10, 1));
        drop(first);
        assert_eq!(memory.used(), 0);
        assert!(memory.charge(usize::MAX).is_err());
    }

    #[test]
    fn requests_and_workers_share_what_there_is_and_neither_has_all() {
        let memory = Memory::bounded(64 << 20);
        let (mut one, mut other) = (memory.grant(), memory.grant());
        assert!(one.set(60 << 20) && !other.set(40 << 20), "three quarters of 128 MiB are the workers'");
        assert!(other.set(36 << 20) && !other.set(37 << 20));
        assert_eq!((memory.granted(), other.bytes()), (96 << 20, 36 << 20));
        let requests = memory.charge(32 << 20).unwrap();
        assert!(memory.charge(1).is_err(), "the pool is full");
        assert!(one.set(50 << 20) && memory.charge(10 << 20).is_ok());
        drop((one, other, requests));
        assert_eq!((memory.granted(), memory.used()), (0, 0));
    }

    #[test]
    fn what_is_larger_than_a_share_takes_more_of_it_alone() {
        let memory = Memory::bounded(800);
        let connection = memory.of_connection(None);
        let small = connection.charge(50).unwrap();
        let large = |of: &Memory, bytes| {
            let mut charge = of.nothing_large();
            charge.grow(bytes).map(|()| charge)
        };
        assert!(connection.charge(500).is_err(), "only what says that it may be large");
        let held = large(&connection, 500).unwrap();
        assert!(connection.charge(1).is_err() && large(&connection, 500).is_err(), "nothing else beside it");
        assert!(memory.of_connection(None).charge(200).is_ok(), "others have room");
        drop((small, held));
        let _half = connection.charge(120).unwrap();
        assert!(large(&connection, 500).is_err() && connection.charge(80).is_ok(), "it is not alone");
        let mut grows = large(&memory.of_connection(None), 150).unwrap();
        assert!(grows.grow(300).is_ok(), "what it has itself is not in its way");
    }

    #[test]
    fn a_connection_and_its_owner_have_a_share_each() {
        let memory = Memory::bounded(800);
        let connections: Vec<Memory> = (0..5).map(|_| memory.of_connection(Some("farm"))).collect();
        let held: Vec<_> = connections.iter().map(|one| one.charge(100)).collect();
        assert_eq!(held.iter().filter(|one| one.is_ok()).count(), 4, "four of a hundred are half of all");
        assert!(connections[0].charge(101).is_err(), "and a connection's is a quarter of that of its owner");
        let other = memory.of_connection(Some("desk"));
        assert!(other.charge(150).is_ok() && other.charge(250).is_err(), "another owner has its own");
        assert!(memory.of_connection(None).charge(200).is_ok());
        drop(held);
        assert!(connections[4].charge(200).is_ok());
        assert_eq!(memory.used(), 0);
    }
}
