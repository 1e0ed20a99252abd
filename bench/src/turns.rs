//! Libraries of the same kernels, measured in turn by [`times.c`](../llvm/times.c).
//!
//! The processor's tables of branches and the places of code in memory favour one side of a process: of two copies of the same demosaic,
//! whose rows end in branches that nothing predicts, the one that was loaded later took 0.96 to 1.13 times as long (Zen 5). So several processes
//! measure, and every second one loads both sides the other way round.

use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::measure::median;

/// Processes that measure: an even number.
const PROCESSES: usize = 6;

/// Libraries with the same kernels, each `void NAME(const void *const *inputs, void *output)`.
#[derive(Clone, Copy)]
pub struct Sides<'a> {
    /// A compiler's own code.
    pub own: &'a Path,
    /// The same with answers. Its outputs have to be those of `own`, byte by byte.
    pub selected: &'a Path,
    /// Another compiler's code, whose outputs may differ.
    pub other: Option<&'a Path>,
}

/// A kernel's nanoseconds, and ratios of them: medians over processes of medians over rounds.
pub struct Measured {
    /// By the compiler's own code.
    pub own_ns: f64,
    /// With answers.
    pub selected_ns: f64,
    /// How many times as long the compiler's own code takes.
    pub ratio: f64,
    /// By the other compiler, and how many times as long as with answers.
    pub other: Option<(f64, f64)>,
}

/// Builds the program that measures, in a folder, with a clang, and measures kernels by their names.
///
/// # Errors
///
/// If nothing can be built or loaded, if a library lacks a kernel, or if outputs differ: of which kernels.
pub fn measure(
    mut clang: Command,
    folder: &Path,
    rounds: u32,
    sides: Sides,
    kernels: &[String],
) -> Result<BTreeMap<String, Measured>> {
    let program = folder.join("times");
    run(clang.args(["-O2", "bench/llvm/times.c", "-ldl", "-o"]).arg(&program))?;
    let mut samples: BTreeMap<String, Vec<Measured>> = BTreeMap::new();
    let mut different = Vec::new();
    for process in 0..PROCESSES {
        let is_swapped = process % 2 == 1;
        let mut command = Command::new(&program);
        command.arg(rounds.to_string()).args(sides.other);
        // The outputs of the last two are compared.
        let pair = if is_swapped { [sides.selected, sides.own] } else { [sides.own, sides.selected] };
        command.args(pair).arg("--").args(kernels);
        for line in run(&mut command)?.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, numbers @ .., equal] = &words[..] else { bail!("not what `times` prints: {line}") };
            if *equal != "equal" {
                different.push((*name).to_owned());
            }
            let numbers = numbers.iter().map(|word| word.parse()).collect::<Result<Vec<f64>, _>>()?;
            let sample = sample(&numbers, sides.other.is_some(), is_swapped)
                .with_context(|| format!("not what `times` prints: {line}"))?;
            samples.entry((*name).to_owned()).or_default().push(sample);
        }
    }
    if !different.is_empty() {
        different.sort();
        different.dedup();
        bail!("the outputs differ of {}", different.join(", "));
    }
    Ok(samples.into_iter().map(|(name, samples)| (name, middle(&samples))).collect())
}

/// The numbers of a line: a time for each library, and a ratio to the last one for each but the last.
fn sample(numbers: &[f64], has_other: bool, is_swapped: bool) -> Option<Measured> {
    let (first, rest) = match (has_other, numbers) {
        (false, &[a, b, pair]) => (None, [a, b, pair]),
        (true, &[other, a, b, over_last, pair]) => (Some((other, over_last)), [a, b, pair]),
        _ => return None,
    };
    let [a, b, pair] = rest;
    Some(if is_swapped {
        Measured { own_ns: b, selected_ns: a, ratio: 1.0 / pair, other: first.map(|(time, over)| (time, over / pair)) }
    } else {
        Measured { own_ns: a, selected_ns: b, ratio: pair, other: first }
    })
}

fn middle(samples: &[Measured]) -> Measured {
    let of = |part: fn(&Measured) -> Option<f64>| median(&samples.iter().filter_map(part).collect::<Vec<f64>>());
    let own = |part: fn(&Measured) -> Option<f64>| of(part).unwrap_or_default();
    Measured {
        own_ns: own(|sample| Some(sample.own_ns)),
        selected_ns: own(|sample| Some(sample.selected_ns)),
        ratio: own(|sample| Some(sample.ratio)),
        other: of(|sample| sample.other.map(|(time, _)| time)).zip(of(|sample| sample.other.map(|(_, over)| over))),
    }
}

/// Runs a program, and returns its output.
///
/// # Errors
///
/// If it does not start, or fails: with its own words.
pub fn run(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{:?} did not start", command.get_program()))?;
    if !output.status.success() {
        let last = command.get_args().last().unwrap_or_default().to_owned();
        bail!("{:?} ... {last:?} failed: {}", command.get_program(), String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_the_same_in_either_order() {
        let plain = sample(&[30.0, 20.0, 10.0, 3.0, 2.0], true, false).expect("five numbers");
        let swapped = sample(&[30.0, 10.0, 20.0, 1.5, 0.5], true, true).expect("five numbers");
        for measured in [plain, swapped] {
            assert_eq!((measured.own_ns, measured.selected_ns, measured.ratio), (20.0, 10.0, 2.0));
            assert_eq!(measured.other, Some((30.0, 3.0)));
        }
        assert!(sample(&[1.0, 2.0], false, false).is_none());
    }
}
