//! Candidates with their prices and their code, for whoever asks why.

use super::parts::Parts;
use crate::limits::{EXPLAINED, MAX_EXPLAINED, PRICED_TOGETHER};
use crate::search::explanation::{Candidate, PLAIN};
use crate::search::pool::Asked;
use isotope_codegen::autollvm;
use isotope_dictionary::Dictionary;
use isotope_program::Program;
use isotope_program::pricer::{Cost, Pricer};
use isotope_search::instructions::TargetInstructions;
use isotope_select::EngineError;

/// The context in which candidates are described.
pub(super) struct Describing<'a> {
    pub(super) asked: &'a Asked,
    pub(super) dictionary: &'a Dictionary,
    pub(super) instructions: &'a TargetInstructions,
    pub(super) pricer: &'a dyn Pricer,
    pub(super) stopped: &'a dyn Fn() -> bool,
    pub(super) parts: Parts<'a>,
}

impl<'a> Describing<'a> {
    pub(super) fn new(
        asked: &'a Asked,
        dictionary: &'a Dictionary,
        instructions: &'a TargetInstructions,
        pricer: &'a dyn Pricer,
        stopped: &'a dyn Fn() -> bool,
    ) -> Self {
        Describing { asked, dictionary, instructions, pricer, stopped, parts: Parts::of(&asked.window) }
    }

    /// A program with its price.
    pub(super) fn candidate(&self, by: &str, program: &Program, cost: Cost) -> Candidate {
        Candidate {
            by: by.to_owned(),
            program: program.clone(),
            cost,
            autollvm: autollvm::print(program, self.dictionary),
            parts: self.parts.computed(program, self.instructions),
        }
    }

    /// The baseline and the first of the programs, all or the most promising of them, cheapest first; what LLVM cannot compile is left
    /// out.
    pub(super) fn candidates(&self, proposed: &[(&str, &Program)], all: bool) -> Result<Vec<Candidate>, EngineError> {
        let most = if all { MAX_EXPLAINED } else { EXPLAINED };
        let shortlist = &proposed[..proposed.len().min(most)];
        let mut found = Vec::new();
        // Also where nothing is proposed: the baseline has its price.
        let questions: Vec<&[(&str, &Program)]> = match shortlist {
            [] => vec![&[]],
            some => some.chunks(PRICED_TOGETHER).collect(),
        };
        for question in questions {
            if (self.stopped)() {
                break;
            }
            let programs: Vec<&Program> = question.iter().map(|(_, program)| *program).collect();
            let asked = self.asked;
            let weighed = isotope_select::weighed(&asked.window, &programs, self.pricer, &asked.target)?;
            if found.is_empty() {
                found.push(self.candidate(PLAIN, &weighed.baseline, weighed.baseline_cost));
            }
            for ((by, program), cost) in question.iter().zip(weighed.costs) {
                found.extend(cost.map(|cost| self.candidate(by, program, cost)));
            }
        }
        // A stable sort: the baseline before its equals, which need more trust.
        found.sort_by_key(|candidate| (candidate.cost.rank(), candidate.by != PLAIN));
        Ok(found)
    }
}
