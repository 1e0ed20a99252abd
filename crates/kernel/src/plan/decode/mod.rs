//! Attributes of the operations that run.

pub mod attributes;
pub mod bits;
pub mod flow;
pub mod kinds;
mod known;
pub mod masked;
pub mod products;
pub mod rearranged;
pub mod shapes;
mod typed;
pub mod vectors;
pub mod wide;
