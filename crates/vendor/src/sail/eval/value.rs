//! The value of an expression, as far as it is known while an instruction is specialised.
//!
//! Everything that the encoding decides is a plain value. A value that depends on operands is an expression of the pseudocode
//! that the instruction's meaning is written in: an integer is a sum of such, so that positions cancel and indices stay
//! readable; bits are pieces, each known, or a part of a variable, or computed. A computed piece's expression is an unsigned
//! integer that the piece's width holds.
//!
//! A part of a variable keeps its position as a sum, `8 * e + 3`, so that parts of parts are parts, and neighbours are joined: the two
//! halves of an operand, put together again, are the operand.
//!
//! Bits that are nobody's are not zeros. They are moved and dropped like others, which is how an upper half of a register that no
//! operand fills does no harm, and computing with them is a fault.

use super::pick::Pick;
use super::real::Real;
use isotope_semantics::interp::Bits;
use isotope_semantics::pseudo::ast::{BinOp, Expr, Sym};
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `()`
    Unit,
    /// A known truth.
    Bool(bool),
    /// A truth that depends on operands: an expression of one bit.
    Truth(Expr),
    /// An integer.
    Int(Linear),
    /// Bits.
    Bits(Word),
    /// A constant of an enumeration.
    Name(String),
    /// One of several constants of an enumeration, by operands.
    Pick(Rc<Pick>),
    /// A real number.
    Real(Rc<Real>),
    /// Bits with fields, by the name of their type.
    Fields(Rc<str>, Word),
    /// A string.
    Text(String),
    /// Several.
    Tuple(Vec<Value>),
    /// Not given yet.
    Undefined,
    /// A thing outside of the model (a system register): an error once anything depends on it.
    Unknown(Rc<str>),
}

/// An integer: a constant and a sum of expressions, each with its factor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linear {
    /// The part that does not depend on operands.
    pub constant: i128,
    /// Expressions, each once, with factors that are not zero.
    pub terms: Vec<(Expr, i128)>,
}

impl Linear {
    /// A known number.
    pub fn known(constant: i128) -> Linear {
        Linear { constant, terms: Vec::new() }
    }

    /// A number that is an expression.
    pub fn of(expr: Expr) -> Linear {
        match expr {
            Expr::Int(c) => Linear::known(c),
            expr => Linear { constant: 0, terms: vec![(expr, 1)] },
        }
    }

    /// The number, where nothing of it depends on operands.
    pub fn as_known(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + k * other`; `None` where a number leaves 127 bits.
    pub fn plus(&self, other: &Linear, k: i128) -> Option<Linear> {
        let mut out = self.clone();
        out.constant = out.constant.checked_add(other.constant.checked_mul(k)?)?;
        for (expr, factor) in &other.terms {
            let factor = factor.checked_mul(k)?;
            match out.terms.iter_mut().find(|(e, _)| e == expr) {
                Some((_, sum)) => *sum = sum.checked_add(factor)?,
                None => out.terms.push((expr.clone(), factor)),
            }
        }
        // A term that cancels is gone: this is how the width of `x[8 * e + 7 .. 8 * e]` becomes a number.
        out.terms.retain(|(_, factor)| *factor != 0);
        Some(out)
    }

    /// `k` times the number; `None` where one leaves 127 bits.
    pub fn times(&self, k: i128) -> Option<Linear> {
        Linear::default().plus(self, k)
    }

    /// As an expression: terms with a positive factor first.
    pub fn expr(&self) -> Expr {
        let mut out: Option<Expr> = None;
        let (added, taken): (Vec<_>, Vec<_>) = self.terms.iter().partition(|(_, factor)| *factor > 0);
        for (expr, factor) in added {
            let term = scaled(expr.clone(), *factor);
            out = Some(out.map_or(term.clone(), |sum| binary(BinOp::Add, sum, term)));
        }
        if self.constant != 0 || self.terms.is_empty() {
            out = Some(match out {
                None => Expr::Int(self.constant),
                Some(sum) if self.constant < 0 => binary(BinOp::Sub, sum, Expr::Int(-self.constant)),
                Some(sum) => binary(BinOp::Add, sum, Expr::Int(self.constant)),
            });
        }
        for (expr, factor) in taken {
            let left = out.unwrap_or(Expr::Int(0));
            out = Some(binary(BinOp::Sub, left, scaled(expr.clone(), -*factor)));
        }
        out.unwrap_or(Expr::Int(0))
    }
}

/// `factor * expr`, the factor positive.
fn scaled(expr: Expr, factor: i128) -> Expr {
    if factor == 1 { expr } else { binary(BinOp::Mul, expr, Expr::Int(factor)) }
}

/// `a op b`.
pub fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::Bin(op, Box::new(a), Box::new(b))
}

/// Bits in pieces, low first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Word {
    /// None of them is empty.
    pub pieces: Vec<Piece>,
}

/// Neighbouring bits of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its bits, at least one.
    pub width: u32,
    /// Their kind.
    pub kind: Kind,
}

/// The kind of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Known bits.
    Known(Bits),
    /// Bits of a variable from a position on.
    Part(Sym, Linear),
    /// The value of an expression.
    Computed(Expr),
    /// Nobody's bits: above an operand, or not written yet.
    Nothing,
}

impl Word {
    /// Known bits.
    pub fn known(bits: Bits) -> Word {
        Word::of(bits.width(), Kind::Known(bits))
    }

    /// One piece; none where it has no bits.
    pub fn of(width: u32, kind: Kind) -> Word {
        Word { pieces: if width == 0 { Vec::new() } else { vec![Piece { width, kind }] } }
    }

    /// How many bits there are.
    pub fn width(&self) -> u32 {
        self.pieces.iter().map(|p| p.width).sum()
    }

    /// The bits, where all of them are known.
    pub fn as_known(&self) -> Option<Bits> {
        let mut out = Bits::zero(self.width());
        let mut at = 0;
        for piece in &self.pieces {
            let Kind::Known(bits) = &piece.kind else { return None };
            copy(bits, 0, piece.width, &mut out, at);
            at += piece.width;
        }
        Some(out)
    }

    /// `high @ self`, known neighbours joined.
    pub fn below(mut self, high: Word) -> Word {
        for piece in high.pieces {
            let joined = match (self.pieces.last_mut(), &piece.kind) {
                (Some(Piece { width, kind: Kind::Known(low) }), Kind::Known(bits)) => {
                    let mut all = Bits::zero(*width + piece.width);
                    copy(low, 0, *width, &mut all, 0);
                    copy(bits, 0, piece.width, &mut all, *width);
                    *width += piece.width;
                    *low = all;
                    true
                }
                // A variable that goes on is one part.
                (Some(Piece { width, kind: Kind::Part(a, lo) }), Kind::Part(b, next)) if a == b => {
                    let follows = lo.plus(&Linear::known(i128::from(*width)), 1).as_ref() == Some(next);
                    *width += if follows { piece.width } else { 0 };
                    follows
                }
                _ => false,
            };
            if !joined {
                self.pieces.push(piece);
            }
        }
        self
    }

    /// Bits `lo .. lo + width`; computed pieces are not cut: `None` where one would have to be.
    pub fn slice(&self, lo: u32, width: u32) -> Option<Word> {
        let mut out = Word::default();
        let mut at = 0;
        for piece in &self.pieces {
            let (from, to) = (lo.max(at), (lo + width).min(at + piece.width));
            if from < to {
                out = out.below(piece.cut(from - at, to - from)?);
            }
            at += piece.width;
        }
        (out.width() == width).then_some(out)
    }
}

impl Piece {
    /// Some bits of a piece. A computed piece is not cut here: its expression would be written twice.
    fn cut(&self, lo: u32, width: u32) -> Option<Word> {
        if lo == 0 && width == self.width {
            return Some(Word { pieces: vec![self.clone()] });
        }
        let kind = match &self.kind {
            Kind::Known(bits) => {
                let mut out = Bits::zero(width);
                copy(bits, lo, width, &mut out, 0);
                Kind::Known(out)
            }
            Kind::Part(var, at) => Kind::Part(*var, at.plus(&Linear::known(i128::from(lo)), 1)?),
            Kind::Nothing => Kind::Nothing,
            Kind::Computed(_) => return None,
        };
        Some(Word::of(width, kind))
    }
}

/// Copies bits, 64 at a time.
pub fn copy(from: &Bits, lo: u32, width: u32, to: &mut Bits, at: u32) {
    let mut done = 0;
    while done < width {
        let some = (width - done).min(64);
        to.set_slice(at + done, some, from.slice(lo + done, some));
        done += some;
    }
}
