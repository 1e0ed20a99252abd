//! Tests of the fast engine. They stand apart from the crate, which the search's optimiser would otherwise compile twice for them.

#![allow(clippy::unwrap_used)]

mod butterflies;
mod bytes;
mod derived;
mod dictionary;
mod dots;
mod forms;
mod hostile;
mod hvx;
mod invariants;
mod layout;
mod matches;
mod moves;
mod neon;
mod operations;
mod parts;
mod placement;
mod plans;
mod recognition;
mod reductions;
mod regroupings;
mod rephrasing;
mod scaling;
mod several;
mod shapes;
mod slate;
mod support;
mod sve2;
