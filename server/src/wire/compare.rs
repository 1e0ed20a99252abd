//! `Compare`: what a compiler's own code costs beside code with answers in it.
//!
//! Both listings come from the compiler's own code generator, so that what differs between them is the answers. A wrong
//! listing makes a compile slower or leaves it as it was; it never makes it wrong.

use crate::answers::core::Core;
use crate::answers::prices::{Hash, Known, together};
use crate::failure::Failure;
use crate::intake::in_a_place;
use crate::intake::question;
use crate::limits;
use crate::search::flights::Caller;
use isotope_dictionary::Target;
use isotope_pricer::Listing;
use isotope_proto::v1;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The costs of all pairs: known ones, and those whose listings are there, unless the caller may have nothing priced. `host` is whose
/// names the pairs have, `caller` whose turns the pricing takes. Ends with its caller.
pub async fn compare(
    core: Arc<Core>,
    (host, caller): (&str, &Caller),
    request: v1::CompareRequest,
    may_price: bool,
) -> Result<v1::CompareResponse, Failure> {
    let (bound, limit) = ("MAX_PAIRS", limits::MAX_PAIRS);
    Failure::check("the number of pairs", request.pairs.len(), bound, limit)?;
    let target = Arc::new(question::target(core.selector.as_ref(), request.target.as_ref(), None)?);
    let terms = format!("{} {target} {}", core.scope.epoch, core.selector.cost_model(&target));
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
    let fresh = if wanted.is_empty() { HashMap::new() } else { priced(&core, wanted, &target, caller).await? };
    for (at, name, contents) in listed {
        core.prices.name(name, contents);
        // What is new may have pushed itself out.
        let price = |content| match fresh.get(content) {
            Some(cost) => Some(*cost),
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

/// The costs of listings, a bounded part of them in each turn of the caller's. All of them are read first: a bad one refuses the call.
async fn priced(
    core: &Arc<Core>,
    texts: Vec<(Hash, String)>,
    target: &Arc<Target>,
    caller: &Caller,
) -> Result<HashMap<Hash, Option<Known>>, Failure> {
    let reading = core.readers.enter(caller).await;
    let (selector, of) = (Arc::clone(&core.selector), Arc::clone(target));
    let turns = in_a_place(reading, move |_| {
        let read = |(content, text): (Hash, String)| Ok((content, selector.listing(text, &of)?));
        Ok(turns(texts.into_iter().map(read).collect::<Result<Vec<_>, Failure>>()?))
    })
    .await?;
    let mut fresh = HashMap::new();
    for turn in turns {
        let (contents, listings): (Vec<Hash>, Vec<Listing>) = turn.into_iter().unzip();
        let (own, target) = (Arc::clone(core), Arc::clone(target));
        let place = core.prices.pricing.enter(caller).await;
        let costs = in_a_place(place, move |control| {
            let costs = own.selector.price(&listings, &target, control)?;
            for (content, cost) in contents.iter().zip(&costs) {
                own.prices.note(*content, target.tune(), cost.as_ref());
            }
            let known = costs.iter().map(|cost| cost.as_ref().map(Known::from));
            Ok(contents.into_iter().zip(known).collect::<Vec<_>>())
        });
        fresh.extend(costs.await?);
    }
    Ok(fresh)
}

/// The listings in parts that a turn prices: as many as its bounds allow, and at least one.
fn turns(listings: Vec<(Hash, Listing)>) -> Vec<Vec<(Hash, Listing)>> {
    let mut turns: Vec<Vec<(Hash, Listing)>> = Vec::new();
    let mut lines = 0;
    for (content, listing) in listings {
        let more = listing.lines().count();
        match turns.last_mut() {
            Some(turn) if turn.len() < limits::TURN_LISTINGS && lines + more <= limits::TURN_LINES => {
                lines += more;
                turn.push((content, listing));
            }
            _ => {
                lines = more;
                turns.push(vec![(content, listing)]);
            }
        }
    }
    turns
}

fn hash(parts: &[&str]) -> Hash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_prices_a_bounded_part_and_all_parts_are_priced() {
        let listings: Vec<(Hash, Listing)> = [1, limits::TURN_LINES - 1, 1, 3 * limits::TURN_LINES, 1]
            .into_iter()
            .chain([1; 2 * limits::TURN_LISTINGS])
            .enumerate()
            .map(|(at, lines)| ([at as u8; 32], Listing::read("\tnop\n".repeat(lines)).unwrap()))
            .collect();
        let turns = turns(listings.clone());
        let sizes: Vec<usize> = turns.iter().map(Vec::len).collect();
        let some = limits::TURN_LISTINGS;
        assert_eq!(sizes, [2, 1, 1, some, some, 1], "by lines first, and by listings then");
        assert_eq!(turns.concat(), listings);
    }
}
