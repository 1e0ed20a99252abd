//! Loops with affine bounds: between which expressions a row lies, iterations, and boxes of elements.

use crate::limits::MAX_BOUNDED;
use crate::linear::{Linear, constant};

/// A loop, whose counter is the dimension of its number in the domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The loop around it; its number is less.
    pub parent: Option<usize>,
    /// Loops around it.
    pub depth: usize,
    /// The first iteration is the largest of these.
    pub lower: Vec<Linear>,
    /// All iterations are below the least of these.
    pub upper: Vec<Linear>,
    /// At least 1.
    pub step: i64,
}

impl Counter {
    /// A value that no iteration below a bound is beyond: the last one in steps, where the first one is known.
    fn last(&self, bound: &Linear) -> Option<Linear> {
        let below = bound.plus(&constant(-1))?;
        let [first] = self.lower.as_slice() else { return Some(below) };
        match below.minus(first)?.as_constant() {
            Some(distance) if distance > 0 => below.plus(&constant(-(distance % self.step.max(1)))),
            _ => Some(below),
        }
    }
}

/// Samples of a domain's iterations.
const SAMPLES: u64 = 32;

/// Some iterations of a domain, evenly apart: numbers in the mean come from them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Iterations of each loop in all of its runs together: exact where no bound depends on another loop.
    pub totals: Vec<f64>,
    /// Values of all counters, and how many iterations of each loop one such iteration stands for.
    values: Vec<(Vec<i64>, Vec<f64>)>,
}

fn value(row: &Linear, values: &[i64]) -> i64 {
    let part = |(dim, factor): (&usize, &i64)| factor.saturating_mul(values[*dim]);
    row.factors.iter().map(part).fold(row.constant, i64::saturating_add)
}

/// The place of a sample at a depth, from 0 to below 1: samples fill each depth evenly, and no two depths alike.
fn place(sample: u64, depth: usize) -> f64 {
    const BASES: [u64; 8] = [2, 3, 5, 7, 11, 13, 17, 19];
    let base = BASES[depth % BASES.len()];
    let (mut left, mut unit, mut place) = (sample, 1.0, 0.0);
    while left > 0 {
        unit /= base as f64;
        place += unit * (left % base) as f64;
        left /= base;
    }
    place
}

/// An end of a row's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing is less.
    Least,
    /// Nothing is more.
    Most,
}

/// Indices of one dimension of an array: from an expression on, so many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The first.
    pub base: Linear,
    /// How many; none, if loops have no iteration.
    pub size: u64,
}

/// The loops of a function, each before those in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Domain {
    /// By number.
    pub counters: Vec<Counter>,
}

impl Domain {
    /// Whether a loop is another one, or in it.
    pub fn is_within(&self, inner: usize, outer: usize) -> bool {
        let mut at = Some(inner);
        while let Some(of) = at.filter(|of| *of != outer) {
            at = self.counters[of].parent;
        }
        at.is_some()
    }

    /// The loops around a loop, that one first.
    pub fn around(&self, of: usize) -> Vec<usize> {
        std::iter::successors(Some(of), |at| self.counters[*at].parent).collect()
    }

    /// Expressions, each of which bounds a row while the counters of `free` loops take all their values. They are made of other counters.
    /// `None`: one overflows, or more than [`MAX_BOUNDED`] are looked at.
    ///
    /// A counter whose factor is positive is least at its lower bound. With `for j = i to min(i + 32, 1000)`, the row `j` is at most
    /// `i + 31`, and at most `999`: both are given.
    pub fn ends(&self, row: &Linear, free: &dyn Fn(usize) -> bool, end: End) -> Option<Vec<Linear>> {
        let (mut open, mut found, mut left) = (vec![row.clone()], Vec::new(), MAX_BOUNDED);
        while let Some(of) = open.pop() {
            left = left.checked_sub(1)?;
            // Bounds of a loop are made of loops around it, whose numbers are less.
            let Some((&dim, &factor)) = of.factors.iter().rev().find(|(dim, _)| free(**dim)) else {
                if !found.contains(&of) {
                    found.push(of);
                }
                continue;
            };
            let counter = &self.counters[dim];
            let is_least = (factor > 0) == (end == End::Least);
            for bound in if is_least { &counter.lower } else { &counter.upper } {
                let bound = if is_least { bound.clone() } else { counter.last(bound)? };
                open.push(of.with(dim, &bound)?);
            }
        }
        Some(found)
    }

    /// The least and the most that a row can be. `None`: they are no numbers of 64 bits.
    pub fn range(&self, row: &Linear) -> Option<(i64, i64)> {
        let all =
            |end| -> Option<Vec<i64>> { self.ends(row, &|_| true, end)?.iter().map(Linear::as_constant).collect() };
        Some((all(End::Least)?.into_iter().max()?, all(End::Most)?.into_iter().min()?))
    }

    /// Iterations of a loop, if some pair of its bounds has a constant distance: the least of these.
    pub fn trips(&self, of: usize) -> Option<u64> {
        let Counter { lower, upper, step, .. } = &self.counters[of];
        let distances =
            upper.iter().flat_map(|upper| lower.iter().filter_map(|lower| upper.minus(lower)?.as_constant()));
        Some((distances.min()?.max(0) as u64).div_ceil((*step).max(1) as u64))
    }

    /// A sample of the iterations.
    pub fn sample(&self) -> Sample {
        let mut made = Sample { totals: vec![0.0; self.counters.len()], values: Vec::new() };
        for sample in 0..SAMPLES {
            let (mut values, mut all) = (vec![0i64; self.counters.len()], vec![0.0; self.counters.len()]);
            for (at, counter) in self.counters.iter().enumerate() {
                let lower = counter.lower.iter().map(|row| value(row, &values)).max().unwrap_or(0);
                let upper = counter.upper.iter().map(|row| value(row, &values)).min().unwrap_or(0);
                let trips = (upper.saturating_sub(lower).max(0) as u64).div_ceil(counter.step.max(1) as u64);
                all[at] = counter.parent.map_or(1.0, |parent| all[parent]) * trips as f64;
                let taken = (place(sample, counter.depth) * trips as f64) as i64;
                values[at] = lower.saturating_add(taken.saturating_mul(counter.step));
                made.totals[at] += all[at] / SAMPLES as f64;
            }
            made.values.push((values, all));
        }
        made
    }

    /// Whether a row depends on a loop: on its counter, or on one whose bounds do.
    pub fn depends(&self, row: &Linear, on: usize) -> bool {
        let mut open: Vec<usize> = row.factors.keys().copied().collect();
        let mut seen = vec![false; self.counters.len()];
        while let Some(at) = open.pop() {
            if at == on {
                return true;
            }
            // A counter's bounds name loops around it only.
            if at > on && !std::mem::replace(&mut seen[at], true) {
                let of = &self.counters[at];
                open.extend(of.lower.iter().chain(&of.upper).flat_map(|bound| bound.factors.keys().copied()));
            }
        }
        false
    }

    /// The box of an array of this shape that accesses touch while the counters of `free` loops take all their values: for each dimension
    /// the least extent that is known to hold all of them, or the whole dimension. Each access is its rows.
    pub fn cover(&self, shape: &[u64], accesses: &[&[Linear]], free: &dyn Fn(usize) -> bool) -> Vec<Extent> {
        let whole = |size: &u64| Extent { base: constant(0), size: *size };
        let each = shape.iter().enumerate().map(|(at, size)| {
            let rows = accesses.iter().map(|rows| rows.get(at)).collect::<Option<Vec<_>>>();
            let found = rows.and_then(|rows| self.extent(&rows, free));
            found.filter(|extent| extent.size < *size).unwrap_or_else(|| whole(size))
        });
        each.collect()
    }

    /// The sizes of the box that [`Domain::cover`] gives, in the mean over the iterations of the loop `each`, or over the samples: a triangle's
    /// rows are half as long as its longest.
    pub fn mean_sizes(
        &self,
        shape: &[u64],
        accesses: &[&[Linear]],
        free: &dyn Fn(usize) -> bool,
        (sample, each): (&Sample, Option<usize>),
    ) -> Vec<u64> {
        let each = shape.iter().enumerate().map(|(at, size)| {
            let rows = accesses.iter().map(|rows| rows.get(at)).collect::<Option<Vec<_>>>();
            rows.and_then(|rows| self.mean_size(&rows, free, (sample, each))).map_or(*size, |found| found.min(*size))
        });
        each.collect()
    }

    /// Elements from the least of any row to the most of any, in the mean.
    fn mean_size(
        &self,
        rows: &[&Linear],
        free: &dyn Fn(usize) -> bool,
        (sample, each): (&Sample, Option<usize>),
    ) -> Option<u64> {
        let all = |end| rows.iter().map(|row| self.ends(row, free, end)).collect::<Option<Vec<Vec<Linear>>>>();
        let (least, most) = (all(End::Least)?, all(End::Most)?);
        let (mut sum, mut all) = (0.0, 0.0);
        for (values, counts) in &sample.values {
            // The tightest of each access, and of these the widest.
            let first = least.iter().filter_map(|ends| ends.iter().map(|end| value(end, values)).max()).min()?;
            let last = most.iter().filter_map(|ends| ends.iter().map(|end| value(end, values)).min()).max()?;
            let weight = each.map_or(1.0, |each| counts[each]);
            sum += weight * last.saturating_sub(first).saturating_add(1).max(0) as f64;
            all += weight;
        }
        Some(if all > 0.0 { (sum / all).ceil() as u64 } else { 0 })
    }

    /// The least extent that holds all rows: from one expression on, which differs from an end of each by a number only.
    fn extent(&self, rows: &[&Linear], free: &dyn Fn(usize) -> bool) -> Option<Extent> {
        let all = |end| rows.iter().map(|row| self.ends(row, free, end)).collect::<Option<Vec<Vec<Linear>>>>();
        let (least, most) = (all(End::Least)?, all(End::Most)?);
        let of = |ends: &[Linear], base: &Linear, pick: fn(i64, i64) -> i64| {
            let same = ends.iter().filter(|end| end.factors == base.factors).map(|end| end.constant);
            same.reduce(pick)
        };
        let mut best: Option<Extent> = None;
        for base in least.first()? {
            // The tightest of each access, and of these the widest.
            let begin = least.iter().map(|ends| of(ends, base, i64::max)).reduce(|x, y| Some(x?.min(y?)));
            let end = most.iter().map(|ends| of(ends, base, i64::min)).reduce(|x, y| Some(x?.max(y?)));
            let (Some(Some(begin)), Some(Some(end))) = (begin, end) else { continue };
            let size = (i128::from(end) - i128::from(begin) + 1).max(0);
            let base = Linear { constant: begin, ..base.clone() };
            let extent = Extent { base, size: u64::try_from(size).ok()? };
            if best.as_ref().is_none_or(|best| extent.size < best.size) {
                best = Some(extent);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(parent: Option<usize>, depth: usize, lower: &[Linear], upper: &[Linear], step: i64) -> Counter {
        Counter { parent, depth, lower: lower.to_vec(), upper: upper.to_vec(), step }
    }

    /// `for i = 0 to 1000 step 32 { for ii = i to min(i + 32, 1000) { for j = ii + 1 to 500 } }`
    fn tiled() -> Domain {
        let number = constant;
        Domain {
            counters: vec![
                counter(None, 0, &[number(0)], &[number(1000)], 32),
                counter(Some(0), 1, &[Linear::dim(0, 1, 0)], &[Linear::dim(0, 1, 32), number(1000)], 1),
                counter(Some(1), 2, &[Linear::dim(1, 1, 1)], &[number(500)], 1),
            ],
        }
    }

    #[test]
    fn a_tile_s_rows_lie_between_its_counter_and_both_of_its_ends() {
        let (domain, row) = (tiled(), Linear::dim(1, 2, 5));
        let within = |dim: usize| dim == 1;
        assert_eq!(domain.ends(&row, &within, End::Least), Some(vec![Linear::dim(0, 2, 5)]));
        let mut most = domain.ends(&row, &within, End::Most).unwrap();
        most.sort_by_key(|end| end.constant);
        assert_eq!(most, [Linear::dim(0, 2, 67), constant(2003)]);
        assert_eq!(domain.ends(&Linear::dim(1, -1, 0), &within, End::Most), Some(vec![Linear::dim(0, -1, 0)]));
        assert_eq!(domain.range(&row), Some((5, 2003)));
        assert_eq!(domain.range(&Linear::dim(0, 1, 0)), Some((0, 992)), "the last tile's first iteration");
    }

    #[test]
    fn trips_are_known_where_a_distance_is_a_number() {
        let domain = tiled();
        assert_eq!([0, 1, 2].map(|of| domain.trips(of)), [Some(32), Some(32), None]);
        // All of the first two, and half of a triangle and a rest of the third: 499 + 498 + .. + 1.
        let totals = domain.sample().totals;
        assert!((totals[0] - 32.0).abs() < 1e-9 && (totals[1] - 1000.0).abs() < 10.0, "{totals:?}");
        assert!((totals[2] / 124_750.0 - 1.0).abs() < 0.1, "{totals:?}");
    }

    #[test]
    fn what_a_loop_s_bounds_name_the_rows_of_the_loop_depend_on() {
        let domain = tiled();
        assert!(domain.depends(&Linear::dim(2, 1, 0), 0) && domain.depends(&Linear::dim(2, 1, 0), 2));
        assert!(!domain.depends(&Linear::dim(0, 1, 0), 1) && !domain.depends(&constant(3), 0));
        assert!(domain.is_within(2, 0) && domain.is_within(1, 1) && !domain.is_within(0, 1));
        assert_eq!(domain.around(2), [2, 1, 0]);
    }

    #[test]
    fn a_box_holds_all_accesses_or_is_the_whole_array() {
        let (domain, of) = (tiled(), |dim, constant| Linear::dim(dim, 1, constant));
        let accesses = [[of(1, -1), of(2, 0)], [of(1, 1), of(2, 0)]];
        let rows: Vec<&[Linear]> = accesses.iter().map(<[Linear; 2]>::as_slice).collect();
        let found = domain.cover(&[1002, 500], &rows, &|dim| dim > 0);
        assert_eq!(found[0], Extent { base: of(0, -1), size: 34 });
        assert_eq!(found[1], Extent { base: constant(0), size: 500 });
        // Of one iteration of all loops it is one element, or three rows of one.
        let found = domain.cover(&[1002, 500], &rows, &|_| false);
        assert_eq!(found.iter().map(|extent| extent.size).collect::<Vec<_>>(), [3, 1]);
        let apart = [[of(0, 0)], [of(1, 0)]];
        let rows: Vec<&[Linear]> = apart.iter().map(<[Linear; 1]>::as_slice).collect();
        assert_eq!(domain.cover(&[1000], &rows, &|_| false)[0].size, 1000);
    }

    #[test]
    fn a_triangle_s_rows_have_half_of_their_most_in_the_mean() {
        // `for i = 0 to 100 { for j = 0 to i + 1 }`
        let upper = [Linear::dim(0, 1, 1)];
        let counters =
            vec![counter(None, 0, &[constant(0)], &[constant(100)], 1), counter(Some(0), 1, &[constant(0)], &upper, 1)];
        let domain = Domain { counters };
        let (row, diagonal) = ([Linear::dim(1, 1, 0)], [Linear::dim(0, 1, 0)]);
        let sample = domain.sample();
        let sizes = |rows: &[&[Linear]], first: usize| {
            domain.mean_sizes(&[200], rows, &|dim| dim >= first, (&sample, first.checked_sub(1)))[0]
        };
        assert!((48..=52).contains(&sizes(&[&row], 1)));
        assert_eq!([sizes(&[&row], 0), sizes(&[&diagonal], 1)], [100, 1]);
        // The box of both holds what lies between them.
        assert!((48..=52).contains(&sizes(&[&row, &diagonal], 1)));
        let tiled = tiled();
        let found = tiled.mean_sizes(&[8], &[&[Linear::dim(2, 1, 0)]], &|dim| dim > 0, (&tiled.sample(), Some(0)));
        assert_eq!(found, [8], "the array ends there");
        // Of 32 tiles the last one has 8 iterations of 32: 31.25 in the mean.
        let found = tiled.mean_sizes(&[1000], &[&[Linear::dim(1, 1, 0)]], &|dim| dim == 1, (&tiled.sample(), Some(0)));
        assert_eq!(found, [32]);
    }

    #[test]
    fn a_row_counts_as_often_as_it_runs() {
        // `for i = 0 to 100 { for j = 0 to i + 1 { for k = 0 to j + 1`: of the iterations of `j`, those within a large `i` are more.
        let upper = [[constant(100)], [Linear::dim(0, 1, 1)], [Linear::dim(1, 1, 1)]];
        let counters = upper.iter().enumerate();
        let counters = counters.map(|(at, upper)| counter(at.checked_sub(1), at, &[constant(0)], upper, 1)).collect();
        let domain = Domain { counters };
        let row: [Linear; 1] = [Linear::dim(2, 1, 0)];
        let mean = |each| domain.mean_sizes(&[200], &[&row], &|dim| dim == 2, (&domain.sample(), each))[0];
        assert!((22..=29).contains(&mean(None)) && (30..=37).contains(&mean(Some(1))));
    }

    #[test]
    fn more_ends_than_the_bound_are_none() {
        let mut domain = Domain::default();
        for at in 0..8 {
            let upper = match at {
                0 => vec![constant(9), constant(8)],
                _ => vec![Linear::dim(at - 1, 1, 1), Linear::dim(at - 1, 2, 3)],
            };
            domain.counters.push(counter(at.checked_sub(1), at, &[constant(0)], &upper, 1));
        }
        assert_eq!(domain.ends(&Linear::dim(7, 1, 0), &|_| true, End::Most), None);
        assert_eq!(domain.range(&Linear::dim(7, 1, 0)), None);
    }
}
