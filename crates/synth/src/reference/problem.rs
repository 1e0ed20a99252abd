//! Problems and solutions: what is to be computed, and programs over a grammar.

use super::function::{LaneFunction, recut};
use super::grammar::Production;
use crate::program::{Origin, Param, Program, Shape, Value};
use isotope_ir::expr::{LeafId, Op};
use isotope_ir::lanes::{assumptions, lane_terms};
use isotope_ir::term::{BinOp, TermId, Terms};
use isotope_ir::types::Type;
use isotope_ir::window::Window;
use std::sync::Arc;

/// What a program has to compute.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Each output element over elements of the inputs.
    pub function: LaneFunction,
    /// For each output element, what may be assumed where it is asked for: one-bit terms of the same arena.
    pub given: Vec<Vec<TermId>>,
    /// Constants that a program may splat, as (element bits, value).
    pub constants: Vec<(u32, u64)>,
}

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
                constants.push((window.ty().bits.max(8), value));
            }
        }
        constants.sort_unstable();
        constants.dedup();
        let function = LaneFunction {
            terms: Arc::new(terms),
            operands: window.graph.leaves.iter().map(|l| shape(l.ty)).collect(),
            result: shape(window.ty()),
            out: lanes.lanes,
        };
        Problem { function, given, constants }
    }

    /// The problem on `1 / scale` of its lanes, where it scales so.
    pub fn scaled(&self, scale: u32) -> Option<Problem> {
        let function = self.function.scaled(scale)?;
        let given: Vec<Vec<TermId>> = self.given[..function.out.len()].to_vec();
        let inside = |v: u32| function.operands.get((v >> 16) as usize).is_some_and(|s| (v & 0xffff) < s.lanes);
        let mut facts = given.iter().flatten();
        facts.all(|&t| isotope_ir::lanes::free_vars(&self.function.terms, t).into_iter().all(inside)).then(|| Problem {
            function,
            given: given.clone(),
            constants: self.constants.clone(),
        })
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
            values.push((function.result, function.apply(&operands, terms)));
        }
        let (shape, last) = values.last()?;
        Some(recut(terms, last, shape.bits, problem.function.result.bits))
    }

    /// The program for a window whose problem this solves.
    pub fn program(&self, grammar: &[Box<dyn Production>], window: &Window, problem: &Problem) -> Option<Program> {
        let leaf = |(i, l): (usize, &isotope_ir::expr::Leaf)| Param {
            name: l.name.clone(),
            ty: l.ty,
            origin: Origin::Leaf(LeafId(i as u32)),
        };
        let params: Vec<Param> = window.graph.leaves.iter().enumerate().map(leaf).collect();
        let mut program = Program::new(params, window.ty());
        let mut values: Vec<Value> = Vec::new();
        for step in &self.steps {
            let function = grammar[step.production].function(1)?;
            let mut args = Vec::new();
            for (&source, &want) in step.operands.iter().zip(&function.operands) {
                args.push(emit_source(&mut program, problem, source, want, &values));
            }
            values.push(grammar[step.production].emit(&mut program, &args));
        }
        let last = *values.last()?;
        let result = program.recut(last, window.ty().bits);
        Some(program.finish(result))
    }
}

/// Elements of an operand, cut as wanted.
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
            if inputs[i].len() == 1 {
                let copies = vec![inputs[i][0]; (want.total_bits() / shape.bits) as usize];
                return recut(terms, &copies, shape.bits, want.bits);
            }
            recut(terms, &inputs[i], shape.bits, want.bits)
        }
        Source::Constant(i) => {
            let (bits, value) = problem.constants[i];
            let element = terms.constant(value.into(), bits);
            let copies = vec![element; (want.total_bits() / bits) as usize];
            recut(terms, &copies, bits, want.bits)
        }
        Source::Step(i) => {
            let (shape, elements) = &values[i];
            recut(terms, elements, shape.bits, want.bits)
        }
    }
}

fn emit_source(program: &mut Program, problem: &Problem, source: Source, want: Shape, values: &[Value]) -> Value {
    match source {
        Source::Input(i) => {
            let shape = problem.function.operands[i];
            let leaf = program.push(crate::program::StepOp::Param(i as u32), vec![], shape);
            if shape.lanes > 1 {
                return leaf;
            }
            let splat = Shape::new(shape.bits, want.total_bits() / shape.bits);
            let indices = vec![0; splat.lanes as usize];
            program.generic(crate::program::Generic::Shuffle(indices), vec![leaf], splat)
        }
        Source::Constant(i) => {
            let (bits, value) = problem.constants[i];
            program.splat(value, Shape::new(bits, want.total_bits() / bits))
        }
        Source::Step(i) => values[i],
    }
}

/// The sources of `want` bits in all, before any application: inputs and constants of that size.
pub fn plain_sources(problem: &Problem, want_bits: u32) -> Vec<Source> {
    let inputs = problem.function.operands.iter().enumerate().filter_map(|(i, s)| {
        let splats = s.lanes == 1 && s.bits >= 8 && want_bits.is_multiple_of(s.bits);
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
