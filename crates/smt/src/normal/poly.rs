//! Integer polynomials over atoms: the shape that sums, differences and products take in the normal form.
//!
//! Pure arithmetic, checked: whatever would not fit 128 bits, [`MAX_MONOMIALS`] or [`MAX_DEGREE`] is `None`, and the
//! normaliser then keeps the operation as it is.
//!
//! One polynomial has one representation: products are sorted lists of atoms, the map keeps them in order, like
//! products are added up and those with coefficient zero are gone. Equality of values as polynomials is equality of
//! maps; that is what makes the form normal.

use crate::interval::square;
use crate::limits::{MAX_DEGREE, MAX_MONOMIALS, MAX_PRODUCT_MONOMIALS};
use isotope_ir::term::{TermId, mask, signed};
use std::collections::BTreeMap;

/// A term read as an integer, unsigned or two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Atom {
    pub term: TermId,
    /// Whether its top bit counts as minus two to the width less one, instead of plus.
    pub signed: bool,
}

/// Integer bounds, inclusive.
pub(crate) type Bounds = (i128, i128);

/// A sum of products of atoms with integer coefficients; no coefficient is zero. The empty product is the constant's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Poly(pub BTreeMap<Vec<Atom>, i128>);

impl Poly {
    /// Of no product but the empty one, and of none at all for 0: equal polynomials are equal maps.
    pub(crate) fn constant(value: i128) -> Poly {
        let mut poly = Poly::default();
        if value != 0 {
            poly.0.insert(vec![], value);
        }
        poly
    }

    /// One atom, once.
    pub(crate) fn atom(atom: Atom) -> Poly {
        Poly(BTreeMap::from([(vec![atom], 1)]))
    }

    /// The constant part.
    pub(crate) fn offset(&self) -> i128 {
        self.0.get(&vec![]).copied().unwrap_or(0)
    }

    /// The value, when there are no atoms.
    pub(crate) fn as_constant(&self) -> Option<i128> {
        self.0.keys().all(Vec::is_empty).then(|| self.offset())
    }

    /// The one atom, when the polynomial is just it.
    pub(crate) fn as_atom(&self) -> Option<Atom> {
        match self.0.iter().next() {
            Some((m, 1)) if m.len() == 1 && self.0.len() == 1 => Some(m[0]),
            _ => None,
        }
    }

    /// The coefficient of the first product that is not the constant's.
    pub(crate) fn leading(&self) -> i128 {
        self.0.iter().find(|(m, _)| !m.is_empty()).map_or(0, |(_, &c)| c)
    }

    /// The sum; `None` where a coefficient overflows or the products are too many to go on with.
    pub(crate) fn add(&self, other: &Poly) -> Option<Poly> {
        let mut sum = self.clone();
        for (m, &c) in &other.0 {
            sum.accumulate(m.clone(), c)?;
        }
        (sum.0.len() <= MAX_MONOMIALS).then_some(sum)
    }

    /// Adds one product; its atoms are in order.
    pub(crate) fn accumulate(&mut self, monomial: Vec<Atom>, coefficient: i128) -> Option<()> {
        let total = self.0.get(&monomial).copied().unwrap_or(0).checked_add(coefficient)?;
        if total == 0 {
            self.0.remove(&monomial);
        } else {
            self.0.insert(monomial, total);
        }
        Some(())
    }

    /// Every coefficient multiplied; `None` where one overflows.
    pub(crate) fn scale(&self, by: i128) -> Option<Poly> {
        if by == 0 {
            return Some(Poly::default());
        }
        self.0.iter().map(|(m, c)| Some((m.clone(), c.checked_mul(by)?))).collect::<Option<_>>().map(Poly)
    }

    /// The difference; `None` where the sum would be.
    pub(crate) fn sub(&self, other: &Poly) -> Option<Poly> {
        self.add(&other.scale(-1)?)
    }

    /// The product, multiplied out; `None` where a coefficient overflows, the degree is high or the products are many.
    pub(crate) fn mul(&self, other: &Poly) -> Option<Poly> {
        // Twice as many may fall together again: (a + b)(a + b) makes four products, and three are left.
        if self.0.len() * other.0.len() > 2 * MAX_PRODUCT_MONOMIALS {
            return None;
        }
        let mut product = Poly::default();
        for (m, &c) in &self.0 {
            for (n, &d) in &other.0 {
                let mut both = [m.as_slice(), n.as_slice()].concat();
                both.sort_unstable();
                if both.len() > MAX_DEGREE {
                    return None;
                }
                product.accumulate(both, c.checked_mul(d)?)?;
            }
        }
        (product.0.len() <= MAX_PRODUCT_MONOMIALS).then_some(product)
    }

    /// Every coefficient divided; the caller knows that they divide.
    pub(crate) fn divide(&self, by: i128) -> Poly {
        Poly(self.0.iter().map(|(m, c)| (m.clone(), c / by)).collect())
    }

    /// The greatest common divisor of the coefficients of all products, and of the constant when `whole`; 1 for none.
    pub(crate) fn content(&self, whole: bool) -> i128 {
        let parts = self.0.iter().filter(|(m, _)| whole || !m.is_empty());
        parts.fold(0u128, |g, (_, c)| gcd(g, c.unsigned_abs())).max(1).try_into().unwrap_or(1)
    }

    /// Coefficients as least residues of `width` bits in two's complement, those nearest to 0: -1 and not 255, because
    /// a difference is a simpler term than a product with all ones. Those that are 0 there are gone.
    pub(crate) fn wrapped(&self, width: u32) -> Poly {
        let wrap = |c: i128| signed(c as u128 & mask(width), width);
        Poly(self.0.iter().map(|(m, &c)| (m.clone(), wrap(c))).filter(|(_, c)| *c != 0).collect())
    }

    /// Bounds of the value, given those of atoms. Each product is bounded by itself, as if the atoms in it were no
    /// others': sound, and loose where products depend on each other.
    pub(crate) fn bounds(&self, of: &dyn Fn(Atom) -> Option<Bounds>) -> Option<Bounds> {
        self.0.iter().try_fold((0, 0), |total, (m, &c)| plus(total, monomial_bounds(m, c, of)?))
    }

    /// The gain of the bounds, lower and upper, when `part` is taken away. Bounds are sums over products, so only the
    /// products of the part change: the cost is that of the part, not of the sum.
    pub(crate) fn change(&self, part: &Poly, of: &dyn Fn(Atom) -> Option<Bounds>) -> Option<Bounds> {
        part.0.iter().try_fold((0, 0), |total, (m, &c)| {
            let before = self.0.get(m).copied().unwrap_or(0);
            let (lo, hi) = monomial_bounds(m, before, of)?;
            let after = monomial_bounds(m, before.checked_sub(c)?, of)?;
            plus(total, plus(after, (lo.checked_neg()?, hi.checked_neg()?))?)
        })
    }
}

/// Bounds of a product of atoms times a constant.
fn monomial_bounds(monomial: &[Atom], c: i128, of: &dyn Fn(Atom) -> Option<Bounds>) -> Option<Bounds> {
    if let &[a, b] = monomial
        && a == b
    {
        return times((c, c), square(of(a)?)?);
    }
    monomial.iter().try_fold((c, c), |product, &a| times(product, of(a)?))
}

/// Bounds of a sum.
pub(crate) fn plus(a: Bounds, b: Bounds) -> Option<Bounds> {
    a.0.checked_add(b.0).zip(a.1.checked_add(b.1))
}

/// Bounds of a product: its ends are among the products of the ends, whatever their signs.
pub(crate) fn times(a: Bounds, b: Bounds) -> Option<Bounds> {
    let v = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
    Some((*v.iter().min()?, *v.iter().max()?))
}

/// By Euclid; of 0 and a number it is the number.
fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The fewest bits that hold all values: unsigned when none is negative, otherwise two's complement.
pub(crate) fn bits(bounds: Bounds) -> u32 {
    let (lo, hi) = bounds;
    if lo >= 0 {
        (128 - hi.leading_zeros()).max(1)
    } else {
        129 - (!lo).leading_zeros().min((hi.max(0)).leading_zeros())
    }
}

#[cfg(test)]
mod tests;
