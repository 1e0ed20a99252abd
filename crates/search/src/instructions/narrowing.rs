//! Narrowings: instructions that clamp every element to half its width.
//!
//! x86 narrows in two ways: packs of two registers, whose halves are interleaved by parts of 128
//! bits, and moves of one register into half of one. HVX and Slate narrow a pair of registers. The
//! order of elements is read off the terms ([`Narrowing::from`]); what undoes it is the planner's
//! to pay for.

use super::function::{Function, Lane, Operand};
use crate::form::type_range;
use isotope_dictionary::OperandKind;
use isotope_smt::concrete::Evaluator;

/// An instruction that narrows each element to half its width: out\[i\] = f(concatenated operands\[from\[i\]\]).
#[derive(Clone, Debug)]
pub struct Narrowing {
    /// Index into [`super::Catalogue::entries`].
    pub entry: usize,
    /// Bits of an output element; inputs have twice as many.
    pub bits: u32,
    /// Number of vector operands, one or two.
    pub operands: usize,
    /// The one operand is a pair of registers.
    pub of_pair: bool,
    /// For each output element, its index in the concatenated operands.
    pub from: Vec<u32>,
    /// The function it applies to the signed (first) or unsigned input range: output range it clamps to.
    pub clamp: Clamp,
}

/// What a narrowing does to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clamp {
    /// The input is read as signed.
    pub input_signed: bool,
    /// The bounds.
    pub low: i128,
    /// The bounds.
    pub high: i128,
}

/// What a function is as a narrowing, with the size of the registers that it narrows; the largest that there are have
/// `largest` bits.
pub(super) fn view(function: &Function, entry: usize, largest: u32) -> Option<(u32, Narrowing)> {
    let (bits, operands) = (function.out_bits, function.operands.len());
    let wide = function.operands[0].bits;
    let fits = |o: &Operand| o.kind == OperandKind::Vector && o.bits == wide && o.element_bits == 2 * bits;
    // A narrowing move may fill the upper half of a register with zeros; only full results are taken.
    if operands > 2 || !function.operands.iter().all(fits) || 2 * function.result_bits() != wide * operands as u32 {
        return None;
    }
    let body = function.lanes[0].body;
    let from = |lane: &Lane| match lane.reads[..] {
        [(operand, element)] if lane.body == body => Some(operand * (wide / (2 * bits)) + element),
        _ => None,
    };
    let from = function.lanes.iter().map(from).collect::<Option<Vec<u32>>>()?;
    let clamp = as_clamp(&function.bodies[body].evaluator, bits)?;
    let of_pair = operands == 1 && wide == 2 * largest;
    let size = if of_pair { wide / 2 } else { wide };
    Some((size, Narrowing { entry, bits, operands, of_pair, from, clamp }))
}

/// Which clamp a narrowing function is, found by evaluating it on every interesting input.
fn as_clamp(evaluator: &Evaluator, bits: u32) -> Option<Clamp> {
    let wide = 2 * bits;
    let edge = 1i128 << (bits - 1);
    // Around every value where one of the clamps bends: zero, the signed and the unsigned bound,
    // with either sign. A function that agrees with a clamp at its bends and in between at both
    // thirds is not another clamp.
    let mut inputs: Vec<i128> = (-3..=3).flat_map(|d| [d, edge + d, 2 * edge + d, -edge + d, -2 * edge + d]).collect();
    inputs.extend([(1 << (wide - 1)) - 1, -(1 << (wide - 1)), edge / 3, -edge / 3]);
    let mask = |v: i128| v as u128 & isotope_ir::term::mask(wide);
    let got = evaluator.eval(&[inputs.iter().map(|&v| mask(v)).collect()]).remove(0);
    let whole = type_range(wide, true);
    let options = [(true, type_range(bits, true)), (true, type_range(bits, false)), (false, type_range(bits, false))];
    options.into_iter().find_map(|(input_signed, (low, high))| {
        let want = |v: i128| {
            let v = if input_signed { v } else { v & ((1 << wide) - 1) };
            v.clamp(low, high) as u128 & isotope_ir::term::mask(bits)
        };
        let fits = inputs.iter().zip(&got).all(|(&v, &g)| v < whole.0 || v > whole.1 || want(v) == g);
        fits.then_some(Clamp { input_signed, low, high })
    })
}
