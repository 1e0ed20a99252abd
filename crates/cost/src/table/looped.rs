//! The cost of a compiler's loop, and of its straight code.

use super::{Cost, LINE, Priced, Table};
use crate::chain::carried;
use crate::instruction::Instruction;
use crate::llvm::Usage;
use crate::pipes::{Pipes, Work};

impl Table {
    /// The cost of one iteration of a compiler's loop. Iterations may wait for each other; the jump back counts where the front end counts
    /// instructions. It goes through memory: what it writes was not in the first cache before, for which what it reads
    /// waits. Whether that was there nobody knows. `accumulates` says of a mnemonic whether it also reads the register that it writes.
    pub fn looped(&self, lines: &[(Instruction<'_>, &Usage)], accumulates: &dyn Fn(&str) -> bool) -> Cost {
        let cost = self.streamed(lines, usize::from(self.counts_instructions()));
        let latencies: Vec<(&Instruction<'_>, u32)> =
            lines.iter().map(|(instruction, usage)| (instruction, self.latency(instruction, usage))).collect();
        let zeroes = |instruction: &Instruction<'_>| self.zeroes(instruction);
        let carried = carried(&latencies, &self.syntax, accumulates, &zeroes).saturating_mul(100);
        Cost { rthroughput: cost.rthroughput.max(u32::try_from(carried).unwrap_or(u32::MAX)), ..cost }
    }

    /// Whether it gives zero, whatever its register holds.
    pub(super) fn zeroes(&self, instruction: &Instruction<'_>) -> bool {
        instruction.is_of_one_register && self.zeroing.contains(instruction.mnemonic)
    }

    /// The same of code that is no loop.
    pub fn streaming(&self, lines: &[(Instruction<'_>, &Usage)]) -> Cost {
        self.streamed(lines, 0)
    }

    fn streamed(&self, lines: &[(Instruction<'_>, &Usage)], jumps: usize) -> Cost {
        let filled = |(pipes, centicycles): (Pipes, u64)| {
            let stored =
                lines.iter().filter_map(|(instruction, _)| instruction.memory.filter(|m| m.stored && !m.on_stack));
            let bytes: u64 = stored.map(|m| u64::from(m.bytes)).sum();
            let all = centicycles * u64::from(pipes.count_ones()) * bytes / LINE as u64;
            Priced { latency: 0, uops: 0, work: vec![Work { pipes, centicycles: all }] }
        };
        let priced = lines.iter().map(|(instruction, usage)| self.priced(instruction, usage));
        self.together(&priced.chain(self.fill.map(filled)).collect::<Vec<_>>(), lines.len() + jumps)
    }

    /// Cycles from an instruction's registers to its result.
    fn latency(&self, instruction: &Instruction<'_>, usage: &Usage) -> u32 {
        // A load does not wait for the registers.
        let alone = self.alone.get(&(instruction.mnemonic, instruction.width)).filter(|_| instruction.memory.is_some());
        let Some(alone) = alone else { return self.priced(instruction, usage).latency };
        let registers = Instruction { memory: None, ..instruction.clone() };
        self.priced(&registers, &Usage { latency: usage.latency.min(*alone), ..usage.clone() }).latency
    }

    /// Whether the front end counts instructions: what counts a loop's iterations is priced then, too.
    pub fn counts_instructions(&self) -> bool {
        self.decode.is_some()
    }
}
