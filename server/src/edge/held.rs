//! Calls whose answer is held: it is found by the bytes of the message and goes out as it is, past the layers that would decode
//! the one and encode the other. Everything else goes on to the service as it came.
//!
//! Whoever calls was admitted before (its role, its quota, its time, the room that its call takes), and the body that is read
//! here is the one that is charged for.

use crate::limits;
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, header};
use http_body::{Body, Frame, SizeHint};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tonic::Status;
use tonic::service::Routes;
use tower::Service as _;

/// Bytes before a message in gRPC: whether it is compressed, and its length.
pub const PREFIX_BYTES: usize = 5;

/// A store that has answers at hand.
pub trait Held: Send + Sync {
    /// The path of the unary method that they answer.
    fn path(&self) -> &'static str;

    /// The answer, with its prefix, to a request with exactly these bytes, after every check that its method makes. `None`: the method
    /// has to be asked.
    fn answer(&self, message: &[u8]) -> Option<Bytes>;
}

/// The service that answers calls.
#[derive(Clone)]
pub struct Answering {
    /// All methods.
    pub routes: Routes,
    /// The store that is asked first.
    pub held: Arc<dyn Held>,
}

impl Answering {
    /// Answers a call.
    pub async fn answer<B>(&self, request: Request<B>) -> Response<Answer>
    where
        B: Body<Data = Bytes, Error = Status> + Send + Unpin + 'static,
    {
        let (parts, mut body) = request.into_parts();
        if parts.uri.path() != self.held.path() || parts.method != Method::POST || is_compressed(&parts.headers) {
            return self.ask(Request::from_parts(parts, tonic::body::Body::new(body))).await;
        }
        let read = gather(&mut body).await;
        if let Some(answer) = read.message().and_then(|message| self.held.answer(message)) {
            return whole(answer);
        }
        let body = Reread { read: read.bytes, next: read.next, body };
        self.ask(Request::from_parts(parts, tonic::body::Body::new(body))).await
    }

    /// The service's own answer. In a box, so that calls that do without it stay small.
    async fn ask(&self, request: Request<tonic::body::Body>) -> Response<Answer> {
        let mut routes = self.routes.clone();
        // Routes never fail.
        let Ok(response) = Box::pin(async move { routes.call(request).await }).await;
        response.map(Answer::Service)
    }
}

fn is_compressed(headers: &HeaderMap) -> bool {
    headers.get("grpc-encoding").is_some_and(|encoding| encoding != "identity")
}

/// The part of a body that was read.
struct Read {
    bytes: Bytes,
    /// The frame behind it, if it was no data.
    next: Option<Result<Frame<Bytes>, Status>>,
    is_all: bool,
}

impl Read {
    /// The one message that the body is, not compressed.
    fn message(&self) -> Option<&[u8]> {
        let (prefix, message) = self.bytes.split_first_chunk::<PREFIX_BYTES>().filter(|_| self.is_all)?;
        let [0, length @ ..] = *prefix else { return None };
        (u32::from_be_bytes(length) as usize == message.len()).then_some(message)
    }
}

/// Reads a body to its end, or until it is longer than what is held.
async fn gather<B: Body<Data = Bytes, Error = Status> + Unpin>(body: &mut B) -> Read {
    let mut first = Bytes::new();
    let mut more = BytesMut::new();
    let mut next = None;
    let mut is_all = true;
    while !body.is_end_stream() {
        if first.len() + more.len() > PREFIX_BYTES + limits::MAX_HELD_REQUEST {
            is_all = false;
            break;
        }
        match poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await {
            None => break,
            Some(Ok(frame)) => match frame.into_data() {
                Ok(data) if first.is_empty() => first = data,
                Ok(data) => more.extend_from_slice(&data),
                Err(other) => next = Some(Ok(other)),
            },
            Some(Err(error)) => next = Some(Err(error)),
        }
        if next.is_some() {
            is_all = false;
            break;
        }
    }
    let bytes = if more.is_empty() { first } else { [&first[..], &more[..]].concat().into() };
    Read { bytes, next, is_all }
}

/// A body of which some was read already.
struct Reread<B> {
    read: Bytes,
    next: Option<Result<Frame<Bytes>, Status>>,
    body: B,
}

impl<B: Body<Data = Bytes, Error = Status> + Unpin> Body for Reread<B> {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.get_mut();
        if !this.read.is_empty() {
            return Poll::Ready(Some(Ok(Frame::data(std::mem::take(&mut this.read)))));
        }
        match this.next.take() {
            Some(next) => Poll::Ready(Some(next)),
            None => Pin::new(&mut this.body).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.read.is_empty() && self.next.is_none() && self.body.is_end_stream()
    }
}

/// The body of an answer.
pub enum Answer {
    /// A message that was at hand.
    Held(Whole),
    /// The service's own body.
    Service(tonic::body::Body),
}

impl From<tonic::body::Body> for Answer {
    fn from(body: tonic::body::Body) -> Self {
        Answer::Service(body)
    }
}

/// One message, and that its call went well.
#[derive(Default)]
pub struct Whole {
    message: Option<Bytes>,
    is_over: bool,
}

fn whole(message: Bytes) -> Response<Answer> {
    let mut response = Response::new(Answer::Held(Whole { message: Some(message), is_over: false }));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    response
}

impl Whole {
    fn next(&mut self) -> Option<Frame<Bytes>> {
        if let Some(message) = self.message.take() {
            return Some(Frame::data(message));
        }
        if std::mem::replace(&mut self.is_over, true) {
            return None;
        }
        let mut trailers = HeaderMap::with_capacity(1);
        trailers.insert(HeaderName::from_static("grpc-status"), HeaderValue::from_static("0"));
        Some(Frame::trailers(trailers))
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        match self.get_mut() {
            Answer::Held(whole) => Poll::Ready(whole.next().map(Ok)),
            Answer::Service(body) => Pin::new(body).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Answer::Held(whole) => whole.is_over,
            Answer::Service(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Answer::Held(_) => SizeHint::default(),
            Answer::Service(body) => body.size_hint(),
        }
    }
}

#[cfg(test)]
mod tests;
