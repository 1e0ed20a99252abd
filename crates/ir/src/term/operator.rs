//! The meaning of operators on constants. Terms, the interpreter and the executor of pseudocode all compute by this.

/// One-operand operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnOp {
    /// Every bit turned.
    Not,
    /// Two's complement: the complement plus one.
    Neg,
}

/// Two-operand operators of equal widths; comparisons give one bit. Shift amounts at or over the width give
/// zeros (or sign bits), as in SMT-LIB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinOp {
    /// Modulo two to the width, as all arithmetic.
    Add,
    /// The difference, which wraps.
    Sub,
    /// The product's low bits.
    Mul,
    /// Unsigned; all ones by zero.
    UDiv,
    /// Unsigned; the dividend by zero.
    URem,
    /// Signed, rounded to zero; -1 or 1 by zero, against the dividend's sign.
    SDiv,
    /// With the sign of the dividend, which it is by zero.
    SRem,
    /// Bitwise.
    And,
    /// Bitwise.
    Or,
    /// Bitwise.
    Xor,
    /// Zeros come in below.
    Shl,
    /// Zeros come in above.
    LShr,
    /// The sign comes in above.
    AShr,
    /// One bit, as all comparisons.
    Eq,
    /// Unsigned, less.
    Ult,
    /// Unsigned, at most.
    Ule,
    /// Signed, less.
    Slt,
    /// Signed, at most.
    Sle,
}

impl BinOp {
    /// Whether the result is one bit.
    pub fn is_comparison(self) -> bool {
        use BinOp::*;
        matches!(self, Eq | Ult | Ule | Slt | Sle)
    }

    /// Whether operands may be swapped.
    pub fn commutes(self) -> bool {
        use BinOp::*;
        matches!(self, Add | Mul | And | Or | Xor | Eq)
    }
}

/// All ones in the low `width` bits.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1u128 << width) - 1 }
}

/// The low `width` bits of `value`, read as two's complement.
pub fn signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

/// The value of a binary operator on constants of `width` bits.
pub fn apply(op: BinOp, a: u128, b: u128, width: u32) -> u128 {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let value = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        BinOp::URem => a.checked_rem(b).unwrap_or(a),
        // SMT-LIB: of the magnitudes the quotient is all ones, and a negative dividend negates it.
        BinOp::SDiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                u128::MAX
            }
        }
        // Of the least value by -1 it wraps to itself.
        BinOp::SDiv => sa.wrapping_div(sb) as u128,
        BinOp::SRem if b == 0 => a,
        BinOp::SRem => sa.wrapping_rem(sb) as u128,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => {
            if b >= width as u128 {
                0
            } else {
                a << b
            }
        }
        BinOp::LShr => {
            if b >= width as u128 {
                0
            } else {
                a >> b
            }
        }
        // Past the last bit there is only the sign.
        BinOp::AShr => (sa >> b.min(width as u128 - 1)) as u128,
        BinOp::Eq => (a == b) as u128,
        BinOp::Ult => (a < b) as u128,
        BinOp::Ule => (a <= b) as u128,
        BinOp::Slt => (sa < sb) as u128,
        BinOp::Sle => (sa <= sb) as u128,
    };
    value & if op.is_comparison() { 1 } else { mask(width) }
}
