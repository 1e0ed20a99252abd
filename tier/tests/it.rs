//! The store that daemons share. One program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod format;
mod model;
mod snapshots;
