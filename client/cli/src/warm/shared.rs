//! Asking through a queue: what is wanted is put where daemons take it (`isotoped --worker`), and what came of it is read from
//! there.
//!
//! So many windows are queued at a time, the most demanded first. A window that the queue has lost, because its Redis
//! lost its memory, is put there again. A Redis that answered and went away is waited for.

use super::asking::{Kind, Outcome, Terms};
use super::journal::Journal;
use super::reading::Asked;
use crate::limits;
use isotope_client::ClientError;
use isotope_proto::v1;
use isotope_tier::warm_up::{QueueError, Seen, WarmUpQueue};
use prost::Message as _;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// A warm-up job that daemons share.
pub struct SharedWarmUp<'a> {
    /// Where it is queued.
    pub queue: &'a WarmUpQueue,
    /// Everything that is wanted.
    pub asked: &'a [Asked],
    /// How it is asked; the epoch is that of the queue.
    pub terms: &'a Terms,
    /// The work that was done before, and is done now.
    pub journal: Option<&'a mut Journal>,
    /// Hears of every window, also of those that the journal knows.
    pub tell: &'a mut dyn FnMut(&Asked, &[Outcome]),
    /// Hears in a sentence that the queue does not answer, and that it does again.
    pub trouble: &'a mut dyn FnMut(&str),
}

/// The queued questions, by their key there.
type Queued = BTreeMap<String, usize>;

impl SharedWarmUp<'_> {
    /// Asks for all that the journal does not know. True: everything was; false: time was up before.
    ///
    /// # Errors
    ///
    /// The queue is of another version, its store was never there, or the journal takes no more.
    pub async fn ask(&mut self) -> Result<bool, ClientError> {
        let mut waiting = VecDeque::new();
        for (at, one) in self.asked.iter().enumerate() {
            match self.journal.as_deref().and_then(|journal| journal.done(one)) {
                Some(outcomes) => (self.tell)(one, outcomes),
                None => waiting.push_back(at),
            }
        }
        let mut queued = Queued::new();
        let (mut pause, mut tries_left) = (limits::QUEUE_LOOK, limits::QUEUE_ATTEMPTS);
        while !(waiting.is_empty() && queued.is_empty()) {
            match self.step(&mut waiting, &mut queued).await {
                Ok(()) => {
                    if pause > limits::QUEUE_LOOK {
                        (self.trouble)("the queue answers again");
                    }
                    (pause, tries_left) = (limits::QUEUE_LOOK, usize::MAX);
                }
                Err(Stop::Queue(error)) if error.may_pass() && tries_left == 1 => {
                    return Err(ClientError::QueueAway(error.to_string()));
                }
                Err(Stop::Queue(error)) if error.may_pass() => {
                    if pause == limits::QUEUE_LOOK {
                        (self.trouble)(&format!("the queue does not answer, and is asked again: {error}"));
                    }
                    pause = (pause * 2).min(limits::QUEUE_LAST_PAUSE);
                    tries_left -= 1;
                }
                Err(Stop::Queue(error)) => return Err(ClientError::Queue(error.to_string())),
                Err(Stop::Client(error)) => return Err(error),
            }
            if self.terms.end.is_some_and(|end| Instant::now() >= end) {
                self.withdraw(&queued).await;
                return Ok(false);
            }
            if !queued.is_empty() || pause > limits::QUEUE_LOOK {
                sleep(self.until_the_end(pause)).await;
            }
        }
        Ok(true)
    }

    fn until_the_end(&self, pause: Duration) -> Duration {
        self.terms.end.map_or(pause, |end| pause.min(end.saturating_duration_since(Instant::now())))
    }

    /// Nobody waits for what no worker has begun.
    async fn withdraw(&self, queued: &Queued) {
        let keys: Vec<String> = queued.keys().cloned().collect();
        for keys in keys.chunks(limits::QUEUE_STEP) {
            // A question that stays is answered for whoever asks next.
            let _ = self.queue.withdraw(keys).await;
        }
    }

    /// Reads what is done, and puts more there.
    async fn step(&mut self, waiting: &mut VecDeque<usize>, queued: &mut Queued) -> Result<(), Stop> {
        let keys: Vec<String> = queued.keys().cloned().collect();
        for keys in keys.chunks(limits::QUEUE_STEP) {
            let mut read = Vec::new();
            let mut lost = Vec::new();
            for (key, seen) in keys.iter().zip(self.queue.seen(keys).await?) {
                match seen {
                    Seen::Queued => {}
                    Seen::Nothing => lost.push(queued[key]),
                    Seen::Done(outcome) => {
                        if let Some(at) = queued.remove(key) {
                            self.done(at, &outcome)?;
                        }
                        read.push(key.clone());
                    }
                }
            }
            if !lost.is_empty() {
                self.add(&lost).await?;
            }
            if !read.is_empty() {
                self.queue.forget(&read).await?;
            }
        }
        while queued.len() < limits::QUEUE_AHEAD && !waiting.is_empty() {
            let next: Vec<usize> = waiting.iter().copied().take(limits::QUEUE_STEP).collect();
            let keys = self.add(&next).await?;
            waiting.drain(..next.len());
            queued.extend(keys.into_iter().zip(next));
        }
        Ok(())
    }

    /// Queues windows; their keys there.
    async fn add(&self, windows: &[usize]) -> Result<Vec<String>, QueueError> {
        let items: Vec<(String, Vec<u8>)> = windows.iter().map(|at| self.item(&self.asked[*at])).collect();
        self.queue.add(&items).await?;
        Ok(items.into_iter().map(|(key, _)| key).collect())
    }

    fn item(&self, asked: &Asked) -> (String, Vec<u8>) {
        let expected_epoch = self.terms.expected_epoch.clone().unwrap_or_default();
        let item = match asked.request(self.terms.expected_epoch.as_ref()) {
            compile @ Some(_) => v1::WarmUpItem { compile, expected_epoch, ..Default::default() },
            None => v1::WarmUpItem {
                text: asked.text.clone(),
                target: asked.target.clone(),
                options: Some(self.terms.options_of(asked)),
                expected_epoch,
                compile: None,
            },
        };
        let bytes = item.encode_to_vec();
        (blake3::hash(&bytes).to_hex()[..32].to_owned(), bytes)
    }

    fn done(&mut self, at: usize, outcome: &[u8]) -> Result<(), ClientError> {
        let one = &self.asked[at];
        let outcomes = outcomes(one, outcome);
        (self.tell)(one, &outcomes);
        if outcomes.iter().all(|outcome| outcome.kind != Kind::Cut)
            && let Some(journal) = self.journal.as_deref_mut()
        {
            journal.note(one, &outcomes).map_err(|error| ClientError::Journal(error.to_string()))?;
        }
        Ok(())
    }
}

/// The outcomes that a worker reported.
fn outcomes(asked: &Asked, bytes: &[u8]) -> Vec<Outcome> {
    let Ok(v1::WarmUpOutcome { answer: Some(answer), worker }) = v1::WarmUpOutcome::decode(bytes) else {
        return vec![Outcome::failed("what a worker said of it does not read")];
    };
    let found = match &answer.failure {
        Some(failure) => vec![Outcome::failed(&failure.message)],
        // Whether it was there before is not said.
        None if asked.kernel.is_some() => vec![Outcome::kernel(v1::Source::Search)],
        None => answer.answers.iter().map(Outcome::of).collect(),
    };
    found.into_iter().map(|outcome| Outcome { worker: worker.clone(), ..outcome }).collect()
}

/// Why a step ended early.
enum Stop {
    Queue(QueueError),
    Client(ClientError),
}

impl From<QueueError> for Stop {
    fn from(error: QueueError) -> Self {
        Stop::Queue(error)
    }
}

impl From<ClientError> for Stop {
    fn from(error: ClientError) -> Self {
        Stop::Client(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_worker_says_is_read_and_nonsense_is_a_failure() {
        let selection =
            v1::Selection { verdict: v1::Verdict::Proved as i32, cost: 1, baseline_cost: 4, ..Default::default() };
        let answers = vec![v1::Answer { selection: Some(selection), ..Default::default() }];
        let answer = Some(v1::BatchAnswer { answers, ..Default::default() });
        let (window, kernel) =
            (Asked::default(), Asked { kernel: Some(v1::CompileRequest::default()), ..Asked::default() });
        let said = outcomes(&window, &v1::WarmUpOutcome { answer, worker: "w".into() }.encode_to_vec());
        assert_eq!((said.len(), said[0].kind, said[0].worker.as_str()), (1, Kind::Better, "w"));
        for bytes in [&b"\xff\xff"[..], &[]] {
            assert_eq!(outcomes(&window, bytes)[0].kind, Kind::Failed);
        }
        let made = v1::WarmUpOutcome { answer: Some(v1::BatchAnswer::default()), worker: "w".into() }.encode_to_vec();
        let kinds = [&window, &kernel].map(|asked| outcomes(asked, &made).iter().map(|of| of.kind).collect::<Vec<_>>());
        assert_eq!(kinds, [vec![], vec![Kind::Kernel]]);
    }
}
