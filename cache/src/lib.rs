//! The memo: what has been proven, remembered in bytes.
//!
//! Keys, epochs, verdicts and payloads come in and go out as bytes; what they mean is the caller's business, and this
//! crate depends on no other of the workspace. What belongs here is durability, integrity and speed:
//!
//! * [`Memo`] is the whole: [`VerdictChecking`] around [`EpochChecking`] around [`HotTier`] around the journal store,
//!   each a [`RecordStore`] with one behaviour.
//! * The journal, an append-only file of hashed frames ([`frame`]), is the truth. sled is the index, opened only on
//!   bytes that were checked, and rebuilt from the journal when anything about it is wrong.
//! * What is damaged is stepped over, counted, and kept in a quarantine folder; it is never served.
//!
//! A cache folder:
//!
//! ```text
//! lock            one process at a time
//! journal         the frames
//! checkpoint      which index generation is current up to which byte of the journal, with hashes
//! index/gen-N     that generation, never opened in place
//! index/live-N    sled's working copy of it
//! quarantine/     damaged bytes, each with a .reason
//! ```

mod checkpoint;
mod commit;
mod epoch_checking;
mod error;
pub mod filesystem;
pub mod frame;
mod hot_tier;
mod index;
mod index_copy;
mod journal;
mod journal_store;
pub mod limits;
mod maintenance;
mod memo;
mod quarantine;
mod record;
mod recovery;
mod scan;
mod sled_index;
mod store;
mod verdict_checking;

pub use epoch_checking::EpochChecking;
pub use error::{Error, Result};
pub use hot_tier::HotTier;
pub use maintenance::ScrubReport;
pub use memo::{Memo, Options, Stats};
pub use record::{Epoch, Key, Record, Verdict};
pub use recovery::{DamagedRegion, IndexOrigin, OpenReport};
pub use store::RecordStore;
pub use verdict_checking::VerdictChecking;
