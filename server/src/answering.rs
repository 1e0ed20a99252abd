//! A question's way to its answer: what is held in memory, the memo, single flight, the search, and the memo again.

use crate::compare::Prices;
use crate::counters::Counters;
use crate::failure::Failure;
use crate::flights::Flights;
use crate::key::Scope;
use crate::limits;
use crate::question::{Question, Source, Terms, check_epoch, fingerprint, read};
use crate::remembered;
use crate::selector::{Control, SelectError, Selector, Verdict};
use crate::texts::{Questions, Texts};
use isotope_cache::{Epoch, Key, Memo, Record};
use isotope_proto::{encoded, v1};
use prost::Message as _;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// How much the service may do at once, and hold.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Searches at once.
    pub threads: usize,
    /// Searches that may wait.
    pub queue: usize,
    /// Bytes of questions and answers held for texts seen before.
    pub memory_bytes: usize,
}

/// What a search leaves for everyone who waited for it.
pub struct Landed {
    record: v1::Record,
    source: v1::Source,
    truncated: bool,
    notes: Vec<String>,
}

/// Everything that answers questions; made once the memo is open and the dictionary is loaded.
pub struct Core {
    /// What searches.
    pub selector: Arc<dyn Selector>,
    /// What was proved before.
    pub memo: Arc<Memo>,
    /// What all keys share.
    pub scope: Scope,
    /// The searches under way.
    pub flights: Flights<Landed>,
    /// Counts.
    pub counters: Arc<Counters>,
    /// Bounds.
    pub bounds: Bounds,
    /// What compilers' own code costs.
    pub prices: Prices,
    epoch: Epoch,
    texts: Texts,
    readers: Semaphore,
    /// What whole searches ended with unproved. The memo takes no such answer, and the next caller need not wait for it
    /// again; another process may.
    unproved: quick_cache::sync::Cache<Key, Arc<(v1::Record, v1::Source)>>,
}

impl Core {
    /// Puts the parts together.
    pub fn new(selector: Arc<dyn Selector>, memo: Memo, salt: String, bounds: Bounds) -> Self {
        let scope = Scope { epoch: selector.epoch().to_owned(), salt };
        Core {
            epoch: Epoch(*blake3::hash(scope.epoch.as_bytes()).as_bytes()),
            flights: Flights::new(bounds.threads, bounds.queue),
            texts: Texts::new(bounds.memory_bytes),
            readers: Semaphore::new(limits::MAX_READERS),
            unproved: quick_cache::sync::Cache::new(limits::MAX_UNPROVED),
            counters: Arc::default(),
            prices: Prices::default(),
            memo: Arc::new(memo),
            selector,
            scope,
            bounds,
        }
    }

    /// The questions of a request, if the same one was read before.
    pub fn known(&self, source: &Source<'_>, terms: &Terms<'_>) -> Result<Option<Questions>, Failure> {
        check_epoch(terms.expected_epoch, &self.scope.epoch)?;
        Ok(self.texts.get(&fingerprint(source, terms)))
    }

    /// The questions of a request: known ones, or read on a blocking thread.
    pub async fn questions(
        self: &Arc<Self>,
        program: Program,
        target: Option<v1::Target>,
        options: Option<v1::Options>,
        expected_epoch: Option<String>,
    ) -> Result<Questions, Failure> {
        let terms =
            || Terms { target: target.as_ref(), options: options.as_ref(), expected_epoch: expected_epoch.as_deref() };
        if let Some(known) = self.known(&program.source(), &terms())? {
            return Ok(known);
        }
        let _reader = self.readers.acquire().await;
        let core = Arc::clone(self);
        let reading = tokio::task::spawn_blocking(move || {
            let (source, terms) = (
                program.source(),
                Terms { target: target.as_ref(), options: options.as_ref(), expected_epoch: expected_epoch.as_deref() },
            );
            let questions: Questions = read(&source, &terms, &core.scope, core.selector.as_ref())?.into();
            core.texts.insert(fingerprint(&source, &terms), Arc::clone(&questions));
            Ok(questions)
        });
        reading.await.unwrap_or_else(|e| Err(SelectError::Internal(format!("reading the request: {e}")).into()))
    }

    /// The answers of a request that was read before, if all of them are held in memory: the way of most requests, on which
    /// nothing waits, is started or is written to the log.
    pub fn known_answers(
        &self,
        source: &Source<'_>,
        terms: &Terms<'_>,
        arrival: Instant,
    ) -> Result<Option<Vec<encoded::Answer>>, Failure> {
        let Some(questions) = self.known(source, terms)? else { return Ok(None) };
        // Half of a request's windows would be counted twice if the other half were not looked at first.
        if questions.iter().any(|q| q.remembered.get().is_none()) {
            return Ok(None);
        }
        Ok(questions.iter().map(|q| self.held(q, arrival)).collect())
    }

    /// The answer of a question if it is held in memory.
    pub fn held(&self, question: &Question, arrival: Instant) -> Option<encoded::Answer> {
        let selection = question.remembered.get()?.clone();
        self.counters.from_memory.add();
        Some(self.from_memo(selection, arrival))
    }

    /// The answer of a question that needs no search: held in memory, or read from the memo, which may mean from the disk.
    async fn remembered(self: &Arc<Self>, question: &Arc<Question>, arrival: Instant) -> Option<encoded::Answer> {
        if let Some(answer) = self.held(question, arrival) {
            return Some(answer);
        }
        let (core, asked) = (Arc::clone(self), Arc::clone(question));
        let reading = tokio::task::spawn_blocking(move || {
            let record = core.recall(&asked).ok()??;
            let bytes = remembered::encoded_answer(&record, &asked).map_err(|r| core.refuse(&asked, &r)).ok()?;
            Some(asked.remembered.get_or_init(|| bytes).clone())
        });
        // Where reading panicked there is still the search.
        let selection = reading.await.ok()??;
        Some(self.from_memo(selection, arrival))
    }

    fn from_memo(&self, selection: bytes::Bytes, arrival: Instant) -> encoded::Answer {
        self.counters.windows.add();
        self.counters.from_memo.add();
        encoded::Answer {
            selection,
            source: v1::Source::Memo as i32,
            milliseconds: milliseconds_since(arrival),
            ..Default::default()
        }
    }

    /// What the memo holds for a question, after every check. `Err`: something that must not be served.
    #[allow(clippy::result_unit_err)] // The reason was counted and logged; a caller can only search anew.
    pub fn recall(&self, question: &Question) -> Result<Option<v1::Record>, ()> {
        let record = match self.memo.get(&question.key, &self.epoch) {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(error) => {
                // A memo that cannot be read is no reason not to answer: the search does.
                tracing::warn!(key = %question.key, %error, "the memo cannot be read");
                return Err(());
            }
        };
        remembered::check(&record.payload, question, &self.scope.epoch).map(Some).map_err(|r| self.refuse(question, &r))
    }

    fn refuse(&self, question: &Question, refusal: &remembered::Refusal) {
        self.counters.records_refused.add();
        tracing::warn!(key = %question.key, %refusal, "a memo record is not served");
    }

    /// The answer of a question: remembered, or searched for together with everyone else who asks.
    pub async fn answer(
        self: &Arc<Self>,
        question: &Arc<Question>,
        deadline: Option<Instant>,
        arrival: Instant,
    ) -> Result<encoded::Answer, Failure> {
        if let Some(answer) = self.remembered(question, arrival).await {
            return Ok(answer);
        }
        self.counters.windows.add();
        let answered = self.search(question, deadline, arrival).await;
        match &answered {
            Ok(answer) => self.count(answer),
            Err(Failure::QueueFull { .. }) => self.counters.refused_queue_full.add(),
            Err(_) => self.counters.failed.add(),
        }
        answered
    }

    fn count(&self, answer: &encoded::Answer) {
        match answer.source() {
            v1::Source::Memo => self.counters.from_memo.add(),
            v1::Source::Rule => self.counters.from_rule.add(),
            v1::Source::Search | v1::Source::Unspecified => self.counters.from_search.add(),
            v1::Source::Baseline => self.counters.from_baseline.add(),
        }
        if answer.truncated {
            self.counters.truncated.add();
        }
    }

    async fn search(
        self: &Arc<Self>,
        question: &Arc<Question>,
        deadline: Option<Instant>,
        arrival: Instant,
    ) -> Result<encoded::Answer, Failure> {
        let (core, own) = (Arc::clone(self), Arc::clone(question));
        let (seat, joined) = self.flights.join(question.key, deadline, move |control| core.fly(&own, control))?;
        if joined {
            self.counters.joined.add();
        }
        let landed = seat.landing().await?;
        let misfit = |r: remembered::Refusal| SelectError::Internal(r.to_string());
        Ok(encoded::Answer {
            selection: remembered::encoded_answer(&landed.record, question).map_err(misfit)?,
            source: landed.source as i32,
            work_spent: if landed.source == v1::Source::Memo { 0 } else { landed.record.work_spent },
            truncated: landed.truncated,
            milliseconds: milliseconds_since(arrival),
            notes: landed.notes.clone(),
        })
    }

    /// One search, on a blocking thread: the memo once more, the selector, the memo.
    fn fly(&self, question: &Question, control: &Control) -> Result<Landed, Failure> {
        // Between the caller's look and this flight another one may have landed.
        if let Ok(Some(record)) = self.recall(question) {
            return Ok(Landed { record, source: v1::Source::Memo, truncated: false, notes: Vec::new() });
        }
        if let Some(known) = self.unproved.get(&question.key) {
            let (record, source) = (*known).clone();
            return Ok(Landed { record, source, truncated: false, notes: Vec::new() });
        }
        let canonical = &question.canonical.window;
        let found = self.selector.select(canonical, &question.target, &question.options, control)?;
        let record = remembered::record(&found, question, &self.scope.epoch, self.selector.producer())?;
        let mut notes = Vec::new();
        if found.verdict == Verdict::Proved && !found.truncated {
            notes.extend(self.remember(question, &record));
        } else if !found.truncated {
            let spent = v1::Record { work_spent: 0, ..record.clone() };
            self.unproved.insert(question.key, Arc::new((spent, remembered::source(found.found))));
        }
        Ok(Landed { source: remembered::source(found.found), truncated: found.truncated, record, notes })
    }

    /// Writes a proved answer to the memo. An answer that cannot be kept is still an answer: it carries a note.
    fn remember(&self, question: &Question, record: &v1::Record) -> Option<String> {
        let stored = self.memo.put(Record {
            key: question.key,
            epoch: self.epoch,
            verdict: isotope_cache::Verdict::Proved,
            work: record.work_spent,
            payload: record.encode_to_vec().into(),
        });
        let error = stored.err()?;
        self.counters.memo_write_failures.add();
        tracing::error!(key = %question.key, %error, "an answer was not remembered");
        let why = if error.is_disk_full() { "the disk is full: " } else { "" };
        Some(format!("this answer was not remembered: {why}{error}"))
    }
}

/// A request's program, owned.
pub enum Program {
    /// Halide's printed form.
    Text(String),
    /// A graph.
    Graph(v1::Expression),
}

impl Program {
    /// The same, borrowed.
    pub fn source(&self) -> Source<'_> {
        match self {
            Program::Text(text) => Source::Text(text),
            Program::Graph(graph) => Source::Graph(graph),
        }
    }
}

/// Milliseconds from a request's arrival until now.
pub fn milliseconds_since(arrival: Instant) -> f64 {
    arrival.elapsed().as_secs_f64() * 1000.0
}
