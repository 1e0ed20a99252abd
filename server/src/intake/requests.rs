//! Requests by their bytes: one that was decoded, checked and answered once is recognised without decoding it again.

use crate::limits;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// The fingerprint of what a request asks, as its questions are found by.
pub(crate) type Fingerprint = [u8; 32];

/// A bounded map from requests, all bytes of them, to their fingerprints.
pub struct Requests {
    known: Cache<Box<[u8]>, Fingerprint, Bytes>,
}

#[derive(Clone)]
struct Bytes;

impl Weighter<Box<[u8]>, Fingerprint> for Bytes {
    fn weight(&self, request: &Box<[u8]>, fingerprint: &Fingerprint) -> u64 {
        (size_of_val(request) + request.len() + size_of_val(fingerprint)) as u64
    }
}

impl Requests {
    /// Holds about `bytes`.
    pub fn new(bytes: u64) -> Self {
        // Most are of a few hundred bytes.
        let items = usize::try_from(bytes / 512).unwrap_or(usize::MAX);
        Requests { known: Cache::with_weighter(items, bytes, Bytes) }
    }

    /// The question of a request, if it was answered before.
    pub fn get(&self, request: &[u8]) -> Option<Fingerprint> {
        self.known.get(request)
    }

    /// A request was answered. A long one is not kept: decoding it is little beside sending it.
    pub fn insert(&self, request: &[u8], fingerprint: Fingerprint) {
        if request.len() <= limits::MAX_HELD_REQUEST {
            self.known.insert(request.into(), fingerprint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_known_by_all_their_bytes_and_bounded() {
        let requests = Requests::new(1 << 20);
        requests.insert(b"a request", [1; 32]);
        assert_eq!(requests.get(b"a request"), Some([1; 32]));
        assert!([&b"a reques"[..], b"a request ", b"b request", b""].iter().all(|other| requests.get(other).is_none()));
        let long = vec![7; limits::MAX_HELD_REQUEST + 1];
        requests.insert(&long, [2; 32]);
        assert_eq!(requests.get(&long), None);
        requests.insert(&long[1..], [2; 32]);
        assert_eq!(requests.get(&long[1..]), Some([2; 32]));
        for n in 0..10_000u32 {
            requests.insert(&[&n.to_le_bytes()[..], &[0; 1000]].concat(), [3; 32]);
        }
        let weight = requests.known.weight();
        assert!(weight > 1 << 18 && weight <= 1 << 20, "{weight}");
    }
}
