use super::*;

fn atom(n: u32) -> Atom {
    Atom { term: TermId(n), signed: false }
}

/// A sum of products, each a coefficient and the atoms' numbers.
fn poly(parts: &[(i128, &[u32])]) -> Poly {
    let mut out = Poly::default();
    for (c, atoms) in parts {
        out.accumulate(atoms.iter().map(|&n| atom(n)).collect(), *c).expect("small numbers");
    }
    out
}

fn value(p: &Poly, of: &dyn Fn(Atom) -> i128) -> i128 {
    p.0.iter().map(|(m, c)| m.iter().fold(*c, |product, &a| product * of(a))).sum()
}

#[test]
fn the_fewest_bits_hold_both_ends_and_one_less_does_not() {
    let holds = |(lo, hi): Bounds, width: u32| {
        let full =
            if lo >= 0 { (0, (1i128 << width) - 1) } else { (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1) };
        full.0 <= lo && hi <= full.1
    };
    for lo in -70..70 {
        for hi in lo..70 {
            let width = bits((lo, hi));
            assert!(holds((lo, hi), width), "{lo}..={hi} in {width} bits");
            assert!(width == 1 || !holds((lo, hi), width - 1), "{lo}..={hi} in fewer than {width} bits");
        }
    }
    assert_eq!((bits((0, i128::MAX)), bits((i128::MIN, 0)), bits((-1, i128::MAX))), (127, 128, 128));
}

/// All values of three atoms within small ranges: arithmetic is that of integers, and bounds hold each value.
#[test]
fn sums_products_and_bounds_are_those_of_integers() {
    let polys = [
        poly(&[(3, &[0]), (-2, &[1]), (5, &[])]),
        poly(&[(1, &[0, 1]), (-1, &[2])]),
        poly(&[(2, &[0, 0]), (-3, &[0]), (1, &[])]),
        poly(&[(-4, &[2])]),
        poly(&[]),
        poly(&[(7, &[])]),
    ];
    let ranges: [Bounds; 3] = [(-3, 2), (0, 4), (-2, -1)];
    let known = |a: Atom| Some(ranges[a.term.0 as usize]);
    for p in &polys {
        for q in &polys {
            let (sum, difference, product) = (p.add(q).unwrap(), p.sub(q).unwrap(), p.mul(q).unwrap());
            let (whole, change) = (p.bounds(&known).unwrap(), p.change(q, &known).unwrap());
            let rest = difference.bounds(&known).unwrap();
            assert_eq!((whole.0 + change.0, whole.1 + change.1), rest, "what a part's going does to bounds");
            for x in ranges[0].0..=ranges[0].1 {
                for y in ranges[1].0..=ranges[1].1 {
                    for z in ranges[2].0..=ranges[2].1 {
                        let of = |a: Atom| [x, y, z][a.term.0 as usize];
                        let (a, b) = (value(p, &of), value(q, &of));
                        assert_eq!(value(&sum, &of), a + b);
                        assert_eq!(value(&difference, &of), a - b);
                        assert_eq!(value(&product, &of), a * b);
                        assert_eq!(value(&p.scale(-3).unwrap(), &of), -3 * a);
                        for (p, a) in [(&sum, a + b), (&product, a * b)] {
                            let (lo, hi) = p.bounds(&known).unwrap();
                            assert!(lo <= a && a <= hi, "{a} of {p:?} is not in {lo}..={hi}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn no_product_keeps_a_coefficient_of_zero() {
    let (p, q) = (poly(&[(3, &[0]), (5, &[])]), poly(&[(3, &[0]), (4, &[])]));
    assert_eq!(p.sub(&q).unwrap(), Poly::constant(1));
    assert_eq!(p.sub(&p).unwrap(), Poly::default());
    assert_eq!(p.scale(0).unwrap(), Poly::default());
    assert_eq!(poly(&[(256, &[0]), (1, &[1])]).wrapped(8), poly(&[(1, &[1])]));
}

#[test]
fn a_content_divides_every_coefficient_and_is_the_greatest_that_does() {
    let p = poly(&[(12, &[0]), (-18, &[1]), (9, &[])]);
    assert_eq!((p.content(false), p.content(true)), (6, 3));
    assert_eq!(p.divide(p.content(true)).content(true), 1);
    assert_eq!((Poly::default().content(true), Poly::constant(5).content(false)), (1, 1));
}

#[test]
fn coefficients_wrap_to_the_residue_nearest_zero() {
    let p = poly(&[(255, &[0]), (128, &[1]), (127, &[2]), (-129, &[])]).wrapped(8);
    assert_eq!(p, poly(&[(-1, &[0]), (-128, &[1]), (127, &[2]), (127, &[])]));
}

/// A polynomial that does not fit is none at all, rather than a wrong one.
#[test]
fn what_would_overflow_is_refused() {
    let big = poly(&[(i128::MAX, &[0])]);
    assert!(big.add(&big).is_none() && big.scale(2).is_none() && big.mul(&poly(&[(2, &[1])])).is_none());
    assert!(poly(&[(i128::MIN, &[0])]).scale(-1).is_none());
    assert!(big.bounds(&|_| Some((0, 2))).is_none());
    assert!(big.bounds(&|_| None).is_none());
    let high = poly(&[(1, &[0; MAX_DEGREE])]);
    assert!(high.mul(&poly(&[(1, &[0])])).is_none() && high.mul(&Poly::constant(3)).is_some());
    let wide = |from: u32, count: usize| Poly((from..).take(count).map(|n| (vec![atom(n)], 1)).collect());
    assert!(wide(0, MAX_MONOMIALS).add(&wide(1000, 1)).is_none());
    assert!(wide(0, MAX_MONOMIALS - 1).add(&wide(1000, 1)).is_some());
    assert!(wide(0, 20).mul(&wide(0, 20)).is_none());
}

#[test]
fn one_atom_and_a_constant_are_known_for_what_they_are() {
    assert_eq!(Poly::atom(atom(4)).as_atom(), Some(atom(4)));
    assert_eq!(poly(&[(2, &[4])]).as_atom(), None);
    assert_eq!(poly(&[(1, &[4]), (1, &[])]).as_atom(), None);
    assert_eq!(poly(&[(1, &[4, 4])]).as_atom(), None);
    assert_eq!((Poly::default().as_constant(), Poly::constant(-3).as_constant()), (Some(0), Some(-3)));
    assert_eq!((poly(&[(7, &[]), (2, &[1])]).leading(), Poly::constant(7).leading()), (2, 0));
}
