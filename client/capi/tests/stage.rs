//! Stages over the C interface: an answer takes its window's place, a program that cannot be read is a sentence, and nothing that is NULL
//! is followed.

#![allow(clippy::unwrap_used, unsafe_code)]

#[path = "../../tests/daemon/mod.rs"]
mod daemon;

use daemon::double::Act;
use isotope::*;
use isotope_client::compiler::{CompilerClient, CompilerSettings};
use std::ffi::{CStr, CString, c_char, c_void};
use std::fmt::Write as _;
use std::ptr;
use std::time::Duration;

const MISCONFIGURED: u32 = 2;
const UNREACHABLE: u32 = 4;
const INTERNAL: u32 = 12;

/// A window of two operations, `(a - b) ^ a`.
const MODULE: &str = r#""func.func"() <{function_type = (vector<16xi8>, vector<16xi8>) -> vector<16xi8>, sym_name = "f"}> ({
^bb0(%a: vector<16xi8>, %b: vector<16xi8>):
  %s = "arith.subi"(%a, %b) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8> loc("k.c":3:4)
  %t = "arith.xori"(%s, %a) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8> loc("k.c":5:6)
  "func.return"(%t) : (vector<16xi8>) -> ()
}) : () -> ()
"#;

/// Code for the answers of the double, whose function is `f`.
const CODE: &str = r#""llvm.func"() <{function_type = !llvm.func<vector<16xi8> (vector<16xi8>, vector<16xi8>)>, sym_name = "f"}> ({
^bb0(%a: vector<16xi8>, %b: vector<16xi8>):
  %0 = "llvm.call"(%a, %b) <{callee = @isotope.llvm.x86.sse2.pavg.b}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  "llvm.return"(%0) : (vector<16xi8>) -> ()
}) : () -> ()
"#;

/// The result of an import: its text, or why not.
struct Given {
    text: Option<CString>,
    why: Option<CString>,
    calls: usize,
}

impl Given {
    fn text(text: &str) -> Self {
        Given { text: Some(CString::new(text).unwrap()), why: None, calls: 0 }
    }

    fn why(why: Option<&str>) -> Self {
        Given { text: None, why: why.map(|why| CString::new(why).unwrap()), calls: 0 }
    }
}

unsafe extern "C" fn import(context: *mut c_void, answer: *const OneResult, why: *mut *const c_char) -> *const c_char {
    let given = unsafe { &mut *context.cast::<Given>() };
    given.calls += 1;
    assert_eq!(said(unsafe { (*answer).function }), "f");
    if let Some(sentence) = &given.why {
        unsafe { *why = sentence.as_ptr() };
    }
    given.text.as_ref().map_or(ptr::null(), |text| text.as_ptr())
}

fn said(text: *const c_char) -> String {
    unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned()
}

/// A client of a server.
fn client(server: &str, plain: bool) -> CompilerClient {
    let mut settings = CompilerSettings { plain, ..CompilerSettings::default() };
    settings.set_server("test", server.to_owned()).unwrap();
    (settings.timeout, settings.silence) = (Duration::from_secs(20), Duration::from_secs(20));
    CompilerClient::new(Ok(settings))
}

/// The result in lines: the reason and the detail, or the verdict and the remarks; and the module.
fn shown(staged: *mut Staged) -> (String, String) {
    let of = unsafe { &*staged };
    let mut text = match of.reason {
        0 => format!("verdict {}\n", of.verdict),
        reason => format!("{reason}: {}\n", said(of.detail)),
    };
    for at in 0..of.remark_count {
        let remark = unsafe { &*of.remarks.add(at) };
        let _ = writeln!(text, "{}:{}:{}: {}", said(remark.file), remark.line, remark.column, said(remark.text));
        if !remark.place.is_null() {
            let result = unsafe { &*remark.result };
            let (mcpu, why) = (said(remark.target.mcpu), said(remark.why_not));
            let _ = writeln!(text, "  {} {mcpu} {} {} [{why}]", said(remark.place), result.reason, remark.used);
            assert!(said(remark.question).contains("uint8x16"));
        }
    }
    let module = said(of.module);
    unsafe { isotope_staged_free(staged) };
    (text, module)
}

/// The stage `select` on a text.
fn select(client: &CompilerClient, module: &str, given: &mut Given) -> (String, String) {
    let module = CString::new(module).unwrap();
    let target = Target { arch: c"x86_64".as_ptr(), mcpu: c"znver4".as_ptr(), mattr: c"+gfni,tune=znver3".as_ptr() };
    let context = ptr::from_mut(given).cast();
    let options =
        StageOptions { size: size_of::<StageOptions>(), import: Some(import), context, deadline_ms: 0, mlir: 0 };
    shown(unsafe { isotope_stage(client, &target, c"select".as_ptr(), module.as_ptr(), &options) })
}

#[test]
fn an_answer_takes_its_window_s_place() {
    let daemon = daemon::daemon();
    let mut given = Given::text(CODE);
    let (text, module) = select(&client(&daemon.url, false), MODULE, &mut given);
    let place = "16 lanes of i8 in f line 5";
    assert_eq!(text, format!("verdict 2\nk.c:5:6: {place}: vpavgb vpaddb\n  {place} znver4 0 1 []\n"));
    assert!(module.contains(r#"intrin = "llvm.x86.sse2.pavg.b", "#) && !module.contains("arith.subi"), "{module}");
    assert!(module.contains(r#"[["target-cpu", "znver4"], ["target-features", "+gfni"]]"#), "{module}");
    assert!(module.contains(r#"loc("k.c":5:6)"#), "what takes the place of operations has their place: {module}");
    assert_eq!(given.calls, 1);
    // The program that came back has no window any more.
    assert_eq!(select(&client(&daemon.url, false), &module, &mut given), ("verdict 1\n".to_owned(), String::new()));
}

#[test]
fn functions_are_asked_for_by_the_processor_that_they_name() {
    let daemon = daemon::daemon();
    let named =
        MODULE.replace("sym_name = \"f\"}>", "sym_name = \"f\", passthrough = [[\"target-cpu\", \"znver3\"]]}>");
    let other = MODULE.replace("\"f\"", "\"g\"").replace("arith.xori", "arith.ori");
    let (text, module) = select(&client(&daemon.url, false), &(named + &other), &mut Given::text(CODE));
    assert!(text.contains("in f line 5 znver3 0 1") && text.contains("in g line 5 znver4 0 1"), "{text}");
    assert_eq!([module.matches("znver3").count(), module.matches("znver4").count()], [1, 1], "{module}");
}

#[test]
fn code_that_cannot_be_used_leaves_the_program_as_it_is() {
    let daemon = daemon::daemon();
    let client = client(&daemon.url, false);
    for (mut given, wanted) in [
        (Given::why(Some("its code is no valid LLVM")), "its code is no valid LLVM"),
        (Given::why(None), "its code cannot be read"),
        (Given::text("define void @f()"), "its code cannot be read: 1:1: `define` is "),
        (Given::text(""), "its code is not one function"),
        (Given::text(&CODE.replace("16xi8", "8xi8")), "its code has another signature than it says"),
        (Given::text(&CODE.replace("@isotope.llvm", "@other")), "its code has an operation that is no computation"),
        (Given::text(&"\"a.b\"() ({".repeat(10_000)), "its code cannot be read: 1:"),
    ] {
        let (text, module) = select(&client, MODULE, &mut given);
        assert!(text.starts_with("verdict 1\n") && text.contains(wanted), "{wanted}: {text}");
        assert!(text.contains("znver4 0 0 [") && module.is_empty(), "{text}");
    }
}

#[test]
fn only_a_client_of_plain_operations_takes_what_is_not_proved() {
    let daemon = daemon::daemon();
    daemon.double.set(Act::Baseline);
    let (text, _) = select(&client(&daemon.url, false), MODULE, &mut Given::text(CODE));
    assert!(text.contains("znver4 0 0 [not proved]"), "{text}");
    let (text, module) = select(&client(&daemon.url, true), MODULE, &mut Given::text(CODE));
    assert!(text.contains("znver4 0 1 []") && module.contains("pavg"), "{text}");
}

#[test]
fn without_a_server_the_program_stays() {
    let mut given = Given::text(CODE);
    let (text, module) = select(&client("http://127.0.0.1:1", false), MODULE, &mut given);
    assert!(text.contains(": no answer: unreachable: no server answers at http://127.0.0.1:1"), "{text}");
    assert!(text.contains(&format!("znver4 {UNREACHABLE} 0 [no answer")) && module.is_empty(), "{text}");
    assert_eq!(given.calls, 0);
}

#[test]
fn programs_that_cannot_be_read_are_a_sentence_with_a_place() {
    let client = client("http://127.0.0.1:1", false);
    let large = " ".repeat((32 << 20) + 1);
    for (module, wanted) in [
        ("func.func @f() { return }", "1:1: `func.func` is an operation in its dialect's own form"),
        ("\n\"a.b\"(%0) : (i32) -> ()", "2:7: %0 is not defined where it can be used here"),
        ("\"a.b\"(", "1:"),
        (&"\"a.b\"() ({".repeat(10_000), "(MAX_NESTING)"),
        (&large, "(MAX_TEXT): split it into several files"),
    ] {
        let (text, module) = select(&client, module, &mut Given::text(CODE));
        assert!(text.starts_with(&format!("{MISCONFIGURED}: ")) && text.contains(wanted), "{wanted}: {text}");
        assert!(module.is_empty());
    }
    let nothing = select(&client, "", &mut Given::text(CODE));
    assert_eq!(nothing, ("verdict 1\n".to_owned(), String::new()), "nobody is asked where there is no window");
}

#[test]
fn what_is_left_is_said_with_its_place() {
    let client = client("http://127.0.0.1:1", false);
    let scalable = MODULE.replace("16xi8", "[16]xi8");
    let (text, _) = select(&client, &scalable, &mut Given::text(CODE));
    assert_eq!(text, "verdict 1\n:0:0: @f: the function has scalable vectors\n");
    let one = MODULE.replace("(%s, %a)", "(%a, %a)");
    let (text, _) = select(&client, &one, &mut Given::text(CODE));
    assert!(text.contains("k.c:5:6: 16 lanes of i8 in f: it is no more than one operation"), "{text}");
}

#[test]
fn mistakes_of_callers_have_a_reason() {
    let own = client("http://127.0.0.1:1", false);
    let (client, module) = (ptr::from_ref(&own), CString::new(MODULE).unwrap());
    let mut given = Given::text(CODE);
    let options = StageOptions {
        size: size_of::<StageOptions>(),
        import: Some(import),
        context: ptr::from_mut(&mut given).cast(),
        deadline_ms: 100,
        mlir: 0,
    };
    let (select, none) = (c"select".as_ptr(), ptr::null());
    let run = |client, target, stage, module, options| {
        shown(unsafe { isotope_stage(client, target, stage, module, options) }).0
    };
    let long = CString::new("x".repeat(1 << 20)).unwrap();
    let wrong_target = Target { arch: c"\xff".as_ptr(), mcpu: none, mattr: none };
    let size = "isotope_stage_options.size is not the size of a version 1 structure";
    for (found, reason, wanted) in [
        (run(ptr::null(), ptr::null(), select, module.as_ptr(), &options), INTERNAL, "there is no client"),
        (
            run(client, ptr::null(), none, module.as_ptr(), &options),
            MISCONFIGURED,
            "there is no stage ``: write contract, contract-parallel, pack, select, tile or vectorize",
        ),
        (
            run(client, ptr::null(), c"unroll".as_ptr(), module.as_ptr(), &options),
            MISCONFIGURED,
            "no stage `unroll`: write",
        ),
        (
            run(client, ptr::null(), c"tile=8,x".as_ptr(), module.as_ptr(), &options),
            MISCONFIGURED,
            "write tile=8,48,256",
        ),
        (
            run(client, ptr::null(), c"pack=all".as_ptr(), module.as_ptr(), &options),
            MISCONFIGURED,
            "write pack or pack=gpat",
        ),
        (
            run(client, ptr::null(), long.as_ptr(), module.as_ptr(), &options),
            MISCONFIGURED,
            "xxx...`: write contract, contract-parallel, pack, select, tile or vectorize",
        ),
        (run(client, ptr::null(), c"\xff".as_ptr(), none, &options), MISCONFIGURED, "a stage's name is not UTF-8"),
        (run(client, ptr::null(), select, none, &options), MISCONFIGURED, "there is no module: NULL is no text"),
        (run(client, ptr::null(), select, c"\xff".as_ptr(), &options), MISCONFIGURED, "a text is not UTF-8"),
        (run(client, &wrong_target, select, module.as_ptr(), &options), MISCONFIGURED, "a text is not UTF-8"),
        (run(client, ptr::null(), select, module.as_ptr(), ptr::null()), MISCONFIGURED, size),
        (run(client, ptr::null(), select, module.as_ptr(), &StageOptions { size: 8, ..options }), MISCONFIGURED, size),
        (
            // That of a caller who knows no release of MLIR.
            run(client, ptr::null(), none, module.as_ptr(), &StageOptions { size: 32, ..options }),
            MISCONFIGURED,
            "there is no stage ``",
        ),
        (
            run(client, ptr::null(), select, module.as_ptr(), &StageOptions { import: None, ..options }),
            MISCONFIGURED,
            "isotope_stage_options.import is NULL: give what reads LLVM IR",
        ),
    ] {
        assert!(found.starts_with(&format!("{reason}: ")) && found.contains(wanted), "{wanted}: {found}");
        assert!(found.len() < 200, "a sentence is short: {found}");
    }
    unsafe { isotope_staged_free(ptr::null_mut()) };
    assert_eq!(given.calls, 0);
}

/// Products of two arrays, added to a third: nothing is summed.
const PRODUCT: &str = r#""func.func"() <{arg_attrs = [{llvm.noalias}, {llvm.noalias}, {llvm.noalias}], function_type = (memref<8x8xi8>, memref<8x8xi8>, memref<8x8xi32>) -> (), sym_name = "f"}> ({
^bb0(%a: memref<8x8xi8>, %b: memref<8x8xi8>, %c: memref<8x8xi32>):
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
  ^bb0(%i: index):
    "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
    ^bb0(%j: index):
      %x = "memref.load"(%a, %i, %j) : (memref<8x8xi8>, index, index) -> i8
      %y = "memref.load"(%b, %i, %j) : (memref<8x8xi8>, index, index) -> i8
      %z = "memref.load"(%c, %i, %j) : (memref<8x8xi32>, index, index) -> i32
      %u = "arith.extui"(%x) : (i8) -> i32
      %v = "arith.extsi"(%y) : (i8) -> i32
      %p = "arith.muli"(%u, %v) : (i32, i32) -> i32
      %s = "arith.addi"(%z, %p) : (i32, i32) -> i32
      "memref.store"(%s, %c, %i, %j) : (i32, memref<8x8xi32>, index, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "affine.yield"() : () -> ()
  }) : () -> ()
  "func.return"() : () -> ()
}) : () -> ()
"#;

/// The stage `contract` on a text.
fn contract(client: &CompilerClient, module: &str) -> (String, String) {
    let module = CString::new(module).unwrap();
    let target = Target { arch: c"x86_64".as_ptr(), mcpu: c"znver4".as_ptr(), mattr: c"".as_ptr() };
    let options = StageOptions {
        size: size_of::<StageOptions>(),
        import: None,
        context: ptr::null_mut(),
        deadline_ms: 0,
        mlir: 0,
    };
    shown(unsafe { isotope_stage(client, &target, c"contract".as_ptr(), module.as_ptr(), &options) })
}

#[test]
fn a_contraction_that_is_not_compiled_stays_and_says_why() {
    let daemon = daemon::daemon();
    let (text, module) = contract(&client(&daemon.url, false), PRODUCT);
    assert!(text.contains("f stays as it is: it adds up nothing") && module.is_empty(), "{text}");
    let (text, module) = contract(&client("http://127.0.0.1:1", false), PRODUCT);
    assert!(text.starts_with(&format!("{UNREACHABLE}: no server answers")) && module.is_empty(), "{text}");
    // Nobody is asked for what is none.
    let (text, module) = contract(&client("http://127.0.0.1:1", false), MODULE);
    assert!(text.contains("f is no contraction: ") && text.starts_with("verdict 1\n") && module.is_empty(), "{text}");
    let (text, _) = contract(&client("http://127.0.0.1:1", false), "\"a.b\"(");
    assert!(text.starts_with(&format!("{MISCONFIGURED}: 1:")), "{text}");
}
