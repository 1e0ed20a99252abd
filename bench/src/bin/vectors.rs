//! Small kernels as `isotope vectorize` and `isotope select` leave them, timed beside the same loops in C by clang and gcc: a table, and the
//! same as a file of `bench/results`.
//!
//! Each is compared before it is timed. Times are the processor's, of one call of a function of its own, the least of rounds in turn; C
//! arrays are `restrict`, and loops come in several orders, of which the best counts.

use anyhow::{Context, Result, bail};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::measure::geometric_mean;
use isotope_bench::saved;
use isotope_bench::vectors::{Kernel, driver, kernels};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Measures small kernels.
#[derive(Parser)]
struct Arguments {
    /// Kernels whose names have one of these words [default: all]
    names: Vec<String>,
    /// The folder with the command `isotope` [default: that of this command]
    #[arg(long, value_name = "FOLDER")]
    commands: Option<PathBuf>,
    /// Where results are written; the processor has a folder of its own in it.
    #[arg(long, value_name = "FOLDER", default_value = "bench/results")]
    results: PathBuf,
}

/// The times of one kernel, in nanoseconds.
#[derive(Serialize)]
struct Row {
    kernel: String,
    /// With vectors, and with answers for their windows.
    vectors_ns: f64,
    selected_ns: f64,
    clang_ns: f64,
    gcc_ns: f64,
    /// The best compiler over the vectors.
    ratio: f64,
    /// Seconds of `isotope vectorize`.
    seconds: f64,
}

/// From vectors to LLVM's dialect; arrays are plain pointers.
const LOWERING: &str = include_str!("../../../client/mlir/tests/lowering.txt").trim_ascii_end();

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let cpu = isotope_run::host_cpu()?;
    let own = std::env::current_exe()?;
    let commands = arguments.commands.clone().or_else(|| own.parent().map(Path::to_path_buf)).context("no folder")?;
    let isotope = commands.join("isotope");
    let memo = tempfile::tempdir()?;
    let (mut rows, mut table) = (Vec::new(), Table::new());
    let header = ["kernel", "vectors, ns", "selected, ns", "clang, ns", "gcc, ns", "ratio", "s"];
    table.load_preset(NOTHING).set_header(header);
    let is_named = |kernel: &Kernel| {
        arguments.names.is_empty() || arguments.names.iter().any(|name| kernel.name.split(' ').any(|word| word == name))
    };
    for kernel in kernels().into_iter().filter(is_named) {
        let row = measured(&isotope, (memo.path(), &cpu), &kernel).with_context(|| kernel.name.clone())?;
        let times = [row.vectors_ns, row.selected_ns, row.clang_ns, row.gcc_ns].map(|time| format!("{time:.1}"));
        println!("{}: {} {:.2}", row.kernel, times.join(" "), row.ratio);
        let [vectors, selected, clang, gcc] = times;
        let ends = [format!("{:.2}", row.ratio), format!("{:.1}", row.seconds)];
        table.add_row([row.kernel.clone(), vectors, selected, clang, gcc].into_iter().chain(ends));
        rows.push(row);
    }
    println!("{table}");
    for ending in ["s16", "u8", "f32"] {
        let ratios: Vec<f64> = rows.iter().filter(|row| row.kernel.ends_with(ending)).map(|row| row.ratio).collect();
        if let Some(mean) = geometric_mean(&ratios) {
            println!("{ending}: {mean:.2} in the geometric mean");
        }
    }
    let file = saved::file(&arguments.results, &cpu, "vectors")?;
    saved::write(&file, &rows)?;
    println!("{}", file.display());
    Ok(())
}

fn measured(isotope: &Path, (memo, cpu): (&Path, &str), kernel: &Kernel) -> Result<Row> {
    let folder = tempfile::tempdir()?;
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("kernel.mlir"), &kernel.mlir)?;
    let begin = std::time::Instant::now();
    let ask = |verb: &str, from: &str, to: &str, more: &[&str]| {
        let mut command = Command::new(isotope);
        command.arg(verb).arg(file(from)).args(more).args(["--mcpu", cpu, "--standalone", "--cache"]).arg(memo);
        run(command.arg("-o").arg(file(to)))
    };
    ask("vectorize", "kernel.mlir", "vectors.mlir", &[])?;
    let seconds = begin.elapsed().as_secs_f64();
    ask("select", "vectors.mlir", "selected.mlir", &["--emit", "mlir"])?;
    let mut libraries = Vec::new();
    for name in ["vectors", "selected"] {
        let [source, lowered, llvm, library] =
            ["mlir", "lowered", "ll", "so"].map(|end| file(&format!("{name}.{end}")));
        let pipeline = format!("--pass-pipeline=builtin.module({LOWERING})");
        run(Command::new("mlir-opt-19").arg(pipeline).arg(source).arg("-o").arg(&lowered))?;
        run(Command::new("mlir-translate-19").arg("--mlir-to-llvmir").arg(&lowered).arg("-o").arg(&llvm))?;
        // Straight code of vectors: `opt` would only add in another order, where `llc` sees dot products no more.
        let object = file(&format!("{name}.o"));
        let options = ["-O3", "-mcpu=native", "-relocation-model=pic", "-filetype=obj"];
        run(Command::new("llc-19").args(options).arg(&llvm).arg("-o").arg(&object))?;
        run(Command::new("cc").arg("-shared").arg(&object).arg("-o").arg(&library))?;
        libraries.push(library);
    }
    for (number, text) in kernel.c.iter().enumerate() {
        let source = file(&format!("{number}.c"));
        std::fs::write(&source, text)?;
        for compiler in ["clang-19", "gcc"] {
            let library = file(&format!("{compiler}{number}.so"));
            let mut options = vec!["-O3", "-march=native", "-fPIC", "-shared", "-fwrapv"];
            if kernel.name.ends_with("f32") {
                options.push("-ffast-math");
            }
            run(Command::new(compiler).args(options).arg(&source).arg("-o").arg(&library))?;
            libraries.push(library);
        }
    }
    std::fs::write(file("driver.c"), driver(kernel))?;
    run(Command::new("cc").args(["-O1"]).arg(file("driver.c")).args(["-ldl", "-lm", "-o"]).arg(file("driver")))?;
    let output = Command::new(file("driver")).args(&libraries).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("the programs do not compute the same");
    }
    let times = String::from_utf8(output.stdout)?;
    let times = times.lines().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
    let best = |of: usize| times.iter().skip(2 + of).step_by(2).copied().fold(f64::INFINITY, f64::min);
    let (clang_ns, gcc_ns) = (best(0), best(1));
    let ratio = clang_ns.min(gcc_ns) / times[0];
    // Two runs of one program differ by noise alone.
    let is_same = std::fs::read(file("vectors.o"))? == std::fs::read(file("selected.o"))?;
    let (name, selected_ns) = (kernel.name.clone(), if is_same { times[0] } else { times[1] });
    Ok(Row { kernel: name, vectors_ns: times[0], selected_ns, clang_ns, gcc_ns, ratio, seconds })
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.stdout(Stdio::null()).status().with_context(|| format!("{:?}", command.get_program()))?;
    if !status.success() {
        bail!("{:?} {:?} fails", command.get_program(), command.get_args().collect::<Vec<_>>());
    }
    Ok(())
}
