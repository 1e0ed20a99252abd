//! Arithmetic on arrays of terms.

pub mod chained;
pub mod class;
pub mod drawn;
pub mod lanes;
pub mod linear;
pub mod moves;
pub mod recalled;
pub mod remembered;
pub mod rows;
pub mod sums;
