//! Text to tokens. Ends of lines mean nothing here but to the prelude's `#define`, for which tokens have their lines.

use isotope_semantics::pseudo::SyntaxError;

/// The grammar's view of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// Decimal, or `0x..`.
    Int(i128),
    /// A name, a keyword, a field.
    Ident(String),
    /// The text behind a `#`: `u`, `u3`, `1`, `define`.
    Hash(String),
    /// One of [`OPERATORS`].
    Op(&'static str),
    /// Behind everything, so that looking ahead never runs off the tokens.
    End,
}

/// A token with its place: line and column in characters, from 1.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub token: Token,
    pub line: u32,
    pub column: u32,
}

/// Longest first, so that the first that fits is right.
const OPERATORS: &[&str] = &[
    ">>>", ">>=", "<<=", "+=", "-=", "*=", "|=", "&=", "^=", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "++",
    "--", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "?", ":", ",", "(", ")", "[", "]", "{", "}", ".",
    "=", ";",
];

/// All tokens of a text, the last one [`Token::End`].
pub(super) fn lex(text: &str) -> Result<Vec<Spot>, SyntaxError> {
    let mut out = Vec::new();
    let mut line = 0;
    for raw in text.lines() {
        line += 1;
        let (mut rest, mut column) = (raw, 1);
        while let Some(first) = rest.chars().next() {
            // The rest of the line is a comment.
            if rest.starts_with("//") {
                break;
            }
            if first.is_whitespace() {
                rest = &rest[first.len_utf8()..];
                column += 1;
                continue;
            }
            let Some((token, used)) = token(rest) else {
                let message = format!("'{first}' begins nothing of the dialect");
                return Err(SyntaxError { line, column, message });
            };
            out.push(Spot { token, line, column });
            // Counted as they pass: a text may be one line of a megabyte.
            column += rest[..used].chars().count() as u32;
            rest = &rest[used..];
        }
    }
    out.push(Spot { token: Token::End, line: line.max(1), column: 1 });
    Ok(out)
}

/// The token at the start of a text that is no space and no comment, and its bytes.
/// Letters that follow digits belong to the number, which then is none: nothing of the manual's reads so.
fn token(rest: &str) -> Option<(Token, usize)> {
    let first = rest.chars().next()?;
    let word = |from: &str| from.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(from.len());
    if first.is_ascii_digit() {
        let end = word(rest);
        let digits = &rest[..end];
        let value = match digits.get(..2) {
            // A number of more than 127 bits is none, and neither is `0x` alone.
            Some("0x" | "0X") => i128::from_str_radix(&digits[2..], 16),
            _ => digits.parse(),
        };
        return value.ok().map(|value| (Token::Int(value), end));
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let end = word(rest);
        return Some((Token::Ident(rest[..end].to_owned()), end));
    }
    if first == '#' {
        let end = 1 + word(&rest[1..]);
        return (end > 1).then(|| (Token::Hash(rest[1..end].to_owned()), end));
    }
    let op = OPERATORS.iter().find(|op| rest.starts_with(**op))?;
    Some((Token::Op(op), op.len()))
}
