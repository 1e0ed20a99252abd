//! Operators' actions on a cache that serves: records dropped, a snapshot out of one daemon and into another.

use crate::double::{Act, Double};
use crate::farm::keys;
use crate::{AVERAGE, Daemon, Setup, numbered};
use isotope_proto::v1;
use isotope_server::stored::belief::Belief;
use isotope_tier::Unsigned;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tonic::{Code, Status};

/// One who believes a key, and what it makes of what others signed.
fn believing(secret: &str, unsigned: Unsigned) -> Setup {
    Setup { belief: Belief { keys: Some(Arc::new(keys(secret))), unsigned }, ..Setup::default() }
}

async fn purge(daemon: &Daemon, request: v1::PurgeRequest) -> Result<v1::PurgeResponse, Status> {
    daemon.client().await.purge(request).await.map(|response| response.into_inner())
}

fn of_producer(producer: &str) -> v1::PurgeRequest {
    let conditions = Some(v1::Conditions { producer: producer.to_owned(), ..Default::default() });
    v1::PurgeRequest { conditions, ..Default::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_counted_then_dropped_and_not_served_from_anywhere_any_more() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    for text in [AVERAGE.to_owned(), numbered(1), numbered(2)] {
        daemon.select(&text).await.unwrap();
        // From now on it is held in memory, too.
        assert_eq!(daemon.select(&text).await.unwrap()[0].source(), v1::Source::Memo);
    }
    let program = Some(v1::pin_request::Program::Text(AVERAGE.to_owned()));
    let pin = v1::PinRequest { program, target: Some(crate::znver4()), ..Default::default() };
    daemon.client().await.pin(pin).await.unwrap();

    let none = purge(&daemon, of_producer("another 1")).await.unwrap();
    assert_eq!((none.dropped, none.pinned, none.left), (0, 0, 3));
    let counted = purge(&daemon, v1::PurgeRequest { dry_run: true, ..of_producer("double 1") }).await.unwrap();
    assert_eq!((counted.dropped, counted.pinned, counted.left), (2, 1, 3));
    assert_eq!(daemon.select(&numbered(1)).await.unwrap()[0].source(), v1::Source::Memo, "only counted");
    let dropped = purge(&daemon, of_producer("double 1")).await.unwrap();
    assert_eq!((dropped.dropped, dropped.pinned, dropped.left), (2, 1, 1));
    assert_eq!(dropped.elsewhere, Vec::<String>::new());
    assert_eq!(daemon.select(&numbered(1)).await.unwrap()[0].source(), v1::Source::Search);
    assert_eq!(daemon.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Memo, "it is pinned");
    let all = purge(&daemon, v1::PurgeRequest { pinned: true, ..of_producer("double 1") }).await.unwrap();
    assert_eq!((all.dropped, all.left), (2, 0));

    for conditions in [None, Some(v1::Conditions::default())] {
        let refused = purge(&daemon, v1::PurgeRequest { conditions, ..Default::default() }).await.unwrap_err();
        assert_eq!(
            (refused.code(), refused.message().contains("at least one condition")),
            (Code::InvalidArgument, true)
        );
    }
    let long = purge(&daemon, of_producer(&"x".repeat(1000))).await.unwrap_err();
    assert!(long.message().contains("MAX_CONDITION_BYTES"), "{long}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_record_is_read_again_while_calls_go_on() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    for n in 0..5 {
        daemon.select(&numbered(n)).await.unwrap();
    }
    let verify = async || daemon.client().await.verify(v1::VerifyRequest {}).await.unwrap().into_inner();
    let found = verify().await;
    assert_eq!((found.records, found.damaged_regions, found.foreign_frames), (5, 0, 0));
    let journal = cache.path().join("journal");
    let mut bytes = std::fs::read(&journal).unwrap();
    let at = bytes.len() - 50;
    bytes[at] ^= 1;
    std::fs::write(&journal, bytes).unwrap();
    let found = verify().await;
    assert_eq!((found.records, found.damaged_regions), (4, 1), "{found:?}");
    assert_eq!(daemon.select("int8x64 ((int8x64)a - (int8x64)b)").await.unwrap()[0].source(), v1::Source::Search);
}

/// A snapshot of a daemon: its bytes, and its records as the last message says.
async fn export(daemon: &Daemon) -> Result<(Vec<u8>, u64), Status> {
    let mut pieces = daemon.client().await.export(v1::ExportRequest {}).await?.into_inner();
    let (mut bytes, mut records) = (Vec::new(), None);
    while let Some(message) = pieces.message().await? {
        assert!(records.is_none() && message.piece.len() <= 256 << 10);
        bytes.extend(message.piece);
        records = message.records;
    }
    Ok((bytes, records.expect("the last message says how many")))
}

async fn import(daemon: &Daemon, bytes: &[u8], work: u64) -> Result<v1::ImportResponse, Status> {
    let pieces: Vec<v1::ImportRequest> =
        bytes.chunks(1000).map(|piece| v1::ImportRequest { piece: piece.to_vec(), work }).collect();
    let mut progress = daemon.client().await.import(tokio_stream::iter(pieces)).await?.into_inner();
    let mut last = None;
    while let Some(message) = progress.message().await? {
        last = Some(message);
    }
    Ok(last.expect("the last message says what came of it"))
}

/// A daemon that has answered so many windows, and the folder of its memo.
async fn filled(setup: Setup, windows: usize) -> (Daemon, tempfile::TempDir) {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), setup).await;
    for n in 0..windows {
        daemon.select(&numbered(n)).await.unwrap();
    }
    (daemon, cache)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_snapshot_goes_from_one_daemon_to_another() {
    let (from, _cache) = filled(believing("01", Unsigned::Refuse), 20).await;
    from.double.padding.store(500_000, Ordering::SeqCst);
    from.select(AVERAGE).await.unwrap();
    let (bytes, records) = export(&from).await.unwrap();
    assert!(records == 21 && bytes.len() > 500_000);
    assert_eq!(export(&from).await.unwrap().0, bytes, "the same bytes for the same records");
    let (into, cache) = filled(believing("01", Unsigned::Refuse), 3).await;
    let done = import(&into, &bytes, 0).await.unwrap();
    let said = (done.total, done.done, done.kept, done.there, done.refused, done.signed, done.over);
    assert_eq!(said, (21, 21, 18, 3, 0, true, true));
    for n in 0..20 {
        assert_eq!(into.select(&numbered(n)).await.unwrap()[0].source(), v1::Source::Memo);
    }
    assert_eq!(into.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Memo);
    assert_eq!(
        (into.double.searched(), into.double.ranked.load(Ordering::SeqCst)),
        (3, 0),
        "what is signed is believed"
    );
    let left =
        std::fs::read_dir(cache.path()).unwrap().filter_map(|entry| entry.unwrap().file_name().into_string().ok());
    assert!(left.into_iter().all(|name| !name.starts_with("import")), "nothing stays of it");

    let cut = import(&into, &bytes[..bytes.len() - 1], 0).await.unwrap_err();
    assert!(cut.code() == Code::FailedPrecondition && cut.message().contains("cut off"), "{cut}");
    let none = import(&into, b"something else", 0).await.unwrap_err();
    assert!(none.message().contains("no snapshot"), "{none}");
    let (unsigning, _cache) = filled(Setup::default(), 1).await;
    let refused = export(&unsigning).await.unwrap_err();
    assert!(refused.message().contains("--tier-keys"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strangers_snapshot_is_refused_or_proved_record_by_record() {
    let (from, _cache) = filled(believing("02", Unsigned::Refuse), 10).await;
    let (bytes, _) = export(&from).await.unwrap();
    let (refusing, _cache) = filled(believing("01", Unsigned::Refuse), 0).await;
    let refused = import(&refusing, &bytes, 0).await.unwrap_err();
    assert!(
        refused.message().contains("not to be trusted") && refused.message().contains("--tier-unsigned"),
        "{refused}"
    );
    assert_eq!(refusing.stats().await.memo_records, 0);

    let (proving, _cache) = filled(believing("01", Unsigned::Prove), 0).await;
    // Work is bounded: each round proves one and goes on behind it, whatever ended the round before.
    for round in 1..=4 {
        let done = import(&proving, &bytes, 1).await.unwrap();
        let said = (done.total, done.done, done.kept, done.refused, done.signed, done.over);
        assert_eq!(said, (10, round, 1, 0, false, false));
        assert!(done.work > 0);
    }
    let done = import(&proving, &bytes, 0).await.unwrap();
    assert_eq!((done.done, done.kept, done.there, done.over), (10, 6, 0, true));
    assert_eq!(proving.double.ranked.load(Ordering::SeqCst), 10, "each was proved once");
    for n in 0..10 {
        let answer = proving.select(&numbered(n)).await.unwrap().remove(0);
        assert_eq!((answer.source(), answer.selection.unwrap().verdict()), (v1::Source::Memo, v1::Verdict::Proved));
    }
    assert_eq!((proving.double.searched(), proving.stats().await.records_proved_again), (0, 10));
    let again = import(&proving, &bytes, 0).await.unwrap();
    assert_eq!((again.there, again.kept, again.over), (10, 0, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_proved_of_a_strangers_snapshot_is_not_kept() {
    let double = Arc::new(Double { program: Some(b"something else"), ..Double::default() });
    let (from, _cache) = filled(Setup { double, ..believing("02", Unsigned::Refuse) }, 3).await;
    let (bytes, _) = export(&from).await.unwrap();
    let (proving, _cache) = filled(believing("01", Unsigned::Prove), 0).await;
    let done = import(&proving, &bytes, 0).await.unwrap();
    assert_eq!((done.kept, done.refused, done.over), (0, 3, true));
    assert!(done.last_refused.contains("none of its programs was proved"), "{}", done.last_refused);
    assert_eq!((proving.stats().await.memo_records, proving.double.searched()), (0, 0));
    let other = Arc::new(Double { epoch: Some("e1"), ..Double::default() });
    let (elder, _cache) = filled(Setup { double: other, ..believing("01", Unsigned::Prove) }, 0).await;
    let done = import(&elder, &bytes, 0).await.unwrap();
    assert!(done.refused == 3 && done.last_refused.contains("another epoch"), "{}", done.last_refused);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prover_that_is_gone_ends_an_import_which_goes_on_later() {
    let (from, _cache) = filled(believing("02", Unsigned::Refuse), 6).await;
    let (bytes, _) = export(&from).await.unwrap();
    let (proving, _cache) = filled(believing("01", Unsigned::Prove), 0).await;
    assert_eq!(import(&proving, &bytes, 1).await.unwrap().done, 1);
    proving.double.set(Act::LackTool);
    let gone = import(&proving, &bytes, 0).await.unwrap_err();
    assert!(gone.message().contains("llc-19 failed"), "{gone}");
    proving.double.set(Act::Prove);
    let done = import(&proving, &bytes, 0).await.unwrap();
    assert_eq!((done.done, done.kept, done.refused, done.over), (6, 5, 0, true), "nothing was refused for it");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_snapshot_is_on_its_way_at_a_time_and_ends_with_its_caller() {
    let (daemon, _cache) = filled(believing("01", Unsigned::Refuse), 1).await;
    let (send, pieces) = tokio::sync::mpsc::channel::<v1::ImportRequest>(1);
    let pieces = tokio_stream::wrappers::ReceiverStream::new(pieces);
    let mut client = daemon.client().await;
    let importing = client.import(pieces).await.unwrap();
    let busy = export(&daemon).await.unwrap_err();
    assert!(busy.code() == Code::Unavailable && busy.message().contains("another snapshot"), "{busy}");
    drop((importing, send));
    let waiting = async {
        while export(&daemon).await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), waiting).await.expect("the place is free again");
}
