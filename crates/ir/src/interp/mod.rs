//! The interpreter: what a window gives on concrete inputs, lane by lane.
//!
//! Values are kept as bits, zero-extended to 64. This is the reference that the term form, the ranges, the rewrite
//! rules and every answer that runs on a CPU are tested against. Integers are in [`integer`], floats in [`float`].

pub mod float;
pub mod integer;

pub use integer::mask;

use crate::expr::{Node, Op, ReduceOp};
use crate::types::Type;
use crate::window::Window;

/// One lane of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaneValue {
    /// The lane's bits, zero-extended.
    Defined(u64),
    /// Halide leaves the value open: a shift too far, a float out of an integer's range, a broken promise.
    Undefined,
}

impl LaneValue {
    /// The bits, if the lane is defined.
    pub fn bits(self) -> Option<u64> {
        match self {
            LaneValue::Defined(bits) => Some(bits),
            LaneValue::Undefined => None,
        }
    }
}

/// Inputs that do not fit a window.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    /// Not one vector for each leaf.
    #[error("the window has {want} leaves, but values came for {got}")]
    Leaves {
        /// Leaves of the window.
        want: usize,
        /// Vectors given.
        got: usize,
    },
    /// A vector of other lanes than its leaf.
    #[error("leaf {name} is {ty}, but {got} lanes came for it")]
    Lanes {
        /// The leaf.
        name: String,
        /// Its type.
        ty: Type,
        /// Lanes given.
        got: usize,
    },
}

/// The value of the window's root, one entry a lane. `inputs` has one vector for each leaf, bits above a lane's width
/// are dropped.
pub fn eval(window: &Window, inputs: &[Vec<u64>]) -> Result<Vec<LaneValue>, EvalError> {
    let mut values = eval_all(window, inputs)?;
    Ok(values.pop().unwrap_or_default())
}

/// The values of every node of the window, in node order.
pub fn eval_all(window: &Window, inputs: &[Vec<u64>]) -> Result<Vec<Vec<LaneValue>>, EvalError> {
    let leaves = &window.graph.leaves;
    if leaves.len() != inputs.len() {
        return Err(EvalError::Leaves { want: leaves.len(), got: inputs.len() });
    }
    for (leaf, input) in leaves.iter().zip(inputs) {
        if input.len() != leaf.ty.lanes as usize {
            return Err(EvalError::Lanes { name: leaf.name.clone(), ty: leaf.ty, got: input.len() });
        }
    }
    let mut values: Vec<Vec<LaneValue>> = Vec::with_capacity(window.graph.nodes.len());
    for node in &window.graph.nodes {
        let types: Vec<Type> = node.args.iter().map(|&a| window.graph.ty(a)).collect();
        let args: Vec<&[LaneValue]> = node.args.iter().map(|a| values[a.0 as usize].as_slice()).collect();
        let lanes = match node.op {
            Op::Leaf(leaf) => {
                let mask = mask(node.ty);
                inputs[leaf.0 as usize].iter().map(|v| LaneValue::Defined(v & mask)).collect()
            }
            _ => apply(node, &types, &args),
        };
        values.push(lanes);
    }
    Ok(values)
}

/// One operation on whole vectors; `types` are the operands'. Not for leaves, which have no operands to compute from.
pub fn apply(node: &Node, types: &[Type], args: &[&[LaneValue]]) -> Vec<LaneValue> {
    let lanes = node.ty.lanes as usize;
    match &node.op {
        Op::Leaf(_) => vec![LaneValue::Undefined; lanes],
        Op::Const(bits) => vec![LaneValue::Defined(*bits)],
        Op::Broadcast => (0..lanes).map(|i| args[0][i % args[0].len()]).collect(),
        Op::Ramp => {
            let inner = args[0].len();
            let at = |i: usize| {
                let (base, stride) = (args[0][i % inner].bits()?, args[1][i % inner].bits()?);
                Some(base.wrapping_add(stride.wrapping_mul((i / inner) as u64)) & mask(node.ty))
            };
            (0..lanes).map(|i| lane(at(i))).collect()
        }
        Op::Shuffle(indices) => {
            let all: Vec<LaneValue> = args.concat();
            indices.iter().map(|&i| all[i as usize]).collect()
        }
        Op::Reduce(op) => args[0].chunks(args[0].len() / lanes).map(|c| reduce(*op, c, node.ty)).collect(),
        Op::Reinterpret => reinterpret(args[0], types[0], node.ty),
        Op::Select => (0..lanes).map(|i| select(args, i)).collect(),
        Op::Mux => (0..lanes).map(|i| mux(args, i, types[0])).collect(),
        // One undefined operand makes the lane undefined, but for choices, above.
        _ => {
            let one = |i: usize| {
                let bits: Option<Vec<u64>> = args.iter().map(|a| a[i].bits()).collect();
                scalar(&node.op, &bits?, types, node.ty, node.no_wrap)
            };
            (0..lanes).map(|i| lane(one(i))).collect()
        }
    }
}

/// A lane's value, undefined where there is none.
fn lane(bits: Option<u64>) -> LaneValue {
    bits.map_or(LaneValue::Undefined, LaneValue::Defined)
}

/// One lane of an operation that works lane by lane, on defined operands. `None` is an undefined result.
pub fn scalar(op: &Op, bits: &[u64], types: &[Type], ty: Type, no_wrap: bool) -> Option<u64> {
    if ty.is_float() || types.iter().any(|t| t.is_float()) {
        float::apply(op, bits, types, ty)
    } else {
        integer::apply(op, bits, types, ty, no_wrap)
    }
}

/// The operation that a reduction repeats.
pub fn reduce_step(op: ReduceOp) -> Op {
    match op {
        ReduceOp::Add => Op::Add,
        ReduceOp::SaturatingAdd => Op::SaturatingAdd,
        ReduceOp::Mul => Op::Mul,
        ReduceOp::Min => Op::Min,
        ReduceOp::Max => Op::Max,
        ReduceOp::And => Op::And,
        ReduceOp::Or => Op::Or,
    }
}

/// Adjacent lanes combined from the lowest up.
fn reduce(op: ReduceOp, lanes: &[LaneValue], ty: Type) -> LaneValue {
    let (step, scalar_ty) = (reduce_step(op), ty.with_lanes(1));
    let combine = |a: LaneValue, b: &LaneValue| {
        let (Some(a), Some(b)) = (a.bits(), b.bits()) else { return LaneValue::Undefined };
        lane(scalar(&step, &[a, b], &[scalar_ty; 2], scalar_ty, false))
    };
    lanes[1..].iter().fold(lanes[0], combine)
}

/// The same bits, little-endian, cut into other lanes. A lane is undefined if any of its bits are.
fn reinterpret(arg: &[LaneValue], from: Type, to: Type) -> Vec<LaneValue> {
    let (narrow, wide) = (from.bits.min(to.bits), from.bits.max(to.bits));
    let parts = (wide / narrow) as usize;
    if from.bits <= to.bits {
        let join = |chunk: &[LaneValue]| {
            let shifted = chunk.iter().enumerate().map(|(i, v)| Some(v.bits()? << (i as u32 * narrow)));
            shifted.sum::<Option<u64>>()
        };
        return arg.chunks(parts).map(|c| lane(join(c))).collect();
    }
    let part = |i: usize| Some(arg[i / parts].bits()? >> ((i % parts) as u32 * narrow) & mask(to));
    (0..to.lanes as usize).map(|i| lane(part(i))).collect()
}

/// The arm not taken may be undefined.
fn select(args: &[&[LaneValue]], i: usize) -> LaneValue {
    match args[0][i % args[0].len()] {
        LaneValue::Defined(0) => args[2][i],
        LaneValue::Defined(_) => args[1][i],
        LaneValue::Undefined => LaneValue::Undefined,
    }
}

/// The value at the index, the last one for an index out of range, a negative one included.
fn mux(args: &[&[LaneValue]], i: usize, index_ty: Type) -> LaneValue {
    let values = &args[1..];
    let Some(index) = args[0][i % args[0].len()].bits() else { return LaneValue::Undefined };
    let index = integer::value(index, index_ty);
    let last = values.len() - 1;
    values[usize::try_from(index).map_or(last, |n| n.min(last))][i]
}
