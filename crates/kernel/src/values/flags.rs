//! Flags of operations: what they allow a compiler, and what they promise.

use isotope_mlir::ir::{Attribute, Module, Operation};
use std::ops::{BitAnd, BitOr};

/// A set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u16);

/// Every flag, lowest bit first, as MLIR spells it.
const NAMES: [&str; 12] =
    ["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "nsw", "nuw", "exact", "nneg", "disjoint"];

/// Attributes that are flags of their own, with their names as flags.
const UNITS: [(&str, &str); 3] = [("isExact", "exact"), ("nonNeg", "nneg"), ("isDisjoint", "disjoint")];

impl Flags {
    /// None.
    pub const NONE: Flags = Flags(0);
    /// Sums and products may be reordered.
    pub const REASSOC: Flags = Flags(1);
    /// No operand and no result is NaN.
    pub const NNAN: Flags = Flags(2);
    /// No operand and no result is infinite.
    pub const NINF: Flags = Flags(4);
    /// The sign of a zero does not count.
    pub const NSZ: Flags = Flags(8);
    /// A quotient may be a product with a reciprocal.
    pub const ARCP: Flags = Flags(16);
    /// A function may be approximated.
    pub const AFN: Flags = Flags(64);
    /// A product and a sum may be one operation.
    pub const CONTRACT: Flags = Flags(32);
    /// The signed result fits.
    pub const NSW: Flags = Flags(128);
    /// The unsigned result fits.
    pub const NUW: Flags = Flags(256);
    /// Nothing is lost by a division or a shift.
    pub const EXACT: Flags = Flags(512);
    /// The operand is not negative.
    pub const NNEG: Flags = Flags(1024);
    /// No bit is set in both operands.
    pub const DISJOINT: Flags = Flags(2048);
    /// Those of integers, and of whatever promises that bits are not lost.
    pub const OF_INTEGERS: Flags = Flags(128 | 256 | 512 | 1024 | 2048);
    /// `fast`.
    const FAST: Flags = Flags(127);

    /// Those of an operation. An error names an attribute whose text is not known.
    pub fn of(module: &Module, op: &Operation) -> Result<Flags, String> {
        let mut found = Flags::NONE;
        for name in ["fastmath", "overflowFlags"] {
            let Some(attribute) = module.attribute(op, name) else { continue };
            let unknown = || format!("its `{name}` is not known");
            let Attribute::Opaque { text, .. } = attribute else { return Err(unknown()) };
            let inner = text.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).ok_or_else(unknown)?;
            for flag in inner.split(',').map(str::trim) {
                found = found | Flags::named(flag).ok_or_else(unknown)?;
            }
        }
        for (name, flag) in UNITS {
            if module.attribute(op, name).is_some_and(|value| *value != Attribute::Bool(false)) {
                found = found | Flags::named(flag).unwrap_or_default();
            }
        }
        Ok(found)
    }

    fn named(flag: &str) -> Option<Flags> {
        match flag {
            "none" | "" => Some(Flags::NONE),
            "fast" => Some(Flags::FAST),
            flag => NAMES.iter().position(|name| *name == flag).map(|at| Flags(1 << at)),
        }
    }

    /// Whether all of these are among them.
    pub fn has(self, other: Flags) -> bool {
        self & other == other
    }

    /// Whether one of these is.
    pub fn has_any(self, other: Flags) -> bool {
        self & other != Flags::NONE
    }

    /// As a number under 2^12.
    pub fn bits(self) -> u32 {
        u32::from(self.0)
    }

    /// The first of these that is not among the others, as MLIR spells it.
    pub fn first_beside(self, other: Flags) -> Option<&'static str> {
        NAMES.iter().enumerate().find(|(at, _)| (self.0 & !other.0) >> at & 1 == 1).map(|(_, name)| *name)
    }
}

impl BitOr for Flags {
    type Output = Flags;
    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl BitAnd for Flags {
    type Output = Flags;
    fn bitand(self, other: Flags) -> Flags {
        Flags(self.0 & other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_has_its_bit_and_unknown_ones_are_errors() {
        for (at, name) in NAMES.iter().enumerate() {
            assert_eq!(Flags::named(name), Some(Flags(1 << at)), "{name}");
        }
        let all = [("nsw", Flags::NSW), ("nuw", Flags::NUW), ("exact", Flags::EXACT), ("nneg", Flags::NNEG)];
        let all = all.into_iter().chain([("disjoint", Flags::DISJOINT), ("nsz", Flags::NSZ), ("nnan", Flags::NNAN)]);
        assert!(all.into_iter().all(|(name, flag)| Flags::named(name) == Some(flag)));
        assert_eq!(Flags::named("fast"), Some(Flags::FAST));
        assert_eq!((Flags::named("quick"), Flags::FAST.bits()), (None, 0x7f));
        assert_eq!((Flags::NSW | Flags::NUW).first_beside(Flags::NSW), Some("nuw"));
    }
}
