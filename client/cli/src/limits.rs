//! Bounds of the command.

use std::time::Duration;

/// Bytes of an input file.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Bytes of a program of MLIR; the reader takes no more.
pub const MAX_MLIR_BYTES: u64 = isotope_mlir::limits::MAX_TEXT as u64;

/// Mistakes of a file that are said at once.
pub const MAX_MISTAKES: usize = 20;

/// Bytes of one line of a report: a window's text, its answer's instructions and Halide's own code.
pub const MAX_REPORT_LINE: u64 = 16 << 20;

/// Bytes of one call of an instruction, as `isotope dict run` reads it: a dozen pairs of the largest registers.
pub const MAX_CALL_BYTES: usize = 1 << 16;

/// Bytes of calls that are taken from standard input at once.
pub const DICT_BUFFER: usize = 16 << 20;

/// Calls that are too few to be shared out over threads.
pub const FEW_CALLS: usize = 256;

/// Windows that a report's summary names as the slowest.
pub const SLOWEST: usize = 5;

/// Folders within folders whose files are warmed.
pub const MAX_FOLDER_DEPTH: usize = 32;

/// Windows in one message of a warm-up job: the daemon reads the next message only as it answers.
pub const WARM_MESSAGE_ITEMS: usize = 64;

/// Windows that a warm-up job has in a queue at once, and those of one step.
pub const QUEUE_AHEAD: usize = 4096;
/// See [`QUEUE_AHEAD`].
pub const QUEUE_STEP: usize = 64;

/// How often a warm-up job looks what is done, and the longest pause while its queue does not answer.
pub const QUEUE_LOOK: Duration = Duration::from_millis(500);
/// See [`QUEUE_LOOK`].
pub const QUEUE_LAST_PAUSE: Duration = Duration::from_secs(20);

/// How often a warm-up job tries a queue that has never answered.
pub const QUEUE_ATTEMPTS: usize = 4;

/// Pause before a warm-up job asks again a daemon that went away.
pub const WARM_PAUSE: Duration = Duration::from_secs(2);

/// Programs that `isotope tune` executes in one program, and inputs of each.
pub const TUNE_CHECKED_TOGETHER: usize = 64;
/// See [`TUNE_CHECKED_TOGETHER`].
pub const TUNE_TRIALS: usize = 24;

/// Loops that are timed in turn, so that all of a window's meet the same disturbances.
pub const TUNE_TOGETHER: usize = 128;

/// Runs of a loop in each pass, the quickest of which counts.
pub const TUNE_RUNS: u32 = 15;

/// Passes over loops, unless told.
pub const TUNE_PASSES: u32 = 15;

/// How often what is too noisy is measured.
pub const TUNE_ATTEMPTS: usize = 3;

/// The spread that needs no excuse, in tenths of a percent.
pub const TUNE_NOISE: u64 = 20;

/// Time for each call of `isotope doctor`.
pub const DOCTOR_TIMEOUT: Duration = Duration::from_secs(5);

/// Clocks that are further apart make trouble with certificates.
pub const CLOCK_APART: Duration = Duration::from_secs(60);

/// Windows from which on the part that was remembered means something, and the least of it in percent that is not poor.
pub const HITS_MEAN_SOMETHING: u64 = 100;
/// See [`HITS_MEAN_SOMETHING`].
pub const POOR_HITS: f64 = 50.0;

/// Bytes of a snapshot in one message.
pub const SNAPSHOT_MESSAGE_BYTES: usize = 256 << 10;

/// Time for `isotope run` to find a daemon, and for each thing that it asks of it.
pub const RUN_CONNECT: Duration = Duration::from_secs(5);

/// How long a daemon that `isotope run` starts may take until it takes calls, and the pause between two looks.
pub const RUN_START: Duration = Duration::from_secs(60);
/// See [`RUN_START`].
pub const RUN_LOOK: Duration = Duration::from_millis(20);

/// How often `isotope run` asks the daemon what it searches for, where it shows that.
pub const RUN_PROGRESS: Duration = Duration::from_millis(200);

/// How long that daemon may take to end.
pub const RUN_END: Duration = Duration::from_secs(15);

/// How long a pipeline of the program waits for its answers, unless told.
pub const RUN_WAIT: Duration = Duration::from_secs(60);

/// Reasons that the summary of `isotope run` lists.
pub const RUN_REASONS: usize = 8;

/// Bytes of one call of the explorer's page.
pub const EXPLORE_BODY: usize = 256 << 10;

/// Connections of browsers to the explorer at once.
pub const EXPLORE_CONNECTIONS: usize = 64;

/// Time for the headers of a request to the explorer, and for its body.
pub const EXPLORE_READ: Duration = Duration::from_secs(10);

/// Pause after a connection that cannot be accepted.
pub const EXPLORE_PAUSE: Duration = Duration::from_millis(100);

/// How long clang or opt may take for one source; a second is usual.
pub const SOURCE_LIMIT: Duration = Duration::from_secs(60);

/// Expressions of one source that are asked for.
pub const MAX_SOURCE_WINDOWS: usize = 512;
