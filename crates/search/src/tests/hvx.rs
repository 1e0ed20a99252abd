//! Scalars that hold as many elements as a slot: HVX's, from the vendor's dictionary. What an instruction costs is made up here.

use super::neon::{instructions, programs, target, titled};
use crate::instructions::{Kernel, TargetInstructions};
use isotope_dictionary::manifest;
use isotope_ir::parse::parse_file;
use isotope_program::proof::{Verdict, prove};
use isotope_program::{Program, StepOp};
use isotope_smt::InProcess;
use std::sync::OnceLock;

const NAMES: &[&str] = &[
    "hexagon_V6_vaddw_128B",
    "hexagon_V6_vrmpybus_128B",
    "hexagon_V6_vrmpybus_acc_128B",
    "hexagon_V6_vrmpybusv_128B",
    "hexagon_V6_vrmpyub_128B",
    "hexagon_V6_vrmpyub_acc_128B",
];

fn hvx() -> &'static TargetInstructions {
    static HVX: OnceLock<TargetInstructions> = OnceLock::new();
    let registers = manifest::Registers { vectors: vec![1024], part: manifest::Part::Register, aligned: 128, lane: 32 };
    HVX.get_or_init(|| target(titled("hvx"), NAMES, &registers))
}

#[test]
fn a_scalar_of_four_bytes_is_a_side_of_a_dot_product() {
    let expected = [
        ("hexagon_V6_vrmpybus_128B", Kernel::Product(false, true), [false, true], false),
        ("hexagon_V6_vrmpybus_acc_128B", Kernel::Product(false, true), [false, true], true),
        ("hexagon_V6_vrmpybusv_128B", Kernel::Product(false, true), [false, false], false),
        ("hexagon_V6_vrmpyub_128B", Kernel::Product(false, false), [false, true], false),
        ("hexagon_V6_vrmpyub_acc_128B", Kernel::Product(false, false), [false, true], true),
    ];
    let verticals = &hvx().of_register_size(1024).verticals;
    for (name, kernel, scalars, accumulates) in expected {
        let vertical = verticals.iter().find(|v| hvx().entry(v.entry).member.name == name);
        let vertical = vertical.unwrap_or_else(|| panic!("no {name}"));
        let dot = vertical.dot.as_ref().unwrap_or_else(|| panic!("{name} is no dot product"));
        let sides = [dot.left, dot.right].map(|side| vertical.operands[side].scalar);
        assert_eq!((dot.kernel, sides, dot.acc.is_some(), dot.arity()), (kernel, scalars, accumulates, 4), "{name}");
    }
}

/// A sum of products of four neighbours in memory by four weights, plus what is given.
fn row(element: &str, weights: [&str; 4], more: &str) -> String {
    let loads: String = (0..4).map(|n| format!("let p{n} : {element}x32 = load B[t + {n}, stride 4]\n")).collect();
    let term = |(n, w): (usize, &&str)| format!("int32x32((int16x32)widening_mul(({element}x32)p{n}, x32({w})))");
    let sum = weights.iter().enumerate().map(term).reduce(|sum, term| format!("({sum} + {term})")).unwrap();
    format!("{loads}int32x32 {sum}{more}\n")
}

/// The scalars that a program gives to an instruction of this name.
fn scalars(program: &Program, wanted: &str) -> usize {
    let of = |op: &StepOp| matches!(op, StepOp::Instruction { name, .. } if name == wanted);
    let args = program.steps.iter().filter(|step| of(&step.op)).flat_map(|step| &step.args);
    args.filter(|arg| program.steps[arg.0 as usize].shape.lanes == 1).count()
}

#[test]
fn weights_that_are_the_same_for_all_lanes_are_packed_in_a_scalar() {
    let [scalar, constant] =
        [["(int8)w0", "(int8)w1", "(int8)w2", "(int8)w3"], ["(int8)1", "(int8)-2", "(int8)3", "(int8)-4"]];
    let cases = [
        (row("uint8", scalar, ""), "hexagon_V6_vrmpybus_128B"),
        (row("uint8", constant, ""), "hexagon_V6_vrmpybus_128B"),
        (row("uint8", scalar, " + (int32x32)c"), "hexagon_V6_vrmpybus_acc_128B"),
    ];
    for (text, name) in cases {
        let found = programs(&text, hvx());
        let packed = found.iter().find(|p| instructions(p) == [name] && scalars(p, name) == 1);
        let program =
            packed.unwrap_or_else(|| panic!("{text}: {:?}", found.iter().map(instructions).collect::<Vec<_>>()));
        let window = &parse_file(&text).unwrap().windows[0];
        assert!(matches!(prove(window, program, hvx(), &InProcess), Verdict::Proved(_)), "{text}");
    }
}

#[test]
fn weights_that_differ_between_lanes_are_in_no_scalar() {
    let text = row("uint8", ["(int8)w0"; 4], "").replace("x32((int8)w0)", "(int8x32)w");
    let found = programs(&text, hvx());
    assert!(!found.is_empty(), "there is a program");
    for program in &found {
        assert!(!instructions(program).iter().any(|n| n.contains("vrmpybus_128B")), "{:?}", instructions(program));
    }
}
