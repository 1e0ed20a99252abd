//! Sweeping: equal inner terms of both sides found by samples, proved one by one from the leaves up, and merged.
//!
//! Two ways of writing an absolute difference deep inside both sides hide from a cut at the top; once they are one
//! term, the sides above them share it. A merge is made only after its own proof, so the end is as sound as its steps.

use crate::concrete::Evaluator;
use crate::limits;
use crate::query::{How, reachable, rebuild};
use crate::strategy::sampled;
use isotope_ir::term::{TermId, Terms};
use std::collections::HashMap;

/// Merges inner terms of `lhs` and `rhs` that are equal under the assumptions; `prove` decides each pair. Returns the sides rebuilt, and whether
/// anything was merged.
pub(crate) fn sweep(
    terms: &mut Terms,
    (lhs, rhs): (TermId, TermId),
    assumptions: &[TermId],
    mut prove: impl FnMut(&mut Terms, TermId, TermId) -> Option<How>,
) -> Option<(TermId, TermId)> {
    let order = reachable(terms, &[lhs, rhs]);
    let values = signatures(terms, &order, assumptions)?;
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

/// Each term's values on samples of the variables, within the bounds that are assumed.
fn signatures(terms: &Terms, order: &[TermId], assumptions: &[TermId]) -> Option<Vec<Vec<u128>>> {
    let evaluator = Evaluator::new(terms, order)?;
    Some(evaluator.eval(&sampled(terms, &evaluator, assumptions)))
}
