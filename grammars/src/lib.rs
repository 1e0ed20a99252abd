//! The data of the instruction sets that this build carries: the folders of data, one for each instruction set.
//!
//! Elsewhere are: reading the data (`isotope_dictionary`), making it (`isotope_derive`), choosing from it for a window
//! (`isotope_hydride`).

mod embedded;

pub use embedded::{embedded, with_folders};
