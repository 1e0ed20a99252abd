//! One oracle, many random schedules of a warm-up job's queue in a real Redis: askers that put windows there, look, forget and withdraw,
//! workers that take, hold, finish, give back and die, deliveries that repeat, strangers, a Redis that loses all or one of its keys,
//! daemons of another version. The oracle is the queue in thirty lines; every answer of every call has to be its answer, and in the end
//! every window that is wanted has to be done, by its own outcome. Time is the test's: what was not held grows old when it says so. A
//! schedule that fails prints its seed; `MODEL_SEED=N` runs that one alone.

use crate::processes::RedisServer;
use isotope_tier::warm_up::{Claimed, QueueError, Seen, WarmUpQueue};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use redis::aio::MultiplexedConnection;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Longer than any schedule; [`AGE`] makes older.
const CLAIM: Duration = Duration::from_secs(1000);

/// Makes all that a consumer has older than [`CLAIM`]; nothing where the stream is gone.
const AGE: &str = "
if redis.call('exists', KEYS[1]) == 0 then return 0 end
for _, held in ipairs(redis.call('xpending', KEYS[1], 'workers', '-', '+', 1000, ARGV[1])) do
  redis.call('xclaim', KEYS[1], 'workers', ARGV[1], 0, held[1], 'idle', 2000000, 'justid')
end
return 1";

const KEYS: u32 = 8;
const WORKERS: usize = 3;

/// An entry of the stream. Its place in the list is its age.
#[derive(Clone, Debug)]
struct Entry {
    number: u64,
    key: String,
    item: Vec<u8>,
    /// Who took it, how often it was given to anybody, and whether nobody has held it for long.
    taken: Option<(usize, u64, bool)>,
}

/// The queue as it should be.
#[derive(Default)]
struct Oracle {
    stream: Vec<Entry>,
    queued: BTreeMap<String, u64>,
    done: BTreeMap<String, Vec<u8>>,
    next: u64,
    /// The stream is not there, and nobody has seen it yet.
    is_lost: bool,
}

impl Oracle {
    fn seen_to(&mut self) {
        if std::mem::take(&mut self.is_lost) {
            self.queued.clear();
        }
    }

    fn push(&mut self, key: &str, item: &[u8]) -> u64 {
        self.next += 1;
        self.stream.push(Entry { number: self.next, key: key.to_owned(), item: item.to_vec(), taken: None });
        self.next
    }

    fn remove(&mut self, number: u64) {
        self.stream.retain(|entry| entry.number != number);
    }

    fn add(&mut self, items: &[(String, Vec<u8>)]) -> u64 {
        self.seen_to();
        let mut added = 0;
        for (key, item) in items {
            if !self.queued.contains_key(key) {
                let number = self.push(key, item);
                self.queued.insert(key.clone(), number);
                self.done.remove(key);
                added += 1;
            }
        }
        added
    }

    fn withdraw(&mut self, keys: &[String]) -> u64 {
        self.seen_to();
        let mut gone = 0;
        for key in keys {
            let Some(&number) = self.queued.get(key) else { continue };
            if self.stream.iter().all(|entry| entry.number != number || entry.taken.is_none()) {
                self.remove(number);
                self.queued.remove(key);
                gone += 1;
            }
        }
        gone
    }

    /// First what nobody holds any more, then what nobody has had.
    fn claim(&mut self, worker: usize, count: usize) -> Vec<(u64, Claimed)> {
        self.seen_to();
        let mut taken = Vec::new();
        for is_new in [false, true] {
            let numbers: Vec<u64> = self.stream.iter().map(|entry| entry.number).collect();
            for number in numbers {
                if taken.len() >= count {
                    return taken;
                }
                let Some(entry) = self.stream.iter_mut().find(|entry| entry.number == number) else { continue };
                let deliveries = match (entry.taken, is_new) {
                    (Some((_, times, true)), false) => times + 1,
                    (None, true) => 1,
                    _ => continue,
                };
                entry.taken = Some((worker, deliveries, false));
                let (key, item) = (entry.key.clone(), entry.item.clone());
                if self.queued.get(&key) == Some(&number) {
                    taken.push((number, Claimed { id: String::new(), key, item, deliveries }));
                } else {
                    self.remove(number);
                }
            }
        }
        taken
    }

    fn hold(&mut self, worker: usize, number: u64) -> bool {
        self.seen_to();
        let held = self.stream.iter_mut().find(|entry| entry.number == number).and_then(|entry| entry.taken.as_mut());
        let is_ours = held.as_ref().is_some_and(|(holder, _, _)| *holder == worker);
        if let Some(held) = held.filter(|_| is_ours) {
            held.2 = false;
        }
        is_ours
    }

    fn finish(&mut self, number: u64, key: &str, outcome: &[u8]) -> bool {
        self.seen_to();
        self.remove(number);
        let Some(queued) = self.queued.remove(key) else { return false };
        self.remove(queued);
        self.done.insert(key.to_owned(), outcome.to_vec());
        true
    }

    fn give_back(&mut self, number: u64, claimed: &Claimed) -> bool {
        self.seen_to();
        self.remove(number);
        if self.queued.get(&claimed.key) != Some(&number) {
            return false;
        }
        let again = self.push(&claimed.key, &claimed.item);
        self.queued.insert(claimed.key.clone(), again);
        true
    }

    fn seen(&self, keys: &[String]) -> Vec<Seen> {
        let one = |key: &String| match (self.done.get(key), self.queued.contains_key(key)) {
            (Some(outcome), _) => Seen::Done(outcome.clone()),
            (None, true) => Seen::Queued,
            (None, false) => Seen::Nothing,
        };
        keys.iter().map(one).collect()
    }
}

fn item(key: &str) -> Vec<u8> {
    format!("item of {key}\0").into_bytes()
}

/// The end of a search for a key, whoever does it.
fn outcome(key: &str) -> Vec<u8> {
    format!("found for {key}\r\n").into_bytes()
}

/// A schedule on its way: the queue, what it should be, and what workers have in their hands, dead ones' letters included.
struct Model {
    queue: WarmUpQueue,
    redis: MultiplexedConnection,
    oracle: Oracle,
    hands: Vec<(usize, u64, Claimed)>,
    wanted: BTreeSet<String>,
    rng: StdRng,
    steps: Vec<String>,
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what} said {found:?} where the oracle says {expected:?}")) }
}

fn worker(number: usize) -> String {
    format!("worker {number}")
}

impl Model {
    fn keys(&mut self) -> Vec<String> {
        let drawn: BTreeSet<u32> = (0..self.rng.random_range(1..4)).map(|_| self.rng.random_range(0..KEYS)).collect();
        drawn.into_iter().map(|n| format!("key{n}")).collect()
    }

    /// Something that a worker has, or had before it died.
    fn hand(&mut self) -> Option<(usize, u64, Claimed)> {
        (!self.hands.is_empty()).then(|| self.hands[self.rng.random_range(0..self.hands.len())].clone())
    }

    async fn command(&mut self, command: &mut redis::Cmd) {
        let _: redis::Value = command.query_async(&mut self.redis).await.unwrap();
    }

    async fn add(&mut self, keys: Vec<String>) -> Result<(), String> {
        let items: Vec<_> = keys.iter().map(|key| (key.clone(), item(key))).collect();
        self.wanted.extend(keys);
        same("add", self.queue.add(&items).await, Ok(self.oracle.add(&items)))
    }

    async fn claim(&mut self, who: usize, count: usize) -> Result<usize, String> {
        let expected = self.oracle.claim(who, count);
        let found = self.queue.claim(&worker(who), count).await.map_err(|error| error.to_string())?;
        let nameless: Vec<Claimed> = found.iter().map(|c| Claimed { id: String::new(), ..c.clone() }).collect();
        same("claim", nameless, expected.iter().map(|(_, claimed)| claimed.clone()).collect())?;
        self.hands.extend(expected.iter().zip(found).map(|((number, _), claimed)| (who, *number, claimed)));
        Ok(expected.len())
    }

    async fn age(&mut self, who: usize) {
        let aged = redis::Script::new(AGE);
        let mut call = aged.prepare_invoke();
        call.key(format!("{}:work", self.queue.name())).arg(worker(who));
        let _: i64 = call.invoke_async(&mut self.redis).await.unwrap();
        for (holder, _, is_old) in self.oracle.stream.iter_mut().filter_map(|entry| entry.taken.as_mut()) {
            *is_old |= *holder == who;
        }
    }

    /// All that the Redis has of the queue, or one of its keys, is gone.
    async fn lose(&mut self) {
        let (name, what) = (self.queue.name().to_owned(), self.rng.random_range(0..5));
        for (at, part) in [":work", ":queued", ":done", ""].into_iter().enumerate() {
            if what == at || what == 4 {
                self.command(redis::cmd("DEL").arg(format!("{name}{part}"))).await;
                match at {
                    0 => (self.oracle.stream, self.oracle.is_lost) = (Vec::new(), true),
                    1 => self.oracle.queued.clear(),
                    2 => self.oracle.done.clear(),
                    _ => {}
                }
            }
        }
        self.steps.push(format!("lost {what}"));
    }

    /// While daemons of another version have the queue, nothing is done to it.
    async fn of_another_version(&mut self) -> Result<(), String> {
        let name = self.queue.name().to_owned();
        self.command(redis::cmd("HSET").arg(&name).arg("version").arg("7")).await;
        let keys = self.keys();
        let items: Vec<_> = keys.iter().map(|key| (key.clone(), item(key))).collect();
        let refused =
            |error: Option<QueueError>| matches!(error, Some(QueueError::Version { found, .. }) if found == "7");
        let mut all = refused(self.queue.add(&items).await.err())
            && refused(self.queue.claim("worker 0", 5).await.err())
            && refused(self.queue.withdraw(&keys).await.err());
        if let Some((who, _, claimed)) = self.hand() {
            all &= refused(self.queue.finish(&claimed, b"x").await.err())
                && refused(self.queue.hold(&worker(who), &claimed).await.err())
                && refused(self.queue.give_back(&claimed).await.err());
        }
        self.command(redis::cmd("HSET").arg(&name).arg("version").arg(isotope_tier::warm_up::VERSION)).await;
        same("another version", all, true)
    }

    async fn step(&mut self) -> Result<(), String> {
        let who = self.rng.random_range(0..WORKERS);
        let drawn = self.rng.random_range(0..24);
        self.steps.push(format!("{drawn} by {who}"));
        match drawn {
            0..=4 => {
                let keys = self.keys();
                self.add(keys).await
            }
            5..=8 => {
                let count = self.rng.random_range(1..5);
                self.claim(who, count).await.map(drop)
            }
            9..=12 => {
                // Whoever has it says so; a letter of the dead may come late, or twice.
                let Some((_, number, claimed)) = self.hand() else { return Ok(()) };
                let said = outcome(&claimed.key);
                let expected = self.oracle.finish(number, &claimed.key, &said);
                same("finish", self.queue.finish(&claimed, &said).await, Ok(expected))
            }
            13 | 14 => {
                let Some((who, number, claimed)) = self.hand() else { return Ok(()) };
                let expected = self.oracle.hold(who, number);
                same("hold", self.queue.hold(&worker(who), &claimed).await, Ok(expected))
            }
            15 => {
                let Some((_, number, claimed)) = self.hand() else { return Ok(()) };
                let expected = self.oracle.give_back(number, &claimed);
                same("give back", self.queue.give_back(&claimed).await, Ok(expected))
            }
            16 => {
                let keys = self.keys();
                // Nobody wants them any more, done or not.
                self.wanted.retain(|key| !keys.contains(key));
                let expected = self.oracle.withdraw(&keys);
                same("withdraw", self.queue.withdraw(&keys).await, Ok(expected))
            }
            17 => {
                let keys = self.keys();
                self.oracle.done.retain(|key, _| !keys.contains(key));
                self.queue.forget(&keys).await.map_err(|error| error.to_string())
            }
            18 | 19 => {
                self.age(who).await;
                Ok(())
            }
            20 => {
                self.oracle.seen_to();
                self.queue.leave(&worker(who)).await.map_err(|error| error.to_string())
            }
            21 => {
                // A stranger's: it is no window that anybody asked for.
                let (name, key) = (format!("{}:work", self.queue.name()), self.keys().remove(0));
                if !self.oracle.is_lost && self.oracle.next > 0 {
                    let mut forged = redis::cmd("XADD");
                    forged.arg(name).arg("NOMKSTREAM").arg("*").arg(&["key", &key, "item", "forged"]);
                    self.command(&mut forged).await;
                    self.oracle.push(&key, b"forged");
                }
                Ok(())
            }
            22 => {
                self.lose().await;
                Ok(())
            }
            _ => self.of_another_version().await,
        }?;
        let keys: Vec<String> = (0..KEYS).map(|n| format!("key{n}")).collect();
        let expected = self.oracle.seen(&keys);
        same("seen", self.queue.seen(&keys).await, Ok(expected))
    }

    /// Every worker but one is dead, and nothing more is lost: everything that is wanted is done soon.
    async fn ends(&mut self) -> Result<(), String> {
        let wanted: Vec<String> = self.wanted.iter().cloned().collect();
        for _ in 0..4 {
            // As `isotope warm` does with what is not known, and with what nobody will do.
            let seen = self.queue.seen(&wanted).await.map_err(|error| error.to_string())?;
            let unknown = wanted.iter().zip(&seen).filter(|(_, seen)| **seen == Seen::Nothing);
            let unknown: Vec<String> = unknown.map(|(key, _)| key.clone()).collect();
            self.add(unknown).await?;
            for who in 0..WORKERS {
                self.age(who).await;
            }
            self.hands.clear();
            while self.claim(0, 3).await? > 0 {}
            for (_, number, claimed) in std::mem::take(&mut self.hands) {
                let said = outcome(&claimed.key);
                let expected = self.oracle.finish(number, &claimed.key, &said);
                same("the last finish", self.queue.finish(&claimed, &said).await, Ok(expected))?;
            }
        }
        let done: Vec<Seen> = wanted.iter().map(|key| Seen::Done(outcome(key))).collect();
        same("the end", self.queue.seen(&wanted).await, Ok(done))
    }
}

async fn schedule(seed: u64, url: &str, redis: MultiplexedConnection) -> Result<(), String> {
    let queue = WarmUpQueue::new(url, &format!("epoch {seed}")).unwrap().with_claim(CLAIM);
    let (oracle, hands, wanted) = (Oracle::default(), Vec::new(), BTreeSet::new());
    let rng = StdRng::seed_from_u64(seed);
    let mut warm_up = Model { queue, redis, oracle, hands, wanted, rng, steps: Vec::new() };
    let steps = warm_up.rng.random_range(5..50);
    for _ in 0..steps {
        let done = warm_up.step().await;
        done.map_err(|why| format!("{why}, after {}", warm_up.steps.join(", ")))?;
    }
    warm_up.ends().await.map_err(|why| format!("{why}, after {}", warm_up.steps.join(", ")))
}

async fn run(count: std::ops::Range<u64>) {
    let server = RedisServer::start(&[]);
    let client = redis::Client::open(server.url()).unwrap();
    let alone = std::env::var("MODEL_SEED").ok().map(|text| text.parse::<u64>().unwrap());
    for seed in alone.map_or(count, |seed| seed..seed + 1) {
        let redis = client.get_multiplexed_async_connection().await.unwrap();
        let found = schedule(seed, &server.url(), redis).await;
        assert_eq!(found, Ok(()), "MODEL_SEED={seed} cargo test -p isotope-tier --test servers warm_up_model");
    }
}

pub async fn every_answer_of_every_schedule_is_the_oracles() {
    run(0..200).await;
}

pub async fn five_thousand_schedules() {
    run(200..5200).await;
}
