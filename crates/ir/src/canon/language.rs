//! Windows in egg's language and back.
//!
//! Every operation is a symbol with its result type as first child, so that rules can speak of types. A node that no rule
//! names (leaves, literals, shuffles, nodes that may not wrap) is `#n`, an index into the e-graph's table. A vector
//! whose lanes are one literal is a literal of the vector type.

use crate::build::{CALLS, OPERATORS};
use crate::expr::{Graph, Node, NodeId, Op};
use crate::interp::{self, integer};
use crate::types::Type;
use crate::window::Window;
use egg::{Analysis, DidMerge, EGraph, Id, RecExpr, SymbolLang};
use std::collections::HashMap;

/// The operation of a rule's name.
pub(super) fn op_named(name: &str) -> Option<Op> {
    OPERATORS.iter().chain(CALLS).find(|(known, _)| *known == name).map(|(_, op)| op.clone())
}

/// The name of an operation in rules; `None` for one that no rule may name.
fn name_of(op: &Op) -> Option<&'static str> {
    OPERATORS.iter().chain(CALLS).find(|(_, known)| known == op).map(|(name, _)| *name)
}

/// An e-graph of expressions.
pub(super) type Expressions = EGraph<SymbolLang, Facts>;

/// The meaning of `#n`.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    table: Vec<(Op, bool)>,
    index: HashMap<(Op, bool), usize>,
}

impl Facts {
    /// The symbol of an operation that rules do not name; equal ones have one.
    pub fn symbol(&mut self, op: &Op, no_wrap: bool) -> String {
        let next = self.table.len();
        let index = *self.index.entry((op.clone(), no_wrap)).or_insert(next);
        if index == next {
            self.table.push((op.clone(), no_wrap));
        }
        format!("#{index}")
    }

    /// The meaning of a symbol of that kind.
    fn entry(&self, symbol: &str) -> Option<&(Op, bool)> {
        self.table.get(symbol.strip_prefix('#')?.parse::<usize>().ok()?)
    }
}

/// The facts of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// The class is a type.
    pub names: Option<Type>,
    /// The type of its value.
    pub ty: Option<Type>,
    /// The bits of every lane.
    pub splat: Option<u64>,
}

impl Known {
    /// The type that a class is, or that its value has.
    pub fn any_type(&self) -> Option<Type> {
        self.names.or(self.ty)
    }

    /// The integer in every lane.
    pub fn value(&self) -> Option<i128> {
        let ty = self.ty.filter(|ty| ty.is_integer())?;
        Some(integer::value(self.splat?, ty))
    }
}

impl Analysis<SymbolLang> for Facts {
    type Data = Known;

    /// The type of a class, and its literal where all operands are literals: constants are folded by the interpreter
    /// itself, so that a rule never has to. An operation without a value (a quotient by zero rounded to zero) stays as it is.
    fn make(egraph: &mut Expressions, node: &SymbolLang, _: Id) -> Known {
        let symbol = node.op.as_str();
        let Some((&ty, args)) = node.children.split_first() else {
            return Known { names: Type::parse(symbol), ..Known::default() };
        };
        let Some(ty) = egraph[ty].data.names else { return Known::default() };
        let known: Vec<&Known> = args.iter().map(|&a| &egraph[a].data).collect();
        let splat = if symbol == "int" {
            let literal = egraph[args[0]].nodes.iter().find_map(|n| n.op.as_str().parse::<i128>().ok());
            literal.map(|value| integer::wrap(value, ty))
        } else if let Some((op, _)) = egraph.analysis.entry(symbol) {
            if let Op::Const(bits) = op { Some(*bits) } else { None }
        } else {
            let bits: Option<Vec<u64>> = known.iter().map(|k| k.splat).collect();
            let types: Option<Vec<Type>> = known.iter().map(|k| k.ty).collect();
            match (op_named(symbol), bits, types) {
                (Some(op), Some(bits), Some(types)) => interp::scalar(&op, &bits, &types, ty, false),
                _ => None,
            }
        };
        Known { names: None, ty: Some(ty), splat }
    }

    /// Merged classes are equal, so that what is known of one is known of both; facts never disagree.
    fn merge(&mut self, a: &mut Known, b: Known) -> DidMerge {
        let before = a.clone();
        a.names = a.names.or(b.names);
        a.ty = a.ty.or(b.ty);
        a.splat = a.splat.or(b.splat);
        DidMerge(*a != before, *a != b)
    }

    /// A class with a known value gets the literal as a member: it is the plainest phrasing.
    fn modify(egraph: &mut Expressions, id: Id) {
        let Known { ty: Some(ty), splat: Some(bits), .. } = egraph[id].data else { return };
        let symbol = egraph.analysis.symbol(&Op::Const(bits), false);
        let ty = egraph.add(SymbolLang::leaf(ty.to_string()));
        let literal = egraph.add(SymbolLang::new(symbol, vec![ty]));
        egraph.union(id, literal);
    }
}

/// Writes a window into an e-graph; the class of its root.
pub(super) fn encode(egraph: &mut Expressions, window: &Window) -> Id {
    let mut ids: Vec<Id> = Vec::with_capacity(window.graph.nodes.len());
    for (n, node) in window.graph.nodes.iter().enumerate() {
        let splat = window.graph.splat_bits(NodeId(n as u32));
        let symbol = match (splat, name_of(&node.op)) {
            (Some(bits), _) => egraph.analysis.symbol(&Op::Const(bits), false),
            (None, Some(name)) if !node.no_wrap => name.to_owned(),
            _ => egraph.analysis.symbol(&node.op, node.no_wrap),
        };
        let mut children = vec![egraph.add(SymbolLang::leaf(node.ty.to_string()))];
        if splat.is_none() {
            children.extend(node.args.iter().map(|a| ids[a.0 as usize]));
        }
        ids.push(egraph.add(SymbolLang::new(symbol, children)));
    }
    ids[window.root.0 as usize]
}

/// Reads a term into a graph whose leaves are there already.
pub(super) fn decode(graph: &mut Graph, term: &RecExpr<SymbolLang>, facts: &Facts) -> Option<NodeId> {
    let nodes = term.as_ref();
    let mut ids: Vec<Option<NodeId>> = Vec::with_capacity(nodes.len());
    for node in nodes {
        ids.push(if node.children.is_empty() { None } else { Some(decode_node(graph, nodes, node, facts, &ids)?) });
    }
    ids.pop()?
}

/// One node of an extracted term. Types are checked anew: a phrasing that does not build is not used.
fn decode_node(
    graph: &mut Graph,
    nodes: &[SymbolLang],
    node: &SymbolLang,
    facts: &Facts,
    ids: &[Option<NodeId>],
) -> Option<NodeId> {
    let at = |id: Id| &nodes[usize::from(id)];
    let ty = Type::parse(at(node.children[0]).op.as_str())?;
    let symbol = node.op.as_str();
    if symbol == "int" {
        let value: i128 = at(node.children[1]).op.as_str().parse().ok()?;
        return graph.splat_of_bits(ty, integer::wrap(value, ty)).ok();
    }
    let args: Option<Vec<NodeId>> = node.children[1..].iter().map(|&a| ids[usize::from(a)]).collect();
    let (op, no_wrap) = match facts.entry(symbol) {
        Some((Op::Const(bits), _)) => return graph.splat_of_bits(ty, *bits).ok(),
        Some((op, no_wrap)) => (op.clone(), *no_wrap),
        None => (op_named(symbol)?, false),
    };
    let made = graph.make(op, &args?, Some(ty)).ok()?;
    if no_wrap {
        let plain: Node = graph.node(made).clone();
        return Some(graph.add(Node { no_wrap, ..plain }));
    }
    Some(made)
}
