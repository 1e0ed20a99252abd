//! Which plan: by the price of its tile's loop as it is compiled, by lines of caches, and by copies.

use super::{CompileError, Place, lower};
use isotope_contraction::cost::{Cost, Work, guessed};
use isotope_contraction::{Contraction, Plan, candidates, tile};
use isotope_proto::v1;
use std::time::Duration;

/// Tiles of one width of vectors that are compiled to be priced.
const COMPILED: usize = 4;

/// How long a daemon may take for the prices of all of them.
const LIMIT: Duration = Duration::from_secs(30);

/// A plan with its price.
#[derive(Clone, Debug)]
pub struct Priced {
    /// The plan.
    pub plan: Plan,
    /// Cycles of an iteration of its tile's loop, as compiled.
    pub iteration: f64,
    /// Cycles of all.
    pub cost: Cost,
}

/// Plans that were priced, the cheapest first: at least one.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// All of them.
    pub plans: Vec<Priced>,
    /// How many there were to choose from.
    pub candidates: usize,
}

/// Chooses a plan.
///
/// # Errors
///
/// No plan is possible, nothing is known of the processor, or what prices a loop does not answer.
pub async fn choose(of: &Contraction, place: &Place<'_>) -> Result<Chosen, CompileError> {
    let mut all: Vec<(Plan, Work)> = Vec::new();
    for machine in place.machines()? {
        all.extend(candidates(of, machine).into_iter().map(|plan| (plan.clone(), Work::of(of, &plan, machine))));
    }
    let cost = |work: &Work, iteration: f64| work.cost(iteration, &|bytes| place.line(bytes));
    all.sort_by(|x, y| {
        let [x, y] = [x, y].map(|(plan, work)| cost(work, guessed(of, plan)).total());
        x.total_cmp(&y)
    });
    // Plans with the same tile have one loop.
    let mut tiles: Vec<Plan> = Vec::new();
    for (plan, _) in &all {
        let alike = tiles.iter().filter(|known| known.lanes == plan.lanes).count();
        if alike < COMPILED && !tiles.iter().any(|known| known.has_tile_of(plan, of)) {
            tiles.push(plan.clone());
        }
    }
    let (mut listings, mut refused) = (Vec::new(), None);
    for plan in &tiles {
        // What one compiler cannot compile is no plan for it.
        match loop_of(of, plan, place).await {
            Ok(code) => listings.push(listing(&code, &comments(place))),
            Err(CompileError::Tool(why)) => {
                listings.push(String::new());
                refused = Some(why);
            }
            Err(why) => return Err(why),
        }
    }
    let prices = prices(place, listings.iter().map(String::as_str).collect()).await?;
    let count = all.len();
    let mut plans = Vec::new();
    for (plan, work) in all {
        let tile = tiles.iter().position(|known| known.has_tile_of(&plan, of));
        if let Some(price) = tile.and_then(|tile| prices.get(tile).copied().flatten()) {
            let iteration = price as f64 / 100.0;
            plans.push(Priced { plan, iteration, cost: cost(&work, iteration) });
        }
    }
    plans.sort_by(|x, y| x.cost.total().total_cmp(&y.cost.total()));
    if let (true, Some(why)) = (plans.is_empty(), refused) {
        return Err(why.into());
    }
    if plans.is_empty() {
        let why = match count {
            0 => {
                "no vector of the result's neighbours can be computed: its last index is no dimension of the statement"
                    .to_owned()
            }
            _ => format!("none of {count} plans has a price on {}", place.target.mcpu()),
        };
        return Err(CompileError::Plan(why));
    }
    Ok(Chosen { plans, candidates: count })
}

/// The assembly of a tile's loop.
async fn loop_of(of: &Contraction, plan: &Plan, place: &Place<'_>) -> Result<String, CompileError> {
    let (text, _) = lower::selected(place, &of.name, &tile(of, plan)).await?;
    Ok(lower::assembly(place, lower::llvm(text)?).await?)
}

fn comments(place: &Place<'_>) -> Vec<String> {
    let set = place.sets.get(place.target.arch());
    set.map_or_else(Vec::new, |set| set.manifest().assembly.comments.clone())
}

/// The labels and instructions of assembly: no directives, no comments.
fn listing(code: &str, comments: &[String]) -> String {
    let mut lines = Vec::new();
    for line in code.lines() {
        let end = comments.iter().filter_map(|comment| line.find(comment.as_str())).min().unwrap_or(line.len());
        let line = line[..end].trim_end();
        let is_directive = line.trim_start().starts_with('.') && !line.ends_with(':');
        if !line.trim().is_empty() && !is_directive && !line.trim_start().starts_with("\"") {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

/// Hundredths of a cycle of each listing's loop, by the daemon; `None`: it has no price.
async fn prices(place: &Place<'_>, listings: Vec<&str>) -> Result<Vec<Option<u64>>, CompileError> {
    let pair = |pair: &[&str]| {
        let name = blake3::hash(pair.join("\0").as_bytes()).to_hex().to_string();
        let selected = pair.get(1).or(pair.first()).map(|text| (*text).to_owned());
        v1::Pair { name, own: pair.first().map(|text| (*text).to_owned()), selected }
    };
    let request =
        v1::CompareRequest { target: Some(place.terms.target.clone()), pairs: listings.chunks(2).map(pair).collect() };
    let compared = place.client.compare_within(request, LIMIT).await?;
    let both = compared.into_iter().flat_map(|pair| match pair.known {
        true => [pair.own_cost, pair.selected_cost],
        false => [None; 2],
    });
    Ok(both.take(listings.len()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_has_labels_and_instructions_only() {
        let code = "\t.text\n\t.globl\tf                       # -- Begin function f\nf:                          # @f\n# %bb.0:\n\
                    .LBB0_1:                                # =>This Loop\n\tvpaddd\t%ymm0, %ymm1, %ymm1\n\tjne\t.LBB0_1\n\tretq\n.Lfunc_end0:\n\
                    \t.size\tf, .Lfunc_end0-f\n";
        let listed = "f:\n.LBB0_1:\n\tvpaddd\t%ymm0, %ymm1, %ymm1\n\tjne\t.LBB0_1\n\tretq\n.Lfunc_end0:\n";
        assert_eq!(listing(code, &["#".to_owned()]), listed);
    }
}
