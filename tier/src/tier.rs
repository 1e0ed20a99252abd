//! The one small interface of this crate: a store of opaque bytes by key, with leases where it has them. The decorators
//! `Deadline` and `Breaker` implement it around another.

use crate::error::{Result, TierError};
use bytes::Bytes;
use isotope_cache::Key;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// The result of a call to a tier.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// Tells one holder of a lease from every other: the number grows with each lease of the tier, and the owner keeps
/// numbers apart that a tier gives again after it has lost its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// The fencing number.
    pub number: u64,
    /// Who took it, drawn at random by each daemon.
    pub owner: u64,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:016x}", self.number, self.owner)
    }
}

/// Tells one life of a store from the next: drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark(pub [u8; 16]);

/// The outcome of asking for a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is ours.
    Ours(Token),
    /// Somebody else has it.
    Theirs,
    /// There is a record already, and no lease was taken.
    There,
}

/// The outcome of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It is there.
    Done,
    /// It is not: somebody else has taken the lease meanwhile, and what they write counts.
    Fenced,
}

/// Facts about a key without reading its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// It has a record.
    pub has_record: bool,
    /// Somebody searches for it.
    pub is_leased: bool,
    /// How long the lease lasts unless it is renewed; `None`: there is none, or it has no end, which no daemon's lease is.
    pub left: Option<Duration>,
}

/// A store that many daemons share. Futures may be dropped at any time.
pub trait Tier: Send + Sync {
    /// The bytes of `key`, at most `MAX_BLOB_BYTES`.
    fn get<'a>(&'a self, key: &'a Key) -> Answer<'a, Option<Bytes>>;

    /// Stores bytes. With a token: only while nobody else has the lease of `key`; and gives the lease back.
    fn put<'a>(&'a self, key: &'a Key, blob: Bytes, token: Option<Token>) -> Answer<'a, Stored>;

    /// Says that it is there.
    fn ping(&self) -> Answer<'_, ()>;

    /// The mark that the store was given by whoever asked first since it was empty; `ours` if that is us. Another mark than before
    /// means that it has lost its memory. Stores that lose none have none.
    fn mark(&self, _ours: Mark) -> Answer<'_, Mark> {
        Box::pin(async { Err(TierError::NoLeases) })
    }

    /// Takes the lease of `key` for `time` if nobody has it and there is no record.
    fn take<'a>(&'a self, _key: &'a Key, _owner: u64, _time: Duration) -> Answer<'a, Taken> {
        Box::pin(async { Err(TierError::NoLeases) })
    }

    /// Prolongs a lease. False: it is not ours any more.
    fn renew<'a>(&'a self, _key: &'a Key, _token: Token, _time: Duration) -> Answer<'a, bool> {
        Box::pin(async { Err(TierError::NoLeases) })
    }

    /// Gives a lease back, if it is still ours.
    fn release<'a>(&'a self, _key: &'a Key, _token: Token) -> Answer<'a, ()> {
        Box::pin(async { Err(TierError::NoLeases) })
    }

    /// Looks at keys, in order.
    fn look<'a>(&'a self, _keys: &'a [Key]) -> Answer<'a, Vec<Look>> {
        Box::pin(async { Err(TierError::NoLeases) })
    }
}

impl<T: Tier + ?Sized> Tier for Arc<T> {
    fn get<'a>(&'a self, key: &'a Key) -> Answer<'a, Option<Bytes>> {
        (**self).get(key)
    }

    fn put<'a>(&'a self, key: &'a Key, blob: Bytes, token: Option<Token>) -> Answer<'a, Stored> {
        (**self).put(key, blob, token)
    }

    fn ping(&self) -> Answer<'_, ()> {
        (**self).ping()
    }

    fn mark(&self, ours: Mark) -> Answer<'_, Mark> {
        (**self).mark(ours)
    }

    fn take<'a>(&'a self, key: &'a Key, owner: u64, time: Duration) -> Answer<'a, Taken> {
        (**self).take(key, owner, time)
    }

    fn renew<'a>(&'a self, key: &'a Key, token: Token, time: Duration) -> Answer<'a, bool> {
        (**self).renew(key, token, time)
    }

    fn release<'a>(&'a self, key: &'a Key, token: Token) -> Answer<'a, ()> {
        (**self).release(key, token)
    }

    fn look<'a>(&'a self, keys: &'a [Key]) -> Answer<'a, Vec<Look>> {
        (**self).look(keys)
    }
}
