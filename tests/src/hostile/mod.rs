//! Messages of a hostile, broken or careless peer: made by a seeded generator, so that every run sends the same.
//!
//! Here belong: the bytes. The answers that a daemon owes are in `tests/hostile.rs`; texts of expressions are files
//! in `cases/hostile`.

mod behaviours;
mod graphs;
mod hungry;
mod listings;
mod operating;
mod performing;
mod programs;
mod schedules;
mod streams;
mod terms;

pub use behaviours::Behaviour;
pub use graphs::{small, sum};
pub use hungry::{hungry, large_comparison};
pub use programs::{copied, endless, endless_calls, with_itself};

use bytes::Bytes;
use isotope_proto::v1;
use prost::Message as _;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use std::path::Path;

/// One attack. It is made when its turn comes: some take 16 MB.
pub struct Case {
    /// Its name in a report.
    pub name: String,
    make: Box<dyn Fn() -> Attack + Send + Sync>,
}

/// The bytes that go over the wire.
pub enum Attack {
    /// A call with these headers and this body, as it stands behind them.
    Call {
        /// The path.
        path: String,
        /// Headers besides gRPC's own.
        headers: Vec<(String, String)>,
        /// The whole body.
        body: Bytes,
    },
    /// So many equal calls at once, of which nothing is read, and which are left after a moment.
    Abandoned {
        /// The path.
        path: String,
        /// The body of each.
        body: Bytes,
        /// How many.
        calls: usize,
    },
    /// Bytes on a connection that does not speak HTTP/2 as it should.
    Raw(Vec<u8>),
    /// So many streams, each opened and reset at once.
    Reset(usize),
    /// A connection that behaves in some way for a while.
    Behaviour(Behaviour),
}

impl Case {
    /// An attack by its name, and what makes it.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Attack + Send + Sync + 'static) -> Self {
        Case { name: name.into(), make: Box::new(make) }
    }

    /// The attack to send.
    pub fn attack(&self) -> Attack {
        (self.make)()
    }
}

/// The path of a method of the service.
pub fn method(name: &str) -> String {
    format!("/isotope.v1.Isotope/{name}")
}

/// A message with gRPC's prefix.
pub fn framed(message: &[u8]) -> Bytes {
    [&[0][..], &(message.len() as u32).to_be_bytes(), message].concat().into()
}

/// One call of a method.
pub fn call(name: &str, message: &[u8]) -> Attack {
    Attack::Call { path: method(name), headers: Vec::new(), body: framed(message) }
}

/// The machine that is asked for where it does not matter.
pub fn znver4() -> v1::Target {
    v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() }
}

/// A request for the windows of a text.
pub fn of_text(text: impl Into<String>) -> v1::SelectRequest {
    let program = Some(v1::select_request::Program::Text(text.into()));
    v1::SelectRequest { program, target: Some(znver4()), ..Default::default() }
}

/// A request for the windows of a graph.
pub fn of_graph(graph: v1::Expression) -> v1::SelectRequest {
    let program = Some(v1::select_request::Program::Expression(graph));
    v1::SelectRequest { program, target: Some(znver4()), ..Default::default() }
}

fn select(name: impl Into<String>, request: impl Fn() -> v1::SelectRequest + Send + Sync + 'static) -> Case {
    Case::new(name, move || call("Select", &request().encode_to_vec()))
}

/// The text of a file, asked for as it is.
pub fn text(path: &Path) -> Case {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).unwrap_or_default();
    select(format!("text {name}"), move || of_text(text.clone()))
}

/// Every attack of a seed.
pub fn cases(seed: u64) -> Vec<Case> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut all = graphs::cases();
    all.extend(graphs::mutations(&mut random));
    all.extend(terms::cases());
    all.extend(listings::cases());
    all.extend(hungry::cases(&mut random));
    all.extend(streams::cases(&mut random));
    all.extend(behaviours::cases());
    all.extend(programs::cases());
    all.extend(schedules::cases());
    all.extend(operating::cases(&mut random));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Methods that have cases in a file of their own, or in several: windows, batches, listings.
    const ELSEWHERE: [&str; 3] = ["Select", "SelectBatch", "Compare"];

    #[test]
    fn every_method_of_the_service_has_cases() {
        let own = programs::cases().into_iter().chain(schedules::cases());
        let own = own.chain(operating::cases(&mut StdRng::seed_from_u64(1)));
        let called: BTreeSet<String> = own
            .filter_map(|case| match case.attack() {
                Attack::Call { path, .. } => Some(path),
                _ => None,
            })
            .collect();
        for (name, _) in isotope_server::access::methods::TABLE {
            let has_cases = called.contains(&method(name)) || ELSEWHERE.contains(name);
            assert!(has_cases, "{name} has no case: what does a hostile caller send to it?");
        }
    }

    #[test]
    fn there_are_many_each_with_its_name_and_a_seed_makes_the_same() {
        let (first, again) = (cases(1), cases(1));
        assert!(first.len() >= 600, "{}", first.len());
        let connections = first.iter().filter(|case| {
            let is_connection = ["connection of", "streams reset", "behaviour"];
            is_connection.iter().any(|kind| case.name.starts_with(kind))
        });
        assert!(connections.count() >= 40);
        let names: BTreeSet<&str> = first.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names.len(), first.len());
        for (a, b) in first.iter().zip(&again).filter(|(a, _)| a.name.starts_with("bits")) {
            let (Attack::Call { body: a, .. }, Attack::Call { body: b, .. }) = (a.attack(), b.attack()) else {
                panic!("a mutation is a call");
            };
            assert_eq!(a, b);
        }
    }
}
