//! Sums without what they add and take away again, as an instruction does that multiplies a number without sign.
//!
//! ```text
//! (s + b * (a + 128)) - b * 128    =    s + b * a
//! ```

use super::Reader;
use isotope_ir::term::{BinOp, Node, TermId, UnOp, mask};
use std::collections::BTreeMap;

/// Parts of one sum.
const MAX_PARTS: usize = 256;

/// Parts of a sum by what they are, each with a factor modulo two to its width; nothing: the constant.
type Sum = BTreeMap<Option<TermId>, u128>;

impl Reader<'_, '_> {
    /// The sum, if something in it cancels, or else the term as it is. A sum that no longer reads what the term reads is not taken: where
    /// that is poison, so is what the program computes.
    pub fn without_cancelled(&mut self, term: TermId) -> Result<TermId, String> {
        if !matches!(self.terms.node(term), Node::Bin(BinOp::Sub, ..)) {
            return Ok(term);
        }
        let (mut sum, mut parts) = (Sum::new(), 0);
        self.add(term, 1, &mut sum, &mut parts);
        if parts > MAX_PARTS || sum.values().all(|factor| *factor != 0) {
            return Ok(term);
        }
        let width = self.terms.width(term);
        let mut made: Option<TermId> = None;
        for (part, factor) in sum.into_iter().filter(|(_, factor)| *factor != 0) {
            let factor = self.terms.constant(factor, width);
            let part = part.map_or(factor, |part| self.terms.bin(BinOp::Mul, part, factor));
            made = Some(made.map_or(part, |sum| self.terms.bin(BinOp::Add, sum, part)));
        }
        let made = made.unwrap_or_else(|| self.terms.constant(0, width));
        Ok(if self.variables(made)? == self.variables(term)? { made } else { term })
    }

    /// Adds a term times a factor to a sum. It goes as deep as the term is high.
    fn add(&mut self, term: TermId, factor: u128, sum: &mut Sum, parts: &mut usize) {
        *parts += 1;
        if *parts > MAX_PARTS {
            return;
        }
        let all = mask(self.terms.width(term));
        let times = |other: u128| factor.wrapping_mul(other) & all;
        match *self.terms.node(term) {
            Node::Const(value) => part(sum, None, times(value), all),
            Node::Un(UnOp::Neg, x) => self.add(x, times(all), sum, parts),
            Node::Bin(BinOp::Add, x, y) => {
                self.add(x, factor, sum, parts);
                self.add(y, factor, sum, parts);
            }
            Node::Bin(BinOp::Sub, x, y) => {
                self.add(x, factor, sum, parts);
                self.add(y, times(all), sum, parts);
            }
            Node::Bin(BinOp::Mul, x, y) if self.terms.as_const(y).is_some() => {
                let value = self.terms.as_const(y).unwrap_or_default();
                self.add(x, times(value), sum, parts);
            }
            Node::Bin(BinOp::Mul, x, y) => match [(x, y), (y, x)].into_iter().find_map(|(own, other)| {
                let Node::Bin(BinOp::Add, rest, by) = *self.terms.node(other) else { return None };
                Some((own, rest, self.terms.as_const(by)?))
            }) {
                // A product with a number and a constant is two products.
                Some((own, rest, by)) => {
                    let product = self.terms.bin(BinOp::Mul, own, rest);
                    self.add(product, factor, sum, parts);
                    self.add(own, times(by), sum, parts);
                }
                None => part(sum, Some(term), factor, all),
            },
            _ => part(sum, Some(term), factor, all),
        }
    }
}

fn part(sum: &mut Sum, term: Option<TermId>, factor: u128, all: u128) {
    let known = sum.entry(term).or_default();
    *known = known.wrapping_add(factor) & all;
}
