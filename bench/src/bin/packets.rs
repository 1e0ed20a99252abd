//! Hardware loops and other blocks of Hexagon before and after `isotope schedule`, packet by packet: of the suite's references in plain C, or
//! of modules of LLVM IR.
//!
//!     cargo run -p isotope-bench --bin packets              the references of bench/halide/references
//!     cargo run -p isotope-bench --bin packets -- FILE.ll   modules, as `llc -O3` compiles them
//!     cargo run -p isotope-bench --bin packets -- --sources bench/packets     other sources in plain C
//!     cargo run -p isotope-bench --bin packets -- --beside llc-22 FILE.ll

use anyhow::{Context, Result, ensure};
use clap::Parser;
use comfy_table::{Table, presets::ASCII_MARKDOWN};
use isotope_cli::packets::{machine_code, scheduled};
use isotope_packets::limits::MAX_SOLVED;
use isotope_packets::machine::Machine;
use isotope_packets::schedule::{Blocks, Bound, Cost, Report, Scheduled, costs};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The option that LLVM gets besides the processor: without it loops are not vectorised for HVX.
const VECTORS: &str = "-hexagon-autohvx";

/// Columns of a table of loops.
const HEADER: [&str; 12] = [
    "file",
    "loops",
    "scheduled",
    "bound",
    "of packets",
    "packets",
    "scheduled",
    "ratio",
    "and waits",
    "scheduled",
    "ratio",
    "seconds",
];

#[derive(Parser)]
struct Args {
    /// Modules of LLVM IR [default: the references]
    files: Vec<PathBuf>,
    /// A folder of sources in plain C in place of the references.
    #[arg(long, value_name = "FOLDER", conflicts_with = "files")]
    sources: Option<PathBuf>,
    /// The CPU whose packets are counted.
    #[arg(long, default_value = "hexagonv66")]
    cpu: String,
    /// The `llc` of another release of LLVM, whose own packets of the same modules are counted beside.
    #[arg(long, value_name = "PROGRAM")]
    beside: Option<PathBuf>,
    /// Print every loop, and every function whose other blocks are scheduled, or why they are not.
    #[arg(long)]
    loops: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let machine = Machine::named(&args.cpu)?;
    let folder = tempfile::tempdir()?;
    let files = modules(&args, folder.path())?;
    let mut table = Table::new();
    table.load_preset(ASCII_MARKDOWN);
    let mut header = HEADER.to_vec();
    header.extend(args.beside.as_ref().map(|_| ["loops beside", "packets", "and waits"]).into_iter().flatten());
    table.set_header(header);
    let (mut all, mut others, mut straight) = (Vec::new(), Vec::new(), Straight::default());
    for file in &files {
        let text = retargeted(
            &std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?,
            &args.cpu,
        );
        let started = Instant::now();
        let done = machine_code(&machine, text.clone(), &[VECTORS.to_owned()])
            .and_then(|code| scheduled(&machine, &code, None));
        let Scheduled { loops, blocks, .. } = match done {
            Ok(done) => done,
            Err(error) => {
                println!("left out: {}: {error}", file.display());
                continue;
            }
        };
        if args.loops {
            loops.iter().for_each(|of| println!("{of}"));
            let told = blocks.iter().filter(|of| of.scheduled > 0 || of.stayed.is_some());
            told.for_each(|of| println!("{of}"));
        }
        straight.module(&blocks);
        if loops.is_empty() {
            continue;
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut columns = row(&name, &loops, started.elapsed().as_secs_f64());
        if let Some(program) = &args.beside {
            let costs = beside(&machine, program, &text).unwrap_or_else(|error| {
                println!("left out beside: {}: {error:#}", file.display());
                Vec::new()
            });
            columns.extend(totals(&costs));
            others.extend(costs);
        }
        table.add_row(columns);
        all.extend(loops);
    }
    let mut columns = row("all", &all, 0.0);
    columns.extend(args.beside.iter().flat_map(|_| totals(&others)));
    table.add_row(columns);
    println!("{table}");
    // An empty loop has nothing to be scheduled.
    let small: Vec<&Report> = all.iter().filter(|of| (1..=MAX_SOLVED).contains(&of.instructions)).collect();
    let count = |is: &dyn Fn(&Report) -> bool| small.iter().filter(|of| is(of)).count();
    println!(
        "{} loops of 1 to {MAX_SOLVED} instructions: {} at their bound, {} at that of any trips or of one iteration a trip",
        small.len(),
        count(&Report::is_least),
        count(&|of| of.is_least() || of.is_least_of_single()),
    );
    straight.print();
    Ok(())
}

/// The blocks of all modules that are no hardware loops.
#[derive(Default)]
struct Straight {
    all: Blocks,
    modules: usize,
    /// Modules with fewer packets, and with more.
    fewer: usize,
    more: usize,
    /// Reasons why blocks of a function stay.
    stayed: BTreeMap<String, usize>,
}

impl Straight {
    fn module(&mut self, blocks: &[Blocks]) {
        let mut sum = Blocks::default();
        blocks.iter().for_each(|of| sum.count(of));
        for why in blocks.iter().filter_map(|of| of.stayed.as_ref()) {
            let kind = why.split(':').next().unwrap_or_default();
            *self.stayed.entry(kind.to_owned()).or_default() += 1;
        }
        self.modules += 1;
        self.fewer += usize::from(sum.after.packets < sum.before.packets);
        self.more += usize::from(sum.after.packets > sum.before.packets);
        self.all.count(&sum);
    }

    fn print(&self) {
        let Straight { all, modules, fewer, more, stayed } = self;
        let ratio = |count: fn(Cost) -> i64| count(all.after) as f64 / count(all.before).max(1) as f64;
        let (packets, total) = (ratio(|cost| cost.packets), ratio(Cost::total));
        println!(
            "{modules} modules, {fewer} with fewer packets, {more} with more: {all} ({packets:.4}, {total:.4} with waits)"
        );
        stayed.iter().for_each(|(why, count)| println!("{count} functions: {why}"));
    }
}

/// The hardware loops of a module as another release compiles it.
fn beside(machine: &Machine, program: &Path, module: &str) -> Result<Vec<Cost>> {
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), module)?;
    let output = Command::new(program)
        .args(&machine.llc)
        .args(["-O3", VECTORS, "-stop-after=hexagon-packetizer", "-o", "-"])
        .arg(file.path())
        .output()
        .with_context(|| format!("running {}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {}", program.display(), said.lines().next().unwrap_or("no word"));
    costs(machine, &String::from_utf8(output.stdout)?).map_err(anyhow::Error::msg)
}

/// Loops, their packets, and these with waits.
fn totals(costs: &[Cost]) -> [String; 3] {
    let sum = |count: fn(&Cost) -> i64| costs.iter().map(count).sum::<i64>().to_string();
    [costs.len().to_string(), sum(|cost| cost.packets), sum(|cost| cost.total())]
}

/// A module whose functions are all for the CPU whose packets are counted.
fn retargeted(text: &str, cpu: &str) -> String {
    let mut parts = text.split("\"target-cpu\"=\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once('"').unwrap_or(("", part));
        out += &format!("\"target-cpu\"=\"{cpu}\"{rest}");
    }
    out
}

/// The modules that are asked for; those of sources go into a folder.
fn modules(args: &Args, folder: &Path) -> Result<Vec<PathBuf>> {
    if !args.files.is_empty() {
        return Ok(args.files.clone());
    }
    let references = Path::new(env!("CARGO_MANIFEST_DIR")).join("halide/references");
    compiled_sources(&args.cpu, args.sources.as_deref().unwrap_or(&references), folder)
}

/// Sources in plain C as LLVM IR, vectorised for HVX.
fn compiled_sources(cpu: &str, sources: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("emulated");
    let mut out = Vec::new();
    for entry in std::fs::read_dir(sources).with_context(|| format!("reading {}", sources.display()))? {
        let source = entry?.path();
        let Some(name) = source.file_stem().filter(|_| source.extension().is_some_and(|end| end == "c")) else {
            continue;
        };
        let module = folder.join(name).with_extension("ll");
        let output = Command::new("clang-19")
            .args(["--target=hexagon-unknown-linux-musl", &format!("-mcpu={cpu}"), "-mhvx", "-mhvx-length=128b", "-O3"])
            .args(["-mllvm", VECTORS, "-S", "-emit-llvm", "-I"])
            .arg(&headers)
            .arg("-o")
            .arg(&module)
            .arg(&source)
            .output()
            .context("running clang-19")?;
        ensure!(output.status.success(), "clang-19: {}", String::from_utf8_lossy(&output.stderr));
        out.push(module);
    }
    out.sort();
    Ok(out)
}

/// Loops in sum; one that stays counts as it was.
fn row(name: &str, loops: &[Report], seconds: f64) -> Vec<String> {
    let before: Vec<Cost> = loops.iter().map(|of| of.before.unwrap_or_default()).collect();
    let after: Vec<Cost> =
        loops.iter().zip(&before).map(|(of, before)| of.after.map_or(*before, |after| after.2)).collect();
    let of_iteration = |packets: i64, iterations: i64| packets as f64 / iterations as f64;
    let bound = |count: fn(&Bound) -> u32, otherwise: fn(Cost) -> i64| -> f64 {
        let one = |(of, before): (&Report, &Cost)| {
            let least = of.bound.as_ref().map(|bound| of_iteration(count(bound).into(), bound.iterations.into()));
            least.unwrap_or(otherwise(*before) as f64)
        };
        loops.iter().zip(&before).map(one).sum()
    };
    let sum = |of: &[Cost], count: fn(Cost) -> i64| {
        of.iter().map(|cost| of_iteration(count(*cost), cost.iterations)).sum::<f64>()
    };
    let ratio = |a: f64, b: f64| format!("{:.3}", a / b.max(1.0));
    let packets: fn(Cost) -> i64 = |cost| cost.packets;
    let (p, q) = (sum(&before, packets), sum(&after, packets));
    let (t, u) = (sum(&before, Cost::total), sum(&after, Cost::total));
    let done = loops.iter().filter(|of| of.after.is_some()).count();
    let bounds = (bound(|of| of.least, Cost::total), bound(|of| of.packets, packets));
    let numbers = [loops.len() as f64, done as f64, bounds.0, bounds.1, p, q].map(|number| number.to_string());
    let rest = [ratio(q, p), t.to_string(), u.to_string(), ratio(u, t), format!("{seconds:.0}")];
    [&[name.to_owned()][..], &numbers, &rest].concat()
}
