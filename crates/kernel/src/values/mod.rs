//! Numbers and terms of prime fields, arrays of them, and memory that holds them.

pub mod blocks;
pub mod concrete;
pub mod field;
pub mod flags;
pub mod lanes;
pub mod leaves;
pub mod levels;
pub mod memory;
pub mod mersenne;
pub mod op;
pub mod primes;
pub mod record;
pub mod scalar;
pub mod terms;
pub mod value;
pub mod widths;
