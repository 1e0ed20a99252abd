//! A tier as a daemon holds it: every get checked, every write behind, every failure counted and none passed on.

use crate::breaker::Breaker;
use crate::counters::{Counters, Counts};
use crate::deadline::Deadline;
use crate::envelope::{self, Opened};
use crate::error::SetupError;
use crate::fill::Fill;
use crate::keyring::{Keyring, Standing};
use crate::settings::{Settings, Terms, Unsigned};
use crate::tier::{Tier, Token};
use crate::turns::Turns;
use crate::watching;
use crate::write_behind::{self, Queue};
use isotope_cache::{Epoch, Key, Memo, Record};
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

/// A tier's record of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing that could be used.
    Nothing,
    /// A record that a trusted daemon proved.
    Signed(Record),
    /// A record that anybody may have written, for whoever proves it before it is served. Only where that is configured.
    Unsigned(Record),
}

pub(crate) struct Inner {
    pub(crate) tier: Breaker<Deadline<Arc<dyn Tier>>>,
    name: String,
    pub(crate) keys: Keyring,
    unsigned: Unsigned,
    pub(crate) lease: std::time::Duration,
    /// This daemon, among those that share the tier.
    pub(crate) owner: u64,
    pub(crate) has_leases: AtomicBool,
    pub(crate) handle: Handle,
    pub(crate) counters: Counters,
    pub(crate) queue: Queue,
    /// Leases of searches that have offered no record yet.
    held: Mutex<HashMap<Key, Token>>,
    pub(crate) turns: Turns,
    fill: Fill,
}

/// The tier behind a memo.
pub struct Shared {
    pub(crate) inner: Arc<Inner>,
    /// The tasks that write, and that look whether the tier is there.
    tasks: [AbortHandle; 2],
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

impl Shared {
    /// Opens the tier that `settings` name behind `memo`, which is in `folder`. Asks the tier nothing: it may be down.
    /// Records that the journal holds and the tier does not are written from now on. To be called where a tokio runtime is entered.
    pub fn open(settings: &Settings, memo: &Arc<Memo>, folder: &Path) -> Result<Self, SetupError> {
        Self::behind(settings.terms()?, memo, folder)
    }

    /// The same with a tier that is there already, by the settings but their URL.
    pub fn with_tier(
        tier: Arc<dyn Tier>,
        keys: Keyring,
        settings: &Settings,
        memo: &Arc<Memo>,
        folder: &Path,
    ) -> Result<Self, SetupError> {
        let timeout = settings.timeout.unwrap_or(crate::limits::REDIS_TIMEOUT);
        let lease = settings.lease.unwrap_or(crate::limits::LEASE);
        let name = settings.url.clone();
        Self::behind(Terms { tier, name, keys, unsigned: settings.unsigned, timeout, lease }, memo, folder)
    }

    fn behind(terms: Terms, memo: &Arc<Memo>, folder: &Path) -> Result<Self, SetupError> {
        let unstarted = |source| SetupError::Unreadable { path: folder.display().to_string(), source };
        let mut owner = [0; 8];
        getrandom::fill(&mut owner).map_err(|e| unstarted(std::io::Error::other(e)))?;
        let handle = Handle::current();
        let inner = Arc::new(Inner {
            tier: Breaker::new(Deadline::new(terms.tier, terms.timeout)),
            name: terms.name,
            keys: terms.keys,
            unsigned: terms.unsigned,
            lease: terms.lease,
            owner: u64::from_le_bytes(owner),
            has_leases: AtomicBool::new(true),
            handle: handle.clone(),
            counters: Counters::default(),
            queue: Queue::default(),
            held: Mutex::default(),
            turns: Turns::default(),
            fill: Fill::into_memo(memo),
        });
        let sent = crate::sent::SentFile::new(folder, &inner.name);
        let writing = write_behind::run(Arc::downgrade(&inner), Arc::downgrade(memo), sent);
        let watching = watching::watch(Arc::downgrade(&inner));
        let tasks = [handle.spawn(writing).abort_handle(), handle.spawn(watching).abort_handle()];
        Ok(Shared { tasks, inner })
    }

    /// The tier's record of `key`, after every check. Takes at most the timeout, and nothing while the tier is left alone.
    pub async fn get(&self, key: &Key, epoch: &Epoch) -> Found {
        let (inner, counters) = (&self.inner, &self.inner.counters);
        let blob = match inner.tier.get(key).await {
            Ok(Some(blob)) => blob,
            Ok(None) => {
                counters.misses.add();
                return Found::Nothing;
            }
            Err(error) => {
                counters.failed_gets.add();
                tracing::debug!(%key, %error, "the tier was not read");
                return Found::Nothing;
            }
        };
        let why = match envelope::open(&blob, key, epoch, &inner.keys) {
            Ok(Opened::Signed(record)) => {
                counters.hits.add();
                inner.queue.note_sent(&record);
                inner.fill.give(record.clone(), &inner.handle);
                return Found::Signed(record);
            }
            Ok(Opened::Unsigned(record, _)) if inner.unsigned == Unsigned::Prove => return Found::Unsigned(record),
            Ok(Opened::Unsigned(_, why)) => why,
            Err(foul) => foul.to_string(),
        };
        // A tier full of such records must not fill the log as well.
        let count = counters.refused.add();
        if count.is_power_of_two() {
            tracing::warn!(%key, why, count, "a record of the tier is not served");
        }
        Found::Nothing
    }

    /// Whether it may be written to.
    pub fn standing(&self) -> Standing {
        self.inner.keys.standing()
    }

    /// Whether records that nobody trusted signed are of use.
    pub fn proves_unsigned(&self) -> bool {
        self.inner.unsigned == Unsigned::Prove
    }

    /// The result of `get`, for a thread that may block.
    pub fn get_blocking(&self, key: &Key, epoch: &Epoch) -> Found {
        self.inner.handle.block_on(self.get(key, epoch))
    }

    /// Has a record written to the tier, soon and by somebody else. A lease of its key goes back with it.
    pub fn offer(&self, record: Record) {
        let token = self.inner.held().remove(&record.key);
        if self.inner.keys.current().is_none() {
            return;
        }
        let key = record.key;
        if !self.inner.queue.push(record, token) {
            self.inner.counters.spilled.add();
            if let Some(token) = token {
                self.inner.release(key, token);
            }
        }
    }

    /// Waits until nothing is left to be written, or the tier fails.
    pub async fn flushed(&self) {
        while self.inner.queue.len() > 0 && self.health() == watching::Health::Up {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
    }

    /// The counters since it was opened.
    pub fn counts(&self) -> Counts {
        let (inner, counters) = (&self.inner, &self.inner.counters);
        Counts {
            name: inner.name.clone(),
            hits: counters.hits.get(),
            misses: counters.misses.get(),
            failed_gets: counters.failed_gets.get(),
            refused: counters.refused.get(),
            puts: counters.puts.get(),
            failed_puts: counters.failed_puts.get(),
            fenced: counters.fenced.get(),
            losses: counters.losses.get(),
            refilled: counters.refilled.get(),
            spilled: counters.spilled.get(),
            queued: inner.queue.len() as u64,
            leases: counters.leases.get(),
            leases_lost: counters.leases_lost.get(),
            waits: counters.waits.get(),
            silent: counters.silent.get(),
            opened: inner.tier.opened(),
            resting: inner.tier.resting().or_else(|| inner.tier.refusal().map(|lack| lack.why)).unwrap_or_default(),
        }
    }
}

impl Inner {
    /// The tier's address, without the password.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn held(&self) -> MutexGuard<'_, HashMap<Key, Token>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
