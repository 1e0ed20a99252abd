//! `Compare`: what a compiler's own code costs beside code with answers in it.
//!
//! Both listings come from the compiler's own code generator, so that what differs between them is the answers. A wrong
//! listing makes a compile slower or leaves it as it was; it never makes it wrong.

use crate::core::Core;
use crate::failure::Failure;
use crate::intake::asking::Asker;
use crate::intake::in_a_place;
use crate::intake::question;
use crate::jobs::price::Price;
use crate::jobs::{self, Ended, Job};
use crate::limits;
use crate::stored::prices::{Hash, Known, Together, together};
use isotope_dictionary::Target;
use isotope_proto::v1;
use std::collections::HashSet;
use std::sync::Arc;

type Costs = <Price as Job>::Done;

/// The costs of all pairs: known ones, and those whose listings are there, unless the caller may have nothing priced. `host` is whose
/// names the pairs have.
pub async fn compare(
    core: &Arc<Core>,
    host: &str,
    request: v1::CompareRequest,
    may_price: bool,
    asker: &Asker,
) -> Result<v1::CompareResponse, Failure> {
    let (bound, limit) = ("MAX_PAIRS", limits::MAX_PAIRS);
    Failure::check("the number of pairs", request.pairs.len(), bound, limit)?;
    let target = question::target(core.selector.as_ref(), request.target.as_ref(), None)?;
    let terms = format!("{} {target} {}", core.intake.scope.epoch, core.selector.cost_model(&target));
    let mut compared = Vec::with_capacity(request.pairs.len());
    let (mut listed, mut wanted, mut known) = (Vec::new(), Vec::new(), HashSet::new());
    for (at, pair) in request.pairs.into_iter().enumerate() {
        core.counters.pairs.add();
        let name = hash(&[&terms, host, &pair.name]);
        let (Some(own), Some(selected)) = (pair.own, pair.selected) else {
            compared.push(core.prices.named(&name));
            continue;
        };
        let contents = [&own, &selected].map(|text| hash(&[&terms, text]));
        if own.is_empty() != selected.is_empty() {
            let nothing = if own.is_empty() { contents[0] } else { contents[1] };
            core.prices.known.insert(nothing, Some(Known::NO_CODE));
        }
        compared.push(core.prices.of(&contents));
        for (text, content) in [own, selected].into_iter().zip(contents) {
            if may_price && core.prices.known.get(&content).is_none() && known.insert(content) {
                wanted.push((content, text));
            }
        }
        listed.push((at, name, contents));
    }
    compared.iter().flatten().for_each(|_| core.counters.pairs_known.add());
    let fresh = if wanted.is_empty() { Arc::default() } else { priced(core, wanted, target, asker).await? };
    for (at, name, contents) in listed {
        core.prices.name(name, contents);
        // A new listing may have pushed itself out.
        let price = |content| match fresh.get(content) {
            Some(cost) => Some(*cost),
            None => core.prices.known.get(content),
        };
        if let [Some(own), Some(selected)] = [price(&contents[0]), price(&contents[1])] {
            compared[at] = Some(together([own, selected]));
        }
    }
    let compared = compared.into_iter().map(|both| {
        let Together { costs: [own_cost, selected_cost], is_better } = both.unwrap_or_default();
        v1::Compared { known: both.is_some(), own_cost, selected_cost, is_better }
    });
    Ok(v1::CompareResponse { compared: compared.collect() })
}

/// The costs of listings. All of them are read first: a bad one refuses the call.
async fn priced(
    core: &Arc<Core>,
    texts: Vec<(Hash, String)>,
    target: Target,
    asker: &Asker,
) -> Result<Arc<Costs>, Failure> {
    let reading = core.intake.readers.enter(&asker.caller).await;
    let (selector, of) = (Arc::clone(&core.selector), target.clone());
    let listings = in_a_place(reading, move |_| {
        texts.into_iter().map(|(content, text)| Ok((content, selector.listing(text, &of)?))).collect()
    })
    .await?;
    match jobs::run(core, Price::of(listings, target), asker).await? {
        Ended::Done(costs) => Ok(costs),
        // Those that were priced by now are known by their contents.
        Ended::Late { .. } | Ended::LateElsewhere => Ok(Arc::default()),
        Ended::Stopping { .. } => Err(Failure::Unavailable("stopping")),
    }
}

fn hash(parts: &[&str]) -> Hash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    *hasher.finalize().as_bytes()
}
