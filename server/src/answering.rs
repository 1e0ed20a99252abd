//! A question's way to its answer: what is held in memory, the memo, single flight, the search, and the memo again.

use crate::compare::Prices;
use crate::counters::Counters;
use crate::failure::Failure;
use crate::flights::{Caller, Flights, Outcome};
use crate::key::Scope;
use crate::limits;
use crate::memory::{Charge, Memory};
use crate::question::{Held, Question, Reading, Source, Terms, check_epoch, fingerprint, read, reading_bytes};
use crate::remembered;
use crate::selector::{Control, ProofStep, SelectError, Selection, Selector};
use crate::texts::{Questions, Texts};
use crate::unkept::Unkept;
use isotope_cache::{Epoch, Key, Memo};
use isotope_proto::{encoded, v1};
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
pub struct Landed {
    pub(crate) record: v1::Record,
    pub(crate) source: v1::Source,
    pub(crate) truncated: bool,
    pub(crate) notes: Vec<String>,
    /// The record is not of the canonical window but of one as it was asked: the one with this hash.
    pub(crate) as_asked: Option<[u8; 32]>,
}

impl Landed {
    /// Whether it answers this phrasing of the window.
    fn answers(&self, question: &Question) -> bool {
        match self.as_asked {
            Some(hash) => hash == question.asked_hash,
            None => remembered::is_tied(&self.record, question),
        }
    }

    pub(crate) fn new(record: v1::Record, source: v1::Source) -> Self {
        Landed { record, source, truncated: false, notes: Vec::new(), as_asked: None }
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
    /// The searches under way.
    pub flights: Flights<Landed>,
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
    epoch: Epoch,
    texts: Texts,
    readers: Arc<Semaphore>,
    /// What whole searches ended with unproved. The memo takes no such answer, and the next caller need not wait for it
    /// again; another process may.
    pub(crate) unproved: quick_cache::sync::Cache<Key, Arc<(v1::Record, v1::Source)>>,
    /// Phrasings that were tied to their canonical form in this process, and how.
    pub(crate) ties: quick_cache::sync::Cache<Key, Arc<Vec<ProofStep>>>,
    /// What was proved and could not be written.
    pub(crate) unkept: Unkept,
    /// Plain lowerings under way.
    lowering: Arc<Semaphore>,
    /// Explanations under way.
    pub explaining: Arc<Semaphore>,
}

impl Core {
    /// Puts the parts together.
    pub fn new(selector: Arc<dyn Selector>, memo: Memo, salt: String, bounds: Bounds) -> Self {
        let scope = Scope { epoch: selector.epoch().to_owned(), salt };
        Core {
            epoch: Epoch(*blake3::hash(scope.epoch.as_bytes()).as_bytes()),
            flights: Flights::new(bounds.threads, bounds.queue),
            texts: Texts::new(bounds.memory_bytes),
            readers: Arc::new(Semaphore::new(limits::MAX_READERS)),
            unproved: quick_cache::sync::Cache::new(limits::MAX_UNPROVED),
            ties: quick_cache::sync::Cache::new(limits::MAX_TIES_HELD),
            unkept: Unkept::default(),
            lowering: Arc::new(Semaphore::new(limits::MAX_LOWERING)),
            explaining: Arc::new(Semaphore::new(limits::MAX_EXPLAINING)),
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
        let charge = self.make_room(reading_bytes(&program.source()))?;
        let reader = Arc::clone(&self.readers).acquire_owned().await;
        let core = Arc::clone(self);
        // Dropped with this future: whoever reads sees that nobody waits any more.
        let waiting = Arc::new(());
        let waits = Arc::downgrade(&waiting);
        let read = on_a_thread(move || {
            // The work keeps its place and its room, also when its caller leaves.
            let _held = (reader, charge);
            let (source, terms) = (
                program.source(),
                Terms { target: target.as_ref(), options: options.as_ref(), expected_epoch: expected_epoch.as_deref() },
            );
            let reading = Reading { memory: &core.memory, abandoned: &|| waits.strong_count() == 0 };
            let questions: Questions = read(&source, &terms, &core.scope, core.selector.as_ref(), &reading)?.into();
            core.texts.insert(fingerprint(&source, &terms), Arc::clone(&questions));
            Ok(questions)
        })
        .await;
        drop(waiting);
        read
    }

    /// Charges `bytes`; what is only held for later goes where they would not fit beside it.
    pub fn make_room(&self, bytes: usize) -> Result<Charge, Failure> {
        self.memory.charge(bytes).or_else(|_| {
            self.texts.clear();
            self.memory.charge(bytes)
        })
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
        let selection = question.remembered.get()?.bytes.clone();
        self.counters.from_memory.add();
        Some(self.as_remembered(selection, arrival))
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
            if let Some(held) = Held::new(&bytes, &core.memory) {
                // Somebody else may have been first: theirs are the same bytes.
                let _ = asked.remembered.set(held);
            }
            Some(bytes)
        });
        // Where reading panicked there is still the search.
        let selection = reading.await.ok()??;
        Some(self.as_remembered(selection, arrival))
    }

    fn as_remembered(&self, selection: bytes::Bytes, arrival: Instant) -> encoded::Answer {
        self.counters.windows.add();
        self.counters.from_memo.add();
        encoded::Answer {
            selection,
            source: v1::Source::Memo as i32,
            milliseconds: milliseconds_since(arrival),
            ..Default::default()
        }
    }

    /// What the memo holds and may be served, after every check. `Err`: something that must not be.
    #[allow(clippy::result_unit_err)] // The reason was counted and logged; a caller can only search anew.
    pub fn recall(&self, question: &Question) -> Result<Option<v1::Record>, ()> {
        let prover = self.selector.prover();
        Ok(self.memo_record(question)?.filter(|record| remembered::servable(record, question, prover).is_ok()))
    }

    /// What the memo holds for a question's canonical window, whoever proved it and whoever asked.
    pub(crate) fn memo_record(&self, question: &Question) -> Result<Option<v1::Record>, ()> {
        let record = match self.memo.get(&question.key, &self.epoch) {
            Ok(Some(record)) => record,
            Ok(None) => {
                let Some(record) = self.unkept.get(&question.key) else { return Ok(None) };
                record
            }
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

    fn refuse(&self, question: &Question, refusal: &remembered::Refusal) {
        self.counters.records_refused.add();
        tracing::warn!(key = %question.key, %refusal, "a memo record is not served");
    }

    /// The answer of a question: remembered, or searched for together with everyone else who asks.
    pub async fn answer(self: &Arc<Self>, question: &Arc<Question>, asker: &Asker) -> Result<encoded::Answer, Failure> {
        if let Some(answer) = self.remembered(question, asker.arrival).await {
            return Ok(answer);
        }
        self.counters.windows.add();
        let answered = self.search(question, asker).await;
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

    async fn search(self: &Arc<Self>, question: &Arc<Question>, asker: &Asker) -> Result<encoded::Answer, Failure> {
        let (core, own) = (Arc::clone(self), Arc::clone(question));
        let search = move |control: &Control| core.fly(&own, control);
        let (seat, joined) = self.flights.join(question.key, &asker.caller, asker.deadline, search)?;
        if joined {
            self.counters.joined.add();
        }
        let mut outcome = seat.landing().await;
        if joined
            && let Outcome::Landed(Ok(before)) = &outcome
            && !before.answers(question)
        {
            // Whoever started the search phrased the window otherwise.
            let (core, own, before) = (Arc::clone(self), Arc::clone(question), Arc::clone(before));
            let again = move |control: &Control| match before.as_asked {
                None => core.tied(&own, Landed::clone(&before), control),
                Some(_) => core.fly(&own, control),
            };
            let (seat, _) = self.flights.join(question.phrasing_key(), &asker.caller, asker.deadline, again)?;
            outcome = seat.landing().await;
        }
        match outcome {
            Outcome::Landed(landing) => self.landed(&*landing?, question, asker),
            Outcome::Late { offered, searched_on } => {
                let why = match searched_on {
                    true => "time was up before the search had ended; it goes on, for whoever asks again",
                    false => "time was up before the search had ended",
                };
                self.plain(question, offered, why, asker).await
            }
        }
    }

    fn landed(&self, landed: &Landed, question: &Question, asker: &Asker) -> Result<encoded::Answer, Failure> {
        let misfit = |r: remembered::Refusal| SelectError::Internal(r.to_string());
        let selection = if landed.as_asked.is_some() {
            remembered::encoded_answer(&landed.record, &question.as_asked(&self.memory))
        } else {
            remembered::encoded_answer(&landed.record, question)
        };
        Ok(encoded::Answer {
            selection: selection.map_err(misfit)?,
            source: landed.source as i32,
            work_spent: if landed.source == v1::Source::Memo { 0 } else { landed.record.work_spent },
            truncated: landed.truncated,
            milliseconds: milliseconds_since(asker.arrival),
            notes: landed.notes.clone(),
        })
    }

    /// The plain lowering, for whoever cannot wait or has no place in the line: what the search has offered, or lowered now.
    pub async fn plain(
        self: &Arc<Self>,
        question: &Arc<Question>,
        offered: Option<Box<Selection>>,
        why: &str,
        asker: &Asker,
    ) -> Result<encoded::Answer, Failure> {
        let (core, own) = (Arc::clone(self), Arc::clone(question));
        // What was offered is of the canonical window.
        let offered = offered.filter(|_| self.ties.get(&question.phrasing_key()).is_some());
        // Thousands may be late at once.
        let place = Arc::clone(&self.lowering).acquire_owned().await;
        let landed = on_a_thread(move || {
            let _place = place;
            let (found, record, as_asked) = match offered {
                Some(found) => {
                    let record = remembered::record(&found, &own, &core.scope.epoch, core.selector.as_ref())?;
                    (*found, record, None)
                }
                None => {
                    let plain = own.as_asked(&core.memory);
                    let found = core.selector.plain(&plain.asked, &plain.target)?;
                    let record = remembered::record(&found, &plain, &core.scope.epoch, core.selector.as_ref())?;
                    (found, record, Some(own.asked_hash))
                }
            };
            let landed = Landed::new(record, remembered::source(found.found));
            Ok(Landed { truncated: true, notes: found.notes, as_asked, ..landed })
        });
        let mut answer = self.landed(&landed.await?, question, asker)?;
        answer.notes.push(why.to_owned());
        Ok(answer)
    }

    /// One search, on a blocking thread: the memo once more, the selector, the tie to what was asked, the memo.
    fn fly(&self, question: &Question, control: &Control) -> Result<Landed, Failure> {
        // Between the caller's look and this flight another one may have landed.
        if let Some(record) = self.proved(question, control)? {
            return self.tied(question, Landed::new(record, v1::Source::Memo), control);
        }
        if let Some(known) = self.unproved.get(&question.key) {
            let (record, source) = (*known).clone();
            return self.tied(question, Landed::new(record, source), control);
        }
        // First, so that what the search offers to those who leave early is theirs. What is not tied is said below.
        self.shown_to_be_asked(question, control)?;
        let canonical = &question.canonical.window;
        let found = self.selector.select(canonical, &question.target, &question.options, control)?;
        let record = remembered::record(&found, question, &self.scope.epoch, self.selector.as_ref())?;
        let landed = Landed::new(record, remembered::source(found.found));
        let landed = Landed { truncated: found.truncated, notes: found.notes, ..landed };
        self.tied(question, landed, control)
    }
}

/// Who asks, and how long they wait.
#[derive(Clone, Debug)]
pub struct Asker {
    /// Whose turn it is when it is theirs.
    pub caller: Caller,
    /// When their time is up.
    pub deadline: Option<Instant>,
    /// When the request came.
    pub arrival: Instant,
}

/// Runs what lowers, reads or explains on a thread whose stack is as deep as a large window needs.
pub async fn on_a_thread<T, F>(work: F) -> Result<T, Failure>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, Failure> + Send + 'static,
{
    let (tell, told) = tokio::sync::oneshot::channel();
    let thread = std::thread::Builder::new().name("window".to_owned()).stack_size(limits::THREAD_STACK_BYTES);
    thread
        // Who left does not listen.
        .spawn(move || drop(tell.send(work())))
        .map_err(|e| SelectError::Tool(format!("no thread to work on: {e}")))?;
    // A panic was printed, and drops the sender.
    told.await.unwrap_or_else(|_| Err(SelectError::Internal("a thread panicked".to_owned()).into()))
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
