//! Sums of products of narrow integers in pairs, for which processors have one instruction.

use super::align::{Addend, Column, Sums};
use super::columns::vector;
use super::lift::likeness;
use super::list;
use crate::language::{Dot, Form, Forms, Kind, add, lanes};
use crate::terms::TermId;
use egg::Id;

/// A product of widened integers: the operations that widen, the product's, and the narrow values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Product {
    widen: [u32; 2],
    multiply: u32,
    narrow: [TermId; 2],
}

/// `{x * y + z * w} = dot({x, z}, {y, w})`
///
/// ```mlir
/// %x = arith.extsi %narrow : vector<16xi16> to vector<16xi32>    ...    %p = arith.muli %x, %y
/// %even = vector.shuffle %p, %p [0, 2, 4, ..]    %odd = vector.shuffle %p, %p [1, 3, 5, ..]    %s = arith.addi %even, %odd
/// ```
pub fn dots(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let of = list(forms, form);
    if of.len() < 2 || forms.analysis.is_seed {
        return Vec::new();
    }
    let Some(sums) = Sums::of(&mut forms.analysis, &of) else { return Vec::new() };
    let name = &forms.analysis.terms.of(sums.add).name;
    let has_negative = sums.lanes.iter().flatten().any(|addend| addend.is_negative);
    if name != "arith.addi" || has_negative {
        return Vec::new();
    }
    let ways = sums.arrangements(&forms.analysis);
    ways.into_iter().filter_map(|columns| paired(forms, sums.add, &columns)).collect()
}

/// A sum of dot products of pairs of columns; columns that are no products, or are left, are added as they are.
fn paired(forms: &mut Forms, plus: u32, columns: &[Column]) -> Option<Id> {
    let is_product = |column: &&Column| column.iter().flatten().all(|addend| product(forms, addend).is_some());
    let (products, others): (Vec<&Column>, Vec<&Column>) = columns.iter().partition(is_product);
    let mut parts = Vec::new();
    for pair in products.chunks(2) {
        match pair {
            [one, other] => parts.push(dot(forms, plus, [one, other])?),
            others => parts.extend(others.iter().map(|one| vector(forms, plus, one)).collect::<Option<Vec<_>>>()?),
        }
    }
    parts.extend(others.into_iter().map(|one| vector(forms, plus, one)).collect::<Option<Vec<_>>>()?);
    let sum = parts.into_iter().reduce(|sum, part| add(forms, Kind::Op(plus), vec![sum, part]));
    if products.len() > 1 { sum } else { None }
}

fn dot(forms: &mut Forms, plus: u32, columns: [&Column; 2]) -> Option<Id> {
    let first = columns.iter().flat_map(|column| column.iter().flatten()).next()?;
    let first = product(forms, first)?;
    let mut narrow = [Vec::new(), Vec::new()];
    for lane in 0..columns[0].len() {
        for column in columns {
            let [x, y] = match &column[lane] {
                Some(addend) => {
                    let own = product(forms, addend)?;
                    in_order(forms, &first, (own, lane))?
                }
                None => {
                    let terms = &mut forms.analysis.terms;
                    let zero = |of: TermId| terms.zero(terms.ty(of)).ok();
                    let zeros: Vec<TermId> = first.narrow.map(zero).into_iter().collect::<Option<_>>()?;
                    [zeros[0], zeros[1]]
                }
            };
            narrow[0].push(x);
            narrow[1].push(y);
        }
    }
    let kind = Dot { widen: first.widen, multiply: first.multiply, add: plus };
    let number = forms.analysis.dots.number(kind);
    let [x, y] = narrow.map(|list| lanes(forms, list));
    Some(add(forms, Kind::Dot(number), vec![x, y]))
}

/// Both narrow values of a product, so that they are like those of the first; `None`: they are of other types.
fn in_order(forms: &Forms, first: &Product, (of, lane): (Product, usize)) -> Option<[TermId; 2]> {
    let space = &forms.analysis;
    let types = |of: &Product| of.narrow.map(|term| space.terms.ty(term));
    let turned = Product { widen: [of.widen[1], of.widen[0]], narrow: [of.narrow[1], of.narrow[0]], ..of };
    let fits = |of: &Product| of.widen == first.widen && of.multiply == first.multiply && types(of) == types(first);
    let score = |of: &Product| {
        likeness(space, (first.narrow[0], 0), (of.narrow[0], lane))
            + likeness(space, (first.narrow[1], 0), (of.narrow[1], lane))
    };
    match (fits(&of), fits(&turned)) {
        (true, true) => Some(if score(&turned) > score(&of) { turned.narrow } else { of.narrow }),
        (true, false) => Some(of.narrow),
        (false, true) => Some(turned.narrow),
        (false, false) => None,
    }
}

/// An addend as a product of widened integers of at most 16 bits.
fn product(forms: &Forms, of: &Addend) -> Option<Product> {
    let terms = &forms.analysis.terms;
    let (code, operands) = terms.operation(of.term)?;
    let (code, both) = (code, <[TermId; 2]>::try_from(operands).ok()?);
    if terms.of(code).name != "arith.muli" || terms.bits(terms.of(code).ty) != 32 {
        return None;
    }
    let widened = |term: TermId| {
        let (code, [narrow]) = terms.operation(term)? else { return None };
        let is_widened = ["arith.extsi", "arith.extui"].contains(&terms.of(code).name.as_str());
        // 16 bits without a sign do not fit into 16 bits with one.
        let most = if terms.of(code).name == "arith.extui" { 8 } else { 16 };
        (is_widened && terms.bits(terms.ty(*narrow)) <= most).then_some((code, *narrow))
    };
    let [(x, a), (y, b)] = [widened(both[0])?, widened(both[1])?];
    Some(Product { widen: [x, y], multiply: code, narrow: [a, b] })
}
