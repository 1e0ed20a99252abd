//! Which pricer an instruction set's code goes by: `target.toml` says it.

use crate::listing::{Listing, ListingError};
use crate::llvm::LlvmPricer;
use crate::measured::Measured;
use crate::table::TablePricer;
use isotope_dictionary::manifest::PricedBy;
use isotope_dictionary::{InstructionSets, Target};
use isotope_program::Program;
use isotope_program::pricer::{Cost, Payer, PriceError, Pricer};
use isotope_tools::Runs;
use std::sync::Arc;

/// The pricers of some instruction sets.
#[derive(Clone)]
pub struct Pricers {
    sets: &'static InstructionSets,
    llvm: LlvmPricer,
    table: TablePricer,
    measured: Arc<Measured>,
}

impl Pricers {
    /// Those of these instruction sets, with so many runs of LLVM's tools at once.
    pub fn new(sets: &'static InstructionSets, at_once: usize) -> Pricers {
        Pricers {
            sets,
            llvm: LlvmPricer::new(sets).with_runs(at_once),
            table: TablePricer::new(sets),
            measured: Arc::default(),
        }
    }

    /// The same, ranking by what was measured where it was.
    pub fn with_measured(self, measured: Arc<Measured>) -> Pricers {
        Pricers { measured, ..self }
    }

    /// The measurements.
    pub fn measured(&self) -> &Measured {
        &self.measured
    }

    /// The same with such runs of LLVM's tools.
    pub fn running(self, runs: Runs) -> Pricers {
        Pricers { llvm: self.llvm.running(runs), ..self }
    }

    /// The pricer that runs LLVM's tools.
    pub fn llvm(&self) -> &LlvmPricer {
        &self.llvm
    }

    /// Whether code for a target is priced by LLVM's tools.
    pub fn is_llvm_priced(&self, target: &Target) -> bool {
        self.by(target) != PricedBy::Table
    }

    fn by(&self, target: &Target) -> PricedBy {
        // An unknown architecture is refused by either.
        self.sets.get(target.arch()).map_or(PricedBy::Table, |set| set.manifest().code.pricer)
    }

    /// A compiler's listing for a target, as that target's instructions are written.
    pub fn listing(&self, text: String, target: &Target) -> Result<Listing, ListingError> {
        match self.sets.get(target.arch()).map(|set| &set.manifest().assembly.packet) {
            Some(packet) if !packet.is_empty() => Listing::of_packets(text, packet),
            _ => Listing::read(text),
        }
    }

    /// The costs of compilers' listings, each by itself, by measurements where there are some; `None` for one that has no cost.
    pub fn listings(
        &self,
        listings: &[Listing],
        target: &Target,
        payer: &dyn Payer,
    ) -> Result<Vec<Option<Cost>>, PriceError> {
        let mut costs = match self.by(target) {
            PricedBy::Llvm | PricedBy::Packets => self.llvm.listing_costs(listings, target, payer)?,
            PricedBy::Table => vec![None; listings.len()],
        };
        costs.iter_mut().flatten().for_each(|cost| self.measured.weigh(target.tune(), cost));
        Ok(costs)
    }
}

impl Pricer for Pricers {
    fn costs(&self, programs: &[&Program], target: &Target, payer: &dyn Payer) -> Vec<Result<Cost, PriceError>> {
        let mut costs = match self.by(target) {
            PricedBy::Llvm | PricedBy::Packets => self.llvm.costs(programs, target, payer),
            PricedBy::Table => self.table.costs(programs, target, payer),
        };
        self.measured.rank(target.tune(), &mut costs);
        costs
    }
}
