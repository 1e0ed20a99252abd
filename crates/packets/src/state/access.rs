//! Instructions that touch memory, and those that are known by their names alone.

use super::known::Access;
use super::{Fault, Read, Run, Step};
use crate::machine::{Mode, Operation};
use crate::memory::{Event, Memory};
use crate::mir::{Operand, Register};
use crate::terms::Term;

/// The result of an instruction, and the register that it moves on, with its new contents.
pub(super) type Value<'i> = (Term, Option<(&'i str, Term)>);

impl Run<'_> {
    /// The value of an instruction, and of one that moves its base register on, that register and what it holds then.
    pub(super) fn accessed<'i>(
        &mut self,
        step: &Step<'i>,
        operation: &Operation,
        name: &str,
        read: &[Read],
        done: &mut Memory,
    ) -> Result<Value<'i>, Fault> {
        let touches = operation.is("load") || operation.is("store") || operation.is("effects") || operation.is("call");
        let touches = touches || !step.instruction.accesses.is_empty();
        let base = self.base(step, operation, read)?;
        let is_placed = base.is_some() && touches;
        let (mut key, mut operands) = (name.to_owned(), Vec::new());
        if let Some(base) = base.as_ref().filter(|_| is_placed) {
            operands.push(base.address);
        }
        for (place, one) in read.iter().enumerate() {
            // The base and its constant are in the address.
            let is_address = base.as_ref().is_some_and(|base| place == base.operand || place == base.operand + 1);
            if is_placed && is_address {
                continue;
            }
            key = key + " " + &one.shape;
            operands.extend(&one.terms);
        }
        if !touches {
            return Ok((self.terms.apply(&key, operands)?, None));
        }
        let is_store =
            operation.is("store") || operation.is("effects") || operation.is("call") || !operation.is("load");
        let address = base.as_ref().map(|base| base.address);
        let what = self.terms.apply(&key, operands.clone())?;
        let place = address.map_or(Access::Of(what), Access::At);
        let facts = self.known.facts(self.objects, step.instruction, (place, is_store), self.is_believed);
        let reach = match operation.access {
            Some((size, _)) if size == self.machine.vector && !operation.is("unaligned") => (size - 1, size),
            Some((size, _)) => (0, size),
            None => (0, 0),
        };
        let keeps = is_store || facts.is_volatile;
        let mut event = Event { address, reach, is_store: keeps, what, line: step.instruction.line + 1, facts };
        let mut value = what;
        if operation.is("load") || operation.is("effects") || operation.is("call") {
            operands.push(step.old.initial);
            // A function that is called begins after the packet, and finds what it has stored.
            let is_behind = step.is_ordered || operation.is("call") && !operation.is("return");
            let past = match is_behind && done.stores() > 0 {
                true => {
                    let mut memory = step.old.memory.clone();
                    memory.extend(done, self.terms, self.objects);
                    memory.past(&event, self.terms, self.objects)
                }
                false => step.old.memory.past(&event, self.terms, self.objects),
            };
            operands.extend(past);
            value = self.terms.apply(&(key + " of"), operands)?;
        }
        if keeps {
            event.what = value;
        }
        done.push(event, self.terms, self.objects);
        Ok((value, base.and_then(|base| base.moved)))
    }

    /// The address of an access by a register and a constant.
    fn base<'i>(&mut self, step: &Step<'i>, operation: &Operation, read: &[Read]) -> Result<Option<Base<'i>>, Fault> {
        let Some((_, mode)) = operation.access.filter(|(_, mode)| *mode != Mode::Other) else { return Ok(None) };
        let results = step.instruction.results;
        let Some(at) = operation.base else { return Ok(None) };
        let rest = &step.instruction.operands[results..];
        let (Some(Operand::Register(register)), Some(Operand::Immediate(offset))) = (rest.get(at), rest.get(at + 1))
        else {
            return Ok(None);
        };
        let Some([held]) = read.get(at).map(|one| &one.terms[..]) else { return Ok(None) };
        let (Ok(offset), held) = (i32::try_from(*offset), *held) else { return Ok(None) };
        let number = self.terms.constant(offset)?;
        let moved = self.terms.add(held, number, 1)?;
        Ok(Some(match mode {
            Mode::Offset => Base { address: moved, operand: at, moved: None },
            // The register stays where the condition does not hold.
            _ if operation.is("predicated") => Base { address: held, operand: at, moved: None },
            _ => Base { address: held, operand: at, moved: Some((name(register), moved)) },
        }))
    }
}

fn name(register: &Register) -> &str {
    &register.name
}

struct Base<'i> {
    address: Term,
    /// The place of the base among the operands that are read.
    operand: usize,
    moved: Option<(&'i str, Term)>,
}
