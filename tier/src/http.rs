//! HTTP to an object store: what it sends is counted as it comes, and where it leads is not followed.
//!
//! The store's client reads answers whole before it looks at them, also those of errors. Here they are read within a bound before it has them.

use crate::limits::{MAX_BLOB_BYTES, MAX_ERROR_BYTES};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector as Tcp;
use hyper_util::rt::TokioExecutor;
use object_store::client::{
    ClientConfigKey, ClientOptions, HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody,
    HttpResponse, HttpService,
};
use std::sync::Arc;
use std::time::Duration;

/// Makes clients that give an answer so much time.
#[derive(Debug)]
pub(crate) struct Bounded {
    /// The time limit of one request.
    pub(crate) time: Duration,
}

impl HttpConnector for Bounded {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let unusable = |source| object_store::Error::Generic { store: "HTTP", source };
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let roots = HttpsConnectorBuilder::new().with_provider_and_native_roots(provider);
        let roots = roots.map_err(|error| unusable(Box::new(error)))?;
        let allows_http = options.get_config_value(&ClientConfigKey::AllowHttp).is_some_and(|value| value == "true");
        let schemes = if allows_http { roots.https_or_http() } else { roots.https_only() };
        let client = Client::builder(TokioExecutor::new()).build(schemes.enable_http1().build());
        Ok(HttpClient::new(Requests { client, time: self.time }))
    }
}

#[derive(Debug)]
struct Requests {
    client: Client<HttpsConnector<Tcp>, HttpRequestBody>,
    time: Duration,
}

/// An answer that is not taken.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("it has not answered in {} ms", .0.as_millis())]
    Late(Duration),
    #[error("an answer is over {0} bytes")]
    TooLarge(usize),
}

impl HttpService for Requests {
    fn call<'s, 'a>(
        &'s self,
        request: HttpRequest,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'a>>
    where
        's: 'a,
        Self: 'a,
    {
        Box::pin(async move {
            let late = |_| HttpError::new(HttpErrorKind::Timeout, Refused::Late(self.time));
            tokio::time::timeout(self.time, self.answer(request)).await.map_err(late)?
        })
    }
}

impl Requests {
    async fn answer(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let failed = |error| HttpError::new(HttpErrorKind::Connect, error);
        let (head, body) = self.client.request(request).await.map_err(failed)?.into_parts();
        let bytes = if head.status.is_success() {
            let stated = head.headers.get(http::header::CONTENT_LENGTH);
            let stated = stated.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
            // Its length says enough: whoever asked for it does not want it.
            if stated.is_some_and(|length| length > MAX_BLOB_BYTES) {
                Bytes::new()
            } else {
                read(body, MAX_BLOB_BYTES, false).await?
            }
        } else {
            read(body, MAX_ERROR_BYTES, true).await?
        };
        Ok(HttpResponse::from_parts(head, bytes.into()))
    }
}

/// The bytes of an answer, up to a bound; what is over it is cut off, or an error.
async fn read(mut body: hyper::body::Incoming, bound: usize, is_cut: bool) -> Result<Bytes, HttpError> {
    let mut bytes = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| HttpError::new(HttpErrorKind::Interrupted, error))?;
        let Ok(data) = frame.into_data() else { continue };
        let left = bound - bytes.len();
        if data.len() > left && !is_cut {
            return Err(HttpError::new(HttpErrorKind::Decode, Refused::TooLarge(bound)));
        }
        bytes.extend_from_slice(&data[..data.len().min(left)]);
        if data.len() > left {
            break;
        }
    }
    Ok(bytes.freeze())
}
