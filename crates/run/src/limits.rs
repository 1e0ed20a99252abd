//! Bounds of what is run.

/// The most bytes of input or output of one run: what fits the emulated machine's memory map.
pub const DATA_BYTES: usize = 120 << 20;

/// The most bytes of a program linked for the emulator: from 2 MiB up to its input at 128 MiB.
pub const PROGRAM_BYTES: usize = 120 << 20;

/// Seconds that a program may run before it is ended.
pub const RUN_SECONDS: u64 = 600;

/// The most bytes of input or output of one run on Hexagon's emulator, whose addresses have 32 bits.
pub const HEXAGON_BYTES: usize = 64 << 20;
