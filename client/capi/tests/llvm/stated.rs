//! Vector variants of functions whose code is elsewhere: bodies call them where the front end names them, and nowhere else.

use super::build::{Built, source};
use super::functions::{FLAGS, run};
use libtest_mimic::Failed;
use std::process::Command;

/// AMD's library, which clang knows by name from LLVM 20 on.
fn of_amd(built: &Built) -> &'static [&'static str] {
    if built.version < 20 { &["-mllvm", "-vector-library=AMDLIBM"] } else { &["-fveclib=AMDLIBM"] }
}

/// The variants are called for lanes that are on, and find what calls of the scalar functions find.
pub fn called(built: &Built) -> Result<(), Failed> {
    let library = [&["-fno-math-errno"], of_amd(built)].concat();
    let said = run(built, &source("stated_functions.c"), &source("stated_main.c"), &library)?;
    for name in ["roots", "shared", "angles", "powers"] {
        for mask in ["N8", "M8"] {
            let made = format!("vector body {name}.simd.{mask}");
            if !said.contains(&made) {
                return Err(format!("no {made}:\n{said}").into());
            }
        }
    }
    Ok(())
}

/// The names that an object wants of others.
fn wanted(built: &Built, more: &[&str]) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let object = folder.path().join("stated.o").display().to_string();
    let file = source("stated_functions.c").display().to_string();
    let ended = built.clang(&[&FLAGS[..], more, &["-c", &file, "-o", &object]].concat(), &[]);
    if !ended.output.status.success() {
        return Err(ended.stderr().into());
    }
    let names = Command::new(format!("llvm-nm-{}", built.version)).args(["-u", &object]).output()?.stdout;
    Ok(String::from_utf8(names)?)
}

/// Without a library, with another one, and where the scalar function writes `errno`, there is none to call.
pub fn elsewhere(built: &Built) -> Result<(), Failed> {
    let none: [(&[&str], _); 3] = [
        (&["-fno-math-errno"], "amd_"),
        (&["-fno-math-errno", "-fveclib=libmvec"], "amd_"),
        // expf writes, and cbrtf does not.
        (of_amd(built), "_expf"),
    ];
    for (more, unwanted) in none {
        let names = wanted(built, more)?;
        if names.contains(unwanted) || !names.contains(" expf") {
            return Err(format!("{more:?}:\n{names}").into());
        }
    }
    Ok(())
}

/// libmvec's, whose results are not those of libm to the last bit: by `-fveclib=libmvec` alone, within the four units that it promises.
pub fn of_libmvec(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name).display().to_string();
    let text = "#include <math.h>\n#include <stdio.h>\n_Pragma(\"omp declare simd simdlen(8) notinbranch\")\n\
                float waves(float x, int n) { float s = 0; while (n-- > 0) { s += expf(-x) * sinf(x); x *= 0.5f; } return s; }\n";
    let program = "typedef float floats __attribute__((vector_size(32)));\ntypedef int ints __attribute__((vector_size(32)));\n\
                   float waves(float, int);\nfloats _ZGVdN8vv_waves(floats, ints);\n\
                   int main(void) { for (int t = 0; t < 500; t++) { floats x; ints n; \
                   for (int l = 0; l < 8; l++) x[l] = (t * 8 + l) % 997 / 128.0f, n[l] = (t + l) % 9; \
                   const floats all = _ZGVdN8vv_waves(x, n); for (int l = 0; l < 8; l++) { const float one = waves(x[l], n[l]), d = one - all[l]; \
                   if (!(d < 1e-5f && d > -1e-5f)) return 1; } } return 0; }\n";
    std::fs::write(at("waves.c"), text)?;
    std::fs::write(at("main.c"), program)?;
    let compile = [&FLAGS[..], &["-fno-math-errno", "-fveclib=libmvec", "-c"]].concat();
    let ended = built.clang(&[&compile[..], &[&at("waves.c"), "-o", &at("waves.o")]].concat(), &[]);
    let names = Command::new(format!("llvm-nm-{}", built.version)).args(["-u", &at("waves.o")]).output()?.stdout;
    let names = String::from_utf8(names)?;
    if !names.contains("_ZGVdN8v_expf") || !names.contains("_ZGVdN8v_sinf") {
        return Err(format!("{names}{}", ended.stderr()).into());
    }
    let linked =
        built.plain(&["-O1", "-mavx2", "-w", &at("main.c"), &at("waves.o"), "-lmvec", "-lm", "-o", &at("program")]);
    if !linked.output.status.success() {
        return Err(linked.stderr().into());
    }
    match Command::new(at("program")).status()?.success() {
        true => Ok(()),
        false => Err("lanes are further from the scalar function".into()),
    }
}
