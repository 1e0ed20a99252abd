//! The upper part of a product of two elements, by instructions for each half of one of them.
//!
//! A set whose multipliers take elements of half the width multiplies by the lower half of each element of an operand and drops as many
//! bits, then adds the product by the upper half and drops the rest but one bit: that is the product, doubled, without its lower
//! half. Nothing is lost on the way, since what the second step adds is a multiple of what the first one drops.

use super::function::Function;
use isotope_dictionary::OperandKind;
use isotope_ir::term::mask;
use isotope_smt::concrete::Samples;

/// Products that the instructions are compared with on.
const SAMPLES: usize = 64;

/// The two instructions, for elements of some bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProductHalves {
    /// Bits of an element.
    pub bits: u32,
    /// Of two operands, the second in halves: the product by the lower one, without as many bits.
    pub low: usize,
    /// Of three, that before the others: their product by the upper half added to it, without one bit less.
    pub high: usize,
    /// The same to nearest, with halves up.
    pub rounded: Option<usize>,
}

/// Which of the instructions a function is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Low,
    High,
    Rounded,
}

/// Those among some functions, with the index of the instruction of each, on registers of a size.
pub(super) fn view<'f>(
    functions: impl Iterator<Item = (usize, &'f Function)> + Clone,
    size: u32,
) -> Option<ProductHalves> {
    [32].into_iter().find_map(|bits| {
        let find = |step| functions.clone().find(|(_, function)| is_step(function, (bits, size), step));
        let rounded = find(Step::Rounded).map(|found| found.0);
        Some(ProductHalves { bits, low: find(Step::Low)?.0, high: find(Step::High)?.0, rounded })
    })
}

/// Whether a function is a step, on samples. Operands stand in the order of the sum, and each lane
/// reads its own element of the wide ones and one of the two halves beside each other of the last.
fn is_step(function: &Function, (bits, size): (u32, u32), step: Step) -> bool {
    let (half, upper) = (bits / 2, step != Step::Low);
    let elements = if upper { vec![bits, bits, half] } else { vec![bits, half] };
    let operands = function.operands.iter().map(|o| (o.kind, o.bits, o.element_bits));
    let vectors = elements.iter().map(|&element| (OperandKind::Vector, size, element));
    if function.out_bits != bits || function.result_bits() != size || !operands.eq(vectors) {
        return false;
    }
    let last = elements.len() as u32 - 1;
    let own = |at: u32| (0..last).map(move |o| (o, at)).chain([(last, 2 * at + u32::from(upper))]);
    let body = function.lanes[0].body;
    let mut lanes = (0..).zip(&function.lanes);
    if !lanes.all(|(at, lane)| lane.body == body && lane.reads.iter().copied().eq(own(at))) {
        return false;
    }
    // The wide elements are signed, and so is the upper half; the lower half has no sign of its own.
    let signed = |value: u128, bits: u32| (value as i128) << (128 - bits) >> (128 - bits);
    let mut random = Samples::new(0x1a1f);
    let rows: Vec<Vec<u128>> =
        elements.iter().map(|&element| (0..SAMPLES).map(|_| random.value(element)).collect()).collect();
    let got = function.bodies[body].evaluator.eval(&rows).remove(0);
    let value = |sample: usize| {
        // The second step drops the rest of the half that the first one dropped.
        let of = |operand: usize| rows[operand][sample];
        if upper {
            let sum = signed(of(0), bits) + signed(of(1), bits) * signed(of(2), half);
            let rounding = if step == Step::Rounded { 1 << (half - 2) } else { 0 };
            ((sum + rounding) >> (half - 1)).clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            (signed(of(0), bits) * of(1) as i128) >> half
        }
    };
    (0..SAMPLES).all(|sample| got[sample] == value(sample) as u128 & mask(bits))
}
