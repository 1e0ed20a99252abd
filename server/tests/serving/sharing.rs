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
    assert_eq!(answers[0].source(), v1::Source::Search);
    assert_eq!((daemon.double.searched(), daemon.stats().await.cancelled), (1, 0));
}

/// A request with a time-out.
fn timed(text: &str, time: Duration) -> Request<v1::SelectRequest> {
    let mut timed = Request::new(request(text));
    timed.set_timeout(time);
    timed
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_brings_what_is_offered_and_the_search_goes_on_for_the_next() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::UntilStopped);
    // The margin is a tenth: wide enough for a machine that is busy.
    let answers =
        daemon.client().await.select(timed(AVERAGE, Duration::from_secs(5))).await.unwrap().into_inner().answers;
    assert!(answers[0].truncated);
    assert_eq!((only(&answers).verdict(), only(&answers).cost), (v1::Verdict::Baseline, 150));
    assert!(answers[0].notes[0].contains("it goes on"), "{:?}", answers[0].notes);
    assert!((4400.0..5000.0).contains(&answers[0].milliseconds), "{} ms", answers[0].milliseconds);
    assert_eq!(daemon.double.running.load(std::sync::atomic::Ordering::SeqCst), 1, "nobody waits, and it goes on");
    let stats = daemon.stats().await;
    assert_eq!((stats.truncated, stats.memo_records, stats.cancelled), (1, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_done_in_time_is_there_for_the_next_compile() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup { threads: 1, ..Default::default() }).await;
    daemon.double.set(Act::Slow(1000));
    let text: Vec<String> = (0..8).map(numbered).collect();
    let answers = daemon
        .client()
        .await
        .select(timed(&text.join("\n"), Duration::from_secs(4)))
        .await
        .unwrap()
        .into_inner()
        .answers;
    assert_eq!(answers.len(), 8, "every window has an answer");
    let late = answers.iter().filter(|a| a.truncated).count();
    assert!(late >= 4, "{late}");
    assert!(answers.iter().filter(|a| a.truncated).all(|a| a.source() == v1::Source::Baseline));
    daemon.until_stats(|s| s.memo_records == 8).await;
    let again = daemon.select(&text.join("\n")).await.unwrap();
    assert!(again.iter().all(|a| a.source() == v1::Source::Memo));
    assert_eq!(daemon.double.searched(), 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_is_over_at_once_has_an_answer_too() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::UntilStopped);
    let mut soon = Request::new(request(AVERAGE));
    // The header alone: a client of tonic's would give up by itself.
    soon.metadata_mut().insert("grpc-timeout", "150m".parse().unwrap());
    let answers = daemon.client().await.select(soon).await.unwrap().into_inner().answers;
    assert_eq!(only(&answers).verdict(), v1::Verdict::Baseline);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_waits_for_gives_way_and_ends_with_the_daemon() {
    let cache = tempfile::tempdir().unwrap();
    let mut daemon = Daemon::start(cache.path(), Setup { threads: 1, ..Default::default() }).await;
    daemon.double.set(Act::UntilStopped);
    daemon.client().await.select(timed(AVERAGE, Duration::from_secs(2))).await.unwrap();
    daemon.double.set(Act::Prove);
    assert_eq!(daemon.select(&numbered(1)).await.unwrap()[0].source(), v1::Source::Search);
    // It gave way; that its thread sees so may take longer than the other's search.
    daemon.double.until_cancelled(1).await;
    daemon.until_stats(|s| s.memo_records == 2).await;
    daemon.double.set(Act::UntilStopped);
    daemon.client().await.select(timed(&numbered(2), Duration::from_secs(2))).await.unwrap();
    daemon.double.until_running(1).await;
    daemon.begin_stop();
    daemon.double.until_cancelled(2).await;
    assert_eq!(daemon.ended().await.unwrap(), isotope_server::daemon::running::Ended::Drained);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_callers_thousands_cost_another_a_moment() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup { queue: 4096, ..Default::default() }).await;
    daemon.double.set(Act::Slow(50));
    let text: Vec<String> = (0..4096).map(numbered).collect();
    let mut hog = daemon.client().await;
    let all = tokio::spawn(async move { hog.select(request(&text.join("\n"))).await });
    daemon.until_stats(|s| s.searches_queued > 3000).await;
    for n in 0..5 {
        let began = std::time::Instant::now();
        let answers = daemon.select(&numbered(5000 + n)).await.unwrap();
        assert!(!answers[0].truncated);
        assert!(began.elapsed() < Duration::from_millis(1050), "{:?}", began.elapsed());
    }
    all.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_impatient_waiter_does_not_cut_a_patient_ones_search() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::Slow(6000));
    let mut client = daemon.client().await;
    let patient = tokio::spawn(async move { client.select(request(AVERAGE)).await });
    daemon.double.until_running(1).await;
    let early =
        daemon.client().await.select(timed(AVERAGE, Duration::from_secs(3))).await.unwrap().into_inner().answers;
    assert!(early[0].truncated);
    assert_eq!(only(&early).verdict(), v1::Verdict::Baseline);
    let answers = patient.await.unwrap().unwrap().into_inner().answers;
    assert!(!answers[0].truncated);
    assert_eq!(daemon.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Memo);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fits_is_searched_and_the_rest_has_its_plain_lowering() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup { threads: 1, queue: 2, ..Default::default() }).await;
    daemon.double.set(Act::Slow(300));
    let text: Vec<String> = (0..10).map(numbered).collect();
    let answers = daemon.select(&text.join("\n")).await.unwrap();
    let searched = answers.iter().filter(|a| !a.truncated).count();
    assert_eq!((answers.len(), searched), (10, 3));
    let rest: Vec<_> = answers.iter().filter(|a| a.truncated).collect();
    assert!(rest.iter().all(|a| a.notes[0].contains("not searched: 2 searches wait already")), "{:?}", rest[0].notes);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_refuses_searches_and_serves_the_memo() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup { threads: 1, queue: 2, ..Default::default() }).await;
    daemon.select(AVERAGE).await.unwrap();
    daemon.double.set(Act::UntilStopped);
    // One caller: another would have a thread of its own, and a place in the line.
    let mut client = daemon.client().await;
    let mut calls = Vec::new();
    for n in 0..3 {
        let mut client = client.clone();
        calls.push(tokio::spawn(async move { client.select(request(&numbered(n))).await }));
        daemon.double.until_running(1).await;
    }
    daemon.until_stats(|s| s.searches_queued == 2).await;
    let refused = client.select(request(&numbered(99))).await.unwrap_err();
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
async fn a_panic_and_a_failing_tool_fail_alone() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::Panic);
    let failed = daemon.select(&numbered(1)).await.unwrap_err();
    assert_eq!(failed.code(), Code::Internal);
    assert!(failed.message().contains("an invariant of the double"));
    daemon.double.set(Act::LackTool);
    let failed = daemon.select(&numbered(1)).await.unwrap_err();
    assert_eq!(failed.code(), Code::Unavailable);
    assert!(failed.message().contains("llc-19 failed"));
    daemon.double.set(Act::Prove);
    assert_eq!(daemon.select(&numbered(1)).await.unwrap()[0].source(), v1::Source::Search);
    assert_eq!(daemon.stats().await.failed, 2);
}
