//! Bounds of this crate.

/// Lines of one run of `llvm-mca`, which was measured to allocate 38 kB for each: half of [`TOOL_BYTES`], and a twentieth of a second.
pub const MAX_RUN_LINES: usize = 1 << 9;

/// Instructions of which is kept what `llvm-mca` said, some 300 bytes each.
pub const MAX_USAGES: usize = 1 << 14;

/// Instructions of the loop of a compiler's listing that is priced; a longer one has no price.
pub const MAX_PRICED_LINES: usize = 1 << 12;

/// Runs of a tool for the listings of one `Compare`: what is still without a price then has none.
pub const MAX_PRICING_RUNS: usize = 64;

/// Rows of measured data.
pub const MAX_MEASURED_ROWS: usize = 1 << 20;

/// Bytes of a file of them.
pub const MAX_MEASURED_BYTES: u64 = 256 << 20;

/// Bytes of one field of a row but the last.
pub const MAX_MEASURED_FIELD_BYTES: usize = 200;

/// Bytes of one listing.
pub const MAX_LISTING_BYTES: usize = 1 << 20;

/// Lines of one listing.
pub const MAX_LISTING_LINES: usize = 1 << 14;

/// Bytes of one line of a listing: a symbol of C++ may be long.
pub const MAX_LISTING_LINE_BYTES: usize = 1 << 13;
