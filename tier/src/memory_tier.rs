//! A tier in memory, with the faults that a test asks for. Its clock is tokio's, which a test may stop and turn.

use crate::error::{Result, TierError};
use crate::tier::{Answer, Look, Mark, Stored, Taken, Tier, Token};
use bytes::Bytes;
use isotope_cache::Key;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The operation that a tier is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operation {
    Get,
    Put,
    Ping,
    Mark,
    Take,
    Renew,
    Release,
    Look,
}

/// The fault of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// The answer comes late.
    Delay(Duration),
    /// It fails, and nothing was done.
    Fail,
    /// It is done, and the answer is lost.
    FailAfter,
    /// It is refused: full, say.
    Refuse,
    /// One bit of what is read is another, by this number.
    Corrupt(u64),
    /// The bytes that are read are cut, by this number.
    Cut(u64),
    /// The bytes that are read are another key's, by this number.
    Swap(u64),
    /// It says that it was done, and nothing was; what is read is not there.
    Forget,
}

type Faults = Box<dyn FnMut(Operation) -> Fault + Send>;

#[derive(Default)]
struct Inner {
    blobs: BTreeMap<Key, Bytes>,
    leases: BTreeMap<Key, (Token, Instant)>,
    fence: u64,
    mark: Option<Mark>,
    calls: u64,
    faults: Option<Faults>,
}

/// A store in memory. Clones share it.
#[derive(Clone, Default)]
pub struct MemoryTier(Arc<Mutex<Inner>>);

impl MemoryTier {
    /// An empty one without faults.
    pub fn new() -> Self {
        MemoryTier::default()
    }

    /// Sets the faults from now on; asked once for each call.
    pub fn set_faults(&self, faults: impl FnMut(Operation) -> Fault + Send + 'static) {
        self.lock().faults = Some(Box::new(faults));
    }

    /// Calls so far.
    pub fn calls(&self) -> u64 {
        self.lock().calls
    }

    /// All that it holds.
    pub fn blobs(&self) -> BTreeMap<Key, Bytes> {
        self.lock().blobs.clone()
    }

    /// Puts bytes there, whoever signed them.
    pub fn plant(&self, key: Key, blob: impl Into<Bytes>) {
        self.lock().blobs.insert(key, blob.into());
    }

    /// Has a lease of `key` there for `time` that nobody renews, whoever had one: what a stranger's one command does.
    pub fn squat(&self, key: Key, time: Duration) {
        self.lock().leases.insert(key, (Token { number: 0, owner: 0 }, Instant::now() + time));
    }

    /// Forgets everything, as a Redis without a disk that is started again.
    pub fn lose_all(&self) {
        let mut inner = self.lock();
        inner.blobs.clear();
        inner.leases.clear();
        inner.fence = 0;
        inner.mark = None;
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does `work` as the fault of this call has it. Says whether what is read is to be spoilt.
    async fn perform<R>(
        &self,
        operation: Operation,
        work: impl FnOnce(&mut Inner) -> R,
        forgotten: R,
    ) -> Result<(R, Fault)> {
        let fault = {
            let mut inner = self.lock();
            inner.calls += 1;
            inner.faults.as_mut().map_or(Fault::None, |faults| faults(operation))
        };
        let lost = || TierError::Unreachable("the connection was cut".to_owned());
        match fault {
            Fault::Delay(time) => tokio::time::sleep(time).await,
            Fault::Fail => return Err(lost()),
            Fault::Refuse => return Err(TierError::Refused("out of memory".to_owned())),
            Fault::Forget => return Ok((forgotten, fault)),
            _ => {}
        }
        let done = work(&mut self.lock());
        if fault == Fault::FailAfter { Err(lost()) } else { Ok((done, fault)) }
    }
}

impl Inner {
    fn holder(&self, key: &Key) -> Option<Token> {
        self.leases.get(key).filter(|(_, until)| *until > Instant::now()).map(|(token, _)| *token)
    }

    fn spoilt(&self, key: &Key, blob: Option<Bytes>, fault: Fault) -> Option<Bytes> {
        let blob = blob?;
        let at = |number: u64, of: usize| usize::try_from(number % of.max(1) as u64).unwrap_or(0);
        match fault {
            Fault::Corrupt(number) if !blob.is_empty() => {
                let mut bytes = blob.to_vec();
                let bit = at(number, bytes.len() * 8);
                bytes[bit / 8] ^= 1 << (bit % 8);
                Some(bytes.into())
            }
            Fault::Cut(number) => Some(blob.slice(..at(number, blob.len()))),
            Fault::Swap(number) => {
                let others: Vec<_> = self.blobs.iter().filter(|(k, _)| *k != key).map(|(_, b)| b.clone()).collect();
                others.get(at(number, others.len())).cloned().or(Some(blob))
            }
            _ => Some(blob),
        }
    }
}

impl Tier for MemoryTier {
    fn get<'a>(&'a self, key: &'a Key) -> Answer<'a, Option<Bytes>> {
        Box::pin(async move {
            let (blob, fault) = self.perform(Operation::Get, |inner| inner.blobs.get(key).cloned(), None).await?;
            Ok(self.lock().spoilt(key, blob, fault))
        })
    }

    fn put<'a>(&'a self, key: &'a Key, blob: Bytes, token: Option<Token>) -> Answer<'a, Stored> {
        let work = move |inner: &mut Inner| {
            if let Some(token) = token {
                if inner.holder(key).is_some_and(|holder| holder != token) {
                    return Stored::Fenced;
                }
                inner.leases.remove(key);
            }
            inner.blobs.insert(*key, blob);
            Stored::Done
        };
        Box::pin(async move { Ok(self.perform(Operation::Put, work, Stored::Done).await?.0) })
    }

    fn ping(&self) -> Answer<'_, ()> {
        Box::pin(async move { self.perform(Operation::Ping, |_| (), ()).await.map(drop) })
    }

    fn mark(&self, ours: Mark) -> Answer<'_, Mark> {
        let work = move |inner: &mut Inner| *inner.mark.get_or_insert(ours);
        Box::pin(async move { Ok(self.perform(Operation::Mark, work, ours).await?.0) })
    }

    fn take<'a>(&'a self, key: &'a Key, owner: u64, time: Duration) -> Answer<'a, Taken> {
        let work = move |inner: &mut Inner| {
            if inner.holder(key).is_some() {
                return Taken::Theirs;
            }
            if inner.blobs.contains_key(key) {
                return Taken::There;
            }
            inner.fence += 1;
            let token = Token { number: inner.fence, owner };
            inner.leases.insert(*key, (token, Instant::now() + time));
            Taken::Ours(token)
        };
        Box::pin(async move { Ok(self.perform(Operation::Take, work, Taken::Theirs).await?.0) })
    }

    fn renew<'a>(&'a self, key: &'a Key, token: Token, time: Duration) -> Answer<'a, bool> {
        let work = move |inner: &mut Inner| {
            let is_ours = inner.holder(key) == Some(token);
            if is_ours {
                inner.leases.insert(*key, (token, Instant::now() + time));
            }
            is_ours
        };
        Box::pin(async move { Ok(self.perform(Operation::Renew, work, true).await?.0) })
    }

    fn release<'a>(&'a self, key: &'a Key, token: Token) -> Answer<'a, ()> {
        let work = move |inner: &mut Inner| {
            if inner.holder(key) == Some(token) {
                inner.leases.remove(key);
            }
        };
        Box::pin(async move { self.perform(Operation::Release, work, ()).await.map(drop) })
    }

    fn look<'a>(&'a self, keys: &'a [Key]) -> Answer<'a, Vec<Look>> {
        let work = |inner: &mut Inner| {
            let look = |key| Look {
                has_record: inner.blobs.contains_key(key),
                is_leased: inner.holder(key).is_some(),
                left: inner.leases.get(key).map(|(_, until)| until.saturating_duration_since(Instant::now())),
            };
            keys.iter().map(look).collect()
        };
        let nothing = vec![Look { has_record: false, is_leased: true, left: Some(Duration::ZERO) }; keys.len()];
        Box::pin(async move { Ok(self.perform(Operation::Look, work, nothing).await?.0) })
    }
}
