//! The syntax tree to a typed graph: scopes, leaves, loads, operators. Calls are in `calls`.

use super::Diagnostic;
use super::address::{Addresses, Index, typed};
use super::syntax::{Declaration, Kind, Source, Syntax};
use crate::build::TypeError;
use crate::expr::{Graph, Leaf, LeafId, LoadAddress, NodeId, Op};
use crate::limits;
use crate::types::Type;
use crate::window::Window;
use std::collections::{HashMap, HashSet};

/// The N of a broadcast's name, `xN`.
pub(super) fn broadcast_count(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('x')?;
    let plain = digits.bytes().all(|c| c.is_ascii_digit()) && !digits.starts_with('0');
    plain.then(|| digits.parse().ok())?
}

pub(super) fn windows(text: &str, source: &Source<'_>) -> Result<Vec<Window>, Diagnostic> {
    let mut lower = Lower::new(text, source);
    // Types first: an index may name a leaf that is declared below it.
    source.declarations.iter().try_for_each(|declaration| lower.declare(declaration))?;
    source.declarations.iter().try_for_each(|declaration| lower.place(declaration))?;
    source.results.iter().map(|(ty, result)| lower.window(*ty, result)).collect()
}

pub(super) struct Lower<'t> {
    text: &'t str,
    pub graph: Graph,
    declared: HashMap<&'t str, Leaf>,
    /// Declared leaves by what they load; the first of the file where several do.
    loaded: HashMap<(LoadAddress, Type), &'t str>,
    /// What `let` binds, by name.
    scope: HashMap<String, NodeId>,
    addresses: Addresses,
    /// How many indices the expression in hand is inside of.
    indices: u32,
    /// Loads with an index that is no address, and calls that nothing is known of, by what they are made of.
    opaque: HashMap<(String, Vec<NodeId>, Type), NodeId>,
    /// Every name of the file: names made for loads avoid them.
    names: HashSet<&'t str>,
    /// Names made for loads so far.
    made_names: usize,
    /// Lanes made for the whole file.
    lanes: u64,
}

impl<'t> Lower<'t> {
    fn new(text: &'t str, source: &Source<'t>) -> Self {
        Lower {
            text,
            graph: Graph::default(),
            declared: HashMap::new(),
            loaded: HashMap::new(),
            scope: HashMap::new(),
            addresses: Addresses::default(),
            indices: 0,
            opaque: HashMap::new(),
            names: source.names.clone(),
            made_names: 0,
            lanes: 0,
        }
    }

    pub fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, Diagnostic> {
        Err(Diagnostic::new(self.text, at, message))
    }

    /// Makes a node, placing what is wrong with it.
    pub fn make(&mut self, at: usize, op: Op, args: &[NodeId], stated: Option<Type>) -> Result<NodeId, Diagnostic> {
        let made = self.graph.make(op, args, stated);
        self.made(at, made)
    }

    pub fn made(&mut self, at: usize, made: Result<NodeId, TypeError>) -> Result<NodeId, Diagnostic> {
        match made {
            Ok(id) => {
                self.lanes += u64::from(self.graph.ty(id).lanes);
                if self.lanes > limits::MAX_FILE_LANES {
                    let bound = limits::MAX_FILE_LANES;
                    return self.error(at, format!("more than {bound} lanes in one file; split it"));
                }
                Ok(id)
            }
            Err(error) => self.error(at, error.to_string()),
        }
    }

    fn declare(&mut self, declaration: &Declaration<'t>) -> Result<(), Diagnostic> {
        let &Declaration { name, at, ty, range, .. } = declaration;
        let leaf = Leaf { name: name.to_owned(), ty, range, load: None };
        if let Err(error) = leaf.check() {
            return self.error(at, error.to_string());
        }
        if self.declared.insert(name, leaf).is_some() {
            return self.error(at, format!("{name} is declared twice"));
        }
        Ok(())
    }

    /// Where a declared leaf is loaded from.
    fn place(&mut self, declaration: &Declaration<'t>) -> Result<(), Diagnostic> {
        let Declaration { name, at, ty, load: Some((buffer, index, stride)), .. } = declaration else { return Ok(()) };
        let index = self.declared_index(index)?;
        let load =
            LoadAddress { buffer: (*buffer).to_owned(), base: index.base(), offset: index.offset(), stride: *stride };
        self.loaded.entry((load.clone(), *ty)).or_insert(name);
        let Some(leaf) = self.declared.get_mut(name) else { return Ok(()) };
        leaf.load = Some(load);
        leaf.check().or_else(|error| self.error(*at, error.to_string()))
    }

    /// The index of a declared load, which must have a normal form. Its last summand has 64 bits, whatever the rest has.
    fn declared_index(&mut self, syntax: &Syntax<'_>) -> Result<Index, Diagnostic> {
        let number = |syntax: &Syntax<'_>| match syntax.kind {
            Kind::Number { text, negative } => {
                let value = super::literal::integer(text)?;
                i64::try_from(if negative { -value } else { value }).ok()
            }
            _ => None,
        };
        let (base, offset) = match &syntax.kind {
            Kind::Binary("+", base, last) if number(last).is_some() => (Some(&**base), number(last)),
            Kind::Number { .. } => (None, number(syntax)),
            _ => (Some(syntax), Some(0)),
        };
        self.graph = Graph::default();
        self.addresses = Addresses::default();
        self.opaque.clear();
        let base = match base {
            Some(base) => {
                let id = self.index(base)?;
                let ty = self.graph.ty(id);
                if ty.with_lanes(1).with_kind(crate::types::Kind::Int) != ty || ty.bits < 32 {
                    return self.error(base.at, format!("the index of a declared load is int32 or int64, not {ty}"));
                }
                self.addresses.index(&self.graph, id)
            }
            None => Some(Index::default()),
        };
        let whole = base.zip(offset).and_then(|(base, offset)| base.add(&Index::constant(offset), 1));
        match whole {
            Some(index) => Ok(index),
            None => {
                let (terms, text) = (limits::MAX_INDEX_TERMS, limits::MAX_INDEX_TEXT);
                let message = format!("an index has at most {terms} products, {text} bytes and 64-bit factors");
                self.error(syntax.at, message)
            }
        }
    }

    fn window(&mut self, ty: Type, result: &Syntax<'_>) -> Result<Window, Diagnostic> {
        self.graph = Graph::default();
        self.addresses = Addresses::default();
        self.opaque.clear();
        let root = self.expression(result)?;
        if self.graph.ty(root) != ty {
            let found = self.graph.ty(root);
            return self.error(result.at, format!("the result is stated as {ty}, but the expression is {found}"));
        }
        let window = Window::new(&self.graph, root).and_then(|window| {
            crate::facts::check(&window)?;
            Ok(window)
        });
        window.or_else(|error| self.error(result.at, error.to_string()))
    }

    /// Recursion is as deep as the syntax tree, which is bounded, on a stack that grows with it.
    pub fn expression(&mut self, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        super::on_a_stack(|| self.expression_here(syntax))
    }

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

    fn literal(&mut self, at: usize, text: &str, negative: bool, ty: Option<Type>) -> Result<NodeId, Diagnostic> {
        if let Some(ty) = ty.filter(|ty| ty.lanes > 1) {
            let (lanes, scalar) = (ty.lanes, ty.with_lanes(1));
            return self.error(at, format!("a literal is one lane: write x{lanes}(({scalar}){text})"));
        }
        match super::literal::bits(text, negative, ty) {
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

    /// The operand beside another. In an index a plain number has the other's type: declared indices are printed so.
    pub fn beside(&mut self, other: NodeId, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        let ty = self.graph.ty(other);
        match &syntax.kind {
            Kind::Number { text, negative } if self.indices > 0 && ty.is_integer() && ty.lanes == 1 => {
                self.literal(syntax.at, text, *negative, Some(ty))
            }
            _ => self.expression(syntax),
        }
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
        // Halide prints no type for int32 scalars. Between values the type need not be said again; an index is as printed.
        let before = self.graph.leaf_named(name).filter(|_| self.indices == 0);
        let before = before.map(|leaf| self.graph.leaves[leaf.0 as usize].ty);
        let ty = stated.or(before).unwrap_or(Type::int(32, 1));
        let made = self.graph.variable(name, ty);
        self.made(at, made)
    }

    fn load(
        &mut self,
        at: usize,
        buffer: &str,
        index: &Syntax<'_>,
        stated: Option<Type>,
    ) -> Result<NodeId, Diagnostic> {
        let index = self.index(index)?;
        let lanes = self.graph.ty(index).lanes;
        let ty = stated.unwrap_or(Type::int(32, lanes));
        if ty.lanes != lanes || !self.graph.ty(index).is_integer() {
            return self.error(at, format!("a load of {ty} at an index of {}", self.graph.ty(index)));
        }
        let Some(load) = self.addresses.address(&self.graph, buffer, index) else {
            let text = self.addresses.text(&self.graph, index).map(|index| typed(ty, format!("{buffer}[{index}]")));
            return self.opaque(at, format!("{buffer}[]"), vec![index], ty, text);
        };
        let leaf = match self.loaded.get(&(load.clone(), ty)) {
            Some(declared) => self.declared[declared].clone(),
            None => {
                let leaf = Leaf { name: String::new(), ty, range: None, load: Some(load) };
                match self.graph.leaf_loaded(&leaf) {
                    Some(known) => self.graph.leaves[known.0 as usize].clone(),
                    None => Leaf { name: self.fresh_name(), ..leaf },
                }
            }
        };
        let made = self.graph.leaf(leaf);
        self.made(at, made)
    }

    /// The node of an index.
    fn index(&mut self, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        self.indices += 1;
        let made = self.expression(syntax);
        self.indices -= 1;
        made
    }

    /// A call that nothing is known of, inside an index: equal ones are one leaf. `None` elsewhere.
    pub fn unknown_in_index(
        &mut self,
        at: usize,
        name: &str,
        args: &[Syntax<'_>],
        stated: Option<Type>,
    ) -> Option<Result<NodeId, Diagnostic>> {
        if self.indices == 0 {
            return None;
        }
        let args: Result<Vec<NodeId>, _> = args.iter().map(|arg| self.expression(arg)).collect();
        Some(args.and_then(|args| {
            let ty = stated.unwrap_or(Type::int(32, 1));
            let texts: Option<Vec<String>> = args.iter().map(|&a| self.addresses.text(&self.graph, a)).collect();
            let text = texts.map(|texts| typed(ty, format!("{name}({})", texts.join(", "))));
            self.opaque(at, format!("{name}()"), args, ty, text)
        }))
    }

    /// A leaf for what nothing is known of but what it is made of; `text` is how indices write it.
    fn opaque(
        &mut self,
        at: usize,
        name: String,
        args: Vec<NodeId>,
        ty: Type,
        text: Option<String>,
    ) -> Result<NodeId, Diagnostic> {
        let key = (name, args, ty);
        if let Some(&known) = self.opaque.get(&key) {
            return Ok(known);
        }
        let leaf = LeafId(self.graph.leaves.len() as u32);
        let leaf_name = self.fresh_name();
        let made = self.graph.variable(&leaf_name, ty);
        let made = self.made(at, made)?;
        if let Some(text) = text.filter(|text| text.len() <= limits::MAX_INDEX_TEXT) {
            self.addresses.stands_for(leaf, text);
        }
        self.opaque.insert(key, made);
        Ok(made)
    }

    /// A name that the file does not have; unique in the file, so that its windows print as one file.
    fn fresh_name(&mut self) -> String {
        loop {
            let name = format!("l{}", self.made_names);
            self.made_names += 1;
            if !self.names.contains(name.as_str()) {
                return name;
            }
        }
    }

    /// A literal number of lanes or an index, at most [`limits::MAX_LANES`].
    pub fn count(&self, syntax: &Syntax<'_>) -> Result<u32, Diagnostic> {
        let value = match &syntax.kind {
            Kind::Number { text, negative: false } => super::literal::integer(text),
            _ => None,
        };
        let small = value.and_then(|v| u32::try_from(v).ok()).filter(|&v| v <= 2 * limits::MAX_LANES);
        match small {
            Some(value) => Ok(value),
            None => self.error(syntax.at, format!("expected a literal count of at most {}", 2 * limits::MAX_LANES)),
        }
    }
}
