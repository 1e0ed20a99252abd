//! Operators between values.
//!
//! | operator | numbers | bits | truths |
//! | --- | --- | --- | --- |
//! | `+`, `-` | exact | modulo two to the width of the left side; the right side may be a number | |
//! | `*`, `/`, `%`, `^` | exact | | |
//! | `<<`, `>>` | exact, `>>` towards the lesser number | within the width, zeros coming in | |
//! | `&`, `\|`, `^` | | bit by bit | both, either |
//! | `==`, `!=` | yes | of equal width, or with a number | yes |
//! | `<`, `<=`, `>`, `>=` | yes | | |
//! | `@` | | the left side above the right one | |
//!
//! Numbers stay sums of expressions as long as they can, so that what cancels is gone and a comparison whose sides differ by a known
//! number is decided. A product of two that depend on operands, a quotient, and a shift are expressions of their own in such a sum.
//!
//! Shifts of bits by known amounts move pieces and compute nothing; by others they are shifts of the number that the bits are, cut to the
//! width again. Bits that are known to be zeros or ones take part in no expression.

use super::output::{complement, low, signed};
use super::real::Real;
use super::value::{Kind, Linear, Piece, Value, Word, binary};
use super::{Machine, Run, fault};
use crate::sail::ast::{Expr, Operator};
use isotope_semantics::interp::Bits;
use isotope_semantics::pseudo::ast::{BinOp, Expr as Out, UnOp};

impl<'m> Machine<'m> {
    /// `a op b`
    pub(super) fn binary(&mut self, op: Operator, a: &'m Expr, b: &'m Expr) -> Run<Value> {
        let a = self.eval(a)?;
        // The right side of a decided junction is not looked at.
        match (op, &a) {
            ("&", Value::Bool(false)) => return Ok(Value::Bool(false)),
            ("|", Value::Bool(true)) => return Ok(Value::Bool(true)),
            _ => {}
        }
        let b = self.eval(b)?;
        self.operate(op, a, b)
    }

    /// An operator on values. The same signs stand for numbers, bits and truths, as Sail's overloads have them; the kinds of
    /// the operands decide.
    pub(super) fn operate(&mut self, op: Operator, a: Value, b: Value) -> Run<Value> {
        match (op, a, b) {
            // A truth that is not modelled does not matter where the other side decides.
            ("&", Value::Unknown(_), Value::Bool(false)) => Ok(Value::Bool(false)),
            ("|", Value::Unknown(_), Value::Bool(true)) => Ok(Value::Bool(true)),
            (_, Value::Unknown(why), _) | (_, _, Value::Unknown(why)) => Ok(Value::Unknown(why)),
            ("@", Value::Bits(high), Value::Bits(low)) => Ok(Value::Bits(low.below(high))),
            ("&" | "|" | "^", Value::Bits(a), Value::Bits(b)) => self.bitwise(op, &a, &b),
            ("&" | "|", a, b) => junction(op, &a, &b),
            ("==", a, b) => self.equal(&a, &b),
            ("!=", a, b) => {
                let equal = self.equal(&a, &b)?;
                Ok(negated(equal))
            }
            ("<" | "<=" | ">" | ">=", Value::Int(a), Value::Int(b)) => Ok(compared(op, &a, &b)),
            ("<" | "<=" | ">" | ">=", Value::Real(a), Value::Real(b)) => self.compared_reals(op, &a, &b),
            ("^", Value::Real(a), Value::Int(b)) => Ok(Self::real_power(&a, &b)),
            (_, Value::Real(a), Value::Real(b)) => Real::operate(op, &a, &b).map(Value::Real),
            ("+" | "-", Value::Bits(a), b) => self.add_bits(op, &a, &b),
            ("<<", a, Value::Int(by)) => self.shifted(BinOp::Shl, a, &by, false),
            (">>", a, Value::Int(by)) => self.shifted(BinOp::Shr, a, &by, false),
            (_, Value::Int(a), Value::Int(b)) => arithmetic(op, &a, &b),
            _ => fault(format!("'{op}' of such values")),
        }
    }

    /// Equality.
    pub(super) fn equal(&mut self, a: &Value, b: &Value) -> Run<Value> {
        Ok(match (a, b) {
            (Value::Int(a), Value::Int(b)) => compared("==", a, b),
            (Value::Bits(a), Value::Bits(b)) => {
                if let (Some(a), Some(b)) = (a.as_known(), b.as_known()) {
                    return Ok(Value::Bool(a == b));
                }
                // A bit that is compared with 1 is a truth itself.
                let (x, y) = (self.unsigned(a)?, self.unsigned(b)?);
                match (a.width(), &y) {
                    (1, Out::Int(1)) => Value::Truth(x),
                    (1, Out::Int(0)) => Value::Truth(Out::Un(UnOp::LogicNot, Box::new(x))),
                    _ => Value::Truth(binary(BinOp::Eq, x, y)),
                }
            }
            (Value::Bits(bits), Value::Int(number)) => {
                let bits = self.unsigned_int(bits)?;
                compared("==", &bits, number)
            }
            (Value::Name(a), Value::Name(b)) => Value::Bool(a == b),
            (Value::Pick(pick), Value::Name(name)) | (Value::Name(name), Value::Pick(pick)) => pick.is(name),
            (Value::Pick(a), Value::Pick(_)) => a.equals(b),
            (Value::Real(a), Value::Real(b)) => self.compared_reals("==", a, b)?,
            (Value::Bool(a), Value::Bool(b)) => Value::Bool(a == b),
            (Value::Bool(true), Value::Truth(t)) | (Value::Truth(t), Value::Bool(true)) => Value::Truth(t.clone()),
            (Value::Bool(false), t @ Value::Truth(_)) | (t @ Value::Truth(_), Value::Bool(false)) => negated(t.clone()),
            _ => return fault("a comparison of such values"),
        })
    }

    /// Bits as an unsigned integer, in one expression: pieces that are apart are shifted and joined, or written into a variable.
    pub(super) fn unsigned(&mut self, word: &Word) -> Run<Out> {
        self.out.expr(word).map_or_else(|| fault("reads bits that no operand gives"), Ok)
    }

    /// Bits as a number that is not negative.
    pub(super) fn unsigned_int(&mut self, word: &Word) -> Run<Linear> {
        Ok(Linear::of(self.unsigned(word)?))
    }

    /// Bits read as two's complement.
    pub(super) fn signed_int(&mut self, word: &Word) -> Run<Linear> {
        let width = word.width();
        if let Some(bits) = word.as_known() {
            if width > 127 {
                return fault("a number of more than 127 bits");
            }
            let value = isotope_ir::term::signed(bits.slice(0, width), width);
            return Ok(Linear::known(value));
        }
        let expr = self.unsigned(word)?;
        Ok(Linear::of(signed(expr, width)))
    }

    /// Bits of a number's two's complement.
    pub(super) fn low_bits(&mut self, value: &Linear, lo: &Linear, width: u32) -> Run<Value> {
        let Some(lo) = lo.as_known().filter(|lo| (0..4096).contains(lo)) else {
            return self.unroll("a position in a number depends on operands");
        };
        if let Some(c) = value.as_known() {
            let shifted = c >> lo.min(127);
            let mut out = Bits::zero(width);
            for at in (0..width).step_by(64) {
                let part = shifted >> at.min(127);
                out.set_slice(at, (width - at).min(64), part as u128 & u128::from(u64::MAX));
            }
            return Ok(Value::Bits(Word::known(out)));
        }
        let expr = value.expr();
        let expr = if lo == 0 { expr } else { binary(BinOp::Shr, expr, Out::Int(lo)) };
        Ok(Value::Bits(Word::of(width, Kind::Computed(low(expr, width)))))
    }

    /// `a + b`, `a - b` modulo two to the width of `a`.
    fn add_bits(&mut self, op: Operator, a: &Word, b: &Value) -> Run<Value> {
        let width = a.width();
        let b = match b {
            Value::Bits(b) => self.unsigned_int(b)?,
            Value::Int(b) => b.clone(),
            _ => return fault("bits or a number expected"),
        };
        let a = self.unsigned_int(a)?;
        let Some(sum) = a.plus(&b, if op == "+" { 1 } else { -1 }) else {
            return fault("a number of more than 127 bits");
        };
        self.low_bits(&sum, &Linear::known(0), width)
    }

    /// AND, OR, XOR, piece by piece.
    pub(super) fn bitwise(&mut self, op: Operator, a: &Word, b: &Word) -> Run<Value> {
        if a.width() != b.width() {
            return fault(format!("'{op}' of {} and {} bits", a.width(), b.width()));
        }
        let mut cuts: Vec<u32> = Vec::new();
        for word in [a, b] {
            let mut at = 0;
            cuts.extend(word.pieces.iter().map(|p| {
                at += p.width;
                at
            }));
        }
        cuts.sort_unstable();
        cuts.dedup();
        let mut out = Word::default();
        let mut lo = 0;
        for hi in cuts {
            let at = Linear::known(i128::from(lo));
            let (x, y) = (self.slice(a.clone(), &at, hi - lo)?, self.slice(b.clone(), &at, hi - lo)?);
            out = out.below(self.bitwise_piece(op, &x, &y)?);
            lo = hi;
        }
        Ok(Value::Bits(out))
    }

    /// One piece of a bitwise operation. Zeros and ones decide it without an expression: masks of a known element are
    /// often whole.
    fn bitwise_piece(&mut self, op: Operator, x: &Word, y: &Word) -> Run<Word> {
        let width = x.width();
        let ones = complement_known(&Bits::zero(width));
        for (known, other) in [(x, y), (y, x)] {
            let Some(bits) = known.as_known() else { continue };
            if let Some(others) = other.as_known() {
                return Ok(Word::known(combined(op, &bits, &others)));
            }
            match (op, bits == Bits::zero(width), bits == ones) {
                ("&", true, _) | ("|", _, true) => return Ok(known.clone()),
                ("&", _, true) | ("|" | "^", true, _) => return Ok(other.clone()),
                ("^", _, true) => return self.not(other),
                _ => {}
            }
        }
        let sign = match op {
            "&" => BinOp::And,
            "|" => BinOp::Or,
            _ => BinOp::Xor,
        };
        let (x, y) = (self.unsigned(x)?, self.unsigned(y)?);
        Ok(Word::of(width, Kind::Computed(binary(sign, x, y))))
    }

    /// The complement.
    pub(super) fn not(&mut self, word: &Word) -> Run<Word> {
        let mut out = Word::default();
        for piece in &word.pieces {
            let alone = Word { pieces: vec![Piece::clone(piece)] };
            out = out.below(match &piece.kind {
                Kind::Known(bits) => Word::known(complement_known(bits)),
                _ => {
                    let expr = self.unsigned(&alone)?;
                    Word::of(piece.width, Kind::Computed(complement(expr, piece.width)))
                }
            });
        }
        Ok(out)
    }

    /// Shifts of numbers, and of bits within their width; `sign` fills with the highest bit.
    pub(super) fn shifted(&mut self, op: BinOp, a: Value, by: &Linear, sign: bool) -> Run<Value> {
        match a {
            Value::Int(a) => {
                if let (Some(c), Some(by)) = (a.as_known(), by.as_known()) {
                    let by = u32::try_from(by).unwrap_or(127).min(127);
                    let out = if op == BinOp::Shr {
                        Some(c >> by)
                    } else {
                        1i128.checked_shl(by).and_then(|f| c.checked_mul(f))
                    };
                    return out
                        .map_or_else(|| fault("a number of more than 127 bits"), |c| Ok(Value::Int(Linear::known(c))));
                }
                if by.as_known() == Some(0) {
                    return Ok(Value::Int(a));
                }
                Ok(Value::Int(Linear::of(binary(op, a.expr(), by.expr()))))
            }
            Value::Bits(word) => {
                let width = word.width();
                // By a known amount bits move.
                if let Some(by) = by.as_known().filter(|_| !sign) {
                    let by = u32::try_from(by).unwrap_or(width).min(width);
                    let zeros = Word::known(Bits::zero(by));
                    let low = Linear::known(if op == BinOp::Shr { i128::from(by) } else { 0 });
                    let kept = self.slice(word, &low, width - by)?;
                    return Ok(Value::Bits(if op == BinOp::Shr { kept.below(zeros) } else { zeros.below(kept) }));
                }
                let value = if sign { self.signed_int(&word)? } else { self.unsigned_int(&word)? };
                let moved = Linear::of(binary(op, value.expr(), by.expr()));
                self.low_bits(&moved, &Linear::known(0), width)
            }
            Value::Unknown(why) => Ok(Value::Unknown(why)),
            _ => fault("a shift of such a value"),
        }
    }
}

/// The opposite truth.
pub(super) fn negated(value: Value) -> Value {
    match value {
        Value::Bool(b) => Value::Bool(!b),
        Value::Truth(Out::Un(UnOp::LogicNot, inner)) => Value::Truth(*inner),
        Value::Truth(expr) => Value::Truth(Out::Un(UnOp::LogicNot, Box::new(expr))),
        other => other,
    }
}

/// `&` and `|` of truths, one of them at least not decided.
fn junction(op: Operator, a: &Value, b: &Value) -> Run<Value> {
    Ok(match (op, a, b) {
        ("&", Value::Bool(true), other) | ("&", other, Value::Bool(true)) => other.clone(),
        ("|", Value::Bool(false), other) | ("|", other, Value::Bool(false)) => other.clone(),
        ("&", _, Value::Bool(false)) => Value::Bool(false),
        ("|", _, Value::Bool(true)) => Value::Bool(true),
        (_, Value::Truth(x), Value::Truth(y)) => {
            let sign = if op == "&" { BinOp::LogicAnd } else { BinOp::LogicOr };
            Value::Truth(binary(sign, x.clone(), y.clone()))
        }
        _ => return fault(format!("'{op}' of such values")),
    })
}

/// An order or equality of numbers: decided where their difference is known.
fn compared(op: Operator, a: &Linear, b: &Linear) -> Value {
    let sign = match op {
        "<" => BinOp::Lt,
        "<=" => BinOp::Le,
        ">" => BinOp::Gt,
        ">=" => BinOp::Ge,
        _ => BinOp::Eq,
    };
    match a.plus(b, -1).and_then(|d| d.as_known()) {
        Some(d) => Value::Bool(match op {
            "<" => d < 0,
            "<=" => d <= 0,
            ">" => d > 0,
            ">=" => d >= 0,
            _ => d == 0,
        }),
        None => Value::Truth(binary(sign, a.expr(), b.expr())),
    }
}

/// Sums, products, quotients and powers of numbers.
pub(super) fn arithmetic(op: Operator, a: &Linear, b: &Linear) -> Run<Value> {
    let out = match (op, a.as_known(), b.as_known()) {
        ("+", ..) => a.plus(b, 1),
        ("-", ..) => a.plus(b, -1),
        ("*", Some(k), _) => b.times(k),
        ("*", _, Some(k)) => a.times(k),
        ("*", ..) => Some(Linear::of(binary(BinOp::Mul, a.expr(), b.expr()))),
        ("^", Some(x), Some(y)) => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)).map(Linear::known),
        ("/" | "%", _, Some(0)) => return fault("a division by zero"),
        ("/", Some(x), Some(y)) => Some(Linear::known(x.div_euclid(y))),
        ("%", Some(x), Some(y)) => Some(Linear::known(x.rem_euclid(y))),
        // The text divides by and of what is not negative alone.
        ("/", ..) => Some(Linear::of(binary(BinOp::Div, a.expr(), b.expr()))),
        ("%", ..) => Some(Linear::of(binary(BinOp::Rem, a.expr(), b.expr()))),
        _ => return fault(format!("'{op}' of such numbers")),
    };
    out.map_or_else(|| fault("a number of more than 127 bits"), |value| Ok(Value::Int(value)))
}

/// The complement of known bits.
fn complement_known(bits: &Bits) -> Bits {
    let bytes: Vec<u8> = bits.to_bytes().iter().map(|b| !b).collect();
    Bits::from_bytes(&bytes, bits.width())
}

/// A bitwise operation on known bits of equal width.
fn combined(op: Operator, a: &Bits, b: &Bits) -> Bits {
    let pairs = a.to_bytes().into_iter().zip(b.to_bytes());
    let bytes: Vec<u8> = pairs
        .map(|(x, y)| match op {
            "&" => x & y,
            "|" => x | y,
            _ => x ^ y,
        })
        .collect();
    Bits::from_bytes(&bytes, a.width())
}
