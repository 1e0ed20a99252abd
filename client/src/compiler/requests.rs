//! Windows as messages of `SelectBatch`: equal ones once, a bounded number in each message.

use super::{CompilerSettings, NotNow, Program, Reason};
use crate::limits;
use isotope_proto::v1;
use prost::Message as _;
use std::collections::HashMap;

/// The messages of a call, and which windows each of their items stands for.
#[derive(Debug, Default)]
pub(super) struct Requests {
    /// Items are numbered by their place in `windows`.
    pub messages: Vec<v1::SelectBatchRequest>,
    /// The windows that are asked for by an item.
    pub windows: Vec<Vec<usize>>,
    /// Windows that are not sent at all.
    pub refused: Vec<(usize, NotNow)>,
}

/// The identity of windows that are one item: their text, or their graph's bytes on the wire.
#[derive(PartialEq, Eq, Hash)]
enum Same<'a> {
    Text(&'a str),
    Graph(Vec<u8>),
}

impl Same<'_> {
    fn bytes(&self) -> usize {
        match self {
            Same::Text(text) => text.len(),
            Same::Graph(bytes) => bytes.len(),
        }
    }
}

pub(super) fn requests(
    target: &v1::Target,
    programs: &[Result<Program<'_>, NotNow>],
    settings: &CompilerSettings,
) -> Requests {
    let mut requests = Requests::default();
    let mut known: HashMap<Same<'_>, usize> = HashMap::new();
    let mut items = Vec::new();
    for (window, program) in programs.iter().enumerate() {
        let (what, same, sent) = match program {
            Err(not_now) => {
                requests.refused.push((window, not_now.clone()));
                continue;
            }
            Ok(Program::Text(text)) => ("text", Same::Text(text), v1::batch_item::Program::Text((*text).to_owned())),
            Ok(Program::Graph(graph)) => {
                ("graph", Same::Graph(graph.encode_to_vec()), v1::batch_item::Program::Expression((*graph).clone()))
            }
        };
        let (bytes, bound) = (same.bytes(), limits::MAX_EXPRESSION_BYTES);
        if bytes > bound {
            let detail = format!("the {what} is {bytes} bytes long; the bound MAX_EXPRESSION_BYTES is {bound}");
            requests.refused.push((window, NotNow::new(Reason::Refused, detail)));
            continue;
        }
        let item = *known.entry(same).or_insert(requests.windows.len());
        if item == requests.windows.len() {
            requests.windows.push(Vec::new());
            items.push((bytes, v1::BatchItem { index: item as u64, program: Some(sent) }));
        }
        requests.windows[item].push(window);
    }
    requests.messages = messages(items, target, settings);
    requests
}

/// Messages of items, each with its bytes.
fn messages(
    items: Vec<(usize, v1::BatchItem)>,
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
    for (length, item) in items {
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
        let programs: Vec<_> = texts.iter().map(|text| Ok(Program::Text(text))).collect();
        requests(&v1::Target::default(), &programs, &CompilerSettings::default())
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

    #[test]
    fn graphs_are_told_apart_by_all_that_they_say() {
        let graph = |root, name: &str| v1::Expression {
            leaves: vec![v1::Leaf { name: name.to_owned(), ..Default::default() }],
            nodes: vec![],
            roots: vec![root],
        };
        let large = graph(0, &"x".repeat(limits::MAX_EXPRESSION_BYTES));
        let graphs = [graph(0, "a"), graph(1, "a"), graph(0, "a"), graph(0, "b"), large];
        let mut programs: Vec<_> = graphs.iter().map(|graph| Ok(Program::Graph(graph))).collect();
        programs.push(Err(NotNow::new(Reason::Misconfigured, "no root")));
        programs.push(Ok(Program::Text("a")));
        let requests = requests(&v1::Target::default(), &programs, &CompilerSettings::default());
        assert_eq!(requests.windows, [vec![0, 2], vec![1], vec![3], vec![6]]);
        assert_eq!(requests.messages[0].items.len(), 4);
        let refused: Vec<_> = requests.refused.iter().map(|(window, why)| (*window, why.reason)).collect();
        assert_eq!(refused, [(4, Reason::Refused), (5, Reason::Misconfigured)]);
    }
}
