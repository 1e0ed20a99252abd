//! The store of answers: the memo, what stands behind it, and what is held in memory beside it.

use super::belief::Belief;
use super::misses::Misses;
use super::remembered;
use super::unwritten::Unwritten;
use crate::counters::Counters;
use crate::failure::{Failure, SelectError};
use crate::intake::key::Scope;
use crate::intake::question::Question;
use crate::limits;
use crate::memory::Memory;
use crate::search::selector::{ProofStep, Selector};
use isotope_cache::{Epoch, Key, Memo, Record};
use isotope_dictionary::Target;
use isotope_ir::Window;
use isotope_program::stored;
use isotope_proto::v1;
use isotope_tier::Found as InTier;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The earlier proofs, and the terms on which they are served: by this prover, for windows that are tied to theirs.
pub struct Store {
    /// The earlier proofs.
    pub memo: Arc<Memo>,
    /// The proofs from elsewhere, in a file.
    pub snapshot: Option<Arc<isotope_tier::Snapshot>>,
    /// The store that other daemons share with this one.
    pub tier: Option<Arc<isotope_tier::Shared>>,
    /// Whose records are believed.
    pub belief: Belief,
    /// The questions that were not answered in time.
    pub misses: Arc<Misses>,
    /// The memo's folder, where it is one's.
    pub(crate) folder: Option<PathBuf>,
    /// The unproved results of whole searches. The cache takes no such answer, and the next caller need not wait for it
    /// again; another process may.
    pub(crate) unproved: quick_cache::sync::Cache<Key, Arc<(v1::Record, v1::Source)>>,
    /// Phrasings that were tied to their canonical form in this process, and how.
    pub(crate) proved_phrasings: quick_cache::sync::Cache<Key, Arc<Vec<ProofStep>>>,
    /// The proofs that could not be written.
    pub(crate) unwritten: Unwritten,
    /// The part that proves records again, and ranks them by the costs of now.
    pub(super) selector: Arc<dyn Selector>,
    /// The properties that all keys share.
    pub(super) scope: Arc<Scope>,
    pub(super) epoch: Epoch,
    /// The account of questions that are made of records.
    pub(super) memory: Memory,
    pub(super) counters: Arc<Counters>,
}

impl Store {
    /// A store over `memo`, with nothing behind it.
    pub fn new(
        memo: Memo,
        selector: &Arc<dyn Selector>,
        scope: &Arc<Scope>,
        memory: &Memory,
        counters: &Arc<Counters>,
    ) -> Self {
        Store {
            memo: Arc::new(memo),
            snapshot: None,
            tier: None,
            belief: Belief::default(),
            misses: Arc::default(),
            folder: None,
            unproved: quick_cache::sync::Cache::new(limits::MAX_UNPROVED),
            proved_phrasings: quick_cache::sync::Cache::new(limits::MAX_PROVED_PHRASINGS),
            unwritten: Unwritten::default(),
            epoch: Epoch(*blake3::hash(scope.epoch.as_bytes()).as_bytes()),
            selector: Arc::clone(selector),
            scope: Arc::clone(scope),
            memory: memory.clone(),
            counters: Arc::clone(counters),
        }
    }

    /// The epoch, as the memo has it.
    pub fn epoch(&self) -> Epoch {
        self.epoch
    }

    /// Keeps what is not answered in time in the memo's folder, and goes on with what is there. The other files beside the
    /// memo are known, too.
    pub fn keep_in(&mut self, folder: &Path) {
        self.folder = Some(folder.to_owned());
        let mut hasher = blake3::Hasher::new();
        hasher.update(&(self.scope.epoch.len() as u64).to_le_bytes());
        hasher.update(self.scope.epoch.as_bytes()).update(self.scope.salt.as_bytes());
        self.misses.keep_in(folder, *hasher.finalize().as_bytes());
    }

    /// The record of the cache or the tier that may be served, after every check. Blocks as long as a call to the tier may take. `Err`: something that must not be.
    #[allow(clippy::result_unit_err)] // The reason was counted and logged; a caller can only search anew.
    pub fn recall(&self, question: &Question) -> Result<Option<v1::Record>, ()> {
        let prover = self.selector.prover();
        Ok(self.memo_record(question)?.filter(|record| remembered::servable(record, question, prover).is_ok()))
    }

    /// The cached record for a question's canonical window, whoever proved it and whoever asked.
    pub(crate) fn memo_record(&self, question: &Question) -> Result<Option<v1::Record>, ()> {
        let record = match self.stored_record(&question.key) {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(error) => {
                // A memo that cannot be read is no reason not to answer: the search does.
                tracing::warn!(key = %question.key, %error, "the cache cannot be read");
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
        tracing::warn!(key = %question.key, %refusal, "a cache entry is not served");
    }

    /// The record of the cache, the snapshot, or the tier: only records that a trusted daemon signed. May block for as long as a call to the
    /// tier may take.
    pub(crate) fn stored_record(&self, key: &Key) -> isotope_cache::Result<Option<Record>> {
        if let Some(record) = self.memo.get(key, &self.epoch)?.or_else(|| self.unwritten.get(key)) {
            return Ok(Some(record));
        }
        if let Some(snapshot) = &self.snapshot {
            match snapshot.get(key, &self.epoch) {
                Ok(Some(record)) => return Ok(Some(record)),
                Ok(None) => {}
                Err(error) => tracing::error!(%key, %error, "a record of the snapshot is not served"),
            }
        }
        let Some(tier) = &self.tier else { return Ok(None) };
        match tier.get_blocking(key, &self.epoch) {
            InTier::Signed(record) => Ok(Some(record)),
            InTier::Nothing | InTier::Unsigned(_) => Ok(None),
        }
    }

    /// The keys of the proved records that are wanted, ascending: as hashes, in no order of theirs.
    pub fn keys(&self, wanted: impl Fn(&v1::Record) -> bool) -> Result<Vec<Key>, Failure> {
        let mut keys = Vec::new();
        let visited = self.memo.for_each(|stored| {
            let ours = stored.verdict == isotope_cache::Verdict::Proved && stored.epoch == self.epoch;
            if ours && remembered::decode(&stored.payload).is_ok_and(|record| wanted(&record)) {
                keys.push(stored.key);
            }
            Ok(())
        });
        visited.map_err(|e| SelectError::Internal(format!("the cache cannot be read: {e}")))?;
        keys.sort_unstable();
        keys.dedup();
        Ok(keys)
    }

    /// A record as the memo holds it now, if it does.
    pub fn record(&self, key: &Key) -> Option<v1::Record> {
        let stored = self.memo.get(key, &self.epoch).ok()??;
        remembered::decode(&stored.payload).ok()
    }
}

/// The window and the target of a record.
pub fn asked(record: &v1::Record, selector: &dyn Selector) -> Result<(Window, Target), String> {
    let window: Window = stored::read_window(&record.window).map_err(|e| format!("its window does not read: {e}"))?;
    let hash = blake3::hash(isotope_ir::print::print(&window).as_bytes());
    if record.canonical_hash != hash.as_bytes() {
        return Err("its window is not the one that its hash names".to_owned());
    }
    let target = record.target.clone().unwrap_or_default();
    let target = selector.target(&target.arch, &target.mcpu, &target.mattr).map_err(|e| e.to_string())?;
    Ok((window, target))
}
