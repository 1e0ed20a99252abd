//! `SelectBatch`: tags, any order, failures alone, flow control, clients that leave.

use crate::double::Act;
use crate::lifecycle::STOPPING;
use crate::{AVERAGE, Daemon, Setup, numbered, znver4};
use isotope_proto::v1;
use isotope_server::edge::Edge;
use std::collections::BTreeMap;
use tokio_stream::StreamExt as _;
use tonic::{Code, Status};

fn item(index: u64, text: &str) -> v1::BatchItem {
    v1::BatchItem { index, program: Some(v1::batch_item::Program::Text(text.to_owned())) }
}

fn message(items: Vec<v1::BatchItem>) -> v1::SelectBatchRequest {
    v1::SelectBatchRequest { items, target: Some(znver4()), ..Default::default() }
}

async fn ask(daemon: &Daemon, messages: Vec<v1::SelectBatchRequest>) -> Result<BTreeMap<u64, v1::BatchAnswer>, Status> {
    let requests = tokio_stream::iter(messages);
    let mut stream = daemon.client().await.select_batch(requests).await?.into_inner();
    let mut answers = BTreeMap::new();
    while let Some(response) = stream.message().await? {
        for answer in response.answers {
            let index = answer.index;
            assert!(answers.insert(index, answer).is_none(), "index {index} came twice");
        }
    }
    Ok(answers)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_item_is_answered_under_its_index() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    // More than may be under way at once, some of them equal, in messages of different sizes.
    let items: Vec<_> = (0..600).map(|n| item(1000 + n, &numbered(n as usize % 400))).collect();
    let messages = [&items[..1], &items[1..350], &items[350..]].map(|part| message(part.to_vec()));
    let answers = ask(&daemon, messages.to_vec()).await.unwrap();
    assert_eq!(answers.len(), 600);
    for (index, answer) in &answers {
        let wanted = daemon.select(&numbered((*index as usize - 1000) % 400)).await.unwrap();
        assert_eq!(answer.answers[0].selection, wanted[0].selection, "index {index}");
        assert_eq!(answer.failure, None);
    }
    assert_eq!(daemon.double.searched(), 400);
    let again = ask(&daemon, vec![message(items)]).await.unwrap();
    assert!(again.values().all(|a| a.answers[0].source() == v1::Source::Memo));
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_items_fail_alone() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let empty = v1::BatchItem { index: 3, program: None };
    let items = vec![item(1, AVERAGE), item(2, "uint8x64 nope((uint8x64)a)"), empty, item(4, &numbered(4))];
    let answers = ask(&daemon, vec![message(items)]).await.unwrap();
    assert_eq!(answers.len(), 4);
    for index in [1, 4] {
        assert_eq!((answers[&index].answers.len(), &answers[&index].failure), (1, &None));
    }
    let failure = answers[&2].failure.clone().unwrap();
    assert_eq!((failure.code, failure.line, failure.column), (Code::InvalidArgument as i32, 1, 10));
    assert!(failure.message.contains("nope") && failure.message.contains('^'));
    assert!(answers[&3].failure.as_ref().unwrap().message.contains("set `text`"));
    let epoch = v1::SelectBatchRequest { expected_epoch: Some("e9".into()), ..message(vec![item(5, AVERAGE)]) };
    let answers = ask(&daemon, vec![epoch]).await.unwrap();
    assert_eq!(answers[&5].failure.as_ref().unwrap().code, Code::FailedPrecondition as i32);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_remembered_overtakes_what_is_searched() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.select(AVERAGE).await.unwrap();
    daemon.select(AVERAGE).await.unwrap();
    daemon.double.set(Act::Slow(400));
    let requests = tokio_stream::iter([message(vec![item(1, &numbered(1)), item(2, AVERAGE)])]);
    let mut stream = daemon.client().await.select_batch(requests).await.unwrap().into_inner();
    let first = stream.message().await.unwrap().unwrap().answers;
    assert_eq!(first.iter().map(|a| a.index).collect::<Vec<_>>(), [2]);
    let second = stream.message().await.unwrap().unwrap().answers;
    assert_eq!(second.iter().map(|a| a.index).collect::<Vec<_>>(), [1]);
    assert!(stream.message().await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_items_in_one_message_end_the_stream_with_the_bound() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let items = (0..20_000).map(|n| item(n, "")).collect();
    let status = ask(&daemon, vec![message(items)]).await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    assert!(status.message().contains("MAX_BATCH_ITEMS is 16384"), "{}", status.message());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_its_batch_ends_all_its_searches() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::UntilStopped);
    let items = (0..10).map(|n| item(n, &numbered(n as usize))).collect();
    // The stream of requests stays open, as a compiler's would, until the compiler is gone.
    let (sender, requests) = tokio::sync::mpsc::channel(1);
    sender.send(message(items)).await.unwrap();
    let requests = tokio_stream::wrappers::ReceiverStream::new(requests);
    let stream = daemon.client().await.select_batch(requests).await.unwrap();
    daemon.until_stats(|s| (s.searches_running, s.searches_queued) == (2, 8)).await;
    drop((stream, sender));
    daemon.double.until_cancelled(2).await;
    let idle = daemon.until_stats(|s| (s.searches_running, s.searches_queued) == (0, 0)).await;
    assert_eq!(idle.cancelled, 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_daemon_answers_what_it_read_and_ends_the_stream() {
    let cache = tempfile::tempdir().unwrap();
    let mut daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::Slow(300));
    let requests = tokio_stream::iter([message(vec![item(1, AVERAGE)])]).chain(tokio_stream::pending());
    let mut stream = daemon.client().await.select_batch(requests).await.unwrap().into_inner();
    daemon.double.until_running(1).await;
    daemon.begin_stop();
    assert_eq!(stream.message().await.unwrap().unwrap().answers[0].index, 1);
    let status = stream.message().await.unwrap_err();
    assert_eq!(status.code(), Code::Unavailable);
    assert_eq!(daemon.ended().await.unwrap(), isotope_server::daemon::running::Ended::Drained);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_at_the_end_of_the_drain_has_its_plain_lowering() {
    let cache = tempfile::tempdir().unwrap();
    let edge = Edge { drain: std::time::Duration::from_millis(100), ..Edge::default() };
    let mut daemon = Daemon::start(cache.path(), Setup { edge, ..Default::default() }).await;
    daemon.double.set(Act::UntilStopped);
    let mut client = daemon.client().await;
    // Two on threads, ten in line; and the stream stays open.
    let items = (0..12).map(|n| item(n, &numbered(n as usize))).collect();
    let requests = tokio_stream::iter([message(items)]).chain(tokio_stream::pending());
    let mut stream = client.select_batch(requests).await.unwrap().into_inner();
    daemon.double.until_running(2).await;
    daemon.begin_stop();
    let mut answers = Vec::new();
    let ended = loop {
        match stream.message().await {
            Ok(Some(response)) => answers.extend(response.answers),
            Ok(None) => panic!("it ends as if it were whole"),
            Err(status) => break status,
        }
    };
    assert_eq!(answers.len(), 12, "{answers:?}");
    assert!(answers.iter().all(|one| one.answers[0].notes == [STOPPING]), "{answers:?}");
    assert_eq!((ended.code(), ended.message().starts_with("the server is stopping")), (Code::Unavailable, true));
    daemon.ended().await.unwrap();
}
