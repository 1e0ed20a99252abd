//! Connections that speak HTTP/2 and misuse it for a while: what they send is right, how they go on is not.

use super::{Attack, Case, framed, hungry, large_comparison, method, of_text};
use bytes::Bytes;
use prost::Message as _;
use std::time::Duration;

/// How a connection behaves, for [`Behaviour::TIME`] at most.
#[derive(Clone, Debug)]
pub enum Behaviour {
    /// So many connections that begin, answer pings and call nothing.
    Strangers(usize),
    /// So many calls whose answers have no room on their connection, and are never read.
    Unread {
        /// The path of all of them.
        path: String,
        /// The body of each.
        body: Bytes,
        /// How many.
        calls: usize,
    },
    /// So many calls that each send a part of their message and no more.
    Halves {
        /// The path.
        path: String,
        /// The part that each sends.
        part: Bytes,
        /// How many.
        calls: usize,
    },
    /// A message that comes a few bytes at a time.
    Drip {
        /// The path.
        path: String,
        /// The message.
        body: Bytes,
        /// Bytes at a time.
        bytes: usize,
    },
    /// So many connections, one after the other, each closed at once.
    Churn(usize),
    /// Calls of several bodies at once, each with another name of its client's own or none, which are left after a while.
    Crowd {
        /// The path.
        path: String,
        /// The body of each.
        bodies: Vec<Bytes>,
        /// Whether each has a name.
        names: bool,
    },
    /// Calls that are reset while they are answered.
    Resets {
        /// The path.
        path: String,
        /// The body of each.
        body: Bytes,
        /// How many.
        calls: usize,
    },
}

impl Behaviour {
    /// How long one behaves so.
    pub const TIME: Duration = Duration::from_secs(2);
}

/// Every behaviour.
pub fn cases() -> Vec<Case> {
    let text = "uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)";
    let small = framed(&of_text(text).encode_to_vec());
    let large = framed(&of_text((text.to_owned() + "\n").repeat(4_000)).encode_to_vec());
    let hungry = framed(&hungry(7).encode_to_vec());
    let comparison = framed(&large_comparison(99).encode_to_vec());
    let part = |of: &Bytes, part: usize| of.slice(..of.len() / part);
    let unread = |name: &str, body: &Bytes, calls| Behaviour::Unread { path: method(name), body: body.clone(), calls };
    let halves = |name: &str, part: Bytes, calls| Behaviour::Halves { path: method(name), part, calls };
    let resets = |name: &str, body: &Bytes, calls| Behaviour::Resets { path: method(name), body: body.clone(), calls };
    let drip = |name: &str, body: &Bytes, bytes| Behaviour::Drip { path: method(name), body: body.clone(), bytes };
    let all = [
        ("strangers", Behaviour::Strangers(300)),
        ("more strangers than seats", Behaviour::Strangers(700)),
        ("answers unread", unread("Select", &large, 2)),
        ("many answers unread", unread("Select", &large, 60)),
        ("a batch unread", unread("SelectBatch", &large, 8)),
        ("explanations unread", unread("Explain", &small, 40)),
        ("comparisons unread", unread("Compare", &comparison, 2)),
        ("half messages", halves("Select", part(&large, 2), 200)),
        ("half comparisons", halves("Compare", part(&comparison, 2), 8)),
        ("prefixes alone", halves("SelectBatch", small.slice(..5), 250)),
        ("a message by the byte", drip("Select", &small, 1)),
        ("a large message by kilobytes", drip("Select", &large, 1_000)),
        ("a batch by the byte", drip("SelectBatch", &small, 1)),
        ("connections closed at once", Behaviour::Churn(1_000)),
        ("searches reset", resets("Select", &hungry, 100)),
        ("comparisons reset", resets("Compare", &comparison, 2)),
        ("batches reset", resets("SelectBatch", &large, 20)),
    ];
    let case = |(what, behaviour): (&str, Behaviour)| {
        Case::new(format!("behaviour {what}"), move || Attack::Behaviour(behaviour.clone()))
    };
    all.into_iter().map(case).collect()
}
