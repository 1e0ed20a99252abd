//! Prints how long a memo takes to open: `cargo run --release -p isotope-cache --example start_rate [RECORDS [FOLDER]]`.
//!
//! Payloads are 2 KiB. Once as a daemon leaves it that stopped in order, once as one leaves it that was killed, once without
//! a checkpoint. Files are in the system's page cache, as after a restart of the daemon alone.

use isotope_cache::{Epoch, Key, Memo, Options, Record, Verdict};
use std::path::Path;
use std::time::Instant;

const EPOCH: Epoch = Epoch([7; 32]);
const PAYLOAD_BYTES: usize = 2048;
const BATCH: u64 = 1024;

fn record(n: u64) -> Record {
    let key = Key(*blake3::hash(&n.to_le_bytes()).as_bytes());
    Record { key, epoch: EPOCH, verdict: Verdict::Proved, work: n, payload: vec![n as u8; PAYLOAD_BYTES].into() }
}

fn opened(what: &str, folder: &Path, options: &Options) -> Result<Memo, isotope_cache::Error> {
    let start = Instant::now();
    let (memo, report) = Memo::open(folder, options.clone())?;
    println!(
        "{what:<32} {:>8.2} s, {} records, {} MiB of the journal read, index: {:?}",
        start.elapsed().as_secs_f64(),
        report.records,
        report.scanned_bytes >> 20,
        report.index
    );
    Ok(memo)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let records: u64 = words.next().map_or(Ok(1_000_000), |w| w.parse())?;
    let scratch = tempfile::tempdir()?;
    let folder = words.next().map_or_else(|| scratch.path().join("memo"), |w| Path::new(&w).join("start_rate"));
    let options = Options { max_bytes: 1 << 34, ..Options::default() };
    let start = Instant::now();
    let (memo, _) = Memo::open(&folder, options.clone())?;
    for from in (0..records).step_by(BATCH as usize) {
        let batch: Vec<Record> = (from..records.min(from + BATCH)).map(record).collect();
        memo.put_all(&batch)?;
    }
    println!("{:<32} {:>8.2} s, {:?}", "puts in batches", start.elapsed().as_secs_f64(), memo.stats());
    drop(memo);
    let memo = opened("as after a kill", &folder, &options)?;
    let start = Instant::now();
    memo.close()?;
    println!("{:<32} {:>8.2} s", "the checkpoint of an orderly end", start.elapsed().as_secs_f64());
    drop(opened("after an orderly end", &folder, &options)?);
    std::fs::remove_file(folder.join("checkpoint"))?;
    let memo = opened("without a checkpoint", &folder, &options)?;
    let start = Instant::now();
    memo.checkpoint_if_due();
    println!("{:<32} {:>8.2} s", "the checkpoint behind that", start.elapsed().as_secs_f64());
    drop(memo);
    drop(opened("after that", &folder, &options)?);
    Ok(())
}
