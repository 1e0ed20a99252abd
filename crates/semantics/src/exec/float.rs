//! Floats: values whose bits read as IEEE 754 has them, and the operations on such.
//!
//! A value reads as a float as it reads with a sign: by the element type of the register that it is a whole element of
//! ([`reading`]). Operators on floats are functions of the dialect's prelude (`FP_ADD`, `FP_SUB`, `FP_MUL`, `FP_DIV`,
//! and `FP_MULADD` where a sum of a product is rounded once), because vendors differ in the NaN that comes out;
//! comparisons, and the sign that `-` turns round, are the same everywhere. A real literal has no format until it meets one.
//!
//! The functions below are the language's own; prelude and texts call them by name. Operands are floats unless said
//! otherwise, `mode` is a known number, an index into [`Rounding::ALL`], and to nearest where it is missing:
//!
//! | function | gives |
//! | --- | --- |
//! | `Float16(b)`, `BFloat16(b)`, `Float32(b)`, `Float64(b)` | bits as a float (a conversion of the language, [`Cast`]) |
//! | `IEEE_ADD(x, y, mode)`, `SUB`, `MUL`, `DIV`, `SQRT(x, mode)`, `FMA(x, y, z, mode)` | rounded once |
//! | `IEEE_SCALE(x, n, mode)` | `x * 2^n`; `n` is an integer |
//! | `IEEE_ROUND(x, mode)` | the nearest integer as a float |
//! | `IEEE_TO_FLOAT16(v, mode)`, `BFLOAT16`, `FLOAT32`, `FLOAT64` | a float or an integer, converted |
//! | `IEEE_TO_LIKE(v, x, mode)` | the same, to the format of `x` |
//! | `IEEE_TO_INT(x, bits, mode)`, `IEEE_TO_UINT` | the nearest integer; nobody may look at what does not fit |
//! | `IEEE_SATURATE_INT(x, bits, mode)`, `IEEE_SATURATE_UINT` | the same, to the nearest that fits; of a NaN 0 |
//! | `IEEE_FITS_INT(x, bits, mode)`, `IEEE_FITS_UINT` | whether it fits |
//! | `IEEE_EQ(x, y)`, `IEEE_LT`, `IEEE_LE` | one bit; what operators give, too |
//! | `IEEE_LIKE(b, x)` | bits as a float of the format of `x` |
//! | `IEEE_BITS(x)`, `IEEE_FRACTION_BITS(x)`, `IEEE_IS_FLOAT(x)` | known integers |

use super::domain::Domain;
use super::fault::{Done, Fault};
use super::machine::Machine;
use super::value::{Value, fit, known, scalar, signed_at, width};
use crate::pseudo::ast::{BinOp as Op, Expr, Sym, UnOp as Minus};
use isotope_ir::ieee::{Format, Integer, Operation, Rounding};
use isotope_ir::term::BinOp;

/// Marks a reading as a float's; above it every width.
const FLOAT: u32 = 1 << 16;
/// Marks one as bfloat16's.
const BRAIN: u32 = 1 << 17;

/// How the language's own functions begin.
pub(crate) const BUILTIN: &str = "IEEE_";

/// The functions of the prelude that operators on floats are.
pub(crate) const OPERATORS: [&str; 4] = ["FP_ADD", "FP_SUB", "FP_MUL", "FP_DIV"];

/// The function that rounds the sum of a product once, where a text has it.
pub const FUSED: &str = "FP_MULADD";

/// The mark in the place of the width of a sign for bits that read as a float.
pub(crate) fn reading(format: Format) -> u32 {
    FLOAT | format.bits() | if format == Format::BFloat { BRAIN } else { 0 }
}

/// The format in which a value's bits read as a float.
pub(super) fn format_of<D: Domain>(d: &D, value: &Value<D::V>) -> Option<Format> {
    let at = signed_at(value);
    if at & FLOAT == 0 {
        return None;
    }
    let whole = width(d, value);
    Format::ALL.into_iter().find(|format| reading(*format) == at && format.bits() == whole)
}

/// The format that a real literal has in so many bits.
pub(super) fn format_of_bits(bits: u32) -> Option<Format> {
    [Format::Half, Format::Single, Format::Double].into_iter().find(|format| format.bits() == bits)
}

/// A real literal in a format that holds it.
pub(super) fn real(bits: u64, format: Format) -> Done<u64> {
    let there = Operation::Convert(Format::Double, format, Rounding::Nearest).apply([bits, 0, 0]);
    let back = Operation::Convert(format, Format::Double, Rounding::Nearest).apply([there, 0, 0]);
    if back == bits { Ok(there) } else { Err(Fault::Unsupported(format!("a real that {format} does not hold"))) }
}

impl<'a, D: Domain> Machine<'a, D> {
    /// A float's bits.
    fn float(&mut self, v: D::V, format: Format) -> Value<D::V> {
        let signed_at = reading(format);
        Value::Word { v, signed_at }
    }

    /// One operation, its result read as what it is: a float of the format, an integer with or without a sign, or a bit.
    ///
    /// The operands have the widths that the operation says: whoever calls has brought them there.
    fn operate(&mut self, operation: Operation, args: &[D::V]) -> Value<D::V> {
        let v = self.d.ieee(operation, args);
        use Operation::*;
        match operation {
            Equal(_) | Less(_) | LessOrEqual(_) | Fits(..) => Value::Word { v, signed_at: 0 },
            ToInteger(_, to, _) | Saturate(_, to, _) => {
                Value::Word { v, signed_at: if to.signed { to.bits } else { 0 } }
            }
            Add(f, _) | Sub(f, _) | Mul(f, _) | Div(f, _) | Sqrt(f, _) | MulAdd(f, _) => self.float(v, f),
            Scale(f, _) | Round(f, _) | Convert(_, f, _) | FromInteger(_, f, _) => self.float(v, f),
        }
    }

    /// A value's bits in a format: a float's, a literal's, or a known integer's, which is converted as a literal is.
    fn in_format(&mut self, value: &Value<D::V>, format: Format) -> Done<D::V> {
        match value {
            Value::Real(bits) => Ok(self.d.constant(real(*bits, format)?.into(), format.bits())),
            // Beside a float an integer is the float of that size: `x == 0`.
            Value::Int(c) if c.unsigned_abs() <= 1 << 24 => {
                let bits = real((*c as f64).to_bits(), format)?;
                Ok(self.d.constant(bits.into(), format.bits()))
            }
            other if format_of(self.d, other) == Some(format) => Ok(scalar(self.d, other)?.v),
            _ => Err(Fault::Unsupported(format!("a float beside {format} that is none"))),
        }
    }

    /// The format of the first of these that has one.
    fn common(&mut self, values: &[&Value<D::V>]) -> Option<Format> {
        values.iter().find_map(|value| format_of(self.d, value))
    }

    /// Whether an operator on these is one on floats.
    pub(super) fn on_floats(&self, a: &Value<D::V>, b: &Value<D::V>) -> bool {
        let is = |value: &Value<D::V>| matches!(value, Value::Real(_)) || format_of(self.d, value).is_some();
        is(a) || is(b)
    }

    /// An operator on floats; `None` for one that sees bits.
    pub(super) fn float_operator(&mut self, op: Op, a: &Value<D::V>, b: &Value<D::V>) -> Done<Option<Value<D::V>>> {
        let function = match op {
            Op::Add => 0,
            Op::Sub => 1,
            Op::Mul => 2,
            Op::Div => 3,
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => return self.float_comparison(op, a, b).map(Some),
            _ => return Ok(None),
        };
        let format = self.common(&[a, b]).ok_or_else(|| Fault::Unsupported("arithmetic on real literals".into()))?;
        // Two formats in one operator are an error of the text: nothing here converts without being told.
        let args = [a, b].map(|value| self.in_format(value, format));
        let [a, b] = args;
        let (a, b) = (self.float(a?, format), self.float(b?, format));
        self.call_named(OPERATORS[function], vec![a, b]).map(Some)
    }

    /// A function of the text by its name, on values.
    fn call_named(&mut self, name: &str, args: Vec<Value<D::V>>) -> Done<Value<D::V>> {
        match self.program.find(name) {
            Some(sym) => self.call(sym, args, None),
            None => Err(Fault::NoFunction(name.to_owned())),
        }
    }

    /// An order or equality. Greater is less with its operands exchanged, so that one function serves both.
    fn float_comparison(&mut self, op: Op, a: &Value<D::V>, b: &Value<D::V>) -> Done<Value<D::V>> {
        let format = self.common(&[a, b]).ok_or_else(|| Fault::Unsupported("a comparison of real literals".into()))?;
        let (a, b) = (self.in_format(a, format)?, self.in_format(b, format)?);
        let value = match op {
            Op::Lt => self.operate(Operation::Less(format), &[a, b]),
            Op::Le => self.operate(Operation::LessOrEqual(format), &[a, b]),
            Op::Gt => self.operate(Operation::Less(format), &[b, a]),
            Op::Ge => self.operate(Operation::LessOrEqual(format), &[b, a]),
            _ => self.operate(Operation::Equal(format), &[a, b]),
        };
        // Not equal is what is not equal, a NaN among it.
        if op == Op::Ne { super::arith::unary(self.d, Minus::LogicNot, &value, None) } else { Ok(value) }
    }

    /// `-x` of a float: its sign turned round, also a NaN's.
    pub(super) fn float_negation(&mut self, value: &Value<D::V>) -> Done<Option<Value<D::V>>> {
        if let Value::Real(bits) = value {
            return Ok(Some(Value::Real(bits ^ 1 << 63)));
        }
        let Some(format) = format_of(self.d, value) else { return Ok(None) };
        let x = scalar(self.d, value)?.v;
        let sign = self.d.constant(format.sign().into(), format.bits());
        let v = self.d.bin(BinOp::Xor, x, sign);
        Ok(Some(self.float(v, format)))
    }

    /// `x*y + z`, `-(x*y) - z` and their like as one operation, where the text's dialect has it so for floats.
    pub(super) fn fused(&mut self, op: Op, a: &'a Expr, b: &'a Expr) -> Done<Option<Value<D::V>>> {
        // Most texts have none, and cost nothing here.
        let Some(function) = self.fused else { return Ok(None) };
        let (mut negated, mut product) = (false, a);
        while let Expr::Un(Minus::Neg, inner) = product {
            (negated, product) = (!negated, inner);
        }
        let (Op::Add | Op::Sub, Expr::Bin(Op::Mul, x, y)) = (op, product) else { return Ok(None) };
        // An index, `(i * 2) + 1`, is computed again by the operators themselves.
        let x = self.eval(x, None)?;
        if format_of(self.d, &x).is_none() {
            return Ok(None);
        }
        let (y, z) = (self.eval(y, None)?, self.eval(b, None)?);
        let flags = [negated, op == Op::Sub].map(|flag| Value::Int(flag.into()));
        let [negated, subtracted] = flags;
        self.call(function, vec![x, y, z, negated, subtracted], None).map(Some)
    }

    /// A call of one of the language's own functions; `None` where it is none.
    pub(super) fn builtin(&mut self, name: Sym, args: &[Value<D::V>]) -> Done<Option<Value<D::V>>> {
        let Some(stem) = self.program.name(name).strip_prefix(BUILTIN) else { return Ok(None) };
        let unknown = || Fault::NoFunction(format!("{BUILTIN}{stem}"));
        let wrong = || Fault::Unsupported(format!("{BUILTIN}{stem} of these operands"));
        let first = args.first().ok_or_else(wrong)?;
        let format = self.common(&args.iter().collect::<Vec<_>>());
        if let Some(to) = stem.strip_prefix("TO_") {
            if let Some(format) = format_named(to) {
                return self.converted(first, format, self.mode(args, 1, Rounding::Nearest)?).map(Some);
            }
            if to == "LIKE" {
                let format = args.get(1).and_then(|like| format_of(self.d, like)).ok_or_else(wrong)?;
                return self.converted(first, format, self.mode(args, 2, Rounding::Nearest)?).map(Some);
            }
        }
        match stem {
            "IS_FLOAT" => return Ok(Some(Value::Int(format_of(self.d, first).is_some().into()))),
            "LIKE" => {
                let format = args.get(1).and_then(|like| format_of(self.d, like)).ok_or_else(wrong)?;
                return self.reread(first, format).map(Some);
            }
            _ => {}
        }
        let format = format.ok_or_else(wrong)?;
        match stem {
            "BITS" => return Ok(Some(Value::Int(format.bits().into()))),
            "FRACTION_BITS" => return Ok(Some(Value::Int(format.fraction_bits().into()))),
            _ => {}
        }
        if let Some((stem, signed)) =
            stem.strip_suffix("UINT").map(|s| (s, false)).or(stem.strip_suffix("INT").map(|s| (s, true)))
        {
            let bits = args.get(1).and_then(|bits| known(self.d, bits)).and_then(|bits| u32::try_from(bits).ok());
            let to = Integer { bits: bits.filter(|bits| (1..=64).contains(bits)).ok_or_else(wrong)?, signed };
            let mode = self.mode(args, 2, Rounding::Nearest)?;
            let operation = match stem {
                "TO_" => Operation::ToInteger(format, to, mode),
                "SATURATE_" => Operation::Saturate(format, to, mode),
                "FITS_" => Operation::Fits(format, to, mode),
                _ => return Err(unknown()),
            };
            let x = self.in_format(first, format)?;
            return Ok(Some(self.operate(operation, &[x])));
        }
        self.arithmetic(stem, format, args).map(Some)
    }

    /// The arithmetic among the language's own functions, in a format.
    fn arithmetic(&mut self, stem: &str, format: Format, args: &[Value<D::V>]) -> Done<Value<D::V>> {
        let unknown = || Fault::NoFunction(format!("{BUILTIN}{stem}"));
        let wrong = || Fault::Unsupported(format!("{BUILTIN}{stem} of these operands"));
        let (operation, count) = match stem {
            "ADD" => (Operation::Add(format, self.mode(args, 2, Rounding::Nearest)?), 2),
            "SUB" => (Operation::Sub(format, self.mode(args, 2, Rounding::Nearest)?), 2),
            "MUL" => (Operation::Mul(format, self.mode(args, 2, Rounding::Nearest)?), 2),
            "DIV" => (Operation::Div(format, self.mode(args, 2, Rounding::Nearest)?), 2),
            "FMA" => (Operation::MulAdd(format, self.mode(args, 3, Rounding::Nearest)?), 3),
            "SQRT" => (Operation::Sqrt(format, self.mode(args, 1, Rounding::Nearest)?), 1),
            "ROUND" => (Operation::Round(format, self.mode(args, 1, Rounding::Nearest)?), 1),
            "EQ" => (Operation::Equal(format), 2),
            "LT" => (Operation::Less(format), 2),
            "LE" => (Operation::LessOrEqual(format), 2),
            "SCALE" => {
                let by = scalar(self.d, args.get(1).ok_or_else(wrong)?)?;
                let (x, by) = (self.in_format(&args[0], format)?, fit(self.d, by, isotope_ir::ieee::SCALE_BITS));
                let mode = self.mode(args, 2, Rounding::Nearest)?;
                return Ok(self.operate(Operation::Scale(format, mode), &[x, by]));
            }
            _ => return Err(unknown()),
        };
        let given = args.get(..count).ok_or_else(wrong)?;
        let given = given.iter().map(|arg| self.in_format(arg, format)).collect::<Done<Vec<_>>>()?;
        Ok(self.operate(operation, &given))
    }

    // Rounding is part of an operation's name in a term, so that it cannot be data.
    /// The rounding that argument number `at` says.
    fn mode(&self, args: &[Value<D::V>], at: usize, usual: Rounding) -> Done<Rounding> {
        let Some(mode) = args.get(at) else { return Ok(usual) };
        let mode = known(self.d, mode).and_then(|mode| usize::try_from(mode).ok());
        let mode = mode.and_then(|mode| Rounding::ALL.get(mode).copied());
        mode.ok_or_else(|| Fault::Unsupported("a rounding that is not a number known here".into()))
    }

    /// Bits as a float of a format; a literal is the float of that size.
    pub(super) fn reread(&mut self, value: &Value<D::V>, format: Format) -> Done<Value<D::V>> {
        let v = match value {
            Value::Real(bits) => self.d.constant(real(*bits, format)?.into(), format.bits()),
            Value::Int(c) => self.d.constant(*c as u128, format.bits()),
            other => {
                let s = scalar(self.d, other)?;
                fit(self.d, s, format.bits())
            }
        };
        Ok(self.float(v, format))
    }

    /// A float or an integer in another format.
    fn converted(&mut self, value: &Value<D::V>, to: Format, mode: Rounding) -> Done<Value<D::V>> {
        if let Value::Real(_) = value {
            return self.reread(value, to);
        }
        if let Some(from) = format_of(self.d, value) {
            let x = scalar(self.d, value)?.v;
            return Ok(if from == to { value.clone() } else { self.operate(Operation::Convert(from, to, mode), &[x]) });
        }
        let s = scalar(self.d, value)?;
        // Integers of any width, in the next of a type's.
        let bits = s.width.next_power_of_two().max(8);
        if bits > 64 {
            return Err(Fault::Unsupported("an integer of more than 64 bits as a float".into()));
        }
        let (v, from) = (fit(self.d, s, bits), Integer { bits, signed: s.signed });
        Ok(self.operate(Operation::FromInteger(from, to, mode), &[v]))
    }
}

/// The format of a conversion's name.
fn format_named(name: &str) -> Option<Format> {
    Some(match name {
        "FLOAT16" => Format::Half,
        "BFLOAT16" => Format::BFloat,
        "FLOAT32" => Format::Single,
        "FLOAT64" => Format::Double,
        _ => return None,
    })
}
