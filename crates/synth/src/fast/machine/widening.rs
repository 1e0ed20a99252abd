//! Instructions whose result is a pair of registers: what widens, in instruction sets that have such.

use super::{Machine, lane_var, variables};
use crate::fast::layout::{Split, source_slot};
use isotope_ir::term::TermId;

/// An instruction whose result is a pair of registers, each element made of elements of half the width: element `s` of the
/// pair's half `h` is the function of those elements of the operands that the split puts there.
#[derive(Clone, Debug)]
pub struct Widening {
    /// Index into [`Machine::instructions`].
    pub instruction: usize,
    /// Bits of an element of the result; the operands' have half as many.
    pub bits: u32,
    /// How the elements of a register spread over the pair.
    pub split: Split,
    /// For each operand, whether it is a scalar, which every element reads.
    pub scalars: Vec<bool>,
    /// The function; variable `operand << 16`.
    pub body: TermId,
}

impl Machine {
    /// What an instruction is as a widening, with the size of a register.
    pub(super) fn as_widening(&mut self, index: usize) -> Option<(u32, Widening)> {
        let ins = &self.instructions[index];
        let (bits, scalars) = (ins.out_bits, ins.scalars.clone());
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
                let from = source_slot(split, at / slots, at % slots, slots, self.part_bits / bits);
                let one = self.of_one_element(index, at, from, &scalars)?;
                if *body.get_or_insert(one) != one {
                    return None;
                }
            }
            Some((size, Widening { instruction: index, bits, split, scalars: scalars.clone(), body: body? }))
        })
    }

    /// Element `at` of an instruction's result, if of each vector operand it reads element `from` alone.
    fn of_one_element(&mut self, index: usize, at: u32, from: u32, scalars: &[bool]) -> Option<TermId> {
        let out = self.instructions[index].out[at as usize];
        let own = |n: u32| {
            let (operand, element) = lane_var(n);
            element == if scalars[operand as usize] { 0 } else { from }
        };
        if !variables(&self.terms, out).into_iter().all(own) {
            return None;
        }
        Some(self.terms.substitute(out, &mut |terms, n, width| terms.var(lane_var(n).0 << 16, width)))
    }
}
