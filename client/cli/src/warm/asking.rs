//! Asking: a batch for each target, behind what anybody waits for, and again where the daemon went away.

use super::journal::Journal;
use super::reading::{Asked, words};
use crate::limits;
use isotope_client::{Client, ClientError};
use isotope_proto::v1;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tokio::time::{Instant, sleep, timeout_at};
use tonic::Code;

/// The outcome of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Proved and cheaper than plain LLVM code.
    Better,
    /// Proved, and plain LLVM code costs no more.
    Equal,
    /// Nothing was proved.
    Unproved,
    /// The search was cut short: another one may find more.
    Cut,
    /// No answer.
    Failed,
    /// A kernel that is shown to be equal to its statement.
    Kernel,
}

/// The outcome of a window, and how it came about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The kind.
    pub kind: Kind,
    /// It was remembered before it was asked.
    #[serde(default)]
    pub remembered: bool,
    /// How many times cheaper than plain LLVM code, by the prices of the target's CPU.
    pub gain: f64,
    /// Why there is nothing better, where somebody said so.
    pub why: String,
    /// Which daemon it came from, where several share a warm-up job.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub worker: String,
}

impl Outcome {
    pub(super) fn of(answer: &v1::Answer) -> Outcome {
        let (cost, plain, verdict) = match &answer.selection {
            Some(selection) => (selection.cost, selection.baseline_cost, selection.verdict()),
            None => (0, 0, v1::Verdict::Unspecified),
        };
        let gain = if cost == 0 { 1.0 } else { plain as f64 / cost as f64 };
        let kind = match verdict {
            _ if answer.truncated => Kind::Cut,
            v1::Verdict::Proved if cost < plain => Kind::Better,
            v1::Verdict::Proved => Kind::Equal,
            _ => Kind::Unproved,
        };
        let why = if kind == Kind::Better { String::new() } else { answer.notes.join("; ") };
        Outcome { kind, remembered: answer.source() == v1::Source::Memo, gain, why, worker: String::new() }
    }

    /// Of a kernel that was made.
    pub(super) fn kernel(source: v1::Source) -> Outcome {
        let remembered = source == v1::Source::Memo;
        Outcome { kind: Kind::Kernel, remembered, gain: 1.0, why: String::new(), worker: String::new() }
    }

    pub(super) fn failed(why: &str) -> Outcome {
        let first = why.lines().next().unwrap_or_default().to_owned();
        Outcome { kind: Kind::Failed, remembered: false, gain: 1.0, why: first, worker: String::new() }
    }
}

/// How to ask.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Of every search.
    pub options: v1::Options,
    /// Servers with another dictionary are refused.
    pub expected_epoch: Option<String>,
    /// When no further answer is waited for.
    pub end: Option<Instant>,
}

impl Terms {
    /// The options of one window.
    pub(super) fn options_of(&self, asked: &Asked) -> v1::Options {
        let budget = if asked.budget == 0 { self.options.budget } else { asked.budget };
        v1::Options { budget, ..self.options.clone() }
    }
}

/// A warm-up job: what is asked, how, and who hears of it.
pub struct WarmUp<'a> {
    /// The daemon.
    pub client: &'a Client,
    /// Everything that is wanted.
    pub asked: &'a [Asked],
    /// How it is asked.
    pub terms: &'a Terms,
    /// The work that was done before, and is done now.
    pub journal: Option<&'a mut Journal>,
    /// Hears of every window, also of those that the journal knows.
    pub tell: &'a mut dyn FnMut(&Asked, &[Outcome]),
}

impl WarmUp<'_> {
    /// Asks for all that the journal does not know. True: everything was; false: time was up before.
    ///
    /// # Errors
    ///
    /// The daemon refuses the call, or stays away for longer than the client's attempts take, or the journal takes no more.
    /// The answers until then are noted.
    pub async fn ask(&mut self) -> Result<bool, ClientError> {
        let mut groups: BTreeMap<(String, u64), BTreeSet<usize>> = BTreeMap::new();
        let mut kernels = Vec::new();
        for (at, one) in self.asked.iter().enumerate() {
            match self.journal.as_deref().and_then(|journal| journal.done(one)) {
                Some(outcomes) => (self.tell)(one, outcomes),
                None if one.kernel.is_some() => kernels.push(at),
                None => drop(groups.entry((words(one.target.as_ref()), one.budget)).or_default().insert(at)),
            }
        }
        for mut left in groups.into_values() {
            let mut attempt = 1;
            while !left.is_empty() {
                let before = left.len();
                let ended = self.batch(&mut left).await;
                attempt = if left.len() < before { 1 } else { attempt + 1 };
                match ended {
                    Ok(false) => return Ok(false),
                    Ok(true) if left.is_empty() => break,
                    Ok(true) if attempt <= isotope_client::limits::ATTEMPTS => {}
                    Ok(true) => return Err(ClientError::Failed(unanswered(left.len()))),
                    // A daemon that is started anew is there again soon, and remembers what it answered.
                    Err(error) if error.may_pass() && attempt <= isotope_client::limits::ATTEMPTS => {}
                    Err(error) => return Err(error),
                }
                sleep(limits::WARM_PAUSE).await;
            }
        }
        for at in kernels {
            if !self.kernel(&self.asked[at]).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Has one kernel made. False: time was up before.
    async fn kernel(&mut self, asked: &Asked) -> Result<bool, ClientError> {
        let Some(request) = asked.request(self.terms.expected_epoch.as_ref()) else { return Ok(true) };
        let making = self.client.compile_behind(request);
        let made = match self.terms.end {
            Some(end) => match timeout_at(end, making).await {
                Ok(made) => made,
                Err(_) => return Ok(false),
            },
            None => making.await,
        };
        let outcome = match made {
            Ok(compiled) => Outcome::kernel(compiled.source()),
            Err(ClientError::Failed(failure)) if !AGAIN.contains(&failure.code.into()) => {
                Outcome::failed(&failure.message)
            }
            Err(error) => return Err(error),
        };
        let outcomes = [outcome];
        (self.tell)(asked, &outcomes);
        if let Some(journal) = self.journal.as_deref_mut() {
            journal.note(asked, &outcomes).map_err(|error| ClientError::Journal(error.to_string()))?;
        }
        Ok(true)
    }

    /// One batch for what is left of one target. True: the daemon answered all that it will.
    async fn batch(&mut self, left: &mut BTreeSet<usize>) -> Result<bool, ClientError> {
        let messages = messages(self.asked, left, self.terms);
        let mut batch = self.client.select_batch_behind(tokio_stream::iter(messages)).await?;
        loop {
            let next = batch.message();
            let next = match self.terms.end {
                Some(end) => match timeout_at(end, next).await {
                    Ok(next) => next,
                    Err(_) => return Ok(false),
                },
                None => next.await,
            };
            let Some(response) = next? else { return Ok(true) };
            for answer in response.answers {
                let at = answer.index as usize;
                let comes_again = |failure: &v1::Failure| AGAIN.contains(&failure.code.into());
                if answer.failure.as_ref().is_some_and(comes_again) || !left.remove(&at) {
                    continue;
                }
                let outcomes: Vec<Outcome> = match &answer.failure {
                    Some(failure) => vec![Outcome::failed(&failure.message)],
                    None => answer.answers.iter().map(Outcome::of).collect(),
                };
                let one = &self.asked[at];
                (self.tell)(one, &outcomes);
                // A window that was cut short is asked again by the next job.
                if outcomes.iter().all(|outcome| outcome.kind != Kind::Cut)
                    && let Some(journal) = self.journal.as_deref_mut()
                {
                    journal.note(one, &outcomes).map_err(|error| ClientError::Journal(error.to_string()))?;
                }
            }
        }
    }
}

/// Why a window without an answer is asked again: the daemon had no room, or stopped.
const AGAIN: [Code; 3] = [Code::ResourceExhausted, Code::Unavailable, Code::Cancelled];

fn unanswered(count: usize) -> v1::Failure {
    let message = format!("the daemon ended a batch of which {count} windows are not answered");
    v1::Failure { code: Code::Internal as i32, message, ..v1::Failure::default() }
}

/// The rest, in messages that the server takes.
fn messages(asked: &[Asked], left: &BTreeSet<usize>, terms: &Terms) -> Vec<v1::SelectBatchRequest> {
    let mut messages: Vec<v1::SelectBatchRequest> = Vec::new();
    let mut bytes = 0;
    for &at in left {
        let one = &asked[at];
        let item = v1::BatchItem { index: at as u64, program: Some(v1::batch_item::Program::Text(one.text.clone())) };
        bytes += one.text.len();
        match messages.last_mut() {
            Some(last)
                if last.items.len() < limits::WARM_MESSAGE_ITEMS
                    && bytes <= isotope_client::limits::MAX_MESSAGE_TEXT =>
            {
                last.items.push(item);
            }
            _ => {
                bytes = one.text.len();
                messages.push(v1::SelectBatchRequest {
                    items: vec![item],
                    target: one.target.clone(),
                    options: Some(terms.options_of(one)),
                    expected_epoch: terms.expected_epoch.clone(),
                });
            }
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_within_their_bounds() {
        let one = |bytes: usize| Asked { text: "x".repeat(bytes), ..Asked::default() };
        let asked: Vec<Asked> = (0..200)
            .map(|_| one(10))
            .chain((0..3).map(|_| one(isotope_client::limits::MAX_MESSAGE_TEXT / 2)))
            .collect();
        let left: BTreeSet<usize> = (0..asked.len()).filter(|at| *at != 7).collect();
        let messages = messages(&asked, &left, &Terms::default());
        let sizes: Vec<usize> = messages.iter().map(|m| m.items.len()).collect();
        assert_eq!(sizes, [64, 64, 64, 8, 2], "{sizes:?}");
        let indices: BTreeSet<usize> = messages.iter().flat_map(|m| &m.items).map(|i| i.index as usize).collect();
        assert_eq!(indices, left);
    }

    #[test]
    fn what_an_answer_is_is_told_apart() {
        let answer = |verdict: v1::Verdict, cost, truncated| v1::Answer {
            selection: Some(v1::Selection { verdict: verdict as i32, cost, baseline_cost: 400, ..Default::default() }),
            truncated,
            notes: vec!["a note".to_owned()],
            ..Default::default()
        };
        let kind = |verdict, cost, truncated| Outcome::of(&answer(verdict, cost, truncated)).kind;
        assert_eq!(kind(v1::Verdict::Proved, 100, false), Kind::Better);
        assert_eq!(kind(v1::Verdict::Proved, 400, false), Kind::Equal);
        assert_eq!(kind(v1::Verdict::Baseline, 400, false), Kind::Unproved);
        assert_eq!(kind(v1::Verdict::Proved, 100, true), Kind::Cut);
        let better = Outcome::of(&answer(v1::Verdict::Proved, 100, false));
        assert_eq!((better.gain, better.why.as_str()), (4.0, ""));
        assert_eq!(Outcome::of(&v1::Answer::default()).kind, Kind::Unproved);
    }
}
