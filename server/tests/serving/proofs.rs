//! The subjects that a proof binds: the window as it was asked, and the prover that made it.

use crate::double::{Act, Double, PROGRAM};
use crate::{AVERAGE, Daemon, Setup};
use isotope_proto::v1;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Two phrasings of one canonical window.
const PHRASINGS: [&str; 2] = [
    "uint16x64 (uint16x64)widening_add((uint8x64)a, (uint8x64)b)",
    "uint16x64 (uint16x64((uint8x64)a) + uint16x64((uint8x64)b))",
];

async fn daemon(cache: &Path, double: Double) -> Daemon {
    Daemon::start(cache, Setup { double: Arc::new(double), ..Setup::default() }).await
}

async fn ask(daemon: &Daemon, text: &str) -> v1::Answer {
    daemon.select(text).await.unwrap().remove(0)
}

fn selection(answer: &v1::Answer) -> v1::Selection {
    answer.selection.clone().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_prover_showed_is_proved_again_and_served() {
    let cache = tempfile::tempdir().unwrap();
    let first = daemon(cache.path(), Double::default()).await;
    let before = selection(&ask(&first, AVERAGE).await);
    assert_eq!(before.prover, "p0");
    first.stop().await;
    let second = daemon(cache.path(), Double { prover: Some("p1"), ..Double::default() }).await;
    // Behind everything else, without being asked.
    second.until_stats(|stats| stats.records_proved_again == 1).await;
    let answer = ask(&second, AVERAGE).await;
    assert_eq!(answer.source(), v1::Source::Memo);
    let after = selection(&answer);
    assert_eq!((after.prover.as_str(), after.autollvm.as_str()), ("p1", "lowered again"));
    assert_eq!(after.cost, before.cost);
    assert_eq!((second.double.searched(), second.double.checks.load(Ordering::SeqCst)), (0, 1));
    // The record is this prover's now.
    assert_eq!(ask(&second, &format!("{AVERAGE}\n")).await.source(), v1::Source::Memo);
    assert_eq!(second.double.checks.load(Ordering::SeqCst), 1);
    let stats = second.stats().await;
    assert_eq!((stats.records_proved_again, stats.records_set_aside, stats.records_refused), (1, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_proved_again_is_set_aside_and_searched_for() {
    let cache = tempfile::tempdir().unwrap();
    let first = daemon(cache.path(), Double { program: Some(b"of an older engine"), ..Double::default() }).await;
    ask(&first, AVERAGE).await;
    first.stop().await;
    let second = daemon(cache.path(), Double { prover: Some("p1"), ..Double::default() }).await;
    second.until_stats(|stats| stats.records_set_aside == 1).await;
    assert_eq!(ask(&second, AVERAGE).await.source(), v1::Source::Search);
    assert_eq!(second.double.searched(), 1);
    assert_eq!(ask(&second, AVERAGE).await.source(), v1::Source::Memo, "the new answer took its place");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_phrasing_is_tied_once_and_searched_for_once_in_all() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = daemon(cache.path(), Double::default()).await;
    assert_eq!(ask(&daemon, PHRASINGS[0]).await.source(), v1::Source::Search);
    for _ in 0..2 {
        assert_eq!(ask(&daemon, PHRASINGS[1]).await.source(), v1::Source::Memo);
    }
    // Other names are no other phrasing.
    let renamed = PHRASINGS[1].replace(")a)", ")c)");
    assert_eq!(ask(&daemon, &renamed).await.source(), v1::Source::Memo);
    let (searched, proved) = (daemon.double.searched(), daemon.double.phrasings.load(Ordering::SeqCst));
    assert_eq!((searched, proved, daemon.stats().await.ties), (1, 2, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_is_not_its_canonical_form_gets_its_own_plain_lowering() {
    let cache = tempfile::tempdir().unwrap();
    let double = Double { refuses_ties: AtomicBool::new(true), ..Double::default() };
    let first = daemon(cache.path(), double).await;
    let answer = ask(&first, PHRASINGS[0]).await;
    let found = selection(&answer);
    assert!(found.autollvm.contains("widening_add"), "of the window as asked: {}", found.autollvm);
    assert!(answer.notes.iter().any(|note| note.contains("canonical form")), "{:?}", answer.notes);
    assert_eq!(first.stats().await.untied, 1);
    first.stop().await;
    // A proof for the canonical window is remembered, and still not for this phrasing.
    let double = Double { refuses_ties: AtomicBool::new(true), ..Double::default() };
    let second = daemon(cache.path(), double).await;
    assert_ne!(ask(&second, PHRASINGS[0]).await.source(), v1::Source::Memo);
    second.double.refuses_ties.store(false, Ordering::SeqCst);
    assert_eq!(ask(&second, PHRASINGS[1]).await.source(), v1::Source::Memo);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_joins_a_search_with_another_phrasing_is_tied_too() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = daemon(cache.path(), Double::default()).await;
    daemon.double.set(Act::Slow(300));
    let (mut one, mut other) = (daemon.client().await, daemon.client().await);
    let calls = tokio::join!(one.select(crate::request(PHRASINGS[0])), other.select(crate::request(PHRASINGS[1])));
    assert!(calls.0.is_ok() && calls.1.is_ok());
    assert_eq!((daemon.double.searched(), daemon.double.phrasings.load(Ordering::SeqCst)), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_tells_agreement_from_disagreement() {
    let cache = tempfile::tempdir().unwrap();
    let first = daemon(cache.path(), Double { program: Some(b"wrong"), ..Double::default() }).await;
    ask(&first, AVERAGE).await;
    first.stop().await;
    let second = daemon(cache.path(), Double { program: Some(PROGRAM), ..Double::default() }).await;
    ask(&second, PHRASINGS[0]).await;
    let request = |sample| v1::AuditRequest { sample };
    let mut results = second.client().await.audit(request(0)).await.unwrap().into_inner();
    let mut found = Vec::new();
    while let Some(result) = results.message().await.unwrap() {
        assert_eq!(result.total, 2);
        found.push(result.agreement());
    }
    found.sort();
    assert_eq!(found, [v1::Agreement::Agrees, v1::Agreement::Disagrees]);
    assert_eq!(ask(&second, AVERAGE).await.source(), v1::Source::Search, "it is no longer served");
    let mut sampled = second.client().await.audit(request(1)).await.unwrap().into_inner();
    assert_eq!(sampled.message().await.unwrap().unwrap().total, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_that_a_stopping_daemon_cuts_short_does_not_look_like_one_that_is_over() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = daemon(cache.path(), Double { program: Some(PROGRAM), ..Double::default() }).await;
    for n in 0..4 {
        ask(&daemon, &crate::numbered(n)).await;
    }
    daemon.double.check_ms.store(300, Ordering::SeqCst);
    let mut results = daemon.client().await.audit(v1::AuditRequest { sample: 0 }).await.unwrap().into_inner();
    assert_eq!(results.message().await.unwrap().unwrap().done, 1);
    let (stopped, ended) = tokio::join!(daemon.stop(), async {
        loop {
            match results.message().await {
                Ok(Some(_)) => {}
                other => break other,
            }
        }
    });
    let _ = stopped;
    assert_eq!(ended.unwrap_err().code(), tonic::Code::Unavailable);
}
