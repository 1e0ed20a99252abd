//! Programs: drafts keep each step once and finish without what is not needed; what is remembered reads back.

use super::*;
use crate::baseline;
use isotope_ir::parse::{parse_file, parse_window};
use isotope_ir::window::Window;

#[test]
fn windows_and_programs_come_back_from_json() {
    let text = include_str!("../../../../tests/cases/windows/x86/conv3x3a16.txt");
    for window in parse_file(text).unwrap().windows {
        let json = serde_json::to_string(&window).unwrap();
        let back: Window = serde_json::from_str(&json).unwrap();
        assert_eq!(back, window);
        let program = baseline::lower(&back.graph, back.root);
        let json = serde_json::to_string(&program).unwrap();
        assert_eq!(serde_json::from_str::<Program>(&json).unwrap(), program);
    }
}

/// Names that the memo's records have: a change makes what is on disk unreadable.
#[test]
fn what_is_remembered_keeps_its_names() {
    let window = parse_window("uint8x4 (uint8x4)saturating_add((uint8x4)a, x4((uint8)3))").unwrap();
    let json = serde_json::to_string(&baseline::lower(&window.graph, window.root)).unwrap();
    assert_eq!(
        json,
        r#"{"params":[{"name":"a","ty":{"kind":"UInt","bits":8,"lanes":4},"origin":{"Leaf":0},"address":null}],"#
            .to_owned()
            + r#""steps":[{"op":{"Param":0},"args":[],"shape":{"bits":8,"lanes":4}},"#
            + r#"{"op":{"Constant":[3,3,3,3]},"args":[],"shape":{"bits":8,"lanes":4}},"#
            + r#"{"op":{"Generic":"UAddSat"},"args":[0,1],"shape":{"bits":8,"lanes":4}}],"#
            + r#""result":2,"ty":{"kind":"UInt","bits":8,"lanes":4}}"#
    );
}

/// A draft over two leaves of eight bytes.
fn draft() -> (Draft, [Value; 2]) {
    let window = parse_window("uint8x8 (uint8x8)a + (uint8x8)b").unwrap();
    let mut draft = Draft::new(Param::leaves(&window.graph), window.ty());
    let values = [0, 1].map(|n| draft.push(StepOp::Param(n), vec![], Shape::new(8, 8)));
    (draft, values)
}

#[test]
fn equal_steps_are_one() {
    let (mut draft, [a, b]) = draft();
    let shape = Shape::new(8, 8);
    let (one, other) = (draft.generic(Generic::Add, vec![a, b], shape), draft.generic(Generic::Add, vec![a, b], shape));
    assert_eq!(one, other);
    assert_ne!(one, draft.generic(Generic::Add, vec![b, a], shape), "operands have their order");
    assert_ne!(one, draft.generic(Generic::Sub, vec![a, b], shape));
    assert_eq!(draft.splat(1, shape), draft.splat(257, shape), "an element has so many bits");
    assert_eq!(draft.into_steps().len(), 6);
}

#[test]
fn a_bitcast_to_the_same_elements_is_the_value() {
    let (mut draft, [a, _]) = draft();
    assert_eq!(draft.bitcast(a, 8), a);
    let words = draft.bitcast(a, 16);
    assert_eq!((draft.shape(words), draft.shape(words).total_bits()), (Shape::new(16, 4), 64));
    assert_eq!(draft.step(words).op, StepOp::Generic(Generic::Bitcast));
    assert_eq!(Shape::new(8, 8).bitcast(64), Shape::new(64, 1));
}

#[test]
fn finishing_drops_what_the_result_does_not_need() {
    let (mut draft, [a, b]) = draft();
    let shape = Shape::new(8, 8);
    let unused = draft.generic(Generic::Mul, vec![a, b], shape);
    let other = draft.generic(Generic::Xor, vec![unused, a], shape);
    let result = draft.generic(Generic::Abs, vec![b], shape);
    let program = draft.clone().finish(result);
    assert_eq!(program.steps.len(), 2);
    assert_eq!(program.params.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(program.steps[0].op, StepOp::Param(0), "parameters are numbered anew");
    assert_eq!(program.step(program.result).args, [Value(0)]);
    let whole = draft.finish(other);
    assert_eq!((whole.steps.len(), whole.params.len()), (4, 2));
    for (at, step) in whole.steps.iter().enumerate() {
        assert!(step.args.iter().all(|arg| (arg.0 as usize) < at), "operands before users");
    }
}

#[test]
fn formats_are_those_of_llvm() {
    for (ty, format) in [
        (Type::float(16, 4), Some(FloatFormat::Half)),
        (Type::float(32, 4), Some(FloatFormat::Single)),
        (Type::float(64, 4), Some(FloatFormat::Double)),
        (Type { kind: Kind::BFloat, bits: 16, lanes: 4 }, None),
        (Type::int(32, 4), None),
    ] {
        assert_eq!(FloatFormat::of(ty), format, "{ty}");
        assert!(format.is_none_or(|f| f.scalar() == ty.with_lanes(1) && f.bits() == ty.bits));
    }
}

#[test]
fn loads_are_named_after_their_buffer_and_offset() {
    let address = LoadAddress { buffer: "in".into(), base: "t".into(), offset: -3, stride: 1 };
    let param = Param::load(Type::uint(8, 16), address.clone());
    assert_eq!((param.name.as_str(), param.address.as_ref()), ("in.-3", Some(&address)));
    assert_eq!(param.origin, Origin::Load(address));
}

/// How a program's steps of one kind lie among all of them.
fn at(program: &Program, op: Generic) -> Vec<usize> {
    let is = |(at, step): (usize, &Step)| (step.op == StepOp::Generic(op.clone())).then_some(at);
    program.steps.iter().enumerate().filter_map(is).collect()
}

/// Registers of a result, each the square of a difference of its own, or of something that all of them read.
fn registers(count: u64, is_shared: bool) -> Program {
    let (mut draft, [a, b]) = draft();
    let shape = Shape::new(8, 8);
    let splats: Vec<Value> = (0..count).map(|n| draft.splat(n, shape)).collect();
    let whole = draft.generic(Generic::Add, vec![a, b], shape);
    let terms: Vec<Value> = (0..4)
        .flat_map(|n| splats.iter().zip(0..).map(move |(&splat, at)| (n, splat, at)).collect::<Vec<_>>())
        .map(|(n, splat, at)| {
            let of = draft.splat(if is_shared { n + 90 } else { 10 * n + at + 20 }, shape);
            let shared = draft.generic(Generic::Mul, vec![whole, of], shape);
            draft.generic(Generic::Sub, vec![shared, splat], shape)
        })
        .collect();
    let sum = |draft: &mut Draft, n: usize| {
        let of = |k: usize| terms[k * count as usize + n];
        (1..4).fold(of(0), |sum, k| draft.generic(Generic::Xor, vec![sum, of(k)], shape))
    };
    let sums = (0..count as usize).map(|n| sum(&mut draft, n)).collect();
    let result =
        draft.generic(Generic::Shuffle((0..8 * count as u32).collect()), sums, Shape::new(8, 8 * count as u32));
    draft.finish(result)
}

#[test]
fn steps_are_in_the_order_that_holds_fewer_values() {
    // Written value by value, all differences are held until the sums begin.
    let apart = registers(6, false);
    let [differences, sums] = [Generic::Sub, Generic::Xor].map(|op| at(&apart, op));
    assert!(sums[0] < differences[6], "{differences:?} {sums:?}");
    for program in [&apart, &registers(6, true)] {
        for (at, step) in program.steps.iter().enumerate() {
            assert!(step.args.iter().all(|arg| (arg.0 as usize) < at), "operands before users");
        }
    }
}

#[test]
fn an_order_that_holds_no_fewer_values_stays() {
    let (mut draft, [a, b]) = draft();
    let shape = Shape::new(8, 8);
    let sums = [[a, b], [b, a]].map(|args| draft.generic(Generic::Sub, args.to_vec(), shape));
    let result = draft.generic(Generic::Mul, sums.to_vec(), shape);
    let absolute = draft.generic(Generic::Abs, vec![result], shape);
    let program = draft.finish(absolute);
    assert_eq!(at(&program, Generic::Sub), [2, 3]);
}
