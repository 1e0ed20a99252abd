//! `Check`: two programs of MLIR compared in a worker, once for all who ask, and remembered where something is shown.

use crate::answers::core::Core;
use crate::answers::farm::{Right, Waited};
use crate::failure::Failure;
use crate::intake::asking::Asker;
use crate::limits;
use crate::search::flights::{Ending, Outcome};
use crate::search::selector::{Compared, Control, SelectError};
use crate::stored::judged;
use isotope_cache::Key;
use isotope_proto::v1;
use std::sync::Arc;
use tokio::time::Instant;

/// The verdict on two programs: remembered, or made together with everyone else who asks. Ends with its callers.
pub async fn check(core: &Arc<Core>, request: v1::CheckRequest, asker: &Asker) -> Result<v1::CheckResponse, Failure> {
    for text in [&request.before, &request.after] {
        Failure::check("the size of a program", text.len(), "MAX_CHECK_TEXT", limits::MAX_CHECK_TEXT)?;
    }
    let key = judged::key(&core.scope.salt, &request);
    if let Some(verdict) = remembered(core, key).await {
        return Ok(verdict);
    }
    let _permit = asker.identity.search()?;
    let pair = Arc::new(compared(request));
    let patience = Instant::now() + limits::FARM_PATIENCE;
    let (mut turns, mut in_vain) = (0, false);
    loop {
        let alone = in_vain || turns >= limits::MAX_FARM_TURNS;
        let (own, asked) = (Arc::clone(core), Arc::clone(&pair));
        let compare = move |control: &Control| compare_once(&own, key, &asked, alone, control);
        let call = asker.call.as_ref();
        let (waiter, _) = core.comparisons.join_for(call, key, &asker.caller, asker.deadline, compare)?;
        match waiter.outcome().await {
            Outcome::Finished(Err(Failure::Elsewhere)) => {
                turns += 1;
                let waited = tokio::select! {
                    waited = core.elsewhere(key, asker.deadline, patience) => waited,
                    () = core.flights.until(Ending::GivenUp) => return Err(Failure::Unavailable("stopping")),
                };
                match waited {
                    Waited::Over => {}
                    Waited::InVain => in_vain = true,
                    Waited::Late => return Err(late()),
                }
            }
            Outcome::Finished(finished) => return finished.map(|verdict| v1::CheckResponse::clone(&verdict)),
            Outcome::Stopping { .. } => return Err(Failure::Unavailable("stopping")),
            Outcome::Late { .. } => return Err(late()),
        }
    }
}

fn late() -> Failure {
    SelectError::Cancelled.into()
}

/// On a blocking thread: it may mean the disk, or the tier.
async fn remembered(core: &Arc<Core>, key: Key) -> Option<v1::CheckResponse> {
    let own = Arc::clone(core);
    let read = tokio::task::spawn_blocking(move || judged::recall(&own, key));
    let verdict = read.await.ok()??;
    Some(v1::CheckResponse { source: v1::Source::Memo as i32, ..verdict })
}

fn compared(request: v1::CheckRequest) -> Compared {
    let bound = limits::MAX_CHECK_STEPS;
    Compared {
        texts: [request.before, request.after],
        entry: request.entry.trim_start_matches('@').to_owned(),
        size: request.size,
        sizes: request.sizes.iter().map(|one| (one.argument, one.dim, one.size)).collect(),
        key: request.key,
        max_steps: if request.max_steps == 0 { bound } else { request.max_steps.min(bound) },
        located: request.located,
    }
}

fn compare_once(
    core: &Core,
    key: Key,
    pair: &Compared,
    alone: bool,
    control: &Control,
) -> Result<v1::CheckResponse, Failure> {
    if let Some(verdict) = judged::recall(core, key) {
        return Ok(v1::CheckResponse { source: v1::Source::Memo as i32, ..verdict });
    }
    let _lease = match core.right_to_search(key, alone)? {
        Right::Granted(lease) => lease,
        // Somebody else has just found it; where it cannot be read all the same, it is made here.
        Right::Found => match judged::recall(core, key) {
            Some(verdict) => return Ok(v1::CheckResponse { source: v1::Source::Memo as i32, ..verdict }),
            None => None,
        },
    };
    let verdict = core.selector.compare(pair, control)?.map_err(|why| Failure::Expression {
        message: why.message,
        line: why.line,
        column: why.column,
    })?;
    judged::keep(core, key, &verdict);
    Ok(verdict)
}
