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
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// OpenMetrics' text form.
const METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

struct Port {
    observed: Observed,
    registry: Registry,
}

/// Answers on `listener` for as long as the process lives. A connection has a bounded time, and there is a bounded number
/// of them: whoever floods this port makes it slow, and nothing else.
pub async fn serve(listener: TcpListener, observed: Observed, access: Access) {
    let registry = page::registry(&observed, access);
    let port = Arc::new(Port { observed, registry });
    let seats = Arc::new(Semaphore::new(limits::MAX_METRICS_CONNECTIONS));
    loop {
        // The semaphore is never closed.
        let Ok(seat) = Arc::clone(&seats).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection for metrics cannot be accepted");
                tokio::time::sleep(limits::ACCEPT_PAUSE).await;
                continue;
            }
        };
        let port = Arc::clone(&port);
        tokio::spawn(async move {
            let _seat = seat;
            let answer = service_fn(|request| {
                let answer = port.answer(&request);
                async move { Ok::<_, Infallible>(answer) }
            });
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(limits::HANDSHAKE).keep_alive(false);
            let served = builder.serve_connection(TokioIo::new(stream), answer);
            // Whoever asks here and leaves early, or does not read, has lost nothing.
            let _ = tokio::time::timeout(limits::HANDSHAKE, served).await;
        });
    }
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
