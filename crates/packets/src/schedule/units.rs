//! Packets and their units: whether some instructions fit one, and how many packets some need at least.

use crate::machine::{Machine, Operation, Timing, Units};
use crate::mir::{Instruction, Operand};

/// Words that an instruction takes: a number that it has no room for takes one more.
pub fn words(machine: &Machine, of: &Instruction) -> u32 {
    let Some(operation) = machine.operation(&of.op) else { return 1 };
    let Some((place, is_signed, bits, align)) = operation.extends else { return 1 };
    let is_long = match of.explicit().nth(place).map(|(_, operand)| operand) {
        Some(Operand::Immediate(number)) => {
            let (low, high) = match is_signed {
                true => (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1),
                false => (0, (1_i64 << bits) - 1),
            };
            !(low..=high).contains(number) || number & ((1_i64 << align) - 1) != 0
        }
        // Where a block lies is known later, and near by; where a symbol lies is not.
        Some(Operand::Other(_)) => true,
        _ => false,
    };
    1 + u32::from(is_long)
}

/// The part of a packet that one instruction takes.
#[derive(Clone, Debug, Default)]
pub struct Share {
    words: u32,
    stages: Vec<Vec<Units>>,
    is_alone: bool,
    is_store: bool,
    /// Whether no other store may be in its packet.
    is_only_store: bool,
}

impl Share {
    /// The share of an instruction.
    pub fn of(machine: &Machine, of: &Instruction) -> Share {
        let words = words(machine, of);
        let Some(operation) = machine.operation(&of.op) else { return Share { words, ..Share::default() } };
        Share {
            words,
            stages: machine.timing(operation).stages.clone(),
            is_alone: operation.is("solo") || operation.is("soloax"),
            is_store: operation.is("store"),
            is_only_store: is_only_store(machine, operation),
        }
    }
}

/// Whether some instructions fit one packet of so many words.
pub fn fit<'a>(width: u32, packet: impl Iterator<Item = &'a Share>) -> bool {
    let (mut count, mut words, mut stores, mut is_alone, mut is_only_store) = (0, 0, 0, false, false);
    let mut stages: Vec<&[Units]> = Vec::with_capacity(2 * width as usize);
    for share in packet {
        count += 1;
        words += share.words;
        stores += u32::from(share.is_store);
        is_alone |= share.is_alone;
        is_only_store |= share.is_only_store;
        stages.extend(share.stages.iter().map(Vec::as_slice));
        if words > width {
            return false;
        }
    }
    if count > 1 && is_alone || stores > 1 && is_only_store {
        return false;
    }
    // Those with the fewest choices first.
    stages.sort_by_key(|stage| stage.len());
    choose(&stages, 0)
}

/// Whether no other store may be in the packet of a store: it stores what the packet computes, or lets none have the other unit for memory.
fn is_only_store(machine: &Machine, of: &Operation) -> bool {
    let has_choice = machine.timing(of).stages.first().is_some_and(|choices| choices.len() > 1);
    of.is("store") && (of.newer.is_some() || of.is("alonestore") && !has_choice)
}

/// One choice of each stage, no unit twice.
fn choose(stages: &[&[Units]], taken: Units) -> bool {
    let Some((first, rest)) = stages.split_first() else { return true };
    first.iter().any(|choice| taken & choice == 0 && choose(rest, taken | choice))
}

/// The least packets for some instructions, and what makes them as many.
pub fn bound(machine: &Machine, all: &[&Instruction]) -> (u32, String) {
    let total: u32 = all.iter().map(|of| words(machine, of)).sum();
    let mut best = (total.div_ceil(machine.width.max(1)), format!("{total} words"));
    let timings: Vec<&Timing> =
        all.iter().filter_map(|of| machine.operation(&of.op)).map(|of| machine.timing(of)).collect();
    let stages: Vec<&Vec<Units>> = timings.iter().flat_map(|timing| &timing.stages).collect();
    let reach = |stage: &Vec<Units>| stage.iter().fold(0, |units, choice| units | choice);
    let mut sets: Vec<Units> = stages.iter().map(|stage| reach(stage)).collect();
    sets.sort_unstable();
    sets.dedup();
    for at in 0..sets.len() {
        for other in 0..at {
            sets.push(sets[at] | sets[other]);
        }
    }
    sets.sort_unstable();
    sets.dedup();
    for set in sets {
        // A stage that cannot go elsewhere takes at least as many units of the set as its least choice has.
        let needed = stages.iter().filter(|stage| reach(stage) & !set == 0);
        let needed: u32 = needed.map(|stage| stage.iter().map(|choice| choice.count_ones()).min().unwrap_or(0)).sum();
        let packets = needed.div_ceil(set.count_ones().max(1));
        if packets > best.0 {
            let names: Vec<&str> = (0..32).filter(|bit| set >> bit & 1 == 1).map(|bit| machine.unit(bit)).collect();
            best = (packets, format!("{needed} times one of {}", names.join(", ")));
        }
    }
    best
}
