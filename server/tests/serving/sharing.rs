//! Many callers: single flight, cancellation, deadlines, the queue.

use crate::double::{Act, until};
use crate::{AVERAGE, Daemon, Setup, numbered, only, request};
use isotope_proto::v1;
use std::time::Duration;
use tokio::task::JoinSet;
use tonic::{Code, Request};

#[tokio::test(flavor = "multi_thread")]
async fn equal_requests_at_once_are_one_search() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::Slow(300));
    let mut calls = JoinSet::new();
    for _ in 0..16 {
        let mut client = daemon.client().await;
        calls.spawn(async move { client.select(request(AVERAGE)).await.unwrap().into_inner().answers });
    }
    let answers = calls.join_all().await;
    assert!(answers.iter().all(|a| a[0].selection == answers[0][0].selection));
    assert_eq!(daemon.double.searched(), 1);
    assert_eq!(daemon.stats().await.joined, 15);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_goes_away_ends_its_search_and_no_other() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::UntilStopped);
    let mut client = daemon.client().await;
    let call = tokio::spawn(async move { client.select(request(AVERAGE)).await });
    daemon.double.until_running(1).await;
    daemon.double.set(Act::Prove);
    assert!(daemon.select(&numbered(1)).await.is_ok(), "others are served meanwhile");
    call.abort();
    daemon.double.until_cancelled(1).await;
    until(|| daemon.double.running.load(std::sync::atomic::Ordering::SeqCst) == 0).await;
    let again = daemon.select(AVERAGE).await.unwrap();
    assert_eq!(again[0].source(), v1::Source::Search, "what was given up left nothing behind");
    assert_eq!(daemon.stats().await.cancelled, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_waiters_may_leave() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::Slow(500));
    let mut calls = Vec::new();
    for joined in 0..2 {
        let mut client = daemon.client().await;
        calls.push(tokio::spawn(async move { client.select(request(AVERAGE)).await }));
        daemon.double.until_running(1).await;
        daemon.until_stats(|s| s.joined == joined).await;
    }
    // The one that started the search.
    calls.remove(0).abort();
    let answers = calls.remove(0).await.unwrap().unwrap().into_inner().answers;
    assert_eq!(answers[0].source(), v1::Source::Rule);
    assert_eq!((daemon.double.searched(), daemon.stats().await.cancelled), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_brings_the_best_so_far_and_is_not_remembered() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::UntilStopped);
    let mut timed = Request::new(request(AVERAGE));
    // The margin is a tenth: wide enough for a machine that is busy.
    timed.set_timeout(Duration::from_secs(5));
    let answers = daemon.client().await.select(timed).await.unwrap().into_inner().answers;
    assert!(answers[0].truncated);
    assert_eq!(only(&answers).verdict(), v1::Verdict::Proved);
    assert!((4400.0..5000.0).contains(&answers[0].milliseconds), "{} ms", answers[0].milliseconds);
    daemon.double.set(Act::Prove);
    let full = daemon.select(AVERAGE).await.unwrap();
    assert_eq!((full[0].source(), full[0].truncated), (v1::Source::Search, false));
    let stats = daemon.stats().await;
    assert_eq!((stats.truncated, stats.memo_records), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_impatient_waiter_does_not_cut_a_patient_ones_search() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::Slow(6000));
    let mut client = daemon.client().await;
    let patient = tokio::spawn(async move { client.select(request(AVERAGE)).await });
    daemon.double.until_running(1).await;
    let mut timed = Request::new(request(AVERAGE));
    timed.set_timeout(Duration::from_secs(3));
    let refused = daemon.client().await.select(timed).await.unwrap_err();
    assert_eq!(refused.code(), Code::DeadlineExceeded);
    assert!(refused.message().contains("allow more time"));
    let answers = patient.await.unwrap().unwrap().into_inner().answers;
    assert!(!answers[0].truncated);
    assert_eq!(daemon.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Memo);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_refuses_searches_and_serves_the_memo() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup { threads: 1, queue: 2, ..Default::default() }).await;
    daemon.select(AVERAGE).await.unwrap();
    daemon.double.set(Act::UntilStopped);
    let mut calls = Vec::new();
    for n in 0..3 {
        let mut client = daemon.client().await;
        calls.push(tokio::spawn(async move { client.select(request(&numbered(n))).await }));
        daemon.double.until_running(1).await;
    }
    daemon.until_stats(|s| s.searches_queued == 2).await;
    let refused = daemon.select(&numbered(99)).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted);
    assert!(refused.message().contains("--queue is 2"), "{}", refused.message());
    assert_eq!(daemon.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Memo);
    assert_eq!(daemon.stats().await.refused_queue_full, 1);
    calls.iter().for_each(|c| c.abort());
    daemon.double.until_cancelled(1).await;
    daemon.double.set(Act::Prove);
    assert!(daemon.select(&numbered(99)).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_and_a_lost_prover_fail_alone() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::Panic);
    let failed = daemon.select(&numbered(1)).await.unwrap_err();
    assert_eq!(failed.code(), Code::Internal);
    assert!(failed.message().contains("an invariant of the double"));
    daemon.double.set(Act::LoseProver);
    let failed = daemon.select(&numbered(1)).await.unwrap_err();
    assert_eq!(failed.code(), Code::Unavailable);
    assert!(failed.message().contains("the prover died") && failed.message().contains("signal 9"));
    daemon.double.set(Act::Prove);
    assert_eq!(daemon.select(&numbered(1)).await.unwrap()[0].source(), v1::Source::Search);
    assert_eq!(daemon.stats().await.failed, 2);
}
