//! 500 times a process that puts, checkpoints and compacts is killed at a random moment and its folder reopened:
//! every record it had acknowledged is there. The process killed is this test program itself.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod trials;

use isotope_cache::{Error, IndexOrigin, Memo};
use libtest_mimic::{Arguments, Failed, Trial};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use trials::{EPOCH, folder, key, open, record, small_options, version_of};

const TRIALS: u64 = 500;
/// Trials that share a folder, so that damage done by one has the next ones to show.
const TRIALS_PER_FOLDER: u64 = 25;
/// Starts the process to be killed: this argument, the folder, the first version.
const CHILD: &str = "--put-until-killed";

const SIGKILL: i32 = 9;

static FROM_CHECKPOINT: AtomicU64 = AtomicU64::new(0);
static REBUILT: AtomicU64 = AtomicU64::new(0);
static TORN: AtomicU64 = AtomicU64::new(0);
static ACKNOWLEDGED: AtomicU64 = AtomicU64::new(0);

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if words.get(1).is_some_and(|w| w == CHILD) {
        put_until_killed(Path::new(&words[2]), words[3].parse().expect("a version"));
    }
    let groups: Vec<Trial> = (0..TRIALS / TRIALS_PER_FOLDER)
        .map(|group| {
            Trial::test(format!("killed_{TRIALS_PER_FOLDER}_times_{group:02}"), move || kill_and_reopen(group))
        })
        .collect();
    let conclusion = libtest_mimic::run(&Arguments::from_args(), groups);
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    println!(
        "reopened: {} times from a checkpoint, {} times with the index rebuilt, {} torn writes stepped over; {} puts acknowledged",
        count(&FROM_CHECKPOINT),
        count(&REBUILT),
        count(&TORN),
        count(&ACKNOWLEDGED)
    );
    conclusion.exit();
}

/// Puts, and prints what was acknowledged, until the end that comes from outside.
fn put_until_killed(folder: &Path, first_version: u64) -> ! {
    // A fork of this test program's other trials holds a copy of their locks for the moment before it becomes a child.
    let memo = loop {
        match Memo::open(folder, small_options()) {
            Ok((memo, _)) => break memo,
            Err(Error::Locked { .. }) => thread::sleep(Duration::from_millis(1)),
            Err(error) => panic!("open: {error}"),
        }
    };
    let mut out = std::io::stdout().lock();
    let mut say = |line: String| out.write_all(line.as_bytes()).and_then(|()| out.flush()).expect("the parent reads");
    say("open\n".into());
    let mut version = first_version;
    loop {
        for n in 0..60 {
            let n = (n * 7 + version) % 90;
            memo.put(record(n, version)).expect("put");
            say(format!("{n} {version}\n"));
        }
        if version.is_multiple_of(3) {
            memo.compact().expect("compact");
        }
        version += 1;
    }
}

fn kill_and_reopen(group: u64) -> Result<(), Failed> {
    let dir = folder();
    let mut rng = StdRng::seed_from_u64(group);
    let mut acknowledged = BTreeMap::new();
    let mut next_version = 0;
    for trial in 0..TRIALS_PER_FOLDER {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(CHILD)
            .arg(dir.path())
            .arg(next_version.to_string())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut lines = BufReader::new(child.stdout.take().ok_or("no pipe")?).lines();
        // One in four dies while it opens; the others at a random moment after that.
        if rng.random_bool(0.75) {
            lines.next();
        }
        thread::sleep(Duration::from_micros(rng.random_range(0..25_000)));
        child.kill()?;
        if child.wait()?.signal() != Some(SIGKILL) {
            return Err(format!("trial {trial}: the child ended by itself").into());
        }
        for line in lines {
            let line = line?;
            let Some((n, version)) = line.split_once(' ') else { continue };
            ACKNOWLEDGED.fetch_add(1, Ordering::Relaxed);
            acknowledged.insert(n.parse::<u64>()?, version.parse::<u64>()?);
        }
        let (memo, report) = open(dir.path());
        TORN.fetch_add(report.damaged_regions, Ordering::Relaxed);
        REBUILT.fetch_add(u64::from(matches!(report.index, IndexOrigin::Rebuilt(_))), Ordering::Relaxed);
        FROM_CHECKPOINT.fetch_add(u64::from(report.index == IndexOrigin::Checkpoint), Ordering::Relaxed);
        for (&n, &version) in &acknowledged {
            let found = memo.get(&key(n), &EPOCH)?.ok_or(format!("trial {trial}: record {n} is lost: {report:?}"))?;
            if version_of(n, &found) < version {
                return Err(format!("trial {trial}: record {n} is older than acknowledged: {report:?}").into());
            }
            next_version = next_version.max(version_of(n, &found) + 1);
        }
    }
    if acknowledged.is_empty() {
        return Err("no child ever acknowledged a put".into());
    }
    Ok(())
}
