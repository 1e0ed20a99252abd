//! Attributes of the operations that run.

pub mod attributes;
pub mod bits;
pub mod kinds;
mod known;
pub mod masked;
pub mod products;
pub mod rearranged;
pub mod shapes;
pub mod vectors;
pub mod wide;
