//! A request's way to its questions: recognised if it was read before, or admitted within bounds and read.

use super::asking::{Asker, Program};
use super::key::Scope;
use super::on_a_thread;
use super::question::{Reading, Source, Terms, check_epoch, fingerprint, read, reading_bytes};
use super::requests::{Fingerprint, Requests};
use super::texts::{Questions, Texts};
use crate::failure::Failure;
use crate::limits;
use crate::memory::{Charge, Memory};
use crate::search::flights::{Gate, Turn};
use crate::search::selector::Selector;
use isotope_proto::v1;
use std::sync::Arc;
use tokio::time::Instant;

/// The part that makes questions of requests, and bounds their work.
pub struct Intake {
    /// The properties that all keys share.
    pub scope: Arc<Scope>,
    /// The account that requests are charged to.
    pub memory: Memory,
    /// The part that knows the targets and the meaning of costs for them.
    selector: Arc<dyn Selector>,
    pub(crate) texts: Texts,
    pub(crate) requests: Requests,
    /// Requests that are read at once.
    pub(crate) readers: Gate,
}

impl Intake {
    /// One that has read nothing yet, and holds at most `memory_bytes` of what it reads.
    pub fn new(selector: &Arc<dyn Selector>, scope: Arc<Scope>, memory: Memory, memory_bytes: usize) -> Self {
        Intake {
            scope,
            memory,
            selector: Arc::clone(selector),
            texts: Texts::new(memory_bytes),
            requests: Requests::new(limits::HELD_REQUESTS_BYTES),
            readers: Gate::new(limits::MAX_READERS),
        }
    }

    /// The questions of a request, if the same one was read before.
    pub fn known(&self, source: &Source<'_>, terms: &Terms<'_>) -> Result<Option<(Fingerprint, Questions)>, Failure> {
        check_epoch(terms.expected_epoch, &self.scope.epoch)?;
        let fingerprint = fingerprint(source, terms);
        Ok(self.texts.get(&fingerprint).map(|questions| (fingerprint, questions)))
    }

    /// The questions of a request: known ones, or read on a blocking thread.
    pub async fn questions(
        self: &Arc<Self>,
        program: Program,
        target: Option<v1::Target>,
        options: Option<v1::Options>,
        expected_epoch: Option<String>,
        asker: &Asker,
    ) -> Result<Questions, Failure> {
        let terms =
            || Terms { target: target.as_ref(), options: options.as_ref(), expected_epoch: expected_epoch.as_deref() };
        if let Some((_, known)) = self.known(&program.source(), &terms())? {
            return Ok(known);
        }
        let (reader, charge) = self.place_to_read(reading_bytes(&program.source()), asker).await?;
        let intake = Arc::clone(self);
        // Dropped with this future: whoever reads sees that nobody waits any more.
        let waiting = Arc::new(());
        let waits = Arc::downgrade(&waiting);
        let read = on_a_thread(move || {
            // The work keeps its place and its room, also when its caller leaves.
            let _held = (reader, charge);
            let (source, terms) = (
                program.source(),
                Terms { target: target.as_ref(), options: options.as_ref(), expected_epoch: expected_epoch.as_deref() },
            );
            let reading = Reading { memory: &intake.memory, abandoned: &|| waits.strong_count() == 0 };
            let questions: Questions = read(&source, &terms, &intake.scope, intake.selector.as_ref(), &reading)?.into();
            intake.texts.insert(fingerprint(&source, &terms), Arc::clone(&questions));
            Ok(questions)
        })
        .await;
        drop(waiting);
        read
    }

    /// A turn to read, and room for it in the share of who asks. Whoever waits for either has nothing of the other.
    async fn place_to_read(&self, bytes: usize, asker: &Asker) -> Result<(Turn, Charge), Failure> {
        let patience = Instant::now() + limits::READING_PATIENCE;
        let until = asker.deadline.map_or(patience, |deadline| deadline.min(patience));
        loop {
            let reader = self.readers.enter(&asker.caller).await;
            match self.make_room_for(asker.share.nothing_large(), bytes) {
                Ok(charge) => return Ok((reader, charge)),
                // A charge of the same connection's earlier reading is over soon.
                Err(_) if self.memory.has_room(bytes) && Instant::now() < until => {}
                Err(refused) => return Err(refused),
            }
            drop(reader);
            tokio::time::sleep(limits::READING_RETRY).await;
        }
    }

    /// Charges `bytes`; what is only held for later goes where they would not fit beside it.
    pub fn make_room(&self, bytes: usize) -> Result<Charge, Failure> {
        self.make_room_in(&self.memory, bytes)
    }

    /// The same in somebody's share.
    pub fn make_room_in(&self, share: &Memory, bytes: usize) -> Result<Charge, Failure> {
        self.make_room_for(share.nothing(), bytes)
    }

    /// The same for a charge of so many bytes more.
    pub fn make_room_for(&self, mut charge: Charge, bytes: usize) -> Result<Charge, Failure> {
        if let Err(refused) = charge.grow(bytes) {
            // Whose own share is full has nothing from what others are held ready.
            if self.memory.has_room(bytes) {
                return Err(refused);
            }
            self.texts.clear();
            charge.grow(bytes)?;
        }
        Ok(charge)
    }
}
