//! Windows of one block that share work, as one window of several results: both results of a butterfly, planes of colour of the same pixels.

use crate::find::{Found, WHOLE, Window, Windows, counts, part_of, work};
use crate::grow::Grower;
use crate::limits::{MAX_LANES, MAX_RESULT_BITS, MAX_RESULTS, MAX_WINDOWS};
use crate::values::{Lanes, lanes_of};
use isotope_mlir::ir::{BlockId, Module, OpId, ValueId};
use isotope_mlir::structure::definition;
use std::collections::{BTreeSet, HashMap};

/// The costs of a proved answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Of the answer.
    pub cost: u64,
    /// Of the window's plain lowering.
    pub plain: u64,
    /// Whether it is better than that at equal costs.
    pub is_better: bool,
}

/// A window of one result, as far as it matters to others.
struct Result {
    at: usize,
    place: (OpId, BlockId),
    lanes: Lanes,
    operations: BTreeSet<OpId>,
    leaves: BTreeSet<ValueId>,
}

impl Windows {
    /// Adds windows of several results: of each block's windows those that share an operation or two leaves, and can be computed where the
    /// first of them is.
    ///
    /// ```mlir
    /// %s = arith.addi %a, %b : vector<16xi16>    // one window with two results, in this place
    /// vector.store %s, %m[%i] : memref<64xi16>, vector<16xi16>
    /// %d = arith.subi %a, %b : vector<16xi16>
    /// ```
    ///
    /// An answer for one is used in place of the answers for its members if [`Self::used`] says so.
    pub fn share(&mut self, module: &Module) {
        let results: Vec<Result> = (0..self.found.len()).filter_map(|at| self.result(module, at)).collect();
        let mut is_taken = vec![false; results.len()];
        for first in 0..results.len() {
            let mut group = vec![first];
            for next in first + 1..results.len() {
                let is_free = !is_taken[first] && !is_taken[next] && group.len() < MAX_RESULTS;
                if is_free && group.iter().any(|member| results[*member].shares(&results[next])) {
                    let count = group.len() as u64 + 1;
                    let (lanes, bits) =
                        (count * u64::from(results[first].lanes.lanes), u64::from(results[first].lanes.bits));
                    let is_small = lanes <= MAX_LANES && lanes * bits <= MAX_RESULT_BITS;
                    if is_small && self.goes_with(module, &results[first], &results[next]) {
                        group.push(next);
                    }
                }
            }
            if group.len() > 1 && self.found.len() < MAX_WINDOWS {
                let members: Vec<usize> = group.iter().map(|member| results[*member].at).collect();
                if let Some(found) = self.together(module, &results[first], members) {
                    group.iter().for_each(|member| is_taken[*member] = true);
                    self.found.push(found);
                }
            }
        }
    }

    fn result(&self, module: &Module, at: usize) -> Option<Result> {
        let Found { roots, window, .. } = &self.found[at];
        let (op, _) = definition(module, *roots.first()?)?;
        let lanes = lanes_of(module, module.type_of(roots[0])).filter(|lanes| lanes.lanes > 1)?;
        let operations = window.operations.iter().copied().filter(|op| counts(module, op)).collect();
        let leaves = window.leaves.iter().map(|(_, value)| *value).collect();
        Some(Result { at, place: (op, self.structure.block(op)?), lanes, operations, leaves })
    }

    /// Whether a result can be computed where the first one of its group is: all that it reads is there.
    fn goes_with(&self, module: &Module, first: &Result, next: &Result) -> bool {
        let block = first.place.1;
        let operations = &module.blocks[block.index()].operations;
        let position = |op: OpId| operations.iter().position(|other| *other == op);
        let Some(place) = position(first.place.0) else { return false };
        let is_there = |value: &ValueId| match definition(module, *value) {
            Some((op, _)) if self.structure.block(op) == Some(block) => position(op).is_some_and(|at| at < place),
            _ => true,
        };
        next.place.1 == block && next.lanes == first.lanes && next.leaves.iter().all(is_there)
    }

    /// One window of these.
    fn together(&self, module: &Module, first: &Result, members: Vec<usize>) -> Option<Found> {
        let roots: Vec<ValueId> = members.iter().flat_map(|at| self.found[*at].roots.iter().copied()).collect();
        let window = Grower::new(module, &self.structure, &roots, first.place.1).window(1).ok()?;
        let of = &self.found[first.at];
        let has_dimensions = members.iter().any(|at| self.found[*at].has_dimensions);
        let mut uses: HashMap<OpId, u64> = HashMap::new();
        for (_, other) in
            self.found.iter().enumerate().filter(|(at, of)| !members.contains(at) && of.members.is_empty())
        {
            work(module, &other.window).into_iter().for_each(|op| *uses.entry(op).or_insert(1) += 1);
        }
        let mut found = Found {
            op: of.op,
            place: of.place,
            title: format!("{} results of {}", roots.len(), of.title),
            target: of.target.clone(),
            function: of.function,
            has_dimensions,
            own: 0,
            shares: self.shares(module, &members),
            roots,
            members,
            window,
        };
        found.count_own(module, &uses);
        Some(found)
    }

    /// The share of each member's answer, of [`WHOLE`], that is left where loads of several members are there once. An answer computes by
    /// itself what the windows share.
    fn shares(&self, module: &Module, members: &[usize]) -> Vec<u64> {
        let mut uses: HashMap<ValueId, u64> = HashMap::new();
        let windows = || members.iter().map(|at| &self.found[*at].window);
        for (_, leaf) in windows().flat_map(|window| &window.leaves) {
            *uses.entry(*leaf).or_insert(0) += 1;
        }
        let share = |window: &Window| {
            let leaves = window.leaves.iter().map(|(_, leaf)| WHOLE / uses.get(leaf).copied().unwrap_or(1));
            let operations = window.operations.iter().filter(|op| counts(module, op)).count() as u64;
            let whole = operations + window.leaves.len() as u64;
            (operations * WHOLE + leaves.sum::<u64>()).checked_div(whole).unwrap_or(WHOLE)
        };
        windows().map(share).collect()
    }

    /// The windows whose answers are used, by the costs of the answers: those that are worth their places, and of a window of several
    /// results and its members what costs less.
    pub fn used(&self, costs: &[Option<Cost>]) -> Vec<bool> {
        let of = |at: usize| costs.get(at).copied().flatten();
        let mut used: Vec<bool> = self
            .found
            .iter()
            .enumerate()
            .map(|(at, found)| {
                of(at).is_some_and(|Cost { cost, plain, is_better }| found.is_worth(cost, plain, is_better))
            })
            .collect();
        for (at, found) in self.found.iter().enumerate().filter(|(_, found)| !found.members.is_empty()) {
            let Some(Cost { cost, .. }) = of(at).filter(|_| used[at]) else { continue };
            let apart = |(member, share): (&usize, &u64)| {
                of(*member).map_or(0, |of| match used[*member] {
                    true => part_of(of.cost, *share),
                    false => self.found[*member].own_of(of.plain),
                })
            };
            used[at] = cost < found.members.iter().zip(&found.shares).map(apart).fold(0, u64::saturating_add);
            if used[at] {
                found.members.iter().for_each(|member| used[*member] = false);
            }
        }
        used
    }

    /// Whether a window's value is one of the results of a window whose answer is used.
    pub fn is_joined(&self, at: usize, used: &[bool]) -> bool {
        self.found.iter().zip(used).any(|(found, used)| *used && found.members.contains(&at))
    }
}

impl Result {
    fn shares(&self, other: &Result) -> bool {
        self.operations.intersection(&other.operations).next().is_some()
            || self.leaves.intersection(&other.leaves).nth(1).is_some()
    }
}
