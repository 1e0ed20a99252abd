//! How long the model says that a kernel takes, beside the clock.
//!
//! The model knows blocks of instructions that run often. So a kernel is run once a step at a time, every instruction that it
//! executes is counted, and each stretch without a jump is priced as a loop of its own and counted as often as it ran. What
//! the model leaves out shows in the difference: loops that are too short to overlap, instructions that wait for each other.

use super::build::Programs;
use super::results::KernelResult;
use crate::measure::rank_correlation;
use anyhow::{Context, Result, ensure};
use isotope_dictionary::Target;
use isotope_pricer::{Listing, LlvmPricer};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Stretches that are priced in one run of the tools.
const AT_ONCE: usize = 64;

/// What `suite steps` prints.
#[derive(Deserialize)]
struct Steps {
    /// Of all inputs and the output.
    bytes: u64,
    counts: Vec<(u64, u64)>,
}

/// Instructions that run one after the other, and how often they did.
#[derive(Debug, PartialEq, Eq)]
struct Stretch {
    lines: Vec<String>,
    count: u64,
}

/// Cycles that a kernel of a library takes by the model.
pub fn cycles(programs: &Programs, pricer: &LlvmPricer, target: &Target, kernel: &str, library: &Path) -> Result<f64> {
    let path = library.display().to_string();
    let steps: Steps = serde_json::from_str(&programs.run(&["steps", kernel, &path])?)?;
    let output = Command::new("llvm-objdump-19")
        .args(["--disassemble", "--no-show-raw-insn", "--no-print-imm-hex", "--no-leading-headers"])
        .arg(library)
        .output()
        .context("running llvm-objdump-19; `make setup` installs it")?;
    ensure!(output.status.success(), "llvm-objdump-19: {}", String::from_utf8_lossy(&output.stderr));
    let set = isotope_grammars::embedded().get(target.arch()).context("code for another instruction set")?;
    let memory = set.prices().of(target.tune()).memory(steps.bytes);
    let stretches = stretches(&String::from_utf8_lossy(&output.stdout), &steps.counts.into_iter().collect());
    let mut total = 0.0;
    for some in stretches.chunks(AT_ONCE) {
        let listings = some.iter().map(|s| Listing::read(s.lines.join("\n")));
        let listings: Vec<Listing> =
            listings.collect::<Result<_, _>>().with_context(|| format!("the code of {kernel}"))?;
        let prices = pricer.price_listings(&listings, target, &|| false)?;
        for (stretch, price) in some.iter().zip(prices) {
            // What the model has no price for takes a cycle an instruction.
            let cycles = price.map_or(stretch.lines.len() as f64, |centicycles| centicycles as f64 / 100.0);
            total += cycles * stretch.count as f64;
        }
    }
    // Whatever it computes, its buffers pass through the caches once.
    Ok(total.max(memory as f64 / 100.0))
}

/// Cuts a disassembly where it jumps, where it is jumped to, and where it was not executed.
fn stretches(disassembly: &str, counts: &BTreeMap<u64, u64>) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    let mut fresh = true;
    for line in disassembly.lines() {
        let Some((address, text)) = line.trim_start().split_once(':') else { continue };
        let Some(count) = u64::from_str_radix(address, 16).ok().and_then(|address| counts.get(&address)) else {
            fresh = true;
            continue;
        };
        // Comments, and names of what is jumped to.
        let text = text.split(['#', '<']).next().unwrap_or_default().trim();
        if is_jump(text) {
            fresh = true;
            continue;
        }
        // What aligns code that follows is executed, and does nothing.
        if text.split_whitespace().any(|word| word.starts_with("nop")) {
            continue;
        }
        match found.last_mut() {
            Some(last) if !fresh && last.count == *count => last.lines.push(text.to_owned()),
            _ => found.push(Stretch { lines: vec![text.to_owned()], count: *count }),
        }
        fresh = false;
    }
    found
}

fn is_jump(text: &str) -> bool {
    text.starts_with('j') || ["call", "ret", "syscall"].iter().any(|jump| text.starts_with(jump))
}

/// How far model and clock are apart over some kernels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Of the gains that the model says and those that were measured.
    pub rank_correlation: f64,
    /// The largest ratio of the two, whichever is larger.
    pub worst: f64,
}

/// Over the kernels with answers in them.
pub fn agreement(kernels: &[KernelResult]) -> Option<Agreement> {
    let gains = kernels.iter().filter(|k| k.used > 0).map(|k| Some((k.gain_by_model?, k.speedup_over_halide)));
    let gains: Vec<(f64, f64)> = gains.collect::<Option<_>>()?;
    let apart = gains.iter().map(|(model, clock)| (model / clock).max(clock / model));
    Some(Agreement { rank_correlation: rank_correlation(&gains)?, worst: apart.fold(1.0, f64::max) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "
0000000000001000 <kernel>:
    1000: \tvpxor\t%xmm0, %xmm0, %xmm0
    1004: \tvpaddb\t(%rdi), %zmm1, %zmm2
    100a: \tvmovdqu64\t0x2000(%rip), %zmm3  # 0x3000 <constants>
    1010: \tjne\t0x1004 <kernel+0x4>
    1012: \tincq\t%rax
    1015: \tretq
";

    #[test]
    fn code_is_cut_where_it_jumps_or_was_not_executed() {
        let counts = [(0x1000, 1), (0x1004, 9), (0x100a, 9), (0x1010, 9), (0x1015, 1)].into();
        let line = |text: &str| text.to_owned();
        let expected = [
            Stretch { lines: vec![line("vpxor\t%xmm0, %xmm0, %xmm0")], count: 1 },
            Stretch {
                lines: vec![line("vpaddb\t(%rdi), %zmm1, %zmm2"), line("vmovdqu64\t0x2000(%rip), %zmm3")],
                count: 9,
            },
        ];
        assert_eq!(stretches(CODE, &counts), expected);
    }
}
