//! Every operation at its corners, three ways: a definition on mathematical integers written here from Halide's
//! documentation, the interpreter, and the lane's term.

#![allow(clippy::unwrap_used)]

use isotope_ir::Window;
use isotope_ir::build::CALLS;
use isotope_ir::expr::{Graph, Leaf, Op, ReduceOp};
use isotope_ir::interp::{eval, integer};
use isotope_ir::lanes::{lane_terms, var_leaf};
use isotope_ir::term::Terms;
use isotope_ir::types::Type;

fn integers() -> Vec<Type> {
    let of = |bits| [Type::int(bits, 1), Type::uint(bits, 1)];
    [vec![Type::bool(1)], [8, 16, 32, 64].into_iter().flat_map(of).collect()].concat()
}

/// Values at which an operation on a type may go wrong.
fn corners(ty: Type) -> Vec<i128> {
    let (low, high) = ty.range().unwrap();
    let bits = i128::from(ty.bits);
    let near = [
        low,
        low + 1,
        -bits - 1,
        -bits,
        1 - bits,
        -2,
        -1,
        0,
        1,
        2,
        3,
        7,
        bits - 1,
        bits,
        bits + 1,
        2 * bits - 1,
        2 * bits,
    ];
    let middle = [high / 2, high / 2 + 1, high / 3, 4 * bits - 1, 4 * bits, high - 1, high];
    let mut all: Vec<i128> = near.into_iter().chain(middle).filter(|v| (low..=high).contains(v)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// 2^n times a value, rounded down; exact where it stays an integer of 127 bits.
fn scaled(a: i128, n: i128) -> i128 {
    if n >= 0 { a << n.min(100) } else { a >> (-n).min(127) }
}

/// As [`scaled`], rounded to nearest with halves up.
fn rounded(a: i128, n: i128) -> i128 {
    if n >= 0 { scaled(a, n) } else { scaled(a, n) + (scaled(a, n + 1) & 1) }
}

/// The result of an operation on integers, before it is wrapped to the result's type; `None` where Halide leaves it open.
fn model(op: &Op, v: &[i128], types: &[Type], to: Type) -> Option<i128> {
    use Op::*;
    let bits = i128::from(types[0].bits);
    let (low, high) = to.range()?;
    let (a, b) = (v[0], *v.get(1).unwrap_or(&0));
    // A shift by an amount of less than so many bits.
    let near = |amount: i128, bound: i128| (amount.abs() < bound).then_some(amount);
    Some(match op {
        Cast | StrictFloat => a,
        SaturatingCast => a.clamp(low, high),
        Not => -a - 1,
        Abs => a.abs(),
        CountLeadingZeros => (0..bits).take_while(|n| a >> (bits - 1 - n) & 1 == 0).count() as i128,
        CountTrailingZeros => (0..bits).take_while(|n| a >> n & 1 == 0).count() as i128,
        PopCount => (0..bits).filter(|n| a >> n & 1 == 1).count() as i128,
        Add | WideningAdd | WidenRightAdd => a + b,
        Sub | WideningSub | WidenRightSub => a - b,
        Mul | WideningMul | WidenRightMul => a.wrapping_mul(b),
        // The remainder is never negative; nothing is divided by zero.
        Div | Mod if b == 0 => 0,
        Mod => ((a % b) + b.abs()) % b.abs(),
        Div => (a - ((a % b) + b.abs()) % b.abs()) / b,
        DivRoundToZero | ModRoundToZero if b == 0 => return None,
        DivRoundToZero => a / b,
        ModRoundToZero => a - a / b * b,
        Min => a.min(b),
        Max => a.max(b),
        Eq => (a == b).into(),
        Ne => (a != b).into(),
        Lt => (a < b).into(),
        Le => (a <= b).into(),
        Gt => (a > b).into(),
        Ge => (a >= b).into(),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        ShiftLeft => scaled(a, near(b, bits)?),
        ShiftRight => scaled(a, -near(b, bits)?),
        WideningShiftLeft => scaled(a, near(b, 2 * bits)?),
        WideningShiftRight => scaled(a, -near(b, 2 * bits)?),
        // To the right it is computed in twice the bits.
        RoundingShiftRight => rounded(a, -near(b, if b > 0 { 2 * bits } else { bits })?),
        RoundingShiftLeft => rounded(a, near(b, if b < 0 { 2 * bits } else { bits })?),
        Absd => (a - b).abs(),
        SaturatingAdd => (a + b).clamp(low, high),
        SaturatingSub => (a - b).clamp(low, high),
        HalvingAdd => (a + b) >> 1,
        HalvingSub => (a - b) >> 1,
        RoundingHalvingAdd => (a + b + 1) >> 1,
        MulShiftRight => scaled(a * b, -near(v[2], 2 * bits)?).clamp(low, high),
        RoundingMulShiftRight => rounded(a * b, -near(v[2], 4 * bits)?).clamp(low, high),
        PromiseClamped => return (v[1] <= a && a <= v[2]).then_some(a),
        _ => return None,
    })
}

/// Compares the three on vectors of every combination of corners; how many lanes were defined.
fn check(op: &Op, types: &[Type], stated: Option<Type>) -> Option<usize> {
    let all: Vec<Vec<i128>> = types.iter().fold(vec![vec![]], |all, ty| {
        all.iter().flat_map(|row| corners(*ty).into_iter().map(|v| [row.as_slice(), &[v]].concat())).collect()
    });
    let mut defined = 0;
    for rows in all.chunks(512) {
        let lanes = rows.len() as u32;
        let mut graph = Graph::default();
        let leaf = |(n, ty): (usize, &Type)| {
            let ty = ty.with_lanes(lanes);
            graph.leaf(Leaf { name: format!("v{n}"), ty, range: None, load: None }).unwrap()
        };
        let args: Vec<_> = types.iter().enumerate().map(leaf).collect();
        let made = graph.make(op.clone(), &args, stated.map(|ty| ty.with_lanes(lanes))).ok()?;
        let window = Window::new(&graph, made).unwrap();
        let to = window.ty().with_lanes(1);
        let inputs: Vec<Vec<u64>> = types
            .iter()
            .enumerate()
            .map(|(n, ty)| rows.iter().map(|row| integer::wrap(row[n], *ty)).collect())
            .collect();
        let mut terms = Terms::new();
        let found = lane_terms(&window, &mut terms);
        let vars = |var: u32| {
            let (leaf, lane) = var_leaf(var);
            u128::from(inputs[leaf.0 as usize][lane as usize])
        };
        for (lane, (row, value)) in rows.iter().zip(eval(&window, &inputs).unwrap()).enumerate() {
            let expected = model(op, row, types, to).map(|v| integer::wrap(v, to));
            assert_eq!(value.bits(), expected, "{op:?} of {row:?} as {types:?}, to {to}");
            let is_defined = terms.eval(found.defined[lane], &vars).unwrap() == 1;
            assert_eq!(is_defined, expected.is_some(), "the term's side condition of {op:?} of {row:?} as {types:?}");
            if let Some(bits) = expected {
                defined += 1;
                let term = terms.eval(found.lanes[lane], &vars);
                assert_eq!(term, Some(bits.into()), "the term of {op:?} of {row:?} as {types:?}, to {to}");
            }
        }
    }
    Some(defined)
}

fn operations() -> Vec<Op> {
    let operators = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod, Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge];
    let plain = |op: &&Op| !matches!(op, Op::Reduce(_) | Op::SaturatingCast | Op::Reinterpret | Op::Mux | Op::Select);
    CALLS.iter().map(|(_, op)| op).filter(plain).cloned().chain(operators).collect()
}

#[test]
fn operations_of_one_and_two_operands() {
    let mut met = std::collections::BTreeSet::new();
    for op in operations() {
        for a in integers() {
            met.extend(check(&op, &[a], None).map(|_| format!("{op:?}")));
            for b in integers() {
                met.extend(check(&op, &[a, b], None).map(|_| format!("{op:?}")));
            }
        }
    }
    let three = [Op::MulShiftRight, Op::RoundingMulShiftRight, Op::PromiseClamped].map(|op| format!("{op:?}"));
    assert!(operations().iter().all(|op| met.contains(&format!("{op:?}")) || three.contains(&format!("{op:?}"))));
}

#[test]
fn multiply_shifts() {
    for op in [Op::MulShiftRight, Op::RoundingMulShiftRight] {
        for (a, b) in integers().into_iter().flat_map(|a| integers().into_iter().map(move |b| (a, b))) {
            // A product of two unsigned 64-bit values passes the model's integers.
            if a.bits == b.bits && (a.bits < 64 || a.is_signed() || b.is_signed()) && a.bits > 1 {
                let defined = check(&op, &[a, b, Type::uint(a.bits, 1)], None);
                assert!(defined.is_some_and(|n| n > 100), "{op:?} of {a} and {b}: {defined:?}");
            }
        }
    }
}

#[test]
fn promises() {
    for ty in [Type::int(8, 1), Type::uint(16, 1)] {
        assert!(check(&Op::PromiseClamped, &[ty; 3], None).is_some_and(|n| n > 100));
    }
}

#[test]
fn conversions_between_integers() {
    for (a, b) in integers().into_iter().flat_map(|a| integers().into_iter().map(move |b| (a, b))) {
        for op in [Op::Cast, Op::SaturatingCast] {
            let lanes = corners(a).len();
            assert_eq!(check(&op, &[a], Some(b)), Some(lanes), "{op:?} of {a} to {b}");
        }
    }
}

/// A product of two unsigned 64-bit values has 128 bits, all of which the shift sees.
#[test]
fn multiply_shifts_of_128_bits() {
    let ty = Type::uint(64, 1);
    for rounding in [false, true] {
        let mut graph = Graph::default();
        let args = ["a", "b", "q"].map(|name| graph.variable(name, ty).unwrap());
        let op = if rounding { Op::RoundingMulShiftRight } else { Op::MulShiftRight };
        let made = graph.op(op, &args).unwrap();
        let window = Window::new(&graph, made).unwrap();
        for (a, b, q) in [
            (u64::MAX, u64::MAX, 64),
            (u64::MAX, u64::MAX, 63),
            (u64::MAX, u64::MAX, 127),
            (1 << 63, 1 << 63, 126),
            (1 << 63, 3, 64),
            (1 << 63, 1, 64),
            (0x1234_5678_9abc_def0, 0xfedc_ba98_7654_3210, 60),
            (5, 7, 0),
        ] {
            let product = u128::from(a) * u128::from(b);
            let half = if rounding && q > 0 { product >> (q - 1) & 1 } else { 0 };
            let expected = ((product >> q) + half).min(u64::MAX.into()) as u64;
            let found = eval(&window, &[vec![a], vec![b], vec![q]]).unwrap()[0].bits();
            assert_eq!(found, Some(expected), "{a:x} {b:x} {q}");
            let mut terms = Terms::new();
            let lane = lane_terms(&window, &mut terms).lanes[0];
            let value = terms.eval(lane, &|var| [a, b, q][var_leaf(var).0.0 as usize].into());
            assert_eq!(value, Some(expected.into()), "{a:x} {b:x} {q}");
        }
    }
}

/// A reduction is its step repeated from the lowest lane up, whatever the factor.
#[test]
fn reductions_repeat_their_step() {
    let steps: [(ReduceOp, Op); 7] = [
        (ReduceOp::Add, Op::Add),
        (ReduceOp::SaturatingAdd, Op::SaturatingAdd),
        (ReduceOp::Mul, Op::Mul),
        (ReduceOp::Min, Op::Min),
        (ReduceOp::Max, Op::Max),
        (ReduceOp::And, Op::And),
        (ReduceOp::Or, Op::Or),
    ];
    for (reduce, step) in steps {
        for element in integers() {
            let values = corners(element);
            for factor in [1u32, 2, 3, 5, 8] {
                let from = element.with_lanes(factor * 4);
                let mut graph = Graph::default();
                let a = graph.variable("a", from).unwrap();
                let made = graph.make(Op::Reduce(reduce), &[a], Some(element.with_lanes(4))).unwrap();
                let window = Window::new(&graph, made).unwrap();
                let lanes: Vec<i128> = (0..from.lanes as usize).map(|n| values[n * 7 % values.len()]).collect();
                let inputs = vec![lanes.iter().map(|&v| integer::wrap(v, element)).collect::<Vec<u64>>()];
                let mut terms = Terms::new();
                let found = lane_terms(&window, &mut terms);
                for (lane, value) in eval(&window, &inputs).unwrap().into_iter().enumerate() {
                    let chunk = &lanes[lane * factor as usize..][..factor as usize];
                    let combine = |a: i128, b: &i128| {
                        let exact = model(&step, &[a, *b], &[element; 2], element).unwrap();
                        integer::value(integer::wrap(exact, element), element)
                    };
                    let expected = chunk[1..].iter().fold(chunk[0], combine);
                    assert_eq!(
                        value.bits(),
                        Some(integer::wrap(expected, element)),
                        "{reduce:?} of {chunk:?} as {element}"
                    );
                    let vars = |var: u32| u128::from(inputs[0][var_leaf(var).1 as usize]);
                    assert_eq!(
                        terms.eval(found.lanes[lane], &vars),
                        value.bits().map(u128::from),
                        "{reduce:?} of {chunk:?}"
                    );
                }
            }
        }
    }
}

/// Undefined operands make undefined results, but for the arm that a choice does not take.
#[test]
fn what_is_undefined_spreads() {
    let lanes = |text: &str| {
        let window = isotope_ir::parse::parse_window(text).unwrap_or_else(|e| panic!("{e}"));
        // Shifted by its own value, every second lane of a is undefined.
        let values = eval(&window, &[vec![1, 9, 2, 200]]).unwrap();
        values.into_iter().map(|v| v.bits()).collect::<Vec<_>>()
    };
    let odd = "(uint8x4)shift_left((uint8x4)a, (uint8x4)a)";
    assert_eq!(lanes(&format!("uint8x4 {odd}")), [Some(2), None, Some(8), None]);
    assert_eq!(
        lanes(&format!("uint8x4 {odd}*x4((uint8)0)")),
        [Some(0), None, Some(0), None],
        "zero times nothing known"
    );
    assert_eq!(lanes(&format!("uint16x2 (uint16x2)reinterpret({odd})")), [None, None], "a part is enough");
    assert_eq!(lanes(&format!("uint8x2 (uint8x2)vector_reduce_max({odd})")), [None, None]);
    assert_eq!(lanes(&format!("uint8x2 slice_vectors({odd}, 0, 2, 2)")), [Some(2), Some(8)], "lanes that are left out");
    assert_eq!(
        lanes(&format!("uint8x4 select((uint8x4)a < x4((uint8)8), {odd}, (uint8x4)a)")),
        [Some(2), Some(9), Some(8), Some(200)]
    );
    assert_eq!(
        lanes(&format!("uint8x4 select({odd} == x4((uint8)2), (uint8x4)a, (uint8x4)a)")),
        [Some(1), None, Some(2), None]
    );
    assert_eq!(
        lanes(&format!("uint8x4 (uint8x4)mux((uint8x4)a, (uint8x4)a, (uint8x4)a, {odd}, (uint8x4)a)")),
        [Some(1), Some(9), Some(8), Some(200)]
    );
}
