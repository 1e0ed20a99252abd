//! Expressions that come as graphs: checked node by node, like those that come as text.

use crate::failure::Failure;
use crate::limits;
use isotope_ir::Window;
use isotope_ir::build::TypeError;
use isotope_ir::expr::{Graph, Leaf, LoadAddress, NodeId, Op};
use isotope_ir::types::{Kind, Type};
use isotope_proto::v1;
use std::collections::HashSet;

/// The windows of a graph, one for each root.
pub fn windows(expression: &v1::Expression) -> Result<Vec<Window>, Failure> {
    let size = expression.nodes.len().max(expression.leaves.len());
    Failure::check("the number of nodes", size, "MAX_GRAPH_NODES", limits::MAX_GRAPH_NODES)?;
    Failure::check("the number of windows", expression.roots.len(), "MAX_WINDOWS", limits::MAX_WINDOWS)?;
    let operands = expression.nodes.iter().map(|node| node.args.len() + node.indices.len()).sum();
    Failure::check("the number of operands", operands, "MAX_GRAPH_OPERANDS", limits::MAX_GRAPH_OPERANDS)?;
    let mut reader = Reader::new(expression);
    for (index, node) in expression.nodes.iter().enumerate() {
        let place = |message: String| invalid(format!("node {index} ({}): {message}", op_shown(&node.op)));
        let id = reader.add(node).map_err(place)?;
        reader.ids.push(id);
    }
    let mut nodes = 0;
    let mut root = |&root: &u32| {
        let id = reader.ids.get(root as usize).ok_or_else(|| invalid(format!("root {root} is not a node")))?;
        let wrong = |error: TypeError| invalid(format!("root {root}: {error}"));
        let window = Window::new(&reader.graph, *id).map_err(wrong)?;
        isotope_ir::facts::check(&window).map_err(wrong)?;
        nodes += window.graph.nodes.len();
        let (what, bound) = ("the number of nodes of all windows together", limits::MAX_WINDOW_NODES);
        Failure::check(what, nodes, "MAX_WINDOW_NODES", bound)?;
        Ok(window)
    };
    expression.roots.iter().map(&mut root).collect()
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
}

impl<'a> Reader<'a> {
    fn new(all: &'a v1::Expression) -> Self {
        let names = all.leaves.iter().map(|leaf| leaf.name.as_str()).collect();
        let (ids, leaves) = (Vec::with_capacity(all.nodes.len()), vec![None; all.leaves.len()]);
        Reader { all, graph: Graph::default(), ids, leaves, names }
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
        let op = operation(node).ok_or("no such operation; see isotope/v1/expression.proto for the names")?;
        let id = self.graph.make(op, &args, stated).map_err(said)?;
        if node.no_wrap { self.graph.with_no_wrap(id).map_err(said) } else { Ok(id) }
    }

    /// The node of a leaf, made at its first use. What the wire says of two leaves is never mixed up: one name has one
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

fn operation(node: &v1::Node) -> Option<Op> {
    Some(match node.op.as_str() {
        "const" => Op::Const(node.constant),
        "broadcast" => Op::Broadcast,
        "ramp" => Op::Ramp,
        "shuffle" => Op::Shuffle(node.indices.clone()),
        "cast" => Op::Cast,
        "add" => Op::Add,
        "sub" => Op::Sub,
        "mul" => Op::Mul,
        "div" => Op::Div,
        "mod" => Op::Mod,
        "eq" => Op::Eq,
        "ne" => Op::Ne,
        "lt" => Op::Lt,
        "le" => Op::Le,
        "gt" => Op::Gt,
        "ge" => Op::Ge,
        name => Op::by_name(name)?,
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
mod tests {
    use super::*;

    fn int8(lanes: u32) -> Option<v1::Type> {
        Some(v1::Type { kind: v1::Kind::Uint as i32, bits: 8, lanes })
    }

    fn sum() -> v1::Expression {
        let leaf = |name: &str| v1::Leaf { name: name.into(), r#type: int8(64), ..Default::default() };
        let node = |op: &str, args: Vec<u32>, leaf| v1::Node { op: op.into(), args, leaf, ..Default::default() };
        v1::Expression {
            leaves: vec![leaf("a"), leaf("b")],
            nodes: vec![node("leaf", vec![], 0), node("leaf", vec![], 1), node("widening_add", vec![0, 1], 0)],
            roots: vec![2],
        }
    }

    fn error(change: impl Fn(&mut v1::Expression)) -> String {
        let mut expression = sum();
        change(&mut expression);
        windows(&expression).unwrap_err().to_string()
    }

    #[test]
    fn a_graph_is_the_window_that_its_text_is() {
        let text =
            isotope_ir::parse::parse_window("uint16x64 (uint16x64)widening_add((uint8x64)a, (uint8x64)b)").unwrap();
        assert_eq!(windows(&sum()).unwrap(), vec![text]);
    }

    fn load(offset: i64) -> Option<v1::Load> {
        Some(v1::Load { buffer: "B".into(), base: "t".into(), offset, stride: 1 })
    }

    /// W2: `B[0..] - B[64..]` must not become `v0 - v0`.
    #[test]
    fn leaves_of_one_name_are_one_leaf_or_an_error() {
        let named = |change: fn(&mut v1::Leaf)| {
            error(|e| {
                e.leaves[1].name = "a".into();
                e.leaves[0].load = load(0);
                e.leaves[0].range = Some(v1::Range { min: 0, max: 9 });
                e.leaves[1].load = load(0);
                e.leaves[1].range = Some(v1::Range { min: 0, max: 9 });
                change(&mut e.leaves[1]);
                if e.leaves[1].name == "b" {
                    e.roots = vec![9];
                }
            })
        };
        assert!(named(|l| l.load = load(64)).contains("node 1 (leaf): leaf a is loaded from B[t + 64, stride 1] here"));
        assert!(named(|l| l.load = None).contains("leaf a is not loaded here, but loaded from B[t, stride 1] before"));
        assert!(named(|l| l.range = None).contains("leaf a is in [0, 255] here, but in [0, 9] before"));
        assert!(named(|l| l.range = Some(v1::Range { min: 1, max: 9 })).contains("leaf a is in [1, 9] here"));
        assert!(named(|l| l.r#type = int8(32)).contains("leaf a is uint8x32 here"));
        assert!(named(|l| l.name = "b".into()).contains("root 9 is not a node"), "two names for one load are fine");
    }

    #[test]
    fn leaves_without_names_are_leaves_of_their_own() {
        let mut expression = sum();
        expression.leaves[0].name = "leaf1".into();
        expression.leaves[1].name.clear();
        expression.leaves.push(v1::Leaf { r#type: int8(64), load: load(64), ..Default::default() });
        expression.nodes.push(v1::Node { op: "leaf".into(), leaf: 2, ..Default::default() });
        expression.nodes.push(v1::Node { op: "sub".into(), args: vec![1, 3], ..Default::default() });
        expression.roots = vec![2, 4];
        let windows = windows(&expression).unwrap();
        let names = |w: &Window| w.graph.leaves.iter().map(|l| l.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&windows[0]), ["leaf1", "leaf1_"]);
        assert_eq!(names(&windows[1]), ["leaf1_", "leaf2"]);
    }

    #[test]
    fn names_of_the_wire_are_bounded_like_those_of_a_text() {
        let long = |n: usize| "x".repeat(n);
        assert!(error(|e| e.leaves[0].name = long(257)).contains("the name of leaf 0 is longer than 256 bytes"));
        let with = |buffer: String, base: String| {
            error(|e| {
                e.leaves[0].load = Some(v1::Load { buffer: buffer.clone(), base: base.clone(), offset: 0, stride: 1 })
            })
        };
        assert!(with(long(257), String::new()).contains("its buffer is longer than 256 bytes"));
        assert!(with("B".into(), long(1025)).contains("its index is longer than 1024 bytes"));
        assert!(with("B\u{1b}[2J".into(), String::new()).contains("its buffer has a control character"));
        assert!(error(|e| e.leaves[0].load = load(i64::MAX)).contains("its offset or stride is over"));
        assert!(error(|e| e.nodes[2].op = long(1 << 20)).len() < 400);
    }

    #[test]
    fn facts_that_cannot_hold_are_refused() {
        let range = |min, max| error(|e| e.leaves[0].range = Some(v1::Range { min, max }));
        assert!(range(2, 1).contains("node 0 (leaf): leaf a: its range [2, 1] is empty"));
        assert!(range(0, 256).contains("[0, 256] is no range of uint8x64"));
        let apart = error(|e| {
            e.leaves[0].load = load(0);
            e.leaves[0].range = Some(v1::Range { min: 0, max: 9 });
            e.leaves[1].load = load(63);
            e.leaves[1].range = Some(v1::Range { min: 10, max: 20 });
        });
        assert!(apart.contains("root 2: no value satisfies the range [10, 20]"), "{apart}");
        let promise = error(|e| {
            e.nodes.push(v1::Node { op: "promise_clamped".into(), args: vec![0, 1, 0], ..Default::default() });
            e.leaves[0].range = Some(v1::Range { min: 0, max: 9 });
            e.leaves[1].range = Some(v1::Range { min: 10, max: 20 });
            e.roots = vec![3];
        });
        assert!(promise.contains("root 3: no value satisfies promise_clamped"), "{promise}");
    }

    /// Each root is a copy of what it needs: all copies together are bounded.
    #[test]
    fn equal_roots_are_bounded_by_what_they_copy() {
        let mut expression = sum();
        for n in 2..2000 {
            expression.nodes.push(v1::Node { op: "add".into(), args: vec![n, n], ..Default::default() });
        }
        expression.roots = vec![100; limits::MAX_WINDOWS];
        assert!(windows(&expression).unwrap_err().to_string().contains("MAX_WINDOW_NODES"));
        expression.nodes[2].args = vec![0; limits::MAX_GRAPH_OPERANDS + 1];
        assert!(windows(&expression).unwrap_err().to_string().contains("MAX_GRAPH_OPERANDS"));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        assert!(error(|e| e.nodes[2].op = "frobnicate".into()).contains("node 2 (frobnicate): no such operation"));
        assert!(error(|e| e.nodes[2].args = vec![0, 2]).contains("operand 2 is not an earlier node"));
        assert!(error(|e| e.nodes[1].leaf = 7).contains("there is no leaf 7"));
        assert!(error(|e| e.leaves[1].r#type = int8(32)).contains("node 2 (widening_add)"));
        assert!(error(|e| e.leaves[1].r#type = None).contains("leaf b has no type"));
        assert!(error(|e| e.leaves[1].r#type = int8(0)).contains("there is no type"));
        assert!(error(|e| e.roots = vec![9]).contains("root 9 is not a node"));
        assert!(error(|e| e.leaves[0].range = Some(v1::Range { min: 2, max: 1 })).contains("empty"));
        assert!(error(|e| e.nodes[2].r#type = int8(64)).contains("node 2"));
    }
}
