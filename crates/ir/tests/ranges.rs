//! Bounds hold every value, and those that the windows of the corpus need are tight: each is reached.

#![allow(clippy::unwrap_used)]

use isotope_ir::build::CALLS;
use isotope_ir::expr::{Graph, Leaf, NodeId, Op};
use isotope_ir::interp::{integer, scalar};
use isotope_ir::range::ranges;
use isotope_ir::types::Type;
use isotope_ir::{Window, parse};
use rand::{Rng, SeedableRng, rngs::StdRng};

#[track_caller]
fn bounds(text: &str, low: i128, high: i128) {
    let window = parse::parse_window(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(*ranges(&window).last().unwrap(), Some((low, high)));
}

#[test]
fn sums_of_products_are_tight() {
    bounds(
        "uint16x8 (uint16x8)widening_mul((uint8x8)a, x8((uint8)179)) + (uint16x8)widening_mul((uint8x8)b, x8((uint8)77))",
        0,
        255 * 256,
    );
    bounds("int16x8 (int16x8)widening_mul((uint8x8)a, (int8x8)b)", -128 * 255, 127 * 255);
    bounds(
        "int32x4 (int32x4)vector_reduce_add((int32x8)widening_mul((int16x8)a, int16x8((uint8x8)b)))",
        -2 * 32768 * 255,
        2 * 32767 * 255,
    );
}

#[test]
fn saturation_and_rounding_are_tight() {
    bounds("uint8x8 (uint8x8)saturating_cast((int16x8)a)", 0, 255);
    bounds("int16x8 int16x8((uint8x8)a) - int16x8((uint8x8)b)", -255, 255);
    bounds("uint16x8 (uint16x8)rounding_shift_right(uint16x8((uint8x8)a), x8((uint16)1))", 0, 128);
    bounds("uint16x8 (uint16x8)widening_add((uint8x8)a, (uint8x8)b)/x8((uint16)9)", 0, 56);
    bounds("uint16x8 (uint16x8)widening_shift_left((uint8x8)a, x8((uint8)2))", 0, 1020);
    bounds("int16x8 (int16x8)shift_left(int16x8((uint8x8)a), x8((uint16)6)) + x8((int16)-8192)", -8192, 8128);
}

#[test]
fn facts_narrow() {
    bounds("let a : int32x8 in [0, 99]\nint32x8 a*x8(3)", 0, 297);
    bounds("int32x8 (int32x8)promise_clamped((int32x8)a, x8(-5), x8(5))*x8(-2)", -10, 10);
    bounds("let a : int32x8 in [1, 2147483647]\nint32x8 no_wrap(a + x8(1))", 2, 2_147_483_647);
}

#[test]
fn what_wraps_is_unknown() {
    bounds("uint8x8 (uint8x8)a + x8((uint8)1)", 0, 255);
    bounds("int8x8 int8x8((uint8x8)a)", -128, 127);
}

/// The bounds of an operation on leaves in these ranges, and the hull of what it gives on all of their values.
fn found_and_exact(op: &Op, types: &[Type], given: &[(i128, i128)]) -> Option<[(i128, i128); 2]> {
    let mut graph = Graph::default();
    let leaf = |(n, ty): (usize, &Type)| Leaf { name: format!("v{n}"), ty: *ty, range: Some(given[n]), load: None };
    let args: Vec<NodeId> = types.iter().enumerate().map(|v| graph.leaf(leaf(v)).unwrap()).collect();
    let made = graph.op(op.clone(), &args).ok()?;
    let window = Window::new(&graph, made).unwrap();
    let bounds = (*ranges(&window).last().unwrap())?;
    let rows = given.iter().fold(vec![vec![]], |rows: Vec<Vec<i128>>, (low, high)| {
        rows.iter().flat_map(|row| (*low..=*high).map(move |v| [row.as_slice(), &[v]].concat())).collect()
    });
    let value = |row: Vec<i128>| {
        let bits: Vec<u64> = row.iter().zip(types).map(|(v, ty)| integer::wrap(*v, *ty)).collect();
        scalar(op, &bits, types, window.ty(), false).map(|bits| integer::value(bits, window.ty()))
    };
    let values: Vec<i128> = rows.into_iter().filter_map(value).collect();
    let exact = (*values.iter().min()?, *values.iter().max()?);
    Some([bounds, exact])
}

/// Operations whose bounds are exact wherever nothing wraps.
const EXACT: &[Op] = &[
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Min,
    Op::Max,
    Op::Absd,
    Op::WideningAdd,
    Op::WideningSub,
    Op::WideningMul,
    Op::SaturatingAdd,
    Op::SaturatingSub,
    Op::HalvingAdd,
    Op::RoundingHalvingAdd,
    Op::Abs,
    Op::Not,
    Op::Lt,
    Op::Le,
    Op::Gt,
    Op::Ge,
];

/// Every value of every operation on bytes in random ranges lies within the bounds; where nothing wraps, many are reached.
#[test]
fn bounds_hold_every_value_of_bytes() {
    let mut rng = StdRng::seed_from_u64(41);
    let operators = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod, Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge];
    let (mut met, mut reached) = (0, 0);
    for op in CALLS.iter().map(|(_, op)| op).chain(&operators) {
        for signs in [[false, false], [false, true], [true, false], [true, true]] {
            let types = signs.map(|signed| if signed { Type::int(8, 1) } else { Type::uint(8, 1) });
            for _ in 0..40 {
                let given = types.map(|ty| {
                    let (low, high) = ty.range().unwrap();
                    let width = [0, 1, 5, 20, 255][rng.random_range(0..5)];
                    let near = [low, high - width, -width / 2, rng.random_range(low..=high)][rng.random_range(0..4)];
                    (near.clamp(low, high), (near + width).clamp(low, high))
                });
                for count in [1, 2] {
                    let Some([bounds, exact]) = found_and_exact(op, &types[..count], &given[..count]) else { continue };
                    let said = format!(
                        "{op:?} of {:?} in {:?}: {bounds:?}, exactly {exact:?}",
                        &types[..count],
                        &given[..count]
                    );
                    assert!(bounds.0 <= exact.0 && exact.1 <= bounds.1, "{said}");
                    if EXACT.contains(op) && bounds.1 - bounds.0 < 255 {
                        assert_eq!(bounds, exact, "{said}");
                        reached += 1;
                    }
                    met += 1;
                }
            }
        }
    }
    assert!(met > 3000 && reached > 800, "{met} met, {reached} reached");
}

#[test]
fn divisions_are_bounded_by_their_divisors() {
    let of = |op: &str, a: &str, b: &str, low, high| {
        let text =
            format!("let a : int16 in {a}\nlet b : int16 in {b}\nint16 {}", op.replace('A', "a").replace('B', "b"));
        bounds(&text, low, high);
    };
    of("A/B", "[10, 100]", "[2, 5]", 2, 50);
    of("A/B", "[-100, 100]", "[-5, -2]", -50, 50);
    of("A/B", "[10, 100]", "[-5, 5]", -100, 100);
    of("A/B", "[10, 100]", "[0, 0]", 0, 0);
    of("A % B", "[10, 100]", "[2, 5]", 0, 4);
    of("A % B", "[-100, 100]", "[-9, 5]", 0, 8);
    of("A % B", "[3, 7]", "[8, 20]", 3, 7);
    of("(int16)div_round_to_zero(A, B)", "[-7, 7]", "[2, 2]", -3, 3);
    of("(int16)mod_round_to_zero(A, B)", "[-7, 3]", "[1, 5]", -4, 3);
}

#[test]
fn movement_keeps_bounds() {
    let a = "let a : uint8x4 in [3, 9]\nlet b : uint8x4 in [20, 30]\n";
    bounds(&format!("{a}uint8x8 x2(a)"), 3, 9);
    bounds(&format!("{a}uint8x8 concat_vectors(a, b)"), 3, 30);
    bounds(&format!("{a}uint8x4 select(a < b, a, b)"), 3, 30);
    bounds(&format!("{a}uint8x4 (uint8x4)mux(a, b, b, a)"), 3, 30);
    bounds(&format!("{a}int8x4 (int8x4)reinterpret(a)"), 3, 9);
    bounds(&format!("{a}uint16x2 (uint16x2)reinterpret(a)"), 0, 65_535);
    bounds("let a : int32 in [5, 6]\nint32x4 ramp(a, 3, 4)", 5, 15);
    bounds("let a : int32 in [5, 6]\nint32x4 ramp(a, -3, 4)", -4, 6);
    bounds("let a : uint8x4 in [3, 9]\nuint8x2 (uint8x2)vector_reduce_add(a)", 6, 18);
    bounds("let a : uint8x4 in [3, 9]\nuint8x2 (uint8x2)vector_reduce_mul(a)", 9, 81);
    bounds("let a : uint8x4 in [3, 9]\nuint8x1 (uint8x1)vector_reduce_or(a)", 3, 15);
    bounds("let a : uint8x4 in [3, 9]\nuint8x1 (uint8x1)vector_reduce_and(a)", 0, 9);
    bounds("let a : uint8x4 in [100, 200]\nuint8x1 (uint8x1)vector_reduce_saturating_add(a)", 255, 255);
    bounds("let a : uint8x4 in [100, 200]\nuint8x1 (uint8x1)vector_reduce_max(a)", 100, 200);
}

#[test]
fn floats_have_no_bounds() {
    let window = parse::parse_window("int32x4 int32x4((float32x4)a + (float32x4)b)").unwrap();
    let found = ranges(&window);
    assert_eq!(found[..3], [None; 3]);
    assert_eq!(found[3], Some((i32::MIN.into(), i32::MAX.into())));
}
