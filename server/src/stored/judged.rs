//! Verdicts on pairs of programs, in the memo: a kind of record of their own, in the same journal and the same tier.
//!
//! Their version is no version of [`remembered`](super::remembered)'s records, so that whoever reads those passes these by. A verdict is
//! kept where something is shown: equality, or a difference. Another run would give the same, whatever the machine does.

use crate::intake::key::of_kind;
use crate::stored::store::Store;
use isotope_cache::{Key, Record, Verdict};
use isotope_proto::v1;
use prost::Message as _;

/// The layout of `isotope.v1.CheckRecord`. The upper half is the kind.
const VERSION: u32 = 1 << 16 | 1;

/// Digest of the checker's sources, made when this was built.
const CHECKER: &str = env!("ISOTOPE_CHECKER_DIGEST");

/// The name of the kind, in its keys.
const LAYOUT: &str = "isotope check 1";

/// The key of a request: everything that its verdict depends on.
pub(crate) fn key(salt: &str, request: &v1::CheckRequest) -> Key {
    of_kind(LAYOUT, [CHECKER.as_bytes(), salt.as_bytes(), &request.encode_to_vec()])
}

/// A verdict that the memo holds, or the tier, and this checker made.
pub(crate) fn recall(store: &Store, key: Key) -> Option<v1::CheckResponse> {
    let stored = match store.stored_record(&key) {
        Ok(stored) => stored?,
        Err(error) => {
            tracing::warn!(%key, %error, "the memo cannot be read");
            return None;
        }
    };
    let record = v1::CheckRecord::decode(&stored.payload[..]).ok()?;
    let is_own = record.version == VERSION && record.checker == CHECKER && stored.verdict == Verdict::Proved;
    if !is_own {
        store.counters.records_refused.add();
        tracing::warn!(%key, version = record.version, "a verdict of the memo is not served");
        return None;
    }
    store.counters.checks_remembered.add();
    record.verdict.map(|verdict| v1::CheckResponse { source: v1::Source::Memo as i32, ..verdict })
}

/// Keeps a verdict that shows something.
pub(crate) fn keep(store: &Store, key: Key, verdict: &v1::CheckResponse) {
    use v1::check_response::Verdict as Said;
    store.counters.checks.add();
    let work = match &verdict.verdict {
        Some(Said::Identity(of)) => of.steps.iter().fold(0u64, |sum, steps| sum.saturating_add(*steps)),
        Some(Said::Difference(_)) => 1,
        Some(Said::Undecided(_)) | None => return,
    };
    let record = v1::CheckRecord {
        version: VERSION,
        epoch: store.scope.epoch.clone(),
        checker: CHECKER.to_owned(),
        verdict: Some(verdict.clone()),
    };
    store.put_stored(Record {
        key,
        epoch: store.epoch(),
        verdict: Verdict::Proved,
        work,
        payload: record.encode_to_vec().into(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stored::remembered;
    use std::collections::BTreeSet;

    #[test]
    fn every_part_of_a_request_counts() {
        let plain = v1::CheckRequest { before: "ab".into(), after: "c".into(), ..Default::default() };
        let size = v1::CheckSize { argument: 0, dim: None, size: 4 };
        let requests = [
            plain.clone(),
            v1::CheckRequest { before: "a".into(), after: "bc".into(), ..Default::default() },
            v1::CheckRequest { entry: "f".into(), ..plain.clone() },
            v1::CheckRequest { size: Some(0), ..plain.clone() },
            v1::CheckRequest { sizes: vec![size], ..plain.clone() },
            v1::CheckRequest { sizes: vec![v1::CheckSize { dim: Some(0), ..size }], ..plain.clone() },
            v1::CheckRequest { key: "k".into(), ..plain.clone() },
            v1::CheckRequest { max_steps: 1, ..plain.clone() },
            v1::CheckRequest { located: true, ..plain.clone() },
        ];
        let mut keys: BTreeSet<Key> = requests.iter().map(|request| key("", request)).collect();
        keys.insert(key("salt", &plain));
        assert_eq!(keys.len(), requests.len() + 1);
    }

    #[test]
    fn a_verdict_is_no_record_of_an_answer() {
        let verdict = Some(v1::CheckResponse { source: v1::Source::Search as i32, ..Default::default() });
        let record = v1::CheckRecord { version: VERSION, epoch: "e".into(), checker: CHECKER.into(), verdict };
        assert_eq!(remembered::decode(&record.encode_to_vec()), Err(remembered::Refusal::Layout(VERSION)));
    }
}
