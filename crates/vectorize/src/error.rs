//! Why a kernel stays as it is.

use isotope_mlir::Refusal;
use isotope_mlir::ir::Operation;

pub(crate) type Result<T> = std::result::Result<T, Refusal>;

pub(crate) fn refused<T>(op: &Operation, why: impl Into<String>) -> Result<T> {
    Err(Refusal::at(op, why))
}

pub(crate) fn full() -> Refusal {
    let why = "the program has too many different attributes (MAX_POOL): vectorize its functions one by one";
    Refusal::Whole(why.to_owned())
}
