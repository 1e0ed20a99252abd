//! Programs as lane terms: what a program computes, for the prover.
//!
//! Each element is a term with the condition under which LLVM defines it. Generic operations are given here;
//! instructions come through [`InstructionLanes`], as the vendor's text has them.
//!
//! Two things make these terms fit for proof. The variables are those of the window's own lanes, so
//! that a program that reads an element through another load reads the same variable. And
//! definedness is a term of its own: a program may differ from its window where the window is
//! undefined, and nowhere else, so a lane that LLVM leaves open must be shown never to be so where
//! the window is defined.
//!
//! Operations that Halide has as well are built by the code that builds the window's lanes
//! (`isotope_ir::lanes::apply`): equal operations are equal terms, and most lanes of a lowering are
//! proved by being identical.

mod element;

use crate::program::{Generic, Origin, Param, Program, Shape, Step, StepOp};
use element::element;
use isotope_ir::expr::Graph;
use isotope_ir::lanes::{Lane, leaf_var};
use isotope_ir::memory::Memory;
use isotope_ir::term::{BinOp, LaneVar, Node, TermId, Terms};
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
    /// Output elements, lowest first; variables are [`LaneVar`]s.
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

/// The lanes of a parameter, each the variable of the leaf lane that stands for what lies there ([`Memory::representative`]).
fn parameter(param: &Param, graph: &Graph, memory: &Memory, terms: &mut Terms) -> Option<Vec<Lane>> {
    let (bits, lanes) = (param.ty.bits, param.ty.lanes);
    let sources = match &param.origin {
        Origin::Leaf(leaf) => {
            let ty = graph.leaves.get(leaf.0 as usize)?.ty;
            let fits = (ty.bits, ty.lanes) == (bits, lanes);
            fits.then(|| (0..lanes).map(|lane| memory.representative(*leaf, lane)).collect())
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

/// One step from the lanes before it.
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
            let lane = LaneVar::of(n).among(operands)?;
            defined = terms.bin(BinOp::And, defined, lane.defined);
        }
        out.push(Lane { value, defined });
    }
    Some(out)
}

/// Copies a term between arenas, operands put for its variables. Its operands come before it, in a list: terms may
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
        Node::Var(n) => LaneVar::of(*n).among(operands)?.value,
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
    // From wide to narrow: parts of each element, lowest first, all defined as it is.
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

/// A generic operation on lanes. As in concrete evaluation, what moves elements carries their
/// definedness along and adds none.
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
