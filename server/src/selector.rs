//! The interface between the service and what searches: one trait, and the words of an answer.
//!
//! Everything here is in terms of the *canonical* window: its leaves, its loads. The service translates to and from the
//! names of each request, so that one answer serves all windows that are equal in canonical form.

use crate::listing::Listing;
use crate::target::Target;
use isotope_ir::Window;
use isotope_ir::expr::{LeafId, LoadAddress};
use isotope_ir::types::Type;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Which search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Engine {
    /// Concrete enumeration, then proof.
    #[default]
    Fast,
    /// Algorithm 2 of the Hydride paper, as written.
    Reference,
    /// No search: plain LLVM vector operations, what costs are compared with.
    Baseline,
}

/// What a request asks of a search; part of the memo's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Options {
    /// Which search runs.
    pub engine: Engine,
    /// Upper bound of its work, in the engine's units; never time.
    pub budget: u64,
}

/// Selects code for windows. Called from blocking threads, several at a time.
///
/// The same window, target and options must give the same selection, whatever else runs: the service remembers it.
pub trait Selector: Send + Sync + 'static {
    /// Hash of the dictionary, hex. Answers of one epoch are not served in another.
    fn epoch(&self) -> &str;

    /// What costs mean for a target: a name with a version, part of the memo's key.
    fn cost_model(&self, target: &Target) -> String;

    /// Name and version of what searches, for the records.
    fn producer(&self) -> &str;

    /// The cheapest proven program for a window that the budget allows; at least the baseline.
    ///
    /// Looks at `control` often (every few milliseconds): when stopped for [`Stop::Deadline`] it answers at once with the best
    /// so far, `truncated`; for [`Stop::Cancelled`] with [`SelectError::Cancelled`].
    fn select(
        &self,
        window: &Window,
        target: &Target,
        options: &Options,
        control: &Control,
    ) -> Result<Selection, SelectError>;

    /// What listings cost, each by itself, in the unit of [`Selection::cost`]; `None` for what the model cannot price.
    fn price(&self, listings: &[Listing], target: &Target) -> Result<Vec<Option<u64>>, SelectError>;

    /// What a search would do, as titled texts: instructions, candidates and their costs, pruning. Quick: nothing is proved.
    fn explain(
        &self,
        window: &Window,
        target: &Target,
        options: &Options,
    ) -> Result<Vec<(String, String)>, SelectError>;
}

/// How sure an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Shown equal at full width.
    Proved,
    /// Agrees wherever tried; the proof ran out of budget.
    Unproved,
    /// The plain LLVM lowering.
    Baseline,
}

/// What found an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A rule proved earlier.
    Rule,
    /// A search.
    Search,
    /// Nothing better than the plain LLVM lowering.
    Baseline,
}

/// Where a parameter of the function comes from, in the canonical window's terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A leaf as given.
    Leaf(LeafId),
    /// Another load: buffer and base of one of the window's loads, offset and stride of its own.
    Load(LoadAddress),
}

/// A parameter of the answer's function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in the texts of the program.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where the caller gets it.
    pub origin: Origin,
}

/// How one part of a program was shown equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Both sides are the same term.
    Identical,
    /// Unsatisfiable negation.
    Smt,
    /// Every input tried.
    Exhaustive,
    /// An instance of a rule proved earlier.
    Rule,
}

/// One step of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofStep {
    /// How.
    pub method: Method,
    /// What was shown.
    pub claim: String,
    /// Result lanes that it covers.
    pub lanes: u32,
    /// Prover's effort in its own deterministic unit.
    pub work: u64,
}

/// Code for one window, in the canonical window's terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// How sure it is.
    pub verdict: Verdict,
    /// What found it.
    pub found: Found,
    /// Block throughput of the whole function, in hundredths of a cycle.
    pub cost: u64,
    /// The same of the plain LLVM lowering.
    pub baseline_cost: u64,
    /// Mnemonics, in order.
    pub instructions: Vec<String>,
    /// The program in AutoLLVM operations.
    pub autollvm: String,
    /// A module with one `alwaysinline` function.
    pub llvm_ir: String,
    /// The name of that function.
    pub function: String,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// What the function returns.
    pub result: Type,
    /// The prover and its version.
    pub prover: String,
    /// How the program was shown equal, part by part.
    pub proof: Vec<ProofStep>,
    /// Work spent.
    pub work: u64,
    /// A deadline cut the search: never remembered.
    pub truncated: bool,
}

/// Why there is no selection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// [`Stop::Cancelled`] was seen.
    #[error("the search was given up because nobody waits for its answer any more")]
    Cancelled,
    /// The engine has no lowering for something the text form allows.
    #[error("{0}")]
    Unsupported(String),
    /// A prover process died more often than it was restarted.
    #[error("the prover died in the middle of a proof ({0}); this window has no answer, others are not affected")]
    ProverLost(String),
    /// A tool that the engine needs is not there or fails.
    #[error("{0}")]
    Tool(String),
    /// An invariant of the engine does not hold.
    #[error("the search failed inside: {0}")]
    Internal(String),
}

/// Why a search has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Time is up for everyone who waits: answer with the best so far.
    Deadline,
    /// Nobody waits: answer nothing.
    Cancelled,
}

/// What a search is doing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// `enumerate`, `prove`, `judge`.
    pub phase: &'static str,
    /// Work spent so far.
    pub work: u64,
}

/// The line between the service and one running search.
#[derive(Debug, Default)]
pub struct Control {
    stopped: Arc<AtomicBool>,
    cancelled: AtomicBool,
    progress: Mutex<Progress>,
}

impl Control {
    /// A search that nobody has stopped yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Set when the search has to end, for either reason: what inner loops look at.
    pub fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stopped
    }

    /// Why the search has to end, if it has to.
    pub fn stop(&self) -> Option<Stop> {
        // Cancellation is written first and read second: who sees `stopped` sees why.
        match (self.stopped.load(Ordering::Acquire), self.cancelled.load(Ordering::Acquire)) {
            (false, _) => None,
            (true, false) => Some(Stop::Deadline),
            (true, true) => Some(Stop::Cancelled),
        }
    }

    /// Ends the search. A cancellation overrides a deadline.
    pub fn end(&self, why: Stop) {
        if why == Stop::Cancelled {
            self.cancelled.store(true, Ordering::Release);
        }
        self.stopped.store(true, Ordering::Release);
    }

    /// Tells what the search is doing.
    pub fn report(&self, phase: &'static str, work: u64) {
        if let Ok(mut progress) = self.progress.lock() {
            *progress = Progress { phase, work };
        }
    }

    /// What the search last said it was doing.
    pub fn progress(&self) -> Progress {
        self.progress.lock().map(|p| p.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancellation_overrides_a_deadline() {
        let control = Control::new();
        assert_eq!(control.stop(), None);
        control.end(Stop::Deadline);
        assert_eq!(control.stop(), Some(Stop::Deadline));
        control.end(Stop::Cancelled);
        assert_eq!(control.stop(), Some(Stop::Cancelled));
        control.end(Stop::Deadline);
        assert_eq!(control.stop(), Some(Stop::Cancelled));
    }

    #[test]
    fn the_last_report_is_kept() {
        let control = Control::new();
        control.report("enumerate", 5);
        control.report("prove", 9);
        assert_eq!(control.progress(), Progress { phase: "prove", work: 9 });
    }
}
