//! Sums in lanes as sums of vectors, column by column.

use super::align::{Column, Sums};
use super::{lift, list};
use crate::language::{Form, Forms, Kind, add, lanes};
use crate::terms::{Code, TermId};
use egg::Id;

/// `{x + .., y + ..} = {x, y} + {.., ..}`
pub fn columns(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let of = list(forms, form);
    if of.len() < 2 {
        return Vec::new();
    }
    let Some(sums) = Sums::of(&mut forms.analysis, &of) else { return Vec::new() };
    let ways = sums.arrangements(&forms.analysis);
    ways.into_iter().filter_map(|columns| chain(forms, sums.add, columns)).collect()
}

/// The sum of some columns, one after the other; none of the first may be taken away.
pub fn chain(forms: &mut Forms, plus: u32, mut columns: Vec<Column>) -> Option<Id> {
    let is_negative = |column: &Column| column.iter().flatten().any(|addend| addend.is_negative);
    columns.sort_by_key(is_negative);
    let minus = subtraction(forms, plus);
    let mut sum: Option<Id> = None;
    for column in columns {
        let negative = is_negative(&column);
        let id = vector(forms, plus, &column)?;
        sum = Some(match sum {
            None if negative => return None,
            None => id,
            Some(sum) => add(forms, Kind::Op(if negative { minus } else { plus }), vec![sum, id]),
        });
    }
    sum
}

/// The difference that goes with a sum.
fn subtraction(forms: &mut Forms, plus: u32) -> u32 {
    let terms = &mut forms.analysis.terms;
    let name = if terms.of(plus).name == "arith.addf" { "arith.subf" } else { "arith.subi" };
    let code = Code { name: name.to_owned(), ..terms.of(plus).clone() };
    terms.code(code)
}

/// A column as a vector: where a lane has no addend, zero.
pub fn vector(forms: &mut Forms, plus: u32, column: &Column) -> Option<Id> {
    let list = filled(forms, plus, column)?;
    Some(lanes(forms, list))
}

/// The lanes of a column.
pub fn filled(forms: &mut Forms, plus: u32, column: &Column) -> Option<Vec<TermId>> {
    let terms = &mut forms.analysis.terms;
    let zero = terms.zero(terms.of(plus).ty).ok()?;
    Some(column.iter().map(|addend| addend.map_or(zero, |addend| addend.term)).collect())
}

/// `{x + y + ..} = reduce({x, y} + ..)`: addends of one sum in the lanes of vectors.
///
/// ```mlir
/// %s = arith.addf %s0, %p1    ...      %s = vector.reduction <add>, %p : vector<8xf32> into f32
/// ```
pub fn reduce(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let of = list(forms, form);
    if of.len() != 1 || forms.analysis.is_seed {
        return Vec::new();
    }
    let Some(sums) = Sums::of(&mut forms.analysis, &of) else { return Vec::new() };
    let Some(addends) = sums.lanes.first().cloned() else { return Vec::new() };
    let terms = &forms.analysis.terms;
    let bits = terms.bits(terms.of(sums.add).ty).max(8);
    let mut width = (forms.analysis.register / bits).max(2) as usize;
    let mut found = Vec::new();
    if addends.iter().any(|addend| addend.is_negative) {
        return found;
    }
    let allows_zeros = terms.allowed(sums.add).zeros;
    while width >= 2 {
        if addends.len() >= 2 * width && (allows_zeros || addends.len().is_multiple_of(width)) {
            let columns = addends.chunks(width).map(|part| {
                let lane = |at: usize| part.get(at).copied();
                (0..width).map(lane).collect::<Column>()
            });
            let columns: Vec<Column> = columns.collect();
            if let Some(sum) = chain(forms, sums.add, columns) {
                found.push(add(forms, Kind::Reduce(sums.add), vec![sum]));
            }
        }
        width /= 2;
    }
    found
}

/// `{x, y} = elements(x, y)`: lanes that are computed one by one, where no operation is that of all of them.
pub fn elements(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let of = list(forms, form);
    let has_work = of.iter().any(|term| !forms.analysis.terms.is_leaf(*term));
    let is_vector = lift::is_liftable(&mut forms.analysis, &of) || Sums::of(&mut forms.analysis, &of).is_some();
    if of.len() < 2 || !has_work || is_vector {
        return Vec::new();
    }
    let children = of.into_iter().map(|term| lanes(forms, vec![term])).collect();
    vec![add(forms, Kind::Elements, children)]
}
