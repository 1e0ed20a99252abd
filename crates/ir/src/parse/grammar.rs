//! Tokens to a syntax tree, by recursive descent and precedence climbing.

use super::diagnostic::Diagnostic;
use super::lex::{Placed, Token, tokens};
use super::literal;
use super::stack::on_a_stack;
use super::syntax::{Declaration, Kind, Source, Syntax};
use crate::limits;
use crate::types::Type;

/// The whole text.
pub(super) fn source(text: &str) -> Result<Source<'_>, Diagnostic> {
    let mut parser = Parser { text, tokens: tokens(text)?, next: 0 };
    parser.source()
}

/// Binding powers, loosest first; all associate to the left.
fn precedence(mark: &str) -> Option<u8> {
    Some(match mark {
        "||" => 1,
        "&&" => 2,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => 3,
        "+" | "-" => 4,
        "*" | "/" | "%" => 5,
        _ => return None,
    })
}

/// A place in the tokens. The last token is the end, and is never passed.
struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Placed<'t>>,
    next: usize,
}

impl<'t> Parser<'t> {
    /// The token at the cursor.
    fn peek(&self) -> Token<'t> {
        self.tokens[self.next].token
    }

    /// The one after it: `(name)` is a type in front of something only if it closes at once.
    fn peek_second(&self) -> Token<'t> {
        self.tokens.get(self.next + 1).map_or(Token::End, |t| t.token)
    }

    /// The byte at which the token at the cursor begins.
    fn at(&self) -> usize {
        self.tokens[self.next].at
    }

    /// Takes the token at the cursor.
    fn advance(&mut self) -> Token<'t> {
        let token = self.peek();
        // The end is never passed.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, Diagnostic> {
        Err(Diagnostic::new(self.text, at, message))
    }

    /// An error at the cursor that says what was expected, and what is there.
    fn expected<T>(&self, what: &str) -> Result<T, Diagnostic> {
        let found = match self.peek() {
            Token::Name(name) => format!("`{name}`"),
            Token::Number(text) => format!("`{text}`"),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::Target(_) => "a target line".to_owned(),
            Token::End => "the end of the text".to_owned(),
        };
        self.error(self.at(), format!("expected {what}, found {found}"))
    }

    /// Takes this mark if it is there.
    fn eat(&mut self, mark: &str) -> bool {
        let here = matches!(self.peek(), Token::Mark(m) if m == mark);
        if here {
            self.advance();
        }
        here
    }

    /// Takes this word if it is there.
    fn eat_word(&mut self, word: &str) -> bool {
        let here = self.peek() == Token::Name(word);
        if here {
            self.advance();
        }
        here
    }

    /// Takes this mark, which must be there.
    fn expect(&mut self, mark: &str) -> Result<(), Diagnostic> {
        if self.eat(mark) { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    /// A name; `what` says of what, for the error.
    fn name(&mut self, what: &str) -> Result<&'t str, Diagnostic> {
        let Token::Name(name) = self.peek() else { return self.expected(what) };
        self.advance();
        Ok(name)
    }

    /// A type by Halide's spelling.
    fn ty(&mut self) -> Result<Type, Diagnostic> {
        let at = self.at();
        let name = self.name("a type, as in `uint8x64`")?;
        let bound = limits::MAX_LANES;
        let known = "a type is int, uint, float, bfloat or bool with its bits and at most";
        Type::parse(name)
            .map_or_else(|| self.error(at, format!("`{name}` is no type: {known} {bound} lanes, as in `uint8x64`")), Ok)
    }

    /// Lines in any order: a leaf may be declared below the result that uses it.
    fn source(&mut self) -> Result<Source<'t>, Diagnostic> {
        let name = |token: &Placed<'t>| if let Token::Name(name) = token.token { Some(name) } else { None };
        let mut source = Source { names: self.tokens.iter().filter_map(name).collect(), ..Source::default() };
        while self.peek() != Token::End {
            let at = self.at();
            if !self.tokens[self.next].starts_line {
                return self.expected("the end of the line or an operator");
            }
            match self.peek() {
                Token::Target(line) => {
                    self.advance();
                    if source.target.replace(line).is_some() {
                        return self.error(at, "a file has one target line");
                    }
                }
                Token::Name("let") => {
                    self.advance();
                    source.declarations.push(self.declaration()?);
                }
                _ => {
                    let ty = self.ty()?;
                    source.results.push((ty, self.expression(1, 0)?));
                }
            }
            if source.results.len() > limits::MAX_WINDOWS {
                return self.error(at, format!("more than {} results; split the file", limits::MAX_WINDOWS));
            }
        }
        Ok(source)
    }

    /// The declaration behind `let` at the start of a line.
    fn declaration(&mut self) -> Result<Declaration<'t>, Diagnostic> {
        let at = self.at();
        let name = self.name("the leaf's name")?;
        if !self.eat(":") {
            return self.expected("`:` and the leaf's type, as in `let a : uint8x64`");
        }
        let ty = self.ty()?;
        let mut range = None;
        if self.eat_word("in") {
            self.expect("[")?;
            let low = self.integer()?;
            self.expect(",")?;
            range = Some((low, self.integer()?));
            self.expect("]")?;
        }
        let mut load = None;
        if self.eat("=") {
            if !self.eat_word("load") {
                return self.expected("`load`");
            }
            let buffer = self.name("the buffer's name")?;
            self.expect("[")?;
            let index = self.expression(1, 0)?;
            let mut stride = 1;
            if self.eat(",") {
                if !self.eat_word("stride") {
                    return self.expected("`stride`");
                }
                let at = self.at();
                let wide = self.integer()?;
                stride = i64::try_from(wide).or_else(|_| self.error(at, "a stride has 64 bits"))?;
            }
            self.expect("]")?;
            load = Some((buffer, index, stride));
        }
        Ok(Declaration { name, at, ty, range, load })
    }

    /// An integer of at most 64 bits and a sign.
    fn integer(&mut self) -> Result<i128, Diagnostic> {
        let negative = self.eat("-");
        let at = self.at();
        let Token::Number(text) = self.peek() else { return self.expected("an integer") };
        self.advance();
        match literal::integer(text) {
            Some(value) if negative => Ok(-value),
            Some(value) => Ok(value),
            None => self.error(at, format!("`{text}` is not an integer of at most 64 bits")),
        }
    }

    /// A node of the tree, one level above its highest part.
    fn make(&self, at: usize, kind: Kind<'t>) -> Result<Syntax<'t>, Diagnostic> {
        let below = match &kind {
            Kind::Number { .. } | Kind::Name(_) => 0,
            Kind::Call(_, args) => args.iter().map(|a| a.depth).max().unwrap_or(0),
            Kind::Load(_, a) | Kind::Typed(_, a) | Kind::Not(a) => a.depth,
            Kind::Binary(_, a, b) => a.depth.max(b.depth),
            Kind::Let(values, body) => values.iter().map(|v| v.1.depth).fold(body.depth, u32::max),
        };
        self.nesting(at, below + 1)?;
        Ok(Syntax { kind, at, depth: below + 1 })
    }

    /// The bound that holds for the reader's own recursion and for the tree that comes of it.
    fn nesting(&self, at: usize, depth: u32) -> Result<(), Diagnostic> {
        let bound = limits::MAX_NESTING;
        if depth <= bound {
            return Ok(());
        }
        self.error(at, format!("nested deeper than {bound} levels; name parts with `let`"))
    }

    /// Operands joined by operators of at least `floor`; `depth` counts the calls that are open.
    fn expression(&mut self, floor: u8, depth: u32) -> Result<Syntax<'t>, Diagnostic> {
        self.nesting(self.at(), depth)?;
        let mut left = self.operand(depth)?;
        while let Token::Mark(mark) = self.peek() {
            let Some(power) = precedence(mark).filter(|&p| p >= floor) else { break };
            let at = self.at();
            self.advance();
            // Tighter operators only: equal ones are this loop's, which makes rows lean to the left.
            let right = self.expression(power + 1, depth + 1)?;
            left = self.make(at, Kind::Binary(mark, Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    /// An operand, on a stack that grows: input decides how deep operands nest.
    fn operand(&mut self, depth: u32) -> Result<Syntax<'t>, Diagnostic> {
        on_a_stack(|| self.operand_here(depth))
    }

    /// An operand between operators. Only literals have a sign of their own.
    fn operand_here(&mut self, depth: u32) -> Result<Syntax<'t>, Diagnostic> {
        let at = self.at();
        match self.peek() {
            Token::Number(text) => {
                self.advance();
                self.make(at, Kind::Number { text, negative: false })
            }
            Token::Mark("-") => {
                self.advance();
                let Token::Number(text) = self.peek() else { return self.expected("a number after `-`") };
                self.advance();
                self.make(at, Kind::Number { text, negative: true })
            }
            Token::Mark("!") => {
                self.advance();
                self.nesting(at, depth)?;
                let inner = self.operand(depth + 1)?;
                self.make(at, Kind::Not(Box::new(inner)))
            }
            Token::Mark("(") => self.parenthesis(depth),
            Token::Name("let") => self.let_in(depth),
            Token::Name(name) => {
                self.advance();
                let kind = self.after_name(name, depth)?;
                self.make(at, kind)
            }
            _ => self.expected("an expression"),
        }
    }

    /// `(type)operand` or `(expression)`.
    fn parenthesis(&mut self, depth: u32) -> Result<Syntax<'t>, Diagnostic> {
        let at = self.at();
        self.advance();
        let prefix = match (self.peek(), self.peek_second()) {
            (Token::Name(name), Token::Mark(")")) => Type::parse(name),
            _ => None,
        };
        let Some(ty) = prefix else {
            let inner = self.expression(1, depth + 1)?;
            self.expect(")")?;
            return Ok(inner);
        };
        self.advance();
        self.advance();
        if !matches!(self.peek(), Token::Number(_) | Token::Name(_) | Token::Mark("-")) {
            return self.expected(&format!("what `({ty})` is the type of: a literal, a leaf, a load or a call"));
        }
        self.nesting(at, depth)?;
        let inner = self.operand(depth + 1)?;
        self.make(at, Kind::Typed(ty, Box::new(inner)))
    }

    /// A call, a load, or the name alone.
    fn after_name(&mut self, name: &'t str, depth: u32) -> Result<Kind<'t>, Diagnostic> {
        if self.eat("(") {
            let mut args = Vec::new();
            if !self.eat(")") {
                loop {
                    args.push(self.expression(1, depth + 1)?);
                    if !self.eat(",") {
                        break;
                    }
                }
                self.expect(")")?;
            }
            return Ok(Kind::Call(name, args));
        }
        if !self.eat("[") {
            return Ok(Kind::Name(name));
        }
        let index = self.expression(1, depth + 1)?;
        self.expect("]")?;
        // Halide states what it knows of the index; the address tells it already.
        if self.eat_word("aligned") {
            self.expect("(")?;
            self.integer()?;
            self.expect(",")?;
            self.integer()?;
            self.expect(")")?;
        }
        if self.peek() == Token::Name("if") {
            return self.error(self.at(), "a load under a condition is not supported; pass it as a leaf");
        }
        Ok(Kind::Load(name, Box::new(index)))
    }

    /// A row of lets is one node, so that many of them do not nest.
    fn let_in(&mut self, depth: u32) -> Result<Syntax<'t>, Diagnostic> {
        let at = self.at();
        let mut bindings = Vec::new();
        while self.eat_word("let") {
            let name = self.name("a name to bind")?;
            self.expect("=")?;
            bindings.push((name, self.expression(1, depth + 1)?));
            if !self.eat_word("in") {
                return self.expected("`in`");
            }
        }
        let body = self.expression(1, depth + 1)?;
        self.make(at, Kind::Let(bindings, Box::new(body)))
    }
}
