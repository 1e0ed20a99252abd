//! Concrete inputs with the outputs wanted: random ones to start with, counterexamples later.
//!
//! The paper starts from two random inputs. Ours are from a fixed seed, so that a run can be
//! repeated, and avoid lanes on which the problem leaves its result open: those say nothing about a
//! candidate.

use super::problem::{Problem, Source};
use isotope_ir::term::{LaneVar, Terms};
use isotope_smt::concrete::Samples;

/// Attempts at a random input that meets what is assumed.
const ATTEMPTS: usize = 64;

/// An input, and what the problem makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// For each input, its elements.
    pub inputs: Vec<Vec<u128>>,
    /// For each output element, its value; `None` where the problem leaves it open.
    pub wanted: Vec<Option<u128>>,
}

impl Example {
    /// The example of an input.
    pub fn new(problem: &Problem, inputs: Vec<Vec<u128>>) -> Example {
        let terms: &Terms = &problem.function.terms;
        let value = |v: u32| LaneVar::of(v).among(&inputs).copied().expect("a problem reads its inputs");
        let wanted = problem.function.out.iter().zip(&problem.given).map(|(&t, given)| {
            given.iter().all(|&g| terms.eval(g, &value) == Some(1)).then(|| terms.eval(t, &value)).flatten()
        });
        let wanted = wanted.collect();
        Example { inputs, wanted }
    }

    /// A random input, one that is allowed on as many lanes as some attempts find.
    pub fn random(problem: &Problem, samples: &mut Samples) -> Example {
        let mut best: Option<(usize, Example)> = None;
        for _ in 0..ATTEMPTS {
            let mut row = |s: &isotope_program::Shape| (0..s.lanes).map(|_| samples.value(s.bits)).collect();
            let inputs = problem.function.operands.iter().map(&mut row).collect();
            let example = Example::new(problem, inputs);
            let open = example.wanted.iter().filter(|w| w.is_none()).count();
            if best.as_ref().is_none_or(|(least, _)| open < *least) {
                best = Some((open, example));
            }
            if open == 0 {
                break;
            }
        }
        best.map(|(_, example)| example).expect("at least one attempt is made")
    }

    /// The example of a model: variables that it does not name are zero.
    pub fn of_model(problem: &Problem, model: &[(u32, u128)]) -> Example {
        let value = |n: u32| model.iter().find(|(m, _)| *m == n).map_or(0, |(_, v)| *v);
        let shapes = problem.function.operands.iter().enumerate();
        let inputs =
            shapes.map(|(i, s)| (0..s.lanes).map(|e| value(LaneVar::new(i, e as usize).number())).collect()).collect();
        Example::new(problem, inputs)
    }

    /// The elements of an input or a constant at so many bits in all, with their width.
    pub fn source(&self, problem: &Problem, source: Source, bits: u32) -> (u32, Vec<u128>) {
        match source {
            Source::Input(i) => {
                let shape = problem.function.operands[i];
                (shape.bits, self.inputs[i].repeat((bits / shape.total_bits()) as usize))
            }
            Source::Constant(i) => {
                let (width, value) = problem.constants[i];
                (width, vec![value.into(); (bits / width) as usize])
            }
            Source::Step(_) => unreachable!("steps are not plain sources"),
        }
    }
}
