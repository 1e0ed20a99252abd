//! Operations made ready to run: names resolved, attributes decoded.

pub mod arity;
pub mod build;
pub mod canonical;
pub mod counted;
pub mod decode;
pub mod effects;
pub mod exact;
pub mod globals;
pub mod nodes;
pub mod shapes;
pub mod wide;
