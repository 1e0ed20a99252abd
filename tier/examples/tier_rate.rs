//! The cost of a hit in the tier: a bare GET of the same bytes by the same client, and a hit with every check, in turns.
//!
//! `cargo run --release -p isotope-tier --example tier_rate redis://127.0.0.1:6379/`. It writes one record there.

use isotope_cache::{Epoch, Key, Memo, Options, Record, Verdict};
use isotope_tier::{Found, Keyring, NewKey, RedisTier, Settings, Shared, Tier};
use std::sync::Arc;
use std::time::{Duration, Instant};

const ROUNDS: usize = 20_000;
/// Bytes of a usual answer with its proof.
const PAYLOAD: usize = 6_000;

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).ok_or("name the address of a Redis")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let entered = runtime.enter();
    let folder = tempfile::tempdir()?;
    let memo = Arc::new(Memo::open(folder.path().join("memo"), Options::default())?.0);
    let keys = format!("current = \"k\"\n[keys.k]\nsecret = {:?}", NewKey::draw()?.secret);
    let tier = Arc::new(RedisTier::new(&url, Duration::from_secs(1))?);
    let settings = Settings { timeout: Some(Duration::from_secs(1)), ..Settings::default() };
    let shared = Shared::with_tier(tier.clone(), Keyring::from_text(&keys)?, &settings, &memo, folder.path())?;
    drop(entered);
    let payload: Vec<u8> = (0..PAYLOAD).map(|at| (at * 31 % 251) as u8).collect();
    let (key, epoch) = (Key([0x7e; 32]), Epoch([1; 32]));
    let record = Record { key, epoch, verdict: Verdict::Proved, work: 1, payload: payload.into() };
    shared.offer(record.clone());
    while shared.counts().puts == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let (mut bare, mut hits) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        assert!(runtime.block_on(tier.get(&key))?.is_some());
        bare.push(start.elapsed());
        let start = Instant::now();
        assert_eq!(shared.get_blocking(&key, &epoch), Found::Signed(record.clone()));
        hits.push(start.elapsed());
    }
    let (bare, hits) = (median(bare), median(hits));
    println!(
        "{PAYLOAD} bytes, medians of {ROUNDS}: GET {bare:?}, hit in the tier {hits:?}, {:?} more",
        hits.saturating_sub(bare)
    );
    drop(shared);
    Ok(())
}
