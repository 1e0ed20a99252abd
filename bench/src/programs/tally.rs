//! Outcomes counted: by kind, by reason, and how long they took.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Kind, Outcome};
use crate::measure::{geometric_mean, short};

/// A reason for which windows have nothing better, with how often it is met.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The outcome of these windows.
    pub kind: Kind,
    /// The reason.
    pub reason: String,
    /// Windows, each as often as it occurs.
    pub windows: u64,
    /// One of them: the one that costs most.
    pub example: String,
}

/// Counts over all windows.
#[derive(Debug, Serialize)]
pub struct Tally {
    /// The CPU.
    pub mcpu: String,
    /// Windows, each as often as it occurs.
    pub windows: u64,
    /// Different ones.
    pub different: usize,
    /// How many of each kind.
    pub kinds: BTreeMap<Kind, u64>,
    /// How many have a proved answer, plain or not.
    pub proved: u64,
    /// Lines that do not read as a window.
    pub unread: usize,
    /// Different windows that were not begun in time.
    pub not_begun: usize,
    /// How many times cheaper than plain LLVM, as a geometric mean over the better ones; 0 where there is none.
    pub gain: f64,
    /// Geometric mean of the milliseconds.
    pub mean_ms: f64,
    /// The longest, and which that was.
    pub slowest: Option<(f64, String)>,
    /// Why there is nothing better, the most frequent first.
    pub reasons: Vec<Reason>,
}

impl Tally {
    /// Counts outcomes.
    pub fn of(mcpu: &str, outcomes: &[Outcome], unread: usize, not_begun: usize) -> Tally {
        let count = |test: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|o| test(o)).map(|o| o.times).sum();
        let times: Vec<f64> = outcomes.iter().map(|o| o.milliseconds).collect();
        let better = outcomes.iter().filter(|o| o.kind == Kind::Better && o.cost > 0);
        let gains: Vec<f64> = better.map(|o| o.baseline as f64 / o.cost as f64).collect();
        let slowest = outcomes.iter().max_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds));
        Tally {
            mcpu: mcpu.to_owned(),
            windows: count(&|_| true),
            different: outcomes.len(),
            kinds: Kind::ALL.into_iter().map(|kind| (kind, count(&|o| o.kind == kind))).collect(),
            proved: count(&|o| o.proved),
            unread,
            not_begun,
            gain: geometric_mean(&gains).unwrap_or(0.0),
            mean_ms: geometric_mean(&times).unwrap_or(0.0),
            slowest: slowest.map(|o| (o.milliseconds, o.name.clone())),
            reasons: reasons(outcomes),
        }
    }

    /// The lines that are printed.
    pub fn lines(&self) -> Vec<String> {
        let share_of = |count: u64, whole: u64| format!("{:.1} %", 100.0 * count as f64 / whole.max(1) as f64);
        let share = |count: u64| share_of(count, self.windows);
        let sensible = self.windows - self.kinds.get(&Kind::Contradictory).unwrap_or(&0);
        let mut lines = vec![format!("{}: {} windows, {} different", self.mcpu, self.windows, self.different)];
        for (kind, count) in &self.kinds {
            lines.push(format!("  {:<24}{count:>6}  {}", kind.word(), share(*count)));
        }
        let of_sensible = share_of(self.proved, sensible);
        lines
            .push(format!("  {:<24}{:>6}  {of_sensible} of those whose facts some input meets", "proved", self.proved));
        lines.push(format!("  times cheaper where better, geometric mean: {:.2}", self.gain));
        let slowest = self.slowest.as_ref().map(|(ms, name)| format!("{} s ({name})", short(ms / 1e3)));
        lines.push(format!(
            "  cold, geometric mean {} s, slowest {}",
            short(self.mean_ms / 1e3),
            slowest.unwrap_or_else(|| "none".to_owned())
        ));
        if self.unread + self.not_begun > 0 {
            lines.push(format!("  not read: {}; not begun in time: {}", self.unread, self.not_begun));
        }
        for reason in &self.reasons {
            let Reason { kind, reason, windows, example } = reason;
            lines.push(format!("  {windows:>5} {}: {reason} (as {example})", kind.word()));
        }
        lines
    }
}

fn reasons(outcomes: &[Outcome]) -> Vec<Reason> {
    let mut groups: BTreeMap<(Kind, &str), Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes.iter().filter(|o| o.kind != Kind::Better) {
        groups.entry((outcome.kind, &outcome.reason)).or_default().push(outcome);
    }
    let reason = |((kind, reason), group): ((Kind, &str), Vec<&Outcome>)| {
        let windows = group.iter().map(|o| o.times).sum();
        let example = group.iter().max_by_key(|o| o.baseline).map(|o| o.name.clone()).unwrap_or_default();
        Reason { kind, reason: reason.to_owned(), windows, example }
    };
    let mut reasons: Vec<Reason> = groups.into_iter().map(reason).collect();
    reasons.sort_by_key(|r| std::cmp::Reverse(r.windows));
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &str, kind: Kind, times: u64, cost: u64, milliseconds: f64) -> Outcome {
        Outcome {
            name: name.into(),
            times,
            window: String::new(),
            kind,
            proved: kind == Kind::Better || kind == Kind::Equal,
            reason: if kind == Kind::Better { String::new() } else { format!("{kind:?}").to_lowercase() },
            cost,
            baseline: 400,
            instructions: vec![],
            work: 0,
            milliseconds,
        }
    }

    #[test]
    fn windows_count_as_often_as_they_occur() {
        let all = [
            outcome("a", Kind::Better, 3, 100, 100.0),
            outcome("b", Kind::Equal, 1, 400, 1.0),
            outcome("c", Kind::Unproved, 2, 400, 10.0),
            outcome("d", Kind::Equal, 4, 400, 10.0),
            outcome("e", Kind::Contradictory, 2, 400, 10.0),
        ];
        let tally = Tally::of("znver5", &all, 1, 0);
        assert_eq!((tally.windows, tally.different, tally.proved), (12, 5, 8));
        assert_eq!(tally.kinds.values().copied().collect::<Vec<_>>(), [3, 5, 2, 2, 0]);
        assert!((tally.gain - 4.0).abs() < 1e-9 && (tally.mean_ms - 10.0).abs() < 1e-9, "{tally:?}");
        assert_eq!(tally.slowest, Some((100.0, "a".to_owned())));
        let first = &tally.reasons[0];
        assert_eq!((first.kind, first.windows), (Kind::Equal, 5));
        let lines = tally.lines().join("\n");
        assert!(lines.contains("25.0 %") && lines.contains("80.0 %") && lines.contains("not read: 1"), "{lines}");
    }

    #[test]
    fn nothing_asked_is_nothing_counted() {
        let tally = Tally::of("znver5", &[], 0, 0);
        assert_eq!((tally.windows, tally.slowest.clone(), tally.reasons.len()), (0, None, 0));
        assert!(tally.lines().join("\n").contains("slowest none"));
    }
}
