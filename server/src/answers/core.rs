//! What answers are made with: the selector, the memo, what is held in memory, and the bounds of all of them.

use super::prices::Prices;
use crate::counters::Counters;
use crate::failure::Failure;
use crate::intake::key::Scope;
use crate::intake::question::Question;
use crate::intake::requests::Requests;
use crate::intake::texts::Texts;
use crate::limits;
use crate::memory::{Charge, Memory};
use crate::search::flights::{Flights, Gate};
use crate::search::selector::{ProofStep, Selector};
use crate::stored::importing::Belief;
use crate::stored::misses::Misses;
use crate::stored::remembered;
use crate::stored::unwritten::Unwritten;
use isotope_cache::{Epoch, Key, Memo};
use isotope_proto::v1;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How much the service may do at once, and hold.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Searches at once.
    pub threads: usize,
    /// Searches that may wait.
    pub queue: usize,
    /// Bytes of questions and answers held for texts seen before.
    pub memory_bytes: usize,
    /// What requests are charged to.
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

/// What a search leaves for everyone who waited for it.
#[derive(Clone)]
pub struct Settled {
    pub(crate) record: v1::Record,
    pub(crate) source: v1::Source,
    pub(crate) truncated: bool,
    pub(crate) notes: Vec<String>,
    /// The record is not of the canonical window but of one as it was asked: the one with this hash.
    pub(crate) as_asked: Option<[u8; 32]>,
}

impl Settled {
    /// Whether it answers this phrasing of the window.
    pub(crate) fn answers(&self, question: &Question) -> bool {
        match self.as_asked {
            Some(hash) => hash == question.asked_hash,
            None => remembered::is_tied(&self.record, question),
        }
    }

    pub(crate) fn new(record: v1::Record, source: v1::Source) -> Self {
        Settled { record, source, truncated: false, notes: Vec::new(), as_asked: None }
    }
}

/// Everything that answers questions; made once the memo is open and the dictionary is loaded.
pub struct Core {
    /// What searches.
    pub selector: Arc<dyn Selector>,
    /// What was proved before.
    pub memo: Arc<Memo>,
    /// What all keys share.
    pub scope: Scope,
    /// The work under way that takes a worker, of every kind.
    pub flights: Flights,
    /// What was proved elsewhere, in a file.
    pub snapshot: Option<Arc<isotope_tier::Snapshot>>,
    /// What other daemons share with this one.
    pub tier: Option<Arc<isotope_tier::Shared>>,
    /// Whose records are believed.
    pub belief: Belief,
    /// The memo's folder, where it is one's.
    pub folder: Option<PathBuf>,
    /// The nights that this daemon works for.
    pub night: Option<Arc<isotope_tier::night::NightQueue>>,
    /// What was not answered in time.
    pub misses: Misses,
    /// Counts.
    pub counters: Arc<Counters>,
    /// Bounds.
    pub bounds: Bounds,
    /// What requests are charged to.
    pub memory: Memory,
    /// What compilers' own code costs.
    pub prices: Prices,
    /// Audits at once.
    pub audits: Arc<Semaphore>,
    pub(crate) epoch: Epoch,
    pub(crate) texts: Texts,
    pub(crate) requests: Requests,
    /// Requests that are read at once.
    pub(crate) readers: Gate,
    /// What whole searches ended with unproved. The memo takes no such answer, and the next caller need not wait for it
    /// again; another process may.
    pub(crate) unproved: quick_cache::sync::Cache<Key, Arc<(v1::Record, v1::Source)>>,
    /// Phrasings that were tied to their canonical form in this process, and how.
    pub(crate) ties: quick_cache::sync::Cache<Key, Arc<Vec<ProofStep>>>,
    /// What was proved and could not be written.
    pub(crate) unwritten: Unwritten,
    /// Plain lowerings under way.
    pub(crate) lowering: Gate,
    /// What operators have done to the memo at this moment, and snapshots on their way out or in.
    pub operations: Arc<Semaphore>,
    /// See [`Core::operations`].
    pub transfers: Arc<Semaphore>,
}

impl Core {
    /// Puts the parts together.
    pub fn new(selector: Arc<dyn Selector>, memo: Memo, salt: String, bounds: Bounds) -> Self {
        let scope = Scope { epoch: selector.epoch().to_owned(), salt };
        Core {
            epoch: Epoch(*blake3::hash(scope.epoch.as_bytes()).as_bytes()),
            flights: Flights::new(bounds.threads, bounds.queue),
            texts: Texts::new(bounds.memory_bytes),
            requests: Requests::new(limits::HELD_REQUESTS_BYTES),
            readers: Gate::new(limits::MAX_READERS),
            unproved: quick_cache::sync::Cache::new(limits::MAX_UNPROVED),
            ties: quick_cache::sync::Cache::new(limits::MAX_TIES_HELD),
            unwritten: Unwritten::default(),
            lowering: Gate::new(limits::MAX_LOWERING),
            operations: Arc::new(Semaphore::new(limits::MAX_OPERATIONS)),
            transfers: Arc::new(Semaphore::new(1)),
            snapshot: None,
            tier: None,
            belief: Belief::default(),
            folder: None,
            night: None,
            misses: Misses::default(),
            counters: Arc::default(),
            audits: Arc::new(Semaphore::new(1)),
            prices: Prices::default(),
            memo: Arc::new(memo),
            memory: bounds.memory.clone(),
            selector,
            scope,
            bounds,
        }
    }

    /// The epoch, as the memo has it.
    pub fn epoch(&self) -> Epoch {
        self.epoch
    }

    /// Charges `bytes`; what is only held for later goes where they would not fit beside it.
    pub fn make_room(&self, bytes: usize) -> Result<Charge, Failure> {
        self.make_room_in(&self.memory, bytes)
    }

    /// The same in somebody's share.
    pub fn make_room_in(&self, share: &Memory, bytes: usize) -> Result<Charge, Failure> {
        self.make_room_for(share.nothing(), bytes)
    }

    /// The same for a charge of so many bytes more.
    pub fn make_room_for(&self, mut charge: Charge, bytes: usize) -> Result<Charge, Failure> {
        if let Err(refused) = charge.grow(bytes) {
            // Whose own share is full has nothing from what others are held ready.
            if self.memory.has_room(bytes) {
                return Err(refused);
            }
            self.texts.clear();
            charge.grow(bytes)?;
        }
        Ok(charge)
    }

    /// What the memo or the tier holds and may be served, after every check. Blocks as long as a call to the tier may take. `Err`: something that must not be.
    #[allow(clippy::result_unit_err)] // The reason was counted and logged; a caller can only search anew.
    pub fn recall(&self, question: &Question) -> Result<Option<v1::Record>, ()> {
        let prover = self.selector.prover();
        Ok(self.memo_record(question)?.filter(|record| remembered::servable(record, question, prover).is_ok()))
    }

    /// What the memo holds for a question's canonical window, whoever proved it and whoever asked.
    pub(crate) fn memo_record(&self, question: &Question) -> Result<Option<v1::Record>, ()> {
        let record = match self.stored_record(&question.key) {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(error) => {
                // A memo that cannot be read is no reason not to answer: the search does.
                tracing::warn!(key = %question.key, %error, "the memo cannot be read");
                return Err(());
            }
        };
        let record = match remembered::decode(&record.payload) {
            Ok(record) => record,
            // Another version's: as good as none.
            Err(remembered::Refusal::Layout(_)) => return Ok(None),
            Err(refusal) => {
                self.refuse(question, &refusal);
                return Err(());
            }
        };
        remembered::fits(&record, question, &self.scope.epoch).map_err(|r| self.refuse(question, &r))?;
        Ok(Some(record))
    }

    pub(crate) fn refuse(&self, question: &Question, refusal: &remembered::Refusal) {
        self.counters.records_refused.add();
        tracing::warn!(key = %question.key, %refusal, "a memo record is not served");
    }
}
