//! Carry-save sums: three narrow values as two.
//!
//! Bit by bit, a + b + c is their exclusive or plus twice their majority. So three values that are to be widened and added
//! become two, without a carry running through any of them, and a sum of nine bytes widens four values instead of nine.

use crate::form::{Form, Forms, Id, type_range, within};
use crate::layout::WIDTHS;
use crate::streams::Adder;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Times that what carry-save additions give is added so again.
const LEVELS: [u32; 2] = [1, 4];

/// A sum after carry-save additions, once over and as often as it goes; none where its terms need no widening. Such an addition is
/// put with `adders`.
pub(super) fn carry_save(forms: &mut Forms, id: Id, adders: &mut BTreeSet<Adder>) -> Vec<Id> {
    let Form::Sum(terms, constant) = forms.form(id).clone() else { return vec![] };
    let range = forms.range(id);
    // The narrowest width of which three terms or more are, and the sum is not.
    let narrow = WIDTHS.into_iter().find(|&bits| {
        let own = type_range(bits, false);
        let fitting = terms.iter().filter(|t| within(forms.range(t.1), own));
        fitting.count() > 2 && !within(range, own)
    });
    let Some(narrow) = narrow else { return vec![] };
    let reduced = |levels| reduced(forms, &terms, constant, narrow, levels, adders);
    let mut found: Vec<Id> = LEVELS.into_iter().filter_map(reduced).collect();
    found.dedup();
    found
}

/// The sum with groups of three terms of one coefficient replaced, `levels` deep.
fn reduced(
    forms: &mut Forms,
    terms: &[(i128, Id)],
    constant: i128,
    narrow: u32,
    levels: u32,
    adders: &mut BTreeSet<Adder>,
) -> Option<Id> {
    // For each coefficient the values that are still to be added, with the level they come from: the oldest first, so
    // that chains stay short.
    let (mut open, mut outside) = (BTreeMap::<i128, VecDeque<(Id, u32)>>::new(), vec![]);
    for &(c, x) in terms {
        if within(forms.range(x), type_range(narrow, false)) && !matches!(forms.form(x), Form::Bits(..)) {
            open.entry(c).or_default().push_back((x, 0));
        } else {
            outside.push((c, x));
        }
    }
    let ready = |group: &VecDeque<(Id, u32)>| group.len() > 2 && group[2].1 < levels;
    let mut any = false;
    while let Some(c) = open.iter().find(|(_, group)| ready(group)).map(|(c, _)| *c) {
        let three: Vec<(Id, u32)> = open.get_mut(&c)?.drain(..3).collect();
        let level = three[2].1 + 1;
        let adder = Adder::of(forms, [three[0].0, three[1].0, three[2].0], narrow);
        open.entry(c).or_default().push_back((adder.sum, level));
        open.entry(c.checked_mul(2)?).or_default().push_back((adder.carries, level));
        adders.insert(adder);
        any = true;
    }
    outside.extend(open.into_iter().flat_map(|(c, group)| group.into_iter().map(move |(x, _)| (c, x))));
    any.then(|| forms.raw_sum(outside, constant))
}
