//! Averages by the average of other values.
//!
//! Instruction sets average unsigned values and round up; Halide averages signed ones too, and rounds down as well. Both are
//! the same average of values that are moved or mirrored first: for signed ones, half of the range is added, which flips
//! the sign bit, and taken away from the average again, since (a + h + b + h + 1) / 2 = (a + b + 1) / 2 + h. For one that rounds down, floor((a + b) / 2) = m - floor((m - a + m - b + 1) / 2).

use super::super::form::{Form, Forms, Id, type_range, within};

/// The form as the rounded average of two that are never negative, moved back or mirrored; none where it is no average, or is that
/// already.
pub fn average(forms: &mut Forms, id: Id) -> Option<Id> {
    let Form::Shr(sum, 1) = *forms.form(id) else { return None };
    let (terms, k) = forms.linear(sum);
    let ([(1, a), (1, b)], 0..=1) = (&terms[..], k) else { return None };
    let (a, b) = (*a, *b);
    let fits = |bits: u32, signed: bool| [a, b].iter().all(|&x| within(forms.range(x), type_range(bits, signed)));
    // Unsigned before signed: nothing is moved.
    let widths = [(8, false), (8, true), (16, false), (16, true)];
    let (bits, signed) = widths.into_iter().find(|&(bits, signed)| fits(bits, signed))?;
    let (_, most) = type_range(bits, signed);
    let (sign, moved, back) = match (k, signed) {
        (0, _) => (-1, most, most),
        (_, true) => (1, most + 1, -most - 1),
        (_, false) => return None,
    };
    let (x, y) = (forms.raw_affine(sign, a, moved), forms.raw_affine(sign, b, moved));
    let average = forms.raw_average(x, y);
    Some(forms.raw_affine(sign, average, back))
}
