//! Values and the registers that they are in: what has to stay in one register together, and what may be in another one.

use super::graph::Edge;
use crate::live::Set;
use crate::machine::{Atom, Machine};
use crate::mir::{Instruction, Operand, Register};
use std::collections::BTreeMap;

/// An operand: the instruction's place and the operand's.
pub type Place = (usize, usize);

/// One operand that is a register.
#[derive(Clone, Debug)]
struct Member {
    place: Place,
    atoms: Vec<Atom>,
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
    members: Vec<Member>,
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
    /// The values of a loop's instructions, of which some registers are read behind it.
    pub fn of(machine: &Machine, body: &[&Instruction], behind: &Set) -> Webs {
        let members = members(machine, body, behind);
        let mut union = Union((0..members.len()).collect());
        let (mut outside_, mut behind_) = (vec![false; members.len()], vec![false; members.len()]);
        let (mut last, mut outside): (BTreeMap<Atom, usize>, BTreeMap<Atom, usize>) = Default::default();
        for iteration in 0..2 {
            let mut at = 0;
            while at < members.len() {
                let of = members[at].place.0;
                let end = (at..members.len()).find(|other| members[*other].place.0 != of).unwrap_or(members.len());
                for (reader, member) in members.iter().enumerate().take(end).skip(at).filter(|(_, m)| !m.is_written) {
                    for atom in &member.atoms {
                        match last.get(atom) {
                            Some(writer) => union.join(*writer, reader),
                            // A register that nothing has written yet comes from outside, for all that read it so.
                            None => {
                                outside_[reader] = true;
                                union.join(*outside.entry(*atom).or_insert(reader), reader);
                            }
                        }
                    }
                }
                for (writer, member) in members.iter().enumerate().take(end).skip(at).filter(|(_, m)| m.is_written) {
                    last.extend(member.atoms.iter().map(|atom| (*atom, writer)));
                }
                at = end;
            }
            if iteration == 0 {
                for (atom, writer) in &last {
                    behind_[*writer] |= behind.contains(atom);
                }
            }
        }
        tie(machine, body, &members, &mut union);
        gathered(members, &mut union, &outside_, &behind_)
    }

    /// The edges that values add to the order: they are written before they are read, and read before they are written anew.
    pub fn edges(&self, machine: &Machine, body: &[&Instruction], has_new: bool) -> Vec<Edge> {
        let mut out = Vec::new();
        let mut members: Vec<Vec<&Member>> = vec![Vec::new(); self.all.len()];
        self.members.iter().for_each(|member| members[self.of[&member.place]].push(member));
        for (at, own) in members.iter().enumerate() {
            for atom in &self.all[at].atoms {
                let of: Vec<&Member> = own.iter().copied().filter(|member| member.atoms.contains(atom)).collect();
                chain(machine, body, &of, has_new, &mut out);
            }
        }
        out.sort_by_key(|edge| (edge.from, edge.to, edge.iterations, -edge.packets));
        out.dedup_by_key(|edge| (edge.from, edge.to, edge.iterations));
        out
    }
}

/// The operands that matter: of those that no instruction names, only what is read here or behind the loop.
fn members(machine: &Machine, body: &[&Instruction], behind: &Set) -> Vec<Member> {
    let read: Set = body.iter().flat_map(|of| crate::live::touched(machine, of).0).collect();
    let mut out = Vec::new();
    for (at, of) in body.iter().enumerate() {
        for (place, operand) in of.operands.iter().enumerate() {
            let Operand::Register(register) = operand else { continue };
            let atoms = machine.atoms(&register.name).unwrap_or_default().to_vec();
            let is_lost = register.is_implicit
                && register.is_written
                && !atoms.iter().any(|atom| read.contains(atom) || behind.contains(atom));
            let Register { is_written, is_implicit, is_unused, .. } = *register;
            if register.name != "pc" && !is_lost && (is_written || !is_unused) {
                // An operand that is tied and not named says that the old value stays where a predicate does not hold.
                let is_implicit = is_implicit && register.tied.is_none();
                out.push(Member { place: (at, place), atoms, is_written, is_implicit });
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

/// The edges of one smallest register, whose operands are in the order of the instructions.
fn chain(machine: &Machine, body: &[&Instruction], of: &[&Member], has_new: bool, out: &mut Vec<Edge>) {
    let writers: Vec<&Member> = of.iter().copied().filter(|member| member.is_written).collect();
    let Some(first) = writers.first() else { return };
    let edge = |from: &Member, to: &Member, packets, iterations, is_reuse| Edge {
        from: from.place.0,
        to: to.place.0,
        packets,
        iterations,
        is_reuse,
    };
    let before = |at: usize| writers.iter().rev().find(|member| member.place.0 < at);
    let after = |at: usize| writers.iter().find(|member| member.place.0 > at);
    for reader in of.iter().filter(|member| !member.is_written) {
        let at = reader.place.0;
        let (writer, iterations) = match before(at) {
            Some(writer) => (*writer, 0),
            None => (writers[writers.len() - 1], 1),
        };
        let packets = match has_new && is_new(machine, body, writer, reader) {
            true => 0,
            false => latency(machine, body, writer, reader),
        };
        out.push(edge(writer, reader, packets, iterations, false));
        // An instruction reads before it writes.
        let own = writers.iter().any(|member| member.place.0 == at);
        match after(at) {
            _ if own => {}
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

fn latency(machine: &Machine, body: &[&Instruction], writer: &Member, reader: &Member) -> i64 {
    let operation = |member: &Member| machine.operation(&body[member.place.0].op);
    match (operation(writer), operation(reader)) {
        (Some(from), Some(to)) => machine.latency(from, writer.place.1, to, reader.place.1),
        _ => 1,
    }
}

/// Whether a result may be read in the packet that writes it.
fn is_new(machine: &Machine, body: &[&Instruction], writer: &Member, reader: &Member) -> bool {
    let operation = |member: &Member| machine.operation(&body[member.place.0].op);
    let (Some(from), Some(to)) = (operation(writer), operation(reader)) else { return false };
    let operand = reader.place.1.checked_sub(body[reader.place.0].results);
    if to.is("newstorable") && operand == to.ins.len().checked_sub(1) {
        return from.is("new") && !from.is("load");
    }
    let by_predicate = to.is("prednewable") && operand == Some(0) && !to.is("branch");
    by_predicate || (from.is("curloadable") && to.is("vector") && !to.is("store"))
}
