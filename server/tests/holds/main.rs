//! The invariants while the world around the daemon fails: networks that are cut, disks that are full, tiers that
//! misbehave, daemons that are killed, floods. Real processes; what this machine does not allow is skipped by name.

#![allow(clippy::unwrap_used)]

mod daemon;
mod disks;
mod flood;
mod machine;
mod partition;
mod soak;

use libtest_mimic::{Arguments, Completion, Trial};
use machine::{FarRedis, NearRedis, SmallDisk};
use std::future::Future;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::pin::Pin;

type Test = Pin<Box<dyn Future<Output = ()>>>;

/// The key file of a farm, which all of its daemons have.
fn keys(folder: &Path) -> PathBuf {
    let path = folder.join("keys");
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).unwrap();
    let text = format!("current = \"k\"\n[keys.k]\nsecret = \"{}\"\n", "01".repeat(32));
    std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
    path
}

/// Slow: run with the tests that are ignored otherwise.
fn slow(name: &str, missing: fn() -> Option<&'static str>, test: fn() -> Test) -> Trial {
    let run = move || {
        if let Some(why) = missing() {
            return Ok(Completion::ignored_with(why));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(test());
        Ok(Completion::Completed)
    };
    Trial::ignorable_test(name.to_owned(), run).with_ignored_flag(true)
}

fn main() {
    let mut arguments = Arguments::from_args();
    // Each looks at the machine as a whole.
    arguments.test_threads = Some(1);
    let trials = vec![
        slow("a_daemon_that_is_cut_off_loses_nothing", FarRedis::missing, || Box::pin(partition::nothing_is_lost())),
        slow("a_full_disk_under_the_memo_costs_no_answer", SmallDisk::missing, || Box::pin(disks::full_memo())),
        slow("a_full_disk_under_the_tier_costs_no_answer", SmallDisk::missing, || Box::pin(disks::full_tier())),
        slow("a_flood_stays_under_the_bound_of_memory", || None, || Box::pin(flood::stays_under_its_bound())),
        slow("a_soak_of_kills_and_faults", NearRedis::missing, || Box::pin(soak::kills_and_faults())),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}
