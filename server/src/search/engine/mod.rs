//! The engine that the daemon ships with: the synthesis crates behind [`Selector`].

mod answered;
mod attending;
mod checks;
mod proving;
mod scheduling;
mod undefined;

use crate::memory::{Memory, Plan};
use crate::search::pool::{Asked, Interrupt, Job, Lost, Own, PoolConfig, ProverPool, Report};
use crate::search::selector::{
    Changed, Checked, Compared, Control, Cost, Explanation, Held, Lowered, Misplaced, Nested, Options, Part, PoolStats,
    Remembered, Rescheduling, SelectError, Selection, Selector, Toolchain, Unchanged, Unscheduled, Wanted, Way,
};
use crate::sets;
use answered::{refused, refused_for, unfinished};
use attending::{Attendant, Listener};
use checks::Checks;
use isotope_dictionary::{Host, InstructionSet, InstructionSets, Target, TargetError};
use isotope_ir::Window;
use isotope_ir::canon::Canonical;
use isotope_ir::expr::LeafId;
use isotope_pricer::{Listing, ListingError, Measured, Pricers};
use isotope_program::baseline;
use isotope_program::pricer::{PriceError, Pricer as _};
use isotope_proto::v1;
use isotope_select::EngineError;
use isotope_tools::Runs;
use isotope_tools::sandbox::Confinement;
use isotope_undefined::Freezing;
use prost::Message as _;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use undefined::Undefined;

/// The producer's name, for the records; a change of it that changes answers changes the cost model's name, too.
const PRODUCER: &str = concat!("isotope ", env!("CARGO_PKG_VERSION"));

/// The pricer's unit and rules, part of the memo's key with the digest of the CPU's prices.
const COST_MODEL: &str = "block throughput of a loop 5";

/// The prover, for the records.
const PROVER: &str = "z3 5.4 and what comes before it; each step names its methods";

/// Digest of the sources of everything that decides a verdict, made when this was built.
const DIGEST: &str = env!("ISOTOPE_PROVER_DIGEST");

/// The name of every answer's function.
const FUNCTION: &str = "isotope_window";

/// Searches of one selection that a dying worker may spoil before the plain lowering is the answer.
const ATTEMPTS: u32 = 3;

/// The synthesis engine: dictionary, pricer, and the workers that search.
pub struct Synthesis {
    sets: &'static InstructionSets,
    epoch: String,
    host: Host,
    pricer: Pricers,
    provers: ProverPool,
    checks: Checks,
    undefined: Undefined,
    /// The version of `llc`, once it has said it.
    llvm: OnceLock<String>,
}

/// Loads the instruction sets, those in `more` too, and starts what a plan has workers for, held to `confinement` and charged to
/// `memory`; what was measured ranks where there is such data. Waits for a worker's first word; where there is none
/// [`Selector::lacks`] says why, and answers are plain lowerings. LLVM's tools are tried, and a small window is searched for, with the
/// first [`Selector::look`].
pub fn open(
    more: Option<&Path>,
    (plan, memory): (&Plan, &Memory),
    measured: Measured,
    confinement: &Confinement,
) -> Result<Arc<dyn Selector>, SelectError> {
    let tool = |e: &dyn std::error::Error| SelectError::Tool(e.to_string());
    let sets = sets::load(more).map_err(|e| tool(&e))?;
    let workers = plan.workers;
    let runs = Runs::new(workers, confinement.clone()).with_large(plan.large_tool as u64);
    let pricer = Pricers::new(sets, workers).with_measured(Arc::new(measured)).running(runs);
    let own = Own { instruction_sets: more.map(Path::to_owned), epoch: sets.epoch() };
    let (confinement, memory) = (confinement.clone(), memory.clone());
    let config = PoolConfig { own, confinement, memory, ..PoolConfig::of(workers) };
    let host = sets::host();
    let checks = Checks::new(sets, &host, &pricer);
    let provers = ProverPool::new(config).map_err(|e| tool(&e))?;
    let undefined = Undefined::new(sets);
    Ok(Arc::new(Synthesis {
        sets,
        epoch: sets.epoch(),
        host,
        pricer,
        provers,
        checks,
        undefined,
        llvm: OnceLock::new(),
    }))
}

impl Synthesis {
    fn set(&self, target: &Target) -> Result<&'static InstructionSet, SelectError> {
        let unknown = || SelectError::Internal(format!("the instruction set of {target} is not known here"));
        self.sets.get(target.arch()).ok_or_else(unknown)
    }

    /// Refuses an instruction that the target's set does not have.
    fn known_instruction(&self, name: &str, target: &Target) -> Result<(), SelectError> {
        let members = self.set(target)?.dictionary().members();
        if members.iter().any(|member| member.name == name || member.mnemonic == Some(name)) {
            return Ok(());
        }
        let names = members.iter().filter_map(|member| member.mnemonic).chain(members.iter().map(|member| member.name));
        let meant = match isotope_dictionary::meant(name, names) {
            meant if meant.is_empty() => "`isotope dict list PART` finds names".to_owned(),
            meant => meant,
        };
        Err(SelectError::Instruction(format!("{} has no instruction `{name}`; {meant}", target.arch())))
    }

    fn asked(&self, window: &Window, target: &Target, options: &Options) -> Box<Asked> {
        Box::new(Asked {
            window: window.clone(),
            target: target.clone(),
            engine: options.engine,
            budget: options.budget,
            modelled: self.pricer.measured().digest(target.tune()).is_none(),
        })
    }

    /// One job in a worker.
    fn job(&self, job: Job, window: Option<&Window>, target: &Target, control: &Control) -> Result<Report, Lost> {
        let interrupt = Interrupt::on(Arc::clone(control.stop_flag()));
        let mut attendant = Attendant { engine: self, target: target.clone(), control, window };
        self.provers.run(job, &interrupt, &mut attendant)
    }

    /// Why a window has no search, where its plain lowering is all the same an answer: a tool that refuses what it is given may be
    /// none.
    fn hindrance(&self, error: &EngineError, control: &Control) -> Option<String> {
        if let Some(why) = self.checks.hung() {
            return Some(why);
        }
        match error {
            EngineError::Pricer(
                e @ (PriceError::Missing { .. }
                | PriceError::Timeout { .. }
                | PriceError::TooLarge { .. }
                | PriceError::Unreadable { .. }),
            ) => Some(e.to_string()),
            EngineError::Pricer(PriceError::Refused { .. }) => self.checks.suspect_tools(&self.pricer, control),
            _ => None,
        }
    }

    /// The plain lowering of a window that could not be searched, with its price where there is one to be had.
    fn plain_for(
        &self,
        why: String,
        window: &Window,
        target: &Target,
        control: &Control,
    ) -> Result<Selection, SelectError> {
        // A defect of a part is reported once, and not for each window.
        if self.parts().iter().all(|(_, lacks)| lacks.is_none()) {
            tracing::warn!(why, "a window is answered with its plain lowering");
        }
        let program = baseline::lower(&window.graph, window.root);
        let priced = || self.pricer.costs(&[&program], target, control).pop().and_then(Result::ok);
        // A tool that does not answer is not asked.
        let cost = if self.checks.hung().is_none() { priced() } else { None };
        if control.stopped() {
            return Err(SelectError::Cancelled);
        }
        let mut selection = self.plain_answer(&program, target, cost.as_ref())?;
        selection.notes.push(format!("not searched to the end: {why}"));
        if cost.is_none() {
            selection.notes.push("the cost of this answer is not known".to_owned());
        }
        Ok(selection)
    }
}

impl Selector for Synthesis {
    fn epoch(&self) -> &str {
        &self.epoch
    }

    fn target(&self, arch: &str, mcpu: &str, mattr: &str) -> Result<Target, TargetError> {
        self.sets.target(arch, mcpu, mattr, &self.host)
    }

    fn cost_model(&self, target: &Target) -> String {
        let digest = self.sets.get(target.arch()).map(|set| set.prices().digest(target.tune()));
        let measured = self.pricer.measured().digest(target.tune());
        let measured = measured.map(|digest| format!(", measured {digest}")).unwrap_or_default();
        format!("{COST_MODEL}, {}{measured}", digest.unwrap_or_default())
    }

    fn producer(&self) -> &str {
        PRODUCER
    }

    fn prover(&self) -> &str {
        DIGEST
    }

    fn workers(&self) -> PoolStats {
        self.provers.stats()
    }

    fn look(&self) -> Vec<Part> {
        self.look_at_parts()
    }

    fn lacks(&self) -> Vec<Part> {
        self.parts()
    }

    fn prove_phrasing(
        &self,
        asked: &Window,
        canonical: &Canonical,
        target: &Target,
        control: &Control,
    ) -> Result<Checked, SelectError> {
        self.prove_tie(asked, canonical, target, control)
    }

    fn check(&self, held: &Held<'_>, way: Way, control: &Control) -> Result<Checked, SelectError> {
        self.prove_again(held, way, control)
    }

    fn lower(&self, held: &Held<'_>) -> Result<Lowered, SelectError> {
        self.lowered(&proving::read(held.program)?, held.target)
    }

    fn freezing(&self, held: &Held<'_>, asked: &Window, leaf_map: &[LeafId]) -> Freezing {
        let known =
            self.set(held.target).and_then(|set| self.undefined.freezing(held, asked, leaf_map, set.dictionary()));
        known.unwrap_or_else(|why| {
            tracing::warn!(%why, "nothing is known of what an answer's caller has to freeze");
            Freezing::of_unknown(0)
        })
    }

    fn select(
        &self,
        window: &Window,
        target: &Target,
        options: &Options,
        control: &Control,
    ) -> Result<Selection, SelectError> {
        let mut why = String::new();
        for _ in 0..ATTEMPTS {
            let job = Job::Search(self.asked(window, target, options));
            let ended = self.job(job, Some(window), target, control);
            if control.stopped() {
                return Err(SelectError::Cancelled);
            }
            match ended {
                Ok(Report::Selected(selected)) => match *selected {
                    Ok(selected) => return self.answer(&selected, target),
                    Err(error) => match self.hindrance(&error, control) {
                        Some(why) => return self.plain_for(why, window, target, control),
                        None => return Err(refused_for(window, error)),
                    },
                },
                Ok(_) => return Err(SelectError::Internal("a worker answered another question".to_owned())),
                Err(Lost::Died(how)) => why = format!("{how}, {ATTEMPTS} times in a row"),
                // Another attempt would end in the same way.
                Err(lost) => {
                    why = lost.to_string();
                    break;
                }
            }
        }
        self.plain_for(why, window, target, control)
    }

    fn rank(
        &self,
        window: &Window,
        target: &Target,
        options: &Options,
        held: &[Remembered],
        control: &Control,
    ) -> Result<Selection, SelectError> {
        let read = |one: &Remembered| Ok((proving::read(&one.program)?, one.proved));
        let held = held.iter().map(read).collect::<Result<_, SelectError>>()?;
        let job = Job::Rank(self.asked(window, target, options), held);
        match self.job(job, Some(window), target, control) {
            Ok(Report::Selected(selected)) => self.answer(&(*selected).map_err(refused)?, target),
            Ok(_) => Err(SelectError::Internal("a worker answered another question".to_owned())),
            Err(_) if control.stopped() => Err(SelectError::Cancelled),
            Err(lost) => Err(SelectError::Tool(lost.to_string())),
        }
    }

    fn compare(&self, pair: &Compared, control: &Control) -> Result<Result<v1::CheckResponse, Misplaced>, SelectError> {
        let interrupt = Interrupt::on(Arc::clone(control.stop_flag()));
        let job = Job::Compare(Box::new(pair.clone()));
        match self.provers.run(job, &interrupt, &mut Listener(control)) {
            Ok(Report::Compared(Ok(verdict))) => {
                let read = v1::CheckResponse::decode(verdict.as_slice());
                read.map(Ok).map_err(|e| SelectError::Internal(format!("a worker's verdict does not read: {e}")))
            }
            Ok(Report::Compared(Err(why))) => Ok(Err(why)),
            Ok(_) => Err(SelectError::Internal("a worker answered another question".to_owned())),
            Err(_) if control.stopped() => Err(SelectError::Cancelled),
            Err(why) => Err(unfinished(why)),
        }
    }

    fn change(&self, of: &Nested, control: &Control) -> Result<Result<Box<Changed>, Unchanged>, SelectError> {
        let interrupt = Interrupt::on(Arc::clone(control.stop_flag()));
        let job = Job::Change(Box::new(of.clone()));
        match self.provers.run(job, &interrupt, &mut Listener(control)) {
            _ if control.stopped() => Err(SelectError::Cancelled),
            Ok(Report::Changed(changed)) => Ok(changed),
            Ok(_) => Err(SelectError::Internal("a worker answered another question".to_owned())),
            Err(why) => Err(unfinished(why)),
        }
    }

    fn schedule(&self, of: &Unscheduled, processor: &[String], control: &Control) -> Rescheduling {
        self.scheduled(of, processor, control)
    }

    fn llvm_version(&self) -> Result<String, SelectError> {
        self.version_of_llvm()
    }

    fn toolchain(&self) -> Result<Toolchain<'_>, SelectError> {
        match self.checks.hung() {
            Some(why) => Err(SelectError::Tool(why)),
            None => Ok(Toolchain { sets: self.sets, runs: self.pricer.llvm().runs() }),
        }
    }

    fn plain(&self, window: &Window, target: &Target) -> Result<Selection, SelectError> {
        self.plain_answer(&baseline::lower(&window.graph, window.root), target, None)
    }

    fn listing(&self, text: String, target: &Target) -> Result<Listing, ListingError> {
        self.pricer.listing(text, target)
    }

    fn price(
        &self,
        listings: &[Listing],
        target: &Target,
        control: &Control,
    ) -> Result<Vec<Option<Cost>>, SelectError> {
        if let Some(why) = self.checks.hung() {
            return Err(SelectError::Tool(why));
        }
        let priced = self.pricer.listings(listings, target, control);
        if !control.stopped() {
            self.checks.heard(&priced);
        }
        priced.map_err(|e| refused(EngineError::Pricer(e)))
    }

    fn alternatives(
        &self,
        window: &Window,
        target: &Target,
        held: &[Remembered],
        control: &Control,
    ) -> Result<Vec<(Selection, Cost)>, SelectError> {
        self.priced(window, target, held, control)
    }

    fn explain(
        &self,
        window: &Window,
        target: &Target,
        options: &Options,
        wanted: &Wanted,
        control: &Control,
    ) -> Result<Explanation, SelectError> {
        if let Some(name) = &wanted.why_not {
            self.known_instruction(name, target)?;
        }
        let job = Job::Explain(self.asked(window, target, options), wanted.clone());
        match self.job(job, None, target, control) {
            Ok(Report::Explained(explained)) => (*explained).map_err(refused),
            Ok(_) => Err(SelectError::Internal("a worker answered another question".to_owned())),
            Err(_) if control.stopped() => Err(SelectError::Cancelled),
            Err(lost) => {
                let sections = vec![("Search".to_owned(), format!("cannot be explained: {lost}"))];
                Ok(Explanation { sections, ..Explanation::default() })
            }
        }
    }
}
