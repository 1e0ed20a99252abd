//! Pairs under way: as with windows, a task asks, and the caller's thread waits no longer than it may.

use super::call::Line;
use super::{NotNow, Reason};
use crate::{Client, limits};
use isotope_proto::v1;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Asks for all pairs, at most until `deadline`.
pub(super) fn compare(
    line: &Line<'_>,
    target: &v1::Target,
    pairs: &[v1::Pair],
    deadline: Instant,
) -> Result<Vec<v1::Compared>, NotNow> {
    let (sender, answers) = mpsc::channel();
    let (client, server, messages) = (line.client.clone(), line.server.to_owned(), messages(target, pairs));
    let time = move || deadline.saturating_duration_since(Instant::now());
    let asking = line.runtime.spawn(async move {
        // A caller that has gone is past its deadline.
        let _ = sender.send(tokio::time::timeout(time(), ask(&client, &server, messages, time())).await);
    });
    let late = || NotNow::new(Reason::Deadline, "the time was over before the server had compared");
    let answered = answers.recv_timeout(time());
    asking.abort();
    let compared = answered.map_err(|_| late())?.map_err(|_| late())??;
    if compared.len() == pairs.len() {
        Ok(compared)
    } else {
        Err(NotNow::new(Reason::Malformed, "the server left a pair out"))
    }
}

async fn ask(
    client: &Client,
    server: &str,
    messages: Vec<v1::CompareRequest>,
    time: Duration,
) -> Result<Vec<v1::Compared>, NotNow> {
    let mut all = Vec::new();
    for message in messages {
        all.extend(client.compare_within(message, time).await.map_err(|error| NotNow::of_call(&error, server))?);
    }
    Ok(all)
}

/// Messages of a bounded number of pairs and bytes.
fn messages(target: &v1::Target, pairs: &[v1::Pair]) -> Vec<v1::CompareRequest> {
    let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let mut messages: Vec<v1::CompareRequest> = Vec::new();
    let mut bytes = 0;
    for pair in pairs {
        let length = pair.name.len() + text(&pair.own) + text(&pair.selected);
        bytes += length;
        match messages.last_mut() {
            Some(last) if last.pairs.len() < limits::MAX_MESSAGE_ITEMS && bytes <= limits::MAX_MESSAGE_TEXT => {
                last.pairs.push(pair.clone());
            }
            _ => {
                messages.push(v1::CompareRequest { target: Some(target.clone()), pairs: vec![pair.clone()] });
                bytes = length;
            }
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_bounded() {
        let pair = |bytes| v1::Pair { name: "x".repeat(bytes), ..Default::default() };
        let sizes = |pairs: &[v1::Pair]| {
            let all = messages(&v1::Target::default(), pairs);
            all.iter().map(|message| message.pairs.len()).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&vec![pair(1); limits::MAX_MESSAGE_ITEMS + 1]), [limits::MAX_MESSAGE_ITEMS, 1]);
        let half = limits::MAX_MESSAGE_TEXT / 2;
        assert_eq!(sizes(&[pair(half), pair(half), pair(1), pair(2 * half), pair(1)]), [2, 1, 1, 1]);
        assert!(sizes(&[]).is_empty());
    }
}
