//! The daemon's counters as JSON, under their names on the wire.

use isotope_proto::v1;
use serde_json::{Value, json};

/// An object with these members of a message.
macro_rules! members {
    ($of:expr, $($name:ident)*) => { Value::Object([$((stringify!($name).to_owned(), json!($of.$name)),)*].into_iter().collect()) };
}

/// All counters; `layout` is the version of these names, `version` the daemon's own.
pub fn json(stats: &v1::StatsResponse) -> Value {
    let mut value = members!(
        stats,
        version epoch uptime_seconds windows from_memo from_search from_baseline joined truncated cancelled gave_way failed refused_queue_full records_refused memo_write_failures searches_running searches_queued search_limit queue_limit memo_records memo_bytes from_memory pairs pairs_known checks checks_remembered compiles compiles_remembered nests nests_remembered schedules schedules_remembered memo_limit memo_evicted memo_scrubbed_bytes memo_quarantined memo_foreign memory_charged memory_limit refused_no_room log_lines_dropped records_proved_again records_set_aside ties untied prover workers_started workers_died workers_stalled workers_too_large memory_granted records_ranked misses misses_dropped night_taken night_answered night_given_back lacks
    );
    value["layout"] = json!(1);
    value["tier"] = stats.tier.as_ref().map_or(Value::Null, tier);
    value
}

fn tier(tier: &v1::TierStats) -> Value {
    members!(
        tier,
        name hits misses failed_gets refused puts failed_puts fenced queued spilled leases leases_lost waits opened resting losses refilled
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_counter_of_the_wire_is_there() {
        let proto = include_str!("../../../proto/isotope/v1/isotope.proto");
        let names = |message: &str| -> Vec<String> {
            let body = proto.split(&format!("message {message} {{")).nth(1).unwrap().split("\n}").next().unwrap();
            let field = |line: &str| {
                let (before, number) = line.trim().strip_suffix(';')?.rsplit_once(" = ")?;
                number.parse::<u32>().ok()?;
                Some(before.rsplit_once(' ')?.1.to_owned())
            };
            body.lines().filter_map(field).collect()
        };
        let shown = json(&v1::StatsResponse { tier: Some(v1::TierStats::default()), ..Default::default() });
        for (message, value) in [("StatsResponse", &shown), ("TierStats", &shown["tier"])] {
            assert!(names(message).len() > 15, "{message}");
            for name in names(message) {
                assert!(!value[&name].is_null(), "{message}.{name}");
            }
        }
    }
}
