//! Statements about terms: true ones, from windows and by hand, and false ones made of them by changing one corner.

mod corners;
mod sources;

pub use corners::changed;
pub use sources::{True, originals};

use isotope_ir::term::{Node, TermId, Terms};
use isotope_smt::{Goal, Query};
use std::collections::HashMap;

/// A line of a file of false statements: where it comes from, an input that tells its sides apart, and
/// the question in the form of `wire.rs`, its lines joined by `; `.
#[derive(Clone, Debug)]
pub struct False {
    pub source: String,
    pub witness: Vec<(u32, u128)>,
    pub query: Query,
}

impl False {
    pub fn line(&self) -> String {
        let witness: Vec<String> = self.witness.iter().map(|(n, v)| format!("{n}={v:x}")).collect();
        let query = self.query.encode();
        format!("{}\t{}\t{}", self.source, witness.join(" "), query.trim_end().replace('\n', "; "))
    }

    pub fn read(line: &str) -> Option<False> {
        let mut fields = line.split('\t');
        let (source, witness, query) = (fields.next()?, fields.next()?, fields.next()?);
        let value = |pair: &str| {
            let (n, v) = pair.split_once('=')?;
            Some((n.parse().ok()?, u128::from_str_radix(v, 16).ok()?))
        };
        let witness = witness.split_whitespace().map(value).collect::<Option<_>>()?;
        let query = Query::decode(&query.replace("; ", "\n")).ok()?;
        Some(False { source: source.to_owned(), witness, query })
    }

    /// Whether the witness satisfies the assumptions and tells both sides apart, by evaluation alone.
    pub fn is_false(&self) -> bool {
        let Goal::Prove { lhs, rhs } = self.query.goal else { return false };
        tells_apart(&self.query.terms, lhs, rhs, &self.query.assumptions, &self.witness)
    }
}

pub fn tells_apart(terms: &Terms, lhs: TermId, rhs: TermId, given: &[TermId], input: &[(u32, u128)]) -> bool {
    let value = |n: u32| input.iter().find(|(m, _)| *m == n).map_or(0, |(_, v)| *v);
    let of = |t: TermId| terms.eval(t, &value);
    matches!((of(lhs), of(rhs)), (Some(l), Some(r)) if l != r) && given.iter().all(|&g| of(g) == Some(1))
}

pub fn operands(node: &Node) -> Vec<TermId> {
    match node {
        Node::Const(_) | Node::Var(_) => vec![],
        Node::Un(_, a) | Node::Extract(_, a) | Node::ZExt(a) | Node::SExt(a) => vec![*a],
        Node::Bin(_, a, b) | Node::Concat(a, b) => vec![*a, *b],
        Node::Ite(a, b, c) => vec![*a, *b, *c],
        Node::Apply(_, args) => args.clone(),
    }
}

/// The terms that a root reaches, operands before users.
pub fn reachable(terms: &Terms, root: TermId) -> Vec<TermId> {
    let mut seen = vec![false; terms.len()];
    let mut stack = vec![root];
    while let Some(t) = stack.pop() {
        if !std::mem::replace(&mut seen[t.0 as usize], true) {
            stack.extend(operands(terms.node(t)));
        }
    }
    (0..terms.len()).filter(|&i| seen[i]).map(|i| TermId(i as u32)).collect()
}

/// A term with some of its terms replaced.
pub fn replaced(terms: &mut Terms, root: TermId, with: &HashMap<TermId, TermId>) -> TermId {
    let mut done = with.clone();
    for t in reachable(terms, root) {
        if done.contains_key(&t) {
            continue;
        }
        let (node, width) = (terms.node(t).clone(), terms.width(t));
        let new = match node {
            Node::Const(_) | Node::Var(_) => t,
            Node::Un(op, a) => terms.un(op, done[&a]),
            Node::Bin(op, a, b) => terms.bin(op, done[&a], done[&b]),
            Node::Ite(c, a, b) => terms.ite(done[&c], done[&a], done[&b]),
            Node::Extract(lo, a) => terms.extract(done[&a], lo, width),
            Node::ZExt(a) => terms.zext(done[&a], width),
            Node::SExt(a) => terms.sext(done[&a], width),
            Node::Concat(h, l) => terms.concat(done[&h], done[&l]),
            Node::Apply(name, args) => {
                let args = args.iter().map(|a| done[a]).collect();
                terms.apply(&name, args, width)
            }
        };
        done.insert(t, new);
    }
    done[&root]
}
