//! Carry-save additions: the exclusive or of three words is their sum less twice their majority.
//!
//! Bit by bit, `a + b + c` is `a ^ b ^ c` plus twice what at least two of them have, so that
//! `a ^ b ^ c = a + b + c - 2 maj(a, b, c)` over the unsigned values. An exclusive or is only read so where the question has the majority
//! of the same words: elsewhere the sum would be no simpler, and further from what solvers are good at.

use super::Normaliser;
use super::int::Int;
use super::poly::bits;
use crate::query::reachable;
use isotope_ir::term::{BinOp, Node, TermId, Terms};

/// The words of `(a & b) | ((a | b) & c)`, in whichever order it is written.
fn of_majority(terms: &Terms, t: TermId) -> Option<[TermId; 3]> {
    let operands = |t: TermId, op: BinOp| match *terms.node(t) {
        Node::Bin(of, a, b) if of == op => Some([a, b]),
        _ => None,
    };
    let [x, y] = operands(t, BinOp::Or)?;
    [(x, y), (y, x)].into_iter().find_map(|(all, more)| {
        let ([a, b], [p, q]) = (operands(all, BinOp::And)?, operands(more, BinOp::And)?);
        [(p, q), (q, p)].into_iter().find_map(|(one, c)| {
            let [d, e] = operands(one, BinOp::Or)?;
            ([d, e] == [a, b] || [e, d] == [a, b]).then_some([a, b, c])
        })
    })
}

/// The words of `(a ^ b) ^ c`, all ways to see it so.
fn of_exclusive(terms: &Terms, a: TermId, b: TermId) -> Vec<[TermId; 3]> {
    let inner = |x: TermId, c: TermId| match *terms.node(x) {
        Node::Bin(BinOp::Xor, a, b) => Some([a, b, c]),
        _ => None,
    };
    inner(a, b).into_iter().chain(inner(b, a)).collect()
}

/// In one order, so that equal sets of words are equal: a carry-save adder does not tell its inputs apart.
fn sorted(mut words: [TermId; 3]) -> [TermId; 3] {
    words.sort_unstable();
    words
}

impl Normaliser<'_> {
    /// Notes the majorities that the terms have.
    pub(super) fn note_majorities(&mut self, roots: &[TermId]) {
        let words = reachable(self.terms, roots).into_iter().filter_map(|t| of_majority(self.terms, t));
        self.majorities.extend(words.map(sorted));
    }

    /// A bitwise operation, where it is a majority or an exclusive or beside one.
    pub(super) fn carry_save(&mut self, op: BinOp, t: TermId, [a, b]: [TermId; 2]) -> Option<Int> {
        if self.majorities.is_empty() {
            return None;
        }
        match op {
            BinOp::Or => {
                let words = self.values(of_majority(self.terms, t)?);
                self.majority(words)
            }
            BinOp::Xor => {
                let ways = of_exclusive(self.terms, a, b);
                let words = ways.into_iter().find(|words| self.majorities.contains(&sorted(*words)))?;
                let words = self.values(words);
                // The bits of the widest word: above these all are zero, and so is the exclusive or.
                let top = words.iter().map(|w| Some(bits(w.bounds?))).max()??;
                let [x, y, z] = &words;
                let (sum, carries) = (self.sum(x, y)?, self.majority(words.clone())?);
                let (sum, carries) = (self.sum(&sum, z)?, self.scale(&carries, 2)?);
                let poly = self.difference(&sum, &carries)?.poly;
                Some(self.int(poly, Some((0, (1 << top) - 1))))
            }
            _ => None,
        }
    }

    /// Words as unsigned values, in one order: an exclusive or and a majority are the same in any, and equal ones are to
    /// be one atom however the question writes them.
    fn values(&mut self, words: [TermId; 3]) -> [Int; 3] {
        let mut words = words.map(|word| self.exact(word, false));
        words.sort_by(|a, b| a.poly.0.iter().cmp(b.poly.0.iter()));
        words
    }

    /// The majority of three values, as an atom over the fewest bits that hold them.
    fn majority(&mut self, words: [Int; 3]) -> Option<Int> {
        let width = words.iter().map(|w| Some(bits(w.bounds?))).max()??;
        let [a, b, c] = words.map(|word| self.build(&word, width));
        let (all, one) = (self.terms.bin(BinOp::And, a, b), self.terms.bin(BinOp::Or, a, b));
        let more = self.terms.bin(BinOp::And, one, c);
        let term = self.terms.bin(BinOp::Or, all, more);
        Some(self.atom(term, false))
    }
}
