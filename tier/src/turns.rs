//! Waiting for what another daemon searches for: one task looks for all that is waited for, in few calls.

use crate::limits::{LOOK_PAUSE, MAX_LOOKED};
use crate::shared::{Inner, Shared};
use crate::tier::Tier as _;
use isotope_cache::Key;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

#[derive(Default)]
struct Waiting {
    keys: HashMap<Key, watch::Sender<()>>,
    is_looking: bool,
}

/// The keys that are waited for.
#[derive(Default)]
pub(crate) struct Turns(Mutex<Waiting>);

impl Turns {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keys that somebody still waits for; none ends the looking.
    fn wanted(&self) -> Vec<Key> {
        let mut waiting = self.lock();
        waiting.keys.retain(|_, tell| tell.receiver_count() > 0);
        waiting.is_looking = !waiting.keys.is_empty();
        waiting.keys.keys().copied().collect()
    }

    fn settle(&self, keys: &[Key]) {
        let mut waiting = self.lock();
        // A sender that is dropped is what they wait for.
        keys.iter().for_each(|key| drop(waiting.keys.remove(key)));
    }
}

impl Shared {
    /// Waits until the key has a record, nobody searches for it any more, or the tier does not say. May be given up at any
    /// time.
    pub async fn until_settled(&self, key: Key) {
        self.inner.counters.waits.add();
        let mut told = {
            let mut waiting = self.inner.turns.lock();
            let told = waiting.keys.entry(key).or_insert_with(|| watch::channel(()).0).subscribe();
            if !std::mem::replace(&mut waiting.is_looking, true) {
                tokio::spawn(look(Arc::clone(&self.inner)));
            }
            told
        };
        // Its end is the only news.
        while told.changed().await.is_ok() {}
    }
}

async fn look(inner: Arc<Inner>) {
    loop {
        tokio::time::sleep(LOOK_PAUSE).await;
        let keys = inner.turns.wanted();
        if keys.is_empty() {
            return;
        }
        for keys in keys.chunks(MAX_LOOKED) {
            match inner.tier.look(keys).await {
                Ok(looks) if looks.len() == keys.len() => {
                    let pairs = keys.iter().zip(looks).filter(|(_, look)| look.has_record || !look.is_leased);
                    let settled: Vec<Key> = pairs.map(|(key, _)| *key).collect();
                    inner.turns.settle(&settled);
                }
                _ => inner.turns.settle(keys),
            }
        }
    }
}
