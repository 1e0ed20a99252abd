//! Sums and products: one normal form for every way of writing a linear combination.
//!
//! A sum is flat, sorted by form, without zero coefficients, and its constant is apart: two sums
//! are equal as polynomials of degree one exactly if they are equal as forms. Products pull common
//! factors out, so that (2a)(3b) and 6(ab) share ab. Coefficients and values wrap at 128 bits;
//! ranges saturate there, and a saturated range fits no element width, so nothing is concluded from
//! it.

use super::range::{fits, gcd, power};
use super::{Form, Forms, Id, Range};
use crate::layout::WIDTHS;

impl Forms {
    /// A form as a linear combination of others.
    pub fn linear(&self, id: Id) -> (Vec<(i128, Id)>, i128) {
        match self.form(id) {
            Form::Const(k) => (vec![], *k),
            Form::Sum(terms, k) => (terms.clone(), *k),
            _ => (vec![(1, id)], 0),
        }
    }

    /// Sum of coefficient times form, plus a constant.
    pub fn sum(&mut self, terms: &[(i128, Id)], constant: i128) -> Id {
        let mut flat: Vec<(Id, i128)> = Vec::new();
        let mut constant = constant;
        for &(c, x) in terms {
            // A sum of sums is one sum.
            let (inner, k) = self.linear(x);
            constant = constant.wrapping_add(c.wrapping_mul(k));
            flat.extend(inner.into_iter().map(|(d, y)| (y, c.wrapping_mul(d))));
        }
        flat.sort();
        let mut merged: Vec<(i128, Id)> = Vec::new();
        for (x, c) in flat {
            match merged.last_mut() {
                Some(last) if last.1 == x => last.0 = last.0.wrapping_add(c),
                _ => merged.push((c, x)),
            }
        }
        merged.retain(|t| t.0 != 0);
        match merged[..] {
            [] => return self.constant(constant),
            [(1, x)] if constant == 0 => return x,
            [(1, x)] => {
                if let Some(moved) = self.rewritten(|f| f.inwards(x, constant)) {
                    return moved;
                }
            }
            [_, _, ..] => {
                if let Some(joined) = self.rewritten(|f| f.joined(&merged, constant)) {
                    return joined;
                }
            }
            _ => {}
        }
        self.interned_sum(merged, constant)
    }

    /// A sum of these terms, by form.
    pub(super) fn interned_sum(&mut self, terms: Vec<(i128, Id)>, constant: i128) -> Id {
        let range = self.sum_range(&terms, constant);
        self.intern(Form::Sum(terms.clone(), constant), range, |s| {
            let mut out = vec![constant; s.samples()];
            for &(c, x) in &terms {
                out.iter_mut().zip(s.values(x)).for_each(|(o, v)| *o = o.wrapping_add(c.wrapping_mul(*v)));
            }
            out
        })
    }

    /// A sum of two terms or more as written, in the order of its forms: sums among them are not taken apart.
    pub fn raw_sum(&mut self, mut terms: Vec<(i128, Id)>, constant: i128) -> Id {
        terms.sort_by_key(|term| term.1);
        self.interned_sum(terms, constant)
    }

    /// A form plus a constant, with the constant moved into what stays outermost.
    fn inwards(&mut self, x: Id, constant: i128) -> Option<Id> {
        match *self.form(x) {
            // clamp(y, l, h) + k = clamp(y + k, l + k, h + k).
            Form::Clamp(y, lo, hi) => {
                let moved = self.sum(&[(1, y)], constant);
                Some(self.clamp(moved, lo.saturating_add(constant), hi.saturating_add(constant)))
            }
            // floor(y / 2^k) + c = floor((y + 2^k c) / 2^k), unless that makes a wider y.
            Form::Shr(y, k) => {
                let shifted = constant.checked_mul(power(k)?)?;
                let (lo, hi) = self.range(y);
                let wider = |r: Range| WIDTHS.into_iter().find(|&w| fits(r, w));
                if wider((lo, hi)) != wider((lo.saturating_add(shifted), hi.saturating_add(shifted))) {
                    return None;
                }
                let moved = self.sum(&[(1, y)], shifted);
                Some(self.shr(moved, k))
            }
            _ => None,
        }
    }

    /// a + b
    pub fn add(&mut self, a: Id, b: Id) -> Id {
        self.sum(&[(1, a), (1, b)], 0)
    }

    /// a - b
    pub fn sub(&mut self, a: Id, b: Id) -> Id {
        self.sum(&[(1, a), (-1, b)], 0)
    }

    /// A sum without its common factor, and that factor.
    pub fn primitive(&mut self, a: Id) -> (i128, Id) {
        let Form::Sum(terms, k) = self.form(a).clone() else {
            return (1, a);
        };
        let g = terms.iter().fold(k, |g, t| gcd(g, t.0)).max(1);
        if g == 1 {
            return (1, a);
        }
        let terms: Vec<_> = terms.into_iter().map(|(c, x)| (c / g, x)).collect();
        (g, self.sum(&terms, k / g))
    }

    /// a * b
    pub fn mul(&mut self, a: Id, b: Id) -> Id {
        match (self.as_const(a), self.as_const(b)) {
            (Some(c), _) => return self.sum(&[(c, b)], 0),
            (_, Some(c)) => return self.sum(&[(c, a)], 0),
            _ => {}
        }
        // A product with a truth value is a choice.
        let zero = self.constant(0);
        match (self.form(a), self.form(b)) {
            (Form::Test(..), _) => return self.select(a, b, zero),
            (_, Form::Test(..)) => return self.select(b, a, zero),
            _ => {}
        }
        // Products of what is left when common factors are out are shared by all multiples.
        let ((ga, a), (gb, b)) = (self.primitive(a), self.primitive(b));
        let (a, b) = (a.min(b), a.max(b));
        let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
        let corners = [al.saturating_mul(bl), al.saturating_mul(bh), ah.saturating_mul(bl), ah.saturating_mul(bh)];
        // A square is not negative, which the corners of independent factors would not say.
        let lo = if a == b {
            if al <= 0 && ah >= 0 { 0 } else { corners[0].min(corners[3]) }
        } else {
            corners.into_iter().fold(i128::MAX, i128::min)
        };
        let range = (lo, corners.into_iter().fold(i128::MIN, i128::max));
        let product = self.intern(Form::Mul(a, b), range, |s| s.map2(a, b, |x, y| x.wrapping_mul(y)));
        self.sum(&[(ga.wrapping_mul(gb), product)], 0)
    }

    /// A multiple by 1 or -1 with a constant, as written.
    pub fn raw_affine(&mut self, sign: i128, a: Id, k: i128) -> Id {
        let (lo, hi) = self.range(a);
        let (lo, hi) = if sign < 0 { (hi.saturating_neg(), lo.saturating_neg()) } else { (lo, hi) };
        let range = (lo.saturating_add(k), hi.saturating_add(k));
        self.intern(Form::Sum(vec![(sign, a)], k), range, |s| s.map1(a, |x| x.wrapping_mul(sign).wrapping_add(k)))
    }

    /// floor((a + b + 1) / 2), as written.
    pub fn raw_average(&mut self, a: Id, b: Id) -> Id {
        let (a, b) = (a.min(b), a.max(b));
        let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
        let range = (al.saturating_add(bl).saturating_add(1), ah.saturating_add(bh).saturating_add(1));
        // One term for each form, as everywhere; the sum is not merged with what is below, because instructions average values
        // that they are given, and those are what has to be found.
        let terms = if a == b { vec![(2, a)] } else { vec![(1, a), (1, b)] };
        let sum = self.intern(Form::Sum(terms, 1), range, |s| s.map2(a, b, |x, y| x.wrapping_add(y).wrapping_add(1)));
        self.raw_shr(sum, 1)
    }

    /// A sum with a constant as written, not merged with what is below.
    pub fn raw_plus(&mut self, a: Id, k: i128) -> Id {
        if k == 0 {
            return a;
        }
        self.raw_affine(1, a, k)
    }
}
