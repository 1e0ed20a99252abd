//! Are two programs equal, for all inputs at these shapes?
//!
//! Both run once, with polynomials at a random point in the place of data. Cells that differ then are given to a solver, as bit vectors.
//! Where control or addresses depend on data both are executed on a few inputs, and that shows nothing but differences.

mod bits;
mod compare;
mod entry;
mod executed;
mod identity;
pub(crate) mod inputs;
mod licence;
mod methods;
mod options;
mod pair;
mod promises;
mod proof;
mod runs;
mod steady;
mod verdict;
mod words;

pub use crate::plan::exact::Assumption;
pub use inputs::Sizes;
pub use options::{AtOnce, Options, Part};
pub use verdict::{CheckError, Counterexample, Evidence, Side, Verdict};

use isotope_mlir::ir::Module;
use isotope_smt::effort::Effort;
use isotope_smt::{Answer, Outcome, Prover, Query};
use licence::extra_flag;
use pair::{Pair, SMALL_ERROR, Tested};
use proof::Unproved;

/// The key for a pair: random numbers depend on both programs, and on a text of the caller's.
pub fn key(text: &str, before: &Module, after: &Module) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let programs = [before, after].map(isotope_mlir::print);
    for text in [text, &programs[0], &programs[1]] {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    *hasher.finalize().as_bytes()
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

impl Pair<'_> {
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
}

#[cfg(test)]
mod tests;
