//! The interface between the service and what searches: one trait, and the words of an answer.
//!
//! Everything here is in terms of the *canonical* window: its leaves, its loads. The service translates to and from the
//! names of each request, so that one answer serves all windows that are equal in canonical form.

pub use super::control::{Control, Progress, StopOnDrop};
pub use super::explanation::{Explanation, Finding, Wanted, WhyNot};
pub use super::pool::{Changed, Compared, Misplaced, Nested, PoolStats, Transform, Unchanged, Unscheduled};
pub use super::selection::{Engine, Found, Options, Origin, Parameter, ProofStep, Selection, Verdict, Way};
pub use crate::failure::SelectError;
use isotope_dictionary::InstructionSets;
pub use isotope_dictionary::{Target, TargetError};
use isotope_ir::Window;
use isotope_ir::canon::Canonical;
use isotope_ir::expr::LeafId;
pub use isotope_pricer::{Listing, ListingError};
pub use isotope_program::pricer::{Basis, Cost};
use isotope_proto::v1;
pub use isotope_smt::Method;
/// The parts of a [`Toolchain`].
pub use isotope_tools::{Runs, sandbox::Confinement};
pub use isotope_undefined::{Freeze, Freezing};

/// A part that answers are made with, by name, and what it lacks, as a sentence with a remedy; nothing where it works.
pub type Part = (&'static str, Option<String>);

/// The part that the processes are which search and prove.
pub const WORKERS: &str = "workers";

/// Machine code whose loops are scheduled and what became of each, or why the text is none of machine code.
pub type Rescheduling = Result<Result<(String, v1::ScheduleResponse), String>, SelectError>;

/// Selects code for windows. Called from blocking threads, several at a time.
///
/// The same window, target and options must give the same selection, whatever else runs: the service remembers it.
pub trait Selector: Send + Sync + 'static {
    /// Hash of the dictionaries, hex. Answers of one epoch are not served in another.
    fn epoch(&self) -> &str;

    /// The target that names mean, as [`InstructionSets::target`](isotope_dictionary::InstructionSets::target) reads them.
    fn target(&self, arch: &str, mcpu: &str, mattr: &str) -> Result<Target, TargetError>;

    /// The meaning of costs for a target: a name with a version, and a digest of the costs. A record of another one is ranked anew.
    fn cost_model(&self, target: &Target) -> String;

    /// Name and version of what searches, for the records.
    fn producer(&self) -> &str;

    /// Digest of everything that decides a verdict, hex. A program that another one proved is proved again before it is served.
    fn prover(&self) -> &str;

    /// Counters of the worker processes that search and prove; nothing where there are none.
    fn workers(&self) -> PoolStats {
        PoolStats::default()
    }

    /// Looks whether each part works that answers are made with. May start processes and take seconds.
    fn look(&self) -> Vec<Part> {
        self.lacks()
    }

    /// The defects of each part by the last look and by events since. Takes no time.
    fn lacks(&self) -> Vec<Part> {
        Vec::new()
    }

    /// Shows that a canonical window is the one that was asked, whatever made it: only then does an answer for the one
    /// answer the other.
    fn prove_phrasing(
        &self,
        asked: &Window,
        canonical: &Canonical,
        target: &Target,
        control: &Control,
    ) -> Result<Checked, SelectError>;

    /// Proves a [`Selection::program`] once more against the window that it was made for.
    fn check(&self, held: &Held<'_>, way: Way, control: &Control) -> Result<Checked, SelectError>;

    /// The texts of a [`Selection::program`], as `select` would make them now.
    fn lower(&self, held: &Held<'_>) -> Result<Lowered, SelectError>;

    /// The freezing of a [`Selection::program`] for a caller who asked for its window in these words, whose leaf each of the window's is.
    /// A value of which nothing is known has to be frozen.
    fn freezing(&self, _held: &Held<'_>, _asked: &Window, _leaf_map: &[LeafId]) -> Freezing {
        Freezing::of_unknown(0)
    }

    /// The cheapest proven program for a window that the budget allows; at least the baseline, whatever is lost or missing
    /// on the way. Callers whose time is up do not end it: they get what it has [offered](Control::offer) by then, or
    /// [`Selector::plain`].
    ///
    /// Looks at `control` often (every few milliseconds): when stopped it answers [`SelectError::Cancelled`] at once.
    fn select(
        &self,
        window: &Window,
        target: &Target,
        options: &Options,
        control: &Control,
    ) -> Result<Selection, SelectError>;

    /// The cheapest of remembered programs and the plain lowering by the prices of now, without a search. Programs whose proof is
    /// not known are proved where they are the cheapest. The answer's `proved_before` says that it is one whose proof is.
    fn rank(
        &self,
        window: &Window,
        target: &Target,
        options: &Options,
        held: &[Remembered],
        control: &Control,
    ) -> Result<Selection, SelectError>;

    /// The plain lowering of a window at once, `truncated`: without a search, a proof or a price.
    fn plain(&self, window: &Window, target: &Target) -> Result<Selection, SelectError>;

    /// A compiler's listing, as the target's instructions are written.
    fn listing(&self, text: String, _target: &Target) -> Result<Listing, ListingError> {
        Listing::read(text)
    }

    /// The costs of listings, each by itself, in the unit of [`Selection::cost`]; `None` for one that the model cannot price.
    /// Ends when `control` is stopped.
    fn price(&self, listings: &[Listing], target: &Target, control: &Control)
    -> Result<Vec<Option<Cost>>, SelectError>;

    /// The plain lowerings of a window and remembered programs with what they cost; what cannot be compiled is left out. Ends when
    /// `control` is stopped.
    fn alternatives(
        &self,
        window: &Window,
        target: &Target,
        held: &[Remembered],
        control: &Control,
    ) -> Result<Vec<(Selection, Cost)>, SelectError>;

    /// Compares two programs of MLIR. Ends when `control` is stopped.
    fn compare(
        &self,
        _pair: &Compared,
        _control: &Control,
    ) -> Result<Result<v1::CheckResponse, Misplaced>, SelectError> {
        Err(SelectError::Unsupported("this service compares no programs".to_owned()))
    }

    /// Changes the loops of a program of MLIR. Ends when `control` is stopped.
    fn change(&self, _: &Nested, _: &Control) -> Result<Result<Box<Changed>, Unchanged>, SelectError> {
        Err(SelectError::Unsupported("this service changes no programs".to_owned()))
    }

    /// Schedules the loops of machine code: the code, and what became of each loop; or why the text is none. `processor` is how LLVM's
    /// tools are told of the CPU. Ends when `control` is stopped.
    fn schedule(&self, _: &Unscheduled, _processor: &[String], _: &Control) -> Rescheduling {
        Err(SelectError::Unsupported("this service schedules no loops".to_owned()))
    }

    /// The version of the tools that make packets of machine code.
    fn llvm_version(&self) -> Result<String, SelectError> {
        Err(SelectError::Unsupported("this service schedules no loops".to_owned()))
    }

    /// The tools that programs are compiled with, and what is known of instruction sets.
    fn toolchain(&self) -> Result<Toolchain<'_>, SelectError> {
        Err(SelectError::Unsupported("this service compiles no programs".to_owned()))
    }

    /// The plan of a search: instructions, candidates with their costs and code, pruning. Nothing is proved, but for programs with an
    /// instruction that is [asked about](Wanted::why_not). Ends when `control` is stopped.
    fn explain(
        &self,
        window: &Window,
        target: &Target,
        options: &Options,
        wanted: &Wanted,
        control: &Control,
    ) -> Result<Explanation, SelectError>;
}

/// The tools that programs are compiled with.
#[derive(Clone, Copy)]
pub struct Toolchain<'a> {
    /// The instruction sets.
    pub sets: &'static InstructionSets,
    /// Where tools run.
    pub runs: &'a Runs,
}

/// A program that the memo holds, and what it was made for.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// The canonical window.
    pub window: &'a Window,
    /// [`Selection::program`].
    pub program: &'a [u8],
    /// The target.
    pub target: &'a Target,
}

/// A program that the memo holds for a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// [`Selection::program`], or one of [`Selection::alternatives`].
    pub program: Vec<u8>,
    /// This prover has proved it.
    pub proved: bool,
}

/// The outcome of a proof that the service asks for by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It holds: how, part by part.
    Holds(Vec<ProofStep>),
    /// It does not, and where.
    Fails(String),
    /// Not known, and why.
    Open(String),
}

/// The texts of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    /// [`Selection::autollvm`].
    pub autollvm: String,
    /// [`Selection::llvm_ir`].
    pub llvm_ir: String,
}
