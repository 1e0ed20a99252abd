//! One batch under way: a task of the handle's runtime asks, the caller's thread waits no longer than it may.

use super::requests::Requests;
use super::{NotNow, Reason, Reply};
use crate::{Client, ClientError};
use isotope_proto::v1;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// The messages of the task to the thread that waits.
enum News {
    /// The server took the call: whatever it is busy with, it is alive.
    Taken,
    Answer(v1::BatchAnswer),
    /// The last word.
    End(Result<(), ClientError>),
}

/// How a call went.
pub(super) struct Outcome {
    pub replies: Vec<Reply>,
    /// Why the server counts as one that is not alive: it said nothing at all.
    pub failed: Option<NotNow>,
}

/// A connection to a server that may take part in a call.
pub(super) struct Line<'a> {
    pub runtime: &'a Handle,
    pub client: &'a Client,
    /// The server's address.
    pub server: &'a str,
}

/// Asks and waits, at most until `deadline`.
pub(super) fn call(line: &Line<'_>, requests: Requests, count: usize, deadline: Instant) -> Outcome {
    let (sender, news) = mpsc::channel();
    let (messages, client) = (requests.messages.clone(), line.client.clone());
    let time = deadline.saturating_duration_since(Instant::now());
    let asking = line.runtime.spawn(async move {
        let end = tokio::time::timeout(time, ask(&client, messages, time, &sender)).await;
        // A caller that has gone is past its deadline.
        let _ = end.map(|end| sender.send(News::End(end)));
    });
    let outcome = wait(requests, count, deadline, &news, line.server);
    asking.abort();
    outcome
}

async fn ask(
    client: &Client,
    messages: Vec<v1::SelectBatchRequest>,
    time: Duration,
    sender: &Sender<News>,
) -> Result<(), ClientError> {
    let mut batch = client.select_batch_within(tokio_stream::iter(messages), Some(time)).await?;
    let _ = sender.send(News::Taken);
    while let Some(response) = batch.message().await? {
        for answer in response.answers {
            // As above.
            let _ = sender.send(News::Answer(answer));
        }
    }
    Ok(())
}

fn wait(requests: Requests, count: usize, deadline: Instant, news: &Receiver<News>, server: &str) -> Outcome {
    let mut replies: Vec<Option<Reply>> = vec![None; count];
    for (window, not_now) in requests.refused {
        replies[window] = Some(Err(not_now));
    }
    let mut left = requests.windows.len();
    let mut heard = false;
    let mut rest = NotNow::new(Reason::Malformed, "the server left this window out");
    while left > 0 {
        match news.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(News::Taken) => heard = true,
            Ok(News::Answer(answer)) => {
                left -= usize::from(take(answer, &requests.windows, &mut replies));
            }
            Ok(News::End(Ok(()))) => break,
            Ok(News::End(Err(error))) => {
                rest = NotNow::of_call(&error, server);
                // A clock that ran out is no word of the server's.
                heard |= !rest.reason.is_about_the_server() && rest.reason != Reason::Deadline;
                break;
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                rest = NotNow::new(Reason::Deadline, "the time was over before the server had an answer");
                break;
            }
        }
    }
    let replies = replies.into_iter().map(|reply| reply.unwrap_or_else(|| Err(rest.clone()))).collect();
    let is_well = (heard && !rest.reason.is_about_the_server()) || left == 0;
    Outcome { replies, failed: (!is_well).then_some(rest) }
}

/// Files one item's answer under its windows; false when it is nobody's or was there already.
fn take(answer: v1::BatchAnswer, windows: &[Vec<usize>], replies: &mut [Option<Reply>]) -> bool {
    let Some(windows) = usize::try_from(answer.index).ok().and_then(|index| windows.get(index)) else { return false };
    let first = windows.iter().all(|&window| replies[window].is_none());
    let reply = read(answer);
    for &window in windows {
        replies[window] = Some(reply.clone());
    }
    first
}

/// An item is one window: one answer with code in it, or a failure.
fn read(answer: v1::BatchAnswer) -> Reply {
    if let Some(failure) = answer.failure {
        return Err(NotNow::of_item(failure));
    }
    let malformed = |what: &str| Err(NotNow::new(Reason::Malformed, what));
    let mut answers = answer.answers;
    let (Some(answer), true) = (answers.pop(), answers.is_empty()) else {
        return malformed("it holds more than one window");
    };
    match &answer.selection {
        None => malformed("an answer without a selection"),
        Some(selection) if selection.llvm_ir.is_empty() || selection.function.is_empty() => {
            malformed("an answer without code")
        }
        Some(selection) if selection.parameters.iter().any(|p| p.value.is_none() || p.r#type.is_none()) => {
            malformed("a parameter that is neither a leaf nor a load")
        }
        Some(_) => Ok(answer),
    }
}
