//! Candidates: an array and a loop before which a part of it may be packed.

use crate::limits::MAX_BUFFER;
use crate::machine::Machine;
use crate::read::{Access, Nests};
use crate::working_set::{elements, is_contiguous, ordered, sizes, units};
use isotope_affine::{Extent, Linear};

/// An array and a loop.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The outermost loop around.
    pub top: usize,
    /// The loop.
    pub of: usize,
    /// The array.
    pub array: usize,
    /// The array's dimension at each place of the buffer. `None`: they stay in their places.
    pub order: Option<Vec<usize>>,
    /// The box of the array that is packed, by the array's dimensions.
    pub extents: Vec<Extent>,
    /// Bytes of the buffer.
    pub footprint: u64,
    /// Pages that the loop touches of the array, and of the buffer.
    pub pages: [u64; 2],
    /// The gain: pages in GPAT's count, or cycles.
    pub gain: f64,
    /// The cost of copies, in elements or cycles.
    pub cost: f64,
    /// Why it is not packed; `None`: it is.
    pub why_not: Option<String>,
}

impl Candidate {
    /// Sizes of the buffer.
    pub fn buffer(&self) -> Vec<u64> {
        self.in_order(&sizes(&self.extents))
    }

    /// Numbers of the array's dimensions in the order of the buffer's.
    pub(crate) fn in_order<T: Clone>(&self, of: &[T]) -> Vec<T> {
        match &self.order {
            Some(order) => ordered(of, order),
            None => of.to_vec(),
        }
    }

    /// Accesses that read or write the buffer.
    pub(crate) fn accesses<'n>(&self, nests: &'n Nests) -> Vec<&'n Access> {
        nests.accesses_in(self.of).filter(|access| access.array == self.array).collect()
    }
}

/// The candidate of a loop and an array that it accesses.
pub(super) fn candidate(nests: &Nests, of: usize, array: usize, machine: &Machine) -> Candidate {
    let extents = nests.working_set(of, array).unwrap_or_default();
    let order = order(nests, of, array);
    let around = nests.domain.around(of);
    let (sizes, shape) = (sizes(&extents), &nests.arrays[array]);
    let mut candidate = Candidate {
        top: around.last().copied().unwrap_or(of),
        of,
        array,
        order,
        footprint: elements(&sizes).saturating_mul(shape.bytes),
        extents,
        pages: [units(&shape.shape, &sizes, shape.bytes, machine.page), 0],
        gain: 0.0,
        cost: 0.0,
        why_not: None,
    };
    let buffer = candidate.buffer();
    candidate.pages[1] = units(&buffer, &buffer, shape.bytes, machine.page);
    candidate
}

/// The order in which a loop uses an array's dimensions: by the deepest loop in each index, those of equal depth as they are. `None`: they
/// stay, or accesses disagree.
///
/// `A[k, l, i]` within `for i { for k { for l` is used in the order `i, k, l`: 2, 0, 1.
fn order(nests: &Nests, of: usize, array: usize) -> Option<Vec<usize>> {
    let depth = |row: &Linear| row.factors.keys().map(|dim| nests.domain.counters[*dim].depth).max().unwrap_or(0);
    let mut found: Option<Vec<usize>> = None;
    for access in nests.accesses_in(of).filter(|access| access.array == array) {
        let depths: Vec<usize> = access.rows.as_ref()?.iter().map(depth).collect();
        let mut order: Vec<usize> = (0..depths.len()).collect();
        order.sort_by_key(|at| depths[*at]);
        match &found {
            Some(other) if *other != order => return None,
            _ => found = Some(order),
        }
    }
    found.filter(|order| order.iter().enumerate().any(|(at, of)| at != *of))
}

/// Whether the elements that a loop accesses of an array are others in each iteration: then no copy of them is used again.
pub(super) fn varies(nests: &Nests, of: usize, array: usize) -> bool {
    let mut accesses = nests.accesses_in(of).filter(|access| access.array == array);
    accesses.any(|access| access.rows.as_ref().is_none_or(|rows| rows.iter().any(|row| nests.domain.depends(row, of))))
}

/// Whether the box lies in the array as it would lie in the buffer.
pub(super) fn is_in_place(nests: &Nests, of: &Candidate) -> bool {
    of.order.is_none() && is_contiguous(&nests.arrays[of.array].shape, &sizes(&of.extents))
}

/// Why a part of an array cannot be packed before a loop, if it cannot.
pub(super) fn obstacle(nests: &Nests, of: &Candidate) -> Option<String> {
    let accesses = of.accesses(nests);
    let array = &nests.arrays[of.array];
    let is_made_within = array.within.is_some_and(|within| nests.domain.is_within(within, of.of));
    Some(match () {
        () if accesses.iter().any(|access| access.rows.is_none()) => "an index is no sum of counters".to_owned(),
        () if accesses.iter().any(|access| !access.is_affine) => {
            "an access is no affine.load or affine.store".to_owned()
        }
        () if is_made_within => "the array is made in the loop".to_owned(),
        () if array.shape.is_empty() => "it has no dimension".to_owned(),
        () if of.footprint == 0 => "the loop has no iteration".to_owned(),
        () if of.footprint > MAX_BUFFER => {
            format!("the buffer has {} bytes, and {MAX_BUFFER} (MAX_BUFFER) are the most", of.footprint)
        }
        () => return None,
    })
}
