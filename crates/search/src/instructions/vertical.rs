//! Vertical instructions: every output slot is the same function of its own slot of each operand.
//!
//! The slot functions of all slots must be one term: terms are hash-consed, so that is a comparison
//! of ids. An instruction that is vertical only up to a rewriting that the arena does not make is
//! missed, and costs a candidate, not an answer.

use super::dot::{Dot, as_dot};
use super::slot::SlotShape;
use isotope_dictionary::Instruction;
use isotope_ir::lanes::free_vars;
use isotope_ir::term::{LaneVar, TermId, Terms};

/// An instruction that maps slots to slots of the same number.
#[derive(Clone, Debug)]
pub struct Vertical {
    /// Index into [`super::TargetInstructions::instructions`].
    pub instruction: usize,
    /// Bits of an output slot.
    pub bits: u32,
    /// How each operand's slot is cut.
    pub operands: Vec<SlotShape>,
    /// The slot function; variables are [`LaneVar`]s, whose element is a part.
    pub body: TermId,
    /// What it is, if it sums products.
    pub dot: Option<Dot>,
}

/// What an instruction is as a vertical one, with the size of its registers.
pub(super) fn recognised(terms: &mut Terms, ins: &Instruction, index: usize) -> Option<(u32, Vertical)> {
    let size = ins.out.len() as u32 * ins.out_bits;
    let fits = |(&bits, &scalar): (&u32, &bool)| scalar || bits == size;
    if ins.scalars.iter().all(|s| *s) || !ins.operand_bits.iter().zip(&ins.scalars).all(fits) {
        return None;
    }
    // A sum over eight bytes is written as one word and three zero words: the slot may be wider than an element.
    let vertical = [1, 2, 4, 8].into_iter().find_map(|join| joined(terms, ins, index, join))?;
    Some((size, vertical))
}

/// What an instruction is with slots of `join` output elements each.
fn joined(terms: &mut Terms, ins: &Instruction, index: usize, join: u32) -> Option<Vertical> {
    let size = ins.out.len() as u32 * ins.out_bits;
    let (bits, elements, scalars) = (ins.out_bits * join, &ins.element_bits, &ins.scalars);
    if !matches!(bits, 8 | 16 | 32 | 64) {
        return None;
    }
    let n = size / bits;
    // A scalar is as wide as what the slot computes with.
    if scalars.iter().zip(ins.operand_bits.iter().zip(elements)).any(|(s, (all, b))| *s && (*all != bits || *b != bits))
    {
        return None;
    }
    let parts: Vec<u32> = elements.iter().zip(scalars).map(|(&b, s)| if *s { 1 } else { (size / b) / n }).collect();
    if parts.contains(&0) {
        return None;
    }
    let body = slot_body(terms, ins, 0, join as usize, &parts)?;
    for at in 1..n as usize {
        if slot_body(terms, ins, at, join as usize, &parts)? != body {
            return None;
        }
    }
    let shapes = parts.iter().zip(elements).zip(scalars);
    let operands: Vec<SlotShape> = shapes.map(|((&parts, &bits), &scalar)| SlotShape { parts, bits, scalar }).collect();
    let dot = if scalars.contains(&true) { None } else { as_dot(terms, body, bits, &operands) };
    Some(Vertical { instruction: index, bits, operands, body, dot })
}

/// Output slot `at`, `join` elements wide, with operands' elements renumbered from their slot's first; `None` if it
/// reads elements of another slot.
fn slot_body(terms: &mut Terms, ins: &Instruction, at: usize, join: usize, parts: &[u32]) -> Option<TermId> {
    let elements = &ins.out[at * join..(at + 1) * join];
    let out = elements[1..].iter().fold(elements[0], |low, &high| terms.concat(high, low));
    let is_scalar = |p: usize| ins.scalars.get(p) == Some(&true);
    let own = |n: u32| {
        let (p, e) = LaneVar::of(n).pair();
        is_scalar(p) || parts.get(p).is_some_and(|&g| e / g as usize == at)
    };
    if !free_vars(terms, out).into_iter().all(own) {
        return None;
    }
    Some(terms.substitute(out, &mut |terms, n, width| {
        let (p, e) = LaneVar::of(n).pair();
        terms.var(LaneVar::new(p, if is_scalar(p) { e } else { e % parts[p] as usize }).number(), width)
    }))
}
