//! Work for callers that takes a worker: one way for every kind of it, which is a file each.
//!
//! Here belong: that equal work is done once, in turns, on one account and within its caller's quota, and by one of the daemons
//! that share a tier. Elsewhere: what a kind does (its own file), who is next (`crate::search::flights`), and what is kept
//! (`crate::stored`).

pub(crate) mod alternatives;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod explain;
pub(crate) mod nest;
pub(crate) mod price;
pub(crate) mod schedule;
mod shown;
pub(crate) mod window;

use crate::access::{Permit, Refused};
use crate::core::Core;
use crate::failure::Failure;
use crate::intake::asking::Asker;
use crate::limits;
use crate::observed::traces;
use crate::search::flights::{Ending, Joining, Outcome};
use crate::search::selector::{Control, SelectError, Selection};
use crate::stored::farm::{Right, Waited};
use crate::stored::results::{self, Kept};
use isotope_cache::Key;
use std::sync::Arc;
use tokio::time::Instant;

/// One kind of work.
pub(crate) trait Job: Send + Sync + Sized + 'static {
    /// The result that everybody gets who waits for it.
    type Done: Send + Sync + 'static;

    /// It goes on for a while after its last caller, who asks again soon. Without that it ends with its callers.
    const GOES_ON: bool;

    /// It counts against the quota of searches.
    const IS_SEARCH: bool = true;

    /// The key of work that is done once for all who ask for it: a hash that begins with the kind.
    fn key(&self) -> Key;

    /// The key by which daemons that share a tier agree whose turn it is; `None`: each does its own.
    fn lease(&self) -> Option<Key> {
        None
    }

    /// The earlier result, on a blocking thread: it may mean the disk, the tier, or a proof.
    fn found(&self, _: &Core, _: &Control) -> Result<Option<Self::Done>, Failure> {
        Ok(None)
    }

    /// The work, on a blocking thread, with what is kept of it. It ends soon after `control` is stopped, and may then be begun again.
    fn work(&self, core: &Core, control: &Control) -> Result<Self::Done, Failure>;

    /// It was under way for somebody else already.
    fn joined(&self, _: &Core) {}

    /// The further work that makes this caller's own result of one for somebody else; `None`: it is theirs as it is.
    fn rest(&self, _: &Arc<Self::Done>) -> Option<Self> {
        None
    }
}

/// The result for one caller.
pub(crate) enum Ended<T> {
    /// It is done.
    Done(Arc<T>),
    /// The caller's time is up before that.
    Late {
        /// The answer that a search had by then.
        offered: Option<Box<Selection>>,
        /// It goes on.
        goes_on: bool,
    },
    /// The same while another daemon was at it.
    LateElsewhere,
    /// The daemon stops before that.
    Stopping {
        /// The answer that a search had by then.
        offered: Option<Box<Selection>>,
    },
}

/// Does a job, together with everyone else who asks for the same, here and on other daemons.
pub(crate) async fn run<J: Job>(core: &Arc<Core>, job: J, asker: &Asker) -> Result<Ended<J::Done>, Failure> {
    let permit = if J::IS_SEARCH { Some(permit(core, &job.key(), asker)?) } else { None };
    let job = Arc::new(job);
    let patience = Instant::now() + limits::FARM_PATIENCE;
    let (mut turns, mut in_vain) = (0, false);
    loop {
        // Whoever waited in vain, or often enough, no longer heeds what others do: there is always an answer.
        let alone = in_vain || turns >= limits::MAX_FARM_TURNS;
        let outcome = match joined(core, &job, alone, asker, permit.as_ref()).await? {
            (Outcome::Finished(Ok(done)), true) => match job.rest(&done) {
                Some(rest) => joined(core, &Arc::new(rest), alone, asker, permit.as_ref()).await?.0,
                None => Outcome::Finished(Ok(done)),
            },
            (outcome, _) => outcome,
        };
        match outcome {
            Outcome::Finished(Err(Failure::Elsewhere)) => {
                turns += 1;
                let key = job.lease().unwrap_or_else(|| job.key());
                let waited = tokio::select! {
                    waited = core.store.elsewhere(key, asker.deadline, patience) => waited,
                    () = core.scheduler.flights.until(Ending::GivenUp) => return Ok(Ended::Stopping { offered: None }),
                };
                match waited {
                    Waited::Over => {}
                    Waited::InVain => in_vain = true,
                    Waited::Late => return Ok(Ended::LateElsewhere),
                }
            }
            Outcome::Finished(finished) => return finished.map(Ended::Done),
            Outcome::Stopping { offered } => return Ok(Ended::Stopping { offered }),
            Outcome::Late { offered, searched_on } => return Ok(Ended::Late { offered, goes_on: searched_on }),
        }
    }
}

/// A result of another kind than answers that was kept before, read on a blocking thread: it may mean the disk, or the tier.
pub(crate) async fn kept<K: Kept + Send + 'static>(core: &Arc<Core>, key: Key) -> Option<K> {
    let core = Arc::clone(core);
    tokio::task::spawn_blocking(move || results::recall(&core.store, key)).await.ok().flatten()
}

/// Does a job that has no answer before its end.
pub(crate) async fn answer<J: Job>(core: &Arc<Core>, job: J, asker: &Asker) -> Result<J::Done, Failure>
where
    J::Done: Clone,
{
    match run(core, job, asker).await? {
        Ended::Done(done) => Ok(Arc::unwrap_or_clone(done)),
        Ended::Late { .. } | Ended::LateElsewhere => Err(SelectError::Cancelled.into()),
        Ended::Stopping { .. } => Err(Failure::Unavailable("stopping")),
    }
}

/// This caller's place in its quota, which the job then has until it has ended. Its older jobs that nobody waits for make room for it.
fn permit(core: &Core, key: &Key, asker: &Asker) -> Result<Arc<Permit>, Failure> {
    if let Some(own) = core.scheduler.flights.permit_of(key, &asker.caller) {
        return Ok(own);
    }
    loop {
        match asker.identity.search() {
            Err(Refused::Quota { a_second: false, .. }) if core.scheduler.flights.end_one_left_by(&asker.caller) => {}
            permit => return Ok(Arc::new(permit?)),
        }
    }
}

/// One run together with everyone else who asks here; and whether it was under way already.
async fn joined<J: Job>(
    core: &Arc<Core>,
    job: &Arc<J>,
    alone: bool,
    asker: &Asker,
    permit: Option<&Arc<Permit>>,
) -> Result<(Outcome<J::Done>, bool), Failure> {
    let (own, doing, key) = (Arc::clone(core), Arc::clone(job), job.key());
    // Work runs on threads of its own: the log names the call that began it.
    let span = tracing::Span::current();
    let work = move |control: &Control| {
        span.in_scope(|| {
            let calls = tracing::field::Empty;
            let traced = tracing::trace_span!(target: traces::TARGET, "search", key = %key, calls);
            let ended = traced.in_scope(|| once(&own, &*doing, alone, control));
            let calls = control.calls();
            traced.record("calls", tracing::field::display(calls));
            if calls.count() > 1 {
                tracing::info!(%calls, %key, "one search for several calls has ended");
            }
            ended
        })
    };
    let (caller, deadline, call) = (&asker.caller, asker.deadline, asker.call.as_ref());
    let joining = Joining { call, caller, deadline, permit, goes_on: J::GOES_ON };
    let (waiter, is_joined) = core.scheduler.flights.join(joining, key, work)?;
    if is_joined {
        job.joined(core);
        if let Some(control) = core.scheduler.flights.under_way(&key) {
            tracing::debug!(calls = %control.calls(), %key, "waits for a search that is under way");
        }
    }
    Ok((waiter.outcome().await, is_joined))
}

/// One run, on a blocking thread. An error if another daemon is at it, unless `alone`.
fn once<J: Job>(core: &Core, job: &J, alone: bool, control: &Control) -> Result<J::Done, Failure> {
    // Between the caller's look and this run another one may have ended.
    if let Some(done) = job.found(core, control)? {
        return Ok(done);
    }
    let right = job.lease().map_or(Ok(Right::Granted(None)), |key| core.store.right_to_search(key, alone))?;
    let _lease = match right {
        Right::Granted(lease) => lease,
        Right::Found => match job.found(core, control)? {
            Some(done) => return Ok(done),
            // It could not be believed, and what is done here takes its place.
            None => None,
        },
    };
    job.work(core, control)
}
