//! Schedules and their checks.
#![allow(clippy::unwrap_used)]

mod addresses;
mod blocks;
mod checks;
mod emulated;
mod executed;
mod statements;
