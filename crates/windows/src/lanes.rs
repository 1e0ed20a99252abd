//! Operations that move lanes: from which lanes of their operands each lane of a result comes.

use crate::values::lanes_of;
use isotope_mlir::ir::{Module, Operation, ValueId};
use isotope_mlir::literals::integers;
use isotope_mlir::structure::shape_of;

/// The lanes of a result, by number among those of all operands side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Whose lanes they are.
    pub operands: Vec<ValueId>,
    /// One for each lane of the result.
    pub lanes: Vec<u32>,
}

fn count(shape: &[u64]) -> u64 {
    shape.iter().product()
}

/// The number of a lane in row-major order.
pub fn lane_at(shape: &[u64], at: &[u64]) -> u64 {
    shape.iter().zip(at).fold(0, |lane, (size, at)| lane * size + at)
}

/// A lane for each place of a shape, in row-major order.
pub fn each(shape: &[u64], mut lane: impl FnMut(&[u64]) -> Option<u64>) -> Option<Vec<u64>> {
    let mut at = vec![0; shape.len()];
    let place = |number: u64, at: &mut Vec<u64>| {
        let mut left = number;
        for i in (0..shape.len()).rev() {
            at[i] = left % shape[i];
            left /= shape[i];
        }
    };
    (0..count(shape))
        .map(|number| {
            place(number, &mut at);
            lane(&at)
        })
        .collect()
}

/// How lanes stand once some dimensions are the last ones. Nothing if a dimension is none or given twice.
pub fn with_last(shape: &[u64], last: &[u64]) -> Option<Vec<u64>> {
    let is_once = |at: &u64| last.iter().filter(|other| *other == at).count() == 1 && *at < shape.len() as u64;
    if !last.iter().all(is_once) {
        return None;
    }
    let first = (0..shape.len() as u64).filter(|at| !last.contains(at));
    let order: Vec<u64> = first.chain(last.iter().copied()).collect();
    permuted(shape, &order)
}

/// Lanes of a vector whose dimension `i` is dimension `order[i]` of `shape`.
fn permuted(shape: &[u64], order: &[u64]) -> Option<Vec<u64>> {
    let to: Vec<u64> = order.iter().map(|at| shape.get(*at as usize).copied()).collect::<Option<_>>()?;
    each(&to, |at| {
        let mut place = vec![0; shape.len()];
        for (i, from) in order.iter().enumerate() {
            place[*from as usize] = at[i];
        }
        Some(lane_at(shape, &place))
    })
}

/// Places and strides, none of them negative.
fn places(module: &Module, op: &Operation, name: &str) -> Option<Vec<u64>> {
    integers(module, op, name)?.into_iter().map(|at| u64::try_from(at).ok()).collect()
}

/// The lane at which a row begins, by its leading indices; nothing where one of them is not constant.
fn row(module: &Module, op: &Operation, shape: &[u64]) -> Option<u64> {
    let mut at = places(module, op, "static_position")?;
    if at.len() > shape.len() || at.iter().zip(shape).any(|(at, size)| at >= size) {
        return None;
    }
    at.resize(shape.len(), 0);
    Some(lane_at(shape, &at))
}

/// The moves of an operation to one of its results; nothing where they are not known.
pub fn moves_of(module: &Module, op: &Operation, result: usize) -> Option<Moves> {
    let shape = |value: &ValueId| shape_of(module, module.type_of(*value));
    let to = shape(op.results.get(result)?);
    let first = *op.operands.first()?;
    let from = shape(&first);
    let (operands, lanes) = match (op.name.as_str(), op.operands.len()) {
        ("vector.broadcast", 1) => (vec![first], broadcast(&from, &to)?),
        ("vector.transpose", 1) => {
            let order = places(module, op, "permutation")?;
            let is_one = order.len() == from.len() && (0..from.len() as u64).all(|at| order.contains(&at));
            (vec![first], if is_one { permuted(&from, &order)? } else { return None })
        }
        ("vector.extract", 1) => {
            let begin = row(module, op, &from)?;
            (vec![first], each(&to, |at| Some(begin + lane_at(&to, at)))?)
        }
        ("vector.insert", 2) => {
            let (begin, size) = (row(module, op, &to)?, count(&from));
            let lane = |at: &[u64]| {
                let lane = lane_at(&to, at);
                Some(if lane >= begin && lane < begin + size { count(&to) + lane - begin } else { lane })
            };
            (vec![op.operands[1], first], each(&to, lane)?)
        }
        ("vector.extract_strided_slice", 1) => {
            let (offsets, strides) = (places(module, op, "offsets")?, places(module, op, "strides")?);
            if offsets.len() != strides.len() || offsets.len() > from.len() || from.len() != to.len() {
                return None;
            }
            let lane = |at: &[u64]| {
                let mut place = at.to_vec();
                for (i, (offset, stride)) in offsets.iter().zip(&strides).enumerate() {
                    place[i] = at[i].checked_mul(*stride)?.checked_add(*offset)?;
                }
                place.iter().zip(&from).all(|(at, size)| at < size).then(|| lane_at(&from, &place))
            };
            (vec![first], each(&to, lane)?)
        }
        ("vector.insert_strided_slice", 2) => {
            let (offsets, strides) = (places(module, op, "offsets")?, places(module, op, "strides")?);
            if offsets.len() != to.len() || from.len() > to.len() || strides.iter().any(|stride| *stride != 1) {
                return None;
            }
            (vec![op.operands[1], first], inserted(&from, &to, &offsets)?)
        }
        ("vector.shuffle", 2) => (op.operands.clone(), shuffled(&from, &to, &integers(module, op, "mask")?)?),
        ("vector.interleave", 2) => {
            let size = count(&to) / 2;
            let lane = |at: &[u64]| {
                let lane = lane_at(&to, at);
                Some(lane / 2 + if lane % 2 == 1 { size } else { 0 })
            };
            (op.operands.clone(), each(&to, lane)?)
        }
        ("vector.deinterleave", 1) => (vec![first], each(&to, |at| Some(lane_at(&to, at) * 2 + result as u64))?),
        _ => return None,
    };
    // A module that no verifier saw may name lanes that are not there.
    let types = operands.iter().map(|value| lanes_of(module, module.type_of(*value)));
    let all = types.map(|ty| Some(u64::from(ty?.lanes))).sum::<Option<u64>>()?;
    let lanes = lanes.into_iter().map(|lane| (lane < all).then_some(lane as u32)).collect::<Option<Vec<u32>>>()?;
    Some(Moves { operands, lanes })
}

fn broadcast(from: &[u64], to: &[u64]) -> Option<Vec<u64>> {
    let leading = to.len().checked_sub(from.len())?;
    if from.iter().zip(&to[leading..]).any(|(from, to)| *from != 1 && from != to) {
        return None;
    }
    each(to, |at| {
        let place: Vec<u64> =
            from.iter().zip(&at[leading..]).map(|(size, at)| if *size == 1 { 0 } else { *at }).collect();
        Some(lane_at(from, &place))
    })
}

fn inserted(from: &[u64], to: &[u64], offsets: &[u64]) -> Option<Vec<u64>> {
    let leading = to.len() - from.len();
    each(to, |at| {
        let mut place = vec![0; from.len()];
        let mut is_inside = true;
        for i in 0..to.len() {
            let size = if i < leading { 1 } else { from[i - leading] };
            let distance = at[i].wrapping_sub(offsets[i]);
            is_inside = is_inside && distance < size;
            if i >= leading {
                place[i - leading] = distance;
            }
        }
        Some(if is_inside { count(to) + lane_at(from, &place) } else { lane_at(to, at) })
    })
}

fn shuffled(from: &[u64], to: &[u64], mask: &[i64]) -> Option<Vec<u64>> {
    // A shuffle of vectors without dimensions has one lane in each.
    if from.is_empty() || mask.len() as u64 != *to.first()? {
        return None;
    }
    let width = count(&to[1..]);
    // Any lane is one of an undefined lane's.
    each(to, |at| Some(mask[at[0] as usize].max(0) as u64 * width + lane_at(to, at) % width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_of_rows_and_columns() {
        assert_eq!(with_last(&[2, 3], &[0]), Some(vec![0, 3, 1, 4, 2, 5]));
        assert_eq!(with_last(&[2, 3], &[1]), Some((0..6).collect()));
        assert_eq!([with_last(&[2, 3], &[2]), with_last(&[2, 3], &[1, 1])], [None, None]);
        assert_eq!(broadcast(&[1, 2], &[2, 2, 2]), Some(vec![0, 1, 0, 1, 0, 1, 0, 1]));
        assert_eq!([broadcast(&[3], &[2, 2]), broadcast(&[2, 2], &[2])], [None, None]);
        assert_eq!(inserted(&[2], &[2, 3], &[1, 1]), Some(vec![0, 1, 2, 3, 6, 7]));
        assert_eq!(shuffled(&[2], &[3], &[3, -1, 0]), Some(vec![3, 0, 0]));
        assert_eq!(shuffled(&[2, 2], &[1, 2], &[3]), Some(vec![6, 7]));
        assert_eq!([shuffled(&[], &[2], &[0, 1]), shuffled(&[2], &[3], &[0])], [None, None]);
    }
}
