//! One budget of memory for everything that a caller can make the daemon hold.
//!
//! Bytes are charged before they are held and given back when they are dropped. What a charge stands for is an estimate
//! from above, so that the daemon's resident memory stays under `--memory-total`; what finds no room is refused with
//! `RESOURCE_EXHAUSTED`, and nothing else suffers.

use crate::failure::Failure;
use crate::limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The budget. Cloning shares it.
#[derive(Clone, Debug)]
pub struct Memory {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    total: usize,
    limit: usize,
    used: AtomicUsize,
    refused: AtomicUsize,
}

/// Bytes taken from a [`Memory`]; dropping it gives them back.
#[derive(Debug)]
pub struct Charge {
    inner: Arc<Inner>,
    bytes: usize,
}

impl Default for Memory {
    fn default() -> Self {
        Memory::new(limits::DEFAULT_MEMORY_TOTAL)
    }
}

impl Memory {
    /// A budget for a process (and its workers) that may take `total` bytes: what they need without any caller is set
    /// aside.
    pub fn new(total: usize) -> Self {
        let limit = total.saturating_sub(limits::RESIDENT_BYTES) / 2;
        Memory { inner: Arc::new(Inner { total, limit, used: AtomicUsize::new(0), refused: AtomicUsize::new(0) }) }
    }

    /// What the daemon and its workers may take in all.
    pub fn total(&self) -> usize {
        self.inner.total
    }

    /// What may be charged at once.
    pub fn limit(&self) -> usize {
        self.inner.limit
    }

    /// Bytes charged now.
    pub fn used(&self) -> usize {
        self.inner.used.load(Ordering::Relaxed)
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
        Charge { inner: Arc::clone(&self.inner), bytes: 0 }
    }
}

impl Charge {
    /// Takes so many bytes more.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Failure> {
        let inner = &*self.inner;
        let more = |used: usize| used.checked_add(bytes).filter(|sum| *sum <= inner.limit);
        match inner.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(_) => {
                self.bytes += bytes;
                Ok(())
            }
            Err(used) => {
                inner.refused.fetch_add(1, Ordering::Relaxed);
                Err(Failure::Memory { asked: bytes, used, limit: inner.limit, total: inner.total })
            }
        }
    }

    /// Gives back all but `bytes`.
    pub fn shrink_to(&mut self, bytes: usize) {
        let given = self.bytes.saturating_sub(bytes);
        self.bytes -= given;
        self.inner.used.fetch_sub(given, Ordering::Relaxed);
    }

    /// What it holds.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_charged_is_given_back_and_never_more_than_there_is() {
        let memory = Memory::new(limits::RESIDENT_BYTES + 200);
        let mut first = memory.charge(60).unwrap();
        let refused = memory.charge(41).unwrap_err();
        assert_eq!(refused, Failure::Memory { asked: 41, used: 60, limit: 100, total: limits::RESIDENT_BYTES + 200 });
        first.grow(40).unwrap();
        first.shrink_to(10);
        assert_eq!((memory.used(), memory.refused()), (10, 1));
        drop(first);
        assert_eq!(memory.used(), 0);
        assert!(memory.charge(usize::MAX).is_err());
    }
}
