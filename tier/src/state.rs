//! How a tier is, for an operator: whether it is there, and whether it does what is asked of it.

use crate::error::TierError;
use crate::shared::{Inner, Shared};
use crate::tier::Tier as _;
use isotope_cache::Key;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a tier that is there has refused since it last did not.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    gets: Mutex<Option<String>>,
    puts: Mutex<Option<String>>,
}

fn lock(mutex: &Mutex<Option<String>>) -> MutexGuard<'_, Option<String>> {
    // One value, set as a whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note<T>(held: &Mutex<Option<String>>, said: &Result<T, TierError>) {
    match said {
        Ok(_) => *lock(held) = None,
        Err(error @ (TierError::Refused(_) | TierError::TooLarge { .. })) => *lock(held) = Some(error.to_string()),
        // Outages are the breaker's.
        Err(_) => {}
    }
}

impl Refusals {
    /// Notes what came of reading.
    pub(crate) fn got<T>(&self, said: &Result<T, TierError>) {
        note(&self.gets, said);
    }

    /// Notes what came of writing.
    pub(crate) fn put<T>(&self, said: &Result<T, TierError>) {
        note(&self.puts, said);
    }
}

impl Inner {
    fn lacks(&self) -> Option<String> {
        let name = &self.name;
        if let Some(why) = self.tier.resting() {
            return Some(format!(
                "the tier {name} is left alone, and answers come without it: {why}; see that it runs and is what --tier-url names"
            ));
        }
        if let Some(why) = lock(&self.refusals.puts).as_ref() {
            return Some(format!(
                "the tier {name} takes no records, which wait in the memo: {why}; see its room and what this daemon may do there"
            ));
        }
        let why = lock(&self.refusals.gets).clone()?;
        Some(format!("the tier {name} gives no records: {why}; see what this daemon may do there"))
    }
}

impl Shared {
    /// Asks the tier whether it is there; false where it is not, which after a few times in a row has it left alone.
    pub async fn look(&self) -> bool {
        let inner = &self.inner;
        if inner.has_leases.load(Ordering::Relaxed) {
            // By the connection that is there; a ping makes a new one.
            let said = inner.tier.look(&[Key([0; 32])]).await;
            if said != Err(TierError::NoLeases) {
                inner.refusals.got(&said);
                return said.is_ok();
            }
            inner.has_leases.store(false, Ordering::Relaxed);
        }
        let said = inner.tier.ping().await;
        inner.refusals.got(&said);
        said.is_ok()
    }

    /// What is wrong with the tier as far as is known, as a sentence with a remedy.
    pub fn lacks(&self) -> Option<String> {
        self.inner.lacks()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_known_until_it_is_not() {
        let refusals = Refusals::default();
        let refused = || Err::<(), _>(TierError::Refused("OOM".to_owned()));
        refusals.put(&refused());
        refusals.got(&Ok(()));
        assert_eq!(lock(&refusals.puts).as_deref(), Some("the tier refuses: OOM"));
        refusals.put(&Err::<(), _>(TierError::Unreachable("gone".to_owned())));
        assert!(lock(&refusals.puts).is_some(), "an outage says nothing of what it would do");
        refusals.put(&Ok(()));
        assert_eq!((lock(&refusals.puts).clone(), lock(&refusals.gets).clone()), (None, None));
    }
}
