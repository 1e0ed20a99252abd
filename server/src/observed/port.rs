//! The operator's port: metrics, and whether the daemon is live, ready and whole, over HTTP/1.1.

use super::{Observed, page};
use crate::access::Access;
use crate::limits;
use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

/// OpenMetrics' text form.
const METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

struct Port {
    observed: Observed,
    registry: Registry,
}

/// A connection.
struct Seat {
    task: AbortHandle,
    /// It has asked for something.
    has_asked: Arc<AtomicBool>,
}

/// Answers on `listener` for as long as the process lives. A connection has a bounded time, and there is a bounded number of them: one
/// more takes the place of the oldest that has asked for nothing, so that whoever holds connections keeps nobody from asking.
pub async fn serve(listener: TcpListener, observed: Observed, access: Access) {
    let registry = page::registry(&observed, access);
    let port = Arc::new(Port { observed, registry });
    let mut seats: Vec<Seat> = Vec::new();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection for metrics cannot be accepted");
                tokio::time::sleep(limits::ACCEPT_PAUSE).await;
                continue;
            }
        };
        seats.retain(|seat| !seat.task.is_finished());
        if seats.len() >= limits::MAX_METRICS_CONNECTIONS {
            let silent = seats.iter().position(|seat| !seat.has_asked.load(Ordering::Relaxed));
            seats.remove(silent.unwrap_or(0)).task.abort();
        }
        let has_asked = Arc::<AtomicBool>::default();
        let task = tokio::spawn(converse(stream, Arc::clone(&port), Arc::clone(&has_asked))).abort_handle();
        seats.push(Seat { task, has_asked });
        // Bytes that have come with the connection are read before another takes its place.
        tokio::task::yield_now().await;
    }
}

/// Answers what one connection asks.
async fn converse(stream: TcpStream, port: Arc<Port>, has_asked: Arc<AtomicBool>) {
    let answer = service_fn(|request| {
        has_asked.store(true, Ordering::Relaxed);
        let answer = port.answer(&request);
        async move { Ok::<_, Infallible>(answer) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits::METRICS_ASKED).keep_alive(false);
    builder.max_buf_size(limits::MAX_METRICS_REQUEST_BYTES).max_headers(limits::MAX_METRICS_HEADERS);
    let served = builder.serve_connection(TokioIo::new(stream), answer);
    // Whoever asks here and leaves early, or does not read, has lost nothing.
    let _ = tokio::time::timeout(limits::METRICS_ANSWERED, served).await;
}

impl Port {
    fn answer(&self, request: &Request<Incoming>) -> Response<Full<Bytes>> {
        if request.method() != Method::GET && request.method() != Method::HEAD {
            return plain(StatusCode::METHOD_NOT_ALLOWED, "text/plain", "here is nothing to change\n".to_owned());
        }
        let state = self.observed.state();
        let is_well = match request.uri().path() {
            "/metrics" => return self.metrics(),
            "/live" => state.live,
            "/ready" => state.ready,
            "/whole" => state.is_whole(),
            _ => {
                let there = "/metrics, /live, /ready and /whole are here\n".to_owned();
                return plain(StatusCode::NOT_FOUND, "text/plain", there);
            }
        };
        let status = if is_well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        // A state is truth values and texts: always JSON.
        plain(status, "application/json", serde_json::to_string(&state).unwrap_or_default() + "\n")
    }

    fn metrics(&self) -> Response<Full<Bytes>> {
        let mut text = String::new();
        match encode(&mut text, &self.registry) {
            Ok(()) => plain(StatusCode::OK, METRICS, text),
            Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "text/plain", "the page cannot be written\n".to_owned()),
        }
    }
}

fn plain(status: StatusCode, kind: &'static str, text: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    response
}
