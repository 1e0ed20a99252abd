//! The values that callers have to freeze: stated for each phrasing and program, and kept.

use crate::double::Double;
use crate::{AVERAGE, Daemon, Setup};
use isotope_cache::{Memo, Options};
use isotope_proto::v1::{self, Freeze};
use prost::Message as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Two phrasings of one canonical window.
const PLAIN: &str = "uint16x64 (uint16x64)widening_add((uint8x64)a, (uint8x64)b)";
const CAST: &str = "uint16x64 (uint16x64((uint8x64)a) + uint16x64((uint8x64)b))";

async fn daemon(cache: &Path, prices: Option<&'static str>) -> Daemon {
    let double = Arc::new(Double { prices, ..Double::default() });
    Daemon::start(cache, Setup { double, ..Setup::default() }).await
}

/// The contents of an answer, and where it is from.
async fn said(daemon: &Daemon, text: &str) -> (v1::Source, Vec<Freeze>, bool) {
    let answer = daemon.select(text).await.unwrap().remove(0);
    let selection = answer.selection.clone().unwrap();
    let freeze = selection.parameters.iter().map(v1::Parameter::freeze).collect();
    (answer.source(), freeze, selection.one_load_a_byte)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_phrasing_has_its_own_and_the_memo_keeps_it() {
    let cache = tempfile::tempdir().unwrap();
    let first = daemon(cache.path(), None).await;
    assert_eq!(said(&first, PLAIN).await, (v1::Source::Search, vec![Freeze::UnlessAddedUp; 2], true));
    assert_eq!(said(&first, CAST).await, (v1::Source::Memo, vec![Freeze::Always; 2], false));
    assert_eq!(first.double.freezings.load(Ordering::SeqCst), 2);
    first.stop().await;
    let second = daemon(cache.path(), None).await;
    assert_eq!(said(&second, CAST).await, (v1::Source::Memo, vec![Freeze::Always; 2], false));
    assert_eq!(said(&second, PLAIN).await, (v1::Source::Memo, vec![Freeze::UnlessAddedUp; 2], true));
    assert_eq!(second.double.freezings.load(Ordering::SeqCst), 0);
    second.stop().await;
    // By other prices the answer is another program, of which something else is true.
    let third = daemon(cache.path(), Some("other")).await;
    assert_eq!(said(&third, PLAIN).await, (v1::Source::Memo, vec![Freeze::Never; 2], true));
    assert_eq!(third.double.phrasings.load(Ordering::SeqCst), 0, "the proof of the phrasing is carried over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_does_not_say_it_is_completed_without_a_proof() {
    let cache = tempfile::tempdir().unwrap();
    let first = daemon(cache.path(), None).await;
    let before = said(&first, AVERAGE).await;
    first.stop().await;
    // As a daemon wrote it that knew nothing of freezing.
    let (memo, _) = Memo::open(cache.path(), Options::default()).unwrap();
    let mut records = Vec::new();
    memo.for_each(|record| {
        records.push(record);
        Ok(())
    })
    .unwrap();
    for mut record in records {
        let mut payload = v1::Record::decode(record.payload.as_ref()).unwrap();
        payload.phrasings.iter_mut().for_each(|phrasing| phrasing.freezing = None);
        record.payload = payload.encode_to_vec().into();
        memo.put(record).unwrap();
    }
    drop(memo);
    let second = daemon(cache.path(), None).await;
    let after = said(&second, AVERAGE).await;
    assert_eq!((after.0, after.1, after.2), (v1::Source::Memo, before.1, before.2));
    let of = |count: &std::sync::atomic::AtomicUsize| count.load(Ordering::SeqCst);
    let double = &second.double;
    assert_eq!((double.searched(), of(&double.checks), of(&double.phrasings), of(&double.freezings)), (0, 0, 0, 1));
    assert_eq!(said(&second, AVERAGE).await.0, v1::Source::Memo);
    assert_eq!(of(&double.freezings), 1, "it is kept");
}
