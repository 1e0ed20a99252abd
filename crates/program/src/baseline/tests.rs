//! Every operation at every width, on variables and on constants, against the interpreter.

use super::*;
use crate::concrete::{self, NoInstructions};
use isotope_ir::Window;
use isotope_ir::build::{CALLS, infer};
use isotope_ir::interp::eval;
use isotope_ir::lanes::LaneTerms;
use isotope_ir::parse::parse_window;
use isotope_ir::soft_float::{fraction_bits, infinity, is_nan};
use isotope_ir::term::Terms;
use isotope_ir::types::Kind;

const LANES: u32 = 8;

fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// A lane's bits: often a corner, sometimes anything.
fn lane(state: &mut u64, ty: Type) -> u64 {
    let mask = u64::MAX >> (64 - ty.bits);
    let pick = next(state);
    let half = 1u64 << (ty.bits - 1);
    if ty.is_float() && pick & 3 != 0 {
        // Denormals, the least normal number, the largest, infinity, NaNs, integers, halves.
        let (infinity, fraction) = (infinity(ty), fraction_bits(ty));
        let one = (infinity >> 1) & (infinity << 1) & infinity;
        let corners = [
            0,
            1,
            (1 << fraction) - 1,
            1 << fraction,
            infinity - 1,
            infinity,
            infinity + 1,
            one,
            one + (1 << fraction),
        ];
        let near = corners[(pick >> 8) as usize % corners.len()].wrapping_add((pick >> 40) % 3);
        return (near ^ if pick >> 32 & 1 == 1 { half } else { 0 }) & mask;
    }
    (match pick >> 32 & 7 {
        0 => 0,
        1 => 1,
        2 => u64::MAX,
        3 => half,
        4 => half - 1,
        // Shift amounts of either sign.
        5 => pick % u64::from(ty.bits),
        6 => (pick % u64::from(ty.bits)).wrapping_neg(),
        _ => pick,
    }) & mask
}

/// All lowerings give what the interpreter gives, on lanes that are defined: how many were, or the first difference.
fn compare(window: &Window, state: &mut u64, trials: u32) -> Result<u32, String> {
    let (graph, root) = (&window.graph, window.root);
    let plain = [Some(lower(graph, root)), lower_without_calls(graph, root), lower_saturating(graph, root)];
    let all = plain.into_iter().chain(lower_part(&window.graph, window.root).into_iter().map(Some));
    all.flatten().try_fold(0, |sum, program| Ok(sum + compare_program(window, &program, state, trials)?))
}

fn compare_program(window: &Window, program: &Program, state: &mut u64, trials: u32) -> Result<u32, String> {
    let mut compared = 0;
    for _ in 0..trials {
        let inputs: Vec<Vec<u64>> =
            window.graph.leaves.iter().map(|l| (0..l.ty.lanes).map(|_| lane(state, l.ty)).collect()).collect();
        let params: Vec<Vec<u128>> = program
            .params
            .iter()
            .map(|p| match p.origin {
                Origin::Leaf(leaf) => inputs[leaf.0 as usize].iter().map(|&v| v.into()).collect(),
                Origin::Load(_) => panic!("the baseline makes no loads"),
            })
            .collect();
        let want = eval(window, &inputs).unwrap();
        let got = concrete::run(program, &params, &NoInstructions).map_err(|e| format!("{e}: {program:?}"))?;
        for (at, (got, want)) in got.iter().zip(&want).enumerate() {
            let Some(want) = want.bits() else { continue };
            let nan = is_nan(want, window.ty()) && got.is_some_and(|got| is_nan(got as u64, window.ty()));
            if *got != Some(want.into()) && !nan {
                let types: Vec<Type> = window.graph.nodes.iter().map(|n| n.ty).collect();
                let root = window.graph.node(window.root);
                return Err(format!("{:?} over {types:?}: lane {at} of {inputs:?} gave {got:?}, not {want}", root.op));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// Fails with all that differed, the first line of each.
fn report(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} windows differ:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
}

fn types() -> Vec<Type> {
    let of = |bits: u32| [Type::int(bits, LANES), Type::uint(bits, LANES)];
    let floats = [(Kind::Float, 16), (Kind::Float, 32), (Kind::Float, 64), (Kind::BFloat, 16)];
    let float = |(kind, bits)| Type { kind, bits, lanes: LANES };
    [8, 16, 32, 64].into_iter().flat_map(of).chain([Type::bool(LANES)]).chain(floats.map(float)).collect()
}

fn operations() -> Vec<Op> {
    use Op::*;
    let plain = [Add, Sub, Mul, Div, Mod, Eq, Ne, Lt, Le, Gt, Ge];
    plain.into_iter().chain(CALLS.iter().map(|(_, op)| op.clone())).collect()
}

/// Operands of these types; the last one a constant where `constant` gives its lanes' bits.
fn window(op: &Op, types: &[Type], stated: Option<Type>, constant: Option<u64>) -> Option<Window> {
    if !types.iter().all(|t| t.is_valid()) {
        return None;
    }
    infer(op, types, stated).ok()?;
    let mut graph = Graph::default();
    let mut args = Vec::new();
    for (at, &ty) in types.iter().enumerate() {
        args.push(match constant {
            Some(bits) if at + 1 == types.len() => graph.splat_of_bits(ty, bits).unwrap(),
            _ => graph.variable(&format!("v{at}"), ty).unwrap(),
        });
    }
    let root = graph.make(op.clone(), &args, stated).unwrap();
    Window::new(&graph, root).ok()
}

#[test]
fn every_operation_on_every_type() {
    let mut state = 0x1234_5678_9abc_def1;
    let types = types();
    let (mut windows, mut lanes, mut wrong) = (0, 0, Vec::new());
    for op in operations() {
        for &a in &types {
            let stated: Vec<Option<Type>> = match op {
                Op::Cast | Op::SaturatingCast => types.iter().map(|&t| Some(t)).collect(),
                Op::Reduce(_) => [1, 2, 4, 8].iter().map(|&l| Some(a.with_lanes(l))).collect(),
                Op::Reinterpret => types.iter().map(|t| Some(t.with_lanes(a.total_bits() / t.bits))).collect(),
                _ => vec![None],
            };
            for stated in stated {
                for operands in [vec![a], vec![a, a]].into_iter().chain(types.iter().map(|&b| vec![a, b])) {
                    for q in [None, Some(a.with_kind(Kind::UInt))] {
                        let all: Vec<Type> = operands.iter().copied().chain(q).collect();
                        let Some(window) = window(&op, &all, stated, None) else { continue };
                        match compare(&window, &mut state, 12) {
                            Ok(compared) => lanes += compared,
                            Err(difference) => wrong.push(difference),
                        }
                        windows += 1;
                    }
                }
            }
        }
    }
    report(&wrong);
    assert!(windows > 1000 && lanes > 50_000, "only {windows} windows with {lanes} defined lanes");
}

/// The proved code is the executed code: all lowerings of a float operation are the very terms of the window's lanes.
#[test]
fn floats_are_lowered_to_what_their_lanes_say() {
    struct None_;
    impl crate::symbolic::InstructionLanes for None_ {
        fn lanes(&self, _: &str, _: &[u64]) -> Option<crate::symbolic::InstructionTerms<'_>> {
            None
        }
    }
    let mut windows = 0;
    let types: Vec<Type> = types();
    for op in operations() {
        let stated: Vec<Option<Type>> = match op {
            Op::Cast | Op::SaturatingCast => types.iter().map(|&t| Some(t)).collect(),
            _ => vec![None],
        };
        for (&a, &stated) in types.iter().flat_map(|a| stated.iter().map(move |s| (a, s))) {
            for operands in [vec![a], vec![a, a]] {
                let Some(window) = window(&op, &operands, stated, None) else { continue };
                if !a.is_float() && !window.ty().is_float() {
                    continue;
                }
                let (graph, root) = (&window.graph, window.root);
                let all = [Some(lower(graph, root)), lower_without_calls(graph, root), lower_saturating(graph, root)];
                for program in all.into_iter().flatten() {
                    let mut terms = Terms::new();
                    let want = LaneTerms::new(&window).term(&mut terms, window.root, 3);
                    let got = crate::symbolic::lanes(&program, &window.graph, &None_, &mut terms).unwrap();
                    assert_eq!(got[3].value, want, "{op:?} of {operands:?} to {:?}", window.ty());
                    windows += 1;
                }
            }
        }
    }
    assert!(windows > 150, "only {windows} windows");
}

#[test]
fn constants_take_their_own_ways() {
    use Op::*;
    let mut state = 0xfeed_beef_0bad_cafe;
    let (mut windows, mut wrong) = (0, Vec::new());
    let by_constant = [
        Div,
        Mod,
        DivRoundToZero,
        ModRoundToZero,
        ShiftLeft,
        ShiftRight,
        RoundingShiftLeft,
        RoundingShiftRight,
        WideningShiftLeft,
        WideningShiftRight,
    ];
    for a in types().into_iter().filter(|t| t.is_integer()) {
        for b in [a, a.with_kind(Kind::Int), a.with_kind(Kind::UInt)] {
            for n in [0i64, 1, 2, 3, 5, 7, 8, 9, 15, 16, 31, 32, 33, 64, 100, 127, -1, -2, -7, -8, -128, i64::MIN] {
                let bits = n as u64 & u64::MAX >> (64 - a.bits);
                for op in &by_constant {
                    let Some(window) = window(op, &[a, b], None, Some(bits)) else { continue };
                    wrong.extend(compare(&window, &mut state, 6).err());
                    windows += 1;
                }
            }
            for q in 0..a.bits as u64 * 4 {
                for op in [MulShiftRight, RoundingMulShiftRight] {
                    let amount = q & u64::MAX >> (64 - a.bits);
                    let operands = [a, b, a.with_kind(Kind::UInt)];
                    let Some(window) = window(&op, &operands, None, Some(amount)) else { continue };
                    wrong.extend(compare(&window, &mut state, 6).err());
                    windows += 1;
                }
            }
        }
    }
    report(&wrong);
    assert!(windows > 3000, "only {windows} windows");
}

#[test]
fn lanes_are_moved_as_the_interpreter_moves_them() {
    let mut state = 77;
    let texts = [
        "int16x8 ramp((int16)a, (int16)3, 8)",
        "int32x8 ramp((int32x2)a, (int32x2)b, 4)",
        "uint8x8 x4((uint8x2)a)",
        "uint8x4 shuffle((uint8x4)a, (uint8x4)b, 0, 4, 1, 7)",
        "uint8x6 concat_vectors((uint8x4)a, (uint8x2)b)",
        "uint8x12 interleave_vectors((uint8x4)a, (uint8x4)b, (uint8x4)c)",
        "uint8x2 slice_vectors((uint8x8)a, 1, 3, 2)",
        "int16x4 select((uint1)c, (int16x4)a, (int16x4)b)",
        "int16x4 select((int16x4)a < (int16x4)b, (int16x4)a, (int16x4)b)",
        "int16x4 (int16x4)mux((int8x4)i, (int16x4)a, (int16x4)b, (int16x4)c)",
        "uint8x1 (uint8)vector_reduce_max((uint8x7)a)",
        "uint8x1 (uint8)vector_reduce_saturating_add((uint8x12)a)",
        "int8x1 (int8)vector_reduce_saturating_add((int8x12)a)",
        "int32x2 (int32x2)vector_reduce_add((int32x12)a)",
    ];
    for text in texts {
        match parse_window(text) {
            Ok(window) => report(Vec::from_iter(compare(&window, &mut state, 20).err()).as_slice()),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn the_lowering_is_what_a_front_end_would_write() {
    let window = parse_window("uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)").unwrap();
    let program = lower(&window.graph, window.root);
    assert_eq!(program.steps.len(), 3);
    assert!(matches!(program.steps[2].op, StepOp::Generic(Generic::UAddSat)));
}
