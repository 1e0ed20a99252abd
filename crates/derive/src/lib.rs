//! Ahead of time: from a vendor's text to the data of an instruction set, each step validated.
//!
//! Here belong: making and checking the files of `grammars/data`: the LLVM form of every instruction ([`llvm_forms`]), its validation
//! by execution ([`validate`]) and its comparison with a second reading ([`idef`]), the classes ([`dictionary`]) and what they are called
//! ([`names`]), LLVM's prices ([`costs`]), what packets are made by ([`packing`]) and those of a machine at hand ([`calibrate`]). Elsewhere: reading vendors' texts
//! (`isotope_vendor`), reading the data (`isotope_dictionary`). `cargo xtask` runs each step.

pub mod calibrate;
pub mod costs;
pub mod dictionary;
pub mod encodings;
pub mod folder;
pub mod idef;

pub mod llvm_forms;
pub mod names;
pub mod notation;
pub mod packing;
pub mod tablegen;
pub mod validate;
