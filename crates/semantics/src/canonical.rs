//! The canonical form: what is left of an instruction when sizes and constants become parameters.
//!
//! Hydride (ASPLOS'24, section 3.3) inlines, propagates constants and rerolls the pseudocode into a two-level nest, an
//! outer loop over 128-bit lanes and an inner one over elements, then pulls the numbers out. The same is done here from
//! [`crate::lanes`], which are already inlined and constant: equal element terms are found modulo the elements they
//! read, rolled into `lanes x runs x bodies`, and every width, constant, count and index map becomes a parameter. Two
//! instructions with the same text are members of one class; their parameters tell them apart.
//!
//! The form of `_mm_add_epi16` and of all its kin, `?` for what became a parameter:
//!
//! ```text
//! out ? lanes ? zeros ? masked ? runs ?  what the result is made of ([`form`])
//!  x0 x1 : (add x0 x1)                   what an element reads, and what it is
//! in a ?                                 the operand's element bits
//! in b ?
//! ```
//!
//! Which elements are read is a parameter whole: the operand of each read, where it begins, its step from lane to lane and from element to
//! element, or a table where there is no order. So interleaving, packing and rotating are one class of moving, and adding neighbours is
//! adding. The type of an operand in C (a register, a mask, an integer) is no part of a class: a mask is a vector of bits, an integer one
//! of one element. A write mask is a parameter ([`mask`]): `_mm_maskz_add_epi16` is the same instruction with its mask of ones.
//!
//! Signs are numbers as well, and minima, maxima and clamps are operators ([`view`], [`choice`]), so that instructions that differ in
//! signedness are of one class. So are how many equal bits a comparison gives, whether a shift looks at its amount first, and how many
//! neighbouring elements are read as one number. Repetitions within an element are rolled, too ([`fold`]): a search in a table, a count of
//! bits, a sum. `(fold ? END STEP)` begins with END, and STEP makes the next of the last, which it calls `rest`; every number of STEP is
//! two, at the first and from each to the next, and reads in it have a fourth. That of `vpermd`, whose eight or sixteen elements are looked
//! up in a register, and of every other search of its kind:
//!
//! ```text
//! out ? lanes ? zeros ? masked ? runs ?
//!  x0 x1 x2 : (fold ? x0 (ite (eq ? ?:? x1) x2 rest))
//! in a ?
//! in b ?
//! ```
//!
//! Properties that stay apart, because no number of a text says them:
//!
//! - operators: a sum that saturates has a clamp, and one that wraps has none, so that `vpdpbusd` and `vpdpbusds` are two classes;
//! - how many terms an element has where they are no fold: a product and a sum of two products;
//! - what is not symmetric: `andnot` is no `and`, though a complement of an operand would make it one;
//! - equal functions whose terms differ: only a proof finds those, and whoever builds a dictionary looks for them among the classes.
//!
//! Members of one class that may surprise:
//!
//! - all that moves elements of one operand, `vpshufd` and `vpslldq` alike: a text that reads and does nothing;
//! - signed and unsigned kin, and those of other widths;
//! - a comparison into elements and one into a mask; a bit that becomes an element is a conversion;
//! - shifts by an element, by one amount for all, and by an immediate that the text looks at first;
//! - instructions of several sets, as no vendor's word is left in a text.
//!
//! The merge is sound by itself: a member is never computed by the class's text alone but by the text filled with its numbers, and whoever
//! builds a dictionary compares that with the member's own lanes, by term and, where terms differ, by proof.
//!
//! The text is a key and a program at once: `isotope_dictionary` fills it with a member's numbers and has its lanes.

mod body;
mod choice;
mod fold;
mod form;
mod mask;
mod nest;
mod shape;
mod view;

pub use form::Canonical;

use crate::lanes::{Lanes, LanesError, lanes};
use crate::limits::MAX_CANONICAL_NODES;
use crate::semantics::{OperandKind, Semantics};
use isotope_ir::term::{TermId, Terms};

/// Why there is no canonical form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CanonicalError {
    /// There are no lanes.
    #[error(transparent)]
    Lanes(#[from] LanesError),
    /// One element is too large a term.
    #[error("an element has more than MAX_CANONICAL_NODES ({0}) nodes")]
    TooLarge(usize),
}

/// The canonical form with these immediates.
pub fn canonical(semantics: &Semantics, imms: &[u64]) -> Result<Canonical, CanonicalError> {
    let mut terms = Terms::new();
    let found = lanes(semantics, imms, &mut terms)?;
    of_lanes(semantics, &found, &terms)
}

/// The canonical form of lanes already made.
pub fn of_lanes(semantics: &Semantics, lanes: &Lanes, terms: &Terms) -> Result<Canonical, CanonicalError> {
    let kinds: Vec<OperandKind> = semantics.operands.iter().map(|o| o.kind).collect();
    let mut shapes = shape::Shapes::new(terms);
    let zeros = zeros(&lanes.out, terms);
    let whole = &lanes.out[..lanes.out.len() - zeros];
    let (layer, inner) = match mask::peel(terms, &kinds, whole) {
        Some((layer, inner)) => (Some(layer), inner),
        None => (None, whole.to_vec()),
    };
    let elements: Vec<_> = inner.iter().map(|t| shapes.element(*t)).collect();
    // The inverse in GF(2^8), written out of XORs, is larger: instructions with it have no class and no need of one.
    if elements.iter().any(|e| e.nodes > MAX_CANONICAL_NODES) {
        return Err(CanonicalError::TooLarge(MAX_CANONICAL_NODES));
    }
    // A mask of pieces of elements is around elements that are wider than those of the lanes.
    let bits = lanes.out_bits * layer.map_or(1, |layer| layer.pieces as u32);
    // Of a mask or a scalar no lanes are made: all of it is one.
    let per_lane = if semantics.result.kind.has_elements() { (128 / bits).max(1) as usize } else { 0 };
    let keys: Vec<_> = elements.iter().map(|e| e.key).collect();
    let loops = nest::roll(&keys, per_lane);
    let mut writer = form::Writer::new(terms, lanes);
    Ok(writer.write(&loops, (bits, zeros, layer), &elements, &mut shapes))
}

/// How many elements at the end are zero: a result that is smaller than its register. Of a result that is nothing else, none.
fn zeros(elements: &[TermId], terms: &Terms) -> usize {
    let zeros = elements.iter().rev().take_while(|t| terms.as_const(**t) == Some(0)).count();
    if zeros == elements.len() { 0 } else { zeros }
}

/// Columns of a class's parameters that differ from member to member and from each other: Hydride's elimination of
/// unneeded arguments. Gives the columns to keep, ascending; the others are constant or repeat an earlier one.
pub fn needed_parameters(members: &[&[u64]]) -> Vec<usize> {
    let Some(first) = members.first() else { return Vec::new() };
    let column = |c: usize| members.iter().map(move |m| m.get(c).copied());
    let mut kept: Vec<usize> = Vec::new();
    for c in 0..first.len() {
        let varies = column(c).any(|v| v != first.get(c).copied());
        if varies && !kept.iter().any(|k| column(*k).eq(column(c))) {
            kept.push(c);
        }
    }
    kept
}
