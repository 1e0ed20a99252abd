//! Operations of IEEE 754 on bits, exactly rounded, for whoever gives an instruction a meaning.
//!
//! Here belong: formats, rounding, and the [`Operation`]s, each with a name and a value. Elsewhere: which NaN
//! an instruction returns, what it does with denormals, and what an integer is that does not fit. Vendors differ there,
//! and their readers write it down around an operation.
//!
//! **How a reader uses them.** As functions of the semantics language (`isotope_semantics`), whose operands are
//! bits that [`Format`]'s cast reads: `IEEE_ADD(FP32(a[31:0]), FP32(b[31:0]))`. On numbers the executor computes
//! [`Operation::apply`]; on terms it writes an uninterpreted function of [`Operation::name`], `fadd.float32`, its
//! operands in one order where they commute. The names are those of `crate::lanes`, where the meaning is the same, so
//! that an expression's term and an instruction's meet. Whoever evaluates terms computes a function that
//! [`Operation::named`] knows by the same `apply`.
//!
//! **What is left open.** A NaN operand, or an invalid operation, gives the format's default NaN, positive and quiet
//! without a payload ([`Format::nan`]): a vendor's rule looks at the operands and replaces it. A comparison with a NaN
//! is false. Exceptions are masked and not reported; denormals are neither read nor written as zeros.

mod exact;
mod format;
mod host;
mod name;
mod term;

pub use format::{Format, Integer, Rounding};

/// An operation. Operands and the result are bits in the low end of a word, bits above them clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    /// `x + y`
    Add(Format, Rounding),
    /// `x - y`
    Sub(Format, Rounding),
    /// `x * y`
    Mul(Format, Rounding),
    /// `x / y`
    Div(Format, Rounding),
    /// The square root; of less than zero, a NaN.
    Sqrt(Format, Rounding),
    /// `x * y + z`, rounded once.
    MulAdd(Format, Rounding),
    /// `x * 2^n`, rounded once; `n` has [`SCALE_BITS`] bits and a sign.
    Scale(Format, Rounding),
    /// The nearest integer as a float. An operand's zero, infinity and sign are kept.
    Round(Format, Rounding),
    /// `x == y`, one bit; zeros of both signs are equal.
    Equal(Format),
    /// `x < y`, one bit.
    Less(Format),
    /// `x <= y`, one bit.
    LessOrEqual(Format),
    /// From one format to another.
    Convert(Format, Format, Rounding),
    /// From an integer.
    FromInteger(Integer, Format, Rounding),
    /// To the nearest integer, of what does not fit to the nearest that does, of a NaN to 0. Whoever gives another value
    /// to what does not fit asks [`Operation::Fits`] first, and the operation's name leaves it open.
    ToInteger(Format, Integer, Rounding),
    /// As [`Operation::ToInteger`], by a name that says what becomes of what does not fit.
    Saturate(Format, Integer, Rounding),
    /// Whether the nearest integer is one of the type, one bit; of a NaN it is not.
    Fits(Format, Integer, Rounding),
}

/// Bits of the exponent that [`Operation::Scale`] takes.
pub const SCALE_BITS: u32 = 32;

impl Operation {
    /// Bits of each operand, in order.
    pub fn operand_bits(self) -> ([u32; 3], usize) {
        use Operation::*;
        match self {
            Add(f, _) | Sub(f, _) | Mul(f, _) | Div(f, _) | Equal(f) | Less(f) | LessOrEqual(f) => {
                ([f.bits(), f.bits(), 0], 2)
            }
            MulAdd(f, _) => ([f.bits(); 3], 3),
            Scale(f, _) => ([f.bits(), SCALE_BITS, 0], 2),
            Sqrt(f, _) | Round(f, _) | Convert(f, ..) => ([f.bits(), 0, 0], 1),
            ToInteger(f, ..) | Saturate(f, ..) | Fits(f, ..) => ([f.bits(), 0, 0], 1),
            FromInteger(from, ..) => ([from.bits, 0, 0], 1),
        }
    }

    /// Bits of the result.
    pub fn result_bits(self) -> u32 {
        use Operation::*;
        match self {
            Equal(_) | Less(_) | LessOrEqual(_) | Fits(..) => 1,
            Add(f, _) | Sub(f, _) | Mul(f, _) | Div(f, _) | Sqrt(f, _) | MulAdd(f, _) => f.bits(),
            Scale(f, _) | Round(f, _) | Convert(_, f, _) | FromInteger(_, f, _) => f.bits(),
            ToInteger(_, to, _) | Saturate(_, to, _) => to.bits,
        }
    }

    /// Whether the first two operands may change places, bit for bit.
    pub fn commutes(self) -> bool {
        matches!(self, Operation::Add(..) | Operation::Mul(..) | Operation::MulAdd(..) | Operation::Equal(_))
    }

    /// The value on bits. Operands that the operation does not have are not looked at.
    ///
    /// By the host's own arithmetic where that is the same, bit for bit; everything else by
    /// [`Operation::apply_exactly`].
    #[inline]
    pub fn apply(self, args: [u64; 3]) -> u64 {
        host::apply(self, args).unwrap_or_else(|| self.apply_exactly(args))
    }

    /// The value on bits, by arithmetic in integers alone: what [`Operation::apply`] is held to.
    pub fn apply_exactly(self, args: [u64; 3]) -> u64 {
        exact::apply(self, args)
    }
}
