//! The rewrite rules: `rules.txt`, a file for people, read (`read`), run by egg (`rule`) under conditions
//! (`condition`), and spelled out for whoever proves them (`instances`).

mod condition;
mod instances;
mod read;
mod rule;

pub use instances::{Instance, instances, is_lane_wise, swaps};
pub use read::all;
pub use rule::Rule;

#[cfg(test)]
mod tests;
