//! The explorer: one page on a port of this machine, which asks a daemon as the command does.
//!
//! Here belong: the page, its files, and the few calls that its script makes. Elsewhere: what answers mean; calls go to the
//! daemon with the identity and the time of the command, and its bounds hold. Nothing of the page is loaded from elsewhere.

mod asking;
mod guard;
mod reference;

pub use asking::{About, Explorer};

use crate::limits;
use bytes::Bytes;
use guard::Refusal;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// The sources that the page may load: its own files, and nothing from anywhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";

/// Answers on `listener`, which listens on an address of this machine, for as long as it is polled.
pub async fn serve(listener: TcpListener, explorer: Explorer) -> std::io::Result<()> {
    let port = listener.local_addr()?.port();
    let (explorer, seats) = (Arc::new(explorer), Arc::new(Semaphore::new(limits::EXPLORE_CONNECTIONS)));
    loop {
        // The semaphore is never closed.
        let Ok(seat) = Arc::clone(&seats).acquire_owned().await else { return Ok(()) };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(limits::EXPLORE_PAUSE).await;
            continue;
        };
        let explorer = Arc::clone(&explorer);
        tokio::spawn(async move {
            converse(stream, port, explorer).await;
            drop(seat);
        });
    }
}

/// Answers what one connection asks. A page that is left drops its calls, and the daemon gives them up.
async fn converse(stream: TcpStream, port: u16, explorer: Arc<Explorer>) {
    let answer = service_fn(move |request| {
        let explorer = Arc::clone(&explorer);
        async move { Ok::<_, Infallible>(guarded(answer(request, port, &explorer).await)) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits::EXPLORE_READ).max_headers(64);
    // Whoever leaves early, or sends what is no request, has lost nothing.
    let _ = builder.serve_connection(TokioIo::new(stream), answer).await;
}

/// The answer to a request.
async fn answer(request: Request<Incoming>, port: u16, explorer: &Explorer) -> Response<Full<Bytes>> {
    if let Some(refusal) = guard::refusal(request.method(), request.headers(), port) {
        return refused(&refusal);
    }
    let path = request.uri().path().to_owned();
    match (request.method(), path.as_str()) {
        (&Method::POST, "/api/select" | "/api/code" | "/api/explain") => match read(request).await {
            Ok(body) => told(explorer.asked(&path, &body).await),
            Err(refusal) => refused(&refusal),
        },
        (&Method::POST, "/api/compile") => match read(request).await {
            Ok(body) => told(explorer.compiled(&body).await),
            Err(refusal) => refused(&refusal),
        },
        (&Method::GET | &Method::HEAD, _) => got(&path, request.uri().query(), explorer).await,
        _ => refused(&Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "here is nothing to change")),
    }
}

/// The resource at a path.
async fn got(path: &str, query: Option<&str>, explorer: &Explorer) -> Response<Full<Bytes>> {
    match path {
        "/" => page(HTML, include_str!("explore/page/index.html")),
        "/explore.css" => page("text/css; charset=utf-8", include_str!("explore/page/explore.css")),
        "/explore.js" => page("text/javascript; charset=utf-8", include_str!("explore/page/explore.js")),
        "/programs.js" => page("text/javascript; charset=utf-8", include_str!("explore/page/programs.js")),
        "/api/about" => told(Ok(explorer.about().await)),
        "/api/state" => told(explorer.state().await),
        "/find" => moved(&explorer.reference.place(guard::parameter(query, "name").as_str()).await),
        "/reference" | "/reference/" => moved("/reference/index.html"),
        path => match path.strip_prefix("/reference/") {
            Some(name) => match explorer.reference.page(name).await {
                Some((kind, text)) => body(StatusCode::OK, kind, text),
                None => missing(),
            },
            None => missing(),
        },
    }
}

fn missing() -> Response<Full<Bytes>> {
    refused(&Refusal::new(StatusCode::NOT_FOUND, "there is no such page; the explorer is at /"))
}

/// A body, as far as it may be read.
async fn read(request: Request<Incoming>) -> Result<Bytes, Refusal> {
    let body = Limited::new(request.into_body(), limits::EXPLORE_BODY).collect();
    match tokio::time::timeout(limits::EXPLORE_READ, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(_)) => Err(Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "the text is over the bound EXPLORE_BODY; `isotope select FILE` takes larger ones",
        )),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the text did not come in time")),
    }
}

/// The response for the outcome of a call.
fn told(told: Result<Value, (StatusCode, Value)>) -> Response<Full<Bytes>> {
    let (status, value) = told.map_or_else(|failed| failed, |value| (StatusCode::OK, value));
    body(status, JSON, Bytes::from(value.to_string()))
}

fn refused(refusal: &Refusal) -> Response<Full<Bytes>> {
    told(Err((refusal.status, json!({ "error": refusal.why }))))
}

fn page(kind: &'static str, text: &'static str) -> Response<Full<Bytes>> {
    body(StatusCode::OK, kind, Bytes::from_static(text.as_bytes()))
}

fn body(status: StatusCode, kind: &'static str, text: Bytes) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(text));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn moved(to: &str) -> Response<Full<Bytes>> {
    let Ok(to) = HeaderValue::from_str(to) else { return missing() };
    let mut response = body(StatusCode::SEE_OTHER, "text/plain", Bytes::new());
    response.headers_mut().insert(header::LOCATION, to);
    response
}

/// With what keeps a browser from doing more than the page is meant to.
fn guarded(mut response: Response<Full<Bytes>>) -> Response<Full<Bytes>> {
    let headers = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cache-control", "no-store"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
