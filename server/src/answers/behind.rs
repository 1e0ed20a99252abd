//! Work on the memo behind everything else: an audit, and renewing what another prover showed or other prices ranked.
//!
//! It takes one record after the other on a thread of its own, each in a turn behind everything that callers wait for, and ends when nobody
//! wants it any more.

use crate::core::Core;
use crate::failure::Failure;
use crate::intake::question::Question;
use crate::search::selector::{Control, Held, Verdict};
use crate::stored::remembered;
use crate::stored::store::asked;
use isotope_cache::Key;
use isotope_proto::v1;
use std::future::Future;
use std::sync::Arc;
use tokio::sync::watch;

/// Ends the control when `over` resolves, or when the task that waits for it goes with its runtime.
pub fn end_with(control: &Arc<Control>, over: impl Future<Output = ()> + Send + 'static) {
    struct End(Arc<Control>);
    impl Drop for End {
        fn drop(&mut self) {
            self.0.stop();
        }
    }
    let end = End(Arc::clone(control));
    tokio::spawn(async move {
        let _end = end;
        over.await;
    });
}

/// Begins to renew what another prover showed or other prices ranked, so that few such records are met by somebody who waits.
pub fn renew(core: Arc<Core>, mut stopping: watch::Receiver<bool>) {
    let control = Arc::new(Control::idle());
    end_with(&control, async move { drop(stopping.wait_for(|is| *is).await) });
    tokio::task::spawn_blocking(move || {
        let Ok(keys) = core.store.keys(|record| is_old(&core, record)) else { return };
        let count = keys.len();
        for key in keys {
            let renewed = core.scheduler.flights.in_turn(&control, |control| {
                // Somebody may have asked for it meanwhile.
                match core.store.record(&key).filter(|record| is_old(&core, record)) {
                    Some(record) => renew_one(&core, key, record, control),
                    None => Ok(()),
                }
            });
            match renewed {
                None => return,
                Some(Ok(())) => {}
                Some(Err(error)) => tracing::warn!(%key, %error, "a cache entry was not renewed"),
            }
        }
        if count > 0 {
            tracing::info!(records = count, "what another prover showed or other prices ranked was renewed");
        }
    });
}

/// Whether a record is of another prover, or of other prices.
fn is_old(core: &Core, record: &v1::Record) -> bool {
    let target = record.target.clone().unwrap_or_default();
    let prices = core.selector.target(&target.arch, &target.mcpu, &target.mattr).map(|t| core.selector.cost_model(&t));
    record.prover != core.selector.prover() || prices.is_ok_and(|prices| prices != record.cost_model)
}

/// Proves a record again, ranks its programs by the prices of now, and searches for a better one still.
fn renew_one(core: &Core, key: Key, mut record: v1::Record, control: &Control) -> Result<(), Failure> {
    let selector = core.selector.as_ref();
    let Ok((window, target)) = asked(&record, selector) else { return Ok(()) };
    if record.prover != selector.prover() {
        let program = record.program.clone();
        let held = Held { window: &window, program: &program, target: &target };
        let Some(proved) = core.store.proved_again(key, &held, record, control)? else { return Ok(()) };
        record = proved;
    }
    let (options, scope) = (remembered::options(&record), &core.intake.scope);
    let Some(question) = Question::of_record(key, (window, target), options, scope, selector, &core.intake.memory)?
    else {
        return Ok(());
    };
    if *record.cost_model == *question.cost_model {
        return Ok(());
    }
    let Some(ranked) = core.store.ranked(&question, record, control)? else { return Ok(()) };
    let found = selector.select(&question.canonical.window, &question.target, &options, control)?;
    let is_better =
        |ranked: &v1::Selection| (found.cost, found.instructions.len()) < (ranked.cost, ranked.instructions.len());
    let better = ranked.selection.as_ref().is_none_or(is_better);
    if found.verdict == Verdict::Proved && !found.truncated && better {
        let mut record = remembered::record(&found, &question, &scope.epoch, selector)?;
        remembered::carry_over(&mut record, &ranked);
        core.store.put(key, &record);
    }
    Ok(())
}
