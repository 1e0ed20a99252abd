//! Every way in which a rule fires, as two sides that must be equal: for the solver, which proves each of them.
//!
//! Rules speak of operations that work lane by lane, so that one lane stands for all. A variable of a rule stands for
//! any value of its type; what a condition asks to be a constant is symbolic as well, for the rule holds whatever the
//! constant is, but where the condition depends on the value (a shift amount, a power of two, a bound of a type): then
//! there is an instance for each such value.
//!
//! A rule that holds for all values at the widths that there are needs no trust in whoever wrote it. Instances are made
//! from the rule's own text and conditions, by the code that admits a match, so that what is proved is what is run.

use super::condition::{Function, holds};
use super::rule::Rule;
use crate::build::{CALLS, OPERATORS, infer};
use crate::canon::language::{Known, op_named};
use crate::canon::order::commutes;
use crate::expr::{Graph, Leaf, NodeId, Op};
use crate::interp::integer;
use crate::types::{Kind, Type};
use egg::{ENodeOrVar, PatternAst, SymbolLang, Var};
use std::collections::BTreeMap;

/// Two sides in one graph; the right one must have the left one's value wherever that is defined.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The leaves and operations of both sides.
    pub graph: Graph,
    /// The node that is replaced.
    pub left: NodeId,
    /// The node that replaces it.
    pub right: NodeId,
    /// The types, and values of constants, for the reader.
    pub bound: String,
}

/// One lane of every type that an expression may have.
fn types() -> Vec<Type> {
    let mut all = vec![Type::bool(1)];
    for bits in [8, 16, 32, 64] {
        all.extend([Type::int(bits, 1), Type::uint(bits, 1)]);
    }
    all.extend([16, 32, 64].map(|bits| Type { kind: Kind::Float, bits, lanes: 1 }));
    all.push(Type { kind: Kind::BFloat, bits: 16, lanes: 1 });
    all
}

/// The kind of a rule's variable.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    Type(Type),
    Value(Type),
    Constant(Type, i128),
}

impl Bound {
    /// The type, whether it is named or a value has it.
    fn ty(self) -> Type {
        let (Bound::Type(ty) | Bound::Value(ty) | Bound::Constant(ty, _)) = self;
        ty
    }
}

/// The variables that are bound so far; ordered, so that instances come in one order.
type Bounds = BTreeMap<Var, Bound>;

/// The instances of a rule: for all types that its conditions admit.
pub fn instances(rule: &Rule) -> Vec<Instance> {
    let mut found = Vec::new();
    let vars = variables(&rule.left);
    assign(rule, &vars, &mut Bounds::new(), &mut found);
    found
}

/// The swaps of operands by which expressions are put in order.
pub fn swaps() -> Vec<Instance> {
    let operations = OPERATORS.iter().chain(CALLS).map(|(_, op)| op);
    let mut found = Vec::new();
    for op in operations {
        for (a, b) in types().into_iter().flat_map(|a| types().into_iter().map(move |b| (a, b))) {
            if !commutes(op, a.is_float() || b.is_float()) || infer(op, &[a, b], None).is_err() {
                continue;
            }
            let mut graph = Graph::default();
            let sides = [("a", a), ("b", b)].map(|(name, ty)| graph.variable(name, ty));
            let [Ok(x), Ok(y)] = sides else { continue };
            // A swap that the types forbid is never made.
            if let (Ok(left), Ok(right)) = (graph.op(op.clone(), &[x, y]), graph.op(op.clone(), &[y, x])) {
                found.push(Instance { graph, left, right, bound: format!("{}: a = {a}, b = {b}", op.name()) });
            }
        }
    }
    found
}

/// Variables in order of first use, and whether each is a type.
fn variables(pattern: &PatternAst<SymbolLang>) -> Vec<(Var, bool)> {
    let nodes = pattern.as_ref();
    let first = |node: &ENodeOrVar<SymbolLang>| match node {
        ENodeOrVar::ENode(op) => op.children.first().copied(),
        ENodeOrVar::Var(_) => None,
    };
    let types: Vec<usize> = nodes.iter().filter_map(first).map(usize::from).collect();
    let mut vars: Vec<(Var, bool)> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        if let ENodeOrVar::Var(var) = node {
            match vars.iter_mut().find(|(known, _)| known == var) {
                Some((_, is_type)) => *is_type |= types.contains(&at),
                None => vars.push((*var, types.contains(&at))),
            }
        }
    }
    vars
}

/// Binds the variables one after another, leaving out what is ill typed already.
fn assign(rule: &Rule, vars: &[(Var, bool)], bounds: &mut Bounds, found: &mut Vec<Instance>) {
    let Some((&(var, is_type), rest)) = vars.split_first() else {
        constants(rule, bounds.clone(), &mut bounds.keys().copied().collect::<Vec<_>>(), found);
        return;
    };
    for ty in types() {
        bounds.insert(var, if is_type { Bound::Type(ty) } else { Bound::Value(ty) });
        if well_typed(&rule.left, bounds) {
            assign(rule, rest, bounds, found);
        }
    }
    bounds.remove(&var);
}

/// Whether every part of a pattern whose variables are all bound has a type.
fn well_typed(pattern: &PatternAst<SymbolLang>, bounds: &Bounds) -> bool {
    let mut types: Vec<Option<Type>> = Vec::new();
    for node in pattern.as_ref() {
        let ty = match node {
            ENodeOrVar::Var(var) => bounds.get(var).map(|bound| bound.ty()),
            ENodeOrVar::ENode(op) if op.children.is_empty() => None,
            ENodeOrVar::ENode(op) => {
                let parts: Option<Vec<Type>> = op.children.iter().map(|&c| types[usize::from(c)]).collect();
                match (parts, op_named(op.op.as_str())) {
                    (Some(parts), Some(known)) => match infer(&known, &parts[1..], Some(parts[0])) {
                        Ok(ty) => Some(ty),
                        Err(_) => return false,
                    },
                    _ => None,
                }
            }
        };
        types.push(ty);
    }
    true
}

/// Gives values to the variables whose conditions depend on them.
fn constants(rule: &Rule, bounds: Bounds, left: &mut Vec<Var>, found: &mut Vec<Instance>) {
    let Some(var) = left.pop() else {
        found.extend(instance(rule, bounds));
        return;
    };
    let mut values: Option<Vec<i128>> = None;
    for condition in rule.right.conditions.iter().filter(|c| c.vars[0] == var) {
        let Some(range) = bounds[&var].ty().range() else { continue };
        let other = condition.vars.get(1).and_then(|v| bounds.get(v)).map(|b| b.ty());
        // Each value that the condition can admit, within the type.
        let asked: Vec<i128> = match (condition.name.as_str(), other.and_then(Type::range)) {
            ("value", _) => condition.number.into_iter().collect(),
            ("highest", Some((_, high))) => vec![high],
            ("lowest", Some((low, _))) => vec![low],
            ("amount", Some(_)) => (0..other.map_or(0, |ty| ty.bits).into()).collect(),
            ("power", _) => (0..64).map(|n| 1i128 << n).collect(),
            _ => continue,
        };
        let asked = asked.into_iter().filter(|v| (range.0..=range.1).contains(v));
        values = Some(match values {
            Some(known) => asked.filter(|v| known.contains(v)).collect(),
            None => asked.collect(),
        });
    }
    match values {
        None => constants(rule, bounds, left, found),
        Some(values) => {
            for value in values {
                let mut bounds = bounds.clone();
                bounds.insert(var, Bound::Constant(bounds[&var].ty(), value));
                constants(rule, bounds, &mut left.clone(), found);
            }
        }
    }
}

/// Both sides, if the conditions hold.
fn instance(rule: &Rule, mut bounds: Bounds) -> Option<Instance> {
    for condition in &rule.right.conditions {
        // Either way the sides are proved equal for every value.
        if matches!(condition.name.as_str(), "constant" | "variable") {
            continue;
        }
        let known = |var: &Var| {
            Some(match *bounds.get(var)? {
                Bound::Type(ty) => Known { names: Some(ty), ..Known::default() },
                Bound::Value(ty) => Known { ty: Some(ty), ..Known::default() },
                Bound::Constant(ty, value) => {
                    Known { ty: Some(ty), splat: Some(integer::wrap(value, ty)), ..Known::default() }
                }
            })
        };
        let vars: Vec<Known> = condition.vars.iter().map(known).collect::<Option<_>>()?;
        holds(&condition.name, &vars, condition.number).filter(|&yes| yes)?;
    }
    for &(var, function, of) in &rule.right.definitions {
        let ty = Function::of(function, bounds.get(&of)?.ty())?;
        bounds.insert(var, Bound::Type(ty));
    }
    let mut graph = Graph::default();
    let left = build(&mut graph, &rule.left, &bounds)?;
    // A right side without a type is left out by the reader of extracted terms, too.
    let right = build(&mut graph, &rule.right.pattern.ast, &bounds)?;
    let bound: Vec<String> = bounds.iter().map(|(var, bound)| format!("{var} = {bound:?}")).collect();
    (left != right).then(|| Instance { graph, left, right, bound: bound.join(", ") })
}

/// A pattern with its variables replaced.
fn build(graph: &mut Graph, pattern: &PatternAst<SymbolLang>, bounds: &Bounds) -> Option<NodeId> {
    let nodes = pattern.as_ref();
    let mut ids: Vec<Option<NodeId>> = Vec::new();
    for node in nodes {
        let id = match node {
            ENodeOrVar::Var(var) => match bounds.get(var)? {
                Bound::Type(_) => None,
                Bound::Value(ty) => {
                    Some(graph.leaf(Leaf { name: var.to_string(), ty: *ty, range: None, load: None }).ok()?)
                }
                Bound::Constant(ty, value) => Some(graph.splat(*ty, *value).ok()?),
            },
            ENodeOrVar::ENode(op) if op.children.is_empty() => None,
            ENodeOrVar::ENode(op) => {
                let ENodeOrVar::Var(ty) = &nodes[usize::from(op.children[0])] else { return None };
                let ty = bounds.get(ty)?.ty();
                if op.op.as_str() == "int" {
                    let ENodeOrVar::ENode(value) = &nodes[usize::from(op.children[1])] else { return None };
                    let value: i128 = value.op.as_str().parse().ok()?;
                    Some(graph.splat_of_bits(ty, integer::wrap(value, ty)).ok()?)
                } else {
                    let args: Option<Vec<NodeId>> = op.children[1..].iter().map(|&c| ids[usize::from(c)]).collect();
                    Some(graph.make(op_named(op.op.as_str())?, &args?, Some(ty)).ok()?)
                }
            }
        };
        ids.push(id);
    }
    ids.pop()?
}

/// Whether an operation works lane by lane: what the rules may name.
pub fn is_lane_wise(op: &Op) -> bool {
    !matches!(
        op,
        Op::Leaf(_) | Op::Const(_) | Op::Broadcast | Op::Ramp | Op::Shuffle(_) | Op::Reduce(_) | Op::Reinterpret
    )
}
