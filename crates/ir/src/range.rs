//! Interval analysis: the least and greatest value that the lanes of each node can have.
//!
//! Bounds are mathematical integers of the node's type, over all inputs that respect the leaves' facts; undefined
//! lanes count for nothing. Floats have none.
//!
//! Used where a fact about values saves a proof or permits an instruction: a saturation that cannot saturate, a product
//! that fits in 16 bits. An error here would be a wrong proof, so that every rule is tested against all values of small
//! types. Intervals are kept in `i128`: 64-bit values have room for sums, and products that pass it are no longer
//! known.

use crate::expr::{Node, Op, ReduceOp};
use crate::types::Type;
use crate::window::Window;

/// Least and greatest value, inclusive.
pub type Interval = (i128, i128);

/// The bounds of every node, in node order.
pub fn ranges(window: &Window) -> Vec<Option<Interval>> {
    let mut found: Vec<Option<Interval>> = Vec::with_capacity(window.graph.nodes.len());
    for node in &window.graph.nodes {
        let full = node.ty.range();
        let args: Vec<Option<Interval>> = node.args.iter().map(|a| found[a.0 as usize]).collect();
        let types: Vec<Type> = node.args.iter().map(|&a| window.graph.ty(a)).collect();
        let tight = match (&node.op, full) {
            (_, None) => None,
            (Op::Leaf(leaf), Some(full)) => window.graph.leaves[leaf.0 as usize].range.and_then(|r| meet(r, full)),
            _ => bounds(node, &args, &types),
        };
        // Facts that contradict each other leave nothing; then nothing is known.
        found.push(tight.filter(|(low, high)| low <= high).or(full));
    }
    found
}

/// The intersection; `None` if it is empty.
fn meet(a: Interval, b: Interval) -> Option<Interval> {
    let both = (a.0.max(b.0), a.1.min(b.1));
    (both.0 <= both.1).then_some(both)
}

/// The least interval that holds both.
fn join(a: Interval, b: Interval) -> Interval {
    (a.0.min(b.0), a.1.max(b.1))
}

/// The exact bounds if the type holds them: beyond it values wrap, and anything is possible.
fn fit(exact: Interval, node: &Node) -> Option<Interval> {
    let full = node.ty.range()?;
    let inside = full.0 <= exact.0 && exact.1 <= full.1;
    if inside { Some(exact) } else { meet(exact, full).filter(|_| node.no_wrap) }
}

/// Saturation is monotone, so that the ends of the range become the ends of the result's.
fn clamp(exact: Interval, ty: Type) -> Option<Interval> {
    let full = ty.range()?;
    Some((exact.0.clamp(full.0, full.1), exact.1.clamp(full.0, full.1)))
}

/// The hull of a function on the corners, for functions monotone in each operand.
pub(crate) fn corners(a: Interval, b: Interval, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Interval> {
    let values = [f(a.0, b.0)?, f(a.0, b.1)?, f(a.1, b.0)?, f(a.1, b.1)?];
    Some((*values.iter().min()?, *values.iter().max()?))
}

/// `None` where no more is known than the type.
fn bounds(node: &Node, args: &[Option<Interval>], types: &[Type]) -> Option<Interval> {
    let ty = node.ty;
    match &node.op {
        Op::Const(bits) => {
            let value = crate::interp::integer::value(*bits, ty);
            Some((value, value))
        }
        Op::Broadcast | Op::StrictFloat => args[0],
        Op::Ramp => {
            let steps = i128::from(ty.lanes / types[0].lanes - 1);
            let offset = corners(args[1]?, (0, steps), |a, b| a.checked_mul(b))?;
            fit((args[0]?.0 + offset.0, args[0]?.1 + offset.1), node)
        }
        Op::Shuffle(_) => args.iter().copied().try_fold(args[0]?, |all, arg| Some(join(all, arg?))),
        Op::Select | Op::Mux => args[1..].iter().copied().try_fold(args[1]?, |all, arg| Some(join(all, arg?))),
        Op::Reduce(op) => reduce(node, *op, args[0]?, types[0].lanes / ty.lanes),
        Op::Cast => fit(args[0]?, node),
        Op::Reinterpret if types[0].bits == ty.bits => fit(args[0]?, node),
        Op::Reinterpret => None,
        Op::SaturatingCast => clamp(args[0]?, ty),
        Op::PromiseClamped => meet(args[0]?, (args[1]?.0, args[2]?.1)),
        Op::Not | Op::Abs | Op::CountLeadingZeros | Op::CountTrailingZeros | Op::PopCount => {
            unary(&node.op, args[0]?, types[0])
        }
        Op::MulShiftRight | Op::RoundingMulShiftRight => {
            let product = corners(args[0]?, args[1]?, i128::checked_mul)?;
            let widest = i128::from(2 * ty.bits);
            let q = meet(args[2]?, (0, widest))?;
            let rounding = node.op == Op::RoundingMulShiftRight;
            clamp(corners(product, q, |a, q| scale(a, -q, rounding))?, ty)
        }
        op => binary(node, op, args[0]?, args[1]?, types[0]),
    }
}

/// A reduction of `factor` lanes, each in `arg`.
fn reduce(node: &Node, op: ReduceOp, arg: Interval, factor: u32) -> Option<Interval> {
    match op {
        ReduceOp::Add => fit((arg.0 * i128::from(factor), arg.1 * i128::from(factor)), node),
        // Saturation is monotone: all least gives the least.
        ReduceOp::SaturatingAdd => clamp((arg.0 * i128::from(factor), arg.1 * i128::from(factor)), node.ty),
        ReduceOp::Min | ReduceOp::Max => Some(arg),
        ReduceOp::And | ReduceOp::Or if factor == 1 => Some(arg),
        ReduceOp::And if arg.0 >= 0 => Some((0, arg.1)),
        ReduceOp::Or if arg.0 >= 0 => Some((arg.0, ones(arg.1))),
        ReduceOp::And | ReduceOp::Or => None,
        // Step by step, since an intermediate product may wrap where the last would not.
        ReduceOp::Mul => {
            let step = |all, _| fit(corners(all, arg, i128::checked_mul)?, node);
            (1..factor).try_fold(arg, step)
        }
    }
}

/// The least 2^n - 1 that is not less.
fn ones(value: i128) -> i128 {
    let length = 128 - value.leading_zeros();
    ((1u128 << length) - 1) as i128
}

/// Operations on one operand's bits or sign. The fall-back holds for every count.
fn unary(op: &Op, a: Interval, from: Type) -> Option<Interval> {
    let bits = i128::from(from.bits);
    let length = |v: i128| i128::from(128 - v.leading_zeros());
    Some(match op {
        // The complement of x is -x - 1, or what the type's most leaves: it turns the order round.
        Op::Not if from.is_signed() => (-a.1 - 1, -a.0 - 1),
        Op::Not => {
            let most = from.range()?.1;
            (most - a.1, most - a.0)
        }
        Op::Abs if a.0 >= 0 => a,
        Op::Abs if a.1 <= 0 => (-a.1, -a.0),
        Op::Abs => (0, a.1.max(-a.0)),
        Op::CountLeadingZeros if a.0 >= 0 => (bits - length(a.1), bits - length(a.0)),
        Op::PopCount if a.0 >= 0 => ((a.0 > 0).into(), length(a.1)),
        _ => (0, bits),
    })
}

/// a * 2^amount, rounded down, or to nearest with halves up.
fn scale(a: i128, amount: i128, rounding: bool) -> Option<i128> {
    if amount >= 0 {
        return a.checked_mul(1i128.checked_shl(u32::try_from(amount).ok()?)?);
    }
    let right = u32::try_from(-amount).ok()?.min(127);
    let last = if rounding { a >> (right - 1) & 1 } else { 0 };
    Some((a >> right) + last)
}

/// Operations on two operands of integers.
fn binary(node: &Node, op: &Op, a: Interval, b: Interval, from: Type) -> Option<Interval> {
    let bits = i128::from(from.bits);
    let within = |most: i128| meet(b, (1 - most, most - 1));
    let negated = |b: Interval| (-b.1, -b.0);
    match op {
        Op::Add | Op::WideningAdd | Op::WidenRightAdd => fit((a.0 + b.0, a.1 + b.1), node),
        Op::Sub | Op::WideningSub | Op::WidenRightSub => fit((a.0 - b.1, a.1 - b.0), node),
        Op::Mul | Op::WideningMul | Op::WidenRightMul => fit(corners(a, b, i128::checked_mul)?, node),
        Op::SaturatingAdd => clamp((a.0 + b.0, a.1 + b.1), node.ty),
        Op::SaturatingSub => clamp((a.0 - b.1, a.1 - b.0), node.ty),
        Op::HalvingAdd => Some(((a.0 + b.0) >> 1, (a.1 + b.1) >> 1)),
        Op::RoundingHalvingAdd => Some(((a.0 + b.0 + 1) >> 1, (a.1 + b.1 + 1) >> 1)),
        Op::HalvingSub => fit(((a.0 - b.1) >> 1, (a.1 - b.0) >> 1), node),
        Op::Absd => {
            let (low, high) = (a.0 - b.1, a.1 - b.0);
            let least = if low > 0 { low } else { (-high).max(0) };
            Some((least, high.max(-low)))
        }
        Op::Min => Some((a.0.min(b.0), a.1.min(b.1))),
        Op::Max => Some((a.0.max(b.0), a.1.max(b.1))),
        // An AND with a value that is not negative is at most that value.
        Op::And if a.0 >= 0 || b.0 >= 0 => {
            let most = |i: Interval| if i.0 >= 0 { i.1 } else { i128::MAX };
            Some((0, most(a).min(most(b))))
        }
        Op::Or if a.0 >= 0 && b.0 >= 0 => Some((a.0.max(b.0), ones(a.1.max(b.1)))),
        Op::Xor if a.0 >= 0 && b.0 >= 0 => Some((0, ones(a.1.max(b.1)))),
        // Only amounts that are defined count; in each operand shifts are monotone, up to the sign of the value.
        Op::ShiftLeft => fit(corners(a, within(bits)?, |a, b| scale(a, b, false))?, node),
        Op::ShiftRight => fit(corners(a, negated(within(bits)?), |a, b| scale(a, b, false))?, node),
        Op::WideningShiftLeft => fit(corners(a, within(2 * bits)?, |a, b| scale(a, b, false))?, node),
        Op::WideningShiftRight => fit(corners(a, negated(within(2 * bits)?), |a, b| scale(a, b, false))?, node),
        Op::RoundingShiftLeft => fit(corners(a, within(2 * bits)?, |a, b| scale(a, b, true))?, node),
        Op::RoundingShiftRight => fit(corners(a, negated(within(2 * bits)?), |a, b| scale(a, b, true))?, node),
        Op::Div | Op::Mod | Op::DivRoundToZero | Op::ModRoundToZero => divide(node, op, a, b),
        Op::Lt => Some(truth(a.1 < b.0, a.0 >= b.1)),
        Op::Le => Some(truth(a.1 <= b.0, a.0 > b.1)),
        Op::Gt => Some(truth(a.0 > b.1, a.1 <= b.0)),
        Op::Ge => Some(truth(a.0 >= b.1, a.1 < b.0)),
        Op::Eq => Some(truth(a.0 == a.1 && a == b, meet(a, b).is_none())),
        Op::Ne => Some(truth(meet(a, b).is_none(), a.0 == a.1 && a == b)),
        _ => None,
    }
}

/// A comparison that always, or never, holds is a constant.
fn truth(always: bool, never: bool) -> Interval {
    (always.into(), (!never).into())
}

/// Quotients are monotone between divisors of one sign; remainders are below the divisor.
fn divide(node: &Node, op: &Op, a: Interval, b: Interval) -> Option<Interval> {
    let quotient = |a: i128, b: i128| match op {
        Op::Div => a.checked_div_euclid(b),
        _ => a.checked_div(b),
    };
    // No remainder reaches the divisor.
    let most = (b.0.abs().max(b.1.abs()) - 1).max(0);
    match op {
        Op::Mod if a.0 >= 0 && b.0 > a.1 => Some(a),
        Op::Mod => Some((0, most)),
        Op::ModRoundToZero => Some(((-most).max(a.0).min(0), most.min(a.1).max(0))),
        _ => {
            // 0 / 0 is 0, and x / 0 is 0 or undefined.
            let zero = (b.0 <= 0 && 0 <= b.1 && *op == Op::Div).then_some((0, 0));
            let up = meet(b, (1, i128::MAX)).map(|b| corners(a, b, quotient));
            let down = meet(b, (i128::MIN, -1)).map(|b| corners(a, b, quotient));
            let parts = [zero, up.flatten(), down.flatten()];
            fit(parts.into_iter().flatten().reduce(join)?, node)
        }
    }
}
