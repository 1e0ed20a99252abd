//! Runs of both programs in the field.

use super::inputs::{Arguments, Data};
use super::options::{AtOnce, Part};
use super::pair::{Pair, Tested, fault, name};
use super::verdict::CheckError;
use crate::check::compare::Run;
use crate::limits::MAX_PROOF_STEPS;
use crate::run::machine::{Machine, Reason, RunError};
use crate::values::field::Method;
use crate::values::leaves::Leaves;
use crate::values::op::Permissions;
use crate::values::record::Record;
use crate::values::scalar::Numbers;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Both runs, or what ended the test before.
pub type Runs<'m> = Result<[Run<'m>; 2], Tested>;

/// The notes that a run takes down besides, operation by operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// Nothing.
    None,
    /// How terms are made, for a proof.
    Definitions,
    /// Which unknowns numbers are computed from.
    Leaves,
}

/// How an identity test runs.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How it computes.
    pub method: Method,
    /// Which operations are those of the field.
    pub permissions: Permissions,
    /// The notes that it takes down.
    pub notes: Notes,
    /// Runs of other turns have other random numbers.
    pub turn: u8,
}

/// A program with its inputs.
type Ready<'m> = (Arguments, Machine<'m>);

fn run<'m>(entry: &str, (arguments, mut machine): Ready<'m>) -> Result<Run<'m>, RunError> {
    let results = machine.run(entry, arguments.slots.clone())?;
    Ok((machine, arguments, results))
}

impl Pair<'_> {
    /// One run of each; else what ends the test.
    pub(super) fn runs(&self, manner: Manner, uses_nests: [bool; 2]) -> Result<Runs<'_>, CheckError> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut first = self.ready(manner, 0, uses_nests[0]);
        first.stops.push(Arc::clone(&stop));
        let arguments = self.arguments(&mut first, 0, Data::Symbolic)?;
        // Both have the same inputs: they are made once.
        let mut second = self.ready(manner, 1, uses_nests[1]);
        second.stops.push(Arc::clone(&stop));
        second.adopt(&mut first);
        let both = [(arguments.clone(), first), (arguments, second)];
        let ended = match self.options.at_once {
            Some(AtOnce(at_once)) => self.at_once(at_once, both, &stop),
            None => self.in_turn(both),
        };
        let mut runs = Vec::new();
        for (side, run) in ended.into_iter().enumerate() {
            match run {
                Ok(run) => runs.push(run),
                Err(error) if error.reason == Reason::Dynamic => {
                    return Ok(Err(Tested::Dynamic(format!("in the {} program, {error}", name(side)))));
                }
                Err(error) if error.reason == Reason::Weak => return Ok(Err(Tested::Weak)),
                Err(error) if side == 1 && error.reason == Reason::Fault => {
                    return Ok(Err(Tested::Faulty(fault(&error, String::new()))));
                }
                Err(error) => return Err(self.refused(side, error)),
            }
        }
        Ok(Ok(runs.try_into().unwrap_or_else(|_| unreachable!("two programs ran"))))
    }

    fn ready(&self, manner: Manner, side: usize, uses_nests: bool) -> Machine<'_> {
        let key = match manner.turn {
            0 => self.options.key,
            turn => *blake3::keyed_hash(&self.options.key, &[turn]).as_bytes(),
        };
        let mut numbers = Numbers::symbolic(key, manner.permissions, manner.method);
        numbers.record = (manner.notes == Notes::Definitions).then(Record::default);
        numbers.leaves = (manner.notes == Notes::Leaves).then(Leaves::default);
        let mut machine = self.machine(side, numbers);
        machine.uses_nests = uses_nests && manner.notes == Notes::None;
        machine.integer_nests = machine.uses_nests && self.integer_nests;
        if manner.notes != Notes::None {
            machine.max_steps = machine.max_steps.min(MAX_PROOF_STEPS);
        }
        machine
    }

    /// One after the other; the second does not run if the first fails.
    fn in_turn<'m>(&self, [first, second]: [Ready<'m>; 2]) -> Vec<Result<Run<'m>, RunError>> {
        let first = run(&self.entry, first);
        if first.is_err() {
            return vec![first];
        }
        vec![first, run(&self.entry, second)]
    }

    /// As the caller runs two at once. The second ends early if the first fails, whose error counts.
    fn at_once<'m>(
        &self,
        at_once: fn(Part<'_>, Part<'_>),
        both: [Ready<'m>; 2],
        stop: &AtomicBool,
    ) -> Vec<Result<Run<'m>, RunError>> {
        let ([first, second], mut ended) = (both, [None, None]);
        let [of_first, of_second] = &mut ended;
        let (mut first, mut second) = (Some(first), Some(second));
        let mut run_first = || {
            let run = first.take().map(|first| run(&self.entry, first));
            stop.store(matches!(run, Some(Err(_))), Ordering::Relaxed);
            *of_first = run;
        };
        let mut run_second = || *of_second = second.take().map(|second| run(&self.entry, second));
        at_once(&mut run_first, &mut run_second);
        ended.into_iter().flatten().collect()
    }
}
