//! The plan of a search for a window, in words and without doing it: for whoever asks why.

use crate::search::explanation::{Candidate, PLAIN};
use crate::search::pool::Asked;
use isotope_dictionary::Dictionary;
use isotope_hydride::Grammar;
use isotope_program::StepOp;
use isotope_program::pricer::{Basis, Cost};
use isotope_search::Proposal;
use isotope_search::instructions::TargetInstructions;
use isotope_search::proposal::Told;
use isotope_select::Ending;
use isotope_select::floor::Floors;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The title of the code that candidates are compared with.
const CODE_OF_PLAIN: &str = "Code of plain LLVM, in the loop that is priced";

/// The target's offer to the fast engine.
pub(super) fn offered(instructions: &TargetInstructions) -> (String, String) {
    let sizes = instructions.by_register_size.iter().map(|(bits, sized)| {
        let dots = sized.verticals.iter().filter(|v| v.dot.is_some()).count();
        let (all, narrow) = (sized.verticals.len(), sized.narrowings.len());
        format!("{bits} bits: {all} slot by slot, {dots} of them sums of products; {narrow} narrowing")
    });
    ("Instructions of the target".to_owned(), sizes.collect::<Vec<_>>().join("\n"))
}

/// Why nothing is searched for, with the code that is the answer; `None` where something is.
pub(super) fn ended(
    asked: &Asked,
    instructions: &TargetInstructions,
    floors: Option<&Floors>,
    plain: &Candidate,
) -> Option<Vec<(String, String)>> {
    let reason = Ending::of(&asked.window, instructions, floors)?.reason(&plain.cost)?;
    let text = format!("{reason}\nplain LLVM, {:.2} cycles, is the answer", plain.cost.centicycles as f64 / 100.0);
    Some(vec![("Search".to_owned(), text), (CODE_OF_PLAIN.to_owned(), plain.cost.asm.clone())])
}

/// The cost below which no program is, where that is known and does not end the search.
pub(super) fn floor(asked: &Asked, floors: &Floors) -> Option<(String, String)> {
    Some(("Bound".to_owned(), floors.of_window(&asked.window)?.to_string()))
}

/// The proposals, their costs, and the code of the cheapest beside that of plain LLVM.
pub(super) fn candidates(proposal: &Proposal, priced: &[Candidate], dictionary: &Dictionary) -> Vec<(String, String)> {
    let section = |title: &str, text: String| (title.to_owned(), text);
    let told = section("Proposers, in their order", proposal.told.iter().map(proposed).collect::<Vec<_>>().join("\n"));
    let plain = priced.iter().find(|candidate| candidate.by == PLAIN);
    let is_worse = |each: &Candidate| plain.is_some_and(|plain| each.cost.rank() >= plain.cost.rank());
    let mut text = format!(
        "{} applications tried on samples, {} programs planned; the {} most promising, cheapest first, \
         without those that are no better than the baseline",
        proposal.tried,
        proposal.candidates.len(),
        priced.len().saturating_sub(1).min(proposal.candidates.len()),
    );
    for each in priced.iter().filter(|each| !is_worse(each) || each.by == PLAIN) {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n{:.2} cycles{}, {} uops: {}",
            each.cost.centicycles as f64 / 100.0,
            beside(&each.cost),
            each.cost.uops,
            described(each, proposal, dictionary)
        );
    }
    let mut sections =
        vec![told, section("Candidates; a search proves from the cheapest on, and the first proof wins", text)];
    if let Some(cheapest) = priced.first().filter(|cheapest| cheapest.by != PLAIN) {
        sections.push(section("Code of the cheapest candidate, in the loop that is priced", cheapest.cost.asm.clone()));
    }
    if let Some(plain) = plain {
        sections.push(section(CODE_OF_PLAIN, plain.cost.asm.clone()));
    }
    sections
}

/// The account of a proposer.
fn proposed(told: &Told) -> String {
    match &told.found {
        None => format!("{}: not asked", told.name),
        Some(Err(why)) => format!("{}: none, {why}; {} units of work", told.name, told.work),
        Some(Ok(count)) => format!("{}: {count} programs, {} units of work", told.name, told.work),
    }
}

/// The model's cost, where it is not the one that ranks.
fn beside(cost: &Cost) -> String {
    let model = cost.model() as f64 / 100.0;
    match cost.basis {
        Basis::Model => String::new(),
        Basis::Measured { .. } => format!(" measured ({model:.2} by the model)"),
        Basis::Scaled { .. } => format!(" ({model:.2} by the model, scaled by what was measured of others)"),
    }
}

/// The paper's pruned grammar: what the reference engine may use, best first, and why the rest is not in it.
pub(super) fn pruned(grammar: &Grammar) -> (String, String) {
    let class = |kept: &isotope_hydride::Kept| {
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
fn described(priced: &Candidate, proposal: &Proposal, dictionary: &Dictionary) -> String {
    let Some(candidate) = proposal.candidates.iter().find(|one| one.program == priced.program) else {
        return "baseline".to_owned();
    };
    let mut used: BTreeMap<&str, u32> = BTreeMap::new();
    for step in &candidate.program.steps {
        if let StepOp::Instruction { name, .. } = &step.op {
            *used.entry(name).or_default() += 1;
        }
    }
    let mut text = format!(
        "{}: estimate {}, layouts {:?}, {} steps",
        candidate.by,
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
