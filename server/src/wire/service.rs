//! The gRPC service: from messages to the core and back. Refuses calls while the core is not ready.

use super::request::{Called, answer_all, decoded, share};
use super::{
    audit, batch, check, compare, compared_loops, compile, logging, misses, nest, operating, pin, schedule, snapshots,
    stats,
};
use crate::access::{Access, Identity, Quota, Role, Roles};
use crate::answers::answering::{Asker, Program, milliseconds_since};
use crate::core::Core;
use crate::edge::deadline::search_deadline;
use crate::edge::{Held, PREFIX_BYTES};
use crate::failure::Failure;
use crate::intake::question::Terms;
use crate::jobs;
use crate::jobs::alternatives::Alternatives;
use crate::jobs::explain::Explain;
use crate::limits;
use crate::observed::{Observed, RequestId};
use crate::search::explanation::Wanted;
use crate::search::flights::{Caller, Ending};
use crate::wire::measured;
use crate::wire::readiness::Readiness;
use bytes::{BufMut as _, Bytes, BytesMut};
use isotope_proto::received;
use isotope_proto::server::isotope_server::Isotope;
use isotope_proto::{encoded, v1};
use prost::Message as _;
use std::future::Future;
use std::sync::Arc;
use tokio::time::Instant;
use tonic::{Request, Response, Status, Streaming};
use tracing::Instrument as _;

/// The service. Cloning shares it.
#[derive(Clone)]
pub struct Service {
    readiness: Arc<Readiness>,
    observed: Observed,
}

impl Service {
    /// A service that answers once `readiness` has its core.
    pub fn new(readiness: Arc<Readiness>, observed: Observed) -> Self {
        Service { readiness, observed }
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
        let asker = asker(&core, &request, arrival);
        let called = Called::of(&request, "Select", &asker.identity);
        let bytes = request.get_ref().bytes.clone();
        let (message, _charge) = decoded(&core, request, &measured::ASK)?;
        let v1::SelectRequest { program, target, options, expected_epoch } = message;
        let program = match program.ok_or(Failure::Empty)? {
            v1::select_request::Program::Text(text) => Program::Text(text),
            v1::select_request::Program::Expression(graph) => Program::Graph(graph),
        };
        let terms =
            Terms { target: target.as_ref(), options: options.as_ref(), expected_epoch: expected_epoch.as_deref() };
        if let Some(answers) = core.known_answers(Some(&bytes), &program.source(), &terms, arrival)? {
            return Ok(Response::new(encoded::SelectResponse { answers }));
        }
        drop(bytes);
        let answering = async {
            let questions = core.intake.questions(program, target, options, expected_epoch, &asker).await?;
            let answers = answer_all(&core, &questions, &asker).await?;
            tracing::info!(windows = answers.len(), ms = milliseconds_since(arrival), "answered");
            Ok(Response::new(encoded::SelectResponse { answers }))
        };
        in_time(&core, Ending::Over, answering).instrument(called.span()).await
    }

    async fn select_batch(
        &self,
        request: Request<Streaming<received::SelectBatchRequest>>,
    ) -> Result<Response<Self::SelectBatchStream>, Status> {
        let arrival = Instant::now();
        let core = self.readiness.core()?;
        let asker = asker(&core, &request, arrival);
        let _span = Called::of(&request, "SelectBatch", &asker.identity).span().entered();
        Ok(Response::new(batch::answer_stream(core, request.into_inner(), asker, self.readiness.stopping())))
    }

    async fn explain(
        &self,
        request: Request<received::ExplainRequest>,
    ) -> Result<Response<v1::ExplainResponse>, Status> {
        let core = self.readiness.core()?;
        let asker = asker(&core, &request, Instant::now());
        let called = Called::of(&request, "Explain", &asker.identity);
        let bytes = request.get_ref().bytes.clone();
        let (message, _charge) = decoded(&core, request, &measured::ASK)?;
        let v1::ExplainRequest { program, target, options, expected_epoch, all, why_not } = message;
        let wanted = Wanted { all, why_not: Some(why_not).filter(|name| !name.is_empty()) };
        let program = match program.ok_or(Failure::Empty)? {
            v1::explain_request::Program::Text(text) => Program::Text(text),
            v1::explain_request::Program::Expression(graph) => Program::Graph(graph),
        };
        let explaining = async {
            let questions = core.intake.questions(program, target, options, expected_epoch, &asker).await?;
            let explain = Explain::of(&bytes, questions, wanted);
            Ok(Response::new(jobs::answer(&core, explain, &asker).await?))
        };
        in_time(&core, Ending::GivenUp, explaining).instrument(called.span()).await
    }

    async fn check(&self, request: Request<received::CheckRequest>) -> Result<Response<v1::CheckResponse>, Status> {
        let core = self.readiness.core()?;
        let asker = asker(&core, &request, Instant::now());
        let called = Called::of(&request, "Check", &asker.identity);
        let (message, _charge) = decoded(&core, request, &measured::CHECK)?;
        let checking = async { Ok(Response::new(check::check(&core, message, &asker).await?)) };
        in_time(&core, Ending::GivenUp, checking).instrument(called.span()).await
    }

    async fn compile(
        &self,
        request: Request<received::CompileRequest>,
    ) -> Result<Response<v1::CompileResponse>, Status> {
        let core = self.readiness.core()?;
        let asker = asker(&core, &request, Instant::now());
        let called = Called::of(&request, "Compile", &asker.identity);
        let (message, _charge) = decoded(&core, request, &measured::COMPILE)?;
        let compiling = async { Ok(Response::new(compile::compile(&core, message, &asker).await?)) };
        in_time(&core, Ending::GivenUp, compiling).instrument(called.span()).await
    }

    async fn nest(&self, request: Request<received::NestRequest>) -> Result<Response<v1::NestResponse>, Status> {
        let core = self.readiness.core()?;
        let asker = asker(&core, &request, Instant::now());
        let called = Called::of(&request, "Nest", &asker.identity);
        let (message, _charge) = decoded(&core, request, &measured::NEST)?;
        let nesting = async { Ok(Response::new(nest::nest(&core, message, &asker).await?)) };
        in_time(&core, Ending::GivenUp, nesting).instrument(called.span()).await
    }

    async fn schedule(
        &self,
        request: Request<received::ScheduleRequest>,
    ) -> Result<Response<v1::ScheduleResponse>, Status> {
        let core = self.readiness.core()?;
        let asker = asker(&core, &request, Instant::now());
        let called = Called::of(&request, "Schedule", &asker.identity);
        let (message, _charge) = decoded(&core, request, &measured::SCHEDULE)?;
        let scheduling = async { Ok(Response::new(schedule::schedule(&core, message, &asker).await?)) };
        in_time(&core, Ending::GivenUp, scheduling).instrument(called.span()).await
    }

    async fn compare(
        &self,
        request: Request<received::CompareRequest>,
    ) -> Result<Response<v1::CompareResponse>, Status> {
        let core = self.readiness.core()?;
        let address = request.remote_addr().map(|address| address.ip().to_string()).unwrap_or_default();
        let asker = asker(&core, &request, Instant::now());
        let may_price = asker.identity.roles().has(Role::Search);
        let called = Called::of(&request, "Compare", &asker.identity);
        // One identity's names say nothing about another's code.
        let host = format!("{address} {}", asker.identity.name());
        let (message, _charge) = decoded(&core, request, &measured::COMPARE)?;
        let comparing = async { Ok(Response::new(compare::compare(&core, &host, message, may_price, &asker).await?)) };
        in_time(&core, Ending::GivenUp, comparing).instrument(called.span()).await
    }

    async fn alternatives(
        &self,
        request: Request<received::AlternativesRequest>,
    ) -> Result<Response<v1::AlternativesResponse>, Status> {
        let core = self.readiness.core()?;
        let asker = asker(&core, &request, Instant::now());
        let called = Called::of(&request, "Alternatives", &asker.identity);
        let bytes = request.get_ref().bytes.clone();
        let (message, _charge) = decoded(&core, request, &measured::ASK)?;
        let v1::AlternativesRequest { program, target, options, expected_epoch } = message;
        let program = match program.ok_or(Failure::Empty)? {
            v1::alternatives_request::Program::Text(text) => Program::Text(text),
            v1::alternatives_request::Program::Expression(graph) => Program::Graph(graph),
        };
        let listing = async {
            let questions = core.intake.questions(program, target, options, expected_epoch, &asker).await?;
            let alternatives = Alternatives::of(&bytes, questions);
            Ok(Response::new(jobs::answer(&core, alternatives, &asker).await?))
        };
        in_time(&core, Ending::GivenUp, listing).instrument(called.span()).await
    }

    async fn compared_loops(
        &self,
        request: Request<received::ComparedLoopsRequest>,
    ) -> Result<Response<v1::ComparedLoopsResponse>, Status> {
        let core = self.readiness.core()?;
        let (message, _charge) = decoded(&core, request, &measured::COMPARED_LOOPS)?;
        Ok(Response::new(compared_loops::of(&core, &message.cpu)))
    }

    type AuditStream = audit::Results;

    async fn audit(&self, request: Request<received::AuditRequest>) -> Result<Response<Self::AuditStream>, Status> {
        let core = self.readiness.core()?;
        let (message, _charge) = decoded(&core, request, &measured::AUDIT)?;
        let results = audit::audit(core, message.sample, self.readiness.stopping())?;
        Ok(Response::new(results))
    }

    async fn log_level(
        &self,
        request: Request<received::LogLevelRequest>,
    ) -> Result<Response<v1::LogLevelResponse>, Status> {
        let core = self.readiness.core()?;
        let called = Called::of(&request, "LogLevel", &identity(&request));
        let (message, _charge) = decoded(&core, request, &measured::LOG_LEVEL)?;
        Ok(Response::new(called.span().in_scope(|| logging::change(&self.observed, &message))?))
    }

    async fn pin(&self, request: Request<received::PinRequest>) -> Result<Response<v1::PinResponse>, Status> {
        let core = self.readiness.core()?;
        let asker = asker(&core, &request, Instant::now());
        let called = Called::of(&request, "Pin", &asker.identity);
        // It has the fields of a question, with the same numbers.
        let (message, _charge) = decoded(&core, request, &measured::ASK)?;
        Ok(Response::new(pin::pin(core, message, &asker).instrument(called.span()).await?))
    }

    async fn purge(&self, request: Request<received::PurgeRequest>) -> Result<Response<v1::PurgeResponse>, Status> {
        let core = self.readiness.core()?;
        let called = Called::of(&request, "Purge", &identity(&request));
        let (message, _charge) = decoded(&core, request, &measured::PURGE)?;
        Ok(Response::new(operating::purge(core, message).instrument(called.span()).await?))
    }

    async fn verify(&self, request: Request<received::VerifyRequest>) -> Result<Response<v1::VerifyResponse>, Status> {
        let core = self.readiness.core()?;
        decoded(&core, request, &measured::NOTHING)?;
        Ok(Response::new(operating::verify(core).await?))
    }

    type ExportStream = snapshots::Pieces;

    async fn export(&self, request: Request<received::ExportRequest>) -> Result<Response<Self::ExportStream>, Status> {
        let core = self.readiness.core()?;
        let called = Called::of(&request, "Export", &identity(&request));
        decoded(&core, request, &measured::NOTHING)?;
        Ok(Response::new(called.span().in_scope(|| snapshots::export(core))?))
    }

    type ImportStream = snapshots::Progress;

    async fn import(
        &self,
        request: Request<Streaming<received::ImportRequest>>,
    ) -> Result<Response<Self::ImportStream>, Status> {
        let core = self.readiness.core()?;
        let called = Called::of(&request, "Import", &identity(&request));
        let (requests, stopping) = (request.into_inner(), self.readiness.stopping());
        Ok(Response::new(called.span().in_scope(|| snapshots::import(core, requests, stopping))?))
    }

    type MissesStream = misses::Pages;

    async fn misses(&self, request: Request<received::MissesRequest>) -> Result<Response<Self::MissesStream>, Status> {
        let core = self.readiness.core()?;
        let (message, _charge) = decoded(&core, request, &measured::MISSES)?;
        Ok(Response::new(misses::pages(&core, message.limit)))
    }

    async fn stats(&self, request: Request<received::StatsRequest>) -> Result<Response<v1::StatsResponse>, Status> {
        let core = self.readiness.core()?;
        let identity = identity(&request);
        decoded(&core, request, &measured::STATS)?;
        let lacks = self.observed.state().degraded;
        let mut response = Response::new(v1::StatsResponse { lacks, ..stats::stats(&core, self.readiness.started()) });
        // For whoever wonders what they are taken for. A name of a certificate may be no header.
        for (header, text) in [("isotope-identity", identity.name()), ("isotope-roles", &identity.roles().to_string())]
        {
            let _ = text.parse().map(|value| response.metadata_mut().insert(header, value));
        }
        Ok(response)
    }
}

/// The answers of `Select` from memory, for a request that it has answered before.
impl Held for Service {
    fn path(&self) -> &'static str {
        "/isotope.v1.Isotope/Select"
    }

    fn answer(&self, request: &[u8]) -> Option<Bytes> {
        let arrival = Instant::now();
        let answers = self.readiness.core().ok()?.recognised(request, arrival)?;
        let message = encoded::SelectResponse { answers };
        let length = message.encoded_len();
        // A message that is too long is refused by the method itself.
        let prefix = u32::try_from(length).ok().filter(|_| length <= limits::MAX_ANSWER_BYTES)?;
        let mut answer = BytesMut::with_capacity(PREFIX_BYTES + length);
        answer.put_u8(0);
        answer.put_u32(prefix);
        message.encode(&mut answer).ok()?;
        Some(answer.freeze())
    }
}

/// The response of a call, unless the daemon's end comes so far before.
async fn in_time<T>(
    core: &Core,
    ending: Ending,
    answering: impl Future<Output = Result<T, Status>>,
) -> Result<T, Status> {
    tokio::select! {
        biased;
        answered = answering => answered,
        () = core.scheduler.flights.until(ending) => Err(Failure::Unavailable("stopping").into()),
    }
}

/// Who sends a request: who it is known as, its connection, and the name that the client gives itself where several share
/// one. The name divides the turn of the connection or the identity, and makes none.
fn asker<T>(core: &Core, request: &Request<T>, arrival: Instant) -> Asker {
    let identity = identity(request);
    let connection = request.remote_addr().map(|address| address.to_string()).unwrap_or_default();
    let caller = if identity.is_known() { Caller::of(identity.name(), connection) } else { Caller::new(connection) };
    let name = request.metadata().get("isotope-caller").and_then(|name| name.to_str().ok()).unwrap_or_default();
    let name: String = name.chars().take(limits::MAX_CALLER_CHARACTERS).collect();
    let caller = caller.named(&name);
    let is_behind = request.metadata().get("isotope-priority").is_some_and(|priority| priority == "behind");
    let caller = if is_behind { caller.behind() } else { caller };
    let deadline = search_deadline(request.metadata(), arrival);
    let call = request.extensions().get::<RequestId>().cloned();
    Asker { caller, identity, share: share(core, request), call, deadline, arrival }
}

/// As the edge has admitted it. A call that did not come through the edge is nobody's, who may nothing.
fn identity<T>(request: &Request<T>) -> Arc<Identity> {
    let found = request.extensions().get::<Arc<Identity>>();
    found.cloned().unwrap_or_else(|| Access::anonymous(Roles::default(), Quota::default()))
}
