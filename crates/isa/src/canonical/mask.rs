//! The write mask of a result, as a layer around what is computed.
//!
//! `_mm512_mask_add_epi8` is `_mm512_add_epi8` in the elements whose bit of the mask is one, and its source or zero in the others; with a
//! mask of ones it is the same function. So the mask is a parameter of the class, and the elements inside are what the class is of. A mask of
//! compared elements has zeros where its own mask has them.

use crate::lanes::operand_of;
use crate::semantics::OperandKind;
use isotope_ir::term::{BinOp, Node, TermId, Terms};
use std::collections::HashSet;

/// Element `e` of the result is the inner one where element `e` of the mask is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layer {
    /// The operand that is the mask.
    pub mask: usize,
    /// The operand whose element is taken otherwise; zero if there is none.
    pub source: Option<usize>,
}

/// The layer of a result and what is inside of it, if every element has it.
pub(super) fn peel(terms: &Terms, kinds: &[OperandKind], out: &[TermId]) -> Option<(Layer, Vec<TermId>)> {
    let mut found: Option<Layer> = None;
    let mut inner = Vec::with_capacity(out.len());
    for (element, t) in out.iter().enumerate() {
        // What is zero under its mask as well is nothing but zero.
        if terms.as_const(*t) == Some(0) {
            inner.push(*t);
            continue;
        }
        let (layer, of) = at(terms, kinds, element, *t, found)?;
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

/// The layer of one element; of two masks the one that is `known` from another element.
fn at(
    terms: &Terms,
    kinds: &[OperandKind],
    element: usize,
    t: TermId,
    known: Option<Layer>,
) -> Option<(Layer, TermId)> {
    let read = |t: TermId| match terms.node(t) {
        Node::Var(number) => Some(operand_of(*number)).filter(|(_, at)| *at == element).map(|(operand, _)| operand),
        _ => None,
    };
    let mask = |t: TermId| read(t).filter(|operand| kinds[*operand] == OperandKind::Mask);
    match terms.node(t) {
        Node::Ite(c, of, otherwise) => {
            let source = if terms.as_const(*otherwise) == Some(0) { None } else { Some(read(*otherwise)?) };
            Some((Layer { mask: mask(*c)?, source }, *of))
        }
        Node::Bin(BinOp::And, a, b) if terms.width(t) == 1 => {
            let sides = [(*a, *b), (*b, *a)].into_iter().filter_map(|(m, of)| Some((mask(m)?, of)));
            let mut sides = sides.filter(|(mask, _)| known.is_none_or(|layer| layer.mask == *mask));
            let (mask, of) = sides.next()?;
            Some((Layer { mask, source: None }, of))
        }
        _ => None,
    }
}

/// Whether terms read anything but masks.
fn computes(terms: &Terms, kinds: &[OperandKind], roots: &[TermId]) -> bool {
    let (mut seen, mut todo) = (HashSet::new(), roots.to_vec());
    while let Some(t) = todo.pop() {
        match terms.node(t) {
            Node::Var(number) if kinds[operand_of(*number).0] != OperandKind::Mask => return true,
            _ if seen.insert(t) => todo.extend(terms.operands(t)),
            _ => {}
        }
    }
    false
}
