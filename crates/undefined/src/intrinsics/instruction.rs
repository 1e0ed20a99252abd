//! Intrinsics as the instructions that they are.

use super::Intrinsics;
use super::call::Call;
use crate::code::Code;
use crate::text::Shape;
use isotope_dictionary::{Member, OperandKind};
use isotope_ir::term::Terms;
use isotope_semantics::lanes::Lanes;

/// An instruction that a call of an intrinsic is.
#[derive(Clone, Debug)]
pub struct Instruction<'a> {
    member: &'a Member,
    immediates: Vec<u64>,
    /// Operands of the instruction, by number, that those of the call are; none for constants.
    pub operands: Vec<Option<usize>>,
    /// The call's operands.
    pub taken: Vec<Shape>,
    /// The call's result.
    pub given: Shape,
}

impl Instruction<'_> {
    /// The vendor's name of it.
    pub fn name(&self) -> &str {
        self.member.name
    }

    /// Its lanes, as the vendor's text gives them. Nothing where they have no terms, or are not all of what the call gives.
    pub fn lanes(&self, terms: &mut Terms) -> Option<Lanes> {
        let lanes = self.member.lanes(&self.immediates, terms).ok()?;
        (lanes.out.len() * lanes.out_bits as usize == self.given.all()).then_some(lanes)
    }
}

impl<'a> Intrinsics<'a> {
    /// The instruction that a call is, with what is known of its operands: numbers of those that are constants.
    pub fn instruction(&self, name: &str, constants: &[Option<u64>]) -> Option<Instruction<'a>> {
        for user in self.users_of(name) {
            let member = user.member;
            let real: Vec<usize> =
                (0..member.operands.len()).filter(|&at| member.operands[at].kind != OperandKind::Imm).collect();
            let is_read = member.operands.iter().all(|operand| operand.kind != OperandKind::Memory);
            if !is_read || real.len() != user.call.params {
                continue;
            }
            for immediates in user.immediates(self.dictionary) {
                let form = self.dictionary.llvm_form(member.name, &immediates)?;
                let Some(call) = Call::read(&form).filter(|call| *call == user.call) else { continue };
                if !self.has_numbers(&form, &call, constants) {
                    continue;
                }
                return Some(Instruction {
                    member,
                    immediates,
                    operands: call.args.iter().map(|(param, _)| param.map(|param| real[param])).collect(),
                    taken: call.args.iter().map(|(_, shape)| *shape).collect(),
                    given: call.result,
                });
            }
        }
        None
    }

    /// Whether the constants of a form's call are these.
    fn has_numbers(&self, form: &isotope_dictionary::LlvmForm, call: &Call, constants: &[Option<u64>]) -> bool {
        let Some(code) = Code::of_form(form) else { return false };
        let Some(operation) = code.operations.iter().find(|operation| operation.word == "call") else { return false };
        constants.len() == call.args.len()
            && operation
                .operands
                .iter()
                .zip(&call.args)
                .zip(constants)
                .all(|((operand, (param, _)), known)| param.is_some() || known.is_some() && operand.number(0) == *known)
    }
}
