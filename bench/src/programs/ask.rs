//! Windows asked of the engine, on as many threads as there are cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use isotope_dictionary::{InstructionSet, Target};
use isotope_ir::print::print;
use isotope_pricer::Pricers;
use isotope_program::proof::{self, Verdict};
use isotope_search::instructions::TargetInstructions;
use isotope_select::floor::Floors;
use isotope_select::{EngineError, Found, Selected, Setting};
use isotope_smt::effort::Effort;
use isotope_smt::{Answer, Bounded, Outcome as Said, Prover, Query};

use super::read::Asked;
use super::{Kind, Outcome};
use crate::limits;
use crate::measure::milliseconds;

/// The parameters that all windows are asked with.
pub struct Asking<'a> {
    /// The target.
    pub target: Target,
    /// Its instructions.
    pub instructions: TargetInstructions,
    /// Lower bounds of the prices.
    pub floors: Floors,
    /// The pricer.
    pub pricer: &'a Pricers,
    /// Units of work for each window.
    pub budget: u64,
    /// How long one window may take.
    pub each: Duration,
    /// When no further window is begun.
    pub end: Instant,
}

/// Proves in this process until the window's time is up.
struct Timed<'a>(&'a (dyn Fn() -> bool + Sync));

impl Prover for Timed<'_> {
    fn prove(&self, query: &Query) -> Answer {
        if (self.0)() {
            return Answer::free(Said::Unknown("time was up".to_owned()));
        }
        isotope_smt::answer(query, &Effort::new(isotope_smt::limits::MAX_EFFORT, self.0))
    }
}

impl<'a> Asking<'a> {
    /// Of a target of an instruction set.
    pub fn new(target: Target, set: &'static InstructionSet, pricer: &'a Pricers, budget: u64) -> Self {
        let instructions = TargetInstructions::of(set, target.features(), target.tune());
        let floors = Floors::of(set, &target, &instructions);
        Asking {
            target,
            instructions,
            floors,
            pricer,
            budget,
            each: limits::MAX_WINDOW,
            end: Instant::now() + limits::MAX_RUN,
        }
    }

    /// All windows, by `threads` threads; `tell` hears of each. In the order of `windows`; what was not begun in time is missing.
    pub fn all(&self, windows: &[Asked], threads: usize, tell: &(dyn Fn(&Outcome) + Sync)) -> Result<Vec<Outcome>> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        thread::scope(|scope| -> Result<()> {
            for _ in 0..threads.max(1) {
                let work = || {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(asked) = windows.get(at).filter(|_| Instant::now() < self.end) else { return };
                        let outcome = self.one(asked);
                        tell(&outcome);
                        done.lock().unwrap_or_else(|e| e.into_inner()).push((at, outcome));
                    }
                };
                let thread = thread::Builder::new().stack_size(limits::SEARCH_STACK_BYTES);
                thread.spawn_scoped(scope, work).context("no thread for a search")?;
            }
            Ok(())
        })?;
        let mut done = done.into_inner().unwrap_or_else(|e| e.into_inner());
        done.sort_by_key(|(at, _)| *at);
        Ok(done.into_iter().map(|(_, outcome)| outcome).collect())
    }

    /// One window.
    pub fn one(&self, asked: &Asked) -> Outcome {
        let begin = Instant::now();
        let stopped = || begin.elapsed() > self.each;
        let prover = Timed(&stopped);
        let setting = Setting {
            instructions: &self.instructions,
            target: &self.target,
            prover: &prover,
            pricer: self.pricer,
            floors: Some(&self.floors),
            budget: self.budget,
            stopped: &stopped,
            report: &|_, _| (),
        };
        let selected = isotope_select::select(&asked.canonical.window, &setting);
        // As the daemon: a canonical form equals what was asked only if it is shown.
        let bounded = Bounded::new(&prover, limits::PHRASING_WORK);
        let phrasing = proof::of_phrasing(&asked.window, &asked.canonical, &bounded);
        let Judged { kind, proved, reason } = judged(&selected, &phrasing);
        let selected = selected.ok();
        Outcome {
            name: asked.name.clone(),
            times: asked.times,
            window: print(&asked.window),
            kind,
            proved,
            reason,
            cost: selected.as_ref().map_or(0, |s| s.cost.centicycles),
            baseline: selected.as_ref().map_or(0, |s| s.baseline.centicycles),
            instructions: selected.as_ref().map(|s| s.cost.instructions.clone()).unwrap_or_default(),
            work: selected.as_ref().map_or(0, |s| s.work),
            milliseconds: milliseconds(begin.elapsed()),
        }
    }
}

/// The classification of an answer.
#[derive(Debug, PartialEq, Eq)]
struct Judged {
    kind: Kind,
    proved: bool,
    reason: String,
}

fn judged(selected: &Result<Selected, EngineError>, phrasing: &Verdict) -> Judged {
    let selected = match selected {
        Ok(selected) => selected,
        Err(error) => return Judged { kind: Kind::Refused, proved: false, reason: first_line(&error.to_string()) },
    };
    if let Verdict::Unknown(why) = phrasing {
        let kind = if why.ends_with(proof::CONTRADICTORY) { Kind::Contradictory } else { Kind::Unproved };
        let reason = format!("the canonical form is not tied: {}", without_lane(&first_line(why)));
        return Judged { kind, proved: false, reason };
    }
    let proved = selected.proof.is_some();
    if proved && selected.found == Found::Search && selected.cost.centicycles < selected.baseline.centicycles {
        return Judged { kind: Kind::Better, proved, reason: String::new() };
    }
    // The cheapest that was not the answer, if it would have been cheaper.
    let lost = selected.considered.iter().find(|c| {
        c.cost.centicycles < selected.baseline.centicycles
            && c.verdict.as_ref().is_some_and(|v| v.starts_with("not proved"))
    });
    let own = selected.considered.iter().find_map(|c| c.verdict.as_ref().filter(|v| v.starts_with("not proved")));
    match (lost.and_then(|c| c.verdict.as_ref()), own) {
        (Some(why), _) => {
            Judged { kind: Kind::Unproved, proved, reason: format!("a cheaper one: {}", without_lane(why)) }
        }
        (None, Some(why)) if !proved => Judged { kind: Kind::Unproved, proved, reason: without_lane(why) },
        _ if !proved => Judged { kind: Kind::Unproved, proved, reason: "not proved".to_owned() },
        _ => {
            let nothing = if selected.truncated { "time was up" } else { "nothing cheaper was found" };
            let reason = selected.remark.clone().unwrap_or_else(|| nothing.to_owned());
            Judged { kind: Kind::Equal, proved, reason }
        }
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// A reason without the lane that it was seen in, so that equal ones are counted together.
fn without_lane(why: &str) -> String {
    match why.split_once("lane ") {
        Some((before, after)) => {
            format!("{before}{}", after.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':').trim_start())
        }
        None => why.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_dictionary::Host;
    use isotope_program::pricer::PriceError;

    use crate::programs::read::Windows;

    #[test]
    fn reasons_of_different_lanes_are_one() {
        assert_eq!(without_lane("not proved: lane 12: Unknown"), "not proved: Unknown");
        assert_eq!(without_lane("nothing"), "nothing");
    }

    #[test]
    fn what_has_no_answer_is_refused_with_the_first_line_of_its_reason() {
        let error = PriceError::NoCode { name: "f".into(), message: "one\ntwo".into() };
        let judged = judged(&Err(error.into()), &Verdict::Unknown(String::new()));
        assert_eq!((judged.kind, judged.proved), (Kind::Refused, false));
        assert!(judged.reason.ends_with("one"), "{}", judged.reason);
    }

    #[test]
    fn windows_are_better_equal_or_without_an_input() {
        let sets = isotope_grammars::embedded();
        let host = Host { arch: "x86_64".into(), features: Default::default() };
        let target = sets.target("x86_64", "znver4", "", &host).unwrap();
        let pricer = Pricers::new(sets, 2);
        let mut windows = Windows::default();
        windows.add_text(
            "two",
            "int16x32 (int16x32)rounding_mul_shift_right((int16x32)a, (int16x32)b, x32((uint16)15))\n\
             uint8x64 ((uint8x64)a + (uint8x64)b)\n",
        );
        // It says of values that they do not wrap which always do: no interval shows it.
        windows.add_random(132, 1);
        let set = sets.get("x86_64").unwrap();
        let asking = Asking::new(target, set, &pricer, 1 << 22);
        let found = asking.all(&windows.asked, 2, &|_| ()).unwrap();
        let kinds: Vec<(Kind, bool)> = found.iter().map(|o| (o.kind, o.proved)).collect();
        assert_eq!(kinds, [(Kind::Better, true), (Kind::Equal, true), (Kind::Contradictory, false)], "{found:?}");
        let late = Asking { end: Instant::now(), ..asking };
        assert!(late.all(&windows.asked, 1, &|_| ()).unwrap().is_empty());
    }
}
