//! Work on the memo behind everything else: an audit, and proving again what another prover showed.
//!
//! It takes one record after the other on a thread of its own, stands back while searches run or wait, and ends when nobody
//! wants it any more.

use crate::answers::core::Core;
use crate::answers::remembered;
use crate::failure::Failure;
use crate::limits;
use crate::search::selector::{Control, Held, SelectError, Selector};
use isotope_cache::Key;
use isotope_dictionary::Target;
use isotope_ir::Window;
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

/// Waits until no search runs or waits. False: the work has to end.
pub fn stand_back(core: &Core, control: &Control) -> bool {
    while core.flights.load() != (0, 0) && !control.stopped() {
        std::thread::sleep(limits::PAUSE_BEHIND_SEARCHES);
    }
    !control.stopped()
}

/// The keys of the proved records that are wanted, ascending: as hashes, in no order of theirs.
pub fn keys(core: &Core, wanted: impl Fn(&v1::Record) -> bool) -> Result<Vec<Key>, Failure> {
    let mut keys = Vec::new();
    let visited = core.memo.for_each(|stored| {
        let ours = stored.verdict == isotope_cache::Verdict::Proved && stored.epoch == core.epoch();
        if ours && remembered::decode(&stored.payload).is_ok_and(|record| wanted(&record)) {
            keys.push(stored.key);
        }
        Ok(())
    });
    visited.map_err(|e| SelectError::Internal(format!("the memo cannot be read: {e}")))?;
    keys.sort_unstable();
    keys.dedup();
    Ok(keys)
}

/// A record as the memo holds it now, if it does.
pub fn record(core: &Core, key: &Key) -> Option<v1::Record> {
    let stored = core.memo.get(key, &core.epoch()).ok()??;
    remembered::decode(&stored.payload).ok()
}

/// The window and the target of a record.
pub fn asked(record: &v1::Record, selector: &dyn Selector) -> Result<(Window, Target), String> {
    let window: Window =
        serde_json::from_slice(&record.window).map_err(|e| format!("its window does not read: {e}"))?;
    let hash = blake3::hash(isotope_ir::print::print(&window).as_bytes());
    if record.canonical_hash != hash.as_bytes() {
        return Err("its window is not the one that its hash names".to_owned());
    }
    let target = record.target.clone().unwrap_or_default();
    let target = selector.target(&target.arch, &target.mcpu, &target.mattr).map_err(|e| e.to_string())?;
    Ok((window, target))
}

/// Begins to prove again what another prover showed, so that few such records are met by somebody who waits.
pub fn prove_again(core: Arc<Core>, mut stopping: watch::Receiver<bool>) {
    let control = Arc::new(Control::idle());
    end_with(&control, async move { drop(stopping.wait_for(|is| *is).await) });
    tokio::task::spawn_blocking(move || {
        let prover = core.selector.prover();
        let Ok(keys) = keys(&core, |record| record.prover != prover) else { return };
        let count = keys.len();
        for key in keys {
            if !stand_back(&core, &control) {
                return;
            }
            // Somebody may have asked for it meanwhile.
            let Some(record) = record(&core, &key).filter(|record| record.prover != prover) else { continue };
            let Ok((window, target)) = asked(&record, core.selector.as_ref()) else { continue };
            let held = Held { window: &window, program: &record.program, target: &target };
            if let Ok(Some(proved)) = core.proved_again(key, &held, record.clone(), &control) {
                core.put(key, &proved);
            }
        }
        if count > 0 {
            tracing::info!(records = count, "what another prover showed was proved again");
        }
    });
}
