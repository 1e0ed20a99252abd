//! Reading: a window lane by lane, through data movement, to forms over streams.
//!
//! Reading keeps for each lane of the result which node and which lane of it is meant, and goes
//! down all lanes at once. As long as all lanes are at nodes of one kind they compute alike, and
//! one form stands for them; what only moves lanes changes where they are and makes no form. Work
//! is counted by lanes, because a window of a hundred nodes may be wide.

use super::floats;
use super::lane_program::{Counterexample, LaneProgram, Stream, Unsupported};
use super::operations;
use super::results::{Results, moved};
use super::samples::Samples;
use super::translates::Translates;
use crate::form::{Forms, Id, type_range};
use crate::limits::SAMPLES;
use ahash::{HashMap, HashMapExt as _};
use isotope_ir::expr::{Graph, Node, NodeId, Op};
use isotope_ir::memory::Memory;
use isotope_ir::types::Type;
use isotope_smt::effort::Effort;
use std::collections::BTreeSet;
use std::rc::Rc;

/// For each lane of the result, a node and one of its lanes.
type NodeLanes = Rc<Vec<(NodeId, u32)>>;

/// The graph that is being read, and the forms so far.
struct Reader<'a> {
    graph: &'a Graph,
    out: LaneProgram,
    /// Forms of what was read: a node that is shared is read once for each way of picking its
    /// lanes.
    done: HashMap<NodeLanes, Id>,
    /// Where the leaves' values come from.
    samples: Samples,
    /// Inputs on which earlier candidates went wrong: further samples.
    counterexamples: &'a [Counterexample],
    effort: &'a Effort<'a>,
    /// The nodes at which reading ended.
    refused: Vec<NodeId>,
    /// Whether operations of floats are read.
    floats: bool,
}

/// A node whose operands are being read.
struct Open {
    lanes: NodeLanes,
    /// Its operands; for a reduction, the elements that it reduces.
    operands: Vec<NodeLanes>,
    /// The forms of those that are read.
    read: Vec<Id>,
}

/// Reads a window of one result into forms. Samples are corners first, then random ones, then the counterexamples.
pub fn read(
    graph: &Graph,
    root: NodeId,
    counterexamples: &[Counterexample],
    effort: &Effort<'_>,
) -> Result<LaneProgram, Unsupported> {
    read_results(graph, root, &Results::one(graph.ty(root)), counterexamples, effort)
}

/// The same of a window of several results, which are a form each.
pub fn read_results(
    graph: &Graph,
    root: NodeId,
    results: &Results,
    counterexamples: &[Counterexample],
    effort: &Effort<'_>,
) -> Result<LaneProgram, Unsupported> {
    // A counterexample is about one lane of one result, and is looked at in that lane of all of them.
    let counterexamples: Vec<Counterexample> =
        counterexamples.iter().map(|(lane, input)| (results.lane(*lane), input.clone())).collect();
    let mut reader = Reader::new(graph, results, &counterexamples, effort);
    for lanes in &results.lanes {
        let form = reader.read(lanes.iter().map(|&lane| (root, lane)))?;
        reader.out.roots.push(form);
    }
    reader.out.scale(effort)?;
    reader.out.derive(effort)?;
    reader.out.regroup(effort)?;
    Ok(reader.out)
}

/// The nodes that keep a window from being read, where it is one of them that does. Operations of floats are among them, unless they are read.
pub fn refused(graph: &Graph, root: NodeId, floats: bool, effort: &Effort<'_>) -> Option<Vec<NodeId>> {
    let ty = graph.ty(root);
    let mut reader = Reader { floats, ..Reader::new(graph, &Results::one(ty), &[], effort) };
    if ty.bits == 1 {
        return Some(vec![root]);
    }
    reader.read((0..ty.lanes).map(|lane| (root, lane))).err()?;
    Some(reader.refused)
}

/// Whether a window computes with floats, rather than move them.
///
/// Loads, choices by integers and shuffles of floats are those of their bits.
pub fn has_floats(graph: &Graph) -> bool {
    let is_float = |node: &Node| node.ty.is_float() || node.args.iter().any(|&arg| graph.ty(arg).is_float());
    graph.nodes.iter().any(|node| floats::has_form(&node.op) && is_float(node))
}

impl<'a> Reader<'a> {
    /// Nothing is read yet.
    fn new(graph: &'a Graph, results: &Results, counterexamples: &'a [Counterexample], effort: &'a Effort<'a>) -> Self {
        let forms = Forms::new(SAMPLES + counterexamples.len());
        let memory = Memory::of(graph);
        let out = LaneProgram {
            forms,
            streams: vec![],
            memory,
            lane_consts: vec![],
            roots: vec![],
            scaled: HashMap::new(),
            regrouped: HashMap::new(),
            adders: BTreeSet::new(),
            translates: Translates::default(),
            made_for: HashMap::new(),
            plain: 0,
            given: 0,
            results: results.clone(),
        };
        Reader {
            graph,
            out,
            done: HashMap::new(),
            samples: Samples::new(),
            counterexamples,
            effort,
            refused: vec![],
            floats: true,
        }
    }
}

impl Reader<'_> {
    /// Where the elements come from that stand at these lanes; work for each of them.
    fn resolved(&self, lanes: impl Iterator<Item = (NodeId, u32)>) -> Result<NodeLanes, Unsupported> {
        let lanes: NodeLanes = Rc::new(lanes.map(|(n, l)| moved(self.graph, n, l)).collect());
        self.effort.spend(lanes.len() as u64)?;
        Ok(lanes)
    }

    /// The form of what stands at some lanes, its operands first. A window may be deep, so nodes that wait for their
    /// operands are kept here and not on the stack of calls.
    fn read(&mut self, lanes: impl Iterator<Item = (NodeId, u32)>) -> Result<Id, Unsupported> {
        let mut lanes = self.resolved(lanes)?;
        let mut open: Vec<Open> = Vec::new();
        loop {
            let mut form = match self.done.get(&lanes) {
                Some(&id) => id,
                None => {
                    let operands = match self.operands(&lanes) {
                        Ok(operands) => operands,
                        Err(why) => return Err(self.refusing(&lanes, why)),
                    };
                    if let Some(first) = operands.first().cloned() {
                        open.push(Open { lanes, operands, read: vec![] });
                        lanes = first;
                        continue;
                    }
                    self.made(lanes, &[])?
                }
            };
            // The form of which this was the last operand is made, and so on up to one that waits for another.
            lanes = loop {
                let Some(user) = open.last_mut() else { return Ok(form) };
                user.read.push(form);
                if let Some(next) = user.operands.get(user.read.len()) {
                    break next.clone();
                }
                let Open { lanes, read, .. } = open.pop().unwrap_or_else(|| unreachable!("there was a last one"));
                form = self.made(lanes, &read)?;
            };
        }
    }

    /// Remembers at which nodes reading ended; leaves cannot be cut out, so of lanes that are mixed it is the others.
    fn refusing(&mut self, lanes: &NodeLanes, why: Unsupported) -> Unsupported {
        let mut nodes: Vec<NodeId> = lanes.iter().map(|p| p.0).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.retain(|&n| !matches!(self.graph.node(n).op, Op::Leaf(_)));
        self.refused = nodes;
        why
    }

    /// The operands of the node at some lanes; nothing for leaves and literals.
    fn operands(&self, lanes: &NodeLanes) -> Result<Vec<NodeLanes>, Unsupported> {
        let first = self.graph.node(lanes[0].0);
        // One form stands for all lanes: the same operation on operands of the same types.
        let alike = lanes.iter().all(|p| {
            let n = self.graph.node(p.0);
            let same = std::mem::discriminant(&n.op) == std::mem::discriminant(&first.op);
            same && n.args.len() == first.args.len() && (n.ty.kind, n.ty.bits) == (first.ty.kind, first.ty.bits)
        });
        if !alike {
            return Err(Unsupported::MixedLanes);
        }
        let mut types = first.args.iter().map(|&a| self.graph.ty(a)).chain([first.ty]);
        if let Some(of) = types.find(|of| !of.is_integer()).filter(|_| !self.has_form(first)) {
            return Err(Unsupported::Operation(format!("arithmetic on {}", of.with_lanes(1))));
        }
        let arg = |n: NodeId, at: usize| self.graph.node(n).args[at];
        if let Op::Reduce(_) = first.op {
            // Lane l of a reduction by f reduces lanes f l to f l + f - 1.
            let factor = |n: NodeId| self.graph.ty(arg(n, 0)).lanes / self.graph.ty(n).lanes;
            let part = |j| self.resolved(lanes.iter().map(|&(n, l)| (arg(n, 0), factor(n) * l + j)));
            return (0..factor(lanes[0].0)).map(part).collect();
        }
        // A scalar operand (a select's condition) serves every lane.
        let operand = |at| {
            let of = |&(n, l): &(NodeId, u32)| (arg(n, at), l % self.graph.ty(arg(n, at)).lanes);
            self.resolved(lanes.iter().map(of))
        };
        (0..first.args.len()).map(operand).collect()
    }

    /// Whether a node with floats gives bits of its operands, or its own, as they are, or is an operation that has a form.
    fn has_form(&self, node: &Node) -> bool {
        match &node.op {
            Op::Leaf(_) | Op::Const(_) | Op::Select => true,
            Op::Reinterpret => self.graph.ty(node.args[0]).bits == node.ty.bits,
            op => self.floats && floats::has_form(op),
        }
    }

    /// The form of the node at some lanes, from the forms of its operands.
    fn made(&mut self, lanes: NodeLanes, operands: &[Id]) -> Result<Id, Unsupported> {
        let first = self.graph.node(lanes[0].0);
        let id = match &first.op {
            Op::Leaf(_) => self.leaf(&lanes),
            Op::Const(_) => self.literal(&lanes, first.ty),
            Op::Reduce(op) => operations::reduction(&mut self.out.forms, *op, first.ty, operands)
                .ok_or_else(|| Unsupported::Operation("a long saturating reduction of signed elements".into()))?,
            _ => {
                let types: Vec<Type> = first.args.iter().map(|&a| self.graph.ty(a)).collect();
                let form = operations::elementwise(&mut self.out.forms, &first.op, first.ty, operands, &types);
                match form {
                    Some(form) => form,
                    None => return Err(self.refusing(&lanes, Unsupported::Operation(format!("{:?}", first.op)))),
                }
            }
        };
        self.done.insert(lanes, id);
        Ok(id)
    }

    /// A leaf lane of each result lane, as one stream with one row of samples: its range is that of all leaves
    /// together. A counterexample is looked at in the lane where it went wrong.
    fn leaf(&mut self, lanes: &[(NodeId, u32)]) -> Id {
        let source: Vec<_> = lanes
            .iter()
            .map(|&(n, l)| match self.graph.node(n).op {
                Op::Leaf(leaf) => self.out.memory.representative(leaf, l),
                _ => unreachable!("all lanes are leaves"),
            })
            .collect();
        let leaf = &self.graph.leaves[source[0].0.0 as usize];
        let own = leaf.ty.with_lanes(1);
        // A float that only moves is its bits.
        let element = if own.is_integer() { own } else { Type::uint(own.bits, 1) };
        let whole = type_range(element.bits, element.is_signed());
        let facts = source.iter().map(|(l, _)| self.graph.leaves[l.0 as usize].range.unwrap_or(whole));
        let (lo, hi) = facts.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or(whole);
        let is_uniform = source.iter().all(|element| *element == source[0]);
        let stream = Stream { source, element, is_uniform };
        let known = self.out.streams.iter().position(|s| *s == stream);
        let number = known.unwrap_or_else(|| {
            self.out.streams.push(stream);
            self.out.streams.len() - 1
        });
        let mut values = if own.is_float() { self.samples.floats(own) } else { self.samples.in_range((lo, hi)) };
        let source = &self.out.streams[number].source;
        for (lane, input) in self.counterexamples {
            let (leaf, index) = source[*lane as usize];
            let var = isotope_ir::lanes::leaf_var(leaf, index);
            let bits = input.iter().find(|i| i.0 == var).map_or(0, |i| i.1);
            let value = if element.is_signed() { isotope_ir::term::signed(bits, element.bits) } else { bits as i128 };
            values.push(value.clamp(lo, hi));
        }
        self.out.forms.stream(number as u32, (lo, hi), values)
    }

    /// A constant, or constants by lane. Samples of the latter go through the lanes in turn: a form
    /// that treats them as one constant differs on some sample.
    fn literal(&mut self, lanes: &[(NodeId, u32)], ty: Type) -> Id {
        let value = |n: NodeId| match self.graph.node(n).op {
            Op::Const(bits) if ty.is_signed() => isotope_ir::term::signed(bits as u128, ty.bits),
            Op::Const(bits) => bits as i128,
            _ => unreachable!("all lanes are literals"),
        };
        let values: Vec<i128> = lanes.iter().map(|&(n, _)| value(n)).collect();
        if values.iter().all(|v| *v == values[0]) {
            return self.out.forms.constant(values[0]);
        }
        let range = values.iter().fold((values[0], values[0]), |r, &v| (r.0.min(v), r.1.max(v)));
        let at_counterexamples = self.counterexamples.iter().map(|c| values[c.0 as usize]);
        let samples = (0..SAMPLES).map(|i| values[i % values.len()]).chain(at_counterexamples).collect();
        self.out.lane_consts.push(values);
        self.out.forms.lane_const(self.out.lane_consts.len() as u32 - 1, range, samples)
    }
}
