//! Concrete samples: inputs on which both sides of a question are evaluated before anything is proved.
//!
//! Most questions of a search are false, and a few hundred evaluations cost less than one walk of any proof. The
//! samples are the same for every question and on every host: an answer must not depend on luck.

use crate::concrete::{Evaluator, Samples};
use crate::interval::Intervals;
use crate::limits;
use crate::query::Model;
use isotope_ir::term::{Node, TermId, Terms, mask};
use std::collections::HashMap;

/// Whether one of a fixed set of samples makes all of these one-bit terms true. Of others nothing is known: `false` is
/// no contradiction, only a reason to ask the solver for one.
pub fn hold_somewhere(terms: &Terms, constraints: &[TermId]) -> bool {
    let Some(evaluator) = Evaluator::new(terms, constraints) else { return false };
    let rows = sampled(terms, &evaluator, constraints, limits::REFUTATION_SAMPLES);
    let got = evaluator.eval(&rows);
    let count = rows.first().map_or(1, Vec::len);
    (0..count).any(|s| got.iter().all(|row| row[s] == 1))
}

/// A concrete input on which both sides differ, if one of a fixed set of samples is one.
pub(crate) fn refute(terms: &Terms, lhs: TermId, rhs: TermId, assumptions: &[TermId]) -> Option<Model> {
    // One program for both sides and the assumptions, so that what they share is evaluated once.
    let mut roots = vec![lhs, rhs];
    roots.extend_from_slice(assumptions);
    let evaluator = Evaluator::new(terms, &roots)?;
    let rows = sampled(terms, &evaluator, assumptions, limits::REFUTATION_SAMPLES);
    let got = evaluator.eval(&rows);
    let count = rows.first().map_or(1, Vec::len);
    (0..count)
        .find(|&s| got[0][s] != got[1][s] && got[2..].iter().all(|a| a[s] == 1))
        .map(|s| evaluator.inputs().iter().zip(&rows).map(|(&(n, _), row)| (n, row[s])).collect())
}

/// So many samples of every input, within the bounds that are assumed.
pub(crate) fn sampled(terms: &Terms, evaluator: &Evaluator, assumptions: &[TermId], count: usize) -> Vec<Vec<u128>> {
    let mut intervals = Intervals::new(terms, assumptions);
    // Any seed, but the same one: an answer is a function of the question.
    let mut samples = Samples::new(0x150_70be);
    let variables = variables(terms);
    let mut row = |&(number, width): &(u32, u32)| {
        let bounds = bounds_of_variable(terms, variables.get(&(number, width)), &mut intervals);
        (0..count).map(|_| within(samples.value(width), bounds, width)).collect()
    };
    evaluator.inputs().iter().map(&mut row).collect()
}

/// The term of each variable, by number and width.
fn variables(terms: &Terms) -> HashMap<(u32, u32), TermId> {
    let all = (0..terms.len() as u32).map(TermId);
    all.filter_map(|t| match terms.node(t) {
        Node::Var(n) => Some(((*n, terms.width(t)), t)),
        _ => None,
    })
    .collect()
}

/// The reading of a variable in which its bounds are closer together, and those bounds; `false` where none are known.
/// From 127 bits on the arithmetic of `within` would wrap.
fn bounds_of_variable(terms: &Terms, variable: Option<&TermId>, intervals: &mut Intervals) -> (i128, i128, bool) {
    match variable {
        Some(&t) if terms.width(t) < 127 => {
            let r = intervals.of(terms, t);
            let (unsigned, signed) = (r.uhi - r.ulo, r.shi.abs_diff(r.slo));
            if signed < unsigned { (r.slo, r.shi, true) } else { (r.ulo as i128, r.uhi as i128, true) }
        }
        _ => (0, 0, false),
    }
}

/// Folds a sample into a variable's bounds, so that assumed ranges do not waste samples.
fn within(value: u128, (lo, hi, known): (i128, i128, bool), width: u32) -> u128 {
    let read = if lo < 0 { isotope_ir::term::signed(value, width) } else { value as i128 };
    if !known || (lo..=hi).contains(&read) {
        return value;
    }
    (lo + read.rem_euclid(hi - lo + 1)) as u128 & mask(width)
}
