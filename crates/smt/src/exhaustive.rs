//! Proof by trying every input, for questions with few free bits.
//!
//! The strongest way there is: nothing is reasoned, so nothing can be reasoned wrongly. It rests on the evaluator
//! alone, which is compared with the terms' own evaluation, and it finds a counterexample wherever there is one.

use crate::concrete::Evaluator;
use crate::effort::Effort;
use crate::limits;
use crate::query::Model;
use isotope_ir::lanes::free_vars;
use isotope_ir::term::{TermId, Terms};

/// The result of trying every input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// All inputs allowed by the assumptions agree.
    Equal,
    /// This one does not.
    Different(Model),
    /// Too many inputs, or no program for them.
    TooMany,
}

/// Compares both sides on every input, when the inputs have at most `max_bits` bits in all and the effort lasts for it.
pub(crate) fn compare(
    terms: &Terms,
    lhs: TermId,
    rhs: TermId,
    assumptions: &[TermId],
    max_bits: u32,
    effort: &Effort<'_>,
) -> Tried {
    let roots = with_assumptions(terms, lhs, rhs, assumptions);
    let Some(evaluator) = Evaluator::new(terms, &roots) else {
        return Tried::TooMany;
    };
    let bits: u32 = evaluator.inputs().iter().map(|&(_, width)| width).sum();
    // Steps times inputs. A shift that loses bits needs 64 bits of inputs or close to it, which are too many below in
    // any case.
    let work = (evaluator.len() as u64).checked_shl(bits).filter(|w| *w <= limits::MAX_EXHAUSTIVE_WORK);
    if bits > max_bits || bits > 40 || evaluator.is_wide() || work.is_none() {
        return Tried::TooMany;
    }
    let total = 1u64 << bits;
    // Refused before it is begun, not given up half-way: what does not fit leaves the effort to other ways.
    let units = work.unwrap_or(0) / limits::EVALUATIONS_PER_UNIT;
    if effort.left() < units || effort.spend(units).is_err() {
        return Tried::TooMany;
    }
    // Both are powers of two, so that blocks fill the inputs exactly.
    let samples = total.min(limits::BLOCK_SAMPLES as u64);
    let mut block = evaluator.block(samples as usize);
    let widths: Vec<u32> = evaluator.inputs().iter().map(|&(_, width)| width).collect();
    let mut start = 0;
    while start < total {
        // The number of the input, cut into the inputs' bits; each keeps its low ones.
        let mut shift = 0;
        for (i, width) in widths.iter().enumerate() {
            for (k, value) in block.input_mut(i).iter_mut().enumerate() {
                *value = (start + k as u64) >> shift;
            }
            shift += width;
        }
        evaluator.run(&mut block);
        let (l, r) = (evaluator.output(&block, 0), evaluator.output(&block, 1));
        for k in 0..samples as usize {
            // Assumptions are looked at only where the sides differ, which is nearly nowhere.
            let allowed = || (2..roots.len()).all(|a| evaluator.output(&block, a)[k] == 1);
            if l[k] != r[k] && allowed() {
                return Tried::Different(split(evaluator.inputs(), start + k as u64));
            }
        }
        start += samples;
    }
    Tried::Equal
}

/// Both sides, and the assumptions that are about nothing but their variables. The claim is then made of more inputs
/// than it has to be, which is sound; and inputs that neither side reads are not tried.
pub(crate) fn with_assumptions(terms: &Terms, lhs: TermId, rhs: TermId, assumptions: &[TermId]) -> Vec<TermId> {
    let seen = &free_vars(terms, lhs) | &free_vars(terms, rhs);
    let only_seen = |a: &TermId| free_vars(terms, *a).iter().all(|n| seen.contains(n));
    [lhs, rhs].into_iter().chain(assumptions.iter().copied().filter(only_seen)).collect()
}

/// The values of all inputs packed into one number, the first input lowest.
fn split(inputs: &[(u32, u32)], mut packed: u64) -> Model {
    let mut model = Model::new();
    for &(number, width) in inputs {
        model.push((number, packed as u128 & isotope_ir::term::mask(width)));
        packed = packed.checked_shr(width).unwrap_or(0);
    }
    model
}
