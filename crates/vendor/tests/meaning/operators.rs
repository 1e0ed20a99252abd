//! Every operator against mathematical integers: on elements of every signedness and width, at corners, at constants, and
//! through stores that keep some of the bits.

use super::{Layout, agree, built, elements, model_bits};
use isotope_semantics::interp::run;

/// An operator as the dialect spells it, and its value on integers; `None` where it has none.
type Operator = (&'static [&'static str], fn(i128, i128) -> Option<i128>);

/// A shift to the left by what is not a width shifts everything out, and so does one by a negative amount, which reads
/// as a huge one.
fn shift_left(x: i128, y: i128) -> Option<i128> {
    // Only bits below the widest store are looked at.
    Some(if (0..128).contains(&y) { ((x as u128) << y) as i128 } else { 0 })
}

fn shift_right(x: i128, y: i128) -> Option<i128> {
    Some(x >> if (0..127).contains(&y) { y } else { 127 })
}

const OPERATORS: &[Operator] = &[
    (&["+"], |x, y| Some(x + y)),
    (&["-"], |x, y| Some(x - y)),
    // Of two unsigned quad-words the product passes 127 bits; all that is stored of it is here.
    (&["*"], |x, y| Some(x.wrapping_mul(y))),
    (&["/"], |x, y| x.checked_div(y)),
    (&["%", "MOD"], |x, y| x.checked_rem(y)),
    (&["<<"], shift_left),
    (&[">>"], shift_right),
    (&["&", "AND", "and"], |x, y| Some(x & y)),
    (&["|", "OR", "or"], |x, y| Some(x | y)),
    (&["^", "XOR", "xor"], |x, y| Some(x ^ y)),
    (&["&&"], |x, y| Some((x != 0 && y != 0).into())),
    (&["||"], |x, y| Some((x != 0 || y != 0).into())),
    (&["=="], |x, y| Some((x == y).into())),
    (&["!="], |x, y| Some((x != y).into())),
    (&["<"], |x, y| Some((x < y).into())),
    (&["<="], |x, y| Some((x <= y).into())),
    (&[">"], |x, y| Some((x > y).into())),
    (&[">="], |x, y| Some((x >= y).into())),
];

/// Bit patterns at which elements of a width may go wrong.
fn corners(bits: u32) -> Vec<u64> {
    let ones = u64::MAX >> (64 - bits);
    let top = 1 << (bits - 1);
    vec![0, 1, 2, 3, 7, 8, u64::from(bits), ones, ones - 1, top, top - 1, top + 1, ones / 3, ones / 5]
}

/// Pairs of corners as whole registers of `count` elements, and the values that they read as.
fn registers(layout: Layout, count: usize) -> Vec<Vec<[u64; 2]>> {
    let corners = corners(layout.bits);
    let pairs: Vec<[u64; 2]> = corners.iter().flat_map(|&a| corners.iter().map(move |&b| [a, b])).collect();
    let fill = |chunk: &[[u64; 2]]| (0..count).map(|i| chunk[i % chunk.len()]).collect();
    pairs.chunks(count).map(fill).collect()
}

/// One operator on all corners of two element types, stored in `stored` bits.
fn check(sign: &str, model: fn(i128, i128) -> Option<i128>, types: [Layout; 2], stored: u32) {
    let count = (2048 / stored.max(types[0].bits)) as usize;
    let head = format!(
        "in a vector {} {}\nin b vector {} {}\nout dst vector {} u{}",
        count as u32 * types[0].bits,
        types[0],
        count as u32 * types[1].bits,
        types[1],
        count as u32 * stored,
        stored.min(64)
    );
    let (last, width) = (count - 1, types[0].bits);
    let text = format!(
        "FOR j := 0 to {last}\n\ti := j*{stored}\n\tk := j*{width}\n\
         \tdst[i+{}:i] := a[k+{}:k] {sign} b[k+{}:k]\nENDFOR",
        stored - 1,
        width - 1,
        width - 1
    );
    let s = built(&head, &text);
    for mut pairs in registers(types[0], count) {
        // Where there is no value the pair is replaced by one that has one.
        for pair in &mut pairs {
            if model(types[0].value(pair[0]), types[1].value(pair[1])).is_none() {
                *pair = [pair[0], 1];
            }
        }
        let operands = [elements(&pairs.iter().map(|p| p[0]).collect::<Vec<_>>(), width), {
            elements(&pairs.iter().map(|p| p[1]).collect::<Vec<_>>(), width)
        }];
        let found = run(&s, &operands).unwrap_or_else(|e| panic!("{s}{e}"));
        for (i, [a, b]) in pairs.iter().enumerate() {
            let (x, y) = (types[0].value(*a), types[1].value(*b));
            let exact = model(x, y).unwrap_or_else(|| panic!("{x} {sign} {y} has a value"));
            let kept = found.slice(i as u32 * stored, stored);
            assert_eq!(kept, model_bits(exact, stored), "{x} {sign} {y} in {stored} bits, of {types:?}");
        }
        agree(&s, &operands);
    }
}

/// Every pair of signednesses.
fn signednesses(bits: u32) -> [[Layout; 2]; 4] {
    let layout = |signed| Layout { bits, signed };
    [[false, false], [false, true], [true, false], [true, true]].map(|pair| pair.map(layout))
}

#[test]
fn operators_are_exact_on_bytes() {
    for (signs, model) in OPERATORS {
        for types in signednesses(8) {
            signs.iter().for_each(|sign| check(sign, *model, types, 32));
        }
    }
}

/// The stored value is the exact one modulo two to the slice's width, however narrow or wide that is.
#[test]
fn stores_keep_the_low_bits() {
    for (signs, model) in OPERATORS {
        for types in signednesses(8) {
            for stored in [1, 4, 8, 9, 16, 128] {
                // A shift of a byte by a byte has 263 bits, of which none but the stored ones are ever made.
                check(signs[0], *model, types, stored);
            }
        }
    }
}

#[test]
fn operators_are_exact_on_wide_elements() {
    for (signs, model) in OPERATORS {
        for bits in [16, 32, 64] {
            for types in signednesses(bits) {
                // A quotient of two quad-words of different signedness needs 66 bits, which are there.
                check(signs[0], *model, types, 64);
            }
        }
    }
}

#[test]
fn products_of_quad_words_have_128_bits() {
    let product = |x: i128, y: i128| Some(x.wrapping_mul(y));
    for types in signednesses(64) {
        check("*", product, types, 128);
    }
}

/// Constants are integers like any other: `a OP c` and `c OP a` for constants of either sign.
#[test]
fn constants_are_integers() {
    let constants = [-129i128, -128, -1, 0, 1, 2, 7, 8, 9, 127, 128, 255, 256, 65_535];
    for (signs, model) in OPERATORS {
        let sign = signs[0];
        for (layout, c) in [true, false].into_iter().flat_map(|s| constants.map(|c| (Layout { bits: 8, signed: s }, c)))
        {
            let corners = corners(8);
            for turned in [false, true] {
                let value = |a: u64| {
                    let x = layout.value(a);
                    if turned { model(c, x) } else { model(x, c) }
                };
                // A divisor of zero is an error, and a shift by 65,535 is more than the widest register.
                let good: Vec<u64> = corners.iter().copied().filter(|&a| value(a).is_some()).collect();
                if good.is_empty() {
                    continue;
                }
                let body = if turned { format!("({c}) {sign} a.byte[j]") } else { format!("a.byte[j] {sign} ({c})") };
                let count = good.len() as u32;
                let head = format!("in a vector {} {layout}\nout dst vector {} u32", 8 * count, 32 * count);
                let s = built(&head, &format!("FOR j := 0 to {}\n\tdst.dword[j] := {body}\nENDFOR", count - 1));
                let operands = [elements(&good, 8)];
                let found = run(&s, &operands).unwrap_or_else(|e| panic!("{s}{e}"));
                for (i, &a) in good.iter().enumerate() {
                    let exact = value(a).unwrap_or_default();
                    assert_eq!(
                        found.slice(32 * i as u32, 32),
                        model_bits(exact, 32),
                        "{body} where a is {a} as {layout}"
                    );
                }
                // Of a divisor that is data, zero is an error here and a value there.
                if !(turned && matches!(sign, "/" | "%")) {
                    agree(&s, &operands);
                }
            }
        }
    }
}

#[test]
fn operators_of_one_operand_are_exact() {
    type Model = (&'static str, fn(i128) -> i128);
    let models: [Model; 4] = [("-", |x| -x), ("~", |x| !x), ("NOT ", |x| !x), ("!", |x| (x == 0).into())];
    for (sign, model) in models {
        for layout in [false, true].map(|signed| Layout { bits: 8, signed }) {
            let all: Vec<u64> = (0..256).collect();
            let head = format!("in a vector 2048 {layout}\nout dst vector 4096 u16");
            let s = built(&head, &format!("FOR j := 0 to 255\n\tdst.word[j] := {sign}a.byte[j]\nENDFOR"));
            let operands = [elements(&all, 8)];
            let found = run(&s, &operands).unwrap_or_else(|e| panic!("{e}"));
            for a in all {
                // The complement of an unsigned slice is that of its bits: it has no more of them.
                let exact = model(layout.value(a));
                let exact = if model(0) == -1 && !layout.signed { exact & 0xff } else { exact };
                assert_eq!(found.slice(16 * a as u32, 16), model_bits(exact, 16), "{sign}{a} as {layout}");
            }
            agree(&s, &operands);
        }
    }
}

/// Words and signs bind alike, tighter from left to right: `||`, `&&`, OR, XOR, AND, comparisons, shifts, sums, products.
#[test]
fn operators_bind_as_the_guide_writes_them() {
    let value = |text: &str| {
        let s = built("in a vector 8 u8\nout dst vector 32 s32", &format!("dst := {text}"));
        let found = run(&s, &[elements(&[0], 8)]).unwrap_or_else(|e| panic!("{text}: {e}"));
        found.slice(0, 32) as u32 as i32
    };
    for (text, grouped, expected) in [
        ("1 + 2 * 3", "1 + (2 * 3)", 7),
        ("7 - 2 - 1", "(7 - 2) - 1", 4),
        ("64 / 4 / 2", "(64 / 4) / 2", 8),
        ("1 << 2 + 1", "1 << (2 + 1)", 8),
        ("1 << 2 < 5", "(1 << 2) < 5", 1),
        ("3 & 2 == 2", "3 & (2 == 2)", 1),
        ("6 XOR 3 AND 1", "6 XOR (3 AND 1)", 7),
        ("4 | 1 ^ 1", "4 | (1 ^ 1)", 4),
        ("0 && 0 || 1", "(0 && 0) || 1", 1),
        ("1 || 0 && 0", "1 || (0 && 0)", 1),
        ("-2 * 3", "(-2) * 3", -6),
        ("- 2 - - 3", "(-2) - (-3)", 1),
        ("~0 + 1", "(~0) + 1", 0),
        ("NOT 5 AND 7", "(NOT 5) AND 7", 2),
        ("!0 + 1", "(!0) + 1", 2),
        ("0 ? 1 : 0 ? 2 : 3", "0 ? 1 : (0 ? 2 : 3)", 3),
        ("1 == 1 ? 5 + 1 : 7", "(1 == 1) ? (5 + 1) : 7", 6),
        ("7 % 4 * 2", "(7 % 4) * 2", 6),
        ("-7 / 2", "(-7) / 2", -3),
        ("-7 % 2", "(-7) % 2", -1),
        ("-7 >> 1", "(-7) >> 1", -4),
    ] {
        assert_eq!((value(text), value(grouped)), (expected, expected), "{text}");
    }
}

/// The right side may be meaningless where the left side decides.
#[test]
fn deciding_operators_do_not_look_further() {
    let head = "in a vector 32 u8\nout dst vector 8 u8";
    for (text, expected) in [
        ("0 AND a[99]", 0),
        ("0 && a[99]", 0),
        ("1 || a[99]", 1),
        ("1 ? 5 : a[99]", 5),
        ("0 ? a[99] : 6", 6),
        ("0 AND 1 / 0", 0),
    ] {
        let s = built(head, &format!("dst := {text}"));
        assert_eq!(run(&s, &[elements(&[1, 2, 3, 4], 8)]).map(|b| b.to_bytes()), Ok(vec![expected]), "{text}");
    }
    // A side that decides leaves the width that both sides would have had: one bit, whose complement is one bit.
    for text in ["(a[0] - 1 != 0) AND 1", "(a[0] == 0) && a[1]", "a.byte[0] > 9 AND a.byte[1] > 9"] {
        let s = built(head, &format!("dst := ~({text})"));
        let operands = [elements(&[1, 2, 3, 4], 8)];
        assert_eq!(run(&s, &operands).map(|b| b.to_bytes()), Ok(vec![1]), "{text}");
        agree(&s, &operands);
    }
    let s = built(head, "dst := ~(a.byte[0] AND a.byte[1])");
    agree(&s, &[elements(&[0, 2, 3, 4], 8)]);
    for text in ["1 AND a[99]", "a[99] AND 0", "0 || a[99]", "0 OR a[99]", "1 / (a[0] - a[0])"] {
        let s = built(head, &format!("dst := {text}"));
        assert!(run(&s, &[elements(&[1, 2, 3, 4], 8)]).is_err(), "{text}");
    }
}
