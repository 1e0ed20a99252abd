//! A daemon as one of the workers of a warm-up job: it takes windows from the queue that daemons share while it has threads to spare,
//! answers them behind everything that somebody waits for, and says what came of them once they are remembered.
//!
//! Here belong: when something is taken, held, given back and done. Elsewhere: the queue (`isotope_tier::warm_up`), and
//! answering itself.

use crate::access::{Identity, Quota, Role};
use crate::answers::answering::{Asker, Program};
use crate::core::Core;
use crate::failure::Failure;
use crate::limits;
use crate::search::flights::Caller;
use crate::wire::request::answer_all;
use isotope_proto::{encoded, v1};
use isotope_tier::limits::WARM_UP_CLAIM;
use isotope_tier::warm_up::{Claimed, QueueError, WarmUpQueue};
use prost::Message as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tonic::Code;

/// The parts of a worker.
struct Worker {
    core: Arc<Core>,
    queue: Arc<WarmUpQueue>,
    name: String,
    identity: Arc<Identity>,
    stopping: watch::Receiver<bool>,
}

/// Works for the warm-up jobs of `queue` until the daemon stops; then what is not done goes back.
pub async fn work(core: Arc<Core>, queue: Arc<WarmUpQueue>, stopping: watch::Receiver<bool>) {
    let roles = [Role::Warm].into_iter().collect();
    let identity = Arc::new(Identity::named("warm-up", roles, Quota::default()));
    let worker = Arc::new(Worker { core, queue, name: name(), identity, stopping });
    tracing::info!(
        worker = worker.name,
        queue = worker.queue.name(),
        "works for shared warm-up jobs while it has threads to spare"
    );
    let mut tasks = JoinSet::new();
    let mut patience = Patience::default();
    while !worker.is_stopping() {
        while tasks.try_join_next().is_some() {}
        let free = worker.free(tasks.len());
        let claimed = if free == 0 { Ok(Vec::new()) } else { worker.queue.claim(&worker.name, free).await };
        let pause = match claimed {
            Ok(claimed) => {
                patience.is_well();
                let pause = if claimed.is_empty() { limits::WARM_UP_LOOK } else { Duration::ZERO };
                for one in claimed {
                    worker.core.counters.night_taken.add();
                    tasks.spawn(Arc::clone(&worker).one(one));
                }
                pause
            }
            Err(error) => patience.pause(&error),
        };
        tokio::select! {
            () = sleep(pause) => {}
            Some(_) = tasks.join_next(), if !tasks.is_empty() => {}
            () = worker.stops() => {}
        }
    }
    // Each gives back what it has.
    while tasks.join_next().await.is_some() {}
    let _ = worker.queue.leave(&worker.name).await;
}

impl Worker {
    fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    async fn stops(&self) {
        let mut stopping = self.stopping.clone();
        // A sender that is gone has stopped, too.
        let _ = stopping.wait_for(|is| *is).await;
    }

    /// How many more windows would find a thread at once.
    fn free(&self, at_work: usize) -> usize {
        let (queued, running) = self.core.scheduler.flights.load();
        if queued > 0 { 0 } else { self.core.scheduler.threads.saturating_sub(running.max(at_work)) }
    }

    /// One window, from when it was taken until it is done or another's.
    async fn one(self: Arc<Self>, claimed: Claimed) {
        let answered = tokio::select! {
            answered = self.answered(&claimed) => answered,
            () = self.is_lost(&claimed) => None,
            () = self.stops() => None,
        };
        let counters = &self.core.counters;
        let Some(answer) = answered else {
            counters.night_given_back.add();
            // Where that fails it is another's when its time is over.
            let _ = self.queue.give_back(&claimed).await;
            return;
        };
        let outcome = v1::WarmUpOutcome { answer: Some(answer), worker: self.name.clone() }.encode_to_vec();
        let mut patience = Patience::default();
        loop {
            match self.queue.finish(&claimed, &outcome).await {
                Ok(true) => return counters.night_answered.add(),
                Ok(false) => return counters.night_given_back.add(),
                // The answer is remembered: whoever takes the window next finds it.
                Err(error) if !error.may_pass() || self.is_stopping() => return,
                Err(error) => sleep(patience.pause(&error)).await,
            }
        }
    }

    /// Holds on to a window, until another worker has it.
    async fn is_lost(&self, claimed: &Claimed) {
        let mut held = Instant::now();
        loop {
            sleep(WARM_UP_CLAIM / 4).await;
            match self.queue.hold(&self.name, claimed).await {
                Ok(true) => held = Instant::now(),
                // While it was away others may have taken it.
                Ok(false) if held.elapsed() < WARM_UP_CLAIM => return,
                // A Redis that has lost its memory knows of nobody: what is begun is ended.
                Ok(false) | Err(_) => {}
            }
        }
    }

    /// The outcome of a window; `None` where it is better asked for again.
    async fn answered(&self, claimed: &Claimed) -> Option<v1::BatchAnswer> {
        let failed = |code: Code, message: String| {
            let failure = v1::Failure { code: code as i32, message, ..Default::default() };
            Some(v1::BatchAnswer { failure: Some(failure), ..Default::default() })
        };
        if claimed.deliveries > limits::MAX_WARM_UP_DELIVERIES {
            let tried = claimed.deliveries - 1;
            return failed(Code::Aborted, format!("given up: {tried} workers began it and none ended it"));
        }
        let Ok(item) = v1::WarmUpItem::decode(&claimed.item[..]) else {
            return failed(Code::InvalidArgument, "what was queued is no window".to_owned());
        };
        match self.ask(item).await {
            Ok(answers) => {
                Some(v1::BatchAnswer { answers: answers.into_iter().map(told).collect(), ..Default::default() })
            }
            Err(failure) if comes_again(&failure) => {
                sleep(limits::RETRY_AFTER).await;
                None
            }
            Err(failure) => Some(v1::BatchAnswer { failure: Some(failure.to_proto()), ..Default::default() }),
        }
    }

    async fn ask(&self, item: v1::WarmUpItem) -> Result<Vec<encoded::Answer>, Failure> {
        let v1::WarmUpItem { text, target, options, expected_epoch, compile } = item;
        let caller = Caller::of("warm-up", self.name.as_str()).behind();
        let (identity, arrival) = (Arc::clone(&self.identity), Instant::now());
        let share = self.core.intake.memory.clone();
        let asker = Asker { caller, identity, share, call: None, deadline: None, arrival };
        if let Some(request) = compile {
            crate::wire::compile::compile(&self.core, request, &asker).await?;
            return Ok(Vec::new());
        }
        let program = Program::Text(text);
        let questions = self.core.intake.questions(program, target, options, Some(expected_epoch), &asker).await?;
        answer_all(&self.core, &questions, &asker).await
    }
}

/// A failure of this moment, and not of the window.
fn comes_again(failure: &Failure) -> bool {
    [Code::ResourceExhausted, Code::Unavailable, Code::Cancelled].contains(&failure.code())
}

/// An answer without its texts.
fn told(answer: encoded::Answer) -> v1::Answer {
    let selection = v1::Selection::decode(answer.selection).ok().map(|selection| v1::Selection {
        verdict: selection.verdict,
        cost: selection.cost,
        baseline_cost: selection.baseline_cost,
        is_better: selection.is_better,
        ..Default::default()
    });
    v1::Answer {
        selection,
        source: answer.source,
        work_spent: answer.work_spent,
        truncated: answer.truncated,
        milliseconds: answer.milliseconds,
        notes: answer.notes,
        searched_on: answer.searched_on,
    }
}

/// How a worker is called: by its machine, its process, and something that no other has.
fn name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let mut bytes = [0; 4];
    // Without it a name may come twice, and a worker would be taken for the one before it.
    let _ = getrandom::fill(&mut bytes);
    format!("{}:{}:{:08x}", host.trim(), std::process::id(), u32::from_le_bytes(bytes))
}

/// Ever longer pauses while a queue does not answer, and a word about it once.
#[derive(Default)]
struct Patience {
    failures: u32,
}

impl Patience {
    fn is_well(&mut self) {
        if std::mem::take(&mut self.failures) > 0 {
            tracing::info!("the queue of warm-up jobs is there again");
        }
    }

    fn pause(&mut self, error: &QueueError) -> Duration {
        if self.failures == 0 {
            tracing::warn!(%error, "the queue of warm-up jobs cannot be used; it is asked again");
        }
        self.failures += 1;
        let factor = 1 << self.failures.min(16);
        (limits::WARM_UP_FIRST_PAUSE * factor).min(limits::WARM_UP_LAST_PAUSE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_bound_and_begin_anew() {
        let mut patience = Patience::default();
        let pauses: Vec<Duration> = (0..40).map(|_| patience.pause(&QueueError::Full)).collect();
        assert!(pauses.is_sorted() && pauses[0] < Duration::from_secs(1), "{pauses:?}");
        assert_eq!(pauses[39], limits::WARM_UP_LAST_PAUSE);
        patience.is_well();
        assert_eq!(patience.pause(&QueueError::Full), pauses[0]);
    }

    #[test]
    fn workers_are_told_apart() {
        assert_ne!(name(), name());
    }
}
