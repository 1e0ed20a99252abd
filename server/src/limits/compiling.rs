//! Bounds of `Compile`.

/// Plans that an answer shows.
pub const MAX_PLANS: usize = 64;

/// Operations that a contraction may carry out while it is compared with its kernel: of a product some 4,700 cubed.
/// [`JOB_CPU`](super::JOB_CPU) ends what takes longer, which is a product of some 2,500 cubed.
pub const MAX_COMPILE_STEPS: u64 = 1 << 40;

/// Bytes of the machine code of `Schedule`: a pipeline of Halide's without its runtime has some hundred thousand.
pub const MAX_SCHEDULE_TEXT: usize = 4 << 20;

/// Bytes that a program of `Compile` takes while it is read, for each of its text's.
pub const READING_PROGRAM_FACTOR: usize = 32;

/// Copies of a program's text, or of its result's, that the daemon holds while a worker is at it: its own, and one in a message, whose
/// quotes and ends of lines are two bytes each.
pub const COPIES_OF_A_PROGRAM: usize = 3;

/// Bytes that the names of machine code take while they are replaced, and the text with the new ones, for each byte of the text: some 450
/// for a function of fifteen with one name.
pub const NAMES_OF_A_PROGRAM: usize = 32;

/// KiB of a cache that is given for a nest.
pub const MAX_CACHE_KIB: u64 = 1 << 24;

/// Times that loops of a nest are priced, each time those of the choices that are the best by the prices so far.
pub const PRICED_ROUNDS: usize = 4;
