//! How much CPU time of workers and tools each caller has had lately: who had least is next, and who had much gives way.

use super::line::Caller;
use crate::limits::{SERVED_HALF_LIFE, SLICE};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Callers of whom that is remembered; those with next to nothing go first.
const MAX_REMEMBERED: usize = 4096;

/// CPU time by identity, or by connection of those who have none; what is past counts for less and less.
#[derive(Default)]
pub(super) struct Served {
    seconds: HashMap<Arc<str>, (f64, Instant)>,
}

impl Served {
    /// Notes that a search of `caller` has used so much CPU time.
    pub(super) fn note(&mut self, caller: &Caller, time: Duration, now: Instant) {
        if self.seconds.len() >= MAX_REMEMBERED {
            self.seconds.retain(|_, (seconds, at)| decayed(*seconds, *at, now) > SLICE.as_secs_f64() / 8.0);
        }
        // Where all of them are busy there is no room for one more: it is taken for a newcomer.
        if self.seconds.len() < MAX_REMEMBERED || self.seconds.contains_key(caller.share()) {
            let (seconds, at) = self.seconds.entry(Arc::clone(caller.share())).or_insert((0.0, now));
            *seconds = decayed(*seconds, *at, now) + time.as_secs_f64();
            *at = now;
        }
    }

    /// The time that a caller has had lately, with `running` besides.
    pub(super) fn time(&self, caller: &Caller, running: Duration, now: Instant) -> Duration {
        let past = self.seconds.get(caller.share()).map_or(0.0, |(seconds, at)| decayed(*seconds, *at, now));
        Duration::from_secs_f64(past) + running
    }
}

fn decayed(seconds: f64, at: Instant, now: Instant) -> f64 {
    let half_lives = now.saturating_duration_since(at).as_secs_f64() / SERVED_HALF_LIFE.as_secs_f64();
    seconds * 0.5f64.powf(half_lives)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_past_counts_for_less_and_less() {
        let (mut served, start) = (Served::default(), Instant::now());
        let (farm, desk) = (Caller::of("farm", "1"), Caller::of("desk", "1"));
        served.note(&farm, 6 * SLICE, start);
        served.note(&Caller::of("farm", "2"), 2 * SLICE, start);
        assert_eq!(served.time(&farm, Duration::ZERO, start), 8 * SLICE, "its callers together");
        assert_eq!(served.time(&farm, SLICE, start + SERVED_HALF_LIFE), 5 * SLICE);
        assert_eq!(served.time(&desk, SLICE / 2, start), SLICE / 2);
    }

    #[test]
    fn the_number_of_callers_remembered_is_bounded() {
        let (mut served, start) = (Served::default(), Instant::now());
        for n in 0..2 * MAX_REMEMBERED {
            served.note(&Caller::new(n.to_string()), SLICE, start);
        }
        assert_eq!(served.seconds.len(), MAX_REMEMBERED);
        let later = start + 8 * SERVED_HALF_LIFE;
        served.note(&Caller::new("new"), SLICE, later);
        assert_eq!((served.seconds.len(), served.time(&Caller::new("new"), Duration::ZERO, later)), (1, SLICE));
    }
}
