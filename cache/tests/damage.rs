//! 200 trials each of a flipped bit, a zeroed page and a cut tail, anywhere in the folder: no acknowledged record that
//! was not itself hit is lost, nothing is served that was not put, and nothing panics, sled's threads included.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod trials;

use isotope_cache::frame::{JOURNAL_HEAD_BYTES, encode};
use isotope_cache::{IndexOrigin, Secret};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Once, OnceLock};
use trials::{EPOCH, folder, key, open, record, version_of};

const TRIALS: u64 = 200;
const PAGE_BYTES: u64 = 4096;

static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Counts panics in all threads, those that someone catches included.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.fetch_add(1, Ordering::SeqCst);
            report(info);
        }));
    });
}

/// A frame of the fixture's journal.
struct Placed {
    n: u64,
    version: u64,
    bytes: Range<u64>,
}

/// A folder with checkpoints, a tail behind the last one, and superseded records; made once.
struct Fixture {
    dir: tempfile::TempDir,
    frames: Vec<Placed>,
}

fn fixture() -> &'static Fixture {
    static FIXTURE: OnceLock<Fixture> = OnceLock::new();
    FIXTURE.get_or_init(|| {
        let dir = folder();
        let (memo, _) = open(dir.path());
        let secret = Secret::of_folder(dir.path()).unwrap();
        let (mut frames, mut end) = (Vec::new(), JOURNAL_HEAD_BYTES as u64);
        for (n, version) in (0..100).map(|n| (n, 0)).chain((0..20).map(|n| (n * 4, 1))) {
            let one = record(n, version);
            let len = encode(&one, &secret).unwrap().len() as u64;
            frames.push(Placed { n, version, bytes: end..end + len });
            end += len;
            memo.put(one).unwrap();
            if n == 99 {
                memo.checkpoint().unwrap();
            }
        }
        drop(memo);
        Fixture { dir, frames }
    })
}

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files(&path, into) } else { into.push(path) }
    }
}

fn copy(from: &Path, to: &Path) {
    let mut all = Vec::new();
    files(from, &mut all);
    for path in all {
        let target = to.join(path.strip_prefix(from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&path, target).unwrap();
    }
}

/// Damages a file's bytes and says which were hit.
type Damage = fn(&mut Vec<u8>, &mut StdRng) -> Range<u64>;

#[allow(clippy::ptr_arg, reason = "the type is `Damage`; a cut needs the vector")]
fn flip_a_bit(bytes: &mut Vec<u8>, rng: &mut StdRng) -> Range<u64> {
    let bit = rng.random_range(0..bytes.len() * 8);
    bytes[bit / 8] ^= 1 << (bit % 8);
    bit as u64 / 8..bit as u64 / 8 + 1
}

#[allow(clippy::ptr_arg, reason = "the type is `Damage`; a cut needs the vector")]
fn zero_a_page(bytes: &mut Vec<u8>, rng: &mut StdRng) -> Range<u64> {
    let page = rng.random_range(0..(bytes.len() as u64).div_ceil(PAGE_BYTES));
    let hit = page * PAGE_BYTES..((page + 1) * PAGE_BYTES).min(bytes.len() as u64);
    bytes[hit.start as usize..hit.end as usize].fill(0);
    hit
}

fn cut_the_tail(bytes: &mut Vec<u8>, rng: &mut StdRng) -> Range<u64> {
    let (len, old) = (rng.random_range(0..bytes.len()), bytes.len());
    bytes.truncate(len);
    len as u64..old as u64
}

/// One trial. Returns how many records were hit.
fn trial(seed: u64, damage: Damage) -> usize {
    let fixture = fixture();
    let mut rng = StdRng::seed_from_u64(seed);
    let dir = folder();
    copy(fixture.dir.path(), dir.path());
    let mut all = Vec::new();
    files(dir.path(), &mut all);
    all.retain(|path| fs::metadata(path).unwrap().len() > 0);
    let journal = dir.path().join("journal");
    // Every other trial hits the journal, where the records are; the rest any file.
    let path = if seed.is_multiple_of(2) { journal.clone() } else { all[rng.random_range(0..all.len())].clone() };
    let whole = fs::read(&path).unwrap();
    let mut bytes = whole.clone();
    let hit = damage(&mut bytes, &mut rng);
    // Zeros over zeros are no damage.
    let was_changed = bytes != whole;
    fs::write(&path, &bytes).unwrap();
    let place = format!("seed {seed}: {} bytes {hit:?}", path.strip_prefix(dir.path()).unwrap().display());
    let was_hit = |p: &Placed| path == journal && p.bytes.start < hit.end && hit.start < p.bytes.end;

    for look in 0..2 {
        let (memo, report) = open(dir.path());
        let index_was_hit = path.starts_with(dir.path().join("index")) && !path.to_string_lossy().contains("/live-");
        if look == 0 && (index_was_hit || path.ends_with("checkpoint")) {
            assert_eq!(was_changed, matches!(report.index, IndexOrigin::Rebuilt(_)), "{place}: {:?}", report.index);
        }
        for n in 0..100 {
            let found = memo.get(&key(n), &EPOCH).unwrap().map(|r| version_of(n, &r));
            let whole = fixture.frames.iter().filter(|p| p.n == n && !was_hit(p)).map(|p| p.version).max();
            let newest = fixture.frames.iter().filter(|p| p.n == n).map(|p| p.version).max();
            if whole == newest {
                assert_eq!(found, whole, "{place}, look {look}: record {n}");
            } else {
                // Its newest frame was hit: gone, or an older one.
                assert!(found <= whole || found == newest, "{place}, look {look}: record {n} is {found:?}");
            }
        }
        // The folder is in order again: it takes puts and keeps them.
        for earlier in 0..look {
            assert_eq!(memo.get(&key(500 + earlier), &EPOCH).unwrap(), Some(record(500 + earlier, 0)), "{place}");
        }
        memo.put(record(500 + look, 0)).unwrap();
        assert_eq!(memo.get(&key(500 + look), &EPOCH).unwrap(), Some(record(500 + look, 0)), "{place}");
    }
    fixture.frames.iter().filter(|p| was_hit(p)).count()
}

fn run(damage: Damage) {
    count_panics();
    let hit: usize = (0..TRIALS).map(|seed| trial(seed, damage)).sum();
    println!("{TRIALS} trials, {hit} records hit, {} panics", PANICS.load(Ordering::SeqCst));
    assert!(hit > 50, "only {hit} records were hit: the trials do not reach the journal");
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
}

#[test]
fn a_flipped_bit() {
    run(flip_a_bit);
}

#[test]
fn a_zeroed_page() {
    run(zero_a_page);
}

#[test]
fn a_cut_tail() {
    run(cut_the_tail);
}
