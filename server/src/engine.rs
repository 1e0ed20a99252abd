//! The engine that the daemon ships with: the synthesis crates behind [`Selector`].

mod explained;
mod forms;

use crate::config::CoreConfig;
use crate::judge::LlvmJudge;
use crate::listing::Listing;
use crate::provers::{Interrupt, PoolConfig, ProverPool, Session};
use crate::selector::{
    Control, Engine, Found, Method, Options, Origin, Parameter, ProofStep, SelectError, Selection, Selector, Stop,
    Verdict,
};
use crate::target::Target;
use isotope_codegen::{autollvm, llvm};
use isotope_grammars::Dictionary;
use isotope_grammars::grammar::{self, Grammar, GrammarTarget, WindowFacts};
use isotope_ir::Window;
use isotope_smt::How;
use isotope_synth::engine::{self, EngineError, Selected, Setting};
use isotope_synth::fast::machine::{Instruction, Machine};
use isotope_synth::judge::{JudgeError, TargetSpec};
use isotope_synth::program;
use isotope_synth::reference::target as reference;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// What searches, for the records; a change of it that changes answers changes the cost model's name, too.
const PRODUCER: &str = concat!("isotope ", env!("CARGO_PKG_VERSION"));

/// The judge's unit and rules, part of the memo's key.
const COST_MODEL: &str = "llvm-mca-19 block throughput of a loop 3";

/// The prover, for the records.
const PROVER: &str = "z3 5.4 with normal forms, cuts, sweeping and exhaustive evaluation";

/// The name of every answer's function.
const FUNCTION: &str = "isotope_window";

/// Searches of one selection that a dying proof worker may spoil before the client is told.
const ATTEMPTS: u32 = 3;

/// The synthesis engine: dictionary, judge, proof workers, and the machines of the targets seen so far.
pub struct Synthesis {
    dictionary: &'static Dictionary,
    judge: LlvmJudge,
    provers: ProverPool,
    machines: Mutex<HashMap<TargetSpec, Arc<Machine>>>,
}

/// Loads the dictionary and starts what the search needs.
pub fn open(config: &CoreConfig) -> Result<Arc<dyn Selector>, SelectError> {
    let tool = |e: &dyn std::fmt::Display| SelectError::Tool(e.to_string());
    let dictionary = Dictionary::embedded();
    let judge = LlvmJudge::new(Arc::new(forms::DictionaryForms(dictionary)));
    let pool = PoolConfig::this_executable(config.threads.max(1)).map_err(|e| tool(&e))?;
    let provers = ProverPool::new(pool).map_err(|e| tool(&e))?;
    Ok(Arc::new(Synthesis { dictionary, judge, provers, machines: Mutex::default() }))
}

fn spec(target: &Target) -> TargetSpec {
    TargetSpec { arch: target.arch().to_owned(), mcpu: target.mcpu().to_owned(), mattr: target.mattr() }
}

impl Synthesis {
    /// The target's instructions, sorted for the search; made once for each target.
    fn machine(&self, target: &Target) -> Arc<Machine> {
        let mut machines = self.machines.lock().unwrap_or_else(PoisonError::into_inner);
        let made = machines.entry(spec(target)).or_insert_with(|| {
            let features: BTreeSet<String> = target.features().map(str::to_owned).collect();
            let (terms, ready) = self.dictionary.instructions_for(&features, target.mcpu());
            let instructions = ready.into_iter().map(|r| Instruction {
                name: r.name,
                immediates: r.immediates,
                operand_bits: r.operand_bits,
                element_bits: r.element_bits,
                out_bits: r.out_bits,
                out: r.out,
                cost: r.cost,
            });
            Arc::new(Machine::new(terms, instructions.collect()))
        });
        Arc::clone(made)
    }

    /// What Algorithm 2 may make a window's programs of.
    fn grammar(&self, window: &Window, target: &Target, machine: &Machine) -> Grammar {
        let features: BTreeSet<String> = target.features().map(str::to_owned).collect();
        let target = GrammarTarget { features: &features, cpu: target.mcpu() };
        let facts = WindowFacts::of(window, machine.register_bits);
        grammar::build(&facts, self.dictionary, target, grammar::Options::default())
    }

    /// One search; `None` when a proof worker was lost in it.
    fn search(
        &self,
        window: &Window,
        target: &Target,
        options: &Options,
        control: &Control,
    ) -> Result<Option<Selected>, SelectError> {
        let machine = self.machine(target);
        let session: Session = self.provers.session(Interrupt::on(Arc::clone(control.stop_flag())));
        let spec = spec(target);
        let setting = Setting {
            machine: &machine,
            target: &spec,
            prover: &session,
            judge: &self.judge,
            budget: options.budget,
            stopped: &|| control.stop().is_some(),
            report: &|phase, work| control.report(phase, work),
        };
        let selected = match options.engine {
            Engine::Fast => engine::select(window, &setting),
            Engine::Baseline => engine::plain(window, &setting),
            Engine::Reference => {
                let grammar = self.grammar(window, target, &machine);
                engine::select_by_reference(window, &reference::productions(&grammar, self.dictionary), &setting)
            }
        };
        match selected {
            Err(_) | Ok(_) if control.stop() == Some(Stop::Cancelled) => Err(SelectError::Cancelled),
            Err(e) => Err(refused(e)),
            Ok(_) if session.lost() && control.stop().is_none() => Ok(None),
            Ok(mut selected) => {
                selected.truncated |= session.lost();
                Ok(Some(selected))
            }
        }
    }

    fn answer(&self, selected: Selected, target: &Target) -> Result<Selection, SelectError> {
        let function = llvm::function(&selected.program, FUNCTION, &forms::DictionaryForms(self.dictionary))
            .map_err(|e| SelectError::Internal(e.to_string()))?;
        let found = match selected.found {
            engine::Found::Search => Found::Search,
            engine::Found::Baseline => Found::Baseline,
        };
        let parameters = selected.program.params.iter().map(|p| Parameter {
            name: p.name.clone(),
            ty: p.ty,
            origin: match &p.origin {
                program::Origin::Leaf(leaf) => Origin::Leaf(*leaf),
                program::Origin::Load(load) => Origin::Load(load.clone()),
            },
        });
        Ok(Selection {
            verdict: if selected.proof.is_some() { Verdict::Proved } else { Verdict::Baseline },
            found,
            cost: selected.cost.centicycles,
            baseline_cost: selected.baseline.centicycles,
            instructions: selected.cost.instructions.clone(),
            autollvm: autollvm::print(&selected.program, &forms::DictionaryForms(self.dictionary)),
            llvm_ir: function.module(&spec(target)),
            function: FUNCTION.to_owned(),
            parameters: parameters.collect(),
            result: selected.program.ty,
            prover: PROVER.to_owned(),
            proof: steps(&selected),
            work: selected.work,
            truncated: selected.truncated,
        })
    }
}

fn refused(error: EngineError) -> SelectError {
    match error {
        EngineError::Judge(JudgeError::NoCode { .. }) => SelectError::Unsupported(error.to_string()),
        EngineError::Judge(_) => SelectError::Tool(error.to_string()),
        EngineError::Unsound(_) => SelectError::Internal(error.to_string()),
    }
}

fn steps(selected: &Selected) -> Vec<ProofStep> {
    let Some(proof) = &selected.proof else { return vec![] };
    let step = |&(lane, lanes, how): &(u32, u32, How)| ProofStep {
        method: match how {
            How::Identical => Method::Identical,
            How::Normal | How::Z3 => Method::Smt,
            How::Exhaustive => Method::Exhaustive,
        },
        claim: format!("lane {lane} and the {} like it equal the window's", lanes - 1),
        lanes,
        work: if proof.classes.len() == 1 { proof.rlimit } else { 0 },
    };
    proof.classes.iter().map(step).collect()
}

impl Selector for Synthesis {
    fn epoch(&self) -> &str {
        self.dictionary.epoch()
    }

    fn cost_model(&self, _target: &Target) -> String {
        COST_MODEL.to_owned()
    }

    fn producer(&self) -> &str {
        PRODUCER
    }

    fn select(
        &self,
        window: &Window,
        target: &Target,
        options: &Options,
        control: &Control,
    ) -> Result<Selection, SelectError> {
        for _ in 0..ATTEMPTS {
            if let Some(selected) = self.search(window, target, options, control)? {
                return self.answer(selected, target);
            }
        }
        Err(SelectError::ProverLost(format!("{ATTEMPTS} times")))
    }

    fn price(&self, listings: &[Listing], target: &Target) -> Result<Vec<Option<u64>>, SelectError> {
        self.judge.price_listings(listings, &spec(target)).map_err(|e| refused(EngineError::Judge(e)))
    }

    fn explain(&self, window: &Window, target: &Target, _: &Options) -> Result<Vec<(String, String)>, SelectError> {
        let machine = self.machine(target);
        let grammar = self.grammar(window, target, &machine);
        let mut sections = vec![explained::offered(&machine)];
        let weigh = |shortlist| {
            engine::weighed(window, shortlist, &self.judge, &spec(target)).map_err(|e| refused(EngineError::Judge(e)))
        };
        sections.extend(explained::candidates(window, &machine, self.dictionary, &weigh)?);
        sections.push(explained::pruned(&grammar));
        Ok(sections)
    }
}
