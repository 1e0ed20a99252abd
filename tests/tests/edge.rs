//! The edge of a real daemon: a log that nobody reads, no descriptors left, signals.

use isotope_tests::{Daemon, program, wait_for};
use std::collections::BTreeSet;
use std::io::Read as _;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ADD: &str = "target x86_64 znver4\nuint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)\n";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is a temporary folder")
}

fn isotoped() -> Command {
    Command::new(program("isotope-server", "isotoped"))
}

fn proves(daemon: &Daemon) {
    assert_eq!(daemon.select(ADD)[0]["verdict"], "proved");
}

#[test]
fn a_log_that_nobody_reads_stops_nothing() {
    let folder = folder();
    let mut command = isotoped();
    // The pipe stays full: it holds 64 KiB, and one search traces more.
    command.stderr(Stdio::piped());
    let mut daemon = Daemon::launch_with(command, folder.path(), &["--log", "trace"]);
    proves(&daemon);
    for _ in 0..3 {
        let calls: Vec<_> = (0..20).map(|_| daemon.ask(&["health"], "")).collect();
        for mut call in calls {
            assert!(call.wait().expect("isotope ends").success());
        }
    }
    proves(&daemon);
    assert!(daemon.stat("log lines dropped") > 0, "the pipe was not full");
    let begun = Instant::now();
    daemon.signal("TERM");
    assert!(daemon.end().success());
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[test]
fn a_log_in_a_file_has_no_colours() {
    let folder = folder();
    let path = folder.path().join("log");
    let mut command = isotoped();
    command.stderr(std::fs::File::create(&path).expect("the folder is writable"));
    let mut daemon = Daemon::launch_with(command, folder.path(), &["--log", "info"]);
    proves(&daemon);
    daemon.signal("TERM");
    assert!(daemon.end().success());
    let log = std::fs::read_to_string(&path).expect("the log is text");
    assert!(log.contains("the cache is open") && log.contains("stopping"), "{log}");
    assert!(!log.contains('\u{1b}'), "{log}");
}

#[test]
fn a_closed_terminal_ends_it_in_order() {
    let folder = folder();
    let mut daemon = Daemon::start(folder.path());
    proves(&daemon);
    daemon.signal("HUP");
    assert!(daemon.end().success());
}

/// The lowest descriptor that a process has free, once it has opened and closed none for a while: the last call's
/// connection and the start of a worker come to an end after its answer.
fn first_free(process: u32) -> usize {
    let open = || -> BTreeSet<usize> {
        let entries = std::fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
    };
    let (mut last, mut since) = (open(), Instant::now());
    wait_for("its descriptors to stay the same", || {
        let now = open();
        if now != last {
            (last, since) = (now, Instant::now());
        }
        (since.elapsed() > Duration::from_secs(1)).then_some(())
    });
    (0..).find(|n| !last.contains(n)).expect("numbers do not end")
}

/// Clock ticks of the processor that a process has used; a hundred are a second.
fn ticks(process: u32) -> u64 {
    let stat = std::fs::read_to_string(Path::new("/proc").join(process.to_string()).join("stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    fields[11..13].iter().filter_map(|n| n.parse::<u64>().ok()).sum()
}

#[test]
fn without_descriptors_peers_are_turned_away_and_nothing_spins() {
    let folder = folder();
    let mut daemon = Daemon::start(folder.path());
    proves(&daemon);
    let limit = |files: &str| {
        let status = Command::new("prlimit").args(["--pid", &daemon.id().to_string(), files]).status();
        assert!(status.expect("prlimit runs").success());
    };
    // Every number below is taken.
    limit(&format!("--nofile={}:", first_free(daemon.id())));
    let before = ticks(daemon.id());
    let begun = Instant::now();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(&daemon.address).expect("the kernel accepts");
        stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a socket has a time-out");
        let mut byte = [0];
        // The end of the stream or a reset: turned away.
        assert!(!matches!(stream.read(&mut byte), Ok(1)));
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
    let spent = ticks(daemon.id()) - before;
    assert!(spent < 50, "{spent} ticks in {:?}", begun.elapsed());
    limit("--nofile=4096:");
    wait_for("an answer", || daemon.asked(&["health"], "").status.success().then_some(()));
    proves(&daemon);
    daemon.signal("TERM");
    assert!(daemon.end().success());
}
