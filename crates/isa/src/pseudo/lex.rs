//! Text to tokens.

use super::error::SyntaxError;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Int(i128),
    /// Reals, strings and `#DE`.
    Opaque(String),
    Ident(String),
    Op(&'static str),
    Newline,
    End,
}

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

pub(super) fn lex(text: &str) -> Result<Vec<Spot>, SyntaxError> {
    let mut out: Vec<Spot> = Vec::new();
    let mut line = 1;
    for raw in text.lines() {
        let mut rest = raw;
        let mut column = 1;
        let mut continues = false;
        while let Some(first) = rest.chars().next() {
            if first.is_whitespace() || first == '\u{200b}' {
                rest = &rest[first.len_utf8()..];
                column += 1;
                continue;
            }
            if rest.starts_with("//") {
                break;
            }
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

fn token(rest: &str) -> Option<(Token, usize)> {
    let first = rest.chars().next()?;
    if first.is_ascii_digit() {
        return Some(number(rest));
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        return Some((Token::Ident(rest[..end].to_owned()), end));
    }
    if first == '#' {
        let end = rest[1..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |e| e + 1);
        return Some((Token::Opaque(rest[..end].to_owned()), end));
    }
    if first == '"' {
        let end = rest[1..].find('"').map(|e| e + 2)?;
        return Some((Token::Opaque(rest[..end].to_owned()), end));
    }
    let op = OPERATORS.iter().find(|op| rest.starts_with(**op))?;
    Some((Token::Op(op), op.len()))
}

fn number(rest: &str) -> (Token, usize) {
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let word = &rest[..end];
    let value = match word.get(..2) {
        Some("0x" | "0X") => i128::from_str_radix(&word[2..], 16).ok(),
        Some("0b") => i128::from_str_radix(&word[2..], 2).ok(),
        _ => word.parse().ok(),
    };
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
