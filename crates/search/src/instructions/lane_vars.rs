//! The variables of an instruction's lane terms.
//!
//! A dictionary's terms name element e of operand p as variable p << 16 | e. The same numbering
//! serves for slot functions, where e counts from the slot's first element.

use isotope_ir::term::{Node, TermId, Terms};
use std::collections::BTreeSet;

/// Splits a lane variable into (operand, element).
pub fn lane_var(number: u32) -> (u32, u32) {
    (number >> 16, number & 0xffff)
}

/// The variables of a term, ascending.
pub fn variables(terms: &Terms, root: TermId) -> Vec<u32> {
    let mut seen = BTreeSet::new();
    let mut out = BTreeSet::new();
    let mut stack = vec![root];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.node(t) {
            Node::Const(_) => {}
            Node::Var(n) => {
                out.insert(*n);
            }
            Node::Un(_, a) | Node::Extract(_, a) | Node::ZExt(a) | Node::SExt(a) => stack.push(*a),
            Node::Bin(_, a, b) | Node::Concat(a, b) => stack.extend([*a, *b]),
            Node::Ite(a, b, c) => stack.extend([*a, *b, *c]),
            Node::Apply(_, args) => stack.extend(args),
        }
    }
    out.into_iter().collect()
}
