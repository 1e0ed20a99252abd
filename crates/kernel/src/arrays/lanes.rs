//! Operations on arrays of terms in the field of 2^61 - 1.

use crate::arrays::class::Class;
use crate::arrays::sums;
use crate::limits::STRIP;
use crate::values::field::{Field, up};
use crate::values::lanes::Lanes;
use crate::values::levels::{Shape, chances, commuting, linear, ordered};
use crate::values::mersenne::{Multiply, add, mul, sub};
use crate::values::terms::Terms;
use crate::values::value::Term;
use crate::values::widths::widths;
use std::ops::Range;

/// Degrees or weights: one for all, or one for each.
#[derive(Clone, Copy)]
pub enum Sizes<'a> {
    /// For all.
    One(f32),
    /// For each.
    Each(&'a [f32]),
}

/// Terms that an operation reads: a register's, or memory's.
#[derive(Clone, Copy)]
pub struct Read<'a> {
    /// Values at the first point.
    pub a: &'a [u64],
    /// At the second; empty where there is one.
    pub b: &'a [u64],
    /// Degrees, or levels.
    pub degree: Sizes<'a>,
    /// Weights.
    pub weight: Sizes<'a>,
}

/// Degrees and weights of some of a register's terms.
fn sizes_of(of: &Lanes, range: Range<usize>) -> (Sizes<'_>, Sizes<'_>) {
    match of.one {
        Some((degree, weight)) => (Sizes::One(degree), Sizes::One(weight)),
        None if of.has_levels_only => (Sizes::Each(&of.degree[range]), Sizes::One(1.0)),
        None => (Sizes::Each(&of.degree[range.clone()]), Sizes::Each(&of.weight[range])),
    }
}

impl<'a> Read<'a> {
    /// So many terms from one on.
    pub fn new(of: &'a Lanes, from: usize, n: usize) -> Self {
        let range = from..from + n;
        let b = if of.b.is_empty() { &[][..] } else { &of.b[range.clone()] };
        let (degree, weight) = sizes_of(of, range.clone());
        Read { a: &of.a[range], b, degree, weight }
    }

    /// Values of memory from a cell on, whose sizes a register has.
    pub fn of_memory(memory: &'a Terms, cell: usize, sizes: &'a Lanes, n: usize) -> Self {
        let range = cell..cell + n;
        let b = if memory.b().is_empty() { &[][..] } else { &memory.b()[range.clone()] };
        let (degree, weight) = sizes_of(sizes, 0..n);
        Read { a: &memory.a()[range], b, degree, weight }
    }

    /// Degree and weight of one of them.
    pub fn size(&self, lane: usize) -> (f32, f32) {
        let of = |sizes: Sizes<'_>| match sizes {
            Sizes::One(size) => size,
            Sizes::Each(sizes) => sizes[lane],
        };
        (of(self.degree), of(self.weight))
    }

    /// Degree and weight, where all have the same.
    pub fn one(&self) -> Option<(f32, f32)> {
        match (self.degree, self.weight) {
            (Sizes::One(degree), Sizes::One(weight)) => Some((degree, weight)),
            _ => None,
        }
    }
}

/// Sizes of results, one for each.
#[inline(always)]
pub fn each(x: Sizes<'_>, y: Sizes<'_>, out: &mut [f32], of: impl Fn(f32, f32) -> f32) {
    match (x, y) {
        (Sizes::One(x), Sizes::One(y)) => out.fill(of(x, y)),
        (Sizes::One(x), Sizes::Each(y)) => out.iter_mut().zip(y).for_each(|(out, y)| *out = of(x, *y)),
        (Sizes::Each(x), Sizes::One(y)) => out.iter_mut().zip(x).for_each(|(out, x)| *out = of(*x, y)),
        (Sizes::Each(x), Sizes::Each(y)) => {
            out.iter_mut().zip(x).zip(y).for_each(|((out, x), y)| *out = of(*x, *y));
        }
    }
}

/// The larger of two numbers, none of them NaN: one instruction.
#[inline(always)]
pub fn larger(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
}

/// The smaller of two numbers, none of them NaN.
#[inline(always)]
fn smaller(x: f32, y: f32) -> f32 {
    if x < y { x } else { y }
}

/// One operation on both points.
#[inline(always)]
fn points(x: Read<'_>, y: Read<'_>, out: &mut Lanes, n: usize, of: impl Fn(u64, u64) -> u64) {
    let each_point = |x: &[u64], y: &[u64], out: &mut [u64]| {
        for ((out, x), y) in out.iter_mut().zip(x).zip(y) {
            *out = of(*x, *y);
        }
    };
    each_point(x.a, y.a, &mut out.a[..n]);
    if !out.b.is_empty() {
        each_point(x.b, y.b, &mut out.b[..n]);
    }
}

/// Degrees and weights of results.
#[inline(always)]
pub fn sizes(
    x: Read<'_>,
    y: Read<'_>,
    out: &mut Lanes,
    n: usize,
    degree: impl Fn(f32, f32) -> f32,
    weight: impl Fn(f32, f32) -> f32,
) {
    if let (Some(x), Some(y)) = (x.one(), y.one()) {
        out.one = Some((degree(x.0, y.0), weight(x.1, y.1)));
        return;
    }
    out.expand_unset();
    each(x.degree, y.degree, &mut out.degree[..n], degree);
    each(x.weight, y.weight, &mut out.weight[..n], weight);
}

#[inline(always)]
fn binary_of<M: Multiply>(
    class: Class,
    x: Read<'_>,
    y: Read<'_>,
    out: &mut Lanes,
    n: usize,
    field: &mut Field,
) -> bool {
    match class {
        Class::Sum => {
            points(x, y, out, n, add);
            sizes(x, y, out, n, larger, |x, y| up(x + y));
        }
        Class::Difference => {
            points(x, y, out, n, sub);
            sizes(x, y, out, n, larger, |x, y| up(x + y));
        }
        Class::Product => {
            points(x, y, out, n, |x, y| M::mul_add(x, y, 0));
            sizes(x, y, out, n, |x, y| x + y, |x, y| up(x * y));
        }
        Class::Commutes(code) => {
            let hash = |words: &_, x, y| commuting::<M>(words, code, x, y);
            return leveled(field, Shape::Commutes, [x, y], out, n, hash);
        }
        Class::Ordered(code) => {
            let hash = |words: &_, x, y| ordered::<M>(words, code, x, y);
            return leveled(field, Shape::Ordered, [x, y], out, n, hash);
        }
        Class::Linear(code) => {
            return linear_of::<M>(field, code, [x, y], out, n);
        }
        Class::Other => return false,
    }
    true
}

/// Levels of free terms, and the pairs that they depend on.
#[inline(always)]
fn level_sizes(shape: Shape, x: Read<'_>, y: Read<'_>, out: &mut Lanes, n: usize) {
    if let (Some(x), Some(y)) = (x.one(), y.one()) {
        let weight = if shape == Shape::Linear { 1.0 } else { chances(shape, x, y) };
        out.one = Some((larger(x.0, y.0) + 1.0, weight));
        return;
    }
    out.expand_unset();
    let degree = &mut out.degree[..n];
    match shape {
        Shape::Linear => {}
        Shape::Ordered => each(x.weight, y.weight, &mut out.weight[..n], |x, y| larger(x, y) + 1.0),
        Shape::Commutes => {
            let weight = &mut out.weight[..n];
            // As `chances`, in steps that vectors carry out: 1 where the levels are equal.
            each(x.degree, y.degree, degree, |x, y| if x == y { 1.0 } else { 0.0 });
            each(x.weight, y.weight, weight, larger);
            let both = weight.iter_mut().zip(degree.iter());
            both.for_each(|(weight, equal)| *weight = *weight * (1.0 + equal) + (2.0 - equal));
        }
    }
    each(x.degree, y.degree, degree, |x, y| larger(x, y) + 1.0);
}

/// The lowest and the highest level of results.
#[inline(always)]
fn extremes(of: &Lanes, n: usize) -> (f32, f32) {
    match of.one {
        Some((level, _)) => (level, level),
        None => {
            let levels = &of.degree[..n];
            let least = spread(levels, levels, f32::MAX, |least, x, _| smaller(x, least), smaller);
            (least, spread(levels, levels, 0.0, |most, x, _| larger(x, most), larger))
        }
    }
}

/// Linear free terms, which have one point.
#[inline(always)]
fn linear_of<M: Multiply>(field: &mut Field, code: u64, [x, y]: [Read<'_>; 2], out: &mut Lanes, n: usize) -> bool {
    level_sizes(Shape::Linear, x, y, out, n);
    let (least, most) = extremes(out, n);
    if most as u32 >= crate::limits::MAX_LINEAR_LEVELS {
        return false;
    }
    field.terms += n as u64;
    field.hashed += n as u64;
    let factors = field.linear(most as u32);
    if least >= most {
        let [second, of_code] = factors[most as usize];
        sums::combine(&mut out.a[..n], mul(code, of_code), Some(&x.a[..n]), &[second], &[&y.a[..n]]);
    } else {
        for (((out, x), y), level) in out.a[..n].iter_mut().zip(x.a).zip(y.a).zip(&out.degree[..n]) {
            let [second, of_code] = factors[*level as usize];
            *out = linear::<M>(&[second, 0, 0, of_code], code, *x, *y);
        }
    }
    true
}

/// Free terms by level.
#[inline(always)]
fn leveled(
    field: &mut Field,
    shape: Shape,
    [x, y]: [Read<'_>; 2],
    out: &mut Lanes,
    n: usize,
    of: impl Fn(&[u64; 4], u64, u64) -> u64,
) -> bool {
    level_sizes(shape, x, y, out, n);
    let (least, most) = extremes(out, n);
    if most as u32 >= crate::limits::MAX_LEVELS {
        return false;
    }
    let (is_even, most) = (least >= most, most as u32);
    field.terms += n as u64;
    field.hashed += n as u64;
    let words = field.levels(most);
    if is_even {
        let words = &words[most as usize];
        for ((out, x), y) in out.a[..n].iter_mut().zip(x.a).zip(y.a) {
            *out = of(&words[0], *x, *y);
        }
        // None where there is one point.
        for ((out, x), y) in out.b.iter_mut().zip(x.b).zip(y.b) {
            *out = of(&words[1], *x, *y);
        }
    } else {
        for lane in 0..n {
            let words = &words[out.degree[lane] as usize];
            out.a[lane] = of(&words[0], x.a[lane], y.a[lane]);
            if !out.b.is_empty() {
                out.b[lane] = of(&words[1], x.b[lane], y.b[lane]);
            }
        }
    }
    true
}

#[inline(always)]
fn fused_of<M: Multiply>(minus: bool, [x, y, z]: [Read<'_>; 3], out: &mut Lanes, n: usize) {
    let each_point = |x: &[u64], y: &[u64], z: &[u64], out: &mut [u64]| {
        let lanes = out.iter_mut().zip(x).zip(y).zip(z);
        if minus {
            lanes.for_each(|(((out, x), y), z)| *out = sub(*z, M::mul_add(*x, *y, 0)));
        } else {
            lanes.for_each(|(((out, x), y), z)| *out = M::mul_add(*x, *y, *z));
        }
    };
    each_point(x.a, y.a, z.a, &mut out.a[..n]);
    if !out.b.is_empty() {
        each_point(x.b, y.b, z.b, &mut out.b[..n]);
    }
    if let (Some(x), Some(y), Some(z)) = (x.one(), y.one(), z.one()) {
        out.one = Some((larger(x.0 + y.0, z.0), up(up(x.1 * y.1) + z.1)));
        return;
    }
    out.expand_unset();
    let product = match (x.one(), y.one()) {
        (Some(x), Some(y)) => [Sizes::One(x.0 + y.0), Sizes::One(up(x.1 * y.1))],
        _ => {
            each(x.degree, y.degree, &mut out.degree[..n], |x, y| x + y);
            each(x.weight, y.weight, &mut out.weight[..n], |x, y| up(x * y));
            let (degree, weight) = (out.degree[..n].to_vec(), out.weight[..n].to_vec());
            each(Sizes::Each(&degree), z.degree, &mut out.degree[..n], larger);
            each(Sizes::Each(&weight), z.weight, &mut out.weight[..n], |x, z| up(x + z));
            return;
        }
    };
    each(product[0], z.degree, &mut out.degree[..n], larger);
    each(product[1], z.weight, &mut out.weight[..n], |x, z| up(x + z));
}

/// The most that rounding takes from a sum of [`STRIP`] products, and more.
const ROUNDED_UP: f32 = 1.0001;

/// Sums that grow side by side.
const SIDES: usize = 8;

/// A sum over lanes, in several parts, of values or of sizes.
#[inline(always)]
fn spread<T: Copy, S: Copy>(x: &[T], y: &[T], zero: S, of: impl Fn(S, T, T) -> S, join: impl Fn(S, S) -> S) -> S {
    let mut sums = [zero; SIDES];
    let (xs, ys) = (x.chunks_exact(SIDES), y.chunks_exact(SIDES));
    let rest = xs.remainder().iter().zip(ys.remainder());
    for (x, y) in xs.zip(ys) {
        for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
            *sum = of(*sum, *x, *y);
        }
    }
    sums.iter_mut().zip(rest).for_each(|(sum, (x, y))| *sum = of(*sum, *x, *y));
    sums.into_iter().fold(zero, join)
}

/// A sum over sizes of lanes.
#[inline(always)]
pub fn spread_sizes(
    x: Sizes<'_>,
    n: usize,
    zero: f32,
    of: impl Fn(f32, f32) -> f32,
    sum: impl Fn(f32, f32) -> f32,
) -> f32 {
    match x {
        Sizes::One(x) => of(x, n as f32),
        Sizes::Each(x) => spread(x, x, zero, |so_far, x, _| sum(so_far, x), &sum),
    }
}

#[inline(always)]
fn total_of<M: Multiply>(of: Read<'_>) -> Term {
    let (sum, n) = (|values: &[u64]| spread(values, values, 0, |sum, x, _| add(sum, x), add), of.a.len());
    let degree = spread_sizes(of.degree, n, 0.0, |x, _| x, larger);
    let weight = spread_sizes(of.weight, n, 0.0, |x, n| x * n, |x, y| x + y) * ROUNDED_UP;
    Term { a: sum(of.a), b: sum(of.b), weight, degree: degree as u32 }
}

/// The sum of products of lanes.
pub fn dot(x: Read<'_>, y: Read<'_>) -> Term {
    let n = x.a.len();
    let (mut degree, mut weight) = (0.0, 0.0);
    match (x.one(), y.one()) {
        (Some(x), Some(y)) => (degree, weight) = (x.0 + y.0, x.1 * y.1 * n as f32),
        _ => {
            let (mut degrees, mut weights) = ([0.0; STRIP], [0.0; STRIP]);
            each(x.degree, y.degree, &mut degrees[..n], |x, y| x + y);
            each(x.weight, y.weight, &mut weights[..n], |x, y| x * y);
            degree = spread_sizes(Sizes::Each(&degrees[..n]), n, degree, |x, _| x, larger);
            weight = spread_sizes(Sizes::Each(&weights[..n]), n, weight, |x, _| x, |x, y| x + y);
        }
    }
    let weight = weight * ROUNDED_UP;
    Term { a: sums::dot(x.a, y.a), b: sums::dot(x.b, y.b), weight, degree: degree as u32 }
}

widths!(
    /// An operation on lanes; false: it has to be computed one by one.
    binary, binary_of, (class: Class, x: Read<'_>, y: Read<'_>, out: &mut Lanes, n: usize, field: &mut Field) -> bool
);

widths!(
    /// `x * y + z`, or `z - x * y`.
    fused, fused_of, (minus: bool, operands: [Read<'_>; 3], out: &mut Lanes, n: usize) -> ()
);

widths!(
    /// The sum of all lanes.
    total, total_of, (of: Read<'_>) -> Term
);
