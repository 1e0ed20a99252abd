//! Batches, frames, and connections that are none.

use super::graphs::sum;
use super::{Attack, Case, call, framed, method, of_text, znver4};
use bytes::Bytes;
use isotope_proto::v1;
use prost::Message as _;
use rand::Rng as _;
use rand::rngs::StdRng;

const TEXT: &str = "uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)";
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

fn batch(items: Vec<v1::BatchItem>) -> Vec<u8> {
    v1::SelectBatchRequest { items, target: Some(znver4()), ..Default::default() }.encode_to_vec()
}

fn item(n: usize, text: &str) -> v1::BatchItem {
    v1::BatchItem { index: n as u64, program: Some(v1::batch_item::Program::Text(text.to_owned())) }
}

/// Every attack by how a request comes.
pub fn cases(random: &mut StdRng) -> Vec<Case> {
    batches().into_iter().chain(frames()).chain(headers()).chain(connections(random)).collect()
}

fn batches() -> Vec<Case> {
    let of = |name: String, items: fn(usize) -> v1::BatchItem, count: usize| {
        Case::new(name, move || call("SelectBatch", &batch((0..count).map(items).collect())))
    };
    let mut all = Vec::new();
    for count in [16_384, 16_385] {
        all.push(of(format!("batch of {count} equal"), |n| item(n, TEXT), count));
        all.push(of(format!("batch of {count} wrong"), |n| item(n, "uint8x64 nope((uint8x64)a)"), count));
    }
    for count in [1_000_000, 7_000_000] {
        all.push(of(format!("batch of {count} empty"), |_| v1::BatchItem::default(), count));
    }
    let graphs = |n| v1::BatchItem { index: n as u64, program: Some(v1::batch_item::Program::Expression(sum())) };
    all.push(of("batch of 10000 graphs".to_owned(), graphs, 10_000));
    let roots = |n| {
        let graph = v1::Expression { roots: vec![2; 4_000], ..sum() };
        v1::BatchItem { index: n as u64, program: Some(v1::batch_item::Program::Expression(graph)) }
    };
    all.push(of("batch of 2000 graphs of 4000 roots".to_owned(), roots, 2_000));
    let same_index = |_| item(7, TEXT);
    all.push(of("batch of one index".to_owned(), same_index, 2_000));
    for count in [200, 2_000] {
        let body = framed(&batch((0..count).map(|n| item(n, TEXT)).collect()));
        all.push(Case::new(format!("batches of {count} that are left"), move || Attack::Abandoned {
            path: method("SelectBatch"),
            body: body.clone(),
            calls: 20,
        }));
    }
    all.push(Case::new("messages without items", || Attack::Call {
        path: method("SelectBatch"),
        headers: Vec::new(),
        body: framed(&[]).repeat(100_000).into(),
    }));
    all
}

fn frames() -> Vec<Case> {
    let right = framed(&of_text(TEXT).encode_to_vec());
    let changed = |at: usize, to: u8| {
        let mut bytes = right.to_vec();
        bytes[at] = to;
        Bytes::from(bytes)
    };
    let bodies = [
        ("none", Bytes::new()),
        ("half a prefix", right.slice(..3)),
        ("a prefix alone", right.slice(..5)),
        ("half a message", right.slice(..right.len() / 2)),
        ("compressed by nobody", changed(0, 1)),
        ("an unknown flag", changed(0, 0x80)),
        ("a length of four gigabytes", changed(1, 0xff)),
        ("a length of sixteen megabytes", changed(1, 1)),
        ("a length too short", changed(4, 3)),
        ("two messages", [&right[..], &right[..]].concat().into()),
        ("a tail", [&right[..], b"tail"].concat().into()),
        ("17 MB", framed(&vec![0; 17 << 20])),
        ("16 MB of nothing known", framed(&[0x7a, 1, 0].repeat(5 << 20))),
        ("groups in groups", framed(&[0x0b].repeat(100_000))),
        ("a field of every number", framed(&(1..2_000u32).flat_map(varint_field).collect::<Vec<u8>>())),
    ];
    let mut all: Vec<Case> = Vec::new();
    for (what, body) in bodies {
        for name in ["Select", "SelectBatch"] {
            let body = body.clone();
            all.push(Case::new(format!("frame of {name}: {what}"), move || Attack::Call {
                path: method(name),
                headers: Vec::new(),
                body: body.clone(),
            }));
        }
    }
    all
}

/// The field of this number with the value 1.
fn varint_field(number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    prost::encoding::encode_varint(u64::from(number) << 3, &mut bytes);
    bytes.push(1);
    bytes
}

fn headers() -> Vec<Case> {
    let with = |what: &str, path: String, name: &str, value: String| {
        let headers = vec![(name.to_owned(), value)];
        let body = framed(&of_text(TEXT).encode_to_vec());
        Case::new(format!("header {what}"), move || Attack::Call {
            path: path.clone(),
            headers: headers.clone(),
            body: body.clone(),
        })
    };
    let select = || method("Select");
    vec![
        with("of another encoding", select(), "grpc-encoding", "gzip".into()),
        with("of no encoding", select(), "grpc-encoding", "\u{20}".into()),
        with("of 10 kB", select(), "x-long", "x".repeat(10_000)),
        with("of 60 kB", select(), "x-long", "x".repeat(60_000)),
        with("of bytes that are none", select(), "x-bytes-bin", "***".into()),
        with("of no method", "/isotope.v1.Isotope/Nope".into(), "x", "y".into()),
        with("of no service", "/a.b/C".into(), "x", "y".into()),
        with("of no path", "/".into(), "x", "y".into()),
        with("of a long path", format!("/{}", "p".repeat(5_000)), "x", "y".into()),
        with("of a path upwards", "/../../etc/passwd".into(), "x", "y".into()),
        with("of health", "/grpc.health.v1.Health/Check".into(), "x", "y".into()),
        with("of a watched health", "/grpc.health.v1.Health/Watch".into(), "grpc-timeout", "200m".into()),
        with(
            "of reflection",
            "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo".into(),
            "grpc-timeout",
            "1S".into(),
        ),
    ]
}

fn connections(random: &mut StdRng) -> Vec<Case> {
    let frame = |length: u32, kind: u8, flags: u8, stream: u32, content: &[u8]| {
        [&length.to_be_bytes()[1..], &[kind, flags], &stream.to_be_bytes(), content].concat()
    };
    let settings = frame(0, 4, 0, 0, &[]);
    let begun = |more: Vec<u8>| [PREFACE, &settings, &more].concat();
    let mut all: Vec<(String, Vec<u8>)> = vec![
        ("nothing".into(), vec![]),
        ("HTTP/1".into(), b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".to_vec()),
        ("HTTP/0.9".into(), b"GET /\r\n".to_vec()),
        ("TLS".into(), [&[0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3][..], &[0x55; 508]].concat()),
        ("half a preface".into(), PREFACE[..12].to_vec()),
        ("a preface alone".into(), PREFACE.to_vec()),
        ("a preface twice".into(), [PREFACE, PREFACE].concat()),
        ("a frame of 16 MB".into(), begun(frame(0xff_ffff, 0, 0, 1, &[]))),
        ("an unknown frame".into(), begun(frame(5, 0xee, 0xff, 0, b"hello"))),
        ("data without a stream".into(), begun(frame(4, 0, 1, 5, b"data"))),
        ("data on stream 0".into(), begun(frame(4, 0, 1, 0, b"data"))),
        ("headers that are none".into(), begun(frame(6, 1, 5, 1, &[0xff; 6]))),
        (
            "headers that go on".into(),
            begun(frame(1, 1, 0, 1, &[0x82]).into_iter().chain(frame(1, 9, 0, 1, &[0x86]).repeat(20_000)).collect()),
        ),
        ("an even stream".into(), begun(frame(1, 1, 5, 2, &[0x82]))),
        ("settings of nothing".into(), begun(frame(6, 4, 0, 0, &[0, 5, 0, 0, 0, 1]))),
        ("settings of windows".into(), begun(frame(6, 4, 0, 0, &[0, 4, 0xff, 0xff, 0xff, 0xff]))),
        ("settings again and again".into(), begun(settings.repeat(50_000))),
        ("pings again and again".into(), begun(frame(8, 6, 0, 0, &[7; 8]).repeat(50_000))),
        ("a window of nothing".into(), begun(frame(4, 8, 0, 0, &[0; 4]))),
        ("a window too wide".into(), begun(frame(4, 8, 0, 0, &[0x7f, 0xff, 0xff, 0xff]).repeat(2))),
        ("priorities".into(), begun(frame(5, 2, 0, 1, &[0, 0, 0, 3, 9]).repeat(20_000))),
        ("a pushed stream".into(), begun(frame(5, 5, 4, 1, &[0, 0, 0, 2, 0x82]))),
        ("a goodbye".into(), begun(frame(8, 7, 0, 0, &[0; 8]))),
        ("resets of no stream".into(), begun(frame(4, 3, 0, 1, &[0; 4]).repeat(1_000))),
    ];
    for n in 0..12 {
        let noise: Vec<u8> = (0..random.random_range(1..5_000)).map(|_| random.random()).collect();
        all.push((format!("noise {n}"), if n % 2 == 0 { noise } else { begun(noise) }));
    }
    let mut cases: Vec<Case> = (all.into_iter())
        .map(|(what, bytes)| Case::new(format!("connection of {what}"), move || Attack::Raw(bytes.clone())))
        .collect();
    for streams in [100, 5_000] {
        cases.push(Case::new(format!("streams reset {streams}"), move || Attack::Reset(streams)));
    }
    cases
}
