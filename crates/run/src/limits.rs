//! Bounds of what is run.

/// The most bytes of input or output of one run: what fits the emulated machine's memory map.
pub const DATA_BYTES: usize = 120 << 20;

/// The most bytes of a program linked for the emulator: from 2 MiB up to its input at 128 MiB.
pub const PROGRAM_BYTES: usize = 120 << 20;

/// Seconds that a program may run before it is ended.
pub const RUN_SECONDS: u64 = 600;

/// The most bytes of input or output of one run on QEMU's user-mode emulators: Hexagon's addresses have 32 bits.
pub const USER_MODE_BYTES: usize = 64 << 20;

/// The most bytes that a loop that is timed may reach: what stays in the nearest cache of every CPU of the last 15 years.
pub const LOOP_DATA_BYTES: usize = 24 << 10;

/// The most lines of a loop that is timed.
pub const LOOP_LINES: usize = 1 << 12;
