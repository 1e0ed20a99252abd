//! Between which floats a value lies.
//!
//! A bounded value is no NaN. Rounding keeps order, so that sums, differences and products of bounded values lie between the rounded ones of
//! their bounds; a choice by a comparison bounds each way by what was compared:
//!
//! ```text
//! x < 255 ? x : 255       at most 255, also of a NaN, which is less than nothing
//! ```
//!
//! Terms of a proof and forms of a search are followed by the same rules.

use crate::expr::Op;
use crate::range::Interval;
use crate::types::Type;

/// The least and the greatest value; binary64 holds those of every format.
pub type Bounds = (f64, f64);

/// The number that a pattern is in a format of 32 or 64 bits, as bounds; none of a NaN.
pub fn of_number(bits: u64, ty: Type) -> Option<Bounds> {
    let number = if ty.bits == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) };
    (!number.is_nan()).then_some((number, number))
}

/// Of integers between two, converted to a format of 32 or 64 bits.
pub fn of_integers((low, high): Interval, ty: Type) -> Bounds {
    // Each is rounded once.
    let converted = |v: i128| if ty.bits == 32 { (v as f32).into() } else { v as f64 };
    (converted(low), converted(high))
}

/// Of a sum, a difference or a product in a format of 32 or 64 bits.
pub fn of_arithmetic(op: &Op, a: Bounds, b: Bounds, ty: Type) -> Option<Bounds> {
    let exact: fn(f64, f64) -> f64 = match op {
        Op::Add => |a, b| a + b,
        Op::Sub => |a, b| a - b,
        Op::Mul => |a, b| a * b,
        _ => return None,
    };
    // Of two numbers of binary32, binary64 rounds before binary32 does, which changes nothing: 53 bits are at least twice 24 and two more.
    let rounded = |v: f64| if ty.bits == 32 { (v as f32).into() } else { v };
    let ends = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| rounded(exact(a, b)));
    // An infinite value, or one that may be no number, has no bounds.
    let known = ends.iter().all(|v| v.is_finite());
    known.then(|| (ends.into_iter().fold(ends[0], f64::min), ends.into_iter().fold(ends[0], f64::max)))
}

/// A choice by a comparison that holds where `less` is less than `more`, or where it is less or the same.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Bounds of what is compared.
    pub less: Option<Bounds>,
    /// Of the other side.
    pub more: Option<Bounds>,
    /// The value where it holds.
    pub then: Way,
    /// The value elsewhere.
    pub other: Way,
}

/// One way of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Its bounds by themselves.
    pub bounds: Option<Bounds>,
    /// Whether it is what may be less.
    pub is_less: bool,
    /// Whether it is what may be more.
    pub is_more: bool,
}

impl Choice {
    /// The bounds of what is chosen: each way by what the comparison says of it.
    pub fn bounds(self) -> Option<Bounds> {
        const EVERYTHING: Bounds = (f64::NEG_INFINITY, f64::INFINITY);
        let (mut then, mut other) = (self.then.bounds, self.other.bounds);
        // Where it holds neither side is a NaN.
        if let Some((_, most)) = self.more.filter(|_| self.then.is_less) {
            let own = then.unwrap_or(EVERYTHING);
            then = Some((own.0, own.1.min(most)));
        }
        if let Some((least, _)) = self.less.filter(|_| self.then.is_more) {
            let own = then.unwrap_or(EVERYTHING);
            then = Some((own.0.max(least), own.1));
        }
        // Elsewhere the order is turned round only if neither can be one.
        if let Some(((least, _), own)) = self.more.zip(other).filter(|_| self.other.is_less) {
            other = Some((own.0.max(least), own.1));
        }
        if let Some(((_, most), own)) = self.less.zip(other).filter(|_| self.other.is_more) {
            other = Some((own.0, own.1.min(most)));
        }
        let (then, other) = (then?, other?);
        // Of a way that is never taken nothing follows.
        let in_order = then.0 <= then.1 && other.0 <= other.1;
        in_order.then(|| (then.0.min(other.0), then.1.max(other.1)))
    }
}

/// The least and the greatest integer part.
pub fn whole((low, high): Bounds) -> Option<Interval> {
    // A float past all integer types becomes an integer past them.
    (low.is_finite() && high.is_finite()).then_some((low as i128, high as i128))
}
