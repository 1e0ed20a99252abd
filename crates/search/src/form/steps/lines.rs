//! Functions of one integer that are straight lines on few intervals.
//!
//! Everything here is exact over all integers of the interval that a function is given on, and ends with `None` where a function needs more
//! lines than the bound, or values past 128 bits.
//!
//! A function is a row of pieces, of which each says up to where it holds; the first begins where the interval does. Rows are combined on the
//! intervals on which both are lines, and two lines give few lines again: a sum is one, an extremum and a comparison are two where the lines
//! cross, a wrap and a floor are one for each whole unit that is passed. A division says where lines cross; nothing is tried.

use super::super::Range;
use super::super::range::{power, type_range};
use crate::limits;

/// A straight line up to some value of the variable; it begins where the piece before it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The last value of the variable that it holds for.
    pub last: i128,
    /// The factor of the variable.
    pub factor: i128,
    /// The addend.
    pub offset: i128,
}

/// Lines on adjacent intervals, in order.
pub(super) type Pieces = Vec<Piece>;

impl Piece {
    /// A constant.
    pub fn flat(last: i128, offset: i128) -> Self {
        Piece { last, factor: 0, offset }
    }

    /// Its value.
    fn at(self, x: i128) -> Option<i128> {
        self.factor.checked_mul(x)?.checked_add(self.offset)
    }

    /// This line plus a multiple of another, up to where this one holds.
    fn plus(self, c: i128, other: Piece) -> Option<Piece> {
        let factor = self.factor.checked_add(c.checked_mul(other.factor)?)?;
        let offset = self.offset.checked_add(c.checked_mul(other.offset)?)?;
        Some(Piece { last: self.last, factor, offset })
    }

    /// The intervals on which it is within one unit, and the floor of its value by units there.
    ///
    /// Units begin at the origin, as a signed type's range does at its least number.
    fn units(self, own: Range, origin: i128, unit: i128) -> Option<Vec<(i128, i128)>> {
        let mut made = Vec::new();
        let mut low = own.0;
        loop {
            let at = self.at(low)?.checked_sub(origin)?.div_euclid(unit);
            let least = at.checked_mul(unit)?.checked_add(origin)?;
            let most = least.checked_add(unit - 1)?;
            let last = match self.factor {
                0 => own.1,
                1.. => most.checked_sub(self.offset)?.div_euclid(self.factor),
                _ => self.offset.checked_sub(least)?.div_euclid(-self.factor),
            };
            made.push((last.min(own.1), at));
            if last >= own.1 {
                return Some(made);
            }
            low = last + 1;
            if made.len() > limits::PIECES {
                return None;
            }
        }
    }

    /// The intervals on which it is negative or not: a line changes its sign once at most.
    fn signs(self, own: Range) -> Option<Vec<(i128, bool)>> {
        let is_negative = self.at(own.0)? < 0;
        self.at(own.1)?;
        let (magnitude, last) = (self.factor.checked_abs()?, self.offset);
        let turn = match self.factor {
            0 => own.1,
            // f x + o < 0 up to the floor of (-1 - o) / f; and -f x + o >= 0 up to that of o / f.
            1.. => (-1i128).checked_sub(last)?.div_euclid(magnitude),
            _ => last.div_euclid(magnitude),
        };
        if turn < own.0 || turn >= own.1 {
            return Some(vec![(own.1, is_negative)]);
        }
        Some(vec![(turn, is_negative), (own.1, !is_negative)])
    }
}

/// So many pieces, if they are few.
pub(super) fn bounded(pieces: Pieces) -> Option<Pieces> {
    (pieces.len() <= limits::PIECES).then_some(pieces)
}

/// Pieces that go on as they were are one.
pub(super) fn joined(pieces: Pieces) -> Pieces {
    let mut made: Pieces = Vec::new();
    for piece in pieces {
        match made.last_mut() {
            Some(before) if (before.factor, before.offset) == (piece.factor, piece.offset) => before.last = piece.last,
            _ => made.push(piece),
        }
    }
    made
}

/// A function of two functions, on each interval on which both are lines.
///
/// Both cover the whole interval, so that they end together. `join` gets the interval, and both lines cut to its end.
pub(super) fn both(
    p: &[Piece],
    q: &[Piece],
    domain: Range,
    join: impl Fn(Range, Piece, Piece) -> Option<Pieces>,
) -> Option<Pieces> {
    let (mut made, mut low) = (Vec::new(), domain.0);
    let (mut p, mut q) = (p.iter().copied().peekable(), q.iter().copied().peekable());
    while let (Some(&one), Some(&other)) = (p.peek(), q.peek()) {
        let last = one.last.min(other.last);
        made.extend(join((low, last), Piece { last, ..one }, Piece { last, ..other })?);
        p.next_if(|piece| piece.last == last);
        q.next_if(|piece| piece.last == last);
        low = last.saturating_add(1);
    }
    bounded(joined(made))
}

/// p + c q
pub(super) fn plus(p: &[Piece], c: i128, q: &[Piece], domain: Range) -> Option<Pieces> {
    both(p, q, domain, |_, p, q| Some(vec![p.plus(c, q)?]))
}

/// The smaller of two functions, or the larger.
pub(super) fn extremum(p: &[Piece], q: &[Piece], domain: Range, least: bool) -> Option<Pieces> {
    both(p, q, domain, |own, p, q| {
        let signs = p.plus(-1, q)?.signs(own)?;
        Some(signs.into_iter().map(|(last, is_less)| Piece { last, ..if is_less == least { p } else { q } }).collect())
    })
}

/// 1 where a function is below a bound, else 0.
pub(super) fn below(pieces: &[Piece], domain: Range, bound: i128) -> Option<Pieces> {
    let bound = [Piece::flat(domain.1, bound)];
    both(pieces, &bound, domain, |own, p, bound| {
        let signs = p.plus(-1, bound)?.signs(own)?;
        Some(signs.into_iter().map(|(last, is_below)| Piece::flat(last, is_below.into())).collect())
    })
}

/// 1 where a function is within bounds, else 0.
pub(super) fn between(pieces: &[Piece], domain: Range, bounds: Range) -> Option<Pieces> {
    let (under, up_to) = (below(pieces, domain, bounds.0)?, below(pieces, domain, bounds.1.checked_add(1)?)?);
    plus(&up_to, -1, &under, domain)
}

/// A function of each line on its own interval.
fn each(pieces: &[Piece], domain: Range, of: impl Fn(Range, Piece) -> Option<Pieces>) -> Option<Pieces> {
    both(pieces, &[Piece::flat(domain.1, 0)], domain, |own, p, _| of(own, p))
}

/// Reduced into the range of a type.
pub(super) fn wrapped(pieces: &[Piece], domain: Range, bits: u32, signed: bool) -> Option<Pieces> {
    let (unit, origin) = (power(bits)?, type_range(bits, signed).0);
    each(pieces, domain, |own, p| {
        let turns = p.units(own, origin, unit)?;
        let line = |(last, turn): (i128, i128)| {
            Some(Piece { last, offset: p.offset.checked_sub(turn.checked_mul(unit)?)?, ..p })
        };
        turns.into_iter().map(line).collect()
    })
}

/// The floor by a power of two, where it has few values.
pub(super) fn floors(pieces: &[Piece], domain: Range, k: u32) -> Option<Pieces> {
    let unit = power(k)?;
    each(pieces, domain, |own, p| {
        Some(p.units(own, 0, unit)?.into_iter().map(|(last, floor)| Piece::flat(last, floor)).collect())
    })
}

/// Whether all values are within bounds.
pub(super) fn are_within(pieces: &[Piece], domain: Range, bounds: Range) -> bool {
    between(pieces, domain, bounds).is_some_and(|truth| joined(truth) == [Piece::flat(domain.1, 1)])
}

/// The line and its bounds, where lines are those of a clamp: a constant, a line and a constant, of which one constant may be missing.
///
/// A clamp's line reaches its bound between the last value on one side and the first on the other. A line that stops before it reaches the
/// constant, or passes it first, is a jump, and no clamp.
pub(super) fn as_clamp(pieces: &[Piece], domain: Range) -> Option<(Piece, Range)> {
    let at = pieces.iter().position(|p| p.factor != 0)?;
    let (line, low) = (pieces[at], if at == 0 { domain.0 } else { pieces[at - 1].last + 1 });
    if at > 1 || pieces.len() > at + 2 || pieces.iter().filter(|p| p.factor != 0).count() > 1 {
        return None;
    }
    // A rising line is below the bound before its interval and not below it from there on; a falling one the other way round.
    let rises = line.factor > 0;
    let mut bounds = (i128::MIN, i128::MAX);
    let mut bound = |flat: Option<&Piece>, outside: Option<i128>, inside: i128, is_least: bool| {
        let Some(flat) = flat else { return Some(()) };
        let (outside, inside, k) = (line.at(outside?)?, line.at(inside)?, flat.offset);
        *(if is_least { &mut bounds.0 } else { &mut bounds.1 }) = k;
        let fits = if is_least { outside <= k && k <= inside } else { inside <= k && k <= outside };
        fits.then_some(())
    };
    bound(at.checked_sub(1).map(|i| &pieces[i]), low.checked_sub(1), low, rises)?;
    bound(pieces.get(at + 1), line.last.checked_add(1), line.last, !rises)?;
    Some((line, bounds))
}
