//! The parts that answers are made with: one takes requests in, one keeps answers, and one runs the work for the others.

use crate::counters::Counters;
use crate::intake::key::Scope;
use crate::intake::reading::Intake;
use crate::limits;
use crate::memory::Memory;
use crate::search::scheduler::Scheduler;
use crate::search::selector::Selector;
use crate::stored::belief::Belief;
use crate::stored::prices::Prices;
use crate::stored::store::Store;
use isotope_cache::Memo;
use std::path::Path;
use std::sync::Arc;

/// How much the service may do at once, and hold.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Searches at once.
    pub threads: usize,
    /// Searches that may wait.
    pub queue: usize,
    /// Bytes of questions and answers held for texts seen before.
    pub memory_bytes: usize,
    /// The account that requests are charged to.
    pub memory: Memory,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            threads: 2,
            queue: limits::DEFAULT_QUEUE,
            memory_bytes: limits::DEFAULT_MEMORY_BYTES,
            memory: Memory::default(),
        }
    }
}

/// Everything that answers questions; made once the cache is open and the dictionary is loaded.
pub struct Core {
    /// The search.
    pub selector: Arc<dyn Selector>,
    /// The part that makes questions of requests.
    pub intake: Arc<Intake>,
    /// Earlier answers.
    pub store: Store,
    /// The order in which work runs.
    pub scheduler: Scheduler,
    /// The costs of compilers' own code.
    pub prices: Prices,
    /// Counts.
    pub counters: Arc<Counters>,
}

impl Core {
    /// Puts the parts together.
    pub fn new(selector: Arc<dyn Selector>, memo: Memo, salt: String, bounds: Bounds) -> Self {
        let Bounds { threads, queue, memory_bytes, memory } = bounds;
        let (scope, counters) = (Arc::new(Scope { epoch: selector.epoch().to_owned(), salt }), Arc::default());
        Core {
            store: Store::new(memo, &selector, &scope, &memory, &counters),
            intake: Arc::new(Intake::new(&selector, scope, memory, memory_bytes)),
            scheduler: Scheduler::new(threads, queue),
            prices: Prices::default(),
            selector,
            counters,
        }
    }

    /// Says whose records are believed, of a tier and of a snapshot that is imported.
    pub fn with_belief(mut self, belief: Belief) -> Self {
        self.store.belief = belief;
        self
    }

    /// Puts a snapshot under the memo: read, never written.
    pub fn with_snapshot(mut self, snapshot: Option<isotope_tier::Snapshot>) -> Self {
        self.store.snapshot = snapshot.map(Arc::new);
        self
    }

    /// Has this daemon work for warm-up jobs.
    pub fn with_warm_up(mut self, queue: Option<isotope_tier::warm_up::WarmUpQueue>) -> Self {
        self.scheduler.warm_up = queue.map(Arc::new);
        self
    }

    /// Puts the tier behind the memo.
    pub fn with_tier(mut self, tier: Option<isotope_tier::Shared>) -> Self {
        self.store.tier = tier.map(Arc::new);
        self
    }

    /// Keeps beside the memo, in its folder, what else is kept there.
    pub fn in_folder(mut self, folder: &Path) -> Self {
        self.store.keep_in(folder);
        self
    }
}
