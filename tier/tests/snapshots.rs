//! Snapshots: the same bytes for the same memo, and every damage refused before anything is used.

#![allow(clippy::unwrap_used)]

use isotope_cache::{Epoch, Key, Memo, Options, Record, Verdict};
use isotope_tier::{Keyring, Snapshot, snapshot};
use std::path::{Path, PathBuf};

fn keys(name: &str, secret: &str) -> Keyring {
    Keyring::from_text(&format!("current = {name:?}\n[keys.{name}]\nsecret = \"{}\"", secret.repeat(32))).unwrap()
}

fn record(n: u8) -> Record {
    let (key, epoch) = (Key([n; 32]), Epoch([n / 100; 32]));
    Record { key, epoch, verdict: Verdict::Proved, work: u64::from(n), payload: vec![n; 10 + n as usize].into() }
}

fn memo(parent: &Path, name: &str, records: impl IntoIterator<Item = Record>) -> Memo {
    let (memo, _) = Memo::open(parent.join(name), Options::default()).unwrap();
    records.into_iter().for_each(|record| memo.put(record).unwrap());
    memo
}

fn bytes(memo: &Memo) -> Vec<u8> {
    let mut out = Vec::new();
    snapshot::write(memo, &keys("k", "01"), &mut out, Path::new("a file")).unwrap();
    out
}

fn opened(parent: &Path, bytes: &[u8], keys: &Keyring) -> Result<Snapshot, String> {
    let path: PathBuf = parent.join("snapshot");
    std::fs::write(&path, bytes).unwrap();
    Snapshot::open(&path, keys).map_err(|error| error.to_string())
}

#[test]
fn a_snapshot_says_the_same_in_whatever_order_records_came() {
    let parent = tempfile::tempdir().unwrap();
    let unproved = Record { verdict: Verdict::Unproved, ..record(7) };
    let one = memo(parent.path(), "one", [record(3), record(200), record(1), record(7), unproved]);
    let elder = Record { payload: b"superseded".as_slice().into(), ..record(1) };
    let other = memo(parent.path(), "other", [elder, record(1), record(3), record(200)]);
    assert_eq!(bytes(&one), bytes(&other));
    let hex: String = bytes(&one).iter().map(|b| format!("{b:02x}")).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/snapshot.hex");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{hex}\n")).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap().trim_end(), hex);
}

#[test]
fn what_was_written_is_imported_and_what_is_there_stays() {
    let parent = tempfile::tempdir().unwrap();
    let from = memo(parent.path(), "from", (1..=150).map(record));
    let newer = Record { payload: b"knows more".as_slice().into(), ..record(5) };
    let into = memo(parent.path(), "into", [newer.clone()]);
    let snapshot = opened(parent.path(), &bytes(&from), &keys("k", "01")).unwrap();
    assert_eq!(snapshot.len(), 150);
    assert_eq!(snapshot.import(&into).unwrap(), (149, 1));
    for n in 1..=150 {
        let expected = if n == 5 { newer.clone() } else { record(n) };
        assert_eq!(into.get(&record(n).key, &record(n).epoch).unwrap(), Some(expected));
        assert_eq!(snapshot.get(&record(n).key, &record(n).epoch).unwrap(), Some(record(n)));
    }
    assert_eq!(snapshot.get(&record(5).key, &Epoch([99; 32])).unwrap(), None, "another epoch's is none");
    assert_eq!(snapshot.get(&Key([255; 32]), &Epoch([2; 32])).unwrap(), None);
    assert_eq!(snapshot.import(&into).unwrap(), (0, 150));
}

#[test]
fn one_that_strangers_signed_can_be_looked_at_and_says_why_it_is_not_believed() {
    let parent = tempfile::tempdir().unwrap();
    let whole = bytes(&memo(parent.path(), "memo", (1..=9).map(record)));
    let path = parent.path().join("snapshot");
    std::fs::write(&path, &whole).unwrap();
    for (ring, why) in [(Some(keys("k", "02")), "not one of key k"), (None, "signed by k, and there is no key file")] {
        let looked = Snapshot::open_any(&path, ring.as_ref()).unwrap();
        assert!(looked.distrusted().unwrap().contains(why), "{:?}", looked.distrusted());
        let behind: Vec<Record> = looked.records(Some(record(6).key)).map(Result::unwrap).collect();
        assert_eq!(behind, [record(7), record(8), record(9)]);
        assert_eq!((looked.records(None).count(), looked.hash()[..] == whole[whole.len() - 96..][..32]), (9, true));
        assert!(looked.trusted().err().unwrap().to_string().contains(why));
    }
    let believed = Snapshot::open_any(&path, Some(&keys("k", "01"))).unwrap();
    assert!(believed.distrusted().is_none() && believed.trusted().is_ok());
    // A record that is damaged is none, whoever is asked to believe it.
    let mut damaged = whole;
    damaged[100] ^= 1;
    std::fs::write(&path, damaged).unwrap();
    assert!(Snapshot::open_any(&path, None).is_err());
}

#[test]
fn every_flipped_bit_and_every_cut_is_refused_whole() {
    let parent = tempfile::tempdir().unwrap();
    let whole = bytes(&memo(parent.path(), "memo", [record(1), record(2)]));
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(opened(parent.path(), &damaged, &keys("k", "01")).is_err(), "byte {at}");
    }
    for len in 0..whole.len() {
        let said = opened(parent.path(), &whole[..len], &keys("k", "01")).err().unwrap();
        assert!(said.contains("no snapshot") || said.contains("cut off"), "{len}: {said}");
    }
    let said = opened(parent.path(), &[&whole[..], b"x"].concat(), &keys("k", "01")).err().unwrap();
    assert!(said.contains("something follows"), "{said}");
}

#[test]
fn strangers_and_other_versions_are_refused_with_a_sentence_that_helps() {
    let parent = tempfile::tempdir().unwrap();
    let memo = memo(parent.path(), "memo", [record(1)]);
    let whole = bytes(&memo);
    let said = |bytes: &[u8], keys: &Keyring| opened(parent.path(), bytes, keys).err().unwrap();
    assert!(said(&whole, &keys("other", "01")).contains("no key k is believed here"));
    assert!(said(&whole, &keys("k", "02")).contains("not one of key k"));
    let mut newer = whole.clone();
    newer[8] = 2;
    assert!(said(&newer, &keys("k", "01")).contains("version 2, and this build reads version 1"));
    assert!(said(b"a text", &keys("k", "01")).contains("cache snapshot DIR FILE"));
    let reader = Keyring::from_text(&format!("[keys.k]\nsecret = \"{}\"", "01".repeat(32))).unwrap();
    let unsigned = snapshot::write(&memo, &reader, &mut Vec::new(), Path::new("a file")).unwrap_err().to_string();
    assert!(unsigned.contains("`current`"), "{unsigned}");
}

#[test]
fn a_file_that_is_changed_under_its_reader_serves_nothing_of_it() {
    let parent = tempfile::tempdir().unwrap();
    let whole = bytes(&memo(parent.path(), "memo", [record(1), record(2)]));
    let snapshot = opened(parent.path(), &whole, &keys("k", "01")).unwrap();
    let mut changed = whole;
    changed[56 + 4 + 73] ^= 1;
    std::fs::write(parent.path().join("snapshot"), changed).unwrap();
    assert!(snapshot.get(&record(1).key, &record(1).epoch).unwrap_err().to_string().contains("changed after"));
    assert_eq!(snapshot.get(&record(2).key, &record(2).epoch).unwrap(), Some(record(2)));
}
