//! The reference engine: the paper's Algorithm 2, as written, with a switch for each of its heuristics.
//!
//! Hydride (ASPLOS'24) section 4.2: scale the lanes down; start from two random inputs, constrained on lane 0; let the
//! solver find the cheapest program of the grammar that agrees on the failing lanes; verify on all lanes; add the
//! counterexample and the lanes on which it fails; deepen the grammar when there is no such program; scale up and
//! verify at full width; fall back to scale 1. Sections 4.3 and 4.4, the choice of instructions, swizzles and constants for
//! one window, are [`build`] and [`productions`].
//!
//! Here belong: the algorithm over any grammar of [`production::Production`]s. Elsewhere: the fast engine, prices of
//! whole programs, and what instructions there are. Two places are stricter than the paper: a verification that the
//! budget ends is never taken for a proof, and work is counted in `rlimit` and candidates, not in seconds.

pub mod enumerate;
pub mod examples;
pub mod function;
pub mod problem;
pub mod production;
mod productions;
mod prune;
pub mod sketch;
mod swizzle;
pub mod target;
#[cfg(test)]
mod tests;
pub mod verify;
mod window;

use examples::Example;
use function::LaneFunction;
use isotope_ir::term::Terms;
use isotope_smt::Prover;
use isotope_smt::concrete::Samples;
use problem::{Problem, Solution};
use production::Production;
pub use productions::productions;
pub use prune::{Choice, Grammar, GrammarTarget, Kept, Options, Reason, build};
use sketch::{Request, Step};
use std::collections::BTreeSet;
pub use swizzle::{Pattern, Swizzle};
use verify::{Checked, verify};
pub use window::WindowFacts;

/// Productions in one sketch; more would not fit the solver, nor its selectors' 10 bits.
const MAX_SKETCH_PRODUCTIONS: usize = 300;

/// Which of the paper's heuristics are on: the rows of its Table 5, and one that it has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Only failing lanes are constrained.
    pub lanes: bool,
    /// Lanes are scaled down.
    pub scaling: bool,
    /// Programs are enumerated on the examples instead of being solved for.
    pub enumeration: bool,
}

impl Switches {
    /// Algorithm 2 as the paper has it.
    pub const PAPER: Switches = Switches { lanes: true, scaling: true, enumeration: false };
}

/// How far a run may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Solver work in all, in `rlimit` units.
    pub rlimit: u64,
    /// Applications that enumeration evaluates in all.
    pub candidates: u64,
    /// Applications in a program: the grammar's depth.
    pub steps: usize,
    /// The largest factor by which lanes are scaled down.
    pub scale: u32,
}

impl Default for Budget {
    /// Programs of at most four applications, on at least a sixteenth of the lanes.
    fn default() -> Self {
        Budget { rlimit: 400_000_000, candidates: 2_000_000, steps: 4, scale: 16 }
    }
}

/// Work done, in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Solver work, in `rlimit` units.
    pub rlimit: u64,
    /// Applications that enumeration evaluated.
    pub candidates: u64,
    /// Queries sent to the prover.
    pub calls: u64,
    /// Rounds of the inner loop.
    pub rounds: u32,
    /// The scale of the last attempt.
    pub scale: u32,
    /// The depth of the last attempt.
    pub steps: usize,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A program, proved at full width.
    Solved(Solution),
    /// No program of the grammar up to the depth limit.
    NoProgram,
    /// The budget ended first.
    OutOfBudget,
    /// The grammar has more productions than a sketch can hold: prune it.
    TooLarge,
    /// A candidate could be neither proved nor refuted.
    Unverified(String),
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How it ended.
    pub ending: Ending,
    /// The work that it took.
    pub work: Work,
}

/// Runs Algorithm 2.
pub fn synthesize(
    problem: &Problem,
    grammar: &[Box<dyn Production>],
    switches: Switches,
    budget: Budget,
    prover: &dyn Prover,
) -> Report {
    let mut engine = Engine {
        problem,
        grammar,
        switches,
        prover,
        budget,
        work: Work::default(),
        rlimit: budget.rlimit,
        candidates: budget.candidates,
    };
    let scale = if switches.scaling { engine.best_scale() } else { 1 };
    let ending = engine.deepen(scale);
    engine.work.rlimit = budget.rlimit - engine.rlimit;
    engine.work.candidates = budget.candidates - engine.candidates;
    Report { ending, work: engine.work }
}

/// One run.
struct Engine<'a> {
    problem: &'a Problem,
    grammar: &'a [Box<dyn Production>],
    switches: Switches,
    prover: &'a dyn Prover,
    budget: Budget,
    work: Work,
    rlimit: u64,
    candidates: u64,
}

impl Engine<'_> {
    /// The largest scale at which the problem and as many productions as possible have a meaning.
    fn best_scale(&self) -> u32 {
        let scales = (1..=self.budget.scale.ilog2()).map(|k| 1 << k).filter(|&s| self.problem.scaled(s).is_some());
        let available = |s: u32| self.grammar.iter().filter(|p| p.function(s).is_some()).count();
        scales.max_by_key(|&s| (available(s), s)).unwrap_or(1)
    }

    /// The productions that have a meaning at a scale, with their index and cost.
    fn functions(&self, scale: u32) -> Vec<(usize, u32, LaneFunction)> {
        let one = |p: usize| {
            let production = &self.grammar[p];
            let function = production.function(scale)?;
            // Masks are not values of the sketch.
            let plain = function.operands.iter().chain([&function.result]).all(|s| s.bits >= 8);
            plain.then_some((p, production.cost(), function))
        };
        (0..self.grammar.len()).filter_map(one).collect()
    }

    /// Lines 1 to 13 and 23 to 26: one depth after the other, then scale 1.
    fn deepen(&mut self, scale: u32) -> Ending {
        let Some(problem) = self.problem.scaled(scale) else {
            return Ending::NoProgram;
        };
        let functions = self.functions(scale);
        if !self.switches.enumeration && functions.len() > MAX_SKETCH_PRODUCTIONS {
            return Ending::TooLarge;
        }
        self.work.scale = scale;
        for steps in 1..=self.budget.steps {
            self.work.steps = steps;
            let found = match self.lanewise(&problem, &functions, scale, steps) {
                Ending::NoProgram => continue,
                Ending::Solved(found) if scale > 1 => found,
                ending => return ending,
            };
            // Line 23: the same program on all lanes.
            match self.verified(&found, self.problem, 1) {
                Checked::Equal => return Ending::Solved(found),
                Checked::Unknown(why) => return Ending::Unverified(why),
                Checked::Differs(_) => return self.deepen(1),
            }
        }
        // A program that does not scale may still be there at full width.
        if scale > 1 { self.deepen(1) } else { Ending::NoProgram }
    }

    /// The verdict on all lanes of a problem, by the prover, out of the run's own budget.
    fn verified(&mut self, solution: &Solution, problem: &Problem, scale: u32) -> Checked {
        verify(solution, self.grammar, problem, scale, self.prover, &mut self.rlimit, &mut self.work.calls)
    }

    /// Lines 4 to 22: the loop on examples and failing lanes.
    fn lanewise(
        &mut self,
        problem: &Problem,
        functions: &[(usize, u32, LaneFunction)],
        scale: u32,
        steps: usize,
    ) -> Ending {
        let mut samples = Samples::new(0);
        let mut examples = vec![Example::random(problem, &mut samples), Example::random(problem, &mut samples)];
        let every = 0..problem.function.out.len();
        let all_lanes = |e: usize| every.clone().map(move |lane| (e, lane));
        let mut failing: BTreeSet<(usize, usize)> =
            if self.switches.lanes { BTreeSet::from([(0, 0), (1, 0)]) } else { (0..2).flat_map(all_lanes).collect() };
        loop {
            self.work.rounds += 1;
            let request = Request { problem, functions, examples: &examples, failing: &failing, steps };
            let step = if self.switches.enumeration {
                enumerate::cheapest(&request, &mut self.candidates)
            } else {
                sketch::cheapest(&request, self.prover, &mut self.rlimit, &mut self.work.calls)
            };
            let solution = match step {
                Step::Solved(solution) => solution,
                Step::None => return Ending::NoProgram,
                Step::OutOfBudget => return Ending::OutOfBudget,
            };
            let model = match self.verified(&solution, problem, scale) {
                Checked::Equal => return Ending::Solved(solution),
                Checked::Unknown(why) => return Ending::Unverified(why),
                Checked::Differs(model) => model,
            };
            let example = Example::of_model(problem, &model);
            let e = examples.len();
            if self.switches.lanes {
                let fails = self.failing_lanes(&solution, problem, scale, &example);
                failing.extend(fails.into_iter().map(|lane| (e, lane)));
            } else {
                failing.extend(all_lanes(e));
            }
            examples.push(example);
        }
    }

    /// Lines 19 and 20: the lanes on which a solution differs from what the example wants.
    fn failing_lanes(&self, solution: &Solution, problem: &Problem, scale: u32, example: &Example) -> Vec<usize> {
        let mut terms = Terms::new();
        let shapes = problem.function.operands.iter().zip(&example.inputs);
        let inputs: Vec<_> = shapes.map(|(s, row)| row.iter().map(|&v| terms.constant(v, s.bits)).collect()).collect();
        let got = solution.lanes(self.grammar, problem, scale, &inputs, &mut terms).unwrap_or_default();
        let wrong = |(lane, want): (usize, &Option<u128>)| match (want, got.get(lane)) {
            (Some(want), Some(&got)) => (terms.as_const(got) != Some(*want)).then_some(lane),
            _ => None,
        };
        example.wanted.iter().enumerate().filter_map(wrong).collect()
    }
}
