//! Packets of a loop, and the packets' times that it waits for results, by the cycles of operands.

use crate::machine::{Atom, Machine, Meaning};
use crate::mir::{Block, Operand, Packet};
use crate::state::is_idle;
use std::collections::HashMap;

/// Iterations until a loop does the same in each.
const ITERATIONS: i64 = 6;

/// The cost of one iteration of a loop, or of several together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Iterations.
    pub iterations: i64,
    /// Packets.
    pub packets: i64,
    /// Packets' times without one, because a result is not there yet.
    pub stalls: i64,
}

impl Default for Cost {
    fn default() -> Cost {
        Cost { iterations: 1, packets: 0, stalls: 0 }
    }
}

impl Cost {
    /// Both together.
    pub fn total(self) -> i64 {
        self.packets + self.stalls
    }

    /// Whether an iteration takes more packets than another one, whatever it waits: a thread that waits leaves the units to others, and one
    /// that executes packets does not.
    pub fn has_more_packets(self, other: Cost) -> bool {
        self.packets * other.iterations > other.packets * self.iterations
    }

    /// Whether an iteration costs less than another one: packets and waits, then packets.
    pub fn is_less(self, other: Cost) -> bool {
        let scaled = |of: Cost, by: Cost| (of.total() * by.iterations, of.packets * by.iterations);
        scaled(self, other) < scaled(other, self)
    }
}

/// The cost of a loop's block after packets were made.
pub fn cost(machine: &Machine, block: &Block) -> Cost {
    // A jump behind the loop is executed once.
    let ends = |op: &str| matches!(machine.operation(op).and_then(|of| of.meaning), Some(Meaning::EndLoop(_)));
    let last = block.packets.iter().position(|packet| packet.instructions.iter().any(|of| ends(&of.op)));
    let is_end = |op: &str| machine.operation(op).is_some_and(|of| of.is("branch") && of.is("pseudo"));
    let packets: Vec<_> = block
        .packets
        .iter()
        .take(last.map_or(usize::MAX, |last| last + 1))
        .filter(|packet| packet.instructions.iter().any(|of| !is_idle(of) && !is_end(&of.op)))
        .collect();
    let mut ready = Ready::new();
    let (mut now, mut before) = (0, 0);
    for iteration in 0..ITERATIONS {
        if iteration + 1 == ITERATIONS {
            before = now;
        }
        now = packets.iter().fold(now, |now, packet| after(machine, packet, now, &mut ready));
    }
    let count = packets.len() as i64;
    Cost { iterations: 1, packets: count, stalls: now - before - count }
}

/// The packets of a block.
pub fn packets(block: &Block) -> i64 {
    let is_real = |packet: &&Packet| packet.instructions.iter().any(|of| !is_idle(of));
    block.packets.iter().filter(is_real).count() as i64
}

/// The packets and waits of blocks that are executed once, one after the other.
pub fn once(machine: &Machine, blocks: &[&Block]) -> i64 {
    let mut ready = Ready::new();
    let packets = blocks.iter().flat_map(|block| &block.packets);
    let packets = packets.filter(|packet| packet.instructions.iter().any(|of| !is_idle(of)));
    packets.fold(0, |now, packet| after(machine, packet, now, &mut ready))
}

/// When each register has its value, and the instruction and the operand that it is from.
type Ready = HashMap<Atom, (i64, String, usize)>;

/// The time of a packet that comes after `now`.
fn after(machine: &Machine, packet: &Packet, now: i64, ready: &mut Ready) -> i64 {
    let mut at = now + 1;
    for of in &packet.instructions {
        for (place, operand) in of.operands.iter().enumerate() {
            let Operand::Register(register) = operand else { continue };
            if register.is_written || register.is_internal || register.is_unused {
                continue;
            }
            for atom in machine.atoms(&register.name).unwrap_or_default() {
                let Some((when, op, result)) = ready.get(atom) else { continue };
                if let (Some(from), Some(to)) = (machine.operation(op), machine.operation(&of.op)) {
                    at = at.max(when + machine.latency(from, *result, to, place));
                }
            }
        }
    }
    for of in &packet.instructions {
        for (place, operand) in of.operands.iter().enumerate() {
            let Operand::Register(register) = operand else { continue };
            if register.is_written {
                let atoms = machine.atoms(&register.name).unwrap_or_default();
                ready.extend(atoms.iter().map(|atom| (*atom, (at, of.op.clone(), place))));
            }
        }
    }
    at
}
