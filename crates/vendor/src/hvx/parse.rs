//! Tokens to the shared syntax tree, by recursive descent: statements. Expressions are [`super::expression`].
//!
//! A `for` that counts up by one to a known bound becomes the tree's own loop; every other one its condition and step.

use super::lex::{Spot, Token};
use super::syntax::register;
use isotope_semantics::Operand;
use isotope_semantics::limits::{MAX_NAMES, MAX_NESTING};
use isotope_semantics::pseudo::SyntaxError;
use isotope_semantics::pseudo::ast::*;

/// The result of a rule: its part of the tree, or the first error, with which reading ends.
pub(super) type Parsed<T> = Result<T, SyntaxError>;

/// The registers that a text may name, and the bits of one of a pair.
#[derive(Clone, Copy, Default)]
pub(super) struct Registers<'a> {
    /// Operands, and the result where it is none of them.
    pub operands: &'a [Operand],
    /// The operand that is written; it may be read again, as in sums.
    pub result: Option<&'a Operand>,
    /// Bits of the vector of which `.v[1]` is the second; 0 where there are no pairs.
    pub vector_bits: u32,
}

/// Reads a text. Its names must be in the syntax, or its own.
pub(super) fn parse(tokens: &[Spot], registers: Registers<'_>) -> Parsed<Program> {
    let mut parser = Parser::new(tokens, registers);
    let mut body = Vec::new();
    while *parser.peek() != Token::End {
        parser.statement(&mut body)?;
    }
    parser.program.body = body;
    Ok(parser.program)
}

/// Reads the prelude's functions: `name(x, y) { .. }`.
pub(super) fn functions(tokens: &[Spot]) -> Parsed<Program> {
    let mut parser = Parser::new(tokens, Registers::default());
    while *parser.peek() != Token::End {
        let name = parser.name()?;
        let mut params = Vec::new();
        parser.expect("(")?;
        while !parser.eat(")") {
            params.push(parser.name()?);
            if !parser.eat(",") && !parser.is(")") {
                return parser.error("',' or ')' expected");
            }
        }
        // A body is a block, which is one statement.
        let mut body = Vec::new();
        parser.statement(&mut body)?;
        parser.program.functions.push(Function { name, params, body });
    }
    Ok(parser.program)
}

/// A place in the tokens, and what was read so far.
pub(super) struct Parser<'a> {
    /// The text's tokens; the last is [`Token::End`].
    tokens: &'a [Spot],
    /// The token at the cursor, by number.
    at: usize,
    /// The registers that the text may name.
    pub(super) registers: Registers<'a>,
    /// Rules that are open: what the reader's own recursion costs in stack.
    depth: u32,
    /// The height of the expression read last, which everything that walks it pays for.
    pub(super) height: u32,
    /// Assignments inside the condition of a `for`; `None` where there may be none.
    pub(super) inside: Option<Vec<Stmt>>,
    /// Names and functions so far; the statements come in at the end.
    pub(super) program: Program,
}

impl<'a> Parser<'a> {
    /// At the first token of a text whose macros are put in.
    fn new(tokens: &'a [Spot], registers: Registers<'a>) -> Self {
        Parser { tokens, at: 0, registers, depth: 0, height: 0, inside: None, program: Program::default() }
    }

    /// The token so many behind the one at the cursor; behind the last one is the last one.
    pub(super) fn ahead(&self, by: usize) -> &'a Token {
        &self.tokens[(self.at + by).min(self.tokens.len() - 1)].token
    }

    /// The token at the cursor.
    pub(super) fn peek(&self) -> &'a Token {
        self.ahead(0)
    }

    /// Takes the token at the cursor; the last one stays, so that no rule checks for the end before it looks.
    pub(super) fn next(&mut self) -> &'a Token {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// An error at the cursor. The message ends in what was expected; what was met is added here.
    pub(super) fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let spot = &self.tokens[self.at];
        let met = match &spot.token {
            Token::Int(v) => v.to_string(),
            Token::Ident(word) => word.clone(),
            Token::Hash(word) => format!("#{word}"),
            Token::Op(op) => (*op).to_owned(),
            Token::End => "the end of the text".to_owned(),
        };
        Err(SyntaxError { line: spot.line, column: spot.column, message: format!("{} at {met}", message.into()) })
    }

    /// Whether the cursor is at this sign.
    pub(super) fn is(&self, op: &str) -> bool {
        matches!(self.peek(), Token::Op(o) if *o == op)
    }

    /// Takes this sign if it is there.
    pub(super) fn eat(&mut self, op: &str) -> bool {
        let found = self.is(op);
        if found {
            self.next();
        }
        found
    }

    /// Takes this sign, which must be there.
    pub(super) fn expect(&mut self, op: &str) -> Parsed<()> {
        if self.eat(op) { Ok(()) } else { self.error(format!("'{op}' expected")) }
    }

    /// Opens a rule that may contain itself. Whoever enters [leaves](Self::leave) when it is done.
    pub(super) fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        self.within(self.depth)
    }

    /// Takes back [`Parser::enter`]. After an error nobody asks any more how deep the reader was.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// An expression whose tallest part has this height.
    pub(super) fn over(&mut self, below: u32, expr: Expr) -> Parsed<Expr> {
        self.height = below + 1;
        self.within(self.height)?;
        Ok(expr)
    }

    /// One bound for what the reader's recursion costs and for what walks over the tree do.
    fn within(&self, levels: u32) -> Parsed<()> {
        if levels <= MAX_NESTING {
            return Ok(());
        }
        self.error(format!("nested deeper than MAX_NESTING ({MAX_NESTING})"))
    }

    /// A name that is no register.
    pub(super) fn name(&mut self) -> Parsed<Sym> {
        match self.peek() {
            Token::Ident(word) if register(word).is_none() => self.symbol(word),
            _ => self.error("a name expected"),
        }
    }

    /// The symbol of the word at the cursor, which is taken.
    /// Names are looked up one by one, and every call has a slot for each: hence the bound.
    pub(super) fn symbol(&mut self, name: &str) -> Parsed<Sym> {
        let symbol = self.program.intern(name);
        if self.program.names.len() > MAX_NAMES {
            return self.error(format!("more than MAX_NAMES ({MAX_NAMES}) names"));
        }
        self.next();
        Ok(symbol)
    }

    /// A statement, into what it may be several of: a block, a loop with its first assignment.
    /// The line of a statement is that of its first token, which is the place that errors and faults give. Blocks have no
    /// variables of their own, so that one is its statements.
    fn statement(&mut self, out: &mut Vec<Stmt>) -> Parsed<()> {
        self.enter()?;
        let line = self.tokens[self.at].line;
        match self.peek() {
            Token::Op(";") => {
                self.next();
            }
            Token::Op("{") => {
                self.next();
                while !self.eat("}") {
                    if *self.peek() == Token::End {
                        return self.error("'}' expected");
                    }
                    self.statement(out)?;
                }
            }
            Token::Ident(word) => match word.as_str() {
                "for" => self.for_loop(line, out)?,
                // An `else` belongs to the nearest `if` without one.
                "if" => {
                    self.next();
                    self.expect("(")?;
                    let condition = self.expr()?;
                    self.expect(")")?;
                    let (mut then, mut otherwise) = (Vec::new(), Vec::new());
                    self.statement(&mut then)?;
                    if *self.peek() == Token::Ident("else".to_owned()) {
                        self.next();
                        self.statement(&mut otherwise)?;
                    }
                    out.push(Stmt { line, kind: StmtKind::If(condition, then, otherwise) });
                }
                "return" => {
                    self.next();
                    let value = self.expr()?;
                    out.push(Stmt { line, kind: StmtKind::Return(Some(value)) });
                    self.end()?;
                }
                _ => {
                    // A type says nothing: integers have as many bits as they need.
                    while matches!(self.peek(), Token::Ident(word) if word == "unsigned" || word == "int") {
                        self.next();
                    }
                    out.push(self.assignment()?);
                    self.end()?;
                }
            },
            _ => return self.error("a statement expected"),
        }
        self.leave();
        Ok(())
    }

    /// The end of a statement: a block's end will do, since some texts leave the last semicolon out.
    fn end(&mut self) -> Parsed<()> {
        if self.eat(";") || self.is("}") { Ok(()) } else { self.error("';' expected") }
    }

    /// `place = expr`, `place += expr`, `name++`.
    pub(super) fn assignment(&mut self) -> Parsed<Stmt> {
        let line = self.tokens[self.at].line;
        // A place that is written has no sign, one that is read may have one.
        let (place, read) = self.place()?;
        let below = self.height;
        // `x += y` is `x = x + y`, whatever `x` is a part of: the tree has no other assignment.
        let by_one = |op| Expr::Bin(op, Box::new(read.clone()), Box::new(Expr::Int(1)));
        let value = match self.peek() {
            Token::Op("=") => {
                self.next();
                self.expr()?
            }
            Token::Op("++") => {
                self.next();
                by_one(BinOp::Add)
            }
            Token::Op("--") => {
                self.next();
                by_one(BinOp::Sub)
            }
            Token::Op(op) => {
                let Some((op, _)) = op.strip_suffix('=').and_then(super::expression::binary) else {
                    return self.error("'=' expected");
                };
                self.next();
                let value = self.expr()?;
                self.over(below.max(self.height), Expr::Bin(op, Box::new(read), Box::new(value)))?
            }
            _ => return self.error("'=' expected"),
        };
        Ok(Stmt { line, kind: StmtKind::Assign(place, value) })
    }

    /// `for (first; condition; step) statement`. Each part but the condition may be missing; a condition that assigns does so
    /// before the first iteration and before every other one, hence where the step is.
    fn for_loop(&mut self, line: u32, out: &mut Vec<Stmt>) -> Parsed<()> {
        self.next();
        self.expect("(")?;
        let first = if self.is(";") { None } else { Some(self.assignment()?) };
        self.expect(";")?;
        // Nowhere else may an expression assign: its order would have to be told.
        self.inside = Some(Vec::new());
        let condition = self.expr()?;
        let inside = self.inside.take().unwrap_or_default();
        self.expect(";")?;
        let step = if self.is(")") { None } else { Some(self.assignment()?) };
        self.expect(")")?;
        let mut body = Vec::new();
        self.statement(&mut body)?;
        // The tree's own loop keeps what loops are: permutes with 128 elements stay one line.
        if let Some(kind) = counted(&first, &condition, &step, &inside, &mut body) {
            out.push(Stmt { line, kind });
            return Ok(());
        }
        // The first assignment, what the condition assigns, the loop; in it the body, the step, and the condition's again.
        out.extend(first);
        out.extend(inside.iter().cloned());
        body.extend(step);
        body.extend(inside);
        out.push(Stmt { line, kind: StmtKind::While(condition, body) });
        Ok(())
    }
}

/// `for (i = a; i < b; i++)` with a bound that is a number. Its body is taken.
/// The tree's own loop reads its bounds once, which is the same where the bound is a number; a body that moves the counter moves
/// it here, too. Everything else about the loop is C's, so that nothing has to be known of the body.
fn counted(
    first: &Option<Stmt>,
    condition: &Expr,
    step: &Option<Stmt>,
    inside: &[Stmt],
    body: &mut Vec<Stmt>,
) -> Option<StmtKind> {
    let StmtKind::Assign(Expr::Var(var), from) = &first.as_ref()?.kind else { return None };
    let StmtKind::Assign(Expr::Var(stepped), Expr::Bin(BinOp::Add, base, by)) = &step.as_ref()?.kind else {
        return None;
    };
    let Expr::Bin(BinOp::Lt, compared, bound) = condition else { return None };
    let plain = |e: &Expr| matches!(e, Expr::Var(name) if name == var);
    let (Expr::Int(1), Expr::Int(bound)) = (&**by, &**bound) else { return None };
    if stepped != var || !plain(base) || !plain(compared) || !inside.is_empty() {
        return None;
    }
    let to = Expr::Int(bound.checked_sub(1)?);
    Some(StmtKind::For { var: *var, from: from.clone(), to, down: false, body: std::mem::take(body) })
}
