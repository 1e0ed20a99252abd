//! The output in pieces, each written by one store.

use crate::language::Piece;
use crate::read::{Output, RESULTS};
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
    let is_next = |x: &Output, y: &Output| x.array != RESULTS && x.array == y.array && x.cell + 1 == y.cell;
    for run in outputs.chunk_by(is_next).flat_map(|run| alike(run, terms)) {
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

/// The kind of an element's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort<'t> {
    /// A sum or a product, or zero: such can be the lanes of a sum.
    Sum,
    /// It is read.
    Read,
    /// Another operation.
    Other(&'t str),
}

fn sort<'t>(terms: &'t Terms, output: &Output) -> Sort<'t> {
    const SUMS: [&str; 6] = ["arith.addf", "arith.addi", "arith.mulf", "arith.muli", "arith.subf", "arith.subi"];
    match terms.name(output.term) {
        "" if terms.is_zero(output.term) || !terms.is_float(terms.ty(output.term)) => Sort::Sum,
        "" => Sort::Read,
        name if SUMS.contains(&name) => Sort::Sum,
        name => Sort::Other(name),
    }
}

/// Neighbours in parts of one kind each, so that a vector has no lane that is computed in another way. Kinds that change from one element
/// to the next stay together: both are computed in all lanes.
///
/// ```text
/// p * q, r * s, t * u, x: three products, and an element that is copied
/// ```
fn alike<'o>(run: &'o [Output], terms: &Terms) -> Vec<&'o [Output]> {
    let mut parts: Vec<&[Output]> = Vec::new();
    let (mut begin, mut last) = (0, 0);
    for part in run.chunk_by(|x, y| sort(terms, x) == sort(terms, y)) {
        let at = last + part.len();
        let is_apart = last > begin
            && (part.len() > 1 || last - begin > 1 && sort(terms, &run[last - 2]) == sort(terms, &run[last - 1]));
        if is_apart {
            parts.push(&run[begin..last]);
            begin = last;
        }
        last = at;
    }
    parts.push(&run[begin..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::{Code, Term};
    use isotope_mlir::ir::{Pool, Type};

    /// Elements by letters: `s` a sum, `r` what is read, `x` a root.
    fn lengths(kinds: &str) -> Vec<usize> {
        let mut terms = Terms::new(Pool::default());
        let ty = terms.pool.intern_type(Type::Float("f32")).unwrap();
        let mut outputs = Vec::new();
        for (at, kind) in kinds.bytes().enumerate() {
            let read = terms.add(Term::Cell { array: 0, cell: at as u64 }, ty).unwrap();
            let mut op = |name: &str, operands: &[u32]| {
                let code = terms.code(Code { name: name.to_owned(), properties: None, attributes: Vec::new(), ty });
                terms.add(Term::Op { code, operands: operands.into() }, ty).unwrap()
            };
            let term = match kind {
                b's' => op("arith.addf", &[read, read]),
                b'x' => op("math.sqrt", &[read]),
                _ => read,
            };
            outputs.push(Output { array: 1, cell: at as u64, term });
        }
        alike(&outputs, &terms).iter().map(|part| part.len()).collect()
    }

    #[test]
    fn parts_are_of_one_kind_but_where_kinds_alternate() {
        assert_eq!(lengths("ssss"), [4]);
        assert_eq!(lengths("sssr"), [3, 1]);
        assert_eq!(lengths("rsss"), [1, 3]);
        assert_eq!(lengths("sxsx"), [4]);
        assert_eq!(lengths("ssrrxx"), [2, 2, 2]);
        assert_eq!(lengths("sxsxss"), [4, 2]);
        assert_eq!(lengths("r"), [1]);
    }
}
