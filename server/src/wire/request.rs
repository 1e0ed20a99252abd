//! The parts that the methods share: messages that find room, and all answers of a request.

use super::measured::{self, Layout};
use crate::access::{Identity, Refused};
use crate::answers::answering::Asker;
use crate::core::Core;
use crate::failure::Failure;
use crate::intake::question::Question;
use crate::limits;
use crate::memory::{Charge, Memory};
use crate::observed::RequestId;
use isotope_proto::encoded;
use isotope_proto::received::Received;
use std::sync::Arc;
use tokio::task::JoinSet;
use tonic::Request;
use tracing::{Instrument as _, Span};

/// Which call a request is, for the log.
pub struct Called {
    id: Option<RequestId>,
    method: &'static str,
    identity: Arc<Identity>,
}

impl Called {
    /// As the edge has named it.
    pub fn of<T>(request: &Request<T>, method: &'static str, identity: &Arc<Identity>) -> Self {
        let id = request.extensions().get::<RequestId>().cloned();
        Called { id, method, identity: Arc::clone(identity) }
    }

    /// The fields that all lines about this call have in common. Made where there may be such lines: most calls are hits, which
    /// write none.
    pub fn span(&self) -> Span {
        let id = self.id.as_ref().map(tracing::field::display);
        tracing::info_span!("call", id, method = self.method, caller = self.identity.name())
    }
}

/// The account of a request's messages: its connection's share, as the edge has set it.
pub fn share<T>(core: &Core, request: &Request<T>) -> Memory {
    request.extensions().get::<Memory>().cloned().unwrap_or_else(|| core.intake.memory.clone())
}

/// The message of a request, if it finds room, and what it is charged.
pub fn decoded<T: prost::Message + Default>(
    core: &Core,
    request: Request<Received<T>>,
    layout: &'static Layout,
) -> Result<(T, Charge), Failure> {
    let share = share(core, &request);
    decoded_in(core, &share, request.into_inner(), layout)
}

/// The same for one message of a stream.
pub fn decoded_in<T: prost::Message + Default>(
    core: &Core,
    share: &Memory,
    message: Received<T>,
    layout: &'static Layout,
) -> Result<(T, Charge), Failure> {
    let weight = measured::decoded_bytes(layout, &message.bytes)?;
    let charge = core.intake.make_room_in(share, weight + message.bytes.len())?;
    let decoded = message.decode().map_err(|e| Failure::Malformed(e.to_string()))?;
    Ok((decoded, charge))
}

/// The answers of a request's questions, in order. A question without a place in the queue, or in its caller's quota, gets its plain
/// lowering, unless that is all of them; any other failure is the request's. Dropping this leaves every search.
pub async fn answer_all(
    core: &Arc<Core>,
    questions: &[Arc<Question>],
    asker: &Asker,
) -> Result<Vec<encoded::Answer>, Failure> {
    let mut answers: Vec<Option<encoded::Answer>> = vec![None; questions.len()];
    let mut held = Holding { bytes: 0, charge: asker.share.nothing_large() };
    let mut searching = JoinSet::new();
    for (at, question) in questions.iter().enumerate() {
        answers[at] = core.held(question, asker.arrival);
        held.hold(answers[at].as_ref())?;
        if answers[at].is_none() {
            let (core, question, asker) = (Arc::clone(core), Arc::clone(question), asker.clone());
            let search = async move { (at, core.answer(&question, &asker).await) };
            searching.spawn(search.in_current_span());
        }
    }
    let mut refused = Vec::new();
    while let Some(done) = searching.join_next().await {
        // A task of this set neither panics nor is aborted while the set is there.
        let (at, answer) = done.map_err(|_| Failure::Unavailable("stopping"))?;
        match answer {
            Err(failure @ (Failure::QueueFull { .. } | Failure::Access(Refused::Quota { .. }))) => {
                refused.push((at, failure))
            }
            answer => {
                let answer = answer?;
                held.hold(Some(&answer))?;
                answers[at] = Some(answer);
            }
        }
    }
    match refused.first() {
        Some((_, failure)) if refused.len() == questions.len() => return Err(failure.clone()),
        _ => {}
    }
    for (at, failure) in refused {
        let why = format!("not searched: {failure}");
        answers[at] = Some(core.plain(&questions[at], None, &why, asker).await?);
    }
    Ok(answers.into_iter().flatten().collect())
}

/// The answers that one call has so far: bounded by what a message takes, and charged until they are sent.
struct Holding {
    bytes: usize,
    charge: Charge,
}

impl Holding {
    fn hold(&mut self, answer: Option<&encoded::Answer>) -> Result<(), Failure> {
        let more = answer.map_or(0, |a| a.selection.len() + size_of::<encoded::Answer>());
        self.bytes += more;
        let limit = limits::MAX_ANSWER_BYTES;
        if self.bytes > limit {
            return Err(Failure::AnswerTooLarge { bytes: self.bytes, limit });
        }
        self.charge.grow(more)
    }
}
