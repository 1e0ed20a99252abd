//! Corners of Halide's semantics, by hand. The first four are what Hydride (ASPLOS'24) got wrong.

#![allow(clippy::unwrap_used)]

use isotope_ir::interp::{LaneValue, eval};
use isotope_ir::{parse, print};

/// Evaluates an expression on leaves in order of first use; lanes are read as two's complement of any width.
fn run(text: &str, inputs: &[&[i64]]) -> Vec<Option<i64>> {
    let window = parse::parse_window(text).unwrap_or_else(|e| panic!("{e}"));
    let inputs: Vec<Vec<u64>> = inputs.iter().map(|v| v.iter().map(|&x| x as u64).collect()).collect();
    let ty = window.ty();
    let signed =
        |bits: u64| if ty.is_signed() { (bits << (64 - ty.bits)) as i64 >> (64 - ty.bits) } else { bits as i64 };
    eval(&window, &inputs).unwrap().into_iter().map(|lane| lane.bits().map(signed)).collect()
}

fn all(values: &[i64]) -> Vec<Option<i64>> {
    values.iter().map(|&v| Some(v)).collect()
}

#[test]
fn division_is_euclidean() {
    let (a, b): (&[i64], &[i64]) = (&[7, -7, 7, -7, 5, -128, -1, 0], &[2, 2, -2, -2, 0, -1, 3, -5]);
    assert_eq!(run("int8x8 (int8x8)a/(int8x8)b", &[a, b]), all(&[3, -4, -3, 4, 0, -128, -1, 0]));
}

#[test]
fn remainder_is_never_negative() {
    let (a, b): (&[i64], &[i64]) = (&[7, -7, 7, -7, 5, -128, -1, 0], &[2, 2, -2, -2, 0, -1, 3, -5]);
    assert_eq!(run("int8x8 (int8x8)a % (int8x8)b", &[a, b]), all(&[1, 1, 1, 1, 0, 0, 2, 0]));
}

#[test]
fn rounding_halving_add_is_exact() {
    let text = |ty| format!("{ty}x4 ({ty}x4)rounding_halving_add(({ty}x4)a, ({ty}x4)b)");
    assert_eq!(run(&text("uint8"), &[&[255, 255, 0, 1], &[255, 254, 0, 0]]), all(&[255, 255, 0, 1]));
    assert_eq!(run(&text("int8"), &[&[-128, -1, 127, -3], &[-128, 0, 127, 0]]), all(&[-128, 0, 127, -1]));
}

#[test]
fn literals_keep_their_width() {
    // 40000 is negative in 16 bits; the comparison must see it in 32.
    let text = "uint1x2 int32x2((int16x2)a) < x2(40000)";
    assert_eq!(run(text, &[&[32767, -1]]), all(&[1, 1]));
    assert_eq!(run("int64x1 (int64)a + (int64)5000000000", &[&[1]]), all(&[5_000_000_001]));
    assert!(parse::parse_window("int16x2 (int16x2)a + x2((int16)40000)").is_err());
}

#[test]
fn division_rounding_to_zero_is_c() {
    let (a, b): (&[i64], &[i64]) = (&[7, -7, 7, -7, 5, -128], &[2, 2, -2, -2, 0, -1]);
    let mut quotients = all(&[3, -3, -3, 3, 0, -128]);
    quotients[4] = None;
    assert_eq!(run("int8x6 (int8x6)div_round_to_zero((int8x6)a, (int8x6)b)", &[a, b]), quotients);
    let mut remainders = all(&[1, -1, 1, -1, 0, 0]);
    remainders[4] = None;
    assert_eq!(run("int8x6 (int8x6)mod_round_to_zero((int8x6)a, (int8x6)b)", &[a, b]), remainders);
}

#[test]
fn shifts_go_both_ways_and_not_too_far() {
    let text = "int8x6 (int8x6)shift_left((int8x6)a, (int8x6)b)";
    let found = run(text, &[&[1, -128, -128, 1, 1, 3], &[7, -7, -1, 8, -8, 1]]);
    assert_eq!(found, [Some(-128), Some(-1), Some(-64), None, None, Some(6)]);
    let text = "uint8x3 (uint8x3)shift_right((uint8x3)a, (uint8x3)b)";
    assert_eq!(run(text, &[&[255, 255, 255], &[7, 8, 0]]), [Some(1), None, Some(255)]);
}

#[test]
fn rounding_shifts_do_not_overflow() {
    let text = "int8x6 (int8x6)rounding_shift_right((int8x6)a, (int8x6)b)";
    let found = run(text, &[&[127, -128, -1, 5, 3, 127], &[1, 1, 1, 0, -2, 9]]);
    assert_eq!(found, [Some(64), Some(-64), Some(0), Some(5), Some(12), Some(0)]);
    let text = "uint8x2 (uint8x2)rounding_shift_left((uint8x2)a, (int8x2)b)";
    assert_eq!(run(text, &[&[255, 3], &[-1, 2]]), all(&[128, 12]));
}

#[test]
fn multiply_shifts_saturate() {
    let text = "int16x3 (int16x3)rounding_mul_shift_right((int16x3)a, (int16x3)b, x3((uint16)15))";
    // x86's pmulhrsw gives the minimum for the first.
    assert_eq!(run(text, &[&[-32768, 32767, 3], &[-32768, 32767, 8192]]), all(&[32767, 32766, 1]));
}

#[test]
fn halving_sub_of_unsigned_wraps() {
    let text = "uint8x3 (uint8x3)halving_sub((uint8x3)a, (uint8x3)b)";
    assert_eq!(run(text, &[&[0, 5, 255], &[1, 2, 0]]), all(&[255, 1, 127]));
}

#[test]
fn widening_sub_is_signed() {
    assert_eq!(
        run("int16x2 (int16x2)widening_sub((uint8x2)a, (uint8x2)b)", &[&[0, 255], &[255, 0]]),
        all(&[-255, 255])
    );
}

#[test]
fn magnitudes_are_unsigned() {
    assert_eq!(run("uint8x2 (uint8x2)abs((int8x2)a)", &[&[-128, 5]]), all(&[128, 5]));
    assert_eq!(run("uint8x2 (uint8x2)absd((int8x2)a, (int8x2)b)", &[&[-128, 5], &[127, 9]]), all(&[255, 4]));
}

#[test]
fn zero_has_all_leading_zeros() {
    let text = "uint8x3 (uint8x3)count_leading_zeros((uint8x3)a)";
    assert_eq!(run(text, &[&[0, 1, 128]]), all(&[8, 7, 0]));
}

#[test]
fn mux_out_of_range_gives_the_last() {
    let text = "uint8x4 (uint8x4)mux((int8x4)i, (uint8x4)a, (uint8x4)b)";
    assert_eq!(run(text, &[&[0, 1, 2, -1], &[10, 10, 10, 10], &[20, 20, 20, 20]]), all(&[10, 20, 20, 20]));
}

#[test]
fn reinterpret_is_little_endian() {
    assert_eq!(run("uint8x4 (uint8x4)reinterpret((uint16x2)a)", &[&[0x0201, 0x0403]]), all(&[1, 2, 3, 4]));
    assert_eq!(run("uint32 (uint32)reinterpret((uint8x4)a)", &[&[1, 2, 3, 4]]), all(&[0x0403_0201]));
}

#[test]
fn reductions_take_adjacent_lanes() {
    assert_eq!(run("uint16x2 (uint16x2)vector_reduce_add((uint16x4)a)", &[&[1, 2, 30, 40]]), all(&[3, 70]));
}

#[test]
fn lerp_rounds_to_nearest() {
    // Leaves come in order of first use: the weight before the second value.
    for (a, b, w) in (0..256).flat_map(|a| [(a, 255 - a, 77), (a, 13, 200), (200, a, 255), (a, a / 2, a)]) {
        let found = run("uint8 (uint8)lerp((uint8)a, (uint8)b, (uint8)w)", &[&[a], &[w], &[b]]);
        let exact = (a * (255 - w) + b * w) as f64 / 255.0;
        assert_eq!(found, all(&[exact.round() as i64]), "{a} {b} {w}");
    }
    let text = "int8x2 (int8x2)lerp((int8x2)a, (int8x2)b, (uint8x2)w)";
    assert_eq!(run(text, &[&[-128, -128], &[0, 255], &[127, 127]]), all(&[-128, 127]));
}

#[test]
fn floats_round_once() {
    // 1 + 2^-11 + 2^-40 lies above the tie between two halves; through binary32 it would become the tie.
    let window = parse::parse_window("float16 float16((float64)a)").unwrap();
    let value = 1.0 + 2f64.powi(-11) + 2f64.powi(-40);
    assert_eq!(eval(&window, &[vec![value.to_bits()]]).unwrap(), [LaneValue::Defined(0x3c01)]);
    let window = parse::parse_window("bfloat16 bfloat16((int64)a)").unwrap();
    let value = (1i64 << 62) + (1 << 54) + 1;
    assert_eq!(eval(&window, &[vec![value as u64]]).unwrap(), [LaneValue::Defined(0x5e81)]);
}

#[test]
fn floats_out_of_an_integers_range_are_undefined() {
    let inputs = |v: f32| vec![vec![u64::from(v.to_bits())]];
    let plain = parse::parse_window("int8 int8((float32)a)").unwrap();
    let pinned = parse::parse_window("int8 (int8)saturating_cast((float32)a)").unwrap();
    for (value, cast, saturated) in [
        (-128.9, Some(128), Some(128)),
        (127.9, Some(127), Some(127)),
        (128.0, None, Some(127)),
        (f32::NEG_INFINITY, None, Some(128)),
        (f32::NAN, None, None),
    ] {
        assert_eq!(eval(&plain, &inputs(value)).unwrap()[0].bits(), cast, "{value}");
        assert_eq!(eval(&pinned, &inputs(value)).unwrap()[0].bits(), saturated, "{value}");
    }
}

#[test]
fn broken_promises_are_undefined() {
    let text = "int32x2 no_wrap((int32x2)a + (int32x2)b)";
    assert_eq!(run(text, &[&[i64::from(i32::MAX), 1], &[1, 1]]), [None, Some(2)]);
    let text = "int8x2 (int8x2)promise_clamped((int8x2)a, x2((int8)0), x2((int8)9))";
    assert_eq!(run(text, &[&[9, 10]]), [Some(9), None]);
}

#[test]
fn many_shared_operations_print_in_short() {
    let mut text = "uint8x4 let n0 = (uint8x4)a + (uint8x4)b in ".to_owned();
    for n in 1..100 {
        text += &format!("let n{n} = n{0}*n{0} in ", n - 1);
    }
    let window = parse::parse_window(&format!("{text}n99")).unwrap();
    let printed = print::print(&window);
    assert!(printed.len() < 10_000);
    assert_eq!(parse::parse_window(&printed).unwrap(), window);
}
