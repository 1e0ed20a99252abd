//! Searches that end before they begin: where the plain lowering is as cheap and as small as any program, or nothing could be proposed.

use crate::floor::{self, Floor, Floors};
use crate::priced::{lowerings, price};
use crate::{Decision, EngineError, Selected, Setting, proved};
use isotope_ir::window::Window;
use isotope_program::pricer::Cost;
use isotope_program::{Generic, Program, StepOp};
use isotope_search::instructions::TargetInstructions;
use isotope_smt::effort::Effort;

/// The answer that needs no search, and which of the window's lowerings it is. A whole answer: a search would have the same.
pub(super) fn settled(
    window: &Window,
    setting: &Setting<'_>,
    effort: &Effort<'_>,
) -> Result<Option<(Selected, usize)>, EngineError> {
    let Some(ending) = Ending::of(window, setting.instructions, setting.floors) else { return Ok(None) };
    (setting.report)("pricer", effort.spent());
    let priced = price(&lowerings(window), vec![], setting.pricer, setting.target)?;
    let Some(why) = ending.reason(&priced.1) else { return Ok(None) };
    match proved(window, priced, setting, effort, false)? {
        Decision::Selected(selected, lowering) => Ok(Some((Selected { remark: Some(why), ..*selected }, lowering))),
        Decision::Learned(..) => unreachable!("nothing is learned where it is not asked for"),
    }
}

/// Why the plain lowering may be the end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// No proposer has anything for such a window.
    Nothing,
    /// No program costs less than this or is smaller, and the plain lowering may be neither dearer nor larger.
    Bound(Floor),
}

impl Ending {
    /// That of a window; `None` where a search is to be made without asking for the plain lowering's price first.
    pub fn of(window: &Window, instructions: &TargetInstructions, floors: Option<&Floors>) -> Option<Ending> {
        if floor::is_plain_float(window) {
            return Some(Ending::Nothing);
        }
        // A question to the pricer takes longer than the bound.
        let least = least_work(window, instructions);
        let floor = floors?.of_window(window).filter(|floor| least <= floor.centicycles)?;
        Some(Ending::Bound(floor))
    }

    /// Why a search ends with a plain lowering of this price; `None` where it goes on.
    pub fn reason(&self, plain: &Cost) -> Option<String> {
        match self {
            Ending::Nothing => {
                Some("nothing to search for: no instruction of the dictionary computes with floats".to_owned())
            }
            Ending::Bound(floor) => floor.is_reached_by(plain).then(|| format!("optimal by bound: {floor}")),
        }
    }
}

/// The cost of the cheapest of the window's lowerings if each step is the cheapest instruction there is, once for each register of its
/// result, in hundredths of a cycle. A guess: it only says whether asking is worth it.
fn least_work(window: &Window, instructions: &TargetInstructions) -> u64 {
    let registers = lowerings(window).iter().map(|program| registers(program, instructions.register_bits.max(1))).min();
    registers.unwrap_or(0) * u64::from(instructions.generic.arithmetic)
}

/// Registers that a program computes in its loop: what is made of scalars and constants alone stands before it.
fn registers(program: &Program, bits: u32) -> u64 {
    let mut before: Vec<bool> = Vec::with_capacity(program.steps.len());
    let mut computed = 0;
    for step in &program.steps {
        let is_before = match &step.op {
            StepOp::Param(index) => program.params[*index as usize].ty.lanes == 1,
            StepOp::Constant(_) => true,
            StepOp::Generic(_) | StepOp::Instruction { .. } => step.args.iter().all(|arg| before[arg.0 as usize]),
        };
        before.push(is_before);
        if !is_before && !matches!(step.op, StepOp::Param(_) | StepOp::Generic(Generic::Bitcast)) {
            computed += u64::from(step.shape.total_bits().div_ceil(bits));
        }
    }
    computed
}
