//! Bit-vector terms: the language that one lane of an expression and one lane of an instruction share.
//!
//! Terms are hash-consed in a [`Terms`] arena (`arena`), widths 1 to [`MAX_WIDTH`] bits. Smart constructors
//! (`construct`) fold constants and cancel nested extracts, nothing deeper: what equality cannot see here, the solver
//! proves. Every operator (`operator`) means what SMT-LIB's QF_BV says, with division by zero as SMT-LIB has it (udiv x
//! 0 = ones, urem x 0 = x). Walks over terms (`walk`) give values and substitute.

mod arena;
mod construct;
mod lane_var;
mod operator;
mod walk;

pub use crate::limits::MAX_WIDTH;
pub use arena::{Node, TermId, Terms};
pub use lane_var::LaneVar;
pub use operator::{BinOp, UnOp, apply, mask, signed};
