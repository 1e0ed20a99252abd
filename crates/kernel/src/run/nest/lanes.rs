//! Operations on arrays of terms in the field of 2^61 - 1.

use super::Class;
use crate::limits::STRIP;
use crate::run::field::{Field, Method};
use crate::run::levels::{commuting, ordered};
use crate::run::memory::Lanes;
use crate::run::mersenne::{Halves, Multiply, Words, add, sub};
use crate::run::value::Term;

/// Degrees or weights: one for all, or one for each.
#[derive(Clone, Copy)]
enum Sizes<'a> {
    One(f32),
    Each(&'a [f32]),
}

/// Terms that an operation reads: a register's, or memory's.
#[derive(Clone, Copy)]
pub struct Read<'a> {
    a: &'a [u64],
    b: &'a [u64],
    degree: Sizes<'a>,
    weight: Sizes<'a>,
}

impl<'a> Read<'a> {
    /// So many terms from one on.
    pub fn new(of: &'a Lanes, from: usize, n: usize) -> Self {
        let range = from..from + n;
        let b = if of.b.is_empty() { &[][..] } else { &of.b[range.clone()] };
        let (degree, weight) = match of.one {
            Some((degree, weight)) => (Sizes::One(degree), Sizes::One(weight)),
            None => (Sizes::Each(&of.degree[range.clone()]), Sizes::Each(&of.weight[range.clone()])),
        };
        Read { a: &of.a[range], b, degree, weight }
    }

    /// Degree and weight, where all have the same.
    fn one(&self) -> Option<(f32, f32)> {
        match (self.degree, self.weight) {
            (Sizes::One(degree), Sizes::One(weight)) => Some((degree, weight)),
            _ => None,
        }
    }
}

/// Sizes of results, one for each.
#[inline(always)]
fn each(x: Sizes<'_>, y: Sizes<'_>, out: &mut [f32], of: impl Fn(f32, f32) -> f32) {
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
fn larger(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
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
fn sizes(
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
            sizes(x, y, out, n, larger, |x, y| x + y);
        }
        Class::Difference => {
            points(x, y, out, n, sub);
            sizes(x, y, out, n, larger, |x, y| x + y);
        }
        Class::Product => {
            points(x, y, out, n, |x, y| M::mul_add(x, y, 0));
            sizes(x, y, out, n, |x, y| x + y, |x, y| x * y);
        }
        Class::Commutes(code) => return leveled(field, x, y, out, n, |words, x, y| commuting::<M>(words, code, x, y)),
        Class::Ordered(code) => return leveled(field, x, y, out, n, |words, x, y| ordered::<M>(words, code, x, y)),
        Class::Other => return false,
    }
    true
}

/// Free terms by level.
#[inline(always)]
fn leveled(
    field: &mut Field,
    x: Read<'_>,
    y: Read<'_>,
    out: &mut Lanes,
    n: usize,
    of: impl Fn(&[u64; 4], u64, u64) -> u64,
) -> bool {
    sizes(x, y, out, n, |x, y| larger(x, y) + 1.0, |_, _| 1.0);
    let (least, most) = match out.one {
        Some((level, _)) => (level, level),
        None => out.degree[..n].iter().fold((f32::MAX, 0.0), |(least, most), level| {
            (if *level < least { *level } else { least }, larger(*level, most))
        }),
    };
    if most as u32 >= crate::limits::MAX_LEVELS {
        return false;
    }
    let (is_even, most) = (least >= most, most as u32);
    field.terms += n as u64;
    field.hashed += n as u64;
    field.note(most, 1.0);
    let words = field.levels(most);
    if is_even {
        let words = &words[most as usize];
        for ((out, x), y) in out.a[..n].iter_mut().zip(x.a).zip(y.a) {
            *out = of(&words[0], *x, *y);
        }
        for ((out, x), y) in out.b[..n].iter_mut().zip(x.b).zip(y.b) {
            *out = of(&words[1], *x, *y);
        }
    } else {
        for lane in 0..n {
            let words = &words[out.degree[lane] as usize];
            out.a[lane] = of(&words[0], x.a[lane], y.a[lane]);
            out.b[lane] = of(&words[1], x.b[lane], y.b[lane]);
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
        out.one = Some((larger(x.0 + y.0, z.0), x.1 * y.1 + z.1));
        return;
    }
    out.expand_unset();
    let product = match (x.one(), y.one()) {
        (Some(x), Some(y)) => [Sizes::One(x.0 + y.0), Sizes::One(x.1 * y.1)],
        _ => {
            each(x.degree, y.degree, &mut out.degree[..n], |x, y| x + y);
            each(x.weight, y.weight, &mut out.weight[..n], |x, y| x * y);
            let (degree, weight) = (out.degree[..n].to_vec(), out.weight[..n].to_vec());
            each(Sizes::Each(&degree), z.degree, &mut out.degree[..n], larger);
            each(Sizes::Each(&weight), z.weight, &mut out.weight[..n], |x, z| x + z);
            return;
        }
    };
    each(product[0], z.degree, &mut out.degree[..n], larger);
    each(product[1], z.weight, &mut out.weight[..n], |x, z| x + z);
}

/// Lanes of memory, from a cell on.
pub fn load(memory: &Lanes, cell: i64, slope: i64, out: &mut Lanes, n: usize) {
    let first = cell as usize;
    if n == 1 {
        out.one = Some(memory.size(first));
        out.a[0] = memory.a[first];
        if !out.b.is_empty() {
            out.b[0] = memory.b[first];
        }
        return;
    }
    gather(&memory.a, cell, slope, &mut out.a[..n]);
    if !out.b.is_empty() {
        gather(&memory.b, cell, slope, &mut out.b[..n]);
    }
    out.one = memory.one;
    if out.one.is_none() {
        out.expand_unset();
        gather(&memory.degree, cell, slope, &mut out.degree[..n]);
        gather(&memory.weight, cell, slope, &mut out.weight[..n]);
    }
}

fn gather<T: Copy>(memory: &[T], cell: i64, slope: i64, out: &mut [T]) {
    match slope {
        1 => out.copy_from_slice(&memory[cell as usize..cell as usize + out.len()]),
        _ => out.iter_mut().zip(0..).for_each(|(out, lane)| *out = memory[(cell + slope * lane) as usize]),
    }
}

fn scatter<T: Copy>(memory: &mut [T], cell: i64, slope: i64, from: &[T]) {
    match slope {
        1 => memory[cell as usize..cell as usize + from.len()].copy_from_slice(from),
        _ => from.iter().zip(0..).for_each(|(value, lane)| memory[(cell + slope * lane) as usize] = *value),
    }
}

/// Lanes to memory.
pub fn store(memory: &mut Lanes, cell: i64, slope: i64, from: &Lanes, n: usize) {
    scatter(&mut memory.a, cell, slope, &from.a[..n]);
    if !memory.b.is_empty() {
        scatter(&mut memory.b, cell, slope, &from.b[..n]);
    }
    match from.one {
        Some(_) if memory.one == from.one => {}
        Some((degree, weight)) => {
            memory.expand();
            for lane in 0..n as i64 {
                let at = (cell + slope * lane) as usize;
                (memory.degree[at], memory.weight[at]) = (degree, weight);
            }
        }
        None => {
            memory.expand();
            scatter(&mut memory.degree, cell, slope, &from.degree[..n]);
            scatter(&mut memory.weight, cell, slope, &from.weight[..n]);
        }
    }
}

/// Copies the first lane to others.
pub fn broadcast(of: &mut Lanes, n: usize) {
    let first = of.a[0];
    of.a[..n].fill(first);
    if let Some(first) = of.b.first().copied() {
        of.b[..n].fill(first);
    }
    of.one = Some(of.size(0));
}

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
fn spread_sizes(x: Sizes<'_>, n: usize, zero: f32, of: impl Fn(f32, f32) -> f32, sum: impl Fn(f32, f32) -> f32) -> f32 {
    match x {
        Sizes::One(x) => of(x, n as f32),
        Sizes::Each(x) => spread(x, x, zero, |so_far, x, _| sum(so_far, x), &sum),
    }
}

#[inline(always)]
fn total_of<M: Multiply>(of: Read<'_>) -> Term {
    let (sum, n) = (|values: &[u64]| spread(values, values, 0, |sum, x, _| add(sum, x), add), of.a.len());
    let degree = spread_sizes(of.degree, n, 0.0, |x, _| x, larger);
    let weight = spread_sizes(of.weight, n, 0.0, |x, n| x * n, |x, y| x + y);
    Term { a: sum(of.a), b: sum(of.b), weight, degree: degree as u32 }
}

#[inline(always)]
fn dot_of<M: Multiply>(x: Read<'_>, y: Read<'_>) -> Term {
    let (sum, n) = (|x: &[u64], y: &[u64]| spread(x, y, 0, |sum, x, y| M::mul_add(x, y, sum), add), x.a.len());
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
    Term { a: sum(x.a, y.a), b: sum(x.b, y.b), weight, degree: degree as u32 }
}

/// `term op lane` for each lane in turn, by level; `None`: it has to be computed otherwise.
pub fn chained(class: Class, is_left: bool, mut term: Term, of: Read<'_>, field: &mut Field) -> Option<Term> {
    if field.method() != Method::Free {
        return None;
    }
    let n = of.a.len();
    let level_of = |lane: usize| match of.degree {
        Sizes::One(level) => level as u32,
        Sizes::Each(levels) => levels[lane] as u32,
    };
    let most = spread_sizes(of.degree, n, 0.0, |x, _| x, larger);
    let last = term.degree.max(most as u32).saturating_add(n as u32);
    if last >= crate::limits::MAX_LEVELS {
        return None;
    }
    let words = field.levels(last);
    for lane in 0..n {
        let level = term.degree.max(level_of(lane)) + 1;
        let [first, second] = &words[level as usize];
        (term.a, term.b) = match (class, is_left) {
            (Class::Commutes(code), _) => (
                commuting::<Words>(first, code, term.a, of.a[lane]),
                commuting::<Words>(second, code, term.b, of.b[lane]),
            ),
            (Class::Ordered(code), true) => {
                (ordered::<Words>(first, code, term.a, of.a[lane]), ordered::<Words>(second, code, term.b, of.b[lane]))
            }
            (Class::Ordered(code), false) => {
                (ordered::<Words>(first, code, of.a[lane], term.a), ordered::<Words>(second, code, of.b[lane], term.b))
            }
            _ => return None,
        };
        term.degree = level;
    }
    field.terms += n as u64;
    field.hashed += n as u64;
    field.note(term.degree, 1.0);
    Some(term)
}

/// The widest vectors that this machine and the functions below know.
#[derive(Clone, Copy)]
enum Width {
    Any,
    #[cfg(target_arch = "x86_64")]
    Bits256,
    #[cfg(target_arch = "x86_64")]
    Bits512,
}

fn width() -> Width {
    #[cfg(target_arch = "x86_64")]
    {
        static WIDTH: std::sync::OnceLock<Width> = std::sync::OnceLock::new();
        *WIDTH.get_or_init(|| {
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                Width::Bits512
            } else if is_x86_feature_detected!("avx2") {
                Width::Bits256
            } else {
                Width::Any
            }
        })
    }
    #[cfg(not(target_arch = "x86_64"))]
    Width::Any
}

/// One function compiled for several widths of vectors: equal results, whatever runs.
macro_rules! widths {
    ($(#[$doc:meta])* $name:ident, $of:ident, ($($argument:ident: $ty:ty),*) -> $result:ty) => {
        $(#[$doc])*
        pub fn $name($($argument: $ty),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
            fn bits512($($argument: $ty),*) -> $result {
                $of::<Halves>($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn bits256($($argument: $ty),*) -> $result {
                $of::<Halves>($($argument),*)
            }
            match width() {
                // SAFETY: `width` found that this machine has the instructions.
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                Width::Bits512 => unsafe { bits512($($argument),*) },
                // SAFETY: the same.
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                Width::Bits256 => unsafe { bits256($($argument),*) },
                Width::Any => $of::<Words>($($argument),*),
            }
        }
    };
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
widths!(
    /// The sum of products of lanes.
    dot, dot_of, (x: Read<'_>, y: Read<'_>) -> Term
);
