//! The meaning of each construct of the language, by instructions that are made of it alone.
//!
//! An instruction takes `a` and `b`, eight bytes each, and an immediate `n` from 1 to 7; its text gives the value of `result`.

use super::{ERRATA, word};
use isotope_ir::term::{LaneVar, Terms};
use isotope_semantics::Semantics;
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::lanes::lanes;
use isotope_vendor::bundle::bundle;
use isotope_vendor::errata::Errata;
use isotope_vendor::reader::{ArmSail, Reader};
use isotope_vendor::sail::model::Model;
use isotope_vendor::scope::Scope;

/// The decoder and the functions that the texts below call, with the text in the place of the body.
pub(super) fn semantics(body: &str) -> Result<Semantics, String> {
    let sail = include_str!("language.sail").replace("BODY", body);
    if let Some(fault) = Model::read([("try.sail", sail.as_str())]).errors.first() {
        return Err(fault.to_string());
    }
    let table = "uint8x8_t vtry_n_u8(uint8x8_t a, uint8x8_t b, __builtin_constant_p(n))\t\
        a -> Vn.8B;b -> Vm.8B;1 <= n <= 7\tTRY Vd.8B,Vn.8B,Vm.8B,#n\tVd.8B -> result\tA64\n";
    let words: Vec<String> = (1..8).map(|n| format!("{:08x}", word(n, false, false))).collect();
    let encodings = format!("# isotope encodings 1\nvtry_n_u8 neon {}\n", words.join(" "));
    let scope = Scope {
        extensions: ["neon".to_owned()].into(),
        types: Default::default(),
        floats: false,
        errata: Errata::read(ERRATA).expect("the errata read"),
    };
    let text = bundle([("try.sail", sail.as_str()), ("acle-advsimd.csv", table), ("encodings.txt", &encodings)]);
    let mut entries = ArmSail.read(&text, &scope).map_err(|e| e.to_string())?;
    entries.remove(0).translation.map(|t| t.semantics).map_err(|e| e.to_string())
}

/// Some operands: corners, and bytes that differ.
const INPUTS: [(u64, u64); 6] = [
    (0, 0),
    (u64::MAX, u64::MAX),
    (0x8000_7fff_0100_00ff, 0x0101_0101_8080_8080),
    (0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210),
    (0x00ff_00ff_00ff_00ff, 0x0f0f_f0f0_3333_cccc),
    (0xdead_beef_0bad_f00d, 0x0000_0000_0000_0007),
];

/// A text computes a function, in the interpreter and in the lanes of the search.
fn check(body: &str, expected: impl Fn(u64, u64, u32) -> u64) {
    let semantics = semantics(body).unwrap_or_else(|e| panic!("{body}\n{e}"));
    for n in 1..8 {
        let mut terms = Terms::new();
        let made = lanes(&semantics, &[n], &mut terms).unwrap_or_else(|e| panic!("{e}\n{semantics}"));
        for (a, b) in INPUTS {
            let operands = [Bits::from_u64(a, 64), Bits::from_u64(b, 64), Bits::from_u64(n, 32)];
            let result = run(&semantics, &operands).unwrap_or_else(|e| panic!("{e}\n{semantics}"));
            let wanted = Bits::from_u64(expected(a, b, n as u32), 64);
            assert_eq!(result, wanted, "{body}\na = {a:x}, b = {b:x}, n = {n}\n{semantics}");
            let value = |variable: u32| {
                let (operand, element) = LaneVar::of(variable).pair();
                let bits = made.operand_bits[operand];
                operands[operand].slice(element as u32 * bits, bits)
            };
            for (at, lane) in made.out.iter().enumerate() {
                let wanted = wanted.slice(at as u32 * made.out_bits, made.out_bits);
                assert_eq!(terms.eval(*lane, &value), Some(wanted), "lane {at} of\n{semantics}");
            }
        }
    }
}

/// Each byte of both operands.
fn bytes(a: u64, b: u64, f: impl Fn(u8, u8) -> u8) -> u64 {
    let pairs = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
    u64::from_le_bytes(pairs.map(|(x, y)| f(x, y)).collect::<Vec<_>>().try_into().expect("eight bytes"))
}

/// A loop over the bytes whose element is this expression of `x` and `y`.
fn each(element: &str) -> String {
    format!(
        "foreach (e from 0 to 7 by 1 in inc) {{
            let x : bits(8) = Elem_read(a, e, 8);
            let y : bits(8) = Elem_read(b, e, 8);
            result = Elem_set(result, e, 8, {element})
        }}"
    )
}

#[test]
fn bits_wrap_and_numbers_do_not() {
    check(&each("x + y"), |a, b, _| bytes(a, b, u8::wrapping_add));
    check(&each("x - y"), |a, b, _| bytes(a, b, u8::wrapping_sub));
    check(&each("x + 255"), |a, b, _| bytes(a, b, |x, _| x.wrapping_sub(1)));
    let high = |x: u8, y: u8| ((u16::from(x) * u16::from(y)) >> 8) as u8;
    check(&each("((UInt(x) * UInt(y)) >> 8)[7 .. 0]"), |a, b, _| bytes(a, b, high));
    let signed = |x: u8, y: u8| ((i16::from(x as i8) * i16::from(y as i8)) >> 7) as u8;
    check(&each("(SInt(x) * SInt(y))[14 .. 7]"), |a, b, _| bytes(a, b, signed));
}

#[test]
fn bits_are_combined_cut_and_put_together() {
    check(&each("EOR(x, y) & not_vec(y)"), |a, b, _| bytes(a, b, |x, y| (x ^ y) & !y));
    check(&each("x[3 .. 0] @ y[7 .. 4]"), |a, b, _| bytes(a, b, |x, y| x << 4 | y >> 4));
    check(&each("[x[0]] @ x[7 .. 1]"), |a, b, _| bytes(a, b, |x, _| x.rotate_right(1)));
    check(&each("ZeroExtend(x[6 .. 2], 8)"), |a, b, _| bytes(a, b, |x, _| x >> 2 & 31));
    check(&each("SignExtend(y[3 .. 0], 8)"), |a, b, _| bytes(a, b, |_, y| ((y << 4) as i8 >> 4) as u8));
    check("result = Replicate(b[15 .. 0], 4)", |_, b, _| (b & 0xffff) * 0x0001_0001_0001_0001);
    check("result = (a | b)[7 .. 0] @ Zeros(56)", |a, b, _| (a | b) << 56);
}

#[test]
fn shifts_by_immediates_and_by_data() {
    check(&each("LSL(x, shift)"), |a, b, n| bytes(a, b, |x, _| x << n));
    check(&each("LSR(x, shift)"), |a, b, n| bytes(a, b, |x, _| x >> n));
    check(&each("ASR(x, shift)"), |a, b, n| bytes(a, b, |x, _| (x as i8 >> n) as u8));
    check(&each("LSL(x, UInt(y[2 .. 0]))"), |a, b, _| bytes(a, b, |x, y| x << (y & 7)));
    check(&each("(x & LSL(Ones(8), shift)) | LSR(Ones(8), 8 - shift)"), |a, b, n| {
        bytes(a, b, |x, _| (x & 255 << n) | ((1u32 << n) - 1) as u8)
    });
}

#[test]
fn conditions_on_data_become_choices() {
    check(&each("if UInt(x) > UInt(y) then x else y"), |a, b, _| bytes(a, b, u8::max));
    check(&each("if SInt(x) < 0 & not_bool(x == y) then Zeros(8) else x"), |a, b, _| {
        bytes(a, b, |x, y| if (x as i8) < 0 && x != y { 0 } else { x })
    });
    let body = each("Halved(x, y)");
    check(&body, |a, b, _| bytes(a, b, |x, y| if x > y { x / 2 } else { y / 2 + 1 }));
    check(
        "result = a; if [b[0]] == 0b1 then { result[7 .. 0] = b[15 .. 8] } else { result[63 .. 56] = 0x5A }",
        |a, b, _| {
            if b & 1 == 1 { a & !255 | b >> 8 & 255 } else { a & !(255 << 56) | 0x5a << 56 }
        },
    );
}

#[test]
fn functions_return_from_within() {
    check(&each("First(x)[7 .. 0]"), |a, b, _| bytes(a, b, |x, _| x.trailing_zeros() as u8));
    check(&each("Graded(x)"), |a, b, _| {
        bytes(a, b, |x, _| match x {
            0 => 3,
            1..100 => 2,
            _ => 1,
        })
    });
    check(&each("let (value, large) = Both(x, y) in if large then value else y"), |a, b, _| {
        bytes(a, b, |x, y| if u16::from(x) + u16::from(y) > 255 { x.wrapping_add(y) } else { y })
    });
}

#[test]
fn loops_carry_their_variables() {
    let total = "sum : int = 0; foreach (e from 0 to 7 by 1 in inc) { sum = sum + UInt(Elem_read(a, e, 8)) };
        result = sum[63 .. 0]";
    check(total, |a, _, _| a.to_le_bytes().iter().map(|x| u64::from(*x)).sum());
    let reversed = "from_top : int = 7; result = Zeros(64);
        foreach (e from 0 to 7 by 1 in inc) { result = Elem_set(result, from_top, 8, Elem_read(a, e, 8)); from_top = from_top - 1 }";
    check(reversed, |a, _, _| a.swap_bytes());
    let down = "result = b; foreach (e from 7 to 1 by 1 in dec) { result[8 * e + 7 .. 8 * e] = result[8 * e - 1 .. 8 * e - 8] }";
    check(down, |_, b, _| b << 8 | b & 255);
    let product = "result = Zeros(64); foreach (i from 0 to 7 by 1 in inc) {
        if [b[i]] == 0b1 then { result = EOR(result, LSL(ZeroExtend(a[7 .. 0], 64), i)) }; () }";
    check(product, |a, b, _| (0..8).filter(|i| b >> i & 1 == 1).fold(0, |out, i| out ^ (a & 255) << i));
}

/// A width that depends on the counter cannot be in a loop; nor can a step of two be counted by the pseudocode's.
#[test]
fn loops_that_cannot_stay_are_unrolled() {
    let growing = "result = Zeros(64); foreach (i from 1 to 7 by 1 in inc) { result[8 * i .. 0] = a[8 * i .. 0] }";
    check(growing, |a, _, _| a & ((1 << 57) - 1));
    let every_second =
        "result = a; foreach (e from 0 to 7 by 2 in inc) { result = Elem_set(result, e, 8, Elem_read(b, e, 8)) }";
    check(every_second, |a, b, _| (a & 0xff00_ff00_ff00_ff00) | (b & 0x00ff_00ff_00ff_00ff));
    assert!(!semantics(every_second).expect("it reads").to_string().contains("FOR"));
}

/// A value that was read stays when the variable that it was read from changes.
#[test]
fn values_do_not_change_behind_ones_back() {
    check(
        "x : bits(64) = a; y : bits(64) = b; foreach (e from 0 to 2 by 1 in inc) { (y @ x) = x @ y }; result = x",
        |_, b, _| b,
    );
    let swap = "x : bits(64) = a; old : bits(64) = a; foreach (e from 0 to 7 by 1 in inc) {
        old = x; x = Elem_set(x, e, 8, Elem_read(b, e, 8)); x[63 .. 56] = old[7 .. 0] }; result = x";
    check(swap, |a, b, _| {
        let mut x = a.to_le_bytes();
        for e in 0..8 {
            let old = x[0];
            x[e] = b.to_le_bytes()[e];
            x[7] = old;
        }
        u64::from_le_bytes(x)
    });
}

#[test]
fn a_table_is_looked_up_at_data() {
    let table = "let table : bits(256) = 0x1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100;
        foreach (e from 0 to 7 by 1 in inc) {
            result = Elem_set(result, e, 8, not_vec(Slice(table, UInt(Elem_read(a, e, 8)[4 .. 0]) * 8, 8))) }";
    check(table, |a, b, _| bytes(a, b, |x, _| !(x & 31)));
}

#[test]
fn what_cannot_be_written_down_says_why() {
    let refused = |body: &str| semantics(body).err().unwrap_or_else(|| panic!("{body} translates"));
    let reason = |body: &str, why: &str| {
        let told = refused(body);
        assert!(told.contains(why), "{body}: {told}");
    };
    reason(
        "x : int = UInt(a); while x > 3 do { x = x - 1 }; result = x[63 .. 0]",
        "a loop whose condition depends on operands",
    );
    reason("result = V_read(3, 64)", "the text never writes its result dst");
    reason("result = V_read(UInt(a[4 .. 0]), 64)", "a register's number depends on the counter");
    reason("result = Missing(a)", "depends on Missing, which no file defines");
    reason("result = a[70 .. 7]", "bits 70 .. 7 of 64");
    reason("result = a & b[7 .. 0]", "'&' of 64 and 8 bits");
    reason("result = match a { 0x0000000000000001 => b, _ => a }", "a choice among cases depends on operands");
    reason("throw(Error_Unpredictable())", "the text throws Error_Unpredictable");
    reason("if FPCR[AH] == 0b1 then { result = a }", "depends on FPCR, which is not modelled");
    reason("foreach (i from 0 to 100000000 by 1 in inc) { result = a }", "MAX_SAIL_ITERATIONS");
    reason("result = Zeros(100000)", "MAX_SAIL_BITS");
}

/// A number that goes with the immediate is written as a rule, and one that follows none as a case of its own.
#[test]
fn immediates_become_sums_and_powers() {
    let text = |body: &str| semantics(body).expect("it reads").to_string();
    let one = |body: &str, wanted: &str| {
        let text = text(body);
        assert!(text.contains(wanted) && !text.contains("IF"), "{wanted} is not in\n{text}");
    };
    one(&each("(UInt(x) + shift)[7 .. 0]"), "+ n)");
    one(&each("(UInt(x) + 3 * shift)[7 .. 0]"), "(n * 3)");
    one(&each("(UInt(x) + 20 - shift)[7 .. 0]"), "(20 - n)");
    one(&each("(UInt(x) * pow2(shift))[7 .. 0]"), "(1 << n)");
    one(&each("(UInt(x) + pow2(8 - shift) - 1)[7 .. 0]"), "(1 << (8 - n))");
    check(&each("(UInt(x) + pow2(8 - shift) - 1)[7 .. 0]"), |a, b, n| {
        bytes(a, b, |x, _| (u32::from(x) + (1 << (8 - n)) - 1) as u8)
    });
    // Squares follow no such rule: each value has its own program.
    let squares = each("(UInt(x) + shift * shift)[7 .. 0]");
    assert_eq!(text(&squares).matches("IF (n == ").count(), 6, "{}", text(&squares));
    check(&squares, |a, b, n| bytes(a, b, |x, _| (u32::from(x) + n * n) as u8));
}

/// Bits of a register above an instruction's operand are nobody's.
#[test]
fn bits_above_an_operand_are_not_there() {
    let told = semantics("result = V_read(m, 128)[127 .. 64]").err();
    assert!(told.is_some_and(|told| told.contains("the text never writes its result")));
    let told = semantics("result = V_read(m, 128)[127 .. 64] + a").err();
    assert!(told.is_some_and(|told| told.contains("reads bits that no operand gives")));
    check("V_set(d, 64) = a; result = V_read(d, 128)[127 .. 64] | b", |_, b, _| b);
}
