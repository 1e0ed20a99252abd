//! Bad input: each kind has its status, a sentence to act on, and no effect on anyone else.

use crate::{AVERAGE, Daemon, Setup, only, request, znver4};
use isotope_proto::v1;
use tonic::{Code, Status};

struct Refusal {
    what: &'static str,
    request: v1::SelectRequest,
    code: Code,
    /// Each is part of the message.
    says: &'static [&'static str],
}

fn text(what: &'static str, text: &str, code: Code, says: &'static [&'static str]) -> Refusal {
    Refusal { what, request: request(text), code, says }
}

fn target(what: &'static str, mcpu: &str, mattr: &str, says: &'static [&'static str]) -> Refusal {
    let target = v1::Target { arch: "x86_64".into(), mcpu: mcpu.into(), mattr: mattr.into() };
    let request = v1::SelectRequest { target: Some(target), ..request(AVERAGE) };
    Refusal { what, request, code: Code::InvalidArgument, says }
}

fn refusals() -> Vec<Refusal> {
    use Code::{FailedPrecondition, InvalidArgument};
    let options = |options| v1::SelectRequest { options: Some(options), ..request(AVERAGE) };
    vec![
        text(
            "an unknown operation",
            "uint8x64 (uint8x64)frobnicate((uint8x64)a)",
            InvalidArgument,
            &["frobnicate", "line 1, column", "^"],
        ),
        text("an ill-typed expression", "uint8x64 ((uint8x64)a + (uint16x64)b)", InvalidArgument, &["uint16x64", "^"]),
        text("no lanes", "uint8x0 (uint8x0)a", InvalidArgument, &["^"]),
        text("more lanes than supported", "uint8x99999999 (uint8x99999999)a", InvalidArgument, &["^"]),
        text("nothing", "", InvalidArgument, &["no expression"]),
        text("only a comment", "// nothing here\n", InvalidArgument, &["no expression"]),
        text("half an expression", "uint8x64 ((uint8x64)a +", InvalidArgument, &["expected", "^"]),
        text("a text over its bound", &"// \n".repeat(1 << 19), InvalidArgument, &["MAX_TEXT_BYTES is 1048576"]),
        Refusal {
            what: "no program",
            request: v1::SelectRequest::default(),
            code: InvalidArgument,
            says: &["set `text` or `expression`"],
        },
        target("an unknown CPU", "znver99", "", &["znver99", "did you mean", "znver4"]),
        target("an unknown feature", "znver4", "+avx4096", &["avx4096", "avx512vnni"]),
        target("a feature without sign", "znver4", "gfni", &["write +gfni"]),
        Refusal {
            what: "another architecture",
            request: v1::SelectRequest {
                target: Some(v1::Target { arch: "riscv64".into(), ..Default::default() }),
                ..request(AVERAGE)
            },
            code: InvalidArgument,
            says: &["riscv64", "aarch64", "x86_64"],
        },
        Refusal {
            what: "another epoch",
            request: v1::SelectRequest { expected_epoch: Some("e9".into()), ..request(AVERAGE) },
            code: FailedPrecondition,
            says: &["epoch e9", "epoch e0"],
        },
        Refusal {
            what: "an unknown engine",
            request: options(v1::Options { engine: 77, ..Default::default() }),
            code: InvalidArgument,
            says: &["options.engine = 77"],
        },
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_refused_with_a_sentence() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    for Refusal { what, request, code, says } in refusals() {
        let status: Status = client.select(request).await.err().unwrap_or_else(|| panic!("{what} was answered"));
        assert_eq!(status.code(), code, "{what}: {}", status.message());
        for part in says {
            assert!(status.message().contains(part), "{what}: {:?} lacks {part:?}", status.message());
        }
        let details = v1::Failure::of_status(status.details()).unwrap();
        assert_eq!((details.code, details.message.as_str()), (code as i32, status.message()), "{what}");
    }
    assert_eq!(daemon.double.searched(), 0);
    assert!(client.select(request(AVERAGE)).await.is_ok(), "the connection still works");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_place_of_an_error_travels_as_numbers_too() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let status = daemon.select(&format!("{AVERAGE}\nuint8x64 nope((uint8x64)a)")).await.unwrap_err();
    let details = v1::Failure::of_status(status.details()).unwrap();
    assert_eq!((details.line, details.column), (2, 10));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_oversized_message_is_refused_and_the_connection_lives() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    let status = client.select(request(&"x".repeat(17 << 20))).await.unwrap_err();
    assert_eq!(status.code(), Code::OutOfRange);
    assert!(status.message().contains("the limit is: 16777216 bytes"), "{}", status.message());
    assert!(client.select(request(AVERAGE)).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_graph_is_answered_like_its_text() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let ty = || Some(v1::Type { kind: v1::Kind::Uint as i32, bits: 8, lanes: 64 });
    let leaf = |name: &str| v1::Leaf { name: name.into(), r#type: ty(), ..Default::default() };
    let node = |op: &str, args, leaf| v1::Node { op: op.into(), args, leaf, ..Default::default() };
    let graph = |op| v1::Expression {
        leaves: vec![leaf("a"), leaf("b")],
        nodes: vec![node("leaf", vec![], 0), node("leaf", vec![], 1), node(op, vec![0, 1], 0)],
        roots: vec![2],
    };
    let ask = |graph| v1::SelectRequest {
        program: Some(v1::select_request::Program::Expression(graph)),
        target: Some(znver4()),
        ..Default::default()
    };
    let mut client = daemon.client().await;
    let as_text = daemon.select(AVERAGE).await.unwrap();
    let as_graph = client.select(ask(graph("rounding_halving_add"))).await.unwrap().into_inner().answers;
    assert_eq!(as_graph[0].source(), v1::Source::Memo);
    assert_eq!(only(&as_graph), only(&as_text));
    let status = client.select(ask(graph("frobnicate"))).await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    assert!(status.message().contains("node 2 (frobnicate)"), "{}", status.message());
}
