//! The same loads by every kind of work: floods, names, callers who leave. None keeps another caller's window waiting much longer than as
//! many windows do, and none goes on for nobody.

use bytes::Bytes;
use isotope_proto::v1;
use isotope_tests::hostile::{endless_calls, hungry, large_comparison, of_graph, small};
use isotope_tests::wire::{Wire, framed, method};
use isotope_tests::{Daemon, descendants, program};
use prost::Message as _;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How much longer than beside windows another caller may wait, and what a machine that others use may add.
const TIMES: u32 = 2;
const SLACK: Duration = Duration::from_secs(1);

/// Processor time that may still be used when all callers have left.
const AFTERWARDS: Duration = Duration::from_secs(1);

fn daemon(folder: &tempfile::TempDir) -> Daemon {
    let isotoped = std::process::Command::new(program("isotope-server", "isotoped"));
    Daemon::launch_with(isotoped, folder.path(), &["--log", "error", "--threads", "2"])
}

/// The processor time of a daemon, of what it runs, and of what it has run.
fn used(daemon: &Daemon) -> Duration {
    let ticks = |process: u32, fields: usize| {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
        rest.split_whitespace().skip(11).take(fields).filter_map(|field| field.parse::<u64>().ok()).sum::<u64>()
    };
    let all = ticks(daemon.id(), 4) + descendants(daemon.id()).into_iter().map(|child| ticks(child, 4)).sum::<u64>();
    Duration::from_millis(10 * all)
}

fn window(seed: u64) -> Bytes {
    framed(&hungry(seed).encode_to_vec())
}

fn prices(seed: u64) -> Bytes {
    framed(&large_comparison(seed).encode_to_vec())
}

/// Calls on a connection of their own until they are aborted, so many at once: when one ends the next is begun.
async fn keep_calling(address: String, path: &'static str, bodies: Vec<Bytes>, at_once: usize, names: bool) {
    let wire = Wire::connect(&address).await.unwrap();
    let mut calls = JoinSet::new();
    let mut next = bodies.iter().cycle().enumerate();
    loop {
        while calls.len() < at_once {
            let (n, body) = next.next().unwrap();
            let name = n.to_string();
            let headers = [("grpc-timeout", "60S"), ("isotope-caller", name.as_str())];
            let headers = if names { &headers[..] } else { &headers[..1] };
            let Ok(mut call) = wire.begin(&method(path), headers).await else { return };
            if call.request.send_data(body.clone(), true).is_err() {
                return;
            }
            calls.spawn(async move { call.answer().await.is_ok() });
        }
        calls.join_next().await;
    }
}

/// The middle of the times that three windows of another caller take.
async fn cold(daemon: &Daemon) -> Duration {
    let mut times = Vec::new();
    for operation in ["rounding_halving_add", "absd", "saturating_sub"] {
        let message = of_graph(small(operation)).encode_to_vec();
        let begun = Instant::now();
        let wire = Wire::connect(&daemon.address).await.unwrap();
        let answer = wire.call(&method("Select"), &[("grpc-timeout", "120S")], &message).await.unwrap();
        let answers = v1::SelectResponse::decode(&answer.body[5..]).unwrap().answers;
        assert_eq!(answers[0].selection.as_ref().unwrap().verdict(), v1::Verdict::Proved, "it was searched for");
        times.push(begun.elapsed());
    }
    times.sort();
    times[1]
}

/// The time of one window of another caller beside so many connections, of which each makes its calls, so many at once.
async fn beside(path: &'static str, connections: Vec<Vec<Bytes>>, at_once: usize, names: bool) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let daemon = daemon(&folder);
    let mut load = JoinSet::new();
    for bodies in connections {
        load.spawn(keep_calling(daemon.address.clone(), path, bodies, at_once, names));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    cold(&daemon).await
}

fn compared(what: &str, windows: Duration, other: Duration) {
    eprintln!("{what}: {:.2} s, and {:.2} s beside as many windows", other.as_secs_f64(), windows.as_secs_f64());
    assert!(other <= TIMES * windows + SLACK, "{what}: {other:?}, and {windows:?} beside as many windows");
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

/// Windows that nobody else asks for, for each of so many connections.
fn windows(connections: u64, each: u64) -> Vec<Vec<Bytes>> {
    (0..connections).map(|one| (0..each).map(|n| window(1000 * one + n)).collect()).collect()
}

#[test]
#[ignore = "slow: a minute"]
fn endless_work_of_any_kind_keeps_others_waiting_no_longer_than_windows_do() {
    runtime().block_on(async {
        let checks = endless_calls(3).into_iter().map(|body| vec![body]).collect();
        let beside_windows = beside("Select", windows(3, 300), 1, false).await;
        compared("beside three endless checks", beside_windows, beside("Check", checks, 1, false).await);
        for path in ["Explain", "Alternatives"] {
            let other = beside(path, windows(3, 300), 1, false).await;
            compared(&format!("beside three calls of {path}"), beside_windows, other);
        }
        let prices = (0..3).map(|one| (0..10).map(|n| prices(10 * one + n)).collect()).collect();
        compared("beside three calls of Compare", beside_windows, beside("Compare", prices, 1, false).await);
    });
}

#[test]
#[ignore = "slow: a minute"]
fn names_make_no_shares() {
    runtime().block_on(async {
        let nameless = beside("Select", windows(8, 400), 200, false).await;
        let named = beside("Select", windows(8, 400), 200, true).await;
        compared("beside 8 connections of 200 named calls", nameless, named);
    });
}

#[test]
#[ignore = "slow: a minute"]
fn nothing_goes_on_for_callers_who_have_left() {
    let all = || windows(1, 40).remove(0);
    let kinds = [
        ("Select", all()),
        ("Check", endless_calls(40)),
        ("Explain", all()),
        ("Alternatives", all()),
        ("Compare", (0..8).map(prices).collect()),
    ];
    runtime().block_on(async {
        let mut beside_windows = None;
        for (path, bodies) in kinds {
            let folder = tempfile::tempdir().unwrap();
            let daemon = daemon(&folder);
            let leaver = tokio::spawn(keep_calling(daemon.address.clone(), path, bodies, 40, false));
            tokio::time::sleep(Duration::from_secs(2)).await;
            leaver.abort();
            let waited = cold(&daemon).await;
            compared(
                &format!("beside 40 calls of {path} that were left"),
                *beside_windows.get_or_insert(waited),
                waited,
            );
            // Work that the windows themselves began is over.
            let before = used(&daemon);
            tokio::time::sleep(Duration::from_secs(20)).await;
            let more = used(&daemon) - before;
            eprintln!("{path}: {:.2} CPU s in 20 s after all have left", more.as_secs_f64());
            assert!(more <= AFTERWARDS, "{path} goes on for nobody: {more:?}");
        }
    });
}
