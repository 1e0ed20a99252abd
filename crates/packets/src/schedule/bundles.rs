//! Packets of a scheduled loop as LLVM has them behind its packetiser, which leaves finished ones as they are: the schedule is what is executed.
//!
//! ```text
//! BUNDLE implicit-def $r4, implicit-def $r3, implicit $r5, implicit $r3 {
//!   $r4 = A2_add $r5, $r5
//!   $r3 = S2_storerinew_pi $r3, 4, internal $r4     // S2_storeri_pi of the plan, which reads what its packet computes
//! }
//! ```

use super::emit::Rows;
use super::units;
use crate::live::touched;
use crate::machine::{Atom, Machine, Newer};
use crate::mir::{Instruction, Operand};
use std::collections::BTreeSet;

/// The packets of a schedule's rows, with the variants of instructions that read results of their own packets; nothing where there is no such
/// variant, or its units are not free.
pub fn packets(machine: &Machine, rows: &Rows) -> Option<Vec<Vec<Instruction>>> {
    let filled = rows.iter().filter(|row| !row.is_empty());
    filled.map(|row| packet(machine, &row.iter().map(|(_, of)| of).collect::<Vec<_>>())).collect()
}

/// One packet of instructions that would do the same one after the other.
fn packet(machine: &Machine, row: &[&Instruction]) -> Option<Vec<Instruction>> {
    let mut out: Vec<Instruction> = row.iter().map(|of| (*of).clone()).collect();
    let mut is_loaded = vec![false; row.len()];
    for (at, reader) in row.iter().enumerate() {
        let mut ways = Vec::new();
        for (place, atoms) in read(machine, reader) {
            let writes = |of: &Instruction| touched(machine, of).1.iter().any(|atom| atoms.contains(atom));
            let Some(writer) = (0..at).rev().find(|other| writes(row[*other])) else { continue };
            let way = way(machine, (row[writer], reader), place, &atoms)?;
            is_loaded[writer] |= way == Newer::Loaded;
            ways.push(way);
            if let Operand::Register(register) = &mut out[at].operands[place] {
                register.is_internal = true;
            }
        }
        let (value, condition) = (ways.contains(&Newer::Value), ways.contains(&Newer::Condition));
        if value || condition {
            out[at].op = machine.reading(&reader.op, value, condition)?.to_owned();
        }
    }
    for at in (0..row.len()).filter(|at| is_loaded[*at]) {
        out[at].op = machine.current(&row[at].op)?.to_owned();
        // Nobody reads the register as it was before.
        let loaded = touched(machine, row[at]).1;
        let is_older = |of: &&Instruction| read(machine, of).any(|(_, atoms)| !loaded.is_disjoint(&atoms));
        if row[..at].iter().any(is_older) {
            return None;
        }
    }
    units::fit(machine, &out.iter().collect::<Vec<_>>()).then_some(out)
}

/// The operands that an instruction reads, by place, with their smallest registers.
fn read(machine: &Machine, of: &Instruction) -> impl Iterator<Item = (usize, BTreeSet<Atom>)> {
    of.operands.iter().enumerate().filter_map(|(place, operand)| match operand {
        Operand::Register(register) if !register.is_written && !register.is_unused => {
            Some((place, machine.atoms(&register.name)?.iter().copied().collect()))
        }
        _ => None,
    })
}

/// The way by which an operand reads what an earlier instruction of its packet writes.
fn way(
    machine: &Machine,
    (writer, reader): (&Instruction, &Instruction),
    place: usize,
    atoms: &BTreeSet<Atom>,
) -> Option<Newer> {
    let (from, to) = (machine.operation(&writer.op)?, machine.operation(&reader.op)?);
    let is_it = |operand: &Operand| match operand {
        Operand::Register(register) => machine.atoms(&register.name).is_some_and(|own| own.iter().eq(atoms)),
        _ => false,
    };
    let result = writer.operands[..writer.results].iter().position(is_it)?;
    machine.newer((from, result), (to, place.checked_sub(reader.results)?))
}

/// The lines of packets, of which the last has the instruction that ends the loop.
pub fn lines(machine: &Machine, packets: &[Vec<Instruction>], end: &Instruction) -> Vec<String> {
    let mut out = Vec::new();
    for (at, packet) in packets.iter().enumerate() {
        let mut all: Vec<&Instruction> = packet.iter().collect();
        all.extend((at + 1 == packets.len()).then_some(end));
        out.push(format!("BUNDLE {} {{", head(machine, &all)));
        out.extend(all.into_iter().map(|of| format!("  {}", of.text())));
        out.push("}".to_owned());
    }
    out
}

/// The registers that a packet writes, and those that it reads as it finds them.
fn head(machine: &Machine, all: &[&Instruction]) -> String {
    let (mut written, mut read) = (Vec::new(), Vec::new());
    for register in all.iter().flat_map(|of| of.registers()).filter(|one| machine.atoms(&one.name).is_some()) {
        let list = if register.is_written { &mut written } else { &mut read };
        if !register.is_internal && !register.is_unused && !list.contains(&&register.name) {
            list.push(&register.name);
        }
    }
    let written = written.iter().map(|name| format!("implicit-def ${name}"));
    let read = read.iter().map(|name| format!("implicit ${name}"));
    written.chain(read).collect::<Vec<_>>().join(", ")
}
