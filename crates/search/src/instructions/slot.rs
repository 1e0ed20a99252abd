//! Slots: the part of an operand that one output slot of a vertical instruction reads.

/// How a slot of an instruction's operand is cut: `parts` elements of `bits` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotShape {
    /// Elements in a slot.
    pub parts: u32,
    /// Bits of an element.
    pub bits: u32,
    /// The operand is a scalar, and every slot reads it.
    pub scalar: bool,
}
