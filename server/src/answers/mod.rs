//! From a request's windows to their answers: read, remembered, searched for, proved to be what was asked, and kept.
//!
//! What belongs here: questions and their keys, what the memo holds and on what terms it is served, and what is done for
//! records when nobody waits. What does not: messages on the wire (`crate::wire`), how code is found (`crate::search`).

pub mod answering;
mod asking;
pub(crate) mod behind;
pub mod core;
pub mod expression;
mod farm;
pub mod importing;
pub(crate) mod keeping;
pub(crate) mod key;
pub mod misses;
pub(crate) mod prices;
pub(crate) mod question;
pub(crate) mod remembered;
mod requests;
pub(crate) mod texts;
mod thread;
pub(crate) mod unwritten;

pub(crate) use thread::{in_a_place, on_a_thread};
