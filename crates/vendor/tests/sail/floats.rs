//! Floats: reals that are rounded once, kinds that operands choose, and fields of a status word.
//!
//! The expected results are the host's own arithmetic, which is IEEE 754's for these (library documentation of `f32`).

use super::language::semantics;
use isotope_semantics::interp::{Bits, run};

/// Floats of all kinds but NaNs: zeros, denormals, ones, halves, great ones, infinities.
const CORNERS: [u32; 14] = [
    0,
    0x8000_0000,
    1,
    0x807f_ffff,
    0x0080_0000,
    0x3f80_0000,
    0xbfc0_0000,
    0x4049_0fdb,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7f80_0000,
    0x3f7f_ffff,
    0x4b00_0001,
    0xcb80_0003,
];

/// The value of `result` for these operands.
fn computed(body: &str, a: u64, b: u64) -> u64 {
    let semantics = semantics(body).unwrap_or_else(|e| panic!("{body}\n{e}"));
    let operands = [Bits::from_u64(a, 64), Bits::from_u64(b, 64), Bits::from_u64(1, 32)];
    let bits = run(&semantics, &operands).unwrap_or_else(|e| panic!("{e}\n{semantics}"));
    bits.slice(0, 64) as u64
}

/// A text on `x`, `y` and `z`, binary32s, whose result is the low half's.
fn of_three(value: &str) -> String {
    format!(
        "let x : bits(32) = a[31 .. 0]; let y : bits(32) = b[31 .. 0]; let z : bits(32) = b[63 .. 32];
         vx : real = IEEE_Value(x, false); vy : real = IEEE_Value(y, false); vz : real = IEEE_Value(z, false);
         result = Zeros(32) @ {value}"
    )
}

/// Where neither side is a NaN they are the same bits; a NaN is left to what the text says of it.
fn check(value: &str, expected: impl Fn(f32, f32, f32) -> f32) {
    let body = of_three(value);
    let semantics = semantics(&body).unwrap_or_else(|e| panic!("{body}\n{e}"));
    for x in CORNERS {
        for y in CORNERS {
            for z in [0u32, 0x8000_0000, 0x3f80_0000, 0x0000_0003] {
                let (a, b) = (u64::from(x), u64::from(y) | u64::from(z) << 32);
                let operands = [Bits::from_u64(a, 64), Bits::from_u64(b, 64), Bits::from_u64(1, 32)];
                let bits = run(&semantics, &operands).unwrap_or_else(|e| panic!("{e}\n{semantics}"));
                let wanted = expected(f32::from_bits(x), f32::from_bits(y), f32::from_bits(z));
                if !wanted.is_nan() {
                    assert_eq!(
                        bits.slice(0, 32) as u32,
                        wanted.to_bits(),
                        "{value} of {x:x}, {y:x}, {z:x}\n{semantics}"
                    );
                }
            }
        }
    }
}

#[test]
fn an_exact_result_is_rounded_once() {
    check("IEEE_Round(vx + vy, FPRounding_TIEEVEN, false, 32)", |x, y, _| x + y);
    check("IEEE_Round(vx - vy, FPRounding_TIEEVEN, false, 32)", |x, y, _| x - y);
    check("IEEE_Round(vx * vy, FPRounding_TIEEVEN, false, 32)", |x, y, _| x * y);
    check("IEEE_Round(vx / vy, FPRounding_TIEEVEN, false, 32)", |x, y, _| x / y);
    check("IEEE_Round(sqrt(vx), FPRounding_TIEEVEN, false, 32)", |x, _, _| x.sqrt());
    check("IEEE_Round(vz + vx * vy, FPRounding_TIEEVEN, false, 32)", |x, y, z| x.mul_add(y, z));
    check("IEEE_Round(vx * vy + 1.5, FPRounding_TIEEVEN, false, 32)", |x, y, _| x.mul_add(y, 1.5));
    check("IEEE_RoundToIntegral(x, FPRounding_ZERO)", |x, _, _| x.trunc());
    check("IEEE_RoundToIntegral(x, FPRounding_TIEAWAY)", |x, _, _| x.round());
}

/// (3 + xy) / 2 overflows as a binary32 before it is halved, and is rounded once where it is not.
#[test]
fn a_multiple_of_an_exact_result_is_rounded_once() {
    let halved = |x: f32, y: f32, _: f32| {
        let (x, y) = (f64::from(x), f64::from(y));
        // The product is exact. The sum is, too, where the product is not tiny, and else it is next to three.
        (x.mul_add(y, 3.0) / 2.0) as f32
    };
    check("IEEE_Round((3.0 + vx * vy) / 2.0, FPRounding_TIEEVEN, false, 32)", halved);
}

#[test]
fn comparisons_of_exact_results_are_exact() {
    let truth = |test: &str| format!("(if {test} then Ones(32) else Zeros(32))");
    let of = |b: bool| f32::from_bits(if b { u32::MAX } else { 0 });
    // Where the answer is true the wanted bits are a NaN's, which `check` leaves out: the opposite is asked, too.
    for (test, opposite) in [(false, true), (true, false)] {
        let asked = |text: &str| truth(&if test { text.to_owned() } else { format!("not_bool({text})") });
        check(&asked("vx < vy"), |x, y, _| of((x < y) != opposite));
        check(&asked("vx >= vy"), |x, y, _| of((x >= y) != opposite));
        check(&asked("vx + vy == 0.0"), |x, y, _| of((x + y == 0.0) != opposite || (x + y).is_nan()));
        // Smaller than every float, and no zero.
        let zero = |x: f32, y: f32| f64::from(x) * f64::from(y) == 0.0 || (x * y).is_nan();
        check(&asked("vx * vy == 0.0"), |x, y, _| of(zero(x, y) != opposite || (x * y).is_nan()));
        check(&asked("Abs(vx) < 2.0 ^ negate(126)"), |x, _, _| of((x.abs() < f32::MIN_POSITIVE) != opposite));
        check(&asked("vx * vy >= 2.0 ^ 128"), |x, y, _| {
            let product = f64::from(x) * f64::from(y);
            of((product >= 2f64.powi(128)) != opposite || product.is_nan())
        });
    }
}

#[test]
fn floats_and_integers_become_each_other() {
    let fixed = |body: &str, a: u64| computed(&format!("result = {body}"), a, 0);
    let f = |x: f64| x.to_bits();
    for (x, n, wanted) in [
        (2.5, 0, 2),
        (-2.5, 0, -3i64 as u64),
        (1e30, 0, i64::MAX as u64),
        (0.75, 2, 3),
        (-1.0, 62, 0xc000_0000_0000_0000),
    ] {
        let got = fixed(&format!("IEEE_ToFixed(a, {n}, false, FPRounding_NEGINF, 64)"), f(x));
        assert_eq!(got, wanted, "{x} times two to {n}");
    }
    assert_eq!(fixed("IEEE_ToFixed(a, 0, true, FPRounding_ZERO, 64)", f(-7.0)), 0);
    assert_eq!(fixed("IEEE_ToFixed(a, 0, false, FPRounding_ZERO, 64)", f64::NAN.to_bits()), 0);
    assert_eq!(fixed("IEEE_Round(IEEE_Integer(a, false) / 2.0 ^ 3, FPRounding_TIEEVEN, false, 64)", 20), f(2.5));
    // Twice rounded, 2^24 + 1 and something would come out even.
    let narrow = |a: u64| {
        fixed("Zeros(32) @ IEEE_Round(IEEE_Integer(a, true) / 2.0 ^ 40, FPRounding_TIEEVEN, false, 32)", a) as u32
    };
    let odd = (1u64 << 63) + (1 << 39) + 1;
    assert_eq!(narrow(odd), ((1u64 << 23) as f32).to_bits() + 1);
    assert_eq!(narrow(1 << 63), ((1u64 << 23) as f32).to_bits());
}

#[test]
fn a_kind_that_operands_choose_is_asked_for() {
    let body = "let kind = KindOf(a[31 .. 0]);
        result = if kind == Kind_NaN then Ones(64) else if kind != Kind_Zero & KindOf(b[31 .. 0]) == kind then b else a";
    assert_eq!(computed(body, 0x7fc0_0000, 0), u64::MAX);
    assert_eq!(computed(body, 0x8000_0000, 0), 0x8000_0000);
    assert_eq!(computed(body, 0x3f80_0000, 0x4000_0000), 0x4000_0000);
    assert_eq!(computed(body, 0x3f80_0000, 0), 0x3f80_0000);
}

#[test]
fn a_field_is_where_its_type_says() {
    let body = "mode : ModeType = Mk_ModeType(0x05); before : bits(2) = mode[Direction];
        mode[Direction] = 0b01; result = ((Zeros(59) @ mode[Flush]) @ before) @ mode[Direction]";
    assert_eq!(computed(body, 0, 0), 0b1_10_01);
    let unknown = semantics("mode : ModeType = Mk_ModeType(0x05); result = Zeros(63) @ mode[Colour]").unwrap_err();
    assert!(unknown.contains("ModeType has no field Colour"), "{unknown}");
}

#[test]
fn what_no_operation_rounds_is_refused() {
    for (value, why) in [
        ("IEEE_Round(vx * vy + vz * vz, FPRounding_TIEEVEN, false, 32)", "an exact result inside another"),
        ("IEEE_Round(vx + vy, FPRounding_UP, false, 32)", "FPRounding_UP"),
        ("IEEE_Round(vx + 0.1, FPRounding_TIEEVEN, false, 32)", "'+' of such values"),
        ("IEEE_Round(vx / 3.0, FPRounding_TIEEVEN, false, 32)", "a quotient by such a number"),
    ] {
        let reason = semantics(&of_three(value)).unwrap_err();
        assert!(reason.contains(why), "{value}: {reason}");
    }
}
