//! Values and the registers that they are in: what has to stay in one register together, and what may be in another one.

use super::bases::{self, Based};
use super::flow::Flow;
use super::graph::Edge;
use crate::live::Set;
use crate::machine::{Atom, Machine, Newer};
use crate::mir::{Instruction, Operand, Register};
use std::collections::BTreeMap;

/// An operand: the instruction's place and the operand's.
pub type Place = (usize, usize);

/// One operand that is a register.
#[derive(Clone, Debug)]
struct Member {
    place: Place,
    atoms: Vec<Atom>,
    /// Of each of these, the operand that writes what is read, and how many iterations before.
    sources: Vec<Option<(Place, i64)>>,
    is_written: bool,
    is_implicit: bool,
}

/// Operands that are in one register.
#[derive(Clone, Debug, Default)]
pub struct Web {
    /// The operands.
    pub members: Vec<Place>,
    /// Whether the register is given: the value comes from outside, or goes there, or the instruction knows no other.
    pub is_pinned: bool,
    /// Instructions that read in the first iteration what comes from outside.
    pub from_outside: Vec<usize>,
    /// Whether the last iteration's value is read behind the loop.
    pub is_needed_behind: bool,
    /// Whether an instruction knows no other register.
    pub is_implied: bool,
    /// The smallest registers that it is in.
    pub atoms: Vec<Atom>,
    /// Operands that write it, and those that read it.
    pub writers: Vec<usize>,
    /// Instructions that read it.
    pub readers: Vec<usize>,
}

/// The values of a loop.
#[derive(Clone, Debug, Default)]
pub struct Webs {
    /// All of them.
    pub all: Vec<Web>,
    /// The web of each operand.
    pub of: BTreeMap<Place, usize>,
    /// Instructions whose constants make up for where their registers are, which none of these counts as a reader.
    pub based: BTreeMap<usize, Based>,
    /// Whether all values stay in the registers that they are in.
    pub are_fixed: bool,
    members: Vec<Member>,
}

impl Member {
    fn source(&self, atom: Atom) -> Option<(Place, i64)> {
        let part = self.atoms.iter().position(|own| *own == atom)?;
        self.sources[part]
    }
}

struct Union(Vec<usize>);

impl Union {
    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

impl Webs {
    /// The values of a loop's instructions.
    pub fn of(machine: &Machine, flow: &Flow) -> Webs {
        Webs::joined(machine, flow, false)
    }

    /// The same, where all that one register holds is one value, which stays there: the order is that of the registers as they are.
    pub fn fixed(machine: &Machine, flow: &Flow) -> Webs {
        Webs::joined(machine, flow, true)
    }

    fn joined(machine: &Machine, flow: &Flow, are_fixed: bool) -> Webs {
        let members = members(machine, flow);
        let places: BTreeMap<Place, usize> =
            members.iter().enumerate().map(|(at, member)| (member.place, at)).collect();
        let mut union = Union((0..members.len()).collect());
        let (mut outside, mut behind) = (vec![false; members.len()], vec![false; members.len()]);
        let mut first: BTreeMap<Atom, usize> = BTreeMap::new();
        for ((place, _), source) in &flow.reads {
            let Some(reader) = places.get(place).copied() else { continue };
            if let Some(writer) = source.writer.and_then(|((place, _), _)| places.get(&place)) {
                union.join(*writer, reader);
            }
            // A register that nothing has written yet comes from outside, for all that read it so.
            if let Some(atom) = source.outside {
                outside[reader] = true;
                union.join(*first.entry(atom).or_insert(reader), reader);
            }
        }
        for (place, _) in &flow.behind {
            places.get(place).into_iter().for_each(|at| behind[*at] = true);
        }
        tie(machine, &flow.instructions(), &members, &mut union);
        if are_fixed {
            let mut holders: BTreeMap<Atom, usize> = BTreeMap::new();
            for (at, member) in members.iter().enumerate() {
                member.atoms.iter().for_each(|atom| union.join(*holders.entry(*atom).or_insert(at), at));
            }
        }
        let mut webs = Webs { are_fixed, ..gathered(members, &mut union, &outside, &behind) };
        webs.all.iter_mut().for_each(|web| web.is_pinned |= are_fixed);
        webs
    }

    /// The same, where instructions that add a constant to a register may come before or after what moves it on.
    pub fn with_bases(mut self, machine: &Machine, flow: &Flow) -> Webs {
        self.based = bases::based(machine, &flow.instructions(), &self);
        for (at, of) in &self.based {
            // The register holds something all the time, whoever reads it.
            let web = &mut self.all[self.of[&(*at, of.base())]];
            for list in [&mut web.readers, &mut web.from_outside] {
                if let Some(own) = list.iter().position(|other| other == at) {
                    list.remove(own);
                }
            }
        }
        self
    }

    /// Whether an operand is written.
    pub fn is_written(&self, place: Place) -> bool {
        self.member(place).is_some_and(|member| member.is_written)
    }

    /// The operand that writes the smallest register that an operand reads, and how many iterations before.
    pub fn source(&self, place: Place, atom: Atom) -> Option<(Place, i64)> {
        self.member(place)?.source(atom)
    }

    fn member(&self, place: Place) -> Option<&Member> {
        self.members.binary_search_by_key(&place, |member| member.place).ok().map(|at| &self.members[at])
    }

    /// Whether every value that shares its register with another one of its web is read before that is written, as the instructions stand.
    pub fn are_in_order(&self) -> bool {
        self.of_atoms().iter().all(|(atom, of)| {
            let writers: Vec<&Member> = of.iter().copied().filter(|member| member.is_written).collect();
            let is_right = |member: &&Member| {
                let last = last(&writers, member.place.0).map(|(writer, iterations)| (writer.place, iterations));
                member.source(*atom).is_none_or(|source| Some(source) == last)
            };
            writers.len() < 2 || of.iter().filter(|member| !member.is_written).all(is_right)
        })
    }

    /// The operands of each smallest register of each web.
    fn of_atoms(&self) -> Vec<(Atom, Vec<&Member>)> {
        let mut members: Vec<Vec<&Member>> = vec![Vec::new(); self.all.len()];
        self.members.iter().for_each(|member| members[self.of[&member.place]].push(member));
        let mut out = Vec::new();
        for (web, own) in self.all.iter().zip(members) {
            for atom in &web.atoms {
                out.push((*atom, own.iter().copied().filter(|member| member.atoms.contains(atom)).collect()));
            }
        }
        out
    }

    /// The edges that values add to the order: they are written before they are read, and read before they are written anew.
    pub fn edges(&self, machine: &Machine, body: &[&Instruction], has_new: bool) -> Vec<Edge> {
        let mut out: Vec<Edge> = self.based.iter().flat_map(|(at, based)| based.edges(machine, body, *at)).collect();
        let is_based =
            |member: &Member| self.based.get(&member.place.0).is_some_and(|based| based.base() == member.place.1);
        for (atom, mut of) in self.of_atoms() {
            of.retain(|member| !is_based(member));
            chain((machine, body), atom, &of, has_new, &mut out);
        }
        out.sort_by_key(|edge| (edge.from, edge.to, edge.iterations, -edge.packets));
        out.dedup_by_key(|edge| (edge.from, edge.to, edge.iterations));
        out
    }
}

/// The operands that matter: of those that no instruction names, only what is read here or behind the loop.
fn members(machine: &Machine, flow: &Flow) -> Vec<Member> {
    let read: Set = flow.body.iter().flat_map(|of| crate::live::touched(machine, of).0).collect();
    let mut out = Vec::new();
    for (at, of) in flow.body.iter().enumerate() {
        for (place, operand) in of.operands.iter().enumerate() {
            let Operand::Register(register) = operand else { continue };
            let atoms = machine.atoms(&register.name).unwrap_or_default().to_vec();
            let is_lost = register.is_implicit
                && register.is_written
                && !atoms.iter().any(|atom| read.contains(atom) || flow.kept.contains(atom));
            let Register { is_written, is_implicit, is_unused, .. } = *register;
            if register.name != "pc" && !is_lost && (is_written || !is_unused) {
                // An operand that is tied and not named says that the old value stays where a predicate does not hold.
                let is_implicit = is_implicit && register.tied.is_none();
                let source = |part| flow.reads.get(&((at, place), part)).and_then(|source| source.writer);
                let source = |part| source(part).map(|((place, _), iterations)| (place, iterations));
                let sources = (0..atoms.len()).map(source).collect();
                out.push(Member { place: (at, place), atoms, sources, is_written, is_implicit });
            }
        }
    }
    out
}

/// Operands that share a register stay together.
fn tie(machine: &Machine, body: &[&Instruction], members: &[Member], union: &mut Union) {
    let places: BTreeMap<Place, usize> = members.iter().enumerate().map(|(at, member)| (member.place, at)).collect();
    let find = |place: Place| places.get(&place).copied();
    for (at, of) in body.iter().enumerate() {
        for (result, operand) in machine.operation(&of.op).into_iter().flat_map(|operation| &operation.tied) {
            if let (Some(result), Some(operand)) = (find((at, *result)), find((at, of.results + operand))) {
                union.join(result, operand);
            }
        }
        for (place, operand) in of.operands.iter().enumerate() {
            let Operand::Register(register) = operand else { continue };
            if let (Some(result), Some(own)) = (register.tied.and_then(|to| find((at, to))), find((at, place))) {
                union.join(result, own);
            }
        }
    }
}

fn gathered(members: Vec<Member>, union: &mut Union, outside: &[bool], behind: &[bool]) -> Webs {
    let mut webs = Webs::default();
    let mut number: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, member) in members.iter().enumerate() {
        let root = union.root(at);
        let web = *number.entry(root).or_insert_with(|| {
            webs.all.push(Web::default());
            webs.all.len() - 1
        });
        webs.of.insert(member.place, web);
        let web = &mut webs.all[web];
        web.members.push(member.place);
        web.is_pinned |= outside[at] || behind[at] || member.is_implicit;
        web.is_needed_behind |= behind[at];
        web.is_implied |= member.is_implicit;
        if outside[at] {
            web.from_outside.push(member.place.0);
        }
        web.atoms.extend(&member.atoms);
        web.atoms.sort_unstable();
        web.atoms.dedup();
        if member.is_written { web.writers.push(member.place.0) } else { web.readers.push(member.place.0) }
    }
    webs.members = members;
    webs
}

/// The last of some operands that write before an instruction, in the order of the instructions, and how many iterations before.
fn last<'a>(writers: &[&'a Member], at: usize) -> Option<(&'a Member, i64)> {
    let near = writers.iter().rev().find(|member| member.place.0 < at).map(|near| (*near, 0));
    near.or(writers.last().map(|last| (*last, 1)))
}

/// The edges of one smallest register, whose operands are in the order of the instructions.
fn chain((machine, body): (&Machine, &[&Instruction]), atom: Atom, of: &[&Member], has_new: bool, out: &mut Vec<Edge>) {
    let writers: Vec<&Member> = of.iter().copied().filter(|member| member.is_written).collect();
    let Some(first) = writers.first() else { return };
    let edge = |from: &Member, to: &Member, packets, iterations, is_reuse| Edge {
        from: from.place.0,
        to: to.place.0,
        packets,
        iterations,
        is_reuse,
        newer: None,
        apart: 0,
    };
    let after = |at: usize| writers.iter().find(|member| member.place.0 > at);
    for reader in of.iter().filter(|member| !member.is_written) {
        let at = reader.place.0;
        let Some((writer, iterations)) = (match writers[..] {
            // One writer's value may be read in the next iteration though it is written anew before, as the instructions stand.
            [only] => Some((only, reader.source(atom).map_or(1, |source| source.1))),
            _ => last(&writers, at),
        }) else {
            continue;
        };
        let newer = newer(machine, body, writer, reader).filter(|_| has_new);
        let apart = latency(machine, body, writer.place, reader.place);
        let packets = if newer.is_some() { 0 } else { apart };
        out.push(Edge { newer, apart, ..edge(writer, reader, packets, iterations, false) });
        // An instruction reads before it writes.
        let own = writers.iter().any(|member| member.place.0 == at);
        match after(at) {
            _ if own => {}
            _ if writers.len() == 1 => out.push(edge(reader, first, 0, 1 - iterations, true)),
            Some(next) => out.push(edge(reader, next, 0, 0, true)),
            None => out.push(edge(reader, first, 0, 1, true)),
        }
    }
    for pair in writers.windows(2) {
        out.push(edge(pair[0], pair[1], 1, 0, true));
    }
    let last = writers[writers.len() - 1];
    if last.place != first.place {
        out.push(edge(last, first, 1, 1, true));
    }
}

/// Packets from the one in which an operand is written to the one in which another is read without waiting.
pub fn latency(machine: &Machine, body: &[&Instruction], writer: Place, reader: Place) -> i64 {
    let operation = |place: Place| machine.operation(&body[place.0].op);
    match (operation(writer), operation(reader)) {
        (Some(from), Some(to)) => machine.latency(from, writer.1, to, reader.1),
        _ => 1,
    }
}

/// The way by which a result may be read in the packet that writes it.
fn newer(machine: &Machine, body: &[&Instruction], writer: &Member, reader: &Member) -> Option<Newer> {
    let operation = |member: &Member| machine.operation(&body[member.place.0].op);
    let (from, to) = (operation(writer)?, operation(reader)?);
    let operand = reader.place.1.checked_sub(body[reader.place.0].results)?;
    machine.newer((from, writer.place.1), (to, operand)).filter(|_| reader.atoms == writer.atoms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::read;

    #[test]
    fn a_register_is_one_value_where_all_stay_in_theirs() {
        let machine = Machine::named("hexagonv66").unwrap();
        let lines =
            ["$r1 = A2_add $r3, $r4", "$r5 = A2_add $r1, $r4", "$r1 = A2_sub $r3, $r4", "$r6 = A2_add $r1, $r4"];
        let text: String = lines.iter().map(|line| format!("    {line}\n")).collect();
        let program = read(&format!("---\nname: f\nbody: |\n  bb.0:\n{text}...\n")).unwrap();
        let body: Vec<&Instruction> = program.functions[0].blocks[0].instructions().collect();
        let flow = Flow::plain(&machine, &body, &Set::new());
        let (free, fixed) = (Webs::of(&machine, &flow), Webs::fixed(&machine, &flow));
        let is_after = |webs: &Webs| {
            let edges = webs.edges(&machine, &body, true);
            edges
                .iter()
                .any(|edge| (edge.from, edge.to, edge.packets, edge.iterations) == (1, 2, 0, 0) && edge.is_reuse)
        };
        // The second value of `r1` may be in another register, and come before the first is read.
        assert!(free.of[&(0, 0)] != free.of[&(2, 0)] && !is_after(&free));
        assert!(fixed.of[&(0, 0)] == fixed.of[&(2, 0)] && is_after(&fixed));
        assert!(fixed.all.iter().all(|web| web.is_pinned) && !free.all.iter().all(|web| web.is_pinned));
    }
}
