//! Parts of a kernel that may be computed at once: of one dimension of the result, so that no two write the same cell.

use super::outer;
use crate::form::Contraction;
use crate::plan::{Operand, Plan};

/// Parts of rows, where there are so many: enough for the threads of most processors.
const PARTS: u64 = 32;

/// The dimension that is parted, and the size of a part: what makes the fewest parts pack what others pack, too. Nothing where there would
/// be one part.
pub fn part(of: &Contraction, plan: &Plan) -> Option<(usize, u64)> {
    let rows = plan.row.map(|row| (row, of.dims[row].size.div_ceil(PARTS).next_multiple_of(plan.rows)));
    let lanes = (plan.lane, plan.vectors * plan.lanes);
    let all = outer(of, plan).into_iter().map(|dim| (dim, 1)).chain([lanes]).chain(rows);
    let count = |(dim, size): (usize, u64)| of.dims[dim].size / size;
    all.filter(|part| count(*part) > 1).min_by_key(|part| again(of, plan, part.0).saturating_mul(count(*part) - 1))
}

/// Elements that each part of a dimension packs.
fn again(of: &Contraction, plan: &Plan, dim: usize) -> u64 {
    let elements = |factor: &usize| {
        let dims = (0..of.dims.len()).filter(|dim| of.factors[*factor].has(*dim));
        dims.fold(1, |count: u64, dim| count.saturating_mul(of.dims[dim].size))
    };
    let is_packed = |factor: &usize| matches!(plan.operands[*factor], Operand::Packed(_));
    (0..2).filter(|factor| is_packed(factor) && !of.factors[*factor].has(dim)).map(|factor| elements(&factor)).sum()
}
