//! Every metric: a row for each number of `Stats`, and those beside them.

use isotope_proto::v1::{StatsResponse, TierStats};

/// Whether a number only grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It does, until the daemon ends.
    Counter,
    /// It does not.
    Gauge,
    /// Counts of times by their length.
    Histogram,
    /// Texts, as labels of a 1.
    Info,
}

use Kind::{Counter, Gauge, Histogram, Info};

/// A metric that is no number of `Stats`.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name, without `isotope_` and without the suffix of its kind.
    pub name: &'static str,
    /// How it behaves.
    pub kind: Kind,
    /// Its labels.
    pub labels: &'static [&'static str],
    /// One sentence, without its full stop.
    pub help: &'static str,
}

const fn metric(name: &'static str, kind: Kind, labels: &'static [&'static str], help: &'static str) -> Metric {
    Metric { name, kind, labels, help }
}

pub(super) const READY: Metric = metric("ready", Gauge, &[], "1 if the daemon takes calls");
pub(super) const DEGRADED: Metric =
    metric("degraded", Gauge, &[], "Number of parts that the daemon lacks; /whole names them");
pub(super) const LACKING: Metric = metric("lacking", Gauge, &["part"], "1 for each part that lacks something");
pub(super) const CALLS: Metric =
    metric("calls", Counter, &["method", "code"], "Calls by method and gRPC code, counted when their answer begins");
pub(super) const CALL_SECONDS: Metric =
    metric("call_seconds", Histogram, &["method"], "Time from a call to the begin of its answer");
pub(super) const QUOTA_REFUSED: Metric =
    metric("quota_refused", Counter, &["identity"], "Calls and windows that an identity's quotas refused");
pub(super) const IDENTITY_CALLS: Metric =
    metric("identity_calls", Gauge, &["identity"], "Calls of an identity under way");
pub(super) const IDENTITY_SEARCHES: Metric =
    metric("identity_searches", Gauge, &["identity"], "Searches of an identity, running or waiting");
pub(super) const BUILD: Metric = metric("build", Info, &["version", "epoch", "prover"], "The running program");

/// All of these, in the order of the page.
pub(super) const OTHERS: &[Metric] =
    &[READY, DEGRADED, LACKING, CALLS, CALL_SECONDS, QUOTA_REFUSED, IDENTITY_CALLS, IDENTITY_SEARCHES, BUILD];

/// The field's name, its kind, what it says, and its value.
pub type Row = (&'static str, Kind, &'static str, fn(&StatsResponse) -> f64);

/// `isotope.v1.StatsResponse`, field by field; its texts are in `isotope_build_info`.
pub const ROWS: &[Row] = &[
    ("uptime_seconds", Gauge, "Time since the start", |s| s.uptime_seconds),
    ("windows", Counter, "Windows asked for", |s| s.windows as f64),
    ("from_memo", Counter, "Windows answered from the cache", |s| s.from_memo as f64),
    ("from_memory", Counter, "Windows answered from the part of the cache that is in memory", |s| s.from_memory as f64),
    ("from_search", Counter, "Windows answered by a search", |s| s.from_search as f64),
    ("from_baseline", Counter, "Windows answered with their plain lowering", |s| s.from_baseline as f64),
    ("joined", Counter, "Windows that waited for another caller's search", |s| s.joined as f64),
    ("truncated", Counter, "Answers of searches that were cut short", |s| s.truncated as f64),
    ("cancelled", Counter, "Searches that ended because nobody waited for them", |s| s.cancelled as f64),
    ("gave_way", Counter, "Times that a search was begun again later, for a caller who had had less CPU time", |s| {
        s.gave_way as f64
    }),
    ("failed", Counter, "Windows without an answer", |s| s.failed as f64),
    ("refused_queue_full", Counter, "Windows refused because too many searches waited", |s| {
        s.refused_queue_full as f64
    }),
    ("records_refused", Counter, "Cache entries not served because a check failed", |s| s.records_refused as f64),
    ("memo_write_failures", Counter, "Answers that the cache did not take", |s| s.memo_write_failures as f64),
    ("searches_running", Gauge, "Searches on a thread", |s| s.searches_running as f64),
    ("searches_queued", Gauge, "Searches that wait for a thread", |s| s.searches_queued as f64),
    ("search_limit", Gauge, "Bound of searches on a thread", |s| s.search_limit as f64),
    ("queue_limit", Gauge, "Bound of searches that wait", |s| s.queue_limit as f64),
    ("memo_records", Gauge, "Entries of the cache", |s| s.memo_records as f64),
    ("memo_bytes", Gauge, "Bytes of the cache's journal", |s| s.memo_bytes as f64),
    ("memo_limit", Gauge, "Bound of cache_bytes", |s| s.memo_limit as f64),
    ("memo_evicted", Counter, "Entries evicted to keep cache_bytes within its bound", |s| s.memo_evicted as f64),
    ("memo_scrubbed_bytes", Counter, "Bytes of the cache read again in idle time", |s| s.memo_scrubbed_bytes as f64),
    ("memo_quarantined", Counter, "Pieces of the journal found damaged or foreign", |s| s.memo_quarantined as f64),
    ("memo_foreign", Counter, "Quarantined pieces that this cache did not write", |s| s.memo_foreign as f64),
    ("pairs", Counter, "Pairs asked for with Compare", |s| s.pairs as f64),
    ("pairs_known", Counter, "Pairs of Compare whose costs were known", |s| s.pairs_known as f64),
    ("checks", Counter, "Pairs of programs compared with Check", |s| s.checks as f64),
    ("checks_remembered", Counter, "Verdicts of Check that the cache had", |s| s.checks_remembered as f64),
    ("compiles", Counter, "Kernels compiled with Compile", |s| s.compiles as f64),
    ("compiles_remembered", Counter, "Kernels of Compile that the cache had", |s| s.compiles_remembered as f64),
    ("nests", Counter, "Programs packed, tiled or vectorized with Nest", |s| s.nests as f64),
    ("nests_remembered", Counter, "Programs of Nest that the cache had", |s| s.nests_remembered as f64),
    ("schedules", Counter, "Machine code scheduled with Schedule", |s| s.schedules as f64),
    ("schedules_remembered", Counter, "Machine code of Schedule that the cache had", |s| s.schedules_remembered as f64),
    ("memory_charged", Gauge, "Bytes that requests are charged", |s| s.memory_charged as f64),
    ("memory_limit", Gauge, "Bound of memory_charged", |s| s.memory_limit as f64),
    ("refused_no_room", Counter, "Requests refused for want of memory", |s| s.refused_no_room as f64),
    ("log_lines_dropped", Counter, "Lines of the log that were dropped because nobody read them fast enough", |s| {
        s.log_lines_dropped as f64
    }),
    ("records_proved_again", Counter, "Records of another prover proved again", |s| s.records_proved_again as f64),
    ("records_ranked", Counter, "Records of other prices that were ranked again", |s| s.records_ranked as f64),
    ("records_set_aside", Counter, "Records that could not be proved again", |s| s.records_set_aside as f64),
    ("ties", Counter, "Phrasings proved equal to their canonical form", |s| s.ties as f64),
    ("untied", Counter, "Phrasings without a proof that they equal their canonical form", |s| s.untied as f64),
    ("workers_started", Counter, "Worker processes started", |s| s.workers_started as f64),
    ("workers_died", Counter, "Worker processes that died during a job", |s| s.workers_died as f64),
    ("workers_stalled", Counter, "Worker processes killed because they made no progress", |s| s.workers_stalled as f64),
    ("workers_too_large", Counter, "Jobs ended for want of memory", |s| s.workers_too_large as f64),
    ("memory_granted", Gauge, "Bytes granted to workers beyond their own part", |s| s.memory_granted as f64),
    ("misses", Gauge, "Windows that were not answered in time and wait for a warm-up job", |s| s.misses as f64),
    ("misses_dropped", Counter, "Missed windows that were forgotten for want of room", |s| s.misses_dropped as f64),
    ("night_taken", Counter, "Texts taken from the queue of a warm-up job", |s| s.night_taken as f64),
    ("night_answered", Counter, "Texts of warm-up jobs that were answered", |s| s.night_answered as f64),
    ("night_given_back", Counter, "Texts of warm-up jobs given back, or taken over by another daemon", |s| {
        s.night_given_back as f64
    }),
    ("tier_hits", Counter, "Records found in the tier", |s| tier(s, |t| t.hits)),
    ("tier_misses", Counter, "Reads that found nothing in the tier", |s| tier(s, |t| t.misses)),
    ("tier_failed_gets", Counter, "Reads that the tier did not answer", |s| tier(s, |t| t.failed_gets)),
    ("tier_refused", Counter, "Records found in the tier and refused", |s| tier(s, |t| t.refused)),
    ("tier_puts", Counter, "Records written to the tier", |s| tier(s, |t| t.puts)),
    ("tier_failed_puts", Counter, "Writes that the tier did not take", |s| tier(s, |t| t.failed_puts)),
    ("tier_fenced", Counter, "Writes dropped because another daemon had the lease", |s| tier(s, |t| t.fenced)),
    ("tier_losses", Counter, "Times that the tier had lost its records", |s| tier(s, |t| t.losses)),
    ("tier_refilled", Counter, "Records written to the tier because of that", |s| tier(s, |t| t.refilled)),
    ("tier_queued", Gauge, "Records that wait to be written to the tier", |s| tier(s, |t| t.queued)),
    ("tier_spilled", Counter, "Records left to the journal because the queue to the tier was full", |s| {
        tier(s, |t| t.spilled)
    }),
    ("tier_leases", Counter, "Leases of searches taken", |s| tier(s, |t| t.leases)),
    ("tier_leases_lost", Counter, "Leases that ran out before the search had ended", |s| tier(s, |t| t.leases_lost)),
    ("tier_waits", Counter, "Waits for another daemon's search", |s| tier(s, |t| t.waits)),
    ("tier_opened", Counter, "Times that the tier was left alone because calls to it failed", |s| {
        tier(s, |t| t.opened)
    }),
];

/// A number of the tier; 0 where there is none.
fn tier(stats: &StatsResponse, number: fn(&TierStats) -> u64) -> f64 {
    stats.tier.as_ref().map_or(0.0, |tier| number(tier) as f64)
}

/// Fields of `Stats` whose metric has a name of its own: words that the field's name begins with, and those of the metric's.
const RENAMED: [(&str, &str); 3] = [("from_memo", "from_cache"), ("memo", "cache"), ("night", "warm_up")];

/// The version whose pages are the last to have the old names.
const LAST_OF_THE_OLD: &str = "0.2";

/// The name of a field's metric. Where it is another one than the field's, the page has it under both.
pub(super) fn shown(field: &str) -> String {
    let behind = |old: &str| field.strip_prefix(old).filter(|rest| rest.is_empty() || rest.starts_with('_'));
    let renamed = RENAMED.iter().find_map(|(old, new)| Some(format!("{new}{}", behind(old)?)));
    renamed.unwrap_or_else(|| field.to_owned())
}

/// The page's sentence about an old name.
pub(super) fn old(field: &str, kind: Kind) -> String {
    format!("The old name of {}, until version {LAST_OF_THE_OLD}", collected(&shown(field), kind))
}

/// The names of the numbers of `Stats`, as a collector has them; old names are not among them.
pub fn names() -> impl Iterator<Item = String> {
    ROWS.iter().map(|(name, kind, ..)| collected(&shown(name), *kind))
}

/// A metric's name as a collector has it: OpenMetrics adds a suffix for its kind.
fn collected(name: &str, kind: Kind) -> String {
    match kind {
        Counter => format!("isotope_{name}_total"),
        Gauge | Histogram => format!("isotope_{name}"),
        Info => format!("isotope_{name}_info"),
    }
}

/// Every metric as a table in Markdown, for the page of operators.
pub fn markdown() -> String {
    let row = |name: &str, kind: Kind, labels: &[&str], help: &str| {
        let labels = labels.iter().map(|label| format!("`{label}`")).collect::<Vec<_>>().join(", ");
        let (name, kind) = (collected(name, kind), format!("{kind:?}").to_lowercase());
        format!("| `{name}` | {kind} | {labels} | {help} |\n")
    };
    let mut table = "| metric | kind | labels | meaning |\n| --- | --- | --- | --- |\n".to_owned();
    OTHERS.iter().for_each(|one| table += &row(one.name, one.kind, one.labels, one.help));
    ROWS.iter().for_each(|(name, kind, help, _)| table += &row(&shown(name), *kind, &[], help));
    let renamed = ROWS.iter().filter(|(name, ..)| shown(name) != *name);
    renamed.for_each(|(name, kind, ..)| table += &row(name, *kind, &[], &old(name, *kind)));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_proto::DESCRIPTORS;
    use prost::Message as _;
    use prost_types::FieldDescriptorProto;
    use prost_types::field_descriptor_proto::Type;

    /// A field is renamed by whole words: `from_memory` has its own name.
    #[test]
    fn metrics_have_the_names_of_the_trade() {
        for (field, name) in [
            ("from_memory", "from_memory"),
            ("from_memo", "from_cache"),
            ("memo_hits", "cache_hits"),
            ("night_windows", "warm_up_windows"),
            ("memory_used", "memory_used"),
        ] {
            assert_eq!(shown(field), name);
        }
    }

    #[test]
    fn every_number_of_stats_is_a_metric() {
        let files = prost_types::FileDescriptorSet::decode(DESCRIPTORS).unwrap();
        let messages: Vec<_> = files.file.iter().flat_map(|file| &file.message_type).collect();
        let numbers = |name: &str, prefix: &str| -> Vec<String> {
            let message = messages.iter().find(|message| message.name() == name).unwrap();
            let is_number = |field: &&FieldDescriptorProto| !matches!(field.r#type(), Type::String | Type::Message);
            message.field.iter().filter(is_number).map(|field| format!("{prefix}{}", field.name())).collect()
        };
        let mut fields = [numbers("StatsResponse", ""), numbers("TierStats", "tier_")].concat();
        let mut rows: Vec<&str> = ROWS.iter().map(|(name, ..)| *name).collect();
        fields.sort_unstable();
        rows.sort_unstable();
        assert_eq!(rows, fields);
    }
}
