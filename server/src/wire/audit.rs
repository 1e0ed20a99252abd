//! `Audit`: what the memo holds, proved again by the solver alone.

use crate::answers::behind;
use crate::core::Core;
use crate::failure::Failure;
use crate::limits;
use crate::search::selector::{Checked, Control, Held, SelectError, Way};
use crate::stored::store::asked;
use isotope_cache::Key;
use isotope_proto::v1;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

/// The results of an audit, as they are found.
pub type Results = ReceiverStream<Result<v1::AuditResponse, Status>>;

type Sender = mpsc::Sender<Result<v1::AuditResponse, Status>>;

/// Proves so many records again, all for 0, until they are done, the caller leaves, or the daemon stops. One audit runs at
/// a time.
pub fn audit(core: Arc<Core>, sample: u64, mut stopping: watch::Receiver<bool>) -> Result<Results, Failure> {
    let Ok(permit) = Arc::clone(&core.scheduler.audits).try_acquire_owned() else {
        return Err(Failure::Unavailable("busy with another audit"));
    };
    let (send, results) = mpsc::channel(limits::MAX_AUDIT_RESULTS);
    let control = Arc::new(Control::idle());
    let gone = send.clone();
    let (over, done) = oneshot::channel::<()>();
    behind::end_with(&control, async move {
        tokio::select! {
            () = gone.closed() => {}
            _ = stopping.wait_for(|is| *is) => {}
            _ = done => {}
        }
    });
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        if let Err(error) = run(&core, sample, &control, &send) {
            // A caller that left hears nothing.
            let _ = send.blocking_send(Err(error.into()));
        }
        drop(over);
    });
    Ok(ReceiverStream::new(results))
}

fn run(core: &Core, sample: u64, control: &Control, send: &Sender) -> Result<(), Failure> {
    let mut keys = core.store.keys(|_| true)?;
    if sample > 0 {
        // Keys are hashes: the first ones are a sample as good as any.
        keys.truncate(usize::try_from(sample).unwrap_or(usize::MAX));
    }
    let total = keys.len() as u64;
    for (done, key) in (1..).zip(keys) {
        // An audit that is cut short must not look like one that is over.
        let Some(found) = core.scheduler.flights.in_turn(control, |control| one(core, key, control)) else {
            return Err(Failure::Unavailable("stopping"));
        };
        let Some(found) = found else { continue };
        if send.blocking_send(Ok(v1::AuditResponse { done, total, ..found })).is_err() {
            return Ok(());
        }
    }
    if control.stopped() { Err(Failure::Unavailable("stopping")) } else { Ok(()) }
}

/// The outcome of one record; `None` when it has gone meanwhile, or the caller has.
fn one(core: &Core, key: Key, control: &Control) -> Option<v1::AuditResponse> {
    let record = core.store.record(&key)?;
    let outcome = |agreement: v1::Agreement, expression: &str, reason: String, work| {
        let (key, agreement, expression) = (key.to_string(), agreement as i32, expression.to_owned());
        Some(v1::AuditResponse { key, agreement, expression, reason, work, ..Default::default() })
    };
    let (window, target) = match asked(&record, core.selector.as_ref()) {
        Ok(both) => both,
        Err(why) => return outcome(v1::Agreement::Unknown, "", why, 0),
    };
    let expression = isotope_ir::print::print(&window);
    let held = Held { window: &window, program: &record.program, target: &target };
    match core.selector.check(&held, Way::SolverAlone, control) {
        Ok(Checked::Holds(proof)) => {
            let work = proof.iter().map(|step| step.work).sum();
            outcome(v1::Agreement::Agrees, &expression, String::new(), work)
        }
        Ok(Checked::Fails(why)) => {
            core.store.set_aside(key, &record, &why);
            outcome(v1::Agreement::Disagrees, &expression, why, 0)
        }
        Ok(Checked::Open(why)) => outcome(v1::Agreement::Unknown, &expression, why, 0),
        Err(SelectError::Cancelled) => None,
        Err(error) => outcome(v1::Agreement::Unknown, &expression, error.to_string(), 0),
    }
}
