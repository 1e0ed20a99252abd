//! Selection: candidates, ranking, proof, counterexamples, round after round.
//!
//! The fast engine proposes; the pricer prices the most promising and the baseline together; the cheapest is proved. A
//! program that the proof refutes becomes a counterexample for the next round (CEGIS), one that it leaves open
//! is passed over. The baseline is a candidate like any other, so an answer never costs more than it does.
//!
//! A search ends before its first proposal where the baseline already costs what no program costs less than ([`floor`]).
//!
//! Three things keep an answer from being worse than doing nothing: the baseline is priced with the
//! candidates, by the same compiler and the same model; it is the only one that may be answered
//! without a proof, being lowered one to one; and its proof is tried even when the search has spent
//! everything. If it is refuted, that is an error of ours, and no answer.

use floor::Floors;
use isotope_dictionary::Target;
use isotope_hydride::production::Production;
use isotope_ir::window::Window;
use isotope_program::Program;
use isotope_program::pricer::{Cost, PriceError, Pricer};
use isotope_program::proof::{self, Proof, Verdict};
use isotope_search::instructions::TargetInstructions;
use isotope_smt::effort::{Effort, Ended};
use isotope_smt::{Bounded, Prover};
use priced::{Entry, Priced, Shortlisted, price};
use scaled::Scaled;
use serde::{Deserialize, Serialize};

mod early;
pub mod floor;
pub mod limits;
mod priced;
mod scaled;

pub use early::Ending;
pub use priced::{Weighed, lowerings, weighed};

/// The setting of a selection.
pub struct Setting<'a> {
    /// The target's instructions.
    pub instructions: &'a TargetInstructions,
    /// The target.
    pub target: &'a Target,
    /// Who proves.
    pub prover: &'a dyn Prover,
    /// Who prices.
    pub pricer: &'a dyn Pricer,
    /// Lower bounds of the pricer's costs; `None` where it goes by no table.
    pub floors: Option<&'a Floors>,
    /// Upper bound of the work of a search: units of [`Effort`], and `rlimit` spent.
    pub budget: u64,
    /// Whether the search has to end; looked at within milliseconds, but for steps of the pricer and the prover, which
    /// see to that themselves.
    pub stopped: &'a dyn Fn() -> bool,
    /// Told what the search does and how much work it has spent.
    pub report: &'a dyn Fn(&'static str, u64),
}

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// The search.
    Search,
    /// Nothing cheaper than the baseline was found and proved.
    Baseline,
}

/// A candidate as the pricer saw it, for whoever asks why.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Considered {
    /// The layout splits it was planned with; empty for the baseline.
    pub note: String,
    /// Its price.
    pub cost: Cost,
    /// The verdict of the proof, where it was asked.
    pub verdict: Option<String>,
}

/// An answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Selected {
    /// The program.
    pub program: Program,
    /// Its price.
    pub cost: Cost,
    /// The baseline's price.
    pub baseline: Cost,
    /// Where it came from.
    pub found: Found,
    /// How it was shown; `None` when the proof was left open, which only happens to a baseline, or when it was known before.
    pub proof: Option<Proof>,
    /// Whoever asked knows the proof.
    pub proved_before: bool,
    /// More expensive programs that nothing speaks against, cheapest first: by other prices one of them may be the answer.
    pub alternatives: Vec<Program>,
    /// Units of [`Effort`] and `rlimit` spent.
    pub work: u64,
    /// It was stopped from outside: a whole search may find something better. One that its budget ended is whole.
    pub truncated: bool,
    /// Everything that was priced, in order of price.
    pub considered: Vec<Considered>,
    /// Why the fast engine had nothing to say, or was not asked, where that is so.
    pub remark: Option<String>,
}

/// Why there is no selection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum EngineError {
    /// A program could not be priced.
    #[error(transparent)]
    Pricer(#[from] PriceError),
    /// The plain lowering was shown to be wrong, so nothing is left that may be answered.
    #[error("the plain lowering of this window is wrong: {0}; please report it")]
    Unsound(String),
    /// A proved program costs less than any may. Looked at in builds for tests alone: for whoever asks, such an answer is as good as any.
    #[error("a program of {cost} hundredths of a cycle is proved, and {floor}; please report it")]
    BelowBound {
        /// Its price by the model.
        cost: u64,
        /// The bound, in words.
        floor: String,
    },
}

/// The cheapest proven program for a window, by the fast engine.
pub fn select(window: &Window, setting: &Setting<'_>) -> Result<Selected, EngineError> {
    let Some(scaled) = Scaled::of(window, setting.instructions.registers()) else {
        return searched(window, setting).map(|(selected, _)| selected);
    };
    let (part, lowering) = searched(&scaled.window, &Setting { budget: setting.budget / 2, ..*setting })?;
    let left = Setting { budget: setting.budget - part.work.min(setting.budget), ..*setting };
    let program = Some(&part.program).filter(|_| part.found == Found::Search);
    let shortlist =
        program.map(|program| Shortlisted::new(scaled.up(program), "at the lanes of a register".to_owned()));
    let is_plain = shortlist.is_none();
    // A lowering that is no baseline of a part is none of the whole.
    let plain = lowerings(window).into_iter().skip(lowering).take(1).collect();
    let effort = Effort::new(left.budget, left.stopped);
    match decide(window, plain, shortlist.into_iter().collect(), &left, &effort, false) {
        Ok(Decision::Selected(whole, _)) if is_plain || whole.found == Found::Search => Ok(Selected {
            alternatives: part.alternatives.iter().map(|program| scaled.up(program)).collect(),
            work: part.work + whole.work,
            truncated: part.truncated || whole.truncated,
            remark: part.remark,
            ..*whole
        }),
        // Not proved as a whole, or not compiled.
        _ => searched(window, &left).map(|(found, _)| Selected { work: part.work + found.work, ..found }),
    }
}

/// The same at all lanes, and which of the window's lowerings is the baseline.
fn searched(window: &Window, setting: &Setting<'_>) -> Result<(Selected, usize), EngineError> {
    let effort = Effort::new(setting.budget, setting.stopped);
    if let Some(settled) = early::settled(window, setting, &effort)? {
        return Ok(settled);
    }
    let mut counterexamples = Vec::new();
    for round in 0.. {
        (setting.report)("enumerate", effort.spent());
        let proposal =
            isotope_search::propose(&window.graph, window.root, setting.instructions, &counterexamples, &effort);
        let (mut candidates, ended, remark) = match proposal {
            Ok(p) => (p.candidates, p.ended, None),
            Err(e) => (vec![], None, Some(e.to_string())),
        };
        // The planner's order is good enough to leave out the rest: each more is compiled, and the
        // pricer is what takes time.
        candidates.truncate(shortlist_length(window, setting.instructions));
        let layouts = |c: &isotope_search::Candidate| format!("layouts {:?}", c.splits);
        let shortlist = candidates.into_iter().map(|c| Shortlisted::new(c.program.clone(), layouts(&c))).collect();
        match decide(window, lowerings(window), shortlist, setting, &effort, round < isotope_search::limits::ROUNDS)? {
            Decision::Learned(counterexample) => counterexamples.push(counterexample),
            Decision::Selected(selected, lowering) => {
                let truncated = ended == Some(Ended::Stopped) || selected.truncated;
                let ended = ended.or(effort.ended()).map(|why| why.to_string());
                return Ok((Selected { remark: remark.or(ended), truncated, ..*selected }, lowering));
            }
        }
    }
    unreachable!("the last round does not learn")
}

/// How many candidates are priced.
fn shortlist_length(window: &Window, instructions: &TargetInstructions) -> usize {
    let bits = window.ty().total_bits() as usize;
    let registers = bits.div_ceil(instructions.register_bits.max(1) as usize);
    (2 * limits::SHORTLIST / registers.max(1)).clamp(limits::SHORTLIST_LEAST, limits::SHORTLIST)
}

/// The cheaper of the baseline and the program that the paper's Algorithm 2 finds among a grammar's productions.
pub fn select_by_reference(
    window: &Window,
    grammar: &[Box<dyn Production>],
    setting: &Setting<'_>,
) -> Result<Selected, EngineError> {
    (setting.report)("reference", 0);
    let budget = isotope_hydride::Budget { rlimit: setting.budget, ..isotope_hydride::Budget::default() };
    let (bits, switches) = (setting.instructions.register_bits, isotope_hydride::Switches::PAPER);
    let (program, report) = isotope_hydride::target::select(window, grammar, bits, switches, budget, setting.prover);
    let shortlist = program.into_iter().map(|p| Shortlisted::new(p, "Algorithm 2".to_owned())).collect();
    let effort = Effort::new(setting.budget, setting.stopped);
    // Refused or not, the next step that spends will hear of it.
    let _ = effort.spend(report.work.rlimit + report.work.candidates);
    let remark = match report.ending {
        isotope_hydride::Ending::Solved(_) => None,
        other => Some(format!("Algorithm 2: {other:?}")),
    };
    match decide(window, lowerings(window), shortlist, setting, &effort, false)? {
        Decision::Selected(selected, _) => Ok(Selected { remark, ..*selected }),
        Decision::Learned(..) => unreachable!("nothing is learned where it is not asked for"),
    }
}

/// The cheapest of programs that are remembered for a window and the baseline, by the prices of now and without a search: those that are
/// not known to be proved are proved where they are the cheapest.
pub fn rank(window: &Window, remembered: Vec<(Program, bool)>, setting: &Setting<'_>) -> Result<Selected, EngineError> {
    let note = || "remembered".to_owned();
    let remembered =
        remembered.into_iter().map(|(program, proved)| Shortlisted { program, note: note(), proved }).collect();
    let effort = Effort::new(setting.budget, setting.stopped);
    match decide(window, lowerings(window), remembered, setting, &effort, false)? {
        Decision::Selected(selected, _) => Ok(*selected),
        Decision::Learned(..) => unreachable!("nothing is learned where it is not asked for"),
    }
}

/// The baseline, without a search.
///
/// For whoever wants no search, or cannot wait for one.
pub fn plain(window: &Window, setting: &Setting<'_>) -> Result<Selected, EngineError> {
    match decide(window, lowerings(window), vec![], setting, &Effort::new(setting.budget, setting.stopped), false)? {
        Decision::Selected(selected, _) => Ok(*selected),
        Decision::Learned(..) => unreachable!("nothing is learned where it is not asked for"),
    }
}

/// The outcome of one round.
enum Decision {
    /// An answer, and which of the lowerings the baseline is.
    Selected(Box<Selected>, usize),
    /// A counterexample.
    Learned(isotope_search::streams::Counterexample),
}

/// Prices candidates and the window's lowerings, and proves them from the cheapest up. With `learns`, the first that is refuted
/// ends the round with its counterexample.
fn decide(
    window: &Window,
    plain: Vec<Program>,
    shortlist: Vec<Shortlisted>,
    setting: &Setting<'_>,
    effort: &Effort<'_>,
    learns: bool,
) -> Result<Decision, EngineError> {
    (setting.report)("pricer", effort.spent());
    // Whoever no longer waits gets the plain lowering, which is one question to the pricer.
    // Nothing was left to wait for: neither prices nor proofs of candidates are asked for.
    let shortlist = if effort.look() == Err(Ended::Stopped) { vec![] } else { shortlist };
    proved(window, price(&plain, shortlist, setting.pricer, setting.target)?, setting, effort, learns)
}

/// Proves what has its price, from the cheapest up.
fn proved(
    window: &Window,
    (entries, baseline, lowering): Priced,
    setting: &Setting<'_>,
    effort: &Effort<'_>,
    learns: bool,
) -> Result<Decision, EngineError> {
    let mut considered: Vec<Considered> =
        entries.iter().map(|e| Considered { note: e.note.clone(), cost: e.cost.clone(), verdict: None }).collect();
    let mut proving = Proving { window, setting, effort, learns, open: 0 };
    let mut entries = entries.into_iter().enumerate();
    // A candidate that was passed over because its proof was not tried, or was left open, is no alternative.
    while let Some((at, entry)) = entries.next() {
        if proving.passes_over(&entry) {
            continue;
        }
        (setting.report)("prove", effort.spent());
        let (shown, verdict) = proving.shown(&entry)?;
        let Entry { program, cost, found, .. } = entry;
        let (proof, proved_before) = match shown {
            Shown::Wrong(counterexample) => return Ok(Decision::Learned(counterexample)),
            Shown::Before => (None, true),
            Shown::Now(proof) => (Some(proof), false),
            Shown::Not => (None, false),
        };
        considered[at].verdict = Some(verdict);
        if proof.is_none() && !proved_before && found != Found::Baseline {
            continue;
        }
        if cfg!(debug_assertions) {
            is_above_its_bound(window, &cost, setting.floors)?;
        }
        let others = entries.filter(|(_, e)| e.found == Found::Search).map(|(_, e)| e.program);
        let selected = Selected {
            program,
            cost,
            baseline,
            found,
            proof,
            proved_before,
            alternatives: others.take(limits::ALTERNATIVES).collect(),
            work: effort.spent(),
            // A search that a budget ends it ends at the same place every time: that is an answer, and no half of one.
            truncated: effort.ended() == Some(Ended::Stopped),
            considered,
            remark: None,
        };
        return Ok(Decision::Selected(Box::new(selected), lowering));
    }
    unreachable!("the baseline ends every list")
}

/// Refuses the price of a proved program that is below the window's bound.
fn is_above_its_bound(window: &Window, cost: &Cost, floors: Option<&Floors>) -> Result<(), EngineError> {
    match floors.and_then(|floors| floors.of_window(window)) {
        Some(floor) if cost.model() < floor.centicycles => {
            Err(EngineError::BelowBound { cost: cost.model(), floor: floor.to_string() })
        }
        _ => Ok(()),
    }
}

/// The verdict on a candidate.
enum Shown {
    /// It was proved before, as whoever asked knows.
    Before,
    /// It is proved.
    Now(Proof),
    /// It is refuted, and the next round learns from it.
    Wrong(isotope_search::streams::Counterexample),
    /// Nothing.
    Not,
}

/// The proofs of one round.
struct Proving<'a> {
    window: &'a Window,
    setting: &'a Setting<'a>,
    effort: &'a Effort<'a>,
    learns: bool,
    /// Proofs that were left open.
    open: usize,
}

impl Proving<'_> {
    /// Whether a candidate's proof is not tried: there is no work left for it, or too many are open already.
    fn passes_over(&self, entry: &Entry) -> bool {
        let ended = self.effort.look().is_err();
        (ended || self.open == limits::OPEN_PROOFS) && entry.found != Found::Baseline && !entry.proved
    }

    /// The verdict on a candidate, also in words. A baseline that is refuted is an error: nothing is left to answer.
    fn shown(&mut self, entry: &Entry) -> Result<(Shown, String), EngineError> {
        if entry.proved {
            return Ok((Shown::Before, "proved before".to_owned()));
        }
        let last_resort = entry.found == Found::Baseline;
        // Somebody waits for the last resort, so it gets its proof whatever was spent before.
        let least = if last_resort { limits::LAST_PROOF } else { 0 };
        let prover = Bounded::new(self.setting.prover, self.effort.left().max(least));
        let shown = match proof::prove(self.window, &entry.program, self.setting.instructions, &prover) {
            Verdict::Proved(proof) => (Shown::Now(proof), "proved".to_owned()),
            Verdict::Refuted { lane, input } => {
                let verdict = format!("wrong in lane {lane} at {}", proof::describe(self.window, &input));
                if last_resort {
                    return Err(EngineError::Unsound(verdict));
                }
                if self.learns {
                    return Ok((Shown::Wrong((lane, input)), verdict));
                }
                (Shown::Not, verdict)
            }
            Verdict::Unknown(why) => {
                self.open += 1;
                (Shown::Not, format!("not proved: {why}"))
            }
        };
        // Refused or not, the next look will hear of it.
        let _ = self.effort.spend(prover.spent());
        Ok(shown)
    }
}

#[cfg(test)]
mod tests;
