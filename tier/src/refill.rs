//! How far the tier is behind the journal, and a tier that has lost its memory: a Redis without a disk that was started again, say.
//!
//! A tier has a mark, drawn by whoever finds it without one. Another mark than before means that what was known to be there is not, and the
//! journal is read from its start once more: slowly, and only what the tier lacks is written, since other daemons fill it, too.

use crate::limits::{MARK_LOOK, REFILL_PAUSE};
use crate::sent::{Sent, SentFile};
use crate::shared::Inner;
use crate::tier::{Mark, Tier as _};
use isotope_cache::{Key, Place};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::time::{Instant, sleep};

/// The part of the journal that the tier is known to have.
pub(crate) struct Behind {
    pub(crate) sent: Sent,
    file: Arc<SentFile>,
    looked: Option<Instant>,
    /// It is on its way through the journal once more, whatever was sent; and why: something was lost.
    is_refilling: bool,
    has_lost: bool,
    /// It was asked for its mark and did not say, and has none yet that is known.
    is_unsure: bool,
}

impl Behind {
    pub(crate) fn of(file: SentFile) -> Self {
        Behind {
            sent: file.read(),
            file: Arc::new(file),
            looked: None,
            is_refilling: false,
            has_lost: false,
            is_unsure: false,
        }
    }

    /// Begins again where the tier is no longer the one that it was. A tier that does not answer is asked later.
    pub(crate) async fn look_at_the_mark(&mut self, inner: &Inner) {
        if self.looked.is_some_and(|looked| looked.elapsed() < MARK_LOOK) {
            return;
        }
        let mut ours = [0; 16];
        if getrandom::fill(&mut ours).is_err() || ours == [0; 16] {
            return;
        }
        let Ok(mark) = inner.tier.mark(Mark(ours)).await else {
            self.is_unsure = true;
            return;
        };
        self.looked = Some(Instant::now());
        let before = self.sent.mark.replace(mark);
        if before == Some(mark) {
            return;
        }
        self.has_lost = before.is_some();
        // A record that was written while it did not say was perhaps written to an earlier life.
        if self.has_lost || self.is_unsure {
            inner.queue.forget_sent();
            (self.is_refilling, self.sent.place) = (true, Place::default());
        }
        if self.has_lost {
            let losses = inner.counters.losses.add();
            tracing::warn!(losses, "the tier has lost what it had; it is filled again from the cache");
        }
        self.keep().await;
    }

    /// Whether the tier is being filled again.
    pub(crate) fn refills(&self) -> bool {
        self.is_refilling
    }

    /// Those of `keys` that are to be written, after a loss those that the tier lacks; `None`: it does not say.
    pub(crate) async fn lacks(&self, inner: &Inner, keys: &[Key]) -> Option<HashSet<Key>> {
        if !self.has_lost {
            return Some(keys.iter().copied().collect());
        }
        let looks = inner.tier.look(keys).await.ok()?;
        Some(keys.iter().zip(looks).filter(|(_, look)| !look.has_record).map(|(key, _)| *key).collect())
    }

    /// Counts what was written because the tier had lost it.
    pub(crate) fn note_refilled(&self, inner: &Inner, records: usize) {
        for _ in 0..if self.is_refilling && self.has_lost { records } else { 0 } {
            inner.counters.refilled.add();
        }
    }

    /// Everything before `place` is in the tier now.
    pub(crate) async fn goes_on(&mut self, place: Place, is_end: bool) {
        if self.sent.place != place {
            self.sent.place = place;
            self.keep().await;
        }
        if self.is_refilling {
            sleep(REFILL_PAUSE).await;
            self.is_refilling = !is_end;
        }
    }

    /// Without it everything is written once more after the next start.
    async fn keep(&self) {
        let (file, sent) = (Arc::clone(&self.file), self.sent);
        let _ = tokio::task::spawn_blocking(move || file.write(sent)).await;
    }
}
