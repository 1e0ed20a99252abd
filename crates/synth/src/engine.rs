//! Selection: candidates, ranking, proof, counterexamples, round after round.
//!
//! The fast engine proposes; the judge prices the most promising and the baseline together; the cheapest is proved. A
//! program that the proof refutes becomes a counterexample for the next round (CEGIS), one that it leaves open
//! is passed over. The baseline is a candidate like any other, so an answer never costs more than it does.

use crate::baseline;
use crate::fast::{self, machine::Machine};
use crate::judge::{Cost, Judge, JudgeError, TargetSpec};
use crate::limits;
use crate::program::Program;
use crate::proof::{self, Proof, Verdict};
use isotope_ir::window::Window;
use isotope_smt::Prover;

/// What a selection is made with.
pub struct Setting<'a> {
    /// The target's instructions.
    pub machine: &'a Machine,
    /// The target.
    pub target: &'a TargetSpec,
    /// Who proves.
    pub prover: &'a dyn Prover,
    /// Who prices.
    pub judge: &'a dyn Judge,
    /// Upper bound of instruction applications tried and `rlimit` spent.
    pub budget: u64,
    /// Whether the search has to end; looked at between steps.
    pub stopped: &'a dyn Fn() -> bool,
    /// Told what the search does and how much work it has spent.
    pub report: &'a dyn Fn(&'static str, u64),
}

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The search.
    Search,
    /// Nothing cheaper than the baseline was found and proved.
    Baseline,
}

/// A candidate as the judge saw it, for whoever asks why.
#[derive(Clone, Debug)]
pub struct Considered {
    /// The layout splits it was planned with; empty for the baseline.
    pub note: String,
    /// Its price.
    pub cost: Cost,
    /// What the proof said, where it was asked.
    pub verdict: Option<String>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The program.
    pub program: Program,
    /// Its price.
    pub cost: Cost,
    /// The baseline's price.
    pub baseline: Cost,
    /// Where it came from.
    pub found: Found,
    /// How it was shown; `None` when the proof was left open, which only happens to a baseline.
    pub proof: Option<Proof>,
    /// Instruction applications tried, and `rlimit` spent.
    pub work: u64,
    /// The search was ended from outside or by its budget.
    pub truncated: bool,
    /// Everything that was priced, in order of price.
    pub considered: Vec<Considered>,
    /// Why the fast engine had nothing to say, where that is so.
    pub remark: Option<String>,
}

struct Entry {
    program: Program,
    cost: Cost,
    found: Found,
    note: String,
}

/// The cheapest proven program for a window.
pub fn select(window: &Window, setting: &Setting<'_>) -> Result<Selected, JudgeError> {
    let plain = lowerings(window);
    let mut counterexamples = Vec::new();
    let mut work = 0;
    for round in 0.. {
        (setting.report)("enumerate", work);
        let proposal = fast::propose(&window.graph, window.root, setting.machine, &counterexamples);
        let (candidates, remark) = match proposal {
            Ok(p) => {
                work += p.tried;
                (p.candidates, None)
            }
            Err(e) => (vec![], Some(e.to_string())),
        };
        (setting.report)("judge", work);
        let shortlist: Vec<_> = candidates.into_iter().take(limits::SHORTLIST).collect();
        let (entries, baseline_cost) = price(&plain, shortlist, setting)?;
        let mut considered: Vec<Considered> =
            entries.iter().map(|e| Considered { note: e.note.clone(), cost: e.cost.clone(), verdict: None }).collect();
        let mut learned = None;
        let mut truncated = false;
        for (at, entry) in entries.into_iter().enumerate() {
            truncated |= (setting.stopped)() || work > setting.budget;
            let last_resort = entry.found == Found::Baseline;
            if truncated && !last_resort {
                continue;
            }
            (setting.report)("prove", work);
            let verdict = proof::prove(window, &entry.program, setting.machine, setting.prover);
            let (proof, said) = match verdict {
                Verdict::Proved(proof) => (Some(proof), "proved".to_owned()),
                Verdict::Refuted { lane, input } => {
                    let said = format!("wrong in lane {lane} at {}", proof::describe(window, &input));
                    learned = learned.or(Some((lane, input)));
                    (None, said)
                }
                Verdict::Unknown(why) => (None, format!("not proved: {why}")),
            };
            work += proof.as_ref().map_or(0, |p| p.rlimit);
            considered[at].verdict = Some(said);
            if proof.is_none() && learned.is_some() && round < limits::ROUNDS && !truncated {
                break;
            }
            if proof.is_some() || last_resort {
                let Entry { program, cost, found, .. } = entry;
                return Ok(Selected {
                    program,
                    cost,
                    baseline: baseline_cost,
                    found,
                    proof,
                    work,
                    truncated,
                    considered,
                    remark,
                });
            }
        }
        counterexamples.extend(learned);
    }
    unreachable!("the last round does not learn, and the baseline ends every list")
}

/// The window as plain LLVM operations: as it is written, and as a front end would have said it.
fn lowerings(window: &Window) -> Vec<Program> {
    let again = baseline::rephrased(window);
    [Some(window), again.as_ref()].into_iter().flatten().map(|w| baseline::lower(&w.graph, w.root)).collect()
}

/// Prices the lowerings and the shortlist in one go; cheapest first, the baseline before its equals.
fn price(
    plain: &[Program],
    shortlist: Vec<fast::Candidate>,
    setting: &Setting<'_>,
) -> Result<(Vec<Entry>, Cost), JudgeError> {
    let programs: Vec<&Program> = plain.iter().chain(shortlist.iter().map(|c| &c.program)).collect();
    let mut costs = setting.judge.costs(&programs, setting.target).into_iter();
    let mut lowered = Vec::new();
    for (program, cost) in plain.iter().zip(costs.by_ref()) {
        lowered.push(Entry { program: program.clone(), cost: cost?, found: Found::Baseline, note: "baseline".into() });
    }
    let cheapest = lowered.into_iter().min_by_key(|e| e.cost.centicycles);
    let mut entries: Vec<Entry> = cheapest.into_iter().collect();
    let no_answer = || JudgeError::Unreadable { tool: "the judge".into(), message: "no answer".into() };
    let baseline = entries.first().ok_or_else(no_answer)?.cost.clone();
    for (candidate, cost) in shortlist.into_iter().zip(costs) {
        // A candidate that LLVM cannot compile is no candidate.
        if let Ok(cost) = cost
            && cost.centicycles < baseline.centicycles
        {
            let note = format!("{:?}", candidate.splits);
            entries.push(Entry { program: candidate.program, cost, found: Found::Search, note });
        }
    }
    entries.sort_by_key(|e| (e.cost.centicycles, e.cost.uops));
    Ok((entries, baseline))
}
