//! Functions that are contractions, and what becomes of them.

use super::build::{Built, CPU};
use super::equal::{compared, patient};
use libtest_mimic::Failed;

/// A product of matrices as loops, with attributes on its arguments.
fn product(name: &str, attribute: &str, operation: &str) -> String {
    let argument = |name: &str, ty: &str| format!("%{name}: memref<{ty}>{attribute}");
    let arguments = [argument("a", "13x40xi8"), argument("b", "40x24xi8"), argument("c", "13x24xi32")].join(", ");
    format!(
        "func.func @{name}({arguments}) attributes {{kept}} {{\n  %0 = arith.constant 0 : index\n  %1 = arith.constant 1 : index\n  \
         %i1 = arith.constant 13 : index\n  %j1 = arith.constant 24 : index\n  %k1 = arith.constant 40 : index\n  \
         scf.for %i = %0 to %i1 step %1 {{\n    scf.for %k = %0 to %k1 step %1 {{\n      scf.for %j = %0 to %j1 step %1 {{\n        \
         %x = memref.load %a[%i, %k] : memref<13x40xi8>\n        %y = memref.load %b[%k, %j] : memref<40x24xi8>\n        \
         %z = memref.load %c[%i, %j] : memref<13x24xi32>\n        %u = arith.extui %x : i8 to i32\n        \
         %v = arith.extsi %y : i8 to i32\n        %p = arith.muli %u, %v : i32\n        %s = {operation} %z, %p : i32\n        \
         memref.store %s, %c[%i, %j] : memref<13x24xi32>\n      }}\n    }}\n  }}\n  return\n}}\n"
    )
}

/// A contraction gets a kernel, whose windows the next pass answers; a function that is none, or whose arrays may overlap, stays.
pub fn kernels(built: &Built) -> Result<(), Failed> {
    let module = product("product", " {llvm.noalias}", "arith.addi")
        + &product("difference", " {llvm.noalias}", "arith.subi")
        + &product("overlapping", "", "arith.addi");
    let passes =
        format!("isotope-contract{{cpu={CPU} remarks=true}},isotope-select{{cpu={CPU}}},func.func(lower-affine)");
    let with = compared(built, &module, &passes)?;
    let (text, said) = (with.stdout(), with.stderr());
    let of = |name: &str| text.split("func.func @").find(|part| part.starts_with(name)).unwrap_or_default().to_owned();
    let wanted = [
        "remark: isotope: product is a kernel: ",
        "remark: isotope: difference is no contraction: ",
        "`arith.subi`: a contraction has no such operation",
        "remark: isotope: overlapping is no contraction: ",
        "its arguments may overlap",
    ];
    let is_kernel = of("product").contains("vector<") && of("product").contains("attributes {kept");
    let others_stay = ["difference", "overlapping"].iter().all(|name| !of(name).contains("vector<"));
    if is_kernel && others_stay && with.used() > 0 && wanted.iter().all(|wanted| said.contains(wanted)) {
        Ok(())
    } else {
        Err(with.told().into())
    }
}

/// Kernels in parts, and what is no option of the other pass.
pub fn parts(built: &Built) -> Result<(), Failed> {
    let module = product("product", " {llvm.noalias}", "arith.addi");
    let passes = format!("isotope-contract{{cpu={CPU} remarks=true parallel=true}},isotope-select{{cpu={CPU}}}");
    let with = compared(built, &module, &format!("{passes},func.func(lower-affine)"))?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("module.mlir");
    std::fs::write(&file, module)?;
    let kernel = built.select(&passes, &file, &patient());
    let refused = built.select(&format!("isotope-select{{cpu={CPU} parallel=true}}"), &file, &patient());
    if with.stdout().contains("scf.parallel")
        && kernel.stdout().contains("affine.parallel")
        && !refused.output.status.success()
        && refused.stderr().contains("parallel is an option of isotope-contract")
    {
        Ok(())
    } else {
        Err(format!("{}{}{}", with.told(), kernel.told(), refused.told()).into())
    }
}

/// A compile without a daemon stays as it is; one that has to have its kernels fails.
pub fn nobody(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("module.mlir");
    std::fs::write(&file, product("product", " {llvm.noalias}", "arith.addi"))?;
    let pass = format!("isotope-contract{{cpu={CPU}}}");
    let nobody = ("ISOTOPE_SERVER", "http://127.0.0.1:1");
    let stays = built.select(&pass, &file, &[nobody]);
    let why = "the code stays as it is: no server answers at http://127.0.0.1:1";
    let fails = built.select(&pass, &file, &[nobody, ("ISOTOPE_REQUIRE", "all")]);
    let unknown = built.select("isotope-contract{cpu=znver99 remarks=true}", &file, &patient());
    let typed = "product stays as it is: CPU `znver99` is not known";
    if stays.output.status.success()
        && stays.stderr().contains(why)
        && stays.stdout().contains("scf.for")
        && !fails.output.status.success()
        && fails.stderr().contains("ISOTOPE_REQUIRE=all: no server answers")
        && unknown.output.status.success()
        && unknown.stderr().contains(typed)
    {
        Ok(())
    } else {
        Err(format!("{}{}{}", stays.told(), fails.told(), unknown.told()).into())
    }
}
