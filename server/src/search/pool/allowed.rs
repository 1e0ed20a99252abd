//! The memory that a worker may allocate: a part of its own, and a grant of the account of memory for as long as its job needs more.
//!
//! The daemon looks at what a busy worker holds, asks for more before it is needed, and ends a job that the account has no room for: its
//! window gets its plain lowering. Between two looks the system holds a worker to twice what it has (`RLIMIT_DATA`): a vector that
//! grows is allocated anew at twice its size long before it is filled.

use crate::limits::{GRANT_STEP_BYTES, WORKER_BYTES, WORKER_MEMORY_MEGABYTES, WORKER_STACK_BYTES};
use crate::memory::Grant;
use isotope_tools::child::{allow_data, anonymous_bytes};

/// Address space that a worker takes besides what Z3 may use and one job's stack: its program, libraries, dictionary,
/// other threads and the instructions of a few targets.
const WORKER_BASE_BYTES: u64 = 1 << 30;

/// Bytes of address space of one worker.
pub(super) const ADDRESS_BYTES: u64 =
    ((WORKER_MEMORY_MEGABYTES as u64) << 20) + WORKER_STACK_BYTES as u64 + WORKER_BASE_BYTES;

/// The memory that the system lets a worker with such a grant allocate: the stack of its job is allocated whole and touched as deep as the job goes.
pub(super) const fn data_bytes(grant: u64) -> u64 {
    WORKER_STACK_BYTES as u64 + 2 * (WORKER_BYTES as u64 + grant) + GRANT_STEP_BYTES
}

/// The memory that one worker may allocate.
pub(super) struct Allowed {
    process: u32,
    grant: Grant,
    /// The account had no room for more when that was asked for last.
    refused: bool,
    most: u64,
}

/// A worker holds more than it may.
pub(super) struct TooLarge;

impl Allowed {
    /// A worker's own part.
    pub(super) fn new(process: u32, grant: Grant) -> Self {
        Allowed { process, grant, refused: false, most: 0 }
    }

    fn bytes(&self) -> u64 {
        WORKER_BYTES as u64 + self.grant.bytes()
    }

    /// Looks at what the worker holds, and asks for more where there is little left. `make_room` is tried once where the account has none.
    pub(super) fn look(&mut self, make_room: impl Fn()) -> Result<(), TooLarge> {
        // A process that is gone says so elsewhere.
        let Some(held) = anonymous_bytes(self.process) else { return Ok(()) };
        self.most = self.most.max(held);
        if held + GRANT_STEP_BYTES <= self.bytes() {
            return Ok(());
        }
        let wanted = (held + 2 * GRANT_STEP_BYTES).saturating_sub(WORKER_BYTES as u64);
        let granted = self.set(wanted) || {
            make_room();
            self.set(wanted)
        };
        self.refused = !granted;
        if granted || held <= self.bytes() { Ok(()) } else { Err(TooLarge) }
    }

    /// Whether a worker that died did so for want of memory, as far as one can know.
    pub(super) fn was_short(&self) -> bool {
        self.refused && self.most + GRANT_STEP_BYTES >= self.bytes()
    }

    /// After a job: keeps what the worker still holds, and gives the rest back.
    pub(super) fn settle(&mut self) {
        let held = anonymous_bytes(self.process).unwrap_or(0);
        let needed = (held + GRANT_STEP_BYTES).saturating_sub(WORKER_BYTES as u64);
        if needed < self.grant.bytes() {
            self.set(needed);
        }
        (self.refused, self.most) = (false, 0);
    }

    /// Charges the worker's own part as well, which another one that takes its place has from now on; whether there is room.
    pub(super) fn stands_beside(&mut self) -> bool {
        let bytes = self.grant.bytes() + WORKER_BYTES as u64;
        self.grant.set(bytes)
    }

    /// Whether it holds a grant, which others may need more.
    pub(super) fn has_grant(&self) -> bool {
        self.grant.bytes() > 0
    }

    /// The memory that it may allocate, in mebibytes, for people.
    pub(super) fn mebibytes(&self) -> u64 {
        self.bytes() >> 20
    }

    fn set(&mut self, bytes: u64) -> bool {
        let before = self.grant.bytes();
        let is_set = self.grant.set(bytes);
        if self.grant.bytes() != before {
            // A process that is gone says so elsewhere.
            allow_data(self.process, data_bytes(self.grant.bytes()), ADDRESS_BYTES);
        }
        is_set
    }
}
