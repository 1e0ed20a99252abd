//! The search itself, as it runs in a worker process: the synthesis crates, and the instructions of a few targets.

use super::explained;
use crate::limits::{CLAIM_WORK, KNOWN_TARGETS};
use crate::search::pool::{Asked, Claim};
use crate::search::selector::{Engine, Way};
use isotope_dictionary::{InstructionSet, InstructionSets, Target};
use isotope_hydride::{self as grammar, Grammar, GrammarTarget, WindowFacts};
use isotope_program::Program;
use isotope_program::pricer::Pricer;
use isotope_program::proof::{self, Verdict};
use isotope_search::instructions::TargetInstructions;
use isotope_select::floor::Floors;
use isotope_select::{EngineError, Selected, Setting};
use isotope_smt::{Bounded, Prover};

/// The instructions of the targets used last, sorted for the search: some 32 MB each.
pub(crate) struct KnownTargets {
    sets: &'static InstructionSets,
    known: Vec<(Target, (TargetInstructions, Floors))>,
}

impl KnownTargets {
    pub(crate) fn of(sets: &'static InstructionSets) -> KnownTargets {
        KnownTargets { sets, known: Vec::new() }
    }

    /// The instruction set of a target: the daemon, which has the same ones, has seen that there is one.
    fn set(&self, target: &Target) -> &'static InstructionSet {
        self.sets.get(target.arch()).expect("a worker has its daemon's instruction sets")
    }

    fn get(&mut self, target: &Target) -> &(TargetInstructions, Floors) {
        match self.known.iter().position(|(known, _)| known == target) {
            Some(at) => {
                let known = self.known.remove(at);
                self.known.push(known);
            }
            None => {
                // First, so that there are never more than the bound.
                self.known.drain(..(self.known.len() + 1).saturating_sub(KNOWN_TARGETS));
                let set = self.set(target);
                let instructions = TargetInstructions::of(set, target.features(), target.tune());
                let floors = Floors::of(set, target, &instructions);
                self.known.push((target.clone(), (instructions, floors)));
            }
        }
        &self.known[self.known.len() - 1].1
    }
}

/// What Algorithm 2 may make a window's programs of.
fn grammar(asked: &Asked, set: &InstructionSet, register_bits: u32) -> Grammar {
    let target = GrammarTarget { features: asked.target.features(), cpu: asked.target.tune() };
    let facts = WindowFacts::of(&asked.window, register_bits, &set.manifest().registers.vectors);
    grammar::build(&facts, set.dictionary(), target, grammar::Options::default())
}

/// One search.
pub(crate) fn select(
    asked: &Asked,
    targets: &mut KnownTargets,
    prover: &dyn Prover,
    pricer: &dyn Pricer,
    stopped: &dyn Fn() -> bool,
    report: &dyn Fn(&'static str, u64),
) -> Result<Selected, EngineError> {
    let set = targets.set(&asked.target);
    let (instructions, floors) = targets.get(&asked.target);
    let floors = Some(floors).filter(|_| asked.modelled);
    let setting =
        Setting { instructions, target: &asked.target, prover, pricer, floors, budget: asked.budget, stopped, report };
    match asked.engine {
        Engine::Fast => isotope_select::select(&asked.window, &setting),
        Engine::Baseline => isotope_select::plain(&asked.window, &setting),
        Engine::Reference => {
            let grammar = grammar(asked, set, instructions.register_bits);
            let productions = grammar::productions(&grammar, set.dictionary());
            isotope_select::select_by_reference(&asked.window, &productions, &setting)
        }
    }
}

/// Remembered programs ranked by the prices of now.
pub(crate) fn rank(
    asked: &Asked,
    held: Vec<(Program, bool)>,
    targets: &mut KnownTargets,
    (prover, pricer): (&dyn Prover, &dyn Pricer),
    stopped: &dyn Fn() -> bool,
    report: &dyn Fn(&'static str, u64),
) -> Result<Selected, EngineError> {
    let (instructions, floors) = targets.get(&asked.target);
    let floors = Some(floors).filter(|_| asked.modelled);
    let setting =
        Setting { instructions, target: &asked.target, prover, pricer, floors, budget: asked.budget, stopped, report };
    isotope_select::rank(&asked.window, held, &setting)
}

/// One proof without a search.
pub(crate) fn prove(claim: &Claim, targets: &mut KnownTargets, prover: &dyn Prover) -> Verdict {
    let bounded = &Bounded::new(prover, CLAIM_WORK);
    match claim {
        Claim::Tie { asked, canonical } => proof::tie(asked, canonical, bounded),
        Claim::Program { window, program, target, way } => {
            let (instructions, _) = targets.get(target);
            match way {
                Way::Usual => proof::prove(window, program, instructions, bounded),
                Way::SolverAlone => proof::audit(window, program, instructions, prover),
            }
        }
    }
}

/// What a search would do, as titled texts; nothing is proved.
pub(crate) fn explain(
    asked: &Asked,
    targets: &mut KnownTargets,
    pricer: &dyn Pricer,
    stopped: &dyn Fn() -> bool,
) -> Result<Vec<(String, String)>, EngineError> {
    let set = targets.set(&asked.target);
    let (instructions, floors) = targets.get(&asked.target);
    let floors = Some(floors).filter(|_| asked.modelled);
    let grammar = grammar(asked, set, instructions.register_bits);
    let weigh =
        |shortlist| isotope_select::weighed(&asked.window, shortlist, pricer, &asked.target).map_err(EngineError::from);
    let mut sections = vec![explained::offered(instructions)];
    match explained::ended(asked, instructions, floors, &weigh)? {
        Some(ended) => sections.extend(ended),
        None => {
            sections.extend(floors.and_then(|floors| explained::floor(asked, floors)));
            sections.extend(explained::candidates(asked, set.dictionary(), instructions, stopped, &weigh)?);
        }
    }
    sections.push(explained::pruned(&grammar));
    Ok(sections)
}
