//! Windows of modules in the generic form, and answers in their places. One program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod decided;
mod drawn;

use isotope_mlir::ir::Module;
use isotope_mlir::target::Target;
use isotope_mlir::{print, read};
use isotope_windows::{Answer, Changes, Code, Lanes, Parameter, Source, find};
use std::fmt::Write as _;
use std::path::PathBuf;

fn cases() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/mlir_windows");
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| path.extension().is_some_and(|end| end == "mlir"));
    all.sort();
    assert!(all.len() >= 4);
    all
}

/// The windows of a module and what is none, as a text.
fn shown(module: &Module) -> String {
    let mut windows = find(module, 2);
    windows.share(module);
    let mut text = String::new();
    for found in &windows.found {
        let cpu = found.target.as_ref().map(|of| format!(" for {} {}", of.cpu, of.features)).unwrap_or_default();
        let _ = writeln!(text, "{}: {}{cpu}\n{}", found.place, found.title, found.text());
    }
    for left in &windows.left {
        let _ = writeln!(text, "{}: {}", left.place, left.why);
    }
    text
}

#[test]
fn windows_of_modules_are_the_expected_ones() {
    for path in cases() {
        let module = read(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let (found, expected) = (shown(&module), path.with_extension("txt"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &found).unwrap();
        }
        let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
        assert!(wanted == found, "{}: if that is meant, run with BLESS=1:\n{found}", path.display());
    }
}

/// A module that no verifier saw may have anything anywhere.
#[test]
fn modules_with_mistakes_are_looked_at_without_panic() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let mut looked_at = 0;
    for path in cases() {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let words = [
            "vector<3xi8>",
            "vector<2x2x2xi64>",
            "i1",
            "vector<0xi8>",
            "[9, -1, 0]",
            "array<i64: 7, 7>",
            "-1",
            "memref<4xi8>",
            "index",
            "<minui>",
            "dense<300>",
        ];
        for _ in 0..600 {
            let at = next(lines.len());
            let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            let other = lines[next(lines.len())];
            changed[at] = match next(4) {
                0 => other.to_owned(),
                1 => {
                    let types: Vec<&str> =
                        lines[at].split([' ', '(', ')']).filter(|word| word.starts_with("vector<")).collect();
                    let from = types.get(next(types.len())).copied().unwrap_or("i32");
                    lines[at].replacen(from, words[next(words.len())], 1 + next(3))
                }
                2 => {
                    let begin = lines[at].find(['[', '<']).unwrap_or(0);
                    let end = lines[at].rfind([']', '>']).unwrap_or(begin);
                    let middle = words[next(words.len())];
                    format!(
                        "{}{middle}{}",
                        &lines[at][..begin],
                        &lines[at][(end + 1).max(begin).min(lines[at].len())..]
                    )
                }
                _ => lines[at].replacen("%arg0, ", "", 1).replacen(", %2", "", 1),
            };
            if let Ok(module) = read(&changed.join("\n")) {
                looked_at += 1;
                let _ = shown(&module);
            }
        }
    }
    assert!(looked_at > 200, "{looked_at}");
}

const MODULE: &str = r#""func.func"() <{function_type = (memref<64xi8>, memref<64xi8>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<64xi8>, %n: memref<64xi8>):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %a = "vector.load"(%m, %c0) : (memref<64xi8>, index) -> vector<16xi8>
  BETWEEN
  %b = "vector.load"(%m, %c1) : (memref<64xi8>, index) -> vector<16xi8>
  %s = "arith.subi"(%a, %b) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  %t = "arith.xori"(%s, %a) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  "vector.store"(%t, %n, %c0) : (vector<16xi8>, memref<64xi8>, index) -> ()
  "func.return"() : () -> ()
}) : () -> ()
"#;

const ANSWER: &str = r#""llvm.func"() <{function_type = !llvm.func<vector<16xi8> (vector<16xi8>, vector<16xi8>)>, sym_name = "w"}> ({
^bb0(%a: vector<16xi8>, %b: vector<16xi8>):
  %0 = "llvm.call"(%a, %b) <{callee = @isotope.llvm.x86.sse2.pavg.b}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  %1 = "llvm.xor"(%0, %a) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  "llvm.return"(%1) : (vector<16xi8>) -> ()
}) : () -> ()
"#;

fn lanes(lanes: u32) -> Lanes {
    Lanes { bits: 8, lanes }
}

fn leaf(name: &str) -> Parameter {
    Parameter { lanes: lanes(16), source: Source::Leaf(name.to_owned()), is_frozen: false }
}

fn loaded(count: u32, offset: i64, stride: i64) -> Parameter {
    let (buffer, base) = ("B0".to_owned(), "t0".to_owned());
    Parameter { lanes: lanes(count), source: Source::Load { buffer, base, offset, stride }, is_frozen: false }
}

/// The module with an answer in it, or why not.
fn put(between: &str, answer: &str, parameters: &[Parameter]) -> Result<String, String> {
    put_said(between, answer, parameters, true)
}

fn put_said(between: &str, answer: &str, parameters: &[Parameter], one_load_a_byte: bool) -> Result<String, String> {
    let mut module = read(&MODULE.replace("BETWEEN", between)).unwrap();
    let answer = read(answer).unwrap();
    let windows = find(&module, 2);
    assert_eq!(windows.found.len(), 1);
    let mut changes = Changes::default();
    let target = Target { cpu: "znver3".to_owned(), features: "+avx2".to_owned() };
    let before = print(&module);
    let put = Code::of(&answer, "w").and_then(|code| {
        windows.put(&mut module, &mut changes, 0, Answer { code: &code, parameters, one_load_a_byte }, &target)
    });
    if put.is_err() {
        assert_eq!(print(&module), before, "what is refused changes nothing");
    }
    changes.finish(&mut module)?;
    read(&print(&module)).unwrap();
    put.map(|()| print(&module))
}

const STORE: &str = r#""vector.store"(%a, %m, %c0) : (vector<16xi8>, memref<64xi8>, index) -> ()"#;

#[test]
fn an_answer_takes_the_place_of_its_window() {
    let frozen = Parameter { is_frozen: true, ..leaf("d0") };
    let text = put("", ANSWER, &[frozen, leaf("d1")]).unwrap();
    assert!(
        text.contains(
            r#""llvm.call_intrinsic"(%6, %5) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.x86.sse2.pavg.b", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}>"#
        ),
        "{text}"
    );
    assert!(text.contains(r#"passthrough = [["target-cpu", "znver3"], ["target-features", "+avx2"]]"#), "{text}");
    assert!(!text.contains("arith.subi") && !text.contains("arith.xori"), "{text}");
    assert_eq!(text.matches("llvm.freeze").count(), 1, "{text}");
}

#[test]
fn loads_are_joined_where_nothing_may_write_between_them() {
    let one =
        ANSWER.replace("(%a: vector<16xi8>, %b: vector<16xi8>)", "(%a: vector<16xi8>)").replace("%a, %b", "%a, %a");
    let text = put("", &one, &[loaded(16, 1, 1)]).unwrap();
    assert!(text.contains(r#""vector.load"(%0, %"#) && text.matches("vector.load").count() == 3, "{text}");
    assert!(put("", ANSWER, &[loaded(16, 0, 1), loaded(16, 1, 1)]).is_ok(), "each lane reads two elements");
    let written = put(STORE, &one.replace("16xi8", "17xi8"), &[loaded(17, 0, 1)]);
    assert_eq!(written.unwrap_err(), "its code has another signature than it says");
    let shuffled = one.replace("(%a: vector<16xi8>)", "(%w: vector<17xi8>)").replace(
        "  %0 =",
        "  %a = \"llvm.shufflevector\"(%w, %w) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16>}> : (vector<17xi8>, vector<17xi8>) -> vector<16xi8>\n  %0 =",
    );
    assert!(put("", &shuffled, &[loaded(17, 0, 1)]).is_ok());
    let why = put(STORE, &shuffled, &[loaded(17, 0, 1)]).unwrap_err();
    assert_eq!(why, "memory that it loads may be written between loads that it joins");
}

#[test]
fn answers_that_do_not_fit_are_refused() {
    for (answer, parameters, wanted) in [
        (ANSWER.to_owned(), vec![leaf("d0"), leaf("d7")], "it takes a leaf that the window does not have"),
        (ANSWER.to_owned(), vec![leaf("d0"), loaded(16, 2, 1)], "it loads bytes that the window does not"),
        (ANSWER.to_owned(), vec![leaf("d0"), loaded(16, i64::MAX, 1)], "it loads bytes that the window does not"),
        (ANSWER.to_owned(), vec![leaf("d0"), loaded(16, 0, 9)], "it loads with a stride of 9"),
        (ANSWER.to_owned(), vec![leaf("d0")], "its code has another signature than it says"),
        (ANSWER.replace("\"w\"", "\"v\""), vec![], "its code is not one function"),
        (
            ANSWER.replace("llvm.xor", "llvm.store"),
            vec![],
            "its code has an operation that is no computation: llvm.store",
        ),
        (
            ANSWER.replace("@isotope.llvm", "@llvm"),
            vec![],
            "its code has an operation that is no computation: llvm.call",
        ),
        (ANSWER.replace("llvm.return", "llvm.unreachable"), vec![], "its code gives no value"),
    ] {
        assert_eq!(put("", &answer, &parameters).unwrap_err(), wanted);
    }
}

#[test]
fn what_is_shared_needs_the_word_of_the_service() {
    let shared = "it reads bytes that may be undefined by two loads for one lane";
    for (parameters, is_shared) in [
        ([leaf("d0"), leaf("d1")], true),
        ([loaded(16, 0, 1), loaded(16, 1, 1)], true),
        ([leaf("d0"), loaded(16, 1, 1)], true),
        ([leaf("d1"), leaf("d1")], true),
    ] {
        let said = put_said("", ANSWER, &parameters, false);
        assert_eq!(said.err().as_deref(), is_shared.then_some(shared), "{parameters:?}");
        assert!(put("", ANSWER, &parameters).is_ok(), "{parameters:?}");
    }
    let one =
        ANSWER.replace("(%a: vector<16xi8>, %b: vector<16xi8>)", "(%a: vector<16xi8>)").replace("%a, %b", "%a, %a");
    assert!(put_said("", &one, &[loaded(16, 1, 1)], false).is_ok(), "one load is one value");
}
