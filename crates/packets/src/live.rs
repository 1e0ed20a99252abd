//! Which registers are read before they are written, at the beginning of every block.

use crate::machine::{Atom, Machine, Meaning, Operation};
use crate::mir::{Function, Instruction, Operand};
use crate::state::{is_idle, is_new};
use std::collections::BTreeSet;

/// Registers that hold something which is read later.
pub type Set = BTreeSet<Atom>;

/// The blocks that control may come to from a block, by place.
pub fn successors(machine: &Machine, function: &Function, at: usize) -> Vec<usize> {
    let ids = function.blocks[at].successors.iter().copied().chain(targets(machine, function, at));
    let mut out: Vec<usize> = ids.filter_map(|id| function.block(id)).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// The blocks that control goes to from a block, by its code alone.
pub fn targets(machine: &Machine, function: &Function, at: usize) -> Vec<u32> {
    let block = &function.blocks[at];
    let jumps = block.instructions().filter(|of| is_jump(machine, of)).flat_map(Instruction::targets);
    let next = function.blocks.get(at + 1).filter(|_| falls_through(machine, function, at));
    jumps.chain(next.map(|block| block.id)).collect()
}

fn is_jump(machine: &Machine, of: &Instruction) -> bool {
    machine.operation(&of.op).is_some_and(|operation| operation.is("branch"))
}

/// Whether control may come to the block after it in memory.
pub fn falls_through(machine: &Machine, function: &Function, at: usize) -> bool {
    let block = &function.blocks[at];
    let last = block.instructions().rev().find(|of| !is_idle(of));
    let ends = last.and_then(|of| machine.operation(&of.op)).is_some_and(|of| of.is("barrier") || of.is("return"));
    !ends && at + 1 < function.blocks.len()
}

/// The smallest registers that an instruction reads, and those that it writes.
pub fn touched(machine: &Machine, of: &Instruction) -> (Set, Set) {
    let (mut reads, mut writes) = (Set::new(), Set::new());
    for register in of.registers() {
        let atoms = machine.atoms(&register.name).unwrap_or_default();
        match (register.is_written, register.is_unused) {
            (true, _) => writes.extend(atoms),
            (false, false) => reads.extend(atoms),
            (false, true) => {}
        }
    }
    let Some(operation) = machine.operation(&of.op) else { return (reads, writes) };
    // The beginning of a loop writes a few bits of the status only, though LLVM names the whole register.
    if let Some((count, start)) = loop_registers(machine, operation) {
        writes.retain(|atom| *atom == count || *atom == start);
    }
    let leaves = operation.is("return") || (operation.is("branch") && !operation.is("call"));
    if leaves && of.targets().next().is_none() {
        reads.extend(machine.saved());
    }
    if operation.is("call") && !operation.is("return") {
        writes.extend((0..machine.atom_count() as Atom).filter(|atom| !machine.saved().contains(atom)));
    }
    (reads, writes)
}

/// The smallest registers of an operand.
fn parts<'a>(machine: &'a Machine, operand: &Operand) -> &'a [Atom] {
    match operand {
        Operand::Register(register) => machine.atoms(&register.name).unwrap_or_default(),
        _ => &[],
    }
}

/// The registers of the loop that an instruction begins.
fn loop_registers(machine: &Machine, operation: &Operation) -> Option<(Atom, Atom)> {
    match operation.meaning? {
        Meaning::Loop(level) => machine.hardware(level),
        _ => None,
    }
}

/// The registers that are needed at the beginning of each block.
pub fn live(machine: &Machine, function: &Function) -> Vec<Set> {
    let count = function.blocks.len();
    let (mut reads, mut writes) = (vec![Set::new(); count], vec![Set::new(); count]);
    for (at, block) in function.blocks.iter().enumerate() {
        for packet in &block.packets {
            let instructions: Vec<&Instruction> = packet.instructions.iter().filter(|of| !is_idle(of)).collect();
            let earlier = writes[at].clone();
            for of in &instructions {
                // Only results that the encoding reads as `.new` count as written before they are read.
                let is_new = |place: &usize| is_new(machine, &instructions, of, *place);
                let new = (0..of.operands.len()).filter(is_new).map(|place| &of.operands[place]);
                let new: Set = new.flat_map(|operand| parts(machine, operand)).copied().collect();
                let (read, written) = touched(machine, of);
                let is_own = |atom: &Atom| earlier.contains(atom) || new.contains(atom) && writes[at].contains(atom);
                let old: Vec<Atom> = read.into_iter().filter(|atom| !is_own(atom)).collect();
                reads[at].extend(old);
                writes[at].extend(written);
            }
        }
    }
    let next: Vec<Vec<usize>> = (0..count).map(|at| successors(machine, function, at)).collect();
    let mut live = reads.clone();
    loop {
        let mut is_done = true;
        for at in (0..count).rev() {
            let after: Set = next[at].iter().flat_map(|to| &live[*to]).copied().collect();
            let before = live[at].len();
            live[at].extend(after.difference(&writes[at]));
            is_done &= live[at].len() == before;
        }
        if is_done {
            return live;
        }
    }
}
