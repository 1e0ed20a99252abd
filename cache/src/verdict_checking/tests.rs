use super::*;
use crate::record::Verdict;
use crate::store::fake::{MapStore, record};

#[test]
fn unproved_is_kept_and_not_served() {
    let store = VerdictChecking::new(MapStore::default());
    let epoch = Epoch([7; 32]);
    let cases = [(Verdict::Proved, true), (Verdict::Baseline, true), (Verdict::Unproved, false)];
    for (n, (verdict, served)) in cases.into_iter().enumerate() {
        let one = Record { verdict, ..record(n as u8, 7, b"x") };
        store.put_all(std::slice::from_ref(&one)).unwrap();
        assert_eq!(store.get(&one.key, &epoch).unwrap(), served.then_some(one), "{verdict:?}");
    }
    assert_eq!(store.withheld(), 1);
    assert_eq!(store.inner().records.lock().len(), 3);
}
