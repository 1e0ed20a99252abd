//! Candidates: accesses to an array and a loop before which the part that they touch may be packed.

use crate::limits::MAX_BUFFER;
use crate::machine::Machine;
use crate::read::{Access, Nests};
use crate::working_set::{elements, is_contiguous, ordered, sizes, units};
use isotope_affine::{Extent, Linear};

/// Accesses to an array, and a loop.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The outermost loop around.
    pub top: usize,
    /// The loop.
    pub of: usize,
    /// The array.
    pub array: usize,
    /// Numbers of the accesses that go to the buffer: all that the loop has to the array, or some of those that only load.
    pub of_buffer: Vec<usize>,
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
        self.of_buffer.iter().map(|number| &nests.accesses[*number]).collect()
    }

    /// Whether an access would go to both buffers.
    pub(super) fn is_twice(&self, other: &Candidate) -> bool {
        self.of_buffer.iter().any(|number| other.of_buffer.contains(number))
    }
}

/// The accesses of a loop to an array.
pub(super) fn all(nests: &Nests, of: usize, array: usize) -> Vec<usize> {
    nests.numbered_in(of).filter(|(_, access)| access.array == array).map(|(number, _)| number).collect()
}

/// The sets of a loop's accesses to an array that may each have a buffer: all, and where the loop only loads from the array, those whose
/// indices differ by constants.
///
/// ```text
/// for i { for j { for k { sum += A[k, i] * A[k, j]
/// ```
///
/// `A[k, i]` is the same in each iteration of `j`, and `A[k, j]` in each of `i`.
pub(super) fn uses(nests: &Nests, of: usize, array: usize) -> Vec<Vec<usize>> {
    let all = all(nests, of, array);
    let factors = |number: usize| {
        let rows = nests.accesses[number].rows.as_ref()?;
        Some(rows.iter().map(|row| &row.factors).collect::<Vec<_>>())
    };
    let mut alike: Vec<Vec<usize>> = Vec::new();
    for number in &all {
        match alike.iter_mut().find(|known| factors(known[0]) == factors(*number)) {
            Some(known) => known.push(*number),
            None => alike.push(vec![*number]),
        }
    }
    let is_apart = alike.len() > 1 && all.iter().all(|number| !nests.accesses[*number].is_store);
    let mut uses = vec![all];
    uses.extend(is_apart.then_some(alike).into_iter().flatten());
    uses
}

/// The candidate of a loop and accesses in it to an array.
pub(super) fn candidate(
    nests: &Nests,
    of: usize,
    (array, of_buffer): (usize, Vec<usize>),
    machine: &Machine,
) -> Candidate {
    let accesses: Vec<&Access> = of_buffer.iter().map(|number| &nests.accesses[*number]).collect();
    let extents = nests.cover(array, &accesses, &|at| nests.domain.is_within(at, of));
    let order = order(nests, &accesses);
    let around = nests.domain.around(of);
    let (sizes, shape) = (sizes(&extents), &nests.arrays[array]);
    let mut candidate = Candidate {
        top: around.last().copied().unwrap_or(of),
        of,
        array,
        of_buffer,
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

/// The order in which accesses use an array's dimensions: by the deepest loop in each index, those of equal depth as they are. `None`: they
/// stay, or accesses disagree.
///
/// `A[k, l, i]` within `for i { for k { for l` is used in the order `i, k, l`: 2, 0, 1.
fn order(nests: &Nests, accesses: &[&Access]) -> Option<Vec<usize>> {
    let depth = |row: &Linear| row.factors.keys().map(|dim| nests.domain.counters[*dim].depth).max().unwrap_or(0);
    let mut found: Option<Vec<usize>> = None;
    for access in accesses {
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

/// Whether the elements of a candidate are others in each iteration of its loop: then no copy of them is used again.
pub(super) fn varies(nests: &Nests, of: &Candidate) -> bool {
    let depends = |rows: &Vec<Linear>| rows.iter().any(|row| nests.domain.depends(row, of.of));
    of.accesses(nests).iter().any(|access| access.rows.as_ref().is_none_or(depends))
}

/// Whether an iteration of the loop touches less than half of the candidate's elements. In a triangle, `for i { for j = i to n`, each iteration
/// touches others of `A[j]`, but most of them again.
pub(super) fn is_mostly_new(nests: &Nests, of: &Candidate) -> bool {
    let in_iteration = |at: usize| at != of.of && nests.domain.is_within(at, of.of);
    let touched = || elements(&sizes(&nests.cover(of.array, &of.accesses(nests), &in_iteration)));
    varies(nests, of) && touched().saturating_mul(2) <= elements(&sizes(&of.extents))
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
