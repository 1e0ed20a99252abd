//! What `Stats` says, as metrics: a row for each of its numbers.

use isotope_proto::v1::{StatsResponse, TierStats};

/// Whether a number only grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It does, until the daemon ends.
    Counter,
    /// It does not.
    Gauge,
}

use Kind::{Counter, Gauge};

/// The field's name, its kind, what it says, and its value.
pub type Row = (&'static str, Kind, &'static str, fn(&StatsResponse) -> f64);

/// `isotope.v1.StatsResponse`, field by field; its texts are in `isotope_build_info`.
pub const ROWS: &[Row] = &[
    ("uptime_seconds", Gauge, "Time since the start", |s| s.uptime_seconds),
    ("windows", Counter, "Windows asked for", |s| s.windows as f64),
    ("from_memo", Counter, "Windows answered from the memo", |s| s.from_memo as f64),
    ("from_memory", Counter, "Those of them answered from memory", |s| s.from_memory as f64),
    ("from_search", Counter, "Windows answered by a search", |s| s.from_search as f64),
    ("from_baseline", Counter, "Windows answered with their plain lowering", |s| s.from_baseline as f64),
    ("joined", Counter, "Windows that waited for another caller's search", |s| s.joined as f64),
    ("truncated", Counter, "Answers that are not what a whole search finds", |s| s.truncated as f64),
    ("cancelled", Counter, "Searches that nobody waited for any more", |s| s.cancelled as f64),
    ("gave_way", Counter, "Times that a search was begun again later, for a caller who had had less CPU time", |s| {
        s.gave_way as f64
    }),
    ("failed", Counter, "Windows without an answer", |s| s.failed as f64),
    ("refused_queue_full", Counter, "Windows refused because too many searches waited", |s| {
        s.refused_queue_full as f64
    }),
    ("records_refused", Counter, "Memo records not served because a check failed", |s| s.records_refused as f64),
    ("memo_write_failures", Counter, "Answers that the memo did not take", |s| s.memo_write_failures as f64),
    ("searches_running", Gauge, "Searches on a thread", |s| s.searches_running as f64),
    ("searches_queued", Gauge, "Searches that wait for a thread", |s| s.searches_queued as f64),
    ("search_limit", Gauge, "Bound of searches on a thread", |s| s.search_limit as f64),
    ("queue_limit", Gauge, "Bound of searches that wait", |s| s.queue_limit as f64),
    ("memo_records", Gauge, "Records of the memo", |s| s.memo_records as f64),
    ("memo_bytes", Gauge, "Bytes of the memo's journal", |s| s.memo_bytes as f64),
    ("memo_limit", Gauge, "Bound of memo_bytes", |s| s.memo_limit as f64),
    ("memo_evicted", Counter, "Records evicted to keep it", |s| s.memo_evicted as f64),
    ("memo_scrubbed_bytes", Counter, "Bytes of the memo read again in idle time", |s| s.memo_scrubbed_bytes as f64),
    ("memo_quarantined", Counter, "Pieces of the journal found damaged or foreign", |s| s.memo_quarantined as f64),
    ("memo_foreign", Counter, "Those of them that this memo did not write", |s| s.memo_foreign as f64),
    ("pairs", Counter, "Pairs asked for with Compare", |s| s.pairs as f64),
    ("pairs_known", Counter, "Those of them whose costs were known", |s| s.pairs_known as f64),
    ("memory_charged", Gauge, "Bytes that requests are charged", |s| s.memory_charged as f64),
    ("memory_limit", Gauge, "Bound of memory_charged", |s| s.memory_limit as f64),
    ("refused_no_room", Counter, "What was refused for want of memory", |s| s.refused_no_room as f64),
    ("log_lines_dropped", Counter, "Lines of the log that nobody took", |s| s.log_lines_dropped as f64),
    ("records_proved_again", Counter, "Records of another prover proved again", |s| s.records_proved_again as f64),
    ("records_ranked", Counter, "Records of other prices ranked anew", |s| s.records_ranked as f64),
    ("records_set_aside", Counter, "Records that could not be proved again", |s| s.records_set_aside as f64),
    ("ties", Counter, "Phrasings tied to their canonical form", |s| s.ties as f64),
    ("untied", Counter, "Phrasings that were not", |s| s.untied as f64),
    ("workers_started", Counter, "Worker processes started", |s| s.workers_started as f64),
    ("workers_died", Counter, "Those that died under a job", |s| s.workers_died as f64),
    ("workers_stalled", Counter, "Those killed because they stood still", |s| s.workers_stalled as f64),
    ("workers_too_large", Counter, "Jobs ended for want of memory", |s| s.workers_too_large as f64),
    ("memory_granted", Gauge, "Bytes that workers have been granted beside their own", |s| s.memory_granted as f64),
    ("misses", Gauge, "Windows not answered in time that are remembered for a night", |s| s.misses as f64),
    ("misses_dropped", Counter, "Those that were not for want of room", |s| s.misses_dropped as f64),
    ("night_taken", Counter, "Texts taken from the queue of a night", |s| s.night_taken as f64),
    ("night_answered", Counter, "Those of them that were answered", |s| s.night_answered as f64),
    ("night_given_back", Counter, "Those given back, or taken over by another daemon", |s| s.night_given_back as f64),
    ("tier_hits", Counter, "Records found in the tier", |s| tier(s, |t| t.hits)),
    ("tier_misses", Counter, "Gets that found nothing in the tier", |s| tier(s, |t| t.misses)),
    ("tier_failed_gets", Counter, "Gets that the tier did not answer", |s| tier(s, |t| t.failed_gets)),
    ("tier_refused", Counter, "Records found in the tier and refused", |s| tier(s, |t| t.refused)),
    ("tier_puts", Counter, "Records written to the tier", |s| tier(s, |t| t.puts)),
    ("tier_failed_puts", Counter, "Writes that the tier did not take", |s| tier(s, |t| t.failed_puts)),
    ("tier_fenced", Counter, "Writes given up because another daemon had the lease", |s| tier(s, |t| t.fenced)),
    ("tier_losses", Counter, "Times that the tier had lost its memory", |s| tier(s, |t| t.losses)),
    ("tier_refilled", Counter, "Records written to the tier because of that", |s| tier(s, |t| t.refilled)),
    ("tier_queued", Gauge, "Records that wait to be written to the tier", |s| tier(s, |t| t.queued)),
    ("tier_spilled", Counter, "Those left to the journal because too many did", |s| tier(s, |t| t.spilled)),
    ("tier_leases", Counter, "Leases of searches taken", |s| tier(s, |t| t.leases)),
    ("tier_leases_lost", Counter, "Those that ran out before the search had ended", |s| tier(s, |t| t.leases_lost)),
    ("tier_waits", Counter, "Waits for another daemon's search", |s| tier(s, |t| t.waits)),
    ("tier_opened", Counter, "Times that the tier was left alone because it failed", |s| tier(s, |t| t.opened)),
];

/// A number of the tier; 0 where there is none.
fn tier(stats: &StatsResponse, number: fn(&TierStats) -> u64) -> f64 {
    stats.tier.as_ref().map_or(0.0, |tier| number(tier) as f64)
}

/// The names of these metrics, as a collector has them.
pub fn names() -> impl Iterator<Item = String> {
    ROWS.iter().map(|(name, kind, ..)| match kind {
        Counter => format!("isotope_{name}_total"),
        Gauge => format!("isotope_{name}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_proto::DESCRIPTORS;
    use prost::Message as _;
    use prost_types::FieldDescriptorProto;
    use prost_types::field_descriptor_proto::Type;

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
