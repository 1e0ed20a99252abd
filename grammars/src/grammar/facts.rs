//! What windows and instructions are compared by: operations, vector lengths, element sizes.

use crate::dictionary::{Class, Dictionary, Member};
use isotope_ir::expr::Op;
use isotope_ir::lanes::lane_terms;
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp};
use isotope_ir::window::Window;
use isotope_isa::semantics::OperandKind;
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

/// The narrowest element that programs are made of, in bits; masks are narrower.
const NARROWEST: u32 = 8;
/// The shortest vector register, in bits; shorter windows use a part of it.
const SHORTEST: u32 = 128;

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

    /// The operation behind a head of a canonical text.
    fn named(head: &str) -> Option<Operation> {
        use BinOp::*;
        let all = [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr, Eq, Ult, Ule, Slt, Sle];
        match head {
            "ite" => Some(Operation::Choose),
            "neg" => Some(Operation::Sub),
            "not" => Some(Operation::Xor),
            _ => all.into_iter().find(|op| format!("{op:?}").eq_ignore_ascii_case(head)).map(Operation::of_binary),
        }
    }
}

/// What a window is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowFacts {
    /// Operations in its lanes' terms.
    pub operations: BTreeSet<Operation>,
    /// Bits of its elements, of leaves, intermediate values and the result; masks left out.
    pub element_bits: BTreeSet<u32>,
    /// Bits of its vectors, as registers hold them when it is computed in equal parts, each within registers.
    pub lengths: BTreeSet<u32>,
    /// Its constants, as (element bits, value), and zero.
    pub constants: BTreeSet<(u32, u64)>,
}

impl WindowFacts {
    /// The facts of a window for registers of so many bits.
    pub fn of(window: &Window, register_bits: u32) -> WindowFacts {
        let mut facts = WindowFacts { constants: BTreeSet::from([(NARROWEST, 0)]), ..WindowFacts::default() };
        let mut terms = Terms::new();
        let lanes = lane_terms(window, &mut terms);
        facts.operations = operations(&terms, &lanes.lanes);
        let result = window.ty();
        let vectors = window.graph.leaves.iter().map(|l| l.ty).filter(|ty| ty.lanes > 1).chain([result]);
        let parts = vectors.map(|ty| ty.total_bits().div_ceil(register_bits.max(1))).max().unwrap_or(1);
        let longest = register_bits.max(SHORTEST);
        for node in &window.graph.nodes {
            let ty = node.ty;
            if let Op::Const(value) = node.op
                && ty.bits >= NARROWEST
            {
                // As written, and as an element of the result, where widened literals end up.
                facts.constants.extend([(ty.bits, value), (result.bits.max(NARROWEST), value)]);
            }
            if ty.lanes > 1 && ty.bits >= NARROWEST {
                facts.element_bits.insert(ty.bits);
                let part = ty.total_bits() / parts.next_power_of_two();
                facts.lengths.insert(part.next_power_of_two().clamp(SHORTEST, longest));
            }
        }
        facts
    }
}

fn operations(terms: &Terms, roots: &[TermId]) -> BTreeSet<Operation> {
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

/// What an instruction is made of.
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

    /// How much it has in common with a window: operations count twice, sizes once.
    pub fn score(&self, window: &WindowFacts) -> u32 {
        let operations = self.operations.intersection(&window.operations).count();
        let sizes = self.element_bits.intersection(&window.element_bits).count()
            + self.lengths.intersection(&window.lengths).count();
        (2 * operations + sizes) as u32
    }
}

impl Dictionary {
    /// What a member is made of.
    pub fn facts(&self, member: &Member) -> Facts {
        let mut facts = Facts { operations: self.operations(member.class).clone(), ..Facts::default() };
        let vectors = member.operands.iter().chain([&member.result]).filter(|o| o.kind == OperandKind::Vector);
        for operand in vectors {
            facts.lengths.insert(operand.bits);
            facts.element_bits.insert(operand.element_bits.min(64));
        }
        facts
    }

    /// What a class's first member is made of.
    pub fn class_facts(&self, class: usize) -> Option<Facts> {
        self.classes().get(class)?.members.first().map(|m| self.facts(&self.members()[*m]))
    }

    /// The operations of a class, found once.
    fn operations(&self, class: usize) -> &BTreeSet<Operation> {
        let class = &self.classes()[class];
        class.operations.get_or_init(|| self.find_operations(class))
    }

    fn find_operations(&self, class: &Class) -> BTreeSet<Operation> {
        if !class.texts.is_empty() {
            let heads = |text: String| {
                let heads = text.split('(').skip(1).map(|rest| rest.split([' ', ')']).next().unwrap_or(""));
                heads.filter_map(Operation::named).collect::<Vec<_>>()
            };
            return class.texts.iter().flat_map(|t| heads(t.text())).collect();
        }
        // No text: the class has one member, or one too large to be written out.
        let mut terms = Terms::new();
        let member = class.members.first().map(|m| &self.members()[*m]);
        let lanes = member.and_then(|m| m.lanes(&vec![1; m.immediates().count()], &mut terms).ok());
        lanes.map(|l| operations(&terms, &l.out)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_texts_are_operations() {
        assert_eq!(Operation::named("ashr"), Some(Operation::ShiftRight));
        assert_eq!(Operation::named("sext"), None);
        assert_eq!(Operation::named("slt"), Some(Operation::Compare));
    }

    #[test]
    fn more_in_common_scores_higher() {
        let window = WindowFacts {
            operations: BTreeSet::from([Operation::Add, Operation::Mul]),
            element_bits: BTreeSet::from([16]),
            lengths: BTreeSet::from([512]),
            constants: BTreeSet::new(),
        };
        let facts = |operations: &[Operation], bits, length| Facts {
            operations: operations.iter().copied().collect(),
            element_bits: BTreeSet::from([bits]),
            lengths: BTreeSet::from([length]),
        };
        let both = facts(&[Operation::Add, Operation::Mul], 16, 512).score(&window);
        let one = facts(&[Operation::Add], 16, 512).score(&window);
        let short = facts(&[Operation::Add], 16, 128).score(&window);
        assert!(both > one && one > short);
    }
}
