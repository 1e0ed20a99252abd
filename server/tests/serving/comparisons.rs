//! `Compare`: costs are known by the pair's name, and only labels and instructions get to the tools.

use crate::double::Act;
use crate::{Daemon, Setup, znver4};
use isotope_proto::v1;
use std::sync::atomic::Ordering;
use tonic::Code;

fn pair(name: &str, listings: Option<(&str, &str)>) -> v1::Pair {
    let (own, selected) = listings.unzip();
    v1::Pair { name: name.into(), own: own.map(Into::into), selected: selected.map(Into::into) }
}

fn request(pairs: &[v1::Pair]) -> v1::CompareRequest {
    v1::CompareRequest { target: Some(znver4()), pairs: pairs.to_vec() }
}

fn costs(own_cost: Option<u64>, selected_cost: Option<u64>) -> v1::Compared {
    v1::Compared { known: true, own_cost, selected_cost, is_better: selected_cost < own_cost }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_priced_once_is_known_by_its_name() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    let mut ask = async |request| client.compare(request).await.unwrap().into_inner().compared;
    let unknown = v1::Compared::default();
    assert_eq!(ask(request(&[pair("a", None)])).await, [unknown]);
    let listed = [pair("b", None), pair("a", Some(("\tnop\n\tnop\n", "\tnop\n"))), pair("c", Some(("", "\tnop\n")))];
    let (a, c) = (costs(Some(200), Some(100)), costs(Some(u64::MAX), Some(100)));
    assert_eq!(ask(request(&listed)).await, [unknown, a, c]);
    let again = [pair("c", None), pair("a", None), pair("a", Some(("\tnop\n", "\tnop\n")))];
    // A listing's price is its own, whatever it is called.
    assert_eq!(ask(request(&again)).await, [c, a, costs(Some(100), Some(100))]);
    assert_eq!(daemon.double.priced.load(Ordering::SeqCst), 2, "each listing once, and one without code never");
    // A name that was given to two contents stands for neither.
    assert_eq!(ask(request(&[pair("a", None)])).await, [unknown]);
    let other = v1::Target { mcpu: "haswell".into(), ..znver4() };
    assert_eq!(ask(v1::CompareRequest { target: Some(other), ..request(&again) }).await[0], unknown);
    let stats = daemon.stats().await;
    assert_eq!((stats.pairs, stats.pairs_known), (11, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_pairs_are_refused_whole() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    let bad = pair("bad", Some(("\tnop\n\t.incbin \"/etc/passwd\"\n", "\tnop\n")));
    let many = vec![pair("a", None); 4097];
    let arm = v1::Target { arch: "aarch64".into(), ..Default::default() };
    let refusals = [
        (request(&[bad]), "line 2 of a listing"),
        (request(&many), "MAX_PAIRS is 4096"),
        (v1::CompareRequest { target: Some(arm), ..request(&[]) }, "x86_64"),
    ];
    for (request, says) in refusals {
        let status = client.compare(request).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{status}");
        assert!(status.message().contains(says), "{status}");
    }
    assert_eq!(daemon.double.priced.load(Ordering::SeqCst), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_calls_do_no_work_and_hold_no_place() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::UntilStopped);
    // On one connection, so that all leave at once: one that waits gets the place of one before it.
    let (client, mut calls) = (daemon.client().await, Vec::new());
    for n in 0..24 {
        let mut client = client.clone();
        let listed = format!("\tnop\n\taddq ${n}, %rax\n");
        calls.push(tokio::spawn(async move { client.compare(request(&[pair("a", Some((&listed, "")))])).await }));
    }
    daemon.double.until_running(2).await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert_eq!(daemon.double.running.load(Ordering::SeqCst), 2, "as many as may be priced at once");
    calls.iter().for_each(|call| call.abort());
    crate::double::until(|| daemon.double.running.load(Ordering::SeqCst) == 0).await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    daemon.double.set(Act::Prove);
    let priced = daemon.double.priced.load(Ordering::SeqCst);
    // A busy machine hears of some that left only when their turn has come.
    assert!(priced <= 12, "{priced} listings were looked at for callers that had left");
    let compared = daemon.client().await.compare(request(&[pair("b", Some(("\tnop\n", "")))])).await.unwrap();
    assert_eq!(compared.into_inner().compared, [costs(Some(100), Some(u64::MAX))]);
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_explanations_end() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::UntilStopped);
    let ask = |n| {
        let program = Some(v1::explain_request::Program::Text(crate::numbered(n)));
        v1::ExplainRequest { program, target: Some(znver4()), ..Default::default() }
    };
    let mut calls = Vec::new();
    for n in 0..30 {
        let mut client = daemon.client().await;
        calls.push(tokio::spawn(async move { client.explain(ask(n)).await }));
    }
    daemon.double.until_running(3).await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert_eq!(daemon.double.running.load(Ordering::SeqCst), 3, "as many as there are workers");
    calls.iter().for_each(|call| call.abort());
    crate::double::until(|| daemon.double.running.load(Ordering::SeqCst) == 0).await;
    daemon.double.set(Act::Prove);
    assert!(daemon.client().await.explain(ask(0)).await.is_ok());
}
