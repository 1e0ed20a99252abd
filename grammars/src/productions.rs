//! A grammar as the reference engine takes it.

use crate::prune::Grammar;
use isotope_dictionary::Dictionary;
use isotope_ir::term::Terms;
use isotope_synth::program::Shape;
use isotope_synth::reference::function::LaneFunction;
use isotope_synth::reference::production::{InstructionProduction, Production};
use std::sync::Arc;

/// A grammar's members and swizzles, in its order.
pub fn productions(grammar: &Grammar, dictionary: &Dictionary) -> Vec<Box<dyn Production>> {
    let mut terms = Terms::new();
    let mut found = Vec::new();
    for choice in grammar.members() {
        let Some(member) = dictionary.member(choice.member) else { continue };
        if let Ok(lanes) = member.lanes(&[], &mut terms) {
            found.push((member, choice.cost, lanes));
        }
    }
    let terms = Arc::new(terms);
    let instructions = found.into_iter().map(|(member, cost, lanes)| {
        let shapes = member.operands.iter().zip(&lanes.operand_bits);
        let lanes = LaneFunction {
            terms: Arc::clone(&terms),
            operands: shapes.map(|(o, &element)| Shape::new(element, o.bits / element)).collect(),
            result: Shape::new(lanes.out_bits, lanes.out.len() as u32),
            out: lanes.out,
        };
        let name = member.name.to_owned();
        Box::new(InstructionProduction { name, immediates: vec![], cost, lanes }) as Box<dyn Production>
    });
    let swizzles = grammar.swizzles.iter().map(|s| Box::new(*s) as Box<dyn Production>);
    instructions.chain(swizzles).collect()
}
