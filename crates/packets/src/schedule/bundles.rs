//! Packets of a scheduled loop as LLVM has them behind its packetiser, which leaves finished ones as they are: the schedule is what is executed.
//!
//! ```text
//! BUNDLE implicit-def $r4, implicit-def $r3, implicit $r5, implicit $r3 {
//!   $r4 = A2_add $r5, $r5
//!   $r3 = S2_storerinew_pi $r3, 4, internal $r4     // S2_storeri_pi of the plan, which reads what its packet computes
//! }
//! ```

use super::emit::Rows;
use super::units::{self, Share};
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
pub fn packet(machine: &Machine, row: &[&Instruction]) -> Option<Vec<Instruction>> {
    let mut out: Vec<Instruction> = row.iter().map(|of| (*of).clone()).collect();
    let mut is_loaded = vec![false; row.len()];
    for (at, reader) in row.iter().enumerate() {
        let mut ways = Vec::new();
        for (place, atoms) in read(machine, reader) {
            let writes = |of: &Instruction| touched(machine, of).1.iter().any(|atom| atoms.contains(atom));
            let Some(writer) = (0..at).rev().find(|other| writes(row[*other])) else { continue };
            let Operand::Register(register) = &mut out[at].operands[place] else { continue };
            register.is_internal = true;
            // A call and a return hand over what their packet computes: `r0 = add(r0,#1); jumpr r31`.
            if register.is_implicit && hands_over(machine, reader) {
                continue;
            }
            let way = way(machine, (row[writer], reader), place, &atoms)?;
            is_loaded[writer] |= way == Newer::Loaded;
            ways.push(way);
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
    let shares: Vec<Share> = out.iter().map(|of| Share::of(machine, of)).collect();
    units::fit(machine.width, shares.iter()).then_some(out)
}

/// Whether an instruction leaves a function or calls one.
fn hands_over(machine: &Machine, of: &Instruction) -> bool {
    machine.operation(&of.op).is_some_and(|operation| operation.is("call") || operation.is("return"))
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
        out.extend(bundle(machine, &all));
    }
    out
}

/// The lines of one packet.
pub fn bundle(machine: &Machine, all: &[&Instruction]) -> Vec<String> {
    let mut out = vec![format!("BUNDLE {} {{", head(machine, all))];
    out.extend(all.iter().map(|of| format!("  {}", of.text())));
    out.push("}".to_owned());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::read;

    /// The packet of some instructions, if it is one.
    fn packed(lines: &str) -> Option<Vec<String>> {
        let machine = Machine::named("hexagonv66").unwrap();
        let body: String = lines.split(';').map(|line| format!("    {}\n", line.trim())).collect();
        let program = read(&format!("---\nname: f\nbody: |\n  bb.0:\n{body}...\n")).unwrap();
        let row: Vec<&Instruction> = program.functions[0].blocks[0].instructions().collect();
        Some(packet(&machine, &row)?.iter().map(Instruction::text).collect())
    }

    #[test]
    fn results_are_read_in_their_packet_by_variants() {
        for (lines, second) in [
            ("$r1 = A2_addi $r1, 1; S2_storeri_io $r2, 0, $r1", "S2_storerinew_io $r2, 0, internal $r1"),
            (
                "$r1 = L2_loadri_io $r3, 0; $r2 = S2_storeri_pi $r2, 4, $r1",
                "$r2 = S2_storerinew_pi $r2, 4, internal $r1",
            ),
            ("$p0 = C2_cmpeqi $r2, 1; $r1 = C2_cmoveit $p0, 7", "$r1 = C2_cmovenewit internal $p0, 7"),
            ("$v1 = V6_vaddw $v2, $v3; V6_vS32b_ai $r2, 0, $v1", "V6_vS32b_new_ai $r2, 0, internal $v1"),
            ("$v1 = V6_vL32b_ai $r2, 0; $v2 = V6_vaddw $v1, $v3", "$v2 = V6_vaddw internal $v1, $v3"),
            // A register that is read before it is written is no result.
            ("S2_storeri_io $r2, 0, $r1; $r1 = A2_addi $r1, 1", "$r1 = A2_addi $r1, 1"),
        ] {
            assert_eq!(packed(lines).unwrap()[1], second, "{lines}");
        }
        let both = "$p0 = C2_cmpeqi $r2, 1; $r1 = A2_addi $r1, 1; S2_pstorerit_io $p0, $r2, 0, $r1";
        assert_eq!(packed(both).unwrap()[2], "S4_pstorerinewtnew_io internal $p0, $r2, 0, internal $r1");
        let loaded = packed("$v1 = V6_vL32b_ai $r2, 0; $v2 = V6_vaddw $v1, $v3").unwrap();
        assert_eq!(loaded[0], "$v1 = V6_vL32b_cur_ai $r2, 0");
    }

    #[test]
    fn what_no_packet_can_read_is_in_none() {
        for lines in [
            "$r1 = A2_addi $r1, 1; $r3 = A2_addi $r1, 1",
            // The address, the half of a pair, a conditional result, a result beside the value.
            "$r1 = A2_addi $r1, 1; S2_storeri_io $r1, 0, $r3",
            "$d0 = A2_addp $d1, $d2; S2_storeri_io $r9, 0, $r1",
            "$r1 = C2_cmoveit $p0, 7; S2_storeri_io $r2, 0, $r1",
            "$r5, $r1 = L2_loadri_pi $r1, 4; S2_storeri_io $r2, 0, $r1",
            // Another store beside one that stores what its packet computes.
            "$r1 = A2_addi $r1, 1; S2_storeri_io $r2, 0, $r1; S2_storeri_io $r2, 4, $r3",
            // One reader of the vector as it was, and one of what is loaded.
            "$v4 = V6_vaddw $v1, $v3; $v1 = V6_vL32b_ai $r2, 0; $v2 = V6_vaddw $v1, $v3",
        ] {
            assert_eq!(packed(lines), None, "{lines}");
        }
    }
}
