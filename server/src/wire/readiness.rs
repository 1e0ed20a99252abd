//! The latch between start and service: calls wait until the cache is open and the dictionary is loaded, and are refused, with a
//! reason, when that takes too long for them and when the daemon stops.

use crate::core::Core;
use crate::edge::deadline::{search_deadline, timeout};
use crate::failure::Failure;
use crate::limits;
use crate::observed::Subject;
use crate::wire::stats::stats;
use http::{HeaderValue, Request, Response};
use isotope_proto::v1::StatsResponse;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;
use tonic::body::Body;
use tonic::metadata::MetadataMap;
use tonic::server::NamedService;
use tower::Service;

/// Whether there is a core to ask.
pub struct Readiness {
    core: OnceLock<Arc<Core>>,
    /// Whether there is one, for whoever waits for it.
    is_ready: watch::Sender<bool>,
    stopping: watch::Sender<bool>,
    started: Instant,
}

impl Readiness {
    /// Not ready yet.
    pub fn new() -> Self {
        let (is_ready, stopping) = (watch::Sender::new(false), watch::Sender::new(false));
        Readiness { core: OnceLock::new(), is_ready, stopping, started: Instant::now() }
    }

    /// When the daemon was started.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Ready from now on. A second call changes nothing.
    pub fn ready(&self, core: Arc<Core>) {
        let _ = self.core.set(core);
        self.is_ready.send_replace(true);
    }

    /// Waits until the daemon is ready, or stops, at most until `deadline`.
    async fn settled(&self, deadline: Instant) {
        let (mut ready, mut stopping) = (self.is_ready.subscribe(), self.stopping.subscribe());
        tokio::select! {
            _ = ready.wait_for(|is| *is) => {}
            _ = stopping.wait_for(|is| *is) => {}
            () = tokio::time::sleep_until(deadline) => {}
        }
    }

    /// New calls are refused from now on; those under way go on.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// The core, for a new call.
    pub fn core(&self) -> Result<Arc<Core>, Failure> {
        if *self.stopping.borrow() {
            return Err(Failure::Unavailable("stopping"));
        }
        self.core
            .get()
            .cloned()
            .ok_or(Failure::Unavailable("still starting: its cache and dictionary are being opened"))
    }

    /// Tells long calls that the daemon is stopping.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// The core, for stopping it.
    pub fn core_if_ready(&self) -> Option<Arc<Core>> {
        self.core.get().cloned()
    }
}

impl Subject for Readiness {
    fn unwritten(&self) -> Option<usize> {
        self.core().ok().map(|core| core.store.unwritten.len())
    }

    fn stats(&self) -> Option<StatsResponse> {
        self.core().ok().map(|core| stats(&core, self.started()))
    }
}

impl Default for Readiness {
    fn default() -> Self {
        Self::new()
    }
}

/// A service whose calls wait for the daemon to be ready: not longer than their callers do, and not longer than a daemon may take to
/// start. A message waits where it is: little of it is read before.
#[derive(Clone)]
pub struct Waiting<S> {
    service: S,
    readiness: Arc<Readiness>,
}

impl<S> Waiting<S> {
    /// Lets the calls of `service` wait for `readiness`.
    pub fn new(service: S, readiness: Arc<Readiness>) -> Self {
        Waiting { service, readiness }
    }
}

impl<S: NamedService> NamedService for Waiting<S> {
    const NAME: &'static str = S::NAME;
}

/// A request whose caller has waited for `waited` already.
fn later(mut request: Request<Body>, waited: Duration) -> Request<Body> {
    // The edge has refused what is none.
    if let Ok(Some(timeout)) = timeout(request.headers()) {
        let left = timeout.saturating_sub(waited).as_millis();
        // More than the header has digits for changes nothing that anybody notices.
        if let Some(value) = (left < 100_000_000).then(|| HeaderValue::from_str(&format!("{left}m")).ok()).flatten() {
            request.headers_mut().insert("grpc-timeout", value);
        }
    }
    request
}

/// The future of a call's response.
type Answering = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

impl<S> Service<Request<Body>> for Waiting<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future = Answering>
        + Clone
        + Send
        + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answering;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.service.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Answering {
        if self.readiness.core.get().is_some() {
            return self.service.call(request);
        }
        let (mut service, readiness, arrival) = (self.service.clone(), Arc::clone(&self.readiness), Instant::now());
        Box::pin(async move {
            let latest = arrival + limits::START_PATIENCE;
            let metadata = MetadataMap::from_headers(request.headers().clone());
            let deadline = search_deadline(&metadata, arrival).map_or(latest, |at| at.min(latest));
            readiness.settled(deadline).await;
            // Whatever came of it: the method says it, in the time that is left.
            service.call(later(request, arrival.elapsed())).await
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_waited_has_less_time_left() {
        let left = |timeout: &str, waited: u64| {
            let mut request = Request::new(Body::empty());
            request.headers_mut().insert("grpc-timeout", timeout.parse().unwrap());
            later(request, Duration::from_millis(waited)).headers()["grpc-timeout"].to_str().unwrap().to_owned()
        };
        assert_eq!(left("2S", 500), "1500m");
        assert_eq!(left("2S", 5000), "0m");
        assert_eq!(left("99999999H", 5000), "99999999H");
        assert!(later(Request::new(Body::empty()), Duration::ZERO).headers().is_empty());
    }
}
