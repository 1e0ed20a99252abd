//! Contractions: kernels compared with what defines them, and refusals.

mod kernels;
mod refusals;
mod wrong;
