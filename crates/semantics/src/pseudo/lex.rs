//! Text to tokens.
//!
//! The guide is written by hand, by many hands, and comes through web pages: a zero-width space is a space here, and a
//! line may go on after a backslash. Ends of lines are tokens, because they end statements; the parser skips them where
//! a statement plainly goes on.

use super::error::SyntaxError;

/// The grammar's view of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// Decimal, `0x..` or `0b..`; signs are operators.
    Int(i128),
    /// Reals, strings and `#DE`.
    Opaque(String),
    /// A name or a keyword: keywords are told by the parser, since the guide writes them in either case.
    Ident(String),
    /// One of [`OPERATORS`].
    Op(&'static str),
    /// The end of a line that does not go on.
    Newline,
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
    ">>=", "<<=", ":=", "+=", "-=", "*=", "|=", "&=", "^=", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "<", ">",
    "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "?", ":", ",", "(", ")", "[", "]", "{", "}", ".", "=", ";",
];

/// All tokens of a text, the last one [`Token::End`].
pub(super) fn lex(text: &str) -> Result<Vec<Spot>, SyntaxError> {
    let mut out: Vec<Spot> = Vec::new();
    let mut line = 1;
    for raw in text.lines() {
        // The rest of the line; every branch below takes at least one character of it.
        let mut rest = raw;
        let mut column = 1;
        let mut continues = false;
        while let Some(first) = rest.chars().next() {
            if first.is_whitespace() || first == '\u{200b}' {
                rest = &rest[first.len_utf8()..];
                column += 1;
                continue;
            }
            // A comment ends the line, not the statement: the newline behind it counts.
            if rest.starts_with("//") {
                break;
            }
            // Only as the last sign of its line does a backslash mean anything.
            if first == '\\' && rest[1..].trim().is_empty() {
                continues = true;
                break;
            }
            let (token, used) = token(rest).ok_or_else(|| SyntaxError {
                line,
                column,
                message: format!("'{first}' is no character of the dialect"),
            })?;
            out.push(Spot { token, line, column });
            // Counted as they pass: a text may be one line of a megabyte.
            column += rest[..used].chars().count() as u32;
            rest = &rest[used..];
        }
        // A backslash on the last line continues into nothing; the parser sees the end there.
        if !continues {
            column += rest.chars().count() as u32;
            out.push(Spot { token: Token::Newline, line, column });
        }
        line += 1;
    }
    out.push(Spot { token: Token::End, line, column: 1 });
    Ok(out)
}

/// The token at the start of a text that is no space and no comment, and its bytes.
fn token(rest: &str) -> Option<(Token, usize)> {
    let first = rest.chars().next()?;
    if first.is_ascii_digit() {
        return Some(number(rest));
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        return Some((Token::Ident(rest[..end].to_owned()), end));
    }
    // `#DE`, `#GP(0)`: an exception, which is named and not computed with.
    if first == '#' {
        let end = rest[1..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |e| e + 1);
        return Some((Token::Opaque(rest[..end].to_owned()), end));
    }
    // Texts of instructions that are out of scope print messages.
    if first == '"' {
        let end = rest[1..].find('"').map(|e| e + 2)?;
        return Some((Token::Opaque(rest[..end].to_owned()), end));
    }
    let op = OPERATORS.iter().find(|op| rest.starts_with(**op))?;
    Some((Token::Op(op), op.len()))
}

/// A number. A number that is no integer of 127 bits is opaque rather than refused: texts out of scope compute with reals, and
/// the whole guide is parsed to be counted.
fn number(rest: &str) -> (Token, usize) {
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let word = &rest[..end];
    let value = match word.get(..2) {
        Some("0x" | "0X") => i128::from_str_radix(&word[2..], 16).ok(),
        Some("0b") => i128::from_str_radix(&word[2..], 2).ok(),
        _ => word.parse().ok(),
    };
    // A point between digits makes a real; a point before a letter is a member of what precedes it.
    let tail = &rest[end..];
    if tail.starts_with('.') && tail[1..].starts_with(|c: char| c.is_ascii_digit()) {
        let more = tail[1..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(tail.len(), |e| e + 1);
        return (Token::Opaque(rest[..end + more].to_owned()), end + more);
    }
    match value {
        Some(v) => (Token::Int(v), end),
        None => (Token::Opaque(word.to_owned()), end),
    }
}
