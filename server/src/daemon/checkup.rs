//! Whether everything works that answers are made with, looked at again and again: for health checks, the operator's port, `Stats`
//! and the log.

use crate::core::Core;
use crate::limits;
use crate::observed::Observed;
use crate::search::selector::Part;
use std::sync::{Arc, Weak};
use tokio::task::JoinSet;

/// Tells whoever observes the daemon what each part lacks.
pub(super) fn tell(parts: Vec<Part>, observed: &Observed) {
    parts.into_iter().for_each(|(part, lacks)| observed.trouble(part, lacks));
}

/// Looks from now on, until the core or the set of tasks is gone.
pub(super) fn begin(core: &Arc<Core>, observed: &Observed, looking: &mut JoinSet<()>) {
    looking.spawn(of_parts(Arc::downgrade(core), observed.clone()));
}

/// Looks at the parts of the selector: its workers, LLVM's tools.
async fn of_parts(core: Weak<Core>, observed: Observed) {
    loop {
        tokio::time::sleep(limits::HEALTH_LOOK).await;
        let Some(selector) = core.upgrade().map(|core| Arc::clone(&core.selector)) else { return };
        // Where it panics, which the log has, what was known stays.
        if let Ok(parts) = tokio::task::spawn_blocking(move || selector.look()).await {
            tell(parts, &observed);
        }
    }
}
