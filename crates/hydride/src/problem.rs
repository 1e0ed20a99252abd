//! Problems and solutions: what is to be computed, and programs over a grammar.
//!
//! A problem is a function of lanes with assumptions, a grammar is a list of such functions, and a
//! solution is a term over the grammar. Sizes are matched by bits in all: an operand is any value
//! of as many bits, cut into elements as the production reads them. That is what lets a solution
//! mix element widths without steps for it.

use super::function::{IMMEDIATE_BITS, LaneFunction, bitcast};
use super::production::Production;
use isotope_ir::expr::Op;
use isotope_ir::lanes::{assumptions, lane_terms};
use isotope_ir::term::{BinOp, LaneVar, TermId, Terms};
use isotope_ir::types::Type;
use isotope_ir::window::Window;
use isotope_program::{Draft, Generic, Param, Program, Shape, StepOp, Value};
use std::sync::Arc;

/// A function that a program has to compute.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Each output element over elements of the inputs.
    pub function: LaneFunction,
    /// For each output element, what may be assumed where it is asked for: one-bit terms of the same arena.
    pub given: Vec<Vec<TermId>>,
    /// Constants that a program may splat, as (element bits, value).
    pub constants: Vec<(u32, u64)>,
    /// For each input, whether it fits a general register: it is repeated over any width and never cut.
    pub scalars: Vec<bool>,
}

/// The widest input, in bits, that is repeated over a vector like a scalar.
const SCALAR_BITS: u32 = 64;

impl Problem {
    /// The problem of a window, its leaves being the inputs.
    pub fn of_window(window: &Window) -> Problem {
        let mut terms = Terms::new();
        let lanes = lane_terms(window, &mut terms);
        let always = terms.constant(1, 1);
        let mut given = Vec::new();
        for (&value, &defined) in lanes.lanes.iter().zip(&lanes.defined) {
            let mut vars = isotope_ir::lanes::free_vars(&terms, value);
            vars.extend(isotope_ir::lanes::free_vars(&terms, defined));
            let mut facts = assumptions(window, &mut terms, &vars);
            if defined != always {
                facts.push(defined);
            }
            given.push(facts);
        }
        let shape = |ty: Type| Shape::new(ty.bits, ty.lanes);
        let mut constants = vec![(8, 0)];
        for node in &window.graph.nodes {
            if let Op::Const(value) = node.op
                && node.ty.bits >= 8
            {
                // As written, and as an element of the result, which is where widened literals end up.
                constants.push((node.ty.bits, value));
                // A literal that is widened on the way is asked for at the width it ends up in.
                constants.push((window.ty().bits.max(8), value));
            }
        }
        constants.sort_unstable();
        constants.dedup();
        let operands: Vec<Shape> = window.graph.leaves.iter().map(|l| shape(l.ty)).collect();
        let scalars = operands.iter().map(|s| s.lanes == 1 || s.total_bits() <= SCALAR_BITS).collect();
        let (terms, result) = (Arc::new(terms), shape(window.ty()));
        let function = LaneFunction { terms, operands, result, out: lanes.lanes, immediate: None };
        Problem { function, given, constants, scalars }
    }

    /// The problem on `1 / scale` of its lanes, where it scales so.
    pub fn scaled(&self, scale: u32) -> Option<Problem> {
        let function = self.function.scaled(scale, &|i| self.scalars[i])?;
        let given: Vec<Vec<TermId>> = self.given[..function.out.len()].to_vec();
        let inside = |v: u32| {
            let (operand, element) = LaneVar::of(v).pair();
            function.operands.get(operand).is_some_and(|s| element < s.lanes as usize)
        };
        let mut facts = given.iter().flatten();
        facts.all(|&t| isotope_ir::lanes::free_vars(&self.function.terms, t).into_iter().all(inside)).then(|| Problem {
            function,
            given: given.clone(),
            constants: self.constants.clone(),
            scalars: self.scalars.clone(),
        })
    }

    /// The problem of the first of so many equal parts, where every part asks the same of its own part of the inputs.
    pub fn part(&self, parts: u32) -> Option<Problem> {
        let first = self.scaled(parts)?;
        let lanes = first.function.result.lanes;
        let mut terms = Terms::clone(&self.function.terms);
        for part in 1..parts {
            // Set where a part reads lanes before its own: moved back, they would have negative
            // numbers.
            let outside = std::cell::Cell::new(false);
            let mut moved = |terms: &mut Terms, n: u32, width: u32| {
                let LaneVar { source, element } = LaneVar::of(n);
                let (operand, element) = (usize::from(source), u32::from(element));
                let offset = if self.scalars[operand] { 0 } else { part * first.function.operands[operand].lanes };
                let back = element.checked_sub(offset);
                outside.set(outside.get() || back.is_none());
                terms.var(LaneVar::new(operand, (back.unwrap_or(0)) as usize).number(), width)
            };
            for lane in 0..lanes as usize {
                let at = part as usize * lanes as usize + lane;
                let value = terms.substitute(self.function.out[at], &mut moved);
                let given: Vec<TermId> = self.given[at].iter().map(|&g| terms.substitute(g, &mut moved)).collect();
                if outside.get() || value != first.function.out[lane] || given != first.given[lane] {
                    return None;
                }
            }
        }
        Some(first)
    }
}

/// An operand of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// An input of the problem; one of a single lane is splat to the width that is wanted.
    Input(usize),
    /// A constant of the problem, splat.
    Constant(usize),
    /// The result of an earlier application.
    Step(usize),
}

/// A production applied to operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Application {
    /// The production, by its index in the grammar.
    pub production: usize,
    /// One source for each operand.
    pub operands: Vec<Source>,
    /// The value of the production's immediate, if it has one to be found.
    pub immediate: Option<u64>,
}

/// A program over a grammar; the last application is the result.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution {
    /// Applications, operands before users.
    pub steps: Vec<Application>,
    /// The sum of their productions' costs.
    pub cost: u32,
}

impl Solution {
    /// The result's elements, cut as the problem's result is, at a scale. `None` where a production does not scale.
    pub fn lanes(
        &self,
        grammar: &[Box<dyn Production>],
        problem: &Problem,
        scale: u32,
        inputs: &[Vec<TermId>],
        terms: &mut Terms,
    ) -> Option<Vec<TermId>> {
        let mut values: Vec<(Shape, Vec<TermId>)> = Vec::new();
        for step in &self.steps {
            let function = grammar[step.production].function(scale)?;
            let mut operands = Vec::new();
            for (&source, &want) in step.operands.iter().zip(&function.operands) {
                operands.push(read(problem, source, want, inputs, &values, terms));
            }
            operands.extend(step.immediate.map(|value| vec![terms.constant(value.into(), IMMEDIATE_BITS)]));
            values.push((function.result, function.apply(&operands, terms)));
        }
        let (shape, last) = values.last()?;
        Some(bitcast(terms, last, shape.bits, problem.function.result.bits))
    }

    /// The program for a window of which this solves each of so many equal parts; `problem` is one part.
    pub fn program(
        &self,
        grammar: &[Box<dyn Production>],
        window: &Window,
        problem: &Problem,
        parts: u32,
    ) -> Option<Program> {
        let mut program = Draft::new(Param::leaves(&window.graph), window.ty());
        let mut results: Vec<Value> = Vec::new();
        for part in 0..parts {
            let mut values: Vec<Value> = Vec::new();
            for step in &self.steps {
                let function = grammar[step.production].function(1)?;
                let mut args = Vec::new();
                for (&source, &want) in step.operands.iter().zip(&function.operands) {
                    args.push(emit_source(&mut program, problem, source, want, &values, part));
                }
                values.push(grammar[step.production].emit(&mut program, &args, step.immediate));
            }
            let last = *values.last()?;
            results.push(program.bitcast(last, window.ty().bits));
        }
        // Parts are a power of two: joined two by two.
        while results.len() > 1 {
            results = results.chunks(2).map(|pair| joined(&mut program, pair)).collect();
        }
        Some(program.finish(results[0]))
    }
}

/// Vectors of one shape, one after the other.
///
/// A shuffle that concatenates: LLVM takes it for two registers side by side.
fn joined(program: &mut Draft, pair: &[Value]) -> Value {
    let shape = program.shape(pair[0]);
    let lanes = shape.lanes * pair.len() as u32;
    program.generic(Generic::Shuffle((0..lanes).collect()), pair.to_vec(), Shape::new(shape.bits, lanes))
}

/// Elements of an operand, cut as wanted.
///
/// A scalar is repeated over the size that is wanted, as a broadcast does, before it is cut.
fn read(
    problem: &Problem,
    source: Source,
    want: Shape,
    inputs: &[Vec<TermId>],
    values: &[(Shape, Vec<TermId>)],
    terms: &mut Terms,
) -> Vec<TermId> {
    match source {
        Source::Input(i) => {
            let shape = problem.function.operands[i];
            let copies = inputs[i].repeat((want.total_bits() / shape.total_bits()) as usize);
            bitcast(terms, &copies, shape.bits, want.bits)
        }
        Source::Constant(i) => {
            let (bits, value) = problem.constants[i];
            let element = terms.constant(value.into(), bits);
            let copies = vec![element; (want.total_bits() / bits) as usize];
            bitcast(terms, &copies, bits, want.bits)
        }
        Source::Step(i) => {
            let (shape, elements) = &values[i];
            bitcast(terms, elements, shape.bits, want.bits)
        }
    }
}

/// A source as a value of a program: a part of a leaf for each part of the problem, a broadcast for
/// scalars, a splat for constants.
fn emit_source(
    program: &mut Draft,
    problem: &Problem,
    source: Source,
    want: Shape,
    values: &[Value],
    part: u32,
) -> Value {
    match source {
        Source::Input(i) => {
            let shape = problem.function.operands[i];
            let ty = program.params[i].ty;
            let whole = Shape::new(ty.bits, ty.lanes);
            let leaf = program.push(StepOp::Param(i as u32), vec![], whole);
            let lanes = want.total_bits() / shape.bits;
            let indices: Vec<u32> = match problem.scalars[i] {
                true => (0..lanes).map(|lane| lane % shape.lanes).collect(),
                false => (part * lanes..(part + 1) * lanes).collect(),
            };
            if whole.lanes == lanes && lanes > 1 {
                return leaf;
            }
            program.generic(Generic::Shuffle(indices), vec![leaf], Shape::new(shape.bits, lanes))
        }
        Source::Constant(i) => {
            let (bits, value) = problem.constants[i];
            program.splat(value, Shape::new(bits, want.total_bits() / bits))
        }
        Source::Step(i) => values[i],
    }
}

/// The sources of `want` bits in all, before any application: inputs and constants of that size.
///
/// One order for all: sketch and enumeration number sources by it.
pub fn plain_sources(problem: &Problem, want_bits: u32) -> Vec<Source> {
    let inputs = problem.function.operands.iter().enumerate().filter_map(|(i, s)| {
        let splats = problem.scalars[i] && s.bits >= 8 && want_bits.is_multiple_of(s.total_bits());
        (s.total_bits() == want_bits || splats).then_some(Source::Input(i))
    });
    let constants = problem.constants.iter().enumerate();
    let constants =
        constants.filter_map(|(i, &(bits, _))| want_bits.is_multiple_of(bits).then_some(Source::Constant(i)));
    inputs.chain(constants).collect()
}

/// One bit: all of these hold.
pub fn all(terms: &mut Terms, conditions: &[TermId]) -> TermId {
    let yes = terms.constant(1, 1);
    conditions.iter().fold(yes, |sum, &c| terms.bin(BinOp::And, sum, c))
}
