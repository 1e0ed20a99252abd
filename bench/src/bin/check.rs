//! `isotope check` of the kernels of PolyBench, LARGE, against what `mlir-opt` makes of them by tiling, over one run of the kernel as
//! floats: a table, and the same as a file of `bench/results`.
//!
//! Both are times of the processor, of one thread, so that other programs on the machine count little. The run as floats is that of the kernel before the pass: lowered by `mlir-opt`, `opt -O3` and
//! `llc -O3` for this processor, the best of three.

#[path = "../../../crates/kernel/tests/sizes.rs"]
mod sizes;

use anyhow::{Context, Result, bail};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_kernel::check::{Options, Verdict, check, key};
use isotope_kernel::run::Plan;
use isotope_mlir::ir::{Module, Type};
use isotope_mlir::read;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Measures what checks cost.
#[derive(Parser)]
struct Arguments {
    /// Kernels, by the names of their files [default: all but those that no check ends for in minutes]
    kernels: Vec<String>,
    /// The pass that is checked.
    #[arg(long, default_value = "affine-loop-tile{tile-size=32}")]
    pass: String,
    /// Which sizes: large or small.
    #[arg(long, default_value = "large")]
    sizes: String,
    /// Floats may be reordered.
    #[arg(long)]
    fast: bool,
    /// Where results are written; the processor has a folder of its own in it.
    #[arg(long, value_name = "FOLDER", default_value = "bench/results")]
    results: PathBuf,
}

/// Kernels whose checks take minutes: what an iteration needs is made by the one before it, or it makes free terms of several operands.
const SLOW: [&str; 6] = ["adi", "deriche", "floyd-warshall", "nussinov", "seidel-2d", "heat-3d"];

/// The times of one kernel, in seconds.
#[derive(Serialize)]
struct Row {
    kernel: String,
    verdict: String,
    float_s: f64,
    check_s: f64,
    ratio: f64,
}

const FOLDER: &str = "tests/cases/kernel/polybench";

/// From loops to LLVM's dialect.
const LOWERING: &str = "--pass-pipeline=builtin.module(lower-affine,convert-scf-to-cf,convert-math-to-libm,convert-arith-to-llvm,\
    finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)";

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let cpu = isotope_run::host_cpu()?;
    let mut rows: Vec<Row> = Vec::new();
    for name in names(&arguments)? {
        let row = measured(&arguments, &name).with_context(|| name.clone())?;
        println!("{name}: {}, {:.2} s over {:.2} s: {:.1}", row.verdict, row.check_s, row.float_s, row.ratio);
        rows.push(row);
    }
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(["kernel", "verdict", "float, s", "check, s", "ratio"]);
    for row in &rows {
        let [float, check, ratio] = [row.float_s, row.check_s, row.ratio].map(|number| format!("{number:.2}"));
        table.add_row([&row.kernel, &row.verdict, &float, &check, &ratio]);
    }
    println!("{table}");
    let folder = arguments.results.join(&cpu);
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(if arguments.fast { "check_fast.csv" } else { "check.csv" });
    let mut writer = csv::Writer::from_path(&file)?;
    rows.iter().try_for_each(|row| writer.serialize(row))?;
    writer.flush()?;
    println!("{}", file.display());
    Ok(())
}

fn names(arguments: &Arguments) -> Result<Vec<String>> {
    if !arguments.kernels.is_empty() {
        return Ok(arguments.kernels.clone());
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(FOLDER)? {
        let path = entry?.path();
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        if !SLOW.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn measured(arguments: &Arguments, name: &str) -> Result<Row> {
    let text = std::fs::read_to_string(format!("{FOLDER}/{name}.mlir"))?;
    let mut text = sizes::sized(&text, &arguments.sizes, 0).context("it has no such sizes")?;
    if arguments.fast {
        text = text.replace(" : f64\n", " fastmath<fast> : f64\n");
        // Constants and functions that have no such flag keep their form.
        let lines = text.lines().map(|line| match line.contains("arith.constant") || line.contains("memref") {
            true => line.replace(" fastmath<fast>", ""),
            false => line.to_owned(),
        });
        text = lines.collect::<Vec<_>>().join("\n") + "\n";
    }
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("kernel.mlir");
    std::fs::write(&source, text)?;
    let generic = |pass: &str| -> Result<Module> {
        let pipeline = format!("--pass-pipeline=builtin.module({pass})");
        let text = output("mlir-opt-19", &[&pipeline, "--mlir-print-op-generic"], &source)?;
        Ok(read(&text)?)
    };
    let (before, after) = (generic("")?, generic(&format!("func.func({})", arguments.pass))?);
    let began = processor_seconds()?;
    let options = Options { key: key("", &before, &after), executions: 0, ..Options::default() };
    let verdict = match check(&before, &after, &options) {
        Err(error) => format!("no verdict: {error}"),
        Ok(Verdict::Identity(of)) => format!("equal, error < 2^{:.0}", of.error_bits.ceil()),
        Ok(Verdict::Different(of)) => format!("different: {}", of.cell),
        Ok(Verdict::Open { why, .. }) => format!("not shown: {why}"),
    };
    let check_s = processor_seconds()? - began;
    let float_s = as_floats(folder.path(), &source, &before)?;
    Ok(Row { kernel: name.to_owned(), verdict, float_s, check_s, ratio: check_s / float_s })
}

/// What this thread has had of the processor, in seconds.
fn processor_seconds() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = text.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds * 1e-9)
}

fn output(tool: &str, arguments: &[&str], input: &Path) -> Result<String> {
    let file = std::fs::File::open(input)?;
    let output = Command::new(tool).args(arguments).stdin(file).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("{tool} {} fails", arguments.join(" "));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Seconds of one run of compiled code.
fn as_floats(folder: &Path, source: &Path, module: &Module) -> Result<f64> {
    let [lowered, llvm, best, object, driver, program] =
        ["lowered.mlir", "module.ll", "best.ll", "module.o", "driver.c", "program"].map(|name| folder.join(name));
    std::fs::write(&lowered, output("mlir-opt-19", &[LOWERING], source)?)?;
    std::fs::write(&llvm, output("mlir-translate-19", &["--mlir-to-llvmir"], &lowered)?)?;
    std::fs::write(&best, output("opt-19", &["-O3", "-mcpu=native", "-S"], &llvm)?)?;
    let object_name = object.display().to_string();
    output("llc-19", &["-O3", "-mcpu=native", "-relocation-model=pic", "-filetype=obj", "-o", &object_name], &best)?;
    std::fs::write(&driver, driver_of(module)?)?;
    let [driver_name, program_name] = [&driver, &program].map(|path| path.display().to_string());
    output("clang-19", &["-O1", &driver_name, &object_name, "-lm", "-o", &program_name], &driver)?;
    let seconds = output(&program_name, &[], &driver)?;
    Ok(seconds.trim().parse()?)
}

/// A program in C that runs the kernel three times, and prints the seconds of the fastest run.
fn driver_of(module: &Module) -> Result<String> {
    let plan = Plan::new(module);
    let (name, function) = plan.functions.iter().next().context("there is no function")?;
    let (mut parameters, mut memory, mut given) = (Vec::new(), String::new(), Vec::new());
    for (number, ty) in function.inputs.iter().enumerate() {
        let Type::Memref { shape: Some(shape), element, .. } = module.pool.ty(*ty) else {
            parameters.push("double".to_owned());
            given.push("1.25".to_owned());
            continue;
        };
        let is_float = matches!(module.pool.ty(*element), Type::Float(_));
        let element = if is_float { "double" } else { "int" };
        let sizes: Vec<u64> = shape.iter().map(|size| size.unwrap_or(1)).collect();
        let count: u64 = sizes.iter().product();
        let strides: Vec<u64> = (0..sizes.len()).map(|dim| sizes[dim + 1..].iter().product()).collect();
        writeln!(memory, "  {element} *m{number} = malloc({count} * sizeof({element}));")?;
        writeln!(
            memory,
            "  for (long i = 0; i < {count}; i++) m{number}[i] = {};",
            if is_float { "1 + i % 97 / 97.0" } else { "i % 4" }
        )?;
        parameters.push(format!("{element} *, {element} *, long{}", ", long".repeat(sizes.len() * 2)));
        let numbers: Vec<String> = sizes.iter().chain(&strides).map(u64::to_string).collect();
        given.push(format!("m{number}, m{number}, 0, {}", numbers.join(", ")).trim_end_matches(", ").to_owned());
    }
    Ok(format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\nvoid {name}({});\n\
         static double now(void) {{ struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }}\n\
         int main(void) {{\n{memory}  double best = 1e9;\n  for (int run = 0; run < 3; run++) {{\n    double began = now();\n    \
         {name}({});\n    double took = now() - began;\n    best = took < best ? took : best;\n  }}\n  printf(\"%.6f\\n\", best);\n  return 0;\n}}\n",
        parameters.join(", "),
        given.join(", ")
    ))
}
