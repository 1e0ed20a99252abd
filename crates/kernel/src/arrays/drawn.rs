//! Operations on arrays of terms modulo two primes that were drawn, one for each point.

use crate::arrays::class::Class;
use crate::arrays::lanes::{Read, Sizes, each, larger, sizes, spread_sizes};
use crate::values::field::{of_product, of_sum, up};
use crate::values::lanes::Lanes;
use crate::values::primes::Modulus;
use crate::values::value::Term;

/// Both points of operands, with the prime of each.
type Point<'a, const N: usize> = (Modulus, [&'a [u64]; N]);

fn points<'a, const N: usize>(moduli: [Modulus; 2], of: [Read<'a>; N]) -> [Point<'a, N>; 2] {
    [(moduli[0], of.map(|one| one.a)), (moduli[1], of.map(|one| one.b))]
}

/// A sum, a difference or a product of lanes; false: it is something else.
pub fn binary(moduli: [Modulus; 2], class: Class, x: Read<'_>, y: Read<'_>, out: &mut Lanes, n: usize) -> bool {
    for ((modulus, [x, y]), out) in points(moduli, [x, y]).into_iter().zip([&mut out.a, &mut out.b]) {
        let out = &mut out[..n];
        match class {
            Class::Sum => modulus.add_lanes(x, y, out),
            Class::Difference => modulus.sub_lanes(x, y, out),
            Class::Product => modulus.mul_lanes(x, y, out),
            _ => return false,
        }
    }
    match class {
        Class::Product => sizes(x, y, out, n, |x, y| x + y, of_product),
        _ => sizes(x, y, out, n, larger, of_sum),
    }
    true
}

/// `x * y + z`, or `z - x * y`.
pub fn fused(moduli: [Modulus; 2], minus: bool, [x, y, z]: [Read<'_>; 3], out: &mut Lanes, n: usize) {
    for ((modulus, [x, y, z]), out) in points(moduli, [x, y, z]).into_iter().zip([&mut out.a, &mut out.b]) {
        let out = &mut out[..n];
        modulus.mul_lanes(x, y, out);
        for (out, z) in out.iter_mut().zip(z) {
            *out = if minus { modulus.sub(*z, *out) } else { modulus.add(*z, *out) };
        }
    }
    if let (Some(x), Some(y), Some(z)) = (x.one(), y.one(), z.one()) {
        out.one = Some((larger(x.0 + y.0, z.0), of_sum(of_product(x.1, y.1), z.1)));
        return;
    }
    out.expand_unset();
    let (mut degrees, mut weights) = ([0.0; crate::limits::STRIP], [0.0; crate::limits::STRIP]);
    each(x.degree, y.degree, &mut degrees[..n], |x, y| x + y);
    each(x.weight, y.weight, &mut weights[..n], of_product);
    each(Sizes::Each(&degrees[..n]), z.degree, &mut out.degree[..n], larger);
    each(Sizes::Each(&weights[..n]), z.weight, &mut out.weight[..n], of_sum);
}

/// A carried term and the sum of all lanes, or of products of lanes; or less that.
pub fn sum(moduli: [Modulus; 2], minus: bool, term: Term, x: Read<'_>, y: Option<Read<'_>>) -> Term {
    let n = x.a.len();
    let of = |(modulus, x): (Modulus, &[u64]), y: Option<&[u64]>, first: u64| {
        let sum = match y {
            Some(y) => x.iter().zip(y).fold(0, |sum, (x, y)| modulus.add(sum, modulus.mul(*x, *y))),
            None => x.iter().fold(0, |sum, x| modulus.add(sum, *x)),
        };
        if minus { modulus.sub(first, sum) } else { modulus.add(first, sum) }
    };
    let (a, b) = (of((moduli[0], x.a), y.map(|y| y.a), term.a), of((moduli[1], x.b), y.map(|y| y.b), term.b));
    let most = |sizes: Sizes<'_>| spread_sizes(sizes, n, 0.0, |x, _| x, larger);
    let (mut degree, mut weight) = (most(x.degree), most(x.weight));
    if let Some(y) = y {
        (degree, weight) = (degree + most(y.degree), of_product(weight, most(y.weight)));
    }
    // A sum of n terms is at most n times the greatest, and one more is added.
    let weight = of_sum(up(weight + n.next_power_of_two().ilog2() as f32), term.weight);
    Term { a, b, weight, degree: term.degree.max(degree as u32) }
}
