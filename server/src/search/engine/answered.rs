//! Programs as answers: their texts, and what is known of them.

use super::{FUNCTION, PROVER, Synthesis, proving};
use crate::search::pool::Lost;
use crate::search::selector::{
    Control, Cost, Found, Lowered, Origin, Parameter, ProofStep, Remembered, SelectError, Selection, Verdict,
};
use isotope_codegen::{autollvm, llvm};
use isotope_dictionary::Target;
use isotope_ir::Window;
use isotope_ir::print::expression;
use isotope_program::pricer::{PriceError, Pricer as _};
use isotope_program::{Program, stored};
use isotope_select::{EngineError, Selected};

impl Synthesis {
    /// The plain lowering as an answer.
    pub(super) fn plain_answer(
        &self,
        program: &Program,
        target: &Target,
        cost: Option<&Cost>,
    ) -> Result<Selection, SelectError> {
        let centicycles = cost.map_or(0, |cost| cost.centicycles);
        self.selection(Answered {
            program,
            target,
            verdict: Verdict::Baseline,
            found: Found::Baseline,
            cost: centicycles,
            baseline_cost: centicycles,
            is_better: false,
            instructions: cost.map(|cost| cost.instructions.clone()).unwrap_or_default(),
            proof: vec![],
            work: 0,
            truncated: true,
            alternatives: &[],
            proved_before: false,
        })
    }

    /// A worker's selection as an answer.
    pub(super) fn answer(&self, selected: &Selected, target: &Target) -> Result<Selection, SelectError> {
        self.selection(Answered {
            program: &selected.program,
            target,
            verdict: if selected.proof.is_some() || selected.proved_before {
                Verdict::Proved
            } else {
                Verdict::Baseline
            },
            found: match selected.found {
                isotope_select::Found::Search => Found::Search,
                isotope_select::Found::Baseline => Found::Baseline,
            },
            cost: selected.cost.centicycles,
            baseline_cost: selected.baseline.centicycles,
            is_better: selected.cost.rank() < selected.baseline.rank(),
            instructions: selected.cost.instructions.clone(),
            proof: selected.proof.as_ref().map(proving::steps).unwrap_or_default(),
            work: selected.work,
            truncated: selected.truncated,
            alternatives: &selected.alternatives,
            proved_before: selected.proved_before,
        })
    }

    /// The texts of a program.
    pub(super) fn lowered(&self, program: &Program, target: &Target) -> Result<Lowered, SelectError> {
        let dictionary = self.set(target)?.dictionary();
        let function =
            llvm::function(program, FUNCTION, dictionary).map_err(|e| SelectError::Unsupported(e.to_string()))?;
        Ok(Lowered { autollvm: autollvm::print(program, dictionary), llvm_ir: function.module(target) })
    }

    fn selection(&self, answered: Answered<'_>) -> Result<Selection, SelectError> {
        let Answered { program, target, verdict, found, cost, baseline_cost, is_better, .. } = answered;
        let Lowered { autollvm, llvm_ir } = self.lowered(program, target)?;
        let parameters = program.params.iter().map(|p| Parameter {
            name: p.name.clone(),
            ty: p.ty,
            origin: match &p.origin {
                isotope_program::Origin::Leaf(leaf) => Origin::Leaf(*leaf),
                isotope_program::Origin::Load(load) => Origin::Load(load.clone()),
            },
        });
        Ok(Selection {
            verdict,
            found,
            cost,
            baseline_cost,
            is_better,
            instructions: answered.instructions,
            autollvm,
            llvm_ir,
            function: FUNCTION.to_owned(),
            parameters: parameters.collect(),
            result: program.ty,
            program: written(program)?,
            alternatives: answered.alternatives.iter().map(written).collect::<Result<_, _>>()?,
            proved_before: answered.proved_before,
            prover: PROVER.to_owned(),
            proof: answered.proof,
            work: answered.work,
            truncated: answered.truncated,
            notes: vec![],
        })
    }

    /// The plain lowerings of a window and remembered programs with their costs.
    pub(super) fn priced(
        &self,
        window: &Window,
        target: &Target,
        held: &[Remembered],
        control: &Control,
    ) -> Result<Vec<(Selection, Cost)>, SelectError> {
        let plain = isotope_select::lowerings(window);
        let held = held.iter().map(|one| proving::read(&one.program)).collect::<Result<Vec<_>, _>>()?;
        let programs: Vec<&Program> = plain.iter().chain(&held).collect();
        if let Some(why) = self.checks.hung() {
            return Err(SelectError::Tool(why));
        }
        let costs = self.pricer.costs(&programs, target, control);
        if control.stopped() {
            return Err(SelectError::Cancelled);
        }
        let mut priced = Vec::with_capacity(programs.len());
        for (at, (program, cost)) in programs.into_iter().zip(costs).enumerate() {
            let Ok(cost) = cost else { continue };
            let mut selection = self.plain_answer(program, target, Some(&cost))?;
            if at >= plain.len() {
                (selection.verdict, selection.found) = (Verdict::Proved, Found::Search);
            }
            priced.push((selection, cost));
        }
        Ok(priced)
    }
}

/// The parts that make an answer.
struct Answered<'a> {
    program: &'a Program,
    target: &'a Target,
    verdict: Verdict,
    found: Found,
    cost: u64,
    baseline_cost: u64,
    is_better: bool,
    instructions: Vec<String>,
    proof: Vec<ProofStep>,
    work: u64,
    truncated: bool,
    alternatives: &'a [Program],
    proved_before: bool,
}

/// A program as records hold it.
fn written(program: &Program) -> Result<Vec<u8>, SelectError> {
    stored::program(program).map_err(|e| SelectError::Internal(e.to_string()))
}

/// Characters of a window that an error says.
const SAID: usize = 300;

/// Why the engine has no answer to a window, as the service says it. One of several in a question is told from the others by its text.
pub(super) fn refused_for(window: &Window, error: EngineError) -> SelectError {
    let text = expression(window);
    let (said, more) =
        (text.chars().take(SAID).collect::<String>(), if text.chars().count() > SAID { "..." } else { "" });
    let with = |why: String| format!("{why}; it is the window `{} {said}{more}`", window.ty());
    match refused(error) {
        SelectError::Unsupported(why) => SelectError::Unsupported(with(why)),
        SelectError::Tool(why) => SelectError::Tool(with(why)),
        SelectError::Internal(why) => SelectError::Internal(with(why)),
        other => other,
    }
}

/// Why a worker ended without a result. A job that used all of its time would do so again, so that the caller is told to ask for less.
pub(super) fn unfinished(why: Lost) -> SelectError {
    match why {
        Lost::Stalled(why) => SelectError::Unsupported(format!("{why}: give smaller sizes")),
        why => SelectError::Tool(why.to_string()),
    }
}

/// Why the engine has no answer, as the service says it.
pub(super) fn refused(error: EngineError) -> SelectError {
    match error {
        EngineError::Pricer(PriceError::NoCode { .. }) => SelectError::Unsupported(error.to_string()),
        EngineError::Pricer(_) => SelectError::Tool(error.to_string()),
        EngineError::Unsound(_) | EngineError::BelowBound { .. } => SelectError::Internal(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Failure;
    use isotope_ir::parse::parse_window;
    use tonic::Code;

    #[test]
    fn time_that_is_used_up_is_no_reason_to_ask_again() {
        let code = |why| Failure::from(unfinished(why)).code();
        assert_eq!(code(Lost::Stalled("60 s are used".to_owned())), Code::InvalidArgument);
        assert_eq!(code(Lost::Died("by a signal".to_owned())), Code::Unavailable);
    }

    #[test]
    fn an_error_says_the_window() {
        let error = || {
            let (name, message) = ("candidate0".to_owned(), "it would call f".to_owned());
            EngineError::Pricer(PriceError::NoCode { name, message })
        };
        let said = |text: &str| match refused_for(&parse_window(text).unwrap(), error()) {
            SelectError::Unsupported(why) => why,
            other => panic!("{other}"),
        };
        let short = said("uint8x4 ((uint8x4)a / (uint8x4)b)");
        assert!(short.ends_with("it would call f; it is the window `uint8x4 ((uint8x4)a/(uint8x4)b)`"), "{short}");
        let long = said(&format!("uint8x4 ((uint8x4)a{})", " + (uint8x4)b".repeat(200)));
        assert!(long.ends_with("...`") && long.len() < 2 * SAID, "{long}");
    }
}
