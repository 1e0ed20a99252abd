//! Wraps: values reduced into the range of a type, as target arithmetic reduces them.
//!
//! Reduction modulo 2^n is a ring homomorphism: sums and products may be reduced at any time, and
//! what was reduced to n bits or more on the way need not have been. That is not so for floors,
//! clamps and comparisons, so a wrap stays under those. A floor under a wrap is an exception: bits that both keep do not depend on how
//! the bits above them were read, so that LLVM's logical shift of what was extended with a sign is the floor of the exact value.

use super::range::{fits, type_range, within, wrap};
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
        // If the exact value fits, nothing wraps at all: the common case, since Halide widens
        // before it adds.
        let open = self.unwrapped(a, bits);
        if within(self.range(open), target) {
            return open;
        }
        if let Some(clamp) = self.rewritten(|f| f.stepped_wrap(open, bits, signed)) {
            return clamp;
        }
        self.intern(Form::Wrap(open, bits, signed), target, |s| s.map1(open, |x| wrap(x, bits, signed)))
    }

    /// The form without wraps that the wrap around it makes superfluous: through sums, products, floors, and wraps of as many bits or more.
    fn unwrapped(&mut self, a: Id, bits: u32) -> Id {
        let inner = |f: &mut Self| match f.form(a).clone() {
            Form::Wrap(b, inner, _) if inner >= bits => Some(f.unwrapped(b, bits)),
            Form::Sum(terms, k) => {
                let terms: Vec<_> = terms.into_iter().map(|(c, x)| (c, f.unwrapped(x, bits))).collect();
                Some(f.sum(&terms, k))
            }
            // Only factors that fit the width, signed or not: others would be wider than they are written.
            Form::Mul(x, y) => {
                let factor =
                    |f: &mut Self, x| Some(f.unwrapped(x, bits)).filter(|&y| fits(f.range(y), bits)).unwrap_or(x);
                let (a, b) = (factor(f, x), factor(f, y));
                ((a, b) != (x, y)).then(|| f.mul(a, b))
            }
            // floor(x / 2^k) modulo 2^bits is bits k to k + bits of x. Only where the wrap read an exact value with another sign: what
            // was cut off would make the floor wider than it is written.
            Form::Shr(x, k) => match *f.form(x) {
                Form::Wrap(y, inner, _) if inner >= bits + k && fits(f.range(y), inner) => Some(f.shr(y, k)),
                _ => None,
            },
            _ => None,
        };
        self.rewritten(inner).unwrap_or(a)
    }
}
