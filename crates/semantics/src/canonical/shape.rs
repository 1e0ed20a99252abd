//! Terms without their numbers.
//!
//! A term's *shape* is its text with every element index left out; a body's text leaves out widths and constants too.
//!
//! Elements with one key are iterations of one loop. The key must therefore cover all but the elements read: operators,
//! widths, constants, which operand each read is of, and which reads are the same element (`a[i] * a[i]` is not `a[i] *
//! a[j]`).

use super::view::{View, read, view};
use isotope_ir::term::{LaneVar, Node, TermId, Terms};
use std::collections::HashMap;

/// One element of a result.
pub(super) struct Element {
    /// Equal for elements that differ only in the elements they read.
    pub key: [u8; 32],
    /// The codes of what it reads, by first visit in canonical order.
    pub reads: Vec<u32>,
    /// Its term.
    pub term: TermId,
    /// Distinct nodes.
    pub nodes: usize,
}

/// A term without its numbers. The order is that of operands of commutative operators: first by what a class's text has, so that
/// sizes and constants do not change it from member to member.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    /// Operators. Begins with a rank: constants, reads, everything else.
    plain: [u8; 32],
    /// The lowest variable that the term reads.
    lowest: u32,
    /// The lowest bit that is cut out of anything: bits of one element come in their order.
    cut: u32,
    /// Operators, widths and constants, not what is read.
    hash: [u8; 32],
}

/// Shapes of terms, remembered.
pub(super) struct Shapes<'t> {
    terms: &'t Terms,
    known: HashMap<TermId, Shape>,
}

impl<'t> Shapes<'t> {
    pub fn new(terms: &'t Terms) -> Self {
        Shapes { terms, known: HashMap::new() }
    }

    /// The lowest variable that a term reads.
    pub fn lowest(&mut self, term: TermId) -> u32 {
        self.shape(term).lowest
    }

    /// Equal for terms that have the same operators.
    pub fn plain(&mut self, term: TermId) -> [u8; 32] {
        self.shape(term).plain
    }

    /// An element with its key. The key covers the shape and which reads coincide.
    pub fn element(&mut self, term: TermId) -> Element {
        let mut reads = Vec::new();
        let mut pattern = blake3::Hasher::new();
        let mut seen: HashMap<TermId, u32> = HashMap::new();
        pattern.update(&self.shape(term).hash);
        let mut todo = vec![term];
        while let Some(t) = todo.pop() {
            let order = seen.len() as u32;
            // A part that is met again says where it was met first, which is what sharing is.
            if let Some(earlier) = seen.get(&t) {
                pattern.update(&earlier.to_le_bytes());
                continue;
            }
            seen.insert(t, order);
            if let Some(read) = read(self.terms, t) {
                reads.push(read.code());
                pattern.update(&(read.operand as u64).to_le_bytes()).update(&(read.count as u64).to_le_bytes());
            }
            let mut children = self.children(t);
            children.reverse();
            todo.extend(children);
        }
        Element { key: *pattern.finalize().as_bytes(), reads, term, nodes: seen.len() }
    }

    /// Operands in canonical order: those of commutative operators by shape, then by what they read.
    pub fn children(&mut self, t: TermId) -> Vec<TermId> {
        let View { commutes, mut operands, .. } = view(self.terms, t);
        if commutes && self.shape(operands[0]) > self.shape(operands[1]) {
            operands.reverse();
        }
        operands
    }

    /// The shape of a term, by a walk with a stack of its own.
    fn shape(&mut self, root: TermId) -> Shape {
        let mut stack = vec![(root, false)];
        while let Some((t, ready)) = stack.pop() {
            if self.known.contains_key(&t) {
                continue;
            }
            if ready {
                let made = self.made(t);
                self.known.insert(t, made);
            } else {
                stack.push((t, true));
                stack.extend(view(self.terms, t).operands.into_iter().map(|operand| (operand, false)));
            }
        }
        self.known[&root]
    }

    /// The shape of a term whose operands have theirs.
    fn made(&self, t: TermId) -> Shape {
        let node = self.terms.node(t);
        let view = view(self.terms, t);
        let mut parts: Vec<Shape> = view.operands.iter().map(|operand| self.known[operand]).collect();
        let own = read(self.terms, t);
        let lowest = match own {
            Some(read) => LaneVar::new(read.operand, read.element).number(),
            None => parts.iter().map(|part| part.lowest).min().unwrap_or(u32::MAX),
        };
        let below = parts.iter().map(|part| part.cut).min().unwrap_or(u32::MAX);
        let cut = if let Node::Extract(lo, _) = node { below.min(*lo) } else { below };
        // By content, so that the order in which a text wrote them does not show.
        if view.commutes {
            // Not by what is read, which is another element in every iteration.
            parts.sort_unstable_by_key(|part| (part.plain, part.hash));
        }
        let mut plain = blake3::Hasher::new();
        plain.update(view.head.as_bytes());
        for part in &parts {
            plain.update(&part.plain);
        }
        let mut hasher = blake3::Hasher::new();
        // Numbers that the text leaves out are in the key: elements of two shift amounts are two bodies.
        hasher.update(view.head.as_bytes());
        hasher.update(&self.terms.width(t).to_le_bytes());
        for number in view.numbers.iter().chain(&view.high) {
            hasher.update(&number.to_le_bytes());
        }
        match node {
            Node::Const(v) => hasher.update(&v.to_le_bytes()),
            _ => &mut hasher,
        };
        for part in &parts {
            hasher.update(&part.hash);
        }
        let mut plain = *plain.finalize().as_bytes();
        // Constants first, then what is read: a chain's hash depends on its length.
        plain[0] = match node {
            Node::Const(_) => 0,
            _ if own.is_some() => 1,
            _ => 2,
        };
        Shape { plain, lowest, cut, hash: *hasher.finalize().as_bytes() }
    }
}
