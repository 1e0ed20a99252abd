//! A position in the text, and the tokens that do not depend on their place.

use super::Result;
use crate::error::{Place, ReadError, quoted};
use crate::limits::MAX_NESTING;

pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// Where each line begins, in bytes.
    lines: Vec<usize>,
}

const NOT_CLOSED: &str = "the string that begins here is not closed on its line: write `\"`";

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        let lines = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1))
            .collect();
        Cursor { text, at: 0, lines }
    }

    /// The place of a byte.
    pub fn place(&self, at: usize) -> Place {
        let line = self.lines.partition_point(|begin| *begin <= at);
        Place { line: line as u32, column: (at - self.lines[line - 1] + 1) as u32 }
    }

    pub fn error(&self, at: usize, message: impl Into<String>) -> ReadError {
        ReadError { place: self.place(at), message: message.into(), is_custom_form: false }
    }

    /// An error that says which token was found.
    pub fn unexpected(&mut self, wanted: &str) -> ReadError {
        let at = self.offset();
        let rest = &self.text[at..];
        let end = rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len());
        let found =
            if rest.is_empty() { "the text ends".to_owned() } else { format!("here is {}", quoted(&rest[..end])) };
        self.error(at, format!("{found}, and {wanted} is needed"))
    }

    /// The byte where reading goes on, without skipping spaces.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The byte of the next token.
    pub fn offset(&mut self) -> usize {
        self.skip();
        self.at
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn skip(&mut self) {
        loop {
            match self.byte(0) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'/') if self.byte(1) == Some(b'/') => {
                    let rest = &self.text.as_bytes()[self.at..];
                    self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    pub fn at_end(&mut self) -> Result<bool> {
        Ok(self.offset() == self.text.len())
    }

    /// The next token's first byte.
    pub fn peek(&mut self) -> Option<u8> {
        self.skip();
        self.byte(0)
    }

    /// The next byte, a space perhaps.
    pub fn adjacent(&self) -> Option<u8> {
        self.byte(0)
    }

    pub fn looks_at(&mut self, token: &[u8]) -> bool {
        self.skip();
        self.text.as_bytes()[self.at..].starts_with(token)
    }

    pub fn eat(&mut self, token: &[u8]) -> bool {
        let found = self.looks_at(token);
        if found {
            self.at += token.len();
        }
        found
    }

    pub fn expect(&mut self, token: &[u8]) -> Result<()> {
        if self.eat(token) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{}`", String::from_utf8_lossy(token))))
    }

    /// The name that begins here, and stays: a letter or `_`, then letters, digits, `_`, `$` and `.`.
    pub fn peek_word(&mut self) -> &'a str {
        self.skip();
        let bytes = &self.text.as_bytes()[self.at..];
        if !bytes.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_') {
            return "";
        }
        let end = bytes.iter().position(|b| !(b.is_ascii_alphanumeric() || b"_$.".contains(b))).unwrap_or(bytes.len());
        &self.text[self.at..self.at + end]
    }

    /// Takes a name if it is this one.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    /// Takes so many bytes of a name that was peeked at.
    pub fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// The text directly behind `%`, `^`, `#`, `!`: digits, or a name, which may have `-` for values.
    pub fn suffix(&mut self) -> &'a str {
        let bytes = &self.text.as_bytes()[self.at..];
        let end = bytes.iter().position(|b| !(b.is_ascii_alphanumeric() || b"_$.-".contains(b))).unwrap_or(bytes.len());
        // The arrow of a type ends a name.
        let end = bytes[..end]
            .windows(1)
            .enumerate()
            .position(|(i, b)| b == b"-" && bytes.get(i + 1) == Some(&b'>'))
            .unwrap_or(end);
        let name = &self.text[self.at..self.at + end];
        self.at += end;
        name
    }

    /// Decimal digits.
    pub fn digits(&mut self) -> Result<&'a str> {
        self.skip();
        let bytes = &self.text.as_bytes()[self.at..];
        let end = bytes.iter().position(|b| !b.is_ascii_digit()).unwrap_or(bytes.len());
        if end == 0 {
            return Err(self.unexpected("a number"));
        }
        self.at += end;
        Ok(&self.text[self.at - end..self.at])
    }

    pub fn unsigned(&mut self) -> Result<u64> {
        let at = self.offset();
        let digits = self.digits()?;
        digits
            .parse()
            .map_err(|_| self.error(at, format!("{} does not fit 64 bits: write a smaller number", quoted(digits))))
    }

    pub fn signed(&mut self) -> Result<i64> {
        let at = self.offset();
        let negative = self.eat(b"-");
        let digits = self.digits()?;
        let text = if negative { format!("-{digits}") } else { digits.to_owned() };
        text.parse()
            .map_err(|_| self.error(at, format!("{} does not fit 64 bits: write a smaller number", quoted(&text))))
    }

    /// An integer, a float or a hexadecimal number as it is written.
    pub fn number(&mut self) -> Result<String> {
        let sign = if self.eat(b"-") { "-" } else { "" };
        let begin = self.offset();
        let bytes = self.text.as_bytes();
        let run = |from: usize, of: fn(&u8) -> bool| {
            bytes[from..].iter().position(|b| !of(b)).map_or(bytes.len(), |n| from + n)
        };
        if bytes[begin..].starts_with(b"0x") && bytes.get(begin + 2).is_some_and(u8::is_ascii_hexdigit) {
            self.at = run(begin + 2, u8::is_ascii_hexdigit);
            return Ok(format!("{sign}{}", &self.text[begin..self.at]));
        }
        self.digits()?;
        if self.byte(0) == Some(b'.') {
            self.at = run(self.at + 1, u8::is_ascii_digit);
            if matches!(self.byte(0), Some(b'e' | b'E')) {
                let signed = usize::from(matches!(self.byte(1), Some(b'+' | b'-')));
                if self.byte(1 + signed).is_some_and(|b| b.is_ascii_digit()) {
                    self.at = run(self.at + 1 + signed, u8::is_ascii_digit);
                }
            }
        }
        Ok(format!("{sign}{}", &self.text[begin..self.at]))
    }

    /// A string without its escapes.
    pub fn string(&mut self) -> Result<Vec<u8>> {
        let begin = self.offset();
        self.expect(b"\"")?;
        let mut out = Vec::new();
        loop {
            match self.byte(0) {
                None | Some(b'\n') => return Err(self.error(begin, NOT_CLOSED)),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    out.push(self.escape()?);
                }
                Some(byte) => {
                    out.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self) -> Result<u8> {
        let at = self.at;
        let digit = |byte: Option<u8>| byte.and_then(|b| char::from(b).to_digit(16));
        let (byte, length) = match (self.byte(1), digit(self.byte(1)), digit(self.byte(2))) {
            (Some(plain @ (b'"' | b'\\')), ..) => (plain, 2),
            (Some(b'n'), ..) => (b'\n', 2),
            (Some(b't'), ..) => (b'\t', 2),
            (_, Some(high), Some(low)) => ((high * 16 + low) as u8, 3),
            _ => return Err(self.error(at, "an escape is `\\\"`, `\\\\`, `\\n`, `\\t` or two hexadecimal digits")),
        };
        self.at += length;
        Ok(byte)
    }

    /// A string that is a name.
    pub fn name(&mut self) -> Result<String> {
        let at = self.offset();
        String::from_utf8(self.string()?).map_err(|_| self.error(at, "this name is no UTF-8: rename it"))
    }

    /// Text from `begin` to the bracket that closes the one here, as dialects write their attributes.
    pub fn balanced(&mut self, begin: usize) -> Result<&'a str> {
        let opened = self.at;
        let mut open = Vec::new();
        loop {
            let Some(byte) = self.byte(0) else {
                return Err(self.error(opened, "the bracket that opens here is never closed"));
            };
            match byte {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'<' | b'(' | b'[' | b'{' => open.push(byte),
                b'-' if self.byte(1) == Some(b'>') => self.at += 1,
                // A comparison within parentheses closes nothing.
                b'>' if open.last() != Some(&b'<') => {}
                b'>' | b')' | b']' | b'}' => {
                    let opener =
                        [b'<', b'(', b'[', b'{'][[b'>', b')', b']', b'}'].iter().position(|b| *b == byte).unwrap_or(0)];
                    if open.pop() != Some(opener) {
                        return Err(
                            self.error(self.at, format!("`{}` closes no bracket that is open here", char::from(byte)))
                        );
                    }
                }
                _ => {}
            }
            if open.len() > MAX_NESTING as usize {
                return Err(self.error(self.at, format!("brackets nest deeper than {MAX_NESTING} (MAX_NESTING)")));
            }
            self.at += 1;
            if open.is_empty() {
                return Ok(&self.text[begin..self.at]);
            }
        }
    }

    /// The text between `{-#` and `#-}`.
    pub fn resources(&mut self) -> Result<&'a str> {
        let at = self.offset();
        self.expect(b"{-#")?;
        let begin = self.at;
        loop {
            if self.text.as_bytes()[self.at..].starts_with(b"#-}") {
                self.at += 3;
                return Ok(&self.text[begin..self.at - 3]);
            }
            match self.byte(0) {
                None => return Err(self.error(at, "the resources that begin here are not closed: write `#-}`")),
                Some(b'"') => drop(self.string()?),
                Some(_) => self.at += 1,
            }
        }
    }

    pub fn slice(&self, begin: usize) -> &'a str {
        &self.text[begin..self.at]
    }
}
