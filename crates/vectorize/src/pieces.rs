//! The output in pieces, each written by one store.

use crate::language::Piece;
use crate::read::Output;
use crate::terms::Terms;

/// How the output is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Bits of a vector that is stored.
    pub bits: u32,
    /// Lanes of each vector, whatever the type; what is left over is padded. 0: as many as fit into the bits, and a last vector overlaps
    /// the one before it.
    pub lanes: usize,
}

/// Elements side by side in one array, cut into vectors.
///
/// ```text
/// 9 elements, 4 lanes: 0 1 2 3, 4 5 6 7, 5 6 7 8: elements 5 to 7 are computed twice
/// ```
pub fn pieces(outputs: &[Output], terms: &Terms, cut: Cut) -> Vec<Piece> {
    let mut found = Vec::new();
    let is_next = |x: &Output, y: &Output| x.array == y.array && x.cell + 1 == y.cell;
    for run in outputs.chunk_by(is_next) {
        let bits = terms.bits(terms.ty(run[0].term)).max(8);
        let fitting = (cut.bits / bits).max(1) as usize;
        let most = if cut.lanes > 0 { cut.lanes } else { fitting.min(crate::limits::MAX_LANES) };
        // The largest power of two that is no more than the run.
        let largest = 1usize << run.len().ilog2();
        let lanes = if cut.lanes > 0 { most } else { most.min(largest) };
        let mut at = 0;
        while at < run.len() {
            let end = (at + lanes).min(run.len());
            let begin = if cut.lanes > 0 { at } else { end.saturating_sub(lanes) };
            let terms = run[begin..end].iter().map(|output| output.term).collect();
            found.push(Piece { array: run[0].array, first: run[begin].cell, terms });
            at = end;
        }
    }
    found
}
