//! The arena: equal terms are one term, and operands come before their users.

use super::operator::{BinOp, UnOp};
use crate::limits::MAX_WIDTH;
use ahash::RandomState;
use hashbrown::HashTable;

/// A term of a [`Terms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

/// The shape of a term. Widths are beside it, in [`Terms::width`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    /// A constant, bits above the width clear.
    Const(u128),
    /// A free variable: its number is its maker's.
    Var(u32),
    /// One operand.
    Un(UnOp, TermId),
    /// Two operands.
    Bin(BinOp, TermId, TermId),
    /// Condition of one bit, then, else.
    Ite(TermId, TermId, TermId),
    /// Bits `lo .. lo + width` of the operand.
    Extract(u32, TermId),
    /// Zero-extension to this term's width.
    ZExt(TermId),
    /// Sign-extension to this term's width.
    SExt(TermId),
    /// High part, low part.
    Concat(TermId, TermId),
    /// An uninterpreted function by name: floating-point operations.
    Apply(String, Vec<TermId>),
}

/// An arena of hash-consed terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    widths: Vec<u32>,
    heights: Vec<u32>,
    /// The terms by shape and width. It holds no copy of them: a large window has a million.
    index: HashTable<TermId>,
    hashing: RandomState,
    raw: bool,
}

impl Terms {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty arena whose terms are kept as they are built: nothing is folded, cancelled or put in order, and equal
    /// terms are one only if they were built alike. For checks that must not rest on those rules.
    pub fn raw() -> Self {
        Terms { raw: true, ..Self::default() }
    }

    /// Whether terms are kept as they are built.
    pub fn is_raw(&self) -> bool {
        self.raw
    }

    /// An empty arena of the same kind.
    pub fn empty_like(&self) -> Self {
        Terms { raw: self.raw, ..Self::default() }
    }

    /// The number of terms made so far; ids below it are valid, operands come before users.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term was made.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The shape of a term.
    pub fn node(&self, t: TermId) -> &Node {
        &self.nodes[t.0 as usize]
    }

    /// The width of a term, in bits.
    pub fn width(&self, t: TermId) -> u32 {
        self.widths[t.0 as usize]
    }

    /// The constant behind a term, if it is one.
    pub fn as_const(&self, t: TermId) -> Option<u128> {
        match self.node(t) {
            Node::Const(v) => Some(*v),
            _ => None,
        }
    }

    /// The one term of this shape and width.
    pub(super) fn intern(&mut self, node: Node, width: u32) -> TermId {
        assert!((1..=MAX_WIDTH).contains(&width), "a term of {width} bits: {node:?}");
        // The width is part of what a term is: two extracts of one start differ by it alone.
        let hash = self.hashing.hash_one((&node, width));
        let same = |&id: &TermId| self.width(id) == width && *self.node(id) == node;
        if let Some(&id) = self.index.find(hash, same) {
            return id;
        }
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.widths.push(width);
        let (nodes, widths, hashing) = (&self.nodes, &self.widths, &self.hashing);
        let again = |id: &TermId| hashing.hash_one((&nodes[id.0 as usize], widths[id.0 as usize]));
        self.index.insert_unique(hash, id, again);
        let below = self.operands(id).map(|operand| self.height(operand)).max();
        self.heights.push(below.map_or(0, |height| height + 1));
        id
    }

    /// Operators on the longest path below a term: how deep whoever walks it goes.
    pub fn height(&self, t: TermId) -> u32 {
        self.heights[t.0 as usize]
    }

    /// The operands of a term.
    pub fn operands(&self, t: TermId) -> impl DoubleEndedIterator<Item = TermId> + '_ {
        let (fixed, rest): ([Option<TermId>; 3], &[TermId]) = match self.node(t) {
            Node::Const(_) | Node::Var(_) => ([None; 3], &[]),
            Node::Un(_, a) | Node::Extract(_, a) | Node::ZExt(a) | Node::SExt(a) => ([Some(*a), None, None], &[]),
            Node::Bin(_, a, b) | Node::Concat(a, b) => ([Some(*a), Some(*b), None], &[]),
            Node::Ite(c, a, b) => ([Some(*c), Some(*a), Some(*b)], &[]),
            Node::Apply(_, args) => ([None; 3], args),
        };
        fixed.into_iter().flatten().chain(rest.iter().copied())
    }
}
