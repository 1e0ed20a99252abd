//! Scalings: a rising function of one value, by one multiplication at a narrow width.
//!
//! Quantised arithmetic multiplies by a wide constant, adds half of a power of two, divides by it, adds a zero point and
//! saturates. All of that is one rising step function of one value. Over the values that it can have, and only as far as
//! it does not saturate, a shorter multiplier with another bias often has its steps at the same places:
//! floor((m x + r) / 2^k) is right for the whole range if it is right at both ends of each step, so every pair (m, k)
//! leaves an interval for r, and the search is exact. Bias and zero point become one constant.

#[cfg(test)]
mod tests;

use super::form::{Form, Forms, Id, Range, Test, type_range, within};
use isotope_smt::effort::{Effort, Ended};

/// Steps of a function that are looked at; more of them leave no multiplier that is shorter.
const STEPS: i128 = 1 << 15;

/// Scalings kept for one form and width, those with the fewest operations.
const KEPT: usize = 3;

/// Places by which an argument is moved up at most, less one: a function that grows faster than its argument needs them.
const UPS: u32 = 4;

/// Bits of a value that is looked at, before and after, and on the way.
const RESULTS: u32 = 62;
/// See [`RESULTS`].
const PARTS: u32 = 100;

/// The widths of a multiplication, in bits.
const WIDTHS: [u32; 2] = [16, 32];

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Times a positive factor, plus a constant.
    Affine(i128, i128),
    /// Divided, rounded down.
    Floor(i128),
    Clamp(i128, i128),
    /// Reduced into a range from above.
    Wrap(Range),
}

/// A form as a rising function of another.
struct Rising {
    of: Id,
    /// The values that the other form can have.
    range: Range,
    /// Innermost first.
    steps: Vec<Step>,
    /// Numerator and denominator, where it does not saturate.
    slope: (i128, i128),
    /// From where on it is constant after all, and at what: past a bound what was saturated may have wrapped.
    drop: Option<(i128, i128)>,
}

/// Which part of a product is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Product {
    /// All of it, plus a constant: it fits the width.
    Whole,
    /// Its upper half.
    Upper,
    /// Twice its upper half, rounded.
    Rounded,
}

/// floor((part(m (2^up x + offset)) + bias) / 2^down), x clamped to the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scaling {
    operations: u32,
    domain: Range,
    product: Product,
    bits: u32,
    multiplier: i128,
    up: u32,
    offset: i128,
    bias: i128,
    down: u32,
}

/// What a scaling must do.
enum Wanted {
    /// (argument, value) where each value is first had, and where it is last had.
    Steps { first: Vec<(i128, i128)>, last: Vec<(i128, i128)> },
    /// This multiplier, this constant, and this shift: there are too many steps to look at each.
    Exactly(i128, i128, u32),
}

/// Forms that have the values of `id`, by a multiplication that is right on the range; none where there is no such.
pub fn scalings(forms: &mut Forms, id: Id, effort: &Effort<'_>) -> Result<Vec<Id>, Ended> {
    effort.spend(1)?;
    let Some(rising) = [1, 0].into_iter().find_map(|wraps| rising(forms, id, wraps)) else { return Ok(vec![]) };
    let clamp = match *forms.form(id) {
        Form::Clamp(_, lo, hi) => Some((lo, hi)),
        _ => None,
    };
    let mut found = Vec::new();
    for bits in WIDTHS {
        found.extend(rising.found(clamp, bits, effort)?);
    }
    found.dedup();
    let built = found.into_iter().map(|scaling| scaling.build(forms, &rising, clamp));
    Ok(built.filter(|made| *made != id).collect())
}

/// What a form is of another one, seen through so many wraps.
fn rising(forms: &mut Forms, id: Id, wraps: usize) -> Option<Rising> {
    let (mut of, mut steps, mut slope, mut wraps) = (id, vec![], (1i128, 1i128), wraps);
    loop {
        let step = match forms.form(of).clone() {
            Form::Clamp(x, lo, hi) => {
                of = x;
                Step::Clamp(lo, hi)
            }
            Form::Shr(x, k) => {
                of = x;
                Step::Floor(1i128.checked_shl(k).filter(|d| *d > 0)?)
            }
            Form::Div(x, d) => {
                of = x;
                Step::Floor(d)
            }
            Form::Wrap(x, bits, signed) if wraps > 0 => {
                (of, wraps) = (x, wraps - 1);
                Step::Wrap(type_range(bits, signed))
            }
            Form::Sum(terms, k) => {
                let inner = forms.sum(&terms, 0);
                let (factor, inner) = match terms[..] {
                    [(c, x)] => (c, x),
                    _ => forms.primitive(inner),
                };
                if inner == of || factor < 1 {
                    break;
                }
                of = inner;
                Step::Affine(factor, k)
            }
            _ => break,
        };
        match step {
            Step::Affine(factor, _) => slope.0 = slope.0.checked_mul(factor)?,
            Step::Floor(divisor) => slope.1 = slope.1.checked_mul(divisor)?,
            Step::Clamp(..) | Step::Wrap(_) => {}
        }
        steps.push(step);
    }
    steps.reverse();
    let rising = Rising { of, range: forms.range(of), steps, slope, drop: None };
    if !rising.is_small() {
        return None;
    }
    // What only shifts is short as it is.
    let scales = slope.1.count_ones() > 1 || rising.steps.iter().any(|step| matches!(step, Step::Affine(..)));
    if slope.1 > 1 && scales { rising.dropping() } else { None }
}

/// The last argument in a range at which a rising function is at most `value`, as it is at the first.
fn last_at_most(value: i128, (mut lo, hi): Range, at: impl Fn(i128) -> i128) -> i128 {
    let mut above = hi + 1;
    while above - lo > 1 {
        let middle = lo + (above - lo) / 2;
        if at(middle) <= value { lo = middle } else { above = middle }
    }
    lo
}

impl Rising {
    /// Whether what is computed on the way, and what comes of it, leaves room for multipliers. A rising function is at its
    /// largest at an end of its range.
    fn is_small(&self) -> bool {
        let small = |x: i128, bits: u32| x.unsigned_abs() < 1 << bits;
        let step = |x: i128, step: &Step| match *step {
            Step::Affine(factor, k) => factor.checked_mul(x)?.checked_add(k).filter(|x| small(*x, PARTS)),
            _ => Some(Self::through(std::slice::from_ref(step), x)),
        };
        [self.range.0, self.range.1].into_iter().all(|x| {
            let end = self.steps.iter().try_fold(x, step);
            small(x, RESULTS) && end.is_some_and(|y| small(y, RESULTS))
        })
    }

    fn at(&self, x: i128) -> i128 {
        Self::through(&self.steps, x)
    }

    fn through(steps: &[Step], x: i128) -> i128 {
        steps.iter().fold(x, |x, step| match *step {
            Step::Affine(factor, k) => factor * x + k,
            Step::Floor(divisor) => x.div_euclid(divisor),
            Step::Clamp(lo, hi) => x.clamp(lo, hi),
            Step::Wrap((lo, hi)) => x - if x > hi { hi - lo + 1 } else { 0 },
        })
    }

    /// With its range ended where it wraps, if it is constant from there on; `None` if it wraps otherwise.
    fn dropping(mut self) -> Option<Self> {
        let wraps: Vec<usize> = (0..self.steps.len()).filter(|&i| matches!(self.steps[i], Step::Wrap(_))).collect();
        let &[at] = &wraps[..] else { return wraps.is_empty().then_some(self) };
        let Step::Wrap((lo, hi)) = self.steps[at] else { return None };
        let before = |x: i128| Self::through(&self.steps[..at], x);
        let (first, last) = self.range;
        if before(first) < lo || before(first) > hi || before(last) > hi + (hi - lo + 1) {
            return None;
        }
        let end = last_at_most(hi, self.range, before);
        if end < last {
            let constant = self.at(last);
            if self.at(end + 1) != constant {
                return None;
            }
            self.drop = Some((end + 1, constant));
            self.range.1 = end;
        }
        Some(self)
    }

    /// What a scaling on a domain must do; at a bound that is clamped to, the far side is free.
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

    /// The ranges that the argument may be cut to, with the operations that this takes.
    fn domains(&self, clamp: Option<Range>, bits: u32) -> Vec<(Range, u32)> {
        let range = self.range;
        let fits = |r: Range| within(r, type_range(bits, true)) || within(r, type_range(bits, false));
        let fitting = fits(range);
        let mut out = vec![(range, 0)];
        if let Some((low, high)) = clamp {
            // Past these nothing but the bounds comes out.
            let at = |x| self.at(x);
            let lo = if at(range.0) == low { last_at_most(low, range, at) } else { range.0 };
            let hi = if at(range.1) == high { last_at_most(high - 1, range, at) + 1 } else { range.1 };
            let types = [(bits, true), (bits, false), (bits / 2, true), (bits / 2, false)];
            for (own, signed) in types {
                let (a, b) = type_range(own, signed);
                let cut = (range.0.max(a), range.1.min(b));
                if cut != range && within((lo, hi), cut) {
                    let narrowing = own == bits && !fitting;
                    out.push((
                        cut,
                        if narrowing { 0 } else { u32::from(cut.0 > range.0) + u32::from(cut.1 < range.1) },
                    ));
                }
            }
            let cuts = [((range.0, hi), 1), ((lo, range.1), 1), ((lo, hi), 2)];
            out.extend(cuts.into_iter().filter(|(cut, _)| *cut != range && cut.0 < cut.1));
        }
        out.retain(|(cut, _)| fits(*cut));
        out
    }

    /// What the function takes as it is written, but for clamps; `None` if it does not fit the width or is no such function.
    fn operations(&self, bits: u32) -> Option<u32> {
        let (mut total, mut range) = (0, self.range);
        for step in &self.steps {
            let one = std::slice::from_ref(step);
            range = (Self::through(one, range.0), Self::through(one, range.1));
            total += match *step {
                Step::Affine(factor, k) => u32::from(factor > 1) + u32::from(k != 0),
                Step::Floor(divisor) if divisor.count_ones() == 1 => 1,
                Step::Clamp(..) => 0,
                Step::Floor(_) | Step::Wrap(_) => return None,
            };
            if !within(range, type_range(bits, true)) && !within(range, type_range(bits, false)) {
                return None;
            }
        }
        Some(total)
    }

    /// The scalings of the fewest operations, those first.
    fn found(&self, clamp: Option<Range>, bits: u32, effort: &Effort<'_>) -> Result<Vec<Scaling>, Ended> {
        let mut out = vec![];
        for (domain, cutting) in self.domains(clamp, bits) {
            let Some(wanted) = self.wanted(domain, clamp, effort)? else { continue };
            for product in [Product::Whole, Product::Upper, Product::Rounded] {
                let biased = if product == Product::Whole { &[true][..] } else { &[false, true] };
                for &biased in biased {
                    let ups = 0..if product == Product::Whole { 1 } else { UPS };
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
        (product, bits): (Product, u32),
        (up, down): (u32, u32),
        biased: bool,
    ) -> Option<Scaling> {
        let (dropped, rounding) = match product {
            Product::Whole => (0, 0),
            Product::Upper => (bits, 0),
            Product::Rounded => (bits - 1, 1 << (bits - 2)),
        };
        let k = dropped + down;
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
            let value = (part(argument.0), part(argument.1));
            let possible = [true, false].into_iter().any(|signed| {
                let own = type_range(bits, signed);
                let multiplied = product == Product::Whole || within(argument, own) && within((m, m), own);
                multiplied && within(value, own) && (signed || product != Product::Rounded)
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
                let least = first.iter().map(|&(x, y)| (y << k) - m * x).max().unwrap_or(-m * domain.1);
                let most = last.iter().map(|&(x, y)| ((y + 1) << k) - 1 - m * x).min().unwrap_or(-m * domain.0);
                Some((least, most))
            }
            Wanted::Exactly(multiplier, r, shift) => ((m, k) == (*multiplier, *shift)).then_some((*r, *r)),
        }
    }
}

impl Scaling {
    fn build(self, forms: &mut Forms, Rising { of, drop, .. }: &Rising, clamp: Option<Range>) -> Id {
        let (of, whole) = (*of, forms.range(*of));
        let cut = if self.domain == whole { of } else { forms.raw_clamp(of, self.domain.0, self.domain.1) };
        let argument = forms.sum(&[(1 << self.up, cut)], self.offset);
        forms.constant(self.multiplier);
        let m = self.multiplier;
        let part = match self.product {
            Product::Whole => forms.sum(&[(m, argument)], self.bias),
            Product::Upper => {
                let product = forms.sum(&[(m, argument)], 0);
                forms.raw_shr(product, self.bits)
            }
            Product::Rounded => {
                let product = forms.sum(&[(m, argument)], 1 << (self.bits - 2));
                forms.raw_shr(product, self.bits - 1)
            }
        };
        let biased = if self.product == Product::Whole { part } else { forms.raw_plus(part, self.bias) };
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
