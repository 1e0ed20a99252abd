//! Constants that make up for where a register is that moves on by constants: `v0 = vmem(r2+#0)` after `r2 = add(r2,#128)` reads what
//! `v0 = vmem(r2+#128)` reads before it.
//!
//! So such an instruction keeps no order with what moves its register, as long as there is room for its constant. It stays between the
//! last move of the iteration before and the first one of the next iteration: the code before and after a pipelined loop moves the
//! register for the loop's own iterations only.

use super::graph::Edge;
use super::webs::{Place, Webs, latency};
use crate::machine::{Machine, Meaning, Mode};
use crate::mir::{Instruction, Operand};
use std::collections::BTreeMap;

/// An instruction that adds a constant to a register that moves on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Based {
    /// The register's operand, and the constant's.
    base: usize,
    constant: usize,
    /// The instructions that move the register, in order, and how far it is from where the iteration found it afterwards.
    moves: Vec<(Place, i64)>,
    /// How many of them come before it as the instructions stand, and the fewest and the most that may.
    own: usize,
    least: usize,
    most: usize,
}

/// The operands of an instruction that are a register and a constant whose sum it computes, or accesses.
fn sum(machine: &Machine, of: &Instruction) -> Option<(usize, usize)> {
    let operation = machine.operation(&of.op)?;
    let operand = match (operation.meaning, operation.access) {
        (Some(Meaning::Sum), _) if operation.ins.len() == 2 && of.results == 1 => 0,
        (_, Some((_, Mode::Offset))) => operation.base?,
        _ => return None,
    };
    is_sum(of, of.results + operand)
}

/// The operands by which an instruction moves a register on that it reads, and the result.
fn moves(machine: &Machine, of: &Instruction) -> Option<(usize, (usize, usize))> {
    let operation = machine.operation(&of.op).filter(|operation| !operation.is("predicated"))?;
    match (operation.meaning, operation.access) {
        (Some(Meaning::Sum), _) => sum(machine, of).map(|found| (0, found)),
        (_, Some((_, Mode::After))) => {
            let base = operation.base?;
            let result = operation.tied.iter().find(|(_, operand)| *operand == base)?.0;
            is_sum(of, of.results + base).map(|found| (result, found))
        }
        _ => None,
    }
}

fn is_sum(of: &Instruction, base: usize) -> Option<(usize, usize)> {
    let is_plain = |operand: &Operand| match operand {
        Operand::Register(one) => !one.is_written && !one.is_implicit && !one.is_internal && !one.is_unused,
        _ => false,
    };
    let is_constant = |operand: &Operand| matches!(operand, Operand::Immediate(_));
    let is_it = of.operands.get(base).is_some_and(is_plain) && of.operands.get(base + 1).is_some_and(is_constant);
    is_it.then_some((base, base + 1))
}

fn constant(of: &Instruction, place: usize) -> Option<i64> {
    match of.operands.get(place) {
        Some(Operand::Immediate(number)) => Some(*number),
        _ => None,
    }
}

/// The instructions that move a value's register on by constants, in order, if nothing else writes it: each reads what the one before it
/// has written.
fn moved(machine: &Machine, body: &[&Instruction], webs: &Webs, web: usize) -> Option<Vec<(Place, i64)>> {
    let own = &webs.all[web];
    let [atom] = own.atoms[..] else { return None };
    let mut writers: Vec<Place> = own.members.iter().copied().filter(|place| webs.is_written(*place)).collect();
    writers.sort_unstable();
    let mut before = (*writers.last()?, 1);
    let (mut out, mut far) = (Vec::new(), 0_i64);
    for writer @ (at, place) in writers {
        let (result, (base, by)) = moves(machine, body[at])?;
        let is_own = result == place && webs.of.get(&(at, base)) == Some(&web);
        if own.is_implied || !is_own || webs.source((at, base), atom) != Some(before) {
            return None;
        }
        far = far.checked_add(constant(body[at], by)?)?;
        out.push((writer, far));
        before = (writer, 0);
    }
    own.from_outside.contains(&out.first()?.0.0).then_some(out)
}

/// The instructions of a loop whose constants can make up for the moves of their registers.
pub fn based(machine: &Machine, body: &[&Instruction], webs: &Webs) -> BTreeMap<usize, Based> {
    let moved: Vec<_> = (0..webs.all.len()).map(|web| moved(machine, body, webs, web)).collect();
    let one = |at: usize| {
        let (base, constant) = sum(machine, body[at])?;
        let web = *webs.of.get(&(at, base))?;
        let moves = moved[web].as_ref()?;
        if moves.iter().any(|((of, _), _)| *of == at) {
            return None;
        }
        let own = match webs.source((at, base), webs.all[web].atoms[0])? {
            (writer, 0) => moves.iter().position(|(of, _)| *of == writer)? + 1,
            (writer, 1) if moves.last().is_some_and(|(last, _)| *last == writer) => 0,
            _ => return None,
        };
        let mut out = Based { base, constant, moves: moves.clone(), own, least: own, most: own };
        let has_room = |count: usize| out.after(machine, body[at], count).is_some();
        let least = (0..=own).rev().take_while(|count| has_room(*count)).last()?;
        let most = (own..=moves.len()).take_while(|count| has_room(*count)).last()?;
        (out.least, out.most) = (least, most);
        (least < most).then_some((at, out))
    };
    (0..body.len()).filter_map(one).collect()
}

impl Based {
    /// The constant after so many moves, if there is room for it.
    fn after(&self, machine: &Machine, of: &Instruction, count: usize) -> Option<i64> {
        let far = |count: usize| count.checked_sub(1).map_or(0, |last| self.moves[last].1);
        let constant = constant(of, self.constant)?.checked_add(far(self.own))?.checked_sub(far(count))?;
        let (least, most, step) = machine.room(machine.operation(&of.op)?, self.constant - of.results)?;
        ((least..=most).contains(&constant) && constant % step == 0).then_some(constant)
    }

    /// The operand that reads the register.
    pub fn base(&self) -> usize {
        self.base
    }

    /// The instructions that move the register.
    pub fn moves(&self) -> impl Iterator<Item = usize> {
        self.moves.iter().map(|((at, _), _)| *at)
    }

    /// The instruction, which stands at a place, as it is at these times.
    pub fn at(&self, machine: &Machine, of: &mut Instruction, at: usize, time: &[i64]) -> Option<()> {
        let count = self.moves().filter(|own| time[*own] < time[at]).count();
        if count != self.own {
            of.operands[self.constant] = Operand::Immediate(self.after(machine, of, count)?);
            // That the sum does not wrap was said of other operands.
            of.flags.clear();
        }
        Some(())
    }

    /// The order that is left: between the moves for which there is room.
    pub fn edges(&self, machine: &Machine, body: &[&Instruction], at: usize) -> [Edge; 2] {
        let edge = |from, to, packets, iterations, is_reuse| Edge {
            from,
            to,
            packets,
            iterations,
            is_reuse,
            newer: None,
            apart: packets,
        };
        let (last, iterations) = match self.least.checked_sub(1) {
            Some(before) => (self.moves[before].0, 0),
            None => (self.moves[self.moves.len() - 1].0, 1),
        };
        let packets = latency(machine, body, last, (at, self.base));
        let (next, later) = match self.moves.get(self.most) {
            Some((next, _)) => (next.0, 0),
            None => (self.moves[0].0.0, 1),
        };
        [edge(last.0, at, packets, iterations, false), edge(at, next, 0, later, true)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::Set;
    use crate::mir::{Program, read};
    use crate::schedule::flow::Flow;

    fn program(lines: &str) -> Program {
        let body: String = lines.split(';').map(|line| format!("    {}\n", line.trim())).collect();
        read(&format!("---\nname: f\nbody: |\n  bb.0:\n{body}...\n")).unwrap()
    }

    /// The instructions whose constants can make up for moves: their places, and the fewest and the most moves that may come before.
    fn found(lines: &str) -> Vec<(usize, usize, usize)> {
        let machine = Machine::named("hexagonv66").unwrap();
        let program = program(lines);
        let body: Vec<&Instruction> = program.functions[0].blocks[0].instructions().collect();
        let flow = Flow::plain(&machine, &body, &Set::new());
        let webs = Webs::of(&machine, &flow).with_bases(&machine, &flow);
        webs.based.iter().map(|(at, of)| (*at, of.least, of.most)).collect()
    }

    #[test]
    fn constants_have_the_room_that_the_records_say() {
        let machine = Machine::named("hexagonv66").unwrap();
        let room = |op: &str, operand| machine.room(machine.operation(op).unwrap(), operand);
        assert_eq!(room("L2_loadri_io", 1), Some((-4096, 4092, 4)));
        assert_eq!(room("S2_pstorerit_io", 2), Some((0, 252, 4)));
        assert_eq!(room("S4_storeiri_io", 1), Some((0, 252, 4)));
        assert_eq!(room("V6_vL32b_ai", 1), Some((-1024, 896, 128)));
        assert_eq!(room("A2_addi", 1), Some((-32768, 32767, 1)));
        assert_eq!(room("A2_addi", 0), None);
    }

    #[test]
    fn what_adds_a_constant_to_a_register_that_moves_on_is_found() {
        // A sum, and an access that moves its register: what reads it may come before and after both.
        let both =
            "$r2 = A2_addi $r2, 8; $r1 = L2_loadri_io $r2, 4; $r3, $r2 = L2_loadri_pi $r2, 4; $r4 = A2_addi $r2, 1";
        assert_eq!(found(both), [(1, 0, 2), (3, 0, 2)]);
        // Eight vectors before the register, and seven behind it.
        assert_eq!(found("$v0 = V6_vL32b_ai $r2, 896; $r2 = A2_addi $r2, 128"), [(0, 0, 1)]);
        assert_eq!(found("$v0 = V6_vL32b_ai $r2, 896; $r2 = A2_addi $r2, -128"), []);
        assert_eq!(found("$v0 = V6_vL32b_ai $r2, -1024; $r2 = A2_addi $r2, 128"), []);
        assert_eq!(found("$v0 = V6_vL32b_ai $r2, 0; $r2 = A2_addi $r2, 4"), [], "less than a vector");
    }

    #[test]
    fn a_register_that_moves_otherwise_has_no_such_instructions() {
        for moves in [
            "$r2 = A2_add $r2, $r5",
            "$r2 = A2_addi $r6, 4",
            "$r2 = A2_paddit $p0, $r2, 4, implicit $r2(tied-def 0)",
            "$r3, $r2 = L2_loadri_pci $r2, 4, $m0, implicit $cs0",
            "$r3, $r2 = L2_ploadrit_pi $p0, $r2, 4",
            "$r2 = A2_addi $r2, 4; $r2 = A2_tfrsi 5",
            "$d1 = A2_addp $d1, $d2",
        ] {
            assert_eq!(found(&format!("$r1 = L2_loadri_io $r2, 0; {moves}")), [], "{moves}");
        }
        // A load that overwrites its own register moves it, too.
        assert_eq!(found("$r2 = L2_loadri_io $r2, 0; $r1 = L2_loadri_io $r2, 4"), []);
    }

    #[test]
    fn a_constant_is_what_the_moves_before_it_leave() {
        let machine = Machine::named("hexagonv66").unwrap();
        let program = program("$r2 = A2_addi $r2, 8; $r1 = L2_loadri_io $r2, 4; $r3, $r2 = L2_loadri_pi $r2, 4");
        let body: Vec<&Instruction> = program.functions[0].blocks[0].instructions().collect();
        let flow = Flow::plain(&machine, &body, &Set::new());
        let webs = Webs::of(&machine, &flow).with_bases(&machine, &flow);
        let text = |times: [i64; 3]| {
            let mut of = body[1].clone();
            webs.based[&1].at(&machine, &mut of, 1, &times).unwrap();
            of.text()
        };
        // Before both, in the packet of the first, between them, in the packet of the second, behind both.
        for (times, offset) in [([1, 0, 2], 12), ([1, 1, 2], 12), ([0, 1, 2], 4), ([0, 1, 1], 4), ([0, 2, 1], 0)] {
            assert_eq!(text(times), format!("$r1 = L2_loadri_io $r2, {offset}"), "{times:?}");
        }
        // It stays between the moves of its own iteration and its neighbours.
        let edges = webs.based[&1].edges(&machine, &body, 1);
        assert_eq!(edges.map(|edge| (edge.from, edge.to, edge.iterations)), [(2, 1, 1), (1, 0, 1)]);
    }
}
