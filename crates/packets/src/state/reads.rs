//! Registers that are read in the packet that writes them, and values that a program says nobody needs.
//!
//! ```text
//! BUNDLE {
//!   $r0 = A2_addi $r0, 1
//!   S2_storerinew_io $r2, 0, internal $r0     // `memw(r2) = r0.new` reads the sum
//!   $r1 = A2_addi internal $r0, 1             // and this the register as it was: LLVM writes `internal` wherever a result is named again
//! }
//! ```

use super::{Fault, Run, Step};
use crate::live::touched;
use crate::machine::{Atom, Machine, Operation};
use crate::mir::{Instruction, Operand, Register};
use crate::terms::Term;
use std::collections::{BTreeSet, HashMap};

/// Whether the encoding of an instruction says that it reads this operand, which comes at `place`, as others of its packet write it.
pub fn is_new(machine: &Machine, packet: &[&Instruction], reader: &Instruction, place: usize) -> bool {
    if packet.len() < 2 {
        return false;
    }
    let (Some(operation), Some(Operand::Register(register))) =
        (machine.operation(&reader.op), reader.operands.get(place))
    else {
        return false;
    };
    let atoms = machine.atoms(&register.name).unwrap_or_default();
    let writes = |of: &Instruction| touched(machine, of).1.iter().any(|atom| atoms.contains(atom));
    if register.is_implicit {
        // A function that is called, and one that is returned to, begin after the packet. Of a result, an implicit operand is what another
        // condition left: `if (p0) r0 = ..; if (!p0) r0 = ..`.
        return operation.is("call") || operation.is("return") || operation.is("predicated") && writes(reader);
    }
    let is_loaded = |of: &&Instruction| {
        let of_kind = |operation: &Operation| operation.is("cur") || operation.is("tmp");
        machine.operation(&of.op).is_some_and(of_kind) && writes(of)
    };
    is_newer(operation, place, reader.results) || packet.iter().any(is_loaded)
}

/// The line of an instruction that writes a register which another one of its packet writes, too, whatever a condition says: the processor
/// knows no such packet.
pub(super) fn rewritten(machine: &Machine, packet: &[&Instruction]) -> Option<usize> {
    let mut written: HashMap<Atom, bool> = HashMap::new();
    for of in packet {
        let is_conditional = machine.operation(&of.op).is_some_and(|operation| operation.is("predicated"));
        for register in of.registers().filter(|one| one.is_written && !one.is_implicit) {
            for atom in machine.atoms(&register.name).unwrap_or_default() {
                let was = written.insert(*atom, is_conditional);
                if was.is_some_and(|was| !(was && is_conditional)) {
                    return Some(of.line);
                }
            }
        }
    }
    None
}

/// Whether the name of an instruction says `.new` of an operand.
fn is_newer(operation: &Operation, place: usize, results: usize) -> bool {
    let own = place.checked_sub(results);
    let is_predicate = |at: usize| operation.ins.iter().position(|class| class == "PredRegs") == Some(at);
    own.is_some_and(|at| operation.newer == Some(at) || operation.is("prednew") && is_predicate(at))
}

impl Run<'_> {
    /// The terms of a register's parts, as the instruction reads them.
    pub(super) fn register(&self, step: &Step<'_>, place: usize, register: &Register) -> Result<Vec<Term>, Fault> {
        let atoms = self.atoms(register)?;
        let old = |atom: &Atom| step.old.registers[usize::from(*atom)];
        if !is_new(self.machine, step.packet, step.instruction, place) {
            return Ok(atoms.iter().map(old).collect());
        }
        // The packet's writer of a register may come later in the text.
        let later = step.packet.iter().skip_while(|of| !std::ptr::eq(**of, step.instruction)).skip(1);
        let written: BTreeSet<Atom> = later.flat_map(|of| touched(self.machine, of).1).collect();
        if atoms.iter().any(|atom| written.contains(atom)) {
            return Err(Fault::Reader(step.instruction.line + 1));
        }
        let new = |atom: &Atom| step.written.iter().rev().find(|(other, _)| other == atom).map(|(_, term)| *term);
        Ok(atoms.iter().map(|atom| new(atom).unwrap_or_else(|| old(atom))).collect())
    }

    /// A value that may be any. The first program's is taken for the one that the second has at the same place, in the order of execution:
    /// whatever the second has, the first may have too. Each is another one.
    pub(super) fn arbitrary(&mut self, op: &str, place: usize) -> Result<Term, Fault> {
        let (execution, number) = self.known.arbitrary(op, place, self.is_believed);
        Ok(self.terms.apply(&format!("any {op} {place} {execution}.{number}"), Vec::new())?)
    }

    /// The registers that nobody may read after a packet: those that the second program calls dead or killed, and those that the packet's
    /// own instructions alone can read.
    pub(super) fn lost(&mut self, packet: &[&Instruction]) -> Result<Vec<(Atom, Term)>, Fault> {
        let (mut lost, mut written): (BTreeSet<Atom>, BTreeSet<Atom>) = (BTreeSet::new(), BTreeSet::new());
        let atoms = |one: &Register| self.machine.atoms(&one.name).unwrap_or_default();
        for of in packet {
            let is_loaded = self.machine.operation(&of.op).is_some_and(|operation| operation.is("tmp"));
            for one in of.registers().filter(|one| one.is_written) {
                let is_dead = one.is_unused && !self.are_lives_believed || is_loaded && !one.is_implicit;
                if is_dead { &mut lost } else { &mut written }.extend(atoms(one));
            }
        }
        // A return hands registers back that it calls killed.
        let leaves = |of: &Instruction| self.machine.operation(&of.op).is_some_and(|operation| operation.is("return"));
        for of in packet.iter().filter(|of| !self.are_lives_believed && !leaves(of)) {
            for one in of.registers().filter(|one| one.is_killed) {
                lost.extend(atoms(one).iter().filter(|atom| one.is_internal || !written.contains(atom)));
            }
        }
        lost.retain(|atom| !self.machine.reserved().contains(atom));
        lost.into_iter().map(|atom| Ok((atom, self.arbitrary("register", usize::from(atom))?))).collect()
    }
}
