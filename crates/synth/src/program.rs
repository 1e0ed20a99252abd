//! Programs: what synthesis answers with.
//!
//! A [`Program`] is a DAG of vector values in topological order. A step is a parameter, a constant, a dictionary
//! instruction with its immediates, or a *generic* operation: one that LLVM's target-independent IR has, used for data
//! movement and for what no instruction covers. Widths are explicit everywhere; a value is bits, so an instruction takes
//! any value with as many bits as its operand has, whatever the element width it was made with.
//!
//! What is on disk: programs are remembered by the names of these types and fields, so a change of
//! a name needs `serde(rename)`.

use indexmap::IndexSet;
use isotope_ir::expr::{Graph, LeafId, LoadAddress};
use isotope_ir::types::{Kind, Type};
use serde::{Deserialize, Serialize};

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

/// What a step does.
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
    /// What makes it.
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

    /// The shape of a value.
    pub fn shape(&self, value: Value) -> Shape {
        self.step(value).shape
    }
}

/// A program that is being written: steps are added at its end, and none twice.
///
/// Kept apart from [`Program`], which is never changed once it is finished.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Parameters so far; those that nothing reads are dropped in the end.
    pub params: Vec<Param>,
    /// Each step with its index, in order.
    steps: IndexSet<Step>,
    ty: Type,
}

impl Draft {
    /// A program without steps, for a result type.
    pub fn new(params: Vec<Param>, ty: Type) -> Self {
        Draft { params, steps: IndexSet::new(), ty }
    }

    /// Adds a step, or finds its equal.
    ///
    /// Steps are values without identity: an equal one has the same result, so there is never a
    /// reason for a second.
    pub fn push(&mut self, op: StepOp, args: Vec<Value>, shape: Shape) -> Value {
        Value(self.steps.insert_full(Step { op, args, shape }).0 as u32)
    }

    /// Adds a generic operation.
    pub fn generic(&mut self, op: Generic, args: Vec<Value>, shape: Shape) -> Value {
        self.push(StepOp::Generic(op), args, shape)
    }

    /// Adds a constant with the same element in every lane.
    pub fn splat(&mut self, element: u64, shape: Shape) -> Value {
        let element = if shape.bits < 64 { element & ((1 << shape.bits) - 1) } else { element };
        self.push(StepOp::Constant(vec![element; shape.lanes as usize]), vec![], shape)
    }

    /// The same bits as elements of `bits` bits; the value itself if it is so cut already.
    pub fn bitcast(&mut self, value: Value, bits: u32) -> Value {
        let shape = self.shape(value);
        if shape.bits == bits {
            return value;
        }
        self.generic(Generic::Bitcast, vec![value], shape.bitcast(bits))
    }

    /// The step behind a value.
    pub fn step(&self, value: Value) -> &Step {
        &self.steps[value.0 as usize]
    }

    /// The shape of a value.
    pub fn shape(&self, value: Value) -> Shape {
        self.step(value).shape
    }

    /// Writes the steps of another program over the same leaves and gives its result. A parameter of that origin is the value
    /// that is given for it.
    pub fn include(&mut self, other: &Program, given: Option<(&Origin, Value)>) -> Value {
        let mut made: Vec<Value> = Vec::with_capacity(other.steps.len());
        for step in &other.steps {
            let args = step.args.iter().map(|a| made[a.0 as usize]).collect();
            let value = match &step.op {
                StepOp::Param(at) => {
                    let param = &other.params[*at as usize];
                    match given.filter(|(origin, _)| **origin == param.origin) {
                        Some((_, value)) => value,
                        None => {
                            let op = StepOp::Param(self.param(param));
                            self.push(op, args, step.shape)
                        }
                    }
                }
                op => self.push(op.clone(), args, step.shape),
            };
            made.push(value);
        }
        made[other.result.0 as usize]
    }

    /// The number of a parameter, which is added if it is new.
    fn param(&mut self, param: &Param) -> u32 {
        let same = |p: &Param| (&p.origin, p.ty) == (&param.origin, param.ty);
        let known = self.params.iter().position(same);
        known.unwrap_or_else(|| {
            self.params.push(param.clone());
            self.params.len() - 1
        }) as u32
    }

    /// All steps that were written.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps.into_iter().collect()
    }

    /// The program with this result, without the steps and parameters that it does not need.
    ///
    /// Drafts may hold what was tried and not used; what is answered, priced and proved is only
    /// what the result needs.
    pub fn finish(self, result: Value) -> Program {
        let mut used = vec![false; self.steps.len()];
        used[result.0 as usize] = true;
        for at in (0..self.steps.len()).rev() {
            if used[at] {
                self.steps[at].args.iter().for_each(|a| used[a.0 as usize] = true);
            }
        }
        let mut read = vec![false; self.params.len()];
        let mut moved = vec![Value(u32::MAX); self.steps.len()];
        let mut steps = Vec::new();
        for (at, mut step) in self.steps.into_iter().enumerate() {
            if used[at] {
                if let StepOp::Param(param) = step.op {
                    read[param as usize] = true;
                }
                step.args.iter_mut().for_each(|a| *a = moved[a.0 as usize]);
                moved[at] = Value(steps.len() as u32);
                steps.push(step);
            }
        }
        let renumbered = |param: u32| read[..param as usize].iter().filter(|r| **r).count() as u32;
        for step in &mut steps {
            if let StepOp::Param(param) = &mut step.op {
                *param = renumbered(*param);
            }
        }
        let params = self.params.into_iter().zip(&read).filter(|(_, read)| **read).map(|(param, _)| param).collect();
        Program { params, steps, result: moved[result.0 as usize], ty: self.ty }
    }
}

#[cfg(test)]
mod tests;
