//! Prints what the memo does a second on this machine: `cargo run --release -p isotope-cache --example memo_rate [RECORDS [FOLDER]]`.
//!
//! Payloads are 2 KiB. "Cold" reads have a hot tier of no bytes: index, file and hash every time, from the system's page
//! cache. Everything is measured in one process, in the order printed.

use isotope_cache::{Epoch, Key, Memo, Options, Record, Verdict};
use std::path::Path;
use std::time::Instant;

const EPOCH: Epoch = Epoch([7; 32]);
const PAYLOAD_BYTES: usize = 2048;

fn record(n: u64) -> Record {
    let key = Key(*blake3::hash(&n.to_le_bytes()).as_bytes());
    Record { key, epoch: EPOCH, verdict: Verdict::Proved, work: n, payload: vec![n as u8; PAYLOAD_BYTES].into() }
}

/// Runs `work` over `threads` threads and prints operations a second.
fn measure(what: &str, count: u64, threads: u64, work: impl Fn(u64) + Sync) {
    let start = Instant::now();
    std::thread::scope(|scope| {
        for t in 0..threads {
            let work = &work;
            scope.spawn(move || (t..count).step_by(threads as usize).for_each(work));
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{what:<44} {:>12.0} /s {:>10.2} us each",
        count as f64 / seconds,
        seconds * 1e6 * threads as f64 / count as f64
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let records: u64 = words.next().map_or(Ok(20_000), |w| w.parse())?;
    let scratch = tempfile::tempdir()?;
    let folder = words.next().map_or_else(|| scratch.path().join("memo"), |w| Path::new(&w).join("memo_rate"));
    let options = |hot_bytes| Options { hot_bytes, ..Options::default() };
    let (memo, _) = Memo::open(&folder, options(1 << 30))?;
    let keys: Vec<Key> = (0..records).map(|n| record(n).key).collect();
    let put = |n| memo.put(record(n)).expect("put");
    measure("puts, 1 thread, each durable", records / 10, 1, put);
    measure("puts, 16 threads, group commit", records, 16, put);
    let all: Vec<Record> = (0..records).map(record).collect();
    measure("puts in batches of 256", records.div_ceil(256), 1, |n| {
        let from = n as usize * 256;
        memo.put_all(&all[from..all.len().min(from + 256)]).expect("put");
    });
    let get = |memo: &Memo, n: u64| assert!(memo.get(&keys[n as usize], &EPOCH).expect("get").is_some());
    measure("gets, first time", records, 1, |n| get(&memo, n));
    measure("gets, hot, 1 thread", records, 1, |n| get(&memo, n));
    measure("gets, hot, 2 threads", records, 2, |n| get(&memo, n));
    let start = Instant::now();
    memo.checkpoint()?;
    println!("{:<44} {:>12.1} ms", "checkpoint", start.elapsed().as_secs_f64() * 1e3);
    println!("{:?}", memo.stats());
    drop(memo);
    let start = Instant::now();
    let (memo, report) = Memo::open(&folder, options(0))?;
    println!(
        "{:<44} {:>12.1} ms, {:?}",
        "reopen from the checkpoint",
        start.elapsed().as_secs_f64() * 1e3,
        report.index
    );
    measure("gets, cold, 1 thread", records, 1, |n| get(&memo, n));
    measure("gets, cold, 2 threads", records, 2, |n| get(&memo, n));
    let start = Instant::now();
    let report = memo.compact()?;
    let mib = |bytes: u64| bytes >> 20;
    println!(
        "{:<44} {:>12.1} ms, {} MiB to {} MiB",
        "compaction",
        start.elapsed().as_secs_f64() * 1e3,
        mib(report.bytes_before),
        mib(report.bytes_after)
    );
    Ok(())
}
