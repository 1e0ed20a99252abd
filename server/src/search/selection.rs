//! The words between the service and what searches: what is asked of a search, and what it answers, in the terms of the canonical
//! window.

use isotope_ir::expr::{LeafId, LoadAddress};
use isotope_ir::types::Type;
use isotope_smt::Method;
use serde::{Deserialize, Serialize};

/// Which search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Engine {
    /// Concrete enumeration, then proof.
    #[default]
    Fast,
    /// Algorithm 2 of the Hydride paper, as written.
    Reference,
    /// No search: plain LLVM vector operations, what costs are compared with.
    Baseline,
}

/// The options of a request for a search; part of the entry's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Options {
    /// Which search runs.
    pub engine: Engine,
    /// Upper bound of its work, in the engine's units; never time.
    pub budget: u64,
}

/// How a program is proved once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// As a search proves it.
    Usual,
    /// By the solver alone, on terms that nothing of ours has simplified.
    SolverAlone,
}

/// How sure an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Shown equal at full width.
    Proved,
    /// The plain LLVM lowering.
    Baseline,
}

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
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

/// One step of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofStep {
    /// Every method that it rests on.
    pub methods: Vec<Method>,
    /// The claim that was shown.
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
    /// Its source.
    pub found: Found,
    /// Block throughput of the whole function, in hundredths of a cycle; 0 where it is not known.
    pub cost: u64,
    /// The same of the plain LLVM lowering.
    pub baseline_cost: u64,
    /// It costs less than that, or as much in fewer micro-operations or instructions.
    pub is_better: bool,
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
    /// The type that the function returns.
    pub result: Type,
    /// The program, for the selector that made it or a later one: [`Selector::check`](super::selector::Selector::check) reads it.
    pub program: Vec<u8>,
    /// Other programs for the window, more expensive by today's prices, not proved yet.
    pub alternatives: Vec<Vec<u8>>,
    /// The program is one that was known to be proved: see [`Selector::rank`](super::selector::Selector::rank).
    pub proved_before: bool,
    /// The prover and its version.
    pub prover: String,
    /// How the program was shown equal, part by part.
    pub proof: Vec<ProofStep>,
    /// Work spent.
    pub work: u64,
    /// This is not what a whole search finds: never remembered.
    pub truncated: bool,
    /// Problems that did not spoil the answer.
    pub notes: Vec<String>,
}
