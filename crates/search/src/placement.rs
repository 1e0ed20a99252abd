//! Placement: the instructions that give a whole result, found by value, immediates solved for.
//!
//! Here belong: a [`Goal`] on samples, the search for the instruction that gives it ([`place`]), the proposer that asks so for each
//! register of a window's result, the program with one instruction that comes [nearest](nearest()) to a window for whoever asks why it is not
//! the answer, and the [`census`] of what that search finds of a dictionary's own instructions. Plans of
//! several instructions are [`crate::plan`]'s.
//!
//! A program that is found is a candidate like any other. It has agreed on a few samples, which is enough to be looked at and not enough
//! to be answered: proofs are made elsewhere, from the dictionary's terms.
//!
//! Why beside the indices of [`crate::instructions`]: those let the planner try an instruction lane by lane in layouts of
//! its own. Here a [function](crate::instructions::Function) has no layout: it is tried on registers as they are, so that it may read
//! across lanes, through masks and by immediates.

pub mod census;
mod goal;
mod nearest;
mod place;
mod values;
mod whole;

pub use goal::Goal;
pub use nearest::{Nearest, nearest};
pub use place::{Placement, place, place_among};
pub use values::Value;
pub(crate) use whole::WholeRegisters;
pub use whole::whole;
