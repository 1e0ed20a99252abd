//! Sweeping: equal inner terms of both sides found by samples, proved one by one from the leaves up, and merged.
//!
//! Two ways of writing an absolute difference deep inside both sides hide from a cut at the top; once they are one
//! term, the sides above them share it. A merge is made only after its own proof, so the end is as sound as its steps.
//!
//! Terms of different widths are merged as well where one is the other extended, or cut: an average of bytes in nine
//! bits and one in sixteen. Of two such terms the narrower stays, since it tells the sides above it which bits are zero.
//!
//! Samples only say which pairs are worth asking about: terms that differ on one are certainly different, and of those
//! that agree on all most are equal. A wrong guess costs a proof that fails.

use crate::concrete::Evaluator;
use crate::effort::Effort;
use crate::limits;
use crate::method::{How, Method};
use crate::query::{reachable, rebuild};
use crate::samples::sampled;
use isotope_ir::term::{BinOp, Node, TermId, Terms, signed};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// Merges inner terms of `lhs` and `rhs` that are equal under the assumptions; `prove` decides each pair. Returns the
/// sides rebuilt and how the merged pairs were shown, if any were merged.
pub(crate) fn sweep(
    terms: &mut Terms,
    (lhs, rhs): (TermId, TermId),
    assumptions: &[TermId],
    effort: &Effort<'_>,
    mut prove: impl FnMut(&mut Terms, TermId, TermId) -> Option<How>,
) -> Option<(TermId, TermId, How)> {
    let mut order = reachable(terms, &[lhs, rhs]);
    // Operands first, and of terms of one height the narrower.
    order.sort_by_key(|&t| (terms.height(t), terms.width(t), t));
    // Values on samples, then a pair of walks for each try.
    let rows = limits::SWEEP_SAMPLES as u64 / limits::EVALUATIONS_PER_UNIT;
    effort.spend(order.len() as u64 * rows).ok()?;
    let signatures = signatures(terms, &order, assumptions)?;
    let assumed = conjuncts(terms, assumptions);
    let mut known = Known::default();
    let mut made: HashMap<TermId, TermId> = HashMap::new();
    // Each try reads the terms below its pair anew, and its work is not the solver's.
    let mut tries = limits::MAX_SWEEP_NODES / order.len().max(1);
    let (mut failed, mut merged) = (0, None::<How>);
    for (&t, signature) in order.iter().zip(&signatures) {
        let (node, width) = (terms.node(t).clone(), terms.width(t));
        // From the leaves up: merges below may make two terms one without another proof.
        let new = rebuild(terms, &node, width, &|a| made[&a]);
        if assumed.contains(&t) {
            // An assumption holds, wherever the sides read it.
            made.insert(t, terms.constant(1, 1));
            merged = Some(merged.unwrap_or(How::by(Method::Sweeping)));
            continue;
        }
        let mut kept = new;
        for candidate in known.candidates(terms, width, signature) {
            let goes_on = tries > 0 && failed < limits::MAX_FAILED_SWEEPS;
            if candidate == new || !goes_on || effort.spend(order.len() as u64).is_err() {
                break;
            }
            tries -= 1;
            if let Some(how) = prove(terms, candidate, new) {
                kept = candidate;
                merged = Some(merged.map_or(how, |before| before.and(how)));
                break;
            }
            failed += 1;
        }
        known.note(terms, kept, signature);
        made.insert(t, kept);
    }
    merged.map(|how| (made[&lhs], made[&rhs], how))
}

/// The terms that all have to be 1 for the assumptions to hold.
fn conjuncts(terms: &Terms, assumptions: &[TermId]) -> HashSet<TermId> {
    let (mut found, mut stack) = (HashSet::new(), assumptions.to_vec());
    while let Some(t) = stack.pop() {
        if found.insert(t)
            && let Node::Bin(BinOp::And, a, b) = *terms.node(t)
        {
            stack.extend([a, b]);
        }
    }
    found
}

/// The values of a term on the samples: equal terms have equal ones, and others hardly ever.
#[derive(Clone, Copy)]
struct Signature {
    /// Of its values as natural numbers, whatever its width.
    natural: u64,
    /// Of its values as signed numbers.
    integer: u64,
    /// The value on the first sample, and whether it is that on all of them.
    first: u128,
    constant: bool,
}

/// The terms met so far, by what their values are as natural and as signed numbers.
#[derive(Default)]
struct Known {
    naturals: HashMap<u64, TermId>,
    integers: HashMap<u64, TermId>,
}

impl Known {
    /// The candidates that a term of this width and signature may equal: a constant, or an earlier term, extended or cut to its width.
    fn candidates(&self, terms: &mut Terms, width: u32, signature: &Signature) -> Vec<TermId> {
        if signature.constant {
            return vec![terms.constant(signature.first, width)];
        }
        let natural = self.naturals.get(&signature.natural).and_then(|&known| fitted(terms, known, width, false));
        let integer = self.integers.get(&signature.integer).and_then(|&known| fitted(terms, known, width, true));
        natural.into_iter().chain(integer.filter(|&c| natural != Some(c))).collect()
    }

    /// The first term of each signature stays, until there is a narrower one.
    fn note(&mut self, terms: &Terms, t: TermId, signature: &Signature) {
        // The operand of an extension is there already.
        if matches!(terms.node(t), Node::ZExt(_) | Node::SExt(_) | Node::Const(_)) {
            return;
        }
        let narrower = |known: &mut TermId| {
            if terms.width(t) < terms.width(*known) {
                *known = t;
            }
        };
        self.naturals.entry(signature.natural).and_modify(narrower).or_insert(t);
        self.integers.entry(signature.integer).and_modify(narrower).or_insert(t);
    }
}

/// An earlier term in another width; `None` where one of the widths is a single bit, which as a number says too little.
fn fitted(terms: &mut Terms, known: TermId, width: u32, signed: bool) -> Option<TermId> {
    let from = terms.width(known);
    match from.cmp(&width) {
        Ordering::Equal => Some(known),
        _ if from.min(width) == 1 => None,
        Ordering::Greater => Some(terms.extract(known, 0, width)),
        Ordering::Less if signed => Some(terms.sext(known, width)),
        Ordering::Less => Some(terms.zext(known, width)),
    }
}

/// Each term's signature, on samples for which the assumptions hold, where some of those drawn are such. Operations on
/// floats have the values that they have for us: what is uninterpreted to a proof may say which pairs to ask about.
fn signatures(terms: &Terms, order: &[TermId], assumptions: &[TermId]) -> Option<Vec<Signature>> {
    let evaluator = Evaluator::with_floats(terms, &[order, assumptions].concat())?;
    let judge = Evaluator::with_floats(terms, assumptions)?;
    let drawn = sampled(terms, &evaluator, assumptions, limits::SWEEP_DRAWN);
    let read = |input: &(u32, u32)| evaluator.inputs().binary_search(input).map(|at| drawn[at].clone());
    let given = judge.eval(&judge.inputs().iter().map(read).collect::<Result<Vec<_>, _>>().ok()?);
    let count = drawn.first().map_or(1, Vec::len);
    let holds = |&s: &usize| given.iter().all(|row| *row.get(s).unwrap_or(&row[0]) == 1);
    let mut samples: Vec<usize> = (0..count).filter(holds).take(limits::SWEEP_SAMPLES).collect();
    if samples.is_empty() {
        samples = (0..count.min(limits::SWEEP_SAMPLES)).collect();
    }
    let mut signatures: Vec<Option<Signature>> = vec![None; order.len()];
    // Some at a time, since every term has a row of values.
    for block in samples.chunks(limits::REFUTATION_SAMPLES) {
        let inputs: Vec<Vec<u128>> = drawn.iter().map(|row| block.iter().map(|&s| row[s]).collect()).collect();
        let rows = evaluator.eval(&inputs);
        for ((&t, row), signature) in order.iter().zip(&rows).zip(&mut signatures) {
            for &value in row {
                *signature = Some(Signature::with(*signature, value, terms.width(t)));
            }
        }
    }
    signatures.into_iter().collect()
}

impl Signature {
    /// The signature with one value more.
    fn with(before: Option<Signature>, value: u128, width: u32) -> Signature {
        let Signature { natural, integer, first, constant } =
            before.unwrap_or(Signature { natural: 0, integer: 0, first: value, constant: true });
        Signature {
            natural: mixed(natural, value),
            integer: mixed(integer, signed(value, width) as u128),
            first,
            constant: constant && value == first,
        }
    }
}

/// A hash with one value more; a collision costs a proof that fails.
fn mixed(hash: u64, value: u128) -> u64 {
    let half = |hash: u64, half: u64| (hash.rotate_left(23) ^ half).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    half(half(hash, value as u64), (value >> 64) as u64)
}
