//! Proofs over Z3.
