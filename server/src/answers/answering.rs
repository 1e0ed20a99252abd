//! A question's way to its answer: what is held in memory, the memo, single flight, the search, and the memo again.

use crate::access::Role;
use crate::core::Core;
use crate::failure::Failure;
pub use crate::intake::asking::{Asker, Program, milliseconds_since};
use crate::intake::on_a_thread;
use crate::intake::question::{Held, Question, Source, Terms};
use crate::intake::texts::Questions;
use crate::jobs::{self, Ended};
use crate::search::selector::{SelectError, Selection};
use crate::stored::misses::wanted::Wanted;
use crate::stored::remembered;
use crate::stored::settled::Settled;
use isotope_proto::{encoded, v1};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::time::Instant;

/// Why the answers of a daemon are plain lowerings that did not drain in its time.
const STOPPING: &str = "not searched to the end: the server is stopping; ask again when one is there";

impl Core {
    /// The answers of a request that was read before, if all of them are held in memory: the way of most requests, on which
    /// nothing waits, is started or is written to the log. A request whose bytes are given is recognised by them from then on.
    pub fn known_answers(
        &self,
        request: Option<&[u8]>,
        source: &Source<'_>,
        terms: &Terms<'_>,
        arrival: Instant,
    ) -> Result<Option<Vec<encoded::Answer>>, Failure> {
        let Some((fingerprint, questions)) = self.intake.known(source, terms)? else { return Ok(None) };
        let answers = self.all_held(&questions, arrival);
        if let Some(request) = request.filter(|_| answers.is_some()) {
            self.intake.requests.insert(request, fingerprint);
        }
        Ok(answers)
    }

    /// The answers of all of a request's questions, if all are held in memory.
    fn all_held(&self, questions: &Questions, arrival: Instant) -> Option<Vec<encoded::Answer>> {
        // Half of a request's windows would be counted twice if the other half were not looked at first.
        if questions.iter().any(|q| q.remembered.get().is_none()) {
            return None;
        }
        questions.iter().map(|q| self.held(q, arrival)).collect()
    }

    /// The answers to a request that is recognised by its bytes, if all are held in memory.
    pub fn recognised(&self, request: &[u8], arrival: Instant) -> Option<Vec<encoded::Answer>> {
        let questions = self.intake.texts.get(&self.intake.requests.get(request)?)?;
        self.all_held(&questions, arrival)
    }

    /// The answer of a question if it is held in memory.
    pub fn held(&self, question: &Question, arrival: Instant) -> Option<encoded::Answer> {
        let selection = question.remembered.get()?.bytes.clone();
        self.counters.from_memory.add();
        // So that the memo knows what is asked for often, without a word to it at each hit.
        let served = question.served.fetch_add(1, Ordering::Relaxed) + 1;
        if served.is_power_of_two() {
            self.store.memo.note_uses(&question.key, served.div_ceil(2));
        }
        Some(self.as_remembered(selection, arrival))
    }

    /// The answer of a question that needs no search: held in memory, or read from the memo, which may mean from the disk.
    async fn remembered(self: &Arc<Self>, question: &Arc<Question>, arrival: Instant) -> Option<encoded::Answer> {
        if let Some(answer) = self.held(question, arrival) {
            return Some(answer);
        }
        let (core, asked) = (Arc::clone(self), Arc::clone(question));
        let reading = tokio::task::spawn_blocking(move || {
            let record = core.store.recall(&asked).ok()??;
            let bytes = remembered::encoded_answer(&record, &asked).map_err(|r| core.store.refuse(&asked, &r)).ok()?;
            if let Some(held) = Held::new(&bytes, &core.intake.memory) {
                // Somebody else may have been first: theirs are the same bytes.
                let _ = asked.remembered.set(held);
            }
            Some(bytes)
        });
        // Where reading panicked there is still the search.
        let selection = reading.await.ok()??;
        self.store.misses.forget(&question.key);
        self.scheduler.flights.came_again(&question.key);
        Some(self.as_remembered(selection, arrival))
    }

    fn as_remembered(&self, selection: bytes::Bytes, arrival: Instant) -> encoded::Answer {
        self.counters.windows.add();
        self.counters.from_memo.add();
        encoded::Answer {
            selection,
            source: v1::Source::Memo as i32,
            milliseconds: milliseconds_since(arrival),
            ..Default::default()
        }
    }

    /// The answer of a question: remembered, or searched for together with everyone else who asks.
    pub async fn answer(self: &Arc<Self>, question: &Arc<Question>, asker: &Asker) -> Result<encoded::Answer, Failure> {
        if let Some(answer) = self.remembered(question, asker.arrival).await {
            return Ok(answer);
        }
        self.counters.windows.add();
        let wanted = Wanted::new(&self.store, question, asker);
        let roles = asker.identity.roles();
        let may_search = roles.has(Role::Search) || asker.caller.is_behind() && roles.has(Role::Warm);
        let answered = if may_search {
            self.search(question, asker).await
        } else {
            let why = format!("not searched: `{}` has no role `{}`", asker.identity.name(), Role::Search);
            self.plain(question, None, &why, asker).await
        };
        wanted.answered(&answered);
        match &answered {
            Ok(answer) => self.count(answer),
            Err(Failure::QueueFull { .. }) => self.counters.refused_queue_full.add(),
            Err(_) => self.counters.failed.add(),
        }
        answered
    }

    fn count(&self, answer: &encoded::Answer) {
        match answer.source() {
            v1::Source::Memo => self.counters.from_memo.add(),
            v1::Source::Search | v1::Source::Unspecified => self.counters.from_search.add(),
            v1::Source::Baseline => self.counters.from_baseline.add(),
        }
        if answer.truncated {
            self.counters.truncated.add();
        }
    }

    async fn search(self: &Arc<Self>, question: &Arc<Question>, asker: &Asker) -> Result<encoded::Answer, Failure> {
        match jobs::run(self, jobs::window::Window::of(question), asker).await? {
            Ended::Done(settled) => self.settled(&settled, question, asker),
            Ended::Stopping { offered } => self.plain(question, offered, STOPPING, asker).await,
            Ended::LateElsewhere => {
                let plain =
                    self.plain(question, None, "time was up while another daemon searched for it", asker).await?;
                Ok(encoded::Answer { searched_on: true, ..plain })
            }
            Ended::Late { offered, goes_on } => {
                let why = match goes_on {
                    true => "time was up before the search had ended; it goes on, for whoever asks again",
                    false => "time was up before the search had ended",
                };
                let plain = self.plain(question, offered, why, asker).await?;
                let mut answer = encoded::Answer { searched_on: goes_on, ..plain };
                // It may be that time was up only because of these.
                answer.notes.extend(self.selector.lacks().into_iter().filter_map(|(_, lacks)| lacks));
                Ok(answer)
            }
        }
    }

    fn settled(&self, settled: &Settled, question: &Question, asker: &Asker) -> Result<encoded::Answer, Failure> {
        let misfit = |r: remembered::Refusal| SelectError::Internal(r.to_string());
        let selection = if settled.as_asked.is_some() {
            remembered::encoded_answer(&settled.record, &question.as_asked(&self.intake.memory))
        } else {
            remembered::encoded_answer(&settled.record, question)
        };
        Ok(encoded::Answer {
            selection: selection.map_err(misfit)?,
            source: settled.source as i32,
            work_spent: if settled.source == v1::Source::Memo { 0 } else { settled.record.work_spent },
            truncated: settled.truncated,
            milliseconds: milliseconds_since(asker.arrival),
            notes: settled.notes.clone(),
            searched_on: false,
        })
    }

    /// The plain lowering, for whoever cannot wait or has no place in the line: what the search has offered, or lowered now.
    pub async fn plain(
        self: &Arc<Self>,
        question: &Arc<Question>,
        offered: Option<Box<Selection>>,
        why: &str,
        asker: &Asker,
    ) -> Result<encoded::Answer, Failure> {
        let (core, own) = (Arc::clone(self), Arc::clone(question));
        // The offered answer is of the canonical window.
        let offered = offered.filter(|_| self.store.proved_phrasings.get(&question.phrasing_key()).is_some());
        // Thousands may be late at once.
        let place = self.scheduler.lowering.enter(&asker.caller).await;
        let settled = on_a_thread(move || {
            let _place = place;
            let (found, record, as_asked) = match offered {
                Some(found) => {
                    let mut record =
                        remembered::record(&found, &own, &core.intake.scope.epoch, core.selector.as_ref())?;
                    core.store.note_phrasing(
                        &mut record,
                        &own,
                        &core.store.proved_phrasings.get(&own.phrasing_key()).unwrap_or_default(),
                    );
                    (*found, record, None)
                }
                None => {
                    let plain = own.as_asked(&core.intake.memory);
                    let found = core.selector.plain(&plain.asked, &plain.target)?;
                    let mut record =
                        remembered::record(&found, &plain, &core.intake.scope.epoch, core.selector.as_ref())?;
                    core.store.note_phrasing(&mut record, &plain, &[]);
                    (found, record, Some(own.asked_hash))
                }
            };
            let settled = Settled::new(record, remembered::source(found.found));
            Ok(Settled { truncated: true, notes: found.notes, as_asked, ..settled })
        });
        let mut answer = self.settled(&settled.await?, question, asker)?;
        answer.notes.push(why.to_owned());
        Ok(answer)
    }
}
