//! Every other method: what asks for explanations, and what operators call. By default whoever is on the daemon's own machine may call all of them.

use super::graphs::sum;
use super::hungry::chain;
use super::{Attack, Behaviour, Case, call, framed, method, of_graph, of_text};
use bytes::Bytes;
use isotope_proto::v1;
use prost::Message as _;
use rand::rngs::StdRng;
use rand::{Rng as _, RngCore as _};

/// Methods whose calls are small, and a message of each that asks for much.
fn much(random: &mut StdRng) -> Vec<(&'static str, Vec<u8>)> {
    let long = "x".repeat(1 << 20);
    let window = of_graph(chain(random)).encode_to_vec();
    // A question, whatever is asked about it: the fields of all of them have the same numbers.
    let windows = of_text("uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)\n".repeat(4096)).encode_to_vec();
    let all = [&window[..], &[48, 1]].concat();
    let why_not =
        [&all[..], &v1::ExplainRequest { why_not: "vpaddb".into(), ..Default::default() }.encode_to_vec()].concat();
    let conditions = v1::Conditions { epoch: long.clone(), ..Default::default() };
    vec![
        ("Explain", all),
        ("Explain", why_not),
        ("Explain", windows.clone()),
        ("Alternatives", window.clone()),
        ("Alternatives", windows.clone()),
        ("Pin", windows),
        ("Pin", window),
        ("ComparedLoops", v1::ComparedLoopsRequest { cpu: long.clone() }.encode_to_vec()),
        ("LogLevel", v1::LogLevelRequest { filter: "[{".repeat(1 << 19) }.encode_to_vec()),
        ("LogLevel", v1::LogLevelRequest { filter: long }.encode_to_vec()),
        ("Audit", v1::AuditRequest { sample: u64::MAX }.encode_to_vec()),
        ("Misses", v1::MissesRequest { limit: u64::MAX }.encode_to_vec()),
        ("Purge", v1::PurgeRequest::default().encode_to_vec()),
        ("Purge", v1::PurgeRequest { conditions: Some(conditions), ..Default::default() }.encode_to_vec()),
        ("Stats", Vec::new()),
        ("Verify", Vec::new()),
        ("Export", Vec::new()),
        ("Import", v1::ImportRequest { piece: vec![0; 1 << 20], work: u64::MAX }.encode_to_vec()),
    ]
}

/// Every attack on these methods.
pub fn cases(random: &mut StdRng) -> Vec<Case> {
    let mut all = Vec::new();
    for (n, (name, message)) in much(random).into_iter().enumerate() {
        let mut garbage = vec![0; random.random_range(1..4096)];
        random.fill_bytes(&mut garbage);
        let (body, path) = (framed(&message), method(name));
        all.push(Case::new(format!("{name} {n}"), move || call(name, &message)));
        all.push(Case::new(format!("{name} {n} of garbage"), move || call(name, &garbage)));
        let (left, times) = (body.clone(), if body.len() > 1 << 16 { 4 } else { 40 });
        let abandoned = path.clone();
        all.push(Case::new(format!("{name} {n} left"), move || Attack::Abandoned {
            path: abandoned.clone(),
            body: left.clone(),
            calls: times,
        }));
        let part = body.slice(..body.len() / 2);
        let halves = Behaviour::Halves { path, part, calls: 40 };
        all.push(Case::new(format!("behaviour {name} {n} in halves"), move || Attack::Behaviour(halves.clone())));
    }
    let explained: Vec<Bytes> = (0..60).map(|_| framed(&of_graph(chain(random)).encode_to_vec())).collect();
    for name in ["Explain", "Alternatives"] {
        let crowd = Behaviour::Crowd { path: method(name), bodies: explained.clone(), names: true };
        all.push(Case::new(format!("behaviour {name} by many names"), move || Attack::Behaviour(crowd.clone())));
    }
    let pieces = framed(&v1::ImportRequest { piece: vec![1; 1000], work: 0 }.encode_to_vec()).repeat(1000);
    all.push(Case::new("Import of many pieces", move || Attack::Call {
        path: method("Import"),
        headers: Vec::new(),
        body: pieces.clone().into(),
    }));
    let right = of_graph(sum()).encode_to_vec();
    all.push(Case::new("Pin of nothing but right", move || call("Pin", &right)));
    all
}
