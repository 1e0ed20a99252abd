//! Contractions: kernels compared with what defines them, and refusals.

mod kernels;
mod random;
mod refusals;
mod wrong;
