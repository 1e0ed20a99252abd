//! The movement of an instruction that only moves elements, by where each comes from.

use isotope_ir::term::{LaneVar, Node, TermId, Terms};

/// Where each element of a result comes from: operand and element; `None` is zero.
pub type Sources = Vec<Option<(usize, usize)>>;

/// The elements' sources, if all are reads or zeros, extended or cut.
pub fn sources(elements: &[TermId], terms: &Terms) -> Option<Sources> {
    elements.iter().map(|term| source(*term, terms)).collect()
}

fn source(mut term: TermId, terms: &Terms) -> Option<Option<(usize, usize)>> {
    loop {
        match terms.node(term) {
            Node::Const(0) => return Some(None),
            Node::Var(number) => return Some(Some(LaneVar::of(*number).pair())),
            Node::ZExt(a) | Node::SExt(a) | Node::Extract(_, a) => term = *a,
            _ => return None,
        }
    }
}

/// The word; `counts` are the elements of each operand, 1 of a scalar.
pub fn word(sources: &Sources, counts: &[usize]) -> &'static str {
    let kept = sources.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let taken: Vec<(usize, usize)> = sources.iter().flatten().copied().collect();
    let Some(&(first, start)) = taken.first() else { return "zero" };
    let whole = taken.len() == sources.len();
    if taken.iter().all(|(operand, _)| *operand == first) {
        let places: Vec<usize> = taken.iter().map(|(_, element)| *element).collect();
        return one(&places, (start, kept, sources.len()), whole, counts.get(first).copied().unwrap_or(0));
    }
    let of_one = |at: &(usize, usize)| counts.get(at.0) == Some(&1);
    match taken.iter().filter(|t| of_one(t)).count() {
        all if all == taken.len() => return "build_vector",
        1 => return "insert",
        _ => {}
    }
    let same_place = sources.iter().enumerate().all(|(at, s)| s.is_none_or(|(_, element)| element == at));
    let from = |operand: usize| taken.iter().filter(|(o, _)| *o == operand).count();
    if same_place && from(first) > 1 && taken.len() - from(first) > 1 {
        return "blend";
    }
    two(&taken, whole)
}

/// Elements of one operand.
fn one(places: &[usize], (start, kept, all): (usize, usize, usize), whole: bool, count: usize) -> &'static str {
    let run = places.windows(2).all(|w| w[1] == w[0] + 1);
    if !whole && !run && all == count {
        return "shift_elements";
    }
    if places.len() > 1 && places.iter().all(|p| *p == start) {
        return "broadcast";
    }
    if run && !whole {
        return if kept == places.len() && start == 0 {
            "zero_extend_vector"
        } else if kept == places.len() && places.len() == 1 {
            "extract"
        } else {
            "shift_elements"
        };
    }
    if run && places.len() == count && all == count {
        return "copy";
    }
    if run {
        return match places.len() {
            1 => "extract",
            _ if start == 0 => "low_part",
            _ => "high_part",
        };
    }
    let pairs = places.chunks(2).all(|p| p.len() == 2 && p[0] == p[1]);
    if pairs {
        return "duplicate";
    }
    // Turned round within groups of two, four and so on, up to the whole.
    let turned =
        |group: usize| places.iter().enumerate().all(|(at, p)| *p == at / group * group + group - 1 - at % group);
    let mut group = 2;
    while group <= places.len() {
        if places.len().is_multiple_of(group) && turned(group) {
            return "reverse";
        }
        group *= 2;
    }
    let rotated = places.windows(2).filter(|w| w[1] != w[0] + 1).count() == 1;
    if rotated
        && places.len() == count
        && places.iter().min() == Some(&0)
        && places.last().copied() == start.checked_sub(1)
    {
        return "rotate_elements";
    }
    if places.windows(2).all(|w| w[1] == w[0] + 2) {
        return "deinterleave";
    }
    if repeats(places) { "broadcast_group" } else { "shuffle" }
}

/// Whether a group of elements is repeated all along.
fn repeats(places: &[usize]) -> bool {
    (2..=places.len() / 2).any(|n| places.len().is_multiple_of(n) && places.chunks(n).all(|c| c == &places[..n]))
}

/// Elements of several operands.
fn two(taken: &[(usize, usize)], whole: bool) -> &'static str {
    let turns = taken.windows(2).filter(|w| w[0].0 != w[1].0).count();
    let alternate = turns + 1 == taken.len();
    let step = |by: usize| {
        let mut last = std::collections::BTreeMap::new();
        taken.iter().all(|(operand, element)| last.insert(*operand, *element).is_none_or(|p| *element == p + by))
    };
    if alternate && taken.len() > 2 {
        let level = taken.chunks(2).all(|p| p.len() == 2 && p[0].1 == p[1].1);
        return if level && (step(2) || taken.len() == 4 && taken[2].1 == taken[0].1 + 2) {
            "transpose"
        } else {
            "interleave"
        };
    }
    let first = taken[0].0;
    let own = taken.iter().filter(|(o, _)| *o == first).count();
    if taken.len() == 2 {
        return match (taken[0].1, taken[1].1) {
            (a, b) if a == b => "interleave",
            (_, 0) => "align",
            _ => "shuffle",
        };
    }
    if turns == 1 {
        return if step(2) && own > 1 && own + 1 < taken.len() {
            "deinterleave"
        } else if step(1) && taken[0].1 == 0 && own * 2 == taken.len() {
            "concatenate"
        } else if step(1) && taken[0].1 > 0 && taken[own].1 == 0 {
            "align"
        } else if own == 1 || own + 1 == taken.len() || taken[..own].iter().enumerate().all(|(at, t)| t.1 == at) {
            "insert"
        } else {
            "shuffle"
        };
    }
    if turns == 2 && whole && taken.last().map(|t| t.0) == Some(first) {
        return "insert";
    }
    let small = taken.chunks(2).all(|p| p.len() == 2 && p[0].0 != p[1].0);
    if small { "interleave" } else { "shuffle" }
}
