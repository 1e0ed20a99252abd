//! Bounds of this crate.

use std::time::Duration;

/// How long one run of LLVM's tools may take, on the clock and on the CPU. A run for ten candidates takes a tenth of a
/// second; thousands of lanes of 64-bit division take LLVM several.
pub const TOOL_LIMIT: Duration = Duration::from_secs(60);

/// Address space of one run of LLVM's tools, their libraries included.
pub const TOOL_ADDRESS_BYTES: u64 = 1 << 30;

/// Bytes that a run of LLVM's tools may allocate: `llc` (LLVM 19) was measured to take 24 to 70 MB. One that needs more is done again with
/// [`LARGE_TOOL_BYTES`], or with what the account of whoever runs them says.
pub const TOOL_BYTES: u64 = 40 << 20;

/// See [`TOOL_BYTES`].
pub const LARGE_TOOL_BYTES: u64 = 512 << 20;

/// How long a tool may take to be loaded; meanwhile it is started for each run.
pub const PREPARING_LIMIT: Duration = Duration::from_secs(10);

/// How long a tool that is loaded may take to begin a run: a fork takes it a millisecond. One that somebody has stopped begins none.
pub const BEGIN_LIMIT: Duration = Duration::from_secs(2);

/// How long the end of a run that was killed may take to be reported.
pub const REPORT_LIMIT: Duration = Duration::from_secs(2);

/// Bytes of the arguments and filters of one run of a tool that is loaded; `prepared.c` has the same bound.
pub const MAX_REQUEST_BYTES: usize = 1 << 16;

/// Bytes that a run of LLVM's tools may write to its standard output.
pub const MAX_TOOL_OUTPUT_BYTES: usize = 64 << 20;

/// Bytes kept of what a run of LLVM's tools says of its errors.
pub const MAX_TOOL_ERRORS_BYTES: usize = 64 << 10;
