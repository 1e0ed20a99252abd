//! `Compare`: what a compiler's own code costs beside code with answers in it.
//!
//! Both listings come from the compiler's own code generator, so that what differs between them is the answers. A wrong
//! listing makes a compile slower or leaves it as it was; it never makes it wrong.

use crate::answers::core::Core;
use crate::answers::in_a_place;
use crate::answers::prices::{Hash, Known, together};
use crate::answers::question;
use crate::failure::Failure;
use crate::limits;
use isotope_pricer::Listing;
use isotope_proto::v1;
use std::collections::HashMap;
use std::sync::Arc;

/// The costs of all pairs: known ones, and those whose listings are there, unless the caller may have nothing priced. Ends
/// with its caller.
pub async fn compare(
    core: Arc<Core>,
    host: &str,
    request: v1::CompareRequest,
    may_price: bool,
) -> Result<v1::CompareResponse, Failure> {
    let (bound, limit) = ("MAX_PAIRS", limits::MAX_PAIRS);
    Failure::check("the number of pairs", request.pairs.len(), bound, limit)?;
    let target = question::target(core.selector.as_ref(), request.target.as_ref(), None)?;
    let terms = format!("{} {target} {}", core.scope.epoch, core.selector.cost_model(&target));
    let target_cpu = target.tune().to_owned();
    let mut compared = Vec::with_capacity(request.pairs.len());
    let (mut listed, mut wanted) = (Vec::new(), HashMap::new());
    for (at, pair) in request.pairs.iter().enumerate() {
        core.counters.pairs.add();
        let name = hash(&[&terms, host, &pair.name]);
        let (Some(own), Some(selected)) = (&pair.own, &pair.selected) else {
            compared.push(core.prices.named(&name));
            continue;
        };
        let contents = [own, selected].map(|text| hash(&[&terms, text]));
        for (text, content) in [own, selected].into_iter().zip(contents) {
            if may_price && core.prices.known.get(&content).is_none() && !wanted.contains_key(&content) {
                wanted.insert(content, Listing::read(text)?);
            }
        }
        listed.push((at, name, contents));
        compared.push(core.prices.of(&contents));
    }
    compared.iter().flatten().for_each(|_| core.counters.pairs_known.add());
    let mut fresh = HashMap::new();
    if !wanted.is_empty() {
        let own = Arc::clone(&core);
        let priced = in_a_place(&core.prices.pricing, move |control| {
            let (contents, listings): (Vec<Hash>, Vec<Listing>) = wanted.into_iter().unzip();
            let prices = own.selector.price(&listings, &target, control)?;
            Ok(contents.into_iter().zip(prices).collect::<HashMap<_, _>>())
        });
        fresh = priced.await?;
        fresh.iter().for_each(|(content, cost)| core.prices.note(*content, &target_cpu, cost.as_ref()));
    }
    for (at, name, contents) in listed {
        core.prices.name(name, contents);
        // What is new may have pushed itself out.
        let price = |content| match fresh.get(content) {
            Some(cost) => Some(cost.as_ref().map(Known::from)),
            None => core.prices.known.get(content),
        };
        if let [Some(own), Some(selected)] = [price(&contents[0]), price(&contents[1])] {
            compared[at] = Some(together([own, selected]));
        }
    }
    let compared = compared.into_iter().map(|costs| {
        let [own_cost, selected_cost] = costs.unwrap_or_default();
        v1::Compared { known: costs.is_some(), own_cost, selected_cost }
    });
    Ok(v1::CompareResponse { compared: compared.collect() })
}

fn hash(parts: &[&str]) -> Hash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    *hasher.finalize().as_bytes()
}
