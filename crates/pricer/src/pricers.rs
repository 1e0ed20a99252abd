//! Which pricer an instruction set's code goes by: `target.toml` says it.

use crate::listing::Listing;
use crate::llvm::LlvmPricer;
use crate::sandbox::Confinement;
use crate::table::TablePricer;
use isotope_dictionary::manifest::PricedBy;
use isotope_dictionary::{InstructionSets, Target};
use isotope_synth::pricer::{Cost, PriceError, Pricer, Stopped};
use isotope_synth::program::Program;

/// The pricers of some instruction sets.
#[derive(Clone)]
pub struct Pricers {
    sets: &'static InstructionSets,
    llvm: LlvmPricer,
    table: TablePricer,
}

impl Pricers {
    /// Those of these instruction sets, with so many runs of LLVM's tools at once.
    pub fn new(sets: &'static InstructionSets, at_once: usize) -> Pricers {
        Pricers { sets, llvm: LlvmPricer::new(sets).with_runs(at_once), table: TablePricer::new(sets) }
    }

    /// The same with LLVM's tools in such a sandbox, so many runs at once; unless told, in the one that this machine has.
    pub fn confined(self, at_once: usize, confinement: Confinement) -> Pricers {
        Pricers { llvm: self.llvm.confined(confinement).with_runs(at_once), ..self }
    }

    fn by(&self, target: &Target) -> PricedBy {
        // What is not known is refused by either.
        self.sets.get(target.arch()).map_or(PricedBy::Table, |set| set.manifest().code.pricer)
    }

    /// What compilers' listings cost, each by itself; `None` for what has no price.
    pub fn listings(
        &self,
        listings: &[Listing],
        target: &Target,
        stopped: Stopped<'_>,
    ) -> Result<Vec<Option<u64>>, PriceError> {
        match self.by(target) {
            PricedBy::Llvm => self.llvm.price_listings(listings, target, stopped),
            PricedBy::Table => Ok(vec![None; listings.len()]),
        }
    }
}

impl Pricer for Pricers {
    fn costs(&self, programs: &[&Program], target: &Target, stopped: Stopped<'_>) -> Vec<Result<Cost, PriceError>> {
        match self.by(target) {
            PricedBy::Llvm => self.llvm.costs(programs, target, stopped),
            PricedBy::Table => self.table.costs(programs, target, stopped),
        }
    }
}
