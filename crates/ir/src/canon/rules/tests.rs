//! Each rule against the interpreter: on every pair of bytes where its variables are bytes, and on random and corner
//! values at wider types.

#![allow(clippy::unwrap_used)]

use super::all;
use super::rule::Rule;
use crate::canon::language::{Expressions, Facts, decode, op_named};
use crate::expr::{Graph, NodeId, Op};
use crate::interp::{LaneValue, eval};
use crate::types::Type;
use crate::window::Window;
use egg::{ENodeOrVar, Id, PatternAst, RecExpr, Subst, SymbolLang, Var};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::BTreeMap;

const CONSTANTS: &[i128] = &[0, 1, 2, 3, 4, 7, -1, -128, 127, 255, -32768, 32767, 65535, 8];

/// Lanes of every vector in a check: that many values are compared at once.
const LANES: u32 = 64;

/// The thing that a variable of a rule is bound to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    Type(Type),
    Leaf(Type),
    Constant(Type, i128),
}

#[test]
fn the_file_reads() {
    assert!(all().len() > 50);
    let mut names: Vec<&str> = all().iter().map(|r| r.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all().len(), "a name is used twice");
}

#[test]
fn every_rule_keeps_every_value() {
    let mut rng = StdRng::seed_from_u64(7);
    for rule in all() {
        let tried = check_rule(rule, &mut rng);
        assert!(tried >= 1, "{}: no instance was well typed", rule.name);
    }
}

/// Checks random well-typed instances; how many there were.
fn check_rule(rule: &Rule, rng: &mut StdRng) -> usize {
    let vars: Vec<Var> = pattern_vars(&rule.left);
    let types = type_vars(&rule.left);
    let mut tried = 0;
    for _ in 0..20_000 {
        let lanes = LANES;
        let bits = [8, 8, 16, 16, 32, 64, 1];
        let ty = |rng: &mut StdRng| {
            let bits = bits[rng.random_range(0..bits.len())];
            if bits == 1 || rng.random() { Type::uint(bits, lanes) } else { Type::int(bits, lanes) }
        };
        // Few types in one instance, so that most are well typed.
        let pool = [ty(rng), ty(rng)];
        let pool = if rng.random_range(0..3) == 0 {
            vec![pool[0], pool[0].widen(), pool[1]]
        } else {
            vec![pool[0], Type::bool(lanes)]
        };
        let pick = |rng: &mut StdRng| pool[rng.random_range(0..pool.len())];
        let mut bound: BTreeMap<String, Bound> = BTreeMap::new();
        // The bounds of the types in play, for rules that ask for them.
        let edges: Vec<i128> =
            pool.iter().filter(|t| t.is_valid()).filter_map(|t| t.range()).flat_map(|r| [r.0, r.1]).collect();
        for var in &vars {
            let ty = if rng.random_range(0..3) == 0 { pick(rng) } else { pool[0] };
            let literal = matches!(var.to_string().as_str(), "?c" | "?h" | "?l" | "?r" | "?z");
            let value = if types.contains(var) {
                Bound::Type(pick(rng))
            } else if rng.random_range(0..10) < if literal { 8 } else { 3 } {
                let asked = rule.right.conditions.iter().find(|c| c.vars[0] == *var).and_then(|c| c.number);
                let values = if rng.random() && !edges.is_empty() { &edges } else { CONSTANTS };
                Bound::Constant(ty, asked.unwrap_or(values[rng.random_range(0..values.len())]))
            } else {
                Bound::Leaf(ty)
            };
            bound.insert(var.to_string(), value);
        }
        tried += usize::from(check_instance(rule, &bound, rng));
        if tried >= 10 {
            break;
        }
    }
    tried
}

/// Variables in the first place of an operation.
fn type_vars(pattern: &PatternAst<SymbolLang>) -> Vec<Var> {
    let nodes = pattern.as_ref();
    let first = |node: &ENodeOrVar<SymbolLang>| match node {
        ENodeOrVar::ENode(op) => op.children.first().copied(),
        ENodeOrVar::Var(_) => None,
    };
    let var = |id: Id| match &nodes[usize::from(id)] {
        ENodeOrVar::Var(var) => Some(*var),
        ENodeOrVar::ENode(_) => None,
    };
    nodes.iter().filter_map(first).filter_map(var).collect()
}

fn pattern_vars(pattern: &PatternAst<SymbolLang>) -> Vec<Var> {
    let mut vars: Vec<Var> = Vec::new();
    for node in pattern.as_ref() {
        if let ENodeOrVar::Var(var) = node
            && !vars.contains(var)
        {
            vars.push(*var);
        }
    }
    vars
}

/// Whether the instance was well typed and admitted; panics where the sides differ.
fn check_instance(rule: &Rule, bound: &BTreeMap<String, Bound>, rng: &mut StdRng) -> bool {
    let mut egraph = Expressions::new(Facts::default());
    let mut graph = Graph::default();
    let mut subst = Subst::default();
    let mut terms: BTreeMap<Var, RecExpr<SymbolLang>> = BTreeMap::new();
    for (name, value) in bound {
        let (Bound::Type(ty) | Bound::Leaf(ty) | Bound::Constant(ty, _)) = *value;
        if !ty.is_valid() {
            return false;
        }
        let mut term: RecExpr<SymbolLang> = RecExpr::default();
        let (symbol, ty) = match *value {
            Bound::Type(ty) => {
                term.add(SymbolLang::leaf(ty.to_string()));
                (None, ty)
            }
            Bound::Leaf(ty) => {
                let Ok(node) = graph.variable(name, ty) else { return false };
                (Some(graph.node(node).op.clone()), ty)
            }
            Bound::Constant(ty, value) => {
                if !ty.range().is_some_and(|(low, high)| low <= value && value <= high) {
                    return false;
                }
                (Some(Op::Const(crate::interp::integer::wrap(value, ty))), ty)
            }
        };
        if let Some(op) = symbol {
            let symbol = egraph.analysis.symbol(&op, false);
            let ty = term.add(SymbolLang::leaf(ty.to_string()));
            term.add(SymbolLang::new(symbol, vec![ty]));
        }
        let var: Var = name.parse().unwrap();
        let id = egraph.add_expr(&term);
        subst.insert(var, id);
        terms.insert(var, term);
    }
    let Some(left) = build(&mut graph, &rule.left, &terms, &egraph.analysis) else { return false };
    let Some(subst) = rule.right.admit(&mut egraph, &subst) else { return false };
    for (var, _, _) in &rule.right.definitions {
        let ty = egraph[*subst.get(*var).unwrap()].data.names.unwrap();
        let mut term: RecExpr<SymbolLang> = RecExpr::default();
        term.add(SymbolLang::leaf(ty.to_string()));
        terms.insert(*var, term);
    }
    let right = build(&mut graph, &rule.right.pattern.ast, &terms, &egraph.analysis);
    let right = right.unwrap_or_else(|| panic!("{}: ill-typed right side for {bound:?}", rule.name));
    assert_eq!(graph.ty(left), graph.ty(right), "{}: {bound:?}", rule.name);
    compare(rule, &graph, left, right, bound, rng);
    true
}

/// A pattern with its variables replaced.
fn build(
    graph: &mut Graph,
    pattern: &PatternAst<SymbolLang>,
    terms: &BTreeMap<Var, RecExpr<SymbolLang>>,
    facts: &Facts,
) -> Option<NodeId> {
    let mut whole: RecExpr<SymbolLang> = RecExpr::default();
    let mut ids: Vec<Id> = Vec::new();
    for node in pattern.as_ref() {
        let id = match node {
            ENodeOrVar::Var(var) => {
                let offset = whole.as_ref().len();
                let mut last = Id::from(0);
                for inner in terms[var].as_ref() {
                    let mut inner = inner.clone();
                    inner.children.iter_mut().for_each(|c| *c = Id::from(usize::from(*c) + offset));
                    last = whole.add(inner);
                }
                last
            }
            ENodeOrVar::ENode(op) => {
                let known = op.children.is_empty() || op.op.as_str() == "int" || op_named(op.op.as_str()).is_some();
                assert!(known, "no operation is called {}", op.op);
                let children = op.children.iter().map(|&c| ids[usize::from(c)]).collect();
                whole.add(SymbolLang::new(op.op, children))
            }
        };
        ids.push(id);
    }
    // A side that is one variable ends in it; decoding takes the last node.
    decode(graph, &whole, facts)
}

fn compare(rule: &Rule, graph: &Graph, left: NodeId, right: NodeId, bound: &BTreeMap<String, Bound>, rng: &mut StdRng) {
    let (left, right) = (Window::new(graph, left).unwrap(), Window::new(graph, right).unwrap());
    let bytes = left.graph.leaves.iter().all(|l| l.ty.bits <= 8);
    let leaves = left.graph.leaves.len() as u32;
    // All bytes, all pairs of bytes, or a sample.
    // Few leaves of bytes: every value.
    let rounds = if bytes && leaves <= 2 { 256usize.pow(leaves) / LANES as usize } else { 40 };
    for round in 0..rounds.max(1) {
        let mut values: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for (n, leaf) in left.graph.leaves.iter().enumerate() {
            let lane = |lane: usize, rng: &mut StdRng| {
                if bytes && leaves <= 2 {
                    return ((round * LANES as usize + lane) >> (8 * n)) as u64;
                }
                let corner = CONSTANTS[rng.random_range(0..CONSTANTS.len())] as u64;
                if rng.random_range(0..3) == 0 { corner } else { rng.random() }
            };
            let lanes = (0..leaf.ty.lanes as usize).map(|l| lane(l, rng)).collect();
            values.insert(&leaf.name, lanes);
        }
        let inputs =
            |w: &Window| -> Vec<Vec<u64>> { w.graph.leaves.iter().map(|l| values[l.name.as_str()].clone()).collect() };
        let (a, b) = (eval(&left, &inputs(&left)).unwrap(), eval(&right, &inputs(&right)).unwrap());
        for (lane, (a, b)) in a.iter().zip(&b).enumerate() {
            assert!(
                *a == LaneValue::Undefined || a == b,
                "{}: {bound:?} {values:?} lane {lane}: {a:?} {b:?}",
                rule.name
            );
        }
    }
}
