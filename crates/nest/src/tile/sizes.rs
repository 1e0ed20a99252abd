//! The cheapest sizes of a band's tiles, by counted cost.

use super::{Band, apply};
use crate::limits::MAX_DEPTH;
use crate::machine::Machine;
use crate::model::Model;
use crate::read::Nests;
use isotope_mlir::ir::Module;
use std::collections::HashMap;

/// Sizes of tiles that are compared, beside all of a loop.
const SIZES: [u64; 6] = [8, 16, 32, 64, 128, 256];

/// Tiles are taken if they leave less of a nest's cost: counts are not the clock.
const WORTH: f64 = 0.95;

/// Chooses a band's sizes, or says that none are cheaper than no tiles.
pub fn choose((module, nests): (&Module, &Nests), machine: &Machine, most: usize, band: &mut Band) {
    let top = band.loops.first().map_or(0, |of| nests.domain.around(*of).last().copied().unwrap_or(*of));
    let untiled = Model::new(nests, module, machine, top).cost(&[]).total();
    let each: Vec<Vec<u64>> = band.loops.iter().map(|of| lattice(nests, *of)).collect();
    let mut search = Search { nests, module, machine, band: band.clone(), top, most, known: HashMap::new() };
    let (sizes, cost) = search.cheapest(&each);
    band.sizes = sizes;
    if !cost.is_finite() {
        band.why_not = Some(format!("in tiles its loops nest deeper than {MAX_DEPTH} (MAX_DEPTH)"));
        return;
    }
    band.costs = Some([untiled, cost]);
    if cost >= untiled * WORTH {
        band.why_not = Some("no tiles leave less than 19 twentieths of the cost".to_owned());
    }
}

/// Sizes below a loop's iterations, and all of these.
fn lattice(nests: &Nests, of: usize) -> Vec<u64> {
    let trips = nests.domain.trips(of).or_else(|| Some(nests.domain.mean_trips(of)? as u64)).unwrap_or(0).max(1);
    let most = trips.checked_next_power_of_two().unwrap_or(trips).min(crate::limits::MAX_TILE);
    let whole = nests.domain.trips(of).filter(|trips| *trips > 0 && *trips <= crate::limits::MAX_TILE);
    SIZES.into_iter().filter(|size| *size < trips).chain([whole.unwrap_or(most)]).collect()
}

struct Search<'a> {
    nests: &'a Nests,
    module: &'a Module,
    machine: &'a Machine,
    band: Band,
    top: usize,
    /// Tilings that are counted.
    most: usize,
    known: HashMap<Vec<u64>, f64>,
}

impl Search<'_> {
    /// The cheapest of all combinations, or of those that improving one loop after the other finds.
    fn cheapest(&mut self, each: &[Vec<u64>]) -> (Vec<u64>, f64) {
        let count = each.iter().try_fold(1usize, |count, sizes| count.checked_mul(sizes.len()));
        let last: Vec<u64> = each.iter().filter_map(|sizes| sizes.last().copied()).collect();
        let mut best = (last.clone(), self.cost(&last));
        if let Some(count) = count.filter(|count| *count <= self.most) {
            for mut number in 0..count {
                let sizes: Vec<u64> = each
                    .iter()
                    .map(|sizes| {
                        let size = sizes[number % sizes.len()];
                        number /= sizes.len();
                        size
                    })
                    .collect();
                let cost = self.cost(&sizes);
                if cost < best.1 {
                    best = (sizes, cost);
                }
            }
            return best;
        }
        // Each turn is cheaper than the one before.
        loop {
            let before = best.1;
            for (at, sizes) in each.iter().enumerate() {
                for size in sizes {
                    let mut other = best.0.clone();
                    other[at] = *size;
                    let cost = self.cost(&other);
                    if cost < best.1 {
                        best = (other, cost);
                    }
                }
            }
            if best.1 >= before || self.known.len() >= self.most {
                return best;
            }
        }
    }

    /// The cost of the nest in tiles of these sizes.
    fn cost(&mut self, sizes: &[u64]) -> f64 {
        if let Some(known) = self.known.get(sizes) {
            return *known;
        }
        let cost = self.counted(sizes).unwrap_or(f64::INFINITY);
        self.known.insert(sizes.to_vec(), cost);
        cost
    }

    fn counted(&mut self, sizes: &[u64]) -> Option<f64> {
        self.band.sizes = sizes.to_vec();
        let mut made = self.module.clone();
        apply::tile(&mut made, self.nests, &self.band)?;
        let nests = Nests::of(&made, self.nests.function).ok()?;
        // Loops over tiles come first in a nest, which stays in its place among the others.
        let at = self.nests.tops().position(|top| top == self.top)?;
        let top = nests.tops().nth(at)?;
        Some(Model::new(&nests, &made, self.machine, top).cost(&[]).total())
    }
}
