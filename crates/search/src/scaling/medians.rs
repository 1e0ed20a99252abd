//! Medians of three by the smaller of each pair.
//!
//! The usual way is max(min(a, b), min(max(a, b), c)), four steps one after the other. Of the smaller values of the three pairs two are the
//! least of all and the third is the median, so that the median is the bitwise sum of all three: where logic of three operands is one
//! instruction, that is three steps and one, and the first three do not wait for each other. Such an instruction is found by value.

use super::super::form::{Form, Forms, Id};

/// The form as the greatest of the smaller of each pair; none where it is no median of three, or is that already.
///
/// It is an alternative and no rewriting: without such an instruction the usual way has a step less.
pub(super) fn median(forms: &mut Forms, id: Id) -> Option<Id> {
    let [a, b, c] = three(forms, id)?;
    let pairs = [forms.min(a, b), forms.min(a, c), forms.min(b, c)];
    let two = forms.max(pairs[0], pairs[1]);
    Some(forms.max(two, pairs[2])).filter(|made| *made != id)
}

/// The values that a form is the median of.
fn three(forms: &Forms, id: Id) -> Option<[Id; 3]> {
    // The outer operation, and whether it is of these two: an inner one of the same pair, and the other way round of the third.
    let (x, y, outer_is_max) = match *forms.form(id) {
        Form::Max(x, y) => (x, y, true),
        Form::Min(x, y) => (x, y, false),
        _ => return None,
    };
    let inner = |of: Id, is_max: bool| match *forms.form(of) {
        Form::Max(a, b) if is_max => Some((a, b)),
        Form::Min(a, b) if !is_max => Some((a, b)),
        _ => None,
    };
    [(x, y), (y, x)].into_iter().find_map(|(pair, rest)| {
        let (a, b) = inner(pair, !outer_is_max)?;
        let (p, q) = inner(rest, !outer_is_max)?;
        let third = |bound: Id, c: Id| (inner(bound, outer_is_max) == Some((a, b))).then_some([a, b, c]);
        third(p, q).or_else(|| third(q, p))
    })
}
