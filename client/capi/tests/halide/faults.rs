//! Whatever the server does, a compile succeeds with Halide's own code and in at most a second more.

use super::build::{Built, Ended};
use crate::daemon::daemon;
use crate::daemon::double::Act;
use libtest_mimic::Failed;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

/// The program with a server that does not answer: right and with Halide's code every time; soon and for this reason in one of
/// several tries, each beside a compile without a server right before it. A machine that is busy delays one run or another, what
/// waits for a server is late every time.
fn survives(built: &Built, variables: &[(&str, &str)], reasons: &[&str]) -> Result<(), Failed> {
    survives_each(built, || built.preloaded(variables), reasons)
}

/// The same, where a server is of one try alone.
fn survives_each(built: &Built, compile: impl Fn() -> Ended, reasons: &[&str]) -> Result<(), Failed> {
    let mut told = String::new();
    for _ in 0..4 {
        let alone = built.preloaded(&[("ISOTOPE_OFF", "1")]).time;
        let ended = compile();
        let late = ended.time.saturating_sub(alone);
        told.push_str(&format!("{late:?} later than {alone:?}\n{}{}", ended.stdout(), ended.report));
        if !ended.output.status.success() || ended.used() > 0 {
            break;
        }
        if late < Duration::from_secs(1) && reasons.iter().any(|reason| ended.report.contains(reason)) {
            return Ok(());
        }
    }
    Err(told.into())
}

fn server(behave: impl Fn(TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || listener.incoming().flatten().for_each(behave));
    url
}

pub fn absent(built: &Built) -> Result<(), Failed> {
    survives(
        built,
        &[("ISOTOPE_SERVER", "http://127.0.0.1:1"), ("ISOTOPE_TIMEOUT_MS", "60000")],
        &["no answer: unreachable: no server answers at http://127.0.0.1:1: tcp connect error: Connection refused"],
    )
}

pub fn hung(built: &Built) -> Result<(), Failed> {
    let url = server(std::mem::forget);
    survives(built, &[("ISOTOPE_SERVER", &url), ("ISOTOPE_TIMEOUT_MS", "60000")], &["silent"])
}

pub fn killed(built: &Built) -> Result<(), Failed> {
    let compile = || {
        let daemon = daemon();
        daemon.double.set(Act::UntilStopped);
        let (url, double, runtime) = (daemon.url.clone(), daemon.double, daemon.runtime);
        let killer = std::thread::spawn(move || {
            // As soon as the compile's first window is searched for.
            while double.searched() == 0 {
                std::thread::sleep(Duration::from_millis(5));
            }
            runtime.shutdown_background();
        });
        let ended = built.preloaded(&[("ISOTOPE_SERVER", &url), ("ISOTOPE_TIMEOUT_MS", "60000")]);
        killer.join().unwrap();
        ended
    };
    survives_each(built, compile, &["unreachable", "busy", "deadline"])
}

pub fn other_protocol(built: &Built) -> Result<(), Failed> {
    let url = server(|mut stream| {
        let _ = stream.read(&mut [0; 64]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
    });
    survives(built, &[("ISOTOPE_SERVER", &url)], &["version", "unreachable"])
}

pub fn other_version(built: &Built) -> Result<(), Failed> {
    let daemon = daemon();
    survives(
        built,
        &[("ISOTOPE_SERVER", &daemon.url), ("ISOTOPE_EPOCH", "another")],
        &["no answer: version: the request expects epoch another, but this server has epoch e0"],
    )
}

/// The double's answers are proven and cheap, and their code is nonsense.
pub fn wrong_answers(built: &Built) -> Result<(), Failed> {
    let daemon = daemon();
    let variables = [("ISOTOPE_SERVER", daemon.url.as_str()), ("ISOTOPE_TIMEOUT_MS", "20000")];
    survives(built, &variables, &["it loads bytes that the window does not", "its code: "])
}

/// It does nothing at all, and says so where it is asked to speak.
pub fn switched_off(built: &Built) -> Result<(), Failed> {
    let ended = built.preloaded(&[("ISOTOPE_OFF", "1"), ("ISOTOPE_VERBOSE", "1")]);
    let said = ended.stderr();
    if ended.output.status.success() && ended.report.is_empty() && said.contains("switched off (ISOTOPE_OFF)") {
        return Ok(());
    }
    Err(format!("{}{said}{}", ended.stdout(), ended.report).into())
}

/// A program that says nothing but what it is asked to say, and goes on.
fn says(ended: &Ended, wanted: &[&str]) -> Result<(), Failed> {
    let said = ended.stderr();
    let is_said_once = |part: &&str| said.matches(*part).count() == 1;
    if ended.output.status.success() && ended.used() == 0 && wanted.iter().all(is_said_once) {
        return Ok(());
    }
    Err(format!("not {wanted:?}:\n{}{said}", ended.stdout()).into())
}

/// Which variable, its value, and what it may be.
pub fn misconfigured(built: &Built) -> Result<(), Failed> {
    for (name, value, right) in [
        ("ISOTOPE_SERVER", "localhost:4713", "is not an address such as http://127.0.0.1:4711"),
        ("ISOTOPE_TIMEOUT_MS", "abc", "is not a whole number of milliseconds from 1 to 86400000"),
    ] {
        let said = format!("no answer: misconfigured: {name}={value} {right}");
        says(&built.preloaded(&[(name, value), ("ISOTOPE_VERBOSE", "1")]), &[&said])?;
    }
    Ok(())
}

/// The message of a client for the one Halide in a program with the other: its library is not in the folder.
pub fn another_halide(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    let own = built.version();
    std::fs::write(folder.path().join(format!("libisotope_halide-{}.so", if own == 19 { 21 } else { 19 })), "")
        .unwrap();
    let said =
        format!("isotope: nothing is used: this program has Halide {own}, and the client for it cannot be loaded: ");
    let loud = built.preloaded_from(folder.path(), &[("ISOTOPE_VERBOSE", "1")]);
    says(&loud, &[&said, &format!("libisotope_halide-{own}.so: cannot open shared object file")])?;
    let silent = built.preloaded_from(folder.path(), &[]);
    if silent.stderr().contains("isotope") { Err(silent.stderr().into()) } else { says(&silent, &[]) }
}

/// Somebody asked for a report: that there is none is said in any case.
pub fn unwritable_report(built: &Built) -> Result<(), Failed> {
    let nobody = ("ISOTOPE_SERVER", "http://127.0.0.1:1");
    let ended = built.preloaded(&[nobody, ("ISOTOPE_REPORT", "/nowhere/at/all")]);
    says(
        &ended,
        &["isotope: there is no report: cannot open ISOTOPE_REPORT=/nowhere/at/all: No such file or directory"],
    )?;
    let full = built.preloaded(&[nobody, ("ISOTOPE_REPORT", "/dev/full")]);
    says(&full, &["isotope: lines are missing in ISOTOPE_REPORT=/dev/full: No space left on device"])
}

/// A window whose search goes on is not called dear, and the remedy is named.
pub fn searched_on(built: &Built) -> Result<(), Failed> {
    let daemon = daemon();
    daemon.double.set(Act::Slow(15_000));
    let report = tempfile::NamedTempFile::new().unwrap();
    let path = report.path().to_str().unwrap();
    let ended = built.run(
        "linked",
        &[],
        &[
            ("ISOTOPE_SERVER", &daemon.url),
            ("ISOTOPE_TIMEOUT_MS", "4000"),
            ("ISOTOPE_VERBOSE", "1"),
            ("ISOTOPE_REPORT", path),
        ],
    );
    let said = ended.stderr();
    let line = said.lines().find(|line| line.contains(" on in the daemon; ")).unwrap_or_default();
    let goes_on = line.starts_with("isotope: ")
        && line.contains("search")
        && line.contains("ISOTOPE_TIMEOUT_MS=60000")
        && line.contains(&format!("`isotope warm {path}`"));
    if goes_on && said.contains(": still searched: ") && !said.contains("not cheaper than plain LLVM") {
        return says(&ended, &[]);
    }
    Err(said.into())
}

pub fn no_llvm_library(built: &Built) -> Result<(), Failed> {
    let daemon = daemon();
    let variables = [("ISOTOPE_SERVER", daemon.url.as_str()), ("ISOTOPE_LLVM", "libnothing.so")];
    survives(built, &variables, &["the LLVM 19 library is not installed"])
}
