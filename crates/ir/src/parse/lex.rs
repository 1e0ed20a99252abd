//! Text to tokens. Comments and white space end here.

use super::diagnostic::Diagnostic;
use crate::limits;

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A name, a type, a keyword: letters, digits, `_`, `.` and `$`.
    Name(&'t str),
    /// A number as written, without its sign.
    Number(&'t str),
    /// An operator or a bracket.
    Mark(&'static str),
    /// The rest of a line that starts with the word `target`.
    Target(&'t str),
    /// The end of the text.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'t> {
    pub token: Token<'t>,
    /// Byte offset.
    pub at: usize,
    /// Whether only white space is before it on its line.
    pub starts_line: bool,
}

/// Longest first.
const MARKS: &[&str] =
    &["&&", "||", "==", "!=", "<=", ">=", "(", ")", "[", "]", ",", ":", "=", "<", ">", "+", "-", "*", "/", "%", "!"];

/// The tokens of a text, the last one its end.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed<'_>>, Diagnostic> {
    if text.len() > limits::MAX_TEXT {
        let bound = limits::MAX_TEXT;
        return Err(Diagnostic::new(text, 0, format!("the text is longer than {bound} bytes; split the file")));
    }
    let mut found = Vec::new();
    let mut at = 0;
    let mut starts_line = true;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            starts_line |= c == '\n';
            at += c.len_utf8();
            continue;
        }
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let (token, length) = if let Some(line) = target_line(rest).filter(|_| starts_line) {
            (Token::Target(line.trim()), "target".len() + line.len())
        } else if c.is_ascii_alphabetic() || c == '_' {
            name(text, at)?
        } else if c.is_ascii_digit() {
            let length = number_length(rest);
            (Token::Number(&rest[..length]), length)
        } else if let Some(mark) = MARKS.iter().find(|m| rest.starts_with(**m)) {
            (Token::Mark(mark), mark.len())
        } else {
            return Err(Diagnostic::new(text, at, format!("unexpected character {c:?}")));
        };
        found.push(Placed { token, at, starts_line });
        starts_line = false;
        at += length;
    }
    found.push(Placed { token: Token::End, at: text.trim_end().len(), starts_line: true });
    Ok(found)
}

/// The words behind `target` on its line.
fn target_line(rest: &str) -> Option<&str> {
    let after = rest.strip_prefix("target")?;
    after.starts_with([' ', '\t']).then(|| after.lines().next().unwrap_or(""))
}

/// A name, of at most so many bytes: names are kept for each leaf, and printed in errors.
fn name(text: &str, at: usize) -> Result<(Token<'_>, usize), Diagnostic> {
    let rest = &text[at..];
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let length = rest.find(|c| !inside(c)).unwrap_or(rest.len());
    if length > limits::MAX_NAME {
        return Err(Diagnostic::new(text, at, format!("a name is longer than {} bytes", limits::MAX_NAME)));
    }
    Ok((Token::Name(&rest[..length]), length))
}

/// Digits and letters, one point, and a sign after an exponent that is not hexadecimal.
fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let hex = rest.starts_with("0x") || rest.starts_with("0X");
    let mut length = 0;
    while let Some(&c) = bytes.get(length) {
        let exponent = !hex && length > 0 && matches!(bytes[length - 1], b'e' | b'E');
        if !(c.is_ascii_alphanumeric() || c == b'.' || (exponent && matches!(c, b'+' | b'-'))) {
            break;
        }
        length += 1;
    }
    length
}
