//! Patterns: binding names, and choosing an arm.
//!
//! A name in a pattern is a constant of an enumeration if the files have one of that name, and otherwise binds whatever is there:
//! that is Sail's own rule, and why the model knows the enumerations. `'n` binds a number twice, as `n` and as the size `'n`, since the
//! text uses it as both.
//!
//! Known values decide which pattern fits. Where operands would have to decide, there is no meaning that can be written down: the
//! vendor's text matches on opcodes, flags and sizes, and compares data with `if`.
//!
//! A value that is computed goes into a variable when it is bound, because a name may be read many times. One that is read once moves
//! back to its reader in the end, so that nothing is lost by it.

use super::value::{Linear, Value, Word};
use super::{Machine, Run, fault};
use crate::sail::ast::{Arm, Expr, Pattern};
use isotope_semantics::interp::Bits;

impl<'m> Machine<'m> {
    /// Binds a pattern's names; that it fits is the type checker's, but for tuples.
    pub(super) fn bind_pattern(&mut self, pattern: &'m Pattern, value: Value) -> Run<()> {
        match pattern {
            Pattern::Name(name) => {
                let value = self.settled(value, name)?;
                self.bind(name, value);
            }
            // Both a name and a size.
            Pattern::Size(name) => {
                let value = self.settled(value, name)?;
                self.bind(&format!("'{name}"), value.clone());
                self.bind(name, value);
            }
            Pattern::Typed(inner, _) => self.bind_pattern(inner, value)?,
            Pattern::As(inner, name) => {
                self.bind(name, value.clone());
                self.bind_pattern(inner, value)?;
            }
            Pattern::Tuple(parts) => match value {
                Value::Tuple(values) if values.len() == parts.len() => {
                    for (part, value) in parts.iter().zip(values) {
                        self.bind_pattern(part, value)?;
                    }
                }
                Value::Unit if parts.is_empty() => {}
                Value::Unknown(why) => {
                    for part in parts {
                        self.bind_pattern(part, Value::Unknown(why.clone()))?;
                    }
                }
                _ => return fault(format!("{} values expected", parts.len())),
            },
            Pattern::Any | Pattern::Literal(_) | Pattern::Vector(_) | Pattern::Constructor(_) => {}
        }
        Ok(())
    }

    /// `match value { .. }`: the first arm that fits.
    pub(super) fn matching(&mut self, value: &'m Expr, arms: &'m [Arm]) -> Run<Value> {
        let value = self.eval(value)?;
        if let Value::Unknown(why) = value {
            return fault(format!("a choice depends on {why}"));
        }
        for arm in arms {
            let Some(fits) = self.fits(&arm.pattern, &value) else {
                return fault("a choice among cases depends on operands");
            };
            if !fits {
                continue;
            }
            let chosen = self.scoped(|m| {
                m.bind_pattern(&arm.pattern, value.clone())?;
                let holds = match &arm.guard {
                    None => true,
                    Some(guard) => match m.eval(guard)? {
                        Value::Bool(holds) => holds,
                        _ => return fault("a choice among cases depends on operands"),
                    },
                };
                if holds { m.eval(&arm.body).map(Some) } else { Ok(None) }
            })?;
            if let Some(value) = chosen {
                return Ok(value);
            }
        }
        fault("no case fits")
    }

    /// Whether a pattern fits; `None` where operands decide.
    pub(super) fn fits(&self, pattern: &Pattern, value: &Value) -> Option<bool> {
        match (pattern, value) {
            (Pattern::Any | Pattern::Size(_), _) => Some(true),
            (Pattern::Name(name), Value::Name(other)) if self.model.is_enumerator(name) => Some(name == other),
            // A constant's name where data is: operands would decide.
            (Pattern::Name(name), _) if self.model.is_enumerator(name) => None,
            (Pattern::Name(_), _) => Some(true),
            (Pattern::Typed(inner, _) | Pattern::As(inner, _), value) => self.fits(inner, value),
            (Pattern::Literal(Expr::Int(c)), Value::Int(value)) => value.as_known().map(|v| v == *c),
            (Pattern::Literal(Expr::Bits(bits)), Value::Bits(word)) => word.as_known().map(|w| w == *bits),
            (Pattern::Literal(Expr::Bool(b)), Value::Bool(value)) => Some(b == value),
            (Pattern::Vector(parts), Value::Bits(word)) => fits_bits(parts, &word.as_known()?),
            (Pattern::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                let mut all = Some(true);
                for (part, value) in parts.iter().zip(values) {
                    match self.fits(part, value) {
                        Some(true) => {}
                        Some(false) => return Some(false),
                        None => all = None,
                    }
                }
                all
            }
            _ => None,
        }
    }
}

/// `[bitzero, _]`: the highest bit first.
fn fits_bits(parts: &[Pattern], bits: &Bits) -> Option<bool> {
    if parts.len() != bits.width() as usize {
        return None;
    }
    Some(parts.iter().rev().enumerate().all(|(at, part)| match part {
        Pattern::Literal(Expr::Bits(bit)) => bits.slice(at as u32, 1) == bit.slice(0, 1),
        _ => true,
    }))
}

/// An opcode as the value that decoders match.
pub(crate) fn opcode(word: u32) -> Value {
    Value::Bits(Word::known(Bits::from_u64(u64::from(word), 32)))
}

/// A known number as a value.
pub(super) fn number(value: i128) -> Value {
    Value::Int(Linear::known(value))
}
