//! What a run computes on, seen from the executor.

use isotope_ir::term::{BinOp, UnOp};
use std::fmt::Debug;
use std::rc::Rc;

/// Bit-vectors of 1 to 128 bits. Every method has its SMT-LIB meaning.
pub(crate) trait Domain {
    /// One bit-vector.
    type V: Copy + Eq + Debug;
    /// Whether neighbouring pieces should be joined at once; terms stay in pieces so that moves leave no trace.
    const JOINS: bool;
    fn width(&self, v: Self::V) -> u32;
    fn constant(&mut self, value: u128, width: u32) -> Self::V;
    fn as_const(&self, v: Self::V) -> Option<u128>;
    fn bin(&mut self, op: BinOp, a: Self::V, b: Self::V) -> Self::V;
    fn un(&mut self, op: UnOp, a: Self::V) -> Self::V;
    fn ite(&mut self, c: Self::V, t: Self::V, e: Self::V) -> Self::V;
    fn extract(&mut self, a: Self::V, lo: u32, width: u32) -> Self::V;
    fn zext(&mut self, a: Self::V, width: u32) -> Self::V;
    fn sext(&mut self, a: Self::V, width: u32) -> Self::V;
    fn concat(&mut self, high: Self::V, low: Self::V) -> Self::V;
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
