//! Cuts: subterms replaced by fresh variables within their bounds. A cut may only prove: a model of it is no model of
//! the question.
//!
//! Let `p` be a product that both sides read. If L(x) = R(x) for every value of a variable x in its place, then also
//! for the product; that is the whole argument, and why shared terms may go. The other way round it fails: the sides
//! may be equal only for what a product can be. So the variable is kept within the term's bounds, which often is all
//! that equality needs, and a counterexample is thrown away, for the term may never have that value.
//!
//! Most of a hard question is usually such shared terms: without the multiplier in it a solver has little left to do.

use crate::interval::Intervals;
use crate::method::{How, Method};
use crate::query::{operands, reachable, rebuild};
use isotope_ir::term::{BinOp, Node, TermId, Terms};
use std::collections::{HashMap, HashSet};

/// A question over fresh variables: what it proves holds for the terms that they stand for.
pub(crate) struct Cut {
    /// The sides over fresh variables, in the arena of the sides that were cut.
    pub lhs: TermId,
    pub rhs: TermId,
    /// One-bit terms that keep the fresh variables within the values of what they replaced.
    pub bounds: Vec<TermId>,
    /// The assumptions, over fresh variables.
    pub given: Vec<TermId>,
}

impl Cut {
    /// The grounds of a proof of the cut question besides its own.
    pub fn how(&self, method: Method) -> How {
        let how = How::by(method);
        if self.bounds.is_empty() { how } else { how.with(Method::Intervals) }
    }
}

/// Whether a term says less than the variables in it, and they occur nowhere else: there are several, or it has fewer
/// values.
///
/// Only a question of fewer inputs is a gain here. That a cut term's variables occur nowhere else is not needed for
/// soundness; without it the variables stay in the question beside the new one.
pub(crate) fn gathers(terms: &Terms, roots: &[TermId], t: TermId, intervals: &mut Intervals) -> bool {
    let is_variable = |t: &TermId| matches!(terms.node(*t), Node::Var(_));
    let inside: Vec<TermId> = reachable(terms, &[t]).into_iter().filter(is_variable).collect();
    let mut values = |t: TermId| {
        let range = intervals.of(terms, t);
        range.uhi - range.ulo
    };
    let fewer = match inside[..] {
        [] => false,
        [only] => values(t) < values(only),
        _ => true,
    };
    if !fewer {
        return false;
    }
    // Terms that both sides reach on ways that do not lead through the term.
    let mut seen = vec![false; terms.len()];
    seen[t.0 as usize] = true;
    let mut stack = roots.to_vec();
    while let Some(next) = stack.pop() {
        if !std::mem::replace(&mut seen[next.0 as usize], true) {
            stack.extend(operands(terms.node(next)));
        }
    }
    inside.iter().all(|v| !seen[v.0 as usize])
}

/// Which of the shared subterms are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cutting {
    /// The outermost.
    Outermost,
    /// The outermost of which none is inside another that is cut: a comparison says nothing of the number that it
    /// compares once both are variables, and where a side reads that number elsewhere, it is what is to be cut.
    Apart,
}

/// Both sides with maximal shared subterms that are `worth` it replaced; `None` when nothing worth replacing is shared.
/// A term that a side shares with the terms `given` is shared as well, and replaced in those too: their facts about the term
/// they say of the variable.
///
/// Extensions and extracts stay, and what they are taken of is replaced: they tell the solver which bits are zero.
pub(crate) fn cut(
    terms: &mut Terms,
    [lhs, rhs]: [TermId; 2],
    given: &[TermId],
    intervals: &mut Intervals,
    cutting: Cutting,
    worth: impl Fn(&Terms, TermId, &mut Intervals) -> bool,
) -> Option<Cut> {
    let mut cuts = shared(terms, [lhs, rhs], given, cutting, |terms, t| worth(terms, t, intervals));
    if cuts.is_empty() {
        return None;
    }
    // In the order of the arena, so that equal questions give equal names.
    cuts.sort_unstable();
    // Fresh numbers lie above those in use. Where there is no room above them nothing is cut: a number that wrapped
    // around would be another variable's, and what is proved of that one is not proved of the term.
    let used = (0..terms.len() as u32).filter_map(|i| var_number(terms, TermId(i))).max();
    let first = used.map_or(Some(0), |n| n.checked_add(1))?;
    first.checked_add(u32::try_from(cuts.len()).ok()?)?;
    let mut with: HashMap<TermId, TermId> = HashMap::new();
    let mut bounds = vec![];
    for (t, next) in cuts.into_iter().zip(first..) {
        let width = terms.width(t);
        let range = intervals.of(terms, t);
        let fresh = terms.var(next, width);
        with.insert(t, fresh);
        bounds.extend(bound(terms, fresh, range, width));
    }
    let lhs = replace(terms, lhs, &with);
    let rhs = replace(terms, rhs, &with);
    let given = given.iter().map(|&t| replace(terms, t, &with)).collect();
    Some(Cut { lhs, rhs, bounds, given })
}

/// The terms that are cut: those that are `worth` it of what both sides, or a side and the terms `given`, read.
fn shared(
    terms: &Terms,
    [lhs, rhs]: [TermId; 2],
    given: &[TermId],
    cutting: Cutting,
    mut worth: impl FnMut(&Terms, TermId) -> bool,
) -> Vec<TermId> {
    // By how many of the three each term is read.
    let mut readers = vec![0u8; terms.len()];
    for roots in [&[lhs][..], &[rhs], given] {
        for t in reachable(terms, roots) {
            readers[t.0 as usize] += 1;
        }
    }
    // To cut a variable is to rename it, and to cut a constant loses it.
    let plain = |t: TermId| {
        matches!(terms.node(t), Node::Const(_) | Node::Var(_) | Node::ZExt(_) | Node::SExt(_) | Node::Extract(..))
    };
    // A walk from both roots that stops at what it cuts; another where that is not to be cut.
    let mut kept: HashSet<TermId> = HashSet::new();
    loop {
        let mut cuts: Vec<TermId> = vec![];
        let mut seen = vec![false; terms.len()];
        let mut stack = vec![lhs, rhs];
        while let Some(t) = stack.pop() {
            if std::mem::replace(&mut seen[t.0 as usize], true) {
                continue;
            }
            if readers[t.0 as usize] > 1 && !plain(t) && !kept.contains(&t) && worth(terms, t) {
                cuts.push(t);
            } else {
                stack.extend(operands(terms.node(t)));
            }
        }
        if cutting == Cutting::Outermost {
            return cuts;
        }
        let around: Vec<TermId> = cuts
            .iter()
            .copied()
            .filter(|&t| reachable(terms, &[t]).iter().any(|&u| u != t && cuts.contains(&u)))
            .collect();
        if around.is_empty() {
            return cuts;
        }
        kept.extend(around);
    }
}

/// The number of a variable; `None` for all else.
fn var_number(terms: &Terms, t: TermId) -> Option<u32> {
    match terms.node(t) {
        Node::Var(n) => Some(*n),
        _ => None,
    }
}

/// The one-bit terms that keep a fresh variable in its range: only the bounds that say something, since each is an
/// assumption more that the solver carries and that the proof is said to rest on.
fn bound(terms: &mut Terms, var: TermId, range: crate::interval::Range, width: u32) -> Vec<TermId> {
    let full = crate::interval::Range::full(width);
    let mut out = vec![];
    let mut add = |terms: &mut Terms, wanted: bool, op, value: u128, var_left: bool| {
        if wanted {
            let c = terms.constant(value, width);
            out.push(if var_left { terms.bin(op, var, c) } else { terms.bin(op, c, var) });
        }
    };
    add(terms, range.ulo > full.ulo, BinOp::Ule, range.ulo, false);
    add(terms, range.uhi < full.uhi, BinOp::Ule, range.uhi, true);
    // Facts that the unsigned bounds do not state already.
    if range.slo < 0 && range.uhi == full.uhi {
        add(terms, range.slo > full.slo, BinOp::Sle, range.slo as u128, false);
        add(terms, range.shi < full.shi, BinOp::Sle, range.shi as u128, true);
    }
    out
}

/// The term with some subterms replaced. A term that is only below those is rebuilt as well, and then read by nobody.
pub(crate) fn replace(terms: &mut Terms, root: TermId, with: &HashMap<TermId, TermId>) -> TermId {
    let mut done: HashMap<TermId, TermId> = with.clone();
    for t in reachable(terms, &[root]) {
        if !done.contains_key(&t) {
            let node = terms.node(t).clone();
            let width = terms.width(t);
            let new = rebuild(terms, &node, width, &|a| done[&a]);
            done.insert(t, new);
        }
    }
    done[&root]
}
