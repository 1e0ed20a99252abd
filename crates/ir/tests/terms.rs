//! Terms: what operators mean at their corners, and that what the smart constructors make of a term has its value.

#![allow(clippy::unwrap_used)]

use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp, apply, mask, signed};
use rand::{Rng, SeedableRng, rngs::StdRng};

const OPERATORS: [BinOp; 18] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::UDiv,
    BinOp::URem,
    BinOp::SDiv,
    BinOp::SRem,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Shl,
    BinOp::LShr,
    BinOp::AShr,
    BinOp::Eq,
    BinOp::Ult,
    BinOp::Ule,
    BinOp::Slt,
    BinOp::Sle,
];

/// SMT-LIB's definitions on integers of four bits.
fn model(op: BinOp, a: i32, b: i32) -> i32 {
    let s = |v: i32| if v >= 8 { v - 16 } else { v };
    let (x, y) = (s(a), s(b));
    let value = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::UDiv => a.checked_div(b).unwrap_or(15),
        BinOp::URem => a.checked_rem(b).unwrap_or(a),
        // bvsdiv is bvudiv of the magnitudes with the sign put back.
        BinOp::SDiv if b == 0 => {
            if x < 0 {
                1
            } else {
                15
            }
        }
        BinOp::SDiv => x / y,
        BinOp::SRem => x.checked_rem(y).unwrap_or(x),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => {
            if b < 4 {
                a << b
            } else {
                0
            }
        }
        BinOp::LShr => {
            if b < 4 {
                a >> b
            } else {
                0
            }
        }
        BinOp::AShr => x >> b.min(3),
        BinOp::Eq => (a == b).into(),
        BinOp::Ult => (a < b).into(),
        BinOp::Ule => (a <= b).into(),
        BinOp::Slt => (x < y).into(),
        BinOp::Sle => (x <= y).into(),
    };
    value & if op.is_comparison() { 1 } else { 15 }
}

#[test]
fn operators_mean_what_smt_lib_says() {
    for op in OPERATORS {
        for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
            let expected = model(op, a, b) as u128;
            assert_eq!(apply(op, a as u128, b as u128, 4), expected, "{op:?} {a} {b}");
            let mut terms = Terms::new();
            let (x, y) = (terms.constant(a as u128, 4), terms.constant(b as u128, 4));
            let folded = terms.bin(op, x, y);
            assert_eq!(terms.as_const(folded), Some(expected), "constants are folded");
            assert_eq!(terms.width(folded), if op.is_comparison() { 1 } else { 4 });
            let swapped = apply(op, b as u128, a as u128, 4);
            assert!(!op.commutes() || swapped == expected, "{op:?} commutes");
        }
    }
    let commuting = OPERATORS.iter().filter(|op| op.commutes()).count();
    assert_eq!(commuting, 6);
}

#[test]
fn operators_are_exact_at_128_bits() {
    let (ones, top) = (u128::MAX, 1 << 127);
    for (op, a, b, expected) in [
        (BinOp::Add, ones, 1, 0),
        (BinOp::Sub, 0, 1, ones),
        (BinOp::Mul, ones, ones, 1),
        (BinOp::UDiv, ones, 0, ones),
        (BinOp::SDiv, top, ones, top),
        (BinOp::SRem, top, ones, 0),
        (BinOp::SDiv, top, 0, 1),
        (BinOp::Shl, 1, 127, top),
        (BinOp::Shl, 1, 128, 0),
        (BinOp::LShr, top, 127, 1),
        (BinOp::LShr, top, ones, 0),
        (BinOp::AShr, top, 127, ones),
        (BinOp::AShr, top, ones, ones),
        (BinOp::AShr, top - 1, 200, 0),
        (BinOp::Slt, top, 0, 1),
        (BinOp::Ult, top, 0, 0),
    ] {
        assert_eq!(apply(op, a, b, 128), expected, "{op:?} {a:x} {b:x}");
    }
    assert_eq!((mask(1), mask(64), mask(127), mask(128)), (1, u64::MAX.into(), ones >> 1, ones));
    assert_eq!((signed(1, 1), signed(0x80, 8), signed(0x17f, 8), signed(ones, 128)), (-1, -128, 127, -1));
}

/// A random term in both arenas, one that simplifies and one that does not.
struct Pair {
    plain: TermId,
    raw: TermId,
}

const WIDTHS: [u32; 7] = [1, 3, 8, 13, 32, 64, 128];

/// A random term of a width; variables are numbered by width, so that one number has one width.
fn random(rng: &mut StdRng, smart: &mut Terms, raw: &mut Terms, width: u32, depth: u32) -> Pair {
    if depth == 0 || rng.random_range(0..12) == 0 {
        if rng.random_range(0..3) == 0 {
            let corner = [0, 1, mask(width), mask(width) >> 1, 0xff, 0xff00, u128::from(width), rng.random()];
            let value = corner[rng.random_range(0..corner.len())];
            return Pair { plain: smart.constant(value, width), raw: raw.constant(value, width) };
        }
        let number = width * 4 + rng.random_range(0..3);
        return Pair { plain: smart.var(number, width), raw: raw.var(number, width) };
    }
    let mut part = |rng: &mut StdRng, width: u32| random(rng, smart, raw, width, depth - 1);
    match rng.random_range(0..10) {
        0 => {
            let a = part(rng, width);
            let op = if rng.random() { UnOp::Not } else { UnOp::Neg };
            Pair { plain: smart.un(op, a.plain), raw: raw.un(op, a.raw) }
        }
        1 if width == 1 => {
            let inner = WIDTHS[rng.random_range(0..WIDTHS.len())];
            let (a, b) = (part(rng, inner), part(rng, inner));
            let op = OPERATORS[rng.random_range(13..18)];
            Pair { plain: smart.bin(op, a.plain, b.plain), raw: raw.bin(op, a.raw, b.raw) }
        }
        1..=4 => {
            let (a, b) = (part(rng, width), part(rng, width));
            let op = OPERATORS[rng.random_range(0..13)];
            Pair { plain: smart.bin(op, a.plain, b.plain), raw: raw.bin(op, a.raw, b.raw) }
        }
        5 => {
            let (c, a, b) = (part(rng, 1), part(rng, width), part(rng, width));
            Pair { plain: smart.ite(c.plain, a.plain, b.plain), raw: raw.ite(c.raw, a.raw, b.raw) }
        }
        6 => {
            let inner = rng.random_range(width..=128);
            let lo = rng.random_range(0..=inner - width);
            let a = part(rng, inner);
            Pair { plain: smart.extract(a.plain, lo, width), raw: raw.extract(a.raw, lo, width) }
        }
        7 => {
            let a = part(rng, width.div_ceil(2));
            Pair { plain: smart.zext(a.plain, width), raw: raw.zext(a.raw, width) }
        }
        8 => {
            let a = part(rng, width.div_ceil(2));
            Pair { plain: smart.sext(a.plain, width), raw: raw.sext(a.raw, width) }
        }
        _ if width > 1 => {
            let low = rng.random_range(1..width);
            let (a, b) = (part(rng, width - low), part(rng, low));
            Pair { plain: smart.concat(a.plain, b.plain), raw: raw.concat(a.raw, b.raw) }
        }
        _ => part(rng, width),
    }
}

/// Registers in pieces: shifts, masks and ORs that only move concatenations, which constructors turn into movement.
fn movement(rng: &mut StdRng, smart: &mut Terms, raw: &mut Terms) -> Pair {
    let parts: Vec<Pair> = (0..4).map(|n| Pair { plain: smart.var(n, 16), raw: raw.var(n, 16) }).collect();
    let join = |terms: &mut Terms, of: &dyn Fn(&Pair) -> TermId| {
        let low = terms.concat(of(&parts[1]), of(&parts[0]));
        let high = terms.concat(of(&parts[3]), of(&parts[2]));
        terms.concat(high, low)
    };
    let mut whole = Pair { plain: join(smart, &|p| p.plain), raw: join(raw, &|p| p.raw) };
    for _ in 0..rng.random_range(1..4) {
        let by = u128::from(rng.random_range(0u32..66));
        let wide = (1u128 << rng.random_range(0..64)) - 1;
        let (op, value) = [
            (BinOp::Shl, by),
            (BinOp::LShr, by),
            (BinOp::AShr, by),
            (BinOp::And, wide),
            (BinOp::And, !wide & mask(64)),
            (BinOp::Or, rng.random::<u64>().into()),
        ][rng.random_range(0..6)];
        let (x, y) = (smart.constant(value, 64), raw.constant(value, 64));
        whole = Pair { plain: smart.bin(op, whole.plain, x), raw: raw.bin(op, whole.raw, y) };
        if rng.random() {
            let (x, y) = (smart.var(9, 16), raw.var(9, 16));
            let (x, y) = (smart.zext(x, 64), raw.zext(y, 64));
            whole = Pair { plain: smart.bin(BinOp::Or, whole.plain, x), raw: raw.bin(BinOp::Or, whole.raw, y) };
        }
    }
    whole
}

fn compare(smart: &Terms, raw: &Terms, pair: &Pair, rng: &mut StdRng) {
    assert_eq!(smart.width(pair.plain), raw.width(pair.raw));
    for round in 0..6 {
        let seed: u64 = rng.random();
        let vars = |number: u32| match round {
            0 => 0,
            1 => u128::MAX,
            _ => StdRng::seed_from_u64(seed ^ u64::from(number)).random(),
        };
        assert_eq!(smart.eval(pair.plain, &vars), raw.eval(pair.raw, &vars), "{:?}", raw.node(pair.raw));
    }
}

#[test]
fn smart_constructors_keep_values() {
    let mut rng = StdRng::seed_from_u64(21);
    for round in 0..4000 {
        let (mut smart, mut raw) = (Terms::new(), Terms::raw());
        let width = WIDTHS[round % WIDTHS.len()];
        let pair = random(&mut rng, &mut smart, &mut raw, width, 5);
        compare(&smart, &raw, &pair, &mut rng);
    }
}

#[test]
fn movement_keeps_values() {
    let mut rng = StdRng::seed_from_u64(22);
    for _ in 0..3000 {
        let (mut smart, mut raw) = (Terms::new(), Terms::raw());
        let pair = movement(&mut rng, &mut smart, &mut raw);
        compare(&smart, &raw, &pair, &mut rng);
    }
}

#[test]
fn substitution_is_evaluation_later() {
    let mut rng = StdRng::seed_from_u64(23);
    for _ in 0..1000 {
        let (mut smart, mut raw) = (Terms::new(), Terms::raw());
        let pair = random(&mut rng, &mut smart, &mut raw, 32, 4);
        let value = |number: u32| StdRng::seed_from_u64(number.into()).random::<u128>();
        for (terms, term) in [(&mut smart, pair.plain), (&mut raw, pair.raw)] {
            let expected = terms.eval(term, &value);
            // Every variable becomes the complement of another, which has the complement of its value.
            let moved = terms.substitute(term, &mut |terms, number, width| {
                let other = terms.var(number + 1000, width);
                terms.un(UnOp::Not, other)
            });
            assert_eq!(terms.eval(moved, &|number| !value(number - 1000)), expected);
            let closed = terms.substitute(term, &mut |terms, number, width| terms.constant(value(number), width));
            assert_eq!(terms.eval(closed, &|_| panic!("no variable is left")), expected);
            assert!(terms.is_raw() || terms.as_const(closed) == expected, "constants are folded on the way");
        }
    }
}

#[test]
fn equal_terms_are_one() {
    let mut terms = Terms::new();
    let (a, b) = (terms.var(0, 8), terms.var(1, 8));
    let (zero, ones) = (terms.constant(0, 8), terms.constant(255, 8));
    for op in [BinOp::Add, BinOp::Mul, BinOp::And, BinOp::Or, BinOp::Xor, BinOp::Eq] {
        assert_eq!(terms.bin(op, a, b), terms.bin(op, b, a), "{op:?} has one order");
    }
    assert_ne!(terms.bin(BinOp::Sub, a, b), terms.bin(BinOp::Sub, b, a));
    for (op, other, expected) in [
        (BinOp::Add, zero, a),
        (BinOp::Sub, zero, a),
        (BinOp::Sub, a, zero),
        (BinOp::Mul, zero, zero),
        (BinOp::And, ones, a),
        (BinOp::And, zero, zero),
        (BinOp::And, a, a),
        (BinOp::Or, zero, a),
        (BinOp::Or, a, a),
        (BinOp::Xor, a, zero),
        (BinOp::Shl, zero, a),
        (BinOp::AShr, zero, a),
    ] {
        assert_eq!(terms.bin(op, a, other), expected, "{op:?}");
    }
    for (op, holds) in [(BinOp::Eq, 1), (BinOp::Ule, 1), (BinOp::Sle, 1), (BinOp::Ult, 0), (BinOp::Slt, 0)] {
        let compared = terms.bin(op, a, a);
        assert_eq!(terms.as_const(compared), Some(holds), "{op:?}");
    }
    let twice = terms.un(UnOp::Not, a);
    assert_eq!(terms.un(UnOp::Not, twice), a);
    let wide = terms.zext(a, 32);
    assert_eq!((terms.extract(wide, 0, 8), terms.extract(wide, 8, 24)), (a, terms.constant(0, 24)));
    let joined = terms.concat(a, b);
    let (high, low) = (terms.extract(joined, 8, 8), terms.extract(joined, 0, 8));
    assert_eq!((high, low), (a, b));
    assert_eq!(terms.concat(high, low), joined);
    let (top, bottom) = (terms.extract(a, 4, 4), terms.extract(a, 0, 4));
    assert_eq!(terms.concat(top, bottom), a, "slices that lie side by side");
}

#[test]
fn raw_terms_are_kept_as_they_are_built() {
    let mut terms = Terms::raw();
    let (a, zero) = (terms.var(0, 8), terms.constant(0, 8));
    let sum = terms.bin(BinOp::Add, zero, a);
    assert_eq!(*terms.node(sum), Node::Bin(BinOp::Add, zero, a));
    let two = terms.constant(2, 8);
    let folded = terms.bin(BinOp::Mul, two, two);
    assert_eq!(terms.as_const(folded), None);
    assert!(terms.is_raw() && terms.empty_like().is_raw() && !Terms::new().empty_like().is_raw());
    assert!(terms.empty_like().is_empty() && !terms.is_empty());
}

/// An operand that is not of a width that the operator takes is a fault of whoever builds it.
#[test]
fn widths_are_checked() {
    let faults: [fn(&mut Terms, TermId, TermId) -> TermId; 7] = [
        |t, a, b| t.bin(BinOp::Add, a, b),
        |t, a, b| t.ite(a, b, b),
        |t, a, b| {
            let condition = t.constant(1, 1);
            t.ite(condition, a, b)
        },
        |t, a, _| t.extract(a, 4, 5),
        |t, a, _| t.zext(a, 7),
        |t, a, _| t.sext(a, 7),
        |t, a, _| {
            let wide = t.zext(a, 128);
            t.concat(wide, a)
        },
    ];
    for (n, fault) in faults.iter().enumerate() {
        for raw in [false, true] {
            let work = std::panic::AssertUnwindSafe(|| {
                let mut terms = if raw { Terms::raw() } else { Terms::new() };
                let (a, b) = (terms.var(0, 8), terms.var(1, 16));
                fault(&mut terms, a, b);
            });
            assert!(std::panic::catch_unwind(work).is_err(), "fault {n}, raw {raw}");
        }
    }
}

/// Of a choice only the arm that is taken counts; elsewhere a function that nothing is known of has no value.
#[test]
fn unknown_functions_have_no_value() {
    let mut terms = Terms::new();
    let (c, a) = (terms.var(0, 1), terms.var(1, 8));
    let unknown = terms.apply("f", vec![a], 8);
    let choice = terms.ite(c, a, unknown);
    let vars = |c: u128| move |number: u32| if number == 0 { c } else { 7 };
    assert_eq!(terms.eval(choice, &vars(1)), Some(7));
    assert_eq!(terms.eval(choice, &vars(0)), None);
    assert_eq!(terms.operands(unknown).collect::<Vec<_>>(), [a]);
    assert_ne!(terms.apply("g", vec![a], 8), unknown);
}
