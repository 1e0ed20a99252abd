//! Floors and divisions: how they merge, and move through what they are applied to.
//!
//! Floors compose: floor(floor(x / 2^j) / 2^k) = floor(x / 2^(j + k)), for every integer x,
//! negative ones too, because floor rounds one way only. Division towards zero has no such law,
//! which is why Halide's operations are brought into floors first. A rounding shift is a floor of x
//! + 2^(k - 1), so two of them in a row are one floor with one constant.

use super::range::{gcd, power};
use super::{Form, Forms, Id};

impl Forms {
    /// floor(a / 2^k), with nested floors, common factors and constants merged into one floor.
    pub fn shr(&mut self, a: Id, k: u32) -> Id {
        if k == 0 {
            return a;
        }
        // Past this only the sign is left.
        let k = k.min(127);
        if let Some(v) = self.as_const(a) {
            return self.constant(v >> k);
        }
        if let Some(merged) = self.rewritten(|f| f.merged_floor(a, k)) {
            return merged;
        }
        let (lo, hi) = self.range(a);
        let range = (lo >> k, hi >> k);
        if range.0 == range.1 {
            return self.constant(range.0);
        }
        self.intern(Form::Shr(a, k), range, |s| s.map1(a, |x| x >> k))
    }

    /// floor(a / 2^k) as another floor, where a is a floor itself, has a factor in common with the divisor, or is a sum
    /// with one floor.
    fn merged_floor(&mut self, a: Id, k: u32) -> Option<Id> {
        if let Form::Shr(b, j) = *self.form(a) {
            return Some(self.shr(b, j + k));
        }
        if let Form::Wrap(wide, bits, signed) = *self.form(a) {
            return self.extension(wide, bits, signed, k);
        }
        let Form::Sum(terms, c) = self.form(a).clone() else { return None };
        let g = terms.iter().fold(0, |g, t| gcd(g, t.0));
        // (2^c y + r) / 2^k with r = q 2^c + s, 0 <= s < 2^c: the s is lost in the floor whatever y
        // is, so that the constant may be shifted with the rest.
        let common = g.trailing_zeros().min(k);
        if common > 0 {
            let terms: Vec<_> = terms.into_iter().map(|(c, x)| (c >> common, x)).collect();
            let inner = self.sum(&terms, c >> common);
            return Some(self.shr(inner, k - common));
        }
        // floor((floor(y / 2^p) + r) / 2^k) = floor((y + 2^p r) / 2^(p + k)), r an integer.
        let mut floors =
            (0..terms.len()).filter(|&i| terms[i].0 == 1 && matches!(self.form(terms[i].1), Form::Shr(..)));
        let (Some(at), None) = (floors.next(), floors.next()) else { return None };
        let Form::Shr(y, p) = *self.form(terms[at].1) else { return None };
        let unit = power(p)?;
        let scaled = terms.iter().map(|&(c, x)| Some((c.checked_mul(unit)?, x)));
        let mut scaled = scaled.collect::<Option<Vec<_>>>()?;
        scaled[at] = (1, y);
        let inner = self.sum(&scaled, c.checked_mul(unit)?);
        Some(self.shr(inner, p + k))
    }

    /// floor(wrap(2^t y) / 2^k) as a floor of y in t bits fewer: a value that was shifted up and down again is extended from its low bits, which is
    /// how LLVM writes a cast to a narrower type and back.
    fn extension(&mut self, wide: Id, bits: u32, signed: bool, k: u32) -> Option<Id> {
        let (terms, c) = self.linear(wide);
        let zeros = terms.iter().fold(c, |g, t| gcd(g, t.0)).trailing_zeros().min(k);
        if zeros == 0 || zeros >= bits {
            return None;
        }
        let terms: Vec<_> = terms.into_iter().map(|(f, x)| (f >> zeros, x)).collect();
        let low = self.sum(&terms, c >> zeros);
        let low = self.wrap(low, bits - zeros, signed);
        Some(self.shr(low, k - zeros))
    }

    /// floor(a / 2^b), where b's range allows it.
    pub fn shr_by(&mut self, a: Id, b: Id) -> Option<Id> {
        let ((lo, hi), (least, most)) = (self.range(a), self.range(b));
        if let Some(k) = self.as_const(b).filter(|k| (0..64).contains(k)) {
            return Some(self.shr(a, k as u32));
        }
        if least < 0 || most > 63 {
            return None;
        }
        // A floor rises in x, and in y it falls or rises by the sign of x: the extremes are at
        // corners.
        let range = ((lo >> least).min(lo >> most), (hi >> least).max(hi >> most));
        Some(self.intern(Form::ShrBy(a, b), range, |s| s.map2(a, b, |x, y| x >> y)))
    }

    /// floor(a / d), d positive.
    pub fn div(&mut self, a: Id, d: i128) -> Id {
        if d & (d - 1) == 0 {
            return self.shr(a, d.trailing_zeros());
        }
        let (lo, hi) = self.range(a);
        let range = (lo.div_euclid(d), hi.div_euclid(d));
        self.intern(Form::Div(a, d), range, |s| s.map1(a, |x| x.div_euclid(d)))
    }

    /// A floor as written, not merged with what is below.
    pub fn raw_shr(&mut self, a: Id, k: u32) -> Id {
        let range = self.range(a);
        let k = k.min(127);
        self.intern(Form::Shr(a, k), (range.0 >> k, range.1 >> k), |s| s.map1(a, |x| x >> k))
    }
}
