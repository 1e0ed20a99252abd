//! How many operands, results and successors an operation has to have.
//!
//! A text may give an operation any number of them. The interpreter reads those that it has to have by their numbers, so that they
//! are counted once, before.

use crate::plan::nodes::Kind;
use isotope_mlir::ir::Operation;

/// The kind of an operation, where that has what the kind needs; an error says what it lacks.
pub fn checked(op: &Operation, kind: Kind) -> Result<Kind, String> {
    let operands = match &kind {
        Kind::Select(_) | Kind::ScfFor => 3,
        Kind::Store { .. } | Kind::Copy | Kind::Dim | Kind::Insert { .. } => 2,
        Kind::Scalar { .. }
        | Kind::Load { .. }
        | Kind::ScfIf
        | Kind::Condition
        | Kind::Assert(_)
        | Kind::Dealloc
        | Kind::Same
        | Kind::Assume(_)
        | Kind::Cast
        | Kind::Subview { .. }
        | Kind::Transfer { .. }
        | Kind::Broadcast { .. }
        | Kind::Extract { .. }
        | Kind::Realloc { .. }
        | Kind::Reinterpret { .. }
        | Kind::Reduce { .. } => 1,
        _ => 0,
    };
    if op.operands.len() < operands {
        return Err(format!("it has {} operands, and needs {operands}", op.operands.len()));
    }
    let fits = match &kind {
        Kind::Branch(to) => to.len() == 1,
        Kind::ConditionalBranch(to, segments) => to.len() == 2 && segments[1] == 1,
        Kind::Apply(rows, _) => !rows.is_empty(),
        _ => true,
    };
    if fits { Ok(kind) } else { Err("its operands, successors or rows are not as many as it needs".to_owned()) }
}
