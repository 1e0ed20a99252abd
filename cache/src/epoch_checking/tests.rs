use super::*;
use crate::store::fake::{MapStore, record};

#[test]
fn another_epoch_is_a_miss() {
    let store = EpochChecking::new(MapStore::default());
    store.put_all(&[record(1, 7, b"x")]).unwrap();
    assert_eq!(store.get(&Key([1; 32]), &Epoch([8; 32])).unwrap(), None);
    assert_eq!(store.withheld(), 1);
    assert_eq!(store.get(&Key([1; 32]), &Epoch([7; 32])).unwrap(), Some(record(1, 7, b"x")));
    assert_eq!(store.withheld(), 1);
}
