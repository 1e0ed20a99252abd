//! The service. One program, so that it is linked once.

mod deploy;
mod digest;
mod traces;
