//! The execution check finds what is wrong: answers written here by hand, right and wrong ones.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use isotope_ir::Window;
use isotope_ir::parse::parse_window;
use isotope_proto::v1::parameter::Value;
use isotope_proto::v1::{Kind, Load, Parameter, Selection, Type};
use isotope_run::host_features;
use isotope_trial::execution::{Checked, check};

const TRIALS: usize = 40;

fn bytes(lanes: u32) -> Option<Type> {
    Some(Type { kind: Kind::Uint.into(), bits: 8, lanes })
}

fn parameter(name: &str, lanes: u32, value: Value) -> Parameter {
    Parameter { name: name.into(), r#type: bytes(lanes), value: Some(value), ..Parameter::default() }
}

fn leaf(name: &str, lanes: u32) -> Parameter {
    parameter(name, lanes, Value::Leaf(name.into()))
}

fn load(offset: i64, lanes: u32) -> Parameter {
    let load = Load { buffer: "B".into(), base: "t".into(), offset, stride: 1 };
    parameter("other", lanes, Value::Load(load))
}

fn answer(lanes: u32, parameters: Vec<Parameter>, body: &str, attributes: &str) -> Selection {
    let vector = format!("<{lanes} x i8>");
    let arguments: Vec<String> = (0..parameters.len()).map(|at| format!("{vector} %p{at}")).collect();
    let llvm_ir = format!(
        "define {vector} @answer({}) #0 {{\n{body}\n  ret {vector} %r\n}}\nattributes #0 = {{ alwaysinline {attributes} }}\n",
        arguments.join(", ")
    )
    .replace("VECTOR", &vector);
    Selection { llvm_ir, function: "answer".into(), parameters, result: bytes(lanes), ..Selection::default() }
}

fn run(window: &Window, selection: &Selection) -> Checked {
    check(&[(window, selection)], TRIALS).unwrap().remove(0)
}

fn halving_add() -> Window {
    parse_window("uint8x16 (uint8x16)halving_add((uint8x16)a, (uint8x16)b)").unwrap()
}

const RIGHT: &str = "  %x = and VECTOR %p0, %p1\n  %y = xor VECTOR %p0, %p1\n  %h = lshr VECTOR %y, splat (i8 1)\n  \
                     %r = add VECTOR %x, %h";

#[test]
fn a_right_answer_is_equal_on_every_lane() {
    let checked = run(&halving_add(), &answer(16, vec![leaf("a", 16), leaf("b", 16)], RIGHT, ""));
    assert_eq!(checked, Checked { machine: Some("native"), lanes: 16 * TRIALS, difference: None });
}

#[test]
fn an_answer_that_loses_the_carry_is_found() {
    let wrong = "  %s = add VECTOR %p0, %p1\n  %r = lshr VECTOR %s, splat (i8 1)";
    let checked = run(&halving_add(), &answer(16, vec![leaf("a", 16), leaf("b", 16)], wrong, ""));
    assert!(checked.difference.unwrap().contains("but the expression gives"));
}

#[test]
fn an_unknown_leaf_is_found() {
    let checked = run(&halving_add(), &answer(16, vec![leaf("a", 16), leaf("c", 16)], RIGHT, ""));
    assert_eq!(checked.difference.unwrap(), "the window has no leaf `c`");
}

fn sliding() -> Window {
    let text = "let a : uint8x8 = load B[t, stride 1]\nlet b : uint8x8 = load B[t + 4, stride 1]\n\
                uint8x8 ((uint8x8)a + (uint8x8)b)";
    parse_window(text).unwrap()
}

#[test]
fn other_loads_of_the_same_bytes_are_served() {
    let sum = "  %h = shufflevector <8 x i8> %p0, <8 x i8> %p1, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, \
               i32 15>\n  %r = add <8 x i8> %p0, %h";
    // The bytes from t + 4 on are in both loads: 4 of the first, and the other's upper half.
    let selection = answer(8, vec![leaf("a", 8), load(4, 8)], sum, "");
    assert_eq!(run(&sliding(), &selection).difference, None);
}

#[test]
fn a_load_of_bytes_that_the_window_does_not_read_is_found() {
    let selection = answer(8, vec![leaf("a", 8), load(5, 8)], "  %r = add <8 x i8> %p0, %p1", "");
    assert_eq!(run(&sliding(), &selection).difference.unwrap(), "`other` reads B[12], which the window does not");
}

/// `vpermb` as x86 code for a CPU with VBMI; runs here or on the emulator, and is equal on both.
#[test]
fn code_for_another_cpu_runs_on_the_emulator() {
    let window =
        parse_window("uint8x64 shuffle((uint8x64)a, INDICES)".replace("INDICES", &backwards()).as_str()).unwrap();
    let lanes: Vec<String> = (0..64).rev().map(|lane| format!("i32 {lane}")).collect();
    let body = format!("  %r = shufflevector VECTOR %p0, VECTOR poison, <64 x i32> <{}>", lanes.join(", "));
    let attributes = "\"target-cpu\"=\"skylake-avx512\" \"target-features\"=\"+avx512vbmi\"";
    let checked = run(&window, &answer(64, vec![leaf("a", 64)], &body, attributes));
    let machine = if host_features().contains(&"avx512vbmi") { "native" } else { "emulator" };
    assert_eq!(checked, Checked { machine: Some(machine), lanes: 64 * TRIALS, difference: None });
}

fn backwards() -> String {
    (0..64).rev().map(|lane| lane.to_string()).collect::<Vec<_>>().join(", ")
}
