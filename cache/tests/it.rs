//! The memo: what it keeps, whatever happens to it. One program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod crash_points;
mod disk_full;
mod faults;
mod forgery;
mod format;
mod hints;
mod interleavings;
mod memo;
mod misfortunes;
mod room;
mod trials;
