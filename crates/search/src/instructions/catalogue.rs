//! All of a target's instructions with their functions, cheapest first.
//!
//! One list in which everything that a target can do has a price is what "no cheaper instruction does it" means. Whoever wants
//! instructions by what they are good for makes an [index](Catalogue::index) of them.

use super::entry::Entry;
use ahash::HashMap;
use isotope_dictionary::Dictionary;
use isotope_program::symbolic::InstructionTerms;
use std::any::{Any, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// All of a target's instructions.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// Cheapest first, of equals by name.
    entries: Vec<Entry>,
    /// By bits of the result.
    by_result: BTreeMap<u32, Vec<usize>>,
    by_name: BTreeMap<&'static str, usize>,
    /// Each by its own type, and made when it is first asked for.
    indices: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Catalogue {
    /// The instructions of a dictionary for a CPU, in LLVM's name, with these features: of those that compute the same the cheapest.
    pub fn of(dictionary: &Dictionary, features: &BTreeSet<String>, cpu: &str) -> Catalogue {
        Catalogue::with_prices(dictionary, features, cpu, &|_, cost| cost)
    }

    /// The same by other prices: what `price` makes of an instruction's name and its own.
    pub(super) fn with_prices(
        dictionary: &Dictionary,
        features: &BTreeSet<String>,
        cpu: &str,
        price: &dyn Fn(&str, u32) -> u32,
    ) -> Catalogue {
        let entries = dictionary.representatives(features, cpu, &|_| true).into_iter().map(|(cost, member)| {
            let ranges = dictionary.immediates(member).into_iter().flat_map(|i| i.values);
            let values = ranges.flat_map(|(low, high)| low..=high).collect();
            Entry::new(member.clone(), price(member.name, cost), values)
        });
        Catalogue::new(entries.collect())
    }

    /// Of entries in any order.
    pub fn new(mut entries: Vec<Entry>) -> Catalogue {
        // Whoever looks takes the first that fits, which is then the cheapest.
        entries.sort_by_key(|entry| (entry.cost, entry.member.name));
        let mut by_result: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate() {
            by_result.entry(entry.member.result.bits).or_default().push(at);
        }
        let by_name = entries.iter().enumerate().map(|(at, entry)| (entry.member.name, at)).collect();
        Catalogue { entries, by_result, by_name, indices: Mutex::default() }
    }

    /// An index that `made` makes of all of the catalogue: looked for once, and the same for whoever asks. An index is known by its
    /// type, so that the catalogue knows none of them.
    ///
    /// The work is not counted, because a budget must end a search at the same place in every process.
    pub fn index<I: Any + Send + Sync>(&self, made: impl FnOnce(&Catalogue) -> I) -> Arc<I> {
        let cell = {
            let mut known = self.indices.lock().unwrap_or_else(PoisonError::into_inner);
            known.entry(TypeId::of::<I>()).or_insert_with(|| Arc::new(OnceLock::<Arc<I>>::new())).clone()
        };
        // Made outside of the lock: an index may be made from another.
        let cell = cell.downcast::<OnceLock<Arc<I>>>().expect("the key is the type");
        cell.get_or_init(|| Arc::new(made(self))).clone()
    }

    /// All instructions, cheapest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// All instructions by name, as indices into [`Catalogue::entries`].
    pub fn by_name(&self) -> impl Iterator<Item = usize> + '_ {
        self.by_name.values().copied()
    }

    /// The instruction of a name.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.by_name.get(name).map(|&at| &self.entries[at])
    }

    /// Those whose result has so many bits, as indices, cheapest first.
    pub fn with_result(&self, bits: u32) -> &[usize] {
        self.by_result.get(&bits).map_or(&[], Vec::as_slice)
    }
}

impl isotope_program::symbolic::InstructionLanes for Catalogue {
    fn lanes(&self, name: &str, immediates: &[u64]) -> Option<InstructionTerms<'_>> {
        self.entry(name)?.lanes(immediates)
    }
}
