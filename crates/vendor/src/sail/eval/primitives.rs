//! The functions that Sail's library gives, and the registers.
//!
//! Nothing here is an instruction's: these are the words that the specification is written in. A primitive of the same name
//! as a function of the text comes before it.
//!
//! The primitives, by kinds of operands: numbers `i`, bits `b`, truths `t`.
//!
//! ```text
//! UInt(b) SInt(b) unsigned(b) signed(b)     bits as a number
//! ZeroExtend(b, i) SignExtend(b, i)         to a width; a lesser one cuts, as truncate(b, i) does
//! Zeros(i) Ones(i) Replicate(b, i)          bits of a width
//! Slice(b, i, i) Slice(i, i, i)             from a position so many bits, of bits or of a number's two's complement
//! get_slice_int(i, i, i)                    the same of a number, the width first
//! Elem_read(b, i, i)                        an element by its number and its size
//! AND OR EOR(b, b) NOT not_vec(b)           bit by bit
//! LSL LSR ASR(b, i) and with numbers        shifts
//! not_bool(t) negate(i) Abs(i) pow2(i)      of one operand
//! Min Max DIV MOD QUOT REM(i, i)            of two; quotients and remainders of what is not negative
//! V_read V_set Z_read Z_set X_read X_set     the registers
//! Mk_Type(b)                                bits as those of a bitfield
//! ```
//!
//! Those on floats and reals are in `float`.
//!
//! Quotients of known numbers are Euclid's. Of others they are the pseudocode's, which round to zero; the specification divides nothing
//! that is negative, and where it did, running the instruction would tell.

use super::operators::{arithmetic, negated};
use super::pattern::number;
use super::value::{Kind, Linear, Value, Word, binary};
use super::{Machine, Run, fault};
use crate::limits::MAX_SAIL_BITS;
use isotope_semantics::interp::Bits;
use isotope_semantics::pseudo::ast::{BinOp, Expr as Out};

impl<'m> Machine<'m> {
    /// The value of a primitive; `None` for what is none, or has other operands than the primitive takes.
    pub(super) fn primitive(&mut self, name: &str, args: &[Value]) -> Run<Option<Value>> {
        if let Some(value) = self.register(name, args)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.float_primitive(name, args)? {
            return Ok(Some(value));
        }
        if let ([Value::Bits(word)], Some(ty)) = (args, name.strip_prefix("Mk_"))
            && self.model.has_fields(ty)
        {
            return Ok(Some(Value::Fields(ty.into(), word.clone())));
        }
        // A value that depends on something that is not modelled is not modelled.
        let unknown = args.iter().find_map(|arg| if let Value::Unknown(why) = arg { Some(why.clone()) } else { None });
        let done = match args {
            [a] => self.unary(name, a, unknown)?,
            [a, b] => self.of_two(name, a, b, unknown)?,
            [Value::Bits(word), Value::Int(low), Value::Int(width)] if matches!(name, "Slice" | "slice") => {
                let width = self.size_of(width)?;
                Some(Value::Bits(self.slice(word.clone(), low, width)?))
            }
            [Value::Int(value), Value::Int(low), Value::Int(width)] if matches!(name, "Slice" | "Slice_int") => {
                let width = self.size_of(width)?;
                Some(self.low_bits(value, low, width)?)
            }
            [Value::Int(width), Value::Int(value), Value::Int(low)] if name == "get_slice_int" => {
                let width = self.size_of(width)?;
                Some(self.low_bits(value, low, width)?)
            }
            [Value::Bits(word), Value::Int(element), Value::Int(size)] if name == "Elem_read" => {
                let width = self.size_of(size)?;
                match element.times(i128::from(width)) {
                    Some(low) => Some(Value::Bits(self.slice(word.clone(), &low, width)?)),
                    None => return fault("a position leaves 127 bits"),
                }
            }
            _ => None,
        };
        Ok(done)
    }

    /// A known size of bits.
    fn size_of(&mut self, size: &Linear) -> Run<u32> {
        match size.as_known() {
            Some(size) if (0..=i128::from(MAX_SAIL_BITS)).contains(&size) => Ok(size as u32),
            Some(size) => fault(format!("{size} bits; MAX_SAIL_BITS is {MAX_SAIL_BITS}")),
            None => self.unroll("a size depends on the counter or on operands"),
        }
    }

    /// The accessors of the register files: `V_read(number, bits)`, `V_set(number, bits, value)`; `Z` (the same registers, as scalable
    /// vectors) and `X` likewise. A write to a vector register clears the bits above; general register 31 is zero.
    fn register(&mut self, name: &str, args: &[Value]) -> Run<Option<Value>> {
        let file = match name {
            "V_read" | "V_set" | "Z_read" | "Z_set" => 'V',
            "X_read" | "X_set" => 'X',
            _ => return Ok(None),
        };
        let (Some(Value::Int(index)), Some(Value::Int(width))) = (args.first(), args.get(1)) else {
            return fault(format!("{name} of other than a number and a size"));
        };
        let width = self.size_of(width)?;
        let Some(index) = index.as_known() else { return self.unroll("a register's number depends on the counter") };
        let whole = if file == 'V' { 128 } else { 64 };
        if width > whole {
            return fault(format!("{width} bits of a register of {whole}"));
        }
        if let Some(value) = args.get(2) {
            let Value::Bits(word) = value else {
                return if let Value::Unknown(why) = value {
                    fault(format!("depends on {why}"))
                } else {
                    fault("bits expected")
                };
            };
            // The register may be read again and again: what is computed is computed once.
            let word = self.settled_word(word.clone(), "written")?;
            let above = Word::known(Bits::zero(whole - word.width().min(whole)));
            self.registers.held.insert((file, index), word.below(above));
            return Ok(Some(Value::Unit));
        }
        if file == 'X' && index == 31 {
            return Ok(Some(Value::Bits(Word::known(Bits::zero(width)))));
        }
        let held = self.registers.held.get(&(file, index)).cloned();
        let held = held.unwrap_or_else(|| Word::of(whole, Kind::Nothing));
        Ok(Some(Value::Bits(self.slice(held, &Linear::known(0), width)?)))
    }

    /// Primitives of one operand.
    fn unary(&mut self, name: &str, a: &Value, unknown: Option<std::rc::Rc<str>>) -> Run<Option<Value>> {
        const NAMES: [&str; 16] = [
            "UInt",
            "unsigned",
            "SInt",
            "signed",
            "not_bool",
            "not_vec",
            "NOT",
            "negate",
            "pow2",
            "Abs",
            "Zeros",
            "sail_zeros",
            "Ones",
            "sail_ones",
            "Bit",
            "Bits",
        ];
        if !NAMES.contains(&name) {
            return Ok(None);
        }
        if let Some(why) = unknown {
            return Ok(Some(Value::Unknown(why)));
        }
        Ok(Some(match (name, a) {
            ("UInt" | "unsigned", Value::Bits(word)) => match word.as_known() {
                Some(bits) if bits.width() <= 126 => number(bits.slice(0, bits.width()) as i128),
                _ => Value::Int(self.unsigned_int(word)?),
            },
            ("SInt" | "signed", Value::Bits(word)) => Value::Int(self.signed_int(word)?),
            ("not_bool", value @ (Value::Bool(_) | Value::Truth(_))) => negated(value.clone()),
            ("not_vec" | "NOT", Value::Bits(word)) => Value::Bits(self.not(word)?),
            ("negate", Value::Int(value)) => match value.times(-1) {
                Some(value) => Value::Int(value),
                None => return fault("a number of more than 127 bits"),
            },
            ("pow2", Value::Int(value)) => match value.as_known() {
                Some(_) => arithmetic("^", &Linear::known(2), value)?,
                None => self.shifted(BinOp::Shl, number(1), value, false)?,
            },
            ("Abs", Value::Int(value)) => self.absolute(value)?,
            ("Zeros" | "sail_zeros", Value::Int(width)) => Value::Bits(Word::known(Bits::zero(self.size_of(width)?))),
            ("Ones" | "sail_ones", Value::Int(width)) => {
                let zeros = Word::known(Bits::zero(self.size_of(width)?));
                Value::Bits(self.not(&zeros)?)
            }
            // A bit alone and one bit of many are the same here.
            ("Bit" | "Bits", value @ Value::Bits(_)) => value.clone(),
            _ => return fault(format!("{name} of such a value")),
        }))
    }

    /// The distance from zero. The number is read three times, hence in a variable.
    fn absolute(&mut self, value: &Linear) -> Run<Value> {
        if let Some(c) = value.as_known() {
            return Ok(number(c.abs()));
        }
        let value = self.settled(Value::Int(value.clone()), "whole")?;
        let Value::Int(value) = value else { return fault("a number expected") };
        let (expr, opposite) = (value.expr(), value.times(-1).unwrap_or_default().expr());
        let negative = binary(BinOp::Lt, expr.clone(), Out::Int(0));
        Ok(Value::Int(Linear::of(Out::Cond(Box::new(negative), Box::new(opposite), Box::new(expr)))))
    }

    /// Primitives of two operands: first those that are operators under another name, then those with rules of their own.
    fn of_two(&mut self, name: &str, a: &Value, b: &Value, unknown: Option<std::rc::Rc<str>>) -> Run<Option<Value>> {
        let op = match name {
            "AND" | "and_vec" => "&",
            "OR" | "or_vec" => "|",
            "EOR" | "xor_vec" => "^",
            "DIV" | "QUOT" | "ediv_int" | "div" => "/",
            "MOD" | "REM" => "%",
            "add_bits" | "add_int" => "+",
            "sub_bits" | "sub_int" => "-",
            "eq_bits" => "==",
            _ => "",
        };
        if !op.is_empty() {
            return self.operate(op, a.clone(), b.clone()).map(Some);
        }
        const NAMES: [&str; 17] = [
            "ZeroExtend",
            "SignExtend",
            "LSL",
            "LSR",
            "ASR",
            "sail_shiftleft",
            "sail_shiftright",
            "sail_arith_shiftright",
            "Replicate",
            "replicate_bits",
            "Min",
            "Max",
            "UInt",
            "SInt",
            "truncate",
            "min_int",
            "max_int",
        ];
        if !NAMES.contains(&name) {
            return Ok(None);
        }
        if let Some(why) = unknown {
            return Ok(Some(Value::Unknown(why)));
        }
        Ok(Some(match (name, a, b) {
            ("ZeroExtend" | "SignExtend" | "truncate", Value::Bits(word), Value::Int(width)) => {
                let width = self.size_of(width)?;
                self.extended(word, width, name == "SignExtend")?
            }
            ("LSL" | "sail_shiftleft", value, Value::Int(by)) => self.shifted(BinOp::Shl, value.clone(), by, false)?,
            ("LSR" | "sail_shiftright", value, Value::Int(by)) => self.shifted(BinOp::Shr, value.clone(), by, false)?,
            ("ASR" | "sail_arith_shiftright", value, Value::Int(by)) => {
                self.shifted(BinOp::Shr, value.clone(), by, true)?
            }
            ("Replicate" | "replicate_bits", Value::Bits(word), Value::Int(times)) => {
                let times = self.size_of(times)?;
                let word = self.settled_word(word.clone(), "copied")?;
                if times.saturating_mul(word.width()) > MAX_SAIL_BITS {
                    return fault(format!("more than MAX_SAIL_BITS ({MAX_SAIL_BITS}) bits"));
                }
                Value::Bits((0..times).fold(Word::default(), |out, _| out.below(word.clone())))
            }
            ("Min" | "Max" | "min_int" | "max_int", Value::Int(x), Value::Int(y)) => {
                self.extreme(x, y, name.starts_with(['M', 'm']) && name.to_lowercase().starts_with("min"))?
            }
            // With a width before the bits.
            ("UInt" | "SInt", Value::Int(_), bits) => return self.unary(name, bits, None),
            _ => return fault(format!("{name} of such values")),
        }))
    }

    /// Bits made wider, or narrower.
    fn extended(&mut self, word: &Word, width: u32, sign: bool) -> Run<Value> {
        let have = word.width();
        if width <= have {
            return Ok(Value::Bits(self.slice(word.clone(), &Linear::known(0), width)?));
        }
        if !sign {
            return Ok(Value::Bits(word.clone().below(Word::known(Bits::zero(width - have)))));
        }
        let value = self.signed_int(word)?;
        self.low_bits(&value, &Linear::known(0), width)
    }

    /// The lesser or the greater of two numbers.
    fn extreme(&mut self, x: &Linear, y: &Linear, least: bool) -> Run<Value> {
        if let Some(d) = x.plus(y, -1).and_then(|d| d.as_known()) {
            return Ok(Value::Int(if (d < 0) == least { x.clone() } else { y.clone() }));
        }
        let (x, y) = (self.settled(Value::Int(x.clone()), "one")?, self.settled(Value::Int(y.clone()), "other")?);
        let (Value::Int(x), Value::Int(y)) = (x, y) else { return fault("numbers expected") };
        let order = binary(if least { BinOp::Lt } else { BinOp::Gt }, x.expr(), y.expr());
        Ok(Value::Int(Linear::of(Out::Cond(Box::new(order), Box::new(x.expr()), Box::new(y.expr())))))
    }
}
