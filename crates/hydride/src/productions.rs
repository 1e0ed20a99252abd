//! A grammar as the reference engine takes it.

use crate::function::{IMMEDIATE_BITS, Immediate, LaneFunction};
use crate::production::{InstructionProduction, Production};
use crate::prune::Grammar;
use isotope_dictionary::{Dictionary, Member};
use isotope_ir::term::{BinOp, LaneVar, Terms};
use isotope_program::Shape;
use isotope_semantics::lanes::Lanes;
use std::sync::Arc;

/// Values of an immediate among which lanes choose, at most: byte shifts of registers have fewer that differ.
const CHOSEN: usize = 64;

// Both mean the same variable.
const _: () = assert!(IMMEDIATE_BITS == isotope_semantics::lanes::IMMEDIATE_BITS);

/// A grammar's members and swizzles, in its order.
pub fn productions(grammar: &Grammar, dictionary: &Dictionary) -> Vec<Box<dyn Production>> {
    let mut terms = Terms::new();
    let mut found = Vec::new();
    for choice in grammar.members() {
        let Some(member) = dictionary.member(choice.member) else { continue };
        if let Some(function) = function(dictionary, member, &mut terms) {
            found.push((member.name.to_owned(), choice.cost, function));
        }
    }
    // One arena for all of them.
    let terms = Arc::new(terms);
    let instructions = found.into_iter().map(|(name, cost, function)| {
        let lanes = LaneFunction { terms: Arc::clone(&terms), ..function };
        Box::new(InstructionProduction { name, cost, lanes }) as Box<dyn Production>
    });
    let swizzles = grammar.swizzles.iter().map(|s| Box::new(*s) as Box<dyn Production>);
    instructions.chain(swizzles).collect()
}

/// The function of a member, with its immediate, if it has one, to be found; `None` where its text does not run so. Its terms are
/// in the arena that is given.
fn function(dictionary: &Dictionary, member: &Member, terms: &mut Terms) -> Option<LaneFunction> {
    let immediates = dictionary.immediates(member);
    let (lanes, values) = match &immediates[..] {
        [] => (member.lanes(&[], terms).ok()?, None),
        [only] => {
            let values: Vec<u64> = only.values.iter().flat_map(|&(low, high)| low..=high).collect();
            (with_values(member, &values, terms)?, Some((only.position, values)))
        }
        _ => return None,
    };
    let position = values.as_ref().map(|(position, _)| *position);
    let registers: Vec<usize> = (0..member.operands.len()).filter(|&at| Some(at) != position).collect();
    let shape = |&at: &usize| Shape::new(lanes.operand_bits[at], member.operands[at].bits / lanes.operand_bits[at]);
    // The immediate comes after the registers.
    let number = |operand: usize| registers.iter().position(|&at| at == operand).unwrap_or(registers.len());
    let mut renumbered = |terms: &mut Terms, n: u32, width: u32| {
        let (operand, element) = LaneVar::of(n).pair();
        terms.var(LaneVar::new(number(operand), element).number(), width)
    };
    Some(LaneFunction {
        terms: Arc::default(),
        operands: registers.iter().map(shape).collect(),
        result: Shape::new(lanes.out_bits, lanes.out.len() as u32),
        out: lanes.out.iter().map(|&out| terms.substitute(out, &mut renumbered)).collect(),
        immediate: values.map(|(_, values)| Immediate(values.into())),
    })
}

/// Lanes with the immediate as a variable. A text that does not run without its value runs with each, and the lanes choose among them.
fn with_values(member: &Member, values: &[u64], terms: &mut Terms) -> Option<Lanes> {
    if let Ok(open) = member.open_lanes(terms) {
        return Some(open);
    }
    if values.len() > CHOSEN {
        return None;
    }
    let at = member.immediates().next()?;
    let mut whole: Option<Lanes> = None;
    for &value in values {
        let own = member.lanes(&[value], terms).ok()?;
        let Some(others) = whole.take() else {
            whole = Some(own);
            continue;
        };
        // Elements of other widths would be other questions.
        if (own.out_bits, &own.operand_bits) != (others.out_bits, &others.operand_bits) {
            return None;
        }
        let (symbol, constant) =
            (terms.var(LaneVar::new(at, 0).number(), IMMEDIATE_BITS), terms.constant(value.into(), IMMEDIATE_BITS));
        let here = terms.bin(BinOp::Eq, symbol, constant);
        let out = own.out.iter().zip(&others.out).map(|(&own, &other)| terms.ite(here, own, other)).collect();
        whole = Some(Lanes { out, ..others });
    }
    whole
}
