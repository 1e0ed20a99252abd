//! A value for each of many cells, held once for each block of cells that have the same.

use crate::values::mersenne::Multiply;
use crate::values::widths::widths;

/// Cells of one block.
const EACH: usize = 32;

/// The values.
#[derive(Clone, Debug)]
pub struct Blocks<T> {
    count: usize,
    /// Of all cells, where there are no blocks.
    all: T,
    /// Of each block; `mixed`: its cells have values of their own.
    blocks: Vec<T>,
    /// Of each cell of mixed blocks. Others mean nothing.
    cells: Vec<T>,
    mixed: T,
}

/// A stretch of cells.
pub enum Piece<'a, T> {
    /// So many with the same value.
    Same(T, usize),
    /// One for each.
    Each(&'a [T]),
}

impl<T: Copy + Default + PartialEq> Blocks<T> {
    /// The same for all; no cell ever has the value `mixed`.
    pub fn new(count: usize, all: T, mixed: T) -> Self {
        Blocks { count, all, blocks: Vec::new(), cells: Vec::new(), mixed }
    }

    /// Cells.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The value of a cell.
    #[inline]
    pub fn get(&self, at: usize) -> T {
        match self.blocks.get(at / EACH) {
            None => self.all,
            Some(value) if *value == self.mixed => self.cells[at],
            Some(value) => *value,
        }
    }

    /// Changes one cell.
    #[inline]
    pub fn set(&mut self, at: usize, value: T) {
        if self.get(at) != value {
            self.mix(at / EACH);
            self.cells[at] = value;
        }
    }

    /// The cells of a block, each with a value of its own from now on.
    fn mix(&mut self, block: usize) {
        self.divide();
        let of = self.blocks[block];
        if of == self.mixed {
            return;
        }
        if self.cells.is_empty() {
            self.cells = vec![T::default(); self.count];
        }
        self.cells[block * EACH..self.count.min((block + 1) * EACH)].fill(of);
        self.blocks[block] = self.mixed;
    }

    fn divide(&mut self) {
        if self.blocks.is_empty() {
            self.blocks = vec![self.all; self.count.div_ceil(EACH)];
        }
    }

    /// Gives `n` cells from one on the same value.
    pub fn fill(&mut self, from: usize, n: usize, value: T) {
        if n == 0 || (self.blocks.is_empty() && self.all == value) {
            return;
        }
        self.divide();
        let last = from + n;
        assert!(last <= self.count, "cells are there");
        // Blocks of which all cells are among these.
        let whole = from.div_ceil(EACH)..if last == self.count { self.blocks.len() } else { last / EACH };
        if whole.is_empty() {
            let end = last.min((from / EACH + 1) * EACH);
            self.fill_part(from, end, value);
            return self.fill_part(end, last, value);
        }
        self.fill_part(from, whole.start * EACH, value);
        self.fill_part(last.min(whole.end * EACH), last, value);
        self.blocks[whole].fill(value);
    }

    /// Some cells of one block.
    fn fill_part(&mut self, from: usize, last: usize, value: T) {
        if from < last && self.blocks[from / EACH] != value {
            self.mix(from / EACH);
            self.cells[from..last].fill(value);
        }
    }

    /// Gives cells from one on these values.
    pub fn write(&mut self, from: usize, values: &[T]) {
        self.divide();
        self.parts(from, values.len(), |blocks, block, at, end, is_whole| {
            let values = &values[at - from..end - from];
            let first = values[0];
            if is_whole && values.iter().fold(true, |same, value| same & (*value == first)) {
                blocks.blocks[block] = first;
            } else {
                blocks.mix(block);
                blocks.cells[at..end].copy_from_slice(values);
            }
        });
    }

    /// Calls with each block, and its cells among these; and whether they are all of its cells.
    fn parts(&mut self, from: usize, n: usize, mut of: impl FnMut(&mut Self, usize, usize, usize, bool)) {
        let (mut at, last) = (from, from + n);
        assert!(last <= self.count, "cells are there");
        while at < last {
            let block = at / EACH;
            let end = last.min((block + 1) * EACH);
            let is_whole = at == block * EACH && end == self.count.min((block + 1) * EACH);
            of(self, block, at, end, is_whole);
            at = end;
        }
    }

    /// `n` cells from one on, in stretches.
    pub fn pieces(&self, from: usize, n: usize) -> impl Iterator<Item = Piece<'_, T>> {
        let (mut at, last) = (from, from + n);
        std::iter::from_fn(move || {
            if at >= last {
                return None;
            }
            let first = at;
            let Some(value) = self.blocks.get(at / EACH) else {
                at = last;
                return Some(Piece::Same(self.all, last - first));
            };
            at = last.min((at / EACH + 1) * EACH);
            Some(match *value == self.mixed {
                true => Piece::Each(&self.cells[first..at]),
                false => Piece::Same(*value, at - first),
            })
        })
    }

    /// The value of `n` cells from one on, if they have the same.
    pub fn one(&self, from: usize, n: usize) -> Option<T> {
        if self.blocks.is_empty() {
            return Some(self.all);
        }
        let first = self.get(from);
        let blocks = &self.blocks[from / EACH..(from + n).div_ceil(EACH)];
        if blocks.iter().fold(true, |same, block| same & (*block == first)) {
            return Some(first);
        }
        let is_same = |piece: Piece<'_, T>| match piece {
            Piece::Same(value, _) => value == first,
            Piece::Each(values) => values.iter().fold(true, |same, value| same & (*value == first)),
        };
        self.pieces(from, n).all(is_same).then_some(first)
    }

    /// The value of all cells, where it is known to be the same.
    pub fn all(&self) -> Option<T> {
        self.blocks.is_empty().then_some(self.all)
    }

    /// Copies the values of cells from one on.
    pub fn read(&self, from: usize, out: &mut [T]) {
        let mut rest = out;
        for piece in self.pieces(from, rest.len()) {
            let count = match &piece {
                Piece::Same(_, count) => *count,
                Piece::Each(values) => values.len(),
            };
            let (now, later) = std::mem::take(&mut rest).split_at_mut(count);
            match piece {
                Piece::Same(value, _) => now.fill(value),
                Piece::Each(values) => now.copy_from_slice(values),
            }
            rest = later;
        }
    }
}

impl Blocks<f32> {
    /// Whether cells from one on have these values.
    pub fn has(&self, from: usize, values: &[f32]) -> bool {
        let (mut at, last) = (from, from + values.len());
        while at < last {
            let block = at / EACH;
            let Some(value) = self.blocks.get(block) else { return are_same(&values[at - from..], self.all) };
            // Mixed blocks side by side are compared at once.
            let is_mixed = |of: &&f32| **of == self.mixed;
            let count = self.blocks[block..].iter().take(last.div_ceil(EACH) - block).take_while(is_mixed).count();
            let end = last.min((block + count.max(1)) * EACH);
            let values = &values[at - from..end - from];
            let same = if count > 0 { are_equal(values, &self.cells[at..end]) } else { are_same(values, *value) };
            if !same {
                return false;
            }
            at = end;
        }
        true
    }

    /// The least and the greatest value of `n` cells from one on, at least one; none is negative.
    pub fn extremes(&self, from: usize, n: usize) -> [f32; 2] {
        if self.blocks.is_empty() {
            return [self.all; 2];
        }
        let (first, last) = (from / EACH, (from + n - 1) / EACH);
        let blocks = &self.blocks[first..=last];
        let found = extremes(blocks);
        if found[0] >= 0.0 {
            return found;
        }
        // `mixed` is less than any value.
        let mut found = [f32::MAX, 0.0f32];
        for (block, value) in (first..).zip(blocks) {
            let [least, most] = match *value == self.mixed {
                true => extremes(&self.cells[from.max(block * EACH)..(from + n).min((block + 1) * EACH)]),
                false => [*value; 2],
            };
            found = [if least < found[0] { least } else { found[0] }, if most > found[1] { most } else { found[1] }];
        }
        found
    }
}

/// Numbers side by side.
const SIDES: usize = 16;

#[inline(always)]
fn smaller<const N: usize>(x: [f32; N], y: [f32; N]) -> [f32; N] {
    std::array::from_fn(|lane| if x[lane] < y[lane] { x[lane] } else { y[lane] })
}

#[inline(always)]
fn larger<const N: usize>(x: [f32; N], y: [f32; N]) -> [f32; N] {
    std::array::from_fn(|lane| if x[lane] > y[lane] { x[lane] } else { y[lane] })
}

/// Both halves.
#[inline(always)]
fn halves<const N: usize, const HALF: usize>(x: [f32; N]) -> [[f32; HALF]; 2] {
    [std::array::from_fn(|lane| x[lane]), std::array::from_fn(|lane| x[lane + HALF])]
}

#[inline(always)]
fn extremes_of<M: Multiply>(values: &[f32]) -> [f32; 2] {
    let Some(last) = values.last_chunk::<SIDES>() else {
        let pick = |of: fn(f32, f32) -> bool| {
            values.iter().copied().reduce(|x, y| if of(x, y) { x } else { y }).unwrap_or_default()
        };
        return [pick(|x, y| x < y), pick(|x, y| x > y)];
    };
    // The last ones count once more, if there are fewer of them.
    let (mut least, mut most) = (*last, *last);
    for chunk in values.as_chunks::<SIDES>().0 {
        least = smaller(*chunk, least);
        most = larger(*chunk, most);
    }
    let ([x, y], [z, w]) = (halves::<SIDES, 8>(least), halves::<SIDES, 8>(most));
    let ([x, y], [z, w]) = (halves::<8, 4>(smaller(x, y)), halves::<8, 4>(larger(z, w)));
    let ([x, y], [z, w]) = (halves::<4, 2>(smaller(x, y)), halves::<4, 2>(larger(z, w)));
    let ([x, y], [z, w]) = (halves::<2, 1>(smaller(x, y)), halves::<2, 1>(larger(z, w)));
    [smaller(x, y)[0], larger(z, w)[0]]
}

#[inline(always)]
fn are_equal_of<M: Multiply>(x: &[f32], y: &[f32]) -> bool {
    let (xs, ys) = (x.chunks(4 * SIDES), y.chunks(4 * SIDES));
    xs.zip(ys).all(|(x, y)| x.iter().zip(y).fold(0, |different, (x, y)| different | u32::from(x != y)) == 0)
}

#[inline(always)]
fn are_same_of<M: Multiply>(values: &[f32], value: f32) -> bool {
    values.iter().fold(0, |different, of| different | u32::from(*of != value)) == 0
}

widths!(
    /// Whether two lists of the same length are equal.
    are_equal, are_equal_of, (x: &[f32], y: &[f32]) -> bool
);

widths!(
    /// Whether all values are this one.
    are_same, are_same_of, (values: &[f32], value: f32) -> bool
);

widths!(
    /// The least and the greatest of at least one number.
    extremes, extremes_of, (values: &[f32]) -> [f32; 2]
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_hold_what_an_array_holds() {
        let mut state = 5u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        for count in [1, 63, 64, 65, 200, 1000] {
            let (mut blocks, mut array) = (Blocks::new(count, 1.0f32, -1.0), vec![1.0f32; count]);
            for _ in 0..400 {
                let from = below(count);
                let n = 1 + below(count - from);
                let value = below(4) as f32;
                match below(4) {
                    0 => {
                        blocks.set(from, value);
                        array[from] = value;
                    }
                    1 => {
                        let values: Vec<f32> = (0..n).map(|_| below(3) as f32).collect();
                        blocks.write(from, &values);
                        array[from..from + n].copy_from_slice(&values);
                    }
                    _ => {
                        blocks.fill(from, n, value);
                        array[from..from + n].fill(value);
                    }
                }
                let (from, n) = (below(count), 1 + below(count));
                let n = n.min(count - from);
                let (wanted, mut copy) = (&array[from..from + n], vec![9.0; n]);
                blocks.read(from, &mut copy);
                assert_eq!(copy, wanted);
                assert!(blocks.has(from, wanted));
                copy[n / 2] += 1.0;
                assert!(!blocks.has(from, &copy));
                let first = wanted[0];
                assert_eq!(blocks.one(from, n), wanted.iter().all(|value| *value == first).then_some(first));
                let pick = |of: fn(f32, f32) -> f32| wanted.iter().copied().reduce(of).unwrap();
                assert_eq!(blocks.extremes(from, n), [pick(f32::min), pick(f32::max)]);
                assert!((0..n).all(|at| blocks.get(from + at) == wanted[at]));
                assert!(blocks.all().is_none_or(|all| array.iter().all(|value| *value == all)));
            }
        }
    }
}
