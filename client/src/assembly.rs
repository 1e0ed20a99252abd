//! Assembly of an answer: its LLVM module through `llc`.

use crate::limits;
use isotope_proto::v1;
use std::process::Stdio;
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

/// Why there is no assembly.
#[derive(Debug, thiserror::Error)]
pub enum AssemblyError {
    /// The tool is not installed.
    #[error("{tool} was not found; install it with `apt-get install llvm-19`, or ask for --emit llvm")]
    Missing {
        /// Its name.
        tool: &'static str,
    },
    /// The tool took too long.
    #[error("{tool} did not finish within {seconds} s and was stopped")]
    Timeout {
        /// Its name.
        tool: &'static str,
        /// The bound.
        seconds: u64,
    },
    /// The tool refused the module, or could not be run.
    #[error("{tool} failed: {why}")]
    Failed {
        /// Its name.
        tool: &'static str,
        /// Its own words.
        why: String,
    },
}

const LLC: &str = "llc-19";

/// The assembly of a selection, as `llc -O3` for its target makes it.
pub async fn assemble(selection: &v1::Selection) -> Result<String, AssemblyError> {
    let failed = |why: String| AssemblyError::Failed { tool: LLC, why };
    let target = selection.target.clone().unwrap_or_default();
    let mut command = Command::new(LLC);
    command.args(["-O3", "-o", "-", "-"]).arg(format!("-mtriple={}-unknown-linux-gnu", target.arch));
    command.arg(format!("-mcpu={}", target.mcpu));
    let features: Vec<&str> = target.mattr.split(',').filter(|word| word.starts_with(['+', '-'])).collect();
    if !features.is_empty() {
        command.arg(format!("-mattr={}", features.join(",")));
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => AssemblyError::Missing { tool: LLC },
        _ => failed(error.to_string()),
    })?;
    let stdin = child.stdin.take();
    let module = selection.llvm_ir.clone();
    // Written beside reading: a full pipe on both sides would wait for itself. A broken one is told by the exit status.
    let writing = tokio::spawn(async move {
        if let Some(mut stdin) = stdin {
            let _ = stdin.write_all(module.as_bytes()).await;
        }
    });
    let seconds = limits::LLC_TIMEOUT.as_secs();
    let output = tokio::time::timeout(limits::LLC_TIMEOUT, child.wait_with_output())
        .await
        .map_err(|_| AssemblyError::Timeout { tool: LLC, seconds })?
        .map_err(|e| failed(e.to_string()))?;
    writing.abort();
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
