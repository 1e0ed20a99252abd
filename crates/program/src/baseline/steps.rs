//! Division bit by bit, where a CPU has none of vectors: LLVM takes such a division apart into one scalar division for
//! each lane, which is some ten cycles each.
//!
//! The school's division: the remainder so far takes in the next bit of the dividend, and the divisor is taken away where it
//! is not above that. All of it stays within the width: with a remainder `r` below the divisor `b`, twice `r` and a
//! bit may not (nine bits for a byte), but it is at least `b` exactly if `r` and the bit are at least `b - r`, and those fit.

use super::Lowering;
use crate::program::{Generic, Predicate, Value};

/// The widest elements that are divided bit by bit. Two bytes are few enough inputs to try them all, which is the proof; what
/// is wider the solver leaves open.
pub(super) const MAX_BITS: u32 = 8;

// The cost: eight operations for each bit, on whole registers. A byte's sixty-four lanes take some sixty operations
// instead of sixty-four divisions with their moves between register files.

impl Lowering<'_> {
    /// Quotient or remainder of unsigned values whose divisor is not zero.
    pub(super) fn by_steps(&mut self, quotient: bool, a: Value, b: Value) -> Value {
        let zero = self.b.same(0, a);
        let bits = self.b.shape(a).bits;
        // Bits of the dividend leave at the top, and those of the quotient enter below.
        let (mut rest, mut remainder) = (a, zero);
        for _ in 0..bits {
            // The top bit is the sign: a comparison takes it out, and no shift is needed.
            let bit = self.b.compare(Predicate::Slt, rest, zero);
            let raised = self.b.by(Generic::Add, remainder, 1);
            let sum = self.b.select(bit, raised, remainder);
            let room = self.b.op(Generic::Sub, &[b, remainder]);
            // `room` is at least 1, since the remainder stays below the divisor.
            let fits = self.b.compare(Predicate::Uge, sum, room);
            let (less, more) = (self.b.op(Generic::Sub, &[sum, room]), self.b.op(Generic::Add, &[sum, remainder]));
            remainder = self.b.select(fits, less, more);
            let doubled = self.b.op(Generic::Add, &[rest, rest]);
            let odd = self.b.by(Generic::Add, doubled, 1);
            rest = self.b.select(fits, odd, doubled);
        }
        if quotient { rest } else { remainder }
    }
}
