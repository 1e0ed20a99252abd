//! The library of the `isotope` command: files read, answers shown, code measured.
//!
//! Here belong: what is a person's: tables, reports, warm-up jobs, measurements. Elsewhere: the connection and a compiler's handle
//! (`isotope_client`, which links no server), anything that decides an answer. The command is `main.rs`, with one file a command in
//! `commands`.

pub mod assembly;
pub mod counters;
pub mod explanation;
pub mod explore;
pub mod limits;
pub mod mlir;
pub mod packets;
pub mod report;
pub mod snapshots;
pub mod source;
pub mod summary;
pub mod table;
pub mod tune;
pub mod warm;
pub mod words;
