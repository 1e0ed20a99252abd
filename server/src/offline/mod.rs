//! What an operator does to a memo at rest, and what `isotoped` does besides being a daemon.

pub mod importing;
pub mod operator;
