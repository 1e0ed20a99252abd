//! gRPC by hand, over `h2`: what no well-behaved client would send.

#![allow(dead_code)]

use bytes::{Bytes, BytesMut};
use h2::client::{ResponseFuture, SendRequest};
use h2::{RecvStream, SendStream};
use http::{HeaderMap, Request};
use tokio::net::TcpStream;

/// The transport's error.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// A connection.
#[derive(Clone)]
pub struct Wire {
    send: SendRequest<Bytes>,
}

/// A call whose request may go on.
pub struct Call {
    /// Where the rest of the request goes.
    pub request: SendStream<Bytes>,
    answer: ResponseFuture,
}

/// The response.
#[derive(Debug, Default)]
pub struct Answer {
    /// `grpc-status`, or -1 where none came.
    pub code: i32,
    /// `grpc-message`, decoded no further.
    pub message: String,
    /// The headers before the body.
    pub headers: HeaderMap,
    /// All trailers.
    pub trailers: HeaderMap,
    /// The body as it came.
    pub body: Bytes,
}

/// The service's method of this name.
pub fn method(name: &str) -> String {
    format!("/isotope.v1.Isotope/{name}")
}

/// A message with gRPC's prefix.
pub fn framed(message: &[u8]) -> Bytes {
    let mut framed = BytesMut::with_capacity(message.len() + 5);
    framed.extend_from_slice(&[0]);
    framed.extend_from_slice(&(message.len() as u32).to_be_bytes());
    framed.extend_from_slice(message);
    framed.freeze()
}

impl Wire {
    /// Connects, with the windows of a client that has them.
    pub async fn connect(address: &str) -> Result<Self> {
        Wire::with(address, h2::client::Builder::new().initial_window_size(1 << 20)).await
    }

    /// Connects as `builder` says.
    pub async fn with(address: &str, builder: &h2::client::Builder) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        let (send, connection) = builder.handshake(stream).await?;
        tokio::spawn(connection);
        Ok(Wire { send })
    }

    /// Begins a call.
    pub async fn begin(&self, path: &str, headers: &[(&str, &str)]) -> Result<Call> {
        let mut request = Request::post(format!("http://daemon{path}"))
            .header("content-type", "application/grpc")
            .header("te", "trailers");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(())?;
        let (answer, request) = self.send.clone().ready().await?.send_request(request, false)?;
        Ok(Call { request, answer })
    }

    /// A whole call of one message.
    pub async fn call(&self, path: &str, headers: &[(&str, &str)], message: &[u8]) -> Result<Answer> {
        self.send(path, headers, framed(message)).await
    }

    /// A whole call with this body.
    pub async fn send(&self, path: &str, headers: &[(&str, &str)], body: Bytes) -> Result<Answer> {
        let mut call = self.begin(path, headers).await?;
        // A server that has answered already takes no more.
        let _ = call.request.send_data(body, true);
        call.answer().await
    }
}

impl Call {
    /// The server's answer in the end.
    pub async fn answer(self) -> Result<Answer> {
        let Call { request: _request, answer } = self;
        let (head, body) = answer.await?.into_parts();
        let (bytes, trailers) = all(body).await?;
        // A call that fails at once has its status in the head.
        let headers = head.headers;
        let trailers = trailers.unwrap_or_else(|| headers.clone());
        let said = |name: &str| trailers.get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
        Ok(Answer {
            code: said("grpc-status").and_then(|s| s.parse().ok()).unwrap_or(-1),
            message: said("grpc-message").unwrap_or_default(),
            headers,
            trailers,
            body: bytes,
        })
    }

    /// The body, to be read or not.
    pub async fn body(self) -> Result<RecvStream> {
        Ok(self.answer.await?.into_body())
    }
}

async fn all(mut body: RecvStream) -> Result<(Bytes, Option<HeaderMap>)> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = body.data().await {
        let chunk = chunk?;
        // The stream may be over on the other side already.
        let _ = body.flow_control().release_capacity(chunk.len());
        bytes.extend_from_slice(&chunk);
    }
    Ok((bytes.freeze(), body.trailers().await?))
}
