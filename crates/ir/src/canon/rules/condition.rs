//! The conditions of a rule on the types and constants that it matches, and the types that it computes from them.

use crate::canon::language::Known;
use crate::types::{Kind, Type};
use egg::Var;

/// A type that a rule computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// Twice the bits.
    Wide,
    /// Twice the bits, signed.
    SignedWide,
    /// The same bits, unsigned.
    Unsigned,
    /// The same bits, signed.
    Signed,
    /// Half of the bits, unsigned.
    Half,
    /// Half of the bits, signed.
    SignedHalf,
}

impl Function {
    /// `None` where there is no such type.
    pub fn of(self, ty: Type) -> Option<Type> {
        let ty = Some(ty).filter(|ty| ty.is_integer() && ty.bits > 1)?;
        let ty = match self {
            Function::Wide => ty.widen(),
            Function::SignedWide => ty.widen().with_kind(Kind::Int),
            Function::Unsigned => ty.with_kind(Kind::UInt),
            Function::Signed => ty.with_kind(Kind::Int),
            Function::Half => Type { bits: ty.bits / 2, ..ty }.with_kind(Kind::UInt),
            Function::SignedHalf => Type { bits: ty.bits / 2, ..ty }.with_kind(Kind::Int),
        };
        ty.is_valid().then_some(ty)
    }
}

/// A condition's name with its operands.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub name: String,
    pub vars: Vec<Var>,
    pub number: Option<i128>,
}

/// The conditions. Types may be given by name or by a value of that type.
pub(super) fn holds(name: &str, vars: &[Known], number: Option<i128>) -> Option<bool> {
    let ty = |n: usize| vars.get(n).and_then(Known::any_type);
    let range = |n: usize| ty(n).and_then(Type::range);
    let value = vars[0].value();
    let covers = |outer: (i128, i128), inner: (i128, i128)| outer.0 <= inner.0 && inner.1 <= outer.1;
    Some(match name {
        // A literal in every lane, or not.
        "constant" => vars[0].splat.is_some(),
        "variable" => vars[0].splat.is_none(),
        "value" => value? == number?,
        // Integers of more than one bit; integers; unsigned integers.
        "integer" => ty(0)?.is_integer() && ty(0)?.bits > 1,
        "whole" => ty(0)?.is_integer(),
        "natural" => ty(0)?.kind == Kind::UInt,
        // So many bits.
        "bits" => i128::from(ty(0)?.bits) == number?,
        "same" => ty(0)? == ty(1)?,
        // Fewer bits.
        "narrower" => ty(0)?.bits < ty(1)?.bits,
        // The first type has every value of the second.
        "holds" => covers(range(0)?, range(1)?),
        // Every value of the first type is one of the second.
        "within" => covers(range(1)?, range(0)?),
        // The literal is the greatest, or the least value of the type.
        "highest" => value? == range(1)?.1,
        "lowest" => value? == range(1)?.0,
        // A defined shift to the written side.
        "amount" => (0..i128::from(ty(1)?.bits)).contains(&value?),
        // A positive power of two.
        "power" => value? > 0 && value?.count_ones() == 1,
        "merges" => casts_merge(ty(0)?, ty(1)?, ty(2)?),
        _ => return None,
    })
}

/// Whether casting from `from` to `through` to `to` is the same as from `from` to `to`.
fn casts_merge(to: Type, through: Type, from: Type) -> bool {
    if !(to.is_integer() && through.is_integer() && from.is_integer()) {
        return false;
    }
    // Only the low bits are asked for, and the middle has them all.
    let low_bits = to.bits <= from.bits.min(through.bits);
    // The middle holds every value of the source, so that it changes nothing.
    let exact = from.range().zip(through.range()).is_some_and(|(f, t)| t.0 <= f.0 && f.1 <= t.1);
    // The middle is as wide as the target and extends as the source does: its own sign is not looked at again.
    let extended = through.bits >= to.bits && through.bits >= from.bits;
    low_bits || exact || extended
}
