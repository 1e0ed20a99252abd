//! The search itself, as it runs in a worker process: the synthesis crates, and the instructions of a few targets.

use super::considered::Describing;
use super::{explained, why_not};
use crate::limits::{CLAIM_WORK, KNOWN_TARGETS};
use crate::search::explanation::{Explanation, PLAIN, Wanted};
use crate::search::pool::{Asked, Claim};
use crate::search::selector::{Engine, Way};
use isotope_dictionary::{InstructionSet, InstructionSets, Target};
use isotope_hydride::{self as grammar, Grammar, GrammarTarget, WindowFacts};
use isotope_meaning::Meanings;
use isotope_program::Program;
use isotope_program::pricer::Pricer;
use isotope_program::proof::{self, Verdict};
use isotope_search::Proposal;
use isotope_search::instructions::TargetInstructions;
use isotope_select::floor::Floors;
use isotope_select::{EngineError, Selected, Setting};
use isotope_smt::effort::Effort;
use isotope_smt::{Bounded, Prover};

/// The instructions of the targets used last, sorted for the search: some 32 MB each.
pub(crate) struct KnownTargets {
    pub(crate) sets: &'static InstructionSets,
    /// The meanings of intrinsics in programs.
    pub(crate) meanings: Meanings<'static>,
    known: Vec<(Target, (TargetInstructions, Floors))>,
}

impl KnownTargets {
    pub(crate) fn of(sets: &'static InstructionSets) -> KnownTargets {
        KnownTargets { sets, meanings: Meanings::of(sets), known: Vec::new() }
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

/// The grammar from which Algorithm 2 may make a window's programs.
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
        Claim::Phrasing { asked, canonical } => proof::of_phrasing(asked, canonical, bounded),
        Claim::Program { window, program, target, way } => {
            let (instructions, _) = targets.get(target);
            match way {
                Way::Usual => proof::prove(window, program, instructions, bounded),
                Way::SolverAlone => proof::audit(window, program, instructions, prover),
            }
        }
    }
}

/// The plan of a search; nothing is proved but programs with an instruction that is asked about.
pub(crate) fn explain(
    asked: &Asked,
    wanted: &Wanted,
    targets: &mut KnownTargets,
    (prover, pricer): (&dyn Prover, &dyn Pricer),
    stopped: &dyn Fn() -> bool,
) -> Result<Explanation, EngineError> {
    let set = targets.set(&asked.target);
    let (instructions, floors) = targets.get(&asked.target);
    let floors = Some(floors).filter(|_| asked.modelled);
    let describing = Describing::new(asked, set.dictionary(), instructions, pricer, stopped);
    let mut sections = vec![explained::offered(instructions)];
    let plain = describing.candidates(&[], false)?;
    let ended = plain.first().and_then(|plain| explained::ended(asked, instructions, floors, plain));
    let is_over = ended.is_some();
    sections.extend(ended.unwrap_or_default());
    if !is_over {
        sections.extend(floors.and_then(|floors| explained::floor(asked, floors)));
    }
    let effort = Effort::new(asked.budget, stopped);
    let (graph, root) = (&asked.window.graph, asked.window.root);
    let proposal = match isotope_search::propose(graph, root, instructions, &[], &effort) {
        _ if is_over => Proposal::default(),
        Ok(proposal) => proposal,
        Err(why) => {
            sections.push(("Search".to_owned(), format!("none, the plain lowering is the answer: {why}")));
            Proposal::default()
        }
    };
    let proposed: Vec<(&str, &Program)> = proposal.candidates.iter().map(|c| (c.by, &c.program)).collect();
    let candidates = if proposed.is_empty() { plain } else { describing.candidates(&proposed, wanted.all)? };
    if !proposal.told.is_empty() {
        sections.extend(explained::candidates(&proposal, &candidates, set.dictionary()));
    }
    sections.push(explained::pruned(&grammar(asked, set, instructions.register_bits)));
    let why_not = match &wanted.why_not {
        Some(name) => {
            let (candidates, proposed, describing) = (&candidates[..], &proposed[..], &describing);
            Some(why_not::Question { describing, set, prover, name, proposed, candidates }.answer()?)
        }
        None => None,
    };
    let priced = candidates.iter().filter(|candidate| candidate.by != PLAIN).count();
    Ok(Explanation { sections, left_out: proposed.len() - priced.min(proposed.len()), candidates, why_not })
}
