//! Identities: what is one form however it is written, and what only looks as if it were.

use super::*;

/// A way of writing a form of two streams.
type Written = fn(&mut Forms, Id, Id) -> Id;

/// Pairs that are one form.
const SAME: &[(&str, Written, Written)] = &[
    (
        "a + b - b = a",
        |f, a, b| {
            let s = f.add(a, b);
            f.sub(s, b)
        },
        |_, a, _| a,
    ),
    ("a + b = b + a", |f, a, b| f.add(a, b), |f, a, b| f.add(b, a)),
    (
        "bits 4 to 11 of 4090 a + 300 = those of -6 a + 300",
        |f, a, _| {
            let s = f.sum(&[(4090, a)], 300);
            let s = f.shr(s, 4);
            f.wrap(s, 8, false)
        },
        |f, a, _| {
            let s = f.sum(&[(-6, a)], 300);
            f.shr(s, 4)
        },
    ),
    (
        "257 a - 253 b + 1088 modulo 2^8",
        |f, a, b| {
            let s = f.sum(&[(257, a), (-253, b)], 1088);
            f.wrap(s, 8, false)
        },
        |f, a, b| f.sum(&[(1, a), (3, b)], 64),
    ),
    (
        "a ^ -128 = a + 128 modulo 2^8",
        |f, a, _| {
            let k = f.constant(-128);
            f.bits(Bitwise::Xor, a, k)
        },
        |f, a, _| {
            let s = f.sum(&[(1, a)], 128);
            f.wrap(s, 8, true)
        },
    ),
    (
        "(65498 a + 112 b + 128 modulo 2^16 >> 8) ^ 128 = (-38 a + 112 b + 32896) >> 8",
        |f, a, b| {
            let s = f.sum(&[(65498, a), (112, b)], 128);
            let s = f.wrap(s, 16, false);
            let (s, k) = (f.shr(s, 8), f.constant(128));
            f.bits(Bitwise::Xor, s, k)
        },
        |f, a, b| {
            let s = f.sum(&[(-38, a), (112, b)], 32896);
            f.shr(s, 8)
        },
    ),
    ("2a + 3a = 5a", |f, a, _| f.sum(&[(2, a), (3, a)], 0), |f, a, _| f.sum(&[(5, a)], 0)),
    (
        "2 (a + b) + a = 3a + 2b",
        |f, a, b| {
            let s = f.add(a, b);
            f.sum(&[(2, s), (1, a)], 0)
        },
        |f, a, b| f.sum(&[(3, a), (2, b)], 0),
    ),
    ("a - a = 0", |f, a, _| f.sub(a, a), |f, _, _| f.constant(0)),
    ("a b = b a", |f, a, b| f.mul(a, b), |f, a, b| f.mul(b, a)),
    (
        "2a * 3b = 6 (a b)",
        |f, a, b| {
            let (x, y) = (f.sum(&[(2, a)], 0), f.sum(&[(3, b)], 0));
            f.mul(x, y)
        },
        |f, a, b| {
            let p = f.mul(a, b);
            f.sum(&[(6, p)], 0)
        },
    ),
    (
        "a * 4 = 4a",
        |f, a, _| {
            let c = f.constant(4);
            f.mul(a, c)
        },
        |f, a, _| f.sum(&[(4, a)], 0),
    ),
    (
        "(a >> 2) >> 3 = a >> 5",
        |f, a, _| {
            let s = f.shr(a, 2);
            f.shr(s, 3)
        },
        |f, a, _| f.shr(a, 5),
    ),
    (
        "(4a + 8) >> 2 = a + 2",
        |f, a, _| {
            let s = f.sum(&[(4, a)], 8);
            f.shr(s, 2)
        },
        |f, a, _| f.sum(&[(1, a)], 2),
    ),
    (
        "((a >> 1) + b) >> 1 = (a + 2b) >> 2",
        |f, a, b| {
            let s = f.shr(a, 1);
            let s = f.add(s, b);
            f.shr(s, 1)
        },
        |f, a, b| {
            let s = f.sum(&[(1, a), (2, b)], 0);
            f.shr(s, 2)
        },
    ),
    ("a / 8 = a >> 3", |f, a, _| f.div(a, 8), |f, a, _| f.shr(a, 3)),
    (
        "a >> constant b = a >> 2",
        |f, a, _| {
            let k = f.constant(2);
            f.shr_by(a, k).unwrap()
        },
        |f, a, _| f.shr(a, 2),
    ),
    (
        "nested clamps",
        |f, a, _| {
            let c = f.clamp(a, -9, 5);
            f.clamp(c, -3, 7)
        },
        |f, a, _| f.clamp(a, -3, 5),
    ),
    (
        "clamp(a, -4, 3) + 5 = clamp(a + 5, 1, 8)",
        |f, a, _| {
            let c = f.clamp(a, -4, 3);
            f.sum(&[(1, c)], 5)
        },
        |f, a, _| {
            let s = f.sum(&[(1, a)], 5);
            f.clamp(s, 1, 8)
        },
    ),
    ("a clamp that does nothing", |f, a, _| f.clamp(a, -100, 100), |_, a, _| a),
    ("a clamp to what is never reached", |f, a, _| f.clamp(a, 50, 60), |f, _, _| f.constant(50)),
    (
        "min(a, 3) is a clamp",
        |f, a, _| {
            let c = f.constant(3);
            f.min(a, c)
        },
        |f, a, _| f.clamp(a, -100, 3),
    ),
    (
        "max(3, a) is a clamp",
        |f, a, _| {
            let c = f.constant(3);
            f.max(c, a)
        },
        |f, a, _| f.clamp(a, 3, 100),
    ),
    ("min(a, a) = a", |f, a, _| f.min(a, a), |_, a, _| a),
    ("max(a, b) = max(b, a)", |f, a, b| f.max(a, b), |f, a, b| f.max(b, a)),
    (
        "|a - b| = |b - a|",
        |f, a, b| {
            let d = f.sub(a, b);
            f.abs(d)
        },
        |f, a, b| {
            let d = f.sub(b, a);
            f.abs(d)
        },
    ),
    (
        "| |a| | = |a|",
        |f, a, _| {
            let x = f.abs(a);
            f.abs(x)
        },
        |f, a, _| f.abs(a),
    ),
    (
        "a wrap of a wider wrap",
        |f, a, b| {
            let s = f.sum(&[(40, a), (9, b)], 0);
            let w = f.wrap(s, 9, false);
            f.wrap(w, 8, true)
        },
        |f, a, b| {
            let s = f.sum(&[(40, a), (9, b)], 0);
            f.wrap(s, 8, true)
        },
    ),
    (
        "wraps in a sum that is wrapped",
        |f, a, b| {
            let x = f.sum(&[(40, a)], 0);
            let x = f.wrap(x, 8, false);
            let s = f.add(x, b);
            f.wrap(s, 8, false)
        },
        |f, a, b| {
            let s = f.sum(&[(40, a), (1, b)], 0);
            f.wrap(s, 8, false)
        },
    ),
    ("a wrap of what fits", |f, a, _| f.wrap(a, 8, true), |_, a, _| a),
    (
        "select of a negated test",
        |f, a, b| {
            let t = f.test(Test::Less, a, b);
            let n = f.not(t);
            f.select(n, a, b)
        },
        |f, a, b| {
            let t = f.test(Test::Less, a, b);
            f.select(t, b, a)
        },
    ),
    (
        "a select between equals",
        |f, a, b| {
            let t = f.test(Test::Equal, a, b);
            f.select(t, a, a)
        },
        |_, a, _| a,
    ),
    ("a test of equality is symmetric", |f, a, b| f.test(Test::Equal, a, b), |f, a, b| f.test(Test::Equal, b, a)),
    (
        "not not",
        |f, a, b| {
            let t = f.test(Test::Less, a, b);
            let n = f.not(t);
            f.not(n)
        },
        |f, a, b| f.test(Test::Less, a, b),
    ),
];

#[test]
fn what_is_written_in_two_ways_is_one_form() {
    for (what, one, other) in SAME {
        let (mut forms, a, b) = grid((-16, 15), (-8, 9));
        let (x, y) = (one(&mut forms, a, b), other(&mut forms, a, b));
        assert_eq!(x, y, "{what}: {:?} and {:?}", forms.form(x), forms.form(y));
    }
}

/// Pairs that are not one form although they look alike.
const DIFFERENT: &[(&str, Written, Written)] = &[
    (
        "a floor of a sum",
        |f, a, b| {
            let s = f.add(a, b);
            f.shr(s, 1)
        },
        |f, a, b| {
            let (x, y) = (f.shr(a, 1), f.shr(b, 1));
            f.add(x, y)
        },
    ),
    (
        "a narrower wrap inside",
        |f, a, b| {
            let s = f.sum(&[(40, a), (9, b)], 0);
            let w = f.wrap(s, 8, false);
            f.wrap(w, 9, true)
        },
        |f, a, b| {
            let s = f.sum(&[(40, a), (9, b)], 0);
            f.wrap(s, 9, true)
        },
    ),
    (
        "clamps that do not overlap",
        |f, a, _| {
            let c = f.clamp(a, -3, 0);
            f.clamp(c, 2, 5)
        },
        |f, a, _| f.clamp(a, -3, 5),
    ),
    (
        "a wrap under a floor",
        |f, a, b| {
            let s = f.sum(&[(40, a), (9, b)], 0);
            let w = f.wrap(s, 8, false);
            f.shr(w, 1)
        },
        |f, a, b| {
            let s = f.sum(&[(40, a), (9, b)], 0);
            f.shr(s, 1)
        },
    ),
    ("less is not symmetric", |f, a, b| f.test(Test::Less, a, b), |f, a, b| f.test(Test::Less, b, a)),
    (
        "a division towards zero",
        |f, a, _| f.div(a, 3),
        |f, a, _| {
            let n = f.sum(&[(-1, a)], 0);
            let q = f.div(n, 3);
            f.sum(&[(-1, q)], 0)
        },
    ),
];

#[test]
fn what_differs_on_some_value_is_not_one_form() {
    for (what, one, other) in DIFFERENT {
        let (mut forms, a, b) = grid((-16, 15), (-8, 9));
        let (x, y) = (one(&mut forms, a, b), other(&mut forms, a, b));
        assert_ne!(forms.values(x), forms.values(y), "{what}: the case itself is wrong");
        assert_ne!(x, y, "{what}");
    }
}

#[test]
fn floors_of_sums_that_share_floors_are_unwrapped_once_each() {
    let (mut f, mut a, mut b) = grid((-16, 15), (-8, 9));
    // Rows of butterflies with shifts, each of four terms. As a tree of terms twelve rows take five seconds, and each more four times as long.
    for row in 0..15 {
        let (x, y) = (f.shr(a, 1), f.shr(b, 1));
        let terms = [(1 << 40, a), (3, b), (5, x), (7, y)];
        let (p, q) = (f.sum(&terms, row), f.sum(&[(-1, a), (1 << 41, b), (9, x), (11, y)], row));
        (a, b) = (f.shr(p, 1), f.shr(q, 1));
    }
    let before = f.len();
    f.wrap(a, 8, false);
    assert!(f.len() - before < 10_000, "{} forms", f.len() - before);
}
