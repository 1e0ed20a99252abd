//! Assembly of an answer: its LLVM module through `llc`, in the sandbox that the daemon runs LLVM's tools in. The module came from
//! outside, and a hole in LLVM's reader must not be one in the compile that asked.

use isotope_pricer::sandbox::Confinement;
use isotope_pricer::{Runs, Tool, ToolError, compile};
use isotope_proto::v1;
use std::sync::LazyLock;

/// What `llc` may do here: found out once, by trying it.
static RUNS: LazyLock<Runs> = LazyLock::new(|| Runs::new(1, Confinement::of_this_machine()));

/// Why there is no assembly.
#[derive(Debug, thiserror::Error)]
pub enum AssemblyError {
    /// The tool is not there, takes too long, refuses the module, or must not get it.
    #[error("{0}; --emit llvm needs no tool")]
    Tool(#[from] ToolError),
    /// What ran it is gone.
    #[error("llc was lost: {0}")]
    Lost(#[from] tokio::task::JoinError),
}

/// What the sandbox lacks on this machine, as a sentence with a remedy.
pub fn lacks() -> Option<String> {
    RUNS.confinement().lacks()
}

/// The assembly of a selection, as `llc -O3` for its target makes it.
pub async fn assemble(selection: &v1::Selection) -> Result<String, AssemblyError> {
    let target = selection.target.clone().unwrap_or_default();
    let mut args = vec![format!("-mtriple={}-unknown-linux-gnu", target.arch), format!("-mcpu={}", target.mcpu)];
    let features: Vec<&str> = target.mattr.split(',').filter(|word| word.starts_with(['+', '-'])).collect();
    if !features.is_empty() {
        args.push(format!("-mattr={}", features.join(",")));
    }
    let module = selection.llvm_ir.clone();
    // The run waits for a process.
    Ok(tokio::task::spawn_blocking(move || compile(&Tool::llc(), args, module, &RUNS, &|| false)).await??)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(llvm_ir: &str) -> v1::Selection {
        let target = v1::Target { arch: "x86_64".into(), mcpu: "znver3".into(), mattr: "tune=znver3,+avx2".into() };
        v1::Selection { llvm_ir: llvm_ir.to_owned(), target: Some(target), ..Default::default() }
    }

    #[tokio::test]
    async fn a_module_that_names_a_file_does_not_reach_the_tool() {
        let hostile = "module asm \".incbin \\\"/etc/passwd\\\"\"\ndefine void @f() { ret void }\n";
        let said = assemble(&selection(hostile)).await.unwrap_err().to_string();
        assert!(said.contains("line 1 holds `module asm`") && said.contains("could read a file"), "{said}");
    }

    #[tokio::test]
    async fn what_llc_cannot_read_is_its_own_words() {
        let said = assemble(&selection("define i32 @f() { ret void }\n")).await.unwrap_err().to_string();
        assert!(said.contains("llc-19") && said.contains("--emit llvm"), "{said}");
        assert!(assemble(&selection("define void @f() { ret void }\n")).await.unwrap().contains("retq"));
    }
}
