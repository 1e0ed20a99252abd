//! A hostile corpus against the daemon as it is built: no end of it, no hang, no more memory than its budget, and good
//! answers for others all the while.

#![allow(clippy::unwrap_used)]

#[path = "loads.rs"]
mod loads;

use isotope_proto::v1;
use isotope_tests::hostile::{self, Attack, Case};
use isotope_tests::wire::{self, Wire};
use isotope_tests::{Daemon, descendants, program};
use prost::Message as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tonic::Code;

/// The longest that one request may take, its deadline included.
const LONGEST: Duration = Duration::from_secs(10);

/// The deadline of every call without one of its own.
const DEADLINE: &str = "5S";

/// `--memory-total`.
const BUDGET: &str = "1073741824";

/// Attacks under way at once.
const AT_ONCE: usize = 4;

const SEED: u64 = 10;

fn texts() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/hostile");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| hostile::text(path)).collect()
}

/// Resident bytes of a process and of each that it started; what they share is divided between them.
fn resident(process: u32) -> Vec<u64> {
    let of = |process: u32| {
        let rollup = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).unwrap_or("0 kB");
        line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0) << 10
    };
    [process].into_iter().chain(descendants(process)).map(of).collect()
}

/// The failure of one attack, if there was one.
async fn strike(address: &str, case: Case) -> Result<(), String> {
    let name = case.name.clone();
    // Large ones take a while to be made, which is not the daemon's time, and keep a thread from hearing answers.
    let attack = tokio::task::spawn_blocking(move || case.attack()).await.unwrap();
    let begun = Instant::now();
    let struck = tokio::time::timeout(LONGEST, one(address, &name, attack)).await;
    let took = begun.elapsed();
    if took > Duration::from_secs(6) {
        eprintln!("{:6.2} s  {name}", took.as_secs_f64());
    }
    struck.unwrap_or_else(|_| Err(format!("no answer after {LONGEST:?}"))).map_err(|e| format!("{name}: {e}"))
}

async fn one(address: &str, name: &str, attack: Attack) -> Result<(), String> {
    match attack {
        Attack::Call { path, headers, body } => {
            let mut headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
            if !headers.iter().any(|(name, _)| *name == "grpc-timeout") {
                headers.push(("grpc-timeout", DEADLINE));
            }
            let wire = Wire::connect(address).await.map_err(|e| format!("it is not connected to: {e}"))?;
            // A message that HTTP/2 itself refuses is refused, and so is one that finds no seat beside strangers.
            let Ok(answer) = wire.send(&path, &headers, body).await else { return Ok(()) };
            // gRPC's own name for frames that cannot be read.
            let allowed = answer.code == Code::Internal as i32 && name.starts_with("frame");
            if !allowed && [Code::Internal as i32, Code::Unknown as i32].contains(&answer.code) {
                return Err(format!("status {}: {}", answer.code, answer.message));
            }
            Ok(())
        }
        Attack::Abandoned { path, body, calls } => {
            let wire = Wire::connect(address).await.map_err(|e| e.to_string())?;
            let mut open = Vec::new();
            for _ in 0..calls {
                let mut call = wire.begin(&path, &[]).await.map_err(|e| e.to_string())?;
                call.request.send_data(body.clone(), true).map_err(|e| e.to_string())?;
                open.push(call);
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok(())
        }
        Attack::Raw(bytes) => {
            let mut stream = TcpStream::connect(address).await.map_err(|e| e.to_string())?;
            let (mut read, mut write) = stream.split();
            // Whatever becomes of it: refused, reset, or waited for.
            let _ = tokio::time::timeout(Duration::from_secs(2), write.write_all(&bytes)).await;
            let mut answer = vec![0; 1 << 16];
            let _ = tokio::time::timeout(Duration::from_millis(300), read.read(&mut answer)).await;
            Ok(())
        }
        Attack::Behaviour(behaviour) => {
            behaviour.perform(address).await;
            Ok(())
        }
        Attack::Reset(streams) => {
            let wire = Wire::connect(address).await.map_err(|e| e.to_string())?;
            for _ in 0..streams {
                // A server that has had enough of this says so, and it is over.
                let Ok(call) = wire.begin(&wire::method("Select"), &[]).await else { break };
                drop(call);
            }
            Ok(())
        }
    }
}

/// Attacks with all of `cases`, so many at once, and says which of them did harm.
async fn attack(daemon: &mut Daemon, cases: Vec<Case>, at_once: usize) -> Vec<String> {
    let mut failures = Vec::new();
    let mut under_way = tokio::task::JoinSet::<Result<(), String>>::new();
    for case in cases {
        if under_way.len() >= at_once {
            failures.extend(under_way.join_next().await.unwrap().unwrap().err());
        }
        if let Some(status) = daemon.ended() {
            failures.push(format!("the daemon ended ({status}) before {}", case.name));
            return failures;
        }
        let address = daemon.address.clone();
        under_way.spawn(async move { strike(&address, case).await });
    }
    while let Some(struck) = under_way.join_next().await {
        failures.extend(struck.unwrap().err());
    }
    failures
}

fn start(folder: &Path, flags: &[&str]) -> Daemon {
    let isotoped = std::process::Command::new(program("isotope-server", "isotoped"));
    Daemon::launch_with(isotoped, folder, &[&["--log", "error", "--memory-total", BUDGET], flags].concat())
}

fn withstands(cases: Vec<Case>, threads: &str, at_once: usize) {
    let count = cases.len();
    let folder = tempfile::tempdir().unwrap();
    let mut daemon = start(folder.path(), &["--threads", threads]);
    let begun = Instant::now();
    let over = Arc::new(AtomicBool::new(false));
    let watching = {
        let (over, process) = (Arc::clone(&over), daemon.id());
        std::thread::spawn(move || {
            let mut peak = vec![];
            while !over.load(Ordering::SeqCst) {
                let now = resident(process);
                if now.iter().sum::<u64>() > peak.iter().sum() {
                    peak = now;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            peak
        })
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let mut failures = runtime.block_on(attack(&mut daemon, cases, at_once));
    over.store(true, Ordering::SeqCst);
    let each: Vec<u64> = watching.join().unwrap();
    let peak: u64 = each.iter().sum();
    let shares: Vec<_> = each.iter().map(|bytes| (bytes >> 20).to_string()).collect();
    let (seconds, mib, shares) = (begun.elapsed().as_secs_f64(), peak >> 20, shares.join(" + "));
    eprintln!("{count} attacks, {seconds:.0} s, at most {mib} MiB resident, the daemon's first: {shares}");
    if peak > BUDGET.parse().unwrap() {
        failures.push(format!("{} MiB resident, more than --memory-total", peak >> 20));
    }
    if daemon.ended().is_none() {
        let text = "target x86_64 znver4\nuint8x64 (uint8x64)saturating_add((uint8x64)p, (uint8x64)q)\n";
        if !daemon.asked(&["health"], "").status.success() || daemon.select(text)[0]["verdict"] != "proved" {
            failures.push("it does not answer well any more".to_owned());
        }
        // A worker may die of its own limit of memory; that nobody else notices is what is tested.
        let (died, stalled) = (daemon.stat("died under a job"), daemon.stat("killed, standing still"));
        eprintln!("workers: {} started, {died} died, {stalled} killed", daemon.stat("worker processes started"));
        daemon.signal("TERM");
        if !daemon.end().success() {
            failures.push("it does not end in order".to_owned());
        }
    }
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

/// Every so many attacks of each kind, so that all kinds are among them.
fn some(cases: Vec<Case>, every: usize) -> Vec<Case> {
    cases.into_iter().enumerate().filter(|(n, _)| n % every == 0).map(|(_, case)| case).collect()
}

/// Only those whose names hold a word, where `ISOTOPE_HOSTILE` gives one: to look at one that failed.
fn named(cases: Vec<Case>) -> Vec<Case> {
    match std::env::var("ISOTOPE_HOSTILE") {
        Ok(word) => cases.into_iter().filter(|case| case.name.contains(&word)).collect(),
        Err(_) => cases,
    }
}

#[test]
fn some_of_the_corpus_does_no_harm() {
    withstands(named(some(hostile::cases(SEED), 10)), "2", AT_ONCE);
}

/// Methods that take much, so many calls of each at once.
const OF_EACH: u64 = 10;

#[test]
#[ignore = "slow: a minute"]
fn ten_of_each_method_at_once_stay_under_the_memory() {
    let case = |path: &'static str, n: u64, body: fn(u64) -> Vec<u8>| {
        Case::new(format!("{path} {n}"), move || hostile::call(path, &body(n)))
    };
    let asked: fn(u64) -> Vec<u8> = |n| hostile::hungry(n).encode_to_vec();
    let cases = (0..4 * OF_EACH).flat_map(|n| {
        [
            case("Select", n, asked),
            case("Explain", n, asked),
            case("Alternatives", n, asked),
            case("Compare", n, |n| hostile::large_comparison(n).encode_to_vec()),
            case("Check", n, |n| hostile::with_itself(&hostile::copied(1 << 22, n)).encode_to_vec()),
        ]
    });
    let cases: Vec<Case> = cases.collect();
    withstands(named(cases), "2", 5 * OF_EACH as usize);
}

#[test]
#[ignore = "slow: minutes"]
fn the_corpus_does_no_harm() {
    withstands(named(hostile::cases(SEED)), "2", AT_ONCE);
}

#[test]
#[ignore = "slow: minutes"]
fn the_corpus_does_no_harm_to_sixteen_threads() {
    withstands(named(hostile::cases(SEED)), "16", AT_ONCE);
}

#[test]
#[ignore = "slow: minutes"]
fn the_texts_of_the_corpus_do_no_harm() {
    withstands(named(texts()), "2", AT_ONCE);
}

#[test]
fn the_generator_makes_requests_that_are_right_too() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(folder.path());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let right = hostile::of_graph(hostile::sum()).encode_to_vec();
    let answer = runtime.block_on(async {
        let wire = Wire::connect(&daemon.address).await?;
        wire.call(&wire::method("Select"), &[], &right).await
    });
    assert_eq!(answer.unwrap().code, 0);
}

/// A small pair of listings that nobody has asked for.
fn small_pair() -> Vec<u8> {
    let pair = v1::Pair {
        name: "small".to_owned(),
        own: Some("f:\n\tvpaddb\t%zmm1, %zmm0, %zmm0\n".to_owned()),
        selected: Some("f:\n\tvpsubb\t%zmm1, %zmm0, %zmm0\n".to_owned()),
    };
    v1::CompareRequest { target: Some(hostile::znver4()), pairs: vec![pair] }.encode_to_vec()
}

/// The response to one call, and how long it took.
async fn timed(address: &str, path: &str, message: &[u8]) -> (i32, Duration) {
    let begun = Instant::now();
    let wire = Wire::connect(address).await.unwrap();
    let answer = wire.call(path, &[("grpc-timeout", "15S")], message).await.unwrap();
    (answer.code, begun.elapsed())
}

#[test]
fn large_comparisons_do_not_keep_another_callers_pair_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = start(folder.path(), &[]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let compare = wire::method("Compare");
        let mut large = tokio::task::JoinSet::new();
        for seed in 0..2 {
            let (address, path) = (daemon.address.clone(), compare.clone());
            let message = hostile::large_comparison(seed).encode_to_vec();
            large.spawn(async move {
                let wire = Wire::connect(&address).await.unwrap();
                wire.call(&path, &[("grpc-timeout", "60S")], &message).await.map(|answer| answer.code)
            });
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(large.try_join_next().is_none(), "they are priced still");
        let (code, time) = timed(&daemon.address, &compare, &small_pair()).await;
        eprintln!("a pair beside two large comparisons: {:.2} s", time.as_secs_f64());
        assert_eq!(code, 0);
    });
}

/// Callers who ask for one window after another for which searches, proofs and LLVM's tools take much.
const HUNGRY_CALLERS: u64 = 16;

#[test]
#[ignore = "slow: minutes"]
fn hungry_callers_do_not_keep_another_callers_window_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = start(folder.path(), &[]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let select = wire::method("Select");
        let gave_way = async || {
            let wire = Wire::connect(&daemon.address).await.unwrap();
            let stats = wire.call(&wire::method("Stats"), &[("grpc-timeout", "60S")], &[]).await.unwrap();
            v1::StatsResponse::decode(&stats.body[5..]).unwrap().gave_way
        };
        let mut hungry = tokio::task::JoinSet::new();
        for caller in 0..HUNGRY_CALLERS {
            let (address, path) = (daemon.address.clone(), select.clone());
            hungry.spawn(async move {
                let wire = Wire::connect(&address).await.unwrap();
                for n in 0.. {
                    let window = hostile::hungry(1000 * caller + n).encode_to_vec();
                    wire.call(&path, &[("grpc-timeout", "60S")], &window).await.unwrap();
                }
            });
        }
        for operation in ["rounding_halving_add", "absd", "saturating_sub"] {
            tokio::time::sleep(Duration::from_secs(5)).await;
            assert!(hungry.try_join_next().is_none(), "a caller ended");
            let window = hostile::of_graph(hostile::small(operation)).encode_to_vec();
            let (before, begun) = (gave_way().await, Instant::now());
            let wire = Wire::connect(&daemon.address).await.unwrap();
            let answer = wire.call(&select, &[("grpc-timeout", "600S")], &window).await.unwrap();
            let (seconds, turns) = (begun.elapsed().as_secs_f64(), gave_way().await - before);
            let answers = v1::SelectResponse::decode(&answer.body[5..]).unwrap().answers;
            eprintln!("{operation} beside {HUNGRY_CALLERS} hungry callers: {seconds:.2} s, {turns} turns ended");
            assert_eq!(answers[0].selection.as_ref().unwrap().verdict(), v1::Verdict::Proved);
            // Counted in turns, so that a slow machine changes nothing: it is through in its second or third.
            assert!(turns <= 3 * (HUNGRY_CALLERS + 1), "{turns} turns of others ended before it was answered");
        }
    });
}

#[test]
fn strangers_leave_a_seat_to_whoever_calls() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = start(folder.path(), &[]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut strangers = Vec::new();
        for _ in 0..520 {
            strangers.push(Wire::connect(&daemon.address).await.unwrap());
        }
        for _ in 0..8 {
            let (code, time) = timed(&daemon.address, &wire::method("Stats"), &[]).await;
            eprintln!("a first call beside 520 strangers: {:.3} s", time.as_secs_f64());
            assert_eq!(code, 0);
        }
    });
}
