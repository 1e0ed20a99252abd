//! One question in one call: as with windows, a task asks, and the caller's thread waits no longer than it may.

use super::call::Line;
use super::{NotNow, Reason};
use crate::{Client, ClientError};
use std::sync::mpsc;
use std::time::Instant;

/// The answer of a call, at most until `deadline`; `late` is said where it has not by then.
pub(super) fn asked<T, F>(
    line: &Line<'_>,
    deadline: Instant,
    late: &str,
    call: impl FnOnce(Client) -> F,
) -> Result<T, NotNow>
where
    T: Send + 'static,
    F: Future<Output = Result<T, ClientError>> + Send + 'static,
{
    let (sender, answers) = mpsc::channel();
    let time = move || deadline.saturating_duration_since(Instant::now());
    let calling = call(line.client.clone());
    let asking = line.runtime.spawn(async move {
        // A caller that has gone is past its deadline.
        let _ = sender.send(tokio::time::timeout(time(), calling).await);
    });
    let late = || NotNow::new(Reason::Deadline, late);
    let answered = answers.recv_timeout(time());
    asking.abort();
    let response = answered.map_err(|_| late())?.map_err(|_| late())?;
    response.map_err(|error| NotNow::of_call(&error, line.server))
}
