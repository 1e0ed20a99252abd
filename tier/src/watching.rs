//! How a tier is: what a daemon tells its operator. A tier that nobody asks is asked now and then, so that one that is down is
//! known before a compiler needs it.

use crate::breaker::Lack;
use crate::limits::{WATCH_AGAIN, WATCH_PAUSE};
use crate::shared::{Inner, Shared};
use crate::tier::Tier as _;
use std::sync::Weak;
use std::time::Duration;

/// The trouble with a tier, since when, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// In the words of the tier's error, with a remedy where there is one.
    pub why: String,
    /// For how long.
    pub lasts: Duration,
}

/// How a tier is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// It answers, or nothing is known against it.
    Up,
    /// It failed several times in a row and is left alone: nothing is read from it and nothing written.
    Down(Trouble),
    /// It is read, and takes no records.
    Refuses(Trouble),
}

impl Shared {
    /// How the tier is at this moment.
    pub fn health(&self) -> Health {
        let trouble = |lack: Lack| Trouble { why: lack.why, lasts: lack.since.elapsed() };
        match (self.inner.tier.outage(), self.inner.tier.refusal()) {
            (Some(outage), _) => Health::Down(trouble(outage)),
            (None, Some(refusal)) => Health::Refuses(trouble(refusal)),
            (None, None) => Health::Up,
        }
    }

    /// The trouble with the tier, as a sentence; `None`: nothing.
    pub fn trouble(&self) -> Option<String> {
        let name = self.inner.name();
        match self.health() {
            Health::Up => None,
            Health::Down(Trouble { why, lasts }) => Some(format!(
                "the tier {name} has been down for {} s, and answers come without it: {why}; make it answer there, or name another one \
                 with --tier-url",
                lasts.as_secs()
            )),
            Health::Refuses(Trouble { why, lasts }) => Some(format!(
                "the tier {name} has taken no records for {} s, which wait in the journal until it does: {why}",
                lasts.as_secs()
            )),
        }
    }
}

/// Asks a tier that nobody else asks whether it is there, until the daemon is gone. One that is left alone is the breaker's to ask.
pub(crate) async fn watch(inner: Weak<Inner>) {
    // At once when the daemon starts.
    let mut is_first = true;
    loop {
        let pause = {
            let Some(inner) = inner.upgrade() else { return };
            let (quiet, has_failed) = inner.tier.quiet();
            let is_left_alone = inner.tier.resting().is_some();
            if !is_left_alone && (is_first || has_failed || quiet >= WATCH_PAUSE) {
                is_first = false;
                // The breaker keeps its outcome.
                let _ = inner.tier.ping().await;
            }
            if inner.tier.quiet().1 && !is_left_alone { WATCH_AGAIN } else { WATCH_PAUSE }
        };
        tokio::time::sleep(pause).await;
    }
}
