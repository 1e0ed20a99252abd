//! Blocks that are no hardware loops: their packets, and the fewest that units, words and chains of values leave them.

use super::flow::Flow;
use super::graph::{self, Edge};
use super::plans::folded;
use super::webs::Webs;
use super::{cost, is_hardware, units};
use crate::live::Set;
use crate::machine::Machine;
use crate::mir::{Block, Instruction, read};
use crate::state::is_idle;

/// The packets of all blocks of a program that are no hardware loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Straight {
    /// Blocks with instructions.
    pub blocks: usize,
    /// Packets as LLVM makes them.
    pub packets: i64,
    /// The fewest: no order of memory, and no register that is written anew, counts.
    pub least: i64,
}

/// The blocks of machine code, and those of the same code with packets.
///
/// # Errors
///
/// One of the texts is none.
pub fn straight(machine: &Machine, text: &str, packed: &str) -> Result<Straight, String> {
    let [program, packed] = [text, packed].map(|text| read(text).map_err(|error| error.to_string()));
    let (program, packed) = (program?, packed?);
    let mut out = Straight::default();
    for (function, other) in program.functions.iter().zip(&packed.functions) {
        if function.blocks.len() != other.blocks.len() {
            continue;
        }
        for (at, (block, other)) in function.blocks.iter().zip(&other.blocks).enumerate() {
            let packets = cost::cost(machine, other).packets;
            if packets > 0 && !is_hardware(machine, function, at) {
                out.blocks += 1;
                out.packets += packets;
                out.least += least(machine, block).min(packets);
            }
        }
    }
    Ok(out)
}

/// The fewest packets of a block.
fn least(machine: &Machine, block: &Block) -> i64 {
    let body: Vec<&Instruction> = block.instructions().filter(|of| !is_idle(of)).collect();
    let is = |of: &Instruction, word: &str| machine.operation(&of.op).is_some_and(|operation| operation.is(word));
    let real: Vec<&Instruction> = body.iter().copied().filter(|of| !(is(of, "branch") && is(of, "pseudo"))).collect();
    let flow = Flow::plain(machine, &body, &Set::new());
    let own = flow.instructions();
    let values = Webs::of(machine, &flow).edges(machine, &own, true);
    // A jump may read a condition, or both its operands, in the packet that computes them.
    let edge = |edge: &Edge| {
        let goes = ["branch", "call", "return"].iter().any(|word| is(own[edge.to], word));
        Edge { packets: if goes { 0 } else { edge.packets.min(1) }, ..*edge }
    };
    let chains = folded(machine, &own, &values);
    let chains = chains.iter().filter(|edge| !edge.is_reuse && edge.iterations == 0).map(edge);
    let heights = graph::heights(own.len(), &chains.collect::<Vec<_>>(), 1).unwrap_or_default();
    let longest = heights.into_iter().max().map_or(0, |height| height + 1);
    longest.max(i64::from(units::bound(machine, &real).0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(before: &[&str], packed: &[&str]) -> Straight {
        let machine = Machine::named("hexagonv66").unwrap();
        let text = |lines: &[&str]| {
            let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
            format!("---\nname: f\nbody: |\n  bb.0:\n{body}...\n")
        };
        straight(&machine, &text(before), &text(packed)).unwrap()
    }

    #[test]
    fn chains_and_words_bound_a_block() {
        let chain = ["$r1 = A2_add $r0, $r0", "$r2 = A2_add $r1, $r0", "$r3 = A2_add $r2, $r0"];
        assert_eq!(counted(&chain, &chain), Straight { blocks: 1, packets: 3, least: 3 });
        // Five that are apart need two packets of four words; LLVM has five here.
        let apart: Vec<String> = (1..6).map(|to| format!("$r{to} = A2_add $r0, $r0")).collect();
        let apart: Vec<&str> = apart.iter().map(String::as_str).collect();
        assert_eq!(counted(&apart, &apart), Straight { blocks: 1, packets: 5, least: 2 });
        // A store may store a result of its own packet.
        let stored = ["$r1 = A2_add $r0, $r0", "S2_storeri_io $r2, 0, $r1"];
        assert_eq!(counted(&stored, &stored).least, 1);
    }
}
