//! `Stats`: the counters as a message.

use crate::core::Core;
use isotope_proto::v1;
use tokio::time::Instant;

/// Counters since `started`. The observer knows the daemon's defects.
pub fn stats(core: &Core, started: Instant) -> v1::StatsResponse {
    let counters = &core.counters;
    let (queued, running) = core.scheduler.flights.load();
    let memo = core.store.memo.stats();
    let workers = core.selector.workers();
    v1::StatsResponse {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        epoch: core.intake.scope.epoch.clone(),
        uptime_seconds: started.elapsed().as_secs_f64(),
        windows: counters.windows.get(),
        from_memo: counters.from_memo.get(),
        from_search: counters.from_search.get(),
        from_baseline: counters.from_baseline.get(),
        joined: counters.joined.get(),
        truncated: counters.truncated.get(),
        cancelled: core.scheduler.flights.cancelled(),
        gave_way: core.scheduler.flights.gave_way(),
        failed: counters.failed.get(),
        refused_queue_full: counters.refused_queue_full.get(),
        records_refused: counters.records_refused.get() + memo.withheld_by_epoch + memo.withheld_by_verdict,
        memo_write_failures: counters.memo_write_failures.get(),
        searches_running: running as u64,
        searches_queued: queued as u64,
        search_limit: core.scheduler.threads as u64,
        queue_limit: core.scheduler.queue as u64,
        memo_records: memo.records,
        memo_bytes: memo.journal_bytes,
        memo_limit: memo.max_bytes,
        memo_evicted: memo.evicted,
        memo_scrubbed_bytes: memo.scrubbed_bytes,
        memo_quarantined: memo.quarantined + memo.not_quarantined,
        memo_foreign: memo.foreign,
        from_memory: counters.from_memory.get(),
        pairs: counters.pairs.get(),
        pairs_known: counters.pairs_known.get(),
        checks: counters.checks.get(),
        checks_remembered: counters.checks_remembered.get(),
        compiles: counters.compiles.get(),
        compiles_remembered: counters.compiles_remembered.get(),
        nests: counters.nests.get(),
        nests_remembered: counters.nests_remembered.get(),
        schedules: counters.schedules.get(),
        schedules_remembered: counters.schedules_remembered.get(),
        memory_charged: core.intake.memory.used() as u64,
        memory_limit: core.intake.memory.limit() as u64,
        refused_no_room: core.intake.memory.refused() as u64,
        log_lines_dropped: crate::observed::log::dropped_lines(),
        records_proved_again: counters.records_proved_again.get(),
        records_ranked: counters.records_ranked.get(),
        records_set_aside: counters.records_set_aside.get(),
        ties: counters.ties.get(),
        untied: counters.untied.get(),
        prover: core.selector.prover().to_owned(),
        workers_started: workers.started,
        workers_died: workers.died,
        workers_stalled: workers.stalled,
        workers_too_large: workers.too_large,
        memory_granted: core.intake.memory.granted() as u64,
        night_taken: counters.night_taken.get(),
        night_answered: counters.night_answered.get(),
        night_given_back: counters.night_given_back.get(),
        misses: core.store.misses.len() as u64,
        misses_dropped: core.store.misses.dropped(),
        tier: core.store.tier.as_ref().map(|tier| tier_stats(tier.counts())),
        lacks: Vec::new(),
    }
}

fn tier_stats(counts: isotope_tier::Counts) -> v1::TierStats {
    v1::TierStats {
        name: counts.name,
        hits: counts.hits,
        misses: counts.misses,
        failed_gets: counts.failed_gets,
        refused: counts.refused,
        puts: counts.puts,
        failed_puts: counts.failed_puts,
        fenced: counts.fenced,
        losses: counts.losses,
        refilled: counts.refilled,
        queued: counts.queued,
        spilled: counts.spilled,
        leases: counts.leases,
        leases_lost: counts.leases_lost,
        waits: counts.waits,
        opened: counts.opened,
        resting: counts.resting,
    }
}
