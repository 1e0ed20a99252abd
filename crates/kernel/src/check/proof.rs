//! Cells whose terms differ, shown equal by the solver: both programs as bit vectors over the same inputs.
//!
//! A value of which nothing is known, such as of floats, divisions and calls, is an input by its name: equal names are equal values. A cell of the
//! second program has to be defined wherever that of the first is, and equal there; a shift by too much is not defined. Cells that differ
//! by the names of their inputs alone are one question.

use super::compare;
use super::compare::Agreement;
use super::identity::evidence;
use super::licence::Licence;
use super::pair::{Pair, SMALL_ERROR, Tested, plans};
use super::runs::{Manner, Notes};
use super::verdict::Evidence;
use super::words::{Builder, too_large};
use crate::limits::{
    MAX_ASSUMED_DIVISIONS, MAX_PROOF_DEPTH, MAX_PROOF_INPUTS, MAX_PROOF_NODES, MAX_PROOF_WORK, MAX_PROVED_CELLS,
};
use crate::rule::Rule;
use crate::values::field::Method;
use crate::values::op::Permissions;
use crate::values::record::{Name, Record};
use crate::values::value::Scalar;
use isotope_ir::term::{TermId, Terms};
use isotope_smt::{Bounded, Outcome, Prover, Query};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// Why nothing is proved.
pub(super) enum Unproved {
    /// It is nothing for a solver.
    Unasked,
    /// The solver, or what it was asked.
    Because(String),
}

impl Pair<'_> {
    /// Both with all operations on data as free terms, whose definitions a solver is given where they differ.
    pub(super) fn proved(&self, prover: &dyn Prover) -> Result<Evidence, Unproved> {
        // All flags of integers are parts of names: what they promise is asked of the solver.
        let mut licence = Licence { permissions: Permissions::default(), ..self.licence.clone() };
        licence.counted.all_of_integers = true;
        let plans = plans(self.modules, &licence);
        // Of the solver's inputs nothing is assumed.
        let named = Pair { plans, entry: self.entry.clone(), licence, assumed: Vec::new(), ..*self };
        let manner =
            Manner { method: Method::Free, permissions: Permissions::default(), notes: Notes::Definitions, turn: 0 };
        let runs = named.runs(manner, [false; 2]).ok().and_then(Result::ok);
        let Some(mut runs) = runs else { return Err(Unproved::Unasked) };
        let differing = RefCell::new(Vec::new());
        let is_equal = |x: Scalar, y: Scalar| {
            let mut all = differing.borrow_mut();
            if !compare::same_term(x, y) {
                all.push((x, y));
            }
            // One too many says that there are too many.
            all.len() <= MAX_PROVED_CELLS
        };
        let [before_run, after_run] = &mut runs;
        let agreement = Agreement { equal: &is_equal, by_value: true };
        let (cells, difference) = compare::cells(before_run, after_run, &agreement);
        let differing = differing.into_inner();
        let mut record = Record::default();
        for run in &mut runs {
            record.join(run.0.numbers.record.take().unwrap_or_default());
        }
        let divisions = runs.each_mut().map(|run| std::mem::take(&mut run.0.numbers.divisions));
        let evidence = match evidence(runs, cells) {
            Tested::Equal(evidence) | Tested::Vanishing(evidence) if evidence.error_bits < SMALL_ERROR => evidence,
            _ => return Err(Unproved::Unasked),
        };
        if difference.is_some() || record.is_full() {
            return Err(Unproved::Unasked);
        }
        let why = |why| Unproved::Because(format!("of {} such cells one is not proved: {why}", differing.len()));
        prove(&record, &differing, divisions, &Bounded::new(prover, MAX_PROOF_WORK)).map_err(why)?;
        Ok(Evidence { proved: differing.len() as u64, ..evidence })
    }
}

/// Divisions of a run by the names of their results, each with what the outside had seen before it.
type Divisions = HashMap<Name, u32>;

/// Shows pairs of numbers equal, the first program's first, and that the second divides only where the first has a meaning, too; an error
/// says why one of them is not.
fn prove(
    record: &Record,
    pairs: &[(Scalar, Scalar)],
    divisions: [Divisions; 2],
    prover: &dyn Prover,
) -> Result<(), String> {
    let mut asking = Asking { builder: Builder::new(record), prover, asked: BTreeSet::new() };
    let [before, after] = divisions.map(|of| {
        let mut sorted: Vec<(u32, Name)> = of.into_iter().map(|(name, events)| (events, name)).collect();
        sorted.sort_unstable();
        sorted
    });
    // Where the first program divides by 0 the second may do anything.
    let mut meant: Vec<(u32, TermId)> = Vec::new();
    for (events, name) in before.iter().take(MAX_ASSUMED_DIVISIONS) {
        meant.extend(asking.builder.is_meant(*name)?.map(|term| (*events, term)));
    }
    for (events, name) in &after {
        if before.iter().any(|(first, known)| known == name && first <= events) || !Rule::Divisions.holds() {
            continue;
        }
        let Some(term) = asking.builder.is_meant(*name)? else {
            return Err("a division or a condition has no value that is known".to_owned());
        };
        let given: Vec<TermId> = meant.iter().filter(|(first, _)| first <= events).map(|(_, term)| *term).collect();
        let always = asking.builder.terms.constant(1, 1);
        asking.ask([term, always], given)?;
    }
    for pair in pairs {
        let [before, after] = asking.builder.words_of(*pair)?;
        // One more bit says that the second is defined.
        let terms = &mut asking.builder.terms;
        let always = terms.constant(1, 1);
        let sides = [terms.concat(always, before.value), terms.concat(after.defined, after.value)];
        asking.ask(sides, [before.defined].into_iter().chain(meant.iter().map(|(_, term)| *term)).collect())?;
    }
    Ok(())
}

/// Questions of one proof.
struct Asking<'a> {
    builder: Builder<'a>,
    prover: &'a dyn Prover,
    /// Those that were asked already, with their inputs renamed.
    asked: BTreeSet<Vec<TermId>>,
}

impl Asking<'_> {
    /// Whether two terms are equal wherever others are 1; an error says why that is not shown.
    fn ask(&mut self, sides: [TermId; 2], given: Vec<TermId>) -> Result<(), String> {
        let terms = &mut self.builder.terms;
        let all = [&sides[..], &given].concat();
        if all.iter().any(|term| terms.height(*term) > MAX_PROOF_DEPTH) {
            return Err(format!("it takes more than {MAX_PROOF_DEPTH} operations in a row (MAX_PROOF_DEPTH)"));
        }
        let mut names: HashMap<u32, u32> = HashMap::new();
        let mut rename = |terms: &mut Terms, number: u32, width: u32| {
            let next = names.len() as u32;
            let place = *names.entry(number).or_insert(next);
            // Numbers of their own, each with one width.
            terms.var(RENAMED | width << 16 | (place & 0xffff), width)
        };
        let question: Vec<TermId> = all.into_iter().map(|term| terms.substitute(term, &mut rename)).collect();
        if names.len() > MAX_PROOF_INPUTS {
            return Err(format!("it reads more than {MAX_PROOF_INPUTS} inputs (MAX_PROOF_INPUTS)"));
        }
        if terms.len() > MAX_PROOF_NODES {
            return Err(too_large());
        }
        if question[0] == question[1] || !self.asked.insert(question.clone()) {
            return Ok(());
        }
        match self.prover.prove(&Query::prove(terms, question[0], question[1], &question[2..])).outcome {
            Outcome::Proved(_) => Ok(()),
            Outcome::Unknown(why) => Err(format!("the solver does not know: {why}")),
            _ => Err("the solver has numbers for which both differ".to_owned()),
        }
    }
}

/// The bit of numbers that cells share.
const RENAMED: u32 = 1 << 31;
