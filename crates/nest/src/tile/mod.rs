//! Tiling: the iterations of a band, loops each of which is all that is in the one around it, are parted into tiles.

mod apply;
mod band;
mod legality;
mod private;
mod sizes;
mod table;

pub use band::Band;
pub use legality::Dependence;
pub use table::table;

use crate::error::{Result, full};
use crate::forms::{Forms, once};
use crate::limits::{MAX_TILINGS, MAX_TILINGS_IN_ALL, MAX_WORK_IN_ALL};
use crate::machine::Machine;
use crate::read::Nests;
use crate::sums::sums;
use isotope_mlir::Refusal;
use isotope_mlir::ir::Module;
use isotope_smt::{Bounded, Prover};

/// Which sizes tiles have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// The cheapest by counted lines and pages, and by loops' prices.
    Auto,
    /// The cheapest of all combinations, however many: seconds for four loops, and hours for six. For who measures what `Auto` misses.
    All,
    /// These, from the outermost loop of a band inwards; the last is for all that follow.
    Given(Vec<u64>),
}

/// A program with its tiles.
#[derive(Clone, Debug)]
pub struct Tiled {
    /// The program; it is as it was where nothing is tiled.
    pub module: Module,
    /// All bands of two loops or more.
    pub bands: Vec<Band>,
    /// Texts of innermost loops whose prices ([`Machine::prices`]) may change the sizes.
    pub unpriced: Vec<String>,
}

impl Tiled {
    /// Bands that are tiled.
    pub fn tiled(&self) -> impl Iterator<Item = &Band> {
        self.bands.iter().filter(|band| band.why_not.is_none())
    }
}

/// Tiles all bands of a function that may be tiled by any sizes, which `prover` shows.
///
/// # Errors
///
/// The sizes are none, or the pool of attributes is full.
pub fn tile(module: &Module, nests: &Nests, machine: &Machine, of: &Sizes, prover: &dyn Prover) -> Result<Tiled> {
    if let Sizes::Given(given) = of
        && (given.is_empty() || given.iter().any(|size| *size == 0 || *size > crate::limits::MAX_TILE))
    {
        let most = crate::limits::MAX_TILE;
        return Err(Refusal::Whole(format!("a tile has 1 to {most} (MAX_TILE) iterations of each loop")));
    }
    let (sums, prover) = (sums(module, nests), Bounded::new(prover, MAX_WORK_IN_ALL));
    let mut bands = Vec::new();
    for top in nests.tops() {
        for loops in band::bands(nests, top) {
            bands.extend(band::legal(module, (nests, &sums), &loops, &prover));
        }
    }
    let legal = bands.iter().filter(|band| band.why_not.is_none()).count();
    let (mut unpriced, forms) = (Vec::new(), Forms::new(module, machine));
    let most = (MAX_TILINGS_IN_ALL / legal.max(1)).min(MAX_TILINGS);
    for band in bands.iter_mut().filter(|band| band.why_not.is_none()) {
        match of {
            Sizes::Given(given) => {
                let last = given.last().copied().unwrap_or(1);
                band.sizes = (0..band.loops.len()).map(|at| given.get(at).copied().unwrap_or(last)).collect();
            }
            Sizes::Auto => unpriced.extend(sizes::choose(nests, &forms, most, band)),
            Sizes::All => unpriced.extend(sizes::choose(nests, &forms, usize::MAX, band)),
        }
    }
    let mut made = module.clone();
    for band in bands.iter().filter(|band| band.why_not.is_none()) {
        apply::tile(&mut made, nests, band).ok_or_else(full)?;
    }
    Ok(Tiled { module: made, bands, unpriced: once(unpriced) })
}
