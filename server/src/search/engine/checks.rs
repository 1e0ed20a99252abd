//! Whether what answers are made with works: the workers, LLVM's tools, and both together on one window.

use super::Synthesis;
use crate::limits::{DEFAULT_BUDGET, TOOLS_RETRY, TOOLS_TRIAL};
use crate::search::selector::{Control, Engine, Options, Part, Selector as _, WORKERS};
use isotope_dictionary::{Host, InstructionSets, Target};
use isotope_ir::Window;
use isotope_ir::canon::canonicalise;
use isotope_ir::parse::parse_file;
use isotope_pricer::{Pricers, Stamp};
use isotope_program::baseline;
use isotope_program::pricer::{Payer, PriceError, Pricer as _};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The parts besides [`WORKERS`], as whoever observes the daemon knows them.
const COMPILER: &str = "llc";
const MODELS: &str = "llvm-mca";
const SEARCH: &str = "search";

/// What is searched for to see that a search comes to its end: an average, for which most vector units have an instruction.
const TRIAL: &str = "uint8x16 (uint8x16)rounding_halving_add((uint8x16)a, (uint8x16)b)";

/// A window that is tried, and for what.
struct Trial {
    window: Window,
    target: Target,
}

/// What was found of the parts.
pub(super) struct Checks {
    /// Nothing where no target's code is priced by LLVM's tools.
    trial: Option<Trial>,
    /// A tool has failed since it was last tried.
    is_suspect: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The tools' files when they were tried, and when that was.
    stamps: Option<[Stamp; 2]>,
    tried: Option<Instant>,
    /// What the tools lack, by part.
    tools: BTreeMap<&'static str, String>,
    /// A search for the trial window has come to its end; or why the last one has not, and when that was.
    has_searched: bool,
    search: Option<String>,
    searched: Option<Instant>,
}

fn trial(sets: &InstructionSets, host: &Host, pricer: &Pricers) -> Option<Trial> {
    let own = sets.target("", "", "", host).ok();
    // On a machine that no code is made for: any CPU that it is made for.
    let others = sets
        .iter()
        .flat_map(|set| set.cpus().names().into_iter().filter_map(|cpu| sets.target(set.arch(), cpu, "", host).ok()));
    let target = own.into_iter().chain(others).find(|target| pricer.is_llvm_priced(target))?;
    let window = parse_file(TRIAL).ok()?.windows.pop()?;
    Some(Trial { window: canonicalise(&window).window, target })
}

/// What a failure of a tool means, and what to do.
fn sentence(error: &PriceError) -> String {
    let what = match error {
        PriceError::Missing { .. } => format!("{error}, or name its folder in PATH"),
        PriceError::Unreadable { tool, message } => format!("{tool} cannot be used: {message}"),
        PriceError::Refused { tool, message, .. } => {
            format!("{tool} fails on a small function: {message}; is it LLVM's?")
        }
        PriceError::Timeout { .. } | PriceError::NoCode { .. } => error.to_string(),
    };
    format!("{what}; until then nothing has a price, and answers are plain lowerings")
}

impl Checks {
    pub(super) fn new(sets: &InstructionSets, host: &Host, pricer: &Pricers) -> Self {
        Checks { trial: trial(sets, host, pricer), is_suspect: AtomicBool::new(false), state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is whole before the lock is given back.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what a tool did: one that fails is tried at the next look.
    pub(super) fn heard<T>(&self, priced: &Result<T, PriceError>) {
        if matches!(
            priced,
            Err(PriceError::Missing { .. } | PriceError::Timeout { .. } | PriceError::Unreadable { .. })
        ) {
            self.is_suspect.store(true, Ordering::Release);
        }
    }

    /// Tries LLVM's tools where something of them has changed, failed, or lacked something before. What they lack first.
    pub(super) fn look_at_tools(&self, pricer: &Pricers) -> Option<String> {
        let trial = self.trial.as_ref()?;
        let mut state = self.state();
        let stamps = pricer.llvm().tools().map(|tool| tool.stamp());
        let is_again = !state.tools.is_empty() && state.tried.is_none_or(|tried| tried.elapsed() >= TOOLS_RETRY);
        let has_changed = state.stamps.as_ref() != Some(&stamps);
        if self.is_suspect.swap(false, Ordering::AcqRel) || is_again || has_changed {
            let until = Instant::now() + TOOLS_TRIAL;
            let stopped = || Instant::now() >= until;
            let lacks = tools_lack(trial, pricer, &stopped);
            // A machine on which that takes so long says nothing of the tools.
            if !stopped() {
                (state.tools, state.stamps) = (lacks, Some(stamps));
            }
            state.tried = Some(Instant::now());
        }
        state.tools.values().next().cloned()
    }

    /// The tools have failed: what they lack, if it is they.
    pub(super) fn suspect_tools(&self, pricer: &Pricers) -> Option<String> {
        self.is_suspect.store(true, Ordering::Release);
        self.look_at_tools(pricer)
    }
}

fn tools_lack(trial: &Trial, pricer: &Pricers, payer: &dyn Payer) -> BTreeMap<&'static str, String> {
    let (llvm, mut lacks) = (pricer.llvm(), BTreeMap::new());
    for (part, tool) in [COMPILER, MODELS].into_iter().zip(llvm.tools()) {
        if let Err(error) = tool.check(llvm.runs(), payer) {
            lacks.insert(part, sentence(&error));
        }
    }
    if lacks.is_empty() {
        let program = baseline::lower(&trial.window.graph, trial.window.root);
        if let Some(Err(error)) = pricer.costs(&[&program], &trial.target, payer).pop() {
            let part = if error.to_string().contains(MODELS) { MODELS } else { COMPILER };
            lacks.insert(part, sentence(&error));
        }
    }
    lacks
}

impl Synthesis {
    /// What is known of all parts.
    pub(super) fn parts(&self) -> Vec<Part> {
        let (workers, state) = (self.provers.lacks(), self.checks.state());
        let tool = |part| (part, state.tools.get(part).cloned());
        vec![(WORKERS, workers), tool(COMPILER), tool(MODELS), (SEARCH, state.search.clone())]
    }

    /// The same after a look at each. The first looks have a window searched for, until such a search has come to its end.
    pub(super) fn look_at_parts(&self) -> Vec<Part> {
        let workers = self.provers.look();
        let tools = self.checks.look_at_tools(&self.pricer);
        if workers.is_none() && tools.is_none() {
            self.search_once();
        } else {
            // Which says it better.
            self.checks.state().search = None;
        }
        self.parts()
    }

    fn search_once(&self) {
        let Some(trial) = &self.checks.trial else { return };
        let is_due = {
            let state = self.checks.state();
            let was_long_ago = state.searched.is_none_or(|at| at.elapsed() >= TOOLS_RETRY);
            !state.has_searched && was_long_ago && self.provers.has_room()
        };
        if !is_due {
            return;
        }
        let options = Options { engine: Engine::Fast, budget: DEFAULT_BUDGET };
        let lacks = match self.select(&trial.window, &trial.target, &options, &Control::new()) {
            Ok(selection) if !selection.truncated => None,
            Ok(selection) => Some(selection.notes.join("; ")),
            Err(error) => Some(error.to_string()),
        };
        let mut state = self.checks.state();
        (state.has_searched, state.searched) = (lacks.is_none(), Some(Instant::now()));
        state.search =
            lacks.map(|why| format!("a small window was not searched to its end: {why}; the log may say more"));
    }
}
