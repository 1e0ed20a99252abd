//! Every bound of this crate, by name. Whoever goes over one gets an error that names it.

use crate::envelope::HEAD_BYTES;
use isotope_cache::limits::MAX_PAYLOAD_BYTES;
use std::time::Duration;

/// Bytes of one envelope. A tier's answer that is longer is refused.
pub const MAX_BLOB_BYTES: usize = HEAD_BYTES + isotope_cache::frame::BODY_HEAD_BYTES + MAX_PAYLOAD_BYTES;

/// Bytes of one reply of a Redis: a record, and what stands around it.
pub const MAX_REPLY_BYTES: usize = MAX_BLOB_BYTES + (64 << 10);

/// Bytes of a line of such a reply: an error in words. Its client looks at a line anew with each part of it that comes.
pub const MAX_REPLY_LINE: usize = 64 << 10;

/// How deep the lists of a reply are in each other; those that are asked for are three deep.
pub const MAX_REPLY_DEPTH: usize = 8;

/// Bytes that are read of an object store's answer that is an error: the codes of S3's errors stand in the first hundred.
pub const MAX_ERROR_BYTES: usize = 1 << 10;

/// Characters of what a store says that an error repeats.
pub const MAX_SAID_CHARACTERS: usize = 400;

/// Keys that a keyring may hold: rotation needs two or three.
pub const MAX_KEYS: usize = 64;

/// Bytes of a key's name.
pub const MAX_KEY_ID_BYTES: usize = 32;

/// Bytes of a key file.
pub const MAX_KEY_FILE_BYTES: u64 = 64 << 10;

/// Time that one call to a Redis may take, unless configured.
pub const REDIS_TIMEOUT: Duration = Duration::from_millis(50);

/// Time that one call to an object store may take, unless configured.
pub const OBJECT_TIMEOUT: Duration = Duration::from_millis(1000);

/// The least that one call to a tier may be given.
pub const MIN_TIMEOUT: Duration = Duration::from_millis(1);

/// The longest time that one call may be configured to take.
pub const MAX_TIMEOUT: Duration = Duration::from_secs(60);

/// Failures in a row after which a tier is left alone.
pub const BREAK_AFTER: u32 = 3;

/// How long a tier is left alone first; twice as long each time, until a call succeeds.
pub const MIN_REST: Duration = Duration::from_millis(250);

/// The longest that a tier is left alone.
pub const MAX_REST: Duration = Duration::from_secs(10);

/// How often a tier that nobody asks is asked whether it is there, so that one that is down is known before it is needed.
pub const WATCH_PAUSE: Duration = Duration::from_secs(5);

/// The same after a call that failed, until [`BREAK_AFTER`] have.
pub const WATCH_AGAIN: Duration = Duration::from_millis(500);

/// Records that wait to be written; more are left to the journal, and read again from there.
pub const MAX_QUEUED: usize = 4096;

/// Bytes of the payloads of records that wait to be written.
pub const MAX_QUEUED_BYTES: usize = 32 << 20;

/// Writes to the tier at once.
pub const WRITES_AT_ONCE: usize = 16;

/// Bytes of the journal that are read at a time, for what was not written yet.
pub const CATCH_UP_BYTES: u64 = 4 << 20;

/// How often the journal is looked at for what was not written yet.
pub const CATCH_UP_PAUSE: Duration = Duration::from_secs(1);

/// How often a tier is asked whether it still has what it had.
pub const MARK_LOOK: Duration = Duration::from_secs(5);

/// Pause after every [`CATCH_UP_BYTES`] of the journal that a tier which has lost its memory is filled again from, so that calls have
/// most of it.
pub const REFILL_PAUSE: Duration = Duration::from_millis(200);

/// Keys known to be in the tier as they are in the journal: about 100 bytes each.
pub const MAX_SENT: usize = 1 << 16;

/// Records fetched that wait to be written to the memo; more are fetched again when they are asked for.
pub const MAX_FILLS: usize = 1024;

/// Time after which a lease is over unless it is renewed, unless configured.
pub const LEASE: Duration = Duration::from_secs(10);

/// The least time that a lease may be configured to last: renewals have to come through.
pub const MIN_LEASE: Duration = Duration::from_millis(500);

/// The longest time that a lease may be configured to last: a daemon that dies costs that much.
pub const MAX_LEASE: Duration = Duration::from_secs(600);

/// A renewal moves the end of a lease by a third of its time; what moves it by less than this part of a lease is a clock or a network.
pub const RENEWAL_PART: u32 = 6;

/// How often the tier is asked whether what others search for is there.
pub const LOOK_PAUSE: Duration = Duration::from_millis(20);

/// Keys that one look asks for.
pub const MAX_LOOKED: usize = 512;

/// Records of a snapshot that become durable in the memo with one sync.
pub const MAX_IMPORT_BATCH: usize = 4096;

/// Bytes of a file of roots.
pub const MAX_CA_BYTES: u64 = 1 << 20;

/// Windows that wait in the queue of a warm-up job.
pub const MAX_WARM_UP_ITEMS: usize = 1 << 20;

/// Bytes of one of them: the text, its target and its options.
pub const MAX_WARM_UP_ITEM_BYTES: usize = 2 << 20;

/// Time that one call to the queue of a warm-up job may take.
pub const WARM_UP_TIMEOUT: Duration = Duration::from_secs(5);

/// Time after which what a worker took and does not hold on to is another's.
pub const WARM_UP_CLAIM: Duration = Duration::from_secs(6);

/// How long what came of a window is kept for whoever asked.
pub const WARM_UP_KEPT: Duration = Duration::from_secs(3 * 86400);

/// Windows that a worker of warm-up jobs takes at once: so many of the largest are one reply.
pub const MAX_WARM_UP_CLAIMED: usize = MAX_REPLY_BYTES / MAX_WARM_UP_ITEM_BYTES;
