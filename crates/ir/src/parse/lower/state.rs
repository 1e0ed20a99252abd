//! The state of lowering: the graph in hand, scopes, leaves and their addresses.
//!
//! Here belongs the state that expressions, calls and loads share, and nothing that lowers any of them.

use super::address::Addresses;
use crate::build::TypeError;
use crate::expr::{Graph, Leaf, LoadAddress, NodeId, Op};
use crate::limits;
use crate::parse::diagnostic::Diagnostic;
use crate::parse::literal;
use crate::parse::syntax::{Kind, Source, Syntax};
use crate::types::Type;
use std::collections::{HashMap, HashSet};

/// Lowering of expressions, as calls and loads see it: their operands and indices are expressions again.
pub(super) trait Expressions {
    /// The node of an expression.
    fn expression(&mut self, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic>;

    /// The operand beside another. In an index a plain number has the other's type: declared indices are printed so.
    fn beside(&mut self, other: NodeId, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic>;

    /// The node of an index.
    fn index(&mut self, syntax: &Syntax<'_>) -> Result<NodeId, Diagnostic>;
}

/// The graph in hand, with what names mean in it.
pub(super) struct Lower<'t> {
    pub text: &'t str,
    pub graph: Graph,
    pub declared: HashMap<&'t str, Leaf>,
    /// Declared leaves by what they load; the first of the file where several do.
    pub loaded: HashMap<(LoadAddress, Type), &'t str>,
    /// The nodes that `let` binds, by name.
    pub scope: HashMap<String, NodeId>,
    pub addresses: Addresses,
    /// How many indices the expression in hand is inside of.
    pub indices: u32,
    /// Loads with an index that is no address, and calls that nothing is known of, by what they are made of.
    pub opaque: HashMap<(String, Vec<NodeId>, Type), NodeId>,
    /// Every name of the file: names made for loads avoid them.
    names: HashSet<&'t str>,
    /// Names made for loads so far.
    made_names: usize,
    /// Lanes made for the whole file.
    pub lanes: u64,
}

impl<'t> Lower<'t> {
    /// Nothing lowered yet.
    pub fn new(text: &'t str, source: &Source<'t>) -> Self {
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

    /// An error at a byte of the text.
    pub fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, Diagnostic> {
        Err(Diagnostic::new(self.text, at, message))
    }

    /// Makes a node, placing what is wrong with it.
    pub fn make(&mut self, at: usize, op: Op, args: &[NodeId], stated: Option<Type>) -> Result<NodeId, Diagnostic> {
        let made = self.graph.make(op, args, stated);
        self.made(at, made)
    }

    /// Places an error of the graph's, and counts lanes: a file of small windows may still be large.
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

    /// Forgets the graph, and what was known of its nodes.
    pub fn start(&mut self) {
        self.graph = Graph::default();
        self.addresses = Addresses::default();
        self.opaque.clear();
    }

    /// A name that the file does not have; unique in the file, so that its windows print as one file.
    pub fn fresh_name(&mut self) -> String {
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
            Kind::Number { text, negative: false } => literal::integer(text),
            _ => None,
        };
        let small = value.and_then(|v| u32::try_from(v).ok()).filter(|&v| v <= 2 * limits::MAX_LANES);
        match small {
            Some(value) => Ok(value),
            None => self.error(syntax.at, format!("expected a literal count of at most {}", 2 * limits::MAX_LANES)),
        }
    }
}
