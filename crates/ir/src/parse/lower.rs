//! The syntax tree to a typed graph: scopes, leaves, loads, operators. Calls are in `calls`.

use super::Diagnostic;
use super::address::{self, Bound, Index, IndexError};
use super::syntax::{Declaration, Kind, Source, Syntax};
use crate::build::TypeError;
use crate::expr::{Graph, Leaf, LoadAddress, NodeId, Op};
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
    let mut lower = Lower::new(text);
    for declaration in &source.declarations {
        lower.names.insert(declaration.name.to_owned());
    }
    for declaration in &source.declarations {
        lower.declare(declaration)?;
    }
    for (_, result) in &source.results {
        lower.note_names(result);
    }
    source.results.iter().map(|(ty, result)| lower.window(*ty, result)).collect()
}

pub(super) struct Lower<'t> {
    text: &'t str,
    pub graph: Graph,
    declared: HashMap<String, Leaf>,
    /// Declared names in the order of the file.
    order: Vec<String>,
    /// What `let` binds, by name.
    scope: HashMap<String, NodeId>,
    bound: Bound,
    /// Loads with an index that is no address, by buffer, index and type.
    gathers: HashMap<(String, NodeId, Type), NodeId>,
    /// Every name of the file: names made for loads avoid them.
    names: HashSet<String>,
    /// Names made for loads so far.
    made_names: usize,
    /// Lanes made for the whole file.
    lanes: u64,
}

impl<'t> Lower<'t> {
    fn new(text: &'t str) -> Self {
        Lower {
            text,
            graph: Graph::default(),
            declared: HashMap::new(),
            order: Vec::new(),
            scope: HashMap::new(),
            bound: Bound::new(),
            gathers: HashMap::new(),
            names: HashSet::new(),
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

    fn declare(&mut self, declaration: &Declaration<'_>) -> Result<(), Diagnostic> {
        let Declaration { name, at, ty, range, load } = declaration;
        if let Some((low, high)) = range {
            let inside = ty.range().is_some_and(|(min, max)| min <= *low && low <= high && *high <= max);
            if !inside {
                return self.error(*at, format!("[{low}, {high}] is no range of {ty}"));
            }
        }
        let load = match load {
            None => None,
            Some((buffer, index, stride)) => {
                let index = self.index_of(index)?;
                Some(LoadAddress {
                    buffer: (*buffer).to_owned(),
                    base: index.base(),
                    offset: index.offset(),
                    stride: *stride,
                })
            }
        };
        let leaf = Leaf { name: (*name).to_owned(), ty: *ty, range: *range, load };
        if self.declared.insert(leaf.name.clone(), leaf).is_some() {
            return self.error(*at, format!("{name} is declared twice"));
        }
        self.order.push((*name).to_owned());
        Ok(())
    }

    /// The index of a declared load, which must have a normal form.
    fn index_of(&self, syntax: &Syntax<'_>) -> Result<Index, Diagnostic> {
        address::index(syntax, &self.bound).or_else(|error| match error {
            IndexError::TooLarge => self.too_large(syntax.at),
            IndexError::NotScalar => self.error(syntax.at, "the index of a declared load is a scalar"),
        })
    }

    fn too_large<T>(&self, at: usize) -> Result<T, Diagnostic> {
        let (terms, text) = (limits::MAX_INDEX_TERMS, limits::MAX_INDEX_TEXT);
        self.error(at, format!("an index has at most {terms} products, {text} bytes and 64-bit factors"))
    }

    fn note_names(&mut self, syntax: &Syntax<'_>) {
        match &syntax.kind {
            Kind::Number { .. } => {}
            Kind::Name(name) => drop(self.names.insert((*name).to_owned())),
            Kind::Call(_, args) => args.iter().for_each(|a| self.note_names(a)),
            Kind::Load(_, a) | Kind::Typed(_, a) | Kind::Not(a) => self.note_names(a),
            Kind::Binary(_, a, b) => {
                self.note_names(a);
                self.note_names(b);
            }
            Kind::Let(bindings, body) => {
                for (name, value) in bindings {
                    self.names.insert((*name).to_owned());
                    self.note_names(value);
                }
                self.note_names(body);
            }
        }
    }

    fn window(&mut self, ty: Type, result: &Syntax<'_>) -> Result<Window, Diagnostic> {
        self.graph = Graph::default();
        self.gathers.clear();
        let root = self.expression(result)?;
        if self.graph.ty(root) != ty {
            let found = self.graph.ty(root);
            return self.error(result.at, format!("the result is stated as {ty}, but the expression is {found}"));
        }
        Window::new(&self.graph, root).or_else(|error| self.error(result.at, error.to_string()))
    }

    /// Recursion is as deep as the syntax tree, which is bounded.
    pub fn expression(&mut self, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
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
        let logical = matches!(op, Op::And | Op::Or);
        let a = if logical { self.truth(a)? } else { self.expression(a)? };
        let b = if logical { self.truth(b)? } else { self.expression(b)? };
        self.make(at, op, &[a, b], None)
    }

    /// Bindings see the ones before them; names of the outside come back afterwards.
    fn let_in(&mut self, bindings: &[(&str, Syntax<'_>)], body: &Syntax<'_>) -> Result<NodeId, Diagnostic> {
        let mut hidden = Vec::new();
        for (name, value) in bindings {
            let index = match address::index(value, &self.bound) {
                Ok(index) => Some(index),
                Err(IndexError::NotScalar) => None,
                Err(IndexError::TooLarge) => return self.too_large(value.at),
            };
            let node = self.expression(value)?;
            let name = (*name).to_owned();
            hidden.push((name.clone(), self.scope.insert(name.clone(), node), self.bound.insert(name, index)));
        }
        let result = self.expression(body)?;
        for (name, node, index) in hidden.into_iter().rev() {
            restore(&mut self.scope, name.clone(), node);
            restore(&mut self.bound, name, index);
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
        // Halide prints no type for int32 scalars.
        let before = self.graph.leaves.iter().find(|l| l.name == name).map(|l| l.ty);
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
        let Some((load, lanes)) = self.address(buffer, index)? else { return self.gather(at, buffer, index, stated) };
        let ty = stated.unwrap_or(Type::int(32, lanes));
        if ty.lanes != lanes {
            return self.error(at, format!("a load of {ty} at an index of {lanes} lanes"));
        }
        let load = Some(load);
        let declared = self.order.iter().map(|name| &self.declared[name]).find(|l| l.load == load && l.ty == ty);
        let loaded = self.graph.leaves.iter().find(|l| l.load == load && l.ty == ty);
        let leaf = match declared.or(loaded) {
            Some(leaf) => leaf.clone(),
            None => Leaf { name: self.fresh_name(), ty, range: None, load },
        };
        let made = self.graph.leaf(leaf);
        self.made(at, made)
    }

    /// The address of a scalar or of a ramp with a constant stride.
    fn address(&self, buffer: &str, syntax: &Syntax<'_>) -> Result<Option<(LoadAddress, u32)>, Diagnostic> {
        let (base, stride, lanes) = match &syntax.kind {
            Kind::Call("ramp", args) if args.len() == 3 => (&args[0], Some(&args[1]), self.count(&args[2])?),
            _ => (syntax, None, 1),
        };
        let indices = || Ok((address::index(base, &self.bound)?, stride.map(|s| address::index(s, &self.bound))));
        let (base, stride) = match indices() {
            Ok((base, stride)) => (base, stride),
            Err(IndexError::TooLarge) => return self.too_large(syntax.at),
            Err(IndexError::NotScalar) => return Ok(None),
        };
        let stride = match stride {
            None => Some(1),
            Some(Ok(stride)) => stride.as_constant(),
            Some(Err(_)) => None,
        };
        let address = |stride| {
            let load = LoadAddress { buffer: buffer.to_owned(), base: base.base(), offset: base.offset(), stride };
            (load, lanes)
        };
        Ok(stride.map(address))
    }

    /// A load at an index that is no address: equal ones are one leaf, and nothing more is known of it.
    fn gather(
        &mut self,
        at: usize,
        buffer: &str,
        index: &Syntax<'_>,
        stated: Option<Type>,
    ) -> Result<NodeId, Diagnostic> {
        let index = self.expression(index)?;
        let lanes = self.graph.ty(index).lanes;
        let ty = stated.unwrap_or(Type::int(32, lanes));
        if ty.lanes != lanes || !self.graph.ty(index).is_integer() {
            return self.error(at, format!("a load of {ty} at an index of {}", self.graph.ty(index)));
        }
        let key = (buffer.to_owned(), index, ty);
        if let Some(&known) = self.gathers.get(&key) {
            return Ok(known);
        }
        let leaf = Leaf { name: self.fresh_name(), ty, range: None, load: None };
        let made = self.graph.leaf(leaf);
        let made = self.made(at, made)?;
        self.gathers.insert(key, made);
        Ok(made)
    }

    /// A name that the file does not have; unique in the file, so that its windows print as one file.
    fn fresh_name(&mut self) -> String {
        loop {
            let name = format!("l{}", self.made_names);
            self.made_names += 1;
            if !self.names.contains(&name) {
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

fn restore<V>(map: &mut HashMap<String, V>, name: String, value: Option<V>) {
    match value {
        Some(value) => drop(map.insert(name, value)),
        None => drop(map.remove(&name)),
    }
}
