//! The search itself, as it runs in a worker process: the synthesis crates, and the instructions of a few targets.

use super::explained;
use crate::limits::MACHINES;
use crate::provers::Asked;
use crate::selector::Engine;
use isotope_grammars::Dictionary;
use isotope_grammars::grammar::{self, Grammar, GrammarTarget, WindowFacts};
use isotope_smt::Prover;
use isotope_synth::engine::{self, EngineError, Selected, Setting};
use isotope_synth::fast::machine::{Instruction, Machine};
use isotope_synth::judge::{Judge, TargetSpec};
use isotope_synth::reference::target as reference;
use std::collections::BTreeSet;

/// The instructions of the targets used last, sorted for the search: some 32 MB each.
#[derive(Default)]
pub(crate) struct Machines(Vec<(TargetSpec, Machine)>);

impl Machines {
    fn of(&mut self, asked: &Asked) -> &Machine {
        match self.0.iter().position(|(target, _)| *target == asked.target) {
            Some(at) => {
                let known = self.0.remove(at);
                self.0.push(known);
            }
            None => {
                // First, so that there are never more than the bound.
                self.0.drain(..(self.0.len() + 1).saturating_sub(MACHINES));
                self.0.push((asked.target.clone(), machine(asked)));
            }
        }
        &self.0[self.0.len() - 1].1
    }
}

fn features(asked: &Asked) -> BTreeSet<String> {
    asked.features.iter().cloned().collect()
}

fn machine(asked: &Asked) -> Machine {
    let (terms, ready) = Dictionary::embedded().instructions_for(&features(asked), &asked.target.mcpu);
    let instructions = ready.into_iter().map(|r| Instruction {
        name: r.name,
        immediates: r.immediates,
        operand_bits: r.operand_bits,
        element_bits: r.element_bits,
        out_bits: r.out_bits,
        out: r.out,
        cost: r.cost,
    });
    Machine::new(terms, instructions.collect())
}

/// What Algorithm 2 may make a window's programs of.
fn grammar(asked: &Asked, machine: &Machine) -> Grammar {
    let features = features(asked);
    let target = GrammarTarget { features: &features, cpu: &asked.target.mcpu };
    let facts = WindowFacts::of(&asked.window, machine.register_bits);
    grammar::build(&facts, Dictionary::embedded(), target, grammar::Options::default())
}

/// One search.
pub(crate) fn select(
    asked: &Asked,
    machines: &mut Machines,
    prover: &dyn Prover,
    judge: &dyn Judge,
    stopped: &dyn Fn() -> bool,
    report: &dyn Fn(&'static str, u64),
) -> Result<Selected, EngineError> {
    let machine = machines.of(asked);
    let setting = Setting { machine, target: &asked.target, prover, judge, budget: asked.budget, stopped, report };
    match asked.engine {
        Engine::Fast => engine::select(&asked.window, &setting),
        Engine::Baseline => engine::plain(&asked.window, &setting),
        Engine::Reference => {
            let grammar = grammar(asked, machine);
            let productions = reference::productions(&grammar, Dictionary::embedded());
            engine::select_by_reference(&asked.window, &productions, &setting)
        }
    }
}

/// What a search would do, as titled texts; nothing is proved.
pub(crate) fn explain(
    asked: &Asked,
    machines: &mut Machines,
    judge: &dyn Judge,
    stopped: &dyn Fn() -> bool,
) -> Result<Vec<(String, String)>, EngineError> {
    let machine = machines.of(asked);
    let grammar = grammar(asked, machine);
    let weigh = |shortlist| engine::weighed(&asked.window, shortlist, judge, &asked.target).map_err(EngineError::from);
    let mut sections = vec![explained::offered(machine)];
    sections.extend(explained::candidates(asked, machine, stopped, &weigh)?);
    sections.push(explained::pruned(&grammar));
    Ok(sections)
}
