//! Synthesis as one question to the solver: a sketch of `n` applications whose productions and operands are symbols.
//!
//! Inputs are the concrete examples, so the question is about the selectors alone. A value is a row of chunks; for each
//! size that a step may have, its chunks are a chain of choices over the productions of that size.
//!
//! Selectors are small bit-vectors, one for the production of each step and one for each of its
//! operands. An immediate is solved for like them: one symbol for each step, which takes a value that the chosen
//! production has. A model of them is a program, read back by `Sketch::read`; asking for less than its
//! cost until there is nothing finds the cheapest. Examples are constants, so the solver decides on
//! selectors alone and never multiplies two symbols.

use super::examples::Example;
use super::function::{IMMEDIATE_BITS, Immediate, LaneFunction, bitcast};
use super::problem::{Application, Problem, Solution, Source, all, plain_sources};
use isotope_ir::term::{BinOp, TermId, Terms};
use isotope_smt::{Outcome, Prover, Query};
use std::collections::{BTreeMap, BTreeSet};

/// Bits of a selector.
const SELECTOR_BITS: u32 = 10;
/// Selectors of a step: its production, its operands, and the value of an immediate.
const SELECTORS: u32 = 8;
/// Which of them is the immediate's.
const IMMEDIATE: u32 = 7;
/// Bits of the sum of costs, in hundredths of a cycle: programs of more than 160000 cycles are not
/// asked for.
const COST_BITS: u32 = 24;

/// The request: the lanes to get right on which examples, with how many applications, below which cost.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The problem, scaled.
    pub problem: &'a Problem,
    /// The grammar, scaled, with each production's index and cost.
    pub functions: &'a [(usize, u32, LaneFunction)],
    /// Inputs with the outputs wanted.
    pub examples: &'a [Example],
    /// (example, lane): what must agree.
    pub failing: &'a BTreeSet<(usize, usize)>,
    /// Applications.
    pub steps: usize,
}

/// The result of the search of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The cheapest solution.
    Solved(Solution),
    /// There is none of this size.
    None,
    /// The budget ended first.
    OutOfBudget,
}

/// Finds the cheapest solution of exactly `request.steps` applications: solve, ask for a cheaper one, until there is
/// none. Spends from `rlimit` and counts calls.
pub fn cheapest(request: &Request<'_>, prover: &dyn Prover, rlimit: &mut u64, calls: &mut u64) -> Step {
    let mut sketch = Sketch::new(request);
    let mut best: Option<Solution> = None;
    loop {
        let mut constraints = sketch.constraints.clone();
        if let Some(found) = &best {
            // Strictly cheaper than the last one: the sequence ends.
            let bound = sketch.terms.constant(found.cost.into(), COST_BITS);
            constraints.push(sketch.terms.bin(BinOp::Ult, sketch.cost, bound));
        }
        *calls += 1;
        let query = Query::solve(&sketch.terms, &constraints, &sketch.unknowns()).with_rlimit(*rlimit);
        let answer = prover.prove(&query);
        *rlimit = rlimit.saturating_sub(answer.work);
        match (answer.outcome, best) {
            (Outcome::Solved(model), _) => best = Some(sketch.read(&model)),
            (Outcome::Unsolvable, Some(found)) => return Step::Solved(found),
            (Outcome::Unsolvable, None) => return Step::None,
            // Not shown to be the cheapest, which the budget did not allow; it is a solution all the same.
            (_, Some(found)) => return Step::Solved(found),
            (_, None) => return Step::OutOfBudget,
        }
    }
}

/// One question, built once and asked with falling bounds.
struct Sketch<'a> {
    request: &'a Request<'a>,
    terms: Terms,
    /// Bits of a chunk: the narrowest element.
    chunk: u32,
    /// The constraints on a well-formed program that agrees.
    constraints: Vec<TermId>,
    /// The sum of the chosen productions' costs.
    cost: TermId,
}

/// By size in bits, for one example: the chunks of a value.
type Values = BTreeMap<u32, Vec<TermId>>;

impl<'a> Sketch<'a> {
    /// Constraints of form first, then agreement on each example.
    fn new(request: &'a Request<'a>) -> Self {
        let mut terms = Terms::new();
        let cost = terms.constant(0, COST_BITS);
        let functions = request.functions.iter().map(|f| &f.2).chain([&request.problem.function]);
        let shapes = functions.flat_map(|f| f.operands.iter().chain([&f.result]));
        // Every element is a whole number of chunks, so that cutting anew is grouping anew.
        let chunk = shapes.map(|s| s.bits).chain(request.problem.constants.iter().map(|c| c.0)).min().unwrap_or(8);
        let mut sketch = Sketch { request, terms, chunk, constraints: vec![], cost };
        for j in 0..request.steps {
            sketch.well_formed(j);
        }
        for e in 0..request.examples.len() {
            sketch.agrees_on(e);
        }
        sketch
    }

    /// The symbol that chooses a step's production, or one of its operands.
    fn selector(&mut self, step: usize, operand: Option<usize>) -> TermId {
        let offset = operand.map_or(0, |k| k as u32 + 1);
        self.terms.var(step as u32 * SELECTORS + offset, SELECTOR_BITS)
    }

    /// Whether a selector has a value.
    fn selects(&mut self, step: usize, operand: Option<usize>, value: usize) -> TermId {
        let selector = self.selector(step, operand);
        let value = self.terms.constant(value as u128, SELECTOR_BITS);
        self.terms.bin(BinOp::Eq, selector, value)
    }

    /// The symbol for the value of a step's immediate.
    fn immediate(&mut self, step: usize) -> TermId {
        self.terms.var(step as u32 * SELECTORS + IMMEDIATE, IMMEDIATE_BITS)
    }

    /// Whether a step's immediate has one of the values that a production takes.
    fn is_value(&mut self, step: usize, immediate: &Immediate) -> TermId {
        let symbol = self.immediate(step);
        let mut within = Vec::new();
        // Values one after the other are a range.
        for run in immediate.0.chunk_by(|a, b| b - a == 1) {
            let [low, high] = [run[0], run[run.len() - 1]].map(|v| self.terms.constant(v.into(), IMMEDIATE_BITS));
            let bounds = [self.terms.bin(BinOp::Ule, low, symbol), self.terms.bin(BinOp::Ule, symbol, high)];
            within.push(all(&mut self.terms, &bounds));
        }
        self.any(&within)
    }

    /// One bit: one of these holds.
    fn any(&mut self, conditions: &[TermId]) -> TermId {
        let no = self.terms.constant(0, 1);
        conditions.iter().fold(no, |sum, &c| self.terms.bin(BinOp::Or, sum, c))
    }

    /// Operands of the production that has the most: every step has selectors for as many.
    fn arity(&self) -> usize {
        self.request.functions.iter().map(|f| f.2.operands.len()).max().unwrap_or(0)
    }

    /// The number of a source in operand selectors.
    fn number(&self, source: Source) -> usize {
        let problem = self.request.problem;
        let inputs = problem.function.operands.len();
        match source {
            Source::Input(i) => i,
            Source::Constant(i) => inputs + i,
            Source::Step(i) => inputs + problem.constants.len() + i,
        }
    }

    /// The productions whose result has so many bits.
    fn of_size(&self, bits: u32) -> Vec<usize> {
        let functions = self.request.functions.iter().enumerate();
        functions.filter(|(_, f)| f.2.result.total_bits() == bits).map(|(p, _)| p).collect()
    }

    /// Step `j` is a production on sources of the right sizes; its cost is added; it is used, or it is the last.
    fn well_formed(&mut self, j: usize) {
        let request = self.request;
        let (mut cases, mut cost) = (vec![], self.terms.constant(0, COST_BITS));
        for (p, (_, price, function)) in request.functions.iter().enumerate() {
            let last = j + 1 == request.steps;
            if last && function.result.total_bits() != request.problem.function.result.total_bits() {
                continue;
            }
            let chosen = self.selects(j, None, p);
            let mut parts = vec![chosen];
            parts.extend(function.immediate.as_ref().map(|immediate| self.is_value(j, immediate)));
            for k in 0..self.arity() {
                let operand = function.operands.get(k).map(|s| s.total_bits());
                parts.push(self.operand_allowed(j, k, operand));
            }
            cases.push(all(&mut self.terms, &parts));
            let price = self.terms.constant((*price).into(), COST_BITS);
            cost = self.terms.ite(chosen, price, cost);
        }
        let one_of_them = self.any(&cases);
        self.constraints.push(one_of_them);
        self.cost = self.terms.bin(BinOp::Add, self.cost, cost);
        if j + 1 < request.steps {
            let number = self.number(Source::Step(j));
            let arity = self.arity();
            let users: Vec<TermId> = (j + 1..request.steps)
                .flat_map(|i| (0..arity).map(move |k| (i, k)))
                .map(|(i, k)| self.selects(i, Some(k), number))
                .collect();
            let used = self.any(&users);
            self.constraints.push(used);
        }
    }

    /// Operand `k` of step `j` is a source of so many bits; an operand that the production lacks is the first source.
    fn operand_allowed(&mut self, j: usize, k: usize, bits: Option<u32>) -> TermId {
        let Some(bits) = bits else {
            return self.selects(j, Some(k), 0);
        };
        let mut options = vec![];
        for source in plain_sources(self.request.problem, bits) {
            let number = self.number(source);
            options.push(self.selects(j, Some(k), number));
        }
        for i in 0..j {
            let number = self.number(Source::Step(i));
            let here = self.selects(j, Some(k), number);
            let sized: Vec<TermId> = self.of_size(bits).into_iter().map(|p| self.selects(i, None, p)).collect();
            let sized = self.any(&sized);
            options.push(self.terms.bin(BinOp::And, here, sized));
        }
        self.any(&options)
    }

    /// The sketch computes what the example wants on its failing lanes.
    fn agrees_on(&mut self, e: usize) {
        let request = self.request;
        let lanes: Vec<usize> = request.failing.iter().filter(|f| f.0 == e).map(|f| f.1).collect();
        if lanes.is_empty() {
            return;
        }
        let mut steps: Vec<Values> = vec![];
        for j in 0..request.steps {
            let value = self.step_values(j, e, &steps);
            steps.push(value);
        }
        let result = request.problem.function.result;
        let Some(chunks) = steps.last().and_then(|v| v.get(&result.total_bits())) else {
            let never = self.terms.constant(0, 1);
            self.constraints.push(never);
            return;
        };
        let got = bitcast(&mut self.terms, &chunks.clone(), self.chunk, result.bits);
        for lane in lanes {
            if let Some(want) = request.examples[e].wanted[lane] {
                let want = self.terms.constant(want, result.bits);
                let agree = self.terms.bin(BinOp::Eq, got[lane], want);
                self.constraints.push(agree);
            }
        }
    }

    /// The values that step `j` may have on an example, by size: of each size one chain of choices
    /// between its productions.
    fn step_values(&mut self, j: usize, e: usize, before: &[Values]) -> Values {
        let request = self.request;
        let sizes = |f: &'a LaneFunction| f.operands.iter().map(|s| s.total_bits()).enumerate();
        let needed: BTreeSet<(usize, u32)> = request.functions.iter().flat_map(|f| sizes(&f.2)).collect();
        let mut operands: BTreeMap<(usize, u32), Vec<TermId>> = BTreeMap::new();
        for (k, bits) in needed {
            operands.insert((k, bits), self.chosen(j, k, bits, e, before));
        }
        let mut values = Values::new();
        for (p, (_, _, function)) in request.functions.iter().enumerate() {
            let mut args = vec![];
            for (k, shape) in function.operands.iter().enumerate() {
                let bits = shape.total_bits();
                args.push(bitcast(&mut self.terms, &operands[&(k, bits)], self.chunk, shape.bits));
            }
            args.extend(function.immediate.is_some().then(|| vec![self.immediate(j)]));
            let out = function.apply(&args, &mut self.terms);
            let out = bitcast(&mut self.terms, &out, function.result.bits, self.chunk);
            let here = self.selects(j, None, p);
            let merged = match values.remove(&function.result.total_bits()) {
                Some(other) => self.choose(here, &out, &other),
                None => out,
            };
            values.insert(function.result.total_bits(), merged);
        }
        values
    }

    /// Chunk by chunk, one or the other.
    fn choose(&mut self, c: TermId, a: &[TermId], b: &[TermId]) -> Vec<TermId> {
        a.iter().zip(b).map(|(&a, &b)| self.terms.ite(c, a, b)).collect()
    }

    /// The chunks of operand `k` of step `j`, if it has so many bits.
    fn chosen(&mut self, j: usize, k: usize, bits: u32, e: usize, before: &[Values]) -> Vec<TermId> {
        let zero = self.terms.constant(0, self.chunk);
        let mut value = vec![zero; (bits / self.chunk) as usize];
        for source in plain_sources(self.request.problem, bits) {
            let chunks = self.plain(source, bits, e);
            let number = self.number(source);
            let here = self.selects(j, Some(k), number);
            value = self.choose(here, &chunks, &value);
        }
        for (i, values) in before.iter().enumerate() {
            if let Some(chunks) = values.get(&bits) {
                let number = self.number(Source::Step(i));
                let here = self.selects(j, Some(k), number);
                value = self.choose(here, chunks, &value);
            }
        }
        value
    }

    /// Chunks of an input or a constant on an example.
    fn plain(&mut self, source: Source, bits: u32, e: usize) -> Vec<TermId> {
        let (width, elements) = self.request.examples[e].source(self.request.problem, source, bits);
        let elements: Vec<TermId> = elements.into_iter().map(|v| self.terms.constant(v, width)).collect();
        bitcast(&mut self.terms, &elements, width, self.chunk)
    }

    /// The unknowns that the solver gives values to: the selectors.
    fn unknowns(&self) -> Vec<u32> {
        let arity = self.arity() as u32;
        let has_immediates = self.request.functions.iter().any(|f| f.2.immediate.is_some());
        let each = |j: u32| (0..=arity).chain(has_immediates.then_some(IMMEDIATE)).map(move |k| j * SELECTORS + k);
        (0..self.request.steps as u32).flat_map(each).collect()
    }

    /// The program that a model stands for; what it does not name is zero.
    fn read(&self, model: &[(u32, u128)]) -> Solution {
        let number = |n: u32| model.iter().find(|(m, _)| *m == n).map_or(0, |(_, v)| *v);
        let value = |n: u32| number(n) as usize;
        let inputs = self.request.problem.function.operands.len();
        let constants = self.request.problem.constants.len();
        let source = |n: usize| match n {
            n if n < inputs => Source::Input(n),
            n if n < inputs + constants => Source::Constant(n - inputs),
            n => Source::Step(n - inputs - constants),
        };
        let mut solution = Solution { steps: vec![], cost: 0 };
        for j in 0..self.request.steps as u32 {
            let (production, cost, function) = &self.request.functions[value(j * SELECTORS)];
            let operands = (0..function.operands.len() as u32).map(|k| source(value(j * SELECTORS + 1 + k))).collect();
            let immediate = function.immediate.is_some().then(|| number(j * SELECTORS + IMMEDIATE) as u64);
            solution.steps.push(Application { production: *production, operands, immediate });
            solution.cost += cost;
        }
        solution
    }
}
