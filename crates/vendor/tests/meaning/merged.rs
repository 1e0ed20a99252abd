//! Canonical forms: what became a number of a class so that its members are one.

use super::built;
use super::classes::{S, U, differ, each, form, same};
use isotope_semantics::Semantics;
use isotope_semantics::canonical::Canonical;

/// A bit, or as many equal ones as an element has: how wide a comparison is is a number.
#[test]
fn comparisons_of_every_width_are_one_class() {
    let to_elements = each(128, 16, S, "$a > $b ? 0xFFFF : 0");
    let to_bits = |wide: u32| {
        let head = "in a vector 128 s16\nin b vector 128 s16";
        let bits = 8 * wide;
        let text = format!(
            "FOR j := 0 to 7\n\tk[{wide}*j+{}:{wide}*j] := a.word[j] > b.word[j] ? {} : 0\nENDFOR",
            wide - 1,
            (1_u32 << wide) - 1
        );
        built(&format!("{head}\nout k mask {bits} u1"), &text)
    };
    same(&to_elements, &to_bits(1));
    // A value that is cut into the bits of a mask is the same bit again and again.
    same(&to_bits(1), &to_bits(4));
    // One that is chosen and not all of them is no comparison of that width.
    differ(&to_elements, &each(128, 16, S, "$a > $b ? 3 : 0"));
}

/// A bit becomes an element by zeros or by itself above it.
#[test]
fn a_choice_of_one_or_all_ones_is_an_extension() {
    let text = |body: &str| form(&each(128, 16, U, body), &[]).text;
    assert!(text("$a != $b ? 1 : 0").contains("(ext ? ? "), "{}", text("$a != $b ? 1 : 0"));
    assert_eq!(text("$a == $b ? 1 : 0"), text("ZeroExtend16($a == $b)"));
    assert!(text("$a == $b ? 2 : 0").contains("(ite "), "{}", text("$a == $b ? 2 : 0"));
}

/// A shift by more than all bits leaves zeros, or signs; whether the text says so is a number.
#[test]
fn shifts_that_look_at_their_amount_are_shifts() {
    let shift = |width: u32, sign: &str, condition: &str, spent: &str| {
        let last = width - 1;
        let (a, b) = (format!("a[i+{last}:i]"), format!("b[i+{last}:i]"));
        let head = format!("in a vector 128 {sign}{width}\nin b vector 128 u{width}\nout dst vector 128 u{width}");
        let signs = format!("(a[i+{last}] ? {} : 0)", (1_u64 << width) - 1);
        let (shifted, spent) = (format!("{a} >> {b}"), spent.replace("$signs", &signs));
        let (then, otherwise) = if condition.starts_with('<') { (&shifted, &spent) } else { (&spent, &shifted) };
        let store = |value: &str| format!("\t\tdst[i+{last}:i] := {value}\n");
        built(
            &head,
            &format!(
                "FOR j := 0 to {}\n\ti := j*{width}\n\tIF {b} {condition}\n{}\tELSE\n{}\tFI\nENDFOR",
                128 / width - 1,
                store(then),
                store(otherwise)
            ),
        )
    };
    let logical = shift(16, "u", "< 16", "0");
    let text = form(&logical, &[]).text;
    assert!(text.contains("(shr ? ? x0 x1)"), "{text}");
    same(&logical, &shift(32, "u", "< 32", "0"));
    same(&logical, &shift(16, "s", "< 16", "$signs"));
    // The other way round, with the bound on its other side.
    same(&logical, &shift(16, "u", "> 15", "0"));
    same(&logical, &shift(32, "s", "> 31", "$signs"));
    // Another bound, and another rest, are choices.
    differ(&logical, &shift(16, "u", "< 15", "0"));
    differ(&logical, &shift(16, "u", "< 16", "1"));
    differ(&logical, &shift(16, "u", "< 16", "$signs"));
    differ(&logical, &shift(16, "s", "< 16", "0"));
}

/// Neighbouring elements that are one number are one read, of as many elements as there are.
#[test]
fn neighbours_are_read_as_one_number() {
    let sum = |element: u32| {
        let head = format!("in a vector 128 u{element}\nin b vector 128 u{element}\nout dst vector 64 u64");
        form(&built(&head, "dst[63:0] := (a[63:0] + b[127:64]) * (a[63:0] + b[127:64])"), &[])
    };
    let (whole, halves, bytes) = (sum(64), sum(32), sum(8));
    assert_eq!((&whole.text, &whole.text), (&halves.text, &bytes.text));
    // The kind of a read has four more for each further element.
    let kinds = |form: &Canonical| {
        let at = |n: usize| form.parameters[8 + 5 * n + 1];
        [at(0), at(1)]
    };
    assert_eq!((kinds(&whole), kinds(&halves), kinds(&bytes)), ([0, 0], [4, 4], [28, 28]));
    // Elements in another order are not one number of the operand.
    let swapped = "dst[63:0] := (a[31:0] << 32) OR a[63:32]";
    let head = "in a vector 128 u32\nin b vector 128 u32\nout dst vector 64 u64";
    assert!(form(&built(head, swapped), &[]).text.contains("x1"));
}

/// A mask that takes what is computed where it is zero, and one with a bit for each byte of an element.
#[test]
fn inverted_masks_and_masks_of_bytes_are_parameters() {
    let head = "in k mask 16 u1\nin a vector 128 u8\nin b vector 128 u8\nout dst vector 128 u8";
    let choose = |then: &str, otherwise: &str| {
        built(head, &format!("FOR j := 0 to 15\n\tdst.byte[j] := k[j] ? {then} : {otherwise}\nENDFOR"))
    };
    let plain = built(head, "FOR j := 0 to 15\n\tdst.byte[j] := a.byte[j] + b.byte[j]\nENDFOR");
    let (masked, inverted) =
        (choose("a.byte[j] + b.byte[j]", "a.byte[j]"), choose("a.byte[j]", "a.byte[j] + b.byte[j]"));
    same(&plain, &masked);
    same(&plain, &inverted);
    let kind = |s: &Semantics| form(s, &[]).parameters[3..6].to_vec();
    assert_eq!((kind(&masked), kind(&inverted)), (vec![2, 0, 1], vec![4, 0, 1]));
    // Sums of 16 bits, each byte of which has a bit of the mask.
    let head = "in k mask 16 u1\nin a vector 128 u16\nin b vector 128 u16\nout dst vector 128 u8";
    let bytes = |mask: &str| {
        built(
            head,
            &format!(
                "FOR j := 0 to 7\n\tsum[15:0] := a.word[j] + b.word[j]\n\tFOR n := 0 to 1\n\t\tdst.byte[2*j+n] := {mask} ? \
                 sum[8*n+7:8*n] : a.byte[2*j+n]\n\tENDFOR\nENDFOR"
            ),
        )
    };
    same(&plain, &bytes("k[2*j+n]"));
    assert_eq!(form(&bytes("k[2*j+n]"), &[]).parameters[..7], [16, 1, 0, 6, 0, 1, 2]);
    differ(&plain, &bytes("k[2*j+1-n]"));
}

/// Arm writes `0 - x`, Intel `-x`.
#[test]
fn a_difference_from_zero_is_a_negation() {
    same(&each(128, 16, S, "0 - $a"), &each(128, 16, S, "-$a"));
    differ(&each(128, 16, S, "1 - $a"), &each(128, 16, S, "-$a"));
}
