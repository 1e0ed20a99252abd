//! The suite: whole Halide kernels, compiled and run in every way that is compared.
//!
//! A kernel is measured by the clock where this machine runs it (`kernel`), or by what an emulator executed (`counted`).
//!
//! Here belong: driving the C++ program in `halide/`, which compiles and runs one kernel at a time, and writing down
//! what it measured, as data, tables and pictures. Elsewhere: kernels and their references (`halide/`), and any opinion of the figures.

pub mod blocks;
pub mod build;
pub mod compile;
pub mod counted;
pub mod counted_results;
pub mod emulated;
pub mod groups;
pub mod kernel;
pub mod mca;
pub mod model;
pub mod pages;
pub mod plot;
pub mod results;
pub mod scheduled;
pub mod target;
