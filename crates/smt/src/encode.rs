//! Terms as Z3 expressions.
//!
//! One-bit terms live in two forms, Boolean and bit-vector of width 1; each is made only where its form is used, so
//! that Z3's rewriter sees conditions as Booleans. Division by zero means the same in both languages (SMT-LIB), and so
//! do shifts by the width or more: every operator here is one operator there. `tests/operators.rs` holds both languages
//! against each other at the corners, for a slip here would make proofs of another language than what is executed.

use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp};
use std::collections::HashMap;
use z3::ast::{Ast, BV, Bool};
use z3::{FuncDecl, Sort};

/// The Z3 forms of terms, in the current thread's context.
pub(crate) struct Encoder<'a> {
    terms: &'a Terms,
    /// Each term is in one of the two; its other form is made where it is read.
    vectors: HashMap<TermId, BV>,
    truths: HashMap<TermId, Bool>,
}

/// Z3's interface takes 64 bits at a time.
fn constant(value: u128, width: u32) -> BV {
    if width <= 64 {
        BV::from_u64(value as u64, width)
    } else {
        BV::from_u64((value >> 64) as u64, width - 64).concat(BV::from_u64(value as u64, 64))
    }
}

impl<'a> Encoder<'a> {
    /// Encodes the terms in `order` (operands first) and nothing else.
    pub(crate) fn new(terms: &'a Terms, order: &[TermId]) -> Self {
        let mut encoder = Encoder { terms, vectors: HashMap::new(), truths: HashMap::new() };
        for &t in order {
            encoder.add(t);
        }
        encoder
    }

    /// Adds the form that a term has by its shape: a Boolean where there is one, otherwise a vector.
    fn add(&mut self, t: TermId) {
        let width = self.terms.width(t);
        if width == 1
            && let Some(truth) = self.as_truth(t)
        {
            self.truths.insert(t, truth);
            return;
        }
        let vector = self.as_vector(t, width);
        self.vectors.insert(t, vector);
    }

    /// The Boolean form of a one-bit term that has one by its shape.
    fn as_truth(&self, t: TermId) -> Option<Bool> {
        match self.terms.node(t) {
            Node::Const(v) => Some(Bool::from_bool(*v == 1)),
            Node::Un(UnOp::Not, a) => Some(self.truth(*a).not()),
            // Modulo two, -x is x.
            Node::Un(UnOp::Neg, a) => Some(self.truth(*a)),
            Node::Ite(c, a, b) => Some(self.truth(*c).ite(&self.truth(*a), &self.truth(*b))),
            // Equality of truth values as such, so that no vector of one bit stands between two conditions.
            Node::Bin(op, a, b) if op.is_comparison() && self.terms.width(*a) == 1 && *op == BinOp::Eq => {
                Some(self.truth(*a).iff(self.truth(*b)))
            }
            Node::Bin(BinOp::And, a, b) => Some(Bool::and(&[self.truth(*a), self.truth(*b)])),
            Node::Bin(BinOp::Or, a, b) => Some(Bool::or(&[self.truth(*a), self.truth(*b)])),
            Node::Bin(BinOp::Xor, a, b) => Some(self.truth(*a).xor(self.truth(*b))),
            Node::Bin(op, a, b) if op.is_comparison() => {
                let (a, b) = (self.vector(*a), self.vector(*b));
                Some(match op {
                    BinOp::Ult => a.bvult(b),
                    BinOp::Ule => a.bvule(b),
                    BinOp::Slt => a.bvslt(b),
                    BinOp::Sle => a.bvsle(b),
                    _ => a.eq(b),
                })
            }
            // Variables, extracts and arithmetic of one bit are vectors first.
            _ => None,
        }
    }

    /// The Boolean form of any one-bit term.
    pub(crate) fn truth(&self, t: TermId) -> Bool {
        match self.truths.get(&t) {
            Some(b) => b.clone(),
            None => self.vector(t).eq(constant(1, 1)),
        }
    }

    /// The bit-vector form of any term.
    pub(crate) fn vector(&self, t: TermId) -> BV {
        match self.vectors.get(&t) {
            Some(v) => v.clone(),
            None => self
                .truths
                .get(&t)
                .expect("operands are encoded before their users")
                .ite(&constant(1, 1), &constant(0, 1)),
        }
    }

    /// A word as Z3 has it. Its operands are encoded before it, so nothing here recurses and depth costs no stack.
    fn as_vector(&self, t: TermId, width: u32) -> BV {
        match self.terms.node(t) {
            Node::Const(v) => constant(*v, width),
            // Width and number together: two widths of one number are two variables, which proves less and never more.
            Node::Var(n) => BV::new_const(format!("v{n}w{width}"), width),
            Node::Un(UnOp::Not, a) => self.vector(*a).bvnot(),
            Node::Un(UnOp::Neg, a) => self.vector(*a).bvneg(),
            Node::Bin(op, a, b) => binary(*op, &self.vector(*a), &self.vector(*b)),
            Node::Ite(c, a, b) => self.truth(*c).ite(&self.vector(*a), &self.vector(*b)),
            Node::Extract(lo, a) => self.vector(*a).extract(lo + width - 1, *lo),
            Node::ZExt(a) => self.vector(*a).zero_ext(width - self.terms.width(*a)),
            Node::SExt(a) => self.vector(*a).sign_ext(width - self.terms.width(*a)),
            Node::Concat(h, l) => self.vector(*h).concat(self.vector(*l)),
            // A function of which nothing is known but that equal arguments give equal results: a proof holds for any.
            Node::Apply(name, args) => {
                let args: Vec<BV> = args.iter().map(|&a| self.vector(a)).collect();
                let sorts: Vec<Sort> = args.iter().map(|a| a.get_sort()).collect();
                let function = FuncDecl::new(name.as_str(), &sorts.iter().collect::<Vec<_>>(), &Sort::bitvector(width));
                let operands: Vec<&dyn Ast> = args.iter().map(|a| a as &dyn Ast).collect();
                function.apply(&operands).as_bv().expect("the function's range is a bit-vector sort")
            }
        }
    }
}

/// The operators of words; SMT-LIB's names for what `isotope_ir::term` means by them.
fn binary(op: BinOp, a: &BV, b: &BV) -> BV {
    match op {
        BinOp::Add => a.bvadd(b),
        BinOp::Sub => a.bvsub(b),
        BinOp::Mul => a.bvmul(b),
        BinOp::UDiv => a.bvudiv(b),
        BinOp::URem => a.bvurem(b),
        BinOp::SDiv => a.bvsdiv(b),
        BinOp::SRem => a.bvsrem(b),
        BinOp::And => a.bvand(b),
        BinOp::Or => a.bvor(b),
        BinOp::Xor => a.bvxor(b),
        BinOp::Shl => a.bvshl(b),
        BinOp::LShr => a.bvlshr(b),
        BinOp::AShr => a.bvashr(b),
        BinOp::Eq | BinOp::Ult | BinOp::Ule | BinOp::Slt | BinOp::Sle => {
            unreachable!("comparisons have one bit and are encoded as Booleans")
        }
    }
}
