//! Multipliers: the search for a short multiplication that has the steps of a rising function.
//!
//! For a multiplier m and a shift k, floor((m x + r) / 2^k) >= y at a step's first x asks for r >=
//! 2^k y - m x, and <= y at its last x for r < 2^k (y + 1) - m x. Each step bounds r from both
//! sides; if an interval is left, every r in it is right everywhere, because both sides rise. The
//! multiplier is near slope times 2^k, so a few around that are tried for each k, from short shifts
//! up: the first that leaves an interval is kept.

use super::rising::{Rising, Step, last_at_most};
use crate::form::{Forms, Id, Range, Test, type_range, within};
use isotope_smt::effort::{Effort, Ended};

/// Steps of a function that are looked at; more of them leave no multiplier that is shorter.
const STEPS: i128 = 1 << 15;

/// Steps that a multiplier is tried on first.
const SOME: usize = 16;

/// Scalings kept for one form and width, those with the fewest operations.
const KEPT: usize = 3;

/// Places by which an argument is moved up at most, less one: a function that grows faster than its argument needs them.
const UPS: u32 = 4;

/// Which part of a product is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProductPart {
    /// All of it, plus a constant: it fits the width.
    Whole,
    /// Its upper half.
    Upper,
    /// Twice its upper half, rounded.
    Rounded,
}

/// floor((part(m (2^up x + offset)) + bias) / 2^down), x clamped to the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scaling {
    /// How many operations it takes: candidates are kept by this, not by cost, because widths
    /// differ.
    operations: u32,
    /// The values of the argument that it is right on; it is clamped to these first.
    domain: Range,
    product: ProductPart,
    bits: u32,
    /// Positive, within the width.
    multiplier: i128,
    /// How far the argument is shifted up before: a function that grows needs a larger argument for
    /// its product's upper half.
    up: u32,
    /// Added to the argument: a bias that costs nothing where the argument has a constant already.
    offset: i128,
    /// Added to the part of the product.
    bias: i128,
    /// How far the result is shifted down.
    down: u32,
}

/// The values that a scaling must give.
pub(super) enum Wanted {
    /// (argument, value) where each value is first had, and where it is last had.
    Steps { first: Vec<(i128, i128)>, last: Vec<(i128, i128)> },
    /// This multiplier, this constant, and this shift: there are too many steps to look at each.
    Exactly(i128, i128, u32),
}

impl Rising {
    /// The values that a scaling on a domain must give; at a bound that is clamped to, the far side is free.
    fn wanted(&self, domain: Range, clamp: Option<Range>, effort: &Effort<'_>) -> Result<Option<Wanted>, Ended> {
        let (least, most) = (self.at(domain.0), self.at(domain.1));
        if most - least > STEPS {
            return Ok(self.exactly());
        }
        let (mut first, mut last, mut x) = (vec![], vec![], domain.0);
        while x <= domain.1 {
            effort.spend(self.steps.len() as u64)?;
            let value = self.at(x);
            let end = last_at_most(value, (x, domain.1), |x| self.at(x));
            if clamp.is_none_or(|c| value > c.0) {
                first.push((x, value));
            }
            if clamp.is_none_or(|c| value < c.1) {
                last.push((end, value));
            }
            x = end + 1;
        }
        Ok(Some(Wanted::Steps { first, last }))
    }

    /// The function as it is written, if that is one product, one floor and one clamp at most.
    fn exactly(&self) -> Option<Wanted> {
        match self.steps[..] {
            [Step::Affine(m, r), Step::Floor(d)] | [Step::Affine(m, r), Step::Floor(d), Step::Clamp(..)]
                if d.count_ones() == 1 =>
            {
                Some(Wanted::Exactly(m, r, d.trailing_zeros()))
            }
            _ => None,
        }
    }

    /// The scalings of the fewest operations, those first.
    pub(super) fn found(&self, clamp: Option<Range>, bits: u32, effort: &Effort<'_>) -> Result<Vec<Scaling>, Ended> {
        let mut out = vec![];
        for (domain, cutting) in self.domains(clamp, bits) {
            let Some(wanted) = self.wanted(domain, clamp, effort)? else { continue };
            for product in [ProductPart::Whole, ProductPart::Upper, ProductPart::Rounded] {
                let biased = if product == ProductPart::Whole { &[true][..] } else { &[false, true] };
                for &biased in biased {
                    let ups = 0..if product == ProductPart::Whole { 1 } else { UPS };
                    let shifts = ups.flat_map(|up| (0..if up == 0 { bits } else { 1 }).map(move |down| (up, down)));
                    for shift in shifts {
                        effort.spend(wanted.work())?;
                        if let Some(s) = self.with(&wanted, domain, (product, bits), shift, biased) {
                            out.push(Scaling { operations: s.operations + cutting, ..s });
                            break;
                        }
                    }
                }
            }
        }
        // A form that is as short as written needs no scaling.
        let direct = self.operations(bits);
        out.retain(|s| direct.is_none_or(|direct| s.operations < direct));
        out.sort_by_key(|s| s.operations);
        out.truncate(KEPT);
        Ok(out)
    }

    /// The scaling with shifts up and down: its constant is a bias after the product if `biased`, else an offset before it.
    fn with(
        &self,
        wanted: &Wanted,
        domain: Range,
        (product, bits): (ProductPart, u32),
        (up, down): (u32, u32),
        biased: bool,
    ) -> Option<Scaling> {
        let (dropped, rounding) = match product {
            ProductPart::Whole => (0, 0),
            ProductPart::Upper => (bits, 0),
            ProductPart::Rounded => (bits - 1, 1 << (bits - 2)),
        };
        let k = dropped + down;
        // The multiplier whose product grows as the function does, rounded down.
        let near = self.slope.0.checked_mul(1 << k)? / (self.slope.1 << up);
        if near >= 1 << bits {
            return None;
        }
        (near - 1..=near + 2).filter(|m| *m > 0).find_map(|m| {
            let (least, most) = wanted.constants(m << up, k, domain)?;
            let (least, most) = (least - rounding, most - rounding);
            // The multiple of a unit nearest to zero between these.
            let between = |unit: i128| {
                let (lo, hi) = (-(-least).div_euclid(unit), most.div_euclid(unit));
                (lo <= hi).then(|| 0.clamp(lo, hi))
            };
            let (offset, bias) = if biased { (0, between(1 << dropped)?) } else { (between(m)?, 0) };
            let argument = ((domain.0 << up) + offset, (domain.1 << up) + offset);
            let part = |x: i128| ((m * x + rounding) >> dropped) + bias;
            // The result must fit the width as a signed or as an unsigned number, or the form
            // would be wider.
            let value = (part(argument.0), part(argument.1));
            let possible = [true, false].into_iter().any(|signed| {
                let own = type_range(bits, signed);
                let multiplied = product == ProductPart::Whole || within(argument, own) && within((m, m), own);
                multiplied && within(value, own) && (signed || product != ProductPart::Rounded)
            });
            let operations = [m > 1, up > 0, offset != 0, bias != 0, down > 0].map(u32::from).iter().sum();
            possible.then_some(Scaling { operations, domain, product, bits, multiplier: m, up, offset, bias, down })
        })
    }
}

impl Wanted {
    /// Units of work that one look for constants takes.
    fn work(&self) -> u64 {
        match self {
            Wanted::Steps { first, last } => 1 + (first.len() + last.len()) as u64 / 16,
            Wanted::Exactly(..) => 1,
        }
    }

    /// The constants r for which floor((m x + r) / 2^k) is what is wanted.
    fn constants(&self, m: i128, k: u32, domain: Range) -> Option<Range> {
        match self {
            Wanted::Steps { first, last } => {
                let of = |each: usize| {
                    let first = first.iter().step_by(each).map(|&(x, y)| (y << k) - m * x).max();
                    let last = last.iter().step_by(each).map(|&(x, y)| ((y + 1) << k) - 1 - m * x).min();
                    (first.unwrap_or(-m * domain.1), last.unwrap_or(-m * domain.0))
                };
                // Most multipliers are wrong for a few of the steps already.
                let some = of(1 + (first.len() + last.len()) / (2 * SOME));
                Some(if some.0 > some.1 { some } else { of(1) })
            }
            Wanted::Exactly(multiplier, r, shift) => ((m, k) == (*multiplier, *shift)).then_some((*r, *r)),
        }
    }
}

impl Scaling {
    /// As forms that are not merged with what is below, because merging would give back the form
    /// that this is a scaling of.
    pub(super) fn build(self, forms: &mut Forms, Rising { of, drop, .. }: &Rising, clamp: Option<Range>) -> Id {
        let (of, whole) = (*of, forms.range(*of));
        let cut = if self.domain == whole { of } else { forms.raw_clamp(of, self.domain.0, self.domain.1) };
        let argument = forms.sum(&[(1 << self.up, cut)], self.offset);
        forms.constant(self.multiplier);
        let m = self.multiplier;
        let part = match self.product {
            ProductPart::Whole => forms.sum(&[(m, argument)], self.bias),
            ProductPart::Upper => {
                let product = forms.sum(&[(m, argument)], 0);
                forms.raw_shr(product, self.bits)
            }
            ProductPart::Rounded => {
                let product = forms.sum(&[(m, argument)], 1 << (self.bits - 2));
                forms.raw_shr(product, self.bits - 1)
            }
        };
        let biased = if self.product == ProductPart::Whole { part } else { forms.raw_plus(part, self.bias) };
        let shifted = if self.down == 0 { biased } else { forms.raw_shr(biased, self.down) };
        let dropped = drop.map_or(shifted, |(end, value)| {
            let (end, value) = (forms.constant(end), forms.constant(value));
            let rises = forms.test(Test::Less, of, end);
            forms.select(rises, shifted, value)
        });
        match clamp {
            Some((lo, hi)) if !within(forms.range(dropped), (lo, hi)) => forms.raw_clamp(dropped, lo, hi),
            _ => dropped,
        }
    }
}
