//! The memo: what has been proven, remembered in bytes.
//!
//! Keys, epochs, verdicts and payloads come in and go out as bytes; what they mean is the caller's business, and this
//! crate depends on no other of the workspace. Its business is durability, integrity and speed:
//!
//! * [`Memo`] is the whole: [`VerdictChecking`] around [`EpochChecking`] around [`HotTier`] around the journal store,
//!   each a [`RecordStore`] with one behaviour.
//! * The journal, an append-only file of hashed frames ([`frame`]), is the truth. sled is the index, opened only on
//!   bytes that were checked, and rebuilt from the journal when anything about it is wrong.
//! * What is damaged, and what this folder's memo did not seal ([`Secret`]), is stepped over, counted, and kept in a
//!   quarantine folder; it is never served. Older records of the folder itself are the one thing that a forger can bring
//!   back.
//!
//! A cache folder, with rights for its owner alone:
//!
//! ```text
//! lock            one process at a time
//! secret          what frames are sealed with; secret.copy is the same
//! journal         the frames
//! checkpoint      which index generation is current up to which byte of the journal, with hashes
//! pins            what is never evicted; pins.copy is the same
//! index/gen-N     that generation, never opened in place
//! index/live-N    sled's working copy of it
//! hints/G-N       which frames lie where in the journal of generation G from byte N on
//! quarantine/     damaged and forged bytes, each with a .reason
//! journal.X-N     a journal that was found and is not used: X is unkeyed (without seals) or foreign (another secret's)
//! ```

mod checked_later;
mod checkpoint;
mod commit;
mod compaction;
mod epoch_checking;
mod error;
pub mod filesystem;
mod folder;
pub mod frame;
mod hinting;
mod hints;
mod hot_tier;
mod index;
mod index_copy;
mod journal;
mod journal_store;
pub mod limits;
mod maintenance;
mod memo;
mod options;
mod pins;
mod quarantine;
mod reading;
mod record;
mod recovery;
mod scan;
mod scan_parts;
mod scrub;
mod secret;
mod sled_index;
mod store;
mod verdict_checking;

pub use epoch_checking::EpochChecking;
pub use error::{Error, Result};
pub use hot_tier::HotTier;
pub use journal::Place;
pub use memo::{Memo, Stats};
pub use options::Options;
pub use reading::Stretch;
pub use record::{Epoch, Key, Record, Verdict};
pub use recovery::{DamagedRegion, IndexOrigin, OpenReport, SetAside};
pub use scrub::ScrubReport;
pub use secret::Secret;
pub use store::RecordStore;
pub use verdict_checking::VerdictChecking;
