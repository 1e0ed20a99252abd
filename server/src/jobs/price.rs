//! Compilers' own code priced: listings, each by itself.

use super::Job;
use crate::core::Core;
use crate::failure::Failure;
use crate::intake::key::of_kind;
use crate::limits;
use crate::search::selector::{Control, Listing, SelectError};
use crate::stored::prices::{Hash, Known};
use isotope_cache::Key;
use isotope_dictionary::Target;
use std::collections::HashMap;

/// Listings, and the CPU whose prices count.
pub(crate) struct Price {
    key: Key,
    listings: Vec<(Hash, Listing)>,
    target: Target,
}

impl Price {
    /// Listings by the hashes of their contents, which say the target as well.
    pub(crate) fn of(listings: Vec<(Hash, Listing)>, target: Target) -> Self {
        let key = of_kind("isotope prices", listings.iter().map(|(content, _)| content.as_slice()));
        Price { key, listings, target }
    }
}

impl Job for Price {
    /// The costs that are known now; `None` for a listing that the model cannot price.
    type Done = HashMap<Hash, Option<Known>>;
    const GOES_ON: bool = false;
    /// A compile prices most of its functions: a quota of searches is not for them.
    const IS_SEARCH: bool = false;

    fn key(&self) -> Key {
        self.key
    }

    /// Prices a bounded part at a time, and notes it: if this gives way, the next run goes on from there.
    fn work(&self, core: &Core, control: &Control) -> Result<Self::Done, Failure> {
        let mut done = HashMap::with_capacity(self.listings.len());
        for part in parts(&self.listings) {
            if control.stopped() {
                return Err(SelectError::Cancelled.into());
            }
            let (mut contents, mut listings) = (Vec::new(), Vec::new());
            for (content, listing) in part {
                match core.prices.known.get(content) {
                    Some(cost) => {
                        done.insert(*content, cost);
                    }
                    None => {
                        contents.push(*content);
                        listings.push(listing.clone());
                    }
                }
            }
            if listings.is_empty() {
                continue;
            }
            let costs = core.selector.price(&listings, &self.target, control)?;
            for (content, cost) in contents.into_iter().zip(costs) {
                core.prices.note(content, self.target.tune(), cost.as_ref());
                done.insert(content, cost.as_ref().map(Known::from));
            }
        }
        Ok(done)
    }
}

/// The listings in parts: as many together as the bounds allow, and at least one.
fn parts(listings: &[(Hash, Listing)]) -> Vec<&[(Hash, Listing)]> {
    let mut parts = Vec::new();
    let (mut start, mut lines) = (0, 0);
    for (at, (_, listing)) in listings.iter().enumerate() {
        let more = listing.lines().count();
        if at > start && (at - start >= limits::PRICED_LISTINGS || lines + more > limits::PRICED_LINES) {
            parts.push(&listings[start..at]);
            (start, lines) = (at, 0);
        }
        lines += more;
    }
    if start < listings.len() {
        parts.push(&listings[start..]);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_bounded_and_all_listings_are_in_one() {
        let listings: Vec<(Hash, Listing)> = [1, limits::PRICED_LINES - 1, 1, 3 * limits::PRICED_LINES, 1]
            .into_iter()
            .chain([1; 2 * limits::PRICED_LISTINGS])
            .enumerate()
            .map(|(at, lines)| ([at as u8; 32], Listing::read("\tnop\n".repeat(lines)).unwrap()))
            .collect();
        let parts = parts(&listings);
        let sizes: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        let some = limits::PRICED_LISTINGS;
        assert_eq!(sizes, [2, 1, 1, some, some, 1], "by lines first, and by listings then");
        assert_eq!(parts.concat(), listings);
    }
}
