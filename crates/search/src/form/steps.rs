//! Saturation that a language without it spells with comparisons, masks and wraps.
//!
//! `x < 0 ? 0 : x > 255 ? 255 : x`, `x & ~255 ? (-x) >> 31 : x` and `select(x < 0, 0, umin(x, 255))` are one function of x. A list of
//! such spellings would never end. Each of them is made of steps that are straight lines on few intervals of x: a comparison is 1 and then
//! 0, a sign mask is -1 and then 0, a wrap is a line that starts again. So they are followed interval by interval, over all values that x
//! can have, and the whole is a clamp where its lines are those of one.
//!
//! An example, of x from -700 to 700 with the low byte taken:
//!
//! ```text
//! (uint32) x < 256        0 up to -1, 1 up to 255, 0
//! (-x) >> 31              0 up to 0, -1
//! one or the other        0 up to -1, x up to 255, -1
//! its low byte            0 up to -1, x up to 255, 255      = clamp(x, 0, 255)
//! ```
//!
//! The search has to guess x: it tries whatever the condition of a choice compares with a constant, and each part of that. A wrong guess
//! costs a few steps and finds nothing. Two variables are never followed together; `phrasing` has clamps between two of them.

mod lines;

use self::lines::{Piece, Pieces};
use super::range::type_range;
use super::{Bitwise, Form, Forms, Id, Range, Test};
use crate::layout::WIDTHS;
use crate::limits;

/// A function of one variable being followed.
struct Follower<'a> {
    forms: &'a Forms,
    /// The variable.
    variable: Id,
    /// Forms that may still be looked at.
    left: usize,
}

/// The line and the bounds of a clamp, and of how many bits its values are where it is one of unsigned numbers that are read with a sign: 255 is -1
/// in eight bits of C's `char`.
fn read(pieces: &[Piece], domain: Range) -> Option<(Piece, Range, Option<u32>)> {
    let clamp = |pieces: Pieces| lines::as_clamp(&lines::joined(pieces), domain);
    if let Some((line, bounds)) = clamp(pieces.to_vec()) {
        return Some((line, bounds, None));
    }
    let bits = WIDTHS.into_iter().find(|&bits| lines::are_within(pieces, domain, type_range(bits, true)))?;
    let (line, bounds) = clamp(lines::wrapped(pieces, domain, bits, false)?)?;
    Some((line, bounds, Some(bits)))
}

impl Forms {
    /// A choice as the clamp that it is.
    pub(super) fn stepped_select(&mut self, condition: Id, then: Id, other: Id) -> Option<Id> {
        let variables = self.variables(condition);
        self.clamp_of(&variables, |f, domain| f.choice(domain, condition, then, other))
    }

    /// A choice that is reduced into the range of a type, as the clamp that it is.
    pub(super) fn stepped_wrap(&mut self, of: Id, bits: u32, signed: bool) -> Option<Id> {
        let Form::Select(condition, ..) = *self.form(of) else { return None };
        let variables = self.variables(condition);
        self.clamp_of(&variables, |f, domain| {
            let pieces = f.pieces(of, domain)?;
            lines::wrapped(&pieces, domain, bits, signed)
        })
    }

    /// A value with a mask of its sign, as the clamp that it is: `x & ~(x >> 31)` is x where that is positive.
    ///
    /// A mask is told by its range: all other values that reach -1 and 0 reach more.
    pub(super) fn stepped_bits(&mut self, op: Bitwise, a: Id, b: Id) -> Option<Id> {
        let mask = [a, b].into_iter().find(|&id| self.range(id) == (-1, 0))?;
        let variables = self.variables(mask);
        self.clamp_of(&variables, |f, domain| f.bits(domain, op, a, b))
    }

    /// The variables that a condition or a mask may be a function of, the outermost first.
    ///
    /// Where x was reduced to sixteen bits before it is compared, the reduced value is the variable, as the sum below it would be a sawtooth.
    /// Where it was read without its sign for the comparison alone, the value below is. Both are tried.
    fn variables(&self, of: Id) -> Vec<Id> {
        let mut all = Vec::new();
        let mut at = of;
        while all.len() < limits::VARIABLES {
            at = match *self.form(at) {
                Form::Test(_, a, b) if self.as_const(a).is_some() => b,
                Form::Test(_, a, _) => a,
                Form::Bits(_, a, b) if self.as_const(a).is_some() => b,
                Form::Bits(_, a, b) if self.as_const(b).is_some() => a,
                Form::Wrap(a, ..) | Form::Clamp(a, ..) | Form::Shr(a, _) | Form::Select(a, ..) => a,
                Form::Sum(ref terms, _) if terms.len() == 1 => terms[0].1,
                _ => return all,
            };
            all.push(at);
        }
        all
    }

    /// The clamp of a variable that a function is.
    fn clamp_of(
        &mut self,
        variables: &[Id],
        function: impl Fn(&mut Follower<'_>, Range) -> Option<Pieces>,
    ) -> Option<Id> {
        for &variable in variables.iter().filter(|&&v| self.as_const(v).is_none()) {
            let domain = self.range(variable);
            let mut follower = Follower { forms: self, variable, left: limits::FOLLOWED };
            let Some(pieces) = function(&mut follower, domain) else { continue };
            let Some((line, bounds, read)) = read(&pieces, domain) else { continue };
            let line = self.sum(&[(line.factor, variable)], line.offset);
            let clamp = self.clamp(line, bounds.0, bounds.1);
            return Some(read.map_or(clamp, |bits| self.wrap(clamp, bits, true)));
        }
        None
    }
}

impl Follower<'_> {
    /// The lines of a form on an interval of the variable.
    fn pieces(&mut self, id: Id, domain: Range) -> Option<Pieces> {
        self.left = self.left.checked_sub(1)?;
        if let Some(line) = self.line(id, self.variable, domain.1) {
            return Some(vec![line]);
        }
        match *self.forms.form(id) {
            Form::Sum(ref terms, k) => {
                let mut total = vec![Piece::flat(domain.1, k)];
                for &(c, x) in terms {
                    let term = self.pieces(x, domain)?;
                    total = lines::plus(&total, c, &term, domain)?;
                }
                Some(total)
            }
            Form::Clamp(a, lo, hi) => {
                let a = self.pieces(a, domain)?;
                let cut = lines::extremum(&a, &[Piece::flat(domain.1, lo)], domain, false)?;
                lines::extremum(&cut, &[Piece::flat(domain.1, hi)], domain, true)
            }
            Form::Min(a, b) | Form::Max(a, b) => {
                let (p, q) = (self.pieces(a, domain)?, self.pieces(b, domain)?);
                lines::extremum(&p, &q, domain, matches!(self.forms.form(id), Form::Min(..)))
            }
            Form::Wrap(a, bits, signed) => {
                // A form that is the variable but for whole turns of a wider wrap is the variable here.
                let inner = match *self.forms.form(self.variable) {
                    Form::Wrap(inner, wide, _) if wide >= bits => self.line(a, inner, domain.1),
                    _ => None,
                };
                let a = inner.map_or_else(|| self.pieces(a, domain), |line| Some(vec![line]))?;
                lines::wrapped(&a, domain, bits, signed)
            }
            Form::Shr(a, k) => {
                let a = self.pieces(a, domain)?;
                lines::floors(&a, domain, k)
            }
            Form::Bits(op, a, b) => self.bits(domain, op, a, b),
            Form::Test(test, a, b) => self.test(domain, test, a, b),
            Form::Select(c, a, b) => self.choice(domain, c, a, b),
            _ => None,
        }
    }

    /// A form as a multiple of another's value and a constant.
    ///
    /// Sums are flat, so that `x + 128` of a sum x is no form with x in it: their terms are compared.
    fn line(&self, id: Id, of: Id, last: i128) -> Option<Piece> {
        let ((terms, k), (unit, j)) = (self.forms.linear(id), self.forms.linear(of));
        let Some(&(first, _)) = terms.first() else { return Some(Piece::flat(last, k)) };
        if terms.len() != unit.len() || first % unit[0].0 != 0 {
            return None;
        }
        let factor = first / unit[0].0;
        let is_multiple = terms.iter().zip(&unit).all(|(t, u)| t.1 == u.1 && u.0.checked_mul(factor) == Some(t.0));
        let offset = k.checked_sub(factor.checked_mul(j)?)?;
        is_multiple.then_some(Piece { last, factor, offset })
    }

    /// A choice: each branch is followed only where it is taken.
    ///
    /// That keeps lines few: the low byte of x is x in the branch where x is a byte, and a sawtooth everywhere else.
    fn choice(&mut self, domain: Range, condition: Id, then: Id, other: Id) -> Option<Pieces> {
        let mut made = Vec::new();
        let mut low = domain.0;
        for piece in lines::joined(self.pieces(condition, domain)?) {
            let taken = match (piece.factor, piece.offset) {
                (0, 0) => other,
                (0, 1) => then,
                _ => return None,
            };
            made.extend(self.pieces(taken, (low, piece.last))?);
            low = piece.last.checked_add(1)?;
        }
        lines::bounded(made)
    }

    /// 1 where a test holds, 0 elsewhere.
    fn test(&mut self, domain: Range, test: Test, a: Id, b: Id) -> Option<Pieces> {
        if test == Test::Equal
            && let Some((of, bits)) = self.forms.upper_bits(a, b).or_else(|| self.forms.upper_bits(b, a))
        {
            let of = self.pieces(of, domain)?;
            return lines::between(&of, domain, type_range(bits, false));
        }
        let (p, q) = (self.pieces(a, domain)?, self.pieces(b, domain)?);
        let difference = lines::plus(&p, -1, &q, domain)?;
        if test == Test::Equal {
            return lines::between(&difference, domain, (0, 0));
        }
        lines::below(&difference, domain, 0)
    }

    /// Bitwise operations of constants, and of a value with no bits or all of them; low bits are a wrap.
    fn bits(&mut self, domain: Range, op: Bitwise, a: Id, b: Id) -> Option<Pieces> {
        let (p, q) = (self.pieces(a, domain)?, self.pieces(b, domain)?);
        lines::both(&p, &q, domain, |own, p, q| {
            let last = own.1;
            if p.factor == 0 && q.factor == 0 {
                let value = match op {
                    Bitwise::And => p.offset & q.offset,
                    Bitwise::Or => p.offset | q.offset,
                    Bitwise::Xor => p.offset ^ q.offset,
                };
                return Some(vec![Piece::flat(last, value)]);
            }
            let (mask, value) = if p.factor == 0 { (p, q) } else { (q, p) };
            match (op, mask.factor, mask.offset) {
                (Bitwise::And, 0, 0) | (Bitwise::Or, 0, -1) => Some(vec![Piece::flat(last, mask.offset)]),
                (Bitwise::And, 0, -1) | (Bitwise::Or | Bitwise::Xor, 0, 0) => Some(vec![value]),
                (Bitwise::Xor, 0, -1) => {
                    let (factor, offset) = (value.factor.checked_neg()?, value.offset.checked_neg()?.checked_sub(1)?);
                    Some(vec![Piece { last, factor, offset }])
                }
                (Bitwise::And, 0, low) if low > 0 && low & (low + 1) == 0 => {
                    lines::wrapped(&[value], own, low.count_ones(), false)
                }
                _ => None,
            }
        })
    }
}

impl Forms {
    /// For a test of the upper bits of a value against zero: the value, and how many bits below are not tested.
    ///
    /// `x & ~255` itself would be a staircase of as many lines as x has bytes. That it is zero says no more than that x is from 0 to 255,
    /// whatever the type's width, as long as the mask has every bit that x can have.
    fn upper_bits(&self, masked: Id, zero: Id) -> Option<(Id, u32)> {
        let Form::Bits(Bitwise::And, a, b) = *self.form(masked) else { return None };
        let (of, mask) = if let Some(mask) = self.as_const(a) { (b, mask) } else { (a, self.as_const(b)?) };
        let (below, (lo, hi)) = (mask.trailing_zeros(), self.range(of));
        if self.as_const(zero) != Some(0) || below > limits::UNTESTED_BITS {
            return None;
        }
        // Every bit that a value of this range has, and one of its sign.
        let magnitude = |v: i128| 128 - (if v < 0 { !v } else { v }).leading_zeros();
        let bits = magnitude(lo).max(magnitude(hi)) + u32::from(lo < 0);
        (below + (mask >> below).trailing_ones() >= bits).then_some((of, below))
    }
}
