//! Hardware loops: the blocks that are one, where they begin, and where control goes behind them.

use super::{Begins, Check, Stop};
use crate::machine::{Machine, Meaning};
use crate::mir::{Function, Instruction};
use crate::state::State;
use crate::terms::Term;

impl Check<'_> {
    /// The term of a block's place.
    pub(super) fn label(&mut self, id: i32) -> Result<Term, Stop> {
        let id = self.terms.constant(id)?;
        Ok(self.terms.apply("label", vec![id])?)
    }

    /// Whether the second program's loop of a level begins at its block `a`, as far as the first one's begins at `b`.
    pub(super) fn begins_at(
        &mut self,
        [b, a]: [u32; 2],
        level: u8,
        before: &State,
        after: &State,
    ) -> Result<bool, Stop> {
        let lost = || Stop::Differs("a loop is of no level that the processor has".to_owned());
        let (_, start) = self.machine.hardware(level).ok_or_else(lost)?;
        let (own, other) = (after.registers[start as usize], before.registers[start as usize]);
        Ok(own == self.label(a as i32)? || own == other && a == b)
    }

    /// Where the loops of each level begin that block `b` of the first program or a later one ends.
    pub(super) fn begins(&self, b: usize, before: &State, after: &State) -> [Begins; 2] {
        let block = |term: Term| {
            let label = self.terms.applied(term, "label")?;
            label.first().and_then(|id| self.terms.number(*id))
        };
        [0, 1].map(|level| {
            let start = self.machine.hardware(level).map(|(_, start)| start);
            let Some(start) = start.filter(|start| self.live[b].contains(start)) else { return Begins::At([None; 2]) };
            let terms = [before, after].map(|state| state.registers[start as usize]);
            match terms.map(block) {
                [None, None] if terms[0] == terms[1] => Begins::Alike,
                blocks => Begins::At(blocks),
            }
        })
    }
}

/// The level of the hardware loop that a block is all of: control comes back to it, or goes on, and nowhere else. A jump may follow its
/// end. Nothing but the end reads or changes how often it runs, and where it begins.
pub fn own_loop(machine: &Machine, function: &Function, at: usize) -> Option<u8> {
    let block = &function.blocks[at];
    let mut found = None;
    for of in block.instructions() {
        let operation = machine.operation(&of.op);
        let goes = operation.is_some_and(|of| of.is("branch") || of.is("call") || of.is("return"));
        match operation.and_then(|operation| operation.meaning) {
            Some(Meaning::EndLoop(level)) if of.targets().eq([block.id]) && found.is_none() => {
                found = Some(level);
            }
            _ if goes && (found.is_none() || leaves(machine, of).is_none()) => return None,
            _ => {}
        }
    }
    let (count, start) = machine.hardware(found?)?;
    let is_end = |of: &&Instruction| {
        let meaning = machine.operation(&of.op).and_then(|operation| operation.meaning);
        meaning == found.map(Meaning::EndLoop)
    };
    let is_named = |of: &Instruction| {
        let mut atoms = of.registers().flat_map(|register| machine.atoms(&register.name).unwrap_or_default());
        atoms.any(|atom| *atom == count || *atom == start)
    };
    let is_own = !block.instructions().filter(|of| !is_end(of)).any(is_named);
    found.filter(|_| is_own)
}

/// The block that control goes to after a hardware loop, if there is one.
pub fn exit(machine: &Machine, function: &Function, at: usize) -> Option<usize> {
    let block = &function.blocks[at];
    match block.instructions().find_map(|of| leaves(machine, of)) {
        Some(id) => function.block(id),
        None => Some(at + 1).filter(|next| *next < function.blocks.len()),
    }
}

/// The block that a jump without a condition goes to.
fn leaves(machine: &Machine, of: &Instruction) -> Option<u32> {
    let operation = machine.operation(&of.op)?;
    let is_jump = operation.is("branch") && operation.is("barrier");
    let is_jump = is_jump && !["call", "return", "predicated"].iter().any(|word| operation.is(word));
    let mut targets = of.targets();
    let target = targets.next().filter(|_| is_jump && operation.meaning.is_none())?;
    targets.next().is_none().then_some(target)
}
