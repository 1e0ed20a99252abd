//! The syntax tree. No types and no scopes yet: a name is a name.

use crate::types::Type;
use std::collections::HashSet;

/// An expression as written.
#[derive(Debug)]
pub(super) struct Syntax<'t> {
    pub kind: Kind<'t>,
    /// Byte offset of its first token, or of its operator.
    pub at: usize,
    /// Levels below and with this one.
    pub depth: u32,
}

/// The kind of an expression. A type in front of it is kept apart: what it means depends on what it stands before.
#[derive(Debug)]
pub(super) enum Kind<'t> {
    /// A number with its sign.
    Number {
        text: &'t str,
        negative: bool,
    },
    Name(&'t str),
    /// `name(arguments)`.
    Call(&'t str, Vec<Syntax<'t>>),
    /// `name[index]`, a load.
    Load(&'t str, Box<Syntax<'t>>),
    /// `(type)expression`.
    Typed(Type, Box<Syntax<'t>>),
    Not(Box<Syntax<'t>>),
    Binary(&'static str, Box<Syntax<'t>>, Box<Syntax<'t>>),
    /// `let name = value in body`, outermost first.
    Let(Vec<(&'t str, Syntax<'t>)>, Box<Syntax<'t>>),
}

impl Drop for Syntax<'_> {
    /// Without recursion: a chain of operators is as deep as it is long.
    fn drop(&mut self) {
        let mut parts = self.take_parts();
        while let Some(mut part) = parts.pop() {
            parts.extend(part.take_parts());
        }
    }
}

impl<'t> Syntax<'t> {
    /// The parts, taken out, so that what is left can be dropped without them.
    fn take_parts(&mut self) -> Vec<Syntax<'t>> {
        match std::mem::replace(&mut self.kind, Kind::Name("")) {
            Kind::Number { .. } | Kind::Name(_) => Vec::new(),
            Kind::Call(_, args) => args,
            Kind::Load(_, a) | Kind::Typed(_, a) | Kind::Not(a) => vec![*a],
            Kind::Binary(_, a, b) => vec![*a, *b],
            Kind::Let(bindings, body) => {
                bindings.into_iter().map(|(_, value)| value).chain(std::iter::once(*body)).collect()
            }
        }
    }
}

/// `let name : type in [low, high] = load buffer[index, stride n]`.
#[derive(Debug)]
pub(super) struct Declaration<'t> {
    pub name: &'t str,
    pub at: usize,
    pub ty: Type,
    pub range: Option<(i128, i128)>,
    pub load: Option<(&'t str, Syntax<'t>, i64)>,
}

/// A file as written.
#[derive(Debug, Default)]
pub(super) struct Source<'t> {
    pub target: Option<&'t str>,
    /// Every name of the text, whatever it stands for.
    pub names: HashSet<&'t str>,
    pub declarations: Vec<Declaration<'t>>,
    pub results: Vec<(Type, Syntax<'t>)>,
}
