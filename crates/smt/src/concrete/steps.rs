//! The steps of a program, and what each does to rows of words.
//!
//! Written once for both words by a macro, because the loops must be seen whole: a call for each sample, or a trait's
//! generic arithmetic, would not become vector code. The operator is chosen outside of the loop for the same reason.

use isotope_ir::ieee::Operation;
use isotope_ir::term::{BinOp, mask};

/// One step: what to compute from which rows into the next row. `w` is the operands' width, in bits.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Const(u128),
    /// Loads the input with this index, masked to the width.
    Input(usize, u32),
    Not(usize, u32),
    Neg(usize, u32),
    Bin(BinOp, usize, usize, u32),
    Ite(usize, usize, usize),
    /// Row, low bit, result width.
    Extract(usize, u32, u32),
    /// Zero-extension.
    Copy(usize),
    /// Row, from, to.
    SExt(usize, u32, u32),
    /// High row, low row, low width.
    Concat(usize, usize, u32),
    /// An operation on floats, which have 64 bits at most.
    Ieee(Operation, [usize; 3]),
}

/// A word that rows are made of. A value lies in its low bits, and the bits above its width are zero before and after
/// every step.
pub(super) trait Word: Copy + Default {
    /// Computes the row `dst` from the rows before it, or from the inputs' rows.
    fn step(step: &Step, src: &[Self], dst: &mut [Self], inputs: &[Self]);

    /// The row of `op` between two rows of `width` bits.
    fn binary(op: BinOp, a: &[Self], b: &[Self], width: u32, dst: &mut [Self]);
}

/// One operation on a whole row: a loop over slices without a branch in it becomes vector code.
#[inline(always)]
fn map<W: Copy>(dst: &mut [W], a: &[W], f: impl Fn(W) -> W) {
    for (d, &x) in dst.iter_mut().zip(a) {
        *d = f(x);
    }
}

/// The same of two rows.
#[inline(always)]
fn zip<W: Copy>(dst: &mut [W], a: &[W], b: &[W], f: impl Fn(W, W) -> W) {
    for ((d, &x), &y) in dst.iter_mut().zip(a).zip(b) {
        *d = f(x, y);
    }
}

macro_rules! word {
    ($word:ty, $signed:ty) => {
        impl Word for $word {
            // Not inlined, so that each word's loops are compiled once and not at every place that runs a program.
            #[inline(never)]
            fn step(step: &Step, src: &[Self], dst: &mut [Self], inputs: &[Self]) {
                let n = dst.len();
                let row = |i: usize| &src[i * n..(i + 1) * n];
                let low = |width: u32| mask(width) as $word;
                match *step {
                    Step::Const(v) => dst.fill(v as $word),
                    Step::Input(i, w) => map(dst, &inputs[i * n..(i + 1) * n], |x| x & low(w)),
                    Step::Not(a, w) => map(dst, row(a), |x| !x & low(w)),
                    Step::Neg(a, w) => map(dst, row(a), |x| x.wrapping_neg() & low(w)),
                    Step::Bin(op, a, b, w) => Self::binary(op, row(a), row(b), w, dst),
                    // Both branches are there already, so this is a selection and no branch.
                    Step::Ite(c, a, b) => {
                        for (((d, &c), &x), &y) in dst.iter_mut().zip(row(c)).zip(row(a)).zip(row(b)) {
                            *d = if c != 0 { x } else { y };
                        }
                    }
                    Step::Extract(a, lo, w) => map(dst, row(a), |x| x >> lo & low(w)),
                    Step::Copy(a) => dst.copy_from_slice(row(a)),
                    Step::SExt(a, from, to) => {
                        let up = <$word>::BITS - from;
                        map(dst, row(a), |x| ((x << up) as $signed >> up) as $word & low(to));
                    }
                    Step::Concat(h, l, wl) => zip(dst, row(h), row(l), |x, y| x << wl | y),
                    // The operation's kind is looked at for each sample: its arithmetic costs more than that.
                    // No operand of one is wider than 64 bits, whatever the word.
                    Step::Ieee(operation, [a, b, c]) => {
                        for (((d, &x), &y), &z) in dst.iter_mut().zip(row(a)).zip(row(b)).zip(row(c)) {
                            *d = operation.apply([x as u64, y as u64, z as u64]) as $word;
                        }
                    }
                }
            }

            #[inline(never)]
            fn binary(op: BinOp, a: &[Self], b: &[Self], width: u32, dst: &mut [Self]) {
                let m = mask(width) as $word;
                let w = width as $word;
                let up = <$word>::BITS - width;
                // The value with its sign in the word's top bit, and back: two's complement of any width.
                let sign = |v: $word| (v << up) as $signed >> up;
                match op {
                    BinOp::Add => zip(dst, a, b, |x, y| x.wrapping_add(y) & m),
                    BinOp::Sub => zip(dst, a, b, |x, y| x.wrapping_sub(y) & m),
                    BinOp::Mul => zip(dst, a, b, |x, y| x.wrapping_mul(y) & m),
                    // Division by zero as SMT-LIB has it, and so the terms: all ones, and a remainder of all of it.
                    BinOp::UDiv => zip(dst, a, b, |x, y| x.checked_div(y).unwrap_or(m)),
                    BinOp::URem => zip(dst, a, b, |x, y| x.checked_rem(y).unwrap_or(x)),
                    BinOp::SDiv => zip(dst, a, b, |x, y| match y {
                        0 if sign(x) < 0 => 1,
                        0 => m,
                        _ => sign(x).wrapping_div(sign(y)) as $word & m,
                    }),
                    BinOp::SRem => zip(dst, a, b, |x, y| match y {
                        0 => x,
                        _ => sign(x).wrapping_rem(sign(y)) as $word & m,
                    }),
                    BinOp::And => zip(dst, a, b, |x, y| x & y),
                    BinOp::Or => zip(dst, a, b, |x, y| x | y),
                    BinOp::Xor => zip(dst, a, b, |x, y| x ^ y),
                    // An amount of the width or more leaves nothing, or the sign; the word's own shift would wrap it.
                    BinOp::Shl => zip(dst, a, b, |x, y| if y >= w { 0 } else { x.wrapping_shl(y as u32) & m }),
                    BinOp::LShr => zip(dst, a, b, |x, y| if y >= w { 0 } else { x.wrapping_shr(y as u32) }),
                    BinOp::AShr => zip(dst, a, b, |x, y| (sign(x) >> (y.min(w - 1) as u32)) as $word & m),
                    BinOp::Eq => zip(dst, a, b, |x, y| (x == y) as $word),
                    BinOp::Ult => zip(dst, a, b, |x, y| (x < y) as $word),
                    BinOp::Ule => zip(dst, a, b, |x, y| (x <= y) as $word),
                    BinOp::Slt => zip(dst, a, b, |x, y| (sign(x) < sign(y)) as $word),
                    BinOp::Sle => zip(dst, a, b, |x, y| (sign(x) <= sign(y)) as $word),
                }
            }
        }
    };
}

word!(u64, i64);
word!(u128, i128);
