//! Expressions that come as graphs: checked node by node, like those that come as text.

use crate::failure::Failure;
use crate::limits;
use isotope_ir::Window;
use isotope_ir::build::{Call, OPERATORS, TypeError};
use isotope_ir::expr::{Graph, Leaf, LoadAddress, NodeId, Op};
use isotope_ir::types::{Kind, Type};
use isotope_proto::v1;
use std::collections::{HashMap, HashSet};

/// The windows of a graph, one for each root.
pub fn windows(expression: &v1::Expression) -> Result<Vec<Window>, Failure> {
    each(expression, Ok)
}

/// The results of `make` for the windows of a graph, one for each root; equal roots share one. Each is taken out of the graph when
/// its turn comes.
pub fn each<T: Clone>(
    expression: &v1::Expression,
    mut make: impl FnMut(Window) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    let size = expression.nodes.len().max(expression.leaves.len());
    Failure::check("the number of nodes", size, "MAX_GRAPH_NODES", limits::MAX_GRAPH_NODES)?;
    Failure::check("the number of windows", expression.roots.len(), "MAX_WINDOWS", limits::MAX_WINDOWS)?;
    let operands = expression.nodes.iter().map(|node| node.args.len() + node.indices.len()).sum();
    Failure::check("the number of operands", operands, "MAX_GRAPH_OPERANDS", limits::MAX_GRAPH_OPERANDS)?;
    let mut reader = Reader::new(expression, operands);
    for (index, node) in expression.nodes.iter().enumerate() {
        let place = |message: String| invalid(format!("node {index} ({}): {message}", op_shown(&node.op)));
        let id = reader.add(node).map_err(place)?;
        reader.ids.push(id);
        let (what, bound) = ("the number of nodes, with those that calls stand for,", limits::MAX_GRAPH_NODES);
        Failure::check(what, reader.nodes, "MAX_GRAPH_NODES", bound)?;
        let (what, bound) = ("the number of operands, with those that calls stand for,", limits::MAX_GRAPH_OPERANDS);
        Failure::check(what, reader.operands, "MAX_GRAPH_OPERANDS", bound)?;
    }
    let mut made: HashMap<NodeId, T> = HashMap::new();
    let mut nodes = 0;
    let mut of_root = |&root: &u32| {
        let id = reader.ids.get(root as usize).ok_or_else(|| invalid(format!("root {root} is not a node")))?;
        if let Some(made) = made.get(id) {
            return Ok(made.clone());
        }
        let wrong = |error: TypeError| invalid(format!("root {root}: {error}"));
        let window = Window::new(&reader.graph, *id).map_err(wrong)?;
        isotope_ir::facts::check(&window).map_err(wrong)?;
        nodes += window.graph.nodes.len();
        let (what, bound) = ("the number of nodes of all windows together", limits::MAX_WINDOW_NODES);
        Failure::check(what, nodes, "MAX_WINDOW_NODES", bound)?;
        let new = make(window)?;
        made.insert(*id, new.clone());
        Ok(new)
    };
    expression.roots.iter().map(&mut of_root).collect()
}

/// A window that anybody may have written, built again from its nodes with every check of one that is asked for. It has to come out
/// as it was.
pub fn rebuilt(from: &Window) -> Result<Window, String> {
    if from.graph.nodes.len() > limits::MAX_GRAPH_NODES {
        return Err(format!("it has more nodes than the bound MAX_GRAPH_NODES = {}", limits::MAX_GRAPH_NODES));
    }
    let (mut graph, mut ids) = (Graph::default(), Vec::<NodeId>::with_capacity(from.graph.nodes.len()));
    for (at, node) in from.graph.nodes.iter().enumerate() {
        let wrong = |why: TypeError| format!("node {at}: {why}");
        let earlier = |id: &NodeId| ids.get(id.0 as usize).copied();
        let args = node.args.iter().map(earlier).collect::<Option<Vec<_>>>();
        let args = args.ok_or_else(|| format!("node {at}: an operand is not an earlier node"))?;
        let id = match &node.op {
            Op::Leaf(leaf) => {
                let leaf = from.graph.leaves.get(leaf.0 as usize).filter(|leaf| leaf.ty.is_valid());
                graph.leaf(leaf.ok_or_else(|| format!("node {at}: there is no such leaf"))?.clone()).map_err(wrong)?
            }
            op => graph.make(op.clone(), &args, Some(node.ty).filter(|ty| ty.is_valid())).map_err(wrong)?,
        };
        ids.push(if node.no_wrap { graph.with_no_wrap(id).map_err(wrong)? } else { id });
    }
    let root = ids.get(from.root.0 as usize).ok_or("its root is not a node")?;
    let window = Window::new(&graph, *root).map_err(said)?;
    isotope_ir::facts::check(&window).map_err(said)?;
    if window == *from { Ok(window) } else { Err("it is not in the order that windows have".to_owned()) }
}

fn invalid(message: String) -> Failure {
    Failure::Expression { message, line: 0, column: 0 }
}

/// The name of an operation, short enough to be said.
fn op_shown(op: &str) -> String {
    const SHOWN: usize = 64;
    let shown: String = op.chars().take(SHOWN).collect();
    shown.escape_debug().to_string()
}

/// A graph as it is read.
struct Reader<'a> {
    all: &'a v1::Expression,
    graph: Graph,
    /// The node of each node of the wire read so far.
    ids: Vec<NodeId>,
    /// The node of each leaf of the wire, once it is used.
    leaves: Vec<Option<NodeId>>,
    /// The names on the wire: those made for leaves without one avoid them.
    names: HashSet<&'a str>,
    /// Nodes on the wire, and what its calls have become besides: a call may stand for many nodes.
    nodes: usize,
    /// Operands and indices on the wire, and those of what its calls have become: a call may stand for as many as lanes.
    operands: usize,
}

impl<'a> Reader<'a> {
    fn new(all: &'a v1::Expression, operands: usize) -> Self {
        let names = all.leaves.iter().map(|leaf| leaf.name.as_str()).collect();
        let (ids, leaves) = (Vec::with_capacity(all.nodes.len()), vec![None; all.leaves.len()]);
        Reader { all, graph: Graph::default(), ids, leaves, names, nodes: all.nodes.len(), operands }
    }

    fn add(&mut self, node: &v1::Node) -> Result<NodeId, String> {
        let stated = node.r#type.as_ref().map(read_type).transpose()?;
        if node.op == "leaf" {
            let id = self.leaf(node.leaf)?;
            let ty = self.graph.ty(id);
            return match stated {
                Some(stated) if stated != ty => Err(format!("leaf {} is {ty}, not {stated}", node.leaf)),
                _ => Ok(id),
            };
        }
        let args = node
            .args
            .iter()
            .map(|&a| self.ids.get(a as usize).copied().ok_or_else(|| format!("operand {a} is not an earlier node")));
        let args = args.collect::<Result<Vec<_>, _>>()?;
        let made = match (operation(node), Call::named(&node.op)) {
            (Some(op), _) => self.graph.make(op, &args, stated),
            (None, Some(call)) => self.call(&call, &args, stated),
            (None, None) => return Err("no such operation; see isotope/v1/expression.proto for the names".to_owned()),
        };
        let id = made.map_err(said)?;
        if node.no_wrap { self.graph.with_no_wrap(id).map_err(said) } else { Ok(id) }
    }

    /// A call, and what it stands for counted.
    fn call(&mut self, call: &Call, args: &[NodeId], stated: Option<Type>) -> Result<NodeId, TypeError> {
        let before = self.graph.nodes.len();
        let made = self.graph.call(call, args, stated)?;
        let added = &self.graph.nodes[before..];
        let lanes = |op: &Op| if let Op::Shuffle(indices) = op { indices.len() } else { 0 };
        let operands: usize = added.iter().map(|node| node.args.len() + lanes(&node.op)).sum();
        // The node itself and its operands are counted.
        self.nodes += added.len().saturating_sub(1);
        self.operands += operands.saturating_sub(args.len());
        Ok(made)
    }

    /// The node of a leaf, made at its first use. Two leaves of the wire are never mixed up: one name has one
    /// meaning, and a leaf without a name is another leaf than all others.
    fn leaf(&mut self, index: u32) -> Result<NodeId, String> {
        let known = self.leaves.get(index as usize).ok_or_else(|| format!("there is no leaf {index}"))?;
        if let Some(id) = *known {
            return Ok(id);
        }
        let mut leaf = read_leaf(index, &self.all.leaves[index as usize])?;
        if leaf.name.is_empty() {
            leaf.name = format!("leaf{index}");
            while self.names.contains(leaf.name.as_str()) {
                leaf.name.push('_');
            }
        }
        let id = self.graph.leaf(leaf).map_err(said)?;
        self.leaves[index as usize] = Some(id);
        Ok(id)
    }
}

fn said(error: TypeError) -> String {
    error.to_string()
}

/// The operation of a node whose name is no call of Halide's.
fn operation(node: &v1::Node) -> Option<Op> {
    Some(match node.op.as_str() {
        "const" => Op::Const(node.constant),
        "broadcast" => Op::Broadcast,
        "ramp" => Op::Ramp,
        "shuffle" => Op::Shuffle(node.indices.clone()),
        name => OPERATORS.iter().find(|(known, _)| *known == name)?.1.clone(),
    })
}

fn read_leaf(index: u32, leaf: &v1::Leaf) -> Result<Leaf, String> {
    if leaf.name.len() > isotope_ir::limits::MAX_NAME {
        return Err(format!("the name of leaf {index} is longer than {} bytes", isotope_ir::limits::MAX_NAME));
    }
    let ty = read_type(leaf.r#type.as_ref().ok_or_else(|| format!("leaf {} has no type", leaf.name.escape_debug()))?)?;
    let load = leaf.load.as_ref().map(|load| LoadAddress {
        buffer: load.buffer.clone(),
        base: load.base.clone(),
        offset: load.offset,
        stride: load.stride,
    });
    let range = leaf.range.map(|r| (i128::from(r.min), i128::from(r.max)));
    Ok(Leaf { name: leaf.name.clone(), ty, range, load })
}

fn read_type(ty: &v1::Type) -> Result<Type, String> {
    let kind = match v1::Kind::try_from(ty.kind) {
        Ok(v1::Kind::Int) => Kind::Int,
        Ok(v1::Kind::Uint) => Kind::UInt,
        Ok(v1::Kind::Float) => Kind::Float,
        Ok(v1::Kind::Bfloat) => Kind::BFloat,
        _ => return Err(format!("kind {} is none of int, uint, float, bfloat", ty.kind)),
    };
    let read = Type { kind, bits: ty.bits, lanes: ty.lanes };
    if read.is_valid() { Ok(read) } else { Err(format!("there is no type {read}")) }
}

#[cfg(test)]
mod tests;
