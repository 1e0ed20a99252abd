//! C and LLVM IR as questions: `isotope select f.c`, `isotope explain f.c --line 12`, within the walls that LLVM's tools have.

use crate::place::Place;
use libtest_mimic::Failed;
use std::process::Output;

type Test = fn() -> Result<(), Failed>;

/// Names and tests; each needs the plug-in for clang.
pub const TESTS: &[(&str, Test)] = &[
    ("c_is_asked_line_by_line", c),
    ("llvm_ir_is_asked_for_the_processor_that_is_named", llvm_ir),
    ("a_line_is_explained_beside_the_compilers_own_code", a_line),
    ("mistakes_in_c_have_their_place", mistakes),
    ("a_source_reads_no_file_of_others", walls),
];

const AVERAGE: &str = "#include <stdint.h>
#include \"count.h\"

void average(const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict out) {
    for (int i = 0; i < COUNT; i++) {
        out[i] = (uint8_t)((a[i] + b[i] + 1) >> 1);
    }
}
";

const MODULE: &str = "define void @average(ptr %a, ptr %b, ptr %out) {
  %x = load <32 x i8>, ptr %a
  %y = load <32 x i8>, ptr %b
  %wx = zext <32 x i8> %x to <32 x i16>
  %wy = zext <32 x i8> %y to <32 x i16>
  %s = add <32 x i16> %wx, %wy
  %r = add <32 x i16> %s, splat (i16 1)
  %h = lshr <32 x i16> %r, splat (i16 1)
  %n = trunc <32 x i16> %h to <32 x i8>
  store <32 x i8> %n, ptr %out
  ret void
}
";

/// A place with these files, where a line of the shell's was run.
pub fn ran(files: &[(&str, &str)], line: &str) -> Result<(Option<i32>, String, String), Failed> {
    let place = Place::new()?;
    for (name, text) in files {
        place.write(name, text)?;
    }
    let Output { status, stdout, stderr } = place.bash(line, ".", &[]).output()?;
    let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok((status.code(), out, err))
}

fn c() -> Result<(), Failed> {
    let files = [("average.c", AVERAGE), ("include/count.h", "#define COUNT 4096\n")];
    let line = "isotope select average.c --cflags -Iinclude --mcpu haswell --standalone --emit json";
    let (status, out, err) = ran(&files, line)?;
    assert_eq!(status, Some(0), "{err}");
    let json: serde_json::Value = serde_json::from_str(&out)?;
    let results = json["results"].as_array().ok_or("no results")?;
    assert_eq!(results.len(), 1, "one row for a line: {out}");
    assert_eq!(results[0]["window"], "average.c:6: store of 32 lanes of i8 in average");
    assert_eq!((&results[0]["target"]["mcpu"], &results[0]["verdict"]), (&"haswell".into(), &"proved".into()));
    assert!(results[0]["instructions"].to_string().contains("vpavgb"), "{out}");
    Ok(())
}

fn llvm_ir() -> Result<(), Failed> {
    let line = "isotope select average.ll --mcpu haswell --standalone";
    let (status, out, err) = ran(&[("average.ll", MODULE)], line)?;
    assert_eq!(status, Some(0), "{err}");
    assert!(out.contains("vpavgb") && out.contains("in average"), "{out}{err}");
    let named = MODULE.replace("%out) {", "%out) \"target-cpu\"=\"znver4\" {");
    let json = format!("{line} --emit json");
    let (_, out, err) = ran(&[("average.ll", &named)], &json)?;
    assert!(out.contains("\"mcpu\": \"znver4\""), "its own CPU stays: {out}{err}");
    let (status, _, err) = ran(&[("average.ll", "define void @f( {\n")], line)?;
    assert!(status == Some(2) && err.starts_with("average.ll:"), "{status:?} {err}");
    Ok(())
}

fn a_line() -> Result<(), Failed> {
    let files = [("average.c", AVERAGE), ("count.h", "#define COUNT 4096\n")];
    let line = "isotope select average.c --mcpu haswell --standalone >/dev/null; isotope explain average.c --line 6 --mcpu haswell --standalone";
    let (status, out, err) = ran(&files, line)?;
    assert_eq!(status, Some(0), "{err}");
    for part in
        ["average.c:6: store of 32 lanes", "6: out[i] = ", "answer      ", "Code that the compiler makes", "vpavgb"]
    {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    let (status, _, err) = ran(&files, "isotope explain average.c --line 5 --mcpu haswell --standalone")?;
    assert!(status == Some(2) && err.starts_with("average.c:5: ") && err.contains("lines with some: 6"), "{err}");
    Ok(())
}

fn mistakes() -> Result<(), Failed> {
    let wrong = AVERAGE.replace("+ 1)", "+ 1");
    let files = [("average.c", wrong.as_str()), ("count.h", "#define COUNT 4096\n")];
    let (status, _, err) = ran(&files, "isotope select average.c --mcpu haswell --standalone")?;
    assert!(status == Some(2) && err.starts_with("average.c:6:") && err.contains("expected ')'"), "{status:?} {err}");
    let (status, _, err) = ran(&files, "isotope select average.c --cflags -Q --mcpu znver99 --standalone")?;
    assert!(status == Some(2) && err.contains("znver99"), "{status:?} {err}");
    let line = "ISOTOPE_LLVM_PLUGIN=nowhere.so isotope select average.c --mcpu haswell --standalone";
    let (status, _, err) = ran(&files, line)?;
    assert!(status == Some(1) && err.contains("nowhere.so is not there") && err.contains("build.sh"), "{err}");
    let scalar = [("scalar.c", "int f(int a) { return a + 1; }\n")];
    let (status, _, err) = ran(&scalar, "isotope select scalar.c --mcpu haswell --standalone")?;
    assert!(status == Some(0) && err.contains("no vectors of integers"), "{status:?} {err}");
    Ok(())
}

/// A source includes files within the folders of headers and its own; clang would print the line that it cannot read.
fn walls() -> Result<(), Failed> {
    let files = [("own/average.c", "#include \"../secret/key\"\n"), ("secret/key", "password of somebody\n")];
    let (status, out, err) = ran(&files, "isotope select own/average.c --mcpu haswell --standalone")?;
    assert!(status == Some(2) && err.starts_with("own/average.c:1:"), "{status:?} {err}");
    assert!(!err.contains("password") && !out.contains("password"), "{out}{err}");
    let line = "isotope select f.c --cflags '-MD -MF made' --standalone || test ! -e made";
    let (status, _, err) = ran(&[("f.c", "int x;\n")], line)?;
    assert!(status == Some(0) && err.contains("Permission denied"), "it writes no file: {status:?} {err}");
    Ok(())
}
