//! Forms: that ranges are sound, on every value of small inputs, and what is kept as it is written.

mod identities;
mod phrasing;
mod steps;

use isotope_search::form::*;
use isotope_smt::concrete::Samples;

/// Two streams whose samples are every pair of values of two small ranges.
fn grid(a: Range, b: Range) -> (Forms, Id, Id) {
    let pairs: Vec<(i128, i128)> = (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))).collect();
    let mut forms = Forms::new(pairs.len());
    let x = forms.stream(0, a, pairs.iter().map(|p| p.0).collect());
    let y = forms.stream(1, b, pairs.iter().map(|p| p.1).collect());
    (forms, x, y)
}

/// The least and the greatest value on all samples.
fn hull(forms: &Forms, id: Id) -> Range {
    let values = forms.values(id);
    (*values.iter().min().unwrap(), *values.iter().max().unwrap())
}

#[test]
fn ranges_of_functions_of_independent_values_are_exact() {
    let (mut f, a, b) = grid((-7, 12), (-5, 9));
    let (sum, product) = (f.sum(&[(3, a), (-2, b)], 4), f.mul(a, b));
    let exact = [
        sum,
        product,
        f.shr(sum, 2),
        f.div(sum, 5),
        f.clamp(sum, -6, 20),
        f.min(a, b),
        f.max(a, b),
        f.abs(sum),
        f.abs(a),
        f.test(Test::Less, a, b),
    ];
    for id in exact {
        assert_eq!(f.range(id), hull(&f, id), "{:?}", f.form(id));
    }
    let square = f.mul(a, a);
    assert_eq!(f.range(square).0, 0, "a square is not negative");
}

#[test]
fn ranges_of_sums_whose_terms_share_a_value_are_exact() {
    let (mut f, a, w) = grid((0, 9), (0, 15));
    let rest = f.sum(&[(-1, w)], 15);
    let (one, other) = (f.mul(a, w), f.mul(a, rest));
    let flags = f.constant(15);
    let blend = f.sum(&[(1, one), (1, other)], 8);
    let both = f.sum(&[(1, one), (3, w), (-2, a)], 0);
    let clamped = f.clamp(a, 2, 7);
    let weighted = f.mul(clamped, rest);
    let three = f.sum(&[(1, one), (1, weighted)], 0);
    for id in [blend, both, f.bits(Bitwise::Xor, w, flags)] {
        assert_eq!(f.range(id), hull(&f, id), "{:?}", f.form(id));
    }
    assert_eq!(f.bits(Bitwise::Xor, w, flags), rest, "the complement is a difference");
    // A value and its clamp are taken for two.
    assert_eq!(f.range(three), (0, 135));
    // Of degree two the ends are not where it is greatest: bounds stay those of independent terms.
    let square = f.mul(w, rest);
    let bowed = f.sum(&[(1, square), (1, w)], 0);
    assert!(within(hull(&f, bowed), f.range(bowed)));
}

#[test]
fn ranges_hold_every_value_on_every_pair_of_inputs() {
    for seed in 0..40 {
        let mut random = Samples::new(seed);
        let mut pick = |n: i128| (random.bits() as i128).rem_euclid(n);
        let (low, high) = (-pick(40), pick(40));
        let (mut f, a, b) = grid((low, high), (-pick(20), pick(20)));
        let mut made = vec![a, b];
        for _ in 0..20 {
            let (x, y) = (made[pick(made.len() as i128) as usize], made[pick(made.len() as i128) as usize]);
            let (k, c) = (pick(5) as u32, pick(60) - 30);
            let next = match pick(12) {
                0 => f.sum(&[(c, x), (2, y)], c),
                1 => f.mul(x, y),
                2 => f.shr(x, k),
                3 => f.div(x, k as i128 + 1),
                4 => f.clamp(x, c - 9, c + 9),
                5 => f.abs(x),
                6 => f.wrap(x, 3 + k, c > 0),
                7 => f.bits(Bitwise::And, x, y),
                8 => f.bits(Bitwise::Or, x, y),
                9 => f.min(x, y),
                10 => {
                    let amount = f.clamp(y, 0, 6);
                    f.shr_by(x, amount).unwrap()
                }
                _ => {
                    let test = f.test(Test::Less, x, y);
                    f.select(test, y, x)
                }
            };
            let (range, hull) = (f.range(next), hull(&f, next));
            assert!(within(hull, range), "seed {seed}: {:?} reaches {hull:?}, outside {range:?}", f.form(next));
            if range.1 - range.0 < 1 << 40 {
                made.push(next);
            }
        }
    }
}

#[test]
fn forms_past_128_bits_fit_no_type() {
    let (mut f, a, b) = grid((-2, 3), (0, 1));
    let big = f.sum(&[(i128::MAX / 2, a), (1, b)], i128::MAX / 3);
    let products = [f.mul(big, big), f.sum(&[(i128::MAX, a)], i128::MIN), f.abs(big)];
    for id in products {
        let range = f.range(id);
        assert!([8, 16, 32, 64].iter().all(|&bits| !fits(range, bits)), "{:?} in {range:?}", f.form(id));
        let (clamped, wrapped) = (f.clamp(id, 0, 255), f.wrap(id, 8, true));
        assert!(within(f.range(clamped), (0, 255)) && within(f.range(wrapped), (-128, 127)));
    }
}

#[test]
fn deep_rewritings_end() {
    let (mut f, a, b) = grid((-128, 127), (0, 3));
    let mut id = a;
    for k in 0..2000 {
        let sum = f.sum(&[(1, id), (1, b)], k % 7);
        let clamped = f.clamp(sum, -300 + k, 300 + k);
        id = if k % 3 == 0 { f.shr(clamped, 1) } else { f.wrap(clamped, 16, true) };
    }
    assert!(within(hull(&f, id), f.range(id)));
}

#[test]
fn types_hold_what_lies_within_their_range() {
    assert_eq!(type_range(8, true), (-128, 127));
    assert_eq!(type_range(8, false), (0, 255));
    assert_eq!(type_range(64, false), (0, (1 << 64) - 1));
    for (range, bits, wanted) in [
        ((0, 255), 8, true),
        ((-1, 255), 8, false),
        ((-128, 127), 8, true),
        ((-1, 127), 8, true),
        ((0, 256), 8, false),
        ((-129, 0), 8, false),
        ((i128::MIN, i128::MAX), 64, false),
    ] {
        assert_eq!(fits(range, bits), wanted, "{range:?} in {bits} bits");
    }
    assert_eq!((power(0), power(126), power(127)), (Some(1), Some(1 << 126), None));
}

#[test]
fn operands_come_before_users() {
    let (mut f, a, b) = grid((-7, 12), (-5, 9));
    let product = f.mul(a, b);
    let test = f.test(Test::Less, product, a);
    let select = f.select(test, product, b);
    let shifted = f.raw_shr(select, 1);
    let clamped = f.raw_clamp(shifted, -3, 3);
    f.raw_plus(clamped, 2);
    for id in f.all() {
        assert!(f.form(id).operands().iter().all(|operand| *operand < id), "{:?}", f.form(id));
    }
    assert!(f.all().len() == f.len() && !f.is_empty());
}

#[test]
fn what_is_written_raw_keeps_its_values_and_its_shape() {
    let (mut f, a, _) = grid((-50, 50), (0, 0));
    let once = f.clamp(a, -20, 30);
    let raw = f.raw_clamp(once, -10, 10);
    let merged = f.clamp(once, -10, 10);
    assert!(matches!(f.form(raw), Form::Clamp(x, -10, 10) if *x == once), "{:?}", f.form(raw));
    assert!(matches!(f.form(merged), Form::Clamp(x, ..) if *x == a), "{:?}", f.form(merged));
    assert_eq!(f.values(raw), f.values(merged));
    let shifted = f.raw_shr(raw, 2);
    assert!(matches!(f.form(shifted), Form::Shr(x, 2) if *x == raw));
    let plus = f.raw_plus(raw, 7);
    assert_eq!(f.range(plus), (-3, 17));
    assert_eq!(f.raw_plus(raw, 0), raw);
}

#[test]
fn choices_by_two_conditions_and_products_with_truth_values_are_choices() {
    let (mut f, a, b) = grid((-7, 12), (-5, 9));
    let zero = f.constant(0);
    let (less, positive) = (f.test(Test::Less, a, b), f.test(Test::Less, zero, a));
    let values = |f: &Forms, id: Id| f.values(id).to_vec();
    for (op, holds) in [(Bitwise::And, (|p, q| p && q) as fn(bool, bool) -> bool), (Bitwise::Or, |p, q| p || q)] {
        let both = f.bits(op, less, positive);
        let choice = f.select(both, a, b);
        let want = values(&f, a).into_iter().zip(values(&f, b)).map(|(x, y)| if holds(x < y, x > 0) { x } else { y });
        assert_eq!(values(&f, choice), want.collect::<Vec<_>>());
        let Form::Select(c, ..) = *f.form(choice) else { panic!("{:?}", f.form(choice)) };
        assert!(matches!(f.form(c), Form::Test(..)), "a condition is a test: {:?}", f.form(c));
    }
    let product = f.mul(b, less);
    assert!(matches!(f.form(product), Form::Select(c, x, y) if (*c, *x, *y) == (less, b, zero)));
}
