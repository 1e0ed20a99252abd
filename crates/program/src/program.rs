//! Programs: what synthesis answers with.
//!
//! A [`Program`] is a DAG of vector values in topological order. A step is a parameter, a constant, a dictionary
//! instruction with its immediates, or a *generic* operation: one that LLVM's target-independent IR has, used for data
//! movement and for what no instruction covers. Widths are explicit everywhere; a value is bits, so an instruction takes
//! any value with as many bits as its operand has, whatever the element width it was made with.
//!
//! The format on disk: programs are remembered by the names of these types and fields, so a change of
//! a name needs `serde(rename)`.

use isotope_ir::expr::{Graph, LeafId, LoadAddress};
use isotope_ir::types::{Kind, Type};
use serde::{Deserialize, Serialize};

mod draft;

pub use draft::Draft;

/// A value of a [`Program`]: the index of the step that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Value(pub u32);

/// Element width and count of a value. One lane is an LLVM scalar, `bits == 1` with several lanes a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shape {
    /// Bits of an element.
    pub bits: u32,
    /// Number of elements, element 0 in the lowest bits.
    pub lanes: u32,
}

impl Shape {
    /// `lanes` elements of `bits` bits.
    pub const fn new(bits: u32, lanes: u32) -> Self {
        Shape { bits, lanes }
    }

    /// Bits of the whole value.
    pub const fn total_bits(self) -> u32 {
        self.bits * self.lanes
    }

    /// The same bits cut into elements of another width.
    pub const fn bitcast(self, bits: u32) -> Self {
        Shape { bits, lanes: self.total_bits() / bits }
    }
}

/// Where a parameter's value comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Origin {
    /// A leaf of the window, as given.
    Leaf(LeafId),
    /// Another load, of bytes that the window's loads cover.
    Load(LoadAddress),
}

/// A parameter of the answer's function.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Param {
    /// Its name: the leaf's, or one made from the load.
    pub name: String,
    /// Its type, lanes included.
    pub ty: Type,
    /// Where the client gets it from.
    pub origin: Origin,
    /// Where it is in memory, if that is known: costs depend on which loads overlap.
    pub address: Option<LoadAddress>,
}

impl Param {
    /// A leaf of a graph as it is given.
    pub fn leaf(graph: &Graph, id: LeafId) -> Self {
        let leaf = &graph.leaves[id.0 as usize];
        Param { name: leaf.name.clone(), ty: leaf.ty, origin: Origin::Leaf(id), address: leaf.load.clone() }
    }

    /// All leaves of a graph.
    pub fn leaves(graph: &Graph) -> Vec<Self> {
        (0..graph.leaves.len() as u32).map(|n| Param::leaf(graph, LeafId(n))).collect()
    }

    /// Another load.
    pub fn load(ty: Type, address: LoadAddress) -> Self {
        let name = format!("{}.{}", address.buffer, address.offset);
        Param { name, ty, origin: Origin::Load(address.clone()), address: Some(address) }
    }
}

/// Integer comparisons, as LLVM's `icmp` names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Predicate {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

/// Floating-point operations, exactly as written: no fast-math flag is ever set. Comparisons are ordered, but for
/// `Ne`, which is unordered, as C has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// To another format.
    Convert(FloatFormat),
    FromSigned,
    FromUnsigned,
    ToSigned,
    ToUnsigned,
    ToSignedSaturating,
    ToUnsignedSaturating,
    Floor,
}

/// An operation of LLVM's target-independent vector IR. Operands are element by element of the step's lanes, shifts
/// at or over the width are undefined (the lowering guards them), division by zero likewise.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Generic {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    UMin,
    UMax,
    SMin,
    SMax,
    UAddSat,
    SAddSat,
    USubSat,
    SSubSat,
    /// `llvm.abs`, the minimum staying the minimum.
    Abs,
    /// Count of leading zeros, of 0 the width.
    Ctlz,
    /// Count of trailing zeros, of 0 the width.
    Cttz,
    Ctpop,
    /// To a mask of one bit a lane.
    Compare(Predicate),
    /// (mask, then, else); a mask of one lane picks whole values.
    Select,
    ZExt,
    SExt,
    Trunc,
    /// The same bits, cut as the step's shape says.
    Bitcast,
    /// Elements by index into the concatenation of the operands, which have equal element widths.
    Shuffle(Vec<u32>),
    /// A floating-point operation on elements of a format.
    Float(FloatOp, FloatFormat),
}

/// A floating-point element format: the operands' one, for conversions from integers the result's. bfloat16 is none:
/// what is computed in it is integer arithmetic around binary32 (`isotope_ir::soft_float`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum FloatFormat {
    Half,
    Single,
    Double,
}

impl FloatFormat {
    /// Bits of an element.
    pub const fn bits(self) -> u32 {
        match self {
            FloatFormat::Half => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
        }
    }

    /// The LLVM format of a float type's elements. bfloat16 has none: LLVM rounds to it as the CPU does, and x86's
    /// instruction flushes denormals; its values are integers of 16 bits to LLVM.
    pub fn of(ty: Type) -> Option<Self> {
        match (ty.kind, ty.bits) {
            (Kind::Float, 16) => Some(FloatFormat::Half),
            (Kind::Float, 32) => Some(FloatFormat::Single),
            (Kind::Float, 64) => Some(FloatFormat::Double),
            _ => None,
        }
    }

    /// The scalar type.
    pub fn scalar(self) -> Type {
        Type::float(self.bits(), 1)
    }
}

/// The action of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StepOp {
    /// A parameter, by index.
    Param(u32),
    /// Element bits, one per lane.
    Constant(Vec<u64>),
    /// A generic operation.
    Generic(Generic),
    /// A dictionary member by its vendor name, with its immediates in order. Operands are the member's
    /// non-immediate operands in order.
    Instruction {
        /// The vendor's intrinsic, `_mm512_dpbusd_epi32`.
        name: String,
        /// Immediates in operand order.
        immediates: Vec<u64>,
    },
}

/// One value of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Step {
    /// The action that makes it.
    pub op: StepOp,
    /// From what.
    pub args: Vec<Value>,
    /// Its element width and count.
    pub shape: Shape,
}

/// A program: parameters, steps in topological order, and the step whose bits are the window's result.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Program {
    /// Parameters of the answer's function, in order.
    pub params: Vec<Param>,
    /// Steps, operands before users.
    pub steps: Vec<Step>,
    /// The result.
    pub result: Value,
    /// The window's type.
    pub ty: Type,
}

impl Program {
    /// The step behind a value.
    pub fn step(&self, value: Value) -> &Step {
        &self.steps[value.0 as usize]
    }

    /// Whether a value is a constant's.
    pub fn is_constant(&self, value: Value) -> bool {
        matches!(self.step(value).op, StepOp::Constant(_))
    }

    /// The shape of a value.
    pub fn shape(&self, value: Value) -> Shape {
        self.step(value).shape
    }
}

#[cfg(test)]
mod tests;
