//! Functions with affine loops, packed and tiled.

use super::build::{Built, CPU};
use super::equal::patient;
use libtest_mimic::Failed;

/// A product whose second array is read down its columns, and a function that calls another in a loop.
const MODULE: &str =
    "func.func @columns(%a: memref<40x200xi64>, %b: memref<200x200xi64>, %c: memref<40x200xi64>) attributes {kept} {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 200 {
      affine.for %k = 0 to 200 {
        %x = affine.load %a[%i, %k] : memref<40x200xi64>
        %y = affine.load %b[%k, %j] : memref<200x200xi64>
        %z = affine.load %c[%i, %j] : memref<40x200xi64>
        %p = arith.muli %x, %y : i64
        %s = arith.addi %z, %p : i64
        affine.store %s, %c[%i, %j] : memref<40x200xi64>
      }
    }
  }
  return
}
func.func @some(%a: memref<8xi32>, %s: i32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      func.call @columns_of_others() : () -> ()
      affine.store %s, %a[%i] : memref<8xi32>
    }
  }
  return
}
func.func private @columns_of_others()
";

/// A nest is packed and tiled, by one pass after the other, and the pass that compares agrees; another function stays and says why.
pub fn nests(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("module.mlir");
    std::fs::write(&file, MODULE)?;
    let both = format!(
        "isotope-check{{keep=true}},isotope-tile{{cpu={CPU} remarks=true sizes=8,48,256}},isotope-pack{{cpu={CPU} remarks=true}},\
         isotope-check{{entry=columns remarks=true}}"
    );
    let made = built.select(&both, &file, &patient());
    let (text, said) = (made.stdout(), made.stderr());
    let wanted = [
        "remark: isotope: columns has 1 tiled band, and is equal to what it was",
        "remark: isotope: columns has 1 buffer, and is equal to what it was",
        "module.mlir:19:7: remark: isotope: some stays as it is: `func.call`: it may read and write anything",
        "@columns: equal for all inputs",
    ];
    let is_made = ["step 48", "memref.alloc", "attributes {kept}", "affine.if"].iter().all(|part| text.contains(part));
    let gpat = built.select(&format!("isotope-pack{{cpu={CPU} remarks=true like=gpat}}"), &file, &patient());
    let stays = gpat.stderr().contains("columns stays as it is: nothing is worth it");
    match is_made && stays && wanted.iter().all(|wanted| said.contains(wanted)) {
        true => Ok(()),
        false => Err(format!("{}{}", made.told(), gpat.told()).into()),
    }
}

/// A small function becomes vectors.
pub fn vectors(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("module.mlir");
    let small = MODULE
        .replace("200x200", "8x4")
        .replace("40x200", "4x8")
        .replace("0 to 40", "0 to 4")
        .replace("0 to 200", "0 to 4");
    std::fs::write(&file, small)?;
    let pass = format!(
        "isotope-check{{keep=true}},isotope-vectorize{{cpu={CPU} remarks=true}},isotope-check{{entry=columns remarks=true}}"
    );
    let made = built.select(&pass, &file, &patient());
    let (text, said) = (made.stdout(), made.stderr());
    let is_made = text.contains("vector.store") && text.contains("attributes {kept}");
    let is_said =
        ["remark: isotope: columns has 4 vectors, and is equal to what it was", "@columns: equal for all inputs"];
    match is_made && is_said.iter().all(|wanted| said.contains(wanted)) {
        true => Ok(()),
        false => Err(made.told().into()),
    }
}

/// Options of other passes, and such that mean nothing.
pub fn options(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("module.mlir");
    std::fs::write(&file, MODULE)?;
    for (pass, says, is_error) in [
        ("isotope-pack{sizes=8}", "sizes is an option of isotope-tile", true),
        ("isotope-tile{like=gpat}", "like is an option of isotope-pack and isotope-vectorize", true),
        ("isotope-tile{parallel=true}", "parallel is an option of isotope-contract", true),
        ("isotope-pack{like=other}", "write pack or pack=gpat", false),
        ("isotope-tile{sizes=0}", "write tile=8,48,256", false),
        ("isotope-vectorize{sizes=8}", "sizes is an option of isotope-tile", true),
        ("isotope-vectorize{like=gpat}", "write vectorize or vectorize=diospyros", false),
    ] {
        let said = built.select(pass, &file, &patient());
        if said.output.status.success() == is_error || !said.stderr().contains(says) {
            return Err(format!("{pass}: {}", said.told()).into());
        }
    }
    Ok(())
}
