//! Questions that no whole search answered in time: remembered by key and by how often they were asked, for a warm-up job.
//!
//! It is a hint and no more: bounded, written to the memo's folder now and then (`file`), and dropped as soon as there is an
//! answer. Questions of callers who stand behind all others are no demand.

mod file;
pub(crate) mod wanted;

use crate::intake::question::Question;
use crate::limits;
use crate::stored::remembered;
use file::File;
use isotope_cache::Key;
use isotope_ir::parse::parse_file;
use isotope_ir::print::print;
use isotope_proto::v1;
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

    /// Puts one in. Those over the bounds then go, the least demanded first.
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

/// The questions that wait to be noted: printing a window takes a while, and nobody waits for it.
#[derive(Default)]
struct Incoming {
    questions: Vec<Arc<Question>>,
    is_noted: bool,
}

/// The questions that were not answered in time.
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

    /// Keeps them in the memo's folder from now on, and reads what is there. An unreadable file is reported, and is no list.
    pub(super) fn keep_in(&self, folder: &Path, scope: [u8; 32]) {
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

impl Misses {
    /// Has a miss noted, soon and by somebody else. `is_there` says whether a key has an answer by then.
    fn note_soon(self: &Arc<Self>, question: &Arc<Question>, is_there: impl Fn(&Key) -> bool + Send + 'static) {
        if lock(&self.held).count(&question.key) {
            return;
        }
        let mut incoming = lock(&self.incoming);
        if incoming.questions.len() >= limits::MAX_MISSES_WAITING {
            lock(&self.held).dropped += 1;
            return;
        }
        // Where the runtime ends there is nobody to note it, and nobody who asks.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        incoming.questions.push(Arc::clone(question));
        if !std::mem::replace(&mut incoming.is_noted, true) {
            let misses = Arc::clone(self);
            runtime.spawn_blocking(move || misses.note_incoming(is_there));
        }
    }

    fn note_incoming(&self, is_there: impl Fn(&Key) -> bool) {
        loop {
            let questions = {
                let mut incoming = lock(&self.incoming);
                incoming.is_noted = !incoming.questions.is_empty();
                std::mem::take(&mut incoming.questions)
            };
            if questions.is_empty() {
                return;
            }
            for question in questions {
                self.note(&question, &is_there);
            }
        }
    }

    fn note(&self, question: &Question, is_there: impl Fn(&Key) -> bool) {
        if lock(&self.held).count(&question.key) {
            return;
        }
        let Some(text) = text(question) else {
            lock(&self.held).dropped += 1;
            return;
        };
        let (target, budget) = (remembered::target(question), question.options.budget);
        lock(&self.held).insert(question.key, Miss { text: text.into(), target, budget, times: 1 });
        // An answer may have come since.
        if is_there(&question.key) {
            self.forget(&question.key);
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

/// Writes what is new down, now and then, until the list is gone.
pub async fn keep(misses: Weak<Misses>) {
    loop {
        sleep(limits::MISSES_SAVED).await;
        let Some(misses) = misses.upgrade() else { return };
        if tokio::task::spawn_blocking(move || misses.save()).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
