//! `SelectBatch`: many items a message, answers in any order, one failure for one item.
//!
//! Items whose answers are remembered are answered as they are read, all of one message in one message. The others are
//! searched for while reading goes on, up to a bound; past it reading waits, which the client sees as flow control. When
//! the client goes away everything here is dropped, and searches that nobody else waits for end. When the daemon stops,
//! what was read is answered and the stream ends with `UNAVAILABLE`.

use crate::answering::{Asker, Core, Program};
use crate::failure::Failure;
use crate::limits;
use crate::question::Terms;
use crate::service::answer_all;
use isotope_proto::{encoded, v1};
use std::sync::Arc;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};

/// Messages that may wait for the client to read them.
const ANSWERS_AHEAD: usize = 4;

type Sender = mpsc::Sender<Result<encoded::SelectBatchResponse, Status>>;

/// Starts answering a stream.
pub fn answer_stream(
    core: Arc<Core>,
    requests: Streaming<v1::SelectBatchRequest>,
    asker: Asker,
    stopping: watch::Receiver<bool>,
) -> ReceiverStream<Result<encoded::SelectBatchResponse, Status>> {
    let (sender, receiver) = mpsc::channel(ANSWERS_AHEAD);
    tokio::spawn(async move {
        let gone = sender.clone();
        tokio::select! {
            () = gone.closed() => tracing::info!("the client of a batch is gone"),
            result = drive(core, requests, asker, stopping, &sender) => {
                if let Err(status) = result {
                    // The receiver may be gone by now: then there is nobody to tell.
                    let _ = sender.send(Err(status)).await;
                }
            }
        }
    });
    ReceiverStream::new(receiver)
}

async fn drive(
    core: Arc<Core>,
    mut requests: Streaming<v1::SelectBatchRequest>,
    asker: Asker,
    mut stopping: watch::Receiver<bool>,
    sender: &Sender,
) -> Result<(), Status> {
    let mut searching: JoinSet<encoded::BatchAnswer> = JoinSet::new();
    let mut open = true;
    let mut stopped = false;
    while open || !searching.is_empty() {
        tokio::select! {
            request = requests.message(), if open && searching.len() < limits::MAX_ITEMS_IN_FLIGHT => {
                match request? {
                    Some(request) => take(&core, request, &asker, &mut searching, sender).await?,
                    None => open = false,
                }
            }
            () = async { drop(stopping.wait_for(|is| *is).await) }, if open => {
                stopped = true;
                open = false;
            }
            Some(done) = searching.join_next() => {
                let mut answers = Vec::from_iter(done.ok());
                // Whatever else is done goes along.
                while let Some(done) = searching.try_join_next() {
                    answers.extend(done.ok());
                }
                send(sender, answers).await?;
            }
        }
    }
    if stopped { Err(Failure::Unavailable("stopping").into()) } else { Ok(()) }
}

/// Answers what is remembered and starts the rest.
async fn take(
    core: &Arc<Core>,
    request: v1::SelectBatchRequest,
    asker: &Asker,
    searching: &mut JoinSet<encoded::BatchAnswer>,
    sender: &Sender,
) -> Result<(), Status> {
    let asker = Asker { arrival: Instant::now(), ..asker.clone() };
    let v1::SelectBatchRequest { items, target, options, expected_epoch } = request;
    let (bound, limit) = ("MAX_BATCH_ITEMS", limits::MAX_BATCH_ITEMS);
    Failure::check("the number of items in one message", items.len(), bound, limit)?;
    let terms = Terms { target: target.as_ref(), options: options.as_ref(), expected_epoch: expected_epoch.as_deref() };
    let mut answers = Vec::with_capacity(items.len());
    for item in items {
        let index = item.index;
        let program = match item.program {
            Some(v1::batch_item::Program::Text(text)) => Program::Text(text),
            Some(v1::batch_item::Program::Expression(graph)) => Program::Graph(graph),
            None => {
                answers.push(failed(index, &Failure::Empty));
                continue;
            }
        };
        match core.known_answers(&program.source(), &terms, asker.arrival) {
            Ok(Some(found)) => answers.push(encoded::BatchAnswer { index, answers: found, failure: None }),
            Err(failure) => answers.push(failed(index, &failure)),
            Ok(None) => {
                let (core, target, options) = (Arc::clone(core), target.clone(), options.clone());
                let (epoch, asker) = (expected_epoch.clone(), asker.clone());
                searching.spawn(async move {
                    let answered = async {
                        let questions = core.questions(program, target, options, epoch).await?;
                        answer_all(&core, &questions, &asker).await
                    };
                    match answered.await {
                        Ok(answers) => encoded::BatchAnswer { index, answers, failure: None },
                        Err(failure) => failed(index, &failure),
                    }
                });
                // One message may hold more than the bound: the rest of it waits here.
                while searching.len() >= limits::MAX_ITEMS_IN_FLIGHT {
                    let done = searching.join_next().await;
                    send(sender, done.and_then(Result::ok).into_iter().collect()).await?;
                }
            }
        }
    }
    send(sender, answers).await
}

fn failed(index: u64, failure: &Failure) -> encoded::BatchAnswer {
    encoded::BatchAnswer { index, answers: Vec::new(), failure: Some(failure.to_proto()) }
}

async fn send(sender: &Sender, answers: Vec<encoded::BatchAnswer>) -> Result<(), Status> {
    if answers.is_empty() {
        return Ok(());
    }
    let gone = |_| Status::cancelled("the client is gone");
    sender.send(Ok(encoded::SelectBatchResponse { answers })).await.map_err(gone)
}
