//! The shares of one caller in common resources: seats, memory on its way out, turns of pricing, time after it was withdrawn.

use crate::double::{Act, until};
use crate::wire::{Wire, method};
use crate::{AVERAGE, Daemon, Setup, numbered, request, znver4};
use isotope_proto::v1;
use isotope_server::access::token::Digest;
use isotope_server::access::{Access, Identity, Quota, Role, Rules};
use isotope_server::edge::Edge;
use isotope_server::memory::Memory;
use prost::Message as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use tokio_stream::StreamExt as _;
use tonic::{Code, Request};

fn rules(tokens: &[&str], quota: Quota) -> Rules {
    let farm = Arc::new(Identity::named("farm", Role::ALL.into_iter().collect(), quota));
    Rules { tokens: tokens.iter().map(|token| (Digest::of(token), Arc::clone(&farm))).collect(), ..Rules::default() }
}

async fn daemon(edge: Edge) -> (Daemon, tempfile::TempDir) {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup { edge, ..Default::default() }).await;
    (daemon, cache)
}

/// A batch that never ends: an item every few milliseconds.
fn endless(token: &str, items: usize) -> Request<impl tokio_stream::Stream<Item = v1::SelectBatchRequest> + use<>> {
    let program = Some(v1::batch_item::Program::Text(AVERAGE.to_owned()));
    let item = v1::BatchItem { index: 1, program };
    let message = v1::SelectBatchRequest { items: vec![item; items], target: Some(znver4()), ..Default::default() };
    let messages = tokio_stream::iter(std::iter::repeat(message)).then(async |message| {
        tokio::time::sleep(Duration::from_millis(5)).await;
        message
    });
    let mut request = Request::new(messages);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawn_token_ends_what_it_began() {
    let access = Access::new(rules(&["old", "new"], Quota::default()));
    let (daemon, _cache) = daemon(Edge { access: access.clone(), ..Edge::default() }).await;
    let mut streams = Vec::new();
    for token in ["old", "new"] {
        let stream = daemon.client().await.select_batch(endless(token, 1)).await.unwrap().into_inner();
        streams.push(stream);
        assert!(streams.last_mut().unwrap().message().await.unwrap().is_some());
    }
    // A search that its caller waits for, and one whose answer is on its way.
    daemon.double.set(Act::UntilStopped);
    let wire = Wire::connect(&daemon.address.to_string()).await.unwrap();
    let waiting = tokio::spawn(async move {
        let header = [("authorization", "Bearer old")];
        wire.call(&method("Select"), &header, &request(&numbered(9)).encode_to_vec()).await.unwrap()
    });
    until(|| daemon.double.searched() > 1).await;
    access.replace(rules(&["new"], Quota::default()));
    let answer = timeout(Duration::from_secs(10), waiting).await.expect("the call ends").unwrap();
    assert_eq!(answer.code, Code::Unauthenticated as i32, "{}", answer.message);
    let ended = timeout(Duration::from_secs(10), async {
        loop {
            if let Err(status) = streams[0].message().await {
                return status;
            }
        }
    });
    let status = ended.await.expect("the stream ends");
    assert_eq!(status.code(), Code::Unauthenticated, "{status}");
    assert!(streams[1].message().await.unwrap().is_some(), "the identity's other token goes on");
    access.replace(rules(&["new"], Quota { searches_at_once: Some(1), ..Quota::default() }));
    let changed = timeout(Duration::from_secs(10), async {
        loop {
            if let Err(status) = streams[1].message().await {
                return status;
            }
        }
    });
    let status = changed.await.expect("what it may was changed");
    assert!(status.code() == Code::Unavailable && status.message().contains("call again"), "{status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_items_of_a_stream_count_as_calls() {
    let quota = Quota { calls_per_second: Some(50), ..Quota::default() };
    let (daemon, _cache) = daemon(Edge { access: Access::new(rules(&["t"], quota)), ..Edge::default() }).await;
    let mut stream = daemon.client().await.select_batch(endless("t", 20)).await.unwrap().into_inner();
    let (begun, mut answers) = (Instant::now(), 0);
    while answers < 200 {
        answers += stream.message().await.unwrap().unwrap().answers.len();
    }
    // The first second's fifty are free, and one message may go over.
    assert!(begun.elapsed() > Duration::from_millis(2_000), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_without_room_on_one_connection_leave_room_to_others() {
    let memory = Memory::bounded(16 << 20);
    let (daemon, _cache) = daemon(Edge { memory: memory.clone(), ..Edge::default() }).await;
    daemon.double.padding.store(1 << 18, Ordering::SeqCst);
    let text = AVERAGE;
    let asked = request(text).encode_to_vec();
    daemon.select(text).await.unwrap();
    let address = daemon.address.to_string();
    let greedy = Wire::with(&address, h2::client::Builder::new().initial_window_size(0)).await.unwrap();
    let mut held = Vec::new();
    for _ in 0..60 {
        let mut call = greedy.begin(&method("Select"), &[]).await.unwrap();
        call.request.send_data(crate::wire::framed(&asked), true).unwrap();
        held.push(call);
    }
    // They hold what one connection may, and no more.
    let part = memory.limit() / isotope_server::limits::CONNECTION_PART;
    until(|| memory.refused() > 0).await;
    assert!(memory.used() <= part + (1 << 20), "{} of {}", memory.used(), memory.limit());
    assert!(daemon.select(text).await.is_ok(), "another caller's large answer finds room");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_gives_its_seat_to_whoever_comes() {
    let (daemon, _cache) = daemon(Edge { connections: 20, ..Edge::default() }).await;
    let address = daemon.address.to_string();
    let mut strangers = Vec::new();
    for _ in 0..40 {
        strangers.push(Wire::connect(&address).await.unwrap());
    }
    for _ in 0..10 {
        assert!(daemon.select(AVERAGE).await.is_ok());
    }
    let health = Wire::connect(&address).await.unwrap().call("/grpc.health.v1.Health/Check", &[], &[]).await;
    assert_eq!(health.unwrap().code, 0, "probes find a seat");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_without_an_admitted_call_ends() {
    let access = Access::new(rules(&["t"], Quota::default()));
    let first_call = Duration::from_millis(200);
    let (daemon, _cache) = daemon(Edge { access, first_call, ..Edge::default() }).await;
    let wire = Wire::connect(&daemon.address.to_string()).await.unwrap();
    let refused = wire.call(&method("Stats"), &[], &[]).await.unwrap();
    assert_eq!(refused.code, Code::Unauthenticated as i32);
    let ended = async {
        while wire.call(&method("Stats"), &[], &[]).await.is_ok() {
            tokio::time::sleep(2 * first_call).await
        }
    };
    timeout(Duration::from_secs(10), ended).await.expect("the connection is closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn pricing_goes_by_turns() {
    let (daemon, _cache) = daemon(Edge::default()).await;
    let listing = |n: usize| format!("\tmovq ${n}, %rax\n");
    let pair = |n: usize| v1::Pair { name: n.to_string(), own: Some(listing(n)), selected: Some(listing(n + 1)) };
    let pairs = |from: usize, count: usize| v1::CompareRequest {
        target: Some(znver4()),
        pairs: (from..from + count).map(|n| pair(2 * n)).collect(),
    };
    daemon.double.set(Act::Slow(20));
    let mut large = Vec::new();
    for caller in 0..4 {
        let (mut client, asked) = (daemon.client().await, pairs(10_000 * caller, 2_000));
        large.push(tokio::spawn(async move { client.compare(asked).await.map(drop) }));
    }
    until(|| daemon.double.priced.load(Ordering::SeqCst) > 0).await;
    let small = daemon.client().await.compare(pairs(90_000, 1)).await.unwrap().into_inner();
    assert!(small.compared[0].known);
    assert!(large.iter().all(|call| !call.is_finished()), "it did not wait for them");
    large.iter().for_each(JoinHandle::abort);
}

/// Texts that are read, and answers under way, are charged to the connection whose they are.
#[tokio::test(flavor = "multi_thread")]
async fn what_one_connection_has_read_leaves_room_to_others() {
    let memory = Memory::bounded(64 << 20);
    let (daemon, _cache) = daemon(Edge { memory: memory.clone(), ..Edge::default() }).await;
    daemon.double.set(Act::Prove);
    let part = memory.limit() / isotope_server::limits::CONNECTION_PART;
    // Each takes three quarters of what its connection may: they are read one after the other, and none is refused.
    let text = |n: usize| format!("// {}\n{}\n", "x".repeat(part / 4 * 3 / 128), numbered(n));
    let greedy = daemon.client().await;
    let mut calls = Vec::new();
    for n in 10_000..10_012 {
        let (mut client, text) = (greedy.clone(), text(n));
        calls.push(tokio::spawn(async move { client.select(request(&text)).await.map(drop) }));
    }
    let mut most = 0;
    while !calls.iter().all(JoinHandle::is_finished) {
        most = most.max(memory.used());
        assert!(daemon.select(AVERAGE).await.is_ok(), "another caller finds room");
    }
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert!(most < memory.limit() / 2, "{most} of {}", memory.limit());
}
