//! The domain that a run computes on, seen from the executor.
//!
//! The executor decides control flow and positions on known integers; all that is left for a domain is operations on
//! bits. Both domains must give the same bits for the same operations, which is all that ties lanes to runs; what a
//! term looks like is the symbolic domain's own business. Whatever a domain knows for certain it may say (`as_const`,
//! `decided`, `possible`): the executor then takes one path where it would have joined two.

use isotope_ir::ieee::Operation;
use isotope_ir::term::{BinOp, UnOp};
use std::fmt::Debug;
use std::rc::Rc;

/// Bit-vectors of 1 to 128 bits. Every method has its SMT-LIB meaning.
pub(crate) trait Domain {
    /// One bit-vector.
    type V: Copy + Eq + Debug;
    /// Whether neighbouring pieces should be joined at once; terms stay in pieces so that moves leave no trace.
    const JOINS: bool;
    /// Bits of a bit-vector.
    fn width(&self, v: Self::V) -> u32;
    /// The low `width` bits of a value.
    fn constant(&mut self, value: u128, width: u32) -> Self::V;
    /// The bits, where they are known without looking at any input.
    fn as_const(&self, v: Self::V) -> Option<u128>;
    /// An operator on equal widths; comparisons give one bit.
    fn bin(&mut self, op: BinOp, a: Self::V, b: Self::V) -> Self::V;
    /// Complement or negation, in the operand's width.
    fn un(&mut self, op: UnOp, a: Self::V) -> Self::V;
    /// `c ? t : e`; the condition has one bit, both sides the same width.
    fn ite(&mut self, c: Self::V, t: Self::V, e: Self::V) -> Self::V;
    /// Bits `lo .. lo + width`, which the operand has.
    fn extract(&mut self, a: Self::V, lo: u32, width: u32) -> Self::V;
    /// Zeros above, to `width` bits, no fewer than the operand's.
    fn zext(&mut self, a: Self::V, width: u32) -> Self::V;
    /// Copies of the highest bit above, to `width` bits, no fewer than the operand's.
    fn sext(&mut self, a: Self::V, width: u32) -> Self::V;
    /// Two bit-vectors as one, of at most 128 bits.
    fn concat(&mut self, high: Self::V, low: Self::V) -> Self::V;
    /// An operation on floats, whose operands have the widths that it says: what [`Operation::apply`] computes.
    fn ieee(&mut self, operation: Operation, args: &[Self::V]) -> Self::V;
    /// The height of the highest bit-vector made so far: how deep whoever walks it must go.
    fn highest(&mut self) -> u32 {
        0
    }
    /// Says that a condition holds (or not) until [`Domain::retract`].
    fn assume(&mut self, _c: Self::V, _holds: bool) {}
    /// Takes the last assumption back.
    fn retract(&mut self) {}
    /// Whether a condition is decided, by itself or by an assumption.
    fn decided(&self, c: Self::V) -> Option<bool> {
        self.as_const(c).map(|c| c != 0)
    }
    /// All values that a bit-vector can take, ascending; `None` when they are too many.
    fn possible(&mut self, v: Self::V) -> Option<Rc<Vec<u128>>>;
}
