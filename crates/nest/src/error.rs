//! Why nests of loops stay as they are.

use isotope_mlir::Refusal;
use isotope_mlir::ir::Operation;

pub(crate) type Result<T> = std::result::Result<T, Refusal>;

pub(crate) fn refused<T>(op: &Operation, why: impl Into<String>) -> Result<T> {
    Err(Refusal::at(op, why))
}

pub(crate) fn full() -> Refusal {
    Refusal::Whole(
        "the program has too many different attributes (MAX_POOL): pack or tile its functions one by one".to_owned(),
    )
}
