//! Terms of a row that are one reduction.
//!
//! LLVM reads interleaved elements as several vectors, each with a gap between its lanes, and adds up what it computes of each. Lane for
//! lane that is a reduction of neighbours, which instructions that sum neighbours are found for. Terms are taken together where they
//! compute alike, and where their lanes, interleaved, are read from memory as they lie there.
//!
//! With `a[4 i + 1]` for the vector whose lane i is that element, and so on, LLVM's
//!
//! ```text
//! a[4 i + 3] * b[4 i + 3] + a[4 i + 2] * b[4 i + 2] + a[4 i] * b[4 i] + a[4 i + 1] * b[4 i + 1] + sum
//! ```
//!
//! is `vector_reduce_add(a[i] * b[i]) + sum`, over two loads without gaps. A stencil's neighbours overlap when they are interleaved, so that
//! it stays the sum that it is.

use super::order::is_associative;
use super::pieces::{Merging, Row};
use crate::limits;
use isotope_ir::expr::{NodeId, Op, ReduceOp};

impl Merging<'_> {
    /// A row of one operation with those of its terms that are a reduction as one; `None` where there are none.
    ///
    /// Of several groups in a row it takes the longest. The rest of the row is added to the reduction one by one, where an instruction that
    /// sums neighbours has its accumulator.
    pub(super) fn reduction(&mut self, id: NodeId) -> Option<NodeId> {
        let node = self.from.node(id).clone();
        let reduce = match node.op {
            Op::Add => ReduceOp::Add,
            Op::Mul => ReduceOp::Mul,
            Op::Min => ReduceOp::Min,
            Op::Max => ReduceOp::Max,
            Op::And => ReduceOp::And,
            Op::Or => ReduceOp::Or,
            _ => return None,
        };
        if !node.ty.is_integer() || node.ty.bits < 8 || node.ty.lanes < 2 || !is_associative(&node.op) {
            return None;
        }
        // Rows are written from the left, so that the last operand is that of the root.
        let (mut row, mut left) = (Vec::new(), id);
        while self.from.node(left).op == node.op
            && self.from.ty(left) == node.ty
            && row.len() <= limits::REPHRASED_GROUP
        {
            row.push(self.from.node(left).args[1]);
            left = self.from.node(left).args[0];
        }
        row.push(left);
        row.reverse();
        let (begin, end) = groups(self, &row)?;
        // Lane 0 of each term, then lane 1 of each: what a reduction takes together.
        let factor = (end - begin) as u32;
        let interleaved: Row =
            (0..node.ty.lanes).flat_map(|lane| row[begin..end].iter().map(move |&term| (term, lane))).collect();
        let before = (self.merged, self.moves);
        let wide = self.row(interleaved)?;
        // Shuffles of what is read cost more than they bring.
        if self.moves > before.1 || self.to.ty(wide).lanes != factor * node.ty.lanes {
            (self.merged, self.moves) = before;
            return None;
        }
        self.merged += 1;
        let reduced = self.add(Op::Reduce(reduce), vec![wide], node.ty);
        let rest = row[..begin].iter().chain(&row[end..]);
        let rest = rest.map(|&term| self.whole(term)).collect::<Option<Vec<NodeId>>>()?;
        Some(rest.into_iter().fold(reduced, |sum, term| self.add(node.op.clone(), vec![sum, term], node.ty)))
    }
}

/// The longest stretch of terms that do the same, as the places where it begins and ends in the row: terms of one kind stand side by side.
/// A stretch over the bound is none.
fn groups(merging: &Merging<'_>, row: &[NodeId]) -> Option<(usize, usize)> {
    let from = merging.from;
    let op = |id: NodeId| {
        // A form that only moves is the one that it moves.
        let mut id = id;
        while matches!(from.node(id).op, Op::Shuffle(_) | Op::Broadcast) {
            id = from.node(id).args[0];
        }
        match &from.node(id).op {
            Op::Leaf(_) => None,
            op => Some(op.clone()),
        }
    };
    // Terms with different operations at their end are no group, whatever is below; `merging.row` looks at all of it.
    let mut best: Option<(usize, usize)> = None;
    let mut begin = 0;
    for end in 1..=row.len() {
        if end == row.len() || op(row[end]) != op(row[begin]) {
            let longest = best.map_or(1, |(begin, end)| end - begin);
            if end - begin > longest && end - begin <= limits::REPHRASED_GROUP {
                best = Some((begin, end));
            }
            begin = end;
        }
    }
    best
}
