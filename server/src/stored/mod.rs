//! What is kept: records of answers, their writing and reading, what was missed, and what comes from elsewhere.

pub mod importing;
pub(crate) mod judged;
pub(crate) mod keeping;
pub mod misses;
pub mod purging;
pub(crate) mod remembered;
pub(crate) mod unwritten;
