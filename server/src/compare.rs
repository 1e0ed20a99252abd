//! `Compare`: what a compiler's own code costs beside code with answers in it.
//!
//! Both listings come from the compiler's own code generator, so that what differs between them is the answers. A wrong
//! listing makes a compile slower or leaves it as it was; it never makes it wrong.

use crate::answering::Core;
use crate::failure::Failure;
use crate::limits;
use crate::listing::Listing;
use crate::question;
use crate::selector::SelectError;
use isotope_proto::v1;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// What the two listings of a pair cost; `None` for what has no price.
type Costs = [Option<u64>; 2];

/// The costs of pairs seen before.
pub struct Prices {
    known: quick_cache::sync::Cache<[u8; 32], Costs>,
    pricing: Semaphore,
}

impl Default for Prices {
    fn default() -> Self {
        let known = quick_cache::sync::Cache::new(limits::MAX_PRICES);
        Prices { known, pricing: Semaphore::new(limits::MAX_PRICING) }
    }
}

/// The costs of all pairs: known ones, and those whose listings are there.
pub async fn compare(core: Arc<Core>, request: v1::CompareRequest) -> Result<v1::CompareResponse, Failure> {
    let (bound, limit) = ("MAX_PAIRS", limits::MAX_PAIRS);
    Failure::check("the number of pairs", request.pairs.len(), bound, limit)?;
    let target = question::target(request.target.as_ref(), None)?;
    let terms = format!("{} {target} {}", core.scope.epoch, core.selector.cost_model(&target));
    let keys: Vec<[u8; 32]> = request.pairs.iter().map(|pair| key(&terms, &pair.name)).collect();
    let mut costs: Vec<Option<Costs>> = keys.iter().map(|key| core.prices.known.get(key)).collect();
    request.pairs.iter().for_each(|_| core.counters.pairs.add());
    costs.iter().flatten().for_each(|_| core.counters.pairs_known.add());
    let (mut places, mut listings) = (Vec::new(), Vec::new());
    for (at, pair) in request.pairs.iter().enumerate() {
        if let (None, Some(own), Some(selected)) = (&costs[at], &pair.own, &pair.selected) {
            places.push(at);
            listings.extend([Listing::read(own)?, Listing::read(selected)?]);
        }
    }
    if !listings.is_empty() {
        let _pricing = core.prices.pricing.acquire().await;
        let selector = Arc::clone(&core.selector);
        let priced = tokio::task::spawn_blocking(move || selector.price(&listings, &target)).await;
        let priced = priced.unwrap_or_else(|e| Err(SelectError::Internal(format!("pricing: {e}"))))?;
        for (at, pair) in places.into_iter().zip(priced.chunks_exact(2)) {
            let pair = [pair[0], pair[1]];
            core.prices.known.insert(keys[at], pair);
            costs[at] = Some(pair);
        }
    }
    let compared = costs.into_iter().map(|costs| {
        let [own_cost, selected_cost] = costs.unwrap_or_default();
        v1::Compared { known: costs.is_some(), own_cost, selected_cost }
    });
    Ok(v1::CompareResponse { compared: compared.collect() })
}

fn key(terms: &str, name: &str) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(terms.len() as u64).to_le_bytes()).update(terms.as_bytes()).update(name.as_bytes());
    *hasher.finalize().as_bytes()
}
