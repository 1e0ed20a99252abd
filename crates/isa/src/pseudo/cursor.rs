//! A place in the tokens, and the small steps that every rule of the grammar takes from it.

use super::ast::*;
use super::error::SyntaxError;
use super::lex::{Spot, Token};
use crate::limits::{MAX_NAMES, MAX_NESTING};

pub(super) struct Parser<'a> {
    pub(super) tokens: &'a [Spot],
    pub(super) at: usize,
    /// Whether `ELSE IF` on one line shares its `FI` with the IF before it.
    pub(super) chain: bool,
    /// Rules that are open: what the reader's own recursion costs in stack.
    pub(super) depth: u32,
    /// The height of the expression read last. A row of operators recurses nowhere here and is still a tall tree, which
    /// everything that walks it pays for.
    pub(super) height: u32,
    pub(super) program: Program,
}

pub(super) type Parsed<T> = Result<T, SyntaxError>;

impl<'a> Parser<'a> {
    pub(super) fn new(tokens: &'a [Spot], chain: bool) -> Self {
        Parser { tokens, at: 0, chain, depth: 0, height: 0, program: Program::default() }
    }

    pub(super) fn peek(&self) -> &'a Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)].token
    }

    pub(super) fn next(&mut self) -> &'a Token {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn line(&self) -> u32 {
        self.tokens[self.at].line
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let spot = &self.tokens[self.at];
        let met = match &spot.token {
            Token::Int(v) => format!("{v}"),
            Token::Opaque(s) | Token::Ident(s) => s.clone(),
            Token::Op(op) => (*op).to_owned(),
            Token::Newline => "the end of the line".to_owned(),
            Token::End => "the end of the text".to_owned(),
        };
        Err(SyntaxError { line: spot.line, column: spot.column, message: format!("{} at {met}", message.into()) })
    }

    pub(super) fn is_op(&self, op: &str) -> bool {
        matches!(self.peek(), Token::Op(o) if *o == op)
    }

    pub(super) fn eat_op(&mut self, op: &str) -> bool {
        let found = self.is_op(op);
        if found {
            self.next();
        }
        found
    }

    pub(super) fn expect_op(&mut self, op: &str) -> Parsed<()> {
        if self.eat_op(op) { Ok(()) } else { self.error(format!("'{op}' expected")) }
    }

    pub(super) fn word(&self) -> &'a str {
        match self.peek() {
            Token::Ident(word) => word,
            _ => "",
        }
    }

    pub(super) fn eat_word(&mut self, words: &[&str]) -> bool {
        let found = words.iter().any(|w| self.word() == *w);
        if found {
            self.next();
        }
        found
    }

    pub(super) fn skip_newlines(&mut self) {
        while matches!(self.peek(), Token::Newline) || self.is_op(";") {
            self.next();
        }
    }

    /// Opens a rule that may contain itself. Whoever enters subtracts from `depth` when it is done.
    pub(super) fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        self.within_nesting(self.depth)
    }

    /// An expression whose tallest part has this height.
    pub(super) fn over(&mut self, below: u32, expr: Expr) -> Parsed<Expr> {
        self.height = below + 1;
        self.within_nesting(self.height)?;
        Ok(expr)
    }

    fn within_nesting(&self, levels: u32) -> Parsed<()> {
        if levels <= MAX_NESTING {
            return Ok(());
        }
        self.error(format!("nested deeper than MAX_NESTING ({MAX_NESTING})"))
    }

    pub(super) fn name(&mut self) -> Parsed<Sym> {
        match self.peek() {
            Token::Ident(word) => {
                let name = self.program.intern(word);
                // Names are looked up one by one, and every call has a slot for each.
                if self.program.names.len() > MAX_NAMES {
                    return self.error(format!("more than MAX_NAMES ({MAX_NAMES}) names"));
                }
                self.next();
                Ok(name)
            }
            _ => self.error("a name expected"),
        }
    }

    pub(super) fn skip_line_breaks(&mut self) {
        while matches!(self.peek(), Token::Newline) {
            self.next();
        }
    }
}
