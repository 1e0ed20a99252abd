//! The stored part: records of answers, their writing and reading, questions that were missed, and records from elsewhere.

pub mod belief;
pub(crate) mod farm;
pub(crate) mod freezing;
pub mod importing;
pub(crate) mod keeping;
pub mod misses;
pub(crate) mod prices;
pub mod purging;
pub(crate) mod remembered;
pub(crate) mod results;
pub(crate) mod settled;
pub mod store;
pub(crate) mod unwritten;
