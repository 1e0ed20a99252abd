//! Measured cycles and model prices in one order.
//!
//! The programs of one question are ranked together. Those that were measured cost what was measured. The others cost what the
//! model says, times the lower middle of the ratios of measured to modelled cost of those that have both: a model that is wrong
//! about a window is mostly wrong about all of its programs, their loads and conversions being the same.

use super::Measured;
use isotope_program::pricer::{Basis, Cost, PriceError};

impl Measured {
    /// Makes the costs of one question's programs those that they are ranked by. Without data for any of them nothing changes.
    pub fn rank(&self, cpu: &str, costs: &mut [Result<Cost, PriceError>]) {
        if self.digest(cpu).is_none() {
            return;
        }
        let found: Vec<Option<u64>> = costs.iter().map(|cost| self.of_cost(cpu, cost.as_ref().ok()?)).collect();
        let both =
            costs.iter().zip(&found).filter_map(|(cost, found)| Some(((*found)?, cost.as_ref().ok()?.centicycles)));
        let Some(ratio) = middle(both.filter(|(_, model)| *model > 0).collect()) else { return };
        for (cost, found) in costs.iter_mut().zip(found) {
            let Ok(cost) = cost else { continue };
            let model = cost.centicycles;
            (cost.centicycles, cost.basis) = match found {
                Some(measured) => (measured, Basis::Measured { model }),
                None => (scaled(model, ratio), Basis::Scaled { model }),
            };
        }
    }

    /// Adds the measured time of one listing to its cost.
    pub fn weigh(&self, cpu: &str, cost: &mut Cost) {
        if let Some(measured) = self.of_cost(cpu, cost) {
            cost.basis = Basis::Measured { model: cost.centicycles };
            cost.centicycles = measured;
        }
    }
}

/// The lower middle of ratios, by exact comparison.
fn middle(mut ratios: Vec<(u64, u64)>) -> Option<(u64, u64)> {
    ratios.sort_by_key(|&(_, below)| below);
    ratios.sort_by(|&(a, b), &(c, d)| (u128::from(a) * u128::from(d)).cmp(&(u128::from(c) * u128::from(b))));
    ratios.get(ratios.len().checked_sub(1)? / 2).copied()
}

/// A price times a ratio, to the nearest.
fn scaled(price: u64, (above, below): (u64, u64)) -> u64 {
    let (above, below) = (u128::from(above), u128::from(below));
    u64::try_from((u128::from(price) * above + below / 2) / below).unwrap_or(u64::MAX)
}
