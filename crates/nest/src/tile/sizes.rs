//! The cheapest sizes of a band's tiles, by the model's cost.

use super::{Band, apply};
use crate::forms::Forms;
use crate::limits::{MAX_BEST, MAX_DEPTH};
use crate::model::Model;
use crate::pack::exact;
use crate::read::Nests;
use isotope_affine::Counter;
use isotope_mlir::ir::Module;
use std::collections::HashMap;

/// Sizes of tiles that are compared, beside all of a loop.
const SIZES: [u64; 6] = [8, 16, 32, 64, 128, 256];

/// Tiles are taken if they leave less of a nest's cost: counts are not the clock. Stencils in tiles that leave 0.85 to 0.95 by the model took
/// 1.1 to 1.4 times as long on a Zen 4, which loads the lines of a long row ahead.
const WORTH: f64 = 0.8;

/// Chooses a band's sizes, or says that none are cheaper than no tiles: the texts of loops in the best choices that have no price.
pub fn choose(nests: &Nests, forms: &Forms<'_>, most: usize, band: &mut Band) -> Vec<String> {
    let top = band.loops.first().map_or(0, |of| nests.domain.around(*of).last().copied().unwrap_or(*of));
    let untiled = Model::new(nests, forms, forms.machine, top).cost(&[]).total();
    let each: Vec<Vec<u64>> = band.loops.iter().map(|of| lattice(nests, *of)).collect();
    let mut search = Search { nests, forms, band: band.clone(), top, most, known: HashMap::new() };
    let (sizes, cost) = search.cheapest(&each);
    band.sizes = sizes;
    if !cost.is_finite() {
        band.why_not = Some(format!("in tiles its loops nest deeper than {MAX_DEPTH} (MAX_DEPTH)"));
        return Vec::new();
    }
    band.costs = Some([untiled, cost]);
    let mut unpriced = search.unpriced();
    if cost >= untiled * WORTH {
        band.why_not = Some("no tiles leave less than four fifths of the cost".to_owned());
        return unpriced;
    }
    let packed = exact::chosen(nests, forms, top, forms.machine);
    unpriced.extend(packed.unpriced);
    if packed.cost <= cost {
        band.why_not = Some("what `isotope pack` packs without tiles costs less".to_owned());
    }
    unpriced
}

/// Sizes below a loop's iterations, and all of these.
fn lattice(nests: &Nests, of: usize) -> Vec<u64> {
    let trips = longest(nests, of).unwrap_or(0).clamp(1, crate::limits::MAX_TILE);
    SIZES.into_iter().filter(|size| *size < trips).chain([trips]).collect()
}

/// The most iterations of a loop's runs.
fn longest(nests: &Nests, of: usize) -> Option<u64> {
    let Counter { lower, upper, step, .. } = &nests.domain.counters[of];
    let distances = upper.iter().flat_map(|upper| lower.iter().filter_map(|lower| upper.minus(lower)));
    let most = distances.filter_map(|distance| Some(nests.domain.range(&distance)?.1)).min()?;
    Some((most.max(0) as u64).div_ceil((*step).max(1) as u64))
}

struct Search<'a> {
    nests: &'a Nests,
    forms: &'a Forms<'a>,
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
        let cost = self.modelled(sizes, |model| model.cost(&[]).total()).unwrap_or(f64::INFINITY);
        self.known.insert(sizes.to_vec(), cost);
        cost
    }

    /// Texts of loops without a price in the best tilings.
    fn unpriced(&mut self) -> Vec<String> {
        let mut ranked: Vec<(f64, Vec<u64>)> = self.known.iter().map(|(sizes, cost)| (*cost, sizes.clone())).collect();
        ranked.sort_by(|x, y| x.0.total_cmp(&y.0).then_with(|| x.1.cmp(&y.1)));
        let best = ranked.into_iter().take(MAX_BEST);
        best.flat_map(|(_, sizes)| self.modelled(&sizes, |model| model.unpriced(&[])).unwrap_or_default()).collect()
    }

    /// Something of the nest in tiles of these sizes.
    fn modelled<T>(&mut self, sizes: &[u64], of: impl Fn(&Model<'_>) -> T) -> Option<T> {
        self.band.sizes = sizes.to_vec();
        let mut made: Module = self.forms.module.clone();
        apply::tile(&mut made, self.nests, &self.band)?;
        let nests = Nests::of(&made, self.nests.function).ok()?;
        // Loops over tiles come first in a nest, which stays in its place among the others.
        let at = self.nests.tops().position(|top| top == self.top)?;
        let top = nests.tops().nth(at)?;
        Some(of(&Model::new(&nests, self.forms, self.forms.machine, top)))
    }
}
