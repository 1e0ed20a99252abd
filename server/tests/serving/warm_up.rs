//! Warm-up jobs that daemons share, through a real Redis. Without one they are skipped, which is said.

use crate::double::{Act, Double, until};
use crate::redis::Redis;
use crate::{AVERAGE, Daemon, Setup, numbered, request, znver4};
use isotope_proto::v1;
use isotope_tier::warm_up::{Seen, WarmUpQueue};
use prost::Message as _;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn queue(server: &Redis) -> WarmUpQueue {
    WarmUpQueue::new(&server.url(), "e0").unwrap()
}

async fn worker(server: &Redis, act: Act) -> (Daemon, tempfile::TempDir) {
    let cache = tempfile::tempdir().unwrap();
    let double = Arc::<Double>::default();
    double.set(act);
    let setup = Setup { warm_up: Some(queue(server)), double, ..Setup::default() };
    (Daemon::start(cache.path(), setup).await, cache)
}

fn item(text: &str) -> Vec<u8> {
    let item = v1::WarmUpItem {
        text: text.to_owned(),
        target: Some(znver4()),
        expected_epoch: "e0".into(),
        ..Default::default()
    };
    item.encode_to_vec()
}

fn items(numbers: std::ops::Range<usize>) -> Vec<(String, Vec<u8>)> {
    numbers.map(|n| (format!("key{n}"), item(&numbered(n)))).collect()
}

/// The outcomes of windows, once all are done.
async fn done(queue: &WarmUpQueue, items: &[(String, Vec<u8>)]) -> Vec<v1::WarmUpOutcome> {
    let keys: Vec<String> = items.iter().map(|(key, _)| key.clone()).collect();
    let start = Instant::now();
    loop {
        let seen = queue.seen(&keys).await.unwrap_or_default();
        let done = |seen: &Seen| match seen {
            Seen::Done(outcome) => Some(v1::WarmUpOutcome::decode(&outcome[..]).unwrap()),
            _ => None,
        };
        let outcomes: Vec<v1::WarmUpOutcome> = seen.iter().filter_map(done).collect();
        if outcomes.len() == items.len() {
            return outcomes;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{seen:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_daemons_share_a_warm_up_and_search_for_each_window_once() {
    let Some(server) = Redis::start_or_skip("two_daemons_share_a_warm_up") else { return };
    let (one, _one) = worker(&server, Act::Slow(30)).await;
    let (other, _other) = worker(&server, Act::Slow(30)).await;
    let wanted = items(0..40);
    assert_eq!(queue(&server).add(&wanted).await, Ok(40));
    let outcomes = done(&queue(&server), &wanted).await;
    let workers: BTreeSet<&str> = outcomes.iter().map(|outcome| outcome.worker.as_str()).collect();
    assert_eq!(workers.len(), 2, "{workers:?}");
    for outcome in &outcomes {
        let selection = outcome.answer.as_ref().unwrap().answers[0].selection.as_ref().unwrap();
        assert_eq!((selection.verdict(), selection.llvm_ir.as_str()), (v1::Verdict::Proved, ""));
        assert!(selection.cost > 0 && selection.baseline_cost > selection.cost);
    }
    assert_eq!(one.double.searched() + other.double.searched(), 40);
    let answered = async |daemon: &Daemon| daemon.stats().await.night_answered;
    assert_eq!(answered(&one).await + answered(&other).await, 40);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_takes_nothing_while_somebody_wants_its_threads() {
    let Some(server) = Redis::start_or_skip("a_worker_takes_nothing") else { return };
    let (daemon, _cache) = worker(&server, Act::Slow(2500)).await;
    let mut calls = Vec::new();
    for n in 100..102 {
        let mut client = daemon.client().await;
        calls.push(tokio::spawn(async move { client.select(request(&numbered(n))).await }));
    }
    daemon.double.until_running(2).await;
    daemon.double.set(Act::Prove);
    queue(&server).add(&items(0..1)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(daemon.stats().await.night_taken, 0);
    for call in calls {
        assert!(call.await.unwrap().is_ok());
    }
    done(&queue(&server), &items(0..1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_stopping_daemon_has_another_ends_and_a_hit_needs_no_search() {
    let Some(server) = Redis::start_or_skip("what_a_stopping_daemon_has") else { return };
    let (first, _first) = worker(&server, Act::UntilStopped).await;
    queue(&server).add(&items(0..1)).await.unwrap();
    first.double.until_running(1).await;
    let (second, _second) = worker(&server, Act::Prove).await;
    second.select(&numbered(0)).await.unwrap();
    let start = Instant::now();
    first.stop().await;
    let outcomes = done(&queue(&server), &items(0..1)).await;
    assert!(start.elapsed() < Duration::from_secs(5), "it was given back: {:?}", start.elapsed());
    let answer = &outcomes[0].answer.as_ref().unwrap().answers[0];
    assert_eq!((answer.source(), second.double.searched()), (v1::Source::Memo, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_window_fails_with_a_sentence() {
    let Some(server) = Redis::start_or_skip("what_is_no_window") else { return };
    let (_daemon, _cache) = worker(&server, Act::Prove).await;
    let other = v1::WarmUpItem { text: AVERAGE.into(), expected_epoch: "e9".into(), ..Default::default() };
    let wanted = vec![
        ("text".to_owned(), item("uint8x4 frobnicate(a)")),
        ("bytes".to_owned(), vec![0xff; 9]),
        ("epoch".to_owned(), other.encode_to_vec()),
    ];
    queue(&server).add(&wanted).await.unwrap();
    let said: Vec<String> =
        done(&queue(&server), &wanted).await.into_iter().map(|o| o.answer.unwrap().failure.unwrap().message).collect();
    assert!(said[0].contains("line 1") && said[1].contains("no window") && said[2].contains("e9"), "{said:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redis_that_goes_away_in_the_warm_up_is_waited_for() {
    let Some(mut server) = Redis::start_or_skip("a_redis_that_goes_away") else { return };
    let (daemon, _cache) = worker(&server, Act::Slow(700)).await;
    queue(&server).add(&items(0..2)).await.unwrap();
    daemon.double.until_running(2).await;
    server.stop();
    until(|| daemon.double.searched() == 2).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(!daemon.select(AVERAGE).await.unwrap()[0].truncated, "nobody else is concerned");
    server.start_again();
    // It has lost its memory: whoever asked puts there what is not done.
    queue(&server).add(&items(0..4)).await.unwrap();
    done(&queue(&server), &items(0..4)).await;
    assert_eq!(daemon.double.searched(), 5, "what was found before was remembered");
}
