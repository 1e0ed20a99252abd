//! Narrowings: instructions that clamp every element to half its width, some of which shift it down before.
//!
//! x86 narrows in two ways: packs of two registers, whose halves are interleaved by parts of 128
//! bits, and moves of one register into half of one. Slate narrows a pair of registers, HVX two whose elements are put
//! beside each other, the second's first. The order of elements is read off the terms ([`Narrowing::from`]), and of two registers
//! either may come first; what undoes it is the planner's to pay for.

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
    /// The two registers change places: `from` is of the first and the second, which are the other way round among the operands.
    pub swapped: bool,
    /// For each output element, its index in the concatenated registers.
    pub from: Vec<u32>,
    /// The shift before it clamps.
    pub shift: Option<Shift>,
    /// The function it applies to the signed (first) or unsigned input range: output range it clamps to.
    pub clamp: Clamp,
}

/// A shift to the right before the clamp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Bits of the scalar that says by how much, the last operand.
    pub scalar: u32,
    /// Whether half of what is shifted out is added before, with no bit lost.
    pub rounds: bool,
    /// The amounts that it shifts by.
    pub by: Vec<u32>,
}

/// The effect of a narrowing on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clamp {
    /// The input is read as signed.
    pub input_signed: bool,
    /// The bounds.
    pub low: i128,
    /// The bounds.
    pub high: i128,
}

/// A function as narrowings, with the size of the registers that it narrows; the largest that there are have
/// `largest` bits.
pub(super) fn views(function: &Function, entry: usize, largest: u32) -> Vec<(u32, Narrowing)> {
    let Some((size, plain)) = view(function, entry, largest) else { return vec![] };
    let half = plain.from.len() as u32 / 2;
    let other = (plain.operands == 2).then(|| Narrowing {
        swapped: true,
        from: plain.from.iter().map(|from| (from + half) % (2 * half)).collect(),
        ..plain.clone()
    });
    std::iter::once(plain).chain(other).map(|narrowing| (size, narrowing)).collect()
}

/// The same with the registers in the order of the operands. A scalar behind them may say how far elements are shifted down before they
/// are clamped.
fn view(function: &Function, entry: usize, largest: u32) -> Option<(u32, Narrowing)> {
    let bits = function.out_bits;
    let wide = function.operands[0].bits;
    let (vectors, more): (Vec<&Operand>, Vec<&Operand>) =
        function.operands.iter().partition(|o| o.kind == OperandKind::Vector);
    let operands = vectors.len();
    let fits = |o: &Operand| o.bits == wide && o.element_bits == 2 * bits;
    let are_first = function.operands[..operands].iter().all(|o| o.kind == OperandKind::Vector);
    // A narrowing move may fill the upper half of a register with zeros; only full results are taken.
    if !matches!(operands, 1 | 2)
        || !are_first
        || !vectors.iter().all(|o| fits(o))
        || 2 * function.result_bits() != wide * operands as u32
    {
        return None;
    }
    let body = function.lanes[0].body;
    let from = |lane: &Lane| {
        let mut reads = lane.reads.iter().filter(|read| (read.0 as usize) < operands);
        match (reads.next(), reads.next()) {
            (Some((operand, element)), None) if lane.body == body => Some(operand * (wide / (2 * bits)) + element),
            _ => None,
        }
    };
    let from = function.lanes.iter().map(from).collect::<Option<Vec<u32>>>()?;
    let evaluator = &function.bodies[body].evaluator;
    let (clamp, shift) = match more[..] {
        [] => (as_clamp(evaluator, bits, &[], 0)?, None),
        [scalar] if scalar.kind == OperandKind::Scalar => shifted(function, scalar, body)?,
        _ => return None,
    };
    let of_pair = operands == 1 && wide == 2 * largest;
    let size = if of_pair { wide / 2 } else { wide };
    Some((size, Narrowing { entry, bits, operands, of_pair, swapped: false, from, clamp, shift }))
}

/// The clamp of what a scalar shifts down, and by how much it may.
fn shifted(function: &Function, scalar: &Operand, body: usize) -> Option<(Clamp, Option<Shift>)> {
    let (bits, evaluator) = (function.out_bits, &function.bodies[body].evaluator);
    // The amount is the scalar's lowest element, and the first of the lane's reads is the vector's.
    let [_, (amount, 0)] = function.lanes[0].reads[..] else { return None };
    (amount as usize + 1 == function.operands.len() && evaluator.inputs().len() == 2).then_some(())?;
    // The amounts may be taken modulo the bits that there are room for: those that are not what they say fit no clamp.
    let mut found: Option<(Clamp, bool, Vec<u32>)> = None;
    for k in 1..2 * bits {
        for half in [0, 1 << (k - 1)] {
            let Some(clamp) = as_clamp(evaluator, bits, &[k.into()], half) else { continue };
            let rounds = half != 0;
            match &mut found {
                None => found = Some((clamp, rounds, vec![k])),
                Some((known, known_rounds, by)) if (*known, *known_rounds) == (clamp, rounds) => by.push(k),
                Some(_) => {}
            }
        }
    }
    let (clamp, rounds, by) = found?;
    Some((clamp, Some(Shift { scalar: scalar.bits, rounds, by })))
}

/// Which clamp a narrowing function is of its input plus `half`, shifted down by the scalar beside it if there is one: found by evaluating
/// it on every interesting input.
fn as_clamp(evaluator: &Evaluator, bits: u32, scalar: &[u128], half: i128) -> Option<Clamp> {
    let wide = 2 * bits;
    let edge = 1i128 << (bits - 1);
    // Around every value where one of the clamps bends: zero, the signed and the unsigned bound,
    // with either sign. A function that agrees with a clamp at its bends and in between at both
    // thirds is not another clamp.
    let mut inputs: Vec<i128> = (-3..=3).flat_map(|d| [d, edge + d, 2 * edge + d, -edge + d, -2 * edge + d]).collect();
    inputs.extend([(1 << (wide - 1)) - 1, -(1 << (wide - 1)), edge / 3, -edge / 3]);
    let down = scalar.first().map_or(0, |k| *k as u32);
    // The bends of what is shifted lie where its bits that stay have them, whatever those are that go.
    let bends: Vec<i128> = inputs.iter().flat_map(|v| [-1, 0, 1].map(|d| (v << down) - half + d)).collect();
    inputs.extend(bends.iter().filter(|_| down > 0));
    let mask = |v: i128| v as u128 & isotope_ir::term::mask(wide);
    let mut rows = vec![inputs.iter().map(|&v| mask(v)).collect::<Vec<_>>()];
    rows.extend(scalar.iter().map(|&k| vec![k; inputs.len()]));
    let got = evaluator.eval(&rows).remove(0);
    let whole = type_range(wide, true);
    let options = [(true, type_range(bits, true)), (true, type_range(bits, false)), (false, type_range(bits, false))];
    options.into_iter().find_map(|(input_signed, (low, high))| {
        let want = |v: i128| {
            let v = if input_signed { v } else { v & ((1 << wide) - 1) };
            ((v + half) >> down).clamp(low, high) as u128 & isotope_ir::term::mask(bits)
        };
        let fits = inputs.iter().zip(&got).all(|(&v, &g)| v < whole.0 || v > whole.1 || want(v) == g);
        fits.then_some(Clamp { input_signed, low, high })
    })
}
