//! The type rules: every operation on every combination of types, against a table of what Halide gives; and what is said
//! of operands that it refuses.

#![allow(clippy::unwrap_used)]

use isotope_ir::build::{CALLS, TypeError, infer};
use isotope_ir::expr::{Graph, Leaf, LeafId, Op, ReduceOp};
use isotope_ir::types::{Kind, Type};

/// Every element type.
fn elements(lanes: u32) -> Vec<Type> {
    let mut all = vec![Type::bool(lanes)];
    for bits in [8, 16, 32, 64] {
        all.extend([Type::int(bits, lanes), Type::uint(bits, lanes)]);
    }
    all.extend([16, 32, 64].map(|bits| Type::float(bits, lanes)));
    all.push(Type { kind: Kind::BFloat, bits: 16, lanes });
    all
}

/// The type of twice the bits, where there is one: none of bool, of 64 bits, or of bfloat16.
fn wide(ty: Type) -> Option<Type> {
    (ty.bits > 1).then(|| ty.widen()).filter(|wide| wide.is_valid())
}

/// The result type of an operation of two operands, by Halide's IROperator.h; `None` where it takes no such operands.
fn of_two(op: &Op, a: Type, b: Type) -> Option<Type> {
    use Op::*;
    let same = a == b;
    let whole = a.is_integer() && b.is_integer();
    let alike = whole && a.bits == b.bits;
    let either_signed = if a.is_signed() || b.is_signed() { Kind::Int } else { Kind::UInt };
    match op {
        Add | Sub | Mul | Div | Mod | Min | Max => same.then_some(a),
        Eq | Ne | Lt | Le | Gt | Ge => same.then_some(Type::bool(a.lanes)),
        And | Or | Xor | DivRoundToZero | ModRoundToZero | SaturatingAdd | SaturatingSub | HalvingAdd | HalvingSub
        | RoundingHalvingAdd => (same && whole).then_some(a),
        // An amount may be of the other signedness.
        ShiftLeft | ShiftRight | RoundingShiftLeft | RoundingShiftRight => alike.then_some(a),
        WideningShiftLeft | WideningShiftRight => wide(a).filter(|_| alike),
        Absd => same.then(|| if a.is_float() { a } else { a.with_kind(Kind::UInt) }),
        WideningAdd => wide(a).filter(|_| same),
        // The difference of unsigned values has a sign.
        WideningSub => wide(a).filter(|_| same).map(|w| if a.is_integer() { w.with_kind(Kind::Int) } else { w }),
        WideningMul if a.is_float() => wide(a).filter(|_| same),
        WideningMul => wide(a).filter(|_| alike).map(|w| w.with_kind(either_signed)),
        WidenRightAdd | WidenRightSub | WidenRightMul => {
            let w = wide(b)?;
            (a == w || (whole && a.bits == w.bits)).then_some(a)
        }
        _ => None,
    }
}

fn of_one(op: &Op, a: Type) -> Option<Type> {
    match op {
        Op::StrictFloat => Some(a),
        Op::Abs if a.is_float() => Some(a),
        Op::Abs => Some(a.with_kind(Kind::UInt)),
        Op::Not | Op::CountLeadingZeros | Op::CountTrailingZeros | Op::PopCount => Some(a).filter(|a| a.is_integer()),
        _ => None,
    }
}

/// Operations of plain operands: those that Halide prints as calls, and its operators.
fn operations() -> Vec<Op> {
    let operators = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod, Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge];
    CALLS.iter().map(|(_, op)| op.clone()).chain(operators).collect()
}

/// Whether the rules here say how many operands an operation takes.
fn arity(op: &Op) -> Option<usize> {
    match op {
        Op::Reduce(_) | Op::SaturatingCast | Op::Reinterpret | Op::Mux => None,
        Op::Select | Op::MulShiftRight | Op::RoundingMulShiftRight | Op::PromiseClamped => Some(3),
        op if elements(1).iter().any(|&a| of_one(op, a).is_some()) => Some(1),
        _ => Some(2),
    }
}

#[test]
fn operations_of_one_operand_give_what_halide_gives() {
    for op in operations().into_iter().filter(|op| arity(op) == Some(1)) {
        for a in elements(4) {
            assert_eq!(infer(&op, &[a], None).ok(), of_one(&op, a), "{op:?} of {a}");
        }
    }
}

#[test]
fn operations_of_two_operands_give_what_halide_gives() {
    let all = [elements(4), elements(8)].concat();
    for op in operations().into_iter().filter(|op| arity(op) == Some(2)) {
        for &a in &all {
            for &b in &all {
                let expected = of_two(&op, a, b).filter(|_| a.lanes == b.lanes);
                assert_eq!(infer(&op, &[a, b], None).ok(), expected, "{op:?} of {a} and {b}");
            }
        }
    }
}

#[test]
fn multiply_shifts_give_the_type_of_their_signed_factor() {
    for op in [Op::MulShiftRight, Op::RoundingMulShiftRight] {
        for (a, b, q) in elements(4)
            .into_iter()
            .flat_map(|a| elements(4).into_iter().flat_map(move |b| elements(4).into_iter().map(move |q| (a, b, q))))
        {
            let whole = [a, b, q].iter().all(|ty| ty.is_integer() && ty.bits == a.bits);
            let expected = (whole && !q.is_signed()).then_some(if a.is_signed() { a } else { b });
            assert_eq!(infer(&op, &[a, b, q], None).ok(), expected, "{op:?} of {a}, {b} and {q}");
        }
    }
}

#[test]
fn choices_give_their_values() {
    let (a, b) = (Type::int(16, 8), Type::uint(16, 8));
    for (op, args, expected) in [
        (Op::Select, vec![Type::bool(8), a, a], Some(a)),
        (Op::Select, vec![Type::bool(1), a, a], Some(a)),
        (Op::Select, vec![Type::bool(4), a, a], None),
        (Op::Select, vec![Type::uint(8, 8), a, a], None),
        (Op::Select, vec![Type::bool(8), a, b], None),
        (Op::Select, vec![Type::bool(8), a], None),
        (Op::Mux, vec![Type::int(32, 1), a], Some(a)),
        (Op::Mux, vec![Type::uint(8, 8), b, b, b], Some(b)),
        (Op::Mux, vec![Type::bool(1), b, b], Some(b)),
        (Op::Mux, vec![Type::int(32, 2), a, a], None),
        (Op::Mux, vec![Type::float(32, 1), a, a], None),
        (Op::Mux, vec![Type::int(32, 1), a, b], None),
        (Op::Mux, vec![Type::int(32, 1)], None),
        (Op::Mux, vec![], None),
        (Op::PromiseClamped, vec![a, a, a], Some(a)),
        (Op::PromiseClamped, vec![a, a, b], None),
        (Op::PromiseClamped, vec![Type::float(32, 8); 3], None),
    ] {
        assert_eq!(infer(&op, &args, None).ok(), expected, "{op:?} of {args:?}");
    }
}

/// Operations whose result the front end states: which results each can give.
#[test]
fn stated_results_are_possible_ones() {
    let reduce = Op::Reduce(ReduceOp::Add);
    let (bytes, words) = (Type::uint(8, 16), Type::uint(16, 8));
    for (op, args, stated, good) in [
        (Op::Cast, vec![bytes], Type::float(32, 16), true),
        (Op::Cast, vec![bytes], Type::float(32, 8), false),
        (Op::SaturatingCast, vec![bytes], Type::int(8, 16), true),
        (Op::SaturatingCast, vec![bytes], Type::int(8, 1), false),
        (Op::Reinterpret, vec![bytes], words, true),
        (Op::Reinterpret, vec![bytes], Type::float(64, 2), true),
        (Op::Reinterpret, vec![bytes], Type::bool(128), true),
        (Op::Reinterpret, vec![bytes], Type::uint(16, 16), false),
        (Op::Broadcast, vec![Type::int(16, 1)], Type::int(16, 64), true),
        (Op::Broadcast, vec![Type::int(16, 4)], Type::int(16, 64), true),
        (Op::Broadcast, vec![Type::int(16, 3)], Type::int(16, 64), false),
        (Op::Broadcast, vec![Type::int(16, 1)], Type::uint(16, 64), false),
        (Op::Ramp, vec![Type::int(32, 1); 2], Type::int(32, 8), true),
        (Op::Ramp, vec![Type::int(32, 4); 2], Type::int(32, 8), true),
        (Op::Ramp, vec![Type::int(32, 1), Type::int(64, 1)], Type::int(32, 8), false),
        (Op::Ramp, vec![Type::float(32, 1); 2], Type::float(32, 8), false),
        (reduce.clone(), vec![bytes], Type::uint(8, 4), true),
        (reduce.clone(), vec![bytes], Type::uint(8, 16), true),
        (reduce.clone(), vec![bytes], Type::uint(8, 3), false),
        (reduce.clone(), vec![bytes], Type::uint(8, 32), false),
        (reduce.clone(), vec![bytes], words, false),
        (reduce, vec![Type::float(32, 4)], Type::float(32, 1), true),
        (Op::Reduce(ReduceOp::And), vec![Type::float(32, 4)], Type::float(32, 1), false),
        (Op::Reduce(ReduceOp::SaturatingAdd), vec![Type::float(32, 4)], Type::float(32, 1), false),
        (Op::Reduce(ReduceOp::Or), vec![Type::bool(64)], Type::bool(1), true),
        (Op::Const(255), vec![], Type::uint(8, 1), true),
        (Op::Const(256), vec![], Type::uint(8, 1), false),
        (Op::Const(u64::MAX), vec![], Type::int(64, 1), true),
        (Op::Const(2), vec![], Type::bool(1), false),
        (Op::Const(1), vec![], Type::uint(8, 2), false),
        (Op::Leaf(LeafId(0)), vec![], Type::uint(8, 2), true),
        (Op::Leaf(LeafId(0)), vec![bytes], Type::uint(8, 2), false),
        (Op::Add, vec![bytes, bytes], bytes, true),
        (Op::Add, vec![bytes, bytes], words, false),
    ] {
        assert_eq!(infer(&op, &args, Some(stated)).ok(), good.then_some(stated), "{op:?} of {args:?} as {stated}");
        let unstated = infer(&op, &args, None);
        match op {
            Op::Add => assert_eq!(unstated, Ok(bytes)),
            _ => assert!(unstated.is_err(), "{op:?} has no type of its own"),
        }
    }
}

/// No operation takes, or gives, a type that there is not.
#[test]
fn types_that_are_none_are_refused() {
    for ty in [
        Type::int(1, 4),
        Type::int(7, 4),
        Type::uint(128, 1),
        Type::uint(0, 1),
        Type::uint(8, 0),
        Type::uint(8, 4097),
        Type::float(8, 1),
        Type { kind: Kind::BFloat, bits: 32, lanes: 1 },
    ] {
        let said = infer(&Op::Cast, &[Type::uint(8, ty.lanes)], Some(ty)).unwrap_err();
        assert!(matches!(said, TypeError::Shape { .. }), "{said}");
        assert!(said.to_string().ends_with("there is no such type"), "{said}");
        assert!(Graph::default().variable("a", ty).is_err());
        assert_eq!(Type::parse(&ty.to_string()).filter(|again| *again == ty), None);
    }
    for text in [
        "",
        "int",
        "uint8x",
        "uint8x0",
        "uint8x01",
        "uint08",
        "uint8x4x4",
        "UINT8",
        "int8 ",
        "bool8",
        "float",
        "int-8",
        "uint8x99999999999",
    ] {
        assert_eq!(Type::parse(text), None, "{text}");
    }
    for ty in [elements(1), elements(7), elements(4096)].concat() {
        assert_eq!(Type::parse(&ty.to_string()), Some(ty));
    }
    assert_eq!(Type::parse("boolx8"), Some(Type::bool(8)));
}

#[test]
fn refusals_say_which_operand_and_why() {
    let (u8x4, i8x4, u16x4, f32x4) = (Type::uint(8, 4), Type::int(8, 4), Type::uint(16, 4), Type::float(32, 4));
    for (op, args, stated, said) in [
        (Op::Add, vec![u8x4], None, "+ takes two, not 1 operands"),
        (Op::Not, vec![u8x4, u8x4], None, "bitwise_not takes one, not 2 operands"),
        (Op::Select, vec![], None, "select takes three, not 0 operands"),
        (Op::Mux, vec![u8x4], None, "mux takes an index and values, not 1 operands"),
        (Op::Add, vec![u8x4, i8x4], None, "operand 2 of + is int8x4, but must be uint8x4"),
        (Op::And, vec![f32x4, f32x4], None, "operand 1 of bitwise_and is float32x4, but must be integers"),
        (
            Op::ShiftLeft,
            vec![u8x4, u16x4],
            None,
            "operand 2 of shift_left is uint16x4, but must be integers of 8 bits in 4 lanes",
        ),
        (
            Op::WideningAdd,
            vec![Type::int(64, 2); 2],
            None,
            "operand 1 of widening_add is int64x2, but must be of a type that has one of twice the bits",
        ),
        (
            Op::WidenRightAdd,
            vec![u8x4, u8x4],
            None,
            "operand 1 of widen_right_add is uint8x4, but must be uint16x4, twice the bits of operand 2",
        ),
        (Op::MulShiftRight, vec![i8x4; 3], None, "operand 3 of mul_shift_right is int8x4, but must be unsigned"),
        (
            Op::Select,
            vec![Type::bool(2), u8x4, u8x4],
            None,
            "operand 1 of select is uint1x2, but must be uint1 or uint1x4",
        ),
        (Op::Add, vec![u8x4, u8x4], Some(u16x4), "+ gives uint8x4 here, not uint16x4"),
        (
            Op::SaturatingCast,
            vec![u8x4],
            None,
            "saturating_cast needs its result type in front, as in (int32x16)saturating_cast(...)",
        ),
        (Op::Const(300), vec![], Some(Type::uint(8, 1)), "300 does not fit in uint8"),
        (Op::Const(3), vec![], Some(u8x4), "literal cannot give uint8x4: a literal is one lane, broadcast it"),
        (Op::Reinterpret, vec![u8x4], Some(u16x4), "reinterpret cannot give uint16x4: uint8x4 has other bits"),
        (Op::Shuffle(vec![0, 8]), vec![u8x4, u8x4], None, "shuffle cannot give uint8x2: there is no lane 8 in 8 lanes"),
        (Op::Shuffle(vec![]), vec![u8x4], None, "shuffle cannot give uint8: vectors have 1 to 4096 lanes"),
        (Op::Shuffle(vec![0]), vec![], None, "shuffle takes vectors and indices, not 0 operands"),
        (Op::Shuffle(vec![0]), vec![u8x4, i8x4], None, "operand 2 of shuffle is int8x4, but must be vectors of uint8"),
    ] {
        assert_eq!(infer(&op, &args, stated).unwrap_err().to_string(), said);
    }
}

#[test]
fn leaves_are_one_by_name_and_by_load() {
    use isotope_ir::expr::LoadAddress;
    let load = |offset| Some(LoadAddress { buffer: "B".into(), base: "t".into(), offset, stride: 1 });
    let leaf = |name: &str, range, load| Leaf { name: name.into(), ty: Type::uint(8, 4), range, load };
    let mut graph = Graph::default();
    let a = graph.leaf(leaf("a", None, load(0))).unwrap();
    assert_eq!(graph.leaf(leaf("a", None, load(0))), Ok(a), "the same again");
    assert_eq!(graph.leaf(leaf("other", None, load(0))), Ok(a), "another name for the same load");
    assert_ne!(graph.leaf(leaf("b", None, load(1))), Ok(a), "another place");
    assert_ne!(graph.leaf(leaf("c", Some((0, 9)), load(0))), Ok(a), "more is known of it");
    for (other, said) in [
        (
            leaf("a", None, load(3)),
            "leaf a is loaded from B[t + 3, stride 1] here, but loaded from B[t, stride 1] before; give one of them another name",
        ),
        (
            leaf("a", None, None),
            "leaf a is not loaded here, but loaded from B[t, stride 1] before; give one of them another name",
        ),
        (
            leaf("a", Some((1, 9)), load(0)),
            "leaf a is in [1, 9] here, but in [0, 255] before; give one of them another name",
        ),
        (
            Leaf { ty: Type::uint(8, 8), ..leaf("a", None, load(0)) },
            "leaf a is uint8x8 here, but uint8x4 before; give one of them another name",
        ),
    ] {
        assert_eq!(graph.leaf(other).unwrap_err().to_string(), said);
    }
    assert_eq!(graph.leaves.len(), 3);
}

#[test]
fn leaves_that_cannot_be_are_refused() {
    let said = |leaf: Leaf| Graph::default().leaf(leaf).unwrap_err().to_string();
    let leaf = |name: &str, range| Leaf { name: name.into(), ty: Type::int(8, 4), range, load: None };
    assert_eq!(said(leaf("", None)), "leaf : it has no name");
    assert_eq!(said(leaf("a\nb", None)), "leaf a\\nb: its name has a control character");
    assert_eq!(said(leaf("a", Some((3, 2)))), "leaf a: its range [3, 2] is empty");
    assert_eq!(said(leaf("a", Some((-129, 0)))), "leaf a: [-129, 0] is no range of int8x4");
    assert_eq!(said(leaf("a", Some((0, 128)))), "leaf a: [0, 128] is no range of int8x4");
    assert_eq!(said(Leaf { ty: Type::float(32, 4), ..leaf("a", Some((0, 1))) }), "leaf a: float32x4 has no range");
    assert!(Graph::default().leaf(leaf("a", Some((-128, 127)))).is_ok());
}

#[test]
fn promises_are_of_sums_and_products() {
    let mut graph = Graph::default();
    let a = graph.variable("a", Type::int(32, 4)).unwrap();
    let f = graph.variable("f", Type::float(32, 4)).unwrap();
    for (op, arg, good) in
        [(Op::Add, a, true), (Op::Sub, a, true), (Op::Mul, a, true), (Op::Div, a, false), (Op::Add, f, false)]
    {
        let made = graph.op(op.clone(), &[arg, arg]).unwrap();
        let promised = graph.with_no_wrap(made);
        assert_eq!(promised.is_ok(), good, "{op:?}");
        if let Ok(id) = promised {
            assert!(id != made && graph.node(id).no_wrap);
        }
    }
    let error = graph.with_no_wrap(a).unwrap_err().to_string();
    assert_eq!(error, "operand 1 of no_wrap is int32x4, but must be an integer +, - or *");
}
