//! Calls as they come on a connection: those that have an answer at once end where they were read, in one go with its other
//! frames; the others get a task of their own.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

type Call = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Calls of one turn of a connection that are tried at once. Where there are more, other threads help.
const AT_ONCE: usize = 4;

/// The executor of one connection: keeps what it is given until [`Streams::begin`].
#[derive(Clone, Default)]
pub struct Streams {
    new: Arc<Mutex<Vec<Call>>>,
}

impl<F: Future<Output = ()> + Send + 'static> hyper::rt::Executor<F> for Streams {
    fn execute(&self, call: F) {
        self.new.lock().unwrap_or_else(PoisonError::into_inner).push(Box::pin(call));
    }
}

impl Streams {
    /// Begins what came since the last time; whether any of it has ended, so that there are frames to send.
    pub fn begin(&self, cx: &mut Context<'_>) -> bool {
        let new = std::mem::take(&mut *self.new.lock().unwrap_or_else(PoisonError::into_inner));
        let few = new.len() <= AT_ONCE;
        let mut ended = false;
        for mut call in new {
            if few && matches!(call.as_mut().poll(cx), Poll::Ready(())) {
                ended = true;
            } else {
                tokio::spawn(call);
            }
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::rt::Executor as _;
    use std::future::{poll_fn, ready};
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn what_has_no_answer_yet_gets_a_task_of_its_own() {
        let streams = Streams::default();
        let (tell, told) = oneshot::channel();
        let (answer, answered) = oneshot::channel();
        streams.execute(async move {
            let _ = answer.send(told.await.unwrap());
        });
        assert!(!poll_fn(|cx| Poll::Ready(streams.begin(cx))).await);
        tell.send(7).unwrap();
        assert_eq!(answered.await, Ok(7));
        streams.execute(ready(()));
        assert!(poll_fn(|cx| Poll::Ready(streams.begin(cx))).await);
        assert!(!poll_fn(|cx| Poll::Ready(streams.begin(cx))).await, "each begins once");
    }
}
