//! Records and leases in a Redis or Valkey server. Its own `maxmemory` and eviction bound what it holds; `allkeys-lru` suits.
//!
//! Three kinds of keys, for a key of the memo in hexadecimal: `isotope:1:r:HEX` is a record's envelope, `isotope:1:l:HEX`
//! the token of whoever searches for it, and `isotope:1:fence` counts leases.

use crate::error::{Result, TierError};
use crate::limits::MAX_BLOB_BYTES;
use crate::tier::{Answer, Look, Stored, Taken, Tier, Token};
use bytes::Bytes;
use isotope_cache::Key;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, Cmd, ErrorKind, RedisError, Script, TlsCertificates};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::Mutex;

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

const FENCE: &str = "isotope:1:fence";

/// A Redis server. The connection is made when it is first needed, and again after each failure that is not the server's
/// own word: of what else a cut or garbled connection would say nothing could be believed.
pub struct RedisTier {
    client: Client,
    /// A connection reads the machine's roots from their files.
    has_tls: bool,
    terms: AsyncConnectionConfig,
    connection: Mutex<Option<MultiplexedConnection>>,
    take: Script,
    put: Script,
    renew: Script,
    release: Script,
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
        Self::of(Client::open(url).map_err(|e| told(&e))?, url, time)
    }

    /// The server at `url` with TLS (`rediss://`), whose certificate is of one of the roots in `roots`, in PEM.
    pub fn with_roots(url: &str, roots: Vec<u8>, time: Duration) -> Result<Self> {
        let certificates = TlsCertificates { client_tls: None, root_cert: Some(roots) };
        Self::of(Client::build_with_tls(url, certificates).map_err(|e| told(&e))?, url, time)
    }

    fn of(client: Client, url: &str, time: Duration) -> Result<Self> {
        let terms = AsyncConnectionConfig::new().set_connection_timeout(Some(time)).set_response_timeout(Some(time));
        let [take, put, renew, release] = [TAKE, PUT, RENEW, RELEASE].map(Script::new);
        let has_tls = url.starts_with("rediss:");
        Ok(RedisTier { client, has_tls, terms, connection: Mutex::new(None), take, put, renew, release })
    }

    async fn connection(&self) -> Result<MultiplexedConnection> {
        let mut held = self.connection.lock().await;
        if let Some(connection) = held.as_ref() {
            return Ok(connection.clone());
        }
        let made = if self.has_tls { self.secured().await } else { connected(&self.client, &self.terms).await };
        Ok(held.insert(made.map_err(|e| told(&e))?).clone())
    }

    /// A connection with TLS, made on a thread that may wait for the disk.
    async fn secured(&self) -> std::result::Result<MultiplexedConnection, RedisError> {
        let (client, terms, runtime) = (self.client.clone(), self.terms.clone(), Handle::current());
        let made = tokio::task::spawn_blocking(move || runtime.block_on(connected(&client, &terms)));
        made.await.unwrap_or_else(|gone| Err(std::io::Error::other(gone).into()))
    }

    async fn said<T>(&self, answer: std::result::Result<T, RedisError>) -> Result<T> {
        let error = match answer {
            Ok(answer) => return Ok(answer),
            Err(error) => told(&error),
        };
        if error.is_outage() {
            *self.connection.lock().await = None;
        }
        Err(error)
    }

    async fn ask<T: redis::FromRedisValue>(&self, command: &Cmd) -> Result<T> {
        let mut connection = self.connection().await?;
        self.said(command.query_async(&mut connection).await).await
    }

    async fn run<T: redis::FromRedisValue>(&self, call: &redis::ScriptInvocation<'_>) -> Result<T> {
        let mut connection = self.connection().await?;
        self.said(call.invoke_async(&mut connection).await).await
    }
}

async fn connected(
    client: &Client,
    terms: &AsyncConnectionConfig,
) -> std::result::Result<MultiplexedConnection, RedisError> {
    client.get_multiplexed_async_connection_with_config(terms).await
}

/// What an error of Redis means to us, and to whoever reads the log.
fn told(error: &RedisError) -> TierError {
    let code = error.code().unwrap_or_default();
    if error.kind() == ErrorKind::AuthenticationFailed || ["NOAUTH", "WRONGPASS"].contains(&code) {
        let how = "it wants a name or a password, or another one: redis://NAME:PASSWORD@HOST:PORT, in ISOTOPE_TIER_URL or the \
                   configuration file, says it";
        return TierError::Unreachable(format!("{how} ({error})"));
    }
    if code == "NOPERM" {
        let needed = "this user may not do what a tier takes: on the keys isotope:1:* the commands PING, GETRANGE, EXISTS, SET, GET, DEL, \
                      INCR, PEXPIRE, EVALSHA and SCRIPT LOAD";
        return TierError::Refused(format!("{needed} ({error})"));
    }
    let text = error.to_string();
    if text.contains("certificate") {
        let how = "its certificate is not one that is trusted here: --tier-ca names the file of its root, and its name must be the one \
                   in the address";
        return TierError::Unreachable(format!("{how} ({text})"));
    }
    let is_starting = ["LOADING", "MASTERDOWN", "CLUSTERDOWN", "BUSY"].contains(&code);
    // Whatever the server did not say itself is the connection's failure.
    let is_said = matches!(error.kind(), ErrorKind::Server(_) | ErrorKind::Extension) && !is_starting;
    if is_said { TierError::Refused(error.to_string()) } else { TierError::Unreachable(error.to_string()) }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Tier for RedisTier {
    fn get<'a>(&'a self, key: &'a Key) -> Answer<'a, Option<Bytes>> {
        Box::pin(async move {
            // A range, so that a server which lies about the length is not believed.
            let range = Cmd::getrange(record_name(key), 0, MAX_BLOB_BYTES as isize);
            let blob: Vec<u8> = self.ask(&range).await?;
            if blob.len() > MAX_BLOB_BYTES {
                return Err(TierError::TooLarge { found: blob.len() as u64, limit: MAX_BLOB_BYTES });
            }
            Ok((!blob.is_empty()).then(|| blob.into()))
        })
    }

    fn put<'a>(&'a self, key: &'a Key, blob: Bytes, token: Option<Token>) -> Answer<'a, Stored> {
        Box::pin(async move {
            let Some(token) = token else {
                let () = self.ask(&Cmd::set(record_name(key), &blob[..])).await?;
                return Ok(Stored::Done);
            };
            let mut call = self.put.prepare_invoke();
            call.key(record_name(key)).key(lease_name(key)).arg(&blob[..]).arg(token.to_string());
            let done: i64 = self.run(&call).await?;
            Ok(if done == 1 { Stored::Done } else { Stored::Fenced })
        })
    }

    fn ping(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            // Asked after failures: a connection that hangs may belong to a server that is long gone.
            *self.connection.lock().await = None;
            self.ask(&redis::cmd("PING")).await
        })
    }

    fn take<'a>(&'a self, key: &'a Key, owner: u64, time: Duration) -> Answer<'a, Taken> {
        Box::pin(async move {
            let mut call = self.take.prepare_invoke();
            call.key(record_name(key)).key(lease_name(key)).key(FENCE);
            call.arg(format!("{owner:016x}")).arg(milliseconds(time));
            let number: i64 = self.run(&call).await?;
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
            Ok(self.run::<i64>(&call).await? == 1)
        })
    }

    fn release<'a>(&'a self, key: &'a Key, token: Token) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut call = self.release.prepare_invoke();
            call.key(lease_name(key)).arg(token.to_string());
            self.run::<i64>(&call).await.map(drop)
        })
    }

    fn look<'a>(&'a self, keys: &'a [Key]) -> Answer<'a, Vec<Look>> {
        Box::pin(async move {
            let mut pipe = redis::pipe();
            for key in keys {
                pipe.exists(record_name(key)).exists(lease_name(key));
            }
            let mut connection = self.connection().await?;
            let there: Vec<bool> = self.said(pipe.query_async(&mut connection).await).await?;
            let look = |pair: &[bool]| Look { has_record: pair[0], is_leased: pair[1] };
            Ok(there.chunks_exact(2).map(look).collect())
        })
    }
}
