//! A plan: a way to make a form at a width, with its cost.
//!
//! A choice names forms and not values: which registers those are is known when the program is
//! written. Indices of instructions are into the lists of one register size, because a width is
//! laid out in registers of one size.

use super::packed_operand::PackedOperand;
use super::price::Price;
use super::runs::Run;
use super::strided::StridedLoads;
use crate::form::Id;
use ahash::HashMap;
use isotope_program::Generic as Operation;

/// How a plan makes its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// A leaf stream of that element width.
    Stream(u32),
    /// Elements of memory taken out of loads of wider elements.
    Strided(StridedLoads),
    /// A constant in every lane.
    Const(i128),
    /// Constants by lane.
    LaneConst(u32),
    /// The same bits as another form.
    Alias(Id),
    /// From half the width.
    Extend {
        /// By the sign.
        signed: bool,
    },
    /// From twice the width, upper halves dropped.
    Truncate,
    /// The upper halves of a form at twice the width.
    High(Id),
    /// Lanes of two translates: those of the first from `by` on, and behind its last one those of the second, which begins
    /// `apart` lanes after it.
    Shifted {
        /// It begins before the form.
        low: Id,
        /// It begins after the form.
        high: Id,
        /// Lanes from the first to the form.
        by: u32,
        /// Lanes from the first to the second.
        apart: u32,
    },
    /// Registers of a translate that begins `by` lanes before, where they hold all lanes of one of the form's; the others as the form is
    /// computed by itself.
    Continued {
        /// It begins before the form.
        low: Id,
        /// Lanes from it to the form.
        by: u32,
        /// How the form is computed.
        direct: Box<Choice>,
    },
    /// A clamp of a form at twice the width by a narrowing, by index among those of the wide registers; with a number it is shifted down
    /// by so much before, and rounded if the narrowing does that.
    Narrow(usize, Id, Option<u32>),
    /// A generic operation on forms at this width.
    Generic(Operation, Vec<Id>),
    /// Sum of coefficient times form plus a constant, term by term.
    Linear(Vec<(i128, Id)>, i128),
    /// A dot product over packed operands and runs, with a constant, plus what it does not cover.
    Dot {
        /// Index among the vertical instructions of this width's registers.
        vertical: usize,
        /// One for each instruction that every register gets alike.
        packed_operands: Vec<PackedOperand>,
        /// Instructions on loads, register by register.
        runs: Vec<Run>,
        /// Added to the sum.
        constant: i128,
        /// The rest that the products do not cover: where the accumulator starts.
        start: Option<Id>,
    },
    /// A conversion of floats of a form at this width, or at half or twice of it.
    Converted(Operation, Id, u32),
    /// Compare two forms, choose between two.
    Select(Operation, [Id; 4]),
    /// A vertical instruction, by index among those of this width's registers, on forms at this width.
    Matched(usize, Vec<Id>),
    /// An instruction of the catalogue by index, with its immediates, on forms at this width.
    Solved(usize, Vec<u64>, Vec<Id>),
    /// A widening, by index among those of the narrow registers, on forms at half the width.
    Widened(usize, Vec<Id>),
    /// Sums of neighbours times weights, one after the other, plus a constant, or a form at this width where they begin.
    Tapped {
        /// At least one.
        calls: Vec<Tapped>,
        /// The value that they are added to.
        start: Option<Id>,
        /// The same where it is a number.
        constant: i128,
    },
    /// The upper half of twice a product, by the halves of the second factor.
    ProductHalves {
        /// The factors; a constant is the second.
        factors: [Id; 2],
        /// To nearest, with halves up, rather than down.
        rounded: bool,
    },
    /// A widening half by half.
    HalfWidened {
        /// Index among those of this width's registers.
        at: usize,
        /// Forms at half the width.
        args: Vec<Id>,
        /// At this width, what it is added to; with `true` what it is taken off from.
        start: Option<(Id, bool)>,
    },
    /// A narrowing half by half.
    HalfNarrowed {
        /// Index among those to this width.
        at: usize,
        /// Its immediates.
        immediates: Vec<u64>,
        /// Forms at twice the width.
        args: Vec<Id>,
    },
}

/// One sum of neighbours times weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tapped {
    /// Index among those of the narrow registers.
    pub at: usize,
    /// Forms at half the width, one for each register.
    pub args: Vec<Id>,
    /// Of each neighbour that has one.
    pub weights: Vec<i128>,
}

/// How often each value was used by a program.
pub type Uses = HashMap<(Id, u32), u32>;

/// A choice with the cost of everything below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// With everything below it.
    pub whole: Price,
    /// The cost for one more user: its part, where an earlier program has it for others anyway.
    pub cost: Price,
    /// How.
    pub choice: Choice,
}
