//! An operator's view: the page of metrics, health in its three kinds, and the names of calls.

use crate::double::Act;
use crate::wire::{Wire, method};
use crate::{AVERAGE, Daemon, Setup, request};
use isotope_proto::v1;
use isotope_server::access::{Access, Roles};
use isotope_server::edge::Edge;
use isotope_server::observed::log::Level;
use isotope_server::observed::{Observed, serve};
use prost::Message as _;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// An operator's port.
async fn port(observed: &Observed) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, observed.clone(), Access::open(Roles::all())));
    address
}

/// The status and the body of what is at a path.
async fn get(address: SocketAddr, line: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("{line} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_has_calls_times_and_every_count() {
    let cache = tempfile::tempdir().unwrap();
    let edge = Edge::default();
    let address = port(&edge.observed).await;
    let daemon = Daemon::start(cache.path(), Setup { edge, ..Default::default() }).await;
    daemon.select(AVERAGE).await.unwrap();
    daemon.select(AVERAGE).await.unwrap();
    daemon.select("nonsense").await.unwrap_err();
    let (status, page) = get(address, "GET /metrics").await;
    assert_eq!(status, 200);
    for line in [
        "isotope_calls_total{method=\"Select\",code=\"OK\"} 2",
        "isotope_calls_total{method=\"Select\",code=\"INVALID_ARGUMENT\"} 1",
        "isotope_call_seconds_count{method=\"Select\"} 3",
        "isotope_windows_total 2.0",
        "isotope_from_search_total 1.0",
        "isotope_cache_records 1.0",
        // The old name stays for a version.
        "isotope_memo_records 1.0",
        "isotope_ready 1.0",
        "isotope_degraded 0.0",
        "isotope_quota_refused_total{identity=\"anonymous\"} 0",
        "# EOF",
    ] {
        assert!(page.lines().any(|found| found == line), "{line} is not on\n{page}");
    }
    assert!(page.contains("isotope_build_info{version=\""), "{page}");
    assert_eq!(get(address, "GET /other").await.0, 404);
    assert_eq!(get(address, "POST /metrics").await.0, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn live_ready_and_whole_are_told_apart() {
    let cache = tempfile::tempdir().unwrap();
    let (open, gate) = std::sync::mpsc::channel();
    let edge = Edge::default();
    let observed = edge.observed.clone();
    let address = port(&observed).await;
    let daemon = Daemon::start(cache.path(), Setup { edge, gate: Some(gate), ..Default::default() }).await;
    let mut health = HealthClient::new(daemon.channel().await);
    let mut said = async |service: &str| {
        let asked = HealthCheckRequest { service: service.to_owned() };
        health.check(asked).await.unwrap().into_inner().status()
    };
    let status = async |path: &str| get(address, &format!("GET {path}")).await.0;
    let all = async || (status("/live").await, status("/ready").await, status("/whole").await);
    assert_eq!(all().await, (200, 503, 503), "loading");
    assert_eq!((said("live").await, said("").await), (ServingStatus::Serving, ServingStatus::NotServing));
    open.send(()).unwrap();
    let ready = async {
        while status("/whole").await != 200 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), ready).await.unwrap();
    observed.trouble("files", Some("server.pem: has expired".to_owned()));
    assert_eq!(all().await, (200, 200, 503), "degraded");
    let (_, body) = get(address, "GET /whole").await;
    assert_eq!(body.trim(), "{\"live\":true,\"ready\":true,\"degraded\":[\"server.pem: has expired\"]}");
    let heard = async {
        while said("whole").await != ServingStatus::NotServing {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), heard).await.unwrap();
    assert!(daemon.select(AVERAGE).await.is_ok(), "what is degraded answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_hears_that_it_is_ready_hears_that_it_is_whole() {
    for _ in 0..5 {
        let cache = tempfile::tempdir().unwrap();
        let daemon = Daemon::start(cache.path(), Setup::default()).await;
        let asked = HealthCheckRequest { service: "whole".to_owned() };
        let said = HealthClient::new(daemon.channel().await).check(asked).await.unwrap().into_inner().status();
        assert_eq!((said, daemon.stats().await.lacks), (ServingStatus::Serving, vec![]));
    }
}

/// A defect has its part on the page of metrics, and its sentence in `Stats`.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_lacking_is_named() {
    let cache = tempfile::tempdir().unwrap();
    let edge = Edge::default();
    let observed = edge.observed.clone();
    let address = port(&observed).await;
    let daemon = Daemon::start(cache.path(), Setup { edge, ..Default::default() }).await;
    observed.trouble("llc", Some("llc-19 was not found: install it".to_owned()));
    assert_eq!(daemon.stats().await.lacks, ["llc-19 was not found: install it"]);
    let part = "isotope_lacking{part=\"llc\"} 1";
    assert!(get(address, "GET /metrics").await.1.contains(part));
    observed.trouble("llc", None);
    assert!(!get(address, "GET /metrics").await.1.contains(part));
    assert_eq!(daemon.stats().await.lacks, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn probes_are_answered_beside_held_connections() {
    for held in [16, 300] {
        let observed = Observed::default();
        let address = port(&observed).await;
        let mut silent = Vec::new();
        for at in 0..held {
            let mut stream = TcpStream::connect(address).await.unwrap();
            // Some have begun, and do not go on.
            if at % 2 == 0 {
                stream.write_all(b"GET /live HTTP/1.1\r\nhost").await.unwrap();
            }
            silent.push(stream);
        }
        let began = std::time::Instant::now();
        for path in ["/live", "/ready", "/whole", "/metrics"].repeat(5) {
            let line = format!("GET {path}");
            let asked = tokio::time::timeout(std::time::Duration::from_secs(5), get(address, &line)).await;
            let (status, body) = asked.unwrap_or_else(|_| panic!("{path} beside {held} connections"));
            assert!(!body.is_empty() && [200, 503].contains(&status), "{path}: {status} {body}");
        }
        // All twenty in less than the time that one of those connections has.
        assert!(began.elapsed() < isotope_server::limits::METRICS_ASKED, "{held}: {:?}", began.elapsed());
        // Those that are silent have gone by then, and not more than the bound were ever held.
        let mut open = 0;
        for mut stream in silent {
            let read = tokio::time::timeout(std::time::Duration::from_millis(1), stream.read(&mut [0; 64])).await;
            open += usize::from(read.is_err());
        }
        assert!(open <= isotope_server::limits::MAX_METRICS_CONNECTIONS, "{open} of {held} are held");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_has_its_calls_name() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let wire = Wire::connect(&daemon.address.to_string()).await.unwrap();
    let asked = request(AVERAGE).encode_to_vec();
    let named = async |name: &str| {
        let answer = wire.call(&method("Select"), &[("x-request-id", name)], &asked).await.unwrap();
        answer.headers.get("x-request-id").unwrap().to_str().unwrap().to_owned()
    };
    assert_eq!(named("build-17.3").await, "build-17.3");
    assert_ne!(named("two words").await, "two words");
    daemon.double.set(Act::Panic);
    let broken = request(&crate::numbered(3)).encode_to_vec();
    let answer = wire.call(&method("Select"), &[("x-request-id", "build-18")], &broken).await.unwrap();
    assert_eq!(answer.headers.get("x-request-id").unwrap(), "build-18", "failures have one as well");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_logged_changes_by_a_call() {
    let cache = tempfile::tempdir().unwrap();
    let edge = Edge::default();
    let observed = edge.observed.clone();
    let daemon = Daemon::start(cache.path(), Setup { edge, ..Default::default() }).await;
    let mut client = daemon.client().await;
    let mut ask = async |filter: &str| {
        let asked = v1::LogLevelRequest { filter: filter.to_owned() };
        client.log_level(asked).await.map(tonic::Response::into_inner)
    };
    assert_eq!(ask("").await.unwrap_err().code(), tonic::Code::Unavailable, "this process has no log of its own");
    let (tell, set) = std::sync::mpsc::channel();
    observed.logs_by(Level::of("warn", move |filter| {
        let _ = tell.send(filter.to_string());
        Ok(())
    }));
    let now = |filter: &str, before: &str| v1::LogLevelResponse { filter: filter.into(), before: before.into() };
    assert_eq!(ask("").await.unwrap(), now("warn", "warn"));
    assert_eq!(ask("error,isotope_server=warn").await.unwrap(), now("error,isotope_server=warn", "warn"));
    let refused = ask("verbose").await.unwrap_err();
    assert_eq!(refused.code(), tonic::Code::InvalidArgument);
    assert!(refused.message().contains("names no level") && refused.message().contains("write `debug`"), "{refused}");
    assert!(ask(&"x".repeat(2000)).await.unwrap_err().message().contains("MAX_LOG_FILTER_BYTES"));
    assert_eq!(ask("").await.unwrap().filter, "error,isotope_server=warn", "what is refused changes nothing");
    assert_eq!(set.try_iter().count(), 1);
}
