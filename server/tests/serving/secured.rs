//! Who may what, over TLS and without it.

use crate::certificates::{Authority, tls, write};
use crate::double::Act;
use crate::wire::{Wire, method};
use crate::{AVERAGE, Daemon, Setup, numbered, only, request};
use isotope_proto::v1;
use isotope_server::access::methods::TABLE;
use isotope_server::access::token::Digest;
use isotope_server::access::{Access, Identity, Quota, Role, Rules};
use isotope_server::edge::Edge;
use isotope_server::edge::tls::load;
use prost::Message as _;
use std::sync::Arc;
use std::time::Duration;
use tonic::{Code, Request, Status};

/// A token for each set of roles; the token is the identity's name.
fn identities(all: &[(&str, &[Role], Quota)]) -> Access {
    let tokens = all.iter().map(|(name, roles, quota)| {
        (Digest::of(name), Arc::new(Identity::named(name, roles.iter().copied().collect(), *quota)))
    });
    Access::new(Rules { tokens: tokens.collect(), ..Rules::default() })
}

async fn daemon(access: Access) -> (Daemon, tempfile::TempDir) {
    let cache = tempfile::tempdir().unwrap();
    let edge = Edge { access, ..Edge::default() };
    let daemon = Daemon::start(cache.path(), Setup { edge, queue: 20_000, ..Default::default() }).await;
    (daemon, cache)
}

fn as_caller<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}

async fn select(daemon: &Daemon, token: &str, text: &str) -> Result<Vec<v1::Answer>, Status> {
    let answered = daemon.client().await.select(as_caller(token, request(text))).await;
    answered.map(|response| response.into_inner().answers)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_method_is_refused_to_whoever_lacks_its_role_and_to_nobody_else() {
    let access = identities(&[
        ("lookup", &[Role::Lookup], Quota::default()),
        ("search", &[Role::Search], Quota::default()),
        ("warm", &[Role::Warm], Quota::default()),
        ("admin", &[Role::Admin], Quota::default()),
    ]);
    let (daemon, _cache) = daemon(access).await;
    let wire = Wire::connect(&daemon.address.to_string()).await.unwrap();
    for (name, roles) in TABLE {
        for holder in Role::ALL {
            let header = format!("Bearer {holder}");
            let answer = wire.call(&method(name), &[("authorization", &header)], &[]).await.unwrap();
            let looks_up = roles.contains(&Role::Lookup) && matches!(holder, Role::Search | Role::Warm);
            let may = roles.contains(&holder) || looks_up;
            let refused = answer.code == Code::PermissionDenied as i32;
            assert_eq!(refused, !may, "{name} for {holder}: {} {}", answer.code, answer.message);
        }
        for nobody in [&[][..], &[("authorization", "Bearer other")]] {
            let answer = wire.call(&method(name), nobody, &[]).await.unwrap();
            assert_eq!(answer.code, Code::Unauthenticated as i32, "{name}: {}", answer.message);
        }
    }
    let health = wire.call("/grpc.health.v1.Health/Check", &[], &[]).await.unwrap();
    assert_eq!(health.code, 0, "load balancers have no token");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_only_look_up_gets_hits_and_plain_code_and_starts_no_search() {
    let access =
        identities(&[("reader", &[Role::Lookup], Quota::default()), ("searcher", &[Role::Search], Quota::default())]);
    let (daemon, _cache) = daemon(access).await;
    let plain = select(&daemon, "reader", AVERAGE).await.unwrap();
    assert_eq!((plain[0].source(), only(&plain).verdict()), (v1::Source::Baseline, v1::Verdict::Baseline));
    assert_eq!(plain[0].notes, ["not searched: `reader` has no role `search`"]);
    assert_eq!(daemon.double.searched(), 0);
    assert_eq!(select(&daemon, "searcher", AVERAGE).await.unwrap()[0].source(), v1::Source::Search);
    assert_eq!(select(&daemon, "reader", AVERAGE).await.unwrap()[0].source(), v1::Source::Memo);
    // A listing of its own is not priced for it, and that is no failure.
    let pair = v1::Pair { name: "a".into(), own: Some("\tnop\n".into()), selected: Some("\tnop\n".into()) };
    let asked = v1::CompareRequest { target: Some(crate::znver4()), pairs: vec![pair] };
    let compared = async |token: &str| {
        let answered = daemon.client().await.compare(as_caller(token, asked.clone())).await;
        answered.unwrap().into_inner().compared[0].known
    };
    assert!(!compared("reader").await);
    assert!(compared("searcher").await);
    assert!(compared("reader").await, "what is known is known");
}

#[tokio::test(flavor = "multi_thread")]
async fn certificates_say_who_calls_and_bad_ones_stop_at_the_door() {
    let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (root, clients, other) = (Authority::new(), Authority::new(), Authority::new());
    let server = root.sign("127.0.0.1", |_| {});
    let farm = Arc::new(Identity::named("farm", [Role::Lookup].into_iter().collect(), Quota::default()));
    let access = Access::new(Rules { certificates: [("farm.example".to_owned(), farm)].into(), ..Rules::default() });
    let edge = Edge { access, tls: Some(tls(folder.path(), &server, Some(&clients))), ..Edge::default() };
    let daemon = Daemon::start(cache.path(), Setup { edge, ..Default::default() }).await;
    let known = clients.sign("farm.example", |_| {});
    let mut client = daemon.secure_client(&root, Some(&known)).await.unwrap();
    let answers = client.select(request(AVERAGE)).await.unwrap().into_inner().answers;
    assert_eq!(answers[0].notes, ["not searched: `farm` has no role `search`"]);
    let stranger = clients.sign("desk.example", |_| {});
    let said = |status: Status| (status.code(), status.message().to_owned());
    let mut client = daemon.secure_client(&root, Some(&stranger)).await.unwrap();
    let (code, message) = said(client.select(request(AVERAGE)).await.unwrap_err());
    assert!(code == Code::Unauthenticated && message.contains("(desk.example)"), "{message}");
    let mut client = daemon.secure_client(&root, None).await.unwrap();
    let (code, message) = said(client.select(request(AVERAGE)).await.unwrap_err());
    assert!(code == Code::Unauthenticated && message.contains("ISOTOPE_CLIENT_CERTIFICATE"), "{message}");
    let expired = clients.sign("farm.example", |params| params.not_after = rcgen::date_time_ymd(2001, 1, 1));
    for bad in [other.sign("farm.example", |_| {}), expired] {
        // With TLS 1.3 a client hears of it with its first call.
        if let Ok(mut client) = daemon.secure_client(&root, Some(&bad)).await {
            assert_ne!(client.select(request(AVERAGE)).await.unwrap_err().code(), Code::Unauthenticated);
        }
    }
    assert!(daemon.secure_client(&other, Some(&known)).await.is_err(), "a client that does not trust the server");
    let plain = Wire::connect(&daemon.address.to_string()).await;
    let called = async { plain.ok()?.call(&method("Stats"), &[], &[]).await.ok() };
    assert!(called.await.is_none(), "a client that speaks no TLS");
    assert_eq!(daemon.double.searched(), 0);
    let mut client = daemon.secure_client(&root, Some(&known)).await.unwrap();
    assert!(client.select(request(AVERAGE)).await.is_ok(), "nobody else is disturbed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_certificate_is_served_without_a_restart_and_calls_go_on() {
    let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (old, new) = (Authority::new(), Authority::new());
    let secured = tls(folder.path(), &old.sign("127.0.0.1", |_| {}), None);
    let edge = Edge { tls: Some(secured.clone()), ..Edge::default() };
    let daemon = Daemon::start(cache.path(), Setup { edge, ..Default::default() }).await;
    daemon.double.set(Act::Slow(500));
    let mut client = daemon.secure_client(&old, None).await.unwrap();
    let under_way = tokio::spawn(async move { client.select(request(AVERAGE)).await });
    daemon.double.until_running(1).await;
    let files = write(folder.path(), &new.sign("127.0.0.1", |_| {}), None);
    secured.replace(load(&files, 1_790_000_000).unwrap_or_else(|problem| panic!("{problem}")));
    assert!(daemon.secure_client(&new, None).await.is_ok());
    assert!(daemon.secure_client(&old, None).await.is_err());
    assert!(under_way.await.unwrap().is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_peer_that_begins_no_tls_is_closed() {
    use tokio::io::AsyncReadExt as _;
    let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let secured = tls(folder.path(), &Authority::new().sign("127.0.0.1", |_| {}), None);
    let edge = Edge { tls: Some(secured), handshake: Duration::from_millis(200), ..Edge::default() };
    let mut daemon = Daemon::start(cache.path(), Setup { edge, ..Default::default() }).await;
    let mut silent = tokio::net::TcpStream::connect(daemon.address).await.unwrap();
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(10), silent.read_to_end(&mut bytes)).await;
    assert!(read.is_ok() && bytes.is_empty());
    // One that is silent at this moment does not delay the end.
    let _silent = tokio::net::TcpStream::connect(daemon.address).await.unwrap();
    daemon.begin_stop();
    let begun = std::time::Instant::now();
    daemon.ended().await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quota_refuses_with_when_to_come_back_and_touches_nobody_else() {
    let calls = Quota { calls_per_second: Some(3), ..Quota::default() };
    let searches = Quota { searches_at_once: Some(2), ..Quota::default() };
    let bytes = Quota { bytes_per_second: Some(2000), ..Quota::default() };
    let access = identities(&[
        ("calls", &[Role::Search], calls),
        ("searches", &[Role::Search], searches),
        ("bytes", &[Role::Search], bytes),
        ("other", &[Role::Search], Quota::default()),
    ]);
    let (daemon, _cache) = daemon(access).await;
    let mut refused = None;
    for _ in 0..20 {
        refused = select(&daemon, "calls", AVERAGE).await.err().or(refused);
    }
    let refused = refused.unwrap();
    assert_eq!(refused.code(), Code::ResourceExhausted);
    assert!(refused.message().contains("`calls` has 3 calls in a second"), "{}", refused.message());
    let pushback = refused.metadata().get("grpc-retry-pushback-ms").unwrap().to_str().unwrap().to_owned();
    tokio::time::sleep(Duration::from_millis(pushback.parse::<u64>().unwrap() + 50)).await;
    assert!(select(&daemon, "calls", AVERAGE).await.is_ok(), "then there is room");
    // A window that the quota has no room for gets its plain lowering beside the answers.
    daemon.double.set(Act::Slow(300));
    let text: Vec<String> = (0..6).map(numbered).collect();
    let answers = select(&daemon, "searches", &text.join("\n")).await.unwrap();
    assert_eq!(answers.iter().filter(|answer| answer.source() == v1::Source::Baseline).count(), 4);
    assert!(answers.iter().any(|answer| answer.notes.iter().any(|note| note.contains("2 searches at once"))));
    daemon.double.set(Act::Prove);
    let large = numbered(7).repeat(500);
    let _ = select(&daemon, "bytes", &large).await;
    let refused = select(&daemon, "bytes", &numbered(8)).await.unwrap_err();
    assert!(refused.message().contains("2000 bytes in a second"), "{}", refused.message());
    assert!(select(&daemon, "other", &numbered(9)).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_windows_of_one_identity_cost_another_a_moment() {
    let access =
        identities(&[("farm", &[Role::Search], Quota::default()), ("desk", &[Role::Search], Quota::default())]);
    let (daemon, _cache) = daemon(access).await;
    daemon.double.set(Act::Slow(50));
    let begun = std::time::Instant::now();
    select(&daemon, "desk", &numbered(100_000)).await.unwrap();
    let alone = begun.elapsed();
    // Over several connections, so that fairness among connections alone would not do.
    let mut hogs = Vec::new();
    for first in (0..10_000).step_by(1000) {
        let text: Vec<String> = (first..first + 1000).map(numbered).collect();
        let mut client = daemon.client().await;
        hogs.push(tokio::spawn(async move { client.select(as_caller("farm", request(&text.join("\n")))).await }));
    }
    let queued = async {
        let mut client = daemon.client().await;
        while client.stats(as_caller("desk", v1::StatsRequest {})).await.unwrap().into_inner().searches_queued < 9000 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), queued).await.expect("they wait in line");
    for n in 0..5 {
        let begun = std::time::Instant::now();
        let answers = select(&daemon, "desk", &numbered(100_001 + n)).await.unwrap();
        assert!(!answers[0].truncated);
        assert!(begun.elapsed() < alone + Duration::from_secs(1), "{:?} against {alone:?}", begun.elapsed());
    }
    hogs.iter().for_each(|hog| hog.abort());
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_of_plain_lowerings_cost_another_identity_a_moment() {
    let access =
        identities(&[("farm", &[Role::Lookup], Quota::default()), ("desk", &[Role::Lookup], Quota::default())]);
    let (daemon, _cache) = daemon(access).await;
    daemon.double.set(Act::SlowThroughout(20));
    let text: Vec<String> = (0..2000).map(numbered).collect();
    let mut client = daemon.client().await;
    let hog = tokio::spawn(async move { client.select(as_caller("farm", request(&text.join("\n")))).await });
    // They are lowered four at a time: ten seconds of it.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    for n in 0..3 {
        let answers = select(&daemon, "desk", &numbered(5000 + n)).await.unwrap();
        assert_eq!(answers[0].source(), v1::Source::Baseline);
        assert!(!hog.is_finished(), "it waited for all of the hog's");
    }
    hog.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_its_identitys_too() {
    let access = identities(&[("reader", &[Role::Lookup], Quota::default())]);
    let (daemon, _cache) = daemon(access).await;
    let program = Some(v1::batch_item::Program::Text(AVERAGE.to_owned()));
    let items = vec![v1::BatchItem { index: 7, program }];
    let batch = v1::SelectBatchRequest { items, target: Some(crate::znver4()), ..Default::default() };
    assert!(batch.encoded_len() > 0);
    let stream = tokio_stream::once(batch);
    let answered = daemon.client().await.select_batch(as_caller("reader", stream)).await.unwrap();
    let message = answered.into_inner().message().await.unwrap().unwrap();
    assert_eq!((message.answers[0].index, message.answers[0].answers[0].source()), (7, v1::Source::Baseline));
    assert_eq!(daemon.double.searched(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_recognised_by_its_bytes_is_admitted_and_counted_like_any_other() {
    let bounded = Quota { calls_per_second: Some(1), ..Quota::default() };
    let access = identities(&[
        ("searcher", &[Role::Search], Quota::default()),
        ("admin", &[Role::Admin], Quota::default()),
        ("bounded", &[Role::Lookup], bounded),
    ]);
    let (daemon, _cache) = daemon(access).await;
    let ask = async |token: &str| select(&daemon, token, AVERAGE).await;
    let first = ask("searcher").await.unwrap();
    for _ in 0..5 {
        let again = ask("searcher").await.unwrap();
        assert_eq!((again[0].source(), &again[0].selection), (v1::Source::Memo, &first[0].selection));
    }
    assert_eq!(ask("admin").await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(ask("nobody").await.unwrap_err().code(), Code::Unauthenticated);
    // A call a second is not fifty at once.
    let (mut hits, mut refused) = (5, 0);
    for _ in 0..50 {
        match ask("bounded").await {
            Ok(answers) => {
                assert_eq!(answers[0].source(), v1::Source::Memo);
                hits += 1;
            }
            Err(status) => {
                assert_eq!(status.code(), Code::ResourceExhausted, "{}", status.message());
                refused += 1;
            }
        }
    }
    assert!(hits > 5 && refused > 0, "{hits} hits, {refused} refused");
    let stats = daemon.client().await.stats(as_caller("searcher", v1::StatsRequest {})).await.unwrap().into_inner();
    assert_eq!((stats.windows, stats.from_memo, stats.from_search), (hits + 1, hits, 1));
    // A call with a name of its own gets it back; another daemon's dictionary is refused as ever.
    let mut named = as_caller("searcher", request(AVERAGE));
    named.metadata_mut().insert("x-request-id", "build-17".parse().unwrap());
    let answered = daemon.client().await.select(named).await.unwrap();
    assert_eq!(answered.metadata().get("x-request-id").unwrap(), "build-17");
    let elsewhere = v1::SelectRequest { expected_epoch: Some("another".into()), ..request(AVERAGE) };
    for _ in 0..2 {
        let refused = daemon.client().await.select(as_caller("searcher", elsewhere.clone())).await.unwrap_err();
        assert_eq!(refused.code(), Code::FailedPrecondition);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_larger_than_a_seconds_worth_of_bytes_passes_once() {
    let sparing = Quota { bytes_per_second: Some(10), ..Quota::default() };
    let (daemon, _cache) = daemon(identities(&[("sparing", &[Role::Search], sparing)])).await;
    // In several frames, each more than a second gives: the window and a sentence of spaces.
    let long = format!("{}{AVERAGE}", " ".repeat(100 << 10));
    assert_eq!(select(&daemon, "sparing", &long).await.unwrap().len(), 1);
    assert_eq!(select(&daemon, "sparing", AVERAGE).await.unwrap_err().code(), Code::ResourceExhausted);
}
