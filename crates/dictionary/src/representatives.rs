//! The members that a search is offered: of those that compute the same, one.

use crate::dictionary::Dictionary;
use crate::member::Member;
use std::collections::{BTreeMap, BTreeSet};

impl Dictionary {
    /// Of the usable members that are `admitted`, one for each function of whole registers, with its cost: the cheapest, of equals
    /// the one that is read in the narrowest elements, by name.
    pub fn representatives(
        &self,
        features: &BTreeSet<String>,
        cpu: &str,
        admitted: &dyn Fn(&Member) -> bool,
    ) -> Vec<(u32, &Member)> {
        let mut chosen: BTreeMap<&str, ((u32, u32, &str), &Member)> = BTreeMap::new();
        let runs = |m: &&Member| self.is_usable(m) && m.features.iter().all(|f| features.contains(*f)) && admitted(m);
        for member in self.members().iter().filter(runs) {
            // Without a price LLVM folded it away or the form is not known; neither can be weighed.
            let Some(cost) = self.cost(member, cpu) else { continue };
            let finest = member.operands.iter().map(|o| o.element_bits).min().unwrap_or(u32::MAX);
            let key = (cost.rthroughput, finest, member.name);
            let best = chosen.entry(member.same).or_insert((key, member));
            if key < best.0 {
                *best = (key, member);
            }
        }
        let mut chosen: Vec<_> = chosen.into_values().map(|(key, member)| (key.0, member)).collect();
        chosen.sort_by_key(|(_, member)| member.name);
        chosen
    }
}
