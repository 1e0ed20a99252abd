//! Results of other kinds than answers, in the memo: verdicts on pairs of programs, and kernels. Each kind has records of its own, in the
//! same journal and the same tier.
//!
//! Their versions are none of [`remembered`](super::remembered)'s records, so that whoever reads those passes these by. Another run would
//! give the same result, whatever the machine does.

use crate::intake::key::of_kind;
use crate::stored::store::Store;
use isotope_cache::{Key, Record, Verdict};
use isotope_proto::v1;
use prost::Message;

/// Digest of the checker's sources, made when this was built.
const CHECKER: &str = env!("ISOTOPE_CHECKER_DIGEST");

/// Digest of the sources that decide what a kernel is, made when this was built.
const COMPILER: &str = env!("ISOTOPE_COMPILER_DIGEST");

/// Digest of the sources that decide how loops are scheduled, made when this was built.
const SCHEDULER: &str = env!("ISOTOPE_SCHEDULER_DIGEST");

/// A record's own words of itself.
pub(crate) struct Maker {
    version: u32,
    digest: String,
}

/// A kind of result that the memo keeps.
pub(crate) trait Kept: Clone + Sized {
    /// Its message in the memo.
    type Record: Message + Default;
    /// The layout of that message. The upper half is the kind.
    const VERSION: u32;
    /// Digest of the sources that make it. The memo's result of others is made again.
    const MAKER: &'static str;

    /// A record's parts.
    fn opened(record: Self::Record) -> (Maker, Option<Self>);

    /// A record of it.
    fn record(&self, version: u32, epoch: String, maker: String) -> Self::Record;

    /// The work that it took, in a unit of the kind; nothing where it is not to be kept.
    fn work(&self) -> Option<u64>;

    /// It comes from the memo.
    fn remembered(self, store: &Store) -> Self;

    /// It was made here.
    fn made(store: &Store);
}

impl Kept for v1::CheckResponse {
    type Record = v1::CheckRecord;
    const VERSION: u32 = 1 << 16 | 1;
    const MAKER: &'static str = CHECKER;

    fn opened(record: v1::CheckRecord) -> (Maker, Option<Self>) {
        (Maker { version: record.version, digest: record.checker }, record.verdict)
    }

    fn record(&self, version: u32, epoch: String, checker: String) -> v1::CheckRecord {
        v1::CheckRecord { version, epoch, checker, verdict: Some(self.clone()) }
    }

    /// A verdict is kept where something is shown: equality, or a difference.
    fn work(&self) -> Option<u64> {
        use v1::check_response::Verdict as Said;
        match &self.verdict {
            Some(Said::Identity(of)) => Some(of.steps.iter().fold(0u64, |sum, steps| sum.saturating_add(*steps))),
            Some(Said::Difference(_)) => Some(1),
            Some(Said::Undecided(_)) | None => None,
        }
    }

    fn remembered(self, store: &Store) -> Self {
        store.counters.checks_remembered.add();
        v1::CheckResponse { source: v1::Source::Memo as i32, ..self }
    }

    fn made(store: &Store) {
        store.counters.checks.add();
    }
}

impl Kept for v1::CompileResponse {
    type Record = v1::CompileRecord;
    const VERSION: u32 = 2 << 16 | 1;
    const MAKER: &'static str = COMPILER;

    fn opened(record: v1::CompileRecord) -> (Maker, Option<Self>) {
        (Maker { version: record.version, digest: record.maker }, record.compiled)
    }

    fn record(&self, version: u32, epoch: String, maker: String) -> v1::CompileRecord {
        v1::CompileRecord { version, epoch, maker, compiled: Some(self.clone()) }
    }

    fn work(&self) -> Option<u64> {
        let of = self.identity.as_ref()?;
        Some(of.steps.iter().fold(0u64, |sum, steps| sum.saturating_add(*steps)))
    }

    fn remembered(self, store: &Store) -> Self {
        store.counters.compiles_remembered.add();
        v1::CompileResponse { source: v1::Source::Memo as i32, ..self }
    }

    fn made(store: &Store) {
        store.counters.compiles.add();
    }
}

impl Kept for v1::NestResponse {
    type Record = v1::NestRecord;
    const VERSION: u32 = 3 << 16 | 1;
    const MAKER: &'static str = COMPILER;

    fn opened(record: v1::NestRecord) -> (Maker, Option<Self>) {
        (Maker { version: record.version, digest: record.maker }, record.done)
    }

    fn record(&self, version: u32, epoch: String, maker: String) -> v1::NestRecord {
        v1::NestRecord { version, epoch, maker, done: Some(self.clone()) }
    }

    /// A comparison is kept.
    fn work(&self) -> Option<u64> {
        let of = self.identity.as_ref()?;
        Some(of.steps.iter().fold(0u64, |sum, steps| sum.saturating_add(*steps)))
    }

    fn remembered(self, store: &Store) -> Self {
        store.counters.nests_remembered.add();
        v1::NestResponse { source: v1::Source::Memo as i32, ..self }
    }

    fn made(store: &Store) {
        store.counters.nests.add();
    }
}

impl Kept for v1::ScheduleResponse {
    type Record = v1::ScheduleRecord;
    const VERSION: u32 = 4 << 16 | 1;
    const MAKER: &'static str = SCHEDULER;

    fn opened(record: v1::ScheduleRecord) -> (Maker, Option<Self>) {
        (Maker { version: record.version, digest: record.maker }, record.done)
    }

    fn record(&self, version: u32, epoch: String, maker: String) -> v1::ScheduleRecord {
        v1::ScheduleRecord { version, epoch, maker, done: Some(self.clone()) }
    }

    /// Packets that were looked at. That code stays as they were is found out no faster a second time.
    fn work(&self) -> Option<u64> {
        let loops = self.loops.iter().map(|of| of.before);
        let all = loops.chain(self.blocks.iter().map(|of| of.before));
        Some(all.filter_map(|before| Some(before?.packets)).fold(1, u64::saturating_add))
    }

    fn remembered(self, store: &Store) -> Self {
        store.counters.schedules_remembered.add();
        v1::ScheduleResponse { source: v1::Source::Memo as i32, ..self }
    }

    fn made(store: &Store) {
        store.counters.schedules.add();
    }
}

/// The key of a comparison: everything that its verdict depends on. The dictionary, by its `epoch`, says what intrinsics mean.
pub(crate) fn check_key(salt: &str, epoch: &str, request: &v1::CheckRequest) -> Key {
    let calls = [&request.before, &request.after].iter().any(|text| text.contains("llvm.call_intrinsic"));
    let epoch = if calls { epoch } else { "" };
    let parts = [CHECKER, salt, epoch].map(str::as_bytes);
    of_kind("isotope check 2", parts.into_iter().chain([&request.encode_to_vec()[..]]))
}

/// The key of a kernel: everything that it depends on. `prices` is what costs mean on the target, `epoch` the dictionary.
pub(crate) fn compile_key(salt: &str, epoch: &str, prices: &str, request: &v1::CompileRequest) -> Key {
    let parts = [COMPILER, salt, epoch, prices].map(str::as_bytes);
    of_kind("isotope kernel 1", parts.into_iter().chain([&request.encode_to_vec()[..]]))
}

/// The key of a program that is packed or tiled: everything that it depends on, as of a kernel.
pub(crate) fn nest_key(salt: &str, epoch: &str, prices: &str, request: &v1::NestRequest) -> Key {
    let parts = [COMPILER, salt, epoch, prices].map(str::as_bytes);
    of_kind("isotope nest 1", parts.into_iter().chain([&request.encode_to_vec()[..]]))
}

/// The key of machine code that is scheduled: everything that it depends on; its name has a number more where LLVM's tools get other options. `llvm` is the version of the tools that make its packets.
pub(crate) fn schedule_key(salt: &str, llvm: &str, request: &v1::ScheduleRequest) -> Key {
    let parts = [SCHEDULER, salt, llvm].map(str::as_bytes);
    of_kind("isotope schedule 1", parts.into_iter().chain([&request.encode_to_vec()[..]]))
}

/// A result that the memo holds, or the tier, and sources like these made.
pub(crate) fn recall<K: Kept>(store: &Store, key: Key) -> Option<K> {
    let stored = match store.stored_record(&key) {
        Ok(stored) => stored?,
        Err(error) => {
            tracing::warn!(%key, %error, "the cache cannot be read");
            return None;
        }
    };
    let (maker, kept) = K::opened(K::Record::decode(&stored.payload[..]).ok()?);
    let is_own = maker.version == K::VERSION && maker.digest == K::MAKER && stored.verdict == Verdict::Proved;
    if !is_own {
        store.counters.records_refused.add();
        tracing::warn!(%key, version = maker.version, "a result of the cache is not served");
        return None;
    }
    kept.map(|kept| kept.remembered(store))
}

/// Keeps a result that is worth it. A sentence if it cannot be written now.
pub(crate) fn keep<K: Kept>(store: &Store, key: Key, kept: &K) -> Option<String> {
    K::made(store);
    let work = kept.work()?;
    let record = kept.record(K::VERSION, store.scope.epoch.clone(), K::MAKER.to_owned());
    let payload = record.encode_to_vec().into();
    store.put_stored(Record { key, epoch: store.epoch(), verdict: Verdict::Proved, work, payload })
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
        let mut keys: BTreeSet<Key> = requests.iter().map(|request| check_key("", "", request)).collect();
        keys.insert(check_key("salt", "", &plain));
        assert_eq!(check_key("", "another", &plain), check_key("", "", &plain), "the dictionary says nothing of it");
        assert_eq!(keys.len(), requests.len() + 1);
    }

    #[test]
    fn every_part_of_a_kernels_request_counts() {
        use v1::compile_request::Program;
        let plain = v1::CompileRequest { program: Some(Program::Statement("ab".into())), ..Default::default() };
        let dimension = |size| vec![v1::Dimension { name: "i".into(), size }];
        let requests = [
            plain.clone(),
            v1::CompileRequest { program: Some(Program::Module("ab".into())), ..plain.clone() },
            v1::CompileRequest { dimensions: dimension(1), ..plain.clone() },
            v1::CompileRequest { dimensions: dimension(2), ..plain.clone() },
            v1::CompileRequest { entry: "f".into(), ..plain.clone() },
            v1::CompileRequest { located: true, ..plain.clone() },
            v1::CompileRequest { plan: 1, ..plain.clone() },
            v1::CompileRequest { target: Some(v1::Target::default()), ..plain.clone() },
        ];
        let mut keys: BTreeSet<Key> = requests.iter().map(|request| compile_key("", "", "", request)).collect();
        keys.extend([("s", "", ""), ("", "s", ""), ("", "", "s")].map(|(a, b, c)| compile_key(a, b, c, &plain)));
        assert_eq!(keys.len(), requests.len() + 3);
    }

    #[test]
    fn every_part_of_a_schedules_request_counts() {
        let plain = v1::ScheduleRequest { code: "ab".into(), ..Default::default() };
        let object = |position_independent, function_sections| v1::ScheduleRequest {
            object: Some(v1::ObjectForm { position_independent, function_sections }),
            ..plain.clone()
        };
        let requests = [
            plain.clone(),
            v1::ScheduleRequest { code: "a".into(), mcpu: "b".into(), ..Default::default() },
            v1::ScheduleRequest { mcpu: "c".into(), ..plain.clone() },
            object(false, false),
            object(true, false),
            object(false, true),
            v1::ScheduleRequest { iterations: 16, ..plain.clone() },
        ];
        let mut keys: BTreeSet<Key> = requests.iter().map(|request| schedule_key("", "", request)).collect();
        keys.extend([("s", ""), ("", "s")].map(|(salt, llvm)| schedule_key(salt, llvm, &plain)));
        assert_eq!(keys.len(), requests.len() + 2);
    }

    #[test]
    fn other_kinds_are_no_records_of_answers() {
        let verdict = Some(v1::CheckResponse { source: v1::Source::Search as i32, ..Default::default() });
        let (version, other) = (v1::CheckResponse::VERSION, v1::CompileResponse::VERSION);
        let record = v1::CheckRecord { version, epoch: "e".into(), checker: CHECKER.into(), verdict };
        assert_eq!(remembered::decode(&record.encode_to_vec()), Err(remembered::Refusal::Layout(version)));
        let record = v1::CompileRecord { version: other, epoch: "e".into(), ..Default::default() };
        assert_eq!(remembered::decode(&record.encode_to_vec()), Err(remembered::Refusal::Layout(other)));
    }
}
