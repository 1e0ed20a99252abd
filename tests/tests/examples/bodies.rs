//! Vector bodies on the command line: `isotope simd f.ll --function f --lanes 16`.

use super::sources::ran;
use libtest_mimic::Failed;

type Test = fn() -> Result<(), Failed>;

/// Names and tests; each needs opt and the plug-in.
pub const TESTS: &[(&str, Test)] = &[
    ("a_body_is_printed_with_what_is_shown_of_it", body),
    ("a_printed_body_is_shown_again", pair),
    ("a_function_without_a_body_says_why", none),
    ("mistakes_about_bodies_have_their_place", mistakes),
];

/// collatz: lanes leave the loop in their own turns.
const MODULE: &str = include_str!("../golden/collatz.ll");

const BODY: &str = include_str!("../golden/collatz.simd.ll");

fn body() -> Result<(), Failed> {
    let files = [("f.ll", MODULE)];
    let (status, out, err) = ran(&files, "isotope simd f.ll --function collatz --lanes 8 --mcpu haswell")?;
    assert_eq!(status, Some(0), "{err}");
    assert_eq!(out, BODY, "the golden body differs");
    // Standard input, and more lanes than a register has.
    let (status, out, err) = ran(&files, "isotope simd - --function collatz --lanes 16 --mcpu haswell <f.ll")?;
    assert!(status == Some(0) && out.contains("<16 x i32> @collatz.simd.N16v"), "{status:?} {err}{out}");
    assert!(out.contains("phi <16 x i32>"), "{out}");
    Ok(())
}

/// The output of `isotope simd` is shown again by `isotope check`, and a change of it is not.
fn pair() -> Result<(), Failed> {
    let files = [("f.ll", MODULE), ("body.ll", BODY)];
    let (status, out, err) = ran(&files, "isotope check f.ll body.ll")?;
    assert_eq!(status, Some(0), "{out}{err}");
    assert_eq!(out, "shown: collatz.simd.N8v does in each lane what collatz does\n");
    let changed = BODY.replace("add <8 x i32>", "sub <8 x i32>");
    assert_ne!(changed, BODY, "the golden body has no addition");
    let (status, out, err) = ran(&[("f.ll", MODULE), ("body.ll", &changed)], "isotope check f.ll body.ll --json")?;
    assert_eq!(status, Some(2), "{out}{err}");
    assert!(out.contains("\"verdict\": \"open\"") && out.contains("not shown of collatz.simd.N8v"), "{out}");
    let (status, out, err) = ran(&files, "isotope check f.ll f.ll")?;
    assert!(status == Some(2) && err.contains("f.ll: no function is a vector variant"), "{status:?} {out}{err}");
    Ok(())
}

fn none() -> Result<(), Failed> {
    let line = "isotope simd f.ll --function volatile --lanes 8 --mcpu haswell";
    let (status, out, err) = ran(&[("f.ll", MODULE)], line)?;
    assert_eq!(status, Some(1), "{err}");
    assert_eq!(out, "; no vector body for volatile: it has a volatile access\n");
    Ok(())
}

fn mistakes() -> Result<(), Failed> {
    let said = |files: &[(&str, &str)], line: &str, wanted: i32, parts: &[&str]| -> Result<(), Failed> {
        let (status, out, err) = ran(files, line)?;
        let is_said = status == Some(wanted) && parts.iter().all(|part| err.contains(part));
        if is_said { Ok(()) } else { Err(format!("{line}: {status:?} {out}{err}").into()) }
    };
    let files = [("f.ll", MODULE), ("bad.ll", "define void @f( {\n"), ("f.c", "int f(int x) { return x; }\n")];
    said(&files, "isotope simd f.ll --function nobody --lanes 8", 2, &["f.ll: ", "there is no function nobody"])?;
    said(&files, "isotope simd f.ll --function outside --lanes 8", 2, &["outside: it is declared alone"])?;
    said(&files, "isotope simd bad.ll --function f --lanes 8", 2, &["bad.ll:", "error: expected type"])?;
    said(&files, "isotope simd f.c --function f --lanes 8", 2, &["f.c: isotope simd reads LLVM IR"])?;
    said(&files, "isotope simd nowhere.ll --function f --lanes 8", 2, &["nowhere.ll"])?;
    said(&files, "isotope simd f.ll --function collatz --lanes 12", 2, &["lanes are 2, 4, 8, 16, 32 or 64"])?;
    said(&files, "isotope simd f.ll --function 'a,b' --lanes 8", 2, &["a function's name has"])?;
    said(
        &files,
        "ISOTOPE_LLVM_PLUGIN=no.so isotope simd f.ll --function collatz --lanes 8",
        1,
        &["no.so is not there"],
    )?;
    let other = MODULE
        .replace("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu")
        .replace("\"target-cpu\"=\"x86-64\"", "");
    said(
        &[("a.ll", &other)],
        "isotope simd a.ll --function collatz --lanes 8 --target x86_64",
        2,
        &["vector bodies are made for x86-64"],
    )
}
