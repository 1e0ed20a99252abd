//! A place in the tokens, and the small steps that every rule of the grammar takes from it.
//!
//! Errors name the token at the cursor and what was expected there, in the words of the guide. The cursor never passes
//! the last token, so that no rule checks for the end of the text before it looks.

use super::ast::*;
use super::error::SyntaxError;
use super::lex::{Spot, Token};
use crate::limits::{MAX_NAMES, MAX_NESTING};

/// One attempt to read a text: [`super::parse`] makes a second one where the first fails.
pub(super) struct Parser<'a> {
    /// The text's tokens; the last is [`Token::End`].
    pub(super) tokens: &'a [Spot],
    /// The token at the cursor, by number.
    pub(super) at: usize,
    /// Whether `ELSE IF` on one line shares its `FI` with the IF before it.
    pub(super) chain: bool,
    /// Rules that are open: what the reader's own recursion costs in stack.
    pub(super) depth: u32,
    /// The height of the expression read last. A row of operators recurses nowhere here and is still a tall tree, which
    /// everything that walks it pays for.
    pub(super) height: u32,
    /// The program so far: names and functions. The statements outside functions come in at the end.
    pub(super) program: Program,
}

/// The result of a rule: its part of the tree, or the first error, with which reading ends.
pub(super) type Parsed<T> = Result<T, SyntaxError>;

impl<'a> Parser<'a> {
    /// At the first token of a text.
    pub(super) fn new(tokens: &'a [Spot], chain: bool) -> Self {
        Parser { tokens, at: 0, chain, depth: 0, height: 0, program: Program::default() }
    }

    /// The token at the cursor.
    pub(super) fn peek(&self) -> &'a Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)].token
    }

    /// Takes the token at the cursor; the last one stays.
    pub(super) fn next(&mut self) -> &'a Token {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// The line of the cursor, from 1: a statement's line is that of its first token.
    pub(super) fn line(&self) -> u32 {
        self.tokens[self.at].line
    }

    /// An error at the cursor. The message ends in what was expected; what was met is added here.
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

    /// Whether the cursor is at this sign.
    pub(super) fn is_op(&self, op: &str) -> bool {
        matches!(self.peek(), Token::Op(o) if *o == op)
    }

    /// Takes this sign if it is there.
    pub(super) fn eat_op(&mut self, op: &str) -> bool {
        let found = self.is_op(op);
        if found {
            self.next();
        }
        found
    }

    /// Takes this sign, which must be there.
    pub(super) fn expect_op(&mut self, op: &str) -> Parsed<()> {
        if self.eat_op(op) { Ok(()) } else { self.error(format!("'{op}' expected")) }
    }

    /// The word at the cursor, empty where there is none: no keyword is empty.
    pub(super) fn word(&self) -> &'a str {
        match self.peek() {
            Token::Ident(word) => word,
            _ => "",
        }
    }

    /// Takes one of these words if it is there: the spellings of one keyword.
    pub(super) fn eat_word(&mut self, words: &[&str]) -> bool {
        let found = words.iter().any(|w| self.word() == *w);
        if found {
            self.next();
        }
        found
    }

    /// To the next statement. Some texts end statements by semicolons as well.
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

    /// Both bounds are one number: what the reader's recursion costs, and what everybody's costs who walks the tree.
    fn within_nesting(&self, levels: u32) -> Parsed<()> {
        if levels <= MAX_NESTING {
            return Ok(());
        }
        self.error(format!("nested deeper than MAX_NESTING ({MAX_NESTING})"))
    }

    /// A name, interned.
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

    /// To the next token, over ends of lines that end nothing: inside parentheses, and behind an operator or `:=`, a
    /// statement goes on.
    pub(super) fn skip_line_breaks(&mut self) {
        while matches!(self.peek(), Token::Newline) {
            self.next();
        }
    }
}
