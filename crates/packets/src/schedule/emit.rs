//! The text of a scheduled loop: a guard, the beginnings of the first iterations, the loop, the ends of the last ones, and the loop as it was
//! for counts that are too small.

use super::assign::{Names, renamed};
use super::graph::Edge;
use super::webs::Webs;
use crate::machine::Machine;
use crate::mir::{Instruction, Operand};
use std::collections::BTreeMap;

/// Instructions between a loop's setting and its beginning that are surely near enough.
const NEAR: usize = 100;

/// A scheduled loop.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The loop's block, by its place.
    pub at: usize,
    /// Packets from one iteration to the next.
    pub interval: i64,
    /// Iterations that are under way at once.
    pub stages: i64,
    /// The instructions of each packet in turn, with the stage of each.
    pub rows: Vec<Vec<(i64, String)>>,
    /// A register for the count, and one for a condition.
    pub spare: (String, String),
    /// Whether nothing before the loop writes the register for the count.
    pub is_count_kept: bool,
}

/// Instructions in the order in which they are written, by packet; nothing where two have to come before one another.
pub fn rows(
    machine: &Machine,
    body: &[&Instruction],
    webs: &Webs,
    edges: &[Edge],
    names: &Names,
    (time, interval): (&[i64], i64),
) -> Option<Vec<Vec<(i64, String)>>> {
    let mut out = Vec::new();
    for row in 0..interval {
        let all: Vec<usize> = (0..body.len()).filter(|at| time[*at] % interval == row).collect();
        let mut after = vec![Vec::new(); body.len()];
        let mut waits = vec![0_usize; body.len()];
        let mut put = |from: usize, to: usize| {
            after[from].push(to);
            waits[to] += 1;
        };
        for edge in edges.iter().filter(|edge| edge.from != edge.to) {
            if time[edge.from] == time[edge.to] + interval * edge.turns && time[edge.from] % interval == row {
                put(edge.from, edge.to);
            }
        }
        for (from, to) in shared(webs, names, &all) {
            put(from, to);
        }
        let mut ready: Vec<usize> = all.iter().copied().filter(|at| waits[*at] == 0).collect();
        let mut ordered = Vec::new();
        while !ready.is_empty() {
            // Of those that may come next, that of the oldest iteration, then that which was first.
            let next =
                (0..ready.len()).max_by_key(|at| (time[ready[*at]] / interval, std::cmp::Reverse(ready[*at])))?;
            let at = ready.swap_remove(next);
            ordered.push(at);
            for to in &after[at] {
                waits[*to] -= 1;
                if waits[*to] == 0 && all.contains(to) {
                    ready.push(*to);
                }
            }
        }
        if ordered.len() != all.len() {
            return None;
        }
        out.push(
            ordered
                .into_iter()
                .map(|at| Some((time[at] / interval, text(machine, body, webs, names, at)?)))
                .collect::<Option<_>>()?,
        );
    }
    Some(out)
}

/// Pairs of instructions of one packet that read and write one register for different values.
fn shared(webs: &Webs, names: &Names, all: &[usize]) -> Vec<(usize, usize)> {
    let placed = |web: usize| -> Vec<u16> {
        let map = &names[web];
        webs.all[web].atoms.iter().map(|atom| map.get(atom).copied().unwrap_or(*atom)).collect()
    };
    let mut readers: BTreeMap<u16, Vec<(usize, usize)>> = BTreeMap::new();
    for (web, of) in webs.all.iter().enumerate() {
        for at in of.readers.iter().filter(|at| all.contains(at)) {
            placed(web).into_iter().for_each(|atom| readers.entry(atom).or_default().push((web, *at)));
        }
    }
    let mut out = Vec::new();
    for (web, of) in webs.all.iter().enumerate() {
        for at in of.writers.iter().filter(|at| all.contains(at)) {
            for atom in placed(web) {
                let others = readers.get(&atom).into_iter().flatten();
                out.extend(
                    others.filter(|(other, reader)| *other != web && reader != at).map(|(_, reader)| (*reader, *at)),
                );
            }
        }
    }
    out
}

/// An instruction with its new registers, and with accesses of which it is not said at which offset they are.
fn text(machine: &Machine, body: &[&Instruction], webs: &Webs, names: &Names, at: usize) -> Option<String> {
    let mut of = body[at].clone();
    for (place, operand) in of.operands.iter_mut().enumerate() {
        let Operand::Register(register) = operand else { continue };
        if let Some(web) = webs.of.get(&(at, place)) {
            register.name = renamed(machine, &register.name, &names[*web])?;
        }
        // That a value is not used was true of the order that there was.
        register.is_unused &= register.is_implicit || !register.is_written;
    }
    of.tail = moved(&of.tail);
    Some(of.text())
}

/// `(load (s32) from %ir.x + 4)` of another iteration: `(load unknown-size from %ir.x, align 1)`, which overlaps with all of that object.
fn moved(tail: &str) -> String {
    let mut out = Vec::new();
    for part in tail.split("), (") {
        let inner = part.trim().trim_start_matches('(');
        let inner = if inner.ends_with("))") || !inner.ends_with(')') { inner } else { &inner[..inner.len() - 1] };
        let word = if inner.starts_with("store") { "store" } else { "load" };
        let Some((_, place)) = inner.split_once(" from ").or_else(|| inner.split_once(" into ")) else {
            // Without a place there is nothing that could be wrong in another iteration but the size.
            return String::new();
        };
        let base = place.split([' ', ',']).next().unwrap_or_default();
        let marks: Vec<&str> = place.split(", ").filter(|mark| mark.starts_with('!')).collect();
        let direction = if word == "store" { "into" } else { "from" };
        let marks: String = marks.iter().map(|mark| format!(", {mark}")).collect();
        out.push(format!("({word} unknown-size {direction} {base}, align 1{marks})"));
    }
    if tail.is_empty() { String::new() } else { out.join(", ") }
}

impl Plan {
    /// The lines of the blocks that come before the loop's own, whose number is `own`, with numbers from `first` on; `exit` is the block after
    /// it. Nothing where the processor's file does not say how to write them.
    pub fn lines(&self, machine: &Machine, own: u32, exit: u32, first: u32) -> Option<Vec<String>> {
        let [guard, begin, turn, end, small] = [first, first + 1, first + 2, first + 3, first + 4];
        let (count, condition) = (&self.spare.0, &self.spare.1);
        let rest = self.stages - 1;
        let op = |purpose: &str| machine.building(purpose).map(|(name, _)| name);
        let besides = |purpose: &str| -> Option<String> {
            let (_, writes) = machine.building(purpose)?;
            Some(writes.iter().map(|name| format!(", implicit-def ${name}")).collect())
        };
        let (counter, start) = machine.hardware(0)?;
        let (counter, start) = (machine.name(counter), machine.name(start));
        let set = |to: u32| Some(format!("{} %bb.{to}, ${count}{}", op("loop")?, besides("loop")?));
        let mut out = Vec::new();
        let mut block = |id: u32, next: &[u32], lines: Vec<String>| {
            let share = 0x8000_0000_u32 / next.len().max(1) as u32;
            let next: Vec<String> = next.iter().map(|id| format!("%bb.{id}(0x{share:08x})")).collect();
            // LLVM gives a block a label if it is jumped to, or if it is told that an instruction names it otherwise.
            out.push(format!("  bb.{id} (machine-block-address-taken):"));
            out.push(format!("    successors: {}", next.join(", ")));
            out.push(String::new());
            out.extend(lines.into_iter().map(|line| format!("    {line}")));
            out.push(String::new());
        };
        block(
            guard,
            &[begin, small],
            vec![
                format!("${count} = {} ${counter}", op("count")?),
                format!("${condition} = {} ${count}, {rest}", op("above")?),
                format!("{} ${condition}, %bb.{small}{}", op("unless")?, besides("unless")?),
            ],
        );
        let stage = |from: i64, to: i64| -> Vec<String> {
            let all = self.rows.iter().flatten().filter(|(stage, _)| (from..=to).contains(stage));
            all.map(|(_, text)| text.clone()).collect()
        };
        let mut lines = vec![format!("${count} = {} ${count}, {}", op("add")?, -rest)];
        let begins: Vec<String> = (0..rest).flat_map(|upto| stage(0, upto)).collect();
        // The instruction names the loop by a distance with few bits, and assemblers of LLVM 19 crash where it is too long.
        if self.is_count_kept {
            lines.extend(begins);
            lines.push(set(turn)?);
        } else if begins.len() <= NEAR {
            lines.push(set(turn)?);
            lines.extend(begins);
        } else {
            return None;
        }
        block(begin, &[turn], lines);
        let mut lines = stage(0, rest);
        let ends = self.end(machine)?;
        lines.push(format!(
            "{ends} %bb.{turn}, implicit-def $pc, implicit-def ${counter}, implicit ${start}, implicit ${counter}"
        ));
        block(turn, &[end, turn], lines);
        let mut lines: Vec<String> = (1..=rest).flat_map(|from| stage(from, rest)).collect();
        lines.push(format!("{} %bb.{exit}{}", op("jump")?, besides("jump")?));
        block(end, &[exit], lines);
        block(small, &[own], vec![set(own)?]);
        Some(out)
    }

    fn end(&self, machine: &Machine) -> Option<String> {
        machine.building("end").map(|(name, _)| name.to_owned())
    }
}
