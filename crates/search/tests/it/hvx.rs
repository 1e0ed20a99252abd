//! Scalars that hold as many elements as a slot: HVX's, from the vendor's dictionary. The costs of instructions are made up here.

use crate::neon::{instructions, programs, target, titled};
use isotope_dictionary::manifest;
use isotope_ir::parse::parse_file;
use isotope_program::proof::{Verdict, prove};
use isotope_program::{Program, StepOp};
use isotope_search::instructions::{Kernel, TargetInstructions};
use isotope_search::layout::Split;
use isotope_smt::InProcess;
use std::sync::OnceLock;

const NAMES: &[&str] = &[
    "hexagon_V6_vaddw_128B",
    "hexagon_V6_vrmpybus_128B",
    "hexagon_V6_vrmpybus_acc_128B",
    "hexagon_V6_vrmpybusv_128B",
    "hexagon_V6_vrmpyub_128B",
    "hexagon_V6_vrmpyub_acc_128B",
    "hexagon_V6_vtmpybus_128B",
    "hexagon_V6_vtmpybus_acc_128B",
    "hexagon_V6_vmpabus_128B",
    "hexagon_V6_vmpabus_acc_128B",
    "hexagon_V6_vmpybus_128B",
    "hexagon_V6_vmpybus_acc_128B",
    "hexagon_V6_vdmpybus_dv_128B",
    "hexagon_V6_vsathub_128B",
    "hexagon_V6_vasrhubrndsat_128B",
    "hexagon_V6_vasrwhsat_128B",
];

fn hvx() -> &'static TargetInstructions {
    static HVX: OnceLock<TargetInstructions> = OnceLock::new();
    let registers = manifest::Registers {
        vectors: vec![1024],
        counts: Vec::new(),
        part: manifest::Part::Register,
        aligned: 128,
        lane: 32,
    };
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

#[test]
fn sums_of_neighbours_are_recognised_with_the_places_of_their_weights() {
    let taps = &hvx().of_register_size(1024).taps;
    let found = |name: &str| {
        let is = |call: Option<isotope_search::instructions::Call>| {
            call.is_some_and(|c| hvx().entry(c.entry).member.name == name)
        };
        let taps = taps.iter().find(|taps| is(taps.plain)).unwrap_or_else(|| panic!("no {name}"));
        let shape = &taps.shape;
        let places = shape.taps.iter().map(|tap| (tap.register, tap.ahead, tap.weight.clone())).collect::<Vec<_>>();
        assert_eq!((shape.bits, shape.split, shape.signed), (16, Split::EvenOdd, [false, true]), "{name}");
        (shape.ahead, places, taps.adding.is_some())
    };
    let weight = |at: &[u32]| Some(at.to_vec());
    let neighbours = vec![(0, 0, weight(&[0, 2])), (0, 1, weight(&[1, 3])), (0, 2, None)];
    assert_eq!(found("hexagon_V6_vtmpybus_128B"), (Some(2), neighbours.clone(), true));
    assert_eq!(found("hexagon_V6_vdmpybus_dv_128B"), (Some(2), neighbours[..2].to_vec(), false));
    let any = vec![(0, 0, weight(&[0, 2])), (1, 0, weight(&[1, 3]))];
    assert_eq!(found("hexagon_V6_vmpabus_128B"), (None, any, true));
    assert_eq!(found("hexagon_V6_vmpybus_128B"), (None, vec![(0, 0, weight(&[0, 2, 1, 3]))], true));
}

#[test]
fn narrowings_take_two_registers_in_either_order_and_may_shift() {
    let narrowings = &hvx().of_register_size(1024).narrowings;
    let of = |name: &str| narrowings.iter().filter(|n| hvx().entry(n.entry).member.name == name).collect::<Vec<_>>();
    let sat = of("hexagon_V6_vsathub_128B");
    let firsts: Vec<(bool, Vec<u32>)> = sat.iter().map(|n| (n.swapped, n.from[..4].to_vec())).collect();
    assert_eq!(firsts, [(false, vec![64, 0, 65, 1]), (true, vec![0, 64, 1, 65])]);
    let shifts = |name: &str| {
        let shift = of(name)[0].shift.clone().unwrap_or_else(|| panic!("{name} shifts"));
        (shift.scalar, shift.rounds, shift.by)
    };
    assert_eq!(shifts("hexagon_V6_vasrhubrndsat_128B"), (32, true, (1..8).collect()));
    assert_eq!(shifts("hexagon_V6_vasrwhsat_128B"), (32, false, (1..16).collect()));
}

#[test]
fn a_stencil_is_a_sum_of_neighbours_that_is_shifted_and_narrowed_at_once() {
    let text = "let l : uint8x128 = load B[t - 1, stride 1]
let m : uint8x128 = load B[t, stride 1]
let r : uint8x128 = load B[t + 1, stride 1]
uint8x128 uint8x128((uint16x128)rounding_shift_right((uint16x128((uint8x128)l) + (uint16x128((uint8x128)m) * x128((uint16)2))) + uint16x128((uint8x128)r), x128((uint16)2)))
";
    let wanted = ["hexagon_V6_vtmpybus_128B", "hexagon_V6_vasrhubrndsat_128B"];
    let found = programs(text, hvx());
    let program = found.iter().find(|p| instructions(p) == wanted);
    let program = program.unwrap_or_else(|| panic!("{:?}", found.iter().map(instructions).collect::<Vec<_>>()));
    let window = &parse_file(text).unwrap().windows[0];
    assert!(matches!(prove(window, program, hvx(), &InProcess), Verdict::Proved(_)));
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
