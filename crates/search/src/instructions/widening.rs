//! Instructions whose result is a pair of registers: what widens, in instruction sets that have such.
//!
//! A layout says how the lanes of a register spread over two at twice the width ([`Split`]); a
//! widening instruction has a split of its own, and is of use where the two are the same. Then its
//! pair is what the layout wants, without a shuffle.

use crate::layout::{Split, source_slot};
use isotope_dictionary::Instruction;
use isotope_ir::lanes::free_vars;
use isotope_ir::term::{LaneVar, TermId, Terms};

/// An instruction whose result is a pair of registers, each element made of elements of half the width: element `s` of the
/// pair's half `h` is the function of those elements of the operands that the split puts there.
#[derive(Clone, Debug)]
pub struct Widening {
    /// Index into [`super::TargetInstructions::instructions`].
    pub instruction: usize,
    /// Bits of an element of the result; the operands' have half as many.
    pub bits: u32,
    /// How the elements of a register spread over the pair.
    pub split: Split,
    /// For each operand, whether it is a scalar, which every element reads.
    pub scalars: Vec<bool>,
    /// The function; variables are [`LaneVar`]s of element 0.
    pub body: TermId,
}

/// What an instruction is as a widening, with the size of a register; `part_bits` are those of the parts that unpacks
/// stay within.
pub(super) fn recognised(
    terms: &mut Terms,
    ins: &Instruction,
    index: usize,
    part_bits: u32,
) -> Option<(u32, Widening)> {
    let (bits, scalars) = (ins.out_bits, &ins.scalars);
    let size = ins.out.len() as u32 * bits / 2;
    let fits = |at: usize| {
        let (all, element) = (ins.operand_bits[at], ins.element_bits[at]);
        2 * element == bits && all == if scalars[at] { element } else { size }
    };
    if !matches!(bits, 16 | 32 | 64) || scalars.iter().all(|s| *s) || !(0..scalars.len()).all(fits) {
        return None;
    }
    // An instruction of one element a half would be of every split.
    let slots = ins.out.len() as u32 / 2;
    let splits = [Split::Linear, Split::EvenOdd, Split::Unpack];
    splits.into_iter().filter(|_| slots > 1).find_map(|split| {
        let mut body = None;
        for at in 0..2 * slots {
            let from = source_slot(split, at / slots, at % slots, slots, part_bits / bits);
            let one = of_one_element(terms, ins, at, from)?;
            if *body.get_or_insert(one) != one {
                return None;
            }
        }
        Some((size, Widening { instruction: index, bits, split, scalars: scalars.clone(), body: body? }))
    })
}

/// Element `at` of an instruction's result, if of each vector operand it reads element `from` alone.
fn of_one_element(terms: &mut Terms, ins: &Instruction, at: u32, from: u32) -> Option<TermId> {
    let out = ins.out[at as usize];
    let own = |n: u32| {
        let (operand, element) = LaneVar::of(n).pair();
        element == if ins.scalars[operand] { 0 } else { from as usize }
    };
    if !free_vars(terms, out).into_iter().all(own) {
        return None;
    }
    Some(
        terms.substitute(out, &mut |terms, n, width| {
            terms.var(LaneVar { element: 0, ..LaneVar::of(n) }.number(), width)
        }),
    )
}
