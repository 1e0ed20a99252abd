//! How `--memory-total` is divided among the daemon, its workers, LLVM's tools, and what callers make them hold.
//!
//! Every process has its part before it starts, and the parts add up to the whole. Where the whole does not hold as many workers as
//! there are threads, there are fewer.

use crate::limits::{
    DAEMON_BYTES, DEFAULT_MEMORY_TOTAL, LARGE_TOOL_PART, LEAST_POOL_PART, LEAST_WORKERS, RESERVE, TOOL_LIBRARIES_BYTES,
    WORKER_BYTES,
};
use isotope_tools::limits::TOOL_BYTES;

/// A worker, and a run of one of LLVM's tools for it.
const SEARCH_BYTES: usize = WORKER_BYTES + TOOL_BYTES as usize;

/// The parts, in bytes, and how many workers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// All of it.
    pub total: usize,
    /// Workers alive at once: one for each search, and [`RESERVE`]. So many runs of LLVM's tools may there be, too.
    pub workers: usize,
    /// The memory that one run of LLVM's tools may allocate which cannot do with less.
    pub large_tool: usize,
    /// The memory that is left for requests, and for workers whose jobs need more than [`WORKER_BYTES`].
    pub pool: usize,
}

impl Plan {
    /// The plan of a daemon that may take `total` bytes, `held` of them for answers in memory, and would run `threads` searches at once.
    pub fn of(total: usize, held: usize, threads: usize) -> Plan {
        let large_tool = total / LARGE_TOOL_PART;
        let rest = total.saturating_sub(DAEMON_BYTES + held + TOOL_LIBRARIES_BYTES + large_tool);
        let fit = rest.saturating_sub(total / LEAST_POOL_PART) / SEARCH_BYTES;
        let workers = (threads.max(1) + RESERVE).min(fit.max(LEAST_WORKERS));
        Plan { total, workers, large_tool, pool: rest.saturating_sub(workers * SEARCH_BYTES) }
    }

    /// Searches at once.
    pub fn searches(&self) -> usize {
        self.workers - RESERVE
    }

    /// The least total with which `threads` searches run at once.
    pub fn wanted(held: usize, threads: usize) -> usize {
        let fixed = DAEMON_BYTES + held + TOOL_LIBRARIES_BYTES + (threads + RESERVE) * SEARCH_BYTES;
        // The rest of the whole without the large run's part and the least pool is fixed.
        let parts = LARGE_TOOL_PART * LEAST_POOL_PART;
        (fixed * parts).div_ceil(parts - LARGE_TOOL_PART - LEAST_POOL_PART) + parts
    }

    /// The total of a daemon that was not told one: enough for its threads, but not more than half of what the machine has.
    pub fn default_total(held: usize, threads: usize, machine: Option<usize>) -> usize {
        let half = machine.map_or(usize::MAX, |bytes| bytes / 2);
        Plan::wanted(held, threads).min(half).max(DEFAULT_MEMORY_TOTAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{DEFAULT_MEMORY_BYTES, MIN_MEMORY_TOTAL};

    #[test]
    fn the_parts_add_up_to_no_more_than_the_whole() {
        for total in [MIN_MEMORY_TOTAL, 1 << 30, 3 << 30, 64 << 30] {
            for threads in [1, 2, 16, 64, 256] {
                let plan = Plan::of(total, DEFAULT_MEMORY_BYTES, threads);
                let fixed = DAEMON_BYTES + DEFAULT_MEMORY_BYTES + TOOL_LIBRARIES_BYTES;
                let parts = fixed + plan.workers * SEARCH_BYTES + plan.large_tool + plan.pool;
                assert!(parts <= total, "{threads} threads: {parts} of {total}");
                assert!(plan.searches() >= 1 && plan.searches() <= threads && plan.pool > 64 << 20, "{plan:?}");
            }
        }
    }

    #[test]
    fn there_are_fewer_workers_where_more_do_not_fit() {
        let searches = |total: usize, threads| Plan::of(total, DEFAULT_MEMORY_BYTES, threads).searches();
        assert_eq!([1, 2, 5, 16, 64].map(|threads| searches(1 << 30, threads)), [1, 2, 3, 3, 3]);
        for threads in [1, 2, 16, 64, 256] {
            let wanted = Plan::wanted(DEFAULT_MEMORY_BYTES, threads);
            assert_eq!(searches(wanted, threads), threads);
            assert!(threads < 16 || searches(wanted - wanted / 20, threads) < threads);
        }
    }

    #[test]
    fn a_daemon_that_was_told_no_total_fits_its_threads_and_its_machine() {
        let default = |threads, machine| Plan::default_total(DEFAULT_MEMORY_BYTES, threads, machine);
        assert_eq!(default(2, Some(256 << 30)), 1 << 30);
        assert!(default(64, Some(256 << 30)) > 4 << 30);
        assert_eq!(default(64, Some(4 << 30)), 2 << 30);
        assert_eq!(default(64, Some(1 << 30)), 1 << 30, "never less than the default");
    }
}
