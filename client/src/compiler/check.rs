//! Two programs under comparison: as with windows, a task asks, and the caller's thread waits no longer than it may.

use super::call::Line;
use super::{NotNow, Reason};
use isotope_proto::v1;
use std::sync::mpsc;
use std::time::Instant;

/// Asks for the verdict on two programs, at most until `deadline`.
pub(super) fn check(
    line: &Line<'_>,
    request: v1::CheckRequest,
    deadline: Instant,
) -> Result<v1::CheckResponse, NotNow> {
    let (sender, answers) = mpsc::channel();
    let client = line.client.clone();
    let time = move || deadline.saturating_duration_since(Instant::now());
    let asking = line.runtime.spawn(async move {
        // A caller that has gone is past its deadline.
        let _ = sender.send(tokio::time::timeout(time(), client.check(request)).await);
    });
    let late = || NotNow::new(Reason::Deadline, "the time was over before the server had compared");
    let answered = answers.recv_timeout(time());
    asking.abort();
    let response = answered.map_err(|_| late())?.map_err(|_| late())?;
    response.map_err(|error| NotNow::of_call(&error, line.server))
}
