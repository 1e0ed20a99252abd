//! A compiler's handle: whatever the server does, the call returns in time with a reason.

#![allow(clippy::unwrap_used)]

use crate::daemon;

use daemon::double::Act;
use daemon::{daemon, daemon_at};
use isotope_client::compiler::{CompilerClient, CompilerSettings, Reason, Reply};
use isotope_client::credentials::Credentials;
use isotope_proto::v1;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::time::{Duration, Instant};

fn window(n: usize) -> String {
    format!("int32x16 ((int32x16)a + x16({n}))")
}

fn znver4() -> v1::Target {
    v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() }
}

fn handle(url: &str, timeout_ms: u64) -> CompilerClient {
    let timeout = Duration::from_millis(timeout_ms);
    let cooldown = Duration::from_millis(300);
    CompilerClient::new(Ok(CompilerSettings { server: url.to_owned(), timeout, cooldown, ..Default::default() }))
}

fn select(handle: &CompilerClient, texts: &[String]) -> Vec<Reply> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    handle.select(&znver4(), &texts, None)
}

fn reason(reply: &Reply) -> Option<Reason> {
    reply.as_ref().err().map(|not_now| not_now.reason)
}

/// One window's reason, and that it came within a second.
fn reason_in_time(handle: &CompilerClient) -> Option<Reason> {
    let begin = Instant::now();
    let replies = select(handle, &[window(1)]);
    assert!(begin.elapsed() < Duration::from_millis(1100), "{:?} took {:?}", replies, begin.elapsed());
    reason(&replies[0])
}

#[test]
fn equal_windows_are_asked_once() {
    let daemon = daemon();
    let handle = handle(&daemon.url, 20_000);
    let replies = select(&handle, &[window(1), window(2), window(1)]);
    assert!(replies.iter().all(Result::is_ok) && replies[0] == replies[2]);
    assert_eq!(daemon.double.searched(), 2);
    let counters = handle.counters();
    assert_eq!((counters.calls, counters.windows, counters.answered), (1, 3, 3));
}

#[test]
fn what_the_server_cannot_read_is_refused_alone() {
    let daemon = daemon();
    let handle = handle(&daemon.url, 20_000);
    let replies = select(&handle, &["int32x16 (".to_owned(), window(1)]);
    assert_eq!((reason(&replies[0]), reason(&replies[1])), (Some(Reason::Refused), None));
    let arm = v1::Target { arch: "aarch64".into(), ..Default::default() };
    assert_eq!(reason(&handle.select(&arm, &[&window(1)], None)[0]), Some(Reason::Refused));
    // Neither says anything about the server.
    assert_eq!(reason(&select(&handle, &[window(2)])[0]), None);
    assert_eq!(handle.counters().because(Reason::Refused), 2);
}

#[test]
fn what_is_late_has_its_plain_lowering_and_the_rest_is_kept() {
    let daemon = daemon();
    // A tenth is kept for the answer: enough on a machine that is busy.
    let handle = handle(&daemon.url, 3_000);
    assert_eq!(reason(&select(&handle, &[window(1)])[0]), None);
    daemon.double.set(Act::Slow(8_000));
    let begin = Instant::now();
    let replies = select(&handle, &[window(1), window(2)]);
    assert!(begin.elapsed() < Duration::from_millis(3_200), "{:?}", begin.elapsed());
    let [Ok(known), Ok(late)] = &replies[..] else { panic!("{replies:?}") };
    assert_eq!((known.source(), known.truncated), (v1::Source::Memo, false));
    assert_eq!((late.source(), late.truncated), (v1::Source::Baseline, true));
    assert_eq!((known.searched_on, late.searched_on), (false, true));
    assert_eq!(late.notes, ["time was up before the search had ended; it goes on, for whoever asks again"]);
    // A slow search is no reason to leave the server alone.
    assert_eq!(reason(&select(&handle, &[window(1)])[0]), None);
}

/// Nothing is heard of a batch of which no window has even a plain lowering in time; that the server took it is a sign of
/// life.
#[test]
fn a_batch_that_is_late_as_a_whole_does_not_keep_known_windows_from_their_answers() {
    let daemon = daemon();
    // A search takes as long as the machine lets it; what is known takes no time.
    let patient = handle(&daemon.url, 60_000);
    assert_eq!(reason(&select(&patient, &[window(1)])[0]), None);
    let handle = handle(&daemon.url, 2_000);
    daemon.double.set(Act::SlowThroughout(6_000));
    assert_eq!(reason(&select(&handle, &[window(2)])[0]), Some(Reason::Deadline));
    assert_eq!(reason(&select(&handle, &[window(1)])[0]), None);
}

#[test]
fn a_server_that_is_not_there_is_named_with_the_systems_reason() {
    let handle = handle("http://127.0.0.1:1", 60_000);
    let said = || select(&handle, &[window(1)])[0].clone().unwrap_err();
    let first = said();
    for part in ["http://127.0.0.1:1", "Connection refused (os error 111)"] {
        assert!(first.reason == Reason::Unreachable && first.detail.contains(part), "{part}: {first}");
    }
    let left_alone = said();
    assert_eq!(left_alone.reason, Reason::CircuitOpen);
    assert!(left_alone.detail.contains("Connection refused"), "why it failed: {left_alone}");
    let compared = handle.compare(&znver4(), &[pair("a", None)], None).unwrap_err();
    assert!(compared.detail.contains("http://127.0.0.1:1"), "{compared}");
}

#[test]
fn an_absent_server_costs_nothing() {
    let handle = handle("http://127.0.0.1:1", 60_000);
    let begin = Instant::now();
    assert_eq!(reason_in_time(&handle), Some(Reason::Unreachable));
    assert_eq!(reason_in_time(&handle), Some(Reason::CircuitOpen));
    assert!(begin.elapsed() < Duration::from_millis(200));
}

/// Takes connections and does with them what it is told to.
fn server(behave: impl Fn(std::net::TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || listener.incoming().flatten().for_each(behave));
    url
}

#[test]
fn a_hung_server_costs_less_than_a_second_however_long_the_timeout() {
    let url = server(std::mem::forget);
    let handle = handle(&url, 60_000);
    let begin = Instant::now();
    let replies = select(&handle, &[window(1)]);
    assert_eq!(reason(&replies[0]), Some(Reason::Silent), "{replies:?}");
    assert!(begin.elapsed() < Duration::from_secs(1));
    assert_eq!(reason_in_time(&handle), Some(Reason::CircuitOpen));
}

#[test]
fn another_protocol_is_told_from_no_server() {
    let url = server(|mut stream| {
        let _ = stream.read(&mut [0; 64]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
    });
    let reason = reason_in_time(&handle(&url, 60_000)).unwrap();
    assert!(matches!(reason, Reason::Version | Reason::Unreachable), "{reason:?}");
}

#[test]
fn another_epoch_is_another_version() {
    let daemon = daemon();
    let settings =
        CompilerSettings { server: daemon.url.clone(), expected_epoch: Some("x".into()), ..Default::default() };
    let handle = CompilerClient::new(Ok(settings));
    assert_eq!(reason_in_time(&handle), Some(Reason::Version));
    let Err(said) = &select(&handle, &[window(1)])[0] else { panic!("another version answers") };
    assert!(said.detail.contains("expects epoch x") && said.detail.contains("has epoch e0"), "both: {said}");
}

#[test]
fn a_server_that_dies_in_mid_call_ends_the_call() {
    let daemon = daemon();
    let handle = handle(&daemon.url, 60_000);
    daemon.double.set(Act::UntilStopped);
    let runtime = daemon.runtime;
    let killing = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        runtime.shutdown_background();
    });
    assert!(matches!(reason_in_time(&handle), Some(Reason::Unreachable | Reason::Busy | Reason::Deadline)));
    killing.join().unwrap();
}

#[test]
fn a_server_that_comes_back_is_asked_again() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let handle = handle(&format!("http://{address}"), 20_000);
    assert_eq!(reason_in_time(&handle), Some(Reason::Unreachable));
    let daemon = daemon_at(&address.to_string());
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(reason(&select(&handle, &[window(1)])[0]), None);
    drop(daemon);
}

#[test]
fn bad_settings_and_the_switch_are_reasons() {
    let off = CompilerSettings { off: true, ..Default::default() };
    assert_eq!(reason_in_time(&CompilerClient::new(Ok(off))), Some(Reason::Off));
    assert_eq!(reason_in_time(&handle("localhost:4711", 1_000)), Some(Reason::Misconfigured));
    let said = |credentials: Credentials| {
        let server = "https://127.0.0.1:1".to_owned();
        let settings = CompilerSettings { server, credentials, ..Default::default() };
        select(&CompilerClient::new(Ok(settings)), &[window(1)])[0].clone().unwrap_err().to_string()
    };
    let file = || Some("/nowhere/at/all".into());
    let missing = said(Credentials { ca: file(), ..Default::default() });
    assert!(missing.starts_with("misconfigured: cannot read /nowhere/at/all (--ca or ISOTOPE_CA)"), "{missing}");
    let missing = said(Credentials { token_file: file(), ..Default::default() });
    assert!(missing.contains("ISOTOPE_TOKEN_FILE"), "{missing}");
    let half = said(Credentials { key: file(), ca: Some("/dev/null".into()), ..Default::default() });
    assert!(half.contains("ISOTOPE_CLIENT_CERTIFICATE") && half.contains("ISOTOPE_CLIENT_KEY"), "{half}");
}

#[test]
fn many_threads_share_a_handle() {
    let daemon = daemon();
    let handle = handle(&daemon.url, 20_000);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let handle = &handle;
            scope.spawn(move || {
                for n in 0..20 {
                    let replies = select(handle, &[window(n), window(100 * thread + n)]);
                    assert!(replies.iter().all(Result::is_ok), "{replies:?}");
                }
            });
        }
    });
    assert_eq!(handle.counters().answered, 8 * 20 * 2);
}

fn pair(name: &str, listings: Option<(&str, &str)>) -> v1::Pair {
    let (own, selected) = listings.unzip();
    v1::Pair { name: name.into(), own: own.map(Into::into), selected: selected.map(Into::into) }
}

#[test]
fn a_compilers_own_code_is_compared_and_a_slow_comparison_says_nothing_about_the_server() {
    let daemon = daemon();
    let handle = handle(&daemon.url, 20_000);
    let listed = pair("a", Some(("\tnop\n\tnop\n", "\tnop\n")));
    let compared = handle.compare(&znver4(), &[pair("b", None), listed], None).unwrap();
    let known = v1::Compared { known: true, own_cost: Some(200), selected_cost: Some(100), is_better: true };
    assert_eq!(compared, [v1::Compared::default(), known]);
    assert_eq!(handle.compare(&znver4(), &[pair("a", None)], None).unwrap(), [known]);
    assert!(handle.compare(&znver4(), &[], None).unwrap().is_empty());
    daemon.double.set(Act::Slow(10_000));
    // Listings whose prices are known need no tool, whatever the pair is called.
    let same = pair("c", Some(("\tnop\n", "\tnop\n")));
    let priced = v1::Compared { own_cost: Some(100), is_better: false, ..known };
    assert_eq!(handle.compare(&znver4(), &[same], None).unwrap(), [priced]);
    let begin = Instant::now();
    let late = pair("d", Some(("\tnop\n\tnop\n\tnop\n", "\tnop\n")));
    let compared = handle.compare(&znver4(), &[late], Some(Duration::from_millis(1_000))).unwrap();
    assert!(begin.elapsed() < Duration::from_millis(8_000), "{:?}", begin.elapsed());
    assert_eq!(compared, [v1::Compared::default()]);
    assert_eq!(handle.compare(&znver4(), &[pair("a", None)], None).unwrap(), [known]);
    let bad = pair("e", Some((".incbin", "")));
    assert_eq!(handle.compare(&znver4(), &[bad], None).unwrap_err().reason, Reason::Refused);
}

#[test]
fn nobody_compares_where_nobody_listens() {
    let handle = handle("http://127.0.0.1:1", 1_000);
    let error = handle.compare(&znver4(), &[pair("a", None)], None).unwrap_err();
    assert_eq!(error.reason, Reason::Unreachable);
    let error = handle.compare(&znver4(), &[pair("a", None)], None).unwrap_err();
    assert_eq!(error.reason, Reason::CircuitOpen);
}

#[test]
fn a_compiler_asks_over_a_socket_of_this_machine() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("unix:{}", folder.path().join("isotoped.sock").display());
    let daemon = daemon_at(&url);
    let handle = handle(&url, 20_000);
    assert!(handle.settings().is_somebody_there(Duration::from_secs(1)));
    assert!(select(&handle, &[window(1)])[0].is_ok());
    assert_eq!(daemon.double.searched(), 1);
    drop(daemon);
    assert!(!handle.settings().is_somebody_there(Duration::from_secs(1)));
    assert_eq!(reason_in_time(&handle), Some(Reason::Unreachable));
}
