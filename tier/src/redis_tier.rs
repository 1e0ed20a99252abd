//! Records and leases in a Redis or Valkey server. Its own `maxmemory` and eviction bound what it holds; `allkeys-lru` suits.
//!
//! Four kinds of keys, for a key of the memo in hexadecimal: `isotope:1:r:HEX` is a record's envelope, `isotope:1:l:HEX`
//! the token of whoever searches for it, `isotope:1:fence` counts leases, and `isotope:1:mark` tells a server from one that was started
//! again without what it had.

use crate::error::{Result, TierError};
use crate::limits::MAX_BLOB_BYTES;
use crate::redis_link::RedisLink;
use crate::tier::{Answer, Look, Mark, Stored, Taken, Tier, Token};
use bytes::Bytes;
use isotope_cache::Key;
use redis::{Cmd, Script};
use std::time::Duration;

/// Takes a lease: 0 if somebody has it, -1 if there is a record, and its number otherwise.
const TAKE: &str = "
if redis.call('exists', KEYS[2]) == 1 then return 0 end
if redis.call('exists', KEYS[1]) == 1 then return -1 end
local number = redis.call('incr', KEYS[3])
redis.call('set', KEYS[2], number .. ':' .. ARGV[1], 'NX', 'PX', ARGV[2])
return number";

/// Writes a record and gives the lease back, unless somebody else has it: then 0.
const PUT: &str = "
local holder = redis.call('get', KEYS[2])
if holder and holder ~= ARGV[2] then return 0 end
redis.call('set', KEYS[1], ARGV[1])
if holder then redis.call('del', KEYS[2]) end
return 1";

const RENEW: &str = "
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('pexpire', KEYS[1], ARGV[2])";

const RELEASE: &str = "
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0";

/// Gives the server a mark if it has none, and says which it has.
const MARKED: &str = "
redis.call('set', KEYS[1], ARGV[1], 'NX')
return redis.call('get', KEYS[1])";

const FENCE: &str = "isotope:1:fence";

const MARK: &str = "isotope:1:mark";

/// A Redis server.
pub struct RedisTier {
    link: RedisLink,
    take: Script,
    put: Script,
    renew: Script,
    release: Script,
    marked: Script,
}

fn record_name(key: &Key) -> String {
    format!("isotope:1:r:{key}")
}

fn lease_name(key: &Key) -> String {
    format!("isotope:1:l:{key}")
}

impl RedisTier {
    /// The server at `url`; nothing is sent yet. `time` is what a connection and an answer may take.
    pub fn new(url: &str, time: Duration) -> Result<Self> {
        Ok(Self::of(RedisLink::new(url, None, time)?))
    }

    /// The server at `url` with TLS (`rediss://`), whose certificate is of one of the roots in `roots`, in PEM.
    pub fn with_roots(url: &str, roots: Vec<u8>, time: Duration) -> Result<Self> {
        Ok(Self::of(RedisLink::new(url, Some(roots), time)?))
    }

    fn of(link: RedisLink) -> Self {
        let [take, put, renew, release, marked] = [TAKE, PUT, RENEW, RELEASE, MARKED].map(Script::new);
        RedisTier { link, take, put, renew, release, marked }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Tier for RedisTier {
    fn get<'a>(&'a self, key: &'a Key) -> Answer<'a, Option<Bytes>> {
        Box::pin(async move {
            // A range, so that a server which lies about the length is not believed.
            let range = Cmd::getrange(record_name(key), 0, MAX_BLOB_BYTES as isize);
            let blob: Vec<u8> = self.link.ask(&range).await?;
            if blob.len() > MAX_BLOB_BYTES {
                return Err(TierError::TooLarge { found: blob.len() as u64, limit: MAX_BLOB_BYTES });
            }
            Ok((!blob.is_empty()).then(|| blob.into()))
        })
    }

    fn put<'a>(&'a self, key: &'a Key, blob: Bytes, token: Option<Token>) -> Answer<'a, Stored> {
        Box::pin(async move {
            let Some(token) = token else {
                let () = self.link.ask(&Cmd::set(record_name(key), &blob[..])).await?;
                return Ok(Stored::Done);
            };
            let mut call = self.put.prepare_invoke();
            call.key(record_name(key)).key(lease_name(key)).arg(&blob[..]).arg(token.to_string());
            let done: i64 = self.link.run(&call).await?;
            Ok(if done == 1 { Stored::Done } else { Stored::Fenced })
        })
    }

    fn ping(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            // A connection that hung may belong to a server that is long gone.
            self.link.forget_if_hung().await;
            self.link.ask(&redis::cmd("PING")).await
        })
    }

    fn mark(&self, ours: Mark) -> Answer<'_, Mark> {
        Box::pin(async move {
            let mut call = self.marked.prepare_invoke();
            call.key(MARK).arg(&ours.0[..]);
            let found: Vec<u8> = self.link.run(&call).await?;
            let mark: Option<[u8; 16]> = found.try_into().ok();
            mark.map(Mark).ok_or_else(|| TierError::Refused(format!("{MARK} is none of ours; delete it")))
        })
    }

    fn take<'a>(&'a self, key: &'a Key, owner: u64, time: Duration) -> Answer<'a, Taken> {
        Box::pin(async move {
            let mut call = self.take.prepare_invoke();
            call.key(record_name(key)).key(lease_name(key)).key(FENCE);
            call.arg(format!("{owner:016x}")).arg(milliseconds(time));
            let number: i64 = self.link.run(&call).await?;
            Ok(match u64::try_from(number) {
                Ok(0) => Taken::Theirs,
                Ok(number) => Taken::Ours(Token { number, owner }),
                Err(_) => Taken::There,
            })
        })
    }

    fn renew<'a>(&'a self, key: &'a Key, token: Token, time: Duration) -> Answer<'a, bool> {
        Box::pin(async move {
            let mut call = self.renew.prepare_invoke();
            call.key(lease_name(key)).arg(token.to_string()).arg(milliseconds(time));
            Ok(self.link.run::<i64>(&call).await? == 1)
        })
    }

    fn release<'a>(&'a self, key: &'a Key, token: Token) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut call = self.release.prepare_invoke();
            call.key(lease_name(key)).arg(token.to_string());
            self.link.run::<i64>(&call).await.map(drop)
        })
    }

    fn look<'a>(&'a self, keys: &'a [Key]) -> Answer<'a, Vec<Look>> {
        Box::pin(async move {
            let mut pipe = redis::pipe();
            for key in keys {
                pipe.exists(record_name(key)).pttl(lease_name(key));
            }
            let there: Vec<i64> = self.link.ask_all(&pipe).await?;
            // -2: no lease, -1: one without an end.
            let look = |pair: &[i64]| Look {
                has_record: pair[0] == 1,
                is_leased: pair[1] != -2,
                left: u64::try_from(pair[1]).ok().map(Duration::from_millis),
            };
            Ok(there.chunks_exact(2).map(look).collect())
        })
    }
}
