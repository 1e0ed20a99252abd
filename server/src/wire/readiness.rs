//! The latch between start and service: calls are refused, with a reason, until the memo is open and the dictionary is loaded,
//! and again when the daemon stops.

use crate::answers::core::Core;
use crate::failure::Failure;
use std::sync::{Arc, OnceLock};
use tokio::sync::watch;
use tokio::time::Instant;

/// Whether there is a core to ask.
pub struct Readiness {
    core: OnceLock<Arc<Core>>,
    stopping: watch::Sender<bool>,
    started: Instant,
}

impl Readiness {
    /// Not ready yet.
    pub fn new() -> Self {
        Readiness { core: OnceLock::new(), stopping: watch::Sender::new(false), started: Instant::now() }
    }

    /// When the daemon was started.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Ready from now on. A second call changes nothing.
    pub fn ready(&self, core: Arc<Core>) {
        let _ = self.core.set(core);
    }

    /// New calls are refused from now on; those under way go on.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// The core, for a new call.
    pub fn core(&self) -> Result<Arc<Core>, Failure> {
        if *self.stopping.borrow() {
            return Err(Failure::Unavailable("stopping"));
        }
        self.core.get().cloned().ok_or(Failure::Unavailable("starting: its memo and dictionary are being opened"))
    }

    /// Tells long calls that the daemon is stopping.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// The core, for stopping it.
    pub fn core_if_ready(&self) -> Option<Arc<Core>> {
        self.core.get().cloned()
    }
}

impl Default for Readiness {
    fn default() -> Self {
        Self::new()
    }
}
