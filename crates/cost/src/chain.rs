//! How long the iterations of a loop wait for each other.
//!
//! An iteration that adds to what the one before left in a register cannot end before that one's sum is there. Of each vector register
//! the longest way is followed from its value at the start of an iteration to its value at the end: no iteration takes less.
//! Registers that change places from one iteration to the next, and what goes through memory, are not followed.

use crate::instruction::{Instruction, operands_of};
use crate::syntax::{ResultPlace, Syntax};
use std::collections::HashMap;

/// The vector registers that an instruction writes and those that it reads, by their numbers.
struct Flow {
    written: Vec<u32>,
    read: Vec<u32>,
}

/// Cycles from one iteration of a loop to the next, of its instructions with their latencies. `accumulates` says of a mnemonic whether it
/// also reads the register that it writes, `zeroes` of an instruction whether it reads none.
pub(crate) fn carried(
    lines: &[(&Instruction<'_>, u32)],
    syntax: &Syntax,
    accumulates: &dyn Fn(&str) -> bool,
    zeroes: &dyn Fn(&Instruction<'_>) -> bool,
) -> u64 {
    let flow_of = |(instruction, _): &(&Instruction<'_>, u32)| {
        let mut flow = flow(instruction, syntax, accumulates);
        flow.read.retain(|_| !zeroes(instruction));
        flow
    };
    let flows: Vec<Flow> = lines.iter().map(flow_of).collect();
    let mut begun: Vec<u32> = Vec::new();
    let mut written: Vec<u32> = Vec::new();
    for flow in &flows {
        begun.extend(flow.read.iter().filter(|register| !written.contains(register)));
        written.extend(&flow.written);
    }
    begun.retain(|register| written.contains(register));
    begun.sort_unstable();
    begun.dedup();
    let from = |start: u32| {
        let mut after: HashMap<u32, u64> = HashMap::from([(start, 0)]);
        for (flow, (_, latency)) in flows.iter().zip(lines) {
            let ready = flow.read.iter().filter_map(|register| after.get(register)).max();
            let ready = ready.map(|cycles| cycles + u64::from(*latency));
            for register in &flow.written {
                match ready {
                    Some(cycles) => drop(after.insert(*register, cycles)),
                    None => drop(after.remove(register)),
                }
            }
        }
        after.get(&start).copied().unwrap_or(0)
    };
    begun.into_iter().map(from).max().unwrap_or(0)
}

fn flow(instruction: &Instruction<'_>, syntax: &Syntax, accumulates: &dyn Fn(&str) -> bool) -> Flow {
    let operands = operands_of(instruction.operands);
    let stored = instruction.memory.is_some_and(|memory| memory.stored);
    let is_load = syntax.result == ResultPlace::First && instruction.memory.is_some() && !stored;
    let result = match syntax.result {
        ResultPlace::First => 0,
        ResultPlace::Last => operands.len().saturating_sub(1),
    };
    let mut flow = Flow { written: Vec::new(), read: Vec::new() };
    for (at, operand) in operands.iter().enumerate() {
        let is_memory = syntax.is_memory(operand.trim());
        let is_result = !stored && !is_memory && (at == result || is_load);
        // A lane that is written, or some by a mask, leaves the other lanes: `mov v0.d[1], v1.d[0]`.
        let is_part = operand.contains('[') || (operand.contains("{%k") && !operand.contains("{z}"));
        let keeps = is_part || accumulates(instruction.mnemonic);
        for number in vectors(operand, syntax) {
            if is_result {
                flow.written.push(number);
            }
            if !is_result || (keeps && !is_load) {
                flow.read.push(number);
            }
        }
    }
    flow
}

/// The numbers of the vector registers that an operand names.
fn vectors<'a>(operand: &'a str, syntax: &'a Syntax) -> impl Iterator<Item = u32> + 'a {
    let apart = |c: char| !(c.is_ascii_alphanumeric() || c == '.' || syntax.register.contains(c));
    operand.split(apart).filter_map(|word| {
        let name = word.strip_prefix(syntax.register.as_str())?;
        syntax.vector_bits(name)?;
        let number = name.split('.').next()?.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        number.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{aarch64, x86};

    fn cycles(code: &str, syntax: &Syntax, accumulating: &[&str]) -> u64 {
        let instructions: Vec<Instruction<'_>> = code.lines().map(|line| Instruction::listed(line, syntax)).collect();
        // Multiplications take four cycles, everything else two.
        let latency = |mnemonic: &str| if mnemonic.contains("dp") || mnemonic.contains("mla") { 4 } else { 2 };
        let lines: Vec<_> = instructions.iter().map(|of| (of, latency(of.mnemonic))).collect();
        let zeroes = |instruction: &Instruction<'_>| instruction.is_of_one_register && instruction.mnemonic == "vpxor";
        carried(&lines, syntax, &|mnemonic| accumulating.contains(&mnemonic), &zeroes)
    }

    #[test]
    fn a_sum_waits_for_itself() {
        let one = "vmovdqu (%rdi), %ymm1\nvpdpbusd (%rsi), %ymm1, %ymm0";
        assert_eq!(cycles(one, &x86(), &["vpdpbusd"]), 4);
        assert_eq!(cycles(one, &x86(), &[]), 0, "it writes a new value");
        let two = "vpdpbusd %zmm2, %zmm3, %zmm0\nvpdpbusd %zmm4, %zmm3, %zmm0";
        assert_eq!(cycles(two, &x86(), &["vpdpbusd"]), 8);
        let apart = "vpdpbusd %zmm2, %zmm3, %zmm0\nvpdpbusd %zmm4, %zmm3, %zmm1";
        assert_eq!(cycles(apart, &x86(), &["vpdpbusd"]), 4);
        assert_eq!(cycles("vpaddd %xmm1, %xmm0, %xmm0", &x86(), &[]), 2);
        assert_eq!(cycles("vpaddd %xmm1, %xmm2, %xmm0 {%k1}", &x86(), &[]), 2, "other lanes stay");
        assert_eq!(cycles("vpaddd %xmm1, %xmm2, %xmm0 {%k1} {z}", &x86(), &[]), 0);
    }

    #[test]
    fn a_sum_that_begins_anew_waits_for_none() {
        let anew = "vpxor %xmm0, %xmm0, %xmm0\nvpdpbusd %zmm2, %zmm3, %zmm0\nvpdpbusd %zmm4, %zmm3, %zmm0";
        assert_eq!(cycles(anew, &x86(), &["vpdpbusd"]), 0);
        assert_eq!(cycles(&anew.replace("%xmm0, %xmm0, %xmm0", "%xmm0, %xmm1, %xmm0"), &x86(), &["vpdpbusd"]), 10);
    }

    #[test]
    fn the_same_where_results_come_first() {
        let sum = "ldp q1, q2, [x8], #32\nudot v0.4s, v1.16b, v2.16b";
        assert_eq!(cycles(sum, &aarch64(), &["udot"]), 2);
        assert_eq!(cycles("mla v0.8h, v1.8h, v2.h[0]\nmla v0.8h, v3.8h, v2.h[1]", &aarch64(), &["mla"]), 8);
        assert_eq!(cycles("add v1.8h, v0.8h, v2.8h\nadd v0.8h, v1.8h, v3.8h\nstr q0, [x9]", &aarch64(), &[]), 4);
        assert_eq!(cycles("ldr q0, [x9]\nadd v0.8h, v0.8h, v3.8h\nstr q0, [x9], #16", &aarch64(), &[]), 0);
        // A register is copied whole before sums are added to it, or its other half stays.
        let anew = "mov v0.16b, v4.16b\nmla v0.8h, v1.8h, v2.8h";
        assert_eq!(cycles(anew, &aarch64(), &["mla"]), 0);
        assert_eq!(cycles(&anew.replace("v0.16b, v4.16b", "v0.d[1], v4.d[0]"), &aarch64(), &["mla"]), 6);
        assert_eq!(cycles("tbl v0.16b, { v0.16b, v1.16b }, v2.16b", &aarch64(), &[]), 2);
    }
}
