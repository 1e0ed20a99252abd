//! Schedules and their checks.
#![allow(clippy::unwrap_used)]

mod checks;
mod executed;
mod statements;
