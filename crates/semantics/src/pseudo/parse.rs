//! Tokens to syntax tree, by recursive descent: statements. Expressions are [`super::expression`].
//!
//! Keywords are taken in the spellings that vendors use side by side; none is reserved, so that a name is only a
//! keyword where a statement may start or end. Blocks end at words, not at indentation, which is not reliable.

use super::ast::*;
use super::cursor::{Parsed, Parser};
use super::error::SyntaxError;
use super::expression::binary;
use super::lex::{Token, lex};
use crate::limits::MAX_TEXT_BYTES;

/// Reads a text of the dialect.
///
/// `ELSE IF` on one line is a chain with one `FI` in most texts and a nested `IF` with its own `FI` in some; the chain
/// is tried first.
pub fn parse(text: &str) -> Result<Program, SyntaxError> {
    if text.len() > MAX_TEXT_BYTES {
        let message = format!("{} bytes of text are over MAX_TEXT_BYTES ({MAX_TEXT_BYTES})", text.len());
        return Err(SyntaxError { line: 1, column: 1, message });
    }
    let tokens = lex(text)?;
    let chained = Parser::new(&tokens, true).program();
    match chained {
        Err(first) => Parser::new(&tokens, false).program().map_err(|_| first),
        done => done,
    }
}

impl Parser<'_> {
    /// The whole text.
    fn program(mut self) -> Parsed<Program> {
        let body = self.block(&[])?;
        if *self.peek() != Token::End {
            return self.error("a statement expected");
        }
        self.program.body = body;
        Ok(self.program)
    }

    /// Statements up to, not including, one of `stops`, a closing brace, a CASE label or the end.
    fn block(&mut self, stops: &[&str]) -> Parsed<Vec<Stmt>> {
        self.enter()?;
        let mut out = Vec::new();
        loop {
            self.skip_newlines();
            // A closing brace ends a function's body, a label the arm of a CASE before it.
            if *self.peek() == Token::End || self.is_op("}") || stops.contains(&self.word()) || self.label().is_some() {
                break;
            }
            if matches!(self.word(), "DEFINE" | "define") {
                self.define()?;
            } else {
                out.push(self.statement()?);
            }
        }
        self.depth -= 1;
        Ok(out)
    }

    /// A CASE label at the cursor: its value, `None` inside for the default.
    fn label(&self) -> Option<Option<i128>> {
        let colon = |n: usize| matches!(self.tokens.get(self.at + n).map(|s| &s.token), Some(Token::Op(":")));
        match self.peek() {
            Token::Int(v) if colon(1) => Some(Some(*v)),
            Token::Ident(w) if matches!(w.as_str(), "DEFAULT" | "default") && colon(1) => Some(None),
            _ => None,
        }
    }

    /// `DEFINE name(x, y[31:0]) { .. }`. The widths of parameters are for the reader: arguments are integers, passed
    /// whole. A function may be defined after it is used, and inside of nothing but the text itself.
    fn define(&mut self) -> Parsed<()> {
        self.next();
        let name = self.name()?;
        let mut params = Vec::new();
        self.expect_op("(")?;
        while !self.eat_op(")") {
            params.push(self.name()?);
            if self.eat_op("[") {
                self.expr()?;
                if self.eat_op(":") {
                    self.expr()?;
                }
                self.expect_op("]")?;
            }
            if !self.eat_op(",") && !self.is_op(")") {
                return self.error("',' or ')' expected");
            }
        }
        self.skip_newlines();
        self.expect_op("{")?;
        let body = self.block(&[])?;
        self.expect_op("}")?;
        self.program.functions.push(Function { name, params, body });
        Ok(())
    }

    /// A statement, with the line of its first token, which is the place that errors and faults give.
    fn statement(&mut self) -> Parsed<Stmt> {
        let line = self.line();
        let kind = match self.word() {
            "FOR" | "for" => self.for_loop()?,
            "IF" | "if" => {
                self.next();
                self.if_tail()?
            }
            "CASE" | "case" => self.case()?,
            "DO" | "WHILE" | "while" => self.while_loop()?,
            "RETURN" | "return" => {
                self.next();
                let none = matches!(self.peek(), Token::Newline | Token::End) || self.is_op("}");
                StmtKind::Return(if none { None } else { Some(self.expr()?) })
            }
            // Said here, since it would read as a name that is called for its effect.
            word if CLOSING.contains(&word) => return self.error("a statement expected"),
            _ => self.simple()?,
        };
        Ok(Stmt { line, kind })
    }

    /// `FOR j := 0 to 15 .. ENDFOR`. Both bounds belong to the loop; `downto` counts down to the second.
    fn for_loop(&mut self) -> Parsed<StmtKind> {
        self.next();
        let var = self.name()?;
        if !self.eat_op(":=") && !self.eat_op("=") {
            return self.error("':=' expected");
        }
        let from = self.expr()?;
        let down = match self.word() {
            "to" | "TO" | "To" => false,
            "downto" | "DOWNTO" => true,
            _ => return self.error("'to' or 'downto' expected"),
        };
        self.next();
        let to = self.expr()?;
        self.eat_word(&["DO", "do"]);
        let body = self.block(&["ENDFOR", "endfor", "ROF"])?;
        if !self.eat_word(&["ENDFOR", "endfor", "ROF"]) {
            return self.error("ENDFOR expected");
        }
        Ok(StmtKind::For { var, from, to, down, body })
    }

    /// The statements behind the word IF. A chain of ELSE IF nests to the right, one IF inside the other's ELSE.
    fn if_tail(&mut self) -> Parsed<StmtKind> {
        self.enter()?;
        let whole = self.if_tail_here()?;
        self.depth -= 1;
        Ok(whole)
    }

    /// One IF of a chain with all that follows it.
    fn if_tail_here(&mut self) -> Parsed<StmtKind> {
        let cond = self.expr()?;
        self.eat_word(&["THEN", "then"]);
        self.eat_op(":");
        let stops = ["ELSE", "ELSIF", "ELSEIF", "FI", "ENDIF", "else", "fi"];
        let then = self.block(&stops)?;
        // The inner IF of a chain has the line of its own word.
        let line = self.line();
        if self.eat_word(&["ELSIF", "ELSEIF"]) {
            return Ok(StmtKind::If(cond, then, vec![Stmt { line, kind: self.if_tail()? }]));
        }
        let mut otherwise = Vec::new();
        if self.eat_word(&["ELSE", "else"]) {
            // `ELSE IF` on one line: most texts close the chain by one FI (`_mm_sign_epi8`), some by one for each IF.
            // Which it is shows only at the end, so that both are tried, this way first.
            if self.chain && matches!(self.word(), "IF" | "if") {
                self.next();
                return Ok(StmtKind::If(cond, then, vec![Stmt { line, kind: self.if_tail()? }]));
            }
            self.eat_op(":");
            otherwise = self.block(&stops)?;
        }
        if !self.eat_word(&["FI", "ENDIF", "fi"]) {
            return self.error("FI expected");
        }
        Ok(StmtKind::If(cond, then, otherwise))
    }

    /// `CASE imm8[1:0] OF 0: .. 1: .. ESAC`. An arm is a block up to the next label; control does not fall through.
    fn case(&mut self) -> Parsed<StmtKind> {
        self.next();
        let selector = self.expr()?;
        self.eat_word(&["OF", "of"]);
        self.eat_op(":");
        let mut arms = Vec::new();
        loop {
            self.skip_newlines();
            if self.eat_word(&["ESAC", "esac"]) {
                return Ok(StmtKind::Case(selector, arms));
            }
            let Some(label) = self.label() else {
                return self.error("a CASE label or ESAC expected");
            };
            // The label and its colon.
            self.next();
            self.next();
            arms.push((label, self.block(&["ESAC", "esac"])?));
        }
    }

    /// `DO WHILE condition .. OD`, as populations and leading zeros are counted.
    fn while_loop(&mut self) -> Parsed<StmtKind> {
        self.eat_word(&["DO"]);
        if !self.eat_word(&["WHILE", "while"]) {
            return self.error("WHILE expected");
        }
        let cond = self.expr()?;
        self.eat_word(&["DO"]);
        let ends = ["OD", "ENDWHILE", "END"];
        let body = self.block(&ends)?;
        if !self.eat_word(&ends) {
            return self.error("OD expected");
        }
        Ok(StmtKind::While(cond, body))
    }

    /// An assignment, or a name that stands alone: `#DE`, a call for its effect. Effects are kept by name, so that
    /// [`crate::semantics`] can say which one it refuses.
    fn simple(&mut self) -> Parsed<StmtKind> {
        if let Token::Opaque(text) = self.peek() {
            let mut text = text.clone();
            self.next();
            if self.eat_op("(") {
                text.push_str("()");
                while !matches!(self.peek(), Token::Newline | Token::End) && !self.eat_op(")") {
                    self.next();
                }
            }
            return Ok(StmtKind::Effect(text));
        }
        let target = self.postfix()?;
        let value = match self.next() {
            Token::Op(":=" | "=") => {
                self.skip_line_breaks();
                self.expr()?
            }
            // `x += y` is `x := x + y`, whatever `x` is a part of.
            Token::Op(op) if op.ends_with('=') && op.len() > 1 && !matches!(*op, "==" | "!=" | "<=" | ">=") => {
                let op = binary(op.trim_end_matches('=')).map(|(op, _)| op);
                let Some(op) = op else { return self.error("an assignment expected") };
                let value = self.expr()?;
                Expr::Bin(op, Box::new(target.clone()), Box::new(value))
            }
            // A part of a variable alone says nothing; a name alone may be an effect.
            Token::Newline | Token::End => {
                return match target {
                    Expr::Call(name, _) => Ok(StmtKind::Effect(self.program.name(name).to_owned())),
                    Expr::Var(name) => Ok(StmtKind::Effect(self.program.name(name).to_owned())),
                    _ => self.error("an assignment expected before"),
                };
            }
            _ => {
                // Back to what was met instead, which the error names.
                self.at -= 1;
                return self.error("':=' expected");
            }
        };
        Ok(StmtKind::Assign(target, value))
    }
}

/// Words that close or continue a statement, hence start none.
const CLOSING: &[&str] = &["ELSE", "ELSIF", "ELSEIF", "FI", "ENDIF", "ENDFOR", "ESAC", "OD", "OF", "THEN"];
