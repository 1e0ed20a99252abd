//! Dot products whose sides are read with other signs than the factors have.
//!
//! Where an instruction reads one side with a sign and the other without, and both factors of the products are of one sign, or where it
//! reads both sides alike and the factors are of unlike signs, one of the factors is moved by half of what an element holds. That
//! costs a second dot product, of the other factors with a constant.

use super::planner::Planner;
use crate::form::{Form, Id, type_range, within};
use crate::instructions::{Dot, Kernel, Vertical};
use std::collections::BTreeSet;

/// The fewest products of a slot for which factors of unlike signs are moved: the second dot product takes as many instructions as the
/// first, so that of two products for each nothing is saved.
const PRODUCTS: usize = 3;

impl Planner<'_> {
    /// A sum with products of two factors of one sign, for the dot products whose sides are read with different signs: of p q with
    /// h half of what an element holds, up for signed factors and down for others, p q = (p + h) q - h q. The first products
    /// join what else is in the sum, and the others are a dot product with constants. Either factor may be the one that moves.
    pub(super) fn of_one_sign(&mut self, id: Id, bits: u32, terms: &[(i128, Id)], k: i128) {
        let mixed = |(_, v, dot): (usize, &Vertical, &Dot)| match dot.kernel {
            Kernel::Product(left, right) if left != right => Some(v.operands[dot.left].bits),
            _ => None,
        };
        if !self.bias.dots || !self.bias.scaled {
            return;
        }
        let elements: BTreeSet<u32> = self.instructions(bits).dots(bits).filter_map(mixed).collect();
        for element in elements {
            for first in [true, false] {
                let (mut moved, mut left) = (Vec::new(), Vec::new());
                // A term that cannot be moved stays in the sum as it is: the accumulator may start from it.
                for &(c, x) in terms {
                    let Some((p, q, half)) = self.factors_of_one_sign(x, element).filter(|_| c == 1) else {
                        moved.push((c, x));
                        continue;
                    };
                    let (p, q) = if first { (p, q) } else { (q, p) };
                    let other = self.program.forms.sum(&[(1, p)], half);
                    moved.push((1, self.program.forms.mul(other, q)));
                    left.push((half, q));
                }
                if !left.is_empty() {
                    let [moved, left] = [(moved, k), (left, 0)].map(|(terms, k)| self.program.forms.sum(&terms, k));
                    self.term_by_term(id, bits, vec![(1, moved), (-1, left)], 0);
                }
            }
        }
    }

    /// The factors of a product that are both in the range of one sign of an element, and of that sign only; and what moves either
    /// to the other sign's.
    fn factors_of_one_sign(&self, product: Id, element: u32) -> Option<(Id, Id, i128)> {
        let Form::Mul(p, q) = *self.program.forms.form(product) else { return None };
        let half = 1i128 << (element - 1);
        let within_sign = |id: Id, sign| within(self.program.forms.range(id), type_range(element, sign));
        match [true, false].map(|sign| [p, q].map(|id| within_sign(id, sign))) {
            [[true, true], [false, false]] => Some((p, q, half)),
            [[false, false], [true, true]] => Some((p, q, -half)),
            _ => None,
        }
    }

    /// A sum with products of an unsigned factor and a signed one, for the dot products whose sides are read alike, where the width has
    /// none of unlike signs: with h half of what an element holds, p q = (p - h) q + h q of signed sides, and p (q + h) - h p of
    /// unsigned ones.
    pub(super) fn of_unlike_signs(&mut self, id: Id, bits: u32, terms: &[(i128, Id)], k: i128) {
        if !self.bias.dots || !self.bias.scaled {
            return;
        }
        let alike = |(_, v, dot): (usize, &Vertical, &Dot)| match dot.kernel {
            Kernel::Product(left, right) if left == right => {
                let element = v.operands[dot.left].bits;
                self.lacks_unlike_signs(bits, element, dot).then_some((element, left))
            }
            _ => None,
        };
        let ways: BTreeSet<(u32, bool)> = self.instructions(bits).dots(bits).filter_map(alike).collect();
        for (element, signed) in ways {
            let half = 1i128 << (element - 1);
            let (mut moved, mut left) = (Vec::new(), Vec::new());
            for &(c, x) in terms {
                let Some((p, q)) = self.factors_of_unlike_signs(x, element).filter(|_| c == 1) else {
                    moved.push((c, x));
                    continue;
                };
                let (from, by, to) = if signed { (p, -half, q) } else { (q, half, p) };
                let from = self.program.forms.sum(&[(1, from)], by);
                moved.push((1, self.program.forms.mul(from, to)));
                left.push((by, to));
            }
            if !left.is_empty() {
                let [moved, left] = [(moved, k), (left, 0)].map(|(terms, k)| self.program.forms.sum(&terms, k));
                self.term_by_term(id, bits, vec![(1, moved), (-1, left)], 0);
            }
        }
    }

    /// Whether factors are moved for a dot product whose sides are read alike: the width has none of such elements that reads them with
    /// unlike signs, and this one has products enough.
    pub(super) fn lacks_unlike_signs(&self, bits: u32, element: u32, dot: &Dot) -> bool {
        let unlike = |(_, v, dot): (usize, &Vertical, &Dot)| {
            matches!(dot.kernel, Kernel::Product(left, right) if left != right) && v.operands[dot.left].bits == element
        };
        dot.arity() >= PRODUCTS && !self.instructions(bits).dots(bits).any(unlike)
    }

    /// The factors of a product of which one fits only an unsigned element and the other only a signed one, in this order.
    fn factors_of_unlike_signs(&self, product: Id, element: u32) -> Option<(Id, Id)> {
        let Form::Mul(p, q) = *self.program.forms.form(product) else { return None };
        let only = |id: Id, signed| {
            let range = self.program.forms.range(id);
            within(range, type_range(element, signed)) && !within(range, type_range(element, !signed))
        };
        [(p, q), (q, p)].into_iter().find(|&(p, q)| only(p, false) && only(q, true))
    }
}
