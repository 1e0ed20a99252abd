//! One kernel: compiled in every way, then run in all of them in turn.

use super::build::Programs;
use super::compile::{Compiler, Timed};
use super::model;
use super::results::KernelResult;
use crate::daemon::Daemon;
use anyhow::{Context, Result};
use isotope_dictionary::Target;
use isotope_pricer::LlvmPricer;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The output of `suite run`.
#[derive(Deserialize)]
struct Measured {
    rounds: u64,
    sides: BTreeMap<String, Side>,
}

#[derive(Deserialize)]
struct Side {
    us: f64,
    equal: bool,
}

/// Measures kernels, one after the other, on a daemon that remembers those before.
pub struct Bench<'a> {
    /// The programs that are run.
    pub programs: &'a Programs,
    /// Has the answers for the kernels before.
    pub shared: &'a Daemon,
    /// Objects and libraries go there.
    pub folder: &'a Path,
    /// The pricer of executed code.
    pub pricer: &'a LlvmPricer,
    /// How long a kernel's sides are run.
    pub seconds: f64,
    /// Whether the model is asked, too: that steps through every kernel, which takes minutes.
    pub model: bool,
}

/// The target that a report was made for: every line names it.
fn target(report: &str) -> Result<Target> {
    let line = report.lines().next().context("the report is empty")?;
    let told = isotope_cli::report::expression(1, line).map_err(anyhow::Error::msg)?.target;
    let mut words = told.split_whitespace();
    let (arch, mcpu) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mattr: Vec<&str> = words.collect();
    Ok(isotope_grammars::embedded().target(arch, mcpu, &mattr.join(","), &isotope_dictionary::Host::default())?)
}

struct Job<'a> {
    bench: &'a Bench<'a>,
    compiler: Compiler<'a>,
}

impl Bench<'_> {
    /// One kernel.
    pub async fn kernel(&self, kernel: &str) -> Result<KernelResult> {
        let compiler = Compiler { programs: self.programs, folder: self.folder, kernel };
        let job = Job { bench: self, compiler };
        let Timed { times: compile, cross } = compiler.times(self.shared).await?;
        let plain = job.library("plain", &self.shared.url, &[])?;
        let report = self.folder.join(format!("{kernel}.report"));
        let reported = [("ISOTOPE_REPORT", report.to_str().context("the scratch folder's name is no text")?)];
        let isotope = job.library("isotope", &self.shared.url, &reported)?;
        let target = target(&std::fs::read_to_string(&report)?)?;
        let own = job.library("halide", "", &[])?;
        let cycles = |library: &Path| model::cycles(self.programs, self.pricer, &target, kernel, library);
        // Without answers it is the same code.
        let gain_by_model = match (self.model, cross.used) {
            (false, _) => None,
            (true, 0) => Some(1.0),
            (true, _) => Some(cycles(&own[0])? / cycles(&isotope[0])?),
        };
        let measured = job.run(&[
            ("clang", vec![self.programs.references("clang")]),
            ("gcc", vec![self.programs.references("gcc")]),
            ("halide", own),
            ("isotope", isotope),
            ("llvm", plain),
        ])?;
        let us = |side: &str| measured.sides.get(side).map_or(0.0, |s| s.us);
        Ok(KernelResult {
            name: kernel.to_owned(),
            speedup_over_halide: us("halide") / us("isotope"),
            speedup_over_llvm: us("llvm") / us("isotope"),
            gain_by_model,
            equal: measured.sides.values().all(|side| side.equal),
            halide_us: us("halide"),
            isotope_us: us("isotope"),
            llvm_us: us("llvm"),
            clang_us: us("clang"),
            gcc_us: us("gcc"),
            rounds: measured.rounds,
            expressions: cross.expressions,
            used: cross.used,
            compile,
        })
    }
}

impl Job<'_> {
    fn library(&self, code: &str, server: &str, more: &[(&str, &str)]) -> Result<Vec<PathBuf>> {
        self.compiler.compile_with(code, server, false, more)?;
        self.bench.programs.link(&self.compiler.object(code, false))
    }

    /// The first side's output is what the others' are compared with. Libraries of one name are one side.
    fn run(&self, sides: &[(&str, Vec<PathBuf>)]) -> Result<Measured> {
        let seconds = self.bench.seconds.to_string();
        let named = |(name, paths): &(&str, Vec<PathBuf>)| {
            paths.iter().map(|path| format!("{name}={}", path.display())).collect::<Vec<_>>()
        };
        let sides: Vec<String> = sides.iter().flat_map(named).collect();
        let mut arguments = vec!["run", self.compiler.kernel, &seconds];
        arguments.extend(sides.iter().map(String::as_str));
        let printed = self.bench.programs.run(&arguments)?;
        serde_json::from_str(&printed).with_context(|| format!("not what `suite run` prints: {printed}"))
    }
}
