//! Dot products: slot functions that sum products, or absolute differences, of the elements in a slot.
//!
//! Recognition is by values and not by the shape of the term: vendors write one sum in a dozen
//! ways. The candidates are few (who is left, which sides are signed, whether it saturates), and
//! four corners with sixty random samples tell them apart; a wrong guess would only make candidates
//! that are refuted.

use super::function::{Function, Lane};
use crate::form::type_range;
use isotope_ir::term::{mask, signed};
use isotope_smt::concrete::Samples;
use std::collections::{BTreeMap, BTreeSet};

/// How a slot of an instruction's operand is cut: `parts` elements of `bits` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotShape {
    /// Elements in a slot.
    pub parts: u32,
    /// Bits of an element.
    pub bits: u32,
    /// The operand is a scalar, and every slot reads all of it.
    pub scalar: bool,
}

/// The sources of a dot product's slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Products; whether each side is signed.
    Product(bool, bool),
    /// Absolute differences of unsigned elements.
    Distance,
}

/// slot = \[acc +\] sum over used parts of kernel(a\[j\], b\[j\]), exact while it fits the slot (or half-open when it
/// saturates).
#[derive(Clone, Debug)]
pub struct Dot {
    /// The addends.
    pub kernel: Kernel,
    /// Operand index of the left factors, of the right factors, and of the accumulator.
    pub left: usize,
    /// See `left`.
    pub right: usize,
    /// See `left`.
    pub acc: Option<usize>,
    /// Which parts of a slot are read.
    pub used: Vec<u32>,
    /// Whether the sum saturates to the signed range of the slot instead of wrapping.
    pub saturates: bool,
}

impl Dot {
    /// The slot's value as this dot product has it; `at` is element of operand.
    fn value(&self, element: u32, bits: u32, at: &dyn Fn(usize, u32) -> u128) -> u128 {
        let read = |v: u128, is_signed: bool| if is_signed { signed(v, element) } else { v as i128 };
        let mut sum = self.acc.map_or(0, |p| signed(at(p, 0), bits));
        for &j in &self.used {
            let [a, b] = [self.left, self.right].map(|side| at(side, j));
            sum += match self.kernel {
                Kernel::Product(sa, sb) => read(a, sa) * read(b, sb),
                Kernel::Distance => (a as i128 - b as i128).abs(),
            };
        }
        let (low, high) = type_range(bits, true);
        let sum = if self.saturates { sum.clamp(low, high) } else { sum };
        sum as u128 & mask(bits)
    }

    /// Whether factors may change sides.
    pub fn is_symmetric(&self) -> bool {
        matches!(self.kernel, Kernel::Product(left, right) if left == right)
    }

    /// Number of products of a slot.
    pub fn arity(&self) -> usize {
        self.used.len()
    }
}

/// Which dot product a slot of a function is, if it agrees with one on samples.
pub(super) fn as_dot(function: &Function, slot: &[Lane], bits: u32, operands: &[SlotShape]) -> Option<Dot> {
    let reads: BTreeSet<(u32, u32)> = slot.iter().flat_map(|lane| lane.reads.iter().copied()).collect();
    let read = |p: usize| reads.iter().filter(|r| r.0 as usize == p).map(|r| r.1).collect::<Vec<u32>>();
    let factors: Vec<usize> = (0..operands.len()).filter(|&p| operands[p].parts > 1).collect();
    let acc = (0..operands.len()).find(|&p| operands[p].parts == 1);
    let [left, right] = factors[..] else {
        return None;
    };
    if operands.len() > 3 || (operands.len() == 3) != acc.is_some() || operands[left].bits != operands[right].bits {
        return None;
    }
    let used = read(left);
    // Every product has two factors: the parts that are read must be the same on both sides.
    if used.is_empty() || used != read(right) {
        return None;
    }
    let element = operands[left].bits;
    let samples = samples(&reads, operands, element);
    let got = function.eval(slot, &samples);
    let orders = [(left, right), (right, left)];
    let kernels =
        [Kernel::Product(true, true), Kernel::Product(false, true), Kernel::Product(false, false), Kernel::Distance];
    for ((left, right), kernel) in orders.into_iter().flat_map(|o| kernels.map(|k| (o, k))) {
        for saturates in [false, true] {
            let dot = Dot { kernel, left, right, acc, used: used.clone(), saturates };
            let agrees = |(s, got): (usize, &u128)| {
                let at = |p: usize, e: u32| samples.get(&(p as u32, e)).map_or(0, |row| row[s]);
                dot.value(element, bits, &at) == *got
            };
            if got.iter().enumerate().all(agrees) {
                return Some(dot);
            }
        }
    }
    None
}

/// For each element that is read, corners together with corners first: all zero, all ones, the signed limits. A
/// sum that saturates, or that reads a side with the other sign, differs from one that does not at
/// one of these at the latest.
fn samples(reads: &BTreeSet<(u32, u32)>, operands: &[SlotShape], element: u32) -> BTreeMap<(u32, u32), Vec<u128>> {
    let mut samples = Samples::new(7);
    let top = 1u128 << (element - 1);
    let row = |&read: &(u32, u32)| {
        let width = operands[read.0 as usize].bits;
        let corners = [0, mask(width), top, top - 1].map(|v| v & mask(width));
        (read, corners.into_iter().chain((0..60).map(|_| samples.value(width))).collect())
    };
    reads.iter().map(row).collect()
}
