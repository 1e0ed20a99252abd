//! Sums and extrema of many neighbours by sums and extrema of few.
//!
//! x(0) + x(1) + x(2) + x(3) + x(4) is q(0) + q(2) + x(4), where q(i) = x(i) + x(i + 1): the lanes of q(2) are those of q(0), two places
//! further. An extremum may look at an element twice, so that of seven it is one of four and of the four that begin three places further.
//!
//! ```text
//! registers of q(0)     0 1 2 3 4 5 6 7 | 8 9 ...
//! registers of q(2)     2 3 4 5 6 7 8 9 | ...        two of them shuffled together are one of these
//! ```
//!
//! It pays where a window has several registers: past the end of the last one, q(2) has to be computed. So the front ends ask for some
//! iterations of a loop at once.

use super::columns::{extremum_like, operands};
use crate::form::{Form, Forms, Id};
use crate::streams::Translates;
use std::collections::BTreeMap;

/// The fewest neighbours that are worth it: of three there is one pair, whose lanes nobody else needs.
const NEIGHBOURS: usize = 4;

/// A form with runs of neighbours made of shorter ones, in the ways that there are.
pub(super) fn runs(forms: &mut Forms, translates: &Translates, id: Id) -> Vec<Id> {
    match forms.form(id).clone() {
        Form::Sum(terms, constant) => sum(forms, translates, &terms, constant),
        Form::Min(..) | Form::Max(..) => extremum(forms, translates, id),
        _ => vec![],
    }
}

/// Neighbours of one class and of one coefficient, in their order.
///
/// Of `2 * x(0) + 2 * x(1) + 3 * x(2)` the first two are neighbours: a pair with one factor needs one product.
type Run = (i128, Vec<Id>);

/// The runs of neighbours that are long enough, and the terms that are in none.
///
/// A term that stands at a place twice is in a run once: forms of a sum are different, but two of them may read the same place.
fn found(translates: &Translates, terms: &[(i128, Id)]) -> (Vec<Run>, Vec<(i128, Id)>) {
    let (mut alike, mut outside) = (BTreeMap::<(u32, i128), BTreeMap<i64, Id>>::new(), vec![]);
    for &(c, x) in terms {
        let place = translates.of(x).and_then(|t| Some((t.class, t.at?)));
        let twice = place.and_then(|(class, at)| alike.entry((class, c)).or_default().insert(at, x));
        outside.extend(place.is_none().then_some((c, x)));
        outside.extend(twice.map(|other| (c, other)));
    }
    let mut runs = vec![];
    for ((_, c), places) in alike {
        let mut run: Vec<(i64, Id)> = vec![];
        let mut end = |run: &mut Vec<(i64, Id)>| {
            let run: Vec<Id> = run.drain(..).map(|place| place.1).collect();
            if run.len() >= NEIGHBOURS {
                runs.push((c, run));
            } else {
                outside.extend(run.into_iter().map(|x| (c, x)));
            }
        };
        for (at, x) in places {
            if run.last().is_some_and(|last| last.0 + 1 != at) {
                end(&mut run);
            }
            run.push((at, x));
        }
        end(&mut run);
    }
    (runs, outside)
}

/// A sum with neighbours added in pairs, and with those of a half: of seven, the first three and the three after them.
///
/// Pairs save most additions, and each but the first one is shuffled from the first; of halves only the second one is. Which of the two
/// is cheaper depends on how many shuffles a CPU does beside its additions.
fn sum(forms: &mut Forms, translates: &Translates, terms: &[(i128, Id)], constant: i128) -> Vec<Id> {
    let (runs, outside) = found(translates, terms);
    if runs.is_empty() {
        return vec![];
    }
    let mut by = |parts: fn(usize) -> usize| {
        let mut whole = outside.clone();
        for (c, run) in &runs {
            for part in run.chunks(parts(run.len())) {
                let ones: Vec<(i128, Id)> = part.iter().map(|x| (1, *x)).collect();
                whole.push((*c, if part.len() == 1 { part[0] } else { forms.sum(&ones, 0) }));
            }
        }
        forms.raw_sum(whole, constant)
    };
    let mut found = vec![by(|_| 2), by(|len| len / 2)];
    found.dedup();
    found
}

/// An extremum of pairs, and one of extrema of twice as many elements each time, up to two that have all.
///
/// Of seven elements the second one is m(0) and m(3), where m(i) = max(p(i), p(i + 2)) has four of them, and p(i) a pair. They share
/// element 3, which does no harm.
fn extremum(forms: &mut Forms, translates: &Translates, id: Id) -> Vec<Id> {
    let join = extremum_like(forms, id);
    let Some(elements) = operands(forms, id) else { return vec![] };
    let terms: Vec<(i128, Id)> = elements.into_iter().map(|x| (1, x)).collect();
    let (runs, outside) = found(translates, &terms);
    if runs.is_empty() {
        return vec![];
    }
    let (mut by_pairs, mut by_two) = (vec![], vec![]);
    for (_, run) in runs {
        let pairs: Vec<Id> = run.windows(2).map(|pair| join(forms, pair[0], pair[1])).collect();
        by_pairs.extend(pairs.iter().step_by(2).copied());
        by_pairs.extend((run.len() % 2 == 1).then(|| run[run.len() - 1]));
        let (mut level, mut size) = (pairs, 2);
        while 2 * size <= run.len() {
            level = (0..level.len() - size).map(|i| join(forms, level[i], level[i + size])).collect();
            size *= 2;
        }
        by_two.extend([level[0], level[level.len() - 1]]);
    }
    let mut whole = |parts: Vec<Id>| {
        let all = parts.into_iter().chain(outside.iter().map(|term| term.1));
        all.reduce(|a, b| join(forms, a, b))
    };
    [by_pairs, by_two].into_iter().filter_map(&mut whole).collect()
}
