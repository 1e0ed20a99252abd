//! The pass that compares a module with what it was before other passes.

use super::build::{Built, Ended};
use super::equal::patient;
use crate::building::root;
use libtest_mimic::Failed;
use std::path::PathBuf;

fn case(name: &str) -> PathBuf {
    root().join("tests/cases/kernel/loops").join(name)
}

fn checked(built: &Built, passes: &str, name: &str, variables: &[(&str, &str)]) -> Ended {
    built.select(passes, &case(name), variables)
}

/// Fails unless the program ended so, and its diagnostics have all of these.
fn expect(ended: &Ended, is_success: bool, wanted: &[&str]) -> Result<(), Failed> {
    let said = ended.stderr();
    if ended.output.status.success() == is_success && wanted.iter().all(|wanted| said.contains(wanted)) {
        return Ok(());
    }
    Err(format!("{wanted:?} is not all of it: {}", ended.told()).into())
}

const KEEP: &str = "isotope-check{keep=true}";
const TILE: &str = "func.func(affine-loop-tile{tile-size=8})";

/// A right pass is shown, and leaves no trace in the module; a wrong one is an error with the cell, the stores and the input.
pub fn passes(built: &Built) -> Result<(), Failed> {
    let right = checked(built, &format!("{KEEP},{TILE},isotope-check{{remarks=true}}"), "gemm.mlir", &patient());
    expect(&right, true, &["remark: isotope: @gemm: equal for all inputs at these shapes: identity, error < 2^-"])?;
    if right.stdout() != checked(built, TILE, "gemm.mlir", &[]).stdout() {
        return Err(format!("the module is another one: {}", right.told()).into());
    }
    let wrong = checked(built, &format!("{KEEP},{TILE},isotope-check"), "seidel.mlir", &patient());
    let store = "seidel.mlir:13:9: note: after: ";
    expect(
        &wrong,
        false,
        &["error: isotope: @seidel is different: arg0[", store, "written here", "note: input 0 of the key:"],
    )
}

/// The module before comes from a file, in the file's own form.
pub fn files(built: &Built) -> Result<(), Failed> {
    let file = case("gemm.mlir").display().to_string();
    let same = checked(built, &format!("{TILE},isotope-check{{before={file} remarks=true}}"), "gemm.mlir", &patient());
    expect(&same, true, &["remark: isotope: @gemm: equal for all inputs"])?;
    let missing = checked(built, "isotope-check{before=/nowhere.mlir}", "gemm.mlir", &patient());
    expect(&missing, false, &["isotope-check: /nowhere.mlir is no module that this mlir-opt can read"])?;
    let nothing = checked(built, "isotope-check", "gemm.mlir", &patient());
    expect(&nothing, false, &["nothing is kept to compare with: put isotope-check{keep=true} before the passes"])?;
    let sizes = checked(built, &format!("{KEEP},isotope-check{{sizes=n}}"), "gemm.mlir", &patient());
    expect(&sizes, true, &["warning: isotope: @gemm is not checked: n: write 64, arg0=64 or arg1.0=64"])
}

/// Nobody to ask is a warning, and an error where the compile has to have its answers.
pub fn nobody(built: &Built) -> Result<(), Failed> {
    let nobody = ("ISOTOPE_SERVER", "http://127.0.0.1:1");
    let both = format!("{KEEP},{TILE},isotope-check");
    let why = "@gemm is not checked: no server answers at http://127.0.0.1:1";
    expect(&checked(built, &both, "gemm.mlir", &[nobody]), true, &["warning: isotope: ", why])?;
    let all = [nobody, ("ISOTOPE_REQUIRE", "all")];
    expect(&checked(built, &both, "gemm.mlir", &all), false, &["error: isotope: ISOTOPE_REQUIRE=all: ", why])?;
    let off = checked(built, &both, "seidel.mlir", &[("ISOTOPE_OFF", "1")]);
    if off.output.status.success() && !off.stdout().contains("isotope") { Ok(()) } else { Err(off.told().into()) }
}
