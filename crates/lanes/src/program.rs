//! A function of LLVM's dialect as blocks of operations that this crate knows.

use crate::error::NotShown;
use std::collections::HashSet;

/// The type of one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// An integer of so many bits, at most 64.
    Int(u32),
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `!llvm.ptr`, 64 bits
    Pointer,
}

impl Scalar {
    /// Its bits.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(width) => width,
            Scalar::F32 => 32,
            Scalar::F64 | Scalar::Pointer => 64,
        }
    }

    /// Bytes that it takes in memory.
    pub fn bytes(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }
}

/// A type: of a vector, the type of its lanes and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Of one lane.
    pub scalar: Scalar,
    /// `None` is a scalar.
    pub lanes: Option<u32>,
}

/// A value's number within its program.
pub type Val = usize;

/// A block's number within its program.
pub type Blk = usize;

/// The action of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One number, or one for each lane.
    Constant(Vec<u64>),
    /// A value that nothing may depend on.
    Poison,
    /// The address of memory on the stack, by its number in [`Program::stacks`].
    Stack(usize),
    /// A global's address, by name.
    Address(String),
    /// Each lane by itself: name with everything that decides its result, like `llvm.fadd` or `llvm.call_intrinsic llvm.sqrt`.
    Lanewise(String),
    /// A comparison of integers or pointers, by MLIR's number of the predicate.
    Icmp(u8),
    /// A comparison of floats, likewise.
    Fcmp(u8),
    /// A division of integers, which must not meet a zero.
    Divide(String),
    /// A value that is the same wherever it is read, even if its operand is poison.
    Freeze,
    /// `(address)`; alignment in bytes.
    Load(u64),
    /// `(value, address)`
    Store(u64),
    /// `(address, mask, otherwise)`: neighbours.
    MaskedLoad(u64),
    /// `(addresses, mask, otherwise)`
    Gather(u64),
    /// `(value, address, mask)`: neighbours.
    MaskedStore(u64),
    /// `(value, addresses, mask)`
    Scatter(u64),
    /// Of another function.
    Call {
        /// Its name.
        name: String,
        /// `None` calls it once; otherwise it is called for each lane, or with true for each lane of the mask, the last operand.
        lanes: Option<bool>,
        /// Whether it writes nothing.
        reads: bool,
        /// By argument, how much more each lane has than the one before.
        steps: Vec<i64>,
    },
    /// Whether any lane of a mask is on.
    Any,
    /// `(vector, scalar)`: the scalar in lane 0.
    First,
    /// `(vector)`: lane 0 in all lanes.
    Splat,
    /// `(vector)`: lanes from this one on.
    Part(u32),
    /// `(vector, vector)`: the lanes of one behind those of the other.
    Concat,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Op {
    /// Its action.
    pub kind: Kind,
    /// In order.
    pub operands: Vec<Val>,
    /// Where there is one.
    pub result: Option<Val>,
}

/// Where a block goes on, with the values of the target's arguments.
#[derive(Clone, Debug)]
pub struct Way {
    /// The block.
    pub to: Blk,
    /// In the order of its arguments.
    pub with: Vec<Val>,
}

/// How a block ends.
#[derive(Clone, Debug)]
pub enum End {
    /// With at most one value.
    Return(Option<Val>),
    /// One way.
    Go(Way),
    /// Where the value is 1, and where it is 0.
    Branch(Val, [Way; 2]),
    /// No run gets here.
    Unreachable,
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its arguments.
    pub arguments: Vec<Val>,
    /// In order.
    pub ops: Vec<Op>,
    /// How it ends.
    pub end: End,
}

/// Memory on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Its size.
    pub bytes: u64,
    /// Its address is a multiple of this.
    pub align: u64,
    /// The bytes of an element where lanes lie side by side, element by element; 0 where each lane's memory is whole.
    pub element: u64,
}

/// A function. Block 0 is the entry.
#[derive(Clone, Debug)]
pub struct Program {
    /// In the text's order.
    pub blocks: Vec<Block>,
    /// The type of each value.
    pub shapes: Vec<Shape>,
    /// Memory on the stack, in the order of the entry.
    pub stacks: Vec<Stack>,
    /// Whether an operation promises something, in which case its result may be poison.
    pub promises: bool,
}

impl Program {
    /// A value in lane 0 alone is only spread over all lanes, and nothing else is: an operation has the same meaning in each lane.
    pub(crate) fn check_splats(&self) -> Result<(), NotShown> {
        let ops = || self.blocks.iter().flat_map(|block| &block.ops);
        let firsts: HashSet<Val> = ops().filter(|op| op.kind == Kind::First).filter_map(|op| op.result).collect();
        let is_wrong = |op: &Op| {
            op.operands.iter().any(|value| firsts.contains(value)) != (op.kind == Kind::Splat)
                || (op.kind == Kind::First && self.shapes[op.operands[1]].lanes.is_some())
        };
        let mut ends = self.blocks.iter().flat_map(|block| crate::graph::used_by_end(&block.end));
        match ops().any(is_wrong) || ends.any(|value| firsts.contains(&value)) {
            true => Err(NotShown::new("a value in lane 0 alone is used".to_owned())),
            false => Ok(()),
        }
    }

    /// The number of lanes of its vectors, where it has one: `None` where it differs.
    pub fn lanes(&self) -> Option<Option<u32>> {
        let mut all = self.shapes.iter().filter_map(|shape| shape.lanes);
        let Some(first) = all.next() else { return Some(None) };
        all.all(|lanes| lanes == first).then_some(Some(first))
    }
}
