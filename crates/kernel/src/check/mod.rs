//! Are two programs equal, for all inputs at these shapes?
//!
//! Both run once, with polynomials at a random point in the place of data. Cells that differ then are given to a solver, as bit vectors.
//! Where control or addresses depend on data both are executed on a few inputs, and that shows nothing but differences.

mod bits;
mod compare;
mod entry;
mod identity;
pub(crate) mod inputs;
mod licence;
mod methods;
mod proof;
mod runs;
mod verdict;
mod words;

pub use crate::run::Assumption;
pub use inputs::Sizes;
pub use verdict::{CheckError, Counterexample, Evidence, Side, Verdict};

use crate::run::{Flags, Machine, Numbers, Plan, Reason, RunError, find_exact};
use compare::{Agreement, Difference};
use entry::{entry, signature};
use inputs::{Arguments, Data};
use isotope_mlir::ir::Module;
use isotope_mlir::ranges;
use isotope_smt::effort::Effort;
use isotope_smt::{Answer, Outcome, Prover, Query};
use licence::{Kinds, Licence, extra_flag};
use proof::Unproved;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The subject of the check, and how much may be spent.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name of the function in both programs; by default the only one with a body in the first.
    pub entry: Option<String>,
    /// Sizes that the text leaves open.
    pub sizes: Sizes,
    /// Random numbers come from it.
    pub key: [u8; 32],
    /// Operations that each run may carry out.
    pub max_steps: u64,
    /// Elements of memory that each may have: about 40 bytes each.
    pub max_cells: usize,
    /// Inputs on which both are executed to find a difference.
    pub executions: u32,
    /// Runs both programs at once: it takes less time, and as much of processors. By default one runs after the other.
    pub at_once: Option<AtOnce>,
    /// Loops run over arrays where they can. Without that each operation runs by itself, with the same result.
    pub uses_nests: bool,
    /// Ends the comparison soon after it is set: with an error, or with a verdict that is open.
    pub stop: Option<Arc<AtomicBool>>,
}

/// One of two runs, to be called once.
pub type Part<'a> = &'a mut (dyn FnMut() + Send);

/// Calls two functions, both before it returns, each on any thread.
#[derive(Clone, Copy, Debug)]
pub struct AtOnce(pub fn(Part<'_>, Part<'_>));

impl Default for Options {
    fn default() -> Self {
        Options {
            entry: None,
            sizes: Sizes::default(),
            key: [0; 32],
            max_steps: crate::limits::MAX_STEPS,
            max_cells: crate::limits::MAX_CELLS,
            executions: 12,
            at_once: None,
            uses_nests: true,
            stop: None,
        }
    }
}

/// The key for a pair: random numbers depend on both programs, and on a text of the caller's.
pub fn key(text: &str, before: &Module, after: &Module) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let programs = [before, after].map(isotope_mlir::print);
    for text in [text, &programs[0], &programs[1]] {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

/// The error of an identity test has to be under 2 to this power.
const SMALL_ERROR: f64 = -40.0;

/// Flags that some operation of a program has.
fn allowed(module: &Module) -> Flags {
    let flags = module.operations.iter().map(|op| Flags::of(module, op).unwrap_or_default());
    flags.fold(Flags::NONE, |all, flags| all | flags)
}

/// Both programs made ready to run.
fn plans(modules: [&Module; 2], licence: &Licence) -> [Plan; 2] {
    let mut plans = modules.map(|module| Plan::with_flags(module, &licence.counted));
    if !(licence.permissions.sums || licence.permissions.products) {
        for (side, plan) in plans.iter_mut().enumerate() {
            plan.simplify(modules[side], (side == 0).then_some(modules[1]), &licence.counted);
        }
    }
    plans
}

/// A prepared pair.
struct Pair<'m> {
    modules: [&'m Module; 2],
    plans: [Plan; 2],
    entry: String,
    options: &'m Options,
    licence: Licence,
    /// The assumptions of the first program about its arguments' elements.
    assumed: Vec<Assumption>,
    /// The kinds that the methods of identity testing depend on.
    kinds: Kinds,
    /// Loops over integers run over arrays.
    integer_nests: bool,
    /// Flags of the first program: where they allow another rounding, executions are compared within a tolerance.
    allowed: Flags,
}

/// Compares two programs by identity testing, and by execution what that leaves open.
///
/// # Errors
///
/// If the input is bad: in which program, and where.
pub fn check(before: &Module, after: &Module, options: &Options) -> Result<Verdict, CheckError> {
    Pair::new(before, after, options)?.tested()
}

/// The same, and terms that are equal only by the meaning of their operations are given to a solver.
///
/// # Errors
///
/// As of [`check`].
pub fn check_and_prove(before: &Module, after: &Module, options: &Options) -> Result<Verdict, CheckError> {
    let pair = Pair::new(before, after, options)?;
    let verdict = pair.tested()?;
    let Verdict::Open { why, executed } = &verdict else { return Ok(verdict) };
    Ok(match pair.proved(&Stoppable(&pair)) {
        Ok(evidence) => Verdict::Identity(Evidence { assumed: pair.assumed.clone(), ..evidence }),
        Err(Unproved::Unasked) => verdict,
        Err(Unproved::Because(more)) => Verdict::Open { why: format!("{why}; {more}"), executed: *executed },
    })
}

/// Executes two programs only, and looks for an input on which they differ: the referee of the checker's own tests.
pub fn executed_difference(
    before: &Module,
    after: &Module,
    options: &Options,
) -> Result<Option<Counterexample>, CheckError> {
    match Pair::new(before, after, options)?.executed(String::new())? {
        Verdict::Different(found) => Ok(Some(found)),
        _ => Ok(None),
    }
}

/// The solver in this process, for as long as somebody waits for the pair.
struct Stoppable<'a>(&'a Pair<'a>);

impl Prover for Stoppable<'_> {
    fn prove(&self, query: &Query) -> Answer {
        if self.0.is_stopped() {
            return Answer::free(Outcome::Unknown("stopped".to_owned()));
        }
        isotope_smt::answer(query, &Effort::new(isotope_smt::limits::MAX_EFFORT, &|| self.0.is_stopped()))
    }
}

enum Tested {
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
    fn new(before: &'m Module, after: &'m Module, options: &'m Options) -> Result<Self, CheckError> {
        let licence = Licence::of(before, after);
        let modules = [before, after];
        let mut plans = plans(modules, &licence);
        let entry = entry(&plans, options)?;
        signature(modules, &plans, &entry)?;
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

    /// The verdict without a solver.
    fn tested(&self) -> Result<Verdict, CheckError> {
        match self.identity()? {
            Tested::Equal(evidence) if evidence.error_bits < SMALL_ERROR => {
                Ok(Verdict::Identity(Evidence { assumed: self.assumed.clone(), ..evidence }))
            }
            Tested::Equal(evidence) | Tested::Vanishing(evidence) => {
                let bits = evidence.error_bits;
                self.executed(format!("the error of the identity test is 2^{bits:.0}, and must be under 2^-40"))
            }
            Tested::Faulty(found) => Ok(Verdict::Different(found)),
            // A flag explains more than a term.
            Tested::Unequal(why) => self.executed(extra_flag(self.modules[0], self.modules[1]).unwrap_or(why)),
            Tested::Dynamic(why) => self.executed(why),
            Tested::Weak => self.executed("the error of the identity test is too large".to_owned()),
        }
    }

    fn machine(&self, side: usize, numbers: Numbers) -> Machine<'_> {
        let mut machine = Machine::new(self.modules[side], &self.plans[side], numbers, side as u32 + 1);
        machine.max_steps = self.options.max_steps;
        machine.max_cells = self.options.max_cells;
        machine.models_foreign = true;
        machine.stops.extend(self.options.stop.clone());
        machine
    }

    fn arguments(&self, machine: &mut Machine<'_>, side: usize, data: Data) -> Result<Arguments, CheckError> {
        let function = &self.plans[side].functions[&self.entry];
        let place = function.place;
        inputs::arguments(machine, &function.inputs, (&self.options.sizes, &self.assumed), data)
            .map_err(|message| CheckError { side: which(side), place, message })
    }

    fn unequal(&self, difference: &Difference) -> String {
        let store = match difference.stores[1] {
            Some(op) => {
                format!(", which line {} of the second program wrote,", self.modules[1].operations[op].place.line)
            }
            None => String::new(),
        };
        format!("{}{store} is another polynomial or another free term in the second program", difference.cell)
    }

    fn refused(&self, side: usize, error: RunError) -> CheckError {
        let message = match error.reason {
            Reason::Fault => format!("{}: the {} program does this on every input", error.message, name(side)),
            _ => error.message,
        };
        CheckError { side: which(side), place: error.place, message }
    }

    fn is_stopped(&self) -> bool {
        self.options.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Executes both on several inputs, and looks for a difference.
    fn executed(&self, why: String) -> Result<Verdict, CheckError> {
        let mut executed = 0;
        for number in 0..self.options.executions {
            if self.is_stopped() {
                break;
            }
            let data = Data::Numbers {
                key: self.options.key,
                number,
                whole: self.allowed.has(Flags::REASSOC) || number % 2 == 0,
            };
            match self.execute(data)? {
                Executed::Same => executed += 1,
                Executed::Skipped => {}
                Executed::Different(found) => return Ok(Verdict::Different(found)),
            }
        }
        Ok(Verdict::Open { why, executed })
    }

    fn execute(&self, data: Data) -> Result<Executed, CheckError> {
        let mut runs = Vec::new();
        let mut input = String::new();
        for side in 0..2 {
            let mut machine = self.machine(side, Numbers::known());
            let arguments = self.arguments(&mut machine, side, data)?;
            input = inputs::describe(&machine, &arguments, data);
            match machine.run(&self.entry, arguments.slots.clone()) {
                Ok(results) => runs.push((machine, arguments, results)),
                // An input on which the first program has no meaning says nothing of the second.
                Err(error) if side == 0 && error.reason == Reason::Fault => return Ok(Executed::Skipped),
                Err(error) if side == 1 && error.reason == Reason::Fault => {
                    return Ok(Executed::Different(fault(&error, input)));
                }
                Err(error) if error.reason == Reason::Budget => return Ok(Executed::Skipped),
                Err(error) => return Err(self.refused(side, error)),
            }
        }
        let [mut before, mut after]: [_; 2] = runs.try_into().unwrap_or_else(|_| unreachable!("two programs ran"));
        let allowed = self.allowed;
        let agreement = Agreement { equal: &|x, y| compare::same(x, y, allowed), by_value: true };
        let (_, difference) = compare::cells(&mut before, &mut after, &agreement);
        let Some(difference) = difference else { return Ok(Executed::Same) };
        let place = |side: usize| difference.stores[side].map(|op| self.modules[side].operations[op].place);
        let (values, stores) = (difference.values.clone(), [place(0), place(1)]);
        Ok(Executed::Different(Counterexample { cell: difference.cell, values, stores, input }))
    }
}

enum Executed {
    Same,
    Skipped,
    Different(Counterexample),
}

fn which(side: usize) -> Side {
    if side == 0 { Side::Before } else { Side::After }
}

fn name(side: usize) -> &'static str {
    if side == 0 { "first" } else { "second" }
}

fn fault(error: &RunError, input: String) -> Counterexample {
    Counterexample {
        cell: format!("the second program fails, {}", error.message),
        values: ["ends".to_owned(), "fails".to_owned()],
        stores: [None, Some(error.place)],
        input,
    }
}

#[cfg(test)]
mod tests;
