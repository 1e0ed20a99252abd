//! Rising step functions of one value: what a form is of another one.
//!
//! A rising function is written as a list of steps, innermost first, each rising itself. It is
//! evaluated on numbers; where it is constant for long, the next change is found by bisection, so
//! that looking at a function takes its steps' number and not its range's.

use crate::form::{Form, Forms, Id, Range, type_range, within};

/// Bits of a value that is looked at, before and after, and on the way.
const RESULTS: u32 = 62;

/// See [`RESULTS`].
const PARTS: u32 = 100;

/// One rising step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Times a positive factor, plus a constant.
    Affine(i128, i128),
    /// Divided, rounded down.
    Floor(i128),
    Clamp(i128, i128),
    /// Reduced into a range from above.
    Wrap(Range),
}

/// A form as a rising function of another.
pub(super) struct Rising {
    pub(super) of: Id,
    /// The values that the other form can have.
    pub(super) range: Range,
    /// Innermost first.
    pub(super) steps: Vec<Step>,
    /// Numerator and denominator, where it does not saturate.
    pub(super) slope: (i128, i128),
    /// From where on it is constant after all, and at what: past a bound what was saturated may have wrapped.
    pub(super) drop: Option<(i128, i128)>,
}

/// A form as a function of another one, seen through so many wraps.
pub(super) fn rising(forms: &mut Forms, id: Id, wraps: usize) -> Option<Rising> {
    let (mut of, mut steps, mut slope, mut wraps) = (id, vec![], (1i128, 1i128), wraps);
    loop {
        // One step down, as long as it rises: a factor must be positive, a divisor is.
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
    // They were met from outside in.
    steps.reverse();
    let rising = Rising { of, range: forms.range(of), steps, slope, drop: None };
    if !rising.is_small() {
        return None;
    }
    // A form that only shifts is short as it is.
    let scales = slope.1.count_ones() > 1 || rising.steps.iter().any(|step| matches!(step, Step::Affine(..)));
    if slope.1 > 1 && scales { rising.dropping() } else { None }
}

/// The last argument in a range at which a rising function is at most `value`, as it is at the first.
pub(super) fn last_at_most(value: i128, (mut lo, hi): Range, at: impl Fn(i128) -> i128) -> i128 {
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
    ///
    /// 128-bit arithmetic must not overflow in anything that is computed from here on.
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

    /// Its value.
    pub(super) fn at(&self, x: i128) -> i128 {
        Self::through(&self.steps, x)
    }

    /// The value after some of the steps.
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
        // The last argument that does not wrap.
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

    /// The ranges that the argument may be cut to, with the operations that this takes.
    ///
    /// A cut argument is cheaper to multiply if it then fits the width, and a cut to what a type
    /// holds may be free: a saturating narrowing does it.
    pub(super) fn domains(&self, clamp: Option<Range>, bits: u32) -> Vec<(Range, u32)> {
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
            // Cut where nothing but a bound comes out any more, on one side or on both.
            let cuts = [((range.0, hi), 1), ((lo, range.1), 1), ((lo, hi), 2)];
            out.extend(cuts.into_iter().filter(|(cut, _)| *cut != range && cut.0 < cut.1));
        }
        out.retain(|(cut, _)| fits(*cut));
        out
    }

    /// The number of the function's operations as it is written, but for clamps; `None` if it does not fit the width or is no such function.
    pub(super) fn operations(&self, bits: u32) -> Option<u32> {
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
}
