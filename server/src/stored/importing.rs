//! A snapshot's records on their way into the memo: believed where somebody who is trusted signed it, proved again where nobody did.
//!
//! Nothing of a record that is not believed is kept but what it proposes: its window, built again with every check of a request's,
//! and its programs, as candidates for a proof. One import runs at a time, behind every search. Where it was up to is written to a file of the
//! memo's folder, so that what was refused once is not proved again in vain: ended by whatever, it goes on there.

use crate::failure::Failure;
use crate::intake::expression;
use crate::intake::key::hex;
use crate::intake::question::Question;
use crate::limits;
use crate::search::flights::Flights;
use crate::search::selector::{Control, SelectError};
use crate::stored::remembered;
use crate::stored::store::Store;
use isotope_cache::{Key, Record};
use isotope_program::stored::read_window;
use isotope_tier::{Snapshot, SnapshotError, Unsigned};
use std::path::PathBuf;

/// Why an import ends before its snapshot does, or does not begin.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The snapshot cannot be read, or is damaged.
    #[error("{0}")]
    Snapshot(#[from] SnapshotError),
    /// Nobody who is trusted signed it, and that is not enough here.
    #[error("{0}; what nobody trusted signed is proved before it is kept where --tier-unsigned says `prove`")]
    Refused(SnapshotError),
    /// The memo takes nothing.
    #[error("{0}")]
    Memo(#[from] isotope_cache::Error),
    /// The prover is not there.
    #[error("{0}; begin the import again: it goes on where it was")]
    Prover(SelectError),
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Prover(error) => Failure::Search(error),
            ImportError::Memo(error) => SelectError::Internal(error.to_string()).into(),
            ImportError::Snapshot(_) | ImportError::Refused(_) => Failure::Snapshot(error.to_string()),
        }
    }
}

/// How far an import is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Records of the snapshot.
    pub total: u64,
    /// Those that were looked at, now and by imports before that were ended.
    pub done: u64,
    /// Of these, now: those put into the memo.
    pub kept: u64,
    /// Those that it had.
    pub there: u64,
    /// Those that were not kept because nothing of them was proved.
    pub refused: u64,
    /// Work on proofs, in the units of a search's budget.
    pub work: u64,
    /// The last that was refused, and why.
    pub last_refused: String,
    /// The snapshot is signed by somebody who is trusted.
    pub signed: bool,
    /// Nothing is left to be done.
    pub is_over: bool,
}

impl Imported {
    fn refuse(&mut self, key: Key, why: &str) {
        self.refused += 1;
        self.last_refused = format!("{key}: {why}");
        // A snapshot full of such records must not fill the log as well.
        if self.refused.is_power_of_two() {
            tracing::warn!(%key, why, refused = self.refused, "a record of an unsigned snapshot is not kept");
        }
    }

    /// Refuses records whose proof was lost, once others show that provers are there.
    fn give_up(&mut self, unproved: &mut Vec<(Key, String)>) {
        for (key, why) in unproved.drain(..) {
            self.done += 1;
            self.refuse(key, &why);
        }
    }
}

/// The outcome of one record that anybody may have written.
enum Looked {
    There,
    Proved(u64),
    Refused(u64, String),
}

/// Imports `snapshot` as the store's belief says, in turns behind everything that `flights` hold, until it is over, `work` units were
/// spent on proofs (0: without a bound), or `control` is stopped. `tell` hears how far it is after every step; false ends it.
pub fn import(
    store: &Store,
    flights: &Flights,
    snapshot: &Snapshot,
    work: u64,
    control: &Control,
    tell: &mut dyn FnMut(&Imported) -> bool,
) -> Result<Imported, ImportError> {
    match (snapshot.distrusted(), store.belief.unsigned) {
        (None, _) => believed(store, snapshot, control, tell),
        (Some(_), Unsigned::Prove) => proved(store, flights, snapshot, work, control, tell),
        (Some(why), Unsigned::Refuse) => {
            let path = snapshot.path().display().to_string();
            Err(ImportError::Refused(SnapshotError::Distrusted { path, why: why.to_owned() }))
        }
    }
}

/// Batch by batch: each is durable before the next is begun.
fn believed(
    store: &Store,
    snapshot: &Snapshot,
    control: &Control,
    tell: &mut dyn FnMut(&Imported) -> bool,
) -> Result<Imported, ImportError> {
    let mut so_far = Imported { total: snapshot.len() as u64, signed: true, ..Imported::default() };
    let (mut batch, mut bytes) = (Vec::new(), 0);
    for record in snapshot.records(None) {
        let record = record?;
        so_far.done += 1;
        if store.memo.get(&record.key, &record.epoch)?.is_some() {
            so_far.there += 1;
        } else {
            bytes += record.payload.len();
            batch.push(record);
        }
        if batch.len() >= limits::MAX_IMPORT_RECORDS || bytes >= limits::MAX_IMPORT_BYTES {
            store.memo.put_all(&batch)?;
            so_far.kept += batch.len() as u64;
            batch.clear();
            bytes = 0;
            if !tell(&so_far) || control.stopped() {
                return Ok(so_far);
            }
        }
    }
    store.memo.put_all(&batch)?;
    so_far.kept += batch.len() as u64;
    so_far.is_over = true;
    Ok(so_far)
}

/// Record by record, each proved before it is kept.
fn proved(
    store: &Store,
    flights: &Flights,
    snapshot: &Snapshot,
    work: u64,
    control: &Control,
    tell: &mut dyn FnMut(&Imported) -> bool,
) -> Result<Imported, ImportError> {
    let place = PlaceFile::of(store, snapshot);
    let after = place.read();
    let total = snapshot.len() as u64;
    let left = snapshot.records(after).count() as u64;
    let mut so_far = Imported { total, done: total - left, ..Imported::default() };
    let mut unproved = Vec::new();
    for record in snapshot.records(after) {
        if work > 0 && so_far.work >= work {
            return Ok(so_far);
        }
        let record = record?;
        let Some(looked) = flights.in_turn(control, |control| one(store, &record, control)) else {
            return Ok(so_far);
        };
        let looked = match looked {
            Ok(looked) => looked,
            Err(SelectError::Cancelled) => return Ok(so_far),
            // One record may be such that its worker dies; when several in a row are, it is not they.
            Err(error) if unproved.len() + 1 >= limits::MAX_IMPORT_FAILURES => return Err(ImportError::Prover(error)),
            Err(error) => {
                unproved.push((record.key, error.to_string()));
                continue;
            }
        };
        so_far.give_up(&mut unproved);
        match looked {
            Looked::There => so_far.there += 1,
            Looked::Proved(spent) => {
                so_far.kept += 1;
                so_far.work += spent;
            }
            Looked::Refused(spent, why) => {
                so_far.work += spent;
                so_far.refuse(record.key, &why);
            }
        }
        so_far.done += 1;
        place.write(record.key);
        if !tell(&so_far) {
            return Ok(so_far);
        }
    }
    so_far.give_up(&mut unproved);
    place.remove();
    so_far.is_over = true;
    Ok(so_far)
}

/// One record that anybody may have written. An error says nothing of it.
fn one(store: &Store, stored: &Record, control: &Control) -> Result<Looked, SelectError> {
    let refused = |why: &str| Ok(Looked::Refused(0, why.to_owned()));
    if stored.epoch != store.epoch() {
        return refused("it is of another epoch");
    }
    if store.memo.get(&stored.key, &stored.epoch).is_ok_and(|record| record.is_some()) {
        return Ok(Looked::There);
    }
    let record = match remembered::decode(&stored.payload) {
        Ok(record) => record,
        Err(why) => return refused(&why.to_string()),
    };
    let Ok(claimed) = read_window(&record.window) else {
        return refused("its window does not read");
    };
    let window = match expression::rebuilt(&claimed) {
        Ok(window) => window,
        Err(why) => return refused(&format!("its window is none: {why}")),
    };
    let target = record.target.clone().unwrap_or_default();
    let target = match store.selector.target(&target.arch, &target.mcpu, &target.mattr) {
        Ok(target) => target,
        Err(why) => return refused(&why.to_string()),
    };
    let (options, selector) = (remembered::options(&record), store.selector.as_ref());
    let question =
        match Question::of_record(stored.key, (window, target), options, &store.scope, selector, &store.memory) {
            Ok(Some(question)) => question,
            Ok(None) => return refused("its window is not the one that its key names"),
            Err(why) => return Err(SelectError::Tool(why.to_string())),
        };
    let settled = match store.settled_from_outside(&question, &record, control) {
        Ok(Ok(settled)) => settled,
        Ok(Err((spent, why))) => return Ok(Looked::Refused(spent, why)),
        Err(error) => return Err(error),
    };
    let spent = settled.record.work_spent;
    match store.tied(&question, settled, control) {
        Ok(settled) if settled.as_asked.is_none() && remembered::is_proved(&settled.record) => {
            match settled.notes.into_iter().next() {
                // A record that the cache did not take is no longer needed once it is in memory; here nobody waits for it.
                Some(note) => Err(SelectError::Tool(note)),
                None => Ok(Looked::Proved(spent)),
            }
        }
        Ok(_) => Ok(Looked::Refused(spent, "its window was not shown to equal its canonical form".to_owned())),
        Err(Failure::Search(error)) => Err(error),
        Err(error) => Err(SelectError::Tool(error.to_string())),
    }
}

/// Up to which key the records of a snapshot were looked at by this prover: a line of text. A hint: without it, or where it is of
/// another snapshot or prover, everything is looked at once more.
struct PlaceFile {
    path: Option<PathBuf>,
    head: String,
}

/// The file, in the memo's folder.
const PLACE: &str = "import-place";

impl PlaceFile {
    fn of(store: &Store, snapshot: &Snapshot) -> Self {
        let head = format!("isotope import 1 {} {} ", hex(&snapshot.hash()), store.selector.prover());
        PlaceFile { path: store.folder.as_ref().map(|folder| folder.join(PLACE)), head }
    }

    fn read(&self) -> Option<Key> {
        let text = std::fs::read_to_string(self.path.as_ref()?).ok()?;
        let key = text.strip_prefix(&self.head)?.trim_end();
        let is_key = key.len() == 64 && key.bytes().all(|digit| digit.is_ascii_hexdigit());
        let byte = |at: usize| u8::from_str_radix(&key[2 * at..2 * at + 2], 16).unwrap_or_default();
        is_key.then(|| Key(std::array::from_fn(byte)))
    }

    /// A lost part of it is done once more.
    fn write(&self, key: Key) {
        let Some(path) = &self.path else { return };
        let temporary = path.with_extension("tmp");
        let _ = std::fs::write(&temporary, format!("{}{key}\n", self.head))
            .and_then(|()| std::fs::rename(&temporary, path));
    }

    fn remove(&self) {
        // It is not there where the snapshot is empty.
        let _ = self.path.as_ref().map(std::fs::remove_file);
    }
}
