//! Roles: what a function is good for, by what its lanes read.
//!
//! A role is for people and for coarse choices (what a plan covers anyway is not tried as a whole): nothing is concluded
//! from it, so a function that stands on a border may fall on either side. It is read off the table of reads, and not off
//! the names or the terms of instructions, so that it is the same for every instruction set.

use super::function::{Function, Lane};
use isotope_dictionary::OperandKind;
use std::collections::BTreeSet;

/// Which elements of its vector operands the lanes of a result read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reads {
    /// The element at the lane's own place, at the lane's width.
    Vertical,
    /// The same slot of a register of the same size, in several elements: sums and dot products.
    Grouped,
    /// Elements of half the width or less.
    Wider,
    /// An element of twice the width or more.
    Narrower,
    /// A few elements of other places.
    Across,
    /// No vector at all.
    Nothing,
}

/// A function's role, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Lane by lane.
    Vertical,
    /// Slots summed from several elements.
    Dot,
    /// To lanes of more bits.
    Widening,
    /// To lanes of fewer bits.
    Narrowing,
    /// Computed from elements of several lanes.
    Horizontal,
    /// Lanes moved as the instruction says.
    Permutation,
    /// Lanes moved as an operand says.
    VariablePermutation,
    /// From scalars alone.
    FromScalars,
    /// A mask.
    ToMask,
    /// A scalar.
    ToScalar,
}

impl Role {
    /// All, in the order in which they are shown.
    pub const ALL: [Role; 10] = [
        Role::Vertical,
        Role::Dot,
        Role::Widening,
        Role::Narrowing,
        Role::Horizontal,
        Role::Permutation,
        Role::VariablePermutation,
        Role::FromScalars,
        Role::ToMask,
        Role::ToScalar,
    ];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Role::Vertical => "vertical",
            Role::Dot => "dot product or sum within a slot",
            Role::Widening => "widening",
            Role::Narrowing => "narrowing",
            Role::Horizontal => "horizontal",
            Role::Permutation => "permutation",
            Role::VariablePermutation => "permutation by an operand",
            Role::FromScalars => "from scalars or masks",
            Role::ToMask => "to a mask",
            Role::ToScalar => "to a scalar",
        }
    }
}

impl Function {
    /// How its lanes read vectors: the farthest that any lane does.
    pub fn reads(&self) -> Reads {
        // Lanes of one function may read differently (the upper half of a result may be zeros): the farthest counts.
        let mut all = BTreeSet::new();
        let counts = self.counts();
        for (at, lane) in self.lanes.iter().enumerate() {
            // A wider lane counts as several of the operand's elements.
            let (low, high) = (at as u32 * self.out_bits, (at as u32 + 1) * self.out_bits);
            let vectors = lane.reads.iter().filter(|(o, _)| self.is_vector(*o) && !counts.contains(o));
            let read: Vec<(u32, u32, u32)> = vectors
                .map(|&(o, e)| {
                    let (bits, whole) = (self.operands[o as usize].element_bits, self.operands[o as usize].bits);
                    (bits, e * bits, whole)
                })
                .collect();
            let own = |&(bits, from, whole): &(u32, u32, u32)| {
                whole == self.result_bits() && from / bits.max(self.out_bits) == low / bits.max(self.out_bits)
            };
            let vertical = |&(bits, from, _): &(u32, u32, u32)| bits == self.out_bits && from == low && from < high;
            let per_operand = |o: usize| lane.reads.iter().filter(|r| r.0 as usize == o).count();
            let single =
                (0..self.operands.len()).all(|o| self.operands[o].kind != OperandKind::Vector || per_operand(o) <= 1);
            all.insert(if read.is_empty() {
                continue;
            } else if read.iter().all(vertical) {
                Reads::Vertical
            } else if single && read.iter().any(|r| r.0 < self.out_bits) {
                Reads::Wider
            } else if single && read.iter().any(|r| r.0 > self.out_bits) {
                Reads::Narrower
            } else if read.iter().all(own) && read.iter().all(|r| r.0 <= self.out_bits) {
                Reads::Grouped
            } else {
                Reads::Across
            });
        }
        all.into_iter().next_back().unwrap_or(Reads::Nothing)
    }

    /// Whether an operand has lanes; what has none is the same for all of them.
    fn is_vector(&self, operand: u32) -> bool {
        self.operands[operand as usize].kind == OperandKind::Vector
    }

    /// Vectors of which all lanes read the same few bits, beside others: counts of shifts, which are as good as scalars.
    fn counts(&self) -> BTreeSet<u32> {
        let read = |lane: &Lane, o: u32| lane.reads.iter().filter(|r| r.0 == o).copied().collect::<Vec<_>>();
        let few = |o: &u32| {
            let (first, shape) = (read(&self.lanes[0], *o), self.operands[*o as usize]);
            let bits = first.len() as u32 * shape.element_bits;
            bits < shape.bits && bits <= 64 && self.lanes[1..].iter().all(|lane| read(lane, *o) == first)
        };
        let vectors = (0..self.operands.len() as u32).filter(|&o| self.is_vector(o));
        let (counts, others): (Vec<u32>, Vec<u32>) = vectors.filter(|_| self.lanes.len() > 1).partition(few);
        let counts = counts.into_iter().collect();
        if others.iter().any(|&o| self.lanes.iter().any(|lane| !read(lane, o).is_empty())) {
            counts
        } else {
            BTreeSet::new()
        }
    }

    /// Its role.
    ///
    /// The result decides first, because a mask or a scalar is wanted for itself; then the farthest read. An instruction that moves lanes
    /// and computes nothing is a permutation, and one that reads many lanes for each is told by an operand which to take.
    pub fn role(&self) -> Role {
        let moves = self.lanes.iter().all(|lane| self.bodies[lane.body].moves);
        match (self.result, self.reads()) {
            (OperandKind::Mask, _) => Role::ToMask,
            (OperandKind::Scalar | OperandKind::Memory | OperandKind::Imm, _) => Role::ToScalar,
            (_, Reads::Nothing) => Role::FromScalars,
            (_, Reads::Vertical) => Role::Vertical,
            (_, Reads::Grouped) => Role::Dot,
            (_, Reads::Wider) => Role::Widening,
            (_, Reads::Narrower) => Role::Narrowing,
            (_, Reads::Across) if !moves => Role::Horizontal,
            (_, Reads::Across) if self.lanes.iter().any(|lane| self.picks(lane)) => Role::VariablePermutation,
            (_, Reads::Across) => Role::Permutation,
        }
    }

    /// Whether a lane reads so many elements of an operand that one of them must be picked by another operand.
    fn picks(&self, lane: &Lane) -> bool {
        let of = |kind| lane.reads.iter().filter(move |(o, _)| self.operands[*o as usize].kind == kind).count();
        of(OperandKind::Vector) > 2 && of(OperandKind::Imm) == 0
    }

    /// Whether it has an operand of a kind.
    pub fn has(&self, kind: OperandKind) -> bool {
        self.operands.iter().any(|operand| operand.kind == kind)
    }
}
