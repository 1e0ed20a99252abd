//! Golden code: each file of `tests/cases/codegen` is a window, its baseline as AutoLLVM text, another `---`, and the same as
//! LLVM IR.

#[path = "../../../tests/harness/golden.rs"]
mod golden;

use isotope_codegen::autollvm::{self, NoClasses};
use isotope_codegen::llvm::{self, NoForms};
use isotope_ir::parse::parse_window;
use isotope_program::baseline;
use libtest_mimic::Failed;

fn main() {
    golden::run("codegen", 8, lowered);
}

fn lowered(text: &str) -> Result<String, Failed> {
    let window = parse_window(text).map_err(|e| e.to_string())?;
    let program = baseline::lower(&window.graph, window.root);
    let target = isotope_dictionary::Target::cpu("x86_64", "znver4");
    let function = llvm::function(&program, "window", &NoForms).map_err(|e| e.to_string())?;
    Ok(format!("{}---\n{}", autollvm::print(&program, &NoClasses), function.module(&target)))
}
