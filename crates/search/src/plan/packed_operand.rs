//! The contents of the slots of a dot product's operands.

use crate::form::Id;

/// One element of a slot that a dot product reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A form at the element's width.
    Form(Id),
    /// A constant.
    Const(i128),
    /// Not read.
    Any,
}

/// The two operands of one dot product instruction, one part for each element of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedOperand {
    /// Left factors.
    pub left: Vec<Part>,
    /// Right factors.
    pub right: Vec<Part>,
}

/// A product of a dot product's two sides.
pub(super) type Product = (Part, Part);
