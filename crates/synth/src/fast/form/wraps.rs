//! Wraps: values reduced into the range of a type, as target arithmetic reduces them.

use super::range::{type_range, within, wrap};
use super::{Form, Forms, Id};

impl Forms {
    /// Reduced into the range of a type; inner wraps of at least as many bits vanish from sums and products.
    pub fn wrap(&mut self, a: Id, bits: u32, signed: bool) -> Id {
        let target = type_range(bits, signed);
        if within(self.range(a), target) {
            return a;
        }
        if let Some(v) = self.as_const(a) {
            return self.constant(wrap(v, bits, signed));
        }
        let open = self.unwrapped(a, bits);
        if within(self.range(open), target) {
            return open;
        }
        self.intern(Form::Wrap(open, bits, signed), target, |s| s.map1(open, |x| wrap(x, bits, signed)))
    }

    fn unwrapped(&mut self, a: Id, bits: u32) -> Id {
        let inner = |f: &mut Self| match f.form(a).clone() {
            Form::Wrap(b, inner, _) if inner >= bits => Some(f.unwrapped(b, bits)),
            Form::Sum(terms, k) => {
                let terms: Vec<_> = terms.into_iter().map(|(c, x)| (c, f.unwrapped(x, bits))).collect();
                Some(f.sum(&terms, k))
            }
            _ => None,
        };
        self.rewritten(inner).unwrap_or(a)
    }
}
