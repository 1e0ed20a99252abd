//! A loop as a scheduler sees it: which instructions have to follow which, by how many packets, in which iteration.

use crate::machine::{Machine, Newer};
use crate::mir::{ASSEMBLY, Block, Function, Instruction, Packet};
use crate::state::{Fault, Known, Run};
use crate::terms::Terms;
use std::collections::BTreeSet;

/// One instruction has to be so many packets after another, of an iteration so many earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The first.
    pub from: usize,
    /// The one that has to follow.
    pub to: usize,
    /// Packets between them.
    pub packets: i64,
    /// Iterations between them.
    pub iterations: i64,
    /// Whether only a shortage of registers wants it.
    pub is_reuse: bool,
    /// The way by which both may lie in one packet, though the second reads the result of the first.
    pub newer: Option<Newer>,
    /// Packets between them where they lie in two.
    pub apart: i64,
}

/// Accesses that have to keep their order, in one iteration and over some more.
pub fn of_memory(
    machine: &Machine,
    function: &Function,
    body: &[&Instruction],
    iterations: i64,
) -> Result<Vec<Edge>, Fault> {
    let (mut terms, mut known) = (Terms::default(), Known::default());
    let mut run = Run {
        machine,
        terms: &mut terms,
        objects: &function.objects,
        known: &mut known,
        is_believed: true,
        are_lives_believed: true,
    };
    let mut state = run.beginning(0)?;
    let mut found: Vec<(usize, i64, Vec<crate::memory::Event>)> = Vec::new();
    for iteration in 0..=iterations {
        for (at, of) in body.iter().enumerate() {
            state.memory = crate::memory::Memory::default();
            run.packet(&mut state, &Packet { instructions: vec![(*of).clone()], is_ordered: false })?;
            let events = state.memory.all();
            if !events.is_empty() {
                found.push((at, iteration, events));
            }
        }
    }
    let mut out = Vec::new();
    for (from, iteration, events) in found.iter().filter(|(_, iteration, _)| *iteration == 0) {
        let mut followed = BTreeSet::new();
        for (to, later, others) in &found {
            let is_later = later > iteration || to > from;
            if !is_later || followed.contains(to) {
                continue;
            }
            let must = |a: &crate::memory::Event| others.iter().any(|b| a.must_follow(b, &terms, &function.objects));
            if events.iter().any(must) {
                // Memory that is only read may be overwritten in the same packet, and two that only write do so in their order.
                let is_written = events.iter().any(|event| event.is_store);
                let packets = i64::from(is_written && !only_stores(machine, body[*to]));
                out.push(Edge {
                    from: *from,
                    to: *to,
                    packets,
                    iterations: *later,
                    is_reuse: false,
                    newer: None,
                    apart: 0,
                });
                followed.insert(*to);
            }
        }
    }
    Ok(out)
}

/// Whether an instruction does nothing with memory but write it.
fn only_stores(machine: &Machine, of: &Instruction) -> bool {
    let Some(operation) = machine.operation(&of.op) else { return false };
    operation.is("store") && !["load", "effects", "call"].iter().any(|word| operation.is(word))
}

/// Whether no chain of edges comes back to itself with more packets than the interval has for its iterations.
pub fn is_possible(count: usize, edges: &[Edge], interval: i64) -> bool {
    heights(count, edges, interval).is_some()
}

/// The packets from each instruction to the end of all that depends on it; nothing where a chain needs more than the interval.
pub fn heights(count: usize, edges: &[Edge], interval: i64) -> Option<Vec<i64>> {
    let mut height = vec![0_i64; count];
    for _ in 0..=count {
        let mut is_done = true;
        for edge in edges {
            let least = height[edge.to] + edge.packets - interval * edge.iterations;
            if least > height[edge.from] {
                height[edge.from] = least;
                is_done = false;
            }
        }
        if is_done {
            return Some(height);
        }
    }
    None
}

/// The instructions of a loop's block that are scheduled: all but the loop's end and what speaks to the compiler.
pub fn body<'a>(machine: &Machine, block: &'a Block) -> Vec<&'a Instruction> {
    let ends = |of: &&Instruction| machine.operation(&of.op).is_some_and(|operation| operation.is("branch"));
    // Assembly in a loop keeps it from being scheduled, whatever the processor does.
    let is_idle = |of: &Instruction| of.op != ASSEMBLY && crate::state::is_idle(of);
    block.instructions().filter(|of| !ends(of) && !is_idle(of)).collect()
}
