//! Expressions: names, parts, blocks and calls.
//!
//! Parts are taken in one of three ways. At a known position of known bits or of a variable nothing is written. Of something
//! computed the whole goes into a variable first, of which the part is one. At a position that depends on operands, or on the counter of a
//! loop that is kept, the bits must be in one variable as well, whose part it is then; the pseudocode chooses among all positions that data
//! may give.
//!
//! A thing that is not modelled (system registers, the machine's features, functions that no file defines) is a value that says so. It may be
//! computed with and passed around, since the text often does and drops the result; it ends the run, with what it is in the message, where
//! a condition depends on it, where it would be written, and where it stands as a statement: an unknown function's effect is not
//! known to be none.
//!
//! Assertions are not looked at. They are the type checker's, repeated for it in terms of sizes, or the vendor's check of what the decoder
//! has made sure of.

use super::real::{Dyadic, Real};
use super::value::{Kind, Linear, Value, Word};
use super::{Machine, Run, Slot, Stop, fault};
use crate::limits::MAX_SAIL_BITS;
use crate::sail::ast::{Expr, Stmt, StmtKind, Type};
use isotope_semantics::interp::Bits;
use std::rc::Rc;

impl<'m> Machine<'m> {
    /// The value of an expression.
    pub fn eval(&mut self, expr: &'m Expr) -> Run<Value> {
        self.enter()?;
        let value = self.eval_here(expr)?;
        self.leave();
        Ok(value)
    }

    /// One level of [`Machine::eval`]. Its statements are written in the order of evaluation, which is the text's.
    fn eval_here(&mut self, expr: &'m Expr) -> Run<Value> {
        Ok(match expr {
            Expr::Int(c) => Value::Int(Linear::known(*c)),
            Expr::Bits(bits) => Value::Bits(Word::known(bits.clone())),
            Expr::Bool(b) => Value::Bool(*b),
            // A string, or the digits of a real number.
            Expr::Text(text) => match Dyadic::literal(text) {
                Some(number) => Value::Real(Rc::new(Real::Known(number))),
                None => Value::Text(text.clone()),
            },
            Expr::Unit => Value::Unit,
            Expr::Undefined => Value::Undefined,
            Expr::Name(name) => self.name(name)?,
            Expr::Size(name) => self.size(name)?,
            Expr::Tuple(parts) => Value::Tuple(parts.iter().map(|p| self.eval(p)).collect::<Run<Vec<_>>>()?),
            Expr::Vector(parts) => {
                let mut out = Word::default();
                for part in parts {
                    match self.eval(part)? {
                        Value::Bits(word) => out = word.below(out),
                        Value::Unknown(why) => return Ok(Value::Unknown(why)),
                        _ => return fault("a list of other than bits"),
                    }
                }
                Value::Bits(out)
            }
            Expr::Call(name, args) => self.call_expr(name, args)?,
            Expr::Binary(op, a, b) => self.binary(op, a, b)?,
            Expr::Negate(a) => {
                let a = self.eval(a)?;
                self.call("negate", vec![a])?
            }
            Expr::Index(base, index) => {
                if let Some(field) = self.field(base, index)? {
                    return Ok(field);
                }
                let index = self.integer(index)?;
                let base = self.eval(base)?;
                self.part_of(base, &index, 1)?
            }
            Expr::Slice(base, high, low) => {
                let (high, low) = (self.integer(high)?, self.integer(low)?);
                let width = self.width(&high, &low)?;
                let base = self.eval(base)?;
                self.part_of(base, &low, width)?
            }
            Expr::Field(..) => Value::Unknown("a field of a structure".into()),
            Expr::If(c, then, otherwise) => self.condition(c, then, otherwise.as_deref())?,
            Expr::Match(value, arms) => self.matching(value, arms)?,
            Expr::Foreach(foreach) => self.foreach(foreach)?,
            Expr::While(condition, body) => self.while_loop(condition, body)?,
            Expr::Block(stmts) => self.scoped(|m| m.block(stmts))?,
            Expr::Assign(place, value) => {
                self.assignment(place, value)?;
                Value::Unit
            }
            Expr::Return(value) => {
                let value = self.eval(value)?;
                return Err(Stop::Return(value));
            }
            Expr::Throw(value) => {
                let name = if let Expr::Call(name, _) = &**value { name.clone() } else { "an exception".into() };
                return Err(Stop::Throw(name));
            }
            Expr::Unsupported(what) => Value::Unknown((*what).into()),
        })
    }

    /// A call. An assertion is not looked at: it is the type checker's, and the vendor's own check.
    fn call_expr(&mut self, name: &'m str, args: &'m [Expr]) -> Run<Value> {
        if name == "assert" {
            return Ok(Value::Unit);
        }
        let args = args.iter().map(|arg| self.eval(arg)).collect::<Run<Vec<_>>>()?;
        self.call(name, args)
    }

    /// A variable, a constant of the files, or a register that is not modelled.
    fn name(&mut self, name: &'m str) -> Run<Value> {
        if let Some(slot) = self.slot(name) {
            return Ok(slot.value.clone());
        }
        if self.model.is_enumerator(name) {
            return Ok(Value::Name(name.to_owned()));
        }
        match self.model.constant(name) {
            Some(value) => self.eval(value),
            None => Ok(Value::Unknown(format!("{name}, which is not modelled").into())),
        }
    }

    /// The number behind `'n`.
    fn size(&mut self, name: &str) -> Run<Value> {
        let bound = format!("'{name}");
        let found = self.slot(&bound).or(None).map(|slot| slot.value.clone());
        match found.or_else(|| self.slot(name).map(|slot| slot.value.clone())) {
            Some(value) => Ok(value),
            None => fault(format!("'{name} has no value")),
        }
    }

    /// `base[NAME]`: a field of bits that have such.
    fn field(&mut self, base: &'m Expr, index: &'m Expr) -> Run<Option<Value>> {
        let Expr::Name(name) = index else { return Ok(None) };
        if self.slot(name).is_some() || self.model.constant(name).is_some() {
            return Ok(None);
        }
        match self.eval(base)? {
            Value::Fields(ty, word) => match self.model.field(&ty, name) {
                Some((low, width)) => Ok(Some(Value::Bits(self.slice(word, &Linear::known(low.into()), width)?))),
                None => fault(format!("{ty} has no field {name}")),
            },
            Value::Unknown(why) => Ok(Some(Value::Unknown(why))),
            _ => Ok(None),
        }
    }

    /// An expression that is an integer.
    pub(super) fn integer(&mut self, expr: &'m Expr) -> Run<Linear> {
        match self.eval(expr)? {
            Value::Int(linear) => Ok(linear),
            Value::Unknown(why) => fault(format!("depends on {why}")),
            _ => fault("a number expected"),
        }
    }

    /// The bits between two positions, which must not depend on operands.
    pub(super) fn width(&mut self, high: &Linear, low: &Linear) -> Run<u32> {
        let width = high.plus(low, -1).and_then(|d| d.as_known()).map(|d| d + 1);
        match width {
            Some(width) if (0..=i128::from(MAX_SAIL_BITS)).contains(&width) => Ok(width as u32),
            Some(width) => fault(format!("a slice of {width} bits")),
            None => self.unroll("a width depends on the counter or on operands"),
        }
    }

    /// Inside a loop that is being kept it is unrolled; elsewhere this is the end.
    pub(super) fn unroll<T>(&mut self, why: &str) -> Run<T> {
        if self.frames.iter().any(|frame| frame.kept > 0) { Err(Stop::Unroll(why.to_owned())) } else { fault(why) }
    }

    /// Bits `low .. low + width` of a value.
    pub(super) fn part_of(&mut self, base: Value, low: &Linear, width: u32) -> Run<Value> {
        match base {
            Value::Bits(word) => Ok(Value::Bits(self.slice(word, low, width)?)),
            // Of a number the bits of its two's complement.
            Value::Int(value) => self.low_bits(&value, low, width),
            Value::Unknown(why) => Ok(Value::Unknown(why)),
            Value::Undefined => Ok(Value::Bits(Word::of(width, Kind::Nothing))),
            _ => fault("a part of other than bits"),
        }
    }

    /// Bits of bits. Where a computed piece would be cut it goes into a variable first.
    pub(super) fn slice(&mut self, word: Word, low: &Linear, width: u32) -> Run<Word> {
        if let Some(lo) = low.as_known() {
            let inside = lo >= 0 && lo + i128::from(width) <= i128::from(word.width());
            if !inside {
                let high = lo + i128::from(width) - 1;
                return fault(format!("bits {high} .. {lo} of {}", word.width()));
            }
            if let Some(part) = word.slice(lo as u32, width) {
                return Ok(part);
            }
            let settled = self.settled_word(word, "cut")?;
            return settled.slice(lo as u32, width).map_or_else(|| fault("bits that cannot be cut"), Ok);
        }
        // All zeros are zeros anywhere.
        if word.as_known().is_some_and(|bits| bits == Bits::zero(bits.width())) {
            return Ok(Word::known(Bits::zero(width)));
        }
        // Anything may be at a position that is data: the bits are in one variable.
        let Some(whole) = self.out.settle(&word, "from") else { return fault("reads bits that no operand gives") };
        match &whole.pieces[..] {
            [piece] if let Kind::Part(var, at) = &piece.kind => match at.plus(low, 1) {
                Some(at) => Ok(Word::of(width, Kind::Part(*var, at))),
                None => fault("a position leaves 127 bits"),
            },
            _ => fault("bits that cannot be cut"),
        }
    }

    /// Statements; the last one's value is the block's.
    fn block(&mut self, stmts: &'m [Stmt]) -> Run<Value> {
        let mut value = Value::Unit;
        for stmt in stmts {
            self.at.1 = stmt.line;
            // The value before was dropped: it came of a call for its effect.
            if let Value::Unknown(why) = value {
                return fault(format!("depends on {why}"));
            }
            value = Value::Unit;
            match &stmt.kind {
                StmtKind::Expr(expr) => value = self.eval(expr)?,
                StmtKind::Let(pattern, expr) => {
                    let bound = self.eval(expr)?;
                    self.bind_pattern(pattern, bound)?;
                }
                StmtKind::Variable(name, ty, expr) => self.declare(name, ty, expr)?,
            }
        }
        Ok(value)
    }

    /// `x : type = value`
    fn declare(&mut self, name: &'m str, ty: &'m Type, expr: &'m Expr) -> Run<()> {
        let value = self.eval(expr)?;
        let (bits, scalar) = match ty {
            Type::Bits(size) => match self.integer(size)?.as_known() {
                Some(bits) if (0..=i128::from(MAX_SAIL_BITS)).contains(&bits) => (Some(bits as u32), None),
                _ => return self.unroll("a width depends on the counter or on operands"),
            },
            Type::Int(_) => (None, Some(false)),
            Type::Bool => (None, Some(true)),
            _ => (None, None),
        };
        let value = match (value, bits) {
            (Value::Undefined, Some(bits)) => Value::Bits(Word::of(bits, Kind::Nothing)),
            (value, _) => self.settled(value, name)?,
        };
        if let Some(scope) = self.frame().scopes.last_mut() {
            scope.insert(name.to_owned(), Slot { value, bits, scalar, place: None });
        }
        Ok(())
    }
}
