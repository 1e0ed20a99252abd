//! Other prices: what the memo holds is ranked by them anew, and no proof is lost.

use crate::double::{Act, Double, until};
use crate::{AVERAGE, Daemon, Setup, only};
use isotope_proto::v1;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

async fn daemon(cache: &Path, prices: Option<&'static str>) -> Daemon {
    let double = Arc::new(Double { prices, ..Double::default() });
    Daemon::start(cache, Setup { double, ..Setup::default() }).await
}

/// The daemon's own renewing, behind everything else, has come to its end.
async fn renewed(daemon: &Daemon) {
    until(|| daemon.double.ranked.load(Ordering::SeqCst) >= 1 && daemon.double.searched() >= 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_price_ranks_what_is_remembered_and_keeps_the_proofs() {
    let cache = tempfile::tempdir().unwrap();
    let first = daemon(cache.path(), None).await;
    let cold = first.select(AVERAGE).await.unwrap();
    first.stop().await;

    let second = daemon(cache.path(), Some("other")).await;
    let ranked = second.select(AVERAGE).await.unwrap();
    assert_eq!((ranked[0].source(), ranked[0].work_spent), (v1::Source::Memo, 0));
    assert_eq!(only(&ranked).cost, 90);
    assert_eq!(only(&ranked).verdict(), v1::Verdict::Proved);
    let again = second.select(AVERAGE).await.unwrap();
    assert_eq!((again[0].source(), only(&again).cost), (v1::Source::Memo, 90));
    assert_eq!(second.double.phrasings.load(Ordering::SeqCst), 0, "the proof of the phrasing is carried over");
    // Whoever asks may come before the daemon's own renewing, which then finds nothing left to search for.
    until(|| second.double.ranked.load(Ordering::SeqCst) >= 1).await;
    assert!(second.stats().await.records_ranked >= 1);
    second.stop().await;

    // By the first prices the first program is the cheapest again, and its proof is the one that was made first.
    let third = daemon(cache.path(), None).await;
    let back = third.select(AVERAGE).await.unwrap();
    assert_eq!((back[0].source(), only(&back).cost), (v1::Source::Memo, 90));
    assert_eq!(only(&back).proof, only(&cold).proof);
    assert_eq!(third.double.checks.load(Ordering::SeqCst), 0, "no proof was made again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_better_program_by_the_new_prices_is_found_behind() {
    let cache = tempfile::tempdir().unwrap();
    let first = daemon(cache.path(), None).await;
    first.select(AVERAGE).await.unwrap();
    first.stop().await;
    // Nobody asks.
    let second = daemon(cache.path(), Some("other")).await;
    renewed(&second).await;
    until(|| second.double.running.load(Ordering::SeqCst) == 0).await;
    let warm = second.select(AVERAGE).await.unwrap();
    // The search's program costs 150 and stays behind the ranked one.
    assert_eq!((warm[0].source(), only(&warm).cost), (v1::Source::Memo, 90));
    assert_eq!(second.double.ranked.load(Ordering::SeqCst), 1, "whoever asks finds it done");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_ranked_is_searched_for() {
    let cache = tempfile::tempdir().unwrap();
    let first = daemon(cache.path(), None).await;
    first.select(AVERAGE).await.unwrap();
    first.stop().await;
    let double = Arc::new(Double { prices: Some("other"), ..Double::default() });
    double.set(Act::LackTool);
    let second = Daemon::start(cache.path(), Setup { double, ..Setup::default() }).await;
    assert!(second.select(AVERAGE).await.is_err(), "the double's search lacks the tool, too");
    second.double.set(Act::Prove);
    let answer = second.select(AVERAGE).await.unwrap();
    assert_eq!((answer[0].source(), only(&answer).cost), (v1::Source::Memo, 90));
}
