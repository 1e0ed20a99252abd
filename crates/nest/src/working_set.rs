//! Working sets: the box of an array that a loop touches, its lines and pages.

use crate::read::{Access, Nests};
use isotope_affine::{Extent, Linear};

impl Nests {
    /// The box of an array that accesses touch while the counters of `free` loops take all their values.
    pub(crate) fn cover(&self, array: usize, of: &[&Access], free: &dyn Fn(usize) -> bool) -> Vec<Extent> {
        let rows: Vec<&[Linear]> = of.iter().map(|access| access.rows.as_deref().unwrap_or_default()).collect();
        self.domain.cover(&self.arrays[array].shape, &rows, free)
    }

    /// The box of an array in a loop; `None`: it is not accessed there.
    pub(crate) fn working_set(&self, of: usize, array: usize) -> Option<Vec<Extent>> {
        self.touched(of, array, &|at| self.domain.is_within(at, of))
    }

    /// The same in one iteration of the loop.
    pub(crate) fn of_iteration(&self, of: usize, array: usize) -> Option<Vec<Extent>> {
        self.touched(of, array, &|at| at != of && self.domain.is_within(at, of))
    }

    fn touched(&self, of: usize, array: usize, free: &dyn Fn(usize) -> bool) -> Option<Vec<Extent>> {
        let accesses: Vec<&Access> = self.accesses_in(of).filter(|access| access.array == array).collect();
        (!accesses.is_empty()).then(|| self.cover(array, &accesses, free))
    }

    /// Arrays of at least this rank in a loop, by first access.
    pub(crate) fn arrays_in(&self, of: usize, rank: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for access in self.accesses_in(of) {
            if self.arrays[access.array].shape.len() >= rank && !found.contains(&access.array) {
                found.push(access.array);
            }
        }
        found
    }
}

/// Sizes of a box.
pub fn sizes(of: &[Extent]) -> Vec<u64> {
    of.iter().map(|extent| extent.size).collect()
}

/// Elements of a box.
pub fn elements(sizes: &[u64]) -> u64 {
    sizes.iter().fold(1, |count: u64, size| count.saturating_mul(*size))
}

/// The numbers in another order.
pub fn ordered<T: Clone>(of: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|at| of[*at].clone()).collect()
}

/// How many units of so many bytes (lines, or pages) hold a box of an array, each run of neighbours for itself.
///
/// The last dimensions that are whole are neighbours, and the next one with them. Then from the inside outwards: a dimension multiplies, or
/// its elements and all between them are counted, if that is less.
pub fn units(shape: &[u64], of: &[u64], bytes: u64, unit: u64) -> u64 {
    let each = (unit / bytes.max(1)).max(1);
    let whole = shape.iter().zip(of).rev().take_while(|(size, of)| size == of).count();
    let last = shape.len().saturating_sub(1);
    let begin = match shape.len() - whole {
        0 => 0,
        // The innermost alone, if it is not whole.
        at if at == shape.len() => last,
        at => at,
    };
    let mut count = elements(of.get(begin..).unwrap_or_default()).div_ceil(each);
    let mut at = begin;
    while at > 0 {
        at -= 1;
        let stride = elements(&shape[at + 1..]);
        let between = of[at].saturating_mul(stride).div_ceil(each);
        count = count.saturating_mul(of[at]);
        if between >= count {
            break;
        }
        count = between;
    }
    elements(&of[..at]).saturating_mul(count)
}

/// Whether a box of an array lies without gaps: of the dimensions that are neither one element outside nor whole inside, at most one is
/// left.
pub fn is_contiguous(shape: &[u64], of: &[u64]) -> bool {
    let begin = of.iter().take_while(|size| **size == 1).count();
    let whole = shape.iter().zip(of).rev().take_while(|(size, of)| size == of).count();
    begin + whole + 1 >= shape.len()
}
