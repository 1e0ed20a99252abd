//! Operations of lanes as operations of vectors.

use super::list;
use crate::language::{Form, Forms, Kind, Space, add, lanes, shuffle};
use crate::operations::{commutes, is_harmless, keeps_zero};
use crate::terms::TermId;
use egg::Id;
use isotope_mlir::ir::TypeId;

/// `{f(x, ..), f(y, ..)} = f({x, y}, ..)`
pub fn lift(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let of = list(forms, form);
    if let [one] = of.as_slice() {
        return scalar(forms, *one).into_iter().collect();
    }
    let Some((code, columns)) = operands(&mut forms.analysis, &of) else { return Vec::new() };
    let children = columns.into_iter().map(|column| lanes(forms, column)).collect();
    vec![add(forms, Kind::Op(code), children)]
}

/// A value alone, with all that it is computed from: one after the other would take a round for each.
fn scalar(forms: &mut Forms, of: TermId) -> Option<Id> {
    let (mut open, mut last) = (vec![(of, false)], None);
    while let Some((term, has_operands)) = open.pop() {
        let Some((code, operands)) = forms.analysis.terms.operation(term) else { continue };
        let operands = operands.to_vec();
        if !has_operands {
            if term == of || forms.analysis.expanded.insert(term) {
                open.push((term, true));
                open.extend(operands.into_iter().map(|operand| (operand, false)));
            }
            continue;
        }
        let children = operands.into_iter().map(|operand| lanes(forms, vec![operand])).collect();
        let id = add(forms, Kind::Op(code), children);
        let wanted = lanes(forms, vec![term]);
        forms.union(wanted, id);
        last = Some(id);
    }
    forms.analysis.expanded.insert(of);
    last
}

/// Whether [`lift`] gives a form.
pub fn is_liftable(space: &mut Space, of: &[TermId]) -> bool {
    operands(space, of).is_some()
}

/// The operation that all lanes have in common, and its operands, lane by lane.
fn operands(space: &mut Space, of: &[TermId]) -> Option<(u32, Vec<Vec<TermId>>)> {
    let (code, first) = of.iter().find_map(|term| space.terms.operation(*term))?;
    let (first, name) = (first.to_vec(), space.terms.of(code).name.clone());
    let types: Vec<TypeId> = first.iter().map(|operand| space.terms.ty(*operand)).collect();
    let first_lane = of.iter().position(|term| space.terms.operation(*term).is_some())?;
    let mut columns: Vec<Vec<TermId>> = vec![Vec::new(); first.len()];
    for (lane, term) in of.iter().enumerate() {
        let operands = match space.terms.operation(*term) {
            Some((other, operands)) if other == code => {
                let of_types = operands.iter().map(|operand| space.terms.ty(*operand));
                if !of_types.eq(types.iter().copied()) {
                    return None;
                }
                let operands = operands.to_vec();
                if commutes(&name) { in_order(space, (&first, first_lane), (operands, lane)) } else { operands }
            }
            None if space.terms.is_zero(*term) && keeps_zero(&name) => {
                types.iter().map(|ty| space.terms.zero(*ty).ok()).collect::<Option<_>>()?
            }
            _ => return None,
        };
        columns.iter_mut().zip(operands).for_each(|(column, operand)| column.push(operand));
    }
    Some((code, columns))
}

/// Both operands of an operation that commutes, so that they are like those of another lane: of neighbouring elements, or of one array.
fn in_order(space: &Space, (first, at): (&[TermId], usize), (operands, lane): (Vec<TermId>, usize)) -> Vec<TermId> {
    let alike = |x: TermId, y: TermId| likeness(space, (x, at), (y, lane));
    match <[TermId; 2]>::try_from(operands) {
        Ok([x, y]) if alike(first[0], y) + alike(first[1], x) > alike(first[0], x) + alike(first[1], y) => vec![y, x],
        Ok(both) => both.to_vec(),
        Err(other) => other,
    }
}

/// How much two values in two lanes have in common.
pub fn likeness(space: &Space, (x, at): (TermId, usize), (y, lane): (TermId, usize)) -> u32 {
    let terms = &space.terms;
    if x == y {
        return 4;
    }
    let (of_x, of_y) = (stripped(space, x), stripped(space, y));
    match (terms.cell(of_x), terms.cell(of_y)) {
        (Some((array, from)), Some((other, to))) if array == other => {
            let steps = from as i64 - at as i64 == to as i64 - lane as i64;
            if steps { 3 } else { 2 }
        }
        (None, None) if terms.name(x) == terms.name(y) && terms.is_leaf(x) == terms.is_leaf(y) => 1,
        _ => 0,
    }
}

/// The value that is widened, or whose sign is changed, to be this one.
pub fn stripped(space: &Space, of: TermId) -> TermId {
    let mut at = of;
    while let Some((_, [operand])) = space.terms.operation(at) {
        at = *operand;
    }
    at
}

/// Two operations among the lanes, each carried out in all of them.
///
/// ```mlir
/// {a0 + b0, a1 - b1}      %s = arith.addf %a, %b    %d = arith.subf %a, %b    vector.shuffle %s, %d [0, 3]
/// ```
pub fn blend(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let of = list(forms, form);
    let space = &mut forms.analysis;
    let mut codes: Vec<u32> = of.iter().filter_map(|term| space.terms.operation(*term)).map(|(code, _)| code).collect();
    codes.sort_unstable();
    codes.dedup();
    let [one, other] = codes.as_slice() else { return Vec::new() };
    let (one, other) = (*one, *other);
    if of.len() < 2 || ![one, other].iter().all(|code| is_harmless(&space.terms.of(*code).name)) {
        return Vec::new();
    }
    let mut mask = Vec::new();
    let mut columns: Vec<Vec<TermId>> = Vec::new();
    let mut types: Option<Vec<TypeId>> = None;
    for (lane, term) in of.iter().enumerate() {
        let Some((code, operands)) = space.terms.operation(*term) else {
            return Vec::new();
        };
        let of_types: Vec<TypeId> = operands.iter().map(|operand| space.terms.ty(*operand)).collect();
        if types.get_or_insert_with(|| of_types.clone()) != &of_types {
            return Vec::new();
        }
        columns.resize(of_types.len(), Vec::new());
        columns.iter_mut().zip(operands).for_each(|(column, operand)| column.push(*operand));
        mask.push(lane as u32 + if code == one { 0 } else { of.len() as u32 });
    }
    let children: Vec<Id> = columns.into_iter().map(|column| lanes(forms, column)).collect();
    let both = [one, other].map(|code| add(forms, Kind::Op(code), children.clone()));
    vec![shuffle(forms, mask, both.to_vec())]
}

/// `a * b + c = fma(a, b, c)`, where both may be contracted.
pub fn fuse(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let Kind::Op(code) = form.kind else { return Vec::new() };
    let terms = &forms.analysis.terms;
    if terms.of(code).name != "arith.addf" || !terms.allowed(code).contract {
        return Vec::new();
    }
    let [x, y] = form.children.as_slice() else { return Vec::new() };
    if forms[*x].data.lanes < 2 {
        // LLVM fuses scalars by the same flags.
        return Vec::new();
    }
    let mut found = Vec::new();
    for (product, sum) in [(*y, *x), (*x, *y)] {
        let is_product = |form: &&Form| match form.kind {
            Kind::Op(of) => terms.of(of).name == "arith.mulf" && terms.allowed(of).contract,
            _ => false,
        };
        let products = forms[product].nodes.iter().filter(is_product);
        found.extend(products.map(|form| [form.children[0], form.children[1], sum]));
    }
    let fused = |[a, b, c]: [Id; 3]| add(forms, Kind::Fused(code), vec![a, b, c]);
    found.into_iter().map(fused).collect()
}
