//! The values of a loop: which instruction wrote what an operand reads, this iteration or the one before, and which copies are superfluous.
//!
//! LLVM's own pipeliner carries a value over iterations by copies at the end of a loop, `r3 = r5`. If the readers of `r3` read the value where
//! it was written, in the iteration before, the copy is dissolved: the loop is scheduled as if it had never been pipelined.

use super::assign::{class, letters, renamed};
use super::graph;
use super::webs::{Place, Webs};
use crate::live::Set;
use crate::machine::{Atom, Machine, Meaning};
use crate::mir::{Instruction, Operand, Register};
use std::collections::{BTreeMap, BTreeSet};

/// One part of an operand.
pub type Part = (Place, usize);

/// Where the value of a part comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The part that wrote it, and how many iterations before.
    pub writer: Option<(Part, i64)>,
    /// The register that holds it when the loop begins.
    pub outside: Option<Atom>,
}

/// The instructions of a loop without the copies that are dissolved.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The instructions, with the registers that values would be in.
    pub body: Vec<Instruction>,
    /// The place of each among the loop's own instructions.
    pub of: Vec<usize>,
    /// Where each part that is read comes from.
    pub reads: BTreeMap<Part, Source>,
    /// Parts whose last value is read behind the loop.
    pub behind: BTreeSet<Part>,
    /// Registers that are read as the loop finds them.
    pub outside: Set,
    /// Registers that are read behind the loop.
    pub kept: Set,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Outside(Atom),
    Written(Part, i64),
}

/// The contents of a register, and the copies that brought it there.
#[derive(Clone, Debug)]
struct Held {
    value: Value,
    through: Vec<usize>,
}

/// Two iterations as they are executed.
#[derive(Default)]
struct Trace {
    /// The value of each part that is read, in the first iteration and in the second.
    reads: BTreeMap<Part, Vec<Held>>,
    /// The registers after the first iteration.
    end: BTreeMap<Atom, Held>,
}

/// A loop on the way to fewer copies.
struct Loop<'a> {
    machine: &'a Machine,
    body: &'a [&'a Instruction],
    behind: &'a Set,
    copies: BTreeSet<usize>,
}

impl Flow {
    /// The values of a loop as it is.
    pub fn plain(machine: &Machine, body: &[&Instruction], behind: &Set) -> Flow {
        let of = Loop { machine, body, behind, copies: BTreeSet::new() };
        // Without a copy that is dissolved every operand keeps its register.
        of.flow().unwrap_or_default()
    }

    /// The values of a loop without copies, as far as they can be dissolved; nothing where none can.
    pub fn dissolved(machine: &Machine, body: &[&Instruction], behind: &Set) -> Option<Flow> {
        let all: BTreeSet<usize> = (0..body.len()).filter(|at| is_copy(machine, body[*at])).collect();
        let mut of = Loop { machine, body, behind, copies: BTreeSet::new() };
        let mut best = None;
        // A copy may go only with another one: all at once, then one after the other until none more can.
        let mut tried = vec![all.clone()];
        let mut is_first = true;
        while !tried.is_empty() {
            let count = of.copies.len();
            for more in tried {
                let copies = of.copies.union(&more).copied().collect();
                let other = Loop { machine, body, behind, copies };
                if let Some(flow) = other.flow().filter(|flow| flow.is_possible(machine)) {
                    (of, best) = (other, Some(flow));
                }
            }
            if !is_first && of.copies.len() == count {
                break;
            }
            is_first = false;
            tried = all.difference(&of.copies).map(|copy| BTreeSet::from([*copy])).collect();
        }
        best
    }

    /// Whether there is an interval at which all values are read before the next ones are written to their registers.
    fn is_possible(&self, machine: &Machine) -> bool {
        let body = self.instructions();
        // A result that is read in its own packet is not beside the older value that is in the same register.
        let edges = Webs::of(machine, self).edges(machine, &body, false);
        let most: i64 = edges.iter().map(|edge| edge.packets.max(1)).sum();
        graph::is_possible(body.len(), &edges, most)
    }

    /// The instructions, by reference.
    pub fn instructions(&self) -> Vec<&Instruction> {
        self.body.iter().collect()
    }

    /// The place of each of the loop's own instructions here.
    pub fn places(&self) -> BTreeMap<usize, usize> {
        self.of.iter().enumerate().map(|(at, own)| (*own, at)).collect()
    }
}

/// Whether an instruction only copies registers of one kind.
fn is_copy(machine: &Machine, of: &Instruction) -> bool {
    let [Operand::Register(to), Operand::Register(from)] = &of.operands[..] else { return false };
    let is_plain = |one: &Register| !one.is_implicit && !one.is_internal && !one.is_unused && one.tied.is_none();
    let meaning = machine.operation(&of.op).and_then(|operation| operation.meaning);
    let count = |one: &Register| machine.atoms(&one.name).map_or(0, <[Atom]>::len);
    meaning == Some(Meaning::Copy)
        && of.results == 1
        && is_plain(to)
        && is_plain(from)
        && letters(&to.name) == letters(&from.name)
        && count(to) == count(from)
        && count(to) > 0
}

impl Loop<'_> {
    fn atoms(&self, register: &Register) -> &[Atom] {
        self.machine.atoms(&register.name).unwrap_or_default()
    }

    /// Executes two iterations.
    fn trace(&self) -> Trace {
        let mut trace = Trace::default();
        let mut held: BTreeMap<Atom, Held> = BTreeMap::new();
        let outside = |atom: &Atom| Held { value: Value::Outside(*atom), through: Vec::new() };
        for iteration in 0..2 {
            for (at, of) in self.body.iter().enumerate() {
                let registers = || {
                    of.operands.iter().enumerate().filter_map(|(place, operand)| match operand {
                        Operand::Register(register) if register.name != "pc" => Some((place, register)),
                        _ => None,
                    })
                };
                let mut read = Vec::new();
                for (place, register) in registers().filter(|(_, one)| !one.is_written && !one.is_unused) {
                    for (part, atom) in self.atoms(register).iter().enumerate() {
                        let one = held.get(atom).cloned().unwrap_or_else(|| outside(atom));
                        read.push(one.clone());
                        if !self.copies.contains(&at) {
                            trace.reads.entry(((at, place), part)).or_default().push(one);
                        }
                    }
                }
                for (place, register) in registers().filter(|(_, one)| one.is_written) {
                    for (part, atom) in self.atoms(register).iter().enumerate() {
                        let one = match self.copies.contains(&at) {
                            true => {
                                let Held { value, mut through } = read[part].clone();
                                through.push(at);
                                Held { value, through }
                            }
                            false => {
                                Held { value: Value::Written(((at, place), part), iteration), through: Vec::new() }
                            }
                        };
                        held.insert(*atom, one);
                    }
                }
            }
            if iteration == 0 {
                trace.end = held.clone();
            }
        }
        trace
    }

    /// The values without the copies, if that is possible.
    fn flow(&self) -> Option<Flow> {
        let trace = self.trace();
        let outside = self.outside(&trace)?;
        let homes = self.homes(&trace, &outside)?;
        let of: Vec<usize> = (0..self.body.len()).filter(|at| !self.copies.contains(at)).collect();
        let body = of.iter().map(|at| self.with_registers(*at, &trace, &homes)).collect::<Option<_>>()?;
        let number: BTreeMap<usize, usize> = of.iter().enumerate().map(|(at, own)| (*own, at)).collect();
        let moved = |((at, place), part): Part| ((number[&at], place), part);
        let source = |held: &Vec<Held>| {
            let (first, second) = (held[0].value, held[1].value);
            let outside = if let Value::Outside(atom) = first { Some(atom) } else { None };
            let writer = match second {
                Value::Written(part, iteration) => Some((moved(part), 1 - iteration)),
                Value::Outside(_) => None,
            };
            Source { writer, outside }
        };
        let reads = trace.reads.iter().map(|(part, held)| (moved(*part), source(held))).collect();
        let left = self.behind.iter().filter_map(|atom| match trace.end.get(atom)?.value {
            Value::Written(part, _) => Some(moved(part)),
            Value::Outside(_) => None,
        });
        let flow = Flow { body, of, reads, behind: left.collect(), outside, kept: self.behind.clone() };
        // Values that several instructions write to one register are read before the next is written, as the instructions stand.
        Webs::of(self.machine, &flow).are_in_order().then_some(flow)
    }

    /// The registers that are read as the loop finds them: each holds the same value of every iteration, or what the iteration before wrote.
    fn outside(&self, trace: &Trace) -> Option<Set> {
        let mut out = Set::new();
        for held in trace.reads.values() {
            let Value::Outside(atom) = held[0].value else { continue };
            if matches!(held[1].value, Value::Outside(other) if other != atom) {
                return None;
            }
            out.insert(atom);
        }
        Some(out)
    }

    /// The register of each part that the next iteration, or the code behind the loop, wants in one.
    fn homes(&self, trace: &Trace, outside: &Set) -> Option<BTreeMap<Part, Atom>> {
        let mut homes: BTreeMap<Part, Atom> = BTreeMap::new();
        for atom in outside.union(self.behind) {
            let Some(held) = trace.end.get(atom) else { continue };
            let Value::Written(part, _) = held.value else {
                if held.value == Value::Outside(*atom) {
                    continue;
                }
                return None;
            };
            if homes.insert(part, *atom).is_some() {
                return None;
            }
        }
        // The other parts of a register that has a home come along.
        for (part @ (place, _), home) in homes.clone() {
            let through = &trace.end[&home].through;
            for (atom, held) in trace.end.iter().filter(|(_, held)| held.through == *through && !through.is_empty()) {
                match held.value {
                    Value::Written(other, _) if other.0 == place && other != part => {
                        homes.entry(other).or_insert(*atom)
                    }
                    _ => continue,
                };
            }
        }
        Some(homes)
    }

    /// An instruction with the registers that its values have.
    fn with_registers(&self, at: usize, trace: &Trace, homes: &BTreeMap<Part, Atom>) -> Option<Instruction> {
        let mut of = self.body[at].clone();
        for (place, operand) in of.operands.iter_mut().enumerate() {
            let Operand::Register(register) = operand else { continue };
            let mut map = BTreeMap::new();
            for (part, atom) in self.atoms(register).iter().enumerate() {
                let own = ((at, place), part);
                let to = match trace.reads.get(&own).map(|held| &held[1]) {
                    Some(held) => match held.value {
                        Value::Outside(atom) => atom,
                        Value::Written(part, _) => self.home(part, homes),
                    },
                    None if register.is_written => self.home(own, homes),
                    None => *atom,
                };
                map.insert(*atom, to);
            }
            let name = renamed(self.machine, &register.name, &map)?;
            if name != register.name {
                let list = class(self.machine, self.body, &(at, place));
                if register.is_implicit || !list.is_some_and(|list| list.contains(&name)) {
                    return None;
                }
            }
            register.name = name;
        }
        let name = |place: usize| match &of.operands.get(place) {
            Some(Operand::Register(register)) => Some(register.name.clone()),
            _ => None,
        };
        let own = self.machine.operation(&of.op).into_iter().flat_map(|operation| &operation.tied);
        let mut tied = own.map(|(result, operand)| (*result, of.results + operand)).collect::<Vec<_>>();
        tied.extend(of.operands.iter().enumerate().filter_map(|(place, operand)| match operand {
            Operand::Register(register) => Some((register.tied?, place)),
            _ => None,
        }));
        tied.into_iter().all(|(result, operand)| name(result) == name(operand)).then_some(of)
    }

    /// The register that a part is written to.
    fn home(&self, part: Part, homes: &BTreeMap<Part, Atom>) -> Atom {
        let ((at, place), number) = part;
        let own = match &self.body[at].operands[place] {
            Operand::Register(register) => self.atoms(register)[number],
            _ => Atom::MAX,
        };
        homes.get(&part).copied().unwrap_or(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{Program, read};

    fn program(lines: &str) -> Program {
        let body: String = lines.split(';').map(|line| format!("    {}\n", line.trim())).collect();
        read(&format!("---\nname: f\nbody: |\n  bb.0:\n{body}...\n")).unwrap()
    }

    /// The instructions that are left of a loop whose registers `behind` are read after it, and what they read of earlier iterations.
    fn left(lines: &str, behind: &[&str]) -> Option<(Vec<String>, usize)> {
        let machine = Machine::named("hexagonv66").unwrap();
        let program = program(lines);
        let body: Vec<&Instruction> = program.functions[0].blocks[0].instructions().collect();
        let behind = behind.iter().flat_map(|name| machine.atoms(name).unwrap()).copied().collect();
        let flow = Flow::dissolved(&machine, &body, &behind)?;
        let earlier = flow.reads.values().filter(|source| source.writer.is_some_and(|(_, iterations)| iterations == 1));
        Some((flow.body.iter().map(Instruction::text).collect(), earlier.count()))
    }

    #[test]
    fn a_copy_for_the_next_iteration_is_dissolved() {
        let carried = "$r0 = A2_add $r0, $r3; $r5, $r2 = L2_loadri_pi $r2, 4; $r3 = A2_tfr $r5";
        let (text, earlier) = left(carried, &["r0", "r3"]).unwrap();
        assert_eq!(text, ["$r0 = A2_add $r0, $r3", "$r3, $r2 = L2_loadri_pi $r2, 4"]);
        // The sum, the address, and what the copy carried.
        assert_eq!(earlier, 3);
        let pairs = "$r0 = A2_add $r0, $r3; $d3, $r4 = L2_loadrd_pi $r4, 8; $d1 = A2_tfrp $d3";
        assert_eq!(left(pairs, &["r0"]).unwrap().0[1], "$d1, $r4 = L2_loadrd_pi $r4, 8");
    }

    #[test]
    fn a_copy_that_both_values_need_stays() {
        // The register is read in this iteration and, as it was before, in the next one.
        assert_eq!(left("$r5, $r2 = L2_loadri_pi $r2, 4; $r0 = A2_sub $r5, $r3; $r3 = A2_tfr $r5", &["r0"]), None);
        // Both are read behind the loop.
        let both = "$r0 = A2_add $r0, $r3; $r5, $r2 = L2_loadri_pi $r2, 4; $r3 = A2_tfr $r5";
        assert_eq!(left(both, &["r3", "r5"]), None);
        // Three registers hold the values of as many iterations.
        let far = "$r0 = A2_add $r0, $r3; $r3 = A2_tfr $r4; $r4 = A2_tfr $r5; $r5, $r2 = L2_loadri_pi $r2, 4";
        assert_eq!(left(far, &["r0", "r3", "r4", "r5"]), None);
        // The sum overwrites what the copy has left intact.
        let tied = "$r3 = A2_tfr $r5; $r3 = M2_acci $r3, $r1, $r2; $r0 = A2_add $r0, $r3; $r5 = A2_add $r5, $r2";
        assert_eq!(left(tied, &["r0", "r5"]), None);
    }

    #[test]
    fn copies_within_an_iteration_are_dissolved() {
        let within = "$r3, $r2 = L2_loadri_pi $r2, 4; $r5 = A2_tfr $r3; $r0 = A2_add $r0, $r5";
        assert_eq!(left(within, &["r0"]).unwrap().0[1], "$r0 = A2_add $r0, $r3");
    }
}
