//! The C interface of `isotope_client::compiler`, as include/isotope.h declares and documents it.
//!
//! Here belong: the crossing of the boundary, in both directions, and the layout of what crosses. Panics end here
//! (the release profile unwinds), and no pointer is followed that the header does not promise.

#![allow(unsafe_code)]

mod calls;
mod check;
mod graph;
mod graph_calls;
mod incoming;
mod lanes;
mod layout;
pub mod limits;
pub mod outgoing;
mod schedule;
mod stage;
pub mod wire;

pub use calls::*;
pub use check::*;
pub use graph::{GraphBuilder, NO_NODE};
pub use graph_calls::*;
pub use lanes::isotope_lanes_shown;
pub use layout::*;
pub use schedule::{Code, Scheduled, isotope_schedule, isotope_scheduled_free};
pub use stage::{CHANGED, Import, RemarkOut, StageOptions, Staged, UNCHANGED, isotope_stage, isotope_staged_free};
