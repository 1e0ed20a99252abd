//! The tier behind the memo: one store of records that many daemons share, in Redis or an object store.
//!
//! Nothing here decides what a record means, and nothing that a tier says is believed: records travel in signed
//! envelopes ([`envelope`]) that bind key, epoch, verdict and payload, and what no key of the [`Keyring`] signed is told
//! apart from what one did. Its business is the way there and back:
//!
//! * [`Tier`] is the one small interface. [`RedisTier`], [`ObjectTier`] and [`MemoryTier`] implement it, and each
//!   decorator adds one behaviour around another: [`Deadline`], [`Breaker`].
//! * [`Shared`] is what a daemon holds: read-through with every check, a bounded queue of what is to be written, which
//!   spills to the memo's journal and is read again from there, leases so that a farm searches once, and counts.
//! * [`warm_up`] is the queue of what is searched for ahead, by whichever daemon has time.
//!
//! A tier that is slow, full, down, wrong or lying costs a call at most its timeout, and never an answer.

mod breaker;
mod counted;
mod counters;
mod deadline;
pub mod envelope;
mod error;
mod fill;
mod http;
mod keyring;
mod lease;
pub mod limits;
mod memory_tier;
mod object_tier;
mod redis_connection;
mod redis_link;
mod redis_tier;
mod refill;
mod sent;
mod settings;
mod shared;
pub mod snapshot;
mod tier;
mod turns;
pub mod warm_up;
mod watching;
mod write_behind;

pub use breaker::Breaker;
pub use counters::Counts;
pub use deadline::Deadline;
pub use error::{Result, SetupError, TierError};
pub use keyring::{KeyId, Keyring, NewKey, Standing};
pub use lease::{Lease, Turn};
pub use memory_tier::{Fault, MemoryTier, Operation};
pub use object_tier::ObjectTier;
pub use redis_tier::RedisTier;
pub use settings::{Settings, Unsigned};
pub use shared::{Found, Shared};
pub use snapshot::{Snapshot, SnapshotError};
pub use tier::{Answer, Look, Mark, Stored, Taken, Tier, Token};
pub use turns::Waited;
pub use watching::{Health, Trouble};
