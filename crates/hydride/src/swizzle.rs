//! The paper's swizzle patterns (section 4.4), at any number of elements.
//!
//! Patterns are given by indices into their operands, which is how programs have shuffles. They are
//! at element granularity of any width, so one pattern stands for a family of instructions; that
//! LLVM finds a cheap one for it is the pricer's to see.

/// A fixed movement of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// Elements of two vectors in turn; the result is twice as long.
    InterleaveFull,
    /// The halves of one vector in turn.
    InterleaveHalves,
    /// The even elements of one vector, then the odd ones.
    Deinterleave,
    /// The lower halves of two vectors in turn.
    InterleaveLow,
    /// The upper halves of two vectors in turn.
    InterleaveHigh,
    /// The lower halves of two vectors, one after the other.
    ConcatLow,
    /// The upper halves of two vectors, one after the other.
    ConcatHigh,
    /// One element to the right, around.
    RotateRight,
}

impl Pattern {
    /// All patterns.
    pub const ALL: [Pattern; 8] = [
        Pattern::InterleaveFull,
        Pattern::InterleaveHalves,
        Pattern::Deinterleave,
        Pattern::InterleaveLow,
        Pattern::InterleaveHigh,
        Pattern::ConcatLow,
        Pattern::ConcatHigh,
        Pattern::RotateRight,
    ];

    /// How many vectors it takes.
    pub fn operands(self) -> usize {
        match self {
            Pattern::InterleaveHalves | Pattern::Deinterleave | Pattern::RotateRight => 1,
            _ => 2,
        }
    }

    /// For each element of the result, its place in the operands one after the other; `n` elements each, `n` even.
    pub fn indices(self, n: u32) -> Vec<u32> {
        let half = n / 2;
        match self {
            Pattern::InterleaveFull => (0..2 * n).map(|i| i / 2 + i % 2 * n).collect(),
            Pattern::InterleaveHalves => (0..n).map(|i| i / 2 + i % 2 * half).collect(),
            Pattern::Deinterleave => (0..n).map(|i| i % half * 2 + i / half).collect(),
            Pattern::InterleaveLow => (0..n).map(|i| i / 2 + i % 2 * n).collect(),
            Pattern::InterleaveHigh => (0..n).map(|i| half + i / 2 + i % 2 * n).collect(),
            Pattern::ConcatLow => (0..n).map(|i| i % half + i / half * n).collect(),
            Pattern::ConcatHigh => (0..n).map(|i| half + i % half + i / half * n).collect(),
            Pattern::RotateRight => (0..n).map(|i| (i + n - 1) % n).collect(),
        }
    }
}

/// A pattern on vectors of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Swizzle {
    /// Which one.
    pub pattern: Pattern,
    /// Bits of an element.
    pub bits: u32,
    /// Elements of an operand.
    pub lanes: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_move_as_they_say() {
        assert_eq!(Pattern::InterleaveFull.indices(4), [0, 4, 1, 5, 2, 6, 3, 7]);
        assert_eq!(Pattern::Deinterleave.indices(4), [0, 2, 1, 3]);
        assert_eq!(Pattern::InterleaveHalves.indices(4), [0, 2, 1, 3]);
        assert_eq!(Pattern::InterleaveHigh.indices(4), [2, 6, 3, 7]);
        assert_eq!(Pattern::ConcatHigh.indices(4), [2, 3, 6, 7]);
        assert_eq!(Pattern::RotateRight.indices(4), [3, 0, 1, 2]);
    }

    #[test]
    fn what_was_interleaved_deinterleaves() {
        let (there, back) = (Pattern::InterleaveHalves.indices(8), Pattern::Deinterleave.indices(8));
        let round: Vec<u32> = back.iter().map(|i| there[*i as usize]).collect();
        assert_eq!(round, (0..8).collect::<Vec<_>>());
    }
}
