//! Operations made ready to run: names resolved, attributes decoded. An operation that cannot run is an error when its turn comes.

use crate::plan::effects::Effects;
use crate::plan::wide::Wide;
use crate::values::memory::Origin;
use crate::values::op::Op;
use crate::values::value::Element;
use isotope_mlir::error::Place;
use isotope_mlir::ir::{AffineExpr, OpId, Step, TypeId};
pub use isotope_mlir::literals::Literal;
use std::collections::{HashMap, HashSet};

/// A function's, a loop's or a branch's region.
pub type PlanRegion = Vec<usize>;

/// All that can be run of one module.
#[derive(Debug, Default)]
pub struct Plan {
    /// By the numbers of the module's blocks.
    pub blocks: Vec<PlanBlock>,
    /// By name.
    pub functions: HashMap<String, Function>,
    /// By name.
    pub globals: HashMap<String, Global>,
    /// A name that two of these have, in modules of their own: which of them is meant is not known here.
    pub repeated: Option<String>,
    /// Number of values.
    pub values: usize,
    /// Extensions, by their numbers in the module, that are the identity, or that but for a number which they add.
    pub identities: HashSet<u32>,
    /// Factors of products of vectors whose extension within the product is the identity.
    pub exact_factors: HashSet<u32>,
    /// Loops over integers may run over arrays: no operation on integers lacks a value for some operands.
    pub integer_nests: bool,
    /// Numbers that operations hold so far, at most [`MAX_PLANNED`].
    pub planned: usize,
    /// While the plan is made: operations of the blocks that are open which come after what is planned.
    pub to_come: HashSet<OpId>,
}

/// A block.
#[derive(Debug, Default)]
pub struct PlanBlock {
    /// Values.
    pub arguments: Vec<u32>,
    /// In order.
    pub nodes: Vec<Node>,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Types of its arguments.
    pub inputs: Vec<TypeId>,
    /// Types of its results.
    pub results: Vec<TypeId>,
    /// Empty for a declaration.
    pub body: PlanRegion,
    /// Its place.
    pub place: Place,
    /// The effects that a declaration states of a function without a body.
    pub effects: Effects,
    /// Its number in the module.
    pub op: usize,
}

/// A memref that all functions see.
#[derive(Debug, PartialEq)]
pub struct Global {
    /// Its type.
    pub ty: TypeId,
    /// Row-major; `None` is uninitialised.
    pub values: Option<Vec<Literal>>,
    /// Whether nobody may write it.
    pub constant: bool,
    /// Whether other modules know it.
    pub is_public: bool,
    /// Whether some function of the module may read it: it is used by more than stores to it.
    pub is_read: bool,
}

impl Global {
    /// Whether what has no body may see it: other modules, or by a function of this module that reads it.
    pub fn is_reached(&self) -> bool {
        self.is_public || self.is_read
    }
}

/// One operation.
#[derive(Debug)]
pub struct Node {
    /// Its number in the module.
    pub op: u32,
    /// Its place.
    pub place: Place,
    /// Its action.
    pub kind: Kind,
    /// Values.
    pub operands: Vec<u32>,
    /// Values.
    pub results: Vec<u32>,
    /// Regions.
    pub regions: Vec<PlanRegion>,
}

/// One row of an affine map.
#[derive(Debug)]
pub enum Row {
    /// The sum of operands times coefficients, and a constant.
    Linear(Vec<(i64, u32)>, i64),
    /// Anything else, over all operands, dimensions first.
    General(AffineExpr, u32),
}

/// Which of an operation's operands belong together: numbers of the first, one after the other.
pub type Segments = Vec<usize>;

/// The action of an operation.
#[derive(Debug)]
#[allow(missing_docs, reason = "named like the operations")]
pub enum Kind {
    Constant {
        element: Element,
        values: Vec<Literal>,
        vector: bool,
    },
    /// An operation on numbers, lane by lane.
    Scalar {
        op: Op,
        from: Element,
        to: Element,
    },
    Select(Element),
    /// Its operand.
    Same,
    /// The values that iterations of a parallel loop give, each to its own region, which joins two.
    ParallelReduce,
    /// Memory begins at an address that this divides.
    Assume(u64),
    AffineFor {
        lower: Vec<Row>,
        upper: Vec<Row>,
        step: i64,
        segments: Segments,
    },
    AffineParallel {
        lower: Vec<Row>,
        upper: Vec<Row>,
        groups: [Vec<usize>; 2],
        steps: Vec<i64>,
        first: usize,
    },
    AffineIf {
        rows: Vec<(Row, bool)>,
        results: bool,
    },
    /// Access `rows` from operand `first` on; the memref is operand `memref`.
    Load {
        rows: Option<Vec<Row>>,
        vector: Option<Vec<i64>>,
    },
    Store {
        rows: Option<Vec<Row>>,
        vector: Option<Vec<i64>>,
    },
    /// `affine.apply`, `affine.min` and `affine.max`.
    Apply(Vec<Row>, Choice),
    ScfFor,
    ScfParallel(Segments),
    ScfIf,
    ScfWhile,
    Condition,
    Yield,
    Return,
    Branch(Vec<usize>),
    ConditionalBranch(Vec<usize>, Segments),
    Assert(String),
    Call(String),
    Alloc {
        shape: Vec<Option<u64>>,
        element: Element,
        origin: Origin,
    },
    Dealloc,
    Copy,
    Cast,
    Dim,
    Subview {
        segments: Segments,
        statics: [Vec<i64>; 3],
        kept: Vec<usize>,
    },
    GetGlobal(String),
    Transfer {
        write: bool,
        rows: Vec<i64>,
        shape: Vec<i64>,
        in_bounds: Vec<bool>,
        segments: Segments,
        /// The operand that says which lanes there are.
        mask: Option<usize>,
    },
    Broadcast {
        from: Vec<i64>,
        shape: Vec<i64>,
    },
    Extract {
        position: Vec<i64>,
        shape: Vec<i64>,
        scalar: bool,
    },
    Insert {
        position: Vec<i64>,
        shape: Vec<i64>,
    },
    /// Lanes of all operands side by side, for each result.
    Rearrange(Vec<Vec<u32>>),
    Reduce {
        op: Op,
        element: Element,
    },
    /// A text, or the mark behind what is printed.
    Print(String),
    /// Other operations on vectors.
    Wide(Wide),
    /// Memory with another size, of so many elements or as many as its operand says.
    Realloc {
        size: Option<u64>,
        element: Element,
    },
    /// The whole buffer as these offsets, sizes and strides see it.
    Reinterpret {
        segments: Segments,
        statics: [Vec<i64>; 3],
    },
    /// Its name, or why it cannot run.
    Unknown(String),
}

/// Which row of several counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// There is one.
    Only,
    /// The smallest.
    Min,
    /// The largest.
    Max,
}

impl Row {
    /// An expression over operands: linear where it can be.
    pub fn new(expression: &AffineExpr, dims: u32) -> Row {
        linear(expression, dims).unwrap_or_else(|| Row::General(expression.clone(), dims))
    }
}

fn linear(expression: &AffineExpr, dims: u32) -> Option<Row> {
    let mut stack: Vec<(HashMap<u32, i64>, i64)> = Vec::new();
    for step in &expression.steps {
        let value = match *step {
            Step::Dim(i) => (HashMap::from([(i, 1)]), 0),
            Step::Symbol(i) => (HashMap::from([(dims + i, 1)]), 0),
            Step::Constant(c) => (HashMap::new(), c),
            Step::Add => {
                let (right, left) = (stack.pop()?, stack.pop()?);
                let mut sum = left.0;
                for (operand, factor) in right.0 {
                    let entry = sum.entry(operand).or_insert(0);
                    *entry = entry.checked_add(factor)?;
                }
                (sum, left.1.checked_add(right.1)?)
            }
            Step::Mul => {
                let (right, left) = (stack.pop()?, stack.pop()?);
                let (of, by) =
                    if right.0.is_empty() { (left, right.1) } else { (right, left.0.is_empty().then_some(left.1)?) };
                let scaled =
                    of.0.into_iter()
                        .map(|(operand, factor)| Some((operand, factor.checked_mul(by)?)))
                        .collect::<Option<_>>()?;
                (scaled, of.1.checked_mul(by)?)
            }
            Step::Mod | Step::FloorDiv | Step::CeilDiv => return None,
        };
        stack.push(value);
    }
    let (factors, constant) = stack.pop()?;
    let mut factors: Vec<(i64, u32)> = factors.into_iter().map(|(operand, factor)| (factor, operand)).collect();
    factors.sort_by_key(|(_, operand)| *operand);
    Some(Row::Linear(factors, constant))
}
