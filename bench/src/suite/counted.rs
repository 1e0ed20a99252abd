//! One kernel measured by what an emulator executed.

use super::blocks;
use super::build::Programs;
use super::compile::Compiler;
use super::counted_results::{CountedKernel, Speeds, Totals};
use super::emulated::{Code, Emulated, Ran, hash};
use super::mca::{Cycles, Model};
use crate::daemon::Daemon;
use anyhow::{Context, Result};
use isotope_dictionary::InstructionSet;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Measures kernels, each with a daemon of its own.
pub struct CountedBench<'a> {
    /// What compiles, for one CPU.
    pub programs: &'a Programs,
    /// Objects and buffers go there.
    pub folder: &'a Path,
    /// What runs the objects.
    pub emulated: &'a Emulated,
    /// How its instructions are written.
    pub set: &'a InstructionSet,
    /// Whose cycles are said, in LLVM's names.
    pub cpu: &'a str,
}

/// The compiled ways, as results name them: what Halide's object is compiled with, and the name.
const COMPILED: [(&str, &str); 3] = [("halide", "halide"), ("isotope", "isotope"), ("plain", "llvm")];

impl CountedBench<'_> {
    /// One kernel.
    ///
    /// # Errors
    ///
    /// A step that fails, with the kernel's name and the side's. Outputs that differ are no error: the result says so.
    pub async fn kernel(&self, kernel: &str) -> Result<CountedKernel> {
        let compiler = Compiler { programs: self.programs, folder: self.folder, kernel };
        let memo = tempfile::tempdir()?;
        let daemon = Daemon::start(memo.path()).await?;
        let (compile, compiled) = compiler.cold_and_warm(&daemon)?;
        compiler.compile_with("plain", &daemon.url, false, &[])?;
        drop(daemon);
        let (input, expected) = self.buffers(kernel)?;
        let reference = hash(&expected);
        let mut sides = BTreeMap::new();
        for (code, name) in COMPILED {
            let object = compiler.object(code, false);
            let totals = self.side(Code::Object(&object), &input, expected.len());
            sides.insert(name.to_owned(), totals.with_context(|| format!("{kernel}, {name}"))?);
        }
        let clang = self.side(Code::Reference(kernel), &input, expected.len());
        sides.insert("clang".to_owned(), clang.with_context(|| format!("{kernel}, clang"))?);
        let of = |name: &str| sides.get(name).map_or(Cycles::default(), |side: &Totals| side.cycles);
        let over = |other: Cycles| {
            let isotope = of("isotope");
            Cycles { simulated: other.simulated / isotope.simulated, throughput: other.throughput / isotope.throughput }
        };
        let (halide, llvm, clang) = (over(of("halide")), over(of("llvm")), over(of("clang")));
        Ok(CountedKernel {
            name: kernel.to_owned(),
            speedup_over_halide: halide.simulated,
            speedup_over_llvm: llvm.simulated,
            speedup_over_clang: clang.simulated,
            by_throughput: Speeds {
                over_halide: halide.throughput,
                over_llvm: llvm.throughput,
                over_clang: clang.throughput,
            },
            equal: sides.values().all(|side| side.hash == reference),
            reference,
            output_bytes: expected.len(),
            sides,
            expressions: compiled.expressions,
            used: compiled.used,
            compile,
        })
    }

    /// The kernel's input for the driver, and the output of its reference on this machine.
    fn buffers(&self, kernel: &str) -> Result<(Vec<u8>, Vec<u8>)> {
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
        Ok(Totals { instructions: executed.instructions, cycles: model.cycles(&executed)?, hash: hash(&output) })
    }
}
