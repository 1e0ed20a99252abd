//! Benchmarks: what the programs in `bin/` share to run the daemon, measure it and print what was measured.
//!
//! Every number in a table comes from the run that prints it. Not here: thresholds that decide an
//! answer, or anything that the daemon needs.

pub mod assembly;
pub mod bare_echo;
pub mod bare_grpc;
pub mod chosen;
pub mod contractions;
pub mod costs;
pub mod daemon;
pub mod growth;
pub mod limits;
pub mod loops;
pub mod measure;
pub mod passes;
pub mod programs;
pub mod report;
pub mod saved;
pub mod suite;
pub mod turns;
pub mod vectors;
pub mod windows;
