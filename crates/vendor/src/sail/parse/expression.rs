//! Expressions and blocks, by precedence climbing.
//!
//! Words are no keywords until they stand where one may: `let`, `if`, `match`, `foreach`, `while`, `repeat`, `return`, `throw`,
//! `undefined`, `constraint`, `struct`, `ref` and `sizeof` begin an expression of their own; anything else is a name, or a call where
//! a parenthesis follows.
//!
//! - A type after a value, `(a : int)` or `(match ..) : bool`, is passed over: the value has it.
//! - `constraint(..)` and `'n in {8, 16}` are true: the type checker has held the text to them.
//! - An assignment is an expression, whose place is read as one. Whether it is a place is found out when it is assigned.
//! - A `let` with `in` has a body; one without is a statement, for what follows in its block.
//! - Structures, references, updates of structures and loops with their condition behind them are read to their end, so that the item that
//!   they are in has no fault, and are no value: functions that compute with them are the memory system's.
//!
//! Rules that contain themselves are counted (`deeper`): a text of a million parentheses ends in a message.

use super::pattern::bit;
use super::{Parsed, Parser};
use crate::sail::ast::*;
use crate::sail::lex::Token;

/// Operators with how tightly they bind; those of the last level associate to the right.
const OPERATORS: &[(&str, u8)] = &[
    ("-->", 1),
    ("<-->", 1),
    ("|", 2),
    ("&", 3),
    ("<", 4),
    ("<=", 4),
    (">", 4),
    (">=", 4),
    ("==", 4),
    ("!=", 4),
    ("++", 5),
    ("@", 5),
    ("+", 6),
    ("-", 6),
    ("<<", 7),
    (">>", 7),
    ("*", 7),
    ("/", 7),
    ("%", 7),
    ("^", 8),
];

impl Parser<'_> {
    /// A whole expression, an assignment included.
    pub(in crate::sail) fn expr(&mut self) -> Parsed<Expr> {
        self.deeper(|p| {
            let left = p.binary(0)?;
            if p.eat("=") {
                return Ok(Expr::Assign(Box::new(left), Box::new(p.expr()?)));
            }
            Ok(left)
        })
    }

    /// Operands joined by operators that bind at least as tightly as `floor`. Rows of equal operators lean to the left,
    /// but for powers.
    fn binary(&mut self, floor: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        loop {
            let Token::Sign(sign) = self.peek() else { return Ok(left) };
            let Some((operator, level)) = OPERATORS.iter().find(|(s, level)| s == sign && *level >= floor) else {
                return Ok(left);
            };
            self.next();
            // Only powers associate to the right.
            let right = self.deeper(|p| p.binary(level + u8::from(*level != 8)))?;
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    /// An operand with its sign before it and the parts behind it: `a[7 .. 0]`, `a[3]`, `a.field`.
    fn unary(&mut self) -> Parsed<Expr> {
        if self.eat("-") {
            return Ok(Expr::Negate(Box::new(self.deeper(Self::unary)?)));
        }
        // Whether a type may follow.
        let grouped = self.is("(");
        let mut base = self.primary()?;
        loop {
            // Only behind a parenthesis: `x : type = a` is a statement.
            if grouped && self.eat(":") {
                self.type_()?;
            } else if self.eat("[") {
                let high = self.expr()?;
                base = if self.eat("..") {
                    let low = self.expr()?;
                    Expr::Slice(Box::new(base), Box::new(high), Box::new(low))
                } else {
                    Expr::Index(Box::new(base), Box::new(high))
                };
                self.expect("]")?;
            } else if self.eat(".") {
                base = Expr::Field(Box::new(base), self.name()?);
            } else if matches!(base, Expr::Size(_)) && self.is_word("in") && matches!(self.ahead(1), Token::Sign("{")) {
                // `'n in {8, 16}` is the type checker's.
                self.next();
                self.skip_braces()?;
                base = Expr::Bool(true);
            } else {
                return Ok(base);
            }
        }
    }

    /// An expression that has no parts before it.
    fn primary(&mut self) -> Parsed<Expr> {
        match self.peek() {
            Token::Name(word) => self.word(word),
            Token::Size(name) => {
                self.next();
                Ok(Expr::Size((*name).to_owned()))
            }
            Token::Int(value) => {
                self.next();
                Ok(Expr::Int(*value))
            }
            Token::Bits(bits) => {
                self.next();
                Ok(Expr::Bits(bits.clone()))
            }
            Token::Text(text) => {
                self.next();
                Ok(Expr::Text((*text).to_owned()))
            }
            Token::Sign("(") => {
                let mut inner = self.group(")", Self::ascribed)?;
                Ok(match inner.len() {
                    0 => Expr::Unit,
                    1 => inner.remove(0),
                    _ => Expr::Tuple(inner),
                })
            }
            Token::Sign("[") => self.vector(),
            Token::Sign("{") => self.block(),
            _ => self.wrong("an expression expected"),
        }
    }

    /// `a : type`: the type says nothing here that the value does not.
    fn ascribed(&mut self) -> Parsed<Expr> {
        let value = self.expr()?;
        if self.eat(":") {
            self.type_()?;
        }
        Ok(value)
    }

    /// `[a, b]`, or an update, `[a with b = c]`.
    fn vector(&mut self) -> Parsed<Expr> {
        self.next();
        let mut out = Vec::new();
        while !self.eat("]") {
            out.push(self.expr()?);
            if self.eat_word("with") {
                let mut depth = 1;
                while depth > 0 {
                    match self.next() {
                        Token::Sign("[") => depth += 1,
                        Token::Sign("]") => depth -= 1,
                        Token::End => return self.wrong("']' expected"),
                        _ => {}
                    }
                }
                return Ok(Expr::Unsupported("an update of a structure"));
            }
            if !self.eat(",") && !self.is("]") {
                return self.wrong("',' or ']' expected");
            }
        }
        Ok(Expr::Vector(out))
    }

    /// An expression that begins with a word: a keyword's form, a call, a name.
    fn word(&mut self, word: &str) -> Parsed<Expr> {
        self.next();
        match word {
            "if" => self.condition(),
            "match" => self.matching(),
            "foreach" => self.foreach(),
            "while" => {
                let condition = self.expr()?;
                self.expect_word("do")?;
                Ok(Expr::While(Box::new(condition), Box::new(self.expr()?)))
            }
            "repeat" => {
                self.expr()?;
                self.expect_word("until")?;
                self.expr()?;
                Ok(Expr::Unsupported("a loop with its condition behind it"))
            }
            "let" => {
                let line = self.line();
                let pattern = self.pattern()?;
                self.expect("=")?;
                let value = self.expr()?;
                self.expect_word("in")?;
                let body = self.expr()?;
                let bound = Stmt { line, kind: StmtKind::Let(pattern, value) };
                Ok(Expr::Block(vec![bound, Stmt { line, kind: StmtKind::Expr(body) }]))
            }
            "return" => Ok(Expr::Return(Box::new(self.expr()?))),
            "throw" => Ok(Expr::Throw(Box::new(self.expr()?))),
            "undefined" => Ok(Expr::Undefined),
            "constraint" => {
                self.skip_parentheses()?;
                Ok(Expr::Bool(true))
            }
            "struct" => {
                self.skip_braces()?;
                Ok(Expr::Unsupported("a structure"))
            }
            "ref" => {
                self.expr()?;
                Ok(Expr::Unsupported("a reference"))
            }
            "sizeof" => {
                let mut inner = self.group(")", Self::expr)?;
                if inner.len() == 1 { Ok(inner.remove(0)) } else { self.wrong("one size expected") }
            }
            _ if self.is("(") => Ok(Expr::Call(word.to_owned(), self.group(")", Self::ascribed)?)),
            _ => Ok(bit(word).unwrap_or_else(|| Expr::Name(word.to_owned()))),
        }
    }

    /// The expression behind `if`. An `else` belongs to the nearest one.
    fn condition(&mut self) -> Parsed<Expr> {
        let condition = self.expr()?;
        self.expect_word("then")?;
        let then = self.expr()?;
        let otherwise = if self.eat_word("else") { Some(Box::new(self.expr()?)) } else { None };
        Ok(Expr::If(Box::new(condition), Box::new(then), otherwise))
    }

    /// The expression behind `match`.
    fn matching(&mut self) -> Parsed<Expr> {
        let value = self.expr()?;
        if !self.is("{") {
            return self.wrong("'{' expected");
        }
        let arms = self.group("}", |p| {
            let pattern = p.pattern()?;
            let guard = if p.eat_word("if") { Some(p.expr()?) } else { None };
            p.expect("=>")?;
            Ok(Arm { pattern, guard, body: p.expr()? })
        })?;
        Ok(Expr::Match(Box::new(value), arms))
    }

    /// `foreach (i from a to b by c in inc) body`
    fn foreach(&mut self) -> Parsed<Expr> {
        self.expect("(")?;
        let var = self.name()?;
        self.expect_word("from")?;
        let from = self.expr()?;
        self.expect_word("to")?;
        let to = self.expr()?;
        let by = if self.eat_word("by") { Some(self.expr()?) } else { None };
        let down = if self.eat_word("in") { self.name()? == "dec" } else { false };
        self.expect(")")?;
        let body = self.expr()?;
        Ok(Expr::Foreach(Box::new(Foreach { var, from, to, by, down, body })))
    }

    /// `{ a; b }`. A block that ends in a semicolon has no value.
    fn block(&mut self) -> Parsed<Expr> {
        self.deeper(|p| {
            p.expect("{")?;
            let mut out = Vec::new();
            let mut last = true;
            while !p.eat("}") {
                out.push(p.statement()?);
                last = !p.eat(";");
                if last && !p.is("}") {
                    return p.wrong("';' or '}' expected");
                }
            }
            if !last || out.is_empty() {
                out.push(Stmt { line: p.line(), kind: StmtKind::Expr(Expr::Unit) });
            }
            Ok(Expr::Block(out))
        })
    }

    /// One statement of a block: a `let`, a variable with its type, or an expression.
    fn statement(&mut self) -> Parsed<Stmt> {
        let line = self.line();
        if self.is_word("let") {
            let start = self.at;
            self.next();
            let pattern = self.pattern()?;
            self.expect("=")?;
            let value = self.expr()?;
            if !self.is_word("in") {
                return Ok(Stmt { line, kind: StmtKind::Let(pattern, value) });
            }
            // A `let` with a body of its own is an expression.
            self.at = start;
        } else if let (Token::Name(name), Token::Sign(":")) = (self.peek(), self.ahead(1)) {
            self.next();
            self.next();
            let ty = self.type_()?;
            self.expect("=")?;
            return Ok(Stmt { line, kind: StmtKind::Variable((*name).to_owned(), ty, self.expr()?) });
        }
        Ok(Stmt { line, kind: StmtKind::Expr(self.expr()?) })
    }
}
