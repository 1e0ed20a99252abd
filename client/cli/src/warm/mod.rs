//! `isotope warm`: windows asked ahead of the compilers that will want them, behind everything that somebody waits for.
//!
//! Here belong: what is read from files, folders and reports ([`reading`]) and taken apart into windows ([`windows`]), what
//! was done before ([`journal`]), the asking ([`asking`], or through a queue that daemons share, `shared`), and what came of it
//! ([`summary`]). Elsewhere: searching and remembering, which the daemon does.

pub mod asking;
pub mod journal;
pub mod kernels;
pub mod reading;
pub mod shared;
pub mod summary;
pub mod windows;
