//! Symbolic indices of loads, as sums of products in one normal order.
//!
//! `(t2646*2) + t2627 + 1` and `1 + t2627 + t2646*2` are one index. Indices are typed nodes like everything else, and
//! only signed scalars of 32 and 64 bits are taken apart: sums that are equal as polynomials over the integers are
//! equal there whether they wrap or not. Everything else (a quotient, a minimum, floats, what is narrow or unsigned and
//! so wraps on purpose) is a factor by its text, which names every type.

use crate::expr::{Graph, LeafId, LoadAddress, Node, NodeId, Op};
use crate::limits;
use crate::print::{Piece, phrase};
use crate::types::{Kind, Type};
use std::collections::{BTreeMap, HashMap};

/// A polynomial: sorted factors to their coefficient. The empty product is the constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Index {
    products: BTreeMap<Vec<String>, i64>,
}

impl Index {
    /// A number alone; zero is the empty sum.
    pub fn constant(value: i64) -> Self {
        Index { products: BTreeMap::from([(Vec::new(), value)]) }.normal()
    }

    /// Something symbolic by its text, once.
    fn atom(text: String) -> Self {
        Index { products: BTreeMap::from([(vec![text], 1)]) }
    }

    /// Without products that have cancelled.
    fn normal(mut self) -> Self {
        self.products.retain(|_, n| *n != 0);
        self
    }

    /// Within [`limits::MAX_INDEX_TERMS`] and [`limits::MAX_INDEX_TEXT`].
    fn bounded(self) -> Option<Self> {
        let normal = self.normal();
        let factors = normal.products.keys().map(Vec::len).max().unwrap_or(0);
        let bytes: usize = normal.products.keys().flatten().map(|factor| factor.len() + 1).sum();
        let small = normal.products.len() <= limits::MAX_INDEX_TERMS
            && factors <= limits::MAX_INDEX_TERMS
            && bytes <= limits::MAX_INDEX_TEXT;
        small.then_some(normal)
    }

    /// The sum with `sign` times the other; `None` past 64 bits or a bound.
    pub fn add(&self, other: &Index, sign: i64) -> Option<Self> {
        let mut sum = self.clone();
        for (product, n) in &other.products {
            let place = sum.products.entry(product.clone()).or_default();
            *place = place.checked_add(n.checked_mul(sign)?)?;
        }
        sum.bounded()
    }

    /// The product, multiplied out; adding up term by term keeps every intermediate sum within the bounds.
    fn multiply(&self, other: &Index) -> Option<Self> {
        let mut result = Index::default();
        for (a, n) in &self.products {
            for (b, m) in &other.products {
                let mut factors = [a.as_slice(), b.as_slice()].concat();
                factors.sort();
                let one = Index { products: BTreeMap::from([(factors, n.checked_mul(*m)?)]) };
                result = result.add(&one, 1)?;
            }
        }
        Some(result)
    }

    /// The constant part.
    pub fn offset(&self) -> i64 {
        self.products.get(&Vec::new()).copied().unwrap_or(0)
    }

    /// The value, if nothing in it is symbolic.
    fn as_constant(&self) -> Option<i64> {
        self.products.keys().all(|p| p.is_empty()).then(|| self.offset())
    }

    /// The symbolic part as text that reads back to itself.
    pub fn base(&self) -> String {
        let products = self.products.iter().filter(|(product, _)| !product.is_empty());
        let text = |(product, n): (&Vec<String>, &i64)| match n {
            1 => product.join("*"),
            n => format!("{}*{n}", product.join("*")),
        };
        products.map(text).collect::<Vec<_>>().join(" + ")
    }

    /// As an operand of something else, and whether it is open there.
    fn spelled(&self, ty: Type) -> (String, bool) {
        if let Some(value) = self.as_constant() {
            return (typed(ty, value.to_string()), false);
        }
        let atom = self.products.len() == 1 && self.products.iter().all(|(factors, n)| factors.len() == 1 && *n == 1);
        let text = match (self.base(), self.offset()) {
            (base, 0) => base,
            (base, n) => format!("{base} + {n}"),
        };
        (text, !atom)
    }
}

/// Whether a value of this type is taken apart.
fn is_index(ty: Type) -> bool {
    ty.kind == Kind::Int && ty.bits >= 32 && ty.lanes == 1
}

/// How a node is written in an index.
#[derive(Clone, Debug)]
struct Written {
    text: String,
    /// It needs parentheses as an operand of an operator.
    open: bool,
    /// As a polynomial, where it [is one](is_index).
    index: Option<Index>,
}

impl Written {
    /// As an operand of an operator.
    fn closed(&self) -> String {
        if self.open { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// The nodes of one graph as indices, made when they are asked for and kept.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// `None` for what is over a bound.
    written: HashMap<NodeId, Option<Written>>,
    /// The names for leaves without an address: loads at odd indices, calls that nothing is known of.
    opaque: HashMap<LeafId, String>,
}

impl Addresses {
    /// Says what a leaf stands for.
    pub fn stands_for(&mut self, leaf: LeafId, text: String) {
        self.opaque.insert(leaf, text);
    }

    /// The normal form of an index; `None` where it has none.
    pub fn index(&mut self, graph: &Graph, id: NodeId) -> Option<Index> {
        self.written(graph, id)?.index.clone()
    }

    /// A node as it is written in an index; `None` where that is too long.
    pub fn text(&mut self, graph: &Graph, id: NodeId) -> Option<String> {
        Some(self.written(graph, id)?.text.clone())
    }

    /// The address of a scalar, or of a ramp with a constant stride, in `buffer`.
    pub fn address(&mut self, graph: &Graph, buffer: &str, id: NodeId) -> Option<LoadAddress> {
        let node = graph.node(id);
        let (base, stride) = match node.op {
            Op::Ramp => (node.args[0], self.index(graph, node.args[1])?.as_constant()?),
            _ => (id, 1),
        };
        let index = self.index(graph, base)?;
        let (base, offset) = (index.base(), index.offset());
        let small = base.len() <= limits::MAX_INDEX_TEXT
            && offset.unsigned_abs().max(stride.unsigned_abs()) <= limits::MAX_OFFSET;
        small.then(|| LoadAddress { buffer: buffer.to_owned(), base, offset, stride })
    }

    /// A node as it is written, its operands first, by a walk with a stack of its own.
    fn written(&mut self, graph: &Graph, id: NodeId) -> Option<&Written> {
        let mut stack = vec![(id, false)];
        while let Some((id, ready)) = stack.pop() {
            if self.written.contains_key(&id) {
                continue;
            }
            if ready {
                let made = self.write(graph, graph.node(id));
                self.written.insert(id, made);
            } else {
                stack.push((id, true));
                stack.extend(graph.node(id).args.iter().map(|&arg| (arg, false)));
            }
        }
        self.written[&id].as_ref()
    }

    /// A node whose operands are written. Sums and products of what is an index are taken apart; where that passes a
    /// bound the whole has no form, and the load no address: never a wrong one.
    fn write(&self, graph: &Graph, node: &Node) -> Option<Written> {
        let arg = |n: usize| self.written[&node.args[n]].as_ref();
        let index = |n: usize| arg(n)?.index.as_ref();
        if is_index(node.ty) {
            let sum = match node.op {
                Op::Add => Some(index(0)?.add(index(1)?, 1)?),
                Op::Sub => Some(index(0)?.add(index(1)?, -1)?),
                Op::Mul => Some(index(0)?.multiply(index(1)?)?),
                _ => None,
            };
            if let Some(index) = sum {
                let (text, open) = index.spelled(node.ty);
                return Some(Written { text, open, index: Some(index) });
            }
        }
        let (text, open) = self.spelled(graph, node)?;
        let mut made = Written { text, open, index: None };
        made.index = match node.op {
            _ if !is_index(node.ty) => None,
            Op::Const(bits) => Some(Index::constant(crate::term::signed(bits.into(), node.ty.bits) as i64)),
            _ => Some(Index::atom(made.closed())),
        };
        Some(made)
    }

    /// As Halide prints it, with loads in place of their leaves; and whether it is open.
    fn spelled(&self, graph: &Graph, node: &Node) -> Option<(String, bool)> {
        if let Op::Leaf(leaf) = node.op {
            if let Some(text) = self.opaque.get(&leaf) {
                return Some((text.clone(), false));
            }
            if let Some(load) = &graph.leaves[leaf.0 as usize].load {
                let index = match node.ty.lanes {
                    1 => load.index(),
                    lanes => format!("ramp({}, {}, {lanes})", load.index(), load.stride),
                };
                return Some((typed(node.ty, format!("{}[{index}]", load.buffer)), false));
            }
        }
        let phrase = phrase(graph, node);
        let mut text = String::new();
        for piece in phrase.pieces {
            match piece {
                Piece::Text(part) => text.push_str(&part),
                Piece::Operand(n, closed) => {
                    let operand = self.written[&node.args[n]].as_ref()?;
                    text.push_str(&if closed { operand.closed() } else { operand.text.clone() });
                }
            }
            if text.len() > limits::MAX_INDEX_TEXT {
                return None;
            }
        }
        Some((text, phrase.open))
    }
}

/// A load or a call with its type in front, as Halide prints all but scalar int32.
pub(super) fn typed(ty: Type, text: String) -> String {
    if ty == Type::int(32, 1) { text } else { format!("({ty}){text}") }
}
