//! Algorithm 2 as written against the fast engine: a table like the paper's Table 5, each heuristic switched in turn.
//!
//! Budgets are work, so what is solved does not depend on the machine; the milliseconds do. A cell is the time to a
//! program proved at full width, or why there is none.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Result;
use clap::Parser;
use comfy_table::Table;
use isotope_bench::windows::{Case, Wording, folder, read};
use isotope_hydride::{self as grammar, GrammarTarget, Options, WindowFacts};
use isotope_hydride::{Budget, Ending, Switches, target};
use isotope_program::proof::{self, Verdict};
use isotope_search::instructions::TargetInstructions;
use isotope_smt::InProcess;
use isotope_smt::effort::Effort;

/// Runs both engines on the same windows with the same instructions.
#[derive(Parser)]
struct Arguments {
    /// The CPU whose costs are used, in LLVM's names.
    #[arg(long, default_value = "znver4")]
    mcpu: String,
    /// The windows, by name: by default the smallest, which Algorithm 2 has a chance with.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "add_sat_u8,demosaic,demosaic.6,demosaic.8,l2norm,matmul_i16,matmul_u8i8,\
                         matmul_u8i8_bias_relu_q,maxpool2x2,median3x3.1,mulhrs_i16"
    )]
    only: Vec<String>,
    /// Solver work for each run of Algorithm 2, in `rlimit` units.
    #[arg(long, default_value_t = 20_000_000)]
    rlimit: u64,
    /// Applications that one run of its enumeration may evaluate.
    #[arg(long, default_value_t = 1_000_000)]
    candidates: u64,
    /// Only Algorithm 2 as written, without its switches.
    #[arg(long)]
    brief: bool,
}

/// The dictionary's features that znver4 has of AVX-512.
const FEATURES: &str = "sse,sse2,sse3,ssse3,sse4.1,sse4.2,avx,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512cd,\
                        avx512ifma,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,gfni";

/// Of its vectors.
const REGISTER_BITS: u32 = 512;

/// The columns: Algorithm 2 as the paper has it, then with one thing changed.
fn variants() -> [(&'static str, Options, Switches); 7] {
    let (pruned, paper) = (Options::default(), Switches::PAPER);
    [
        ("as written", pruned, paper),
        ("pruning off", Options { bvs: false, narrow: false, ..pruned }, paper),
        ("scoring off", Options { sbos: None, classes: None, ..pruned }, paper),
        ("immediates off", Options { immediates: false, ..pruned }, paper),
        ("lanes off", pruned, Switches { lanes: false, ..paper }),
        ("scaling off", pruned, Switches { scaling: false, ..paper }),
        ("enumeration on", pruned, Switches { enumeration: true, ..paper }),
    ]
}

/// Milliseconds to a proved program, or why there is none.
type Outcome = Result<f64, &'static str>;

fn by_fast(case: &Case, machine: &TargetInstructions) -> Outcome {
    let start = Instant::now();
    let effort = Effort::new(u64::MAX, &|| false);
    let proposal = isotope_search::propose(&case.window.graph, case.window.root, machine, &[], &effort)
        .map_err(|_| "unsupported")?;
    let mut programs = proposal.candidates.iter().map(|c| &c.program);
    let proved = programs.any(|p| matches!(proof::prove(&case.window, p, machine, &InProcess), Verdict::Proved(_)));
    if proved { Ok(milliseconds(start)) } else { Err("none") }
}

fn by_reference(
    case: &Case,
    target: GrammarTarget<'_>,
    options: Options,
    switches: Switches,
    budget: Budget,
) -> Outcome {
    let start = Instant::now();
    let facts = WindowFacts::of(&case.window, REGISTER_BITS, &[128, 256, REGISTER_BITS]);
    let dictionary = isotope_grammars::embedded().get("x86_64").expect("this build carries x86-64").dictionary();
    let grammar = grammar::build(&facts, dictionary, target, options);
    let grammar = grammar::productions(&grammar, dictionary);
    let (_, report) = target::select(&case.window, &grammar, REGISTER_BITS, switches, budget, &InProcess);
    match report.ending {
        Ending::Solved(_) => Ok(milliseconds(start)),
        Ending::NoProgram => Err("none"),
        Ending::OutOfBudget => Err("budget"),
        Ending::TooLarge => Err("too large"),
        Ending::Unverified(_) => Err("unverified"),
    }
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// How many times slower than the fast engine, as a geometric mean over the windows that both solve.
fn ratio(fast: &[Outcome], slow: &[Outcome]) -> String {
    let both: Vec<f64> = fast.iter().zip(slow).filter_map(|(f, s)| Some((s.ok()? / f.ok()?).ln())).collect();
    match both.len() {
        0 => "-".to_owned(),
        n => format!("{:.1} ({n})", (both.iter().sum::<f64>() / n as f64).exp()),
    }
}

fn cell(outcome: &Outcome) -> String {
    match outcome {
        Ok(ms) => format!("{ms:.0}"),
        Err(why) => (*why).to_owned(),
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let features: BTreeSet<String> = FEATURES.split(',').map(str::to_owned).collect();
    let machine = TargetInstructions::of(
        isotope_grammars::embedded().get("x86_64").expect("this build carries x86-64"),
        &features,
        &arguments.mcpu,
    );
    let target = GrammarTarget { features: &features, cpu: &arguments.mcpu };
    let mut cases = read(&folder("x86"), Wording::Canonical)?;
    let total = cases.len();
    cases.retain(|case| arguments.only.contains(&case.name));
    println!(
        "{} of {total} windows; milliseconds to a proved program; each run of Algorithm 2 may spend {} rlimit and {} candidates",
        cases.len(),
        arguments.rlimit,
        arguments.candidates
    );
    let budget = Budget { rlimit: arguments.rlimit, candidates: arguments.candidates, ..Budget::default() };
    let variants = variants();
    let variants = if arguments.brief { &variants[..1] } else { &variants[..] };
    let mut columns: Vec<(&str, Vec<Outcome>)> =
        vec![("fast engine", cases.iter().map(|case| by_fast(case, &machine)).collect())];
    for &(name, options, switches) in variants {
        columns.push((name, cases.iter().map(|case| by_reference(case, target, options, switches, budget)).collect()));
    }
    let mut table = Table::new();
    table.load_preset(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(std::iter::once("window").chain(columns.iter().map(|c| c.0)));
    for (at, case) in cases.iter().enumerate() {
        table.add_row(std::iter::once(case.name.clone()).chain(columns.iter().map(|c| cell(&c.1[at]))));
    }
    let fast = &columns[0].1;
    let ratios = columns.iter().map(|c| ratio(fast, &c.1));
    table.add_row(std::iter::once("times the fast engine (windows)".to_owned()).chain(ratios));
    println!("{table}");
    Ok(())
}
