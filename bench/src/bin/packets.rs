//! Hardware loops of Hexagon before and after `isotope schedule`: the suite's references in plain C, or modules of LLVM IR, packet by packet.
//!
//!     cargo run -p isotope-bench --bin packets              the references of bench/halide/references
//!     cargo run -p isotope-bench --bin packets -- FILE.ll   modules, as `llc -O3` compiles them
//!     cargo run -p isotope-bench --bin packets -- --beside llc-22 FILE.ll

use anyhow::{Context, Result, ensure};
use clap::Parser;
use comfy_table::{Table, presets::ASCII_MARKDOWN};
use isotope_cli::packets::{machine_code, scheduled};
use isotope_packets::limits::MAX_SOLVED;
use isotope_packets::machine::Machine;
use isotope_packets::schedule::{Bound, Cost, Report, Straight, costs, straight};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The option that LLVM gets besides the processor: without it loops are not vectorised for HVX.
const VECTORS: &str = "-hexagon-autohvx";

#[derive(Parser)]
struct Args {
    /// Modules of LLVM IR [default: the references]
    files: Vec<PathBuf>,
    /// The CPU whose packets are counted.
    #[arg(long, default_value = "hexagonv66")]
    cpu: String,
    /// The `llc` of another release of LLVM, whose own packets of the same modules are counted beside.
    #[arg(long, value_name = "PROGRAM")]
    beside: Option<PathBuf>,
    /// Count the blocks that are no hardware loops, and schedule nothing.
    #[arg(long, conflicts_with = "beside")]
    straight: bool,
    /// Print every loop.
    #[arg(long)]
    loops: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let machine = Machine::named(&args.cpu)?;
    let folder = tempfile::tempdir()?;
    let files = if args.files.is_empty() { references(&args.cpu, folder.path())? } else { args.files.clone() };
    if args.straight {
        return straight_blocks(&machine, &files);
    }
    let mut table = Table::new();
    table.load_preset(ASCII_MARKDOWN);
    let mut header = vec![
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
    header.extend(args.beside.as_ref().map(|_| ["loops beside", "packets", "and waits"]).into_iter().flatten());
    table.set_header(header);
    let (mut all, mut others) = (Vec::new(), Vec::new());
    for file in &files {
        let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
        let started = Instant::now();
        let loops =
            machine_code(&machine, text, &[VECTORS.to_owned()]).and_then(|code| scheduled(&machine, &code, None));
        let loops = match loops {
            Ok(scheduled) => scheduled.loops,
            Err(error) => {
                println!("left out: {}: {error}", file.display());
                continue;
            }
        };
        if args.loops {
            loops.iter().for_each(|of| println!("{of}"));
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut columns = row(&name, &loops, started.elapsed().as_secs_f64());
        if let Some(program) = &args.beside {
            let costs = beside(&machine, program, file).unwrap_or_else(|error| {
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
    Ok(())
}

/// Prints the packets of all blocks that are no hardware loops, and the fewest that they could take.
fn straight_blocks(machine: &Machine, files: &[PathBuf]) -> Result<()> {
    let mut sum = Straight::default();
    let (mut taken, mut at_bound) = (0, 0);
    for file in files {
        let codes = ["-stop-before=hexagon-packetizer", "-stop-after=hexagon-packetizer"]
            .map(|stop| compiled(machine, Path::new("llc-19"), file, stop));
        let [Ok(text), Ok(packed)] = codes else { continue };
        let Ok(of) = straight(machine, &text, &packed) else { continue };
        taken += 1;
        at_bound += usize::from(of.least == of.packets);
        sum.blocks += of.blocks;
        sum.packets += of.packets;
        sum.least += of.least;
    }
    println!(
        "{taken} of {} modules, {at_bound} at the bound: {} blocks, {} packets, at least {} ({:.3})",
        files.len(),
        sum.blocks,
        sum.packets,
        sum.least,
        sum.least as f64 / (sum.packets.max(1)) as f64,
    );
    Ok(())
}

/// The hardware loops of a module as another release compiles it.
fn beside(machine: &Machine, program: &Path, file: &Path) -> Result<Vec<Cost>> {
    costs(machine, &compiled(machine, program, file, "-stop-after=hexagon-packetizer")?).map_err(anyhow::Error::msg)
}

/// The machine code of a module before or behind the packetiser.
fn compiled(machine: &Machine, program: &Path, file: &Path, stop: &str) -> Result<String> {
    let output = Command::new(program)
        .args(&machine.llc)
        .args(["-O3", VECTORS, stop, "-o", "-"])
        .arg(file)
        .output()
        .with_context(|| format!("running {}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {}", program.display(), said.lines().next().unwrap_or("no word"));
    Ok(String::from_utf8(output.stdout)?)
}

/// Loops, their packets, and these with waits.
fn totals(costs: &[Cost]) -> [String; 3] {
    let sum = |count: fn(&Cost) -> i64| costs.iter().map(count).sum::<i64>().to_string();
    [costs.len().to_string(), sum(|cost| cost.packets), sum(|cost| cost.total())]
}

/// The references as LLVM IR, vectorised for HVX.
fn references(cpu: &str, folder: &Path) -> Result<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut out = Vec::new();
    for entry in std::fs::read_dir(root.join("halide/references"))? {
        let source = entry?.path();
        let Some(name) = source.file_stem().filter(|_| source.extension().is_some_and(|end| end == "c")) else {
            continue;
        };
        let module = folder.join(name).with_extension("ll");
        let output = Command::new("clang-19")
            .args(["--target=hexagon-unknown-linux-musl", &format!("-mcpu={cpu}"), "-mhvx", "-mhvx-length=128b", "-O3"])
            .args(["-mllvm", VECTORS, "-S", "-emit-llvm", "-I"])
            .arg(root.join("emulated"))
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
