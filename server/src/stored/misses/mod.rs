//! What was asked and not answered by a whole search in time: remembered by key and by how often it was asked, for a night.
//!
//! It is a hint and no more: bounded, written to the memo's folder now and then (`file`), and dropped as soon as there is an
//! answer. What callers ask who stand behind all others is no demand.

mod file;

use crate::access::Refused;
use crate::answers::answering::Asker;
use crate::answers::core::Core;
use crate::failure::Failure;
use crate::intake::question::Question;
use crate::limits;
use crate::search::selector::Engine;
use crate::stored::remembered;
use file::File;
use isotope_cache::Key;
use isotope_ir::parse::parse_file;
use isotope_ir::print::print;
use isotope_proto::{encoded, v1};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use tokio::time::sleep;

/// A window that nobody has the answer of.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// The window, in the text form.
    pub text: Arc<str>,
    /// For what machine.
    pub target: v1::Target,
    /// The budget that it was asked with.
    pub budget: u64,
    /// How often.
    pub times: u64,
}

impl Miss {
    /// Bytes that it takes.
    fn bytes(&self) -> usize {
        let target = &self.target;
        size_of::<Miss>() + self.text.len() + target.arch.len() + target.mcpu.len() + target.mattr.len()
    }

    /// As the wire says it.
    pub fn to_proto(&self, key: &Key) -> v1::Miss {
        let (key, text, target) = (key.to_string(), self.text.to_string(), Some(self.target.clone()));
        v1::Miss { key, text, target, budget: self.budget, times: self.times }
    }
}

#[derive(Default)]
struct Held {
    misses: HashMap<Key, (Miss, u64)>,
    /// By demand, of equals the one first that was noted first.
    order: BTreeSet<(u64, u64, Key)>,
    bytes: usize,
    next: u64,
    dropped: u64,
    has_changed: bool,
}

impl Held {
    /// Counts one that is there. False: it is not.
    fn count(&mut self, key: &Key) -> bool {
        let Some((miss, number)) = self.misses.get_mut(key) else { return false };
        self.order.remove(&(miss.times, *number, *key));
        miss.times += 1;
        self.order.insert((miss.times, *number, *key));
        self.has_changed = true;
        true
    }

    /// Puts one in. What is over the bounds then goes, the least demanded first.
    fn insert(&mut self, key: Key, miss: Miss) {
        self.remove(&key);
        self.next += 1;
        self.bytes += miss.bytes();
        self.order.insert((miss.times, self.next, key));
        self.misses.insert(key, (miss, self.next));
        self.has_changed = true;
        while self.misses.len() > limits::MAX_MISSES || self.bytes > limits::MAX_MISSES_BYTES {
            let Some((.., least)) = self.order.first().copied() else { return };
            self.remove(&least);
            self.dropped += 1;
        }
    }

    fn remove(&mut self, key: &Key) {
        if let Some((miss, number)) = self.misses.remove(key) {
            self.order.remove(&(miss.times, number, *key));
            self.bytes -= miss.bytes();
            self.has_changed = true;
        }
    }

    /// The most demanded first.
    fn ranked(&self) -> Vec<(Key, Miss)> {
        let of = |(.., key): &(u64, u64, Key)| self.misses.get(key).map(|(miss, _)| (*key, miss.clone()));
        self.order.iter().rev().filter_map(of).collect()
    }
}

/// What waits to be noted: printing a window takes a while, and nobody waits for it.
#[derive(Default)]
struct Incoming {
    questions: Vec<Arc<Question>>,
    is_noted: bool,
}

/// What was not answered in time.
#[derive(Default)]
pub struct Misses {
    held: Mutex<Held>,
    incoming: Mutex<Incoming>,
    file: OnceLock<File>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every change is whole before a lock is given back.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Misses {
    /// How many there are.
    pub fn len(&self) -> usize {
        lock(&self.held).misses.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many were dropped for want of room.
    pub fn dropped(&self) -> u64 {
        lock(&self.held).dropped
    }

    /// All of them, those asked most often first.
    pub fn ranked(&self) -> Vec<(Key, Miss)> {
        lock(&self.held).ranked()
    }

    /// There is an answer for a key.
    pub fn forget(&self, key: &Key) {
        lock(&self.held).remove(key);
    }

    /// Keeps them in the memo's folder from now on, and reads what is there. What cannot be read is said, and is no list.
    fn keep_in(&self, folder: &Path, scope: [u8; 32]) {
        let file = File::new(folder, scope);
        match file.read() {
            Ok(misses) => {
                let mut held = lock(&self.held);
                // The least demanded first, so that of equals the order stays.
                misses.into_iter().rev().for_each(|(key, miss)| held.insert(key, miss));
                held.has_changed = false;
            }
            Err(why) => tracing::warn!("{why}: the list of what was not answered in time begins anew"),
        }
        let _ = self.file.set(file);
    }

    /// Writes them to the folder if something has changed. Blocks.
    pub fn save(&self) {
        let Some(file) = self.file.get() else { return };
        let ranked = {
            let mut held = lock(&self.held);
            if !std::mem::replace(&mut held.has_changed, false) {
                return;
            }
            held.ranked()
        };
        if let Err(error) = file.write(&ranked) {
            lock(&self.held).has_changed = true;
            tracing::warn!(%error, "what was not answered in time is not written down");
        }
    }
}

impl Core {
    /// Keeps what is not answered in time in the memo's folder, and goes on with what is there. What else is kept there besides the
    /// memo knows it, too.
    pub fn in_folder(mut self, folder: &Path) -> Self {
        self.folder = Some(folder.to_owned());
        let mut hasher = blake3::Hasher::new();
        hasher.update(&(self.scope.epoch.len() as u64).to_le_bytes());
        hasher.update(self.scope.epoch.as_bytes()).update(self.scope.salt.as_bytes());
        self.misses.keep_in(folder, *hasher.finalize().as_bytes());
        self
    }

    /// Has a miss noted, soon and by somebody else.
    fn note_miss(self: &Arc<Self>, question: &Arc<Question>) {
        if lock(&self.misses.held).count(&question.key) {
            return;
        }
        let mut incoming = lock(&self.misses.incoming);
        if incoming.questions.len() >= limits::MAX_MISSES_WAITING {
            lock(&self.misses.held).dropped += 1;
            return;
        }
        // Where the runtime ends there is nobody to note it, and nobody who asks.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        incoming.questions.push(Arc::clone(question));
        if !std::mem::replace(&mut incoming.is_noted, true) {
            let core = Arc::clone(self);
            runtime.spawn_blocking(move || core.note_misses());
        }
    }

    fn note_misses(&self) {
        loop {
            let questions = {
                let mut incoming = lock(&self.misses.incoming);
                incoming.is_noted = !incoming.questions.is_empty();
                std::mem::take(&mut incoming.questions)
            };
            if questions.is_empty() {
                return;
            }
            for question in questions {
                self.note(&question);
            }
        }
    }

    fn note(&self, question: &Question) {
        if lock(&self.misses.held).count(&question.key) {
            return;
        }
        let Some(text) = text(question) else {
            lock(&self.misses.held).dropped += 1;
            return;
        };
        let (target, budget) = (remembered::target(question), question.options.budget);
        lock(&self.misses.held).insert(question.key, Miss { text: text.into(), target, budget, times: 1 });
        // An answer may have come since.
        if matches!(self.memo.get(&question.key, &self.epoch), Ok(Some(_))) {
            self.misses.forget(&question.key);
        }
    }
}

/// The window as it was asked, so that this phrasing is tied; canonical where its names are none of the text form's.
fn text(question: &Question) -> Option<String> {
    let windows = [&question.asked, &question.canonical.window];
    windows.into_iter().find_map(|window| {
        let text = print(window);
        let reads = |text: &str| parse_file(text).is_ok_and(|file| file.windows.len() == 1);
        (text.len() <= limits::MAX_TEXT_BYTES && reads(&text)).then_some(text)
    })
}

/// Watches over one question: dropped without an answer of a whole search, it is a miss.
pub(crate) struct Wanted<'a> {
    core: &'a Arc<Core>,
    question: &'a Arc<Question>,
    asker: &'a Asker,
    is_missed: Option<bool>,
}

impl<'a> Wanted<'a> {
    /// From now on.
    pub(crate) fn new(core: &'a Arc<Core>, question: &'a Arc<Question>, asker: &'a Asker) -> Self {
        Wanted { core, question, asker, is_missed: None }
    }

    /// What came of it.
    pub(crate) fn answered(mut self, answered: &Result<encoded::Answer, Failure>) {
        self.is_missed = Some(match answered {
            Ok(answer) => answer.truncated,
            Err(failure) => matches!(failure, Failure::QueueFull { .. } | Failure::Access(Refused::Quota { .. })),
        });
    }
}

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        let asker = self.asker;
        // Whoever leaves before the answer: a compiler that has waited for a while, not a person who thought better of it.
        let left = || asker.deadline.is_some() && asker.arrival.elapsed() >= limits::SEARCHED_ON_AFTER;
        let is_wanted = !asker.caller.is_behind() && self.question.options.engine == Engine::Fast;
        if is_wanted && self.is_missed.unwrap_or_else(left) {
            self.core.note_miss(self.question);
        }
    }
}

/// Writes what is new down, now and then, until the core is gone.
pub async fn keep(core: Weak<Core>) {
    loop {
        sleep(limits::MISSES_SAVED).await;
        let Some(core) = core.upgrade() else { return };
        if tokio::task::spawn_blocking(move || core.misses.save()).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
