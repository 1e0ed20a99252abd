//! Tokens to items, by recursive descent.
//!
//! The cursor and the items belong here; expressions are `expression`, patterns and types `pattern`.
//!
//! An item ends where the next begins: at a keyword in the first column. Nothing inside an item begins there in the vendor's files,
//! and a text in which something does reads as two items with a fault each, which both say where they are.
//!
//! Types and registers, structures, overloads and the like are met and counted, and nothing of them is checked. The facts that evaluation
//! needs of them are in the values themselves.

mod expression;
mod pattern;

use super::SailError;
use super::ast::*;
use super::lex::{Spot, Token, lex};
use crate::limits::{MAX_SAIL_BITS, MAX_SAIL_NESTING};

/// The contents of a file.
#[derive(Debug, Default)]
pub struct Items {
    /// The items that evaluation needs, in the file's order.
    pub items: Vec<Item>,
    /// Items of all kinds that were met, those with faults included.
    pub met: usize,
    /// Faults, one an item at most.
    pub errors: Vec<SailError>,
}

/// Keywords that begin an item in the first column of a line.
const ITEMS: &[&str] = &[
    "val",
    "function",
    "let",
    "enum",
    "register",
    "bitfield",
    "struct",
    "union",
    "type",
    "overload",
    "default",
    "infix",
    "infixl",
    "infixr",
    "scattered",
    "mapping",
    "end",
    "mutual",
];

/// Reads a file; `file` is its name in messages.
pub fn parse(file: &str, text: &str) -> Items {
    let tokens = lex(text);
    let starts: Vec<usize> = (0..tokens.len())
        .filter(|i| tokens[*i].column == 1 && matches!(tokens[*i].token, Token::Name(word) if ITEMS.contains(&word)))
        .collect();
    let mut out = Items::default();
    // Text before the first item is none.
    if starts.first().copied().unwrap_or(tokens.len() - 1) > 0 {
        out.errors.push(fault(file, &tokens[0], "the file", "an item expected".into()));
    }
    for (i, start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(tokens.len() - 1);
        out.met += 1;
        let mut parser = Parser { file, tokens: &tokens[*start..end], at: 0, depth: 0 };
        match parser.item() {
            Ok(item) => out.items.extend(item),
            Err(spot) => {
                let place = parser.tokens.get(parser.at).or(parser.tokens.last()).unwrap_or(&tokens[*start]);
                out.errors.push(fault(file, place, &named(parser.tokens), spot));
            }
        }
    }
    out
}

/// The name of an item for messages: its first words.
fn named(tokens: &[Spot<'_>]) -> String {
    let words = tokens.iter().take(4).map_while(|spot| match &spot.token {
        Token::Name(word) => Some(*word),
        _ => None,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A fault at a token, in the item that it belongs to.
fn fault(file: &str, spot: &Spot<'_>, item: &str, message: String) -> SailError {
    SailError { file: file.to_owned(), line: spot.line, item: item.to_owned(), message }
}

/// The result of a rule, or the thing that was expected at the cursor.
pub(super) type Parsed<T> = Result<T, String>;

/// A place in the tokens of one item.
pub(super) struct Parser<'a> {
    /// The file's name.
    file: &'a str,
    /// The item's tokens.
    tokens: &'a [Spot<'a>],
    /// The token at the cursor, by number.
    at: usize,
    /// Rules that are open.
    depth: u32,
}

impl<'a> Parser<'a> {
    /// The token at the cursor; past the item's last one the end.
    pub(super) fn peek(&self) -> &'a Token<'a> {
        self.ahead(0)
    }

    /// The token so many places on.
    pub(super) fn ahead(&self, by: usize) -> &'a Token<'a> {
        self.tokens.get(self.at + by).map_or(&Token::End, |spot| &spot.token)
    }

    /// Takes the token at the cursor. The cursor may pass the last one: there is only the end.
    pub(super) fn next(&mut self) -> &'a Token<'a> {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// The line of the cursor, from 1; of what is past the end the last one.
    pub(super) fn line(&self) -> u32 {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(0, |spot| spot.line)
    }

    /// Whether the cursor is at this sign.
    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(s) if *s == sign)
    }

    /// Whether the cursor is at this word: keywords are no tokens of their own, since names may be like them.
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Name(w) if *w == word)
    }

    /// Takes this sign if it is there.
    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    /// Takes this word if it is there.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Takes this sign, which must be there.
    pub(super) fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.eat(sign) { Ok(()) } else { self.wrong(&format!("'{sign}' expected")) }
    }

    /// Takes this word, which must be there.
    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.wrong(&format!("'{word}' expected")) }
    }

    /// A message that ends in what was met instead.
    pub(super) fn wrong<T>(&self, message: &str) -> Parsed<T> {
        Err(match self.peek() {
            Token::Wrong(why) => why.clone(),
            Token::End => format!("{message} before the item's end"),
            Token::Name(word) | Token::Text(word) => format!("{message} at {word}"),
            Token::Size(word) => format!("{message} at '{word}"),
            Token::Int(value) => format!("{message} at {value}"),
            Token::Bits(_) => format!("{message} at a literal"),
            Token::Sign(sign) => format!("{message} at '{sign}'"),
        })
    }

    /// A name. Keywords are names here: which one may stand where is the rules' business.
    pub(super) fn name(&mut self) -> Parsed<String> {
        match self.peek() {
            Token::Name(word) => {
                self.at += 1;
                Ok((*word).to_owned())
            }
            _ => self.wrong("a name expected"),
        }
    }

    /// Runs a rule one level deeper.
    pub(super) fn deeper<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > MAX_SAIL_NESTING {
            return Err(format!("nested deeper than MAX_SAIL_NESTING ({MAX_SAIL_NESTING})"));
        }
        let out = rule(self)?;
        self.depth -= 1;
        Ok(out)
    }

    /// One item. Those that evaluation does not need are `None`, and of them nothing is checked but that they begin.
    fn item(&mut self) -> Parsed<Option<Item>> {
        let line = self.line();
        let Token::Name(keyword) = self.next() else { return self.wrong("an item expected") };
        let item = match *keyword {
            "function" => Item::Function(self.function(line)?),
            "val" => {
                let Some(item) = self.value()? else { return Ok(None) };
                item
            }
            "enum" => {
                self.name()?;
                self.expect("=")?;
                Item::Enum(self.constants()?)
            }
            "bitfield" => Item::Bitfield(self.name()?, self.fields()?),
            "let" => {
                let pattern = self.pattern()?;
                self.expect("=")?;
                let value = self.expr()?;
                self.end()?;
                let Some(name) = pattern.name() else { return Ok(None) };
                Item::Constant(name.to_owned(), value)
            }
            _ => return Ok(None),
        };
        Ok(Some(item))
    }

    /// `: type = { A : 7 .. 4, B : 0 }`: fields with their highest and lowest bits.
    fn fields(&mut self) -> Parsed<Vec<(String, u32, u32)>> {
        self.expect(":")?;
        self.type_()?;
        self.expect("=")?;
        self.expect("{")?;
        let mut out = Vec::new();
        while !self.is("}") {
            let name = self.name()?;
            self.expect(":")?;
            if self.eat("(") {
                // Of several pieces, `(7 .. 6 @ (5 .. 4 @ 1 .. 0))`: no floating-point register has such, and it is no field here.
                let mut open = 1;
                while open > 0 {
                    match self.next() {
                        Token::Sign("(") => open += 1,
                        Token::Sign(")") => open -= 1,
                        Token::End => return self.wrong("')' expected"),
                        _ => {}
                    }
                }
            } else {
                let high = self.position()?;
                let low = if self.eat("..") { self.position()? } else { high };
                if low > high {
                    return self.wrong("a field's highest bit before its lowest expected");
                }
                out.push((name, high, low));
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        self.end()?;
        Ok(out)
    }

    /// The number of a bit.
    fn position(&mut self) -> Parsed<u32> {
        match self.peek() {
            Token::Int(value) if (0..i128::from(MAX_SAIL_BITS)).contains(value) => {
                self.at += 1;
                Ok(*value as u32)
            }
            _ => self.wrong("the number of a bit expected"),
        }
    }

    /// Nothing may follow.
    fn end(&self) -> Parsed<()> {
        if self.at >= self.tokens.len() { Ok(()) } else { self.wrong("the item's end expected") }
    }

    /// `function clause name (params) = body`; a guard may follow the parameters inside their parentheses.
    fn function(&mut self, line: u32) -> Parsed<Function> {
        let clause = self.eat_word("clause");
        let name = self.name()?;
        let params = self.params()?;
        // Types of the result: `-> string`, or `: unit -> int`.
        while !self.is("=") && self.at < self.tokens.len() {
            self.at += 1;
        }
        self.expect("=")?;
        let body = self.expr()?;
        self.end()?;
        Ok(Function { name, clause, params, body, file: self.file.to_owned(), line })
    }

    /// The parameters. The guards of Arm's decoder (`if SEE < 10`) say that clauses are tried in order, which they are.
    fn params(&mut self) -> Parsed<Pattern> {
        if self.is("(") && matches!(self.ahead(1), Token::Sign("(")) {
            let start = self.at;
            self.at += 1;
            let inner = self.pattern()?;
            if self.eat_word("if") {
                self.expr()?;
                self.expect(")")?;
                return Ok(inner);
            }
            self.at = start;
        }
        self.pattern()
    }

    /// `val name : forall .. . (types) -> type`; one with an implementation elsewhere (`= pure ..`) is a primitive.
    fn value(&mut self) -> Parsed<Option<Item>> {
        let name = self.name()?;
        if !self.eat(":") {
            return Ok(None);
        }
        self.quantifier()?;
        let params = match self.type_()? {
            Type::Tuple(types) => types,
            one => vec![one],
        };
        if !self.eat("->") {
            return Ok(None);
        }
        // The clause that may follow (`effect {..}`) is not needed.
        let result = self.type_()?;
        Ok(Some(Item::Value(name, params, result)))
    }

    /// `{A, B}` or `A | B`.
    fn constants(&mut self) -> Parsed<Vec<String>> {
        let braces = self.eat("{");
        let mut out = vec![self.name()?];
        while self.eat(",") || self.eat("|") {
            if self.is("}") {
                break;
            }
            out.push(self.name()?);
        }
        if braces {
            self.expect("}")?;
        }
        self.end()?;
        Ok(out)
    }
}
