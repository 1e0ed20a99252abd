//! Requests taken in: their bytes and texts read once, and what each asks, with its key.

pub(crate) mod asking;
pub mod expression;
pub(crate) mod key;
pub(crate) mod program;
pub(crate) mod question;
pub mod reading;
pub(crate) mod requests;
pub(crate) mod texts;
mod thread;

pub(crate) use thread::{in_a_place, on_a_thread};
