//! The stored form of an envelope, byte by byte: golden bytes, and what becomes of every damage.

#![allow(clippy::unwrap_used)]

use isotope_cache::{Epoch, Key, Record, Verdict};
use isotope_tier::Keyring;
use isotope_tier::envelope::{self, Foul, Opened};

fn keys() -> Keyring {
    Keyring::from_text(&format!("current = \"2026-11\"\n[keys.2026-11]\nsecret = \"{}\"", "01".repeat(32))).unwrap()
}

fn record() -> Record {
    let (key, epoch) = (Key([0xaa; 32]), Epoch([0xbb; 32]));
    Record {
        key,
        epoch,
        verdict: Verdict::Proved,
        work: 0x0102_0304,
        payload: b"a program and its proof".as_slice().into(),
    }
}

fn open(blob: &[u8]) -> Result<Opened, Foul> {
    envelope::open(blob, &record().key, &record().epoch, &keys())
}

#[test]
fn the_bytes_are_those_of_version_1() {
    let hex: String = envelope::seal(&record(), &keys()).unwrap().iter().map(|b| format!("{b:02x}")).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/envelope.hex");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{hex}\n")).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap().trim_end(), hex);
}

#[test]
fn every_flipped_bit_and_every_other_length_is_noticed() {
    let whole = envelope::seal(&record(), &keys()).unwrap();
    assert_eq!(open(&whole), Ok(Opened::Signed(record())));
    for bit in 0..whole.len() * 8 {
        let mut blob = whole.clone();
        blob[bit / 8] ^= 1 << (bit % 8);
        assert!(!matches!(open(&blob), Ok(Opened::Signed(_))), "bit {bit}");
    }
    for len in 0..whole.len() {
        assert_eq!(open(&whole[..len]), Err(Foul::Broken), "{len} bytes");
    }
    assert_eq!(open(&[&whole[..], b"x"].concat()), Err(Foul::Broken));
}

#[test]
fn a_record_moved_to_another_key_or_epoch_or_not_to_be_served_is_refused() {
    let whole = envelope::seal(&record(), &keys()).unwrap();
    let under = |key: u8, epoch: u8| envelope::open(&whole, &Key([key; 32]), &Epoch([epoch; 32]), &keys());
    assert_eq!(under(0xab, 0xbb), Err(Foul::Key));
    assert_eq!(under(0xaa, 0xbc), Err(Foul::Epoch));
    let mut newer = whole.clone();
    newer[8] = 2;
    assert_eq!(open(&newer), Err(Foul::Version(2)));
    let unproved = Record { verdict: Verdict::Unproved, ..record() };
    assert_eq!(open(&envelope::seal(&unproved, &keys()).unwrap()), Err(Foul::Verdict));
}

#[test]
fn what_somebody_else_signed_is_told_apart() {
    let theirs =
        Keyring::from_text(&format!("current = \"2026-11\"\n[keys.2026-11]\nsecret = \"{}\"", "02".repeat(32)))
            .unwrap();
    let forged = envelope::seal(&record(), &theirs).unwrap();
    let Ok(Opened::Unsigned(found, why)) = open(&forged) else { panic!("{:?}", open(&forged)) };
    assert_eq!(found, record());
    assert!(why.contains("not one of key 2026-11"), "{why}");
    // A sound signature of another record does not fit this one.
    let other = Record { payload: b"another program".as_slice().into(), ..record() };
    let mut mixed = envelope::seal(&record(), &keys()).unwrap();
    mixed[48..112].copy_from_slice(&envelope::seal(&other, &keys()).unwrap()[48..112]);
    assert!(matches!(open(&mixed), Ok(Opened::Unsigned(..))));
}
