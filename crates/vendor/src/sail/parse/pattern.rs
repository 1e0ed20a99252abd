//! Patterns and types.
//!
//! A type is kept as far as a size can depend on it. `bits('n)` in a signature says that `'n` is the width of what is passed;
//! `int('n)` that it is the number; `implicit('n)` likewise. `{'n, 'n > 0. int('n)}` is some number, `range(0, 31)` one as well. Registers,
//! vectors of registers, structures and strings have no size that anything here asks for.
//!
//! Patterns of bits are lists, the highest bit first: decoders have them with thirty-two places, `_` where a bit may be
//! either. Constructors are read with what is in them and never fit: what carries them are exceptions, and the text throws those alone.

use super::{Parsed, Parser};
use crate::sail::ast::*;
use crate::sail::lex::Token;
use isotope_semantics::interp::Bits;

impl Pattern {
    /// The one name that the pattern binds.
    pub fn name(&self) -> Option<&str> {
        match self {
            Pattern::Name(name) | Pattern::Size(name) | Pattern::As(_, name) => Some(name),
            Pattern::Typed(inner, _) => inner.name(),
            _ => None,
        }
    }
}

impl Parser<'_> {
    /// A pattern with what may follow it: a type, another name.
    pub(in crate::sail) fn pattern(&mut self) -> Parsed<Pattern> {
        self.deeper(|p| {
            let mut out = p.pattern_alone()?;
            loop {
                if p.eat(":") {
                    out = Pattern::Typed(Box::new(out), p.type_()?);
                } else if p.eat_word("as") {
                    out = Pattern::As(Box::new(out), p.name()?);
                } else {
                    return Ok(out);
                }
            }
        })
    }

    /// A pattern without what may follow it.
    fn pattern_alone(&mut self) -> Parsed<Pattern> {
        let out = match self.peek() {
            Token::Name("_") => Pattern::Any,
            Token::Name(word) => match bit(word) {
                Some(literal) => Pattern::Literal(literal),
                None => {
                    let name = self.name()?;
                    if self.is("(") {
                        self.group(")", Self::pattern)?;
                        return Ok(Pattern::Constructor(name));
                    }
                    return Ok(Pattern::Name(name));
                }
            },
            Token::Size(name) => Pattern::Size((*name).to_owned()),
            Token::Int(value) => Pattern::Literal(Expr::Int(*value)),
            Token::Bits(bits) => Pattern::Literal(Expr::Bits(bits.clone())),
            Token::Text(text) => Pattern::Literal(Expr::Text((*text).to_owned())),
            Token::Sign("(") => {
                let mut inner = self.group(")", Self::pattern)?;
                return Ok(if inner.len() == 1 { inner.remove(0) } else { Pattern::Tuple(inner) });
            }
            Token::Sign("[") => return Ok(Pattern::Vector(self.group("]", Self::pattern)?)),
            _ => return self.wrong("a pattern expected"),
        };
        self.next();
        Ok(out)
    }

    /// The items between an opening sign at the cursor and its closing one, with commas between.
    pub(super) fn group<T>(&mut self, close: &str, rule: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.next();
        let mut out = Vec::new();
        while !self.eat(close) {
            out.push(rule(self)?);
            if !self.eat(",") && !self.is(close) {
                return self.wrong(&format!("',' or '{close}' expected"));
            }
        }
        Ok(out)
    }

    /// `forall 'n 'm, constraint.`, if it is there. The constraints are the type checker's.
    pub(super) fn quantifier(&mut self) -> Parsed<()> {
        if !self.eat_word("forall") {
            return Ok(());
        }
        while !self.eat(".") {
            if matches!(self.next(), Token::End) {
                return self.wrong("'.' expected");
            }
        }
        Ok(())
    }

    /// A type. A type without a size is read and not kept.
    pub(super) fn type_(&mut self) -> Parsed<Type> {
        self.deeper(|p| match p.peek() {
            Token::Sign("(") => {
                let mut inner = p.group(")", Self::type_)?;
                Ok(if inner.len() == 1 { inner.remove(0) } else { Type::Tuple(inner) })
            }
            // `{'n, 'n > 0. int('n)}`: some number. Its bound is the type checker's.
            Token::Sign("{") => {
                p.skip_braces()?;
                Ok(Type::Int(None))
            }
            // A size, where a type's arguments are read as types.
            Token::Size(_) | Token::Int(_) => {
                p.size()?;
                Ok(Type::Other)
            }
            Token::Name(_) => {
                let name = p.name()?;
                p.type_arguments(&name)
            }
            _ => p.wrong("a type expected"),
        })
    }

    /// The arguments of a type. Only of numbers and bits is the size kept: nothing else has one that a value does not
    /// show.
    fn type_arguments(&mut self, name: &str) -> Parsed<Type> {
        let sized = matches!(name, "bits" | "int" | "bool" | "implicit");
        if !self.is("(") {
            return Ok(match name {
                "int" | "nat" => Type::Int(None),
                "bool" => Type::Bool,
                "bit" => Type::Bits(Box::new(Expr::Int(1))),
                _ => Type::Other,
            });
        }
        if !sized {
            self.skip_parentheses()?;
            // `range(0, 31)` is an integer.
            return Ok(if name == "range" { Type::Int(None) } else { Type::Other });
        }
        self.next();
        let size = Box::new(self.size()?);
        self.expect(")")?;
        Ok(match name {
            "bits" => Type::Bits(size),
            "int" => Type::Int(Some(size)),
            "implicit" => Type::Implicit(size),
            _ => Type::Bool,
        })
    }

    /// A size or a truth in a type: an expression.
    fn size(&mut self) -> Parsed<Expr> {
        self.expr()
    }

    /// Past the sign that closes the brace at the cursor.
    pub(super) fn skip_braces(&mut self) -> Parsed<()> {
        self.skip_between("{", "}")
    }

    /// Past the sign that closes the parenthesis at the cursor.
    pub(super) fn skip_parentheses(&mut self) -> Parsed<()> {
        self.skip_between("(", ")")
    }

    /// Past what stands between two signs, those inside it counted.
    fn skip_between(&mut self, open: &str, close: &str) -> Parsed<()> {
        let mut depth = 0;
        loop {
            match self.next() {
                Token::Sign(sign) if *sign == open => depth += 1,
                Token::Sign(sign) if *sign == close => depth -= 1,
                Token::End => return self.wrong(&format!("'{close}' expected")),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// The literals that are words.
pub(super) fn bit(word: &str) -> Option<Expr> {
    match word {
        "bitzero" => Some(Expr::Bits(Bits::zero(1))),
        "bitone" => Some(Expr::Bits(Bits::from_u64(1, 1))),
        "true" => Some(Expr::Bool(true)),
        "false" => Some(Expr::Bool(false)),
        _ => None,
    }
}
