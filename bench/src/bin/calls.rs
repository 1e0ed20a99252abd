//! Calls of `isotope dict run` in a second: of every instruction of all sets, in an order that mixes them, through the
//! program's standard input and output.

use std::fmt::Write as _;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use isotope_bench::daemon::sibling;
use isotope_bench::measure::median;
use isotope_dictionary::{Member, OperandKind};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

/// Immediates are below this: an instruction is compiled once for each.
const IMMEDIATES: u32 = 4;

/// Measures `isotope dict run`: calls a second of a mixture, the program's start included.
#[derive(Parser)]
struct Arguments {
    /// Only this instruction set, as `isotope dict summary` calls it.
    #[arg(long)]
    set: Option<String>,
    /// Calls of each instruction.
    #[arg(long, default_value_t = 38)]
    each: usize,
    /// Times that the program is run; the median counts.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Keep the calls in this file.
    #[arg(long)]
    keep: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let sets = isotope_grammars::embedded();
    let wanted = |title: &str| arguments.set.as_ref().is_none_or(|set| set == title);
    let of = sets.iter().filter(|set| wanted(&set.manifest().title));
    let members: Vec<&Member> = of.flat_map(|set| set.dictionary().members()).collect();
    if members.is_empty() {
        bail!("no instruction set is called `{}`", arguments.set.unwrap_or_default());
    }
    let mut calls: Vec<&Member> = members.iter().flat_map(|member| vec![*member; arguments.each]).collect();
    let mut random = StdRng::seed_from_u64(1);
    calls.shuffle(&mut random);
    let text: String = calls.iter().map(|member| call(member, &mut random)).collect();
    let folder = tempfile::tempdir().context("no temporary folder for the calls")?;
    let path = arguments.keep.unwrap_or_else(|| folder.path().join("calls"));
    std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    println!("{} calls of {} instructions", calls.len(), members.len());
    let mut rates = Vec::new();
    for _ in 0..arguments.rounds {
        let input = File::open(&path).with_context(|| format!("reading {}", path.display()))?;
        let begin = Instant::now();
        let output =
            Command::new(sibling("isotope")?).args(["dict", "run"]).stdin(input).stderr(Stdio::inherit()).output();
        let seconds = begin.elapsed().as_secs_f64();
        let output = output.context("running isotope dict run")?;
        let lines = output.stdout.iter().filter(|byte| **byte == b'\n').count();
        ensure!(output.status.success() && lines == calls.len(), "{} lines for {} calls", lines, calls.len());
        rates.push(calls.len() as f64 / seconds);
    }
    println!("isotope dict run: {:.0} calls/s, the median of {}", median(&rates).context("no rounds")?, rates.len());
    Ok(())
}

/// A call with any operands.
fn call(member: &Member, random: &mut StdRng) -> String {
    let mut line = format!("{}\t", member.name);
    for operand in &member.operands {
        // Writing to a string cannot fail.
        let _ = match operand.kind {
            OperandKind::Imm => write!(line, "#{} ", random.random_range(0..IMMEDIATES)),
            _ => {
                let digit = |random: &mut StdRng| char::from_digit(random.random_range(0..16), 16).unwrap_or('0');
                // The highest digit of a mask of two bits is at most 3.
                let top = random.random_range(0..1u32 << ((operand.bits - 1) % 4 + 1));
                let rest: String = (1..operand.bits.div_ceil(4)).map(|_| digit(random)).collect();
                write!(line, "{top:x}{rest} ")
            }
        };
    }
    line.pop();
    line.push('\n');
    line
}
