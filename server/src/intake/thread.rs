//! Threads with a stack as deep as a large window needs.

use crate::failure::Failure;
use crate::limits;
use crate::search::selector::{Control, SelectError, StopOnDrop};
use std::sync::Arc;

/// Runs what lowers, reads or explains on a thread whose stack is as deep as a large window needs.
pub async fn on_a_thread<T, F>(work: F) -> Result<T, Failure>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, Failure> + Send + 'static,
{
    let (tell, told) = tokio::sync::oneshot::channel();
    let thread = std::thread::Builder::new().name("window".to_owned()).stack_size(limits::THREAD_STACK_BYTES);
    thread
        // Who left does not listen.
        .spawn(move || drop(tell.send(work())))
        .map_err(|e| SelectError::Tool(format!("no thread to work on: {e}")))?;
    // A panic was printed, and drops the sender.
    told.await.unwrap_or_else(|_| Err(SelectError::Internal("a thread panicked".to_owned()).into()))
}

/// The same in a `place` that its caller waited for, and told to stop when the caller leaves. It keeps its place until it is done, not
/// until its caller leaves.
pub async fn in_a_place<T, F>(place: impl Send + 'static, work: F) -> Result<T, Failure>
where
    T: Send + 'static,
    F: FnOnce(&Control) -> Result<T, Failure> + Send + 'static,
{
    let control = Arc::new(Control::new());
    let _ends_with_its_caller = StopOnDrop(Arc::clone(&control));
    on_a_thread(move || {
        let _place = place;
        work(&control)
    })
    .await
}
