//! Golden answers, and the same answers executed, from one daemon: what one test has had searched for is no search of another's.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "answers/executed.rs"]
mod executed;
#[path = "answers/select.rs"]
mod select;

use isotope_tests::Daemon;
use libtest_mimic::Arguments;
use std::sync::Arc;

fn main() {
    let arguments = Arguments::from_args();
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let daemon = Arc::new(Daemon::start(folder.path()));
    let trials = [select::trials(&daemon), executed::trials(&daemon)].into_iter().flatten().collect();
    let done = libtest_mimic::run(&arguments, trials);
    drop((daemon, folder));
    done.exit();
}
