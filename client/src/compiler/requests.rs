//! Windows as messages of `SelectBatch`: equal texts once, a bounded number in each message.

use super::{CompilerSettings, NotNow, Reason};
use crate::limits;
use isotope_proto::v1;
use std::collections::HashMap;

/// The messages of a call, and which windows each of their items stands for.
#[derive(Debug, Default)]
pub(super) struct Requests {
    /// Items are numbered by their place in `windows`.
    pub messages: Vec<v1::SelectBatchRequest>,
    /// The windows that have an item's text.
    pub windows: Vec<Vec<usize>>,
    /// Windows that are not sent at all.
    pub refused: Vec<(usize, NotNow)>,
}

pub(super) fn requests(target: &v1::Target, texts: &[&str], settings: &CompilerSettings) -> Requests {
    let mut requests = Requests::default();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut items = Vec::new();
    for (window, text) in texts.iter().enumerate() {
        if text.len() > limits::MAX_EXPRESSION_BYTES {
            let (length, bound) = (text.len(), limits::MAX_EXPRESSION_BYTES);
            let detail = format!("the text is {length} bytes long; the bound MAX_EXPRESSION_BYTES is {bound}");
            requests.refused.push((window, NotNow::new(Reason::Refused, detail)));
            continue;
        }
        let item = *known.entry(text).or_insert(requests.windows.len());
        if item == requests.windows.len() {
            requests.windows.push(Vec::new());
            let program = Some(v1::batch_item::Program::Text((*text).to_owned()));
            items.push(v1::BatchItem { index: item as u64, program });
        }
        requests.windows[item].push(window);
    }
    requests.messages = messages(items, target, settings);
    requests
}

fn messages(
    items: Vec<v1::BatchItem>,
    target: &v1::Target,
    settings: &CompilerSettings,
) -> Vec<v1::SelectBatchRequest> {
    let outputs = vec![v1::Output::LlvmIr as i32, v1::Output::Instructions as i32];
    let engine = if settings.plain { v1::Engine::Baseline } else { v1::Engine::Unspecified } as i32;
    let empty = || v1::SelectBatchRequest {
        items: Vec::new(),
        target: Some(target.clone()),
        options: Some(v1::Options { engine, budget: 0, outputs: outputs.clone() }),
        expected_epoch: settings.expected_epoch.clone(),
    };
    let mut messages = Vec::new();
    let (mut message, mut bytes) = (empty(), 0);
    for item in items {
        let length = match &item.program {
            Some(v1::batch_item::Program::Text(text)) => text.len(),
            _ => 0,
        };
        let full = message.items.len() == limits::MAX_MESSAGE_ITEMS || bytes + length > limits::MAX_MESSAGE_TEXT;
        if full && !message.items.is_empty() {
            messages.push(std::mem::replace(&mut message, empty()));
            bytes = 0;
        }
        bytes += length;
        message.items.push(item);
    }
    if !message.items.is_empty() {
        messages.push(message);
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(texts: &[&str]) -> Requests {
        requests(&v1::Target::default(), texts, &CompilerSettings::default())
    }

    #[test]
    fn equal_texts_are_sent_once() {
        let requests = made(&["a", "b", "a"]);
        assert_eq!(requests.windows, [vec![0, 2], vec![1]]);
        assert_eq!(requests.messages.len(), 1);
        assert_eq!(requests.messages[0].items.len(), 2);
    }

    #[test]
    fn messages_are_bounded_and_long_texts_stay_here() {
        let texts: Vec<String> = (0..limits::MAX_MESSAGE_ITEMS + 1).map(|n| n.to_string()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        assert_eq!(made(&texts).messages.len(), 2);
        let long = "x".repeat(limits::MAX_EXPRESSION_BYTES + 1);
        let requests = made(&[&long, "a"]);
        assert_eq!((requests.refused[0].0, requests.windows), (0, vec![vec![1]]));
        assert!(made(&[]).messages.is_empty());
    }
}
