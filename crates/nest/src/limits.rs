//! Bounds, each with what it bounds. A function at all of them is packed or tiled in seconds.

/// Operations of a program: it is copied for each tiling whose cost is counted.
pub const MAX_OPERATIONS: usize = 1 << 14;

/// Loops of a function.
pub const MAX_LOOPS: usize = 128;

/// Loops within one another.
pub const MAX_DEPTH: usize = 24;

/// Accesses of a function.
pub const MAX_ACCESSES: usize = 512;

/// Dimensions of an array.
pub const MAX_RANK: usize = 8;

/// Elements of an array.
pub const MAX_ELEMENTS: u64 = 1 << 31;

/// Bytes of a buffer that a part of an array is copied into.
pub const MAX_BUFFER: u64 = 1 << 28;

/// Candidates of a nest for a pack; of more, none is packed.
pub const MAX_CANDIDATES: usize = 1024;

/// Candidates of a nest whose cost is counted.
pub const MAX_WEIGHED: usize = 64;

/// Candidates of which all choices are compared.
pub const MAX_COMPARED: usize = 12;

/// Choices times loops times accesses of a nest: where there are more, fewer candidates are compared.
pub const MAX_COUNTED: usize = 1 << 26;

/// Choices of packs, or tilings, that are the best by what is known, of which a loop without a price is to be priced.
pub const MAX_BEST: usize = 4;

/// Operations of a loop that is priced: of a longer one accesses are counted.
pub const MAX_FORM: usize = 256;

/// Operations that such a loop is written with. Each lane of a vector that is stored to a column takes two, and a vector may have 64.
pub const MAX_FORM_WRITTEN: usize = 1024;

/// Loops that are priced at once: the price of one takes a compiler some tenths of a second.
pub const MAX_UNPRICED: usize = 16;

/// Loops of a band that is tiled.
pub const MAX_BAND: usize = 12;

/// Iterations of a tile in one loop.
pub const MAX_TILE: u64 = 1 << 20;

/// Tilings of a band whose cost is counted one by one; of a band with more, the loops' sizes are improved in turn.
pub const MAX_TILINGS: usize = 512;

/// Tilings of all bands of a function whose cost is counted: the more bands, the fewer of each.
pub const MAX_TILINGS_IN_ALL: usize = 4096;

/// Pairs of accesses of a band that may depend on each other.
pub const MAX_PAIRS: usize = 4096;

/// Work of a question about a dependence, in Z3's units.
pub const MAX_WORK: u64 = 2_000_000;

/// Work of all questions of a function.
pub const MAX_WORK_IN_ALL: u64 = 200_000_000;
