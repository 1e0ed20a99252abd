//! Between which floats a term lies, as its text shows.

use crate::expr::Op;
use crate::range::Interval;
use crate::soft_float::bounds::{self, Bounds, Choice, Way};
use crate::term::{Node, TermId, Terms, UnOp};
use crate::types::Type;
use ahash::{HashMap, HashMapExt as _};

/// Terms that are looked at below one: what is past them is not bounded.
const LOOKED_AT: usize = 256;

/// The least and the greatest integer part of a float of a format.
pub(super) fn whole(terms: &Terms, value: TermId, ty: Type) -> Option<Interval> {
    if terms.is_raw() || ty.bits < 32 {
        return None;
    }
    bounds::whole(Bounded { terms, ty, known: HashMap::new() }.of(value)?)
}

/// Bounds of the terms of one format.
struct Bounded<'a> {
    terms: &'a Terms,
    ty: Type,
    known: HashMap<TermId, Option<Bounds>>,
}

impl Bounded<'_> {
    /// The bounds of a term.
    fn of(&mut self, id: TermId) -> Option<Bounds> {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        if self.known.len() == LOOKED_AT {
            return None;
        }
        // A place is taken before operands are looked at, so that no term is looked at twice and the bound holds for all of them.
        self.known.insert(id, None);
        let found = self.bounds(id);
        self.known.insert(id, found);
        found
    }

    fn bounds(&mut self, id: TermId) -> Option<Bounds> {
        let terms = self.terms;
        match terms.node(id) {
            Node::Const(bits) => bounds::of_number(*bits as u64, self.ty),
            &Node::Ite(condition, then, other) => self.choice(condition, then, other),
            Node::Apply(name, args) if *name == format!("fconvert.int64.{}", self.ty) => {
                Some(bounds::of_integers(self.integers(args[0]), self.ty))
            }
            Node::Apply(name, args) => {
                let op = match name.strip_suffix(&format!(".{}", self.ty))? {
                    "fadd" => Op::Add,
                    "fsub" => Op::Sub,
                    "fmul" => Op::Mul,
                    _ => return None,
                };
                let (a, b) = (self.of(args[0])?, self.of(args[1])?);
                bounds::of_arithmetic(&op, a, b, self.ty)
            }
            _ => None,
        }
    }

    fn choice(&mut self, condition: TermId, then: TermId, other: TermId) -> Option<Bounds> {
        let terms = self.terms;
        let (less, more) = match terms.node(condition) {
            &Node::Un(UnOp::Not, inner) => return self.choice(inner, other, then),
            Node::Apply(name, args) if is_order(name, self.ty) => (Some(args[0]), Some(args[1])),
            _ => (None, None),
        };
        let mut way = |id| Way { bounds: self.of(id), is_less: less == Some(id), is_more: more == Some(id) };
        let (then, other) = (way(then), way(other));
        let mut side = |id: Option<TermId>| id.and_then(|id| self.of(id));
        Choice { less: side(less), more: side(more), then, other }.bounds()
    }

    /// The least and the greatest number of a term of 64 bits with a sign.
    fn integers(&self, id: TermId) -> Interval {
        let terms = self.terms;
        match *terms.node(id) {
            Node::Const(value) => (i128::from(value as i64), i128::from(value as i64)),
            Node::ZExt(inner) => (0, (1 << terms.width(inner)) - 1),
            Node::SExt(inner) => {
                let half = 1 << (terms.width(inner) - 1);
                (-half, half - 1)
            }
            _ => (i64::MIN.into(), i64::MAX.into()),
        }
    }
}

/// Whether a function is an order of a format.
fn is_order(name: &str, ty: Type) -> bool {
    name.strip_suffix(&format!(".{ty}")).is_some_and(|head| head == "flt" || head == "fle")
}
