//! One kernel measured by what an emulator executed.

use super::blocks;
use super::build::Programs;
use super::compile::Compiler;
use super::counted_results::{Baseline, CountedKernel, Speeds, Totals};
use super::emulated::{Code, Emulated, Ran, hash};
use super::mca::{Cycles, Model};
use super::target::CyclesBy;
use crate::daemon::Daemon;
use anyhow::{Context, Result};
use isotope_dictionary::InstructionSet;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Measures kernels, each with a daemon of its own.
pub struct CountedBench<'a> {
    /// The compilers, for one CPU.
    pub programs: &'a Programs,
    /// Objects and buffers go there.
    pub folder: &'a Path,
    /// The emulator that runs the objects.
    pub emulated: &'a Emulated,
    /// How its instructions are written.
    pub set: &'a InstructionSet,
    /// Whose cycles are said, in LLVM's names.
    pub cpu: &'a str,
    /// The source of the cycles.
    pub cycles: CyclesBy,
}

/// The compiled ways, as results name them: what Halide's object is compiled with, and the name.
const COMPILED: [(&str, &str); 3] = [("halide", "halide"), ("isotope", "isotope"), ("plain", "llvm")];

impl CountedBench<'_> {
    /// One kernel. Halide alone, and plain LLVM code in it, may refuse a kernel or make wrong code of it: such a side is left out, or told.
    ///
    /// # Errors
    ///
    /// A step that fails, with the kernel's name and the side's. Outputs that differ are no error: the result says so.
    pub async fn kernel(&self, kernel: &str) -> Result<CountedKernel> {
        let compiler = Compiler { programs: self.programs, folder: self.folder, kernel };
        let memo = tempfile::tempdir()?;
        let daemon = Daemon::start(memo.path()).await?;
        let (compile, compiled) = compiler.cold_and_warm(&daemon)?;
        let plain = compiler.compile_with("plain", &daemon.url, false, &[]);
        drop(daemon);
        let (input, expected) = self.buffers(kernel)?;
        let reference = hash(&expected);
        let mut sides = BTreeMap::new();
        let is_there =
            |name: &str| name == "isotope" || if name == "llvm" { plain.is_ok() } else { compile.halide_s.is_some() };
        for (code, name) in COMPILED.into_iter().filter(|(_, name)| is_there(name)) {
            let object = compiler.object(code, false);
            let totals = self.side(Code::Object(&object), &input, expected.len());
            sides.insert(name.to_owned(), totals.with_context(|| format!("{kernel}, {name}"))?);
        }
        let clang = self.side(Code::Reference(kernel), &input, expected.len());
        sides.insert("clang".to_owned(), clang.with_context(|| format!("{kernel}, clang"))?);
        let is_right = |name: &str| sides.get(name).is_some_and(|side: &Totals| side.hash == reference);
        let isotope = sides.get("isotope").map_or(Cycles::default(), |side| side.cycles);
        // Wrong code is as fast as it likes.
        let over = |name: &str| {
            let other = sides.get(name).filter(|side| side.hash == reference)?.cycles;
            Some(Cycles {
                simulated: other.simulated / isotope.simulated,
                throughput: other.throughput / isotope.throughput,
            })
        };
        let (halide, llvm, clang) = (over("halide"), over("llvm"), over("clang"));
        Ok(CountedKernel {
            name: kernel.to_owned(),
            halide: match sides.contains_key("halide") {
                false => Baseline::NoCode,
                true if is_right("halide") => Baseline::Right,
                true => Baseline::Wrong,
            },
            speedup_over_halide: halide.map(|cycles| cycles.simulated),
            speedup_over_llvm: llvm.map(|cycles| cycles.simulated),
            speedup_over_clang: clang.map(|cycles| cycles.simulated),
            by_throughput: Speeds {
                over_halide: halide.map(|cycles| cycles.throughput),
                over_llvm: llvm.map(|cycles| cycles.throughput),
                over_clang: clang.map(|cycles| cycles.throughput),
            },
            equal: is_right("isotope") && is_right("clang"),
            reference,
            output_bytes: expected.len(),
            sides,
            expressions: compiled.expressions,
            used: compiled.used,
            compile,
        })
    }

    /// Packets or instructions that an object executes, and whether its output is the expected one.
    ///
    /// # Errors
    ///
    /// It does not link or fails.
    pub fn packets(&self, object: &Path, input: &[u8], expected: &[u8]) -> Result<(u64, bool)> {
        let totals = self.side(Code::Object(object), input, expected.len())?;
        Ok((totals.instructions, totals.hash == hash(expected)))
    }

    /// The kernel's input for the driver, and the output of its reference on this machine.
    ///
    /// # Errors
    ///
    /// The reference fails.
    pub fn buffers(&self, kernel: &str) -> Result<(Vec<u8>, Vec<u8>)> {
        let (input, output) = (self.folder.join("input"), self.folder.join("output"));
        let paths = [self.programs.references("clang"), input.clone(), output.clone()].map(|p| p.display().to_string());
        self.programs.suite(&["buffers", kernel, &paths[0], &paths[1], &paths[2]], &[])?;
        Ok((fs::read(input)?, fs::read(output)?))
    }

    fn side(&self, code: Code<'_>, input: &[u8], output_bytes: usize) -> Result<Totals> {
        let Ran { output, counts, program, functions } = self.emulated.run(code, input, output_bytes)?;
        let disassembly = blocks::disassembly(&program, &[format!("--mcpu={}", self.cpu)])?;
        let like = &self.set.manifest().assembly;
        let executed = blocks::executed(&disassembly, &counts, like, |function| functions.contains(function));
        let triple = &self.set.manifest().code.triple;
        let model = Model { triple, cpu: self.cpu, comment: like.region_comment() };
        let packets = executed.instructions as f64;
        let cycles = match self.cycles {
            CyclesBy::Model => model.cycles(&executed)?,
            CyclesBy::Packets => Cycles { simulated: packets, throughput: packets },
        };
        Ok(Totals { instructions: executed.instructions, cycles, hash: hash(&output) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::build::root;
    use crate::suite::target::{Measure, Target};
    use std::sync::{Mutex, PoisonError};

    /// The least speed over Halide's own code. Packets before and after scheduled loops are a few in a thousand.
    const LEAST: f64 = 0.98;

    /// Kernels that Halide alone compiles rightly: there are some for each target, and most of them gain.
    const RIGHT: usize = 25;
    const MEAN: f64 = 1.2;

    /// The speed of a kernel with answers over Halide's own code, by what the emulator executes; nothing where Halide's own code is wrong or
    /// not there.
    fn speed(bench: &CountedBench<'_>, kernel: &str, daemon: &Daemon) -> Option<f64> {
        let compiler = Compiler { programs: bench.programs, folder: bench.folder, kernel };
        let halide = compiler.compile_with("halide", "", false, &[]);
        compiler.compile_with("isotope", &daemon.url, false, &[]).unwrap();
        let (input, expected) = bench.buffers(kernel).unwrap();
        let run = |code| bench.side(Code::Object(&compiler.object(code, false)), &input, expected.len()).unwrap();
        let made = run("isotope");
        assert_eq!(made.hash, hash(&expected), "{kernel}: the output is another one than the reference's");
        let own = halide.is_ok().then(|| run("halide")).filter(|own| own.hash == hash(&expected))?;
        Some(own.cycles.simulated / made.cycles.simulated)
    }

    /// No kernel of the suite is slower than Halide's own code for the first CPU of a target.
    fn no_kernel_is_slower(name: &str) {
        // They build the same programs, and each takes the machine for minutes.
        static ALONE: Mutex<()> = Mutex::new(());
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let target = Target::read(name).unwrap();
        let Measure::Counts(counts) = &target.measure else { panic!("{name} is counted") };
        let emulator = counts.emulator[0].as_str();
        if let Some(why) = isotope_run::programs::lacking(&[emulator, "clang-19", "ld.lld-19", "llvm-mca-19", "cc"]) {
            return println!("skipped: {name}: {why}");
        }
        if !root().join("third_party/halide-21").exists() || !root().join("third_party/cmake/bin/cmake").exists() {
            return println!("skipped: {name}: it needs Halide 21; client/halide/setup.sh fetches it");
        }
        isotope_tests::program("isotope-server", "isotoped");
        let cpu = &counts.cpu[0];
        let programs = Programs::build(target.clone(), 21).unwrap().for_cpu(cpu);
        let (folder, memo) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let emulated = Emulated::build(counts, cpu, folder.path()).unwrap();
        let set = isotope_grammars::embedded().get(target.arch.as_deref().unwrap_or(name)).unwrap();
        let (folder, cycles) = (folder.path(), counts.cycles);
        let bench = CountedBench { programs: &programs, folder, emulated: &emulated, set, cpu: &cpu.name, cycles };
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let daemon = runtime.block_on(Daemon::start(memo.path())).unwrap();
        let (mut speeds, mut slower) = (Vec::new(), Vec::new());
        for kernel in programs.suite(&["list"], &[]).unwrap().lines() {
            let Some(speed) = speed(&bench, kernel, &daemon) else { continue };
            println!("{name}, {kernel}: {speed:.3}");
            speeds.push(speed);
            if speed < LEAST {
                slower.push(format!("{kernel}: {speed:.3}"));
            }
        }
        assert!(slower.is_empty(), "{name}: slower than Halide's own code: {}", slower.join(", "));
        let mean = (speeds.iter().map(|speed| speed.ln()).sum::<f64>() / speeds.len() as f64).exp();
        assert!(speeds.len() >= RIGHT && mean > MEAN, "{name}: {} kernels gain {mean:.2} in the mean", speeds.len());
    }

    #[test]
    #[ignore = "half an hour on two cores: the suite's kernels are compiled and executed"]
    fn no_kernel_executes_more_packets_on_hexagon() {
        no_kernel_is_slower("hexagon");
    }

    #[test]
    #[ignore = "half an hour on two cores: the suite's kernels are compiled and executed"]
    fn no_kernel_with_aligned_buffers_executes_more_packets_on_hexagon() {
        no_kernel_is_slower("hexagon_aligned");
    }

    #[test]
    #[ignore = "half an hour on two cores: the suite's kernels are compiled and executed"]
    fn no_kernel_takes_more_of_the_models_cycles_on_arm() {
        no_kernel_is_slower("aarch64");
    }
}
