//! Windows explained: how the service sees them, and why the memo hits or misses, without a search.

use super::Job;
use crate::core::Core;
use crate::failure::Failure;
use crate::intake::key::{hex, of_kind};
use crate::intake::question::Question;
use crate::intake::texts::Questions;
use crate::search::explanation::{Candidate, Computed, Finding, Wanted, WhyNot};
use crate::search::selector::{Control, Cost};
use crate::stored::remembered;
use isotope_cache::Key;
use isotope_ir::Window;
use isotope_program::{Program, stored};
use isotope_proto::v1;

/// The windows of a request, and what is wanted of them.
pub(crate) struct Explain {
    key: Key,
    questions: Questions,
    wanted: Wanted,
}

impl Explain {
    /// Of a request with these bytes.
    pub(crate) fn of(request: &[u8], questions: Questions, wanted: Wanted) -> Self {
        Explain { key: of_kind("isotope explanation", [request]), questions, wanted }
    }
}

impl Job for Explain {
    type Done = v1::ExplainResponse;
    const GOES_ON: bool = false;

    fn key(&self) -> Key {
        self.key
    }

    fn work(&self, core: &Core, control: &Control) -> Result<v1::ExplainResponse, Failure> {
        let explained = self.questions.iter().map(|question| window(core, question, &self.wanted, control));
        let windows = explained.collect::<Result<Vec<_>, _>>()?;
        let first = self.questions.first().ok_or(Failure::Empty)?;
        let target = &first.target;
        Ok(v1::ExplainResponse {
            windows,
            epoch: core.intake.scope.epoch.clone(),
            cost_model: first.cost_model.to_string(),
            target: Some(remembered::target_to_proto(target)),
            features: target.features().iter().cloned().collect(),
        })
    }
}

fn window(core: &Core, question: &Question, wanted: &Wanted, control: &Control) -> Result<v1::Explanation, Failure> {
    let canonical = &question.canonical.window;
    let explained = core.selector.explain(&named(question), &question.target, &question.options, wanted, control)?;
    let section = |(title, text)| v1::Section { title, text };
    let mut sections: Vec<v1::Section> = explained.sections.into_iter().map(section).collect();
    let under_way = core.scheduler.flights.under_way(&question.key);
    let recalled = core.store.recall(question);
    let answer = recalled.as_ref().ok().and_then(Option::as_ref).and_then(|record| program(&record.program));
    let (memo, selection) = match recalled {
        Ok(Some(record)) => (v1::MemoState::Hit, remembered::answer(&record, question).ok()),
        Ok(None) if under_way.is_some() => (v1::MemoState::Searching, None),
        Ok(None) => (v1::MemoState::Miss, None),
        Err(()) => (v1::MemoState::Refused, None),
    };
    if let Some(control) = under_way {
        let progress = control.progress();
        let text = format!("{}, {} units of work so far", progress.phase, progress.work);
        sections.push(v1::Section { title: "Search under way".to_owned(), text });
    }
    Ok(v1::Explanation {
        expression: question.expression(),
        canonical: isotope_ir::print::print(canonical),
        canonical_hash: hex(&question.canonical.hash),
        key: question.key.to_string(),
        memo: memo as i32,
        selection,
        sections,
        candidates: explained.candidates.into_iter().map(|one| candidate(one, answer.as_ref())).collect(),
        left_out: explained.left_out as u64,
        why_not: explained.why_not.map(|found| why_not(found, answer.as_ref())),
    })
}

/// The canonical window with the names that its leaves were asked with.
fn named(question: &Question) -> Window {
    let mut window = question.canonical.window.clone();
    for (leaf, original) in window.graph.leaves.iter_mut().zip(&question.canonical.leaf_map) {
        leaf.name.clone_from(&question.asked.graph.leaves[original.0 as usize].name);
    }
    window
}

/// A program but for the names of its parameters; `None` for bytes that are none.
fn program(bytes: &[u8]) -> Option<Program> {
    stored::read_program(bytes).ok().map(nameless)
}

fn nameless(mut program: Program) -> Program {
    program.params.iter_mut().for_each(|param| param.name.clear());
    program
}

fn candidate(one: Candidate, answer: Option<&Program>) -> v1::Candidate {
    let model_cost = one.cost.model();
    let Cost { centicycles: cost, uops, instructions, asm: code, .. } = one.cost;
    let part = |part: Computed| {
        let Computed { step: value, instruction, expression, low_bits } = part;
        v1::Part { value, instruction, expression, low_bits }
    };
    v1::Candidate {
        by: one.by,
        cost,
        model_cost,
        uops,
        instructions,
        code,
        autollvm: one.autollvm,
        parts: one.parts.into_iter().map(part).collect(),
        is_answer: answer == Some(&nameless(one.program)),
    }
}

fn why_not(found: WhyNot, answer: Option<&Program>) -> v1::WhyNot {
    let finding = match found.finding {
        Finding::Used => v1::Finding::Used,
        Finding::Dearer => v1::Finding::Dearer,
        Finding::Equal => v1::Finding::Equal,
        Finding::Cheaper => v1::Finding::Cheaper,
        Finding::Differs => v1::Finding::Differs,
        Finding::Unproved => v1::Finding::Unproved,
        Finding::Unfit => v1::Finding::Unfit,
        Finding::Unavailable => v1::Finding::Unavailable,
    };
    v1::WhyNot {
        instruction: found.instruction,
        intrinsics: found.intrinsics,
        finding: finding as i32,
        reason: found.reason,
        candidate: found.candidate.map(|one| candidate(one, answer)),
        input: found.input.unwrap_or_default(),
    }
}
