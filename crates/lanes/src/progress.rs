//! The second program ends if the first one ends for each lane.
//!
//! Let every lane's run of the first program end, and the second program's run not. From some time on no lane goes on in the first
//! program, and each lane's pairs of places stay in one circle of edges without a step of it. On that circle
//!
//! - there is an edge that others decide, or the circle is no circle of ours (checked: without such edges there is none), and
//! - whoever decides it is a lane for which that edge is its own. It decides some such edge again and again, so its own circle has one
//!   (checked: no circle has an edge of the lane's own).

use crate::error::NotShown;
use crate::explore::{Claims, Witness};
use crate::program::Blk;
use std::collections::BTreeSet;

/// An edge between pairs of places.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The pair's number.
    pub to: usize,
    /// Whether the first program has gone on.
    pub has_moved: bool,
    /// Who decides that it is taken.
    pub label: Label,
}

/// Who decides that an edge is taken.
#[derive(Clone, Debug)]
pub(crate) enum Label {
    /// Nobody: there is no other, or no lane is needed.
    Neutral,
    /// This lane is on in the mask that is asked for.
    Own,
    /// This lane is off in it, and another is on.
    Other,
    /// A branch for all lanes at this place of the second program.
    Claimed {
        /// Block and operation.
        place: (Blk, usize),
        /// Witnesses that this lane is none of.
        off: BTreeSet<Witness>,
        /// Whether the condition follows from what is known.
        is_known: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Decides {
    Nobody,
    Own,
    Other,
}

fn decides(label: &Label, claims: &Claims) -> Decides {
    match label {
        Label::Neutral => Decides::Nobody,
        Label::Own => Decides::Own,
        Label::Other => Decides::Other,
        Label::Claimed { place, off, is_known } => {
            // One witness for the place, the same for all lanes.
            let witness = claims.get(place).and_then(|viable| viable.first());
            match witness.is_some_and(|witness| off.contains(witness)) {
                false => Decides::Own,
                true if *is_known => Decides::Nobody,
                true => Decides::Other,
            }
        }
    }
}

/// Checks both conditions on the edges of each pair of places.
pub(crate) fn ends(edges: Vec<&[Edge]>, claims: &Claims) -> Result<(), NotShown> {
    let still: Vec<Vec<(usize, Decides)>> = edges
        .iter()
        .map(|of| {
            of.iter().filter(|edge| !edge.has_moved).map(|edge| (edge.to, decides(&edge.label, claims))).collect()
        })
        .collect();
    let circles = circles(&still, |_| true);
    let is_within = |circles: &[usize], from: usize, to: usize| circles[from] == circles[to];
    for (from, of) in still.iter().enumerate() {
        if of.iter().any(|(to, by)| *by == Decides::Own && is_within(&circles, from, *to)) {
            return Err(NotShown::new("the second program may go round without a step of the first one".to_owned()));
        }
    }
    let alone = |by: Decides| by != Decides::Other;
    let circles = self::circles(&still, alone);
    for (from, of) in still.iter().enumerate() {
        if of.iter().any(|(to, by)| alone(*by) && is_within(&circles, from, *to)) {
            return Err(NotShown::new("the second program may go round without a lane".to_owned()));
        }
    }
    Ok(())
}

/// The number of the strongly connected component of each node (Tarjan, "Depth-first search and linear graph algorithms", 1972).
fn circles(edges: &[Vec<(usize, Decides)>], counts: impl Fn(Decides) -> bool) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let (mut order, mut low) = (vec![NEW; edges.len()], vec![0; edges.len()]);
    let (mut circle, mut stack, mut next, mut found) = (vec![NEW; edges.len()], Vec::new(), 0, 0);
    for root in 0..edges.len() {
        if order[root] != NEW {
            continue;
        }
        let mut open = vec![(root, 0)];
        while let Some((node, at)) = open.pop() {
            if at == 0 {
                (order[node], low[node]) = (next, next);
                next += 1;
                stack.push(node);
            }
            let Some((to, by)) = edges[node].get(at) else {
                if low[node] == order[node] {
                    while let Some(member) = stack.pop() {
                        circle[member] = found;
                        if member == node {
                            break;
                        }
                    }
                    found += 1;
                }
                if let Some((above, _)) = open.last() {
                    low[*above] = low[*above].min(low[node]);
                }
                continue;
            };
            open.push((node, at + 1));
            if !counts(*by) {
                continue;
            }
            if order[*to] == NEW {
                open.push((*to, 0));
            } else if circle[*to] == NEW {
                low[node] = low[node].min(order[*to]);
            }
        }
    }
    circle
}
