//! Which instruction of a program computes which part of its window.
//!
//! Values are compared on samples, element by element and in any order, for a program lays them out as it likes: an instruction computes
//! a part if each element of its result is an element of that part. That is for people to read, and decides nothing.

use crate::limits::{MAX_PART_LANES, MAX_PART_STEPS, PART_SAMPLES};
use crate::search::explanation::Computed;
use isotope_ir::Window;
use isotope_ir::expr::{NodeId, Op};
use isotope_ir::lanes::{LaneTerms, var_leaf};
use isotope_ir::print;
use isotope_ir::term::{TermId, Terms, mask};
use isotope_ir::types::Type;
use isotope_program::symbolic::{self, InstructionLanes};
use isotope_program::{Generic, Program, StepOp, Value};
use isotope_smt::concrete::{Evaluator, Samples};
use std::collections::{BTreeSet, HashSet};

/// An element: its width and its value on every sample.
type Element = (u32, Vec<u128>);
/// Those of a value, lowest first.
type Elements = Vec<Element>;

/// The values of a window's parts on samples.
pub(super) struct Parts<'w> {
    window: &'w Window,
    /// The operations of the window, the innermost first.
    nodes: Vec<(NodeId, HashSet<Element>)>,
}

impl<'w> Parts<'w> {
    /// Of a window; none of its operations where it is too large.
    pub(super) fn of(window: &'w Window) -> Parts<'w> {
        let graph = &window.graph;
        let uses = window.uses();
        let computes = |node: &NodeId| {
            let (op, ty) = (&graph.node(*node).op, graph.ty(*node));
            !matches!(op, Op::Const(_) | Op::Leaf(_)) && ty.lanes <= MAX_PART_LANES && ty.bits >= 8
        };
        let is_used = |node: &NodeId| *node == window.root || uses[node.0 as usize] > 0;
        let ids: Vec<NodeId> = (0..graph.nodes.len() as u32).map(NodeId).filter(computes).filter(is_used).collect();
        let mut nodes = Vec::new();
        if ids.len() <= MAX_PART_STEPS {
            let (mut terms, mut lanes) = (Terms::new(), LaneTerms::new(window));
            for id in ids {
                let of: Vec<TermId> =
                    (0..graph.ty(id).lanes).map(|lane| lanes.lane(&mut terms, id, lane).value).collect();
                if let Some(elements) = sampled(window, &terms, &of, graph.ty(id).bits) {
                    nodes.push((id, elements.into_iter().collect()));
                }
            }
        }
        Parts { window, nodes }
    }

    /// The values of each instruction of a program; nothing of programs that are too large.
    pub(super) fn computed(&self, program: &Program, of: &dyn InstructionLanes) -> Vec<Computed> {
        let named = |(at, step): (u32, &isotope_program::Step)| {
            let name = match &step.op {
                StepOp::Instruction { name, .. } => name.clone(),
                StepOp::Generic(Generic::Bitcast | Generic::Shuffle(_)) | StepOp::Param(_) | StepOp::Constant(_) => {
                    return None;
                }
                // LLVM's names are ours in lower case.
                StepOp::Generic(op) => format!("{op:?}").to_lowercase(),
            };
            Some((at, name))
        };
        let steps: Vec<(u32, String)> = (0..).zip(&program.steps).filter_map(named).collect();
        if steps.len() > MAX_PART_STEPS || self.nodes.is_empty() {
            return Vec::new();
        }
        let mut terms = Terms::new();
        let computed = |(step, instruction): (u32, String)| {
            let (expression, low_bits) = self.expression(program, step, of, &mut terms).unwrap_or_default();
            Computed { step, instruction, expression, low_bits }
        };
        steps.into_iter().map(computed).collect()
    }

    /// The outermost part that has all elements of a step, and whether these are wider than the part's.
    fn expression(
        &self,
        program: &Program,
        step: u32,
        of: &dyn InstructionLanes,
        terms: &mut Terms,
    ) -> Option<(String, bool)> {
        let shape = program.steps[step as usize].shape;
        let steps = program.steps[..=step as usize].to_vec();
        let cut = Program { steps, result: Value(step), ty: Type::uint(shape.bits, shape.lanes), ..program.clone() };
        // The same instruction may be read in other elements than the part has: each width of the window is tried.
        let widths: Vec<u32> = {
            let mut widths: Vec<u32> = self.nodes.iter().map(|(id, _)| self.window.graph.ty(*id).bits).collect();
            widths.sort_unstable();
            widths.dedup();
            widths.retain(|bits| shape.total_bits().is_multiple_of(*bits));
            widths.sort_by_key(|bits| *bits != shape.bits);
            widths
        };
        for bits in widths {
            let read = Program { ty: Type::uint(bits, shape.total_bits() / bits), ..cut.clone() };
            let lanes = symbolic::lanes(&read, &self.window.graph, of, terms).ok()?;
            let values: Vec<TermId> = lanes.iter().map(|lane| lane.value).collect();
            let elements = sampled(self.window, terms, &values, bits)?;
            if let Some(root) = self.part_with(&elements, bits) {
                return Some((self.written(root), false));
            }
        }
        // Narrow elements are often computed in wide ones.
        let lanes = symbolic::lanes(&cut, &self.window.graph, of, terms).ok()?;
        let values: Vec<TermId> = lanes.iter().map(|lane| lane.value).collect();
        let elements = sampled(self.window, terms, &values, shape.bits)?;
        let bits = self.nodes.iter().map(|(id, _)| self.window.graph.ty(*id).bits);
        let narrower: BTreeSet<u32> = bits.filter(|bits| *bits < shape.bits).collect();
        narrower.into_iter().rev().find_map(|bits| Some((self.written(self.part_with(&elements, bits)?), true)))
    }

    /// The outermost part of so many bits that has all these elements, of which the bits above are left out.
    fn part_with(&self, elements: &Elements, bits: u32) -> Option<NodeId> {
        let low = |values: &[u128]| (bits, values.iter().map(|value| value & mask(bits)).collect());
        let low: Elements = elements.iter().map(|(_, values)| low(values)).collect();
        let has = |part: &HashSet<Element>| low.iter().all(|element| part.contains(element));
        self.nodes.iter().rev().find(|(_, part)| has(part)).map(|(root, _)| *root)
    }

    fn written(&self, root: NodeId) -> String {
        let part = Window { graph: self.window.graph.clone(), root };
        format!("{} {}", part.ty(), print::expression(&part))
    }
}

/// Terms over a window's leaves on samples within what is known of these; `None` for what cannot be computed.
fn sampled(window: &Window, terms: &Terms, lanes: &[TermId], bits: u32) -> Option<Elements> {
    let evaluator = Evaluator::with_floats(terms, lanes)?;
    let row = |&(var, width): &(u32, u32)| {
        // By the variable, so that it has the same values whoever asks.
        let mut random = Samples::new(0x9a27_0000 ^ u64::from(var));
        let range = window.graph.leaves.get(var_leaf(var).0.0 as usize).and_then(|leaf| leaf.range);
        let within = |value: u128| match range {
            Some((low, high)) => (low + (value % ((high - low) as u128 + 1)) as i128) as u128 & mask(width),
            None => value,
        };
        (0..PART_SAMPLES).map(|_| within(random.value(width))).collect()
    };
    let rows: Vec<Vec<u128>> = evaluator.inputs().iter().map(row).collect();
    let got = evaluator.eval(&rows);
    // Without an input there is one value for all samples.
    let all = |lane: Vec<u128>| (0..PART_SAMPLES).map(|s| lane[s.min(lane.len() - 1)]).collect();
    Some(got.into_iter().map(|lane| (bits, all(lane))).collect())
}
