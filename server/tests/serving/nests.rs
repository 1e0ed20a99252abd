//! `Nest`: programs are changed in a worker; what a search found before its end is marked, and not remembered.

use crate::{Daemon, Setup, znver4};
use isotope_proto::v1;
use std::sync::atomic::Ordering;
use tonic::Code;
use v1::nest_request::Transform;

fn request(module: &str) -> v1::NestRequest {
    let transform = Some(Transform::Vectorize(v1::Vectorizing { like_diospyros: false }));
    v1::NestRequest { module: module.to_owned(), transform, target: Some(znver4()), ..Default::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_did_not_end_is_marked_and_made_again() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    for (module, limit, times) in [("whole", "", 1), ("to be continued...", "MAX_NODES", 2)] {
        let (changed, compared) =
            [&daemon.double.changed, &daemon.double.compared].map(|count| count.load(Ordering::SeqCst)).into();
        for turn in 0..2 {
            let done = client.nest(request(module)).await.unwrap().into_inner();
            assert_eq!((done.module.as_str(), done.limit.as_str()), (&format!("{module}\n")[..], limit));
            let is_known = done.source == v1::Source::Memo as i32;
            assert_eq!(is_known, turn == 1 && limit.is_empty(), "{done:?}");
            assert_eq!(done.notes.iter().any(|note| note.contains("(MAX_NODES)")), !limit.is_empty(), "{done:?}");
        }
        assert_eq!(daemon.double.changed.load(Ordering::SeqCst) - changed, times);
        // Marked programs are compared all the same.
        assert_eq!(daemon.double.compared.load(Ordering::SeqCst) - compared, times);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_never_stays_ends_after_some_rounds() {
    let missing = isotope_run::programs::lacking(&["mlir-opt-19", "llc-19"]);
    if let Some(why) = missing {
        println!("skipped: a_choice_that_never_stays_ends_after_some_rounds: {why}");
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let done = daemon.client().await.nest(request("rounds")).await.unwrap().into_inner();
    assert_eq!((done.module.as_str(), done.notes.len()), ("rounds\n", 0), "{:?}", done.notes);
    let changed = daemon.double.changed.load(Ordering::SeqCst);
    assert_eq!(changed, isotope_server::limits::PRICED_ROUNDS + 1);
    let again = daemon.client().await.nest(request("rounds")).await.unwrap().into_inner();
    assert_eq!((again.source, daemon.double.changed.load(Ordering::SeqCst)), (v1::Source::Memo as i32, changed));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_tools_loops_are_counted_and_nothing_is_remembered() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.has_no_tools.store(true, Ordering::SeqCst);
    for turn in 1..3 {
        let done = daemon.client().await.nest(request("rounds")).await.unwrap().into_inner();
        assert_eq!(done.module, "rounds\n");
        let says = |note: &String| note.contains("no loop is priced") && note.contains("mlir-opt-19 is gone");
        assert!(done.notes.iter().any(says), "{:?}", done.notes);
        assert_eq!(daemon.double.changed.load(Ordering::SeqCst), turn);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_is_not_shown_leaves_the_program_as_it_is_unless_it_was_asked_for() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    for (module, why) in [("equal?", "of this"), ("it stalls", "(JOB_CPU)")] {
        let tiled = |sizes: &[u64]| {
            let transform = Some(Transform::Tile(v1::Tiling { sizes: sizes.to_vec() }));
            v1::NestRequest { transform, ..request(module) }
        };
        for _ in 0..2 {
            let done = client.nest(tiled(&[])).await.unwrap().into_inner();
            assert_eq!((done.module.as_str(), done.changes, &done.identity), (module, 0, &None));
            assert!(done.notes.iter().any(|note| note.contains("stays as it is") && note.contains(why)), "{done:?}");
            assert_ne!(done.source, v1::Source::Memo as i32);
        }
        let status = client.nest(tiled(&[8])).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{status}");
        assert!(status.message().contains("is not given") && status.message().contains(why), "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_worker_refuses_is_the_callers_mistake() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    for (request, says) in [
        (request(""), "it is empty"),
        (request("large"), "MAX_CHECK_CELLS"),
        (v1::NestRequest { transform: None, ..request("no change") }, "neither to pack"),
        (v1::NestRequest { caches: vec![2, 1, 3], ..request("caches") }, "MAX_CACHE_KIB"),
    ] {
        let status = client.nest(request).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{status}");
        assert!(status.message().contains(says), "{status}");
    }
    assert_eq!(daemon.double.compared.load(Ordering::SeqCst), 0);
}
