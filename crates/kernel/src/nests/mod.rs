//! Nests of loops as programs of registers, so that identity tests run over arrays and not operation by operation.
//!
//! A nest is a loop whose bounds and addresses are affine and whose data are floats. `compile` makes it, `block` prepares straight code,
//! `parts` that of loops whose iterations may run side by side. `conflicts` says how many iterations of a loop may run at once, `tiles`
//! which loops over tiles may run as one.

pub mod block;
pub mod code;
pub mod columns;
pub mod combination;
pub mod compile;
pub mod conflicts;
pub mod parts;
pub mod recall;
pub mod tiles;
