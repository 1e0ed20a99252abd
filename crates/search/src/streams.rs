//! From a window to integer forms over streams.
//!
//! A *stream* is one leaf element per result lane: (leaf, index) for each lane. Data movement, reductions and
//! broadcasts are resolved lane by lane, so what remains computes alike in every lane; a window whose lanes do different
//! things is refused here and keeps the baseline lowering.

mod adder;
mod floats;
mod lane_program;
mod operations;
mod reader;
mod results;
mod samples;
mod translates;

pub use adder::Adder;
pub use lane_program::{Counterexample, LaneProgram, Stream, Unsupported};
pub use reader::{has_floats, read, read_results, refused};
pub use results::Results;
pub(crate) use translates::Class;
pub use translates::{Translate, Translates};
