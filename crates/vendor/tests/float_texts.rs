//! Texts that compute on floats: what reads as one, what operators do, NaNs by the dialect's rule, and lanes against runs.

#![allow(clippy::unwrap_used)]

use isotope_ir::ieee::Format;
use isotope_ir::term::{LaneVar, Terms};
use isotope_semantics::Semantics;
use isotope_semantics::interp::{self, Bits};
use isotope_semantics::lanes::lanes;
use isotope_semantics::pseudo::parse;
use isotope_vendor::errata::Errata;
use rand::{Rng, SeedableRng, rngs::StdRng};

/// A text under a head of operands, with the prelude of x86's floats.
fn linked(head: &str, text: &str) -> Semantics {
    let last = head.lines().last().unwrap().split_whitespace().nth(1).unwrap();
    let stub = Semantics::from_text(&format!("semantics 1\n{head}\n{last} := 0\n")).unwrap();
    let errata = Errata::none().unwrap();
    Semantics::link(stub.operands, stub.result, parse(text).unwrap(), errata.float_prelude()).unwrap()
}

/// Runs a text on operands of at most 64 bits.
fn run(head: &str, text: &str, operands: &[u64]) -> u64 {
    let semantics = linked(head, text);
    // Stored and read back it means the same.
    let again = Semantics::from_text(&semantics.to_string()).unwrap();
    let given: Vec<Bits> = semantics.operands.iter().zip(operands).map(|(o, v)| Bits::from_u64(*v, o.bits)).collect();
    let result = interp::run(&semantics, &given).unwrap();
    assert_eq!(interp::run(&again, &given).unwrap(), result);
    result.slice(0, 64.min(result.width())) as u64
}

const SINGLES: &str = "in a vector 32 f32\nin b vector 32 f32\nout dst vector 32 f32";

/// The same text on two binary32.
fn singles(text: &str, a: u32, b: u32) -> u32 {
    run(SINGLES, text, &[a.into(), b.into()]) as u32
}

fn of(value: f32) -> u32 {
    value.to_bits()
}

const QUIET: u32 = 0x7fc0_1234;
const SIGNALLING: u32 = 0xffa0_0001;
/// The QNaN floating-point indefinite.
const INDEFINITE: u32 = 0xffc0_0000;

#[test]
fn operators_are_those_of_floats() {
    let sum = |a, b| singles("dst[31:0] := a[31:0] + b[31:0]", a, b);
    assert_eq!(sum(of(1.5), of(2.25)), of(3.75));
    assert_eq!(singles("dst[31:0] := a[31:0] - b[31:0]", of(1.5), of(2.25)), of(-0.75));
    assert_eq!(singles("dst[31:0] := a[31:0] * b[31:0]", of(-1.5), of(0.5)), of(-0.75));
    assert_eq!(singles("dst[31:0] := a[31:0] / b[31:0]", of(1.0), of(3.0)), of(1.0 / 3.0));
    // Through a local that is written in slices, and one that is written whole.
    assert_eq!(singles("t[31:0] := a[31:0]\nu := t[31:0]\ndst[31:0] := u * u", of(3.0), 0), of(9.0));
    // A part of an element is bits.
    assert_eq!(singles("dst[31:0] := a[15:0] + b[15:0]", 3, 4), 7);
    // Bitwise operators see bits, and a sign is turned round.
    assert_eq!(singles("dst[31:0] := a[31:0] XOR b[31:0]", of(1.0), 0x8000_0000), of(-1.0));
    assert_eq!(singles("dst[31:0] := -a[31:0]", SIGNALLING, 0), SIGNALLING ^ 0x8000_0000);
    // Comparisons: a NaN is not less, not equal, and not equal to itself.
    let compared = |op: &str, a, b| singles(&format!("dst[31:0] := (a[31:0] {op} b[31:0]) ? 1 : 0"), a, b);
    assert_eq!(["<", "<=", "==", "!=", ">", ">="].map(|op| compared(op, of(-0.0), of(0.0))), [0, 1, 1, 0, 0, 1]);
    assert_eq!(["<", "<=", "==", "!=", ">", ">="].map(|op| compared(op, QUIET, QUIET)), [0, 0, 0, 1, 0, 0]);
}

#[test]
fn literals_take_the_format_that_they_meet() {
    assert_eq!(singles("dst[31:0] := 1.0 / a[31:0]", of(4.0), 0), of(0.25));
    assert_eq!(singles("dst[31:0] := 0.5", 0, 0), of(0.5));
    assert_eq!(singles("dst[31:0] := a[31:0] == 0 ? -1.0 : a[31:0]", of(-0.0), 0), of(-1.0));
    let half = "in a vector 16 f16\nout dst vector 16 f16";
    assert_eq!(run(half, "dst[15:0] := a[15:0] * 2.0", &[0x3c00]), 0x4000);
    // A number that a format does not hold is refused, not rounded.
    let tenth = linked(half, "dst[15:0] := a[15:0] * 0.1");
    let error = interp::run(&tenth, &[Bits::from_u64(0x3c00, 16)]).unwrap_err();
    assert!(error.to_string().contains("float16"), "{error}");
}

#[test]
fn the_first_nan_comes_out_quiet() {
    for op in ["+", "-", "*", "/"] {
        let run = |a, b| singles(&format!("dst[31:0] := a[31:0] {op} b[31:0]"), a, b);
        assert_eq!(run(QUIET, SIGNALLING), QUIET);
        assert_eq!(run(SIGNALLING, QUIET), SIGNALLING | 1 << 22);
        assert_eq!(run(of(1.0), SIGNALLING), SIGNALLING | 1 << 22);
    }
    assert_eq!(singles("dst[31:0] := a[31:0] - b[31:0]", of(f32::INFINITY), of(f32::INFINITY)), INDEFINITE);
    assert_eq!(singles("dst[31:0] := SQRT(a[31:0])", of(-1.0), 0), INDEFINITE);
    assert_eq!(singles("dst[31:0] := SQRT(a[31:0])", of(-0.0), 0), of(-0.0));
    // The second operand, of a NaN and of zeros of both signs.
    let least = |a, b| singles("dst[31:0] := MIN(a[31:0], b[31:0])", a, b);
    assert_eq!(least(SIGNALLING, of(1.0)), of(1.0));
    assert_eq!(least(of(1.0), SIGNALLING), SIGNALLING);
    assert_eq!(least(of(0.0), of(-0.0)), of(-0.0));
}

#[test]
fn conversions() {
    let integer = "in a vector 32 f32\nout dst vector 32 s32";
    let to =
        |name: &str, a: f32| run(integer, &format!("dst[31:0] := Convert_FP32_To_{name}(a[31:0])"), &[of(a).into()]);
    assert_eq!([0.5, 1.5, -2.5].map(|a| to("Int32", a) as u32 as i32), [0, 2, -2]);
    assert_eq!([0.9, -1.9].map(|a| to("Int32_Truncate", a) as u32 as i32), [0, -1]);
    assert_eq!([3e9, f32::NAN, f32::NEG_INFINITY].map(|a| to("Int32", a)), [0x8000_0000; 3]);
    assert_eq!([3e9, 5e9, -1.0].map(|a| to("UInt32", a)), [3_000_000_000, 0xffff_ffff, 0xffff_ffff]);
    let signed = "in a vector 64 s64\nout dst vector 64 f64";
    assert_eq!(run(signed, "dst[63:0] := Convert_Int64_To_FP64(a[63:0])", &[u64::MAX]), (-1f64).to_bits());
    let unsigned = "in a vector 64 u64\nout dst vector 64 f64";
    assert_eq!(run(unsigned, "dst[63:0] := Convert_Int64_To_FP64(a[63:0])", &[u64::MAX]), 2f64.powi(64).to_bits());
    // A NaN keeps the high bits of its payload.
    let wide = "in a vector 32 f32\nout dst vector 64 f64";
    let text = "dst[63:0] := Convert_FP32_To_FP64(a[31:0])";
    assert_eq!(run(wide, text, &[SIGNALLING.into()]), 0xfffc_0000_2000_0000);
    let narrow = "in a vector 64 f64\nout dst vector 32 f32";
    let text = "dst[31:0] := Convert_FP64_To_FP32(a[63:0])";
    assert_eq!(run(narrow, text, &[0xfffc_0000_2000_0000]), u64::from(SIGNALLING | 1 << 22));
    assert_eq!(run(narrow, text, &[1e-46f64.to_bits()]), 0);
}

#[test]
fn rounding_is_the_operand_of_that_name_and_the_control_s() {
    let round =
        |control: u32, a: f32| f32::from_bits(singles(&format!("dst[31:0] := ROUND(a[31:0], {control})"), of(a), 0));
    assert_eq!([0, 1, 2, 3, 4].map(|control| round(control, 2.5)), [2.0, 2.0, 3.0, 2.0, 2.0]);
    assert_eq!([0, 1, 2, 3].map(|control| round(control, -2.5)), [-2.0, -3.0, -2.0, -2.0]);
    let text = "dst[31:0] := IEEE_ADD(a[31:0], b[31:0], 2)";
    assert_eq!(singles(text, of(1.0), 1), of(1.0) + 1);
}

#[test]
fn a_product_and_a_sum_are_rounded_once_where_the_text_has_them_so() {
    let (a, b) = (of(1.0 + f32::EPSILON), of(1.0 - f32::EPSILON));
    let text = "dst[31:0] := -(a[31:0] * b[31:0]) + 1.0";
    assert_eq!(singles(text, a, b), of(-(1.0 + f32::EPSILON) * (1.0 - f32::EPSILON) + 1.0));
    let fused = format!(
        "DEFINE FP_MULADD(x, y, z, n, s) {{\n\tRETURN IEEE_FMA(n == 1 ? -x : x, y, s == 1 ? -z : z)\n}}\n{text}\n"
    );
    assert_eq!(singles(&fused, a, b), of((-(1.0 + f32::EPSILON)).mul_add(1.0 - f32::EPSILON, 1.0)));
}

#[test]
fn predicates_of_comparisons_are_each_others_complements() {
    let mut rng = StdRng::seed_from_u64(3);
    let holds =
        |name: &str, a, b| singles(&format!("OP := _CMP_{name}\ndst[31:0] := (a[31:0] OP b[31:0]) ? 1 : 0"), a, b);
    let pairs =
        [("EQ_OQ", "NEQ_UQ"), ("LT_OS", "NLT_US"), ("LE_OS", "NLE_US"), ("UNORD_Q", "ORD_Q"), ("GE_OS", "NGE_US")];
    let more = [("GT_OS", "NGT_US"), ("EQ_UQ", "NEQ_OQ"), ("TRUE_UQ", "FALSE_OQ")];
    for (one, other) in pairs.into_iter().chain(more) {
        for (a, b) in [(QUIET, of(1.0)), (of(0.0), of(-0.0)), (rng.random(), rng.random()), (of(1.0), of(2.0))] {
            assert_eq!(holds(one, a, b) + holds(other, a, b), 1, "{one} of {a:x} {b:x}");
        }
    }
}

#[test]
fn lanes_are_what_runs_compute() {
    let texts = [
        "dst[31:0] := a[31:0] + b[31:0]",
        "dst[31:0] := SQRT(a[31:0])",
        "dst[31:0] := MAX(a[31:0], b[31:0])",
        "dst[31:0] := ABS(a[31:0])",
        "dst[31:0] := (a[31:0] < b[31:0]) ? 0xFFFFFFFF : 0",
        "dst[31:0] := Convert_FP32_To_Int32(a[31:0])",
        "dst[31:0] := FP_RANGE(a[31:0], b[31:0], 2, 0)",
        "dst[31:0] := FP_GETMANT(a[31:0], 1, 3)",
        "dst[31:0] := FP_GETEXP(a[31:0])",
        "dst[31:0] := FP_SCALEF(a[31:0], b[31:0])",
        "dst[31:0] := CheckFPClass_FP32(a[31:0], 0x99)",
    ];
    let mut rng = StdRng::seed_from_u64(4);
    for text in texts {
        let semantics = linked(SINGLES, text);
        let mut terms = Terms::new();
        let found = lanes(&semantics, &[], &mut terms).unwrap();
        for case in 0..60 {
            let draw = |rng: &mut StdRng| match case % 4 {
                0 => [0, 1 << 31, 0x7f80_0000, 0xff80_0000, QUIET, SIGNALLING, 1, of(1.0)][rng.random_range(0..8)],
                1 => of(rng.random_range(-9.0..9.0)),
                _ => rng.random(),
            };
            let operands = [draw(&mut rng), draw(&mut rng)];
            let ran = singles(text, operands[0], operands[1]);
            let value = terms.eval_with_floats(found.out[0], &|n| operands[LaneVar::of(n).source()].into()).unwrap();
            assert_eq!(value, ran.into(), "{text} of {operands:x?}");
        }
    }
}

#[test]
fn elements_are_declared_by_their_format() {
    for (text, float) in
        [("f16", Some(Format::Half)), ("bf16", Some(Format::BFloat)), ("f64", Some(Format::Double)), ("s32", None)]
    {
        let head = format!("semantics 1\nin a vector 64 {text}\nout dst vector 64 u64\ndst[63:0] := a[63:0]\n");
        let semantics = Semantics::from_text(&head).unwrap();
        assert_eq!(semantics.operands[0].float, float);
        assert!(semantics.to_string().contains(&format!("in a vector 64 {text}\n")));
    }
    for wrong in ["f8", "bf32", "f", "x16"] {
        assert!(
            Semantics::from_text(&format!("semantics 1\nin a vector 64 {wrong}\nout dst vector 64 u64\n")).is_err()
        );
    }
}
