//! Are two programs equal, for all inputs at these shapes?
//!
//! Both run once, with polynomials at a random point in the place of data. Cells that differ then are given to a solver, as bit vectors.
//! Where control or addresses depend on data both are executed on a few inputs, and that shows nothing but differences.

mod compare;
mod entry;
pub(crate) mod inputs;
mod methods;
mod proof;
mod runs;
mod verdict;

pub use inputs::Sizes;
pub use verdict::{CheckError, Counterexample, Evidence, Side, Verdict};

use crate::ir::Module;
use crate::run::{Machine, Method, Numbers, Permissions, Plan, Reason, RunError};
use compare::{Difference, Run};
use entry::{entry, signature};
use inputs::{Arguments, Data};
use isotope_smt::InProcess;
use methods::{extra_permission, has_flag, permissions};
use proof::Unproved;

/// What is checked, and how much may be spent.
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
        }
    }
}

/// The key for a pair: random numbers depend on both programs, and on a text of the caller's.
pub fn key(text: &str, before: &Module, after: &Module) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let programs = [before, after].map(crate::print);
    for text in [text, &programs[0], &programs[1]] {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

/// The error of an identity test has to be under 2 to this power.
const SMALL_ERROR: f64 = -40.0;

/// A prepared pair.
struct Pair<'m> {
    modules: [&'m Module; 2],
    plans: [Plan; 2],
    entry: String,
    options: &'m Options,
    permissions: Permissions,
    /// Floats may be reordered: their executions are compared within a tolerance.
    reordered: bool,
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
    Ok(match pair.proved(&InProcess) {
        Ok(evidence) => Verdict::Identity(evidence),
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

enum Tested {
    Equal(Evidence),
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
        let plans = [Plan::new(before), Plan::new(after)];
        let entry = entry(&plans, options)?;
        signature([before, after], &plans, &entry)?;
        let (permissions, reordered) = (permissions(before), has_flag(before, "reassoc"));
        Ok(Pair { modules: [before, after], plans, entry, options, permissions, reordered })
    }

    /// The verdict without a solver.
    fn tested(&self) -> Result<Verdict, CheckError> {
        let extra = extra_permission(self.modules[0], self.modules[1]);
        match self.identity()? {
            Tested::Equal(evidence) if extra.is_none() && evidence.error_bits < SMALL_ERROR => {
                Ok(Verdict::Identity(evidence))
            }
            Tested::Equal(evidence) => {
                let bits = evidence.error_bits;
                let weak = || format!("the error of the identity test is 2^{bits:.0}, and must be under 2^-40");
                self.executed(extra.unwrap_or_else(weak))
            }
            Tested::Faulty(found) => Ok(Verdict::Different(found)),
            Tested::Unequal(why) | Tested::Dynamic(why) => self.executed(extra.unwrap_or(why)),
            Tested::Weak => {
                self.executed(extra.unwrap_or_else(|| "the error of the identity test is too large".to_owned()))
            }
        }
    }

    fn machine(&self, side: usize, numbers: Numbers) -> Machine<'_> {
        let mut machine = Machine::new(self.modules[side], &self.plans[side], numbers, side as u32 + 1);
        machine.max_steps = self.options.max_steps;
        machine.max_cells = self.options.max_cells;
        machine.models_foreign = true;
        machine
    }

    fn arguments(&self, machine: &mut Machine<'_>, side: usize, data: Data) -> Result<Arguments, CheckError> {
        let function = &self.plans[side].functions[&self.entry];
        let place = function.place;
        inputs::arguments(machine, &function.inputs, &self.options.sizes, data).map_err(|message| CheckError {
            side: which(side),
            place,
            message,
        })
    }

    /// Runs of both in the field, by the first method whose error is small enough.
    fn identity(&self) -> Result<Tested, CheckError> {
        let methods = methods::of(self.modules);
        let mut tested = self.identity_by(methods[0])?;
        for method in &methods[1..] {
            match &tested {
                Tested::Equal(evidence) if evidence.error_bits >= SMALL_ERROR => tested = self.identity_by(*method)?,
                Tested::Weak => tested = self.identity_by(*method)?,
                // Operands may have been exchanged.
                Tested::Unequal(_) if methods[0] == Method::Linear && *method == methods[1] => {
                    tested = self.identity_by(*method)?;
                }
                _ => break,
            }
        }
        Ok(tested)
    }

    fn identity_by(&self, method: Method) -> Result<Tested, CheckError> {
        let [mut before, mut after] = match self.runs(method, [self.options.uses_nests; 2], false)? {
            Ok(runs) => runs,
            Err(ended) => return Ok(ended),
        };
        let (cells, difference) = compare::cells(&mut before, &mut after, &compare::same_term);
        if let Some(difference) = difference {
            return Ok(Tested::Unequal(self.unequal(&difference)));
        }
        if let Some(why) = self.depends_on_order(method, &after)? {
            return Ok(Tested::Unequal(why));
        }
        Ok(evidence([before, after], cells))
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

    /// Executes both on several inputs, and looks for a difference.
    fn executed(&self, why: String) -> Result<Verdict, CheckError> {
        let mut executed = 0;
        for number in 0..self.options.executions {
            let data = Data::Numbers { key: self.options.key, number, whole: self.reordered || number % 2 == 0 };
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
        let reordered = self.reordered;
        let (_, difference) = compare::cells(&mut before, &mut after, &|x, y| compare::same(x, y, reordered));
        let Some(difference) = difference else { return Ok(Executed::Same) };
        let place = |side: usize| difference.stores[side].map(|op| self.modules[side].operations[op].place);
        let (values, stores) = (difference.values.clone(), [place(0), place(1)]);
        Ok(Executed::Different(Counterexample { cell: difference.cell, values, stores, input }))
    }
}

/// What equal cells show.
fn evidence([before, after]: [Run<'_>; 2], cells: u64) -> Tested {
    if !after.0.numbers.divisions.is_subset(&before.0.numbers.divisions) {
        let why = "the second program divides integers that the first does not divide: it may divide by zero where the first does not";
        return Tested::Unequal(why.to_owned());
    }
    let steps = [before.0.steps, after.0.steps];
    let (Some(mut field), Some(other)) = (before.0.numbers.field, after.0.numbers.field) else {
        return Tested::Unequal("no fields were used".to_owned());
    };
    field.join(&other);
    before.0.buffers.iter().chain(&after.0.buffers).for_each(|buffer| {
        let (degree, weight) = buffer.most();
        field.note(degree, weight);
    });
    let error_bits = field.error_bits();
    Tested::Equal(Evidence { error_bits, degree: field.degree, terms: field.terms, cells, proved: 0, steps })
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
