//! Wraps: values reduced into the range of a type, as target arithmetic reduces them.
//!
//! Reduction modulo 2^n is a ring homomorphism: sums and products may be reduced at any time, and
//! what was reduced to n bits or more on the way need not have been. That is not so for floors,
//! clamps and comparisons, so a wrap stays under those. A floor under a wrap is an exception: bits that both keep do not depend on how
//! the bits above them were read, so that LLVM's logical shift of what was extended with a sign is the floor of the exact value.
//!
//! So coefficients under a wrap are those of a sum modulo 2^n, too, and the least are taken. LLVM drops bits that nobody reads, and writes
//! `uint8((-38 r - 74 g + 112 b + 128) >> 8)` with 65,498 and 65,462: a sum that fits sixteen bits has to be found behind one that does not.

use super::range::{fits, power, type_range, within, wrap};
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
        let open = self.unwrapped(a, bits, signed);
        let open = self.residue(open, bits, signed).unwrap_or(open);
        if within(self.range(open), target) {
            return open;
        }
        if let Some(clamp) = self.rewritten(|f| f.stepped_wrap(open, bits, signed)) {
            return clamp;
        }
        self.intern(Form::Wrap(open, bits, signed), target, |s| s.map1(open, |x| wrap(x, bits, signed)))
    }

    /// The form without wraps that the wrap around it makes superfluous: through sums, products, floors, and wraps of as many bits or more.
    fn unwrapped(&mut self, a: Id, bits: u32, signed: bool) -> Id {
        if let Some(&known) = self.unwrapped.get(&(a, bits, signed)) {
            return known;
        }
        let inner = |f: &mut Self| match f.form(a).clone() {
            Form::Wrap(b, inner, _) if inner >= bits => Some(f.unwrapped(b, bits, signed)),
            Form::Sum(terms, k) => {
                let terms: Vec<_> = terms.into_iter().map(|(c, x)| (c, f.unwrapped(x, bits, signed))).collect();
                Some(f.sum(&terms, k))
            }
            // Only factors that fit the width, signed or not: others would be wider than they are written.
            Form::Mul(x, y) => {
                let factor = |f: &mut Self, x| {
                    Some(f.unwrapped(x, bits, signed)).filter(|&y| fits(f.range(y), bits)).unwrap_or(x)
                };
                let (a, b) = (factor(f, x), factor(f, y));
                ((a, b) != (x, y)).then(|| f.mul(a, b))
            }
            // floor(x / 2^k) modulo 2^bits is bits k to k + bits of x, whatever is above them: of a sum that fits so many bits where there
            // is one. Else only a wrap goes that read an exact value with another sign: what others cut off would make the floor wider.
            Form::Shr(x, k) => {
                let read = match *f.form(x) {
                    Form::Wrap(y, inner, _) if inner >= bits + k => fits(f.range(y), inner).then_some(y),
                    _ => None,
                };
                let of = f.unwrapped(x, bits + k, signed);
                let least = [signed, !signed].into_iter().find_map(|signed| f.residue(of, bits + k, signed));
                least.or(read).map(|y| f.shr(y, k))
            }
            _ => None,
        };
        let found = self.rewritten(inner).unwrap_or(a);
        self.unwrapped.insert((a, bits, signed), found);
        found
    }

    /// A sum that is equal modulo 2^bits and fits the type: with the least coefficients, and with the constant that begins its range where
    /// that of the type begins; `None` where there is none. Modulo 2^16 `65498 x + 9856` of a byte is `-38 x + 9856`, from 166 to 9,856.
    /// A sum that does not fit stays as it is written, and is recognised by that.
    fn residue(&mut self, a: Id, bits: u32, signed: bool) -> Option<Id> {
        let Form::Sum(terms, k) = self.form(a).clone() else { return None };
        let (modulus, target) = (power(bits)?, type_range(bits, signed));
        let least = |c: i128| {
            let c = c.rem_euclid(modulus);
            if c > modulus / 2 { c - modulus } else { c }
        };
        let terms: Vec<(i128, Id)> = terms.into_iter().map(|(c, x)| (least(c), x)).filter(|t| t.0 != 0).collect();
        let (low, high) = self.sum_range(&terms, 0);
        let over = low.checked_add(k)?.checked_sub(target.0)?.div_euclid(modulus);
        let constant = k.checked_sub(over.checked_mul(modulus)?)?;
        let fits = within((low.checked_add(constant)?, high.checked_add(constant)?), target);
        (fits && !within(self.range(a), target)).then(|| self.sum(&terms, constant))
    }
}
