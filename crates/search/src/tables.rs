//! Functions of one byte, by tables.
//!
//! A lane may depend on one byte alone, whatever is computed on the way: then the results for its 256 values say all of
//! it, and looking one up is a few instructions, as many for a division as for a sum. The results are the window's own, computed from
//! its lanes' terms; values that the window's facts exclude, or for which it is undefined, ask for nothing and fit every table.
//!
//! Here: reading such a function off a window ([`ByteFunction`]). Instructions that look values up on a target are found by what they do
//! ([`lookups`]); how few instructions a table takes, [`written`] decides; shifts by variables become products with powers of
//! two that are looked up in [`powers`].
//!
//! Nothing here is trusted: programs are proved against the window.

pub(super) mod lookups;
pub(super) mod powers;
mod written;

use super::instructions::TargetInstructions;
use crate::limits;
use crate::plan::Price;
use crate::proposal::Proposal;
use crate::proposer::{Asked, Proposer};
use crate::streams::Unsupported;
use isotope_ir::expr::{Graph, LeafId, NodeId, Op};
use isotope_ir::lanes::{free_vars, lane_terms, var_leaf};
use isotope_ir::term::{TermId, Terms, signed};
use isotope_ir::window::Window;
use isotope_program::Program;
use isotope_smt::concrete::Evaluator;
use isotope_smt::effort::Effort;

/// By the value of a byte, a result; `None` where none is asked for.
pub(super) type Table = Vec<Option<u64>>;

/// Values of a byte.
pub(super) const VALUES: usize = 256;

/// A function of one byte in every lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ByteFunction {
    /// The leaf that the byte is an element of.
    pub(super) leaf: LeafId,
    /// By lane, which element.
    pub(super) elements: Vec<u32>,
    /// The table of a lane.
    pub(super) table: Table,
}

impl ByteFunction {
    /// The table of a window of one byte; `None` where its lanes read more than that, differ, or are all the same.
    pub(super) fn of(graph: &Graph, root: NodeId, effort: &Effort<'_>) -> Option<ByteFunction> {
        let ty = graph.ty(root);
        let leaf = only_leaf(graph, root)?;
        let sized = ty.is_integer() && (8..=32).contains(&ty.bits) && ty.lanes >= limits::TABLE_LANES;
        if !sized || effort.spend(u64::from(ty.lanes) * 16).is_err() {
            return None;
        }
        let mut terms = Terms::new();
        let lanes = lane_terms(&Window { graph: graph.clone(), root }, &mut terms);
        let mut elements = Vec::new();
        let mut asked: Option<(TermId, TermId)> = None;
        for (value, defined) in lanes.lanes.into_iter().zip(lanes.defined) {
            let read = free_vars(&terms, value);
            let mut read = read.union(&free_vars(&terms, defined)).copied().collect::<Vec<u32>>().into_iter();
            let (Some(var), None) = (read.next(), read.next()) else { return None };
            elements.push(var_leaf(var).1);
            let own = [value, defined].map(|t| terms.substitute(t, &mut |terms, _, width| terms.var(0, width)));
            if *asked.get_or_insert((own[0], own[1])) != (own[0], own[1]) {
                return None;
            }
        }
        let (value, defined) = asked?;
        let table = tabled(graph, leaf, &terms, [value, defined])?;
        let mut results = table.iter().flatten();
        let first = results.next()?;
        results.any(|v| v != first).then_some(ByteFunction { leaf, elements, table })
    }
}

/// The leaf that a window reads, if it is one, and one of which an element is known by a byte.
fn only_leaf(graph: &Graph, root: NodeId) -> Option<LeafId> {
    let (mut open, mut seen, mut only) = (vec![root], vec![false; graph.nodes.len()], None);
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        let node = graph.node(id);
        if let Op::Leaf(leaf) = node.op
            && *only.get_or_insert(leaf) != leaf
        {
            return None;
        }
        open.extend(&node.args);
    }
    let only = only?;
    let leaf = &graph.leaves[only.0 as usize];
    let in_a_byte = leaf.ty.bits == 8 || leaf.range.is_some_and(|(low, high)| low >= 0 && high < VALUES as i128);
    (leaf.ty.is_integer() && in_a_byte && (8..=32).contains(&leaf.ty.bits)).then_some(only)
}

/// A lane's results for all values of the byte, from its term and the one that says where it is defined.
fn tabled(graph: &Graph, leaf: LeafId, terms: &Terms, asked: [TermId; 2]) -> Option<Table> {
    let evaluator = Evaluator::new(terms, &asked)?;
    let leaf = &graph.leaves[leaf.0 as usize];
    let rows: Vec<Vec<u128>> = evaluator.inputs().iter().map(|_| (0..VALUES as u128).collect()).collect();
    let got = evaluator.eval(&rows);
    let (low, high) = leaf.range.or(leaf.ty.range())?;
    let number = |bits: u128| if leaf.ty.is_signed() { signed(bits, leaf.ty.bits) } else { bits as i128 };
    // Without an input there is one value for all.
    let at = |row: usize, value: usize| got[row][value.min(got[row].len() - 1)];
    let result = |value: usize| {
        let asked = (low..=high).contains(&number(value as u128)) && at(1, value) == 1;
        asked.then_some(at(0, value) as u64)
    };
    Some((0..VALUES).map(result).collect())
}

/// Whether a window computes so much that a table may be less: what is one or two operations is none.
fn is_worth_a_table(graph: &Graph, root: NodeId) -> bool {
    let mut open = vec![root];
    let mut seen = vec![false; graph.nodes.len()];
    let mut operations = 0;
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        let node = graph.node(id);
        let varies = |at: usize| node.args.get(at).is_some_and(|&by| graph.splat_bits(by).is_none());
        operations += match node.op {
            Op::Leaf(_) | Op::Const(_) | Op::Broadcast | Op::Shuffle(_) | Op::Reinterpret => 0,
            Op::Div | Op::Mod | Op::DivRoundToZero | Op::ModRoundToZero | Op::PopCount | Op::CountLeadingZeros => {
                limits::TABLE_OPERATIONS
            }
            Op::ShiftLeft | Op::ShiftRight | Op::RoundingShiftLeft | Op::RoundingShiftRight if varies(1) => {
                limits::TABLE_OPERATIONS
            }
            _ => 1,
        };
        open.extend(&node.args);
    }
    operations >= limits::TABLE_OPERATIONS
}

/// See the module.
pub(crate) struct Tables;

impl Proposer for Tables {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn propose(&self, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
        let found = programs(asked.graph, asked.root, asked.target, effort);
        Ok(Proposal::unplanned(found.into_iter().map(|program| (program, Price::default()))))
    }
}

/// Programs that look a window up, if it is a function of one byte that is worth it.
pub(super) fn programs(graph: &Graph, root: NodeId, target: &TargetInstructions, effort: &Effort<'_>) -> Vec<Program> {
    if only_leaf(graph, root).is_none() || !is_worth_a_table(graph, root) {
        return Vec::new();
    }
    let function = ByteFunction::of(graph, root, effort);
    function.map_or_else(Vec::new, |function| written::programs(graph, root, &function, target))
}
