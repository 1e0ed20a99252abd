//! Expressions: literals, names, operators and lets; calls and loads are dispatched from here.

use super::state::{Expressions, Lower};
use crate::expr::{NodeId, Op};
use crate::parse::diagnostic::Diagnostic;
use crate::parse::literal;
use crate::parse::stack::on_a_stack;
use crate::parse::syntax::{Kind, Syntax};
use crate::types::Type;

impl Expressions for Lower<'_> {
    /// Recursion is as deep as the syntax tree, which is bounded, on a stack that grows with it.
    fn expression(&mut self, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        on_a_stack(|| self.expression_here(syntax))
    }

    fn beside(&mut self, other: NodeId, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        let ty = self.graph.ty(other);
        match &syntax.kind {
            Kind::Number { text, negative } if self.indices > 0 && ty.is_integer() && ty.lanes == 1 => {
                self.literal(syntax.at, text, *negative, Some(ty))
            }
            _ => self.expression(syntax),
        }
    }

    fn index(&mut self, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        self.indices += 1;
        let made = self.expression(syntax);
        self.indices -= 1;
        made
    }
}

impl Lower<'_> {
    /// One level of [`Expressions::expression`].
    fn expression_here(&mut self, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        let at = syntax.at;
        match &syntax.kind {
            Kind::Number { text, negative } => self.literal(at, text, *negative, None),
            Kind::Name(name) => self.variable(at, name, None),
            Kind::Load(buffer, index) => self.load(at, buffer, index, None),
            Kind::Call(name, args) => self.call(at, name, args, None),
            Kind::Typed(ty, inner) => match &inner.kind {
                Kind::Number { text, negative } => self.literal(at, text, *negative, Some(*ty)),
                Kind::Name(name) => self.variable(at, name, Some(*ty)),
                Kind::Load(buffer, index) => self.load(at, buffer, index, Some(*ty)),
                Kind::Call(name, args) => self.call(inner.at, name, args, Some(*ty)),
                _ => self.error(at, format!("`({ty})` stands in front of a literal, a leaf, a load or a call")),
            },
            Kind::Not(inner) => {
                let inner = self.truth(inner)?;
                self.make(at, Op::Not, &[inner], None)
            }
            Kind::Binary(mark, a, b) => self.binary(at, mark, a, b),
            Kind::Let(bindings, body) => self.let_in(bindings, body),
        }
    }

    /// A number of the type in front of it, or of the one that its spelling says.
    fn literal(&mut self, at: usize, text: &str, negative: bool, ty: Option<Type>) -> Result<NodeId, Diagnostic> {
        if let Some(ty) = ty.filter(|ty| ty.lanes > 1) {
            let (lanes, scalar) = (ty.lanes, ty.with_lanes(1));
            return self.error(at, format!("a literal is one lane: write x{lanes}(({scalar}){text})"));
        }
        match literal::bits(text, negative, ty) {
            Ok((ty, bits)) => self.make(at, Op::Const(bits), &[], Some(ty)),
            Err(message) => self.error(at, message),
        }
    }

    /// An expression that must be truth values.
    fn truth(&mut self, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        let id = self.expression(syntax)?;
        let ty = self.graph.ty(id);
        if ty.with_lanes(1) == Type::bool(1) {
            return Ok(id);
        }
        self.error(syntax.at, format!("`&&`, `||` and `!` take uint1, not {ty}; bitwise_and and its kin take integers"))
    }

    /// An operator. `&&` and `||` are of truth values; of integers Halide prints `bitwise_and` and its kin.
    fn binary(&mut self, at: usize, mark: &str, a: &Syntax<'_>, b: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        let op = match mark {
            "&&" => Op::And,
            "||" => Op::Or,
            "==" => Op::Eq,
            "!=" => Op::Ne,
            "<" => Op::Lt,
            "<=" => Op::Le,
            ">" => Op::Gt,
            ">=" => Op::Ge,
            "+" => Op::Add,
            "-" => Op::Sub,
            "*" => Op::Mul,
            "/" => Op::Div,
            _ => Op::Mod,
        };
        if matches!(op, Op::And | Op::Or) {
            let (a, b) = (self.truth(a)?, self.truth(b)?);
            return self.make(at, op, &[a, b], None);
        }
        let a = self.expression(a)?;
        let b = self.beside(a, b)?;
        self.make(at, op, &[a, b], None)
    }

    /// Bindings see the ones before them; names of the outside come back afterwards.
    fn let_in(&mut self, bindings: &[(&str, Syntax<'_>)], body: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        let mut hidden = Vec::new();
        for (name, value) in bindings {
            let node = self.expression(value)?;
            hidden.push((*name, self.scope.insert((*name).to_owned(), node)));
        }
        let result = self.expression(body)?;
        for (name, node) in hidden.into_iter().rev() {
            match node {
                Some(node) => drop(self.scope.insert(name.to_owned(), node)),
                None => drop(self.scope.remove(name)),
            }
        }
        Ok(result)
    }

    /// A name: what a `let` binds, or a declared leaf, or a leaf that it makes. A type in front of it must be the one
    /// that is known; where nothing is known it says it.
    fn variable(&mut self, at: usize, name: &str, stated: Option<Type>) -> Result<NodeId, Diagnostic> {
        let known = match (self.scope.get(name), self.declared.get(name)) {
            (Some(&node), _) => Some(node),
            (None, Some(leaf)) => {
                let leaf = leaf.clone();
                let made = self.graph.leaf(leaf);
                Some(self.made(at, made)?)
            }
            (None, None) => None,
        };
        if let Some(node) = known {
            let ty = self.graph.ty(node);
            return match stated {
                Some(stated) if stated != ty => self.error(at, format!("{name} is {ty}, not {stated}")),
                _ => Ok(node),
            };
        }
        // Halide prints no type for int32 scalars. Between values the type need not be said again; an index is as
        // printed.
        let before = self.graph.leaf_named(name).filter(|_| self.indices == 0);
        let before = before.map(|leaf| self.graph.leaves[leaf.0 as usize].ty);
        let ty = stated.or(before).unwrap_or(Type::int(32, 1));
        let made = self.graph.variable(name, ty);
        self.made(at, made)
    }
}
