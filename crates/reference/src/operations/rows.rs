//! Rows of operations on one lane at a time, in the order of the page. Meanings follow Halide's IROperator.h and
//! `isotope_ir::expr::Op`.

use super::Operation;

/// One row; `example` is a file of the text form with one result.
pub(super) const fn row(
    name: &'static str,
    form: &'static str,
    types: &'static str,
    meaning: &'static str,
    example: &'static str,
) -> Operation {
    Operation { name, form, types, meaning, example }
}

/// Sums, products and quotients.
pub(super) const ARITHMETIC: &[Operation] = &[
    row("+", "a + b", "T, T -> T", "Integers wrap.", "uint8 (uint8)200 + (uint8)100"),
    row("-", "a - b", "T, T -> T", "Integers wrap.", "uint8 (uint8)1 - (uint8)2"),
    row("*", "a * b", "T, T -> T", "Integers wrap.", "int8 (int8)100 * (int8)2"),
    row(
        "/",
        "a / b",
        "T, T -> T",
        "Euclidean for integers: the remainder is never negative. 0 where b is 0.",
        "int8 (int8)-7 / (int8)2",
    ),
    row(
        "%",
        "a % b",
        "T, T -> T",
        "The remainder of `/`, from 0 to |b| - 1; 0 where b is 0. Of floats a - b * floor(a / b).",
        "int8 (int8)-7 % (int8)2",
    ),
    row(
        "div_round_to_zero",
        "div_round_to_zero(a, b)",
        "iT, iT -> T",
        "C's quotient. The least value by -1 is itself. Undefined where b is 0.",
        "int8 (int8)div_round_to_zero((int8)-7, (int8)2)",
    ),
    row(
        "mod_round_to_zero",
        "mod_round_to_zero(a, b)",
        "iT, iT -> T",
        "C's remainder, with the sign of a. Undefined where b is 0.",
        "int8 (int8)mod_round_to_zero((int8)-7, (int8)2)",
    ),
    row(
        "abs",
        "abs(a)",
        "T -> U; float T -> T",
        "The magnitude, also of the least value.",
        "uint8 (uint8)abs((int8)-128)",
    ),
    row(
        "absd",
        "absd(a, b)",
        "T, T -> U; float T, T -> T",
        "|a - b|, exactly.",
        "uint8 (uint8)absd((int8)-128, (int8)127)",
    ),
    row(
        "min",
        "min(a, b)",
        "T, T -> T",
        "Of floats undefined for a NaN, and for zeros of different sign.",
        "int8 min((int8)-1, (int8)1)",
    ),
    row("max", "max(a, b)", "T, T -> T", "As `min`.", "int8 max((int8)-1, (int8)1)"),
    row(
        "lerp",
        "lerp(a, b, w)",
        "T, T, weight -> T",
        "a (1 - w) + b w, rounded to nearest, where an unsigned weight spans 0 to 1 over its whole range. Integers of 8, 16 and 32 bits, and floats.",
        "uint8 (uint8)lerp((uint8)10, (uint8)20, (uint8)128)",
    ),
];

/// Clamped, halved and rounded.
pub(super) const FIXED_POINT: &[Operation] = &[
    row(
        "saturating_add",
        "saturating_add(a, b)",
        "iT, iT -> T",
        "The exact sum, clamped to the type.",
        "uint8 (uint8)saturating_add((uint8)200, (uint8)100)",
    ),
    row(
        "saturating_sub",
        "saturating_sub(a, b)",
        "iT, iT -> T",
        "The exact difference, clamped to the type.",
        "uint8 (uint8)saturating_sub((uint8)1, (uint8)2)",
    ),
    row(
        "halving_add",
        "halving_add(a, b)",
        "iT, iT -> T",
        "(a + b) >> 1 of the exact sum.",
        "uint8 (uint8)halving_add((uint8)255, (uint8)254)",
    ),
    row(
        "halving_sub",
        "halving_sub(a, b)",
        "iT, iT -> T",
        "(a - b) >> 1 of the exact difference, wrapped: of unsigned values it may be negative.",
        "uint8 (uint8)halving_sub((uint8)1, (uint8)4)",
    ),
    row(
        "rounding_halving_add",
        "rounding_halving_add(a, b)",
        "iT, iT -> T",
        "(a + b + 1) >> 1 of the exact sum.",
        "uint8 (uint8)rounding_halving_add((uint8)255, (uint8)254)",
    ),
    row(
        "mul_shift_right",
        "mul_shift_right(a, b, n)",
        "iT, iT, U -> T",
        "The product in twice the bits, shifted right, clamped to the type. a and b may differ in sign; the result is then signed.",
        "int16 (int16)mul_shift_right((int16)-3, (int16)5, (uint16)1)",
    ),
    row(
        "rounding_mul_shift_right",
        "rounding_mul_shift_right(a, b, n)",
        "iT, iT, U -> T",
        "As `mul_shift_right`, rounded to nearest, halves up.",
        "int16 (int16)rounding_mul_shift_right((int16)-3, (int16)5, (uint16)1)",
    ),
];

/// Shifts and bits.
pub(super) const BITS: &[Operation] = &[
    row(
        "shift_left",
        "shift_left(a, n)",
        "iT, n of the same bits -> T",
        "A negative n shifts right. Undefined from the number of bits on, either way.",
        "uint8 (uint8)shift_left((uint8)3, (int8)-1)",
    ),
    row(
        "shift_right",
        "shift_right(a, n)",
        "iT, n of the same bits -> T",
        "Fills with the sign of signed values. A negative n shifts left. Undefined from the number of bits on.",
        "int8 (int8)shift_right((int8)-3, (uint8)1)",
    ),
    row(
        "rounding_shift_left",
        "rounding_shift_left(a, n)",
        "iT, n of the same bits -> T",
        "`rounding_shift_right` by -n.",
        "int8 (int8)rounding_shift_left((int8)-3, (int8)-1)",
    ),
    row(
        "rounding_shift_right",
        "rounding_shift_right(a, n)",
        "iT, n of the same bits -> T",
        "Rounds to nearest, halves up; the rounding cannot overflow.",
        "uint8 (uint8)rounding_shift_right((uint8)255, (uint8)1)",
    ),
    row(
        "bitwise_and",
        "bitwise_and(a, b)",
        "iT, iT -> T",
        "Of `bool` also written with `&&`.",
        "uint8 (uint8)bitwise_and((uint8)12, (uint8)10)",
    ),
    row(
        "bitwise_or",
        "bitwise_or(a, b)",
        "iT, iT -> T",
        "Of `bool` also written with `||`.",
        "uint8 (uint8)bitwise_or((uint8)12, (uint8)10)",
    ),
    row("bitwise_xor", "bitwise_xor(a, b)", "iT, iT -> T", "", "uint8 (uint8)bitwise_xor((uint8)12, (uint8)10)"),
    row(
        "bitwise_not",
        "bitwise_not(a)",
        "iT -> T",
        "Of `bool` also written with `!`.",
        "uint8 (uint8)bitwise_not((uint8)12)",
    ),
    row(
        "count_leading_zeros",
        "count_leading_zeros(a)",
        "iT -> T",
        "The number of bits for 0.",
        "uint8 (uint8)count_leading_zeros((uint8)1)",
    ),
    row(
        "count_trailing_zeros",
        "count_trailing_zeros(a)",
        "iT -> T",
        "The number of bits for 0.",
        "uint8 (uint8)count_trailing_zeros((uint8)8)",
    ),
    row("popcount", "popcount(a)", "iT -> T", "How many bits are 1.", "uint8 (uint8)popcount((uint8)7)"),
];

/// Results of twice the bits.
pub(super) const WIDENING: &[Operation] = &[
    row(
        "widening_add",
        "widening_add(a, b)",
        "T, T -> W",
        "Exact.",
        "uint16 (uint16)widening_add((uint8)200, (uint8)100)",
    ),
    row(
        "widening_sub",
        "widening_sub(a, b)",
        "T, T -> signed W",
        "Exact; signed for unsigned operands too.",
        "int16 (int16)widening_sub((uint8)1, (uint8)2)",
    ),
    row(
        "widening_mul",
        "widening_mul(a, b)",
        "T, T -> W",
        "Exact. Integers may differ in sign; the result is signed where one is.",
        "int16 (int16)widening_mul((uint8)200, (int8)-100)",
    ),
    row(
        "widening_shift_left",
        "widening_shift_left(a, n)",
        "iT, n of the same bits -> W",
        "a in twice the bits, shifted there.",
        "uint16 (uint16)widening_shift_left((uint8)200, (uint8)2)",
    ),
    row(
        "widening_shift_right",
        "widening_shift_right(a, n)",
        "iT, n of the same bits -> W",
        "As `widening_shift_left`.",
        "uint16 (uint16)widening_shift_right((uint8)200, (int8)-2)",
    ),
    row(
        "widen_right_add",
        "widen_right_add(a, b)",
        "W, T -> W",
        "a + b with b widened; integers wrap.",
        "uint16 (uint16)widen_right_add((uint16)1000, (uint8)200)",
    ),
    row(
        "widen_right_sub",
        "widen_right_sub(a, b)",
        "W, T -> W",
        "a - b with b widened; integers wrap.",
        "uint16 (uint16)widen_right_sub((uint16)1000, (uint8)200)",
    ),
    row(
        "widen_right_mul",
        "widen_right_mul(a, b)",
        "W, T -> W",
        "a * b with b widened; integers wrap.",
        "uint16 (uint16)widen_right_mul((uint16)1000, (uint8)2)",
    ),
];
