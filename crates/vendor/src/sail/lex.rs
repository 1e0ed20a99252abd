//! Text to tokens.
//!
//! Numbers may have underscores (`0x0000_FFFF`). Bits written in hexadecimal digits have four for each digit, leading zeros
//! included: a literal's width is part of its value. `?` is read as a name: Arm's own translation has lost some, and left that.

use crate::limits::MAX_SAIL_LITERAL_BITS;
use isotope_semantics::interp::Bits;

/// The grammar's view of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A name or a keyword.
    Name(&'a str),
    /// `'n`, without its sign.
    Size(&'a str),
    /// A decimal number.
    Int(i128),
    /// `0b..` or `0x..`
    Bits(Bits),
    /// A string, or a real number.
    Text(&'a str),
    /// One of [`SIGNS`].
    Sign(&'static str),
    /// A text that is no token, with the reason.
    Wrong(String),
    /// Behind everything.
    End,
}

/// A token with its place: line and column in bytes, from 1.
#[derive(Clone, Debug)]
pub(super) struct Spot<'a> {
    pub token: Token<'a>,
    pub line: u32,
    pub column: u32,
}

/// Longest first, so that the first that fits is right.
const SIGNS: &[&str] = &[
    "<-->", "-->", "->", "=>", "==", "!=", "<=", ">=", "<<", ">>", "..", "::", "++", "[|", "|]", "=", "<", ">", "+",
    "-", "*", "/", "%", "^", "&", "|", "~", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "@", "#", "$",
];

/// All tokens of a text, the last one [`Token::End`]. Any other text is a token that no rule takes, so that its item alone is
/// lost.
pub(super) fn lex(text: &str) -> Vec<Spot<'_>> {
    let mut lexer = Lexer { text, at: 0, line: 1, start: 0, out: Vec::new() };
    lexer.run();
    lexer.out
}

/// A place in a text, and the tokens before it. Lines are counted as they pass, because messages name them.
struct Lexer<'a> {
    /// All of it.
    text: &'a str,
    /// Bytes that are behind.
    at: usize,
    /// The line, from 1.
    line: u32,
    /// Where the line begins.
    start: usize,
    out: Vec<Spot<'a>>,
}

impl<'a> Lexer<'a> {
    /// Takes the whole text. Every branch takes at least one character, so that it ends.
    fn run(&mut self) {
        // Lines of a part for another tool (`$ifdef SYMBOLIC`) are left out, its `$else` is taken.
        let mut left_out = false;
        while let Some(first) = self.text[self.at..].chars().next() {
            let (line, column) = (self.line, (self.at - self.start) as u32 + 1);
            let rest = &self.text[self.at..];
            if first == '$' && column == 1 {
                let directive = rest.lines().next().unwrap_or(rest);
                left_out = directive.starts_with("$ifdef");
                self.skip(directive.len());
            } else if first.is_whitespace() {
                self.skip(first.len_utf8());
            } else if rest.starts_with("//") || left_out {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else if rest.starts_with("/*") {
                self.skip(rest.find("*/").map_or(rest.len(), |end| end + 2));
            } else {
                let (token, used) = token(rest, first);
                self.out.push(Spot { token, line, column });
                self.skip(used);
            }
        }
        self.out.push(Spot { token: Token::End, line: self.line, column: 1 });
    }

    /// Moves on by so many bytes, counting lines.
    fn skip(&mut self, bytes: usize) {
        let passed = &self.text[self.at..self.at + bytes];
        for (at, _) in passed.match_indices('\n') {
            self.line += 1;
            self.start = self.at + at + 1;
        }
        self.at += bytes;
    }
}

/// The token at the start of a text, and its bytes.
fn token(rest: &str, first: char) -> (Token<'_>, usize) {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if first.is_ascii_digit() {
        return number(rest);
    }
    if word(first) {
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        return (Token::Name(&rest[..end]), end);
    }
    // Where Arm's own translation has lost a name.
    if first == '?' {
        return (Token::Name("?"), 1);
    }
    if first == '\'' {
        let end = rest[1..].find(|c| !word(c)).map_or(rest.len(), |end| end + 1);
        return (Token::Size(&rest[1..end]), end);
    }
    if first == '"' {
        return match rest[1..].find('"') {
            Some(end) => (Token::Text(&rest[1..=end]), end + 2),
            None => (Token::Wrong("a string without an end".into()), rest.len()),
        };
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => (Token::Sign(sign), sign.len()),
        None => (Token::Wrong(format!("'{first}' is no character of the language")), first.len_utf8()),
    }
}

/// A number: underscores in it say nothing.
fn number(rest: &str) -> (Token<'_>, usize) {
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let digits: String = rest[..end].chars().filter(|c| *c != '_').collect();
    let wrong = || Token::Wrong(format!("{} is no number", &rest[..end]));
    let token = match digits.get(..2) {
        Some("0x") => literal(&digits[2..], 4).map_or_else(wrong, Token::Bits),
        Some("0b") => literal(&digits[2..], 1).map_or_else(wrong, Token::Bits),
        _ => {
            // `0.5`; but `7 .. 0` and `x.5` are none.
            let tail = &rest[end..];
            if tail.starts_with('.') && tail[1..].starts_with(|c: char| c.is_ascii_digit()) {
                let more = tail[1..].find(|c: char| !c.is_ascii_digit()).map_or(tail.len(), |e| e + 1);
                return (Token::Text(&rest[..end + more]), end + more);
            }
            digits.parse().map_or_else(|_| wrong(), Token::Int)
        }
    };
    (token, end)
}

/// Digits of so many bits each, the highest first.
fn literal(digits: &str, each: u32) -> Option<Bits> {
    let width = digits.len() as u32 * each;
    if width > MAX_SAIL_LITERAL_BITS {
        return None;
    }
    let mut out = Bits::zero(width);
    for (i, digit) in digits.chars().rev().enumerate() {
        let value = digit.to_digit(1 << each)?;
        out.set_slice(i as u32 * each, each, u128::from(value));
    }
    Some(out)
}
