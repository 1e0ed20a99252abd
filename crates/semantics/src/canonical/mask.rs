//! The write mask of a result, as a layer around what is computed.
//!
//! `_mm512_mask_add_epi8` is `_mm512_add_epi8` in the elements whose bit of the mask is one, and its source or zero in the others; with a
//! mask of ones it is the same function. So the mask is a parameter of the class, and the elements inside are what the class is of. A mask of
//! compared elements has zeros where its own mask has them.
//!
//! HVX has masks that take the computed element where they are zero (`if (!Qv4) Vx.b += Vu.b`), which is a number as well, and masks with
//! a bit for each byte of an element: of `vaddhq` each byte of a sum is its byte or the source's. Such results are cut into bytes before
//! they come here; they are joined again where what is inside of the layer is the bytes of a wider term ([`joined`]).

use super::choice::is_low_part;
use crate::semantics::OperandKind;
use isotope_ir::term::{BinOp, LaneVar, Node, TermId, Terms};
use std::collections::HashSet;

/// Element `e` of the result is the inner one where element `e` of the mask is one, or where it is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layer {
    /// The operand that is the mask.
    pub mask: usize,
    /// The operand whose element is taken otherwise; zero if there is none.
    pub source: Option<usize>,
    /// Whether the inner element is taken where the mask is zero.
    pub inverted: bool,
    /// Bits of the mask for each inner element: more than one where it is for pieces of elements.
    pub pieces: usize,
}

impl Layer {
    /// Its numbers: 1 for zeros and 2 for a source, 2 more for an inverted mask, 4 more for one of pieces; then the mask's operand, the
    /// source's and the pieces, where there are such.
    pub fn numbers(self) -> Vec<u64> {
        let kind = 1 + u64::from(self.source.is_some()) + 2 * u64::from(self.inverted) + 4 * u64::from(self.pieces > 1);
        let pieces = (self.pieces > 1).then_some(self.pieces as u64);
        [kind, self.mask as u64].into_iter().chain(self.source.map(|s| s as u64)).chain(pieces).collect()
    }
}

/// The layer of a result and what is inside of it, if every element has it.
pub(super) fn peel(terms: &Terms, kinds: &[OperandKind], out: &[TermId]) -> Option<(Layer, Vec<TermId>)> {
    let (layer, inner) = [false, true].into_iter().find_map(|inverted| whole(terms, kinds, out, inverted))?;
    // The widest elements: what a mask has in one piece for all of them is no mask of pieces.
    let wider = [8, 4, 2].into_iter().find_map(|pieces| Some((pieces, joined(terms, &inner, pieces)?)));
    Some(match wider {
        Some((pieces, elements)) => (Layer { pieces, ..layer }, elements),
        None => (layer, inner),
    })
}

/// The layer of all elements, inverted or not.
fn whole(terms: &Terms, kinds: &[OperandKind], out: &[TermId], inverted: bool) -> Option<(Layer, Vec<TermId>)> {
    let mut found: Option<Layer> = None;
    let mut inner = Vec::with_capacity(out.len());
    for (element, t) in out.iter().enumerate() {
        // A term that is zero under its mask as well is nothing but zero.
        if terms.as_const(*t) == Some(0) {
            inner.push(*t);
            continue;
        }
        let (layer, of) = at(terms, kinds, element, *t, (inverted, found))?;
        if found.is_some_and(|known| known != layer) {
            return None;
        }
        found = Some(layer);
        inner.push(of);
    }
    let layer = found?;
    let zero = inner.iter().zip(out).any(|(of, t)| of == t);
    // Masks of masks alone are logic, and constants under a mask are made of it.
    ((layer.source.is_none() || !zero) && computes(terms, kinds, &inner)).then_some((layer, inner))
}

/// The layer of one element, inverted or not; of two masks the one that is `known` from another element.
fn at(
    terms: &Terms,
    kinds: &[OperandKind],
    element: usize,
    t: TermId,
    (inverted, known): (bool, Option<Layer>),
) -> Option<(Layer, TermId)> {
    let read = |t: TermId| match terms.node(t) {
        Node::Var(number) => {
            Some(LaneVar::of(*number).pair()).filter(|(_, at)| *at == element).map(|(operand, _)| operand)
        }
        _ => None,
    };
    // The same bits of an operand, whatever its elements are.
    let place = element as u32 * terms.width(t);
    let taken = |t: TermId| match terms.node(t) {
        Node::Extract(lo, of) => match terms.node(*of) {
            Node::Var(number) => {
                let (operand, at) = LaneVar::of(*number).pair();
                (at as u32 * terms.width(*of) + lo == place).then_some(operand)
            }
            _ => None,
        },
        _ => read(t),
    };
    let mask = |t: TermId| read(t).filter(|operand| kinds[*operand] == OperandKind::Mask);
    let layer = |mask: usize, source: Option<usize>| Layer { mask, source, inverted, pieces: 1 };
    match terms.node(t) {
        Node::Ite(c, a, b) => {
            let (of, otherwise) = if inverted { (*b, *a) } else { (*a, *b) };
            let source = if terms.as_const(otherwise) == Some(0) { None } else { Some(taken(otherwise)?) };
            Some((layer(mask(*c)?, source), of))
        }
        Node::Bin(BinOp::And, a, b) if terms.width(t) == 1 && !inverted => {
            let sides = [(*a, *b), (*b, *a)].into_iter().filter_map(|(m, of)| Some((mask(m)?, of)));
            let mut sides = sides.filter(|(mask, _)| known.is_none_or(|layer| layer.mask == *mask));
            let (mask, of) = sides.next()?;
            Some((layer(mask, None), of))
        }
        _ => None,
    }
}

/// The terms that `pieces` neighbours each are the pieces of, lowest first; `None` where some are of no such term.
///
/// The highest piece names the term. Lower ones may be cut out of a term that computes no more bits than they need, as a low byte of a
/// sum is a sum of low bytes.
fn joined(terms: &Terms, inner: &[TermId], pieces: usize) -> Option<Vec<TermId>> {
    let width = terms.width(*inner.first()?);
    if !inner.len().is_multiple_of(pieces) {
        return None;
    }
    let term = |group: &[TermId]| {
        let Node::Extract(lo, of) = *terms.node(*group.last()?) else { return None };
        // An operand's element that is cut was moved: its pieces are elements of their own.
        if matches!(terms.node(of), Node::Var(_))
            || terms.width(of) != width * pieces as u32
            || lo + width != terms.width(of)
        {
            return None;
        }
        let is_piece = |(place, t): (usize, &TermId)| {
            let at = place as u32 * width;
            match terms.node(*t) {
                Node::Extract(lo, part) if *lo == at => is_low_part(terms, *part, of),
                _ => at == 0 && is_low_part(terms, *t, of),
            }
        };
        group.iter().enumerate().all(is_piece).then_some(of)
    };
    inner.chunks(pieces).map(term).collect()
}

/// Whether terms read anything but masks.
fn computes(terms: &Terms, kinds: &[OperandKind], roots: &[TermId]) -> bool {
    let (mut seen, mut todo) = (HashSet::new(), roots.to_vec());
    while let Some(t) = todo.pop() {
        match terms.node(t) {
            Node::Var(number) if kinds[LaneVar::of(*number).source()] != OperandKind::Mask => return true,
            _ if seen.insert(t) => todo.extend(terms.operands(t)),
            _ => {}
        }
    }
    false
}
