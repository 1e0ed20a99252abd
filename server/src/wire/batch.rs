//! `SelectBatch`: many items a message, answers in any order, one failure for one item.
//!
//! Items whose answers are remembered are answered as they are read, all of one message in one message. The others are
//! searched for while reading goes on, up to a bound; past it reading waits, which the client sees as flow control. When
//! the client goes away everything here is dropped, and searches that nobody else waits for end. When the daemon stops,
//! what was read is answered and the stream ends with `UNAVAILABLE`.

use super::request::{answer_all, decoded_in};
use crate::answers::answering::{Asker, Program};
use crate::core::Core;
use crate::failure::Failure;
use crate::intake::question::Terms;
use crate::limits;
use crate::memory::{Charge, Memory};
use crate::search::flights::Ending;
use crate::wire::measured;
use isotope_proto::{encoded, received, v1};
use prost::Message as _;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt as _};
use tonic::{Status, Streaming};
use tracing::Instrument as _;

/// Messages that may wait for the client to read them.
const ANSWERS_AHEAD: usize = 1;

type Message = Result<encoded::SelectBatchResponse, Status>;

/// Each message goes with what it is charged until it is taken to be sent.
type Sender = mpsc::Sender<(Message, Option<Charge>)>;

/// The stream for a client of `SelectBatch`.
pub type Answers = Pin<Box<dyn Stream<Item = Message> + Send>>;

/// Starts answering a stream.
pub fn answer_stream(
    core: Arc<Core>,
    requests: Streaming<received::SelectBatchRequest>,
    asker: Asker,
    stopping: watch::Receiver<bool>,
) -> Answers {
    let (sender, receiver) = mpsc::channel(ANSWERS_AHEAD);
    let answering = async move {
        let gone = sender.clone();
        tokio::select! {
            () = gone.closed() => tracing::info!("the client of a batch is gone"),
            result = drive(core, requests, asker, stopping, &sender) => {
                if let Err(status) = result {
                    // The receiver may be gone by now: then there is nobody to tell.
                    let _ = sender.send((Err(status), None)).await;
                }
            }
        }
    };
    tokio::spawn(answering.in_current_span());
    Box::pin(ReceiverStream::new(receiver).map(|(message, _charge)| message))
}

async fn drive(
    core: Arc<Core>,
    mut requests: Streaming<received::SelectBatchRequest>,
    asker: Asker,
    mut stopping: watch::Receiver<bool>,
    sender: &Sender,
) -> Result<(), Status> {
    let mut searching: JoinSet<encoded::BatchAnswer> = JoinSet::new();
    let mut open = true;
    let mut stopped = false;
    // Each item counts as a call: what is more than the caller's quota is not read before its time.
    let mut next = Instant::now();
    while open || !searching.is_empty() {
        let waits = next > Instant::now();
        tokio::select! {
            () = tokio::time::sleep_until(next), if open && waits => {}
            request = requests.message(), if open && !waits && searching.len() < limits::MAX_ITEMS_IN_FLIGHT => {
                match request? {
                    Some(request) => {
                        let (request, charge) = decoded_in(&core, &asker.share, request, &measured::BATCH)?;
                        next = Instant::now() + asker.identity.items(request.items.len());
                        take(&core, (request, charge), &asker, &mut searching, sender).await?;
                    }
                    None => open = false,
                }
            }
            () = async { drop(stopping.wait_for(|is| *is).await) }, if open => {
                stopped = true;
                open = false;
            }
            () = core.scheduler.flights.until(Ending::Over) => return Err(Failure::Unavailable("stopping").into()),
            Some(done) = searching.join_next() => {
                let mut answers = Vec::from_iter(done.ok());
                // Whatever else is done goes along.
                while let Some(done) = searching.try_join_next() {
                    answers.extend(done.ok());
                }
                send((&core, &asker.share), sender, answers).await?;
            }
        }
    }
    if stopped { Err(Failure::Unavailable("stopping").into()) } else { Ok(()) }
}

/// Answers what is remembered and starts the rest.
async fn take(
    core: &Arc<Core>,
    (request, charge): (v1::SelectBatchRequest, Charge),
    asker: &Asker,
    searching: &mut JoinSet<encoded::BatchAnswer>,
    sender: &Sender,
) -> Result<(), Status> {
    let asker = Asker { arrival: Instant::now(), ..asker.clone() };
    let v1::SelectBatchRequest { items, target, options, expected_epoch } = request;
    let (bound, limit) = ("MAX_BATCH_ITEMS", limits::MAX_BATCH_ITEMS);
    Failure::check("the number of items in one message", items.len(), bound, limit)?;
    let terms = Terms { target: target.as_ref(), options: options.as_ref(), expected_epoch: expected_epoch.as_deref() };
    // The rest of the message that is still to be read holds it.
    let charge = Arc::new(charge);
    let mut answers = Vec::new();
    let mut bytes = 0;
    for item in items {
        if bytes > limits::BATCH_MESSAGE_BYTES {
            send((core, &asker.share), sender, std::mem::take(&mut answers)).await?;
            bytes = 0;
        }
        let index = item.index;
        let program = match item.program {
            Some(v1::batch_item::Program::Text(text)) => Program::Text(text),
            Some(v1::batch_item::Program::Expression(graph)) => Program::Graph(graph),
            None => {
                answers.push(failed(index, &Failure::Empty));
                continue;
            }
        };
        match core.known_answers(None, &program.source(), &terms, asker.arrival) {
            Ok(Some(found)) => {
                bytes += found.iter().map(|a| a.selection.len() + size_of::<encoded::Answer>()).sum::<usize>();
                answers.push(encoded::BatchAnswer { index, answers: found, failure: None });
            }
            Err(failure) => answers.push(failed(index, &failure)),
            Ok(None) => {
                let (own, target, options) = (Arc::clone(core), target.clone(), options.clone());
                let (epoch, charge, asks) = (expected_epoch.clone(), Arc::clone(&charge), asker.clone());
                let search = async move {
                    let _charge = charge;
                    let answered = async {
                        let questions = own.intake.questions(program, target, options, epoch, &asks).await?;
                        answer_all(&own, &questions, &asks).await
                    };
                    match answered.await {
                        Ok(answers) => encoded::BatchAnswer { index, answers, failure: None },
                        Err(failure) => failed(index, &failure),
                    }
                };
                searching.spawn(search.in_current_span());
                // One message may hold more than the bound: the rest of it waits here.
                while searching.len() >= limits::MAX_ITEMS_IN_FLIGHT {
                    let done = searching.join_next().await;
                    send((core, &asker.share), sender, done.and_then(Result::ok).into_iter().collect()).await?;
                }
            }
        }
    }
    send((core, &asker.share), sender, answers).await
}

fn failed(index: u64, failure: &Failure) -> encoded::BatchAnswer {
    encoded::BatchAnswer { index, answers: Vec::new(), failure: Some(failure.to_proto()) }
}

/// Sends answers in messages that any client takes: one that is larger holds a single item.
async fn send(room: (&Core, &Memory), sender: &Sender, answers: Vec<encoded::BatchAnswer>) -> Result<(), Status> {
    let mut message = encoded::SelectBatchResponse::default();
    let mut bytes = 0;
    for answer in answers {
        let answer = within_bounds(answer);
        let size = answer.encoded_len();
        if bytes + size > limits::BATCH_MESSAGE_BYTES && !message.answers.is_empty() {
            send_one(room, sender, std::mem::take(&mut message)).await?;
            bytes = 0;
        }
        bytes += size;
        message.answers.push(answer);
    }
    if message.answers.is_empty() { Ok(()) } else { send_one(room, sender, message).await }
}

/// An item whose answers no message can hold has failed, alone.
fn within_bounds(answer: encoded::BatchAnswer) -> encoded::BatchAnswer {
    let (bytes, limit) = (answer.encoded_len(), limits::MAX_ANSWER_BYTES - 64);
    if bytes <= limit { answer } else { failed(answer.index, &Failure::AnswerTooLarge { bytes, limit }) }
}

async fn send_one(
    (core, share): (&Core, &Memory),
    sender: &Sender,
    message: encoded::SelectBatchResponse,
) -> Result<(), Status> {
    let charge = core.intake.make_room_in(share, message.encoded_len())?;
    sender.send((Ok(message), Some(charge))).await.map_err(|_| Status::cancelled("the client is gone"))
}
