//! Formats of floats, types of integers, and ways to round.

use crate::types::{Kind, Type};
use std::fmt;

/// A format of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// binary16
    Half,
    /// bfloat16
    BFloat,
    /// binary32
    Single,
    /// binary64
    Double,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::Half, Format::BFloat, Format::Single, Format::Double];

    /// Bits of a float.
    pub const fn bits(self) -> u32 {
        match self {
            Format::Half | Format::BFloat => 16,
            Format::Single => 32,
            Format::Double => 64,
        }
    }

    /// Bits of the fraction, without the one that is not written.
    pub const fn fraction_bits(self) -> u32 {
        match self {
            Format::Half => 10,
            Format::BFloat => 7,
            Format::Single => 23,
            Format::Double => 52,
        }
    }

    /// Bits of the exponent.
    pub const fn exponent_bits(self) -> u32 {
        self.bits() - 1 - self.fraction_bits()
    }

    /// The exponent of 1.0, as it is written.
    pub const fn bias(self) -> u32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The positive infinity.
    pub const fn infinity(self) -> u64 {
        ((1 << self.exponent_bits()) - 1) << self.fraction_bits()
    }

    /// The default NaN: positive, quiet, without a payload.
    pub const fn nan(self) -> u64 {
        self.infinity() | 1 << (self.fraction_bits() - 1)
    }

    /// The bits of the sign.
    pub const fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// Whether bits are a NaN.
    pub const fn is_nan(self, bits: u64) -> bool {
        bits & !self.sign() > self.infinity()
    }

    /// The format of an element type, if it is one of floats.
    pub fn of(ty: Type) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.element() == ty.with_lanes(1))
    }

    /// The element type.
    pub const fn element(self) -> Type {
        match self {
            Format::BFloat => Type { kind: Kind::BFloat, bits: 16, lanes: 1 },
            other => Type::float(other.bits(), 1),
        }
    }

    /// The format of this name, `float32`.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.to_string() == name)
    }
}

impl fmt::Display for Format {
    /// As expressions spell the type: `float16`, `bfloat16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.element().fmt(f)
    }
}

/// A type of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Integer {
    /// Bits, at most 64.
    pub bits: u32,
    /// Whether it is two's complement.
    pub signed: bool,
}

impl Integer {
    /// The type of this name, `uint8`.
    pub fn named(name: &str) -> Option<Integer> {
        let (signed, digits) = match name.strip_prefix("uint") {
            Some(digits) => (false, digits),
            None => (true, name.strip_prefix("int")?),
        };
        // As it is printed, and in no other way.
        let bits = digits.parse().ok().filter(|bits| (1..=64).contains(bits))?;
        let integer = Integer { bits, signed };
        (integer.to_string() == name).then_some(integer)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { "int" } else { "uint" }, self.bits)
    }
}

/// How what lies between two values becomes one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    /// To the nearest, of two to the even one.
    Nearest,
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
    /// Towards zero.
    ToZero,
    /// To the nearest, of two to the one farther from zero.
    Away,
    /// To the one whose last bit is set: what is rounded again later is as if it were rounded once.
    Odd,
}

impl Rounding {
    /// All of them, in the order of the numbers that the semantics language has for them.
    pub const ALL: [Rounding; 6] =
        [Rounding::Nearest, Rounding::Down, Rounding::Up, Rounding::ToZero, Rounding::Away, Rounding::Odd];

    /// The word in an operation's name.
    pub const fn word(self) -> &'static str {
        match self {
            Rounding::Nearest => "nearest",
            Rounding::Down => "down",
            Rounding::Up => "up",
            Rounding::ToZero => "zero",
            Rounding::Away => "away",
            Rounding::Odd => "odd",
        }
    }
}
