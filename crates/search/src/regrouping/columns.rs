//! Sums and extrema by columns: first over what begins at one place, then over the places.
//!
//! sum of c(i, j) x(i, j), row i and place j, is sum of r(j) q(j) wherever the columns q(j) = sum of s(i) x(i, j) are translates
//! of one another up to a factor r(j): a stencil that is separable, or one whose rows are added up. Minima and maxima need no
//! factors. It pays from three columns on, because the outermost two are computed in any case.

use crate::form::{Form, Forms, Id, gcd};
use crate::streams::Translates;
use std::collections::BTreeMap;

/// The fewest columns that are worth it.
const COLUMNS: usize = 3;

/// The fewest elements of a column: of one there is nothing to share but its load.
const ROWS: usize = 2;

/// Operands of one extremum that are looked at.
const OPERANDS: usize = 256;

/// A form by columns, in the ways that there are.
pub(super) fn columns(forms: &mut Forms, translates: &Translates, id: Id) -> Vec<Id> {
    match forms.form(id).clone() {
        Form::Sum(terms, constant) => sum(forms, translates, &terms, constant),
        Form::Min(..) | Form::Max(..) => extremum(forms, translates, id).into_iter().collect(),
        _ => vec![],
    }
}

/// A column up to its place and its factor: the classes of its elements, with their coefficients.
type Profile = Vec<(u32, i128)>;

/// A sum's terms at one place.
struct Column {
    factor: i128,
    terms: Vec<(i128, Id)>,
    profile: Profile,
}

impl Column {
    /// Terms at one place, the common factor and the first one's sign taken out.
    fn of(mut terms: Vec<(u32, i128, Id)>) -> Column {
        terms.sort_unstable();
        let common = terms.iter().fold(0, |g, t| gcd(g, t.1)).max(1);
        let factor = if terms[0].1 < 0 { -common } else { common };
        Column {
            factor,
            profile: terms.iter().map(|t| (t.0, t.1 / factor)).collect(),
            terms: terms.iter().map(|t| (t.1 / factor, t.2)).collect(),
        }
    }
}

/// How often each profile occurs that is long enough.
fn counted<'a>(profiles: impl Iterator<Item = &'a Profile>) -> BTreeMap<&'a Profile, usize> {
    let mut count = BTreeMap::new();
    profiles.filter(|profile| profile.len() >= ROWS).for_each(|profile| *count.entry(profile).or_default() += 1);
    count.retain(|_, n| *n >= COLUMNS);
    count
}

/// A sum of columns, and of what is in none. The constant stands beside them; where all columns are translates, it may also be spread
/// over them: an instruction that multiplies and adds in pairs has a place for it where their elements are an odd number.
fn sum(forms: &mut Forms, translates: &Translates, terms: &[(i128, Id)], constant: i128) -> Vec<Id> {
    let (mut places, mut outside) = (BTreeMap::<i64, Vec<(u32, i128, Id)>>::new(), vec![]);
    for &(c, x) in terms {
        match translates.of(x).and_then(|t| Some((t.class, t.at?))) {
            Some((class, at)) => places.entry(at).or_default().push((class, c, x)),
            None => outside.push((c, x)),
        }
    }
    let columns: Vec<Column> = places.into_values().map(Column::of).collect();
    let count = counted(columns.iter().map(|column| &column.profile));
    if count.is_empty() {
        return vec![];
    }
    let is_shared = |column: &&Column| count.contains_key(&column.profile);
    let mut with_share = |share: i128, constant: i128| {
        let mut whole = outside.clone();
        // Terms of only one place are no column: they stand in the sum as they were.
        for column in &columns {
            if is_shared(&column) {
                let made = forms.sum(&column.terms, share);
                whole.push((column.factor, made));
            } else {
                whole.extend(column.terms.iter().map(|&(c, x)| (c * column.factor, x)));
            }
        }
        forms.raw_sum(whole, constant)
    };
    let factors: i128 = columns.iter().filter(is_shared).map(|column| column.factor).sum();
    let is_spread = count.len() == 1 && constant != 0 && factors != 0 && constant % factors == 0;
    let beside = with_share(0, constant);
    std::iter::once(beside).chain(is_spread.then(|| with_share(constant / factors, 0))).collect()
}

/// The elements of an extremum: minima of minima are one minimum, however they were nested. None where they are too many.
pub(super) fn operands(forms: &Forms, id: Id) -> Option<Vec<Id>> {
    let is_max = matches!(forms.form(id), Form::Max(..));
    let (mut open, mut seen, mut found) = (vec![id], 0, vec![]);
    while let Some(x) = open.pop() {
        seen += 1;
        match *forms.form(x) {
            Form::Max(a, b) if is_max => open.extend([a, b]),
            Form::Min(a, b) if !is_max => open.extend([a, b]),
            _ => found.push(x),
        }
        if seen > OPERANDS {
            return None;
        }
    }
    Some(found)
}

/// The extremum of two forms, of the kind that a form is.
pub(super) fn extremum_like(forms: &Forms, id: Id) -> fn(&mut Forms, Id, Id) -> Id {
    if matches!(forms.form(id), Form::Max(..)) { Forms::max } else { Forms::min }
}

/// A minimum of minima or a maximum of maxima, one for each place.
fn extremum(forms: &mut Forms, translates: &Translates, id: Id) -> Option<Id> {
    let join = extremum_like(forms, id);
    let mut places = BTreeMap::<i64, Vec<(u32, i128, Id)>>::new();
    for x in operands(forms, id)? {
        let translate = translates.of(x)?;
        places.entry(translate.at?).or_default().push((translate.class, 1, x));
    }
    let mut columns: Vec<Column> = places.into_values().map(Column::of).collect();
    for column in &mut columns {
        // An element twice is an element.
        column.terms.dedup();
        column.profile.dedup();
    }
    if counted(columns.iter().map(|column| &column.profile)).is_empty() {
        return None;
    }
    let mut whole = None;
    for column in columns {
        let made = column.terms[1..].iter().fold(column.terms[0].1, |made, t| join(forms, made, t.1));
        whole = Some(whole.map_or(made, |whole| join(forms, whole, made)));
    }
    whole
}
