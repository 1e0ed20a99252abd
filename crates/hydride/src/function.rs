//! Operations on vectors as terms of their lanes, and how they scale.
//!
//! The paper scales an operation down by taking fewer lanes. That has a meaning only if what
//! remains computes from what remains: lane i of the first part may read lanes of the first part
//! alone. Element-wise operations scale so, and in-lane shuffles down to their parts; a reversal
//! does not, and is left out at smaller scales.

use isotope_ir::term::{LaneVar, Node, TermId, Terms};
use std::collections::HashMap;
use std::sync::Arc;

use isotope_program::Shape;

/// The function of an operation: each output element as a term over elements of the operands.
#[derive(Clone, Debug)]
pub struct LaneFunction {
    /// The arena of `out`.
    pub terms: Arc<Terms>,
    /// How each operand is read.
    pub operands: Vec<Shape>,
    /// The result's shape.
    pub result: Shape,
    /// The elements of the result; variables are [`LaneVar`]s.
    pub out: Vec<TermId>,
    /// An immediate, which `out` reads as the one element of an operand after all others.
    pub immediate: Option<Immediate>,
}

/// Bits of the variable that stands for an immediate.
pub const IMMEDIATE_BITS: u32 = 8;

/// The values that an immediate may have, ascending; which, is to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Immediate(pub Arc<[u64]>);

impl LaneFunction {
    /// The same operation on `1 / scale` of the lanes: the paper's uniform scaling. There is one when the first part of
    /// the result reads the first part of each operand only. Operands of one lane, and those that are
    /// said to be whole, stay.
    pub fn scaled(&self, scale: u32, whole: &dyn Fn(usize) -> bool) -> Option<LaneFunction> {
        let shrink = |(i, s): (usize, Shape)| match s.lanes {
            1 => Some(s),
            _ if whole(i) => Some(s),
            lanes if lanes % scale == 0 => Some(Shape::new(s.bits, lanes / scale)),
            _ => None,
        };
        let operands: Option<Vec<Shape>> = self.operands.iter().copied().enumerate().map(shrink).collect();
        let operands = operands?;
        if !self.result.lanes.is_multiple_of(scale) {
            return None;
        }
        let result = Shape::new(self.result.bits, self.result.lanes / scale);
        let out: Vec<TermId> = self.out[..result.lanes as usize].to_vec();
        let own = |operand: usize| self.immediate.is_some() && operand == operands.len();
        let inside = |v: u32| {
            let LaneVar { source, element } = LaneVar::of(v);
            own(source.into()) || operands.get(usize::from(source)).is_some_and(|s| u32::from(element) < s.lanes)
        };
        out.iter().all(|&t| isotope_ir::lanes::free_vars(&self.terms, t).into_iter().all(inside)).then(|| {
            LaneFunction { terms: Arc::clone(&self.terms), operands, result, out, immediate: self.immediate.clone() }
        })
    }

    /// The elements of the result over given operand elements, in another arena. An immediate is a last operand of one element.
    pub fn apply(&self, operands: &[Vec<TermId>], to: &mut Terms) -> Vec<TermId> {
        let mut done = HashMap::new();
        self.out.iter().map(|&t| self.import(t, operands, to, &mut done)).collect()
    }

    /// A term of this arena over given operand elements, in another arena. `done` remembers what was copied.
    pub fn import(
        &self,
        root: TermId,
        operands: &[Vec<TermId>],
        to: &mut Terms,
        done: &mut HashMap<TermId, TermId>,
    ) -> TermId {
        // Terms are graphs: what is shared is copied once.
        if let Some(&t) = done.get(&root) {
            return t;
        }
        let width = self.terms.width(root);
        let mut go = |t: TermId, to: &mut Terms| self.import(t, operands, to, done);
        let new = match self.terms.node(root) {
            Node::Const(v) => to.constant(*v, width),
            Node::Var(v) => *LaneVar::of(*v).among(operands).expect("a function reads its operands"),
            Node::Un(op, a) => {
                let a = go(*a, to);
                to.un(*op, a)
            }
            Node::Bin(op, a, b) => {
                let (a, b) = (go(*a, to), go(*b, to));
                to.bin(*op, a, b)
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (go(*c, to), go(*a, to), go(*b, to));
                to.ite(c, a, b)
            }
            Node::Extract(lo, a) => {
                let a = go(*a, to);
                to.extract(a, *lo, width)
            }
            Node::ZExt(a) => {
                let a = go(*a, to);
                to.zext(a, width)
            }
            Node::SExt(a) => {
                let a = go(*a, to);
                to.sext(a, width)
            }
            Node::Concat(h, l) => {
                let (h, l) = (go(*h, to), go(*l, to));
                to.concat(h, l)
            }
            Node::Apply(name, args) => {
                let args = args.iter().map(|&a| go(a, to)).collect();
                to.apply(name, args, width)
            }
        };
        done.insert(root, new);
        new
    }
}

/// The same bits as elements of another width, lowest first. Widths divide one another.
///
/// All shapes here have power-of-two widths, so one of the two divides the other.
pub fn bitcast(terms: &mut Terms, elements: &[TermId], from: u32, to: u32) -> Vec<TermId> {
    if from == to {
        elements.to_vec()
    } else if from > to {
        let parts = from / to;
        elements
            .iter()
            .flat_map(|&e| (0..parts).map(move |p| (e, p)))
            .map(|(e, p)| terms.extract(e, p * to, to))
            .collect()
    } else {
        let group = (to / from) as usize;
        let join = |terms: &mut Terms, g: &[TermId]| {
            let mut whole = g[0];
            for &high in &g[1..] {
                whole = terms.concat(high, whole);
            }
            whole
        };
        elements.chunks(group).map(|g| join(terms, g)).collect()
    }
}
