//! The `isotope` command as tests start it: against a daemon whose selector does what the test tells it to, or against one as it ships.

#![allow(clippy::unwrap_used)]

#[path = "../../tests/daemon/mod.rs"]
pub(crate) mod daemon;
#[path = "../../../server/tests/serving/redis.rs"]
pub(crate) mod redis;

use daemon::Daemon;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

pub(crate) const AVERAGE: &str = "uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)\n";

/// A daemon as it ships, for tests whose answers are real ones: what its workers learn of a target serves all commands of a test.
pub(crate) struct Shipped {
    daemon: isotope_tests::Daemon,
    _folder: tempfile::TempDir,
}

impl Shipped {
    pub(crate) fn start() -> Shipped {
        let folder = tempfile::tempdir().unwrap();
        Shipped { daemon: isotope_tests::Daemon::start(folder.path()), _folder: folder }
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.daemon.asked(arguments, "")
    }
}

impl Daemon {
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Output {
        run(&self.url, arguments, input)
    }

    pub(crate) fn file(&self, text: &str) -> String {
        let path = self.folder.path().join("windows.txt");
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

pub(crate) fn run(url: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
    command.args(arguments).env("ISOTOPE_SERVER", url).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that fails early does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

const SELECT: &[&str] = &["select", "-", "--mcpu", "znver4", "--emit"];

pub(crate) fn select(emit: &str) -> Vec<&str> {
    [SELECT, &[emit]].concat()
}
