//! Runs of both programs in the field.

use super::compare::{self, Run};
use super::inputs::{Arguments, Data};
use super::{AtOnce, CheckError, Pair, Part, Tested, fault, name};
use crate::limits::MAX_PROOF_STEPS;
use crate::run::{Machine, Method, Numbers, Reason, Record, RunError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Both runs, or what ended the test before.
pub type Runs<'m> = Result<[Run<'m>; 2], Tested>;

/// A program with its inputs.
type Ready<'m> = (Arguments, Machine<'m>);

fn run<'m>(entry: &str, (arguments, mut machine): Ready<'m>) -> Result<Run<'m>, RunError> {
    let results = machine.run(entry, arguments.slots.clone())?;
    Ok((machine, arguments, results))
}

impl Pair<'_> {
    /// One run of each; else what ends the test. For a proof the definitions of terms are taken down.
    pub(super) fn runs(
        &self,
        method: Method,
        uses_nests: [bool; 2],
        is_recorded: bool,
    ) -> Result<Runs<'_>, CheckError> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut first = self.ready(method, 0, uses_nests[0], is_recorded);
        first.stop = Some(Arc::clone(&stop));
        let arguments = self.arguments(&mut first, 0, Data::Symbolic)?;
        // Both have the same inputs: they are made once.
        let mut second = self.ready(method, 1, uses_nests[1], is_recorded);
        second.stop = Some(Arc::clone(&stop));
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

    /// What is left by the second program depends on the order in which iterations of its parallel loops run: where. They run forwards
    /// and backwards.
    pub(super) fn depends_on_order(&self, method: Method, after: &Run<'_>) -> Result<Option<String>, CheckError> {
        if after.0.parallel.beside == 0 {
            return Ok(None);
        }
        let mut forwards = self.ready(method, 1, self.options.uses_nests, false);
        let arguments = self.arguments(&mut forwards, 1, Data::Symbolic)?;
        let mut backwards = self.ready(method, 1, self.options.uses_nests, false);
        backwards.adopt(&mut forwards);
        backwards.parallel.is_backwards = true;
        let mut ended = self.in_turn([(arguments.clone(), forwards), (arguments, backwards)]).into_iter();
        let (Some(Ok(mut forwards)), Some(Ok(mut backwards))) = (ended.next(), ended.next()) else {
            return Ok(Some(
                "the second program ends in one order alone of the iterations of a parallel loop".to_owned(),
            ));
        };
        let (_, difference) = compare::cells(&mut forwards, &mut backwards, &compare::same_term);
        Ok(difference.map(|difference| {
            let line = |store: Option<usize>| Some(self.modules[1].operations[store?].place.line);
            let written = line(difference.stores[0]).map(|line| format!(", which line {line} writes,"));
            format!(
                "{}{} depends on the order in which iterations of a parallel loop of the second program run",
                difference.cell,
                written.unwrap_or_default()
            )
        }))
    }

    fn ready(&self, method: Method, side: usize, uses_nests: bool, is_recorded: bool) -> Machine<'_> {
        let mut numbers = Numbers::symbolic(self.options.key, self.permissions, method);
        numbers.record = is_recorded.then(Record::default);
        let mut machine = self.machine(side, numbers);
        machine.uses_nests = uses_nests;
        if is_recorded {
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
