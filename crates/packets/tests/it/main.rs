//! Schedules and their checks.
#![allow(clippy::unwrap_used)]

mod checks;
mod emulated;
mod executed;
mod statements;
