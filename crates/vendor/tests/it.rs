//! Readers of vendors' texts. One program, so that it is linked once.

#![allow(clippy::unwrap_used)]

#[path = "arm/main.rs"]
mod arm;
mod float_texts;
#[path = "meaning/main.rs"]
mod meaning;
mod reading;
// For its own tests.
#[allow(dead_code)]
#[path = "../src/hvx/idef/preprocess.rs"]
mod preprocess;
#[path = "sail/main.rs"]
mod sail;
mod x86;
