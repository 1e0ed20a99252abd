//! Loops over rows with a copy for arrays that do not overlap: they do the same where arrays do.

use super::build::{Built, source};
use libtest_mimic::Failed;
use std::process::Command;

/// Compiles `apart.c` both ways, and runs both on arrays that overlap in every way. Loops that the file marks have a copy, and no other has.
pub fn overlapping(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name).display().to_string();
    let [file, main] = ["apart.c", "apart_main.c"].map(|name| source(name).display().to_string());
    let [plain, with, program] = ["plain.o", "with.o", "program"].map(at);
    let flags = ["-O3", "-march=haswell", "-w", "-fno-strict-aliasing"];
    let compiled = |prefix: &str, object: &str| {
        [&flags[..], &["-c", &format!("-DPREFIX={prefix}"), &file, "-o", object]].concat().join("\n")
    };
    let own = compiled("plain", &plain);
    let ended = built.plain(&own.split('\n').collect::<Vec<_>>());
    let asked = format!("{}\n-Rpass=isotope", compiled("with", &with));
    let selected = built.clang(&asked.split('\n').collect::<Vec<_>>(), &[("ISOTOPE_SERVER", "off")]);
    let linked = built.plain(&[&flags[..], &[&main, &plain, &with, "-o", &program]].concat());
    for ended in [&ended, &selected, &linked] {
        if !ended.output.status.success() {
            return Err(ended.told().into());
        }
    }
    let module = at("with.ll");
    let emitted = asked.replace("\n-c\n", "\n-S\n-emit-llvm\n").replace(&with, &module);
    built.clang(&emitted.split('\n').collect::<Vec<_>>(), &[("ISOTOPE_SERVER", "off")]);
    let verified = built.tool("opt", &["-passes=verify", "-disable-output", &module]);
    if !verified.output.status.success() {
        return Err(verified.told().into());
    }
    let said = selected.stderr();
    for (number, line) in std::fs::read_to_string(source("apart.c"))?.lines().enumerate() {
        let is_copied = said.contains(&format!("apart.c:{}:5: remark: a copy of this loop", number + 1));
        if line.contains("// copied") != is_copied {
            return Err(
                format!("apart.c:{}: {}\n{said}", number + 1, if is_copied { "copied" } else { "not copied" }).into()
            );
        }
    }
    let ran = Command::new(&program).output()?;
    if ran.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&ran.stdout).into_owned().into()) }
}

/// Switched off, no loop has a copy.
pub fn off(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let object = folder.path().join("off.o").display().to_string();
    let file = source("apart.c").display().to_string();
    let arguments = ["-O3", "-march=haswell", "-w", "-DPREFIX=off", "-Rpass=isotope", "-c", &file, "-o", &object];
    for variable in [("ISOTOPE_APART", "off"), ("ISOTOPE_OFF", "1")] {
        let ended = built.clang(&arguments, &[("ISOTOPE_SERVER", "off"), variable]);
        if ended.stderr().contains("a copy of this loop") || !ended.output.status.success() {
            return Err(ended.told().into());
        }
    }
    Ok(())
}
