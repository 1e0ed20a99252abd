//! A pair of programs that is made ready to compare.

use super::compare::Difference;
use super::entry::{entry, signature};
use super::inputs::{self, Arguments, Data};
use super::licence::{Kinds, Licence};
use super::options::Options;
use super::promises::promises;
use super::verdict::{CheckError, Counterexample, Evidence, Side};
use crate::plan::exact::{Assumption, find_exact};
use crate::plan::nodes::Plan;
use crate::run::machine::{Machine, Reason, RunError};
use crate::values::flags::Flags;
use crate::values::scalar::Numbers;
use isotope_mlir::ir::Module;
use isotope_mlir::ranges;
use std::sync::atomic::Ordering;

/// The error of an identity test has to be under 2 to this power.
pub(super) const SMALL_ERROR: f64 = -40.0;

/// Flags that some operation of a program has.
pub(super) fn allowed(module: &Module) -> Flags {
    let flags = module.operations.iter().map(|op| Flags::of(module, op).unwrap_or_default());
    flags.fold(Flags::NONE, |all, flags| all | flags)
}

/// Both programs made ready to run.
pub(super) fn plans(modules: [&Module; 2], licence: &Licence) -> [Plan; 2] {
    let mut plans = modules.map(|module| Plan::with_flags(module, &licence.counted));
    if !(licence.permissions.sums || licence.permissions.products) {
        for (side, plan) in plans.iter_mut().enumerate() {
            plan.simplify(modules[side], (side == 0).then_some(modules[1]), &licence.counted);
        }
    }
    plans
}

/// A prepared pair.
pub(super) struct Pair<'m> {
    pub modules: [&'m Module; 2],
    pub plans: [Plan; 2],
    pub entry: String,
    pub options: &'m Options,
    pub licence: Licence,
    /// The assumptions of the first program about its arguments' elements.
    pub assumed: Vec<Assumption>,
    /// The kinds that the methods of identity testing depend on.
    pub kinds: Kinds,
    /// Loops over integers run over arrays.
    pub integer_nests: bool,
    /// Flags of the first program: where they allow another rounding, executions are compared within a tolerance.
    pub allowed: Flags,
}

/// The end of an identity test.
pub(super) enum Tested {
    Equal(Evidence),
    /// The same, and something was multiplied by zero.
    Vanishing(Evidence),
    /// The second program does what no program may, on every input.
    Faulty(Counterexample),
    Unequal(String),
    Dynamic(String),
    /// The method's error is too large.
    Weak,
}

impl<'m> Pair<'m> {
    /// Makes both ready; an error where there is no function to compare, or its signatures differ.
    pub(super) fn new(before: &'m Module, after: &'m Module, options: &'m Options) -> Result<Self, CheckError> {
        let licence = Licence::of(before, after);
        let modules = [before, after];
        let mut plans = plans(modules, &licence);
        let entry = entry(&plans, options)?;
        signature(modules, &plans, &entry)?;
        promises(modules)?;
        let error = |side, place, message| CheckError { side: which(side), place, message };
        let function = &plans[0].functions[&entry];
        let assumed = ranges::of_arguments(before, &before.operations[function.op]);
        let assumed = assumed.map_err(|why| error(0, function.place, why))?;
        let of = |(argument, (low, high))| Assumption { argument, low, high };
        let assumed: Vec<Assumption> = assumed.into_iter().map(of).collect();
        find_exact(&mut plans, modules, &entry, &assumed).map_err(|(side, place, why)| error(side, place, why))?;
        let integer_nests = plans.iter().all(|plan| plan.integer_nests);
        let kinds = Kinds::of(modules, &plans, &licence);
        Ok(Pair { modules, plans, entry, options, licence, assumed, kinds, integer_nests, allowed: allowed(before) })
    }

    pub(super) fn machine(&self, side: usize, numbers: Numbers) -> Machine<'_> {
        let mut machine = Machine::new(self.modules[side], &self.plans[side], numbers, side as u32 + 1);
        machine.max_steps = self.options.max_steps;
        machine.max_cells = self.options.max_cells;
        machine.models_foreign = true;
        machine.stops.extend(self.options.stop.clone());
        machine
    }

    pub(super) fn arguments(
        &self,
        machine: &mut Machine<'_>,
        side: usize,
        data: Data,
    ) -> Result<Arguments, CheckError> {
        let function = &self.plans[side].functions[&self.entry];
        let place = function.place;
        inputs::arguments(machine, &function.inputs, (&self.options.sizes, &self.assumed), data)
            .map_err(|message| CheckError { side: which(side), place, message })
    }

    pub(super) fn unequal(&self, difference: &Difference) -> String {
        let store = match difference.stores[1] {
            Some(op) => {
                format!(", which line {} of the second program wrote,", self.modules[1].operations[op].place.line)
            }
            None => String::new(),
        };
        format!("{}{store} is another polynomial or another free term in the second program", difference.cell)
    }

    pub(super) fn refused(&self, side: usize, error: RunError) -> CheckError {
        let message = match error.reason {
            Reason::Fault => format!("{}: the {} program does this on every input", error.message, name(side)),
            _ => error.message,
        };
        CheckError { side: which(side), place: error.place, message }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.options.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

pub(super) fn which(side: usize) -> Side {
    if side == 0 { Side::Before } else { Side::After }
}

pub(super) fn name(side: usize) -> &'static str {
    if side == 0 { "first" } else { "second" }
}

pub(super) fn fault(error: &RunError, input: String) -> Counterexample {
    Counterexample {
        cell: format!("the second program fails, {}", error.message),
        values: ["ends".to_owned(), "fails".to_owned()],
        stores: [None, Some(error.place)],
        input,
    }
}
