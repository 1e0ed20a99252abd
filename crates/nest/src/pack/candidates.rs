//! Candidates: accesses to an array and a loop before which the part that they touch may be packed.

use crate::limits::MAX_BUFFER;
use crate::machine::Machine;
use crate::read::{Access, Nests};
use crate::working_set::{elements, is_contiguous, ordered, sizes, units};
use isotope_affine::{End, Extent, Linear, constant};

/// Accesses to an array, and a loop.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The outermost loop around.
    pub top: usize,
    /// The loop.
    pub of: usize,
    /// The array.
    pub array: usize,
    /// Numbers of the accesses that go to the buffer: all that the loop has to the array, or some of them.
    pub of_buffer: Vec<usize>,
    /// The array's dimension at each place of the buffer. `None`: they stay in their places.
    pub order: Order,
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

/// The sets of a loop's accesses to an array that may each have a buffer: all, and those whose indices differ by constants.
///
/// ```text
/// for i { for j { for k { sum += A[k, i] * A[k, j]
/// for i { for j { for k { A[i, j] -= A[i, k] * A[k, j]
/// ```
///
/// Above, `A[k, i]` is the same in each iteration of `j`, and `A[k, j]` in each of `i`. Below, `A[i, j]` is one element for all iterations of
/// `k`, which a register holds if it is in a buffer.
fn uses(nests: &Nests, of: usize, array: usize) -> Vec<Vec<usize>> {
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
    let is_more = alike.len() > 1;
    std::iter::once(all).chain(is_more.then_some(alike).into_iter().flatten()).collect()
}

/// The buffers that a loop's accesses to an array may have: sets of accesses, in orders.
pub(super) fn buffers(nests: &Nests, of: usize, array: usize) -> impl Iterator<Item = (usize, Vec<usize>, Order)> {
    let in_orders = move |accesses: Vec<usize>| {
        orders(nests, &accesses).into_iter().map(move |order| (array, accesses.clone(), order))
    };
    uses(nests, of, array).into_iter().flat_map(in_orders)
}

/// The candidate of a loop, accesses in it to an array, and an order of the buffer's dimensions.
pub(super) fn candidate(
    nests: &Nests,
    of: usize,
    (array, of_buffer, order): (usize, Vec<usize>, Order),
    machine: &Machine,
) -> Candidate {
    let accesses: Vec<&Access> = of_buffer.iter().map(|number| &nests.accesses[*number]).collect();
    let extents = nests.cover(array, &accesses, &|at| nests.domain.is_within(at, of));
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

/// The array's dimension at each place of a buffer. `None`: they stay in their places.
pub(super) type Order = Option<Vec<usize>>;

/// The order in which accesses use an array's dimensions. `None`: they stay, or accesses disagree.
pub(super) fn order(nests: &Nests, accesses: &[usize]) -> Order {
    match &used(nests, accesses)[..] {
        [(order, _)] => order.clone(),
        _ => None,
    }
}

/// The orders that a buffer may have: that in which its accesses use the array's dimensions. If they disagree, the dimensions stay, or have
/// the order of an access in an innermost loop.
///
/// ```text
/// for i { for j { for k { C[k, j] += .. } C[i, j] = .. } }
/// ```
///
/// A buffer of `C` has the order 0, 1, or 1, 0, in which `k` goes through adjacent elements.
pub(super) fn orders(nests: &Nests, accesses: &[usize]) -> Vec<Order> {
    let used = used(nests, accesses);
    if let [(order, _)] = &used[..] {
        return vec![order.clone()];
    }
    let moved = used.into_iter().filter(|(order, is_innermost)| *is_innermost && order.is_some());
    std::iter::once(None).chain(moved.map(|(order, _)| order)).collect()
}

/// The orders in which accesses use an array's dimensions, each with whether one of them is in an innermost loop: by the deepest loop in each
/// index, those of equal depth as they are. None if an access has indices of another kind.
///
/// `A[k, l, i]` within `for i { for k { for l` is used in the order `i, k, l`: 2, 0, 1.
fn used(nests: &Nests, accesses: &[usize]) -> Vec<(Order, bool)> {
    let depth = |row: &Linear| row.factors.keys().map(|dim| nests.domain.counters[*dim].depth).max().unwrap_or(0);
    let mut found: Vec<(Order, bool)> = Vec::new();
    for access in accesses.iter().map(|number| &nests.accesses[*number]) {
        let Some(rows) = &access.rows else { return Vec::new() };
        let depths: Vec<usize> = rows.iter().map(depth).collect();
        let mut order: Vec<usize> = (0..depths.len()).collect();
        order.sort_by_key(|at| depths[*at]);
        let order = Some(order).filter(|order| !order.is_sorted());
        let is_innermost = access.around.is_some_and(|around| nests.loops[around].kids.is_empty());
        match found.iter_mut().find(|(known, _)| *known == order) {
            Some((_, any)) => *any |= is_innermost,
            None => found.push((order, is_innermost)),
        }
    }
    found
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

/// The loop's accesses to the array that stay in the array.
fn others<'n>(nests: &'n Nests, of: &'n Candidate) -> impl Iterator<Item = (usize, &'n Access)> {
    nests.numbered_in(of.of).filter(|(number, access)| access.array == of.array && !of.of_buffer.contains(number))
}

/// Whether the loop writes the array, and some of its accesses go to the buffer and some do not: a compiler then knows that these are not to
/// the same elements.
pub(super) fn is_parted(nests: &Nests, of: &Candidate) -> bool {
    let is_written = nests.accesses_in(of.of).any(|access| access.array == of.array && access.is_store);
    is_written && others(nests, of).next().is_some()
}

/// Whether an access may be to an element of the candidate's box, and one of them writes it.
fn is_shared(nests: &Nests, of: &Candidate, other: &Access) -> bool {
    let Some(rows) = &other.rows else { return true };
    let writes = other.is_store || of.accesses(nests).iter().any(|access| access.is_store);
    let free = |at: usize| nests.domain.is_within(at, of.of);
    let is_less = |less: &Linear, more: &Linear| {
        let distance = more.minus(less).and_then(|distance| nests.domain.range(&distance));
        distance.is_some_and(|(least, _)| least > 0)
    };
    let is_apart = |(extent, row): (&Extent, &Linear)| {
        let ends = [End::Least, End::Most].map(|end| nests.domain.ends(row, &free, end).unwrap_or_default());
        let [least, most] = ends;
        let beyond = i64::try_from(extent.size).ok().and_then(|size| extent.base.plus(&constant(size - 1)));
        most.iter().any(|most| is_less(most, &extent.base))
            || beyond.is_some_and(|beyond| least.iter().any(|least| is_less(&beyond, least)))
    };
    writes && !of.extents.iter().zip(rows).any(is_apart)
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
        () if others(nests, of).any(|(_, other)| is_shared(nests, of, other)) => {
            "other accesses of the loop may be to the same elements".to_owned()
        }
        () if of.footprint > MAX_BUFFER => {
            format!("the buffer has {} bytes, and {MAX_BUFFER} (MAX_BUFFER) are the most", of.footprint)
        }
        () => return None,
    })
}
