//! Expressions as hash-consed graphs.
//!
//! A [`Graph`] owns nodes; equal nodes are one node, so equal leaves are one leaf. Node ids grow from operands to
//! users, hence `0..len` is a topological order.

use crate::types::Type;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A node of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeId(pub u32);

/// A leaf of a [`Graph`]: an index into [`Graph::leaves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LeafId(pub u32);

/// How [`Op::Reduce`] combines adjacent lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReduceOp {
    /// Wraps.
    Add,
    /// Clamped after each step, which for signed lanes makes the order matter.
    SaturatingAdd,
    /// Wraps.
    Mul,
    /// The least lane.
    Min,
    /// The greatest lane.
    Max,
    /// Bitwise; of truth values, whether all hold.
    And,
    /// Bitwise; of truth values, whether one holds.
    Or,
}

impl ReduceOp {
    /// Whether the value of a reduction of elements of this type does not depend on the order in which they are
    /// combined. Saturation at one end only is of that kind; at both ends it is not, and rounding is not.
    pub fn is_free(self, element: Type) -> bool {
        element.is_integer() && !(self == ReduceOp::SaturatingAdd && element.is_signed())
    }
}

/// An operation. Meaning, corners included: `ARCHITECTURE.md` and Halide's IROperator.h. The result type is
/// stored with the node; operand order is Halide's.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Op {
    /// A load, a variable or a scalar parameter; no operands.
    Leaf(LeafId),
    /// A scalar literal: the lane's bits, zero-extended. Vectors of it are `Broadcast` of it.
    Const(u64),
    /// Repeats its operand; result lanes are a multiple of operand lanes.
    Broadcast,
    /// (base, stride): base + i * stride; base may be a vector (then lanes = base lanes * n, Halide's nested ramp).
    Ramp,
    /// Constant lane indices into the concatenation of all operands.
    Shuffle(Vec<u32>),
    /// Adjacent lanes combined, lowest first; the factor is the ratio of lanes.
    Reduce(ReduceOp),
    /// Wraps to fewer bits, extends by the operand's sign; floats to integers truncate, and are undefined out of range.
    Cast,
    /// The nearest value of the result's type: of a float its integer part, pinned; infinities become the largest finite value. A NaN
    /// is undefined.
    SaturatingCast,
    /// The same bits, little-endian, in other lanes.
    Reinterpret,
    /// Wraps.
    Add,
    /// Wraps.
    Sub,
    /// Wraps.
    Mul,
    /// Euclidean: the remainder is never negative, so that it rounds down for positive divisors; 0 for a divisor of 0.
    Div,
    /// The remainder of [`Op::Div`], in `0..|b|`; 0 for a divisor of 0. Of floats, `a - b * floor(a / b)`.
    Mod,
    /// C's quotient, rounded towards zero; of the least value by -1 it wraps to the least value. Undefined for a divisor of 0.
    DivRoundToZero,
    /// C's remainder, what [`Op::DivRoundToZero`] leaves: it has the sign of the dividend, and is 0 for the least value by -1.
    /// Undefined for a divisor of 0.
    ModRoundToZero,
    /// Of floats undefined where an operand is a NaN or both are zeros of different sign.
    Min,
    /// As [`Op::Min`].
    Max,
    /// Comparisons give `uint1`; of floats, a NaN equals nothing.
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Bitwise; also logical on `bool`.
    And,
    Or,
    /// Bitwise, as [`Op::And`]; of truth values, that they differ.
    Xor,
    /// The complement, within the type's bits.
    Not,
    /// (condition, then, else); a scalar condition picks whole vectors.
    Select,
    /// By amounts of either sign: a negative one shifts right. Undefined from the number of bits on, either way.
    ShiftLeft,
    /// As [`Op::ShiftLeft`], turned round; fills with the sign of signed values.
    ShiftRight,
    /// Of the least signed value the magnitude, since the result is unsigned.
    Abs,
    /// `|a - b|` exactly, as an unsigned value of the same bits.
    Absd,
    /// Exact in twice the bits.
    WideningAdd,
    /// Exact in twice the bits, signed also for unsigned operands.
    WideningSub,
    /// Exact in twice the bits, signed where an operand is.
    WideningMul,
    /// The left operand in twice the bits, shifted there.
    WideningShiftLeft,
    /// As [`Op::WideningShiftLeft`].
    WideningShiftRight,
    /// (wide, narrow): the right operand widened, then an addition that wraps.
    WidenRightAdd,
    /// As [`Op::WidenRightAdd`].
    WidenRightSub,
    /// As [`Op::WidenRightAdd`].
    WidenRightMul,
    /// Exact, then clamped to the type.
    SaturatingAdd,
    /// Exact, then clamped to the type.
    SaturatingSub,
    /// `(a + b) >> 1` of the exact sum.
    HalvingAdd,
    /// `(a - b) >> 1` of the exact difference, wrapped: of unsigned values it may be negative.
    HalvingSub,
    /// `(a + b + 1) >> 1` of the exact sum.
    RoundingHalvingAdd,
    /// [`Op::RoundingShiftRight`] by the negated amount.
    RoundingShiftLeft,
    /// Rounds to nearest, halves up; the sum with the rounding bit is computed in twice the bits and cannot overflow.
    RoundingShiftRight,
    /// (a, b, amount): the product in twice the bits, shifted right, clamped to the type.
    MulShiftRight,
    /// As [`Op::MulShiftRight`], rounded as [`Op::RoundingShiftRight`].
    RoundingMulShiftRight,
    /// Zeros above the highest one; the type's bits for 0.
    CountLeadingZeros,
    /// Zeros below the lowest one; the type's bits for 0.
    CountTrailingZeros,
    /// Ones.
    PopCount,
    /// (index, values..): out of range gives the last.
    Mux,
    /// Contraction and reassociation are off below this node.
    StrictFloat,
    /// (value, low, high): the value, with the front end's promise that it lies between the bounds.
    PromiseClamped,
}

/// Where a load's lanes come from: byte address = buffer base + (symbolic + offset + lane * stride) * element bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LoadAddress {
    /// The buffer's name.
    pub buffer: String,
    /// The symbolic part of the index, canonical text; empty when there is none.
    pub base: String,
    /// The constant part of the index, in elements.
    pub offset: i64,
    /// Elements between lanes.
    pub stride: i64,
}

impl LoadAddress {
    /// The index of lane 0 as text.
    pub fn index(&self) -> String {
        match (self.base.as_str(), self.offset) {
            ("", offset) => offset.to_string(),
            (base, 0) => base.to_owned(),
            (base, offset) => format!("{base} + {offset}"),
        }
    }
}

/// A leaf with what the front end knows of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leaf {
    /// The name it is printed with.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Known bounds of every lane, inclusive.
    pub range: Option<(i128, i128)>,
    /// Where it is loaded from.
    pub load: Option<LoadAddress>,
}

/// One node: an operation over earlier nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Node {
    /// The operation.
    pub op: Op,
    /// Operands, in Halide's order.
    pub args: Vec<NodeId>,
    /// The result's type.
    pub ty: Type,
    /// The front end states that signed 32- or 64-bit arithmetic here does not overflow.
    pub no_wrap: bool,
}

/// A hash-consed expression graph.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Parts")]
pub struct Graph {
    /// Nodes, operands before users.
    pub nodes: Vec<Node>,
    /// Leaves, in order of first use.
    pub leaves: Vec<Leaf>,
    #[serde(skip)]
    index: HashMap<Node, NodeId>,
    #[serde(skip)]
    known: LeafIndex,
}

/// Where leaves are, by name and by what is loaded. It follows [`Graph::leaves`], which others may add to.
#[derive(Clone, Debug, Default)]
struct LeafIndex {
    by_name: HashMap<String, LeafId>,
    by_load: HashMap<Loaded, LeafId>,
    /// How many leaves are in the maps.
    read: usize,
}

/// The identity of two loads that are one leaf: the memory, how it is read, and what is known of it.
type Loaded = (LoadAddress, Type, Option<(i128, i128)>);

/// The parts of a [`Graph`] that are written; the index is made anew.
#[derive(Deserialize)]
struct Parts {
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
}

impl From<Parts> for Graph {
    /// Nodes of a stored graph are distinct, since they were made by one; the index finds each again.
    fn from(Parts { nodes, leaves }: Parts) -> Self {
        let index = nodes.iter().enumerate().map(|(at, node)| (node.clone(), NodeId(at as u32))).collect();
        Graph { nodes, leaves, index, known: LeafIndex::default() }
    }
}

impl PartialEq for Graph {
    /// The same nodes and leaves in the same order; the index follows from them.
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.leaves == other.leaves
    }
}

impl Eq for Graph {}

impl Graph {
    /// Adds a node, or finds its equal. The caller has checked its type ([`crate::build`] does).
    pub fn add(&mut self, node: Node) -> NodeId {
        if let Some(&id) = self.index.get(&node) {
            return id;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.index.insert(node.clone(), id);
        self.nodes.push(node);
        id
    }

    /// The node behind an id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The constant that every lane of a node has: a literal, or broadcasts of one.
    pub fn splat_bits(&self, mut id: NodeId) -> Option<u64> {
        loop {
            match self.node(id).op {
                Op::Const(bits) => return Some(bits),
                Op::Broadcast => id = self.node(id).args[0],
                _ => return None,
            }
        }
    }

    /// The leaf of a name.
    pub fn leaf_named(&mut self, name: &str) -> Option<LeafId> {
        self.read_leaves();
        self.known.by_name.get(name).copied()
    }

    /// The first leaf that loads the same, with the same facts.
    pub fn leaf_loaded(&mut self, leaf: &Leaf) -> Option<LeafId> {
        self.read_leaves();
        let load = leaf.load.clone()?;
        self.known.by_load.get(&(load, leaf.ty, leaf.range)).copied()
    }

    /// Leaves may have been pushed by others: those since the last call are read now.
    fn read_leaves(&mut self) {
        for at in self.known.read..self.leaves.len() {
            let (leaf, id) = (&self.leaves[at], LeafId(at as u32));
            self.known.by_name.entry(leaf.name.clone()).or_insert(id);
            if let Some(load) = &leaf.load {
                self.known.by_load.entry((load.clone(), leaf.ty, leaf.range)).or_insert(id);
            }
        }
        self.known.read = self.leaves.len();
    }

    /// The type of a node.
    pub fn ty(&self, id: NodeId) -> Type {
        self.node(id).ty
    }
}
