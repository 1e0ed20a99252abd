//! The client against a daemon. One program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod compiler;
mod daemon;
mod secured;
