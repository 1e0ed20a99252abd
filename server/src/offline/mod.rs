//! An operator's actions on a cache at rest, and further commands of `isotoped`.

pub mod importing;
pub mod operator;
