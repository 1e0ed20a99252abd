//! Which types of values the language of windows has.

use crate::limits::MAX_LANES;
use isotope_mlir::ir::{Module, Sign, Type, TypeId};

/// Bits and lanes of an integer or of a vector of integers. One bit is a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// Bits of one lane.
    pub bits: u32,
    /// Their number; 1 for an integer.
    pub lanes: u32,
}

/// The type in the language; nothing where it has none. Vectors of several dimensions are their lanes in row-major order.
pub fn lanes_of(module: &Module, ty: TypeId) -> Option<Lanes> {
    let (lanes, element) = match module.pool.ty(ty) {
        Type::Vector { dims, element } => {
            if dims.iter().any(|dim| dim.scalable) {
                return None;
            }
            let count = dims.iter().try_fold(1u64, |count, dim| count.checked_mul(dim.size))?;
            ((2..=MAX_LANES).contains(&count).then_some(count as u32)?, *element)
        }
        _ => (1, ty),
    };
    match module.pool.ty(element) {
        Type::Integer { width: width @ (1 | 8 | 16 | 32 | 64), sign: Sign::Signless } => {
            Some(Lanes { bits: *width, lanes })
        }
        _ => None,
    }
}
