//! `make run` and `make test` as on a new machine: a bare Debian 12 with Rust, where both install what they need.
//!
//! Slow: all of it is fetched and compiled there, which takes half an hour. A test that this machine does not allow is skipped by name.

use isotope_run::programs::lacking;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::path::Path;
use std::process::Command;

fn main() {
    let run = || missing().map_or_else(run, |why| Ok(Completion::ignored_with(why)));
    let trial = Trial::ignorable_test("a_bare_debian_runs_and_tests_it", run).with_ignored_flag(true);
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}

/// Why this cannot be tried here.
fn missing() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if !status.lines().any(|line| line.starts_with("Uid:\t0\t")) {
        return Some("only root makes a bare Debian with debootstrap and chroot".to_owned());
    }
    let mounts = || Command::new("unshare").args(["--mount", "--pid", "--fork", "true"]).status();
    let may_mount = || mounts().is_ok_and(|status| status.success());
    lacking(&["debootstrap", "unshare"])
        .or_else(|| (!may_mount()).then(|| "this machine allows no mounts of one's own".to_owned()))
}

/// Its words go where this program's go: they say what each command took, and what failed.
fn run() -> Result<Completion, Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bare");
    // Files of an earlier run that was killed.
    let _ = std::fs::remove_dir_all(&folder);
    let mut script = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/bare-debian"));
    let status = script.arg(&folder).args(["make run", "make test"]).status()?;
    if status.success() { Ok(Completion::Completed) } else { Err(format!("scripts/bare-debian: {status}").into()) }
}
