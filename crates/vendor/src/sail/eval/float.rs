//! Where reals meet bits: the primitives by which the text's functions on floats become operations of IEEE 754.
//!
//! ```text
//! IEEE_Value(bits, bool)                     the value of a float, of a bfloat16 where the truth says so
//! IEEE_Integer(bits, bool)                   the value of an integer, unsigned where the truth says so
//! IEEE_Round(real, rounding, bool, i)        an exact result rounded to a float of so many bits
//! IEEE_RoundToIntegral(bits, rounding)       the nearest integer, as a float
//! IEEE_ToFixed(bits, i, bool, rounding, i)   the nearest integer of a float's value times a power of two, saturated
//! Real(i) sqrt(r) neg_real(r) Abs(r)         of Sail's own library
//! ```
//!
//! An example. `FPAdd` of two binary32s ends in
//!
//! ```text
//! let result_value : real = value1_name + value2_name;
//! if result_value == 0.0 then { result = FPZero(0b0, 32) } else { result = FPRound(result_value, fpcr, 32) }
//! ```
//!
//! where the values are [`Real::Float`] of `op1` and `op2`. Their sum is kept as it is. Whether it is zero is asked of IEEE's sum, which
//! rounds to zero only if the exact one is; and rounding it is that same sum:
//!
//! ```text
//! IF IEEE_EQ(Float32(UInt32(IEEE_ADD(Float32(op1), Float32(op2)))), Float32(0))
//!     result := 0
//! ELSE
//!     result := UInt32(IEEE_ADD(Float32(op1), Float32(op2)))
//! FI
//! ```
//!
//! Bits are read as floats by a conversion at each operation and taken by one around it, so that everything between operations is on
//! bits, as in the text.
//! `data/sail-float.toml` says which functions of the text are written in these. Everything else on floats (which NaN an instruction
//! returns, zeros, infinities, what is invalid) is the text's, evaluated.

use super::pick::either;
use super::real::{Dyadic, Real, common, within};
use super::value::{Kind, Linear, Value, Word, binary};
use super::{Machine, Run, fault};
use isotope_ir::ieee::{Format, Integer, Operation, Rounding};
use isotope_semantics::pseudo::ast::{BinOp, Cast, Expr as Out};
use std::rc::Rc;

impl<'m> Machine<'m> {
    /// A primitive on floats or reals.
    pub(super) fn float_primitive(&mut self, name: &str, args: &[Value]) -> Run<Option<Value>> {
        Ok(Some(match (name, args) {
            ("IEEE_Value", [Value::Bits(word), Value::Bool(bfloat)]) => {
                // A bfloat16 may stand in the upper half of a binary32, which is the same number.
                let format = float_format(word.width(), *bfloat && word.width() == 16)?;
                Value::Real(Rc::new(Real::Float(self.settled_bits(word)?, format)))
            }
            ("IEEE_Integer", [Value::Bits(word), Value::Bool(unsigned)]) => {
                Value::Real(Rc::new(Real::Integer(self.settled_bits(word)?, word.width(), !unsigned)))
            }
            ("IEEE_Round", [Value::Real(real), Value::Name(rounding), Value::Bool(bfloat), Value::Int(width)]) => {
                let Some(width) = width.as_known().and_then(|w| u32::try_from(w).ok()) else {
                    return self.unroll("a size depends on the counter or on operands");
                };
                let rounding = rounding_of(rounding)?;
                let format = float_format(width, false)?;
                let made = if *bfloat { Format::BFloat } else { format };
                let bits = self.rounded(real, rounding, made)?;
                let above = Word::of(made.bits(), Kind::Computed(bits));
                // The lower half of what is a bfloat16 above.
                let zeros = Word::known(isotope_semantics::interp::Bits::zero(width - made.bits()));
                Value::Bits(self.settled_word(zeros.below(above), "rounded")?)
            }
            ("IEEE_RoundToIntegral", [Value::Bits(word), Value::Name(rounding)]) => {
                let operation = Operation::Round(float_format(word.width(), false)?, rounding_of(rounding)?);
                let bits = self.settled_bits(word)?;
                let out = self.operation(operation, vec![bits]);
                Value::Bits(self.settled_word(Word::of(word.width(), Kind::Computed(out)), "whole")?)
            }
            (
                "IEEE_ToFixed",
                [
                    Value::Bits(word),
                    Value::Int(places),
                    Value::Bool(unsigned),
                    Value::Name(rounding),
                    Value::Int(width),
                ],
            ) => self.as_fixed(word, places, *unsigned, rounding, width)?,
            ("Real", [Value::Int(number)]) => match number.as_known() {
                Some(number) => Value::Real(Real::known(number)),
                None => Value::Unknown("a real number of data".into()),
            },
            ("sqrt", [Value::Real(real)]) => Value::Real(Rc::new(Real::Root(real.clone()))),
            ("neg_real" | "negate", [Value::Real(real)]) => Value::Real(Real::opposite(real)),
            ("Abs", [Value::Real(real)]) => Value::Real(Rc::new(Real::Distance(real.clone()))),
            _ if name.starts_with("IEEE_") => match args.iter().find(|arg| matches!(arg, Value::Unknown(_))) {
                Some(unknown) => unknown.clone(),
                None => return fault(format!("{name} of such values")),
            },
            _ => return Ok(None),
        }))
    }

    /// The nearest integer of a float's value times a power of two, saturated.
    fn as_fixed(&mut self, word: &Word, places: &Linear, unsigned: bool, rounding: &str, width: &Linear) -> Run<Value> {
        let (Some(places), Some(width)) = (places.as_known(), width.as_known()) else {
            return self.unroll("a size depends on the counter or on operands");
        };
        let to = Integer { bits: size(width)?, signed: !unsigned };
        let rounding = rounding_of(rounding)?;
        let mut format = float_format(word.width(), false)?;
        let mut bits = self.settled_bits(word)?;
        if places != 0 {
            // As a binary64 it is exact what is multiplied, but for what is too great for any integer.
            if format != Format::Double {
                bits = self.operation(Operation::Convert(format, Format::Double, Rounding::Nearest), vec![bits]);
            }
            format = Format::Double;
            bits = self.operation(Operation::Scale(format, Rounding::Nearest), vec![bits, Out::Int(places)]);
        }
        let out = self.operation(Operation::Saturate(format, to, rounding), vec![bits]);
        Ok(Value::Bits(self.settled_word(Word::of(to.bits, Kind::Computed(out)), "fixed")?))
    }

    /// Bits as an expression that may be written several times.
    fn settled_bits(&mut self, word: &Word) -> Run<Out> {
        let word = self.settled_word(word.clone(), "bits")?;
        self.unsigned(&word)
    }

    /// An operation of IEEE 754 on bits, as the pseudocode calls it (`exec::float`): bits are read as floats, and the result's are
    /// taken.
    fn operation(&mut self, operation: Operation, mut args: Vec<Out>) -> Out {
        use Operation::*;
        let (name, read, rounding) = match operation {
            Add(f, r) => ("IEEE_ADD".to_owned(), f, Some(r)),
            Sub(f, r) => ("IEEE_SUB".to_owned(), f, Some(r)),
            Mul(f, r) => ("IEEE_MUL".to_owned(), f, Some(r)),
            Div(f, r) => ("IEEE_DIV".to_owned(), f, Some(r)),
            Sqrt(f, r) => ("IEEE_SQRT".to_owned(), f, Some(r)),
            MulAdd(f, r) => ("IEEE_FMA".to_owned(), f, Some(r)),
            Scale(f, r) => ("IEEE_SCALE".to_owned(), f, Some(r)),
            Round(f, r) => ("IEEE_ROUND".to_owned(), f, Some(r)),
            Equal(f) => ("IEEE_EQ".to_owned(), f, None),
            Less(f) => ("IEEE_LT".to_owned(), f, None),
            LessOrEqual(f) => ("IEEE_LE".to_owned(), f, None),
            Convert(from, to, r) => (format!("IEEE_TO_{}", to.to_string().to_uppercase()), from, Some(r)),
            FromInteger(_, to, r) => (format!("IEEE_TO_{}", to.to_string().to_uppercase()), to, Some(r)),
            ToInteger(f, to, r) => (format!("IEEE_TO_{}", sign_of(to)), f, Some(r)),
            Saturate(f, to, r) => (format!("IEEE_SATURATE_{}", sign_of(to)), f, Some(r)),
            Fits(f, to, r) => (format!("IEEE_FITS_{}", sign_of(to)), f, Some(r)),
        };
        for (at, arg) in args.iter_mut().enumerate() {
            let cast = match operation {
                // The power of two, an integer.
                Scale(..) if at == 1 => continue,
                FromInteger(from, ..) if from.signed => Cast::Int(from.bits),
                FromInteger(from, ..) => Cast::UInt(from.bits),
                _ => Cast::Float(read),
            };
            *arg = Out::Cast(cast, Box::new(std::mem::replace(arg, Out::Int(0))));
        }
        if let ToInteger(_, to, _) | Saturate(_, to, _) | Fits(_, to, _) = operation {
            args.push(Out::Int(to.bits.into()));
        }
        let number = rounding.and_then(|rounding| Rounding::ALL.iter().position(|r| *r == rounding)).unwrap_or(0);
        if number > 0 {
            args.push(Out::Int(number as i128));
        }
        let call = Out::Call(self.out.program.intern(&name), args);
        match operation.result_bits() {
            1 => call,
            bits => Out::Cast(Cast::UInt(bits), Box::new(call)),
        }
    }

    /// An exact result rounded once.
    fn rounded(&mut self, real: &Real, rounding: Rounding, to: Format) -> Run<Out> {
        Ok(match real {
            Real::Known(_) | Real::Float(..) => self.leaf(real, to, Some(rounding))?,
            Real::Integer(bits, width, signed) => {
                let from = Integer { bits: *width, signed: *signed };
                self.operation(Operation::FromInteger(from, to, rounding), vec![bits.clone()])
            }
            Real::Either(condition, x, y) => {
                let (x, y) = (self.rounded(x, rounding, to)?, self.rounded(y, rounding, to)?);
                Out::Cond(Box::new(condition.clone()), Box::new(x), Box::new(y))
            }
            // An operation that rounds alike on both sides of zero.
            Real::Opposite(inner) if !matches!(rounding, Rounding::Up | Rounding::Down) => {
                let bits = self.rounded(inner, rounding, to)?;
                binary(BinOp::Xor, bits, Out::Int(i128::from(to.sign())))
            }
            Real::Distance(inner) if !matches!(rounding, Rounding::Up | Rounding::Down) => {
                let bits = self.rounded(inner, rounding, to)?;
                binary(BinOp::And, bits, Out::Int(i128::from(to.sign() - 1)))
            }
            Real::Sum(a, b) => match (&**a, &**b) {
                (_, Real::Product(x, y)) => self.fused(x, y, a, rounding, to)?,
                (Real::Product(x, y), _) => self.fused(x, y, b, rounding, to)?,
                _ => {
                    let args = vec![self.leaf(a, to, None)?, self.leaf(b, to, None)?];
                    self.operation(Operation::Add(to, rounding), args)
                }
            },
            Real::Difference(a, b) => {
                let args = vec![self.leaf(a, to, None)?, self.leaf(b, to, None)?];
                self.operation(Operation::Sub(to, rounding), args)
            }
            Real::Product(a, b) => {
                let args = vec![self.leaf(a, to, None)?, self.leaf(b, to, None)?];
                self.operation(Operation::Mul(to, rounding), args)
            }
            Real::Quotient(a, b) => match (&**a, &**b) {
                (Real::Float(..), Real::Float(..)) => {
                    let args = vec![self.leaf(a, to, None)?, self.leaf(b, to, None)?];
                    self.operation(Operation::Div(to, rounding), args)
                }
                (_, Real::Known(by)) => match by.power() {
                    Some(by) => self.scaled(a, -by, rounding, to)?,
                    None => return fault("a quotient by such a number"),
                },
                _ => return fault("a quotient of computed numbers"),
            },
            Real::Root(a) => {
                let a = self.leaf(a, to, None)?;
                self.operation(Operation::Sqrt(to, rounding), vec![a])
            }
            _ => return fault("a real that no operation of IEEE 754 rounds"),
        })
    }

    /// `x * y + z`, rounded once.
    fn fused(&mut self, x: &Real, y: &Real, z: &Real, rounding: Rounding, to: Format) -> Run<Out> {
        let args = vec![self.leaf(x, to, None)?, self.leaf(y, to, None)?, self.leaf(z, to, None)?];
        Ok(self.operation(Operation::MulAdd(to, rounding), args))
    }

    /// A power of two times an exact result, rounded once: rounded to odd as a binary64, which has two bits more than the format, multiplied
    /// there, and rounded again, which is as if it were rounded once.
    fn scaled(&mut self, real: &Real, by: i64, rounding: Rounding, to: Format) -> Run<Out> {
        let known = Out::Int(i128::from(by));
        let exact = matches!(real, Real::Integer(..)) && by <= 0;
        let wide = match to {
            _ if by == 0 => return self.rounded(real, rounding, to),
            // Of an integer the product has no smaller exponent than the format, hence as many bits.
            Format::Double if exact && by >= -64 => {
                let bits = self.rounded(real, rounding, to)?;
                return Ok(self.operation(Operation::Scale(to, rounding), vec![bits, known]));
            }
            Format::Double => return fault("a multiple of a binary64's exact result is rounded once"),
            _ => self.rounded(real, Rounding::Odd, Format::Double)?,
        };
        let wide = self.operation(Operation::Scale(Format::Double, Rounding::Odd), vec![wide, known]);
        Ok(self.operation(Operation::Convert(Format::Double, to, rounding), vec![wide]))
    }

    /// The bits of an operand in a format: exact, but where a rounding is given.
    fn leaf(&mut self, real: &Real, to: Format, rounding: Option<Rounding>) -> Run<Out> {
        Ok(match real {
            Real::Float(bits, format) if *format == to => bits.clone(),
            Real::Float(bits, format) => {
                let rounding = match rounding {
                    _ if within(*format, to) => Rounding::Nearest,
                    Some(rounding) => rounding,
                    None => return fault("an operand that is wider than the result"),
                };
                self.operation(Operation::Convert(*format, to, rounding), vec![bits.clone()])
            }
            Real::Opposite(inner) => {
                let bits = self.leaf(inner, to, rounding)?;
                binary(BinOp::Xor, bits, Out::Int(i128::from(to.sign())))
            }
            Real::Distance(inner) => {
                let bits = self.leaf(inner, to, rounding)?;
                binary(BinOp::And, bits, Out::Int(i128::from(to.sign() - 1)))
            }
            Real::Known(number) => match number.bits(to) {
                Some(bits) => Out::Int(i128::from(bits)),
                None => return fault("a number that its format does not have"),
            },
            _ => return fault("an exact result inside another"),
        })
    }

    /// A comparison of reals.
    pub(super) fn compared_reals(&mut self, op: &str, a: &Real, b: &Real) -> Run<Value> {
        match (a, b) {
            (Real::Either(condition, x, y), other) => {
                let (x, y) = (self.compared_reals(op, x, other)?, self.compared_reals(op, y, other)?);
                Ok(either(condition, x, y))
            }
            (other, Real::Either(condition, x, y)) => {
                let (x, y) = (self.compared_reals(op, other, x)?, self.compared_reals(op, other, y)?);
                Ok(either(condition, x, y))
            }
            (Real::Known(x), Real::Known(y)) => {
                let difference = Real::operate("-", &Rc::new(Real::Known(*x)), &Rc::new(Real::Known(*y)))?;
                let Real::Known(Dyadic { number, .. }) = &*difference else { return fault("a number expected") };
                Ok(Value::Bool(match op {
                    "<" => *number < 0,
                    "<=" => *number <= 0,
                    ">" => *number > 0,
                    ">=" => *number >= 0,
                    _ => *number == 0,
                }))
            }
            (Real::Known(_), _) => {
                let turned = match op {
                    "<" => ">",
                    "<=" => ">=",
                    ">" => "<",
                    ">=" => "<=",
                    other => other,
                };
                self.compared_reals(turned, b, a)
            }
            (Real::Quotient(number, by), Real::Known(zero)) if zero.number == 0 => match (&**number, &**by) {
                // A multiple is zero where the number is.
                (_, Real::Known(by)) if by.number != 0 => self.compared_reals(op, number, b),
                _ => fault("a comparison of a quotient"),
            },
            (Real::Integer(bits, ..), Real::Known(zero)) if zero.number == 0 && op == "==" => {
                Ok(Value::Truth(binary(BinOp::Eq, bits.clone(), Out::Int(0))))
            }
            (_, Real::Known(number)) => self.compared_with(op, a, *number),
            _ => {
                let format = match (a.widest(), b.widest()) {
                    (Some(a), Some(b)) => common(a, b),
                    _ => return fault("a comparison of such reals"),
                };
                let (x, y) = (self.leaf(a, format, None)?, self.leaf(b, format, None)?);
                Ok(self.compared_floats(op, format, x, y))
            }
        }
    }

    /// A comparison with a known number, by the rounding of the other side that neither reaches nor passes it.
    fn compared_with(&mut self, op: &str, a: &Real, number: Dyadic) -> Run<Value> {
        let widest = a.widest().unwrap_or(Format::Double);
        let fits = |format: &Format| number.bits(*format).is_some_and(|bits| bits & 1 == 0);
        let format = [widest, Format::Double].into_iter().find(fits);
        let Some(format) = format else { return fault("a comparison with a number that no format has") };
        let sum = matches!(a, Real::Sum(x, y) | Real::Difference(x, y)
            if matches!((&**x, &**y), (Real::Float(..), Real::Float(..))));
        // A sum of two floats is a multiple of the least one: it rounds to zero only if it is.
        let rounding = if sum && number.number == 0 && op == "==" { Rounding::Nearest } else { Rounding::Odd };
        let x = self.rounded(a, rounding, format)?;
        let y = self.leaf(&Real::Known(number), format, None)?;
        Ok(self.compared_floats(op, format, x, y))
    }

    /// A comparison of floats that are no NaNs.
    fn compared_floats(&mut self, op: &str, format: Format, x: Out, y: Out) -> Value {
        Value::Truth(match op {
            "<" => self.operation(Operation::Less(format), vec![x, y]),
            "<=" => self.operation(Operation::LessOrEqual(format), vec![x, y]),
            ">" => self.operation(Operation::Less(format), vec![y, x]),
            ">=" => self.operation(Operation::LessOrEqual(format), vec![y, x]),
            _ => self.operation(Operation::Equal(format), vec![x, y]),
        })
    }

    /// `base ^ exponent` of a real, where both are known.
    pub(super) fn real_power(base: &Real, exponent: &Linear) -> Value {
        match Real::power(base, exponent) {
            Some(real) => Value::Real(real),
            None => Value::Unknown("a power that depends on data".into()),
        }
    }
}

/// The format of a float of so many bits.
fn float_format(width: u32, bfloat: bool) -> Run<Format> {
    match (width, bfloat) {
        (16, true) => Ok(Format::BFloat),
        (16, false) => Ok(Format::Half),
        (32, false) => Ok(Format::Single),
        (64, false) => Ok(Format::Double),
        _ => fault(format!("a float of {width} bits")),
    }
}

/// Bits of an integer, at most 64.
fn size(width: i128) -> Run<u32> {
    u32::try_from(width).ok().filter(|w| (1..=64).contains(w)).map_or_else(|| fault("an integer of such a size"), Ok)
}

/// How a conversion's name says a type of integers.
fn sign_of(integer: Integer) -> &'static str {
    if integer.signed { "INT" } else { "UINT" }
}

/// A rounding by the text's name.
fn rounding_of(name: &str) -> Run<Rounding> {
    Ok(match name {
        "FPRounding_TIEEVEN" => Rounding::Nearest,
        "FPRounding_POSINF" => Rounding::Up,
        "FPRounding_NEGINF" => Rounding::Down,
        "FPRounding_ZERO" => Rounding::ToZero,
        "FPRounding_TIEAWAY" => Rounding::Away,
        "FPRounding_ODD" => Rounding::Odd,
        other => return fault(format!("the rounding {other}")),
    })
}
