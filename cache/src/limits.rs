//! Every bound of this crate, by name. Whoever goes over one gets an error that names it.

/// Bytes of one record's payload. A proven program with its proof is a few KiB; this leaves room for
/// the largest window a request may carry.
pub const MAX_PAYLOAD_BYTES: usize = 16 << 20;

/// Bytes of the journal file, whatever the options say.
pub const MAX_JOURNAL_BYTES: u64 = 1 << 40;

/// Default bytes of the journal before records are evicted: several hundred thousand answers.
pub const JOURNAL_BYTES: u64 = 1 << 30;

/// Records that the in-memory part of the index may hold. About 100 bytes each. Checkpoints move them to
/// sled; this is reached only while checkpoints keep failing, or in a rebuild of an immense journal.
pub const MAX_TAIL_RECORDS: usize = 16 << 20;

/// Bytes that one group commit writes before it syncs; the puts that do not fit form the next group.
pub const MAX_GROUP_BYTES: usize = 32 << 20;

/// Bytes that wait in the commit queue; a put beyond it waits for the group in front of it.
pub const MAX_QUEUED_BYTES: usize = 64 << 20;

/// Bytes that the quarantine folder may hold in all. Damage beyond it is counted, not kept.
pub const MAX_QUARANTINE_BYTES: u64 = 256 << 20;

/// Files and folders that the quarantine may hold.
pub const MAX_QUARANTINE_ITEMS: usize = 256;

/// Files that one generation of the sled index may consist of; sled 0.34 makes three or four.
pub const MAX_INDEX_FILES: usize = 4096;

/// Bytes of the checkpoint manifest.
pub const MAX_MANIFEST_BYTES: u64 = 1 << 20;

/// Bytes the journal scanner asks for at a time.
pub const SCAN_CHUNK_BYTES: usize = 1 << 20;

/// Threads that walk over a journal at the start, and the least bytes that each of them is worth.
pub const MAX_SCAN_THREADS: usize = 8;
/// See [`MAX_SCAN_THREADS`].
pub const SCAN_PART_BYTES: u64 = 16 << 20;

/// Bytes that one scan of a journal hashes on the word of heads without a sound seal.
pub const MAX_FOREIGN_BYTES: usize = 64 << 20;

/// Bytes of one damaged region that the quarantine keeps; of a longer one only the start.
pub const MAX_KEPT_REGION_BYTES: u64 = 16 << 20;

/// Bytes of sled's own page cache. The hot tier above holds whole records, so this stays small.
pub const SLED_CACHE_BYTES: u64 = 64 << 20;

/// Seconds that opening a verified sled index may take before it is given up and rebuilt.
pub const INDEX_OPEN_SECONDS: u64 = 60;

/// New records after which a checkpoint is made, unless the index is so large that an eighth of it is more.
pub const CHECKPOINT_RECORDS: usize = 16 << 10;

/// New records after which a hint is written.
pub const HINT_RECORDS: usize = 16 << 10;

/// Bytes of the journal after which a hint is written: what a start after a kill walks over.
pub const HINT_BYTES: u64 = 64 << 20;

/// Frames that one hint speaks for, 44 bytes each; the first of an old journal may speak for all of it.
pub const MAX_HINT_FRAMES: usize = MAX_TAIL_RECORDS;

/// Hints of one journal. A start reads all records behind the last of them.
pub const MAX_HINTS: usize = 16 << 10;

/// Frames that wait in memory for the next hint; beyond it the hint reads them from the journal.
pub const MAX_UNHINTED: usize = 1 << 20;

/// Default bytes of the hot tier.
pub const HOT_BYTES: u64 = 64 << 20;

/// Records that may be pinned.
pub const MAX_PINS: usize = 1 << 16;

/// Damaged regions that a report lists one by one; the rest are only counted.
pub const MAX_LISTED_REGIONS: usize = 64;
