//! Answers as assembly through `llc`, in the sandbox that the daemon runs LLVM's tools in. The modules came from outside, and a hole in
//! LLVM's reader must not be one in the compile that asked.

use isotope_dictionary::InstructionSets;
use isotope_lowering::{LoweringError, Tools, compiled, module, name};
use isotope_proto::v1;
use isotope_tools::sandbox::Confinement;
use isotope_tools::{Runs, ToolError};
use std::sync::LazyLock;

/// The sandbox of tools: found out once, by trying it.
static RUNS: LazyLock<Runs> = LazyLock::new(|| Runs::new(1, Confinement::of_this_machine()));

/// The beginning of a comment of assembly where the instruction set is not known here.
const COMMENT: &str = "#";

/// Why there is no assembly.
#[derive(Debug, thiserror::Error)]
pub enum AssemblyError {
    /// The tool is not there, takes too long, refuses the module, or must not get it.
    #[error("{0}; --emit llvm needs no tool")]
    Tool(ToolError),
    /// There is no module, or no code of it.
    #[error(transparent)]
    Lowering(LoweringError),
    /// The thread that waited for the tool is gone.
    #[error("llc was lost: {0}")]
    Lost(#[from] tokio::task::JoinError),
}

impl From<LoweringError> for AssemblyError {
    fn from(error: LoweringError) -> Self {
        match error {
            LoweringError::Tool(error) => AssemblyError::Tool(error),
            other => AssemblyError::Lowering(other),
        }
    }
}

/// Tools as this process runs them: until they end.
pub fn tools() -> Tools<'static> {
    Tools { runs: &RUNS, payer: &|| false }
}

/// The parts of the sandbox that this machine lacks, as a sentence with a remedy.
pub fn lacks() -> Option<String> {
    RUNS.confinement().lacks()
}

/// The assembly of all answers' functions, as `llc -O3` makes it of their [`module`], behind a comment that says which function is for
/// which expression.
///
/// # Errors
///
/// Those of [`module`], and what keeps `llc` from compiling it.
pub async fn assemble(selections: &[&v1::Selection], sets: &'static InstructionSets) -> Result<String, AssemblyError> {
    let text = module(selections, sets)?;
    let target = selections.first().and_then(|one| one.target.clone()).unwrap_or_default();
    let manifest = sets.get(&target.arch).map(|set| set.manifest());
    let code = code(text, &[], target, sets).await?;
    let code = String::from_utf8_lossy(&code);
    let comment = manifest.and_then(|m| m.assembly.comments.first()).map_or(COMMENT, String::as_str);
    let mut listed = String::new();
    for (at, selection) in selections.iter().enumerate() {
        let name = name(selection, at + 1, selections.len());
        let lines = selection.expression.trim_end().lines();
        listed.push_str(&format!("{comment} {name}:\n"));
        lines.for_each(|line| listed.push_str(&format!("{comment}   {line}\n")));
    }
    Ok(format!("{listed}{}\n", code.trim_end()))
}

/// The code that `llc` makes of a module, with these flags.
///
/// # Errors
///
/// The reason why `llc` does not compile it.
pub async fn code(
    module: String,
    flags: &'static [&'static str],
    target: v1::Target,
    sets: &'static InstructionSets,
) -> Result<Vec<u8>, AssemblyError> {
    // The run waits for a process.
    let run = move || compiled(module, flags, &target, sets, tools());
    Ok(tokio::task::spawn_blocking(run).await??)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(arch: &str) -> v1::Target {
        v1::Target { arch: arch.into(), mcpu: "znver3".into(), mattr: "tune=znver3,+avx2".into() }
    }

    fn selection(llvm_ir: &str) -> v1::Selection {
        let (llvm_ir, function) = (llvm_ir.to_owned(), "f".to_owned());
        v1::Selection { llvm_ir, function, target: Some(target("x86_64")), ..Default::default() }
    }

    async fn said(module: &str) -> String {
        let sets = isotope_server::sets::load(None).unwrap();
        code(module.to_owned(), &[], target("x86_64"), sets).await.unwrap_err().to_string()
    }

    #[tokio::test]
    async fn a_module_that_names_a_file_does_not_reach_the_tool() {
        let hostile = "module asm \".incbin \\\"/etc/passwd\\\"\"\ndefine void @f() { ret void }\n";
        let refused = said(hostile).await;
        assert!(refused.contains("line 1 holds `module asm`") && refused.contains("could read a file"), "{refused}");
        let unread = assemble(&[&selection(hostile)], isotope_server::sets::load(None).unwrap()).await;
        assert!(unread.unwrap_err().to_string().contains("window 1: line 1 of the answer's module"), "not read");
    }

    #[tokio::test]
    async fn what_llc_cannot_read_is_its_own_words() {
        let refused = said("define i32 @f() { ret void }\n").await;
        assert!(refused.contains("llc-19") && refused.contains("--emit llvm"), "{refused}");
        let sets = isotope_server::sets::load(None).unwrap();
        let one = selection("define void @f() { ret void }\n");
        assert!(assemble(&[&one], sets).await.unwrap().contains("retq"));
    }

    #[test]
    fn a_module_is_for_one_target() {
        let sets = isotope_server::sets::load(None).unwrap();
        let one = selection("define void @f() { ret void }\n");
        let other = v1::Selection { target: Some(target("aarch64")), ..one.clone() };
        let refused = module(&[&one, &other], sets).unwrap_err().to_string();
        assert!(refused.contains("x86_64 znver3") && refused.contains("aarch64 znver3"), "{refused}");
        let unknown = v1::Selection { target: Some(target("vax")), ..one };
        assert_eq!(module(&[&unknown], sets).unwrap(), "define void @f() {\n  ret void\n}\n");
    }
}
