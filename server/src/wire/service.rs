//! The gRPC service: from messages to [`Core`] and back. Refuses calls while the core is not ready.

use super::{audit, batch, compare, explain, stats};
use crate::answers::answering::{Asker, Program};
use crate::answers::core::Core;
use crate::answers::question::{Question, Terms};
use crate::edge::deadline::search_deadline;
use crate::failure::Failure;
use crate::limits;
use crate::memory::Charge;
use crate::search::flights::Caller;
use crate::wire::measured::{self, Layout};
use crate::wire::readiness::Readiness;
use isotope_proto::received::{self, Received};
use isotope_proto::server::isotope_server::Isotope;
use isotope_proto::{encoded, v1};
use std::sync::Arc;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tonic::{Request, Response, Status, Streaming};
use tracing::Instrument as _;

/// The service. Cloning shares it.
#[derive(Clone)]
pub struct Service {
    readiness: Arc<Readiness>,
}

impl Service {
    /// A service that answers once `readiness` has its core.
    pub fn new(readiness: Arc<Readiness>) -> Self {
        Service { readiness }
    }
}

#[tonic::async_trait]
impl Isotope for Service {
    type SelectBatchStream = batch::Answers;

    async fn select(
        &self,
        request: Request<received::SelectRequest>,
    ) -> Result<Response<encoded::SelectResponse>, Status> {
        let arrival = Instant::now();
        let core = self.readiness.core()?;
        let asker = asker(&request, arrival);
        let (message, _charge) = decoded(&core, request.into_inner(), &measured::ASK)?;
        let v1::SelectRequest { program, target, options, expected_epoch } = message;
        let program = match program.ok_or(Failure::Empty)? {
            v1::select_request::Program::Text(text) => Program::Text(text),
            v1::select_request::Program::Expression(graph) => Program::Graph(graph),
        };
        let terms =
            Terms { target: target.as_ref(), options: options.as_ref(), expected_epoch: expected_epoch.as_deref() };
        if let Some(answers) = core.known_answers(&program.source(), &terms, arrival)? {
            return Ok(Response::new(encoded::SelectResponse { answers }));
        }
        let span = tracing::info_span!("select");
        async {
            let questions = core.questions(program, target, options, expected_epoch).await?;
            let answers = answer_all(&core, &questions, &asker).await?;
            tracing::info!(
                windows = answers.len(),
                ms = crate::answers::answering::milliseconds_since(arrival),
                "answered"
            );
            Ok(Response::new(encoded::SelectResponse { answers }))
        }
        .instrument(span)
        .await
    }

    async fn select_batch(
        &self,
        request: Request<Streaming<received::SelectBatchRequest>>,
    ) -> Result<Response<Self::SelectBatchStream>, Status> {
        let arrival = Instant::now();
        let core = self.readiness.core()?;
        let asker = asker(&request, arrival);
        Ok(Response::new(batch::answer_stream(core, request.into_inner(), asker, self.readiness.stopping())))
    }

    async fn explain(
        &self,
        request: Request<received::ExplainRequest>,
    ) -> Result<Response<v1::ExplainResponse>, Status> {
        let core = self.readiness.core()?;
        let (message, _charge) = decoded(&core, request.into_inner(), &measured::ASK)?;
        let v1::ExplainRequest { program, target, options, expected_epoch } = message;
        let program = match program.ok_or(Failure::Empty)? {
            v1::explain_request::Program::Text(text) => Program::Text(text),
            v1::explain_request::Program::Expression(graph) => Program::Graph(graph),
        };
        let questions = core.questions(program, target, options, expected_epoch).await?;
        Ok(Response::new(explain::explain(core, questions).await?))
    }

    async fn compare(
        &self,
        request: Request<received::CompareRequest>,
    ) -> Result<Response<v1::CompareResponse>, Status> {
        let core = self.readiness.core()?;
        let host = request.remote_addr().map(|address| address.ip().to_string()).unwrap_or_default();
        let (message, _charge) = decoded(&core, request.into_inner(), &measured::COMPARE)?;
        Ok(Response::new(compare::compare(core, &host, message).await?))
    }

    type AuditStream = audit::Results;

    async fn audit(&self, request: Request<received::AuditRequest>) -> Result<Response<Self::AuditStream>, Status> {
        let core = self.readiness.core()?;
        let (message, _charge) = decoded(&core, request.into_inner(), &measured::AUDIT)?;
        let results = audit::audit(core, message.sample, self.readiness.stopping())?;
        Ok(Response::new(results))
    }

    async fn stats(&self, request: Request<received::StatsRequest>) -> Result<Response<v1::StatsResponse>, Status> {
        let core = self.readiness.core()?;
        decoded(&core, request.into_inner(), &measured::STATS)?;
        Ok(Response::new(stats::stats(&core, self.readiness.started())))
    }
}

/// A message that finds room, and what it is charged.
pub fn decoded<T: prost::Message + Default>(
    core: &Core,
    message: Received<T>,
    layout: &'static Layout,
) -> Result<(T, Charge), Failure> {
    let weight = measured::decoded_bytes(layout, &message.bytes)?;
    let charge = core.make_room(weight + message.bytes.len())?;
    let decoded = message.decode().map_err(|e| Failure::Malformed(e.to_string()))?;
    Ok((decoded, charge))
}

/// Who sends a request: its connection, and the name that the client gives itself where several share one.
fn asker<T>(request: &Request<T>, arrival: Instant) -> Asker {
    let address = request.remote_addr().map(|address| address.to_string()).unwrap_or_default();
    let name = request.metadata().get("isotope-caller").and_then(|name| name.to_str().ok()).unwrap_or_default();
    let name: String = name.chars().take(limits::MAX_CALLER_CHARACTERS).collect();
    let deadline = search_deadline(request.metadata(), arrival);
    Asker { caller: Caller::new(format!("{address} {name}")), deadline, arrival }
}

/// The answers of a request's questions, in order. What has no place in the line any more gets its plain lowering, unless
/// that is all of them; any other failure is the request's. Dropping this leaves every search.
pub async fn answer_all(
    core: &Arc<Core>,
    questions: &[Arc<Question>],
    asker: &Asker,
) -> Result<Vec<encoded::Answer>, Failure> {
    let mut answers: Vec<Option<encoded::Answer>> = vec![None; questions.len()];
    let mut held = Holding { bytes: 0, charge: core.memory.nothing() };
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
            Err(failure @ Failure::QueueFull { .. }) => refused.push((at, failure)),
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
