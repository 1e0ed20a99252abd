//! Bounds that the windows of the corpus need are tight: each is reached.

#![allow(clippy::unwrap_used)]

use isotope_ir::parse;
use isotope_ir::range::ranges;

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
