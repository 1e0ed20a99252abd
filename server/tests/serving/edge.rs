//! The edge: statuses of what is no request, the caller's clock, connections that are silent, room that is not there.

use crate::double::Act;
use crate::wire::{Wire, framed, method};
use crate::{AVERAGE, Daemon, Setup, numbered, request};
use isotope_proto::v1;
use isotope_server::daemon::running::Ended;
use isotope_server::edge::Edge;
use isotope_server::limits;
use isotope_server::memory::Memory;
use prost::Message as _;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tonic::Code;

const METHODS: [&str; 5] = ["Select", "SelectBatch", "Explain", "Compare", "Stats"];

async fn daemon(setup: Setup) -> (Daemon, Wire, tempfile::TempDir) {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), setup).await;
    let wire = Wire::connect(&daemon.address.to_string()).await.unwrap();
    (daemon, wire, cache)
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_are_no_message_are_the_callers_mistake() {
    let (_daemon, wire, _cache) = daemon(Setup::default()).await;
    for name in METHODS {
        for garbage in [&[0xff; 40][..], &[0x0a, 0x7f, 1, 2], &[0x0b, 0x0b, 0x0b]] {
            let answer = wire.call(&method(name), &[], garbage).await.unwrap();
            assert_eq!(answer.code, Code::InvalidArgument as i32, "{name}: {}", answer.message);
            assert!(answer.message.contains("is%20not%20the%20message"), "{}", answer.message);
        }
    }
    // Text that is none.
    let answer = wire.call(&method("Select"), &[], &[0x0a, 2, 0xff, 0xfe]).await.unwrap();
    assert_eq!(answer.code, Code::InvalidArgument as i32, "{}", answer.message);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_timeout_that_is_none_is_refused() {
    let (_daemon, wire, _cache) = daemon(Setup::default()).await;
    for text in ["-1S", "5", "1x", "123456789S", ""] {
        let answer = wire.call(&method("Select"), &[("grpc-timeout", text)], &request(AVERAGE).encode_to_vec()).await;
        let answer = answer.unwrap();
        assert_eq!(answer.code, Code::InvalidArgument as i32, "{text}: {}", answer.message);
        assert!(answer.message.contains("grpc-timeout"), "{}", answer.message);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_timeout_that_passes_is_said_where_there_is_no_answer_yet() {
    let (daemon, wire, _cache) = daemon(Setup::default()).await;
    let asked = request(AVERAGE).encode_to_vec();
    // A search that is late leaves time for the plain lowering, unless that is late as well.
    daemon.double.set(Act::Slow(5000));
    let answer = wire.call(&method("Select"), &[("grpc-timeout", "2S")], &asked).await.unwrap();
    assert_eq!(answer.code, 0, "{}", answer.message);
    let answers = v1::SelectResponse::decode(&answer.body[5..]).unwrap().answers;
    assert!(answers[0].truncated && answers[0].source() == v1::Source::Baseline, "{answers:?}");
    daemon.double.set(Act::SlowThroughout(3000));
    let in_time = async |name, message: &[u8]| {
        let begun = Instant::now();
        let answer = wire.call(&method(name), &[("grpc-timeout", "200m")], message).await.unwrap();
        assert!(begun.elapsed() < Duration::from_secs(2), "{name}: {:?}", begun.elapsed());
        answer
    };
    let answer = in_time("Select", &asked).await;
    assert_eq!(answer.code, Code::DeadlineExceeded as i32, "{}", answer.message);
    let listed = v1::Pair { name: "a".into(), own: Some("\tnop\n".into()), selected: Some("".into()) };
    let compared = v1::CompareRequest { target: Some(crate::znver4()), pairs: vec![listed] }.encode_to_vec();
    let answer = in_time("Compare", &compared).await;
    assert_eq!(answer.code, 0, "{}", answer.message);
    let compared = v1::CompareResponse::decode(&answer.body[5..]).unwrap().compared;
    assert!(!compared[0].known, "its costs are not known in time");
    // A request that never becomes whole, and a stream that goes on.
    for name in ["Select", "SelectBatch"] {
        let mut call = wire.begin(&method(name), &[("grpc-timeout", "200m")]).await.unwrap();
        call.request.send_data(framed(&[0x0a; 50]).slice(..20), false).unwrap();
        let answer = call.answer().await.unwrap();
        assert_eq!(answer.code, Code::DeadlineExceeded as i32, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_stops_half_way_is_given_up() {
    let edge = Edge { stall: Duration::from_millis(200), ..Edge::default() };
    let memory = edge.memory.clone();
    let (_daemon, wire, _cache) = daemon(Setup { edge, ..Default::default() }).await;
    let mut call = wire.begin(&method("Select"), &[]).await.unwrap();
    call.request.send_data(framed(&vec![0x0a; 100_000]).slice(..50_000), false).unwrap();
    let charged = async {
        while memory.used() < 50_000 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), charged).await.expect("what came is charged");
    let answer = call.answer().await.unwrap();
    assert_eq!(answer.code, Code::DeadlineExceeded as i32, "{}", answer.message);
    assert!(memory.used() < 50_000, "it is given back: {}", memory.used());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_finds_no_room_is_refused_with_when_to_ask_again() {
    let room = 1 << 20;
    let memory = Memory::bounded(room);
    let edge = Edge { memory: memory.clone(), ..Edge::default() };
    let (daemon, wire, _cache) = daemon(Setup { edge, ..Default::default() }).await;
    let held = memory.charge(room - 2 * limits::CALL_BYTES).unwrap();
    let expression = v1::Expression { nodes: vec![v1::Node::default(); 200], ..Default::default() };
    let program = Some(v1::select_request::Program::Expression(expression));
    let asked = v1::SelectRequest { program, ..Default::default() }.encode_to_vec();
    let answer = wire.call(&method("Select"), &[], &asked).await.unwrap();
    assert_eq!(answer.code, Code::ResourceExhausted as i32, "{}", answer.message);
    assert!(answer.message.contains("--memory-total"), "{}", answer.message);
    assert!(answer.trailers.contains_key("grpc-retry-pushback-ms"));
    let filled = memory.charge(memory.limit() - memory.used()).unwrap();
    let refused = wire.call(&method("Stats"), &[], &[]).await.unwrap();
    assert_eq!(refused.code, Code::ResourceExhausted as i32, "not even a call finds room");
    let health = wire.call("/grpc.health.v1.Health/Check", &[], &[]).await.unwrap();
    assert_eq!(health.code, 0, "health answers whatever else does not");
    drop((held, filled));
    assert!(daemon.select(AVERAGE).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_do_not_delay_the_end() {
    let (mut daemon, wire, _cache) = daemon(Setup::default()).await;
    let mut silent = Vec::new();
    for n in 0..50 {
        let mut stream = TcpStream::connect(daemon.address).await.unwrap();
        if n % 2 == 0 {
            // HTTP/2 has begun; whoever is there answers nothing, not even a ping.
            stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
        }
        silent.push(stream);
    }
    assert_eq!(wire.call(&method("Stats"), &[], &[]).await.unwrap().code, 0);
    let begun = Instant::now();
    daemon.begin_stop();
    assert_eq!(daemon.ended().await.unwrap(), Ended::Drained);
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_does_not_begin_or_has_no_call_is_closed() {
    let (handshake, idle) = (Duration::from_millis(200), Duration::from_millis(400));
    let edge = Edge { handshake, idle, ..Edge::default() };
    let (daemon, wire, _cache) = daemon(Setup { edge, ..Default::default() }).await;
    let mut silent = TcpStream::connect(daemon.address).await.unwrap();
    let closed = async |stream: &mut TcpStream| {
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut bytes)).await;
        read.expect("it is closed").is_ok()
    };
    assert!(closed(&mut silent).await);
    let mut idle = TcpStream::connect(daemon.address).await.unwrap();
    idle.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    assert!(closed(&mut idle).await);
    // A call keeps its connection for as long as it takes.
    daemon.double.set(Act::Slow(1500));
    let wire_two = Wire::connect(&daemon.address.to_string()).await.unwrap();
    drop(wire);
    let answer = wire_two.call(&method("Select"), &[], &request(AVERAGE).encode_to_vec()).await.unwrap();
    assert_eq!(answer.code, 0, "{}", answer.message);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_connection_over_the_bound_is_closed_and_room_comes_back() {
    let edge = Edge { connections: 3, ..Edge::default() };
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup { edge, ..Default::default() }).await;
    let address = daemon.address.to_string();
    let mut open = Vec::new();
    for _ in 0..3 {
        let wire = Wire::connect(&address).await.unwrap();
        assert_eq!(wire.call(&method("Stats"), &[], &[]).await.unwrap().code, 0);
        open.push(wire);
    }
    let fourth = async {
        let wire = Wire::connect(&address).await?;
        wire.call(&method("Stats"), &[], &[]).await
    };
    let begun = Instant::now();
    assert!(fourth.await.is_err(), "it is closed");
    assert!(begun.elapsed() < Duration::from_secs(2), "and told so at once");
    drop(open);
    let again = async {
        loop {
            if let Ok(wire) = Wire::connect(&address).await
                && wire.call(&method("Stats"), &[], &[]).await.is_ok()
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), again).await.expect("there is room again");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_one_batch_message_come_in_messages_that_clients_take() {
    let (daemon, _wire, _cache) = daemon(Setup::default()).await;
    let many = 3000;
    let batch = |items| v1::SelectBatchRequest { items, target: Some(crate::znver4()), ..Default::default() };
    let item =
        |n: usize| v1::BatchItem { index: n as u64, program: Some(v1::batch_item::Program::Text(numbered(n % 7))) };
    // The client's own bound is gRPC's usual one, 4 MiB; 3,000 of these answers are more.
    daemon.double.padding.store(2000, Ordering::SeqCst);
    for n in 0..7 {
        daemon.select(&numbered(n)).await.unwrap();
    }
    let mut client = daemon.client().await;
    let items: Vec<_> = (0..many).map(item).collect();
    let mut stream = client.select_batch(tokio_stream::iter([batch(items)])).await.unwrap().into_inner();
    let (mut answered, mut messages) = (0, 0);
    while let Some(message) = stream.message().await.unwrap() {
        assert!(message.encoded_len() <= 2 * limits::BATCH_MESSAGE_BYTES);
        assert!(message.answers.iter().all(|a| a.failure.is_none()));
        answered += message.answers.len();
        messages += 1;
    }
    assert_eq!(answered, many);
    assert!(messages >= 2, "{messages}");
}

#[tokio::test(flavor = "multi_thread")]
async fn reflection_answers_in_both_versions() {
    use tonic_reflection::pb::v1alpha::ServerReflectionRequest;
    use tonic_reflection::pb::v1alpha::server_reflection_client::ServerReflectionClient;
    use tonic_reflection::pb::v1alpha::server_reflection_request::MessageRequest;
    let (daemon, _wire, _cache) = daemon(Setup::default()).await;
    let message_request = Some(MessageRequest::ListServices(String::new()));
    let requests = tokio_stream::iter([ServerReflectionRequest { host: String::new(), message_request }]);
    let mut client = ServerReflectionClient::new(daemon.channel().await);
    let mut stream = client.server_reflection_info(requests).await.unwrap().into_inner();
    assert!(stream.message().await.unwrap().unwrap().message_response.is_some());
}
