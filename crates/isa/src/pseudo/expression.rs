//! Expressions, by precedence climbing.

use super::ast::*;
use super::cursor::{Parsed, Parser};
use super::lex::Token;

impl Parser<'_> {
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

    fn operator(&self) -> Option<(BinOp, u8)> {
        match self.peek() {
            Token::Op(op) => binary(op),
            Token::Ident(word) => binary(word),
            _ => None,
        }
    }

    fn binary(&mut self, floor: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        loop {
            let height = self.height;
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
            self.skip_line_breaks();
            let right = self.binary(level + 1)?;
            left = self.over(height.max(self.height), Expr::Bin(op, Box::new(left), Box::new(right)))?;
        }
    }

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
        match operand {
            Expr::Int(v) if op == UnOp::Neg => Ok(Expr::Int(-v)),
            operand => self.over(self.height, Expr::Un(op, Box::new(operand))),
        }
    }

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

    fn primary(&mut self) -> Parsed<Expr> {
        self.height = 1;
        match self.peek() {
            Token::Int(v) => {
                self.next();
                Ok(Expr::Int(*v))
            }
            Token::Opaque(text) => {
                self.next();
                Ok(Expr::Opaque(text.clone()))
            }
            Token::Op("(") => {
                self.next();
                self.skip_line_breaks();
                let inner = self.expr()?;
                self.skip_line_breaks();
                self.expect_op(")")?;
                Ok(inner)
            }
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
                let call = match (cast_of(word), args.len()) {
                    (Some(cast), 1) => Expr::Cast(cast, Box::new(args.remove(0))),
                    _ => Expr::Call(name, args),
                };
                self.over(self.height, call)
            }
            _ => self.error("an expression expected"),
        }
    }

    fn calls(&self) -> bool {
        matches!(self.tokens.get(self.at + 1).map(|s| &s.token), Some(Token::Op("(")))
    }

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
