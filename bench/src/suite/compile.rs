//! One kernel compiled in every way, and how long that takes.

use super::build::Programs;
use super::counted_results::ColdAndWarm;
use super::results::CompileTimes;
use crate::daemon::Daemon;
use crate::limits::TIMEOUT_MS;
use crate::measure::median;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Compilations of which the median is taken.
const TIMES: usize = 5;

/// The output of `suite compile`.
#[derive(Deserialize)]
pub struct Compiled {
    /// How long it took.
    pub seconds: f64,
    /// Vector expressions of the pipeline.
    pub expressions: u64,
    /// Those whose place an answer took.
    pub used: u64,
}

/// How long a kernel takes to compile.
pub struct Timed {
    /// In seconds.
    pub times: CompileTimes,
    /// With the answers of other kernels.
    pub cross: Compiled,
}

/// Compiles one kernel.
#[derive(Clone, Copy)]
pub struct Compiler<'a> {
    /// The compilers.
    pub programs: &'a Programs,
    /// Objects go there.
    pub folder: &'a Path,
    /// Its name.
    pub kernel: &'a str,
}

impl Compiler<'_> {
    /// How long it takes in every way; `shared` is a daemon with the answers for the kernels before.
    ///
    /// # Errors
    ///
    /// A compilation that fails, or a daemon that does not start.
    pub async fn times(&self, shared: &Daemon) -> Result<Timed> {
        let empty = tempfile::tempdir()?;
        let fresh = Daemon::start(empty.path()).await?;
        let cold = self.compile("isotope", &fresh.url, false)?;
        drop(fresh);
        let cross = self.compile("isotope", &shared.url, false)?;
        let changed = self.compile("isotope", &shared.url, true)?.seconds;
        // In turn, so that a slow moment of the machine meets both.
        let (mut halide, mut warm, mut changed_halide) = (vec![], vec![], vec![]);
        for _ in 0..TIMES {
            halide.push(self.compile("halide", "", false)?.seconds);
            warm.push(self.compile("isotope", &shared.url, false)?.seconds);
            changed_halide.push(self.compile("halide", "", true)?.seconds);
        }
        let middle = |times: &[f64]| median(times).context("nothing was measured");
        let times = CompileTimes {
            halide_s: middle(&halide)?,
            cold_s: cold.seconds,
            cross_s: cross.seconds,
            warm_s: middle(&warm)?,
            changed_s: changed,
            changed_halide_s: middle(&changed_halide)?,
        };
        Ok(Timed { times, cross })
    }

    /// How long it takes for the first time, and once more; `daemon` has no answers yet. A kernel that Halide alone refuses takes it no time.
    ///
    /// # Errors
    ///
    /// A compilation with Isotope that fails.
    pub fn cold_and_warm(&self, daemon: &Daemon) -> Result<(ColdAndWarm, Compiled)> {
        let cold = self.compile("isotope", &daemon.url, false)?;
        let (mut halide, mut warm) = (vec![], vec![]);
        for _ in 0..TIMES {
            halide.extend(self.compile("halide", "", false).ok().map(|compiled| compiled.seconds));
            warm.push(self.compile("isotope", &daemon.url, false)?.seconds);
        }
        let middle = |times: &[f64]| median(times).context("nothing was measured");
        Ok((ColdAndWarm { halide_s: median(&halide), cold_s: cold.seconds, warm_s: middle(&warm)? }, cold))
    }

    /// Where one way's object goes.
    pub fn object(&self, code: &str, other_schedule: bool) -> PathBuf {
        let schedule = if other_schedule { "-other" } else { "" };
        self.folder.join(format!("{}-{code}{schedule}.o", self.kernel))
    }

    fn compile(&self, code: &str, server: &str, other_schedule: bool) -> Result<Compiled> {
        self.compile_with(code, server, other_schedule, &[])
    }

    /// Compiles it one way, with more variables for the client.
    ///
    /// # Errors
    ///
    /// The error of Halide or the client for a kernel that does not compile.
    pub fn compile_with(
        &self,
        code: &str,
        server: &str,
        other_schedule: bool,
        more: &[(&str, &str)],
    ) -> Result<Compiled> {
        Ok(self.compiled(code, server, other_schedule, more)?.0)
    }

    /// The same with the client's words on standard error.
    ///
    /// # Errors
    ///
    /// As for [`Self::compile_with`].
    pub fn compile_and_hear(&self, code: &str, server: &str, more: &[(&str, &str)]) -> Result<(Compiled, String)> {
        self.compiled(code, server, false, more)
    }

    fn compiled(
        &self,
        code: &str,
        server: &str,
        other_schedule: bool,
        more: &[(&str, &str)],
    ) -> Result<(Compiled, String)> {
        let object = self.object(code, other_schedule).display().to_string();
        let mut arguments = vec!["compile", self.kernel, code, &object];
        arguments.extend(other_schedule.then_some("other-schedule"));
        arguments.extend(self.programs.is_aligned().then_some("aligned"));
        let mut variables = vec![("ISOTOPE_SERVER", server), ("ISOTOPE_TIMEOUT_MS", TIMEOUT_MS)];
        variables.extend(more);
        let (printed, said) = self.programs.suite_and_words(&arguments, &variables)?;
        let compiled = serde_json::from_str(&printed);
        Ok((compiled.with_context(|| format!("not what `suite compile` prints: {printed}"))?, said))
    }
}
