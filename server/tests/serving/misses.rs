//! Questions that were not answered in time: noted, kept over restarts, handed out, and dropped when there is an answer.

use crate::double::{Act, until};
use crate::{AVERAGE, Daemon, Setup, numbered, request, znver4};
use isotope_proto::v1;
use isotope_server::access::{Access, Role};
use isotope_server::edge::Edge;
use std::time::Duration;
use tonic::Request;

async fn listed(daemon: &Daemon, limit: u64) -> Vec<v1::Miss> {
    let mut pages = daemon.client().await.misses(v1::MissesRequest { limit }).await.unwrap().into_inner();
    let mut misses = Vec::new();
    while let Some(page) = pages.message().await.unwrap() {
        misses.extend(page.misses);
    }
    misses
}

/// A call that gives up after a while, or a caller behind all others.
fn asked(text: &str, time: Option<Duration>) -> Request<v1::SelectRequest> {
    let mut asked = Request::new(request(text));
    match time {
        Some(time) => asked.set_timeout(time),
        None => drop(asked.metadata_mut().insert("isotope-priority", "behind".parse().unwrap())),
    }
    asked
}

/// Callers may look up only, or warm.
fn lookup_only() -> Setup {
    let access = Access::open([Role::Lookup, Role::Warm].into_iter().collect());
    Setup { edge: Edge { access, ..Setup::default().edge }, ..Setup::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_late_is_known_after_a_restart_and_forgotten_with_its_answer() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::UntilStopped);
    let short = Some(Duration::from_millis(600));
    for _ in 0..2 {
        let answer = daemon.client().await.select(asked(AVERAGE, short)).await.unwrap().into_inner().answers.remove(0);
        assert!(answer.truncated);
    }
    daemon.until_stats(|stats| stats.misses == 1).await;
    let found = listed(&daemon, 0).await;
    assert_eq!((found.len(), found[0].times, found[0].target.clone()), (1, 2, Some(znver4())));
    daemon.stop().await;

    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    assert_eq!(listed(&daemon, 0).await, found);
    let answer =
        daemon.client().await.select(asked(&found[0].text, None)).await.unwrap().into_inner().answers.remove(0);
    assert_eq!(answer.source(), v1::Source::Search);
    assert_eq!(daemon.stats().await.misses, 0);
    assert_eq!(daemon.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Memo, "it was the same key");
    daemon.stop().await;
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    assert_eq!(daemon.stats().await.misses, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_and_a_caller_that_leaves_are_misses_and_a_warm_up_is_none() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup { threads: 1, queue: 1, ..Setup::default() }).await;
    daemon.double.set(Act::UntilStopped);
    let mut client = daemon.client().await;
    let warm_up = tokio::spawn(async move { client.select(asked(&numbered(0), None)).await });
    daemon.double.until_running(1).await;
    warm_up.abort();
    daemon.double.until_cancelled(1).await;

    let mut client = daemon.client().await;
    let leaving = tokio::spawn(async move { client.select(asked(&numbered(1), Some(Duration::from_secs(60)))).await });
    daemon.double.until_running(1).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    leaving.abort();
    daemon.until_stats(|stats| stats.misses == 1).await;

    let many: Vec<String> = (4..10).map(numbered).collect();
    let late = asked(&many.join("\n"), Some(Duration::from_millis(600)));
    let answers = daemon.client().await.select(late).await.unwrap().into_inner().answers;
    assert!(answers.len() == 6 && answers.iter().all(|answer| answer.truncated));
    let stats = daemon.until_stats(|stats| stats.misses == 7).await;
    assert!(stats.refused_queue_full > 0, "{stats:?}");
    let texts: Vec<String> = listed(&daemon, 0).await.into_iter().map(|miss| miss.text).collect();
    assert!(!texts.iter().any(|text| text.contains("x16(0)")), "{texts:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_most_demanded_come_first_and_only_as_many_as_are_wanted() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), lookup_only()).await;
    for n in [1, 2, 2, 2, 3, 3] {
        daemon.select(&numbered(n)).await.unwrap();
    }
    daemon.until_stats(|stats| stats.misses == 3).await;
    let mut times: Vec<u64> = Vec::new();
    let start = std::time::Instant::now();
    while times != [3, 2, 1] {
        times = listed(&daemon, 0).await.iter().map(|miss| miss.times).collect();
        assert!(start.elapsed() < Duration::from_secs(20), "{times:?}");
    }
    let first = listed(&daemon, 1).await;
    assert!(first.len() == 1 && first[0].text.contains("x16(2)"), "{first:?}");
    // Another phrasing of the same window is the same miss.
    daemon.select("int32x16 (x16(2) + (int32x16)b)").await.unwrap();
    daemon.until_stats(|stats| stats.misses == 3).await;
    until(|| daemon.double.searched() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_whose_names_are_none_of_the_text_form_is_listed_by_others() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), lookup_only()).await;
    let ty = v1::Type { kind: v1::Kind::Uint as i32, bits: 8, lanes: 64 };
    let leaf = |name: &str| v1::Leaf { name: name.into(), r#type: Some(ty), ..Default::default() };
    let node =
        |op: &str, args: &[u32], leaf: u32| v1::Node { op: op.into(), args: args.to_vec(), leaf, ..Default::default() };
    let expression = v1::Expression {
        leaves: vec![leaf("a b) c"), leaf("(uint8x64)")],
        nodes: vec![node("leaf", &[], 0), node("leaf", &[], 1), node("add", &[0, 1], 0)],
        roots: vec![2],
    };
    let program = Some(v1::select_request::Program::Expression(expression));
    let graph = v1::SelectRequest { program, target: Some(znver4()), ..Default::default() };
    daemon.client().await.select(graph.clone()).await.unwrap();
    daemon.until_stats(|stats| stats.misses == 1).await;
    let text = listed(&daemon, 0).await.remove(0).text;
    let answers = daemon.client().await.select(asked(&text, None)).await.unwrap().into_inner().answers;
    assert_eq!(answers[0].source(), v1::Source::Search, "{text}");
    let again = daemon.client().await.select(graph).await.unwrap().into_inner().answers;
    assert_eq!(again[0].source(), v1::Source::Memo, "names are no part of what is asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_list_stops_no_daemon() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), lookup_only()).await;
    daemon.select(AVERAGE).await.unwrap();
    daemon.until_stats(|stats| stats.misses == 1).await;
    daemon.stop().await;
    let path = cache.path().join("misses");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let daemon = Daemon::start(cache.path(), lookup_only()).await;
    assert_eq!(daemon.stats().await.misses, 0);
    daemon.select(AVERAGE).await.unwrap();
    daemon.until_stats(|stats| stats.misses == 1).await;
}
