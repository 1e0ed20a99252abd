//! The daemon's traces, as a collector in this process gets them by OTLP.

#![allow(clippy::unwrap_used)]

use isotope_proto::v1;
use isotope_proto::v1::isotope_client::IsotopeClient;
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{TraceService, TraceServiceServer};
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

const PATIENCE: Duration = Duration::from_secs(120);

/// Keeps what it gets.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Span>>>);

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let resources = request.into_inner().resource_spans;
        let spans = resources.into_iter().flat_map(|resource| resource.scope_spans).flat_map(|scope| scope.spans);
        self.0.lock().unwrap().extend(spans);
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Collector {
    async fn listen(&self) -> SocketAddr {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let service = TraceServiceServer::new(self.clone());
        let server = tonic::transport::Server::builder().add_service(service);
        tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
        address
    }

    /// The first span of this name, which comes in a moment.
    async fn span(&self, name: &str) -> Span {
        self.first(name, |_| true).await
    }

    /// The same of a trace: a daemon that starts has spans of its own.
    async fn span_of(&self, name: &str, trace: &[u8]) -> Span {
        self.first(name, |span| span.trace_id == trace).await
    }

    async fn first(&self, name: &str, is_it: impl Fn(&Span) -> bool) -> Span {
        let began = Instant::now();
        loop {
            if let Some(span) = self.0.lock().unwrap().iter().find(|span| span.name == name && is_it(span)) {
                return span.clone();
            }
            assert!(began.elapsed() < PATIENCE, "there is no span {name}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

struct Daemon {
    child: Child,
    address: String,
    folder: tempfile::TempDir,
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Daemon {
    async fn start(otlp: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        let log = std::fs::File::create(file("log")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_isotoped"));
        command.args(["--listen", "127.0.0.1:0", "--otlp", otlp, "--threads", "1", "--log", "warn"]);
        command.arg("--cache").arg(file("memo")).arg("--ready-file").arg(file("ready"));
        let child = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let mut daemon = Daemon { child, address: String::new(), folder };
        let began = Instant::now();
        while daemon.address.is_empty() {
            assert!(began.elapsed() < PATIENCE && daemon.child.try_wait().unwrap().is_none(), "{}", daemon.log());
            tokio::time::sleep(Duration::from_millis(50)).await;
            let ready = std::fs::read_to_string(daemon.folder.path().join("ready")).unwrap_or_default();
            daemon.address = ready.trim().to_owned();
        }
        daemon
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    async fn select(&self, text: &str, headers: &[(&'static str, &'static str)]) -> v1::SelectResponse {
        let mut client = IsotopeClient::connect(format!("http://{}", self.address)).await.unwrap();
        let target = v1::Target { arch: "x86_64".to_owned(), mcpu: "znver4".to_owned(), mattr: String::new() };
        let program = v1::select_request::Program::Text(text.to_owned());
        let asked = v1::SelectRequest { program: Some(program), target: Some(target), ..Default::default() };
        let mut request = Request::new(asked);
        for (name, value) in headers {
            request.metadata_mut().insert(*name, value.parse().unwrap());
        }
        client.select(request).await.unwrap().into_inner()
    }
}

const WINDOW: &str = "uint8x64 (uint8x64)a + (uint8x64)b\n";

fn attribute(span: &Span, name: &str) -> Option<String> {
    let found = span.attributes.iter().find(|attribute| attribute.key == name)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        Value::IntValue(number) => Some(number.to_string()),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_callers_trace_goes_on_through_search_and_worker() {
    let collector = Collector::default();
    let daemon = Daemon::start(&format!("http://{}", collector.listen().await)).await;
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let answer = daemon.select(WINDOW, &[("traceparent", trace), ("x-request-id", "build-17")]).await;
    assert_eq!(answer.answers.len(), 1);
    let call = collector.span("isotope.v1.Isotope/Select").await;
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("{byte:02x}")).collect() };
    assert_eq!(hex(&call.trace_id), "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(hex(&call.parent_span_id), "b7ad6b7169203331");
    assert_eq!(attribute(&call, "isotope.call").as_deref(), Some("build-17"));
    assert_eq!(attribute(&call, "rpc.grpc.status_code").as_deref(), Some("0"));
    // Each is a child of the one before, although each runs on a thread of its own.
    let mut parent = call.clone();
    for name in ["search", "worker"] {
        let all = collector.0.lock().unwrap().clone();
        let span = collector.span_of(name, &call.trace_id).await;
        let is_child = |span: &Span| span.parent_span_id == parent.span_id;
        assert!(is_child(&span), "{name}: {all:?}");
        assert!(attribute(&span, "calls").unwrap().contains("build-17"), "{span:?}");
        parent = span;
    }
    collector.span_of("price", &call.trace_id).await;
    // One that names no trace, or garbage, begins its own.
    daemon.select(WINDOW, &[("traceparent", "00-garbage"), ("x-request-id", "build-18")]).await;
    let began = Instant::now();
    let own = loop {
        let all = collector.0.lock().unwrap().clone();
        let named = |span: &&Span| attribute(span, "isotope.call").as_deref() == Some("build-18");
        if let Some(span) = all.iter().find(named) {
            break span.clone();
        }
        assert!(began.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert!(own.parent_span_id.is_empty() && own.trace_id != call.trace_id, "{own:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_not_there_costs_no_call_anything() {
    // A port that nobody listens on, and one that takes connections and says nothing.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for address in [closed, silent.local_addr().unwrap()] {
        let daemon = Daemon::start(&format!("http://{address}")).await;
        assert_eq!(daemon.select(WINDOW, &[]).await.answers.len(), 1);
        let began = Instant::now();
        while !daemon.log().contains("spans are lost") {
            assert!(began.elapsed() < PATIENCE, "{}", daemon.log());
            let asked = Instant::now();
            assert_eq!(daemon.select(WINDOW, &[]).await.answers.len(), 1);
            assert!(asked.elapsed() < Duration::from_secs(2), "a hit took {:?}", asked.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(daemon.log().matches("spans are lost").count(), 1);
    }
}

#[test]
fn an_address_that_is_none_is_refused() {
    let refused = Command::new(env!("CARGO_BIN_EXE_isotoped"))
        .args(["--listen", "127.0.0.1:0", "--otlp", "collector:4317"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    let mut check = Command::new(env!("CARGO_BIN_EXE_isotoped"));
    let checked = check.args(["--check-config", "--listen", "127.0.0.1:0", "--otlp", "ftp://host"]).output().unwrap();
    assert_eq!(checked.status.code(), Some(2));
    assert!(said.contains("`--otlp`: collector:4317 cannot be used") && said.contains("http://HOST:4317"), "{said}");
}
