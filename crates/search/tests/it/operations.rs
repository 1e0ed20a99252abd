//! Every operation that has an integer form has the values of the interpreter, on the very samples it is searched with.

use crate::support::unbounded;
use isotope_ir::build::{CALLS, infer};
use isotope_ir::expr::{Graph, Op};
use isotope_ir::interp::eval;
use isotope_ir::term::{mask, signed};
use isotope_ir::types::{Kind, Type};
use isotope_ir::window::Window;
use isotope_search::form::Form;
use isotope_search::limits::SAMPLES;
use isotope_search::streams::{Unsupported, read};

const LANES: u32 = 4;

fn types() -> Vec<Type> {
    [8, 16, 32].into_iter().flat_map(|bits| [Type::int(bits, LANES), Type::uint(bits, LANES)]).collect()
}

fn operations() -> Vec<Op> {
    use Op::*;
    let plain = [Add, Sub, Mul, Div, Mod, Eq, Ne, Lt, Le, Gt, Ge];
    plain.into_iter().chain(CALLS.iter().map(|(_, op)| op.clone())).collect()
}

/// The operation on variables; the last operand a constant where one is given.
fn window(op: &Op, types: &[Type], stated: Option<Type>, constant: Option<i128>) -> Option<Window> {
    infer(op, types, stated).ok()?;
    let mut graph = Graph::default();
    let mut args = Vec::new();
    for (at, &ty) in types.iter().enumerate() {
        args.push(match constant {
            Some(value) if at + 1 == types.len() => graph.splat(ty, value).ok()?,
            _ => graph.variable(&format!("v{at}"), ty).ok()?,
        });
    }
    let root = graph.make(op.clone(), &args, stated).ok()?;
    Window::new(&graph, root).ok()
}

/// How many samples of the first lane were compared; `None` where the window has no integer form.
fn compared(window: &Window) -> Option<usize> {
    let program = match read(&window.graph, window.root, &[], &unbounded()) {
        Ok(program) => program,
        Err(Unsupported::Operation(_)) => return None,
        Err(other) => panic!("{other}"),
    };
    let (f, ty) = (&program.forms, window.ty());
    let range = f.range(program.root());
    let mut compared = 0;
    for sample in 0..SAMPLES {
        // The leaf lanes that the first lane reads have the sample's values; nothing else is looked at.
        let mut leaves: Vec<Vec<u64>> =
            window.graph.leaves.iter().map(|leaf| vec![0; leaf.ty.lanes as usize]).collect();
        for id in f.all() {
            if let Form::Stream(number) = *f.form(id) {
                let (leaf, lane) = program.streams[number as usize].source[0];
                let bits = window.graph.leaves[leaf.0 as usize].ty.bits;
                leaves[leaf.0 as usize][lane as usize] = (f.values(id)[sample] as u128 & mask(bits)) as u64;
            }
        }
        let Some(want) = eval(window, &leaves).unwrap()[0].bits() else { continue };
        let want = if ty.is_signed() { signed(want.into(), ty.bits) } else { want as i128 };
        let got = f.values(program.root())[sample];
        assert_eq!(got, want, "{} at {leaves:?}", isotope_ir::print::print(window));
        assert!((range.0..=range.1).contains(&got), "{got} outside {range:?}");
        compared += 1;
    }
    Some(compared)
}

#[test]
fn every_operation_has_the_interpreters_values() {
    let (mut windows, mut samples, mut seen) = (0, 0, Vec::new());
    for op in operations() {
        for a in types() {
            let stated: Vec<Option<Type>> = match op {
                Op::Cast | Op::SaturatingCast => types().into_iter().map(Some).collect(),
                Op::Reinterpret => [Kind::Int, Kind::UInt].map(|kind| Some(a.with_kind(kind))).to_vec(),
                Op::Reduce(_) => vec![Some(a.with_lanes(1)), Some(a.with_lanes(2))],
                _ => vec![None],
            };
            for stated in stated {
                for operands in [vec![a], vec![a, a]].into_iter().chain(types().into_iter().map(|b| vec![a, b])) {
                    let Some(window) = window(&op, &operands, stated, None) else { continue };
                    if let Some(compared) = compared(&window) {
                        windows += 1;
                        samples += compared;
                        seen.push(std::mem::discriminant(&op));
                    }
                }
            }
        }
    }
    seen.dedup();
    assert!(seen.len() > 25, "{} operations have a form", seen.len());
    assert!(windows > 250 && samples > 15_000, "{windows} windows, {samples} samples");
}

#[test]
fn casts_and_saturating_casts_have_the_interpreters_values() {
    for op in [Op::Cast, Op::SaturatingCast] {
        for (a, b) in types().into_iter().flat_map(|a| types().into_iter().map(move |b| (a, b))) {
            let Some(window) = window(&op, &[a], Some(b), None) else { continue };
            assert_eq!(compared(&window), Some(SAMPLES), "{op:?} of {a} to {b}");
        }
    }
}

#[test]
fn operations_with_constants_have_the_interpreters_values() {
    use Op::*;
    let by_constant =
        [Div, Mod, ShiftLeft, ShiftRight, RoundingShiftLeft, RoundingShiftRight, WideningShiftLeft, WideningShiftRight];
    let mut samples = 0;
    for op in &by_constant {
        for a in types() {
            for b in [a, a.with_kind(Kind::Int), a.with_kind(Kind::UInt)] {
                for n in [1, 2, 3, 5, 7, 8, 9, 15, 31, 100, -1, -3, -7] {
                    let Some(window) = window(op, &[a, b], None, Some(n)) else { continue };
                    samples += compared(&window).unwrap_or(0);
                }
            }
        }
    }
    for op in [MulShiftRight, RoundingMulShiftRight] {
        for a in types() {
            for q in [0, 1, 7, 8, 15, 16, 31] {
                let Some(window) = window(&op, &[a, a, a.with_kind(Kind::UInt)], None, Some(q)) else { continue };
                samples += compared(&window).unwrap_or(0);
            }
        }
    }
    assert!(samples > 15_000, "{samples}");
}

fn refused(text: &str) -> String {
    let window = isotope_ir::parse::parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    read(&window.graph, window.root, &[], &unbounded()).err().map_or("read".into(), |why| why.to_string())
}

#[test]
fn what_has_no_form_is_refused_with_the_reason() {
    for (text, reason) in [
        ("uint8x4 ((uint8x4)a / (uint8x4)b)", "Div has no integer form"),
        ("uint8x4 ((uint8x4)a / x4((uint8)0))", "Div has no integer form"),
        ("int8x4 ((int8x4)a / x4((int8)-3))", "Div has no integer form"),
        ("uint8x4 (uint8x4)count_leading_zeros((uint8x4)a)", "CountLeadingZeros has no integer form"),
        ("float32x2 (float32x2)vector_reduce_add((float32x4)a)", "arithmetic on float32 has no integer form"),
        ("int8x1 (int8)vector_reduce_saturating_add((int8x32)a)", "a long saturating reduction of signed elements"),
        ("int16x4 shuffle((int16x2)a + (int16x2)b, (int16x2)a * (int16x2)b, 0, 1, 2, 3)", "compute different things"),
    ] {
        assert!(refused(text).contains(reason), "{text}: {}", refused(text));
    }
}

#[test]
fn data_movement_leaves_streams_alone() {
    let texts = [
        "uint8x4 slice_vectors((uint8x8)a, 1, 2, 4)",
        "uint8x8 interleave_vectors((uint8x4)a, (uint8x4)b)",
        "uint8x8 concat_vectors((uint8x4)a, (uint8x4)b)",
        "uint8x8 x2((uint8x4)a)",
    ];
    for text in texts {
        let window = isotope_ir::parse::parse_window(text).unwrap();
        let program = read(&window.graph, window.root, &[], &unbounded()).unwrap();
        let stream = program.stream(program.root()).unwrap_or_else(|| panic!("{text} is no stream"));
        let leaves: Vec<Vec<u64>> = (0..)
            .zip(&window.graph.leaves)
            .map(|(n, leaf)| (0..u64::from(leaf.ty.lanes)).map(|lane| 50 * n + lane).collect())
            .collect();
        let want: Vec<u64> = eval(&window, &leaves).unwrap().into_iter().map(|v| v.bits().unwrap()).collect();
        let got: Vec<u64> = stream.source.iter().map(|(leaf, lane)| leaves[leaf.0 as usize][*lane as usize]).collect();
        assert_eq!(got, want, "{text}");
    }
}

#[test]
fn samples_are_the_same_each_time_and_reach_the_ends_of_ranges() {
    let text = "let a : int16x4 in [-300, 77]\nint16x4 (int16x4)a + (int16x4)b\n";
    let window = isotope_ir::parse::parse_file(text).unwrap().windows.remove(0);
    let values = |n: u32| {
        let program = read(&window.graph, window.root, &[], &unbounded()).unwrap();
        let stream = |id: &isotope_search::form::Id| *program.forms.form(*id) == Form::Stream(n);
        let id = program.forms.all().into_iter().find(stream).unwrap();
        program.forms.values(id).to_vec()
    };
    for (stream, (lo, hi)) in [(0, (-300, 77)), (1, (-32768, 32767))] {
        let values_now = values(stream);
        assert_eq!(values_now, values(stream));
        assert_eq!((values_now.iter().min(), values_now.iter().max()), (Some(&lo), Some(&hi)));
        assert!(values_now.contains(&0) && values_now.contains(&1) && values_now.contains(&-1));
    }
}
