//! How long the model says that a kernel takes, beside the clock.
//!
//! The model knows blocks of instructions that run often. So a kernel is run once a step at a time, every instruction that it
//! executes is counted, and each block without a jump is priced as a loop of its own and counted as often as it ran. What
//! the model leaves out shows in the difference: loops that are too short to overlap, instructions that wait for each other.

use super::blocks;
use super::build::Programs;
use super::results::KernelResult;
use crate::measure::rank_correlation;
use anyhow::{Context, Result};
use isotope_dictionary::Target;
use isotope_pricer::{Listing, LlvmPricer};
use serde::Deserialize;
use std::path::Path;

/// Blocks that are priced in one run of the tools.
const AT_ONCE: usize = 64;

/// The output of `suite steps`.
#[derive(Deserialize)]
struct Steps {
    /// Of all inputs and the output.
    bytes: u64,
    counts: Vec<(u64, u64)>,
}

/// Cycles that a kernel of a library takes by the model.
pub fn cycles(programs: &Programs, pricer: &LlvmPricer, target: &Target, kernel: &str, library: &Path) -> Result<f64> {
    let path = library.display().to_string();
    let steps: Steps = serde_json::from_str(&programs.run(&["steps", kernel, &path])?)?;
    let set = isotope_grammars::embedded().get(target.arch()).context("code for another instruction set")?;
    let memory = set.prices().of(target.tune()).memory(steps.bytes);
    let counts = steps.counts.into_iter().collect();
    let executed = blocks::executed(&blocks::disassembly(library, &[])?, &counts, &set.manifest().assembly, |_| true);
    let mut total = 0.0;
    for some in executed.blocks.chunks(AT_ONCE) {
        let listings = some.iter().map(|block| Listing::read(block.lines.join("\n")));
        let listings: Vec<Listing> =
            listings.collect::<Result<_, _>>().with_context(|| format!("the code of {kernel}"))?;
        let prices = pricer.price_listings(&listings, target, &|| false)?;
        for (block, price) in some.iter().zip(prices) {
            // An instruction without a price in the model takes a cycle.
            let cycles = price.map_or(block.lines.len() as f64, |centicycles| centicycles as f64 / 100.0);
            total += cycles * block.count as f64;
        }
    }
    // Whatever it computes, its buffers pass through the caches once.
    Ok(total.max(memory as f64 / 100.0))
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
