//! A report of compilers (`ISOTOPE_REPORT`) summed up.

use crate::limits;
use crate::report::{Expression, expression};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, Read as _};

/// The output of `isotope report --json`. Fields are only ever added; `version` changes if one has to change its meaning.
#[derive(Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The version of this layout.
    pub version: u32,
    /// Lines: an expression is on one for each time that it was compiled.
    pub expressions: usize,
    /// Different expressions in different places.
    pub different: usize,
    /// Lines that have an answer, used or not.
    pub answered: usize,
    /// Lines whose answer is less than a whole search finds.
    pub cut_short: usize,
    /// Lines whose answer is in the program.
    pub used: usize,
    /// The others, by why not, the most frequent first.
    pub reasons: Vec<Reason>,
    /// How many times cheaper than Halide's own code the used answers are by the model: geometric mean of those compared.
    pub gain_over_halide: Option<f64>,
    /// Used answers that were compared with it.
    pub compared: usize,
    /// The same over LLVM's own code, in clang and whatever else loads LLVM's plug-ins.
    pub gain_over_llvm_code: Option<f64>,
    /// Used answers that were compared with that.
    pub compared_with_llvm_code: usize,
    /// The same of all used answers, over the plain LLVM lowering of their expressions.
    pub gain_over_llvm: Option<f64>,
    /// The windows that took the service longest.
    pub slowest: Vec<Slow>,
}

/// The reply of an expression that has an answer.
const ANSWERED: &str = "answered";

/// How many expressions use no answer for one reason.
#[derive(Debug, PartialEq, Serialize)]
pub struct Reason {
    /// The reason, as the report has it.
    pub why: String,
    /// Lines.
    pub count: usize,
}

/// An expression and its time.
#[derive(Debug, PartialEq, Serialize)]
pub struct Slow {
    /// The name that is stored or bound.
    pub place: String,
    /// In LLVM's names.
    pub target: String,
    /// Until it was answered.
    pub milliseconds: f64,
}

/// A geometric mean of gains under way.
#[derive(Debug, Default)]
pub(crate) struct Mean {
    logarithms: f64,
    count: usize,
}

impl Mean {
    /// One more: what the other costs, and what our own does. A window without a cost does not count.
    pub(crate) fn add(&mut self, other: f64, own: f64) {
        if other > 0.0 && own > 0.0 {
            self.logarithms += (other / own).ln();
            self.count += 1;
        }
    }

    /// The mean; `None` of nothing.
    pub(crate) fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| (self.logarithms / self.count as f64).exp())
    }
}

impl Summary {
    /// Reads a report line by line. The error says which line is no record of one.
    pub fn read(mut report: impl BufRead) -> Result<Self, String> {
        let mut summary = Summary {
            version: 1,
            expressions: 0,
            different: 0,
            answered: 0,
            cut_short: 0,
            used: 0,
            reasons: Vec::new(),
            gain_over_halide: None,
            compared: 0,
            gain_over_llvm_code: None,
            compared_with_llvm_code: 0,
            gain_over_llvm: None,
            slowest: Vec::new(),
        };
        let (mut reasons, mut different) = (BTreeMap::<String, usize>::new(), HashSet::new());
        let [mut over_halide, mut over_llvm_code, mut over_llvm] = [(); 3].map(|()| Mean::default());
        let mut line = String::new();
        for number in 1.. {
            line.clear();
            let bound = limits::MAX_REPORT_LINE;
            let length = report.by_ref().take(bound + 1).read_line(&mut line);
            match length.map_err(|e| format!("line {number} cannot be read: {e}"))? {
                0 => break,
                length if length as u64 > bound => {
                    return Err(format!("line {number} is over the bound MAX_REPORT_LINE = {bound} bytes"));
                }
                _ if line.trim().is_empty() => continue,
                _ => {}
            }
            let found = expression(number, &line)?;
            summary.expressions += 1;
            different.insert((found.place.clone(), found.asked.clone(), found.target.clone()));
            summary.answered += usize::from(found.reply == ANSWERED);
            summary.cut_short += usize::from(found.truncated);
            if found.used {
                summary.used += 1;
                over_halide.add(found.halide_cost, found.halide_cost_with_answer);
                over_llvm_code.add(found.llvm_cost, found.llvm_cost_with_answer);
                over_llvm.add(found.baseline_cost, found.cost);
            } else {
                *reasons.entry(found.why_not.clone()).or_default() += 1;
            }
            summary.note_time(found);
        }
        summary.different = different.len();
        summary.reasons = reasons.into_iter().map(|(why, count)| Reason { why, count }).collect();
        // Equal counts stay in the order of their words.
        summary.reasons.sort_by_key(|reason| std::cmp::Reverse(reason.count));
        (summary.gain_over_halide, summary.compared) = (over_halide.value(), over_halide.count);
        summary.gain_over_llvm_code = over_llvm_code.value();
        summary.compared_with_llvm_code = over_llvm_code.count;
        summary.gain_over_llvm = over_llvm.value();
        Ok(summary)
    }

    fn note_time(&mut self, found: Expression) {
        if found.milliseconds > 0.0 {
            let Expression { place, target, milliseconds, .. } = found;
            let at = self.slowest.partition_point(|slow| slow.milliseconds >= milliseconds);
            self.slowest.insert(at, Slow { place, target, milliseconds });
            self.slowest.truncate(limits::SLOWEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(place: &str, used: bool, rest: &str) -> String {
        format!(r#"{{"target": "t", "place": "{place}", "asked": "e", "used": {used}, {rest}}}"#) + "\n"
    }

    #[test]
    fn counts_gains_and_times_are_summed_up() {
        let answered =
            r#""why_not": "", "cost": 2, "baseline_cost": 8, "halide_cost": 9, "halide_cost_with_answer": 3"#;
        let report = [
            line("a", true, &format!(r#"{answered}, "milliseconds": 1.5"#)),
            line("a", true, &format!(r#"{answered}, "milliseconds": 0.5"#)),
            line("b", false, r#""why_not": "no answer: deadline""#),
            "\n".to_owned(),
            line("c", false, r#""why_not": "not proved", "milliseconds": 900"#),
            line("d", false, r#""why_not": "not proved", "milliseconds": 7"#),
            line("f", true, r#""why_not": "", "llvm_cost": 4, "llvm_cost_with_answer": 2"#),
        ];
        let summary = Summary::read(report.concat().as_bytes()).expect("it is a report");
        assert_eq!((summary.expressions, summary.different, summary.used, summary.compared), (6, 5, 3, 2));
        let reasons: Vec<_> = summary.reasons.iter().map(|r| (r.count, r.why.as_str())).collect();
        assert_eq!(reasons, [(2, "not proved"), (1, "no answer: deadline")]);
        let near = |found: Option<f64>, wanted: f64| found.is_some_and(|found| (found - wanted).abs() < 1e-9);
        assert!(near(summary.gain_over_halide, 3.0) && near(summary.gain_over_llvm, 4.0), "{summary:?}");
        assert!(near(summary.gain_over_llvm_code, 2.0) && summary.compared_with_llvm_code == 1, "{summary:?}");
        let slowest: Vec<_> = summary.slowest.iter().map(|slow| slow.place.as_str()).collect();
        assert_eq!(slowest, ["c", "d", "a", "a"]);
    }

    #[test]
    fn an_empty_report_is_one_and_another_file_is_none() {
        assert_eq!(Summary::read("".as_bytes()).expect("it is empty").expressions, 0);
        let error = Summary::read("{}\nuint8x4 a\n".as_bytes()).expect_err("it is none");
        assert!(error.contains("line 1"), "{error}");
    }
}
