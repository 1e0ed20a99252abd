//! Scalings: a rising function of one value, by one multiplication at a narrow width.
//!
//! Quantised arithmetic multiplies by a wide constant, adds half of a power of two, divides by it, adds a zero point and
//! saturates. All of that is one rising step function of one value. Over the values that it can have, and only as far as
//! it does not saturate, a shorter multiplier with another bias often has its steps at the same places:
//! floor((m x + r) / 2^k) is right for the whole range if it is right at both ends of each step, so every pair (m, k)
//! leaves an interval for r, and the search is exact. Bias and zero point become one constant.
//!
//! An example: (x * 1518500250 + 2^36) >> 37, plus 12, clamped to [0, 255], is a product of 32 by
//! 32 bits. On the x where it does not saturate, some 23000 values, a 16-bit multiplier with
//! rounding (pmulhrsw) has its steps at the same places: half the registers, and one instruction
//! for product, rounding and shift.
//!
//! Scalings are forms like any other. That they are right on all of the range is by construction;
//! that the range is right is the window's fact, and the finished program is proved like every
//! candidate.

mod averages;
mod floats;
mod medians;
mod multipliers;
mod rising;

pub use averages::average;

use super::form::{Form, Forms, Id};
use isotope_smt::effort::{Effort, Ended};
use rising::rising;

/// The widths of a multiplication, in bits.
const WIDTHS: [u32; 2] = [16, 32];

/// Forms that have the values of `id`, by a multiplication that is right on the range; none where there is no such.
pub fn scalings(forms: &mut Forms, id: Id, effort: &Effort<'_>) -> Result<Vec<Id>, Ended> {
    effort.spend(1)?;
    if let Some(average) = average(forms, id) {
        return Ok(vec![average]);
    }
    if let Some(widened) = floats::widened(forms, id) {
        return Ok(vec![widened]);
    }
    if let Some(median) = medians::median(forms, id) {
        return Ok(vec![median]);
    }
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
