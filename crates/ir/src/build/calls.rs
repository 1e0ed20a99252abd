//! Calls by Halide's names: one operation, or a few that a name stands for.
//!
//! Here belongs what a text and a graph on the wire say alike. Features of only one of them do not: a text's names of types
//! and broadcasts, the wire's lists of lanes.

use super::error::TypeError;
use super::names::CALLS;
use crate::expr::{Graph, NodeId, Op};
use crate::limits;
use crate::types::Type;

/// Names that stand for an operation of another name.
const ALIASES: &[(&str, &str)] = &[("if_then_else", "select"), ("unsafe_promise_clamped", "promise_clamped")];

/// Operations on floats that are kept exactly as written.
const STRICT: &[(&str, Op)] = &[
    ("strict_fadd", Op::Add),
    ("strict_fsub", Op::Sub),
    ("strict_fmul", Op::Mul),
    ("strict_fdiv", Op::Div),
    ("strict_fmin", Op::Min),
    ("strict_fmax", Op::Max),
    ("strict_feq", Op::Eq),
    ("strict_flt", Op::Lt),
    ("strict_fle", Op::Le),
];

/// Names that stand for something else than one operation.
const OTHERS: &[(&str, Meaning)] = &[
    ("likely", Meaning::Operand),
    ("likely_if_innermost", Meaning::Operand),
    ("lerp", Meaning::Lerp),
    ("no_wrap", Meaning::NoWrap),
    ("slice_vectors", Meaning::Slice),
    ("extract_element", Meaning::Element),
    ("interleave_vectors", Meaning::Join { interleave: true }),
    ("concat_vectors", Meaning::Join { interleave: false }),
];

/// The meaning of a name.
#[derive(Clone, Debug)]
enum Meaning {
    Operation(Op),
    /// An operation below [`Op::StrictFloat`].
    Strict(Op),
    /// The operand itself.
    Operand,
    Lerp,
    NoWrap,
    /// (vector, begin, stride, lanes), all but the first literals.
    Slice,
    /// (vector, lane), the lane a literal.
    Element,
    Join {
        interleave: bool,
    },
}

/// A call that there is.
#[derive(Clone, Debug)]
pub struct Call {
    name: &'static str,
    meaning: Meaning,
}

impl Call {
    /// The call of a name, if there is one.
    pub fn named(name: &str) -> Option<Call> {
        let real = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, real)| real);
        let plain =
            CALLS.iter().find(|(known, _)| *known == real).map(|(name, op)| (*name, Meaning::Operation(op.clone())));
        let strict =
            || STRICT.iter().find(|(known, _)| *known == name).map(|(name, op)| (*name, Meaning::Strict(op.clone())));
        let other = || OTHERS.iter().find(|(known, _)| *known == name).cloned();
        plain.or_else(strict).or_else(other).map(|(name, meaning)| Call { name, meaning })
    }

    /// All names of calls.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let operations = CALLS.iter().chain(STRICT).map(|(name, _)| *name);
        operations.chain(ALIASES.iter().map(|(name, _)| *name)).chain(OTHERS.iter().map(|(name, _)| *name))
    }

    fn wrong<T>(&self, why: impl Into<String>) -> Result<T, TypeError> {
        Err(TypeError::Call { name: self.name, why: why.into() })
    }
}

impl Graph {
    /// Adds what a call stands for. `stated` is its type, as in [`Graph::make`].
    pub fn call(&mut self, call: &Call, args: &[NodeId], stated: Option<Type>) -> Result<NodeId, TypeError> {
        let made = match (&call.meaning, args) {
            (Meaning::Operation(op), _) => return self.make(op.clone(), args, stated),
            (Meaning::Strict(op), _) => {
                let exact = self.make(op.clone(), args, stated)?;
                return self.op(Op::StrictFloat, &[exact]);
            }
            (Meaning::Operand, &[operand]) => operand,
            (Meaning::Lerp, &[zero, one, weight]) => self.lerp(zero, one, weight)?,
            (Meaning::NoWrap, &[operand]) => self.with_no_wrap(operand)?,
            (Meaning::Slice, &[vector, begin, stride, lanes]) => {
                let [begin, stride, lanes] = self.literals(call, [begin, stride, lanes])?;
                self.slice(vector, begin, stride, lanes)?
            }
            (Meaning::Element, &[vector, lane]) => {
                let [lane] = self.literals(call, [lane])?;
                self.slice(vector, lane, 0, 1)?
            }
            (Meaning::Join { interleave }, [_, ..]) => self.join(call, *interleave, args)?,
            _ => return call.wrong(format!("does not take {} operands", args.len())),
        };
        let ty = self.ty(made);
        match stated {
            Some(stated) if stated != ty => call.wrong(format!("gives {ty} here, not {stated}")),
            _ => Ok(made),
        }
    }

    /// `lanes` lanes of a vector, from `begin` on in steps of `stride`, which may run backwards but not out of the vector.
    pub fn slice(&mut self, vector: NodeId, begin: i64, stride: i64, lanes: i64) -> Result<NodeId, TypeError> {
        // One more than there may be is refused as that.
        let count = lanes.clamp(0, i64::from(limits::MAX_LANES) + 1);
        let lane = |n: i64| i128::from(begin) + i128::from(stride) * i128::from(n);
        if (0..count).any(|n| lane(n) < 0) {
            return Err(TypeError::Call { name: "slice_vectors", why: "reaches before the vector".to_owned() });
        }
        let indices = (0..count).map(|n| u32::try_from(lane(n)).unwrap_or(u32::MAX)).collect();
        self.op(Op::Shuffle(indices), &[vector])
    }

    /// Vectors side by side, or their lanes in turn.
    fn join(&mut self, call: &Call, interleave: bool, vectors: &[NodeId]) -> Result<NodeId, TypeError> {
        let lanes: Vec<u32> = vectors.iter().map(|&n| self.ty(n).lanes).collect();
        if interleave && lanes.iter().any(|&n| n != lanes[0]) {
            return call.wrong("takes vectors of equal lanes");
        }
        let total = lanes.iter().fold(0, |sum: u32, &n| sum.saturating_add(n)).min(limits::MAX_LANES + 1);
        let count = lanes.len() as u32;
        let indices = match interleave {
            true => (0..total).map(|i| i % count * lanes[0] + i / count).collect(),
            false => (0..total).collect(),
        };
        self.op(Op::Shuffle(indices), vectors)
    }

    /// Operands that are integer literals.
    fn literals<const N: usize>(&self, call: &Call, args: [NodeId; N]) -> Result<[i64; N], TypeError> {
        let literal = |id: NodeId| match (&self.node(id).op, self.ty(id)) {
            (Op::Const(bits), ty) if ty.is_integer() => i64::try_from(crate::interp::integer::value(*bits, ty)).ok(),
            _ => None,
        };
        let found = args.map(literal);
        if found.iter().any(Option::is_none) {
            return call.wrong("takes a vector, and literals of up to 64 bits");
        }
        Ok(found.map(Option::unwrap_or_default))
    }
}
