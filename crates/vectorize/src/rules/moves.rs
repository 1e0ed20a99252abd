//! Lanes that are read: constants, neighbours in arrays, one element in all lanes, and shuffles of these.

use super::list;
use crate::language::{Form, Forms, Kind, Space, add, lanes, shuffle};
use crate::terms::{Term, TermId};
use egg::Id;

/// Constants.
pub fn literal(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let (of, space) = (list(forms, form), &forms.analysis);
    let is_constant = |term: &TermId| matches!(space.terms.term(*term), Term::Constant(_));
    match (form.kind, of.iter().all(is_constant)) {
        (Kind::Lanes(list), true) => vec![add(forms, Kind::Literal(list), Vec::new())],
        _ => Vec::new(),
    }
}

/// Where neighbours in an array begin, if lanes are such; lanes that nobody reads may be any.
fn neighbours(space: &Space, of: &[TermId]) -> Option<(u32, u64)> {
    let mut found: Option<(u32, u64)> = None;
    for (lane, term) in of.iter().enumerate() {
        if space.is_any(*term) {
            continue;
        }
        let (array, cell) = space.terms.cell(*term)?;
        let first = cell.checked_sub(lane as u64)?;
        if *found.get_or_insert((array, first)) != (array, first) {
            return None;
        }
    }
    found.filter(|(array, first)| first + of.len() as u64 <= space.counts[*array as usize])
}

/// `{A[i], A[i + 1]} = load A[i]`
pub fn load(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let of = list(forms, form);
    let Some((array, first)) = neighbours(&forms.analysis, &of) else { return Vec::new() };
    vec![add(forms, Kind::Load { array, first, lanes: of.len() as u32 }, Vec::new())]
}

/// `{x, x} = broadcast(x)`, of what is read.
pub fn splat(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let (of, space) = (list(forms, form), &forms.analysis);
    let Some(first) = of.first().copied() else { return Vec::new() };
    let is_read = matches!(space.terms.term(first), Term::Cell { .. } | Term::Argument(_));
    let is_load = of.len() == 1 && space.terms.cell(first).is_some();
    if !is_read || is_load || of.iter().any(|term| *term != first) {
        return Vec::new();
    }
    vec![add(forms, Kind::Splat { term: first, lanes: of.len() as u32 }, Vec::new())]
}

/// `{x, y, x, y} = shuffle({x, y})`
pub fn repeat(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let of = list(forms, form);
    let is_same = |period: &usize| {
        of.len().is_multiple_of(*period) && (*period..of.len()).all(|lane| of[lane] == of[lane % period])
    };
    let Some(period) = (1..of.len()).find(is_same).filter(|period| *period > 1) else { return Vec::new() };
    let once = of[..period].to_vec();
    let mut found = Vec::new();
    if let Some((array, first)) = neighbours(&forms.analysis, &once) {
        let kind = Kind::Repeated { array, first, period: period as u32, lanes: of.len() as u32 };
        found.push(add(forms, kind, Vec::new()));
    }
    let mask = (0..of.len()).map(|lane| (lane % period) as u32).collect();
    let once = lanes(forms, once);
    found.push(shuffle(forms, mask, vec![once]));
    found
}

/// Neighbours that are loaded at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    array: u32,
    first: u64,
}

/// Windows of so many elements that have all lanes of arrays, each from its lowest element on.
fn windows(space: &Space, of: &[TermId], size: u64) -> Vec<Window> {
    let mut cells: Vec<(u32, u64)> = of.iter().filter_map(|term| space.terms.cell(*term)).collect();
    cells.sort_unstable();
    let mut found: Vec<Window> = Vec::new();
    for (array, cell) in cells {
        let is_in = |window: &&Window| window.array == array && (window.first..window.first + size).contains(&cell);
        if found.iter().find(is_in).is_none() {
            let last = space.counts[array as usize].saturating_sub(size);
            // Where the same window serves other vectors, too, it is loaded once.
            let high = of
                .iter()
                .filter_map(|term| space.terms.cell(*term))
                .filter(|(of, at)| *of == array && *at >= cell && *at < cell + size);
            let high = high.map(|(_, at)| at).max().unwrap_or(cell);
            let aligned = cell / size * size;
            let first = if high < aligned + size { aligned.min(last) } else { cell.min(last) };
            found.push(Window { array, first });
        }
    }
    found
}

/// `{A[i], A[j]} = shuffle(load A[k], load A[l])`
pub fn shuffled(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let (of, space) = (list(forms, form), &mut forms.analysis);
    let is_cell = |term: &TermId| space.terms.cell(*term).is_some();
    if of.len() < 2 || !of.iter().all(is_cell) || neighbours(space, &of).is_some() {
        return Vec::new();
    }
    let arrays = of.iter().filter_map(|term| space.terms.cell(*term)).map(|(array, _)| array);
    let Some(least) = arrays.map(|array| space.counts[array as usize]).min() else { return Vec::new() };
    let size = least.min(of.len() as u64);
    let all = windows(space, &of, size);
    if all.len() > 2 || size < 2 {
        return Vec::new();
    }
    let lane = |term: &TermId| {
        let (array, cell) = space.terms.cell(*term)?;
        let is_in = |window: &Window| window.array == array && (window.first..window.first + size).contains(&cell);
        let at = all.iter().position(is_in)?;
        Some((cell - all[at].first) as u32 + at as u32 * size as u32)
    };
    let Some(mask) = of.iter().map(lane).collect::<Option<Vec<u32>>>() else { return Vec::new() };
    let ty = space.terms.ty(of[0]);
    let mut children = Vec::new();
    for window in all {
        let cells = (window.first..window.first + size).map(|cell| {
            let cell = Term::Cell { array: window.array, cell };
            forms.analysis.terms.add(cell, ty).ok()
        });
        let Some(cells) = cells.collect::<Option<Vec<TermId>>>() else {
            forms.analysis.is_full = true;
            return Vec::new();
        };
        children.push(lanes(forms, cells));
    }
    vec![shuffle(forms, mask, children)]
}

/// `{x, any} = {x, x}`, or neighbours in an array: lanes that nobody reads may be anything.
pub fn fill(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let Kind::Lanes(number) = form.kind else { return Vec::new() };
    let of = list(forms, form);
    let space = &mut forms.analysis;
    let Some(like) = of.iter().copied().find(|term| !space.is_any(*term)) else { return Vec::new() };
    let mut before = like;
    let copied = of.iter().map(|term| {
        before = if space.is_any(*term) { before } else { *term };
        before
    });
    let mut all: Vec<Vec<TermId>> = vec![copied.collect()];
    if let Some((array, first)) = neighbours(space, &of) {
        let ty = space.terms.ty(like);
        let cell = |lane: usize| space.terms.add(Term::Cell { array, cell: first + lane as u64 }, ty).ok();
        all.extend((0..of.len()).map(cell).collect::<Option<Vec<TermId>>>());
    }
    let filled = |list: Vec<TermId>| {
        let id = lanes(forms, list);
        add(forms, Kind::Filled(number), vec![id])
    };
    all.into_iter().map(filled).collect()
}

/// `{x, y} = shuffle({x, any}, {any, y})`, of what is read in more than one place.
pub fn merge(forms: &mut Forms, form: &Form) -> Vec<Id> {
    let (of, space) = (list(forms, form), &mut forms.analysis);
    if of.len() < 2 || !of.iter().all(|term| space.terms.is_leaf(*term)) {
        return Vec::new();
    }
    let size = of.len() as u64;
    let all = windows(space, &of, size);
    // Constants first, then elements of a window after the other, then arguments.
    let source = |term: &TermId| match space.terms.term(*term) {
        Term::Any | Term::Op { .. } => None,
        Term::Cell { array, cell } => {
            let is_in = |window: &Window| window.array == *array && (window.first..window.first + size).contains(cell);
            all.iter().position(is_in).map(|at| (1, at as u32))
        }
        Term::Argument(_) => Some((2, *term)),
        _ => Some((0, 0)),
    };
    let sources: Vec<Option<(u32, u32)>> = of.iter().map(source).collect();
    let Some(first) = sources.iter().flatten().min().copied() else { return Vec::new() };
    if sources.iter().flatten().all(|of| *of == first) {
        return Vec::new();
    }
    let Ok(any) = space.terms.add(Term::Any, space.terms.ty(of[0])) else { return Vec::new() };
    let part = |is_first: bool| -> Vec<TermId> {
        let lane = |(term, source): (&TermId, &Option<(u32, u32)>)| {
            if source.is_some_and(|of| (of == first) == is_first) { *term } else { any }
        };
        of.iter().zip(&sources).map(lane).collect()
    };
    let mask = sources.iter().enumerate().map(|(lane, of)| {
        let is_rest = of.is_some_and(|of| of != first);
        lane as u32 + if is_rest { size as u32 } else { 0 }
    });
    let (mask, parts) = (mask.collect(), [part(true), part(false)]);
    let both = parts.map(|part| lanes(forms, part));
    vec![shuffle(forms, mask, both.to_vec())]
}
