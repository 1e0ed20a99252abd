//! The search itself, as it runs in a worker process: the synthesis crates, and the instructions of a few targets.

use super::explained;
use crate::limits::{CLAIM_WORK, MACHINES};
use crate::provers::{Asked, Claim};
use crate::selector::{Engine, Way};
use isotope_grammars::Dictionary;
use isotope_grammars::grammar::{self, Grammar, GrammarTarget, WindowFacts};
use isotope_smt::{Bounded, Prover};
use isotope_synth::engine::{self, EngineError, Selected, Setting};
use isotope_synth::fast::machine::Machine;
use isotope_synth::judge::{Judge, TargetSpec};
use isotope_synth::proof::{self, Verdict};
use isotope_synth::reference::target as reference;
use std::collections::BTreeSet;

/// The instructions of the targets used last, sorted for the search: some 32 MB each.
#[derive(Default)]
pub(crate) struct Machines(Vec<(TargetSpec, Machine)>);

impl Machines {
    fn of(&mut self, target: &TargetSpec, features: &[String]) -> &Machine {
        match self.0.iter().position(|(known, _)| known == target) {
            Some(at) => {
                let known = self.0.remove(at);
                self.0.push(known);
            }
            None => {
                // First, so that there are never more than the bound.
                self.0.drain(..(self.0.len() + 1).saturating_sub(MACHINES));
                self.0.push((target.clone(), machine(target, features)));
            }
        }
        &self.0[self.0.len() - 1].1
    }
}

fn machine(target: &TargetSpec, features: &[String]) -> Machine {
    let features: BTreeSet<String> = features.iter().cloned().collect();
    Machine::of(Dictionary::embedded(), &features, &target.mcpu)
}

/// What Algorithm 2 may make a window's programs of.
fn grammar(asked: &Asked, machine: &Machine) -> Grammar {
    let features: BTreeSet<String> = asked.features.iter().cloned().collect();
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
    let machine = machines.of(&asked.target, &asked.features);
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

/// One proof without a search.
pub(crate) fn prove(claim: &Claim, machines: &mut Machines, prover: &dyn Prover) -> Verdict {
    let bounded = &Bounded::new(prover, CLAIM_WORK);
    match claim {
        Claim::Tie { asked, canonical } => proof::tie(asked, canonical, bounded),
        Claim::Program { window, program, target, features, way } => {
            let machine = machines.of(target, features);
            match way {
                Way::Usual => proof::prove(window, program, machine, bounded),
                Way::SolverAlone => proof::audit(window, program, machine, prover),
            }
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
    let machine = machines.of(&asked.target, &asked.features);
    let grammar = grammar(asked, machine);
    let weigh = |shortlist| engine::weighed(&asked.window, shortlist, judge, &asked.target).map_err(EngineError::from);
    let mut sections = vec![explained::offered(machine)];
    sections.extend(explained::candidates(asked, machine, stopped, &weigh)?);
    sections.push(explained::pruned(&grammar));
    Ok(sections)
}
