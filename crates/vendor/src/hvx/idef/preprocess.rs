//! C's preprocessor, as far as the file needs it: definitions with and without parameters, `#` and `##`, conditions, comments.
//!
//! The file's way to an instruction, by an addition that wraps:
//!
//! ```text
//! MMVEC_ADDWRAP(b, "b", "byte", 8, b, b)                                             what the file says of eight instructions
//! ITERATOR_INSN2_ANY_SLOT(8, vaddb, .., "Vd32.b=vadd(Vu32.b,Vv32.b)", .., CODE)      by `vadd##TYPE` and `"Vd32."#DEST`
//! EXTINSN(V6_vaddb, "Vd32." "b" "=vadd(Vu32." "b" ",Vv32." "b" ")", ATTRIBS(..), .., DO_FOR_EACH_CODE(8, CODE))
//! EXTINSN(.., { fHIDE(int i;) fVFOREACH(8, i) { VdV.b[i] = VuV.b[i] + VvV.b[i] ; } })
//! ```
//!
//! A replacement is looked at again, as in C, but for the names that it came from. Strings are kept as such: syntaxes are made of them.

use isotope_semantics::limits::{MAX_NESTING, MAX_TOKENS};
use isotope_semantics::pseudo::SyntaxError;
use std::collections::BTreeMap;

/// The preprocessor's view of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A name or a number, whatever follows it without a sign: `fVELEM`, `0x80`, `4_4`.
    Word(String),
    /// The contents of a string.
    Text(String),
    /// A sign, `##` among them.
    Sign(char),
    /// `##`.
    Paste,
}

/// A piece with its line, from 1, and whether a space stands before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub piece: Piece,
    pub line: u32,
    spaced: bool,
}

impl Token {
    /// Whether it is this sign.
    pub fn is(&self, sign: char) -> bool {
        self.piece == Piece::Sign(sign)
    }

    /// The word that it is.
    pub fn word(&self) -> Option<&str> {
        if let Piece::Word(word) = &self.piece { Some(word) } else { None }
    }

    /// As it was written, strings without their marks.
    pub fn spelled(&self) -> String {
        match &self.piece {
            Piece::Word(text) | Piece::Text(text) => text.clone(),
            Piece::Sign(sign) => sign.to_string(),
            Piece::Paste => "##".to_owned(),
        }
    }
}

/// A definition.
#[derive(Clone, Debug)]
struct Macro {
    /// `None` for a name that takes no parentheses, which is another thing than taking nothing in them.
    params: Option<Vec<String>>,
    /// As it is written; what it names is looked for when it is used.
    body: Vec<Token>,
}

/// The state while a file is read from its start.
#[derive(Default)]
struct Reading {
    /// Those of the lines so far that are not undone.
    macros: BTreeMap<String, Macro>,
    /// Of each open condition whether its part is read, and whether one was.
    open: Vec<(bool, bool)>,
    /// Text since the last directive.
    waiting: Vec<Token>,
    /// The tokens that are done.
    out: Vec<Token>,
}

/// A file with all definitions put in.
///
/// A definition holds from its line on, so that text is expanded before each directive; a use may go over several lines in between.
pub(super) fn preprocessed(text: &str) -> Result<Vec<Token>, SyntaxError> {
    let mut reading = Reading::default();
    let text = without_comments(text);
    let mut lines = text.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let (first, mut whole) = (number as u32 + 1, line.to_owned());
        // A line that ends in a backslash goes on.
        while let Some(part) = whole.trim_end().strip_suffix('\\') {
            whole = part.to_owned() + " " + lines.next().map_or("", |(_, next)| next);
        }
        let directive = whole.trim_start().strip_prefix('#').map(|rest| rest.trim_start().to_owned());
        match directive {
            Some(directive) => {
                reading.flush()?;
                reading.directive(&directive, first)?;
            }
            None if reading.open.iter().all(|(reads, _)| *reads) => reading.waiting.extend(tokens(&whole, first)?),
            None => {}
        }
    }
    reading.flush()?;
    if reading.open.is_empty() { Ok(reading.out) } else { Err(error(0, "a condition without its #endif")) }
}

/// Text without comments: a space for each, and its ends of lines.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            out.push(' ');
            out.extend(rest[..end].chars().filter(|c| *c == '\n'));
            end
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            // A string, in which no comment begins, or a sign.
            let string = rest.starts_with('"').then(|| rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2));
            let end = string.unwrap_or(1);
            out.push_str(&rest[..end]);
            end
        };
        rest = &rest[end..];
    }
    out + rest
}

/// The pieces of a line whose comments are gone.
fn tokens(line: &str, number: u32) -> Result<Vec<Token>, SyntaxError> {
    let mut out = Vec::new();
    let (mut rest, mut spaced) = (line, false);
    while let Some(first) = rest.chars().next() {
        let mut used = first.len_utf8();
        let piece = match first {
            c if c.is_whitespace() => None,
            '"' => {
                let end = rest[1..].find('"').ok_or_else(|| error(number, "a string without its end"))?;
                used = end + 2;
                Some(Piece::Text(rest[1..=end].to_owned()))
            }
            c if c.is_ascii_alphanumeric() || c == '_' => {
                used = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                Some(Piece::Word(rest[..used].to_owned()))
            }
            '#' if rest.starts_with("##") => {
                used = 2;
                Some(Piece::Paste)
            }
            c => Some(Piece::Sign(c)),
        };
        match piece {
            Some(piece) => {
                out.push(Token { piece, line: number, spaced });
                spaced = false;
            }
            None => spaced = true,
        }
        rest = &rest[used..];
    }
    Ok(out)
}

impl Reading {
    /// Puts definitions into the text since the last directive.
    fn flush(&mut self) -> Result<(), SyntaxError> {
        let waiting = std::mem::take(&mut self.waiting);
        let expanded = self.expand(&waiting, &mut Vec::new(), self.out.len())?;
        self.out.extend(expanded);
        Ok(())
    }

    /// A line that begins with `#`, without it. In a part that is not read only conditions matter, since they nest.
    fn directive(&mut self, text: &str, line: u32) -> Result<(), SyntaxError> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let reads = self.open.iter().all(|(reads, _)| *reads);
        match word {
            "if" | "ifdef" | "ifndef" => {
                let holds = match word {
                    "ifdef" => self.macros.contains_key(rest.trim()),
                    "ifndef" => !self.macros.contains_key(rest.trim()),
                    _ => self.number(rest, line)? != 0,
                };
                self.open.push((reads && holds, holds));
            }
            "else" => {
                // The second part is read where the first was not.
                let Some((part, done)) = self.open.last_mut() else { return Err(error(line, "#else without #if")) };
                (*part, *done) = (!*done, true);
            }
            "endif" => {
                self.open.pop().ok_or_else(|| error(line, "#endif without #if"))?;
            }
            "define" if reads => self.define(rest, line)?,
            "undef" if reads => drop(self.macros.remove(rest.trim())),
            // Other files are none of this one's instructions.
            _ => {}
        }
        Ok(())
    }

    /// The number that a condition is.
    fn number(&self, text: &str, line: u32) -> Result<u64, SyntaxError> {
        let expanded = self.expand(&tokens(text, line)?, &mut Vec::new(), 0)?;
        match &expanded[..] {
            [one] => Ok(one.word().and_then(|word| word.parse().ok()).unwrap_or(0)),
            _ => Err(error(line, "a condition that is no number")),
        }
    }

    /// `NAME(a, b) body`, or without parentheses; a later one takes the place of an earlier one.
    fn define(&mut self, rest: &str, line: u32) -> Result<(), SyntaxError> {
        let all = tokens(rest, line)?;
        let Some((Some(name), body)) = all.split_first().map(|(name, body)| (name.word(), body)) else {
            return Err(error(line, "a name expected after #define"));
        };
        let opens = body.first().is_some_and(|next| next.is('(') && !next.spaced);
        let (params, body) = if opens {
            let (args, used) = arguments(body, line)?;
            let names = args.iter().filter_map(|arg| arg.first()?.word().map(str::to_owned)).collect();
            (Some(names), &body[used..])
        } else {
            (None, body)
        };
        self.macros.insert(name.to_owned(), Macro { params, body: body.to_vec() });
        Ok(())
    }

    /// Tokens with definitions put in; `hidden` are those that they came from, `before` how many tokens there are already.
    fn expand(&self, tokens: &[Token], hidden: &mut Vec<String>, before: usize) -> Result<Vec<Token>, SyntaxError> {
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            if before + out.len() > 8 * MAX_TOKENS || hidden.len() > MAX_NESTING as usize {
                return Err(error(token.line, "definitions that grow without end"));
            }
            // The name that a definition came from stands for itself in it, which ends recursion.
            let found = token.word().filter(|word| !hidden.iter().any(|name| name == word));
            let Some((name, found)) = found.and_then(|word| self.macros.get_key_value(word)) else {
                out.push(token.clone());
                continue;
            };
            let mut body = found.body.clone();
            if let Some(params) = &found.params {
                // A name of a function is no use of it.
                if tokens.get(at).is_none_or(|next| !next.is('(')) {
                    out.push(token.clone());
                    continue;
                }
                let (args, used) = arguments(&tokens[at..], token.line)?;
                at += used;
                if args.len() != params.len() && !(params.is_empty() && args[0].is_empty()) {
                    let message = format!("{name} takes {} arguments, not {}", params.len(), args.len());
                    return Err(error(token.line, message));
                }
                body = self.put_in(&found.body, params, &args, hidden, before + out.len())?;
            }
            // Errors name the line of the use, as nobody looks for them in a definition.
            body.iter_mut().for_each(|piece| piece.line = token.line);
            hidden.push(name.clone());
            let again = self.expand(&body, hidden, before + out.len());
            hidden.pop();
            out.extend(again?);
        }
        Ok(out)
    }

    /// A body with its arguments: as strings behind `#`, as they are beside `##`, and otherwise expanded.
    ///
    /// Pasting makes a word of two; what it makes may be a definition's name, as the result is looked at again. Pasting with nothing
    /// leaves the other side.
    fn put_in(
        &self,
        body: &[Token],
        params: &[String],
        args: &[&[Token]],
        hidden: &mut Vec<String>,
        before: usize,
    ) -> Result<Vec<Token>, SyntaxError> {
        // A parameter is told by its name; strings of the body are none.
        let argument = |token: &Token| token.word().and_then(|word| params.iter().position(|param| param == word));
        let mut out: Vec<Token> = Vec::new();
        let mut at = 0;
        while let Some(token) = body.get(at) {
            at += 1;
            let of_next = body.get(at).and_then(&argument);
            match (&token.piece, of_next) {
                (Piece::Sign('#'), Some(next)) => {
                    let text =
                        args[next].iter().map(|t| if t.spaced { format!(" {}", t.spelled()) } else { t.spelled() });
                    let text = text.collect::<String>().trim().to_owned();
                    out.push(Token { piece: Piece::Text(text), ..token.clone() });
                    at += 1;
                }
                // The left side is what came out last, unexpanded, as the arms below see to.
                (Piece::Paste, _) => {
                    let Some(right) = body.get(at) else { continue };
                    at += 1;
                    let right = argument(right).map_or(vec![right.clone()], |n| args[n].to_vec());
                    let mut right = right.into_iter();
                    if let Some(first) = right.next() {
                        match out.last_mut() {
                            Some(last) => last.piece = Piece::Word(last.spelled() + &first.spelled()),
                            None => out.push(first),
                        }
                    }
                    out.extend(right);
                }
                _ => match argument(token) {
                    Some(n) if body.get(at).is_some_and(|next| next.piece == Piece::Paste) => {
                        out.extend(args[n].to_vec())
                    }
                    Some(n) => out.extend(self.expand(args[n], hidden, before + out.len())?),
                    None => out.push(token.clone()),
                },
            }
        }
        Ok(out)
    }
}

/// The tokens between the parentheses at the start of some tokens, cut at commas, and how many tokens that is.
pub(super) fn arguments(tokens: &[Token], line: u32) -> Result<(Vec<&[Token]>, usize), SyntaxError> {
    let (mut args, mut from, mut depth) = (Vec::new(), 1, 0_u32);
    for (i, token) in tokens.iter().enumerate() {
        match token.piece {
            Piece::Sign('(') => depth += 1,
            Piece::Sign(')') => depth -= 1,
            Piece::Sign(',') if depth == 1 => {
                args.push(&tokens[from..i]);
                from = i + 1;
            }
            _ => {}
        }
        if depth == 0 {
            // The first of the tokens opens.
            return if i == 0 {
                Err(error(line, "'(' expected"))
            } else {
                args.push(&tokens[from..i]);
                Ok((args, i + 1))
            };
        }
    }
    Err(error(line, "a ')' is missing"))
}

fn error(line: u32, message: impl Into<String>) -> SyntaxError {
    SyntaxError { line, column: 1, message: message.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str) -> String {
        preprocessed(text).unwrap().iter().map(Token::spelled).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn definitions_are_put_in() {
        assert_eq!(spelled("#define N 8\n#define ADD(a, b) a + b\nADD(N, (1, 2))"), "8 + ( 1 , 2 )");
        assert_eq!(spelled("#define T(x) v##x x##32 \"as\" #x\nT(ub)"), "vub ub32 as ub");
        assert_eq!(spelled("#define A B\n#define B A\nA"), "A", "no definition is its own");
        assert_eq!(spelled("#define F(x) x\nF F(G) F()"), "F G", "a name without parentheses stands for itself");
        assert_eq!(spelled("#define L(x) x; \\\n  x\nL(1)\n#undef L\nL(1)"), "1 ; 1 L ( 1 )");
        assert_eq!(spelled("#define Z() 3\nZ() /* a, ( */ 4 // )\n5"), "3 4 5");
    }

    #[test]
    fn conditions_choose() {
        assert_eq!(
            spelled("#define N 1\n#if N\na\n#else\nb\n#endif\n#ifndef M\nc\n#endif\n#ifdef M\nd\n#endif"),
            "a c"
        );
        assert_eq!(spelled("#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif"), "c");
    }

    #[test]
    fn what_is_broken_is_told_by_its_line() {
        let message = |text: &str| preprocessed(text).unwrap_err().to_string();
        assert!(message("#define F(x) x\n\nF(1").starts_with("line 3"), "{}", message("#define F(x) x\n\nF(1"));
        assert!(message("#define F(x) x\nF(1, 2)").contains("takes 1 arguments, not 2"));
        assert!(message("a\n#endif").contains("line 2"));
        assert!(message("#if 1\na").contains("#endif"));
        let wide = (0..40).map(|n| format!("#define A{} A{n} A{n}\n", n + 1)).collect::<String>() + "A40";
        assert!(message(&wide).contains("grow without end"));
    }
}
