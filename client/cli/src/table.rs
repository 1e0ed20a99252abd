//! Answers and counters as tables: as wide as the terminal, or with tabs where a program reads them.

mod layout;

pub use layout::{Form, Table};

use crate::summary::Summary;
use crate::warm::asking::Kind;
use crate::warm::summary::{Share, Summary as WarmUp};
use isotope_client::json::{cycles, source, verdict};
use isotope_proto::v1;

/// Mnemonics with their counts, most frequent first: `12 vpdpbusd, 2 vpackuswb`.
pub fn tally(instructions: &[String]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for name in instructions {
        match counts.iter_mut().find(|(n, _)| n == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    // The sort is stable: equal counts stay in program order.
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let word = |(name, count): &(&str, usize)| if *count == 1 { (*name).to_owned() } else { format!("{count} {name}") };
    counts.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// One row for each window.
pub fn answers(answers: &[v1::Answer], form: Form) -> String {
    let header = ["expression", "instructions", "cycles", "baseline", "gain", "verdict", "source", "work", "ms"];
    let mut table = Table::new(&header, &[2, 3, 4, 7, 8]);
    for answer in answers {
        let Some(selection) = &answer.selection else { continue };
        // A cost of nothing is one that nobody knows.
        let known = |cost: u64| if cost == 0 { "-".to_owned() } else { format!("{:.2}", cycles(cost)) };
        let gain = match selection.cost {
            0 => "-".to_owned(),
            cost => format!("{:.2}x", selection.baseline_cost as f64 / cost as f64),
        };
        let cut = if answer.truncated { " (cut short)" } else { "" };
        table.add([
            selection.expression.clone(),
            tally(&selection.instructions),
            known(selection.cost),
            known(selection.baseline_cost),
            gain,
            format!("{}{cut}", verdict(selection.verdict())),
            source_of(answer.source()).to_owned(),
            answer.work_spent.to_string(),
            format!("{:.2}", answer.milliseconds),
        ]);
    }
    table.shown(form)
}

/// Where an answer came from, for people. JSON keeps the wire's older word.
fn source_of(of: v1::Source) -> &'static str {
    if of == v1::Source::Memo { "cache" } else { source(of) }
}

/// The summary of a report.
pub fn summary(summary: &Summary) -> String {
    let mut reasons = Table::new(&["expressions", "what became of them"], &[0]);
    reasons.add([summary.used.to_string(), "use an answer".to_owned()]);
    for each in &summary.reasons {
        reasons.add([each.count.to_string(), each.why.clone()]);
    }
    let nothing = if summary.used == 0 { "; nothing is used" } else { "" };
    let mut text =
        format!("{} expressions, {} of them different{nothing}\n{reasons}", summary.expressions, summary.different);
    for (gain, over, count) in [
        (summary.gain_over_halide, "Halide's own code", summary.compared),
        (summary.gain_over_llvm_code, "LLVM's own code", summary.compared_with_llvm_code),
        (summary.gain_over_llvm, "plain LLVM", summary.used),
    ] {
        if let Some(gain) = gain {
            text += &format!("\nby the model {gain:.2} times cheaper than {over}, geometric mean of {count}");
        }
    }
    if !summary.slowest.is_empty() {
        let mut slowest = Table::new(&["ms", "target", "slowest to be answered"], &[0]);
        for each in &summary.slowest {
            slowest.add([format!("{:.1}", each.milliseconds), each.target.clone(), each.place.clone()]);
        }
        text += &format!("\n{slowest}");
    }
    text
}

/// Counts with their share: what, how many there are, how many of them were found.
pub fn counts(counts: &[(String, usize, usize)]) -> String {
    let row = |(what, all, found): &(String, usize, usize)| {
        let share = 100.0 * *found as f64 / (*all).max(1) as f64;
        vec![what.clone(), all.to_string(), found.to_string(), format!("{share:.1}")]
    };
    rows(&["functions", "there are", "found", "%"], counts.iter().map(row), &[1, 2, 3])
}

/// Any rows under a header, with the columns of numbers to the right.
pub fn rows(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>, numbers: &[usize]) -> String {
    let mut table = Table::new(header, numbers);
    rows.into_iter().for_each(|row| table.add(row));
    table.to_string()
}

/// The counters, with their names.
pub fn stats(stats: &v1::StatsResponse) -> String {
    let mut table = Table::new(&["what", "value"], &[1]);
    let rows: [(&str, String); 52] = [
        ("version", stats.version.clone()),
        ("epoch", stats.epoch.clone()),
        ("prover", stats.prover.clone()),
        ("uptime, s", format!("{:.1}", stats.uptime_seconds)),
        ("windows", stats.windows.to_string()),
        ("phrasings tied to their canonical form", stats.ties.to_string()),
        ("  not tied", stats.untied.to_string()),
        ("from the cache", stats.from_memo.to_string()),
        ("  of these from memory", stats.from_memory.to_string()),
        ("from searches", stats.from_search.to_string()),
        ("from the baseline", stats.from_baseline.to_string()),
        ("joined another's search", stats.joined.to_string()),
        ("cut short by a deadline", stats.truncated.to_string()),
        ("searches given up", stats.cancelled.to_string()),
        ("searches that gave way, times", stats.gave_way.to_string()),
        ("failed", stats.failed.to_string()),
        ("refused, queue full", stats.refused_queue_full.to_string()),
        ("cache entries refused", stats.records_refused.to_string()),
        ("  proved again by this prover", stats.records_proved_again.to_string()),
        ("  ranked by the prices of now", stats.records_ranked.to_string()),
        ("  set aside", stats.records_set_aside.to_string()),
        ("cache writes failed", stats.memo_write_failures.to_string()),
        ("searches running", stats.searches_running.to_string()),
        ("  bound", stats.search_limit.to_string()),
        ("searches waiting", stats.searches_queued.to_string()),
        ("  bound", stats.queue_limit.to_string()),
        ("code compared with a compiler's own", stats.pairs.to_string()),
        ("  of these from memory", stats.pairs_known.to_string()),
        ("programs compared with one another", stats.checks.to_string()),
        ("  remembered", stats.checks_remembered.to_string()),
        ("kernels compiled", stats.compiles.to_string()),
        ("  remembered", stats.compiles_remembered.to_string()),
        ("programs packed, tiled, vectorized", stats.nests.to_string()),
        ("  remembered", stats.nests_remembered.to_string()),
        ("machine code scheduled", stats.schedules.to_string()),
        ("  remembered", stats.schedules_remembered.to_string()),
        ("cache entries", stats.memo_records.to_string()),
        ("cache bytes", stats.memo_bytes.to_string()),
        ("  bound", stats.memo_limit.to_string()),
        ("  evicted, records", stats.memo_evicted.to_string()),
        ("  read again, bytes", stats.memo_scrubbed_bytes.to_string()),
        ("  damaged, pieces", stats.memo_quarantined.to_string()),
        ("  not ours, records", stats.memo_foreign.to_string()),
        ("bytes of requests under way", stats.memory_charged.to_string()),
        ("  bound", stats.memory_limit.to_string()),
        ("refused, no room", stats.refused_no_room.to_string()),
        ("worker processes started", stats.workers_started.to_string()),
        ("  died under a job", stats.workers_died.to_string()),
        ("  killed, standing still", stats.workers_stalled.to_string()),
        ("  jobs ended for want of memory", stats.workers_too_large.to_string()),
        ("  granted beside their own, bytes", stats.memory_granted.to_string()),
        ("log lines dropped", stats.log_lines_dropped.to_string()),
    ];
    let tier = stats.tier.iter().flat_map(tier_rows);
    rows.into_iter().chain(tier).for_each(|(name, value)| {
        table.add([name.to_owned(), value]);
    });
    table.to_string()
}

/// The outcome of a warm-up job.
pub fn warm_up(warm_up: &WarmUp) -> String {
    use std::fmt::Write as _;
    let mut table = Table::new(&["windows", "count"], &[1]);
    let kinds = [
        (Kind::Better, "better than plain LLVM, proved"),
        (Kind::Equal, "no better, proved"),
        (Kind::Unproved, "not proved"),
        (Kind::Cut, "cut short"),
        (Kind::Failed, "without an answer"),
    ];
    for (kind, words) in kinds {
        table.add([words.to_owned(), warm_up.of(kind).to_string()]);
    }
    if warm_up.of(Kind::Kernel) > 0 {
        table.add(["kernels, shown to be equal".to_owned(), warm_up.of(Kind::Kernel).to_string()]);
    }
    table.add(["of all: remembered before".to_owned(), warm_up.remembered.to_string()]);
    let mut text = table.to_string();
    let _ = write!(text, "\n{} of {} windows answered", warm_up.answered, warm_up.asked);
    if let Some(gain) = warm_up.gain {
        let _ = write!(text, "; the better windows are {gain:.2} times cheaper, geometric mean");
    }
    for (worker, share) in &warm_up.workers {
        let Share { windows, remembered, better, failed } = share;
        let _ = write!(text, "\n{windows:>6}  by {worker}: {remembered} remembered, {better} better, {failed} failed");
    }
    for reason in warm_up.reasons.iter().filter(|reason| !reason.why.is_empty()) {
        let _ = write!(text, "\n{:>6}  {} (as {})", reason.count, reason.why, reason.example);
    }
    for (name, why) in &warm_up.unread {
        let _ = write!(text, "\nnot read: {name}: {why}");
    }
    text
}

fn tier_rows(tier: &v1::TierStats) -> [(&'static str, String); 16] {
    [
        ("tier", tier.name.clone()),
        ("  left alone now, because", if tier.resting.is_empty() { "-" } else { &tier.resting }.to_owned()),
        ("  left alone, times", tier.opened.to_string()),
        ("  found there", tier.hits.to_string()),
        ("  not found there", tier.misses.to_string()),
        ("  not answered", tier.failed_gets.to_string()),
        ("  found and refused", tier.refused.to_string()),
        ("  written there", tier.puts.to_string()),
        ("  writes failed", tier.failed_puts.to_string()),
        ("  writes fenced off", tier.fenced.to_string()),
        ("  its memory lost, times", tier.losses.to_string()),
        ("  written there again", tier.refilled.to_string()),
        ("  waiting to be written", tier.queued.to_string()),
        ("  left to the journal", tier.spilled.to_string()),
        ("searches leased in the farm", tier.leases.to_string()),
        ("  waited for another daemon's", tier.waits.to_string()),
    ]
}
