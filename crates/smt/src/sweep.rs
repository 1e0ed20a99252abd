//! Sweeping: equal inner terms of both sides found by samples, proved one by one from the leaves up, and merged.
//!
//! Two ways of writing an absolute difference deep inside both sides hide from a cut at the top; once they are one
//! term, the sides above them share it. A merge is made only after its own proof, so the end is as sound as its steps.
//!
//! Samples only say which pairs are worth asking about: terms that differ on one are certainly different, and of those
//! that agree on all most are equal. A wrong guess costs a proof that fails.

use crate::concrete::Evaluator;
use crate::effort::Effort;
use crate::limits;
use crate::method::How;
use crate::query::{reachable, rebuild};
use crate::samples::sampled;
use isotope_ir::term::{TermId, Terms};
use std::collections::HashMap;

/// Merges inner terms of `lhs` and `rhs` that are equal under the assumptions; `prove` decides each pair. Returns the
/// sides rebuilt and how the merged pairs were shown, if any were merged.
pub(crate) fn sweep(
    terms: &mut Terms,
    (lhs, rhs): (TermId, TermId),
    assumptions: &[TermId],
    effort: &Effort<'_>,
    mut prove: impl FnMut(&mut Terms, TermId, TermId) -> Option<How>,
) -> Option<(TermId, TermId, How)> {
    let order = reachable(terms, &[lhs, rhs]);
    // Values on samples, then a pair of walks for each try.
    let rows = limits::REFUTATION_SAMPLES as u64 / limits::EVALUATIONS_PER_UNIT;
    effort.spend(order.len() as u64 * rows).ok()?;
    let values = signatures(terms, &order, assumptions)?;
    // The first term of each width and row of values, as rebuilt: the one that later ones are merged into.
    let mut first: HashMap<(u32, &[u128]), TermId> = HashMap::new();
    let mut made: HashMap<TermId, TermId> = HashMap::new();
    // Each try reads the terms below its pair anew, and its work is not the solver's.
    let tries = limits::MAX_SWEEPS.min(limits::MAX_SWEEP_NODES / order.len().max(1));
    let (mut tried, mut merged) = (0, None::<How>);
    for (at, &t) in order.iter().enumerate() {
        let (node, width) = (terms.node(t).clone(), terms.width(t));
        // From the leaves up: merges below may make two terms one without another proof.
        let new = rebuild(terms, &node, width, &|a| made[&a]);
        let known = *first.entry((width, &values[at])).or_insert(new);
        let mut kept = new;
        if known != new && tried < tries && effort.spend(order.len() as u64).is_ok() {
            tried += 1;
            if let Some(how) = prove(terms, known, new) {
                kept = known;
                merged = Some(merged.map_or(how, |before| before.and(how)));
            }
        }
        made.insert(t, kept);
    }
    merged.map(|how| (made[&lhs], made[&rhs], how))
}

/// Each term's values on samples of the variables, within the bounds that are assumed.
fn signatures(terms: &Terms, order: &[TermId], assumptions: &[TermId]) -> Option<Vec<Vec<u128>>> {
    let evaluator = Evaluator::new(terms, order)?;
    Some(evaluator.eval(&sampled(terms, &evaluator, assumptions)))
}
