//! The costs of compilers' own code, by its content, and by the names that compilers give it.
//!
//! A listing's price goes by its content. A pair's name only stands for two contents, for callers of one host: who names a
//! pair first says nothing to other hosts, and once a name was given to two contents it stands for neither.

use crate::limits;
use crate::search::selector::Cost;
use std::sync::Arc;

/// Of a listing, or of a name.
pub(crate) type Hash = [u8; 32];

/// The meaning of a name: the contents of both listings, until it was given to others, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Pair([Hash; 2]),
    Several,
}

/// Facts about a listing's cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// By the model.
    pub(crate) model: u64,
    /// As it was measured.
    pub(crate) measured: Option<u64>,
    /// Micro-operations, and instructions: of equal costs the fewer are better.
    pub(crate) size: (u32, usize),
}

impl Known {
    /// Of what a compiler has no code for, where it has some for the other side of a pair: no code costs more.
    pub(crate) const NO_CODE: Known = Known { model: u64::MAX, measured: None, size: (u32::MAX, usize::MAX) };
}

impl From<&Cost> for Known {
    fn from(cost: &Cost) -> Self {
        Known { model: cost.model(), measured: cost.measured(), size: (cost.uops, cost.instructions.len()) }
    }
}

/// The costs of two listings, and whether the second is better, as [`rank`](Cost::rank) says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Together {
    pub(crate) costs: [Option<u64>; 2],
    pub(crate) is_better: bool,
}

/// Two listings beside each other: as they were measured where both were, and by the model otherwise. One of either kind would compare
/// the CPU with the model.
pub(crate) fn together([own, selected]: [Option<Known>; 2]) -> Together {
    let measured = |known: &Known| known.measured;
    let costs = match [own.as_ref().and_then(measured), selected.as_ref().and_then(measured)] {
        both @ [Some(_), Some(_)] => both,
        _ => [own, selected].map(|known| Some(known?.model)),
    };
    let is_better = own.zip(selected).is_some_and(|(own, selected)| (costs[1], selected.size) < (costs[0], own.size));
    Together { costs, is_better }
}

/// A loop that was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compared {
    /// The CPU whose prices count.
    pub(crate) cpu: String,
    /// Its instructions.
    pub(crate) code: String,
    /// Its cost.
    pub(crate) cost: Known,
}

/// Loops weigh what they take.
#[derive(Clone)]
pub(crate) struct Weight;

impl quick_cache::Weighter<Hash, Arc<Compared>> for Weight {
    fn weight(&self, _: &Hash, compared: &Arc<Compared>) -> u64 {
        (compared.code.len() + limits::COMPARED_LOOP_BYTES) as u64
    }
}

/// The costs of listings seen before.
pub struct Prices {
    pub(crate) known: quick_cache::sync::Cache<Hash, Option<Known>>,
    /// The comparisons, for whoever measures them.
    pub(crate) loops: quick_cache::sync::Cache<Hash, Arc<Compared>, Weight>,
    names: quick_cache::sync::Cache<Hash, Named>,
}

impl Default for Prices {
    fn default() -> Self {
        Prices {
            known: quick_cache::sync::Cache::new(limits::MAX_PRICES),
            loops: quick_cache::sync::Cache::with_weighter(
                limits::MAX_COMPARED_LOOPS_BYTES / limits::COMPARED_LOOP_BYTES,
                limits::MAX_COMPARED_LOOPS_BYTES as u64,
                Weight,
            ),
            names: quick_cache::sync::Cache::new(limits::MAX_PRICES),
        }
    }
}

impl Prices {
    /// The costs of both listings, if they are known.
    pub(crate) fn of(&self, contents: &[Hash; 2]) -> Option<Together> {
        Some(together([self.known.get(&contents[0])?, self.known.get(&contents[1])?]))
    }

    /// The same by the pair's name.
    pub(crate) fn named(&self, name: &Hash) -> Option<Together> {
        match self.names.get(name)? {
            Named::Pair(contents) => self.of(&contents),
            Named::Several => None,
        }
    }

    /// Notes what a name stands for.
    pub(crate) fn name(&self, name: Hash, contents: [Hash; 2]) {
        let named = match self.names.get(&name) {
            Some(known) if known != Named::Pair(contents) => Named::Several,
            _ => Named::Pair(contents),
        };
        self.names.insert(name, named);
    }

    /// Notes what a listing costs, and its loop where that can run by itself.
    pub(crate) fn note(&self, content: Hash, cpu: &str, cost: Option<&Cost>) {
        self.known.insert(content, cost.map(Known::from));
        if let Some(cost) = cost.filter(|cost| !cost.asm.is_empty()) {
            let compared = Compared { cpu: cpu.to_owned(), code: cost.asm.clone(), cost: cost.into() };
            self.loops.insert(content, Arc::new(compared));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_costs_are_of_one_kind() {
        let known = |model, measured| Some(Known { model, measured, size: (5, 5) });
        let costs = |both| together(both).costs;
        assert_eq!(costs([known(10, Some(12)), known(11, Some(9))]), [Some(12), Some(9)]);
        assert_eq!(costs([known(10, Some(12)), known(11, None)]), [Some(10), Some(11)]);
        assert_eq!(costs([known(10, None), known(11, Some(9))]), [Some(10), Some(11)]);
        assert_eq!(costs([None, known(11, Some(9))]), [None, Some(11)]);
    }

    #[test]
    fn of_two_listings_of_one_cost_the_smaller_is_better() {
        let known = |model, size| Some(Known { model, measured: None, size });
        let is_better = |own, selected| together([own, selected]).is_better;
        assert!(is_better(known(10, (5, 5)), known(9, (8, 8))), "a lower cost counts, whatever it takes");
        assert!(!is_better(known(10, (9, 9)), known(11, (1, 1))));
        assert!(is_better(known(10, (5, 5)), known(10, (4, 6))));
        assert!(is_better(known(10, (5, 5)), known(10, (5, 4))));
        assert!(!is_better(known(10, (5, 5)), known(10, (5, 5))));
        assert!(is_better(Some(Known::NO_CODE), known(10, (5, 5))));
        assert!(!is_better(None, known(10, (5, 5))) && !is_better(known(10, (5, 5)), None), "no price is no lower one");
    }

    #[test]
    fn loops_that_were_compared_stay_within_their_bound() {
        let prices = Prices::default();
        let cost = Cost {
            centicycles: 7,
            basis: Default::default(),
            uops: 1,
            instructions: vec![],
            asm: "nop\n".repeat(1 << 16),
        };
        for number in 0..200u8 {
            prices.note([number; 32], "znver3", Some(&cost));
        }
        assert!(prices.loops.weight() <= limits::MAX_COMPARED_LOOPS_BYTES as u64 && prices.loops.len() > 10);
        prices.note([255; 32], "znver3", Some(&Cost { asm: String::new(), ..cost }));
        assert!(prices.loops.get(&[255; 32]).is_none(), "what calls something is not run by itself");
        assert!(prices.known.get(&[255; 32]).is_some_and(|known| known.is_some()));
    }
}
