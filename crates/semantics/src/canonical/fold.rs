//! Repetitions in a term: chains of one operator over parts that differ in numbers alone.
//!
//! `ite(i = 0, b0, ite(i = 1, b1, ... b7))` is a fold of seven steps from `b7`; a sum of eight elements, in whatever order it was
//! added, is one of seven, too. The numbers of a step (constants, positions of bits, elements) go up by the same amounts from each
//! step to the next.
//!
//! Hydride rerolls the pseudocode's loops (section 3.3); a loop that a text has unrolled, or that symbolic execution has, is found in
//! what came of it instead. Folds are not nested: the steps of one are written out whatever they repeat.

use super::shape::Shapes;
use super::view::{View, read, view};
use isotope_ir::term::{Node, TermId, Terms};
use std::collections::{HashMap, HashSet};

/// Fewer steps are written out: two may be chance, and three of them are a quarter of a register of 32-bit elements.
const MIN_STEPS: usize = 3;

/// A chain, outermost step first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fold {
    /// The operand of its nodes in which it goes on; `None` where that has no place, as the operator commutes.
    pub place: Option<usize>,
    /// The term that it begins with.
    pub end: TermId,
    /// For each operand of the operator but the one that goes on: that of every step, outermost first.
    pub families: Vec<Vec<TermId>>,
}

/// The chain that begins at a term, if there is one. `uses` counts what reads each part of the whole: what is read elsewhere is no
/// inner part of a chain. `tried` are nodes of sums that are none.
pub(super) fn at(
    root: TermId,
    terms: &Terms,
    shapes: &mut Shapes<'_>,
    uses: &HashMap<TermId, usize>,
    tried: &mut HashSet<TermId>,
) -> Option<Fold> {
    let view = view(terms, root);
    if view.associates {
        return free(root, terms, shapes, uses, tried);
    }
    if !matches!(terms.node(root), Node::Bin(..) | Node::Concat(..) | Node::Ite(..)) {
        return None;
    }
    let found = (0..view.operands.len()).filter_map(|i| along(root, i, terms, shapes, uses));
    found.max_by_key(|fold| fold.families[0].len())
}

/// A sum or the like as a list: all of its parts are steps, whatever tree they were in.
fn free(
    root: TermId,
    terms: &Terms,
    shapes: &mut Shapes<'_>,
    uses: &HashMap<TermId, usize>,
    tried: &mut HashSet<TermId>,
) -> Option<Fold> {
    if tried.contains(&root) {
        return None;
    }
    // Minima and maxima have a sign: those of another sign are no parts of this one.
    let kind = |t| {
        let View { head, numbers, .. } = view(terms, t);
        (head, numbers)
    };
    let whole = kind(root);
    let mut parts = Vec::new();
    let mut todo = vec![root];
    while let Some(t) = todo.pop() {
        if (t == root || uses.get(&t) == Some(&1)) && kind(t) == whole {
            tried.insert(t);
            let mut children = shapes.children(t);
            children.reverse();
            todo.extend(children);
        } else {
            parts.push(t);
        }
    }
    // One of another kind among them, an accumulator say, and it is no fold: it has a place of its own in the text.
    // In the order of what they read, which is that of the vendor's loop.
    let mut keyed: Vec<_> = parts.into_iter().map(|t| (shapes.lowest(t), t)).collect();
    keyed.sort_by_key(|(lowest, _)| *lowest);
    let mut parts: Vec<TermId> = keyed.into_iter().map(|(_, t)| t).collect();
    let end = parts.pop()?;
    let alike = parts.len() >= MIN_STEPS && repeats(&parts, terms, shapes) && parts.iter().all(|t| *t != end);
    (alike && shapes.plain(end) == shapes.plain(parts[0])).then(|| Fold { place: None, end, families: vec![parts] })
}

/// The chain that goes on in operand `place`.
fn along(
    root: TermId,
    place: usize,
    terms: &Terms,
    shapes: &mut Shapes<'_>,
    uses: &HashMap<TermId, usize>,
) -> Option<Fold> {
    let name = view(terms, root).head;
    let mut families: Vec<Vec<TermId>> = Vec::new();
    let mut at = root;
    // Down the chain, as long as each node is read by the one above alone.
    loop {
        let View { head, operands, .. } = view(terms, at);
        if head != name || at != root && uses.get(&at) != Some(&1) {
            break;
        }
        let others: Vec<TermId> = (0..operands.len()).filter(|i| *i != place).map(|i| operands[i]).collect();
        if families.is_empty() {
            families = vec![Vec::new(); others.len()];
        }
        let extended = families.iter_mut().zip(&others).all(|(family, other)| {
            family.push(*other);
            follows(family, terms, shapes)
        });
        // The node that differs is where the chain ends, and is what it begins with.
        if !extended {
            let steps = families[0].len() - 1;
            families.iter_mut().for_each(|family| family.truncate(steps));
            break;
        }
        at = operands[place];
    }
    let long = families.first().is_some_and(|family| family.len() >= MIN_STEPS);
    long.then_some(Fold { place: Some(place), end: at, families })
}

/// Whether all of a family differ in numbers alone, evenly.
fn repeats(family: &[TermId], terms: &Terms, shapes: &mut Shapes<'_>) -> bool {
    (2..=family.len()).all(|n| follows(&family[..n], terms, shapes))
}

/// Whether the last of a family goes on as those before it did.
fn follows(family: &[TermId], terms: &Terms, shapes: &mut Shapes<'_>) -> bool {
    let [first, .., last] = family else { return true };
    // A number that does not change goes up by nothing.
    if first == last {
        return family.iter().all(|t| t == first);
    }
    let Some(whole) = numbers(*first, *last, terms, shapes) else { return false };
    if family.len() == 2 {
        return true;
    }
    let Some(step) = numbers(*first, family[1], terms, shapes) else { return false };
    // From the first to the last it must go up as often as from the first to the second.
    let iterations = (family.len() - 1) as u64;
    whole.len() == step.len() && whole.iter().zip(&step).all(|(far, near)| *far == near.wrapping_mul(iterations))
}

/// By how much each number of `b` is above that of `a`, in the order of the canonical text; `None` where they differ in more than
/// numbers.
fn numbers(a: TermId, b: TermId, terms: &Terms, shapes: &mut Shapes<'_>) -> Option<Vec<u64>> {
    let mut out = Vec::new();
    let mut seen: HashMap<TermId, TermId> = HashMap::new();
    let mut todo = vec![(a, b)];
    while let Some((a, b)) = todo.pop() {
        // Sharing is part of the shape, as `a * a` is not `a * b`.
        // A part that is met again must have met the same.
        if let Some(met) = seen.insert(a, b) {
            if met != b {
                return None;
            }
            continue;
        }
        let (one, other) = (view(terms, a), view(terms, b));
        // A constant is no read, though both have no operands.
        if one.head != other.head {
            return None;
        }
        // Bounds of two halves go up by no one amount.
        if one.high != other.high {
            return None;
        }
        out.extend(other.numbers.iter().zip(&one.numbers).map(|(y, x)| y.wrapping_sub(*x)));
        out.push(u64::from(terms.width(b)).wrapping_sub(terms.width(a).into()));
        match (terms.node(a), terms.node(b)) {
            // A number that is two numbers in the text goes up by no one amount.
            (Node::Const(x), Node::Const(y)) if x != y && terms.width(a) > 64 => return None,
            (Node::Const(x), Node::Const(y)) => out.push((*y as u64).wrapping_sub(*x as u64)),
            _ => match (read(terms, a), read(terms, b)) {
                (Some(x), Some(y)) if x.operand == y.operand && x.count == y.count => {
                    out.push((y.element as u64).wrapping_sub(x.element as u64));
                }
                (None, None) => {}
                _ => return None,
            },
        }
        let (left, right) = (shapes.children(a), shapes.children(b));
        if left.len() != right.len() {
            return None;
        }
        todo.extend(left.into_iter().zip(right).rev());
    }
    Some(out)
}
