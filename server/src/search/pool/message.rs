//! Messages between the daemon and a worker: JSON, one message a frame.

use crate::search::explanation::{Explanation, Wanted};
use crate::search::selection::{Engine, Way};
use isotope_dictionary::Target;
use isotope_ir::Window;
use isotope_ir::canon::Canonical;
use isotope_program::Program;
use isotope_program::pricer::{Cost, PriceError};
use isotope_program::proof::Verdict;
use isotope_select::{EngineError, Selected};
use serde::{Deserialize, Serialize};

/// A window to search for, and what for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// The window, canonical.
    pub window: Window,
    /// The target.
    pub target: Target,
    /// Which search.
    pub engine: Engine,
    /// The most work that it may take.
    pub budget: u64,
    /// Every price is the model's: nothing was measured on the target's CPU.
    pub modelled: bool,
}

/// A claim that is to be proved without a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Claim {
    /// That a window is its canonical form.
    Phrasing {
        /// The window as it was asked.
        asked: Window,
        /// Its canonical form.
        canonical: Canonical,
    },
    /// That a program computes its window.
    Program {
        /// The window.
        window: Window,
        /// The program.
        program: Program,
        /// The target whose instructions it is made of.
        target: Target,
        /// How.
        way: Way,
    },
}

/// Two programs to compare.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compared {
    /// Both, in MLIR's generic form.
    pub texts: [String; 2],
    /// The function; empty: the only one.
    pub entry: String,
    /// A size for all that the text leaves open.
    pub size: Option<i64>,
    /// Sizes of arguments, and of dimensions of them.
    pub sizes: Vec<(u32, Option<u32>, i64)>,
    /// Random numbers are made from it and both programs.
    pub key: String,
    /// Operations of one run.
    pub max_steps: u64,
    /// Places are those of the texts' locations.
    pub located: bool,
}

/// Why a program is none for its job, with the place in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misplaced {
    /// A sentence.
    pub message: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// The change of a program's loops.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Transform {
    /// Arrays are packed; as GPAT does, or by what is counted.
    Pack {
        /// As GPAT does.
        like_gpat: bool,
    },
    /// Bands are tiled in these sizes; none: the cheapest.
    Tile(Vec<u64>),
    /// A kernel of fixed size becomes vectors; by Diospyros' costs, or by the pipes of the processor.
    Vectorize {
        /// By Diospyros' costs.
        like_diospyros: bool,
    },
}

/// A program, and what is done with its loops.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Nested {
    /// In MLIR's generic form.
    pub text: String,
    /// Places are those of the text's locations.
    pub located: bool,
    /// The function; empty: the only one.
    pub entry: String,
    /// The change.
    pub transform: Transform,
    /// KiB of caches that are given.
    pub caches: Option<[u64; 3]>,
    /// Pages that are given.
    pub entries: Option<u64>,
    /// Cycles of innermost loops that were priced, by their texts; `None`: one has no price.
    pub prices: Vec<(String, Option<f64>)>,
    /// The target.
    pub target: Target,
}

/// A program whose loops were changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Changed {
    /// In the generic form; nothing where no place is changed.
    pub text: String,
    /// Places.
    pub changes: u64,
    /// The table of all that was weighed.
    pub table: String,
    /// An assumption about the target.
    pub note: Option<String>,
    /// Texts of innermost loops whose prices may lead to another choice.
    pub unpriced: Vec<String>,
    /// The limit that ended the search for a better one.
    pub limit: Option<String>,
}

/// Why a program's loops stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unchanged {
    /// A place of it.
    At(Misplaced),
    /// Its arrays have so many elements.
    Cells(usize),
    /// Nobody waits any more.
    Stopped,
}

/// Machine code whose loops are scheduled.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unscheduled {
    /// The code.
    pub code: String,
    /// The CPU, which has a file.
    pub cpu: String,
    /// Iterations of a loop whose count the code does not name.
    pub iterations: Option<u32>,
}

/// Machine code after that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rescheduled {
    /// The code.
    pub code: String,
    /// `isotope.v1.ScheduleResponse` without it, encoded.
    pub loops: Vec<u8>,
}

/// Machine code for LLVM's packetiser.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unpacked {
    /// The code.
    pub code: String,
    /// Whether LLVM makes an object file of it is asked, and no code comes back.
    pub as_object: bool,
}

/// A worker's job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Job {
    /// One query, in `isotope_smt`'s own text.
    Query(String),
    /// A whole search.
    Search(Box<Asked>),
    /// Remembered programs, each with whether its proof is known, ranked without a search.
    Rank(Box<Asked>, Vec<(Program, bool)>),
    /// A proof by itself.
    Prove(Box<Claim>),
    /// The plan of a search.
    Explain(Box<Asked>, Wanted),
    /// Two programs of MLIR compared.
    Compare(Box<Compared>),
    /// The loops of a program of MLIR packed, tiled or vectorized.
    Change(Box<Nested>),
    /// The loops of machine code scheduled.
    Schedule(Box<Unscheduled>),
}

impl Job {
    /// The target whose instructions it takes.
    pub(super) fn target(&self) -> Option<&Target> {
        match self {
            Job::Search(asked) | Job::Explain(asked, _) | Job::Rank(asked, _) => Some(&asked.target),
            Job::Prove(claim) => match &**claim {
                Claim::Program { target, .. } => Some(target),
                Claim::Phrasing { .. } => None,
            },
            Job::Query(_) | Job::Compare(_) | Job::Change(_) | Job::Schedule(_) => None,
        }
    }
}

/// From the daemon to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Begins a job; the one before has ended.
    Begin {
        /// The job.
        job: Job,
        /// The names of the calls that it is for.
        calls: String,
        /// Nobody waits: everything else on the machine goes first.
        is_idle: bool,
    },
    /// Answers [`Report::Price`].
    Costs(Vec<Result<Cost, PriceError>>),
    /// Answers [`Report::Pack`]: the code with packets, or why LLVM makes none.
    Packed(Result<String, String>),
    /// Ends the job soon: its result is not wanted any more, the worker is.
    Stop,
}

/// From a worker to the daemon.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// The first word of every worker: it has its instruction sets and its solver, and takes jobs.
    Ready,
    /// The job is in this phase and has spent so much work.
    Progress(String, u64),
    /// The costs of these programs are asked for. The pricer is the daemon's.
    Price(Vec<Program>),
    /// The packets of machine code are asked for. The tools are the daemon's.
    Pack(Unpacked),
    /// Something went wrong, in words for the log.
    Said(String),
    /// The end of a query, in `isotope_smt`'s own text.
    Answer(String),
    /// The end of a search.
    Selected(Box<Result<Selected, EngineError>>),
    /// The end of a proof by itself.
    Concluded(Verdict),
    /// The end of an explanation.
    Explained(Box<Result<Explanation, EngineError>>),
    /// The end of a comparison: `isotope.v1.CheckResponse`, encoded.
    Compared(Result<Vec<u8>, Misplaced>),
    /// The end of a change of loops.
    Changed(Result<Box<Changed>, Unchanged>),
    /// The end of a schedule, or why the text is none of machine code; the sentence may begin with a line.
    Scheduled(Result<Rescheduled, String>),
}

impl Report {
    /// Whether the job ends with it.
    pub fn is_last(&self) -> bool {
        matches!(
            self,
            Report::Answer(_)
                | Report::Selected(_)
                | Report::Concluded(_)
                | Report::Explained(_)
                | Report::Compared(_)
                | Report::Changed(_)
                | Report::Scheduled(_)
        )
    }
}
