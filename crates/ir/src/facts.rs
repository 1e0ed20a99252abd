//! Facts that no value satisfies. From them anything could be proved, so they are an error of the request.
//!
//! A leaf's own range is checked when the leaf is made; here is what several facts say together: a promise about a
//! value that cannot have it, an operation that must wrap but may not, two loads of one element with ranges apart.
//!
//! Only what is certain is refused: intervals that do not meet. Contradictions that intervals do not see make a window
//! whose lanes are undefined throughout, for which every answer would do.

use crate::build::TypeError;
use crate::expr::{LeafId, Node, Op};
use crate::memory::Memory;
use crate::range::{self, Interval};
use crate::types::Kind;
use crate::window::Window;
use std::collections::HashMap;

/// Refuses a window whose facts contradict each other.
pub fn check(window: &Window) -> Result<(), TypeError> {
    elements(window)?;
    let nodes = &window.graph.nodes;
    if !nodes.iter().any(|node| node.no_wrap || node.op == Op::PromiseClamped) {
        return Ok(());
    }
    let ranges = range::ranges(window);
    for node in nodes {
        let args: Vec<Option<Interval>> = node.args.iter().map(|a| ranges[a.0 as usize]).collect();
        if node.op == Op::PromiseClamped {
            promise(&args)?;
        }
        if node.no_wrap {
            no_wrap(node, &args)?;
        }
    }
    Ok(())
}

/// An interval as messages have it.
fn text((low, high): Interval) -> String {
    if low == high { low.to_string() } else { format!("[{low}, {high}]") }
}

/// `promise_clamped(value, low, high)` with bounds that cross, or that the value's range does not meet. A bound that is
/// itself a range is taken at its most generous.
fn promise(args: &[Option<Interval>]) -> Result<(), TypeError> {
    let &[Some(value), Some(low), Some(high)] = args else { return Ok(()) };
    let fact = format!("promise_clamped(.., {}, {})", text(low), text(high));
    if low.0 > high.1 {
        return Err(TypeError::Contradiction { fact, why: "its lower bound is above its upper one".into() });
    }
    if value.1 < low.0 || high.1 < value.0 {
        return Err(TypeError::Contradiction { fact, why: format!("the value is in {}", text(value)) });
    }
    Ok(())
}

/// A sum, difference or product of which every value overflows. One that may overflow is none of these: the promise
/// then says which values there are.
fn no_wrap(node: &Node, args: &[Option<Interval>]) -> Result<(), TypeError> {
    let (&[Some(a), Some(b)], Some(full)) = (args, node.ty.range()) else { return Ok(()) };
    let exact = match node.op {
        Op::Add => Some((a.0 + b.0, a.1 + b.1)),
        Op::Sub => Some((a.0 - b.1, a.1 - b.0)),
        _ => range::corners(a, b, i128::checked_mul),
    };
    match exact {
        Some(exact) if exact.1 < full.0 || full.1 < exact.0 => {
            let why = format!("the result is in {}, past {}", text(exact), node.ty);
            Err(TypeError::Contradiction { fact: format!("no_wrap of `{}`", node.op.name()), why })
        }
        _ => Ok(()),
    }
}

/// Elements that several leaves read, against the ranges of all of them.
fn elements(window: &Window) -> Result<(), TypeError> {
    let leaves = &window.graph.leaves;
    let told = leaves.iter().zip(0..).filter_map(|(leaf, n)| leaf.load.as_ref().and(leaf.range).map(|r| (n, leaf, r)));
    if told.clone().count() < 2 {
        return Ok(());
    }
    let memory = Memory::of(&window.graph);
    let mut known: HashMap<(LeafId, u32, Kind), (Interval, u32)> = HashMap::new();
    for (n, leaf, range) in told {
        for lane in 0..leaf.ty.lanes {
            let (reader, of) = memory.representative(LeafId(n), lane);
            let (all, first) = known.entry((reader, of, leaf.ty.kind)).or_insert((range, n));
            let both = (all.0.max(range.0), all.1.min(range.1));
            if both.0 > both.1 {
                let other = &leaves[*first as usize].name;
                let fact = format!("the range {} of lane {lane} of leaf {}", text(range), leaf.name);
                let why = format!("leaf {other} reads the same element, in {}", text(*all));
                return Err(TypeError::Contradiction { fact, why });
            }
            *all = both;
        }
    }
    Ok(())
}
