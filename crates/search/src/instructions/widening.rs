//! Instructions whose result is a pair of registers: what widens, in instruction sets that have such.
//!
//! A layout says how the lanes of a register spread over two at twice the width ([`Split`]); a
//! widening instruction has a split of its own, and is of use where the two are the same. Then its
//! pair is what the layout wants, without a shuffle.

use super::function::{Function, Lane, Operand};
use crate::layout::{Split, source_slot};
use isotope_dictionary::OperandKind;
use isotope_dictionary::manifest::Part;

/// An instruction whose result is a pair of registers, each element made of elements of half the width: element `s` of the
/// pair's half `h` is the function of those elements of the operands that the split puts there.
#[derive(Clone, Debug)]
pub struct Widening {
    /// Index into [`super::Catalogue::entries`].
    pub entry: usize,
    /// Bits of an element of the result; the operands' have half as many.
    pub bits: u32,
    /// How the elements of a register spread over the pair.
    pub split: Split,
    /// For each operand, whether it is a scalar, which every element reads.
    pub scalars: Vec<bool>,
    /// Every element of the result as a function of element 0 of each operand.
    pub lane: Lane,
}

/// A function as a widening, with the size of a register; unpacks stay within parts of one.
pub(super) fn view(function: &Function, entry: usize, part: Part) -> Option<(u32, Widening)> {
    let bits = function.out_bits;
    let size = function.result_bits() / 2;
    let is_scalar = |o: &Operand| o.kind == OperandKind::Scalar;
    let fits = |o: &Operand| 2 * o.element_bits == bits && o.bits == if is_scalar(o) { o.element_bits } else { size };
    if !matches!(bits, 16 | 32 | 64) || !function.operands.iter().all(fits) {
        return None;
    }
    let scalars: Vec<bool> = function.operands.iter().map(is_scalar).collect();
    let first = |lane: &Lane, from: u32| {
        let own = |&(operand, element): &(u32, u32)| {
            (element == if scalars[operand as usize] { 0 } else { from }).then_some((operand, 0))
        };
        let reads = lane.reads.iter().map(own).collect::<Option<_>>()?;
        Some(Lane { body: lane.body, reads })
    };
    // An instruction of one element a half would be of every split.
    let slots = function.lanes.len() as u32 / 2;
    let splits = [Split::Linear, Split::EvenOdd, Split::Unpack];
    splits.into_iter().filter(|_| slots > 1).find_map(|split| {
        let from = |at: u32| source_slot(split, at / slots, at % slots, slots, part.bits_of(size) / bits);
        let mut lanes = (0..).zip(&function.lanes).map(|(at, lane)| first(lane, from(at)));
        let lane = lanes.next()??;
        let same = lanes.all(|other| other.as_ref() == Some(&lane));
        same.then(|| (size, Widening { entry, bits, split, scalars: scalars.clone(), lane }))
    })
}
