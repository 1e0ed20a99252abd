//! Expressions, by precedence climbing.
//!
//! The guide follows no grammar that is written down. Precedence is C's but for comparisons, which bind tighter than
//! the bitwise operators here: `tmp >= 0 AND a[i+tmp] == 0` is the condition by which leading zeros are counted.
//! Operators associate to the left, `? :` to the right.

use super::ast::*;
use super::cursor::{Parsed, Parser};
use super::lex::Token;

impl Parser<'_> {
    /// A whole expression: what stands between brackets, behind `:=`, in a condition. The only rule through which
    /// expressions contain themselves, but for rows of signs, hence where levels are counted.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let mut out = self.binary(0)?;
        if self.eat_op("?") {
            let mut tallest = self.height;
            let then = self.expr()?;
            tallest = tallest.max(self.height);
            self.expect_op(":")?;
            let otherwise = self.expr()?;
            tallest = tallest.max(self.height);
            out = self.over(tallest, Expr::Cond(Box::new(out), Box::new(then), Box::new(otherwise)))?;
        }
        self.depth -= 1;
        Ok(out)
    }

    /// The operator at the cursor, a sign or a word.
    fn operator(&self) -> Option<(BinOp, u8)> {
        match self.peek() {
            Token::Op(op) => binary(op),
            Token::Ident(word) => binary(word),
            _ => None,
        }
    }

    /// Operands joined by operators that bind at least as tightly as `floor`. A row of equal operators is a loop here
    /// and a tree that leans to the left, of a height that is the row's length.
    fn binary(&mut self, floor: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        loop {
            let height = self.height;
            // `a OP b`, with OP a variable that a CASE has set to the name of a comparison: it binds like one. The
            // guide uses no other name for it, and no other operator that is a variable.
            if self.word() == "OP" && floor <= COMPARISON {
                let op = self.name()?;
                let right = self.binary(COMPARISON + 1)?;
                left = self.over(height.max(self.height), Expr::Infix(op, Box::new(left), Box::new(right)))?;
                continue;
            }
            let Some((op, level)) = self.operator().filter(|(_, level)| *level >= floor) else {
                return Ok(left);
            };
            self.next();
            // A line that ends in an operator goes on in the next.
            self.skip_line_breaks();
            let right = self.binary(level + 1)?;
            left = self.over(height.max(self.height), Expr::Bin(op, Box::new(left), Box::new(right)))?;
        }
    }

    /// Signs before an operand; they bind tighter than any operator between two.
    fn unary(&mut self) -> Parsed<Expr> {
        let op = match self.peek() {
            Token::Op("-") => UnOp::Neg,
            Token::Op("~") => UnOp::Not,
            Token::Op("!") => UnOp::LogicNot,
            Token::Ident(word) if word == "NOT" || word == "not" => UnOp::Not,
            _ => return self.postfix(),
        };
        self.next();
        self.enter()?;
        let operand = self.unary()?;
        self.depth -= 1;
        // A negative literal is a literal: a loop's end, `-1` in a choice.
        match operand {
            Expr::Int(v) if op == UnOp::Neg => Ok(Expr::Int(-v)),
            operand => self.over(self.height, Expr::Un(op, Box::new(operand))),
        }
    }

    /// A name, call or parenthesis with the parts taken of it: `a[7:0]`, `k[j]`, `a.dword[i]`, `tmp.word`, and parts of
    /// parts, `b.qword[i].bit[m]`. Also what may stand before `:=`.
    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let mut base = self.primary()?;
        loop {
            let mut height = self.height;
            base = if self.eat_op("[") {
                let hi = self.expr()?;
                height = height.max(self.height);
                let whole = if self.eat_op(":") {
                    let lo = self.expr()?;
                    height = height.max(self.height);
                    Expr::Slice(Box::new(base), Box::new(hi), Box::new(lo))
                } else {
                    Expr::Bit(Box::new(base), Box::new(hi))
                };
                self.expect_op("]")?;
                whole
            } else if self.eat_op(".") {
                let Token::Ident(field) = self.peek() else { return self.error("a member's name expected") };
                self.next();
                let index = if self.eat_op("[") {
                    let index = self.expr()?;
                    height = height.max(self.height);
                    if self.eat_op(":") {
                        // `x.fp32[3:0]`: of arrays of floats, in texts out of scope. Read on, so that the place of the
                        // error is behind it.
                        self.expr()?;
                        return self.error("an index expected, not a range,");
                    }
                    self.expect_op("]")?;
                    Some(Box::new(index))
                } else {
                    None
                };
                match member_bits(field) {
                    Some(bits) => Expr::Member(Box::new(base), bits, index),
                    None => Expr::Field(Box::new(base), field.clone()),
                }
            } else {
                return Ok(base);
            };
            base = self.over(height, base)?;
        }
    }

    /// An expression that has no parts before it.
    fn primary(&mut self) -> Parsed<Expr> {
        self.height = 1;
        match self.peek() {
            Token::Int(v) => {
                self.next();
                Ok(Expr::Int(*v))
            }
            Token::Opaque(text) => {
                self.next();
                // A real begins with a digit and has a point; `#DE` and strings do not.
                let real = text.starts_with(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok();
                Ok(if real { Expr::Real(text.clone()) } else { Expr::Opaque(text.clone()) })
            }
            Token::Op("(") => {
                self.next();
                self.skip_line_breaks();
                let inner = self.expr()?;
                self.skip_line_breaks();
                self.expect_op(")")?;
                Ok(inner)
            }
            // `dst[MAX:128]` is a bit's number, `MAX(a, b)` a function of the prelude.
            Token::Ident(word) if word == "MAX" && !self.calls() => {
                self.next();
                Ok(Expr::Max)
            }
            Token::Ident(word) => {
                let calls = self.calls();
                let name = self.name()?;
                if !calls {
                    return Ok(Expr::Var(name));
                }
                let mut args = self.arguments()?;
                // A conversion of other than one operand is a function that the text may define.
                let call = match (cast_of(word), args.len()) {
                    (Some(cast), 1) => Expr::Cast(cast, Box::new(args.remove(0))),
                    _ => Expr::Call(name, args),
                };
                self.over(self.height, call)
            }
            _ => self.error("an expression expected"),
        }
    }

    /// Whether the word at the cursor is called: a parenthesis follows.
    fn calls(&self) -> bool {
        matches!(self.tokens.get(self.at + 1).map(|s| &s.token), Some(Token::Op("(")))
    }

    /// The operands of a call, which may be on lines of their own.
    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.expect_op("(")?;
        let mut args = Vec::new();
        let mut tallest = 0;
        self.skip_line_breaks();
        while !self.eat_op(")") {
            args.push(self.expr()?);
            tallest = tallest.max(self.height);
            self.skip_line_breaks();
            if !self.eat_op(",") && !self.is_op(")") {
                return self.error("',' or ')' expected");
            }
            self.skip_line_breaks();
        }
        self.height = tallest;
        Ok(args)
    }
}

/// The level of comparisons in [`binary`].
const COMPARISON: u8 = 5;

/// An operator and how tightly it binds. Words and signs bind alike: the guide writes `tmp >= 0 AND a[i] == 0`.
pub(super) fn binary(op: &str) -> Option<(BinOp, u8)> {
    use BinOp::*;
    Some(match op {
        "||" => (LogicOr, 0),
        "&&" => (LogicAnd, 1),
        "OR" | "or" | "|" => (Or, 2),
        "XOR" | "xor" | "^" => (Xor, 3),
        "AND" | "and" | "&" => (And, 4),
        "==" => (Eq, COMPARISON),
        "!=" => (Ne, COMPARISON),
        "<" => (Lt, COMPARISON),
        "<=" => (Le, COMPARISON),
        ">" => (Gt, COMPARISON),
        ">=" => (Ge, COMPARISON),
        "<<" => (Shl, 6),
        ">>" => (Shr, 6),
        "+" => (Add, 7),
        "-" => (Sub, 7),
        "*" => (Mul, 8),
        "/" => (Div, 8),
        "%" | "MOD" => (Rem, 8),
        _ => return None,
    })
}
