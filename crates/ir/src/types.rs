//! Element kinds and vector types.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The meaning of the bits of one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// Two's complement.
    Int,
    /// Unsigned; `bool` is one bit of this kind.
    UInt,
    /// IEEE 754 binary16, 32 or 64.
    Float,
    /// bfloat16.
    BFloat,
}

/// A vector type: `lanes` lanes of `bits` bits each. One lane is a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Type {
    /// The meaning of a lane's bits.
    pub kind: Kind,
    /// Bits of one lane: 1, 8, 16, 32 or 64.
    pub bits: u32,
    /// Number of lanes, at least 1.
    pub lanes: u32,
}

impl Type {
    /// A signed vector type.
    pub const fn int(bits: u32, lanes: u32) -> Self {
        Type { kind: Kind::Int, bits, lanes }
    }

    /// An unsigned vector type.
    pub const fn uint(bits: u32, lanes: u32) -> Self {
        Type { kind: Kind::UInt, bits, lanes }
    }

    /// An IEEE float of 16, 32 or 64 bits.
    pub const fn float(bits: u32, lanes: u32) -> Self {
        Type { kind: Kind::Float, bits, lanes }
    }

    /// The truth-value type, `uint1`.
    pub const fn bool(lanes: u32) -> Self {
        Type::uint(1, lanes)
    }

    /// The same element with other lanes.
    pub const fn with_lanes(self, lanes: u32) -> Self {
        Type { lanes, ..self }
    }

    /// The same kind and lanes with twice the bits of a lane.
    pub const fn widen(self) -> Self {
        Type { bits: self.bits * 2, ..self }
    }

    /// The same bits and lanes as another kind.
    pub const fn with_kind(self, kind: Kind) -> Self {
        Type { kind, ..self }
    }

    /// Whether lanes are two's complement integers.
    pub fn is_signed(self) -> bool {
        self.kind == Kind::Int
    }

    /// Whether lanes are integers or truth values.
    pub fn is_integer(self) -> bool {
        matches!(self.kind, Kind::Int | Kind::UInt)
    }

    /// Whether lanes are floating point.
    pub fn is_float(self) -> bool {
        !self.is_integer()
    }

    /// Whether this is a type that expressions may have: known widths, and lanes within bounds.
    pub fn is_valid(self) -> bool {
        let bits = match self.kind {
            Kind::Int => matches!(self.bits, 8 | 16 | 32 | 64),
            Kind::UInt => matches!(self.bits, 1 | 8 | 16 | 32 | 64),
            Kind::Float => matches!(self.bits, 16 | 32 | 64),
            Kind::BFloat => self.bits == 16,
        };
        bits && (1..=crate::limits::MAX_LANES).contains(&self.lanes)
    }

    /// Reads Halide's spelling, with or without lanes; `bool` is `uint1`. `None` for anything else, including a
    /// type that is not [valid](Self::is_valid).
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, rest) = match text {
            _ if text.starts_with("uint") => (Kind::UInt, &text[4..]),
            _ if text.starts_with("int") => (Kind::Int, &text[3..]),
            _ if text.starts_with("float") => (Kind::Float, &text[5..]),
            _ if text.starts_with("bfloat") => (Kind::BFloat, &text[6..]),
            _ if text.starts_with("bool") => (Kind::UInt, &text[4..]),
            _ => return None,
        };
        let (bits, lanes) = match rest.split_once('x') {
            Some((bits, lanes)) => (bits, count(lanes)?),
            None => (rest, 1),
        };
        let bits = if text.starts_with("bool") { bits.is_empty().then_some(1) } else { count(bits) }?;
        let ty = Type { kind, bits, lanes };
        ty.is_valid().then_some(ty)
    }

    /// Bits of the whole vector.
    /// At most 2^18: 4,096 lanes of 64 bits.
    pub const fn total_bits(self) -> u32 {
        self.bits * self.lanes
    }

    /// The smallest and largest integer of a lane; `None` for floats.
    pub fn range(self) -> Option<(i128, i128)> {
        match self.kind {
            Kind::Int => Some((-(1i128 << (self.bits - 1)), (1i128 << (self.bits - 1)) - 1)),
            Kind::UInt => Some((0, (1i128 << self.bits) - 1)),
            _ => None,
        }
    }
}

/// A decimal number as types spell it: no sign, no leading zero.
fn count(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|c| c.is_ascii_digit()) && !text.starts_with('0');
    plain.then(|| text.parse().ok())?
}

impl fmt::Display for Type {
    /// Halide's own spelling: `uint8x64`, `int32`, `bfloat16x8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Int => "int",
            Kind::UInt => "uint",
            Kind::Float => "float",
            Kind::BFloat => "bfloat",
        };
        write!(f, "{kind}{}", self.bits)?;
        if self.lanes > 1 {
            write!(f, "x{}", self.lanes)?;
        }
        Ok(())
    }
}
