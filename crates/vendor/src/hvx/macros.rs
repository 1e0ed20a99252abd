//! The prelude's `#define`s, put in token by token as C's preprocessor does.
//!
//! The manual's words in capitals are such: `VELEM(16)` is a number, and `SWAP(a, b)` exchanges two places, which no
//! function of values can. A definition may use those before it, and its body is expanded when it is read, so that one
//! pass over a text is enough.

use super::lex::{Spot, Token};
use isotope_semantics::limits::{MAX_NESTING, MAX_TOKENS};
use isotope_semantics::pseudo::SyntaxError;
use std::collections::BTreeMap;

/// A definition.
#[derive(Clone, Debug)]
struct Macro {
    /// `None` for what takes no parentheses.
    params: Option<Vec<String>>,
    /// The tokens that stand for it, itself without macros.
    body: Vec<Token>,
}

/// All definitions, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Macros(BTreeMap<String, Macro>);

impl Macros {
    /// Defines a name as a number.
    pub(super) fn number(&mut self, name: &str, value: i128) {
        self.0.insert(name.to_owned(), Macro { params: None, body: vec![Token::Int(value)] });
    }

    /// Takes the `#define`s, each a line, out of a prelude's tokens; what is left are functions.
    pub(super) fn take(&mut self, tokens: Vec<Spot>) -> Result<Vec<Spot>, SyntaxError> {
        let mut left = Vec::new();
        let mut rest = &tokens[..];
        while let [first, after @ ..] = rest {
            // Whatever is no definition belongs to a function.
            if first.token != Token::Hash("define".to_owned()) {
                left.push(first.clone());
                rest = after;
                continue;
            }
            let end = after.iter().position(|spot| spot.line != first.line || spot.token == Token::End);
            let (line, after) = after.split_at(end.unwrap_or(after.len()));
            self.define(first, line)?;
            rest = after;
        }
        Ok(left)
    }

    /// One `#define`, what follows the word.
    fn define(&mut self, at: &Spot, line: &[Spot]) -> Result<(), SyntaxError> {
        let [Spot { token: Token::Ident(name), column, .. }, body @ ..] = line else {
            return Err(error(at, "a name expected after #define"));
        };
        // As in C: a parenthesis that follows without a space opens parameters.
        let opens = body
            .first()
            .is_some_and(|next| next.token == Token::Op("(") && next.column == column + name.chars().count() as u32);
        let (params, body) = if opens {
            let (mut args, used) = arguments(at, body)?;
            let params = args.drain(..).map(|arg| match arg {
                [Spot { token: Token::Ident(name), .. }] => Ok(name.clone()),
                _ => Err(error(at, "a parameter is a name")),
            });
            (Some(params.collect::<Result<_, _>>()?), &body[used..])
        } else {
            (None, body)
        };
        let body = self.expand(body)?.into_iter().map(|spot| spot.token).collect();
        self.0.insert(name.clone(), Macro { params, body });
        Ok(())
    }

    /// A text with every macro put in. Errors of what comes out are at the place of the macro's use.
    pub(super) fn expand(&self, tokens: &[Spot]) -> Result<Vec<Spot>, SyntaxError> {
        let mut out = Vec::new();
        self.expand_into(tokens, 0, &mut out)?;
        Ok(out)
    }

    /// Arguments are expanded before they are put in, and what was put in is not looked at again: no macro can call itself.
    fn expand_into(&self, tokens: &[Spot], depth: u32, out: &mut Vec<Spot>) -> Result<(), SyntaxError> {
        let mut at = 0;
        while let Some(spot) = tokens.get(at) {
            at += 1;
            if out.len() > MAX_TOKENS {
                return Err(error(spot, format!("more than MAX_TOKENS ({MAX_TOKENS}) tokens")));
            }
            // Only whole words are macros: `VELEM` is one, `VELEMENTS` would not be.
            let found = if let Token::Ident(name) = &spot.token { self.0.get_key_value(name) } else { None };
            // Most words are not; they stand for themselves.
            let Some((name, found)) = found else {
                out.push(spot.clone());
                continue;
            };
            let mut given = Vec::new();
            if let Some(params) = &found.params {
                if depth >= MAX_NESTING {
                    return Err(error(spot, format!("nested deeper than MAX_NESTING ({MAX_NESTING})")));
                }
                let (args, used) = arguments(spot, &tokens[at..])?;
                at += used;
                if args.len() != params.len() {
                    let message = format!("{name} takes {} arguments, not {}", params.len(), args.len());
                    return Err(error(spot, message));
                }
                for (param, arg) in params.iter().zip(args) {
                    let mut expanded = Vec::new();
                    self.expand_into(arg, depth + 1, &mut expanded)?;
                    given.push((param, expanded));
                }
            }
            // Tokens of the body have the place of the use, those of arguments keep their own.
            for token in &found.body {
                let arg = given.iter().find(|(param, _)| matches!(token, Token::Ident(name) if name == *param));
                match arg {
                    // Arguments are put in once for each use: sizes multiply.
                    Some((_, arg)) if out.len() + arg.len() > MAX_TOKENS => {
                        return Err(error(spot, format!("more than MAX_TOKENS ({MAX_TOKENS}) tokens")));
                    }
                    Some((_, arg)) => out.extend_from_slice(arg),
                    None => out.push(Spot { token: token.clone(), ..*spot }),
                }
            }
        }
        Ok(())
    }
}

/// The tokens between the parentheses at the start of some tokens, and how many tokens that is.
/// Commas inside brackets and parentheses belong to an argument.
fn arguments<'a>(at: &Spot, tokens: &'a [Spot]) -> Result<(Vec<&'a [Spot]>, usize), SyntaxError> {
    if tokens.first().is_none_or(|spot| spot.token != Token::Op("(")) {
        return Err(error(at, "'(' expected after it"));
    }
    let (mut args, mut from, mut depth) = (Vec::new(), 1, 0);
    for (i, spot) in tokens.iter().enumerate() {
        match &spot.token {
            Token::Op("(" | "[") => depth += 1,
            Token::Op(")" | "]") => depth -= 1,
            Token::Op(",") if depth == 1 => {
                args.push(&tokens[from..i]);
                from = i + 1;
            }
            _ => {}
        }
        if depth == 0 {
            args.push(&tokens[from..i]);
            return Ok((args, i + 1));
        }
    }
    Err(error(at, "its ')' is missing"))
}

/// An error at a token: that of the macro's use, where it is one of what was put in.
fn error(at: &Spot, message: impl Into<String>) -> SyntaxError {
    SyntaxError { line: at.line, column: at.column, message: message.into() }
}
