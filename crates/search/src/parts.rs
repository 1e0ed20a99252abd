//! Windows that the engine cannot read as a whole: parts of them are planned, what lies between is plain LLVM.
//!
//! A shift either way, a division by a variable have no integer form, and lanes that compute different things are no
//! one form. Such an operation is cut out: where it stands the rest reads an *opaque leaf*, of which nothing is
//! known but its range, and which is computed by a program of its own. That is the plain lowering of the operation
//! on parts that are planned in their turn. So a division costs what it costs, and the saturations behind it are still found. Operations of
//! floats have forms, and are cut out as well: what LLVM makes of all their lanes at once may be the better.
//!
//! Parts are found by reading: whatever node ends it is cut out, and the rest is read again. A node that has no form itself is
//! no part but what stands between parts, together with all that it reads and that has none either; below it begin new
//! parts. The number of parts and their depth are bounded, and what is past a bound is lowered plainly, which is always right.
//!
//! Undefined lanes want care. LLVM's undefined values spread over the elements that their bits become a part of, and a layout may
//! join two lanes in one wider element. So shifts below a part are written to be defined everywhere
//! ([`isotope_program::baseline::lower_part`]); a conversion of floats that is undefined stays so, and a program that joins it to a
//! lane that is defined is refuted.
//!
//! A part may also be a function of one byte, which is looked up ([`tables`]), and shifts of bytes by variables are products with
//! powers of two that are: a window with such shifts is planned both ways.
//!
//! Nothing here is trusted: programs are put together ([`spliced`]) and proved against the whole window.

mod splice;
pub(crate) mod terms;

use crate::limits;
use crate::plan::Price;
use crate::proposal::{Candidate, Proposal};
use crate::proposer::{Asked, Proposer, planned};
use crate::streams::{self, Counterexample, Unsupported};
use crate::tables::{self, powers::Powers};
use isotope_ir::expr::{Graph, Leaf, LeafId, Node, NodeId, Op};
use isotope_ir::interp;
use isotope_ir::lanes::{leaf_var, var_leaf};
use isotope_ir::range::ranges;
use isotope_ir::window::Window;
use isotope_program::Program;
use isotope_program::baseline;
use isotope_smt::effort::Effort;
use splice::spliced;
use std::collections::{BTreeMap, BTreeSet};

/// See the module.
pub(crate) struct ByParts;

impl Proposer for ByParts {
    fn name(&self) -> &'static str {
        "parts"
    }

    fn propose(&self, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
        let found = by_parts(asked, effort);
        let none = || Unsupported::Operation("every part of it".into());
        if found.candidates.is_empty() { Err(none()) } else { Ok(found) }
    }
}

/// Candidates for a window by its parts; none where no part of it can be planned.
fn by_parts(asked: &Asked<'_>, effort: &Effort<'_>) -> Proposal {
    let &Asked { graph, root, .. } = asked;
    let Some(products) = tables::powers::rewritten(graph, root) else {
        if !streams::has_floats(graph) {
            return Parts::new(graph, Powers::new(), asked, effort).proposal(root);
        }
        // With operations of floats as parts, in the registers that LLVM chooses for them; where other parts are cut out, also with
        // such operations read.
        let is_read = streams::refused(graph, root, true, effort).is_none();
        let apart = || Parts { floats: false, ..Parts::new(graph, Powers::new(), asked, effort) }.proposal(root);
        if is_read {
            return apart();
        }
        return in_turn(|part| Parts::new(graph, Powers::new(), asked, part).proposal(root), apart, effort);
    };
    let first =
        |part: &Effort<'_>| Parts::new(&products.graph, products.powers.clone(), asked, part).proposal(products.root);
    in_turn(first, || Parts::new(graph, Powers::new(), asked, effort).proposal(root), effort)
}

/// Two ways, in turn: neither shall keep the other from being priced. The first may take half of the work.
fn in_turn(
    first: impl FnOnce(&Effort<'_>) -> Proposal,
    second: impl FnOnce() -> Proposal,
    effort: &Effort<'_>,
) -> Proposal {
    let part = limits::PRODUCTS.of(effort);
    let first = first(&part);
    effort.joined(&part);
    let second = second();
    let mut ways = [first.candidates.into_iter(), second.candidates.into_iter()];
    let (mut candidates, mut before) = (Vec::new(), usize::MAX);
    while candidates.len() != before {
        before = candidates.len();
        candidates.extend(ways.iter_mut().filter_map(Iterator::next));
    }
    Proposal { candidates, tried: first.tried + second.tried, ended: effort.ended(), ..Proposal::default() }
}

/// A window that is being cut.
struct Parts<'a> {
    graph: &'a Graph,
    /// The powers of a part that is looked up.
    powers: Powers,
    /// Nodes that are cut out though they could be read.
    apart: BTreeSet<NodeId>,
    /// See [`readers`].
    reads: Vec<bool>,
    /// The question about the whole window.
    asked: &'a Asked<'a>,
    effort: &'a Effort<'a>,
    /// Whether operations of floats are read, and not cut out.
    floats: bool,
    /// Parts that may still be begun.
    left: u32,
    /// Instruction applications tried.
    tried: u64,
    /// Parts with a plan.
    planned: u32,
}

impl<'a> Parts<'a> {
    /// Nothing is cut yet.
    fn new(graph: &'a Graph, powers: Powers, asked: &'a Asked<'a>, effort: &'a Effort<'a>) -> Self {
        let (reads, left) = (readers(graph), limits::PARTS);
        Parts { graph, powers, apart: BTreeSet::new(), reads, asked, effort, floats: true, left, tried: 0, planned: 0 }
    }

    /// The proposal for the window.
    fn proposal(mut self, root: NodeId) -> Proposal {
        let mut candidates = self.programs(root, 0);
        if self.planned == 0 {
            candidates.clear();
        }
        Proposal { candidates, tried: self.tried, ended: self.effort.ended(), ..Proposal::default() }
    }

    /// Programs for the part under a node, the most promising first; at least the plain one.
    fn programs(&mut self, root: NodeId, depth: u32) -> Vec<Candidate> {
        let node = self.graph.node(root);
        let plain = || baseline::lower(self.graph, root);
        let bare = matches!(node.op, Op::Leaf(_)) || !self.reads[root.0 as usize];
        if bare || self.left == 0 || depth == limits::PART_DEPTH || self.effort.ended().is_some() {
            return vec![unplanned(plain())];
        }
        // Counted for each part that is begun, planned or not: reading it is work as well.
        self.left -= 1;
        match self.unread(root) {
            Some(cuts) => {
                let (around, leaves) = self.without(root, &cuts);
                let inner = self.inner(&leaves, depth);
                let inputs = self.inputs(root, &leaves);
                let asked = Asked { graph: &around, root, counterexamples: &inputs, ..*self.asked };
                let proposal = planned(&asked, self.effort);
                let Ok(Proposal { candidates, tried, .. }) = proposal else { return vec![unplanned(plain())] };
                self.tried += tried;
                self.planned += 1;
                let first =
                    |at: usize| inner.iter().map(|(leaf, all)| (*leaf, &all[at.min(all.len() - 1)].program)).collect();
                let found = candidates.into_iter().enumerate();
                let mut found: Vec<Candidate> = found
                    // The most promising four with the first way of what is below, the next with the second.
                    .map(|(at, c)| Candidate { program: spliced(&c.program, &first(at / 4), self.graph), ..c })
                    .collect();
                found.push(unplanned(plain()));
                found
            }
            None => self.around(root, depth),
        }
    }

    /// A node that has no form, as plain LLVM over the integer parts below it and below other such nodes.
    fn around(&mut self, root: NodeId, depth: u32) -> Vec<Candidate> {
        let cuts = match self.powers.get(&root) {
            Some(power) => self.amount(power.amount),
            None => frontier(self.graph, &self.reads, root),
        };
        let (around, leaves) = self.without(root, &cuts);
        let inner = self.inner(&leaves, depth);
        // A way for each way of what has most of them; what has fewer stays at its last, which is the plain one.
        let most = inner.iter().map(|(_, all)| all.len()).max().unwrap_or(1);
        let mut ways = tables::programs(self.graph, root, self.asked.target, self.effort);
        if !cuts.is_empty() {
            ways.extend(tables::programs(&around, root, self.asked.target, self.effort));
        }
        ways.extend(baseline::lower_part(&around, root));
        self.planned += u32::from(!ways.is_empty());
        ways.push(baseline::lower(&around, root));
        let mut found = Vec::new();
        for at in 0..most {
            let each = inner.iter().map(|(leaf, all)| (*leaf, &all[at.min(all.len() - 1)].program)).collect();
            for way in &ways {
                found.push(unplanned(spliced(way, &each, self.graph)));
            }
        }
        found
    }

    /// The amount of a power, cut out where it is computed.
    fn amount(&self, amount: NodeId) -> BTreeSet<NodeId> {
        let computed = self.reads[amount.0 as usize] && !matches!(self.graph.node(amount).op, Op::Leaf(_));
        computed.then_some(amount).into_iter().collect()
    }

    /// Programs of what opaque leaves stand for.
    fn inner(&mut self, leaves: &[(LeafId, NodeId)], depth: u32) -> Vec<(LeafId, Vec<Candidate>)> {
        leaves.iter().map(|&(leaf, node)| (leaf, self.programs(node, depth + 1))).collect()
    }

    /// The nodes that have to be cut out for the rest to be read; `None` where the root is one of them.
    fn unread(&mut self, root: NodeId) -> Option<BTreeSet<NodeId>> {
        if self.powers.contains_key(&root) {
            return None;
        }
        let mut cuts = self.below(root);
        for _ in 0..=limits::PARTS {
            let (around, _) = self.without(root, &cuts);
            let refused = match streams::refused(&around, root, self.floats, self.effort) {
                None => return Some(cuts),
                Some(refused) => refused,
            };
            // A cut may show the next node that cannot be read; where nothing new is cut, nothing more will be.
            let before = cuts.len();
            cuts.extend(refused);
            if cuts.contains(&root) || cuts.len() == before || cuts.len() > limits::PARTS as usize {
                return None;
            }
        }
        None
    }

    /// The graph with leaves in place of some nodes, and which leaf stands for which; numbers of nodes stay.
    fn without(&self, root: NodeId, cuts: &BTreeSet<NodeId>) -> (Graph, Vec<(LeafId, NodeId)>) {
        let mut around = self.graph.clone();
        if cuts.is_empty() {
            return (around, vec![]);
        }
        // The range of what is cut out is still known, and is what lets the rest be planned narrowly. It is a guess like all
        // else here: the proof is about the whole.
        let known = ranges(&Window { graph: self.graph.clone(), root });
        let mut leaves = Vec::new();
        for &cut in cuts {
            let (ty, leaf) = (self.graph.ty(cut), LeafId(around.leaves.len() as u32));
            let power = self.powers.get(&cut).map(|power| power.range);
            let range = power.or(known.get(cut.0 as usize).copied().flatten());
            around.leaves.push(Leaf { name: format!("part {}", cut.0), ty, range, load: None });
            around.nodes[cut.0 as usize] = Node { op: Op::Leaf(leaf), args: vec![], ty, no_wrap: false };
            leaves.push((leaf, cut));
        }
        (around, leaves)
    }

    /// The powers that a node reads, and what else is apart.
    fn below(&self, root: NodeId) -> BTreeSet<NodeId> {
        let (mut found, mut open, mut seen) = (BTreeSet::new(), vec![root], BTreeSet::new());
        while let Some(id) = open.pop() {
            if self.powers.contains_key(&id) || (id != root && self.apart.contains(&id)) {
                found.insert(id);
            } else if !(self.powers.is_empty() && self.apart.is_empty()) && seen.insert(id) {
                open.extend(&self.graph.node(id).args);
            }
        }
        found
    }

    /// The counterexamples with the values of opaque leaves. A difference in a lane of the window is looked at in that
    /// lane of the part, which is the same one but where lanes move between them.
    fn inputs(&self, root: NodeId, leaves: &[(LeafId, NodeId)]) -> Vec<Counterexample> {
        let (lanes, graph) = (self.graph.ty(root).lanes, self.graph);
        let with_leaves = |(lane, input): &Counterexample| {
            let mut values: Vec<Vec<u64>> = graph.leaves.iter().map(|l| vec![0; l.ty.lanes as usize]).collect();
            for &(var, value) in input {
                let (leaf, lane) = var_leaf(var);
                if let Some(slot) = values.get_mut(leaf.0 as usize).and_then(|l| l.get_mut(lane as usize)) {
                    *slot = value as u64;
                }
            }
            // Numbers of nodes are those of the whole graph, so that one evaluation serves all leaves.
            let whole = Window { graph: graph.clone(), root };
            let nodes = interp::eval_all(&whole, &values).unwrap_or_default();
            let mut input = input.clone();
            for (leaf, node) in leaves {
                let Some(row) = nodes.get(node.0 as usize) else { continue };
                let bits = row.iter().map(|v| v.bits().unwrap_or(0));
                input.extend(bits.zip(0..).map(|(bits, lane)| (leaf_var(*leaf, lane), bits.into())));
            }
            (lane % lanes, input)
        };
        self.asked.counterexamples.iter().map(with_leaves).collect()
    }
}

fn unplanned(program: Program) -> Candidate {
    Candidate::unplanned(program, Price::default())
}

/// By node, whether it reads a leaf: what does not is a constant, and stays one. Operands stand before what reads them.
fn readers(graph: &Graph) -> Vec<bool> {
    let mut reads: Vec<bool> = Vec::with_capacity(graph.nodes.len());
    for node in &graph.nodes {
        reads.push(matches!(node.op, Op::Leaf(_)) || node.args.iter().any(|arg| reads[arg.0 as usize]));
    }
    reads
}

/// The integer nodes below a root and below what has no form: where plain LLVM ends and something may be planned.
fn frontier(graph: &Graph, reads: &[bool], root: NodeId) -> BTreeSet<NodeId> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<NodeId> = graph.node(root).args.clone();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = graph.node(id);
        let planned = node.ty.is_integer() && node.ty.bits > 1;
        match node.op {
            Op::Leaf(_) => {}
            _ if !reads[id.0 as usize] => {}
            // A node that only moves lanes is moved by its readers.
            Op::Broadcast | Op::Shuffle(_) => open.extend(&node.args),
            _ if planned => {
                found.insert(id);
            }
            _ => open.extend(&node.args),
        }
    }
    found
}

/// The programs of parts, by the leaf that stands for each.
type Inner<'a> = BTreeMap<LeafId, &'a Program>;
