//! Programs as lane terms: what a program computes, for the prover.
//!
//! Each element is a term with the condition under which LLVM defines it. Generic operations are given here;
//! instructions come through [`InstructionLanes`], as the vendor's text has them.

use crate::program::{FloatFormat, FloatOp, Generic, Origin, Param, Predicate, Program, Shape, Step, StepOp};
use isotope_ir::expr::{Graph, Op};
use isotope_ir::lanes::{Lane, apply, leaf_var};
use isotope_ir::memory::Memory;
use isotope_ir::term::{BinOp, MAX_WIDTH, Node, TermId, Terms, UnOp};
use isotope_ir::types::Type;
use isotope_smt::query::operands as operands_of;
use std::collections::{BTreeSet, HashMap};
use thiserror::Error;

/// The lanes of an instruction with concrete immediates.
#[derive(Clone, Copy, Debug)]
pub struct InstructionTerms<'a> {
    /// The arena of `out`.
    pub terms: &'a Terms,
    /// Bits of an element of each operand, as the lanes read it.
    pub element_bits: &'a [u32],
    /// Bits of an output element.
    pub out_bits: u32,
    /// Output elements, lowest first; variable `operand << 16 | element`.
    pub out: &'a [TermId],
}

/// Where instructions' lanes come from.
pub trait InstructionLanes {
    /// The lanes of a dictionary member with these immediates.
    fn lanes(&self, name: &str, immediates: &[u64]) -> Option<InstructionTerms<'_>>;
}

/// Why a program has no terms.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SymbolicError {
    /// The dictionary has no such instruction, or not with these immediates.
    #[error("the dictionary has no {0} with these immediates")]
    Unknown(String),
    /// A step's operands do not fit its operation.
    #[error("step {0} is ill-formed")]
    Malformed(usize),
    /// A parameter that is neither a leaf of the window nor a load of what its leaves read.
    #[error("parameter {0} is no leaf of the window, and no load of its bytes")]
    Parameter(u32),
}

/// The elements of a program's result, cut as its type says, over the leaves of `graph`. Variables are [`leaf_var`]s.
pub fn lanes(
    program: &Program,
    graph: &Graph,
    of: &dyn InstructionLanes,
    terms: &mut Terms,
) -> Result<Vec<Lane>, SymbolicError> {
    let memory = Memory::of(graph);
    let mut values: Vec<Vec<Lane>> = Vec::with_capacity(program.steps.len());
    for at in 0..program.steps.len() {
        let value = match program.steps[at].op {
            StepOp::Param(index) => parameter(&program.params[index as usize], graph, &memory, terms)
                .ok_or(SymbolicError::Parameter(index))?,
            _ => step(program, at, &values, of, terms)?,
        };
        if value.len() != program.steps[at].shape.lanes as usize {
            return Err(SymbolicError::Malformed(at));
        }
        values.push(value);
    }
    let result = &values[program.result.0 as usize];
    bitcast(terms, result, program.shape(program.result).bits, program.ty.bits)
        .ok_or(SymbolicError::Malformed(program.result.0 as usize))
}

/// The lanes of a parameter, each the variable of the leaf lane that stands for what lies there ([`Memory::home`]).
fn parameter(param: &Param, graph: &Graph, memory: &Memory, terms: &mut Terms) -> Option<Vec<Lane>> {
    let (bits, lanes) = (param.ty.bits, param.ty.lanes);
    let sources = match &param.origin {
        Origin::Leaf(leaf) => {
            let ty = graph.leaves.get(leaf.0 as usize)?.ty;
            let fits = (ty.bits, ty.lanes) == (bits, lanes);
            fits.then(|| (0..lanes).map(|lane| memory.home(*leaf, lane)).collect())
        }
        Origin::Load(address) => memory.load(address, bits, lanes, graph),
    }?;
    let defined = terms.constant(1, 1);
    Some(
        sources
            .into_iter()
            .map(|(leaf, lane)| Lane { value: terms.var(leaf_var(leaf, lane), bits), defined })
            .collect(),
    )
}

fn step(
    program: &Program,
    at: usize,
    values: &[Vec<Lane>],
    of: &dyn InstructionLanes,
    terms: &mut Terms,
) -> Result<Vec<Lane>, SymbolicError> {
    let step = &program.steps[at];
    let shape = step.shape;
    let always = terms.constant(1, 1);
    match &step.op {
        StepOp::Param(index) => Err(SymbolicError::Parameter(*index)),
        StepOp::Constant(elements) => Ok(elements
            .iter()
            .map(|&e| Lane { value: terms.constant(e.into(), shape.bits), defined: always })
            .collect()),
        StepOp::Instruction { name, immediates } => {
            let ins = of.lanes(name, immediates).ok_or_else(|| SymbolicError::Unknown(name.clone()))?;
            let mut operands = Vec::new();
            for (n, arg) in step.args.iter().enumerate() {
                let bits = *ins.element_bits.get(n).ok_or(SymbolicError::Malformed(at))?;
                let value = bitcast(terms, &values[arg.0 as usize], program.shape(*arg).bits, bits);
                operands.push(value.ok_or(SymbolicError::Malformed(at))?);
            }
            let out = instruction(terms, ins, &operands).ok_or(SymbolicError::Malformed(at))?;
            bitcast(terms, &out, ins.out_bits, shape.bits).ok_or(SymbolicError::Malformed(at))
        }
        StepOp::Generic(op) => {
            let args: Vec<&Vec<Lane>> = step.args.iter().map(|a| &values[a.0 as usize]).collect();
            let shapes: Vec<Shape> = step.args.iter().map(|a| program.shape(*a)).collect();
            generic(terms, op, step, &shapes, &args).ok_or(SymbolicError::Malformed(at))
        }
    }
}

/// An instruction's lanes over operands. An element is defined if every element it reads is: instructions define
/// all their results.
fn instruction(terms: &mut Terms, ins: InstructionTerms<'_>, operands: &[Vec<Lane>]) -> Option<Vec<Lane>> {
    let mut done = HashMap::new();
    let mut out = Vec::new();
    for &root in ins.out {
        let value = import(ins.terms, root, terms, operands, &mut done)?;
        let mut defined = terms.constant(1, 1);
        for n in isotope_ir::lanes::free_vars(ins.terms, root) {
            let lane = operands.get((n >> 16) as usize)?.get((n & 0xffff) as usize)?;
            defined = terms.bin(BinOp::And, defined, lane.defined);
        }
        out.push(Lane { value, defined });
    }
    Some(out)
}

/// Copies a term between arenas, operands put for its variables. What it is made of comes before it, in a list: terms may
/// be deep.
fn import(
    from: &Terms,
    root: TermId,
    to: &mut Terms,
    operands: &[Vec<Lane>],
    done: &mut HashMap<TermId, TermId>,
) -> Option<TermId> {
    let (mut needed, mut open) = (BTreeSet::new(), vec![root]);
    while let Some(t) = open.pop() {
        if !done.contains_key(&t) && needed.insert(t) {
            open.extend(operands_of(from.node(t)));
        }
    }
    for t in needed {
        let made = copied(from, t, to, operands, done)?;
        done.insert(t, made);
    }
    done.get(&root).copied()
}

/// One node whose operands are copied.
fn copied(
    from: &Terms,
    t: TermId,
    to: &mut Terms,
    operands: &[Vec<Lane>],
    done: &HashMap<TermId, TermId>,
) -> Option<TermId> {
    let width = from.width(t);
    let of = |a: &TermId| done[a];
    Some(match from.node(t) {
        Node::Const(v) => to.constant(*v, width),
        Node::Var(n) => operands.get((n >> 16) as usize)?.get((n & 0xffff) as usize)?.value,
        Node::Un(op, a) => to.un(*op, of(a)),
        Node::Bin(op, a, b) => to.bin(*op, of(a), of(b)),
        Node::Ite(c, a, b) => to.ite(of(c), of(a), of(b)),
        Node::Extract(lo, a) => to.extract(of(a), *lo, width),
        Node::ZExt(a) => to.zext(of(a), width),
        Node::SExt(a) => to.sext(of(a), width),
        Node::Concat(h, l) => to.concat(of(h), of(l)),
        Node::Apply(name, args) => to.apply(name, args.iter().map(of).collect(), width),
    })
}

/// The same bits in elements of another width.
fn bitcast(terms: &mut Terms, lanes: &[Lane], from: u32, to: u32) -> Option<Vec<Lane>> {
    if from >= to {
        let parts = from / to;
        let part = |l: &Lane, k: u32, terms: &mut Terms| Lane {
            value: terms.extract(l.value, k * to, to),
            defined: l.defined,
        };
        return from
            .is_multiple_of(to)
            .then(|| lanes.iter().flat_map(|l| (0..parts).map(|k| part(l, k, terms)).collect::<Vec<_>>()).collect());
    }
    let parts = (to / from) as usize;
    if !to.is_multiple_of(from) || !lanes.len().is_multiple_of(parts) {
        return None;
    }
    let join = |chunk: &[Lane]| {
        chunk[1..].iter().fold(chunk[0], |low, high| Lane {
            value: terms.concat(high.value, low.value),
            defined: terms.bin(BinOp::And, high.defined, low.defined),
        })
    };
    Some(lanes.chunks(parts).map(join).collect())
}

fn generic(terms: &mut Terms, op: &Generic, step: &Step, shapes: &[Shape], args: &[&Vec<Lane>]) -> Option<Vec<Lane>> {
    let shape = step.shape;
    match op {
        Generic::Shuffle(indices) => {
            let all: Vec<Lane> = args.iter().flat_map(|a| a.iter().copied()).collect();
            indices.iter().map(|&i| all.get(i as usize).copied()).collect()
        }
        Generic::Bitcast => bitcast(terms, args.first()?, shapes.first()?.bits, shape.bits),
        Generic::Select => (0..shape.lanes as usize)
            .map(|i| {
                let mask = args.first()?;
                let c = if mask.len() == 1 { mask[0] } else { *mask.get(i)? };
                let (a, b) = (*args.get(1)?.get(i)?, *args.get(2)?.get(i)?);
                let arm = terms.ite(c.value, a.defined, b.defined);
                Some(Lane {
                    value: terms.ite(c.value, a.value, b.value),
                    defined: terms.bin(BinOp::And, c.defined, arm),
                })
            })
            .collect(),
        _ => (0..shape.lanes as usize)
            .map(|i| {
                let operands: Vec<Lane> = args.iter().map(|a| a.get(i).copied()).collect::<Option<_>>()?;
                element(terms, op, &operands, shapes.first()?.bits, shape.bits)
            })
            .collect(),
    }
}

/// One element of an element-wise operation, from `bits` bits to `out` bits.
fn element(terms: &mut Terms, op: &Generic, args: &[Lane], bits: u32, out: u32) -> Option<Lane> {
    if let Generic::Float(op, format) = op {
        return float(terms, *op, *format, args, bits, out);
    }
    let saturating = matches!(op, Generic::UAddSat | Generic::SAddSat | Generic::USubSat | Generic::SSubSat);
    if saturating && bits >= MAX_WIDTH {
        // The exact sum is wider than any term.
        return None;
    }
    let mut defined = args.iter().fold(terms.constant(1, 1), |d, a| terms.bin(BinOp::And, d, a.defined));
    let a = args.first()?.value;
    let int = |signed: bool| {
        if signed { Type::int(bits, 1) } else { Type::uint(bits, 1) }
    };
    // What Halide has too means the same here.
    let as_halide = |terms: &mut Terms, op: Op, signed: bool| {
        apply(terms, &op, args, &vec![int(signed); args.len()], int(signed), false).value
    };
    let value = match op {
        Generic::ZExt => terms.zext(a, out),
        Generic::SExt => terms.sext(a, out),
        Generic::Trunc => terms.extract(a, 0, out),
        Generic::Abs => {
            let zero = terms.constant(0, bits);
            let negative = terms.bin(BinOp::Slt, a, zero);
            let negated = terms.un(UnOp::Neg, a);
            terms.ite(negative, negated, a)
        }
        Generic::Ctlz => as_halide(terms, Op::CountLeadingZeros, false),
        Generic::Cttz => as_halide(terms, Op::CountTrailingZeros, false),
        Generic::Ctpop => as_halide(terms, Op::PopCount, false),
        Generic::UMin => as_halide(terms, Op::Min, false),
        Generic::SMin => as_halide(terms, Op::Min, true),
        Generic::UMax => as_halide(terms, Op::Max, false),
        Generic::SMax => as_halide(terms, Op::Max, true),
        Generic::UAddSat => as_halide(terms, Op::SaturatingAdd, false),
        Generic::SAddSat => as_halide(terms, Op::SaturatingAdd, true),
        Generic::USubSat => as_halide(terms, Op::SaturatingSub, false),
        Generic::SSubSat => as_halide(terms, Op::SaturatingSub, true),
        Generic::Compare(p) => compare(terms, *p, a, args.get(1)?.value),
        _ => {
            let b = args.get(1)?.value;
            let (op, fine) = binary(terms, op, a, b, bits)?;
            defined = terms.bin(BinOp::And, defined, fine);
            terms.bin(op, a, b)
        }
    };
    (terms.width(value) == out).then_some(Lane { value, defined })
}

fn compare(terms: &mut Terms, p: Predicate, a: TermId, b: TermId) -> TermId {
    let (op, swap, negate) = match p {
        Predicate::Eq => (BinOp::Eq, false, false),
        Predicate::Ne => (BinOp::Eq, false, true),
        Predicate::Ult => (BinOp::Ult, false, false),
        Predicate::Ule => (BinOp::Ule, false, false),
        Predicate::Ugt => (BinOp::Ult, true, false),
        Predicate::Uge => (BinOp::Ule, true, false),
        Predicate::Slt => (BinOp::Slt, false, false),
        Predicate::Sle => (BinOp::Sle, false, false),
        Predicate::Sgt => (BinOp::Slt, true, false),
        Predicate::Sge => (BinOp::Sle, true, false),
    };
    let (a, b) = if swap { (b, a) } else { (a, b) };
    let holds = terms.bin(op, a, b);
    if negate { terms.un(UnOp::Not, holds) } else { holds }
}

/// The operator, and the condition under which LLVM defines its result.
fn binary(terms: &mut Terms, op: &Generic, a: TermId, b: TermId, bits: u32) -> Option<(BinOp, TermId)> {
    let always = terms.constant(1, 1);
    let zero = terms.constant(0, bits);
    let mut in_range = || {
        let width = terms.constant(bits.into(), bits);
        terms.bin(BinOp::Ult, b, width)
    };
    Some(match op {
        Generic::Add => (BinOp::Add, always),
        Generic::Sub => (BinOp::Sub, always),
        Generic::Mul => (BinOp::Mul, always),
        Generic::And => (BinOp::And, always),
        Generic::Or => (BinOp::Or, always),
        Generic::Xor => (BinOp::Xor, always),
        Generic::Shl => (BinOp::Shl, in_range()),
        Generic::LShr => (BinOp::LShr, in_range()),
        Generic::AShr => (BinOp::AShr, in_range()),
        Generic::UDiv | Generic::URem | Generic::SDiv | Generic::SRem => {
            let by_zero = terms.bin(BinOp::Eq, b, zero);
            let mut fine = terms.un(UnOp::Not, by_zero);
            let op = match op {
                Generic::UDiv => BinOp::UDiv,
                Generic::URem => BinOp::URem,
                Generic::SDiv => BinOp::SDiv,
                _ => BinOp::SRem,
            };
            if matches!(op, BinOp::SDiv | BinOp::SRem) {
                let least = terms.constant(1 << (bits - 1), bits);
                let ones = terms.constant(u128::MAX, bits);
                let (l, r) = (terms.bin(BinOp::Eq, a, least), terms.bin(BinOp::Eq, b, ones));
                let both = terms.bin(BinOp::And, l, r);
                let safe = terms.un(UnOp::Not, both);
                fine = terms.bin(BinOp::And, fine, safe);
            }
            (op, fine)
        }
        _ => return None,
    })
}

/// Floating point as the expression's own lanes have it, so that equal operations are equal terms.
fn float(terms: &mut Terms, op: FloatOp, format: FloatFormat, args: &[Lane], bits: u32, out: u32) -> Option<Lane> {
    let ty = format.scalar();
    let integer = |signed: bool, bits: u32| {
        if signed { Type::int(bits, 1) } else { Type::uint(bits, 1) }
    };
    let (op, from, to) = match op {
        FloatOp::Add => (Op::Add, ty, ty),
        FloatOp::Sub => (Op::Sub, ty, ty),
        FloatOp::Mul => (Op::Mul, ty, ty),
        FloatOp::Div => (Op::Div, ty, ty),
        FloatOp::Eq => (Op::Eq, ty, Type::bool(1)),
        FloatOp::Ne => (Op::Ne, ty, Type::bool(1)),
        FloatOp::Lt => (Op::Lt, ty, Type::bool(1)),
        FloatOp::Le => (Op::Le, ty, Type::bool(1)),
        FloatOp::Gt => (Op::Gt, ty, Type::bool(1)),
        FloatOp::Ge => (Op::Ge, ty, Type::bool(1)),
        FloatOp::Convert(to) => (Op::Cast, ty, to.scalar()),
        FloatOp::FromSigned => (Op::Cast, integer(true, bits), ty),
        FloatOp::FromUnsigned => (Op::Cast, integer(false, bits), ty),
        FloatOp::ToSigned => (Op::Cast, ty, integer(true, out)),
        FloatOp::ToUnsigned => (Op::Cast, ty, integer(false, out)),
        FloatOp::ToSignedSaturating => (Op::SaturatingCast, ty, integer(true, out)),
        FloatOp::ToUnsignedSaturating => (Op::SaturatingCast, ty, integer(false, out)),
        FloatOp::Floor => {
            let value = isotope_ir::lanes::floor(terms, args[0].value, ty);
            return Some(Lane { value, defined: args[0].defined });
        }
    };
    Some(apply(terms, &op, args, &vec![from; args.len()], to, false))
}
