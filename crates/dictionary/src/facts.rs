//! The facts by which instructions are compared: operations, vector lengths, element sizes.

use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp};
use std::collections::BTreeSet;

/// A bit-vector operation, as far as pruning tells them apart. Moving, extending and cutting are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Divide,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Compare,
    Choose,
}

impl Operation {
    /// The operation of a term's node, if it is one.
    fn of(node: &Node) -> Option<Operation> {
        Some(match node {
            Node::Un(UnOp::Neg, _) => Operation::Sub,
            Node::Un(UnOp::Not, _) => Operation::Xor,
            Node::Bin(op, ..) => Operation::of_binary(*op),
            Node::Ite(..) => Operation::Choose,
            _ => return None,
        })
    }

    fn of_binary(op: BinOp) -> Operation {
        use BinOp::*;
        match op {
            Add => Operation::Add,
            Sub => Operation::Sub,
            Mul => Operation::Mul,
            UDiv | URem | SDiv | SRem => Operation::Divide,
            And => Operation::And,
            Or => Operation::Or,
            Xor => Operation::Xor,
            Shl => Operation::ShiftLeft,
            LShr | AShr => Operation::ShiftRight,
            Eq | Ult | Ule | Slt | Sle => Operation::Compare,
        }
    }

    /// The operations behind a head of a canonical text.
    pub(crate) fn named(head: &str) -> &'static [Operation] {
        match head {
            "add" => &[Operation::Add],
            "sub" | "neg" => &[Operation::Sub],
            "mul" => &[Operation::Mul],
            "div" | "rem" => &[Operation::Divide],
            "and" => &[Operation::And],
            "or" => &[Operation::Or],
            "xor" | "not" => &[Operation::Xor],
            "shl" => &[Operation::ShiftLeft],
            "shr" => &[Operation::ShiftRight],
            "eq" | "lt" | "le" => &[Operation::Compare],
            "ite" => &[Operation::Choose],
            "min" | "max" | "clamp" => &[Operation::Compare, Operation::Choose],
            _ => &[],
        }
    }
}

/// The operations of terms.
pub fn operations(terms: &Terms, roots: &[TermId]) -> BTreeSet<Operation> {
    let mut found = BTreeSet::new();
    let (mut seen, mut todo) = (BTreeSet::new(), roots.to_vec());
    while let Some(t) = todo.pop() {
        if !seen.insert(t) {
            continue;
        }
        let node = terms.node(t);
        found.extend(Operation::of(node));
        match node {
            Node::Const(_) | Node::Var(_) => {}
            Node::Un(_, a) | Node::Extract(_, a) | Node::ZExt(a) | Node::SExt(a) => todo.push(*a),
            Node::Bin(_, a, b) | Node::Concat(a, b) => todo.extend([*a, *b]),
            Node::Ite(a, b, c) => todo.extend([*a, *b, *c]),
            Node::Apply(_, args) => todo.extend(args),
        }
    }
    found
}

/// The facts of an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Operations of its class.
    pub operations: BTreeSet<Operation>,
    /// Bits of the elements of its vectors.
    pub element_bits: BTreeSet<u32>,
    /// Bits of its vectors.
    pub lengths: BTreeSet<u32>,
}

impl Facts {
    /// Whether it only moves, extends and cuts.
    pub fn converts(&self) -> bool {
        self.operations.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_texts_are_operations() {
        assert_eq!(Operation::named("shr"), [Operation::ShiftRight]);
        assert_eq!(Operation::named("ext"), []);
        assert_eq!(Operation::named("max"), [Operation::Compare, Operation::Choose]);
    }
}
