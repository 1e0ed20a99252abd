//! Modules that the pass leaves alone, or meets again.

use super::build::{Built, CPU, Ended};
use super::equal::{compared, patient};
use crate::building::root;
use libtest_mimic::Failed;

/// The pass on a text; plain operations of LLVM take the place of every window.
fn plain(built: &Built, options: &str, text: &str) -> Result<Ended, Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("module.mlir");
    std::fs::write(&file, text)?;
    let pass = format!("isotope-select{{cpu={CPU} plain=true remarks=true{options}}}");
    let ended = built.select(&pass, &file, &patient());
    if ended.output.status.success() { Ok(ended) } else { Err(ended.told().into()) }
}

/// A function whose result is a window of two operations on `%x`, which a part of it makes.
fn function(arguments: &str, part: &str) -> String {
    format!(
        "func.func @f({arguments}) -> vector<32xi8> {{\n  {part}\n  %y = arith.addi %x, %x : vector<32xi8>\n  \
         %z = arith.xori %y, %x : vector<32xi8>\n  return %z : vector<32xi8>\n}}\n"
    )
}

/// Operations that no window may have stay, and the rest of the module is answered.
pub fn left_alone(built: &Built) -> Result<(), Failed> {
    let scalable = "func.func @f(%x: vector<[16]xi8>) -> vector<[16]xi8> {\n  %y = arith.addi %x, %x : vector<[16]xi8>\n  \
         %z = arith.xori %y, %x : vector<[16]xi8>\n  return %z : vector<[16]xi8>\n}\n";
    let floats = "func.func @f(%x: vector<8xf32>) -> vector<8xf32> {\n  %y = arith.addf %x, %x : vector<8xf32>\n  \
         %z = arith.mulf %y, %x : vector<8xf32>\n  return %z : vector<8xf32>\n}\n";
    let wide = scalable.replace("[16]", "1048576");
    let odd = scalable.replace("[16]xi8", "16xi7");
    let indices = scalable.replace("[16]xi8", "16xindex");
    let scalars = scalable.replace("vector<[16]xi8>", "i32");
    // An amount that may be too large is undefined; so is a division by what may be zero.
    let amounts = function("%a: vector<32xi8>, %b: vector<32xi8>", "%x = arith.shli %a, %b : vector<32xi8>")
        .replace("%x, %x", "%a, %b");
    for text in [scalable, floats, &wide, &odd, &indices, &scalars] {
        let ended = plain(built, "", text)?;
        if ended.used() > 0 || ended.stdout().contains("llvm.") {
            return Err(format!("{text}: {}", ended.told()).into());
        }
    }
    let kept = [
        ("arith.shli", amounts.clone()),
        ("arith.divui", amounts.replace("shli", "divui")),
        (
            "llvm.inline_asm",
            function(
                "%a: vector<32xi8>",
                "%x = llvm.inline_asm \"nop\", \"=x,x\" %a : (vector<32xi8>) -> vector<32xi8>",
            ),
        ),
        (
            "vector.maskedload",
            function(
                "%m: memref<64xi8>, %k: vector<32xi1>, %p: vector<32xi8>, %i: index",
                "%x = vector.maskedload %m[%i], %k, %p : memref<64xi8>, vector<32xi1>, vector<32xi8> into vector<32xi8>",
            ),
        ),
        (
            "vector.transfer_read",
            function(
                "%m: memref<?xi8>, %p: i8, %i: index",
                "%x = vector.transfer_read %m[%i], %p : memref<?xi8>, vector<32xi8>",
            ),
        ),
        (
            "memref.load",
            function("%m: memref<4xvector<32xi8>>, %i: index", "%x = memref.load %m[%i] : memref<4xvector<32xi8>>"),
        ),
    ];
    for (operation, text) in kept {
        let ended = plain(built, "", &text)?;
        if ended.used() != 1 || !ended.stdout().contains(operation) || ended.stdout().contains("arith.addi") {
            return Err(format!("{operation}: {text}: {}", ended.told()).into());
        }
    }
    Ok(())
}

/// Two loads whose lanes a window puts side by side may become one, unless something between them writes.
pub fn joined_loads(built: &Built) -> Result<(), Failed> {
    let kernel = |between: &str| {
        format!(
            "func.func @f(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {{\n  \
             %i = arith.constant 8 : index\n  %j = arith.constant 24 : index\n  \
             %x = vector.load %a[%i] : memref<16384xi8>, vector<16xi8>\n  {between}\n  \
             %y = vector.load %a[%j] : memref<16384xi8>, vector<16xi8>\n  \
             %s = vector.shuffle %x, %y [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, \
             26, 27, 28, 29, 30, 31] : vector<16xi8>, vector<16xi8>\n  \
             %w = arith.extui %s : vector<32xi8> to vector<32xi16>\n  %d = arith.muli %w, %w : vector<32xi16>\n  \
             %n = arith.constant dense<8> : vector<32xi16>\n  %h = arith.shrui %d, %n : vector<32xi16>\n  \
             %t = arith.trunci %h : vector<32xi16> to vector<32xi8>\n  vector.store %t, %out[%i] : memref<16384xi8>, vector<32xi8>\n  \
             return\n}}\n"
        )
    };
    for between in ["", "memref.store %v, %a[%j] : memref<16384xi8>", "func.call @other() : () -> ()"] {
        let value = "%i = arith.constant 8 : index\n  %v = arith.constant 7 : i8";
        let text = kernel(between).replace("%i = arith.constant 8 : index", value);
        // A body that other passes cannot see through.
        let other = "func.func private @other() attributes {no_inline} {\n  return\n}\n";
        compared(built, &format!("{text}{other}"), &format!("isotope-select{{cpu={CPU}}}"))?;
        compared(built, &format!("{text}{other}"), &format!("isotope-select{{cpu={CPU} plain=true}}"))?;
    }
    Ok(())
}

/// A module with an answer says for which processor it is, and a function that has said so before keeps its own.
pub fn targets(built: &Built) -> Result<(), Failed> {
    let one = function("%x: vector<32xi8>", "");
    let named =
        one.replace("@f", "@named").replace("{\n", "attributes {passthrough = [[\"target-cpu\", \"skylake\"]]} {\n");
    let caller = "func.func @caller() {\n  return\n}\n";
    let ended = plain(built, " features=+gfni", &format!("{one}{named}{caller}"))?;
    let text = ended.stdout();
    let target = "[\"target-cpu\", \"haswell\"], [\"target-features\", \"+gfni\"]";
    if ended.used() == 2 && text.matches(target).count() == 2 && text.matches("\"skylake\"").count() == 1 {
        return Ok(());
    }
    Err(ended.told().into())
}

/// A remark stands where the value is, and its file is that of the value's location.
pub fn remarks(built: &Built) -> Result<(), Failed> {
    let own = "%y, %x : vector<32xi8>";
    let located =
        function("%x: vector<32xi8>", "").replace(own, &format!("{own} loc(fused[\"inlined\", \"own.c\":5:6])"));
    for (text, wanted) in [
        (function("%x: vector<32xi8>", ""), "module.mlir:4:8: remark: isotope: 32 lanes of i8 in f line 4: vmovdqu"),
        (located, "own.c:5:6: remark: isotope: 32 lanes of i8 in f line 5: vmovdqu"),
    ] {
        let ended = plain(built, "", &text)?;
        if ended.used() != 1 || !ended.stderr().contains(wanted) {
            return Err(format!("{wanted} is not said: {}", ended.told()).into());
        }
    }
    Ok(())
}

/// A module that the library cannot read stays as it is, and the compile goes on with one warning.
pub fn too_deep(built: &Built) -> Result<(), Failed> {
    let depth = 140;
    let nested = format!("{}\n{}", "scf.if %c {\n".repeat(depth), "}\n".repeat(depth));
    let text = function("%x: vector<32xi8>, %c: i1", &nested);
    let ended = plain(built, "", &text)?;
    let why = "warning: isotope: the code stays as it is: ";
    let is_said = ended.stderr().matches(why).count() == 1 && ended.stderr().contains("(MAX_NESTING)");
    if is_said && ended.used() == 0 && ended.stdout().contains("arith.xori") {
        return Ok(());
    }
    Err(ended.told().into())
}

/// The second time there is nothing left to do.
pub fn twice(built: &Built) -> Result<(), Failed> {
    let pass = format!("isotope-select{{cpu={CPU}}}");
    let ended = built.select(&format!("{pass},{pass}"), &root().join("tests/cases/mlir/blend.mlir"), &patient());
    if ended.output.status.success() && ended.used() == 1 { Ok(()) } else { Err(ended.told().into()) }
}
