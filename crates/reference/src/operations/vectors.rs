//! Rows of conversions, choices, moving lanes, and promises, in the order of the page.

use super::Operation;
use super::rows::row;

/// Conversions and choices.
pub(super) const CHOICES: &[Operation] = &[
    row(
        "cast",
        "TYPE(a)",
        "T -> TYPE",
        "Wraps to fewer bits, extends by the operand's sign. Floats to integers truncate; out of range is undefined.",
        "uint8 uint8((int16)-2)",
    ),
    row(
        "saturating_cast",
        "(TYPE)saturating_cast(a)",
        "T -> TYPE",
        "The nearest value of the type; infinities become the largest finite value. A NaN is undefined.",
        "uint8 (uint8)saturating_cast((int16)-2)",
    ),
    row(
        "reinterpret",
        "(TYPE)reinterpret(a)",
        "T -> TYPE of as many bits",
        "The same bits, little-endian, in other lanes.",
        "uint8x4 (uint8x4)reinterpret((uint32)258)",
    ),
    row("==", "a == b; also != < <= > >=", "T, T -> bool", "A NaN equals nothing.", "bool (uint8)1 < (uint8)2"),
    row(
        "select",
        "select(c, a, b)",
        "bool, T, T -> T",
        "a where c holds, else b. A scalar c picks whole vectors. Also called `if_then_else`.",
        "uint8 (uint8)select((uint8)1 < (uint8)2, (uint8)10, (uint8)20)",
    ),
    row(
        "mux",
        "mux(i, a, b, ...)",
        "integer, T, T, ... -> T",
        "The value number i, from 0. An i out of range gives the last.",
        "uint8 (uint8)mux(7, (uint8)10, (uint8)20)",
    ),
];

/// Moving, repeating and joining lanes.
pub(super) const LANES: &[Operation] = &[
    row("broadcast", "xN(a)", "T -> T of N times the lanes", "N copies side by side.", "uint8x4 x4((uint8)7)"),
    row(
        "ramp",
        "ramp(a, step, n)",
        "iT, iT, count -> T of n times the lanes",
        "a, a + step, a + 2 step, ...",
        "uint8x4 ramp((uint8)1, (uint8)2, 4)",
    ),
    row(
        "shuffle",
        "shuffle(a, b, ..., i, j, ...)",
        "T, T, ..., indices -> T",
        "Lanes of the vectors side by side, by index.",
        "uint8x3 shuffle(ramp((uint8)10, (uint8)1, 4), 3, 0, 0)",
    ),
    row(
        "slice_vectors",
        "slice_vectors(a, begin, step, n)",
        "T, counts -> T",
        "n lanes of a; step may be negative.",
        "uint8x2 slice_vectors(ramp((uint8)10, (uint8)1, 4), 1, 2, 2)",
    ),
    row(
        "extract_element",
        "extract_element(a, i)",
        "T, index -> scalar T",
        "Lane i.",
        "uint8 extract_element(ramp((uint8)10, (uint8)1, 4), 2)",
    ),
    row(
        "concat_vectors",
        "concat_vectors(a, b, ...)",
        "T, T, ... -> T",
        "The vectors side by side.",
        "uint8x4 concat_vectors(x2((uint8)1), x2((uint8)2))",
    ),
    row(
        "interleave_vectors",
        "interleave_vectors(a, b, ...)",
        "T, T, ... -> T",
        "Lane 0 of each, then lane 1 of each, ...",
        "uint8x4 interleave_vectors(x2((uint8)1), x2((uint8)2))",
    ),
    row(
        "vector_reduce_add",
        "(TYPE)vector_reduce_add(a)",
        "T -> T of fewer lanes",
        "Neighbouring lanes added, lowest first; wraps.",
        "uint8x2 (uint8x2)vector_reduce_add(ramp((uint8)1, (uint8)1, 8))",
    ),
    row(
        "vector_reduce_saturating_add",
        "(TYPE)vector_reduce_saturating_add(a)",
        "iT -> T of fewer lanes",
        "Clamped after each step, so the order matters for signed lanes.",
        "uint8 (uint8)vector_reduce_saturating_add(x4((uint8)100))",
    ),
    row(
        "vector_reduce_mul",
        "(TYPE)vector_reduce_mul(a)",
        "T -> T of fewer lanes",
        "Wraps.",
        "uint8 (uint8)vector_reduce_mul(ramp((uint8)1, (uint8)1, 5))",
    ),
    row(
        "vector_reduce_min",
        "(TYPE)vector_reduce_min(a)",
        "T -> T of fewer lanes",
        "The least lane.",
        "uint8 (uint8)vector_reduce_min(ramp((uint8)3, (uint8)1, 4))",
    ),
    row(
        "vector_reduce_max",
        "(TYPE)vector_reduce_max(a)",
        "T -> T of fewer lanes",
        "The greatest lane.",
        "uint8 (uint8)vector_reduce_max(ramp((uint8)3, (uint8)1, 4))",
    ),
    row(
        "vector_reduce_and",
        "(TYPE)vector_reduce_and(a)",
        "iT -> T of fewer lanes",
        "Bitwise; of `bool`, whether all hold.",
        "uint8 (uint8)vector_reduce_and(ramp((uint8)12, (uint8)1, 4))",
    ),
    row(
        "vector_reduce_or",
        "(TYPE)vector_reduce_or(a)",
        "iT -> T of fewer lanes",
        "Bitwise; of `bool`, whether one holds.",
        "uint8 (uint8)vector_reduce_or(ramp((uint8)12, (uint8)1, 4))",
    ),
];

/// Promises and hints of a front end, and floats kept as written.
pub(super) const PROMISES: &[Operation] = &[
    row(
        "promise_clamped",
        "promise_clamped(a, low, high)",
        "iT, iT, iT -> T",
        "a, with the promise that it lies between the bounds; else undefined. Also called `unsafe_promise_clamped`.",
        "uint8 (uint8)promise_clamped((uint8)3, (uint8)0, (uint8)4)",
    ),
    row(
        "no_wrap",
        "no_wrap(a)",
        "iT -> T",
        "a, with the promise that its outermost sum, difference or product does not overflow; else undefined. Signed, of 32 and 64 bits.",
        "int32 no_wrap(1 + 2)",
    ),
    row(
        "likely",
        "likely(a)",
        "T -> T",
        "a: a hint. Also called `likely_if_innermost`.",
        "uint8 (uint8)likely((uint8)5)",
    ),
    row(
        "strict_float",
        "strict_float(a)",
        "T -> T",
        "a, without contraction and reordering below. Halide 21 prints `strict_fadd`, `strict_fsub`, `strict_fmul`, `strict_fdiv`, \
         `strict_fmin`, `strict_fmax`, `strict_feq`, `strict_flt` and `strict_fle`.",
        "float32 (float32)strict_float((float32)1.5 * (float32)3.0)",
    ),
];
