//! Readers of vendors' texts. One program, so that it is linked once.

#![allow(clippy::unwrap_used)]

#[path = "arm/main.rs"]
mod arm;
mod float_texts;
#[path = "meaning/main.rs"]
mod meaning;
mod reading;
#[path = "sail/main.rs"]
mod sail;
mod x86;
