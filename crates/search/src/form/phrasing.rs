//! One form for one operation that is written with others: averages and differences by bits, extrema and choices.
//!
//! All of these are identities of integers, whatever their sign and size:
//!
//! - max(a, b) - min(a, b) = |a - b|, and max(a, b) + min(a, b) = a + b;
//! - a + b = 2 (a & b) + (a ^ b), so that (a & b) + ((a ^ b) >> 1) = (a + b) >> 1, and (a | b) - ((a ^ b) >> 1) = (a + b + 1) >> 1;
//! - (a >> 1) + (b >> 1) + (a & b & 1) = (a + b) >> 1, and with (a | b) & 1 it is (a + b + 1) >> 1;
//! - a + ((b - a) >> 1) = (a + b) >> 1, as whatever is added to a floor moves into it;
//! - max(a - b, 0) + max(b - a, 0) = |a - b|, and so it is with `|` and `^`, for one of the two is zero;
//! - a choice by a < b between a and b is an extremum, and between their differences a magnitude or a difference that is cut at zero.
//!
//! The first of the averages follows from the sum by halving both sides: 2 (a & b) is even, and a floor by two takes it out. For the second,
//! 2 (a | b) = (a + b) + (a ^ b).
//!
//! A front end writes the left sides because its types have no room for the sum, or its language no such operation. A sum that contains
//! one is not written so any more, so that what it is added to does not hide it.

use super::{Bitwise, Form, Forms, Id, Test};

/// Which terms of a sum are one operation, and what stands in their place.
type Joined = (Vec<Id>, Vec<(i128, Id)>);

impl Forms {
    /// A sum with some of its terms as one operation; `None` where none are.
    pub(super) fn joined(&mut self, terms: &[(i128, Id)], constant: i128) -> Option<Id> {
        if let Some(floor) = self.within_floor(terms, constant) {
            return Some(floor);
        }
        let one = |f: &mut Self, term| {
            f.extrema(terms, term).or_else(|| f.average(terms, term)).or_else(|| f.cut(terms, term))
        };
        let (used, made) = terms.iter().find_map(|&term| one(self, term))?;
        let rest = terms.iter().filter(|(_, x)| !used.contains(x));
        let all: Vec<(i128, Id)> = rest.copied().chain(made).collect();
        Some(self.sum(&all, constant))
    }

    /// The coefficient in a sum of a form that there is.
    fn coefficient(&self, terms: &[(i128, Id)], form: &Form) -> Option<(i128, Id)> {
        let id = *self.index.get(form)?;
        terms.iter().find(|(_, x)| *x == id).copied()
    }

    /// Both extrema of two values: which terms they are, and what stands in their place.
    fn extrema(&mut self, terms: &[(i128, Id)], (c, x): (i128, Id)) -> Option<Joined> {
        let Form::Max(a, b) = *self.form(x) else { return None };
        let (d, least) = self.coefficient(terms, &Form::Min(a, b))?;
        let made = if d == c {
            vec![(c, a), (c, b)]
        } else if d == c.wrapping_neg() {
            let difference = self.sub(a, b);
            vec![(c, self.abs(difference))]
        } else {
            return None;
        };
        Some((vec![x, least], made))
    }

    /// An average by the bits of what is averaged: which terms it is, and the average.
    fn average(&mut self, terms: &[(i128, Id)], (c, x): (i128, Id)) -> Option<Joined> {
        // The and, or and exclusive or of two values are forms of the same pair, which finds one from another.
        let common = |op, a, b| Form::Bits(op, a, b);
        let (used, (c, a, b), rounding) = match *self.form(x) {
            Form::Shr(differing, 1) => {
                let Form::Bits(Bitwise::Xor, a, b) = *self.form(differing) else { return None };
                if let Some((_, both)) = self.coefficient(terms, &common(Bitwise::And, a, b)).filter(|t| t.0 == c) {
                    (vec![x, both], (c, a, b), 0)
                } else {
                    let any = self.coefficient(terms, &common(Bitwise::Or, a, b))?;
                    (any.0 == c.wrapping_neg()).then_some((vec![x, any.1], (any.0, a, b), 1))?
                }
            }
            Form::Bits(Bitwise::And, p, q) => {
                let (one, of) = if self.as_const(p).is_some() { (p, q) } else { (q, p) };
                let Form::Bits(op, a, b) = *self.form(of) else { return None };
                let rounding = match op {
                    Bitwise::And => 0,
                    Bitwise::Or => 1,
                    Bitwise::Xor => return None,
                };
                let halves = [a, b].map(|of| self.coefficient(terms, &Form::Shr(of, 1)).filter(|t| t.0 == c));
                let [Some(first), Some(second)] = halves else { return None };
                (self.as_const(one) == Some(1)).then_some((vec![x, first.1, second.1], (c, a, b), rounding))?
            }
            _ => return None,
        };
        let sum = self.sum(&[(1, a), (1, b)], rounding);
        Some((used, vec![(c, self.shr(sum, 1))]))
    }

    /// A sum with one floor, of which it cancels some terms: as that floor alone.
    fn within_floor(&mut self, terms: &[(i128, Id)], constant: i128) -> Option<Id> {
        let floors = |t: &&(i128, Id)| t.0 == 1 && matches!(self.form(t.1), Form::Shr(..));
        let mut all = terms.iter().filter(floors);
        let (Some(&(_, floor)), None) = (all.next(), all.next()) else { return None };
        let Form::Shr(of, k) = *self.form(floor) else { return None };
        let (inner, _) = self.linear(of);
        let rest: Vec<(i128, Id)> = terms.iter().copied().filter(|t| t.1 != floor).collect();
        if constant != 0 || k > 16 {
            return None;
        }
        // Only where that cancels something: a sum that grew would be computed at more bits than its parts.
        let cancels = |&(c, x): &(i128, Id)| {
            let inside = inner.iter().find(|t| t.1 == x).map(|t| t.0);
            let moved = c.checked_mul(1 << k);
            let both = inside.zip(moved.and_then(|moved| moved.checked_add(inside?)));
            both.is_some_and(|(before, after)| after.unsigned_abs() <= before.unsigned_abs())
        };
        if !rest.iter().all(cancels) {
            return None;
        }
        let moved = rest.iter().map(|&(c, x)| Some((c.checked_mul(1 << k)?, x))).collect::<Option<Vec<_>>>()?;
        let whole = self.sum(&[vec![(1, of)], moved].concat(), 0);
        Some(self.shr(whole, k))
    }

    /// Both differences of two values, each cut at zero, as saturating subtractions of unsigned values are: which terms they are, and the magnitude.
    fn cut(&mut self, terms: &[(i128, Id)], (c, x): (i128, Id)) -> Option<Joined> {
        let Form::Clamp(of, 0, _) = *self.form(x) else { return None };
        let both = terms.iter().filter(|t| t.0 == c && t.1 > x && matches!(self.form(t.1), Form::Clamp(_, 0, _)));
        let other = both.map(|t| t.1).find(|&other| self.is_other_way(x, other))?;
        Some((vec![x, other], vec![(c, self.abs(of))]))
    }

    /// The magnitude that two values are together of which one is zero, as differences that are cut there.
    pub(super) fn both_ways(&mut self, a: Id, b: Id) -> Option<Id> {
        let Form::Clamp(of, 0, _) = *self.form(a) else { return None };
        self.is_other_way(a, b).then(|| self.abs(of))
    }

    /// Whether two forms are x and -x, each cut at zero and nowhere else.
    fn is_other_way(&self, a: Id, b: Id) -> bool {
        let (Form::Clamp(p, 0, above_p), Form::Clamp(q, 0, above_q)) = (self.form(a), self.form(b)) else {
            return false;
        };
        let ((of_p, k), (of_q, l)) = (self.linear(*p), self.linear(*q));
        let turned =
            of_p.len() == of_q.len() && of_p.iter().zip(&of_q).all(|(x, y)| x.1 == y.1 && x.0 == y.0.wrapping_neg());
        turned && k == l.wrapping_neg() && *above_p >= self.range(*p).1 && *above_q >= self.range(*q).1
    }

    /// A choice by an order as an extremum, a magnitude or a clamp; `None` where it is none of them.
    ///
    /// A comparison of two values and a choice between what is made of them is how C writes all of these. Nested choices are taken apart
    /// from within: the inner one is a clamp at one bound by the time the outer one is looked at, so that two of them are one clamp.
    pub(super) fn chosen(&mut self, condition: Id, then: Id, other: Id) -> Option<Id> {
        let Form::Test(Test::Less, a, b) = *self.form(condition) else { return None };
        if let Some(extremum) = self.extremum((a, b), then, other) {
            return Some(extremum);
        }
        // Where the condition holds, b - a is positive; where it does not, a - b is not negative.
        // Differences are reduced into the type that they are written in, and so is what stands for them.
        let open = |f: &Self, id: Id| match *f.form(id) {
            Form::Wrap(inner, bits, signed) => (inner, Some((bits, signed))),
            _ => (id, None),
        };
        let ((p, of_p), (q, of_q)) = (open(self, then), open(self, other));
        let wrap = of_p.or(of_q);
        let is_zero = |f: &Self, id: Id| f.as_const(id) == Some(0);
        let made = if is_zero(self, q) {
            self.is_difference(p, b, a).then(|| self.cut_at_zero(p))?
        } else if is_zero(self, p) {
            self.is_difference(q, a, b).then(|| self.cut_at_zero(q))?
        } else if of_p == of_q && self.is_difference(p, b, a) && self.is_difference(q, a, b) {
            self.abs(p)
        } else {
            return None;
        };
        Some(wrap.map_or(made, |(bits, signed)| self.wrap(made, bits, signed)))
    }

    /// A choice by a < b between the two, or between one that is constant and the other within bounds on both sides of that.
    fn extremum(&mut self, (a, b): (Id, Id), then: Id, other: Id) -> Option<Id> {
        if (then, other) == (a, b) {
            return Some(self.min(a, b));
        }
        if (then, other) == (b, a) {
            return Some(self.max(a, b));
        }
        let clamped = |f: &Self, id: Id, of: Id, k: i128| match *f.form(id) {
            Form::Clamp(x, lo, hi) => x == of && lo <= k && k <= hi,
            _ => false,
        };
        let (of, k, least) = match (self.as_const(a), self.as_const(b)) {
            // Below the constant, it or the other.
            (None, Some(k)) => (a, k, then == b),
            (Some(k), None) => (b, k, other == a),
            _ => return None,
        };
        let (constant, value) = if [a, b].contains(&then) { (then, other) } else { (other, then) };
        if self.as_const(constant) != Some(k) || !clamped(self, value, of, k) {
            return None;
        }
        Some(if least { self.max(value, constant) } else { self.min(value, constant) })
    }

    /// Whether a form is `a - b`; forms that are no sums are not looked at, so that few differences are made in vain.
    fn is_difference(&mut self, id: Id, a: Id, b: Id) -> bool {
        matches!(self.form(id), Form::Sum(..)) && self.sub(a, b) == id
    }

    /// A form where it is positive, else zero.
    fn cut_at_zero(&mut self, id: Id) -> Id {
        let most = self.range(id).1.max(0);
        self.clamp(id, 0, most)
    }
}
