//! From a program with its answers to code: MLIR's own lowering, and `llc`.

use crate::error::LoweringError;
use crate::tools::Tools;
use isotope_dictionary::InstructionSets;
use isotope_proto::v1;
use isotope_tools::{LLVM_RELEASE, Tool, compile};

/// MLIR's lowering of a kernel to its dialect of LLVM. Arrays are passed as pointers, and parallel loops are OpenMP's.
const LOWERING: &str = "builtin.module(lower-affine,convert-scf-to-openmp,func.func(lower-vector-multi-reduction),canonicalize,cse,\
                        convert-vector-to-scf,convert-scf-to-cf,convert-vector-to-llvm,convert-arith-to-llvm,\
                        finalize-memref-to-llvm,convert-func-to-llvm{use-bare-ptr-memref-call-conv=true},convert-openmp-to-llvm,\
                        convert-cf-to-llvm,convert-index-to-llvm,convert-ub-to-llvm,canonicalize,cse,\
                        reconcile-unrealized-casts)";

/// Flags of `llc` for code that may lie anywhere, and for an object file of it.
pub const ANYWHERE: &str = "-relocation-model=pic";
/// See [`ANYWHERE`].
pub const OBJECT: &str = "-filetype=obj";

/// A kernel of `func`, `affine`, `arith`, `vector` and `memref` in LLVM's form.
///
/// # Errors
///
/// A tool of MLIR is missing, or does not take it.
pub fn llvm(program: String, tools: Tools<'_>) -> Result<String, LoweringError> {
    let lowered = tools.mlir("mlir-opt-19", &[&format!("--pass-pipeline={LOWERING}")], program)?;
    let text = tools.mlir("mlir-translate-19", &["--mlir-to-llvmir"], lowered)?;
    // LLVM's tools get no text that names a file, not even this one, which is none.
    let lines = text.lines().filter(|line| !line.starts_with("source_filename") && !line.starts_with("; ModuleID"));
    Ok(lines.map(|line| format!("{line}\n")).collect())
}

/// The code that `llc -O3` makes of a module, assembly unless flags say otherwise. Where `sets` does not have the target's architecture it is Linux's.
///
/// # Errors
///
/// The module names a file, or `llc` is missing or does not take it.
pub fn compiled(
    module: String,
    flags: &[&str],
    target: &v1::Target,
    sets: &InstructionSets,
    tools: Tools<'_>,
) -> Result<Vec<u8>, LoweringError> {
    debug_assert_eq!(LLVM_RELEASE, "19", "the tools of MLIR are those of the release that prices are for");
    let code = sets.get(&target.arch).map(|set| &set.manifest().code);
    let triple = code.map_or_else(|| format!("{}-unknown-linux-gnu", target.arch), |code| code.triple.clone());
    let mut args = vec![format!("-mtriple={triple}"), format!("-mcpu={}", target.mcpu)];
    args.extend(code.iter().flat_map(|code| &code.llc).cloned());
    let features = crate::answers::flags(&target.mattr);
    if !features.is_empty() {
        args.push(format!("-mattr={features}"));
    }
    args.extend(flags.iter().map(|flag| (*flag).to_owned()));
    Ok(compile(&Tool::llc(), args, module, tools.runs, tools.payer)?)
}

/// The target that all answers are for.
pub(crate) fn target(selections: &[&v1::Selection]) -> Result<v1::Target, LoweringError> {
    let of = |selection: &v1::Selection| selection.target.clone().unwrap_or_default();
    let said = |target: &v1::Target| format!("{} {} {}", target.arch, target.mcpu, target.mattr).trim().to_owned();
    let first = selections.first().map(|one| of(one)).unwrap_or_default();
    match selections.iter().map(|one| of(one)).find(|other| *other != first) {
        Some(other) => Err(LoweringError::Targets(said(&first), said(&other))),
        None => Ok(first),
    }
}
