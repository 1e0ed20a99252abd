//! Terms of memory: values and sizes of each cell, and whether what is remembered of them is still true.

use crate::values::blocks::Blocks;
use crate::values::field::Field;
use crate::values::lanes::Lanes;
use crate::values::value::Term;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// Values of cells, which several programs may have in common until one of them writes.
#[derive(Clone, Debug)]
pub enum Values {
    /// Of one program.
    Own(Vec<u64>),
    /// Of several.
    Shared(Arc<Vec<u64>>),
}

impl Values {
    fn own(&mut self) -> &mut Vec<u64> {
        if let Values::Shared(of) = self {
            *self = Values::Own(of.to_vec());
        }
        match self {
            Values::Own(of) => of,
            Values::Shared(_) => unreachable!("it was copied"),
        }
    }

    /// The same for another program.
    fn shared(&mut self) -> Values {
        if let Values::Own(of) = self {
            *self = Values::Shared(Arc::new(std::mem::take(of)));
        }
        self.clone()
    }

    /// Whether nobody has written either of them.
    fn is_same(&self, other: &Values) -> bool {
        matches!((self, other), (Values::Shared(x), Values::Shared(y)) if Arc::ptr_eq(x, y))
    }
}

impl Deref for Values {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        match self {
            Values::Own(of) => of,
            Values::Shared(of) => of,
        }
    }
}

/// Terms of memory. All values are canonical.
#[derive(Clone, Debug)]
pub struct Terms {
    a: Values,
    /// At the second point; empty where there is one.
    b: Values,
    degree: Blocks<f32>,
    /// Where only levels are counted each weight is 1.
    weight: Blocks<f32>,
    has_levels_only: bool,
    /// Cells that something remembered depends on: all of them are among these.
    watched: Range<usize>,
    version: u64,
}

/// No size.
const MIXED: f32 = -1.0;

/// No cells are watched.
const NOTHING: Range<usize> = Range { start: usize::MAX, end: 0 };

impl Terms {
    /// Unknowns of a field, which has these values.
    pub fn unknowns(a: Vec<u64>, b: Vec<u64>, field: &Field) -> Self {
        let (count, (degree, weight)) = (a.len(), field.size_of_unknowns());
        Terms {
            a: Values::Own(a),
            b: Values::Own(b),
            degree: Blocks::new(count, degree, MIXED),
            weight: Blocks::new(count, weight, MIXED),
            has_levels_only: !field.has_weights(),
            watched: NOTHING,
            version: 0,
        }
    }

    /// The same for another program, which copies values when it writes.
    pub fn shared(&mut self) -> Terms {
        Terms {
            a: self.a.shared(),
            b: self.b.shared(),
            degree: self.degree.clone(),
            weight: self.weight.clone(),
            has_levels_only: self.has_levels_only,
            watched: NOTHING,
            version: 0,
        }
    }

    /// Cells.
    pub fn count(&self) -> usize {
        self.a.len()
    }

    /// Values at the first point.
    #[inline]
    pub fn a(&self) -> &[u64] {
        &self.a
    }

    /// Values at the second point; none where there is one point.
    #[inline]
    pub fn b(&self) -> &[u64] {
        &self.b
    }

    /// Degrees, or levels of free terms.
    pub fn degrees(&self) -> &Blocks<f32> {
        &self.degree
    }

    /// Degree and weight of a cell.
    #[inline]
    pub fn size(&self, at: usize) -> (f32, f32) {
        (self.degree.get(at), self.weight.get(at))
    }

    /// Degree and weight of `n` cells from one on, if they have the same.
    pub fn one(&self, from: usize, n: usize) -> Option<(f32, f32)> {
        Some((self.degree.one(from, n)?, self.weight.one(from, n)?))
    }

    /// Degree and weight of all cells, where they are known to be the same.
    pub fn all(&self) -> Option<(f32, f32)> {
        Some((self.degree.all()?, self.weight.all()?))
    }

    /// A cell.
    #[inline]
    pub fn get(&self, at: usize) -> Term {
        let (degree, weight) = self.size(at);
        Term { a: self.a[at], b: self.b.get(at).copied().unwrap_or(0), weight, degree: degree as u32 }
    }

    /// The highest degree and the highest weight.
    pub fn most(&self) -> (u32, f32) {
        match self.count() {
            0 => (0, 0.0),
            n => (self.degree.extremes(0, n)[1] as u32, self.weight.extremes(0, n)[1]),
        }
    }

    /// Whether both have the same values in these cells; it may not see it where it costs much to see.
    pub fn agrees(&self, other: &Terms, cells: Range<usize>) -> bool {
        let same = |x: &Values, y: &Values| {
            x.is_same(y)
                || matches!((x.get(cells.clone()), y.get(cells.clone())), (Some(x), Some(y)) if x == y)
                || (x.is_empty() && y.is_empty())
        };
        same(&self.a, &other.a) && same(&self.b, &other.b)
    }

    /// A number that changes when a cell is written that was watched.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// From now on [`Terms::version`] changes when one of these cells is written.
    pub fn watch(&mut self, cells: Range<usize>) {
        self.watched = self.watched.start.min(cells.start)..self.watched.end.max(cells.end);
    }

    /// Every write comes by here before it is done.
    #[inline]
    fn touch(&mut self, cells: Range<usize>) {
        if cells.start < self.watched.end && self.watched.start < cells.end {
            self.version += 1;
            self.watched = NOTHING;
        }
    }

    /// Writes a cell.
    #[inline]
    pub fn set(&mut self, at: usize, term: Term) {
        self.touch(at..at + 1);
        self.a.own()[at] = term.a;
        if !self.b.is_empty() {
            self.b.own()[at] = term.b;
        }
        self.degree.set(at, term.degree as f32);
        if !self.has_levels_only {
            self.weight.set(at, term.weight);
        }
    }

    /// Cells from one on, so far apart, to lanes.
    pub fn load(&self, cell: i64, slope: i64, out: &mut Lanes, n: usize) {
        if n == 1 {
            let first = cell as usize;
            out.one = Some(self.size(first));
            out.a[0] = self.a[first];
            if !out.b.is_empty() {
                out.b[0] = self.b[first];
            }
            return;
        }
        gather(&self.a, cell, slope, &mut out.a[..n]);
        if !out.b.is_empty() {
            gather(&self.b, cell, slope, &mut out.b[..n]);
        }
        self.load_sizes(cell, slope, out, n);
    }

    /// Their sizes only.
    pub fn load_sizes(&self, cell: i64, slope: i64, out: &mut Lanes, n: usize) {
        out.one = if slope == 1 { self.one(cell as usize, n) } else { self.all() };
        if out.one.is_some() {
            return;
        }
        out.expand_unset();
        let read = |of: &Blocks<f32>, out: &mut [f32]| match slope {
            1 => of.read(cell as usize, out),
            _ => out.iter_mut().zip(0..).for_each(|(out, lane)| *out = of.get((cell + slope * lane) as usize)),
        };
        read(&self.degree, &mut out.degree[..n]);
        if !self.has_levels_only {
            read(&self.weight, &mut out.weight[..n]);
        }
    }

    /// Lanes to cells from one on, so far apart.
    pub fn store(&mut self, cell: i64, slope: i64, from: &Lanes, n: usize) {
        if n == 0 {
            return;
        }
        let last = cell + slope * (n as i64 - 1);
        self.touch(cell.min(last) as usize..cell.max(last) as usize + 1);
        scatter(self.a.own(), cell, slope, &from.a[..n]);
        if !self.b.is_empty() {
            scatter(self.b.own(), cell, slope, &from.b[..n]);
        }
        let sizes = [(&mut self.degree, &from.degree), (&mut self.weight, &from.weight)];
        let count = if self.has_levels_only { 1 } else { 2 };
        for (at, (of, values)) in sizes.into_iter().enumerate().take(count) {
            match (from.one.map(|(degree, weight)| [degree, weight][at]), slope) {
                (Some(value), 1) => of.fill(cell as usize, n, value),
                (None, 1) => of.write(cell as usize, &values[..n]),
                (one, slope) => (0..n).for_each(|lane| {
                    of.set((cell + slope * lane as i64) as usize, one.unwrap_or_else(|| values[lane]));
                }),
            }
        }
    }

    /// Has cells from one on written at the first point, all with one size.
    pub fn replace(&mut self, from: usize, n: usize, size: (f32, f32), write: impl FnOnce(&mut [u64])) {
        self.touch(from..from + n);
        write(&mut self.a.own()[from..from + n]);
        self.degree.fill(from, n, size.0);
        self.weight.fill(from, n, size.1);
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
