//! What compilers' own code costs, by its content, and by the names that compilers give it.
//!
//! A listing's price goes by its content. A pair's name only stands for two contents, for callers of one host: who names a
//! pair first says nothing to other hosts, and once a name was given to two contents it stands for neither.

use crate::limits;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Of a listing, or of a name.
pub(crate) type Hash = [u8; 32];

/// What a name stands for: the contents of both listings, until it was given to others, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Pair([Hash; 2]),
    Several,
}

/// The costs of listings seen before.
pub struct Prices {
    pub(crate) known: quick_cache::sync::Cache<Hash, Option<u64>>,
    names: quick_cache::sync::Cache<Hash, Named>,
    pub(crate) pricing: Arc<Semaphore>,
}

impl Default for Prices {
    fn default() -> Self {
        Prices {
            known: quick_cache::sync::Cache::new(limits::MAX_PRICES),
            names: quick_cache::sync::Cache::new(limits::MAX_PRICES),
            pricing: Arc::new(Semaphore::new(limits::MAX_PRICING)),
        }
    }
}

impl Prices {
    /// What both listings cost, if that is known.
    pub(crate) fn of(&self, contents: &[Hash; 2]) -> Option<[Option<u64>; 2]> {
        Some([self.known.get(&contents[0])?, self.known.get(&contents[1])?])
    }

    /// The same by the pair's name.
    pub(crate) fn named(&self, name: &Hash) -> Option<[Option<u64>; 2]> {
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
}
