//! What a search would do with a window, in words and without doing it: for whoever asks why.

use crate::search::pool::Asked;
use isotope_dictionary::Dictionary;
use isotope_hydride::Grammar;
use isotope_program::pricer::{Basis, Cost};
use isotope_program::{Program, StepOp};
use isotope_search::Candidate;
use isotope_search::instructions::TargetInstructions;
use isotope_search::proposers::Told;
use isotope_select::floor::Floors;
use isotope_select::{Considered, Ending, EngineError};
use isotope_smt::effort::Effort;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Candidates that are described.
const SHOWN: usize = 8;

/// The title of the code that candidates are compared with.
const PLAIN: &str = "Code of plain LLVM, in the loop that is priced";

/// What the target offers to the fast engine.
pub(super) fn offered(instructions: &TargetInstructions) -> (String, String) {
    let sizes = instructions.by_register_size.iter().map(|(bits, sized)| {
        let dots = sized.verticals.iter().filter(|v| v.dot.is_some()).count();
        let (all, narrow) = (sized.verticals.len(), sized.narrowings.len());
        format!("{bits} bits: {all} slot by slot, {dots} of them sums of products; {narrow} narrowing")
    });
    ("Instructions of the target".to_owned(), sizes.collect::<Vec<_>>().join("\n"))
}

/// The price of a shortlist and of plain LLVM, cheapest first.
type Weigh<'a> = &'a dyn Fn(Vec<(Program, String)>) -> Result<Vec<Considered>, EngineError>;

/// Why nothing is searched for, with the code that is the answer; `None` where something is.
pub(super) fn ended(
    asked: &Asked,
    instructions: &TargetInstructions,
    floors: Option<&Floors>,
    weigh: Weigh<'_>,
) -> Result<Option<Vec<(String, String)>>, EngineError> {
    let Some(ending) = Ending::of(&asked.window, instructions, floors) else { return Ok(None) };
    let plain = weigh(vec![])?.into_iter().next();
    let found = plain.and_then(|plain| Some((ending.reason(&plain.cost)?, plain.cost)));
    Ok(found.map(|(reason, cost)| {
        let text = format!("{reason}\nplain LLVM, {:.2} cycles, is the answer", cost.centicycles as f64 / 100.0);
        vec![("Search".to_owned(), text), (PLAIN.to_owned(), cost.asm)]
    }))
}

/// What no program costs less than, where that is known and does not end the search.
pub(super) fn floor(asked: &Asked, floors: &Floors) -> Option<(String, String)> {
    Some(("Bound".to_owned(), floors.of_window(&asked.window)?.to_string()))
}

/// The first candidates with what the pricer says of them, and the code of the cheapest beside that of plain LLVM.
pub(super) fn candidates(
    asked: &Asked,
    dictionary: &Dictionary,
    instructions: &TargetInstructions,
    stopped: &dyn Fn() -> bool,
    weigh: Weigh<'_>,
) -> Result<Vec<(String, String)>, EngineError> {
    let section = |title: &str, text: String| (title.to_owned(), text);
    let effort = Effort::new(asked.budget, stopped);
    let (graph, root) = (&asked.window.graph, asked.window.root);
    let proposal = match isotope_search::propose(graph, root, instructions, &[], &effort) {
        Ok(proposal) => proposal,
        Err(e) => return Ok(vec![section("Search", format!("none, the plain lowering is the answer: {e}"))]),
    };
    let told = section("Proposers, in their order", proposal.told.iter().map(proposed).collect::<Vec<_>>().join("\n"));
    let shown = proposal.candidates.iter().take(SHOWN);
    let shortlist = shown.map(|c| (c.program.clone(), described(c, dictionary))).collect();
    let weighed = weigh(shortlist)?;
    let mut text = format!(
        "{} applications tried on samples, {} programs planned; the {SHOWN} most promising, cheapest first, \
         without those that cost more than the baseline",
        proposal.tried,
        proposal.candidates.len(),
    );
    for each in &weighed {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n{:.2} cycles{}, {} uops: {}",
            each.cost.centicycles as f64 / 100.0,
            beside(&each.cost),
            each.cost.uops,
            each.note
        );
    }
    let mut sections =
        vec![told, section("Candidates; a search proves from the cheapest on, and the first proof wins", text)];
    let is_plain = |c: &&Considered| c.note == "baseline";
    if let Some(cheapest) = weighed.iter().find(|c| !is_plain(c)) {
        sections.push(section("Code of the cheapest candidate, in the loop that is priced", cheapest.cost.asm.clone()));
    }
    if let Some(plain) = weighed.iter().find(is_plain) {
        sections.push(section(PLAIN, plain.cost.asm.clone()));
    }
    Ok(sections)
}

/// What a proposer did.
fn proposed(told: &Told) -> String {
    match &told.found {
        None => format!("{}: not asked", told.name),
        Some(Err(why)) => format!("{}: none, {why}; {} units of work", told.name, told.work),
        Some(Ok(count)) => format!("{}: {count} programs, {} units of work", told.name, told.work),
    }
}

/// What the model says, where that is not what ranks.
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
fn described(candidate: &Candidate, dictionary: &Dictionary) -> String {
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
