//! From a kernel's text to code: the windows' answers, MLIR's own lowering, and `llc`.

use super::{CompileError, Place};
use crate::assembly::{self, AssemblyError};
use crate::mlir::run;
use isotope_proto::v1;
use isotope_tools::LLVM_RELEASE;

/// MLIR's lowering of a kernel to its dialect of LLVM. Arrays are passed as pointers.
const LOWERING: &str = "builtin.module(lower-affine,func.func(lower-vector-multi-reduction),canonicalize,cse,\
                        convert-vector-to-scf,convert-scf-to-cf,convert-vector-to-llvm,convert-arith-to-llvm,\
                        finalize-memref-to-llvm,convert-func-to-llvm{use-bare-ptr-memref-call-conv=true},\
                        convert-cf-to-llvm,convert-index-to-llvm,convert-ub-to-llvm,canonicalize,cse,\
                        reconcile-unrealized-casts)";

/// What became of a statement, one text after the other.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// The loops that define it.
    pub plain: String,
    /// The kernel.
    pub kernel: String,
    /// With the answers of its windows.
    pub selected: String,
    /// In LLVM's form.
    pub llvm: String,
}

/// A kernel with the answers of its windows, and why others are not used.
pub async fn selected(place: &Place<'_>, name: &str, kernel: &str) -> Result<(String, Vec<String>), CompileError> {
    place.answered(name, kernel).await
}

/// The same in LLVM's form.
pub fn llvm(selected: String) -> Result<String, AssemblyError> {
    let lowered = run("mlir-opt-19", &[&format!("--pass-pipeline={LOWERING}")], selected)?;
    let text = run("mlir-translate-19", &["--mlir-to-llvmir"], lowered)?;
    // LLVM's tools get no text that names a file, not even this one, which is none.
    let lines = text.lines().filter(|line| !line.starts_with("source_filename") && !line.starts_with("; ModuleID"));
    Ok(lines.map(|line| format!("{line}\n")).collect())
}

/// Its assembly.
pub async fn assembly(place: &Place<'_>, llvm: String) -> Result<String, AssemblyError> {
    let code = compiled(place, llvm, "asm").await?;
    Ok(String::from_utf8_lossy(&code).into_owned())
}

/// Its object file.
pub async fn object(place: &Place<'_>, llvm: String) -> Result<Vec<u8>, AssemblyError> {
    compiled(place, llvm, "obj").await
}

async fn compiled(place: &Place<'_>, llvm: String, kind: &str) -> Result<Vec<u8>, AssemblyError> {
    debug_assert_eq!(LLVM_RELEASE, "19", "the tools above are those of the release that prices are for");
    let triple = place.sets.get(place.target.arch()).map(|set| set.manifest().code.triple.clone());
    let more = [format!("-filetype={kind}"), "-relocation-model=pic".to_owned()];
    // With the features that the instruction set's CPU brings: LLVM turns HVX on by name only.
    let (mcpu, mattr) = (place.target.mcpu().to_owned(), place.target.mattr().join(","));
    let target = v1::Target { arch: place.target.arch().to_owned(), mcpu, mattr };
    assembly::compiled(llvm, &target, triple, &more).await
}
