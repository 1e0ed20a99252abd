//! Answers as one module of LLVM's, and its assembly through `llc`, in the sandbox that the daemon runs LLVM's tools in. The modules
//! came from outside, and a hole in LLVM's reader must not be one in the compile that asked.

use isotope_codegen::llvm::{Definition, Module, ModuleError};
use isotope_dictionary::InstructionSets;
use isotope_proto::v1;
use isotope_tools::sandbox::Confinement;
use isotope_tools::{Runs, Tool, ToolError, compile};
use std::sync::LazyLock;

/// What `llc` may do here: found out once, by trying it.
static RUNS: LazyLock<Runs> = LazyLock::new(|| Runs::new(1, Confinement::of_this_machine()));

/// What begins a comment of assembly where the instruction set is not known here.
const COMMENT: &str = "#";

/// Why there is no assembly.
#[derive(Debug, thiserror::Error)]
pub enum AssemblyError {
    /// An answer's own module is none.
    #[error("window {window}: {why}")]
    Module {
        /// Which window, from 1.
        window: usize,
        /// What is wrong with it.
        why: ModuleError,
    },
    /// The answers are for several machines.
    #[error("the windows are for {0} and for {1}, which are two modules; ask for each by itself")]
    Targets(String, String),
    /// The tool is not there, takes too long, refuses the module, or must not get it.
    #[error("{0}; --emit llvm needs no tool")]
    Tool(#[from] ToolError),
    /// A tool of MLIR's does not take what it should.
    #[error("{0} does not take the program with its answers: {1}")]
    Refused(&'static str, String),
    /// What MLIR's tools made is not as it should be.
    #[error("the answers in MLIR's form: {0}")]
    Unread(String),
    /// What ran it is gone.
    #[error("llc was lost: {0}")]
    Lost(#[from] tokio::task::JoinError),
}

/// What the sandbox lacks on this machine, as a sentence with a remedy.
pub fn lacks() -> Option<String> {
    RUNS.confinement().lacks()
}

/// The name of a window's function in the module of `count` windows: the answer's own for a single window, and otherwise with the
/// window's number, from 1.
pub(crate) fn name(selection: &v1::Selection, number: usize, count: usize) -> String {
    if count == 1 { selection.function.clone() } else { format!("{}_{number}", selection.function) }
}

/// The functions of all answers as one module for their target, in their order, each behind its expression as a comment. The triple
/// and the data layout are those of the instruction set; where `sets` does not have it the module says neither.
///
/// # Errors
///
/// A module of an answer that is not understood, or answers for several targets.
pub fn module(selections: &[&v1::Selection], sets: &InstructionSets) -> Result<String, AssemblyError> {
    let target = target(selections)?;
    let code = sets.get(&target.arch).map(|set| &set.manifest().code);
    let mut module = code.map_or(Module::default(), |code| Module::new(&code.triple, &code.data_layout));
    for (at, selection) in selections.iter().enumerate() {
        let unread = |why| AssemblyError::Module { window: at + 1, why };
        let definition = Definition::read(&selection.llvm_ir, &selection.function).map_err(unread)?;
        module.add(&name(selection, at + 1, selections.len()), &selection.expression, definition);
    }
    Ok(module.to_string())
}

/// The target that all answers are for.
fn target(selections: &[&v1::Selection]) -> Result<v1::Target, AssemblyError> {
    let of = |selection: &v1::Selection| selection.target.clone().unwrap_or_default();
    let said = |target: &v1::Target| format!("{} {} {}", target.arch, target.mcpu, target.mattr).trim().to_owned();
    let first = selections.first().map(|one| of(one)).unwrap_or_default();
    match selections.iter().map(|one| of(one)).find(|other| *other != first) {
        Some(other) => Err(AssemblyError::Targets(said(&first), said(&other))),
        None => Ok(first),
    }
}

/// The assembly of all answers' functions, as `llc -O3` makes it of their [`module`], behind a comment that says which function is for
/// which expression.
///
/// # Errors
///
/// Those of [`module`], and what keeps `llc` from compiling it.
pub async fn assemble(selections: &[&v1::Selection], sets: &InstructionSets) -> Result<String, AssemblyError> {
    let text = module(selections, sets)?;
    let manifest = sets.get(&target(selections)?.arch).map(|set| set.manifest());
    let triple = manifest.map(|manifest| manifest.code.triple.clone());
    let code = compiled(text, &target(selections)?, triple, &[]).await?;
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

/// What `llc` makes of a module, by more of its flags. Without a `triple` it is Linux's of the target's architecture.
pub(crate) async fn compiled(
    module: String,
    target: &v1::Target,
    triple: Option<String>,
    more: &[String],
) -> Result<Vec<u8>, AssemblyError> {
    let triple = triple.unwrap_or_else(|| format!("{}-unknown-linux-gnu", target.arch));
    let mut args = vec![format!("-mtriple={triple}"), format!("-mcpu={}", target.mcpu)];
    let features: Vec<&str> = target.mattr.split(',').filter(|word| word.starts_with(['+', '-'])).collect();
    if !features.is_empty() {
        args.push(format!("-mattr={}", features.join(",")));
    }
    args.extend_from_slice(more);
    // The run waits for a process.
    Ok(tokio::task::spawn_blocking(move || compile(&Tool::llc(), args, module, &RUNS, &|| false)).await??)
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
        compiled(module.to_owned(), &target("x86_64"), None, &[]).await.unwrap_err().to_string()
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
