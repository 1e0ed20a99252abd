//! Further commands of `isotoped`, as its command line says them.

use super::sandboxing::Sandboxing;
use super::tier::UnsignedRecords;
use crate::stored::purging::Conditions;
use std::path::PathBuf;

/// The further command of the daemon's program.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Command {
    /// Inspect or repair a cache folder while no daemon uses it.
    #[command(subcommand, name = "cache", alias = "memo")]
    Memo(MemoCommand),
    /// Makes a token, for somebody who will call, and its digest, for the file of --access. Neither is kept anywhere else.
    Token,
    /// Draws a key to sign entries with, and prints what to write into the key files: its secret for daemons that may write to
    /// the tier, its public part for those that may not.
    NewKey {
        /// Its name: letters, digits, `-`, `_` and `.`; a date, say.
        name: String,
    },
}

/// The action on a cache's folder.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum MemoCommand {
    /// Prints how many entries and bytes there are.
    Stats {
        /// The folder.
        dir: PathBuf,
    },
    /// Reads every entry again. Status 1 if something is damaged or was not written by this cache; that is then in the
    /// folder's quarantine.
    Verify {
        /// The folder.
        dir: PathBuf,
    },
    /// Writes the journal anew without superseded entries and damaged bytes.
    Compact {
        /// The folder.
        dir: PathBuf,
    },
    /// Writes all entries to a new file: a journal. To restore it, put it as `journal` into an empty folder, with this folder's
    /// file `secret`.
    Export {
        /// The folder.
        dir: PathBuf,
        /// The file, which must not be there yet.
        file: PathBuf,
    },
    /// Writes all entries that may be served to a new file, a snapshot: signed, for other machines, and the same bytes for the
    /// same entries.
    Snapshot {
        /// The folder.
        dir: PathBuf,
        /// The file, which must not be there yet.
        file: PathBuf,
        /// The key file; its `current` key signs.
        #[arg(long, env = "ISOTOPE_TIER_KEYS", value_name = "FILE")]
        tier_keys: PathBuf,
    },
    /// Puts the entries of a snapshot into a cache, which is made if it is not there. Only of a file that is whole; entries of keys that
    /// the cache has stay as they are. Status 1 if something is left to be done.
    Import(Import),
    /// Drops entries for good: those that fulfil all conditions. A tier keeps what it has of them; a key that is no longer in the
    /// key files takes that away.
    Purge {
        /// The folder.
        dir: PathBuf,
        #[command(flatten)]
        #[allow(missing_docs)]
        conditions: Conditions,
        /// Pinned ones, too, which stay otherwise.
        #[arg(long)]
        pinned: bool,
        /// Only says how many there are.
        #[arg(long)]
        dry_run: bool,
    },
    /// Pins entries, those that fulfil all conditions: whatever --memo-bytes says, they are never evicted.
    Pin {
        /// The folder.
        dir: PathBuf,
        #[command(flatten)]
        #[allow(missing_docs)]
        conditions: Conditions,
    },
    /// Takes that back.
    Unpin {
        /// The folder.
        dir: PathBuf,
        #[command(flatten)]
        #[allow(missing_docs)]
        conditions: Conditions,
    },
}

/// The import, and its terms.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Import {
    /// The folder.
    pub dir: PathBuf,
    /// The snapshot.
    pub file: PathBuf,
    /// The key file. A snapshot that one of its keys signed is believed.
    #[arg(long, env = "ISOTOPE_TIER_KEYS", value_name = "FILE")]
    pub tier_keys: Option<PathBuf>,
    /// The treatment of a snapshot that no such key signed [default: refuse]. `prove` proves each entry before it is kept; ended by
    /// whatever, it goes on where it was.
    #[arg(long, env = "ISOTOPE_TIER_UNSIGNED", value_name = "WHAT")]
    pub unsigned: Option<UnsignedRecords>,
    /// Work on proofs after which it ends, in the units of a search's budget [default: no bound]
    #[arg(long, value_name = "WORK", default_value_t = 0, hide_default_value = true)]
    pub work: u64,
    /// Folder with a folder of data for each further instruction set.
    #[arg(long, env = "ISOTOPE_INSTRUCTION_SETS", value_name = "DIR")]
    pub instruction_sets: Option<PathBuf>,
    /// The daemon's word in every key.
    #[arg(long, env = "ISOTOPE_SALT", value_name = "WORD", default_value = "")]
    pub salt: String,
    /// The sandbox of LLVM's tools and of the workers.
    #[arg(long, env = "ISOTOPE_SANDBOX", value_name = "WHAT", value_enum, default_value_t = Sandboxing::Best)]
    pub sandbox: Sandboxing,
}
