//! The daemon's care for its cache while nothing is searched for: reading the journal again, a little at a time, and looking
//! whether its folder is still there.

use crate::core::Core;
use crate::limits;
use isotope_cache::{Memo, ScrubReport};
use std::sync::{Arc, Weak};
use tokio::time::{Instant, sleep};

/// Scrubs until the core is gone. Between two steps it holds nothing.
pub async fn in_idle_time(core: Weak<Core>) {
    let mut due = Instant::now();
    let mut is_in_order = true;
    loop {
        sleep(limits::SCRUB_PAUSE).await;
        let Some(core) = core.upgrade() else { return };
        let may_read = core.scheduler.flights.load() == (0, 0) && Instant::now() >= due;
        let memo = Arc::clone(&core.store.memo);
        drop(core);
        let Ok(stepped) = tokio::task::spawn_blocking(move || step(&memo, may_read)).await else { return };
        match stepped {
            Ok((found, is_done)) => {
                is_in_order = true;
                if found.damaged_regions + found.foreign_frames > 0 {
                    tracing::warn!(
                        ?found,
                        "the cache's journal is damaged, or was written to by someone else; nothing of it is served"
                    );
                }
                if is_done {
                    due = Instant::now() + limits::SCRUB_REST;
                }
            }
            // Once, until it is in order again.
            Err(error) if is_in_order => {
                is_in_order = false;
                tracing::error!(%error, "the cache is not in order");
            }
            Err(_) => {}
        }
    }
}

fn step(memo: &Memo, may_read: bool) -> isotope_cache::Result<(ScrubReport, bool)> {
    if may_read {
        return memo.scrub(limits::SCRUB_BYTES);
    }
    memo.check_place()?;
    Ok((ScrubReport::default(), false))
}
