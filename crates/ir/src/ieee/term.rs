//! Operations as terms, and as a head with numbers, which is how classes of instructions write them.

use super::{Format, Integer, Operation, Rounding};
use crate::term::{TermId, Terms};

impl Terms {
    /// An operation on terms of its widths: a value where all are known, else an uninterpreted function of its name, operands that
    /// commute in one order.
    pub fn ieee(&mut self, operation: Operation, args: &[TermId]) -> TermId {
        let width = operation.result_bits();
        let mut args = args.to_vec();
        if self.is_raw() {
            return self.apply(&operation.name(), args, width);
        }
        let mut known = [0; 3];
        let mut all = true;
        for (known, arg) in known.iter_mut().zip(&args) {
            match self.as_const(*arg) {
                Some(bits) => *known = bits as u64,
                None => all = false,
            }
        }
        if all {
            return self.constant(operation.apply(known).into(), width);
        }
        if operation.commutes() {
            args[..2].sort_unstable();
        }
        self.apply(&operation.name(), args, width)
    }
}

impl Operation {
    /// The name of the operation without its formats and its rounding, and those as numbers: a format is its bits of fraction, an
    /// integer its bits and whether it has a sign, a rounding its place in [`Rounding::ALL`].
    pub fn parts(self) -> (&'static str, Vec<u64>) {
        use Operation::*;
        let format = |f: Format| u64::from(f.fraction_bits());
        let way = |r: Rounding| r as u64;
        let integer = |i: Integer| [u64::from(i.bits), u64::from(i.signed)];
        let plain = |head, f, r| (head, vec![format(f), way(r)]);
        let to_integer = |head, f, i, r| (head, [&[format(f)], &integer(i)[..], &[way(r)]].concat());
        match self {
            Add(f, r) => plain("fadd", f, r),
            Sub(f, r) => plain("fsub", f, r),
            Mul(f, r) => plain("fmul", f, r),
            Div(f, r) => plain("fdiv", f, r),
            Sqrt(f, r) => plain("fsqrt", f, r),
            MulAdd(f, r) => plain("ffma", f, r),
            Scale(f, r) => plain("fscale", f, r),
            Round(f, r) => plain("fround", f, r),
            Equal(f) => ("feq", vec![format(f)]),
            Less(f) => ("flt", vec![format(f)]),
            LessOrEqual(f) => ("fle", vec![format(f)]),
            Convert(from, to, r) => ("fconvert", vec![format(from), format(to), way(r)]),
            FromInteger(from, to, r) => ("fofint", [&integer(from)[..], &[format(to), way(r)]].concat()),
            ToInteger(f, i, r) => to_integer("fint", f, i, r),
            Saturate(f, i, r) => to_integer("fsaturate", f, i, r),
            Fits(f, i, r) => to_integer("ffits", f, i, r),
        }
    }

    /// How many numbers a head has; `None` where it is none of an operation.
    pub fn numbers_of(head: &str) -> Option<usize> {
        Some(match head {
            "feq" | "flt" | "fle" => 1,
            "fadd" | "fsub" | "fmul" | "fdiv" | "fsqrt" | "ffma" | "fscale" | "fround" => 2,
            "fconvert" => 3,
            "fofint" | "fint" | "fsaturate" | "ffits" => 4,
            _ => return None,
        })
    }

    /// The operation of a head and its numbers, if it is one.
    pub fn of_parts(head: &str, numbers: &[u64]) -> Option<Operation> {
        use Operation::*;
        if Self::numbers_of(head)? != numbers.len() {
            return None;
        }
        let format = |at: usize| Format::ALL.into_iter().find(|f| u64::from(f.fraction_bits()) == numbers[at]);
        let way = |at: usize| Rounding::ALL.get(usize::try_from(numbers[at]).ok()?).copied();
        let integer = |at: usize| {
            let bits = u32::try_from(numbers[at]).ok().filter(|bits| (1..=64).contains(bits))?;
            Some(Integer { bits, signed: numbers[at + 1] != 0 })
        };
        Some(match head {
            "fadd" => Add(format(0)?, way(1)?),
            "fsub" => Sub(format(0)?, way(1)?),
            "fmul" => Mul(format(0)?, way(1)?),
            "fdiv" => Div(format(0)?, way(1)?),
            "fsqrt" => Sqrt(format(0)?, way(1)?),
            "ffma" => MulAdd(format(0)?, way(1)?),
            "fscale" => Scale(format(0)?, way(1)?),
            "fround" => Round(format(0)?, way(1)?),
            "feq" => Equal(format(0)?),
            "flt" => Less(format(0)?),
            "fle" => LessOrEqual(format(0)?),
            "fconvert" => Convert(format(0)?, format(1)?, way(2)?),
            "fofint" => FromInteger(integer(0)?, format(2)?, way(3)?),
            "fint" => ToInteger(format(0)?, integer(1)?, way(3)?),
            "fsaturate" => Saturate(format(0)?, integer(1)?, way(3)?),
            _ => Fits(format(0)?, integer(1)?, way(3)?),
        })
    }
}
