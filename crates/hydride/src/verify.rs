//! Verification of a solution on all lanes, at any scale: lanes that ask the same question up to names ask it once.
//!
//! A solution was found on a few lanes of a few examples. Here all of its lanes are asked about,
//! under the window's assumptions, and a refutation is the next example: that is the outer loop of
//! the paper's algorithm.

use super::problem::{Problem, Solution};
use super::production::Production;
use isotope_ir::term::{LaneVar, TermId, Terms};
use isotope_smt::{Model, Outcome, Prover, Query};
use std::collections::{BTreeMap, BTreeSet};

/// The result of verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Every lane is proved.
    Equal,
    /// A lane differs on this input, by the problem's variables.
    Differs(Model),
    /// Not known, and why.
    Unknown(String),
}

/// Verifies a solution; `problem` is at `scale` already. Spends from `rlimit` and counts calls.
pub fn verify(
    solution: &Solution,
    grammar: &[Box<dyn Production>],
    problem: &Problem,
    scale: u32,
    prover: &dyn Prover,
    rlimit: &mut u64,
    calls: &mut u64,
) -> Checked {
    let mut terms = Terms::new();
    let shapes = problem.function.operands.iter().enumerate();
    let inputs: Vec<Vec<TermId>> = shapes
        .map(|(i, s)| (0..s.lanes).map(|e| terms.var(LaneVar::new(i, e as usize).number(), s.bits)).collect())
        .collect();
    let want = problem.function.apply(&inputs, &mut terms);
    let Some(got) = solution.lanes(grammar, problem, scale, &inputs, &mut terms) else {
        return Checked::Unknown("a production does not scale".to_owned());
    };
    let mut copied = std::collections::HashMap::new();
    let mut proved = BTreeSet::new();
    for (lane, (&l, &r)) in want.iter().zip(&got).enumerate() {
        let given: Vec<TermId> =
            problem.given[lane].iter().map(|&g| problem.function.import(g, &inputs, &mut terms, &mut copied)).collect();
        let (question, names) = renamed(&mut terms, l, r, &given);
        if !proved.insert(question.clone()) {
            continue;
        }
        *calls += 1;
        let query = Query::prove(&terms, question[0], question[1], &question[2..]).with_rlimit(*rlimit);
        let answer = prover.prove(&query);
        *rlimit = rlimit.saturating_sub(answer.work);
        match answer.outcome {
            Outcome::Proved(_) => {}
            Outcome::Refuted(model) => {
                // The model is over names: back to the problem's own variables; what it leaves out
                // is zero.
                let value = |name: u32| model.iter().find(|(v, _)| v & 0xffff == name).map_or(0, |m| m.1);
                return Checked::Differs(names.iter().map(|(&var, &name)| (var, value(name))).collect());
            }
            Outcome::Unknown(why) => return Checked::Unknown(why),
            other => return Checked::Unknown(format!("not an answer to a proof: {other:?}")),
        }
    }
    Checked::Equal
}

/// The question with its variables renamed in order of appearance, and the names given. The width is part of the new
/// number: a number has one width.
///
/// Equal questions are asked once: in most problems that is one question for all lanes.
fn renamed(terms: &mut Terms, l: TermId, r: TermId, given: &[TermId]) -> (Vec<TermId>, BTreeMap<u32, u32>) {
    let mut names = BTreeMap::new();
    let mut rename = |terms: &mut Terms, n: u32, width: u32| {
        let next = names.len() as u32;
        let name = *names.entry(n).or_insert(next);
        terms.var(1 << 31 | width << 16 | name, width)
    };
    let question = [&[l, r], given].concat().into_iter().map(|t| terms.substitute(t, &mut rename)).collect();
    (question, names)
}
