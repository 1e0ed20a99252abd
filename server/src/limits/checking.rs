//! Bounds of `Check`.

/// Bytes of one program of `Check`. Kernels have kilobytes; a constant with data is larger.
pub const MAX_CHECK_TEXT: usize = 4 << 20;

/// Sizes of one request of `Check`.
pub const MAX_CHECK_SIZES: usize = 1024;

/// Operations that one program of `Check` may carry out in one run: some seconds where loops run over arrays.
/// [`JOB_CPU`](super::JOB_CPU) ends what takes longer.
pub const MAX_CHECK_STEPS: u64 = 1 << 34;

/// Elements of memory that one program of `Check` may have, of 36 bytes each: a worker is granted memory as it fills them.
pub const MAX_CHECK_CELLS: usize = 3 << 23;
