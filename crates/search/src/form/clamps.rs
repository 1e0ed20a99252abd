//! Clamps, minima, maxima and magnitudes: how bounds merge, and move through what they are applied to.
//!
//! All of these rest on monotonicity. For a rising f, min and max commute with f, so clamp(f(y), a,
//! b) and f(clamp(y, ..)) are one function where the bounds correspond; a fixed-width saturation
//! chain is then one clamp, however many steps it was written in. A minimum with a constant is a
//! clamp whose other bound is never reached: one spelling, so that equal functions are equal forms.

use super::range::within;
use super::{Form, Forms, Id};

impl Forms {
    /// Clamped to [lo, hi]; nested clamps merge, also through sums and floors.
    pub fn clamp(&mut self, a: Id, lo: i128, hi: i128) -> Id {
        let range = self.range(a);
        if within(range, (lo, hi)) {
            return a;
        }
        // All values are on one side of the interval, so only one bound ever comes out.
        if range.1 <= lo || range.0 >= hi {
            return self.constant(if range.1 <= lo { lo } else { hi });
        }
        if let Some(merged) = self.rewritten(|f| f.merged_clamp(a, lo, hi)) {
            return merged;
        }
        let range = (range.0.max(lo), range.1.min(hi));
        // Bounds that the range never reaches say nothing: one spelling.
        let (a_lo, a_hi) = self.range(a);
        let (lo, hi) = (lo.max(a_lo), hi.min(a_hi));
        self.intern(Form::Clamp(a, lo, hi), range, |s| s.map1(a, |x| x.clamp(lo, hi)))
    }

    /// A monotone form undone on a bound: for x = f(y) rising in y, the value of f at y's clamp bound.
    fn through(&self, id: Id) -> Option<(Id, i128, i128, i128, i128)> {
        // f(y) = floor((c * clamp(y, l, h) + k) / 2^s), returned as clamp argument with the images of its bounds.
        let (inner, shift) = match *self.form(id) {
            Form::Shr(b, k) => (b, k),
            _ => (id, 0),
        };
        let (terms, k) = self.linear(inner);
        let [(c, x)] = terms[..] else { return None };
        let Form::Clamp(y, lo, hi) = *self.form(x) else {
            return None;
        };
        let image = |bound: i128| c.saturating_mul(bound).saturating_add(k) >> shift;
        (c > 0).then_some((y, c, k, image(lo), image(hi)))
    }

    /// clamp(f(clamp(y, l, h)), lo, hi) = clamp(f(y), lo', hi') with the images f(l), f(h) clamped
    /// to [lo, hi], for f rising: below l the left side is f(l) clamped, and so is the right. Where
    /// both bounds fall together nothing is merged: the form is a constant on one side.
    fn merged_clamp(&mut self, a: Id, lo: i128, hi: i128) -> Option<Id> {
        let (y, c, k, flo, fhi) = self.through(a)?;
        let (nlo, nhi) = (flo.clamp(lo, hi), fhi.clamp(lo, hi));
        let shift = if let Form::Shr(_, s) = *self.form(a) { s } else { 0 };
        let open = self.sum(&[(c, y)], k);
        let open = self.shr(open, shift);
        (nlo < nhi).then(|| self.clamp(open, nlo, nhi))
    }

    /// The smaller; a constant bound is a clamp.
    pub fn min(&mut self, a: Id, b: Id) -> Id {
        if a == b {
            return a;
        }
        if let Some(hi) = self.as_const(b) {
            let lo = self.range(a).0.min(hi);
            return self.clamp(a, lo, hi);
        }
        if self.as_const(a).is_some() {
            return self.min(b, a);
        }
        let (a, b) = (a.min(b), a.max(b));
        let (ra, rb) = (self.range(a), self.range(b));
        self.intern(Form::Min(a, b), (ra.0.min(rb.0), ra.1.min(rb.1)), |s| s.map2(a, b, i128::min))
    }

    /// The larger; a constant bound is a clamp.
    pub fn max(&mut self, a: Id, b: Id) -> Id {
        if a == b {
            return a;
        }
        if let Some(lo) = self.as_const(b) {
            let hi = self.range(a).1.max(lo);
            return self.clamp(a, lo, hi);
        }
        if self.as_const(a).is_some() {
            return self.max(b, a);
        }
        let (a, b) = (a.min(b), a.max(b));
        let (ra, rb) = (self.range(a), self.range(b));
        self.intern(Form::Max(a, b), (ra.0.max(rb.0), ra.1.max(rb.1)), |s| s.map2(a, b, i128::max))
    }

    /// The magnitude.
    pub fn abs(&mut self, a: Id) -> Id {
        let (lo, hi) = self.range(a);
        if lo >= 0 {
            return a;
        }
        // |x| = |-x|: the smaller leading coefficient sign decides.
        if let Form::Sum(terms, k) = self.form(a).clone()
            && terms[0].0 < 0
        {
            let terms: Vec<_> = terms.into_iter().map(|(c, x)| (c.wrapping_neg(), x)).collect();
            let negated = |f: &mut Self| {
                let negated = f.sum(&terms, k.wrapping_neg());
                Some(f.abs(negated))
            };
            if let Some(abs) = self.rewritten(negated) {
                return abs;
            }
        }
        let least = if hi < 0 { hi.saturating_neg() } else { 0 };
        self.intern(Form::Abs(a), (least, hi.max(lo.saturating_neg())), |s| s.map1(a, i128::wrapping_abs))
    }

    /// A clamp as written, not merged with what is below: a step on the way to another form.
    ///
    /// Merging is right but not always wanted: a narrowing clamps what was clamped to its input's
    /// range before, and has to be recognised in that form.
    pub fn raw_clamp(&mut self, a: Id, lo: i128, hi: i128) -> Id {
        let range = self.range(a);
        let range = (range.0.clamp(lo, hi), range.1.clamp(lo, hi));
        self.intern(Form::Clamp(a, lo, hi), range, |s| s.map1(a, |x| x.clamp(lo, hi)))
    }
}
