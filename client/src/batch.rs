//! A batch under way, which ends when it is dropped.
//!
//! HTTP/2 gives a stream up only when both of its directions are: a dropped response alone would leave the server searching
//! while the caller's requests may still come. So the requests end with the responses.

use isotope_proto::v1;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::oneshot;
use tokio_stream::Stream;
use tonic::{Status, Streaming};

/// The answers of a `SelectBatch`. Dropping it ends the batch, and the searches that nobody else waits for.
pub struct Batch {
    answers: Streaming<v1::SelectBatchResponse>,
    _open: oneshot::Sender<()>,
}

impl Batch {
    /// The next answers; `None` when all requests are answered.
    pub async fn message(&mut self) -> Result<Option<v1::SelectBatchResponse>, Status> {
        self.answers.message().await
    }

    pub(crate) fn new(answers: Streaming<v1::SelectBatchResponse>, open: oneshot::Sender<()>) -> Self {
        Batch { answers, _open: open }
    }
}

/// Requests, until the batch that they belong to is dropped.
pub(crate) struct WhileOpen<S> {
    requests: Pin<Box<S>>,
    open: oneshot::Receiver<()>,
}

impl<S> WhileOpen<S> {
    pub(crate) fn new(requests: S) -> (Self, oneshot::Sender<()>) {
        let (sender, open) = oneshot::channel();
        (WhileOpen { requests: Box::pin(requests), open }, sender)
    }
}

impl<S: Stream> Stream for WhileOpen<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        match Future::poll(Pin::new(&mut self.open), context) {
            Poll::Ready(_) => Poll::Ready(None),
            Poll::Pending => self.requests.as_mut().poll_next(context),
        }
    }
}
