//! Why the answer does not use an instruction that somebody names: what the best program with it costs, or the input on which it does
//! not compute the window.
//!
//! The candidates of the search come first. Where none of them has the instruction, a search is made in which it costs next to nothing,
//! and then the instruction alone is applied to what the window reads. Whatever is found is priced and proved like any candidate.

use super::considered::Describing;
use crate::limits::{CLAIM_WORK, WHY_NOT_PROOFS};
use crate::search::explanation::{Candidate, Finding, PLAIN, WhyNot};
use isotope_dictionary::{InstructionSet, Member, Validation};
use isotope_ir::lanes::{lane_terms, var_leaf};
use isotope_ir::term::{TermId, Terms, signed};
use isotope_ir::types::Type;
use isotope_program::proof::{self, Verdict};
use isotope_program::{Program, StepOp, symbolic};
use isotope_search::instructions::{Entry, TargetInstructions};
use isotope_search::placement::nearest;
use isotope_search::{proposer, proposers};
use isotope_select::EngineError;
use isotope_smt::effort::Effort;
use isotope_smt::{Bounded, Prover};
use std::collections::BTreeSet;

/// An instruction that is asked about.
pub(super) struct Question<'a> {
    pub(super) describing: &'a Describing<'a>,
    pub(super) set: &'a InstructionSet,
    pub(super) prover: &'a dyn Prover,
    /// As it was asked for.
    pub(super) name: &'a str,
    /// All that the search proposes.
    pub(super) proposed: &'a [(&'a str, &'a Program)],
    /// The candidates, cheapest first.
    pub(super) candidates: &'a [Candidate],
}

/// The outcome of the cheapest programs with an instruction.
enum Tried {
    /// The first that is proved.
    Proved(Candidate),
    /// The first that is wrong, and where.
    Wrong(Candidate, String),
    /// The first whose proof is open, and why.
    Open(Candidate, String),
    /// There is none.
    None,
}

impl Question<'_> {
    /// The answer.
    pub(super) fn answer(&self) -> Result<WhyNot, EngineError> {
        let members: Vec<&Member> = self.members();
        let entries = self.entries(&members);
        let names: BTreeSet<&str> = entries.iter().map(|(_, entry)| entry.member.name).collect();
        let answer = |finding, reason: String, candidate, input| WhyNot {
            instruction: self.name.to_owned(),
            intrinsics: names.iter().map(|&name| name.to_owned()).collect(),
            finding,
            reason,
            candidate,
            input,
        };
        let mnemonics: BTreeSet<&str> = members.iter().filter_map(|member| member.mnemonic).collect();
        let best = self.best();
        if let Some(best) = best.filter(|best| self.has(best, &names, &mnemonics)) {
            let reason = format!("the cheapest program uses it: {} cycles, by {}", cycles(best), best.by);
            return Ok(answer(Finding::Used, reason, Some(best.clone()), None));
        }
        if entries.is_empty() {
            return Ok(answer(Finding::Unavailable, self.unavailable(&members), None, None));
        }
        let (tried, whence) = self.programs(&entries, &names)?;
        Ok(match tried {
            Tried::Proved(candidate) => {
                let (finding, how) = beside(&candidate, best);
                let reason = format!("{whence}, proved: {} cycles{how}", cycles(&candidate));
                answer(finding, reason, Some(candidate), None)
            }
            Tried::Wrong(candidate, input) => {
                let reason = format!("{whence}, and it does not compute the window");
                answer(Finding::Differs, reason, Some(candidate), Some(input))
            }
            Tried::Open(candidate, why) => {
                let (_, how) = beside(&candidate, best);
                let reason = format!(
                    "{whence} of {} cycles{how}; whether it computes the window is open: {why}",
                    cycles(&candidate)
                );
                answer(Finding::Unproved, reason, Some(candidate), None)
            }
            Tried::None => {
                let forms: Vec<String> = entries.iter().map(|(_, entry)| form(&entry.member)).take(4).collect();
                let reason = format!(
                    "no program with it was found, and it cannot be applied to what the window reads as it stands: {}",
                    forms.join("; ")
                );
                answer(Finding::Unfit, reason, None, None)
            }
        })
    }

    /// The outcome of programs with the instructions, and whose they are.
    fn programs(
        &self,
        entries: &[(usize, &Entry)],
        names: &BTreeSet<&str>,
    ) -> Result<(Tried, &'static str), EngineError> {
        let with: Vec<(&str, &Program)> =
            self.proposed.iter().filter(|(_, program)| uses(program, names)).copied().collect();
        let (mut tried, mut whence) = (self.tried(&with)?, "a candidate of the search has it");
        if !matches!(tried, Tried::Proved(_)) {
            let favoured = self.favoured(names);
            let with: Vec<(&str, &Program)> = favoured
                .iter()
                .filter(|program| uses(program, names))
                .map(|p| ("a search that favours it", p))
                .collect();
            tried = better(tried, self.tried(&with)?, &mut whence, "a search that favours it has a program with it");
        }
        if matches!(tried, Tried::None | Tried::Open(..)) {
            let alone: Vec<Program> = self.alone(entries);
            let with: Vec<(&str, &Program)> = alone.iter().map(|p| ("the instruction alone", p)).collect();
            tried = better(
                tried,
                self.tried(&with)?,
                &mut whence,
                "no search has a program with it; it was applied to what the window reads",
            );
        }
        Ok((tried, whence))
    }

    /// The cheapest candidate that is proved, or plain LLVM's code.
    fn best(&self) -> Option<&Candidate> {
        let plain = || self.candidates.iter().find(|candidate| candidate.by == PLAIN);
        let first =
            self.candidates.iter().take(WHY_NOT_PROOFS).find(|candidate| {
                candidate.by == PLAIN || matches!(self.verdict(&candidate.program), Verdict::Proved(_))
            });
        first.or_else(plain)
    }

    /// Whether a candidate is made with one of the instructions, or LLVM chose one for it.
    fn has(&self, candidate: &Candidate, names: &BTreeSet<&str>, mnemonics: &BTreeSet<&str>) -> bool {
        let is_intrinsic = self.set.dictionary().member(self.name).is_some();
        let in_code = || candidate.cost.instructions.iter().any(|name| mnemonics.contains(name.as_str()));
        uses(&candidate.program, names) || (!is_intrinsic || candidate.by == PLAIN) && in_code()
    }

    fn verdict(&self, program: &Program) -> Verdict {
        let (window, of) = (&self.describing.asked.window, self.describing.instructions);
        proof::prove(window, program, of, &Bounded::new(self.prover, CLAIM_WORK))
    }

    /// The instructions of the name.
    fn members(&self) -> Vec<&Member> {
        let dictionary = self.set.dictionary();
        match dictionary.member(self.name) {
            Some(member) => vec![member],
            None => dictionary.members().iter().filter(|member| member.mnemonic == Some(self.name)).collect(),
        }
    }

    /// Those that searches for the target are offered, with their indices: the one that stands for all that compute the same.
    fn entries(&self, members: &[&Member]) -> Vec<(usize, &Entry)> {
        let same: BTreeSet<&str> = members.iter().map(|member| member.same).collect();
        let all = self.describing.instructions.catalogue.entries().iter().enumerate();
        all.filter(|(_, entry)| same.contains(entry.member.same)).collect()
    }

    /// Why none is offered.
    fn unavailable(&self, members: &[&Member]) -> String {
        let target = &self.describing.asked.target;
        let lacks = |member: &&Member| -> Vec<&str> {
            member.features.iter().copied().filter(|feature| !target.features().contains(*feature)).collect()
        };
        let fewest = members.iter().map(lacks).min_by_key(Vec::len).unwrap_or_default();
        if !fewest.is_empty() {
            return format!("{} lacks {}, which it needs", target.mcpu(), fewest.join(" and "));
        }
        let here: Vec<&&Member> = members.iter().filter(|member| lacks(member).is_empty()).collect();
        if here.iter().all(|member| member.validation == Validation::None) {
            return "no search is offered it: its meaning was not validated on a machine".to_owned();
        }
        if here.iter().all(|member| !self.set.dictionary().is_usable(member)) {
            return "no search is offered it: it has no form in LLVM IR that is known here".to_owned();
        }
        format!("no search is offered it: {} has no price for it", target.tune())
    }

    /// The proposals of a search in which the instructions cost next to nothing.
    fn favoured(&self, names: &BTreeSet<&str>) -> Vec<Program> {
        let asked = self.describing.asked;
        let target = TargetInstructions::favouring(self.set, asked.target.features(), asked.target.tune(), names);
        let effort = Effort::new(asked.budget, self.describing.stopped);
        let proposal = isotope_search::propose(&asked.window.graph, asked.window.root, &target, &[], &effort);
        proposal.map(|found| found.candidates.into_iter().map(|c| c.program).collect()).unwrap_or_default()
    }

    /// The instructions by themselves, the nearest first.
    fn alone(&self, entries: &[(usize, &Entry)]) -> Vec<Program> {
        let asked = self.describing.asked;
        let effort = Effort::new(asked.budget, self.describing.stopped);
        let question = proposer::Asked {
            graph: &asked.window.graph,
            root: asked.window.root,
            target: self.describing.instructions,
            counterexamples: &[],
            proposers: &proposers::PROPOSERS,
        };
        let of = |&(at, entry): &(usize, &Entry)| Some((nearest(&question, at, &effort)?, entry.member.result.bits));
        // Of equals the one of the largest registers.
        let found = entries.iter().filter_map(of).max_by_key(|(one, bits)| (one.agreed * 1000 / one.of.max(1), *bits));
        found.into_iter().map(|(one, _)| one.program).collect()
    }

    /// Prices programs and proves them from the cheapest on.
    fn tried(&self, programs: &[(&str, &Program)]) -> Result<Tried, EngineError> {
        if programs.is_empty() {
            return Ok(Tried::None);
        }
        let all = self.describing.candidates(programs, true)?;
        let mut tried = Tried::None;
        // The baseline is among them.
        let with =
            all.into_iter().filter(|candidate| programs.iter().any(|(_, program)| **program == candidate.program));
        for candidate in with.take(WHY_NOT_PROOFS) {
            match self.verdict(&candidate.program) {
                Verdict::Proved(_) => return Ok(Tried::Proved(candidate)),
                Verdict::Refuted { lane, input } if !matches!(tried, Tried::Wrong(..)) => {
                    let input = self.difference(&candidate.program, lane, &input);
                    tried = Tried::Wrong(candidate, input);
                }
                Verdict::Unknown(why) if matches!(tried, Tried::None) => tried = Tried::Open(candidate, why),
                Verdict::Refuted { .. } | Verdict::Unknown(_) => {}
            }
        }
        Ok(tried)
    }

    /// An input on which a program is wrong, with both values.
    fn difference(&self, program: &Program, lane: u32, input: &[(u32, u128)]) -> String {
        let window = &self.describing.asked.window;
        let value = |n: u32| input.iter().find(|(var, _)| *var == n).map_or(0, |(_, value)| *value);
        let mut terms = Terms::new();
        let wanted = lane_terms(window, &mut terms).lanes.get(lane as usize).copied();
        let got = symbolic::lanes(program, &window.graph, self.describing.instructions, &mut terms).ok();
        let got = got.and_then(|lanes| lanes.get(lane as usize).map(|lane| lane.value));
        let shown = |term: Option<TermId>| match term.and_then(|term| terms.eval(term, &value)) {
            Some(value) => number(value, window.ty()),
            None => "undefined".to_owned(),
        };
        let element = |&(var, value): &(u32, u128)| {
            let (leaf, lane) = var_leaf(var);
            let leaf = &window.graph.leaves[leaf.0 as usize];
            format!("{}[{lane}] = {}", leaf.name, number(value, leaf.ty))
        };
        let place = match input {
            [] => "every input".to_owned(),
            input => input.iter().map(element).collect::<Vec<_>>().join(", "),
        };
        format!("lane {lane} at {place}: the window is {}, the program {}", shown(wanted), shown(got))
    }
}

/// A value as its type writes it.
fn number(value: u128, ty: Type) -> String {
    if ty.is_signed() { signed(value, ty.bits).to_string() } else { value.to_string() }
}

/// The better of two findings: the newer one, where it says more.
fn better(before: Tried, now: Tried, whence: &mut &'static str, from: &'static str) -> Tried {
    let rank = |tried: &Tried| match tried {
        Tried::Proved(_) => 3,
        Tried::Wrong(..) => 2,
        Tried::Open(..) => 1,
        Tried::None => 0,
    };
    if rank(&now) > rank(&before) || matches!(before, Tried::None) {
        *whence = from;
        return now;
    }
    before
}

/// Whether a program uses one of the instructions.
fn uses(program: &Program, names: &BTreeSet<&str>) -> bool {
    program
        .steps
        .iter()
        .any(|step| matches!(&step.op, StepOp::Instruction { name, .. } if names.contains(name.as_str())))
}

/// A program with the instruction beside the cheapest of all.
fn beside(with: &Candidate, best: Option<&Candidate>) -> (Finding, String) {
    let Some(best) = best else { return (Finding::Unproved, String::new()) };
    let without = format!("{} by {}", cycles(best), best.by);
    match with.cost.centicycles.cmp(&best.cost.centicycles) {
        std::cmp::Ordering::Greater => (Finding::Dearer, format!(", and the cheapest program takes {without}")),
        std::cmp::Ordering::Equal => (Finding::Equal, format!(", as many as the cheapest program, {without}")),
        std::cmp::Ordering::Less => {
            (Finding::Cheaper, format!(", fewer than what the search found, {without}; please report it"))
        }
    }
}

fn cycles(candidate: &Candidate) -> String {
    format!("{:.2}", candidate.cost.centicycles as f64 / 100.0)
}

/// The operands and the result of an instruction.
fn form(member: &Member) -> String {
    let takes: Vec<String> = member.operands.iter().map(|operand| format!("{} bits", operand.bits)).collect();
    format!("{} takes {} and gives {} bits", member.name, takes.join(", "), member.result.bits)
}
