//! Loops over tiles: an innermost loop that runs in tiles may run from end to end within the loops between, if its iterations meet in no cell.
//!
//! ```text
//! for J = 0 to n step 16 {                  for k = 0 to m {
//!   for k = 0 to m {                          for j = 0 to n {
//!     for j = J to min(J + 16, n) {             C[i, j] += A[j, k] * B[i, k]
//!       C[i, j] += A[j, k] * B[i, k]        ...
//! ```
//!
//! Both run the iterations of one `j` in the same order, and those of another `j` touch no cell of `C[i, j]`. A loop of 16 iterations takes
//! several times as long as its share of a long one.

use crate::nests::code::{Code, Form, Item, Loop, Reg, Strip};
use crate::rule::Rule;

/// The memrefs whose cells have to be those of their indices alone, where this loop is one over tiles of the innermost loop within it; and
/// that loop knows then whose tiles it runs in. `None`: it is no such loop, or iterations of other tiles may meet.
pub fn merged(body: &mut [Item<'_>], (counter, step): (Reg, &Form), aliases: &[usize]) -> Option<Vec<usize>> {
    let [Item::Loop(first)] = body else { return None };
    let (mut between, mut inner) = (Vec::new(), first);
    while inner.strip.is_none() {
        let [Item::Loop(next)] = inner.body.as_mut_slice() else { return None };
        if bounds(&inner.lower, &inner.upper, &inner.step).any(|form| form.has(counter)) {
            return None;
        }
        between.push(inner.counter);
        inner = next;
    }
    // Of tiles of tiles, one loop runs as one.
    if inner.tile.is_some() || !is_of_tile(inner, counter, step) {
        return None;
    }
    let strip = inner.strip.as_ref()?;
    if strip.plain.accesses.iter().any(|access| access.has(counter)) {
        return None;
    }
    // Without a loop between the iterations run in the same order.
    let stored = match between.is_empty() {
        true => Vec::new(),
        false => stored_apart(strip, inner.counter, &between, aliases)?,
    };
    inner.tile = Some(counter);
    Some(stored)
}

fn bounds<'a>(lower: &'a [Form], upper: &'a [Form], step: &'a Form) -> impl Iterator<Item = &'a Form> {
    lower.iter().chain(upper).chain([step])
}

/// Whether a loop, in steps of one, runs from the beginning of each tile to its end, but for bounds that do not depend on the tile.
fn is_of_tile(inner: &Loop<'_>, tile: Reg, size: &Form) -> bool {
    let Form::Linear(terms, size) = size else { return false };
    let is_bound = |forms: &[Form], offset: i64| {
        let begin = Form::Linear(vec![(1, tile)], offset);
        forms.contains(&begin) && forms.iter().all(|form| *form == begin || !form.has(tile))
    };
    terms.is_empty() && inner.step == Form::constant(1) && is_bound(&inner.lower, 0) && is_bound(&inner.upper, *size)
}

/// The memrefs that the innermost loop stores to, if iterations with different counters touch different cells of them: an index of all
/// accesses to one depends on this counter, is the same in all, and depends on no loop between.
fn stored_apart(strip: &Strip<'_>, counter: Reg, between: &[Reg], aliases: &[usize]) -> Option<Vec<usize>> {
    let accesses = &strip.plain.accesses;
    let mut stored = Vec::new();
    for code in &strip.plain.codes {
        let Code::Store { access, .. } = code else { continue };
        let of = &accesses[*access];
        let is_own = |form: &Form| {
            matches!(form, Form::Linear(..)) && form.has(counter) && !between.iter().any(|reg| form.has(*reg))
        };
        let same = accesses.iter().filter(|other| aliases[other.memref] == aliases[of.memref]);
        let dims = (0..of.forms.len()).filter(|dim| is_own(&of.forms[*dim]));
        let is_apart = |dim: usize| {
            same.clone().all(|other| other.memref == of.memref && other.forms.get(dim) == of.forms.get(dim))
        };
        if !dims.into_iter().any(is_apart) && Rule::Tiles.holds() {
            return None;
        }
        stored.push(of.memref);
    }
    Some(stored)
}
