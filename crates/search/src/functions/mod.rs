//! Instructions by their function: every instruction of a target on slots, found by value for a whole result.
//!
//! What belongs here: one description of what an instruction does ([`Function`]: which elements each result lane reads,
//! and what it makes of them), all of a target's instructions with their prices ([`Catalogue`]), and the search for the one
//! that gives a result ([`place`]), immediates solved for. [`census`] counts what that search finds of a dictionary's own
//! instructions. What does not: plans of several instructions, which are [`crate::plan`]'s.
//!
//! What is found is a candidate like any other. It has agreed on a few samples, which is enough to be looked at and not enough
//! to be answered: proofs are made elsewhere, from the dictionary's terms.
//!
//! Why beside the roles of [`crate::instructions`]: those let the planner try an instruction lane by lane in layouts
//! of its own. A function has no layout: it is tried on registers as they are, so that it may read across lanes, through
//! masks and by immediates.

mod catalogue;
pub mod census;
mod function;
mod goal;
mod place;
mod role;
#[cfg(test)]
mod tests;
mod values;
mod whole;

pub use catalogue::{Catalogue, Entry, VerticalFunction};
pub use function::{Body, Function, Lane, Operand};
pub use goal::Goal;
pub use place::{Placement, place, place_among};
pub use role::{Reads, Role};
pub use values::Value;
pub(crate) use whole::WholeRegisters;
#[cfg(test)]
pub(crate) use whole::whole;
