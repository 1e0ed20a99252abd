use super::*;
use crate::store::fake::{MapStore, record};

const EPOCH: Epoch = Epoch([7; 32]);

#[test]
fn a_second_get_does_not_reach_the_store() {
    let tier = HotTier::new(MapStore::default(), 1 << 20);
    tier.put_all(&[record(1, 7, b"x")]).unwrap();
    for _ in 0..3 {
        assert_eq!(tier.get(&Key([1; 32]), &EPOCH).unwrap(), Some(record(1, 7, b"x")));
    }
    assert_eq!(*tier.inner().gets.lock(), 1);
    assert_eq!((tier.hits(), tier.misses()), (2, 1));
}

#[test]
fn a_put_replaces_what_is_hot() {
    let tier = HotTier::new(MapStore::default(), 1 << 20);
    for payload in [b"old", b"new"] {
        tier.put_all(&[record(1, 7, payload)]).unwrap();
        assert_eq!(tier.get(&Key([1; 32]), &EPOCH).unwrap(), Some(record(1, 7, payload)));
    }
}

#[test]
fn a_failed_put_leaves_the_old_record() {
    let tier = HotTier::new(MapStore::default(), 1 << 20);
    tier.put_all(&[record(1, 7, b"old")]).unwrap();
    *tier.inner().full.lock() = true;
    assert!(tier.put_all(&[record(1, 7, b"new")]).unwrap_err().is_disk_full());
    assert_eq!(tier.get(&Key([1; 32]), &EPOCH).unwrap(), Some(record(1, 7, b"old")));
}

#[test]
fn memory_stays_within_its_bound() {
    let bound = 256 << 10;
    let tier = HotTier::new(MapStore::default(), bound);
    for n in 0..=255u8 {
        tier.put_all(&[record(n, 7, &[n; 5000])]).unwrap();
        assert!(tier.get(&Key([n; 32]), &EPOCH).unwrap().is_some());
        assert!(tier.bytes() <= bound, "{} bytes", tier.bytes());
    }
    assert!(tier.bytes() > bound / 2, "the tier is used");
}
