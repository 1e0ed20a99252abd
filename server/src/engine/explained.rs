//! What a search would do with a window, in words and without doing it: for whoever asks why.

use isotope_grammars::Dictionary;
use isotope_grammars::grammar::Grammar;
use isotope_ir::Window;
use isotope_synth::fast::machine::Machine;
use isotope_synth::fast::{self, Candidate};
use isotope_synth::program::StepOp;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Candidates that are described.
const SHOWN: usize = 6;

/// Titled sections: what the window was read as, what the target offers, what would be priced.
pub(super) fn texts(window: &Window, machine: &Machine, dictionary: &Dictionary) -> Vec<(String, String)> {
    let shelves = machine.shelves.iter().map(|(bits, shelf)| {
        let dots = shelf.verticals.iter().filter(|v| v.dot.is_some()).count();
        let (all, narrow) = (shelf.verticals.len(), shelf.narrows.len());
        format!("{bits} bits: {all} slot by slot, {dots} of them sums of products; {narrow} narrowing")
    });
    let mut sections = vec![("Instructions of the target".to_owned(), shelves.collect::<Vec<_>>().join("\n"))];
    let proposal = match fast::propose(&window.graph, window.root, machine, &[]) {
        Ok(proposal) => proposal,
        Err(e) => {
            sections.push(("Search".to_owned(), format!("none, the plain lowering is the answer: {e}")));
            return sections;
        }
    };
    let mut text = format!("{} applications tried on samples", proposal.tried);
    for candidate in proposal.candidates.iter().take(SHOWN) {
        text += &described(candidate, dictionary);
    }
    sections.push(("Candidates, by estimate; the judge prices them and the cheapest is proved".to_owned(), text));
    sections
}

/// The paper's pruned grammar: what the reference engine may use, best first, and why the rest is not in it.
pub(super) fn pruned(grammar: &Grammar) -> (String, String) {
    let class = |kept: &isotope_grammars::grammar::Kept| {
        let members: Vec<&str> = kept.members.iter().map(|choice| choice.member).collect();
        format!("class {}: {}", kept.class, members.join(" "))
    };
    let mut lines: Vec<String> = grammar.classes.iter().map(class).collect();
    let swizzles = grammar.swizzles.iter().map(|s| format!("{:?} i{}x{}", s.pattern, s.bits, s.lanes));
    lines.push(format!("swizzles: {}", swizzles.collect::<Vec<_>>().join(", ")));
    let dropped = grammar.dropped.iter().map(|(reason, count)| format!("{count} {}", reason.text()));
    lines.push(format!("left out: {}", dropped.collect::<Vec<_>>().join("; ")));
    ("Grammar of the reference engine, pruned for this window".to_owned(), lines.join("\n"))
}

/// One candidate: its layouts, and which instruction of which class it uses how often.
fn described(candidate: &Candidate, dictionary: &Dictionary) -> String {
    let mut used: BTreeMap<&str, u32> = BTreeMap::new();
    for step in &candidate.program.steps {
        if let StepOp::Instruction { name, .. } = &step.op {
            *used.entry(name).or_default() += 1;
        }
    }
    let mut text = format!(
        "\nestimate {}, layouts {:?}, {} steps",
        candidate.estimate,
        candidate.splits,
        candidate.program.steps.len()
    );
    for (name, times) in used {
        let class = dictionary.member(name).map_or("?", |m| dictionary.class_of(m).name);
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {times} x {name}, class {class}");
    }
    text
}
