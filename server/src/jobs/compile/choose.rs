//! Which plan: by the price of its tile's loop as it is compiled, by lines of caches, and by copies.

use super::loops::priced;
use super::{Site, failure};
use crate::failure::Failure;
use crate::search::processor::line;
use crate::search::selector::SelectError;
use isotope_contraction::cost::{Cost, Work, guessed};
use isotope_contraction::{Contraction, Plan, candidates, tile};
use isotope_lowering::LoweringError;

/// Kinds of tiles of which one is compiled first.
const KINDS: usize = 8;

/// Tiles that are compiled then.
const COMPILED: usize = 6;

/// A plan with its price.
#[derive(Clone, Debug)]
pub(super) struct Priced {
    pub(super) plan: Plan,
    /// Cycles of an iteration of its tile's loop, as compiled.
    pub(super) iteration: f64,
    /// Cycles of all iterations, by the pipes alone.
    pub(super) pipes: f64,
    /// Cycles of all.
    pub(super) cost: Cost,
}

/// Plans that were priced, the cheapest first: at least one.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) plans: Vec<Priced>,
    /// How many there were to choose from.
    pub(super) candidates: usize,
    /// Each tile's windows were searched to the end.
    pub(super) is_whole: bool,
}

/// Chooses a plan.
pub(super) fn choose(of: &Contraction, site: &Site<'_>) -> Result<Chosen, Failure> {
    let mut all: Vec<(Plan, Work)> = Vec::new();
    let lines = site.lines();
    for machine in site.machines(&lines)? {
        all.extend(candidates(of, machine).into_iter().map(|plan| (plan.clone(), Work::of(of, &plan, machine))));
    }
    let cost = |work: &Work, iteration: f64| work.cost(iteration, &|bytes| line(&lines, bytes));
    // A guess says which tile of a kind is better, and not which kind: instructions for one kind may be missing. So the best tile of each
    // kind is compiled and priced, and the price scales the guesses of its kind.
    let mut tiles = Tiles { of, site, plans: Vec::new(), prices: Vec::new(), refused: None, is_whole: true };
    let guess = |plan: &Plan, work: &Work, scale: f64| cost(work, guessed(of, plan) * scale).total();
    all.sort_by(|x, y| guess(&x.0, &x.1, 1.0).total_cmp(&guess(&y.0, &y.1, 1.0)));
    let kind = |plan: &Plan| plan.kind(of);
    let mut first: Vec<Plan> = Vec::new();
    for (plan, _) in &all {
        if first.len() < KINDS && !first.iter().any(|known| kind(known) == kind(plan)) {
            first.push(plan.clone());
        }
    }
    tiles.price(&first)?;
    let scale = |plan: &Plan| {
        let known = first.iter().find(|known| kind(known) == kind(plan))?;
        Some(tiles.iteration(known)? / guessed(of, known))
    };
    let mut guesses: Vec<(f64, &Plan)> =
        all.iter().filter_map(|(plan, work)| Some((guess(plan, work, scale(plan)?), plan))).collect();
    guesses.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut best: Vec<Plan> = Vec::new();
    for (_, plan) in guesses {
        let is_known = tiles.plans.iter().chain(&best).any(|known| known.has_tile_of(plan, of));
        if best.len() < COMPILED && !is_known {
            best.push(plan.clone());
        }
    }
    tiles.price(&best)?;
    let count = all.len();
    let mut plans = Vec::new();
    for (plan, work) in all {
        if let Some(iteration) = tiles.iteration(&plan) {
            let pipes = work.iterations as f64 * iteration;
            plans.push(Priced { plan, iteration, pipes, cost: cost(&work, iteration) });
        }
    }
    plans.sort_by(|x, y| x.cost.total().total_cmp(&y.cost.total()));
    if !plans.is_empty() {
        return Ok(Chosen { plans, candidates: count, is_whole: tiles.is_whole });
    }
    Err(match tiles.refused {
        Some(why) => failure(why),
        None => SelectError::Unsupported(match count {
            0 if !(0..of.dims.len()).any(|dim| of.is_summed(dim)) => {
                "it adds up nothing: each element of the result is one product".to_owned()
            }
            0 => {
                "no vector of the result's neighbours can be computed: its last index is no dimension of the statement"
                    .to_owned()
            }
            _ => format!("none of {count} plans has a price on {}", site.target.mcpu()),
        })
        .into(),
    })
}

/// Tiles that were compiled, each with its price.
struct Tiles<'a, 'b> {
    of: &'a Contraction,
    site: &'a Site<'b>,
    plans: Vec<Plan>,
    /// Cycles of each tile's loop; `None`: it has no price.
    prices: Vec<Option<f64>>,
    /// Why a tool did not take one.
    refused: Option<LoweringError>,
    /// Each tile's windows were searched to the end.
    is_whole: bool,
}

impl Tiles<'_, '_> {
    /// Compiles and prices the tiles of these plans.
    fn price(&mut self, plans: &[Plan]) -> Result<(), Failure> {
        let texts: Vec<String> = plans.iter().map(|plan| tile(self.of, plan)).collect();
        let loops = priced(&self.of.name, &texts, self.site)?;
        self.is_whole &= loops.is_whole;
        // A plan that one compiler cannot compile is none for it.
        self.refused = loops.refused.or(self.refused.take());
        self.prices.extend(loops.prices);
        self.plans.extend_from_slice(plans);
        Ok(())
    }

    /// Cycles of an iteration of a plan's tile, where one with the same code was priced.
    fn iteration(&self, plan: &Plan) -> Option<f64> {
        let tile = self.plans.iter().position(|known| known.has_tile_of(plan, self.of))?;
        self.prices.get(tile).copied().flatten()
    }
}
