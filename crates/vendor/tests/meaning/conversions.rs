//! Conversions: how the bits of a slice, and computed integers, read at another width.

use super::{Layout, TWO_UNSIGNED, agree, built, elements, model_bits, semantics};
use isotope_semantics::interp::run;

/// Conversions by name, with the widths that they are tried at.
const WIDTHS: [u32; 9] = [1, 4, 7, 8, 9, 10, 16, 33, 64];

/// The low `n` bits, with a sign or without.
fn low(x: i128, n: u32, signed: bool) -> i128 {
    let bits = x & ((1 << n) - 1);
    if signed && bits >> (n - 1) == 1 { bits - (1 << n) } else { bits }
}

/// A conversion of the bits of a slice of eight: `have` is its integer as its element type reads it.
fn of_slice(name: &str, n: u32, have: i128) -> i128 {
    let bits = low(have, 8, false);
    match name {
        "ZeroExtend" => low(bits, n, false),
        // A slice that is narrower than the conversion has its own sign bit.
        "SignExtend" => low(bits, n.min(8), true),
        // The others take the integer that the slice reads as, modulo two to N.
        "Truncate" | "UInt" => low(have, n, false),
        _ => low(have, n, true),
    }
}

/// A conversion of a computed integer that nine bits hold.
fn of_integer(name: &str, n: u32, x: i128) -> i128 {
    match name {
        "SignExtend" if n > 9 => x,
        "ZeroExtend" | "Truncate" | "UInt" => low(x, n, false),
        _ => low(x, n, true),
    }
}

/// The exact value of `body` for every byte of `a` (the byte of `b` is its complement), read from 128 bits.
fn exact(layout: Layout, body: &str) -> Vec<i128> {
    let head = format!("in a vector 256 {layout}\nin b vector 256 {layout}\nout dst vector 4096 u64");
    let s = built(&head, &format!("FOR j := 0 to 31\n\ti := j*128\n\tdst[i+127:i] := {body}\nENDFOR"));
    let mut values = Vec::new();
    for chunk in 0..8 {
        let bytes: Vec<u64> = (0..32).map(|i| chunk * 32 + i).collect();
        let turned: Vec<u64> = bytes.iter().map(|b| 255 - b).collect();
        let operands = [elements(&bytes, 8), elements(&turned, 8)];
        let found = run(&s, &operands).unwrap_or_else(|e| panic!("{s}{e}"));
        values.extend((0..32).map(|i| found.slice(128 * i, 128) as i128));
        if chunk == 4 {
            agree(&s, &operands);
        }
    }
    values
}

const LAYOUTS: [Layout; 2] = [Layout { bits: 8, signed: false }, Layout { bits: 8, signed: true }];

#[test]
fn conversions_of_slices() {
    for layout in LAYOUTS {
        for name in ["ZeroExtend", "SignExtend", "Truncate", "Int", "UInt"] {
            for n in WIDTHS {
                for (a, found) in exact(layout, &format!("{name}{n}(a.byte[j])")).into_iter().enumerate() {
                    let expected = of_slice(name, n, layout.value(a as u64));
                    assert_eq!(found, expected, "{name}{n} of {a} as {layout}");
                }
            }
        }
    }
}

#[test]
fn conversions_of_computed_integers() {
    for layout in LAYOUTS {
        for (sign, model) in [("+", (|x, y| x + y) as fn(i128, i128) -> i128), ("-", |x, y| x - y)] {
            for name in ["ZeroExtend", "SignExtend", "Truncate", "Int", "UInt"] {
                // At nine bits an unsigned sum fills its width, and SignExtend reads the last bit as a sign.
                for n in WIDTHS.into_iter().filter(|n| *n != 9) {
                    let body = format!("{name}{n}(a.byte[j] {sign} b.byte[j])");
                    for (a, found) in exact(layout, &body).into_iter().enumerate() {
                        let x = model(layout.value(a as u64), layout.value(255 - a as u64));
                        assert_eq!(found, of_integer(name, n, x), "{body} where a is {a} as {layout}");
                    }
                }
            }
        }
    }
}

/// `Signed` and `Unsigned` say how a slice's bits read; of a computed integer they say nothing.
#[test]
fn conversions_without_a_width() {
    for layout in LAYOUTS {
        for (name, signed) in [("Signed", true), ("Int", true), ("Unsigned", false), ("UInt", false)] {
            let reread = Layout { bits: 8, signed };
            for (a, found) in exact(layout, &format!("{name}(a.byte[j])")).into_iter().enumerate() {
                assert_eq!(found, reread.value(a as u64), "{name} of {a} as {layout}");
            }
            for (a, found) in exact(layout, &format!("{name}(a.byte[j] - b.byte[j])")).into_iter().enumerate() {
                let difference = layout.value(a as u64) - layout.value(255 - a as u64);
                assert_eq!(found, difference, "{name} of {difference} as {layout}");
            }
        }
    }
}

#[test]
fn conversions_of_constants() {
    let value = |body: &str| {
        let s = built("in a vector 8 u8\nout dst vector 128 u64", &format!("dst[127:0] := {body}"));
        let found = run(&s, &[elements(&[0], 8)]).unwrap_or_else(|e| panic!("{body}: {e}"));
        found.slice(0, 128) as i128
    };
    for (body, expected) in [
        ("ZeroExtend16(-1)", 0xffff),
        ("SignExtend16(-1)", -1),
        ("SignExtend16(0x8000)", -0x8000),
        ("SignExtend16(0x7FFF)", 0x7fff),
        ("Truncate8(0x1FF)", 0xff),
        ("Int8(0x1FF)", -1),
        ("Int8(0x17F)", 0x7f),
        ("UInt8(-1)", 0xff),
        ("Signed(-3)", -3),
        ("Unsigned(7)", 7),
        ("ZeroExtend64(1 << 64)", 0),
        ("ZeroExtend_To_32(-1)", 0xffff_ffff),
        // One conversion inside the other: the inner one cuts before the outer one extends.
        ("SignExtend32(Truncate8(0x180))", 0x80),
        ("SignExtend32(Int8(0x180))", -0x80),
        ("ZeroExtend16(Int8(0x180))", 0xff80),
    ] {
        assert_eq!(value(body), expected, "{body}");
    }
}

/// A name that is no conversion's is a function's, and undefined unless the text defines it.
#[test]
fn names_near_conversions_are_functions() {
    for name in
        ["ZeroExtend0", "SignExtend513", "Extend8", "int8", "Truncate", "ZeroExtend", "Int8x", "UInt99999999999"]
    {
        let said = semantics(TWO_UNSIGNED, &format!("dst := {name}(a)")).map(|_| ()).unwrap_err().to_string();
        assert_eq!(said, format!("line 1: undefined function {name}"));
    }
    let said = semantics(TWO_UNSIGNED, "dst := ZeroExtend32(a, b)").map(|_| ()).unwrap_err().to_string();
    assert_eq!(said, "line 1: undefined function ZeroExtend32", "a conversion takes one operand");
    assert!(semantics(TWO_UNSIGNED, "dst := ZeroExtend512(a)").is_ok());
}

/// The same integer, cut by a conversion or by the slice that it is stored in, is the same bits.
#[test]
fn a_conversion_cuts_as_a_store_does() {
    for layout in LAYOUTS {
        for body in ["a.byte[j] * b.byte[j] + 77", "(a.byte[j] << 3) - b.byte[j]", "a.byte[j] * 300 XOR b.byte[j]"] {
            let whole = exact(layout, body);
            for n in [8, 16, 32] {
                let cut = exact(layout, &format!("ZeroExtend{n}({body})"));
                let both = whole.iter().zip(&cut);
                assert!(both.clone().all(|(w, c)| model_bits(*w, n) == *c as u128), "{body} in {n} bits of {layout}");
            }
        }
    }
}
