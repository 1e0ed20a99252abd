//! One kernel: compiled in every way, then run in all of them in turn.

use super::build::Programs;
use super::model;
use super::results::{CompileTimes, KernelResult};
use crate::daemon::Daemon;
use crate::limits::TIMEOUT_MS;
use crate::measure::median;
use anyhow::{Context, Result};
use isotope_dictionary::Target;
use isotope_pricer::LlvmPricer;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Compilations of which the median is taken.
const TIMES: usize = 5;

/// What `suite compile` prints.
#[derive(Deserialize)]
struct Compiled {
    seconds: f64,
    expressions: u64,
    used: u64,
}

/// What `suite run` prints.
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
    /// What is run.
    pub programs: &'a Programs,
    /// Has the answers for the kernels before.
    pub shared: &'a Daemon,
    /// Objects and libraries go there.
    pub folder: &'a Path,
    /// What prices what was executed.
    pub pricer: &'a LlvmPricer,
    /// How long a kernel's sides are run.
    pub seconds: f64,
    /// Whether the model is asked, too: that steps through every kernel, which takes minutes.
    pub model: bool,
}

/// What a report says that the program was compiled for: every line says it.
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
    kernel: &'a str,
}

impl Bench<'_> {
    /// One kernel.
    pub async fn kernel(&self, kernel: &str) -> Result<KernelResult> {
        let job = Job { bench: self, kernel };
        let empty = tempfile::tempdir()?;
        let fresh = Daemon::start(empty.path()).await?;
        let cold = job.compile("isotope", &fresh.url, false)?;
        drop(fresh);
        let cross = job.compile("isotope", &self.shared.url, false)?;
        let plain = job.library("plain", &self.shared.url, &[])?;
        let changed = job.compile("isotope", &self.shared.url, true)?.seconds;
        // In turn, so that a slow moment of the machine meets both.
        let (mut halide, mut warm, mut changed_halide) = (vec![], vec![], vec![]);
        for _ in 0..TIMES {
            halide.push(job.compile("halide", "", false)?.seconds);
            warm.push(job.compile("isotope", &self.shared.url, false)?.seconds);
            changed_halide.push(job.compile("halide", "", true)?.seconds);
        }
        let middle = |times: &[f64]| median(times).context("nothing was measured");
        let compile = CompileTimes {
            halide_s: middle(&halide)?,
            cold_s: cold.seconds,
            cross_s: cross.seconds,
            warm_s: middle(&warm)?,
            changed_s: changed,
            changed_halide_s: middle(&changed_halide)?,
        };
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
    fn object(&self, code: &str, other_schedule: bool) -> PathBuf {
        let schedule = if other_schedule { "-other" } else { "" };
        self.bench.folder.join(format!("{}-{code}{schedule}.o", self.kernel))
    }

    fn compile(&self, code: &str, server: &str, other_schedule: bool) -> Result<Compiled> {
        self.compile_with(code, server, other_schedule, &[])
    }

    fn compile_with(&self, code: &str, server: &str, other_schedule: bool, more: &[(&str, &str)]) -> Result<Compiled> {
        let object = self.object(code, other_schedule).display().to_string();
        let mut arguments = vec!["compile", self.kernel, code, &object];
        arguments.extend(other_schedule.then_some("other-schedule"));
        let mut variables = vec![("ISOTOPE_SERVER", server), ("ISOTOPE_TIMEOUT_MS", TIMEOUT_MS)];
        variables.extend(more);
        let printed = self.bench.programs.suite(&arguments, &variables)?;
        serde_json::from_str(&printed).with_context(|| format!("not what `suite compile` prints: {printed}"))
    }

    fn library(&self, code: &str, server: &str, more: &[(&str, &str)]) -> Result<Vec<PathBuf>> {
        self.compile_with(code, server, false, more)?;
        self.bench.programs.link(&self.object(code, false))
    }

    /// The first side's output is what the others' are compared with. Libraries of one name are one side.
    fn run(&self, sides: &[(&str, Vec<PathBuf>)]) -> Result<Measured> {
        let seconds = self.bench.seconds.to_string();
        let named = |(name, paths): &(&str, Vec<PathBuf>)| {
            paths.iter().map(|path| format!("{name}={}", path.display())).collect::<Vec<_>>()
        };
        let sides: Vec<String> = sides.iter().flat_map(named).collect();
        let mut arguments = vec!["run", self.kernel, &seconds];
        arguments.extend(sides.iter().map(String::as_str));
        let printed = self.bench.programs.run(&arguments)?;
        serde_json::from_str(&printed).with_context(|| format!("not what `suite run` prints: {printed}"))
    }
}
