//! A connection to the service: timeouts, and retries of what may pass.

mod endpoint;
mod error;
mod operating;
mod probe;

pub(crate) use endpoint::endpoint;
pub use endpoint::{unix_path, wrong_port};
pub use error::ClientError;
use error::{LOST, NO_FRAME, failed_with, may_pass};

use crate::batch::{Batch, WhileOpen};
use crate::credentials::{self, Bearer, Credentials};
use crate::limits;
use isotope_proto::v1;
use isotope_proto::v1::isotope_client::IsotopeClient;
use std::future::Future;
use std::time::{Duration, SystemTime};
use tokio_stream::Stream;
use tonic::metadata::MetadataValue;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;
use tonic::{Request, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// How calls are made.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Time to get a connection.
    pub connect_timeout: Duration,
    /// Time for one call; the server answers with the best it has shortly before. `None`: as long as it takes.
    pub timeout: Option<Duration>,
    /// How often a call is tried in all while the server is not there or is full.
    pub attempts: u32,
    /// While a call is under way, how long the server may give no sign of life before the connection counts as lost.
    /// `None`: the connection is not watched.
    pub silence: Option<Duration>,
    /// The caller's credentials, and the authorities that this client trusts.
    pub credentials: Credentials,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            connect_timeout: limits::CONNECT_TIMEOUT,
            timeout: None,
            attempts: limits::ATTEMPTS,
            silence: None,
            credentials: Credentials::default(),
        }
    }
}

/// A server's statement about itself and its caller.
#[derive(Clone, Debug)]
pub struct Look {
    /// Its counters.
    pub stats: v1::StatsResponse,
    /// Who the caller is there.
    pub identity: Option<String>,
    /// Its roles.
    pub roles: Option<String>,
    /// The time there.
    pub date: Option<SystemTime>,
}

/// The carrier of calls: a channel, and the caller's token.
type Link = InterceptedService<Channel, Bearer>;

/// A connection. Cloning shares it.
#[derive(Clone, Debug)]
pub struct Client {
    service: IsotopeClient<Link>,
    health: HealthClient<Channel>,
    settings: Settings,
    /// Where the server is; nothing for a channel within this process.
    url: Option<String>,
}

impl Client {
    /// Connects to `url`, as in `http://127.0.0.1:4711` or `unix:/run/isotope/isotoped.sock`.
    pub async fn connect(url: &str, settings: Settings) -> Result<Self, ClientError> {
        let bearer = settings.credentials.bearer(url)?;
        let endpoint = endpoint(url, &settings)?;
        let mut attempt = 1;
        loop {
            match endpoint.connect().await {
                Ok(channel) => return Ok(Self::with(channel, bearer, settings, Some(url))),
                Err(error) if let Some(sentence) = credentials::sentence(&error) => {
                    return Err(ClientError::Credentials(format!("no secure connection to {url}: {sentence}")));
                }
                Err(error) if attempt >= settings.attempts => {
                    let why = std::error::Error::source(&error).map_or(error.to_string(), ToString::to_string);
                    return Err(ClientError::Unreachable { url: url.to_owned(), why });
                }
                Err(_) => pause(attempt).await,
            }
            attempt += 1;
        }
    }

    /// The same, but the first call makes the connection, and a lost one is made again by the next. Must be called inside
    /// a tokio runtime.
    pub fn lazily(url: &str, settings: Settings) -> Result<Self, ClientError> {
        let bearer = settings.credentials.bearer(url)?;
        let channel = endpoint(url, &settings)?.connect_lazy();
        Ok(Self::with(channel, bearer, settings, Some(url)))
    }

    /// Makes calls over a channel that is there already, as nobody in particular.
    pub fn over(channel: Channel, settings: Settings) -> Self {
        Self::with(channel, Bearer::default(), settings, None)
    }

    fn with(channel: Channel, bearer: Bearer, settings: Settings, url: Option<&str>) -> Self {
        let service = IsotopeClient::with_interceptor(channel.clone(), bearer)
            .max_decoding_message_size(limits::MAX_ANSWER_BYTES);
        Client { service, health: HealthClient::new(channel), settings, url: url.map(str::to_owned) }
    }

    /// Answers of all windows of a request, in order.
    pub async fn select(&self, request: v1::SelectRequest) -> Result<Vec<v1::Answer>, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.select(request).await };
        Ok(self.call(request, call).await?.answers)
    }

    /// Answers a stream of requests, in any order. Not retried: the caller knows what it has.
    pub async fn select_batch(
        &self,
        requests: impl Stream<Item = v1::SelectBatchRequest> + Send + 'static,
    ) -> Result<Batch, ClientError> {
        self.select_batch_within(requests, self.settings.timeout).await
    }

    /// The same with a time of its own for this batch.
    pub async fn select_batch_within(
        &self,
        requests: impl Stream<Item = v1::SelectBatchRequest> + Send + 'static,
        timeout: Option<Duration>,
    ) -> Result<Batch, ClientError> {
        self.batch(requests, |request| {
            if let Some(timeout) = timeout {
                request.set_timeout(timeout);
            }
        })
        .await
    }

    /// The same behind everything that anybody waits for, with no limit of time.
    pub async fn select_batch_behind(
        &self,
        requests: impl Stream<Item = v1::SelectBatchRequest> + Send + 'static,
    ) -> Result<Batch, ClientError> {
        self.batch(requests, |request| {
            request.metadata_mut().insert("isotope-priority", MetadataValue::from_static("behind"));
        })
        .await
    }

    async fn batch<S>(&self, requests: S, with: impl FnOnce(&mut Request<WhileOpen<S>>)) -> Result<Batch, ClientError>
    where
        S: Stream<Item = v1::SelectBatchRequest> + Send + 'static,
    {
        let (requests, open) = WhileOpen::new(requests);
        let mut request = Request::new(requests);
        with(&mut request);
        match self.service.clone().select_batch(request).await {
            Ok(response) => Ok(Batch::new(response.into_inner(), open)),
            Err(status) => Err(self.failed(status).await),
        }
    }

    /// The verdict on two programs of MLIR.
    pub async fn check(&self, request: v1::CheckRequest) -> Result<v1::CheckResponse, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.check(request).await };
        self.call(request, call).await
    }

    /// The kernel of a contraction.
    pub async fn compile(&self, request: v1::CompileRequest) -> Result<v1::CompileResponse, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.compile(request).await };
        self.call(request, call).await
    }

    /// A program whose nests are packed or tiled.
    pub async fn nest(&self, request: v1::NestRequest) -> Result<v1::NestResponse, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.nest(request).await };
        self.call(request, call).await
    }

    /// Machine code whose loops are scheduled.
    pub async fn schedule(&self, request: v1::ScheduleRequest) -> Result<v1::ScheduleResponse, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.schedule(request).await };
        self.call(request, call).await
    }

    /// Has the kernel of a contraction made behind everything that anybody waits for.
    pub async fn compile_behind(&self, request: v1::CompileRequest) -> Result<v1::CompileResponse, ClientError> {
        let call = |mut service: IsotopeClient<Link>, mut request: Request<v1::CompileRequest>| async move {
            request.metadata_mut().insert("isotope-priority", MetadataValue::from_static("behind"));
            service.compile(request).await
        };
        self.call(request, call).await
    }

    /// How the service sees a request.
    pub async fn explain(&self, request: v1::ExplainRequest) -> Result<v1::ExplainResponse, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.explain(request).await };
        self.call(request, call).await
    }

    /// The cached candidates for the windows of a request, with the code of every program.
    pub async fn alternatives(
        &self,
        request: v1::AlternativesRequest,
    ) -> Result<v1::AlternativesResponse, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.alternatives(request).await };
        self.call(request, call).await
    }

    /// The loops that compilers had compared for a CPU.
    pub async fn compared_loops(&self, cpu: &str) -> Result<Vec<v1::Loop>, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.compared_loops(request).await };
        Ok(self.call(v1::ComparedLoopsRequest { cpu: cpu.to_owned() }, call).await?.loops)
    }

    /// The cost of a compiler's own code beside code with answers in it. Not retried, and with a time of its own.
    pub async fn compare_within(
        &self,
        request: v1::CompareRequest,
        timeout: Duration,
    ) -> Result<Vec<v1::Compared>, ClientError> {
        let mut request = Request::new(request);
        request.set_timeout(timeout);
        Ok(self.service.clone().compare(request).await?.into_inner().compared)
    }

    fn timed<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        if let Some(timeout) = self.settings.timeout {
            request.set_timeout(timeout);
        }
        request
    }

    /// The windows that were asked there and not answered in time, the most demanded first.
    pub async fn misses(&self) -> Result<Vec<v1::Miss>, ClientError> {
        let mut pages = self.service.clone().misses(self.timed(v1::MissesRequest { limit: 0 })).await?.into_inner();
        let mut misses = Vec::new();
        while let Some(page) = pages.message().await? {
            misses.extend(page.misses);
            if misses.len() > limits::MAX_MISSES {
                misses.truncate(limits::MAX_MISSES);
                break;
            }
        }
        Ok(misses)
    }

    /// The daemon's counters.
    pub async fn stats(&self) -> Result<v1::StatsResponse, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.stats(request).await };
        self.call(v1::StatsRequest {}, call).await
    }

    /// The counters, and what the server says beside them of itself and of its caller.
    pub async fn look(&self) -> Result<Look, ClientError> {
        let request = self.timed(v1::StatsRequest {});
        let asked = self.service.clone().stats(request).await;
        let (metadata, stats, _) = match asked {
            Ok(response) => response.into_parts(),
            Err(status) => return Err(self.failed(status).await),
        };
        let said = |name: &str| metadata.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let date = said("date").and_then(|date| httpdate::parse_http_date(&date).ok());
        Ok(Look { stats, identity: said("isotope-identity"), roles: said("isotope-roles"), date })
    }

    /// Whether the service takes calls at this moment.
    pub async fn serving(&self) -> Result<bool, ClientError> {
        self.serving_of("isotope.v1.Isotope").await
    }

    /// The same for another name of the server's health: `live`, or `whole` for one that lacks nothing.
    pub async fn serving_of(&self, service: &str) -> Result<bool, ClientError> {
        let mut request = Request::new(HealthCheckRequest { service: service.to_owned() });
        if let Some(timeout) = self.settings.timeout {
            request.set_timeout(timeout);
        }
        match self.health.clone().check(request).await {
            Ok(response) => Ok(response.into_inner().status() == ServingStatus::Serving),
            Err(status) => Err(self.failed(status).await),
        }
    }

    /// Why a call failed. If something answers that is no such service, it is probed, so that the sentence can name it.
    async fn failed(&self, status: Status) -> ClientError {
        let Some(url) = self.url.as_ref().filter(|url| url.starts_with("http:")) else { return status.into() };
        let (is_no_http2, is_lost) = (failed_with(&status, &[NO_FRAME]), failed_with(&status, &LOST));
        if !is_no_http2 && !is_lost {
            return status.into();
        }
        match probe::answered(url).await {
            None if is_lost => status.into(),
            found => {
                let message = format!("what answers at {url} {}", found.unwrap_or(probe::NEITHER));
                ClientError::Failed(v1::Failure { code: status.code() as i32, message, ..Default::default() })
            }
        }
    }

    async fn call<Q, R, F>(
        &self,
        message: Q,
        call: impl Fn(IsotopeClient<Link>, Request<Q>) -> F,
    ) -> Result<R, ClientError>
    where
        Q: Clone,
        F: Future<Output = Result<tonic::Response<R>, Status>>,
    {
        let mut attempt = 1;
        loop {
            let mut request = Request::new(message.clone());
            if let Some(timeout) = self.settings.timeout {
                request.set_timeout(timeout);
            }
            match call(self.service.clone(), request).await {
                Ok(response) => return Ok(response.into_inner()),
                Err(status) if attempt < self.settings.attempts && may_pass(status.code()) => pause(attempt).await,
                Err(status) => return Err(self.failed(status).await),
            }
            attempt += 1;
        }
    }
}

async fn pause(attempt: u32) {
    tokio::time::sleep(limits::FIRST_PAUSE * 2u32.saturating_pow(attempt - 1)).await;
}
