//! Expressions that come as graphs: checked node by node, like those that come as text.

use crate::failure::Failure;
use crate::limits;
use isotope_ir::Window;
use isotope_ir::build::TypeError;
use isotope_ir::expr::{Graph, Leaf, LoadAddress, NodeId, Op};
use isotope_ir::types::{Kind, Type};
use isotope_proto::v1;

/// The windows of a graph, one for each root.
pub fn windows(expression: &v1::Expression) -> Result<Vec<Window>, Failure> {
    let size = expression.nodes.len().max(expression.leaves.len());
    Failure::check("the number of nodes", size, "MAX_GRAPH_NODES", limits::MAX_GRAPH_NODES)?;
    Failure::check("the number of windows", expression.roots.len(), "MAX_WINDOWS", limits::MAX_WINDOWS)?;
    let mut graph = Graph::default();
    let mut ids = Vec::with_capacity(expression.nodes.len());
    for (index, node) in expression.nodes.iter().enumerate() {
        let place = |message: String| invalid(format!("node {index} ({}): {message}", node.op));
        ids.push(add(&mut graph, expression, node, &ids).map_err(place)?);
    }
    let root = |&root: &u32| {
        let id = ids.get(root as usize).ok_or_else(|| invalid(format!("root {root} is not a node")))?;
        Window::new(&graph, *id).map_err(|e| invalid(format!("root {root}: {e}")))
    };
    expression.roots.iter().map(root).collect()
}

fn invalid(message: String) -> Failure {
    Failure::Expression { message, line: 0, column: 0 }
}

fn add(graph: &mut Graph, all: &v1::Expression, node: &v1::Node, ids: &[NodeId]) -> Result<NodeId, String> {
    let stated = node.r#type.as_ref().map(read_type).transpose()?;
    let args = node
        .args
        .iter()
        .map(|&a| ids.get(a as usize).copied().ok_or_else(|| format!("operand {a} is not an earlier node")));
    let args = args.collect::<Result<Vec<_>, _>>()?;
    if node.op == "leaf" {
        let leaf = all.leaves.get(node.leaf as usize).ok_or_else(|| format!("there is no leaf {}", node.leaf))?;
        return graph.leaf(read_leaf(leaf)?).map_err(said);
    }
    let op = operation(node).ok_or("no such operation; see isotope/v1/expression.proto for the names")?;
    let id = graph.make(op, &args, stated).map_err(said)?;
    if node.no_wrap { graph.with_no_wrap(id).map_err(said) } else { Ok(id) }
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

fn read_leaf(leaf: &v1::Leaf) -> Result<Leaf, String> {
    let ty = read_type(leaf.r#type.as_ref().ok_or_else(|| format!("leaf {} has no type", leaf.name))?)?;
    let load = leaf.load.as_ref().map(|load| LoadAddress {
        buffer: load.buffer.clone(),
        base: load.base.clone(),
        offset: load.offset,
        stride: load.stride,
    });
    let range = leaf.range.map(|r| (i128::from(r.min), i128::from(r.max)));
    if range.is_some_and(|(min, max)| min > max) {
        return Err(format!("the range of leaf {} is empty", leaf.name));
    }
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
