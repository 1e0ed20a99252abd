//! Four daemons with one Redis, under callers, for ten minutes (`ISOTOPE_SOAK_SECONDS`): daemons are killed, the Redis hangs,
//! dies and comes back with nothing.
//!
//! The oracle: a window has one proved answer, whoever gives it and whenever; a call fails only where its daemon was killed; no
//! call takes longer than its bound; what a daemon has searched for and answered it still remembers, however it ended.

use crate::daemon::{BOUND, Daemon, ask, is_found_now};
use crate::keys;
use crate::machine::NearRedis;
use isotope_proto::v1;
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::Mutex as Held;
use tokio::task::JoinSet;

const DAEMONS: usize = 4;
const CALLERS: usize = 8;

/// SplitMix64: the same seed, the same turns.
struct Turns(u64);

impl Turns {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// A daemon's place: who is in it changes when it is killed.
struct Place {
    daemon: Held<Option<Daemon>>,
    address: Mutex<String>,
    /// Goes up before a kill and after the next start: odd while nobody is there.
    changes: AtomicU64,
    /// The questions that it has searched for and answered.
    acknowledged: Mutex<BTreeSet<usize>>,
}

#[derive(Default)]
struct Oracle {
    answers: Mutex<HashMap<usize, v1::Selection>>,
    calls: AtomicU64,
    searches: AtomicU64,
    cut_short: AtomicU64,
    slowest_ms: AtomicU64,
}

impl Oracle {
    fn hears(&self, place: &Place, n: usize, answer: v1::Answer, took: Duration) {
        assert!(took < BOUND, "window {n} took {took:?}");
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.slowest_ms.fetch_max(took.as_millis() as u64, Ordering::Relaxed);
        let (is_found, truncated) = (is_found_now(&answer), answer.truncated);
        let selection = answer.selection.unwrap();
        if selection.verdict() != v1::Verdict::Proved {
            // Time was up, or another daemon had died with the search: the plain lowering, marked as such.
            assert!(truncated, "window {n}: {:?}", answer.notes);
            self.cut_short.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let mut answers = self.answers.lock().unwrap();
        let known = answers.entry(n).or_insert_with(|| selection.clone());
        assert_eq!(*known, selection, "window {n} has two answers");
        if is_found {
            self.searches.fetch_add(1, Ordering::Relaxed);
            place.acknowledged.lock().unwrap().insert(n);
        }
    }
}

async fn call(places: &[Place], oracle: &Oracle, turns: &mut Turns, windows: usize) {
    let place = &places[turns.below(DAEMONS)];
    let n = turns.below(windows);
    let (before, address) = (place.changes.load(Ordering::SeqCst), place.address.lock().unwrap().clone());
    let asked = Instant::now();
    let answered = async {
        let channel = tonic::transport::Endpoint::from_shared(format!("http://{address}")).unwrap().connect().await;
        let mut client = v1::isotope_client::IsotopeClient::new(channel.map_err(|error| error.to_string())?);
        ask(&mut client, n).await.map_err(|status| status.to_string())
    };
    match answered.await {
        Ok(answer) => oracle.hears(place, n, answer, asked.elapsed()),
        Err(why) => {
            let killed = before % 2 == 1 || place.changes.load(Ordering::SeqCst) != before;
            assert!(killed, "a call to a daemon that was there failed: {why}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

async fn kill(place: &Place) {
    let mut held = place.daemon.lock().await;
    place.changes.fetch_add(1, Ordering::SeqCst);
    let daemon = held.take().unwrap().killed_and_started().await;
    *place.address.lock().unwrap() = daemon.address();
    *held = Some(daemon);
    place.changes.fetch_add(1, Ordering::SeqCst);
}

/// One thing after the other goes wrong. How often what did.
async fn misbehave(places: &[Place], redis: &mut NearRedis, turns: &mut Turns, until: Instant) -> [u32; 3] {
    let mut did = [0; 3];
    while Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(1000 + turns.below(3000) as u64)).await;
        let what = turns.below(3);
        did[what] += 1;
        match what {
            0 => kill(&places[turns.below(DAEMONS)]).await,
            1 => {
                redis.signal("STOP");
                tokio::time::sleep(Duration::from_millis(200 + turns.below(3000) as u64)).await;
                redis.signal("CONT");
            }
            _ => redis.replace(Duration::from_millis(turns.below(2000) as u64)).await,
        }
    }
    did
}

pub async fn kills_and_faults() {
    let seconds = std::env::var("ISOTOPE_SOAK_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    let seed = std::env::var("ISOTOPE_SOAK_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    println!("a soak of {seconds} s, ISOTOPE_SOAK_SEED={seed}");
    let (folder, mut redis) = (tempfile::tempdir().unwrap(), NearRedis::start());
    let keys = keys(folder.path()).to_string_lossy().into_owned();
    let mut places = Vec::new();
    for at in 0..DAEMONS {
        let memo = folder.path().join(format!("memo{at}"));
        let flags = ["--tier-url", &redis.url(), "--tier-keys", &keys, "--lease-ms", "2000"];
        let daemon = Daemon::start(&memo, &flags).await;
        let address = Mutex::new(daemon.address());
        places.push(Place {
            daemon: Held::new(Some(daemon)),
            address,
            changes: AtomicU64::new(0),
            acknowledged: Mutex::default(),
        });
    }
    let (places, oracle, is_over) = (Arc::new(places), Arc::new(Oracle::default()), Arc::new(AtomicBool::new(false)));
    let began = Instant::now();
    let mut callers = JoinSet::new();
    for caller in 0..CALLERS {
        let (places, oracle, is_over) = (Arc::clone(&places), Arc::clone(&oracle), Arc::clone(&is_over));
        callers.spawn(async move {
            let mut turns = Turns(seed ^ (caller as u64 + 1) << 32);
            while !is_over.load(Ordering::Relaxed) {
                // New windows come slowly, so that most are asked of several daemons, before and after they were killed.
                let windows = 4 + began.elapsed().as_secs() as usize;
                call(&places, &oracle, &mut turns, windows).await;
            }
        });
    }
    let mut turns = Turns(seed);
    let did = misbehave(&places, &mut redis, &mut turns, began + Duration::from_secs(seconds)).await;
    is_over.store(true, Ordering::Relaxed);
    callers.join_all().await;
    let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
    println!(
        "{} calls, {} searches, {} cut short, slowest {} ms; daemons killed {}, Redis hung {}, killed {}",
        read(&oracle.calls),
        read(&oracle.searches),
        read(&oracle.cut_short),
        read(&oracle.slowest_ms),
        did[0],
        did[1],
        did[2]
    );
    // Every daemon once more, from its disk alone.
    for place in places.iter() {
        kill(place).await;
        let daemon = place.daemon.lock().await;
        let acknowledged = place.acknowledged.lock().unwrap().clone();
        for n in acknowledged {
            let (answer, _) = daemon.as_ref().unwrap().select(n).await;
            assert_eq!(answer.source(), v1::Source::Memo, "window {n} was lost");
            assert_eq!(answer.selection.as_ref(), oracle.answers.lock().unwrap().get(&n), "window {n}");
        }
        let stats = daemon.as_ref().unwrap().stats().await;
        assert_eq!((stats.from_search, stats.from_baseline), (0, 0));
    }
    assert!(read(&oracle.searches) > 0 && did.iter().sum::<u32>() > 0);
}
