//! A warm-up job that many daemons share: windows to be searched for, in a stream of a Redis, and what came of them.
//!
//! For each dictionary there is one queue. Its keys, for the first letters of the dictionary's hash in braces:
//!
//! * `isotope:night:{HASH}`: a hash whose field `version` says how the others are laid out;
//! * `...:work`: the stream, an entry with the fields `key` and `item` for each window that is wanted;
//! * `...:queued`: for each key the entry of the stream that it has, so that a window is there once, whoever asks for it;
//! * `...:done`: for each key what came of it, until whoever asked has read it.
//!
//! Every step is one script, which a crash does or does not do: a window is queued, or done, or not known. A Redis that is short of
//! memory may lose each of these keys by itself: without the stream nothing is queued. A worker holds a window that it took
//! for as long as it says so; another takes those of a dead one. Keys, items and outcomes are the callers' bytes.

mod scripts;

use crate::error::TierError;
use crate::limits::{
    MAX_WARM_UP_CLAIMED, MAX_WARM_UP_ITEM_BYTES, MAX_WARM_UP_ITEMS, WARM_UP_CLAIM, WARM_UP_KEPT, WARM_UP_TIMEOUT,
};
use crate::redis_link::RedisLink;
use redis::ScriptInvocation;
use scripts::Scripts;
use std::time::Duration;

/// How the keys of a queue are laid out.
pub const VERSION: &str = "1";

/// The consumer group of all workers.
const GROUP: &str = "workers";

/// Why a queue did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueueError {
    /// Daemons of another version have begun it.
    #[error(
        "the queue {name} is of version {found}, and this build speaks version {VERSION}: let the workers of that version end it, \
         or delete what begins with {name}"
    )]
    Version {
        /// The queue.
        name: String,
        /// Its version.
        found: String,
    },
    /// More is queued than there may be.
    #[error("{MAX_WARM_UP_ITEMS} windows are queued already, the bound MAX_WARM_UP_ITEMS")]
    Full,
    /// An item is larger than any.
    #[error("an item of {0} bytes is over the bound MAX_WARM_UP_ITEM_BYTES = {MAX_WARM_UP_ITEM_BYTES}")]
    TooLarge(usize),
    /// The address is none.
    #[error("the queue {0} is none that can be used; it is a redis://HOST:PORT")]
    Address(String),
    /// The Redis does not answer, or refuses.
    #[error("{0}")]
    Tier(#[from] TierError),
}

impl QueueError {
    /// Whether it may do it later.
    pub fn may_pass(&self) -> bool {
        matches!(self, QueueError::Full | QueueError::Tier(_))
    }
}

/// The result of every call to a queue.
pub type Result<T> = std::result::Result<T, QueueError>;

/// A window that a worker has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// Its entry in the stream.
    pub id: String,
    /// Its key.
    pub key: String,
    /// The item that was queued.
    pub item: Vec<u8>,
    /// How often it was given to a worker, this time included.
    pub deliveries: u64,
}

/// Facts about a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Nothing: it was never queued, or the Redis has lost its memory.
    Nothing,
    /// It waits, or a worker has it.
    Queued,
    /// Its outcome.
    Done(Vec<u8>),
}

/// The queue of one dictionary.
pub struct WarmUpQueue {
    link: RedisLink,
    name: String,
    scripts: Scripts,
    claim: Duration,
}

impl WarmUpQueue {
    /// The queue for a dictionary in the Redis at `url`; nothing is sent yet.
    pub fn new(url: &str, epoch: &str) -> Result<Self> {
        let parsed = url::Url::parse(url).ok();
        let shown = parsed.as_ref().map_or_else(String::new, crate::settings::shown);
        if parsed.is_some_and(|url| url.query().is_some() || url.fragment().is_some()) {
            return Err(QueueError::Address(shown));
        }
        if !["redis://", "rediss://"].iter().any(|scheme| shown.starts_with(scheme)) {
            return Err(QueueError::Address(shown));
        }
        let link = RedisLink::new(url, None, WARM_UP_TIMEOUT).map_err(|_| QueueError::Address(shown))?;
        let name = format!("isotope:night:{{{}}}", &blake3::hash(epoch.as_bytes()).to_hex()[..16]);
        Ok(WarmUpQueue { link, name, scripts: Scripts::new(), claim: WARM_UP_CLAIM })
    }

    /// The same with another time after which what a worker took and does not hold on to is another's.
    pub fn with_claim(self, claim: Duration) -> Self {
        WarmUpQueue { claim, ..self }
    }

    /// The prefix of the names of its keys.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn key(&self, part: &str) -> String {
        format!("{}:{part}", self.name)
    }

    /// Gives a script all keys and what every one of them begins with.
    fn call<'a>(&self, script: &'a redis::Script) -> ScriptInvocation<'a> {
        let mut call = script.prepare_invoke();
        call.key(&self.name).key(self.key("work")).key(self.key("queued")).key(self.key("done"));
        call.arg(VERSION).arg(GROUP);
        call
    }

    async fn run<T: redis::FromRedisValue>(&self, call: &ScriptInvocation<'_>) -> Result<T> {
        match self.link.run(call).await {
            Ok(answer) => Ok(answer),
            Err(TierError::Refused(said)) if said.contains("ISOTOPEFULL") => Err(QueueError::Full),
            Err(TierError::Refused(said)) if said.contains("ISOTOPEVERSION") => {
                let found: Option<String> = self.link.ask(&redis::Cmd::hget(&self.name, "version")).await?;
                Err(QueueError::Version { name: self.name.clone(), found: found.unwrap_or_default() })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Queues windows, each a key with an item, that are not queued yet. How many those were.
    pub async fn add(&self, items: &[(String, Vec<u8>)]) -> Result<u64> {
        let mut call = self.call(&self.scripts.add);
        call.arg(MAX_WARM_UP_ITEMS);
        for (key, item) in items {
            if item.len() > MAX_WARM_UP_ITEM_BYTES {
                return Err(QueueError::TooLarge(item.len()));
            }
            call.arg(key).arg(&item[..]);
        }
        self.run(&call).await
    }

    /// The facts about windows, in order.
    pub async fn seen(&self, keys: &[String]) -> Result<Vec<Seen>> {
        // Redis has no command that asks for nothing.
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let mut pipe = redis::pipe();
        pipe.atomic();
        pipe.cmd("HMGET").arg(self.key("queued")).arg(keys);
        pipe.cmd("HMGET").arg(self.key("done")).arg(keys);
        let (queued, done): (Vec<Option<String>>, Vec<Option<Vec<u8>>>) = self.link.ask_all(&pipe).await?;
        let seen = |(queued, done): (Option<String>, Option<Vec<u8>>)| match (done, queued) {
            (Some(done), _) => Seen::Done(done),
            (None, Some(_)) => Seen::Queued,
            (None, None) => Seen::Nothing,
        };
        Ok(queued.into_iter().zip(done).map(seen).collect())
    }

    /// Forgets what came of windows: it was read.
    pub async fn forget(&self, keys: &[String]) -> Result<()> {
        if keys.is_empty() {
            return Ok(());
        }
        Ok(self.link.ask(redis::cmd("HDEL").arg(self.key("done")).arg(keys)).await.map(|_: u64| ())?)
    }

    /// Takes windows out that no worker has begun. How many those were.
    pub async fn withdraw(&self, keys: &[String]) -> Result<u64> {
        let mut call = self.call(&self.scripts.withdraw);
        call.arg(keys);
        self.run(&call).await
    }

    /// Takes up to so many windows for `worker`: first those that others took and no longer hold.
    pub async fn claim(&self, worker: &str, count: usize) -> Result<Vec<Claimed>> {
        let mut call = self.call(&self.scripts.claim);
        call.arg(worker)
            .arg(count.min(MAX_WARM_UP_CLAIMED))
            .arg(u64::try_from(self.claim.as_millis()).unwrap_or(u64::MAX));
        let entries: Vec<(String, String, Vec<u8>, u64)> = self.run(&call).await?;
        let claimed = |(id, key, item, deliveries)| Claimed { id, key, item, deliveries };
        Ok(entries.into_iter().map(claimed).collect())
    }

    /// Holds a window on. False: another worker has it, or it is done.
    pub async fn hold(&self, worker: &str, claimed: &Claimed) -> Result<bool> {
        let mut call = self.call(&self.scripts.hold);
        call.arg(worker).arg(&claimed.id);
        self.run(&call).await
    }

    /// Says what came of a window, which is then no longer queued. False: another worker has said it before, or nobody wants it any
    /// more.
    pub async fn finish(&self, claimed: &Claimed, outcome: &[u8]) -> Result<bool> {
        let mut call = self.call(&self.scripts.finish);
        call.arg(&claimed.id).arg(&claimed.key).arg(outcome).arg(WARM_UP_KEPT.as_secs());
        self.run(&call).await
    }

    /// Gives a window back for another worker to take.
    pub async fn give_back(&self, claimed: &Claimed) -> Result<bool> {
        let mut call = self.call(&self.scripts.give_back);
        call.arg(&claimed.id).arg(&claimed.key).arg(&claimed.item);
        self.run(&call).await
    }

    /// A worker that has nothing more takes no more.
    pub async fn leave(&self, worker: &str) -> Result<()> {
        let mut call = self.call(&self.scripts.leave);
        call.arg(worker);
        self.run(&call).await
    }
}
