//! Bounds of searches: of the processes that do them, of the threads that they have, and of their turns.

use std::time::Duration;

/// Bytes of one message between the daemon and a worker.
pub const MAX_FRAME_BYTES: usize = 64 << 20;

/// Megabytes that Z3 may use in one worker; beyond it the worker dies, and only the worker.
pub const WORKER_MEMORY_MEGABYTES: u32 = 768;

/// Bytes of the stack of one job in a worker; touched only as deep as a job goes.
pub const WORKER_STACK_BYTES: usize = 512 << 20;

/// Targets whose instructions one worker holds ready.
pub const KNOWN_TARGETS: usize = 2;

/// Work on the proof of a phrasing, or on a proof by itself, in the units of `isotope_smt::Answer`: some seconds of one core.
pub const CLAIM_WORK: u64 = 1 << 26;

/// CPU time of one job in a worker. Budgets end searches long before; this ends what forgets its budget.
pub const JOB_CPU: Duration = Duration::from_secs(60);

/// Wall time that a worker may stand still in a job: stopped by a signal, or waiting for nothing.
pub const WORKER_STILL: Duration = Duration::from_secs(3);

/// Resident bytes above which a worker is killed at once when nobody waits for its job: another takes its place meanwhile,
/// and both count.
pub const STOPPED_WORKER_BYTES: u64 = 192 << 20;

/// Time that a worker gets to end a job that nobody waits for; nobody waits for that, either.
pub const WORKER_GRACE: Duration = Duration::from_secs(1);

/// Wall time that a worker has from its start to its first word: it loads its libraries and reads the instruction sets, on a machine that may
/// be busy.
pub const FIRST_WORD: Duration = Duration::from_secs(20);

/// Workers in a row that do not start, or do not end a small job, before the daemon says that it lacks workers.
pub const MUTE_WORKERS: u32 = 3;

/// Time of the pool's own small job.
pub const TRIAL_JOB: Duration = Duration::from_secs(5);

/// So many deaths of workers within this time are said, also where jobs are done between them.
pub const MANY_DEATHS: usize = 6;
/// See [`MANY_DEATHS`].
pub const DEATHS_WITHIN: Duration = Duration::from_secs(30);

/// Lines that one worker may have in the daemon's log.
pub const MAX_WORKER_LINES: usize = 64;

/// Bytes of one of them; what is longer is cut into several.
pub const MAX_WORKER_LINE_BYTES: u64 = 1 << 10;

/// Workers besides one for each search at once: for callers of whom nothing runs while others hold all threads.
pub const RESERVE: usize = 1;

/// Bytes of the stack of a thread that lowers, prices or reads a window in the daemon; touched only as deep as it goes.
pub const THREAD_STACK_BYTES: usize = 64 << 20;

/// A search may have to give way if its caller has had so much more CPU time than twice what the one who waits has had.
pub const SLICE: Duration = Duration::from_millis(500);

/// Callers whose CPU times differ by less are alike: they take turns.
pub const ALIKE: Duration = Duration::from_millis(100);

/// CPU time after which a search may have to give way to a caller who had much less; one that did has twice the time that it lost.
pub const GIVES_WAY_AFTER: Duration = Duration::from_millis(250);

/// Time after which the CPU time that a caller has had counts half.
pub const SERVED_HALF_LIFE: Duration = Duration::from_secs(16);

/// How often it is looked at whether a search has to give way, while callers wait.
pub const TURN_LOOK: Duration = Duration::from_millis(100);

/// Windows that are searched on after their callers' time was up.
pub const MAX_SEARCHED_ON: usize = 1024;

/// Windows that one identity, or one nameless caller, may have searched on and not asked for again.
pub const SEARCHED_ON_WINDOWS: u64 = 32;

/// CPU time of workers and tools that these may take together: a second with what ending them and new workers take.
pub const SEARCHED_ON_EACH: Duration = Duration::from_millis(700);

/// The same of all callers together; each may have half of what the others leave.
pub const SEARCHED_ON_IN_ALL: Duration = Duration::from_secs(4);

/// The charge of work that begins without anybody waiting before it has used any CPU time: a worker's turn, and its threads.
pub const SEARCHED_ON_START: Duration = Duration::from_millis(15);

/// After this time what was searched for in vain is forgotten.
pub const SEARCHED_ON_PERIOD: Duration = Duration::from_secs(600);

/// A caller that leaves in its time, but not before it has waited this long, is a compiler that asks again soon.
pub const SEARCHED_ON_AFTER: Duration = Duration::from_millis(100);
