//! The cost of the client for a compile that uses nothing of it: the suite and the kernels whose values are shared, by Halide alone,
//! switched off, and with nobody at the server's address, in turn. Prints a table of ratios.

use anyhow::{Context, Result, bail};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::measure::{geometric_mean, median};
use isotope_bench::suite::build::Programs;
use isotope_bench::suite::target::Target;
use serde::Deserialize;

/// Measures what the client costs a compile that uses nothing of it.
#[derive(Parser)]
struct Arguments {
    /// The version of Halide in third_party.
    #[arg(long, default_value_t = 21)]
    halide: u32,
    /// Only these kernels.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Compilations of each kernel in each way, of which the median ratio is taken.
    #[arg(long, default_value_t = 5)]
    times: usize,
}

/// The output of `suite compile`.
#[derive(Deserialize)]
struct Compiled {
    seconds: f64,
    used: u64,
}

/// Nobody listens there.
const NOBODY: &str = "http://127.0.0.1:1";

/// The ways beside Halide alone.
const WAYS: [(&str, &str, &str); 2] = [("ISOTOPE_OFF=1", "ISOTOPE_OFF", "1"), ("no daemon", "ISOTOPE_SERVER", NOBODY)];

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let programs = Programs::build(Target::read(std::env::consts::ARCH)?, arguments.halide)?;
    let listed = programs.suite(&["list"], &[])? + &programs.suite(&["list", "shared"], &[])?;
    let wanted = |name: &&str| arguments.only.is_empty() || arguments.only.iter().any(|only| only == name);
    let folder = tempfile::tempdir()?;
    let object = folder.path().join("kernel.o").display().to_string();
    let compile = |kernel: &str, code: &str, variables: &[(&str, &str)]| -> Result<f64> {
        let printed = programs.suite(&["compile", kernel, code, &object], variables)?;
        let compiled: Compiled =
            serde_json::from_str(&printed).with_context(|| format!("not what `suite compile` prints: {printed}"))?;
        if compiled.used > 0 {
            bail!("{kernel} uses answers, and nobody could have given any");
        }
        Ok(compiled.seconds)
    };
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(["kernel", "halide s", WAYS[0].0, WAYS[1].0]);
    let mut all: [Vec<f64>; WAYS.len()] = Default::default();
    for kernel in listed.lines().filter(wanted) {
        let (mut alone, mut ratios): (Vec<f64>, [Vec<f64>; WAYS.len()]) = Default::default();
        for _ in 0..arguments.times {
            let halide = compile(kernel, "halide", &[])?;
            alone.push(halide);
            for (way, (_, variable, value)) in WAYS.iter().enumerate() {
                ratios[way].push(compile(kernel, "isotope", &[(variable, value)])? / halide);
            }
        }
        let middle = |samples: &[f64]| median(samples).context("nothing was measured");
        let mut row = vec![kernel.to_owned(), format!("{:.3}", middle(&alone)?)];
        for (way, samples) in ratios.iter().enumerate() {
            all[way].push(middle(samples)?);
            row.push(format!("{:.3}", middle(samples)?));
        }
        table.add_row(row);
    }
    println!("compile time over Halide alone, median of {} pairs\n{table}", arguments.times);
    for (way, samples) in all.iter().enumerate() {
        let most = samples.iter().copied().fold(0.0, f64::max);
        let mean = geometric_mean(samples).context("no kernel has such a name")?;
        println!("{}: geometric mean {mean:.3}, most {most:.3}", WAYS[way].0);
    }
    Ok(())
}
