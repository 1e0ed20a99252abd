//! One part of the daemon with which something is wrong, and when the log hears of it.

use std::time::{Duration, Instant};

/// How long the log does not hear a sentence again.
const SILENCE: Duration = Duration::from_secs(60);

/// The most sentences of one part whose times are kept.
const KEPT: usize = 16;

/// The fault in a part.
#[derive(Debug, Default)]
pub(super) struct Trouble {
    /// The newest sentence.
    pub(super) sentence: String,
    /// Sentences without their figures, when the log heard each last, and how often it was found since.
    heard: Vec<(String, Instant, u64)>,
}

impl Trouble {
    /// Takes what was found. The number of times that it was found since the log heard it last, if the log is to hear it now; 0 the first
    /// time. A sentence that differs in its figures alone, such as how long something has been down, is no other.
    pub(super) fn found(&mut self, sentence: String, now: Instant) -> Option<u64> {
        let words: String = sentence.chars().filter(|c| !c.is_ascii_digit()).collect();
        self.sentence = sentence;
        let Some((_, last, count)) = self.heard.iter_mut().find(|(heard, ..)| *heard == words) else {
            if self.heard.len() == KEPT {
                self.heard.remove(0);
            }
            self.heard.push((words, now, 0));
            return Some(0);
        };
        *count += 1;
        if now.duration_since(*last) < SILENCE {
            return None;
        }
        *last = now;
        Some(std::mem::take(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_heard_once_and_then_once_a_minute_with_a_count() {
        let (mut trouble, begin) = (Trouble::default(), Instant::now());
        let heard: Vec<(u64, u64)> = (0..=125)
            .filter_map(|second| {
                let sentence = format!("the tier redis://h:6379/ has been down for {second} s");
                Some((second, trouble.found(sentence, begin + Duration::from_secs(second))?))
            })
            .collect();
        assert_eq!(heard, [(0, 0), (60, 60), (120, 60)]);
        assert!(trouble.sentence.contains("125 s"), "the newest figures are shown: {}", trouble.sentence);
    }

    #[test]
    fn reasons_that_take_turns_are_heard_once_each() {
        let (mut trouble, begin) = (Trouble::default(), Instant::now());
        let why = |second: u64| if second.is_multiple_of(2) { "refused" } else { "timed out" };
        let at = |second| begin + Duration::from_secs(second);
        let heard = (0..60).filter(|second| trouble.found(why(*second).to_owned(), at(*second)).is_some()).count();
        assert_eq!(heard, 2);
        // More reasons than are kept are no reason to keep more.
        (0..100).for_each(|n| _ = trouble.found("x".repeat(n), begin));
        assert!(trouble.heard.len() <= KEPT);
    }
}
