//! Asking for code: the programs of windows, checked on inputs of their own before anything is timed, and what compilers compared.

use super::measuring::Code;
use crate::limits;
use crate::warm::reading::Asked;
use isotope_client::{Client, ClientError};
use isotope_ir::Window;
use isotope_ir::parse::parse_window;
use isotope_proto::v1;
use isotope_trial::execution::{LEVEL, check_at};
use std::collections::BTreeSet;

/// The known answers of the windows that were asked for.
#[derive(Debug, Default)]
pub struct Found {
    /// Those with programs, each once.
    pub windows: Vec<v1::WindowAlternatives>,
    /// How many the memo does not hold.
    pub unknown: usize,
    /// Texts that the daemon refused, with its reason.
    pub refused: Vec<(String, String)>,
}

impl Found {
    /// Asks for the windows of one text.
    pub async fn ask(&mut self, client: &Client, asked: &Asked) -> Result<(), ClientError> {
        let request = v1::AlternativesRequest {
            target: asked.target.clone(),
            program: Some(v1::alternatives_request::Program::Text(asked.text.clone())),
            ..Default::default()
        };
        match client.alternatives(request).await {
            Ok(response) => response.windows.into_iter().for_each(|window| self.take(window)),
            Err(error) if error.is_bad_input() => {
                let why = error.to_string().lines().next().unwrap_or_default().to_owned();
                self.refused.push((asked.name.clone(), why));
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn take(&mut self, window: v1::WindowAlternatives) {
        let same = |known: &v1::WindowAlternatives| {
            known.canonical_hash == window.canonical_hash
                && known.cpu == window.cpu
                && known.programs.len() == window.programs.len()
        };
        if window.programs.is_empty() {
            self.unknown += 1;
        } else if !self.windows.iter().any(same) {
            self.windows.push(window);
        }
    }

    /// The CPUs whose prices count.
    pub fn cpus(&self) -> BTreeSet<&str> {
        self.windows.iter().map(|window| window.cpu.as_str()).collect()
    }

    /// Executes every program on inputs that keep what its window states, and compares what comes out with the window's own meaning, and
    /// so with the other programs. The error says which differs.
    pub fn check(&self) -> anyhow::Result<usize> {
        let mut read: Vec<(Window, &v1::Selection)> = Vec::new();
        for found in &self.windows {
            let window = parse_window(&found.canonical).map_err(|error| {
                anyhow::anyhow!("the daemon's window {} does not read: {error}", found.canonical_hash)
            })?;
            read.extend(found.programs.iter().filter_map(|p| p.selection.as_ref()).map(|s| (window.clone(), s)));
        }
        for some in read.chunks(limits::TUNE_CHECKED_TOGETHER) {
            let all: Vec<(&Window, &v1::Selection)> =
                some.iter().map(|(window, selection)| (window, *selection)).collect();
            let checked = check_at(&all, limits::TUNE_TRIALS, LEVEL)?;
            for ((window, selection), result) in some.iter().zip(checked) {
                if let Some(difference) = result.difference {
                    anyhow::bail!(
                        "a program computes something else than its window, which must never be; nothing was measured. Please \
                         report it: {difference}\n{}\n{}",
                        isotope_ir::print::print(window),
                        selection.autollvm
                    );
                }
            }
        }
        Ok(read.len())
    }

    /// The code of all programs that are proved, and of plain lowerings.
    pub fn code(&self) -> Vec<Code> {
        let mut all = Vec::new();
        for window in &self.windows {
            for program in &window.programs {
                let verdict = program.selection.as_ref().map(v1::Selection::verdict);
                let may_run = matches!(verdict, Some(v1::Verdict::Proved | v1::Verdict::Baseline));
                if let Some(code) = program.r#loop.as_ref().filter(|_| may_run) {
                    let name: String = window.canonical_hash.chars().take(32).collect();
                    all.push(Code {
                        cpu: window.cpu.clone(),
                        window: name,
                        code: code.code.clone(),
                        model: code.model_cost,
                    });
                }
            }
        }
        all
    }
}

/// The comparisons of compilers for a CPU since the daemon started.
pub async fn compared(client: &Client, cpu: &str) -> Result<Vec<Code>, ClientError> {
    let loops = client.compared_loops(cpu).await?;
    let code = |one: v1::Loop| Code {
        cpu: cpu.to_owned(),
        window: "compared".to_owned(),
        code: one.code,
        model: one.model_cost,
    };
    Ok(loops.into_iter().map(code).collect())
}
