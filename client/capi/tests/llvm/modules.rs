//! Modules that the pass leaves alone, or meets again.

use super::build::{Built, Ended, missing, source};
use super::equal::patient;
use libtest_mimic::Failed;
use std::path::Path;

/// Each module compiles, stays as it is, and a remark says why.
pub fn left_alone(built: &Built) -> Result<(), Failed> {
    let text = std::fs::read_to_string(source("read_once.ll"))?;
    let (triple, body) = ("target triple = \"x86_64-unknown-linux-gnu\"", "%wide = sext");
    let cases = [
        ("inline assembly", body, "call void asm sideeffect \"nop\", \"\"()\n  %wide = sext"),
        ("scalable vectors", body, "%scalable = load <vscale x 4 x i32>, ptr %from\n  %wide = sext"),
        ("scalable vectors", body, "store <vscale x 4 x i32> zeroinitializer, ptr %to\n  %wide = sext"),
        ("there is no data for ", triple, "target triple = \"x86_64-apple-macosx\""),
        ("no answer: refused", triple, "target triple = \"i386-unknown-linux-gnu\""),
        ("does not know the CPU nothing", "haswell", "nothing"),
        ("not optimised for speed", "#0 = {", "#0 = { minsize optsize"),
    ];
    let folder = tempfile::tempdir()?;
    for (why, part, instead) in cases {
        let file = folder.path().join("module.ll");
        std::fs::write(&file, text.replace(part, instead))?;
        let ended = built.opt("isotope", &file, &patient());
        let is_kept = ended.stdout().contains("%shifted = lshr");
        if !ended.output.status.success() || !ended.stderr().contains(why) || !is_kept {
            return Err(format!("{why}: {}", ended.told()).into());
        }
    }
    Ok(())
}

/// Bitcode that another LLVM wrote is read or refused by LLVM, and the pass works on what was read. LLVM refuses the plug-in for another one.
pub fn other_llvm(built: &Built) -> Result<(), Failed> {
    let other = built.other();
    if let Some(why) = missing(other.version) {
        println!("skipped: another_llvm_s_module_and_plug_in_end_no_compiler: {why}");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("module.bc").display().to_string();
    let text = source("read_once.ll").display().to_string();
    let ends_itself = |ended: &Ended| matches!(ended.output.status.code(), Some(0 | 1));
    let written = other.opt_with(false, &[&text, "-o", &file], &[]);
    if !written.output.status.success() {
        println!("skipped: a module of another LLVM: {}", written.told());
        return Ok(());
    }
    let read = built.opt("isotope", Path::new(&file), &patient());
    let is_used = read.output.status.success() && read.used() == 1;
    let is_refused = !read.output.status.success() && read.stderr().contains("error: ");
    if !ends_itself(&read) || !(is_used || is_refused) {
        return Err(read.told().into());
    }
    let plugin = format!("-load-pass-plugin={}", built.plugin());
    let loaded = other.opt_with(false, &[&plugin, "-passes=isotope", &text, "-o", &file], &patient());
    let is_refused = loaded.stderr().contains("Could not load library");
    if loaded.output.status.code() == Some(1) && is_refused { Ok(()) } else { Err(loaded.told().into()) }
}

/// The second time there is nothing left to do.
pub fn twice(built: &Built) -> Result<(), Failed> {
    let ended = built.opt("isotope,isotope", &source("read_once.ll"), &patient());
    if ended.output.status.success() && ended.used() == 1 { Ok(()) } else { Err(ended.told().into()) }
}

/// LLVM closes plug-ins when it ends, and a run that ends at once has threads of the client in the middle of their start.
pub fn ends_well(built: &Built) -> Result<(), Failed> {
    let text = std::fs::read_to_string(source("read_once.ll"))?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("module.ll");
    std::fs::write(&file, text.replace("haswell\"", "haswell\" minsize optsize"))?;
    for _ in 0..40 {
        let ended = built.opt("isotope", &file, &patient());
        if !ended.output.status.success() {
            return Err(ended.told().into());
        }
    }
    Ok(())
}

/// A function with an answer in wide registers spills them to an aligned stack, and one that is left alone stays as it was.
pub fn aligns_spills(built: &Built) -> Result<(), Failed> {
    let aligned = "\"frame-pointer\"=\"all\"";
    let with = built.opt("isotope", &source("read_once.ll"), &patient());
    let without = built.opt("isotope", &source("read_once.ll"), &[("ISOTOPE_OFF", "1")]);
    if with.used() == 1 && with.stdout().contains(aligned) && !without.stdout().contains(aligned) {
        return Ok(());
    }
    Err(format!("{}{}", with.told(), without.told()).into())
}

/// An array that a function with a wide answer stores to begins at a line of the cache, unless the function's stack stays as it is.
pub fn aligns_arrays(built: &Built) -> Result<(), Failed> {
    let text = std::fs::read_to_string(source("read_once.ll"))?
        .replace("entry:\n", "entry:\n  %array = alloca [2048 x i8], align 16\n")
        .replace("%out = getelementptr i8, ptr %to", "%out = getelementptr i8, ptr %array")
        .replace("end:\n", "end:\n  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %array, i64 2048, i1 false)\n");
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("module.ll");
    for (attribute, alignment) in [("", "align 64"), (" \"no-realign-stack\"", "align 16")] {
        std::fs::write(&file, text.replace("haswell\"", &format!("haswell\"{attribute}")))?;
        let ended = built.opt("isotope", &file, &patient());
        let is_aligned = ended.stdout().contains(&format!("alloca [2048 x i8], {alignment}"));
        if ended.used() != 1 || !is_aligned {
            return Err(ended.told().into());
        }
    }
    Ok(())
}
