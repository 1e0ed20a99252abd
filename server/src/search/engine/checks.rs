//! Whether what answers are made with works: the workers, LLVM's tools, and both together on one window.
//!
//! Processes are tried without a lock: whoever asks what is known of them never waits for one. A trial has less time than it may take until
//! what is wrong is named.

use super::Synthesis;
use crate::limits::{DEFAULT_BUDGET, RUN_IS_LONG, SEARCH_TRIAL, TOOLS_RETRY, TOOLS_TRIAL};
use crate::search::selector::{Control, Engine, Options, Part, Selector as _, WORKERS};
use isotope_dictionary::{Host, InstructionSets, Target};
use isotope_ir::Window;
use isotope_ir::canon::canonicalise;
use isotope_ir::parse::parse_file;
use isotope_pricer::Pricers;
use isotope_program::baseline;
use isotope_program::pricer::{PriceError, Pricer as _};
use isotope_tools::Stamp;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The parts besides [`WORKERS`], as whoever observes the daemon knows them.
const COMPILER: &str = "llc";
const MODELS: &str = "llvm-mca";
const SEARCH: &str = "search";

/// The window that is searched for to see that a search comes to its end: an average, for which most vector units have an instruction.
const TRIAL: &str = "uint8x16 (uint8x16)rounding_halving_add((uint8x16)a, (uint8x16)b)";

/// A window that is tried, and for what.
struct Trial {
    window: Window,
    target: Target,
}

/// The findings about the parts.
pub(super) struct Checks {
    /// Nothing where no target's code is priced by LLVM's tools.
    trial: Option<Trial>,
    /// A tool has failed since it was last tried.
    is_suspect: AtomicBool,
    /// The tools are being tried.
    is_trying: AtomicBool,
    /// Not held while anything is tried.
    state: Mutex<State>,
}

/// How often somebody looks whether a trial is over.
const POLL: Duration = Duration::from_millis(5);

#[derive(Default)]
struct State {
    /// The tools' files when they were tried, and when that was.
    stamps: Option<[Stamp; 2]>,
    tried: Option<Instant>,
    /// The oldest run of a tool for which they were tried.
    long_run: Option<u64>,
    /// The defects of the tools, by part; and whether that is that one does not answer.
    tools: BTreeMap<&'static str, String>,
    is_hung: bool,
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

/// The meaning of a tool's failure, and the remedy.
fn sentence(error: &PriceError) -> String {
    let what = match error {
        PriceError::Missing { .. } => format!("{error}, or name its folder in PATH"),
        PriceError::Unreadable { tool, message } => format!("{tool} cannot be used: {message}"),
        PriceError::Refused { tool, message, .. } => {
            format!("{tool} fails on a small function: {message}; is it LLVM's?")
        }
        PriceError::Timeout { .. } | PriceError::TooLarge { .. } | PriceError::NoCode { .. } => error.to_string(),
    };
    format!("{what}; until then nothing has a price, and answers are plain lowerings")
}

impl Checks {
    pub(super) fn new(sets: &InstructionSets, host: &Host, pricer: &Pricers) -> Self {
        let (is_suspect, is_trying) = (AtomicBool::new(false), AtomicBool::new(false));
        Checks { trial: trial(sets, host, pricer), is_suspect, is_trying, state: Mutex::default() }
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

    /// Why the tools need not be asked for anything now: one of them does not answer.
    pub(super) fn hung(&self) -> Option<String> {
        let state = self.state();
        if state.is_hung { state.tools.values().next().cloned() } else { None }
    }

    /// Tries LLVM's tools where something of them has changed, failed, taken long, or lacked something before; not beside another trial.
    /// Their first defect.
    pub(super) fn look_at_tools(&self, pricer: &Pricers) -> Option<String> {
        let trial = self.trial.as_ref()?;
        if !self.is_trying.swap(true, Ordering::AcqRel) {
            let stamps = pricer.llvm().tools().map(|tool| tool.stamp());
            if self.is_due(pricer, &stamps) {
                let (lacks, is_hung) = tools_lack(trial, pricer);
                if is_hung {
                    // The window that they were begun for has its plain lowering at once.
                    pricer.llvm().runs().end_all();
                }
                let mut state = self.state();
                (state.tools, state.is_hung) = (lacks, is_hung);
                (state.stamps, state.tried) = (Some(stamps), Some(Instant::now()));
            }
            self.is_trying.store(false, Ordering::Release);
        }
        self.state().tools.values().next().cloned()
    }

    fn is_due(&self, pricer: &Pricers, stamps: &[Stamp; 2]) -> bool {
        let mut state = self.state();
        let is_again = !state.tools.is_empty() && state.tried.is_none_or(|tried| tried.elapsed() >= TOOLS_RETRY);
        // Once for each run: it may have much to do.
        let long = pricer.llvm().runs().oldest().filter(|(_, time)| *time >= RUN_IS_LONG).map(|(number, _)| number);
        let is_long = long.is_some() && state.long_run != long;
        state.long_run = long.or(state.long_run);
        self.is_suspect.swap(false, Ordering::AcqRel) || is_again || is_long || state.stamps.as_ref() != Some(stamps)
    }

    /// The tools have failed: what they lack, if it is they. Waits for the end of a trial.
    pub(super) fn suspect_tools(&self, pricer: &Pricers, control: &Control) -> Option<String> {
        self.is_suspect.store(true, Ordering::Release);
        while self.is_trying.load(Ordering::Acquire) && !control.stopped() {
            std::thread::sleep(POLL);
        }
        self.look_at_tools(pricer)
    }
}

/// The defect of a tool that was given its time; `None`: nothing.
fn lack<T>(tool: &str, tried: Result<T, PriceError>, until: Instant) -> Option<(String, bool)> {
    let error = tried.err()?;
    let is_hung = Instant::now() >= until || matches!(error, PriceError::Timeout { .. });
    let seconds = TOOLS_TRIAL.as_secs();
    let hangs = || {
        format!(
            "{tool} has not ended a small run within {seconds} s (TOOLS_TRIAL): it hangs, or the machine is too busy for it; until it \
             does nothing has a price, and answers are plain lowerings"
        )
    };
    Some((if is_hung { hangs() } else { sentence(&error) }, is_hung))
}

/// The defects of the tools, by part, and whether that is that one of them does not answer. Takes [`TOOLS_TRIAL`] at most.
fn tools_lack(trial: &Trial, pricer: &Pricers) -> (BTreeMap<&'static str, String>, bool) {
    let llvm = pricer.llvm();
    let until = Instant::now() + TOOLS_TRIAL;
    let payer = || Instant::now() >= until;
    let (mut lacks, mut is_hung) = (BTreeMap::new(), false);
    let mut found = |part: &'static str, lack: Option<(String, bool)>| {
        if let Some((sentence, hangs)) = lack {
            lacks.insert(part, sentence);
            is_hung |= hangs;
        }
    };
    let [compiler, models] = llvm.tools();
    let name = |tool: &isotope_tools::Tool| tool.program.display().to_string();
    std::thread::scope(|scope| {
        // One that hangs takes no time from the other.
        let other = scope.spawn(|| lack(&name(models), models.check(llvm.runs(), &payer), until));
        found(COMPILER, lack(&name(compiler), compiler.check(llvm.runs(), &payer), until));
        found(MODELS, other.join().unwrap_or_default());
    });
    if lacks.is_empty() {
        let program = baseline::lower(&trial.window.graph, trial.window.root);
        if let Some(tried @ Err(_)) = pricer.costs(&[&program], &trial.target, &payer).pop() {
            let is_models = tried.as_ref().is_err_and(|error| error.to_string().contains(MODELS));
            let (part, tool) = if is_models { (MODELS, models) } else { (COMPILER, compiler) };
            if let Some((sentence, hangs)) = lack(&name(tool), tried, until) {
                lacks.insert(part, sentence);
                is_hung |= hangs;
            }
        }
    }
    (lacks, is_hung)
}

impl Synthesis {
    /// The findings about all parts.
    pub(super) fn parts(&self) -> Vec<Part> {
        let (workers, state) = (self.provers.lacks(), self.checks.state());
        let tool = |part| (part, state.tools.get(part).cloned());
        vec![(WORKERS, workers), tool(COMPILER), tool(MODELS), (SEARCH, state.search.clone())]
    }

    /// The same after a look at each. The first looks have a window searched for, until such a search has come to its end.
    pub(super) fn look_at_parts(&self) -> Vec<Part> {
        let (workers, tools) = std::thread::scope(|scope| {
            // Either may take seconds.
            let tools = scope.spawn(|| self.checks.look_at_tools(&self.pricer));
            (self.provers.look(), tools.join().unwrap_or_default())
        });
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
        let control = Arc::new(Control::new());
        let found =
            ended_after(SEARCH_TRIAL, &control, || self.select(&trial.window, &trial.target, &options, &control));
        if control.stopped() {
            // A machine on which that takes so long says nothing of the parts: it is tried again.
            self.checks.state().searched = Some(Instant::now());
            return;
        }
        let lacks = match found {
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

/// Does something, and stops its control where it takes longer.
fn ended_after<T>(time: Duration, control: &Arc<Control>, work: impl FnOnce() -> T) -> T {
    let (over, told) = channel::<()>();
    let timed = Arc::clone(control);
    let timer = std::thread::spawn(move || {
        if told.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            timed.stop();
        }
    });
    let done = work();
    drop(over);
    // It neither panics nor waits.
    let _ = timer.join();
    done
}
