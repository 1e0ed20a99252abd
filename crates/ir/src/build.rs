//! Typed construction: every node that enters a [`Graph`] here has the type that Halide gives it.

use crate::expr::{Graph, Leaf, LeafId, Node, NodeId, Op, ReduceOp};
use crate::limits;
use crate::types::{Kind, Type};

/// Why a node cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// Too few or too many operands.
    #[error("{op} takes {want}, not {got} operands")]
    Arity {
        /// The operation.
        op: &'static str,
        /// What it takes, in words.
        want: &'static str,
        /// How many it was given.
        got: usize,
    },
    /// An operand that the operation is not defined on.
    #[error("operand {index} of {op} is {ty}, but must be {want}")]
    Operand {
        /// The operation.
        op: &'static str,
        /// Which operand, from 1.
        index: usize,
        /// Its type.
        ty: Type,
        /// What is asked for, in words.
        want: String,
    },
    /// The stated result is not what the operation gives.
    #[error("{op} gives {computed} here, not {stated}")]
    Result {
        /// The operation.
        op: &'static str,
        /// What was stated.
        stated: Type,
        /// What it gives.
        computed: Type,
    },
    /// The operation has no type of its own.
    #[error("{op} needs its result type in front, as in (int32x16){op}(...)")]
    Unstated {
        /// The operation.
        op: &'static str,
    },
    /// A stated result that the operation cannot give.
    #[error("{op} cannot give {ty}: {why}")]
    Shape {
        /// The operation.
        op: &'static str,
        /// What was stated.
        ty: Type,
        /// What is wrong with it.
        why: String,
    },
    /// A literal that its type does not hold.
    #[error("{value} does not fit in {ty}")]
    Literal {
        /// The literal.
        value: i128,
        /// Its type.
        ty: Type,
    },
    /// One name, two meanings.
    #[error("leaf {name} is {after} here, but {before} before; give one of them another name")]
    Leaf {
        /// The name.
        name: String,
        /// What it was at first: its type, or its range or load where the types agree.
        before: String,
        /// What it is now.
        after: String,
    },
    /// A leaf that cannot be one.
    #[error("leaf {name}: {why}")]
    BadLeaf {
        /// The name, cut to a readable length.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// Facts that no value satisfies: anything could be proved from them.
    #[error("no value satisfies {fact}: {why}")]
    Contradiction {
        /// The fact, in words.
        fact: String,
        /// Why nothing does.
        why: String,
    },
    /// Over a bound of [`crate::limits`].
    #[error("more than {bound} {what}; split the expression")]
    Limit {
        /// What there is too much of.
        what: &'static str,
        /// The bound.
        bound: u64,
    },
}

impl Op {
    /// The name that Halide prints, or the nearest word for what it prints as an operator.
    pub fn name(&self) -> &'static str {
        match self {
            Op::Leaf(_) => "leaf",
            Op::Const(_) => "literal",
            Op::Broadcast => "broadcast",
            Op::Ramp => "ramp",
            Op::Shuffle(_) => "shuffle",
            Op::Cast => "cast",
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Mod => "%",
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
            _ => CALLS.iter().find(|(_, op)| op == self).map_or("operation", |(name, _)| name),
        }
    }

    /// The operation that Halide prints as a call of this name.
    pub fn by_name(name: &str) -> Option<Op> {
        CALLS.iter().find(|(n, _)| *n == name).map(|(_, op)| op.clone())
    }
}

/// Halide's names of the operations that it prints as calls with plain operands.
pub const CALLS: &[(&str, Op)] = &[
    ("vector_reduce_add", Op::Reduce(ReduceOp::Add)),
    ("vector_reduce_saturating_add", Op::Reduce(ReduceOp::SaturatingAdd)),
    ("vector_reduce_mul", Op::Reduce(ReduceOp::Mul)),
    ("vector_reduce_min", Op::Reduce(ReduceOp::Min)),
    ("vector_reduce_max", Op::Reduce(ReduceOp::Max)),
    ("vector_reduce_and", Op::Reduce(ReduceOp::And)),
    ("vector_reduce_or", Op::Reduce(ReduceOp::Or)),
    ("saturating_cast", Op::SaturatingCast),
    ("reinterpret", Op::Reinterpret),
    ("div_round_to_zero", Op::DivRoundToZero),
    ("mod_round_to_zero", Op::ModRoundToZero),
    ("min", Op::Min),
    ("max", Op::Max),
    ("bitwise_and", Op::And),
    ("bitwise_or", Op::Or),
    ("bitwise_xor", Op::Xor),
    ("bitwise_not", Op::Not),
    ("select", Op::Select),
    ("shift_left", Op::ShiftLeft),
    ("shift_right", Op::ShiftRight),
    ("abs", Op::Abs),
    ("absd", Op::Absd),
    ("widening_add", Op::WideningAdd),
    ("widening_sub", Op::WideningSub),
    ("widening_mul", Op::WideningMul),
    ("widening_shift_left", Op::WideningShiftLeft),
    ("widening_shift_right", Op::WideningShiftRight),
    ("widen_right_add", Op::WidenRightAdd),
    ("widen_right_sub", Op::WidenRightSub),
    ("widen_right_mul", Op::WidenRightMul),
    ("saturating_add", Op::SaturatingAdd),
    ("saturating_sub", Op::SaturatingSub),
    ("halving_add", Op::HalvingAdd),
    ("halving_sub", Op::HalvingSub),
    ("rounding_halving_add", Op::RoundingHalvingAdd),
    ("rounding_shift_left", Op::RoundingShiftLeft),
    ("rounding_shift_right", Op::RoundingShiftRight),
    ("mul_shift_right", Op::MulShiftRight),
    ("rounding_mul_shift_right", Op::RoundingMulShiftRight),
    ("count_leading_zeros", Op::CountLeadingZeros),
    ("count_trailing_zeros", Op::CountTrailingZeros),
    ("popcount", Op::PopCount),
    ("mux", Op::Mux),
    ("strict_float", Op::StrictFloat),
    ("promise_clamped", Op::PromiseClamped),
];

/// The operands of one application, with the checks that most operations share.
struct Check<'a> {
    op: &'static str,
    args: &'a [Type],
}

impl Check<'_> {
    fn arity(&self, count: usize) -> Result<(), TypeError> {
        let want = ["no operands", "one", "two", "three"][count];
        if self.args.len() == count {
            Ok(())
        } else {
            Err(TypeError::Arity { op: self.op, want, got: self.args.len() })
        }
    }

    fn operand(&self, index: usize, good: bool, want: impl Into<String>) -> Result<(), TypeError> {
        if good {
            return Ok(());
        }
        Err(TypeError::Operand { op: self.op, index: index + 1, ty: self.args[index], want: want.into() })
    }

    /// Operand `index` has exactly this type.
    fn is(&self, index: usize, ty: Type) -> Result<(), TypeError> {
        self.operand(index, self.args[index] == ty, ty.to_string())
    }

    fn integer(&self, index: usize) -> Result<(), TypeError> {
        self.operand(index, self.args[index].is_integer(), "integers")
    }

    /// Operand `index` is integers of the shape of `like`, of either signedness.
    fn integer_like(&self, index: usize, like: Type) -> Result<(), TypeError> {
        let ty = self.args[index];
        let good = ty.is_integer() && (ty.bits, ty.lanes) == (like.bits, like.lanes);
        self.operand(index, good, format!("integers of {} bits in {} lanes", like.bits, like.lanes))
    }

    /// The type of twice the bits.
    fn widen(&self, index: usize) -> Result<Type, TypeError> {
        let ty = self.args[index];
        let wide = ty.widen();
        self.operand(index, ty.bits > 1 && wide.is_valid(), "of a type that has one of twice the bits")?;
        Ok(wide)
    }
}

/// The type of an operation on operands of these types. `stated` is what the front end says it is: needed where
/// the operation leaves it open (casts, reductions, broadcasts), checked elsewhere.
pub fn infer(op: &Op, args: &[Type], stated: Option<Type>) -> Result<Type, TypeError> {
    let check = Check { op: op.name(), args };
    if let Some(ty) = stated.filter(|ty| !ty.is_valid()) {
        return Err(TypeError::Shape { op: op.name(), ty, why: "there is no such type".into() });
    }
    let computed = match op {
        Op::Leaf(_) | Op::Const(_) | Op::Broadcast | Op::Ramp | Op::Reduce(_) => return open_shape(op, check, stated),
        Op::Cast | Op::SaturatingCast | Op::Reinterpret => return conversion(op, check, stated),
        Op::Shuffle(indices) => shuffle(check, indices)?,
        Op::Select | Op::Mux | Op::PromiseClamped => choice(op, check)?,
        _ => arithmetic(op, check)?,
    };
    match stated {
        Some(stated) if stated != computed => Err(TypeError::Result { op: op.name(), stated, computed }),
        _ => Ok(computed),
    }
}

/// Operations whose number of lanes the front end states.
fn open_shape(op: &Op, check: Check<'_>, stated: Option<Type>) -> Result<Type, TypeError> {
    let ty = stated.ok_or(TypeError::Unstated { op: op.name() })?;
    let shape = |why: String| Err(TypeError::Shape { op: op.name(), ty, why });
    match op {
        Op::Leaf(_) => check.arity(0)?,
        Op::Const(bits) => {
            check.arity(0)?;
            if ty.lanes != 1 {
                return shape("a literal is one lane, broadcast it".into());
            }
            if u128::from(*bits) >> ty.bits != 0 {
                return Err(TypeError::Literal { value: (*bits).into(), ty });
            }
        }
        Op::Broadcast | Op::Ramp => {
            check.arity(if *op == Op::Ramp { 2 } else { 1 })?;
            let from = check.args[0];
            if from.with_lanes(ty.lanes) != ty || !ty.lanes.is_multiple_of(from.lanes) {
                return shape(format!("its lanes come from {from}"));
            }
            if *op == Op::Ramp {
                check.integer(0)?;
                check.is(1, from)?;
            }
        }
        _ => {
            check.arity(1)?;
            let from = check.args[0];
            if from.with_lanes(ty.lanes) != ty || !from.lanes.is_multiple_of(ty.lanes) {
                return shape(format!("it combines adjacent lanes of {from}"));
            }
            let numeric_only = matches!(op, Op::Reduce(ReduceOp::And | ReduceOp::Or | ReduceOp::SaturatingAdd));
            check.operand(0, !numeric_only || from.is_integer(), "integers")?;
        }
    }
    Ok(ty)
}

fn conversion(op: &Op, check: Check<'_>, stated: Option<Type>) -> Result<Type, TypeError> {
    check.arity(1)?;
    let ty = stated.ok_or(TypeError::Unstated { op: op.name() })?;
    let from = check.args[0];
    let good = match op {
        Op::Reinterpret => ty.total_bits() == from.total_bits(),
        _ => ty.lanes == from.lanes,
    };
    let what = if *op == Op::Reinterpret { "bits" } else { "lanes" };
    if good { Ok(ty) } else { Err(TypeError::Shape { op: op.name(), ty, why: format!("{from} has other {what}") }) }
}

fn shuffle(check: Check<'_>, indices: &[u32]) -> Result<Type, TypeError> {
    let &first = check.args.first().ok_or(TypeError::Arity { op: check.op, want: "vectors and indices", got: 0 })?;
    let mut lanes = 0u32;
    for (n, ty) in check.args.iter().enumerate() {
        check.operand(n, ty.with_lanes(1) == first.with_lanes(1), format!("vectors of {}", first.with_lanes(1)))?;
        lanes = lanes.saturating_add(ty.lanes);
    }
    let ty = first.with_lanes(indices.len() as u32);
    let shape = |why| Err(TypeError::Shape { op: check.op, ty, why });
    match indices.iter().find(|&&i| i >= lanes) {
        _ if !ty.is_valid() => shape(format!("vectors have 1 to {} lanes", limits::MAX_LANES)),
        Some(i) => shape(format!("there is no lane {i} in {lanes} lanes")),
        None => Ok(ty),
    }
}

/// Operations that give one of their operands.
fn choice(op: &Op, check: Check<'_>) -> Result<Type, TypeError> {
    let args = check.args;
    match op {
        Op::Select => {
            check.arity(3)?;
            let scalar_or_same = args[0].lanes == 1 || args[0].lanes == args[1].lanes;
            let want = format!("uint1 or uint1x{}", args[1].lanes);
            check.operand(0, args[0].with_lanes(1) == Type::bool(1) && scalar_or_same, want)?;
            check.is(2, args[1])?;
            Ok(args[1])
        }
        Op::Mux => {
            if args.len() < 2 {
                return Err(TypeError::Arity { op: check.op, want: "an index and values", got: args.len() });
            }
            let good = args[0].is_integer() && (args[0].lanes == 1 || args[0].lanes == args[1].lanes);
            check.operand(0, good, "an integer index, one or one for each lane")?;
            (2..args.len()).try_for_each(|n| check.is(n, args[1]))?;
            Ok(args[1])
        }
        _ => {
            check.arity(3)?;
            check.integer(0)?;
            check.is(1, args[0])?;
            check.is(2, args[0])?;
            Ok(args[0])
        }
    }
}

/// Lane by lane operations, whose result follows from their operands.
fn arithmetic(op: &Op, check: Check<'_>) -> Result<Type, TypeError> {
    let args = check.args;
    use Op::*;
    check.arity(match op {
        Not | Abs | CountLeadingZeros | CountTrailingZeros | PopCount | StrictFloat => 1,
        MulShiftRight | RoundingMulShiftRight => 3,
        _ => 2,
    })?;
    let a = args[0];
    Ok(match op {
        StrictFloat => a,
        Abs if a.is_float() => a,
        Abs => a.with_kind(Kind::UInt),
        Not | CountLeadingZeros | CountTrailingZeros | PopCount => {
            check.integer(0)?;
            a
        }
        Add | Sub | Mul | Div | Mod | Min | Max => {
            check.is(1, a)?;
            a
        }
        Eq | Ne | Lt | Le | Gt | Ge => {
            check.is(1, a)?;
            Type::bool(a.lanes)
        }
        Absd => {
            check.is(1, a)?;
            if a.is_float() { a } else { a.with_kind(Kind::UInt) }
        }
        And | Or | Xor | DivRoundToZero | ModRoundToZero | SaturatingAdd | SaturatingSub | HalvingAdd | HalvingSub
        | RoundingHalvingAdd => {
            check.integer(0)?;
            check.is(1, a)?;
            a
        }
        ShiftLeft | ShiftRight | RoundingShiftLeft | RoundingShiftRight => {
            check.integer(0)?;
            check.integer_like(1, a)?;
            a
        }
        WideningShiftLeft | WideningShiftRight => {
            check.integer(0)?;
            check.integer_like(1, a)?;
            check.widen(0)?
        }
        WideningAdd | WideningSub => {
            check.is(1, a)?;
            let wide = check.widen(0)?;
            if *op == WideningSub && a.is_integer() { wide.with_kind(Kind::Int) } else { wide }
        }
        WideningMul if a.is_float() => {
            check.is(1, a)?;
            check.widen(0)?
        }
        WideningMul => {
            check.integer_like(1, a)?;
            let either = if a.is_signed() { a } else { a.with_kind(args[1].kind) };
            check.widen(0)?.with_kind(either.kind)
        }
        WidenRightAdd | WidenRightSub | WidenRightMul => {
            let wide = check.widen(1)?;
            let good = wide == a || (a.is_integer() && wide.with_kind(a.kind) == a && wide.is_integer());
            check.operand(0, good, format!("{wide}, twice the bits of operand 2"))?;
            a
        }
        _ => {
            check.integer(0)?;
            check.integer_like(1, a)?;
            check.integer_like(2, a)?;
            check.operand(2, !args[2].is_signed(), "unsigned")?;
            if a.is_signed() { a } else { args[1] }
        }
    })
}

impl Leaf {
    /// Refuses what no front end can mean, and what is over a bound.
    pub(crate) fn check(&self) -> Result<(), TypeError> {
        let bad = |why: String| {
            let name = self.name.chars().take(limits::MAX_NAME).collect::<String>();
            Err(TypeError::BadLeaf { name: name.escape_debug().to_string(), why })
        };
        if !self.ty.is_valid() {
            return Err(TypeError::Shape { op: "leaf", ty: self.ty, why: "there is no such type".into() });
        }
        if self.name.is_empty() {
            return bad("it has no name".into());
        }
        let load = self.load.as_ref();
        let texts =
            [("name", self.name.as_str(), limits::MAX_NAME)].into_iter().chain(load.into_iter().flat_map(|l| {
                [("buffer", l.buffer.as_str(), limits::MAX_NAME), ("index", l.base.as_str(), limits::MAX_INDEX_TEXT)]
            }));
        for (what, text, bound) in texts {
            if text.len() > bound {
                return bad(format!("its {what} is longer than {bound} bytes"));
            }
            if text.chars().any(char::is_control) {
                return bad(format!("its {what} has a control character"));
            }
        }
        if load.is_some_and(|l| l.offset.unsigned_abs().max(l.stride.unsigned_abs()) > limits::MAX_OFFSET) {
            return bad(format!("its offset or stride is over {} elements", limits::MAX_OFFSET));
        }
        match (self.range, self.ty.range()) {
            (Some((low, high)), _) if low > high => bad(format!("its range [{low}, {high}] is empty")),
            (Some((low, high)), Some((min, max))) if low < min || max < high => {
                bad(format!("[{low}, {high}] is no range of {}", self.ty))
            }
            (Some(_), None) => bad(format!("{} has no range", self.ty)),
            _ => Ok(()),
        }
    }

    /// How this differs from another leaf of its name.
    fn conflict(self, before: &Leaf) -> TypeError {
        let told = |leaf: &Leaf| {
            if self.ty != before.ty {
                return leaf.ty.to_string();
            }
            if self.range != before.range {
                let range = leaf.range.or(leaf.ty.range());
                return range.map_or("without a range".into(), |(low, high)| format!("in [{low}, {high}]"));
            }
            let load = leaf.load.as_ref();
            load.map_or("not loaded".into(), |l| {
                format!("loaded from {}[{}, stride {}]", l.buffer, l.index(), l.stride)
            })
        };
        TypeError::Leaf { before: told(before), after: told(&self), name: self.name }
    }
}

impl Graph {
    /// Adds an operation after checking its operands. `stated` is its type where the operation leaves it open, and
    /// may be given elsewhere to have it checked.
    pub fn make(&mut self, op: Op, args: &[NodeId], stated: Option<Type>) -> Result<NodeId, TypeError> {
        if args.len() > limits::MAX_OPERANDS {
            return Err(TypeError::Limit { what: "operands of one operation", bound: limits::MAX_OPERANDS as u64 });
        }
        let types: Vec<Type> = args.iter().map(|&a| self.ty(a)).collect();
        let ty = infer(&op, &types, stated)?;
        Ok(self.add(Node { op, args: args.to_vec(), ty, no_wrap: false }))
    }

    /// Adds an operation whose type follows from its operands.
    pub fn op(&mut self, op: Op, args: &[NodeId]) -> Result<NodeId, TypeError> {
        self.make(op, args, None)
    }

    /// Adds a leaf, or finds the one that is the same in all that is known of it. A name stands for one leaf; two names
    /// for the same load are one leaf.
    pub fn leaf(&mut self, leaf: Leaf) -> Result<NodeId, TypeError> {
        leaf.check()?;
        let ty = leaf.ty;
        let named = self.leaf_named(&leaf.name);
        if let Some(before) = named.map(|id| &self.leaves[id.0 as usize]).filter(|before| **before != leaf) {
            return Err(leaf.conflict(before));
        }
        let id = named.or_else(|| self.leaf_loaded(&leaf)).unwrap_or_else(|| {
            self.leaves.push(leaf);
            LeafId(self.leaves.len() as u32 - 1)
        });
        self.make(Op::Leaf(id), &[], Some(ty))
    }

    /// Adds a leaf without facts.
    pub fn variable(&mut self, name: &str, ty: Type) -> Result<NodeId, TypeError> {
        self.leaf(Leaf { name: name.to_owned(), ty, range: None, load: None })
    }

    /// An integer constant in every lane of `ty`; a broadcast where there is more than one.
    pub fn splat(&mut self, ty: Type, value: i128) -> Result<NodeId, TypeError> {
        let scalar = ty.with_lanes(1);
        if !scalar.range().is_some_and(|(low, high)| (low..=high).contains(&value)) {
            return Err(TypeError::Literal { value, ty: scalar });
        }
        let bits = value as u64 & crate::term::mask(ty.bits) as u64;
        self.splat_of_bits(ty, bits)
    }

    /// The bits of one lane, in every lane of `ty`.
    pub fn splat_of_bits(&mut self, ty: Type, bits: u64) -> Result<NodeId, TypeError> {
        let literal = self.make(Op::Const(bits), &[], Some(ty.with_lanes(1)))?;
        if ty.lanes == 1 { Ok(literal) } else { self.make(Op::Broadcast, &[literal], Some(ty)) }
    }

    /// Adds a cast; casting to the same type gives the operand.
    pub fn cast(&mut self, ty: Type, arg: NodeId) -> Result<NodeId, TypeError> {
        if self.ty(arg) == ty { Ok(arg) } else { self.make(Op::Cast, &[arg], Some(ty)) }
    }

    /// The same add, sub or mul with the promise that it does not overflow.
    pub fn with_no_wrap(&mut self, id: NodeId) -> Result<NodeId, TypeError> {
        let mut node = self.node(id).clone();
        if !matches!(node.op, Op::Add | Op::Sub | Op::Mul) || !node.ty.is_integer() {
            let want = "an integer +, - or *".to_owned();
            return Err(TypeError::Operand { op: "no_wrap", index: 1, ty: node.ty, want });
        }
        node.no_wrap = true;
        Ok(self.add(node))
    }
}
