//! A contraction compiled: a plan chosen by what its loop costs once compiled, its kernel compared with the contraction, its windows
//! answered.

mod choose;
mod loops;
mod machine;
mod windows;

use super::Job;
use super::shown::identity;
use crate::core::Core;
use crate::failure::Failure;
use crate::limits;
use crate::memory::Charge;
use crate::search::selector::{Control, SelectError, Toolchain};
use crate::stored::remembered::target_to_proto;
use crate::stored::results;
use choose::Chosen;
use isotope_cache::Key;
use isotope_contraction::{Contraction, header, kernel};
use isotope_dictionary::Target;
use isotope_lowering::{LoweringError, Tools, generic, llvm};
use isotope_proto::v1;
pub(super) use loops::priced;

/// A contraction, and what it is compiled for.
pub(crate) struct Compile {
    pub(crate) key: Key,
    pub(crate) of: Contraction,
    /// The program that it was read from, or the loops that define it, in MLIR's generic form.
    pub(crate) plain: String,
    /// Places are those of the program's locations.
    pub(crate) located: bool,
    /// The function of the program; empty: its only one.
    pub(crate) entry: String,
    pub(crate) target: Target,
    /// Which of the priced plans the kernel has; 0: the cheapest.
    pub(crate) plan: usize,
    /// The memory of its text. A caller that leaves takes the account of its message along.
    pub(crate) _held: Option<Charge>,
}

impl Job for Compile {
    type Done = v1::CompileResponse;
    /// A compiler asks again in its next run, and does not wait for seconds in this one.
    const GOES_ON: bool = true;

    fn key(&self) -> Key {
        self.key
    }

    fn lease(&self) -> Option<Key> {
        Some(self.key)
    }

    fn found(&self, core: &Core, _: &Control) -> Result<Option<v1::CompileResponse>, Failure> {
        Ok(results::recall(&core.store, self.key))
    }

    fn work(&self, core: &Core, control: &Control) -> Result<v1::CompileResponse, Failure> {
        let site = Site::new(core, control, &self.target)?;
        let chosen = choose::choose(&self.of, &site)?;
        let Some(priced) = chosen.plans.get(self.plan) else {
            let why = format!("there is no plan {}: {} plans have a price", self.plan + 1, chosen.plans.len());
            return Err(SelectError::Unsupported(why).into());
        };
        let free = self.gain(&chosen, &site)?;
        let made = kernel(&self.of, &priced.plan);
        let answered = windows::answered(&self.of.name, &made.text, &site)?;
        let selected = generic(&self.of.name, answered.text.clone(), site.tools).map_err(failure)?;
        let (identity, unread) = self.shown([&selected, &made.text], &site)?;
        let llvm_ir = llvm(answered.text.clone(), site.tools).map_err(failure)?;
        let mut compiled = v1::CompileResponse {
            function: self.of.name.clone(),
            header: header(&self.of),
            plain: self.plain.clone(),
            kernel: made.text,
            selected: answered.text,
            llvm_ir,
            bytes: made.bytes,
            identity: Some(identity),
            plans: plans(&self.of, &chosen),
            candidates: chosen.candidates as u64,
            priced: chosen.plans.len() as u64,
            notes: free.into_iter().chain(unread).chain(site.usual_caches()).chain(answered.notes).collect(),
            target: Some(site.named()),
            source: v1::Source::Search as i32,
        };
        // Windows that a lost tool or worker left plain are searched for when the kernel is asked for again.
        if answered.is_whole && chosen.is_whole {
            compiled.notes.extend(results::keep(&core.store, self.key, &compiled));
        }
        Ok(compiled)
    }
}

impl Compile {
    /// The gain of another order for floats that are added in the contraction's order, as a sentence.
    fn gain(&self, chosen: &Chosen, site: &Site<'_>) -> Result<Option<String>, Failure> {
        if self.of.reorders {
            return Ok(None);
        }
        let free = Contraction { reorders: true, contracts: true, ..self.of.clone() };
        let free = choose::choose(&free, site)?.plans[0].cost.total();
        let times = chosen.plans[0].cost.total() / free;
        Ok(Some(format!(
            "floats are added in this order: in any order, and without rounding products first, the cheapest plan is {times:.1} times as \
             fast; --fast, or fastmath<reassoc,contract> on the sum and the product, allow it"
        )))
    }

    /// How the kernel is shown to be equal to what it was made of: with its answers where they can be read, and otherwise before they were
    /// placed, which a sentence says then.
    fn shown(&self, [selected, kernel]: [&str; 2], site: &Site<'_>) -> Result<(v1::Identity, Option<String>), Failure> {
        let why = match self.compared(selected, site) {
            Ok(Ok(identity)) => return Ok((identity, None)),
            // A worker that needs more than it may have says nothing of the kernel.
            Ok(Err(why)) | Err(SelectError::Tool(why)) => why,
            Err(error) => return Err(error.into()),
        };
        let identity = self.compared(kernel, site)?.map_err(|why| SelectError::Unsupported(unshown(&why)))?;
        let note = format!("the kernel is compared before its answers are placed, and each answer by itself: {why}");
        Ok((identity, Some(note)))
    }

    /// The identity of a kernel and what it was made of, or why there is no verdict.
    fn compared(&self, kernel: &str, site: &Site<'_>) -> Result<Result<v1::Identity, String>, SelectError> {
        let said = identity([&self.plain, kernel], (&self.entry, self.located), site.core, site.control);
        said.map_err(|error| match error {
            SelectError::Internal(why) => SelectError::Internal(unshown(&why)),
            other => other,
        })
    }
}

fn unshown(why: &str) -> String {
    format!("the kernel is not shown to be equal to the contraction, and is not used: {why}")
}

/// The settings of a compilation, and the caller.
pub(super) struct Site<'a> {
    core: &'a Core,
    control: &'a Control,
    target: &'a Target,
    sets: &'static isotope_dictionary::InstructionSets,
    tools: Tools<'a>,
}

impl<'a> Site<'a> {
    /// With the tools that the service has.
    pub(super) fn new(core: &'a Core, control: &'a Control, target: &'a Target) -> Result<Self, Failure> {
        let Toolchain { sets, runs } = core.selector.toolchain()?;
        Ok(Site { core, control, target, sets, tools: Tools { runs, payer: control } })
    }

    /// The target in the wire's words.
    fn named(&self) -> v1::Target {
        target_to_proto(self.target)
    }

    fn go_on(&self) -> Result<(), Failure> {
        if self.control.stopped() { Err(SelectError::Cancelled.into()) } else { Ok(()) }
    }
}

/// A tool's error, in the caller's terms.
fn failure(error: LoweringError) -> Failure {
    match error {
        LoweringError::Tool(error) => SelectError::Tool(error.to_string()),
        other => SelectError::Internal(other.to_string()),
    }
    .into()
}

fn plans(of: &Contraction, chosen: &Chosen) -> Vec<v1::KernelPlan> {
    let plan = |priced: &choose::Priced| v1::KernelPlan {
        plan: priced.plan.describe(of),
        iteration: priced.iteration,
        compute: priced.cost.compute,
        lines: priced.cost.lines,
        copies: priced.cost.copies,
        total: priced.cost.total(),
        pipes: priced.pipes,
    };
    chosen.plans.iter().take(limits::MAX_PLANS).map(plan).collect()
}
