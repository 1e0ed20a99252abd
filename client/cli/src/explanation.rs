//! Explanations as texts for people, and as JSON for programs.

mod folded;
pub mod json;

pub use folded::folded;

use crate::table::tally;
use isotope_client::json::{cycles, methods};
use isotope_proto::v1;
use std::fmt::Write as _;

/// How the title of a section begins that only readers of the paper need: the instructions that the reference engine may use.
const OF_RESEARCH: &str = "Grammar of the reference engine";

/// An explanation, window by window; with `all` every candidate with its code, and the reference engine's grammar.
pub fn text(response: &v1::ExplainResponse, all: bool) -> String {
    let target = response.target.clone().unwrap_or_default();
    let mut text = String::new();
    let _ = writeln!(text, "target      {} {} {}", target.arch, target.mcpu, target.mattr);
    let _ = writeln!(text, "epoch       {}\ncost model  {}", response.epoch, response.cost_model);
    for window in &response.windows {
        let _ = writeln!(text, "\n{}\n", folded(&window.expression));
        let canonical = folded(window.canonical.trim_end()).replace('\n', "\n            ");
        let _ = writeln!(text, "canonical   {canonical}");
        let (hash, key) = (&window.canonical_hash, &window.key);
        let _ = writeln!(text, "hash        {hash}\nkey         {key}\nmemo        {}", memo(window.memo()));
        if let Some(selection) = &window.selection {
            answer(&mut text, selection);
        }
        if let Some(found) = &window.why_not {
            why_not(&mut text, found);
        }
        for section in window.sections.iter().filter(|section| all || !section.title.starts_with(OF_RESEARCH)) {
            let _ = writeln!(text, "\n{}\n  {}", section.title, indented(&section.text));
        }
        if all {
            candidates(&mut text, window);
        }
    }
    text
}

/// The state of the cache, in words.
fn memo(state: v1::MemoState) -> &'static str {
    match state {
        v1::MemoState::Hit => "hit",
        v1::MemoState::Miss => "miss: no record under this key",
        v1::MemoState::Refused => "a record is there, and a check refused it; the daemon's log says which",
        v1::MemoState::Searching => "miss, and the search is under way",
        v1::MemoState::Unspecified => "unknown",
    }
}

fn answer(text: &mut String, selection: &v1::Selection) {
    let (cost, baseline) = (cycles(selection.cost), cycles(selection.baseline_cost));
    let _ = writeln!(text, "answer      {}", tally(&selection.instructions));
    let _ = writeln!(text, "cost        {cost:.2} cycles, baseline {baseline:.2}");
    for step in selection.proof.iter().flat_map(|p| &p.steps) {
        let method = methods(step).join(", ");
        let _ = writeln!(text, "proof       {method}: {} ({} lanes, {} work)", step.claim, step.lanes, step.work);
    }
}

/// The word for what was found of an instruction.
pub fn finding(finding: v1::Finding) -> &'static str {
    match finding {
        v1::Finding::Used => "used",
        v1::Finding::Dearer => "dearer",
        v1::Finding::Equal => "as dear",
        v1::Finding::Cheaper => "cheaper",
        v1::Finding::Differs => "differs",
        v1::Finding::Unproved => "unproved",
        v1::Finding::Unfit => "unfit",
        v1::Finding::Unavailable => "unavailable",
        v1::Finding::Unspecified => "unknown",
    }
}

fn why_not(text: &mut String, found: &v1::WhyNot) {
    let _ = writeln!(text, "\nWhy not {}\n  {}: {}", found.instruction, finding(found.finding()), found.reason);
    if !found.input.is_empty() {
        let _ = writeln!(text, "  {}", found.input);
    }
    if let Some(candidate) = &found.candidate {
        let _ = writeln!(text, "  the program, {:.2} cycles:", cycles(candidate.cost));
        let _ = writeln!(text, "    {}", candidate.autollvm.trim_end().replace('\n', "\n    "));
        let _ = writeln!(text, "  its code, in the loop that is priced:");
        let _ = writeln!(text, "    {}", candidate.code.trim_end().replace('\n', "\n    "));
    }
}

fn candidates(text: &mut String, window: &v1::Explanation) {
    for (number, candidate) in (1..).zip(&window.candidates) {
        let answer = if candidate.is_answer { ", the cached answer" } else { "" };
        let (cost, uops) = (cycles(candidate.cost), candidate.uops);
        let _ = writeln!(text, "\nCandidate {number}, {}: {cost:.2} cycles, {uops} uops{answer}", candidate.by);
        let _ = writeln!(text, "  {}", indented(&candidate.autollvm));
        for part in candidate.parts.iter().filter(|part| !part.expression.is_empty()) {
            let how = if part.low_bits { "has in its low bits" } else { "computes" };
            let _ = writeln!(text, "  %{} {how} {}", part.value, part.expression);
        }
        let _ = writeln!(text, "  {}", indented(&candidate.code));
    }
    if window.left_out > 0 {
        let _ = writeln!(text, "\n{} more programs were proposed, and not priced", window.left_out);
    }
}

fn indented(text: &str) -> String {
    text.trim_end().replace('\n', "\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_engines_grammar_is_for_who_asks_for_all() {
        let section = |title: &str| v1::Section { title: title.to_owned(), text: "t".to_owned() };
        let sections = vec![section("Bound"), section("Grammar of the reference engine, pruned for this window")];
        let window = v1::Explanation { expression: "e".to_owned(), sections, ..Default::default() };
        let response = v1::ExplainResponse { windows: vec![window], ..Default::default() };
        let [some, whole] = [false, true].map(|all| text(&response, all));
        assert!(some.contains("\nBound\n") && !some.contains("Grammar"), "{some}");
        assert!(whole.contains("\nGrammar of the reference engine"), "{whole}");
    }
}
