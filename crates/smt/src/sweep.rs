//! Sweeping: equal inner terms of both sides found by samples, proved one by one from the leaves up, and merged.
//!
//! Two ways of writing an absolute difference deep inside both sides hide from a cut at the top; once they are one
//! term, the sides above them share it. A merge is made only after its own proof, so the end is as sound as its steps.

use crate::concrete::{Evaluator, Samples};
use crate::limits;
use crate::query::{How, reachable, rebuild};
use isotope_ir::term::{TermId, Terms};
use std::collections::HashMap;

/// Merges equal inner terms of `lhs` and `rhs`; `prove` decides each pair. Returns the sides rebuilt, and whether
/// anything was merged.
pub(crate) fn sweep(
    terms: &mut Terms,
    lhs: TermId,
    rhs: TermId,
    mut prove: impl FnMut(&mut Terms, TermId, TermId) -> Option<How>,
) -> Option<(TermId, TermId)> {
    let order = reachable(terms, &[lhs, rhs]);
    let values = signatures(terms, &order)?;
    let mut first: HashMap<(u32, &[u128]), TermId> = HashMap::new();
    let mut made: HashMap<TermId, TermId> = HashMap::new();
    let (mut tried, mut merged) = (0, false);
    for (at, &t) in order.iter().enumerate() {
        let (node, width) = (terms.node(t).clone(), terms.width(t));
        let new = rebuild(terms, &node, width, &|a| made[&a]);
        let known = *first.entry((width, &values[at])).or_insert(new);
        let mut kept = new;
        if known != new && tried < limits::MAX_SWEEPS {
            tried += 1;
            if prove(terms, known, new).is_some() {
                (kept, merged) = (known, true);
            }
        }
        made.insert(t, kept);
    }
    merged.then(|| (made[&lhs], made[&rhs]))
}

/// Each term's values on samples of the variables.
fn signatures(terms: &Terms, order: &[TermId]) -> Option<Vec<Vec<u128>>> {
    let evaluator = Evaluator::new(terms, order)?;
    let mut samples = Samples::new(11);
    let row =
        |width: u32, samples: &mut Samples| (0..limits::REFUTATION_SAMPLES).map(|_| samples.value(width)).collect();
    let inputs: Vec<Vec<u128>> = evaluator.inputs().iter().map(|&(_, width)| row(width, &mut samples)).collect();
    Some(evaluator.eval(&inputs))
}
