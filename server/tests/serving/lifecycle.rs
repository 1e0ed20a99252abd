//! Starting, health, reflection, stopping, and the cache folder's troubles.

use crate::double::{Act, Double};
use crate::{AVERAGE, Daemon, Setup, numbered, only, request, znver4};
use isotope_cache::filesystem::{Disk, Entry, FileSystem, MemoFile, OpenMode};
use isotope_proto::v1;
use isotope_proto::v1::isotope_client::IsotopeClient;
use isotope_server::daemon::running::{Ended, SERVICE_NAME};
use isotope_server::edge::Edge;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tonic::Code;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

async fn health(daemon: &Daemon, service: &str) -> ServingStatus {
    let request = HealthCheckRequest { service: service.to_owned() };
    HealthClient::new(daemon.channel().await).check(request).await.unwrap().into_inner().status()
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_wait_until_the_daemon_is_ready() {
    let cache = tempfile::tempdir().unwrap();
    let (open, gate) = std::sync::mpsc::channel();
    let daemon = Daemon::start(cache.path(), Setup { gate: Some(gate), ..Default::default() }).await;
    assert_eq!(health(&daemon, SERVICE_NAME).await, ServingStatus::NotServing);
    assert_eq!(health(&daemon, "").await, ServingStatus::NotServing);
    let waiting = |timeout: Option<Duration>| {
        let channel = daemon.channel();
        async move {
            let mut asked = tonic::Request::new(request(AVERAGE));
            if let Some(timeout) = timeout {
                asked.set_timeout(timeout);
            }
            IsotopeClient::new(channel.await).select(asked).await
        }
    };
    // A caller that does not wait so long hears in its time what the matter is.
    let begun = Instant::now();
    let late = waiting(Some(Duration::from_millis(700))).await.unwrap_err();
    assert_eq!(late.code(), Code::Unavailable, "{}", late.message());
    assert!(late.message().contains("starting") && begun.elapsed() < Duration::from_secs(3), "{}", late.message());
    let calls = async {
        let patient = [waiting(None), waiting(Some(Duration::from_secs(60)))];
        let stats = async { daemon.client().await.stats(v1::StatsRequest {}).await };
        let [one, two] = patient;
        tokio::join!(one, two, stats, async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            open.send(()).unwrap();
        })
    };
    let (one, two, stats, ()) = calls.await;
    assert_eq!((one.unwrap().into_inner().answers.len(), two.unwrap().into_inner().answers.len()), (1, 1));
    assert!(stats.is_ok());
    while health(&daemon, SERVICE_NAME).await != ServingStatus::Serving {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_wait_for_the_start_hear_that_it_is_given_up() {
    let cache = tempfile::tempdir().unwrap();
    let (open, gate) = std::sync::mpsc::channel();
    let mut daemon = Daemon::start(cache.path(), Setup { gate: Some(gate), ..Default::default() }).await;
    let mut client = daemon.client().await;
    let call = tokio::spawn(async move { client.select(request(AVERAGE)).await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!call.is_finished());
    daemon.begin_stop();
    let refused = tokio::time::timeout(Duration::from_secs(5), call).await.unwrap().unwrap().unwrap_err();
    assert!(refused.code() == Code::Unavailable && refused.message().contains("stopping"), "{}", refused.message());
    open.send(()).unwrap();
    daemon.ended().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_lets_calls_finish_and_refuses_new_ones() {
    let cache = tempfile::tempdir().unwrap();
    let mut daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::Slow(500));
    let mut client = daemon.client().await;
    let call = tokio::spawn(async move { client.select(request(AVERAGE)).await });
    daemon.double.until_running(1).await;
    daemon.begin_stop();
    let answers = call.await.unwrap().unwrap().into_inner().answers;
    assert_eq!(answers[0].source(), v1::Source::Search);
    assert_eq!(daemon.ended().await.unwrap(), Ended::Drained);
    assert!(tokio::net::TcpStream::connect(daemon.address).await.is_err(), "nobody listens any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limit_and_the_second_signal_cut_what_is_under_way() {
    for second_signal in [false, true] {
        let cache = tempfile::tempdir().unwrap();
        let drain = if second_signal { Duration::from_secs(60) } else { Duration::from_millis(100) };
        let mut daemon =
            Daemon::start(cache.path(), Setup { edge: Edge { drain, ..Edge::default() }, ..Default::default() }).await;
        daemon.double.set(Act::UntilStopped);
        let mut client = daemon.client().await;
        let call = tokio::spawn(async move { client.select(request(AVERAGE)).await });
        daemon.double.until_running(1).await;
        daemon.begin_stop();
        if second_signal {
            daemon.stop_now();
        }
        assert_eq!(daemon.ended().await.unwrap(), Ended::CutShort);
        let answers = call.await.unwrap().unwrap().into_inner().answers;
        assert!(answers[0].truncated && only(&answers).verdict() == v1::Verdict::Baseline, "{answers:?}");
        assert_eq!(answers[0].notes, [STOPPING]);
        daemon.double.until_cancelled(1).await;
    }
}

/// The note of an answer that is the plain lowering because its daemon did not drain in time.
pub(crate) const STOPPING: &str = "not searched to the end: the server is stopping; ask again when one is there";

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_plain_lowering_hears_that_the_server_stops() {
    let cache = tempfile::tempdir().unwrap();
    let edge = Edge { drain: Duration::from_millis(100), ..Edge::default() };
    let mut daemon = Daemon::start(cache.path(), Setup { edge, ..Default::default() }).await;
    daemon.double.set(Act::UntilStopped);
    let (mut first, mut second) = (daemon.client().await, daemon.client().await);
    let program = Some(v1::explain_request::Program::Text(AVERAGE.to_owned()));
    let asked = v1::ExplainRequest { program, target: Some(znver4()), ..Default::default() };
    let explaining = tokio::spawn(async move { first.explain(asked).await.map(drop) });
    // One after the other: the double that prices lets nothing else begin.
    daemon.double.until_running(1).await;
    let pair = v1::Pair { name: "a".into(), own: Some("nop\n".into()), selected: Some("nop\nnop\n".into()) };
    let asked = v1::CompareRequest { pairs: vec![pair], target: Some(znver4()) };
    let comparing = tokio::spawn(async move { second.compare(asked).await.map(drop) });
    daemon.double.until_running(2).await;
    daemon.begin_stop();
    assert_eq!(daemon.ended().await.unwrap(), Ended::CutShort);
    for call in [explaining, comparing] {
        let refused = call.await.unwrap().unwrap_err();
        assert_eq!(refused.code(), Code::Unavailable, "{refused}");
        assert!(refused.message().starts_with("the server is stopping; try again"), "{refused}");
    }
    daemon.double.until_cancelled(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_daemon_on_the_same_cache_does_not_start() {
    let cache = tempfile::tempdir().unwrap();
    let first = Daemon::start(cache.path(), Setup::default()).await;
    let (open, gate) = std::sync::mpsc::channel();
    let mut second = Daemon::start(cache.path(), Setup { gate: Some(gate), ..Default::default() }).await;
    open.send(()).unwrap();
    let error = second.ended().await.unwrap_err().to_string();
    assert!(error.contains("in use by another process"), "{error}");
    assert!(first.select(AVERAGE).await.is_ok(), "the first one does not notice");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cache_folder_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("occupied");
    std::fs::write(&file, "not a folder").unwrap();
    let (open, gate) = std::sync::mpsc::channel();
    let mut daemon = Daemon::start(&file, Setup { gate: Some(gate), ..Default::default() }).await;
    open.send(()).unwrap();
    let error = daemon.ended().await.unwrap_err().to_string();
    assert!(error.contains("occupied") && error.contains("check that the folder exists"), "{error}");
}

/// The disk, until it is full.
#[derive(Clone)]
struct Filling(Arc<AtomicBool>);

struct FillingFile(Box<dyn MemoFile>, Arc<AtomicBool>);

impl MemoFile for FillingFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.read_at(buffer, offset)
    }
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        if self.1.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.write_at(bytes, offset)
    }
    fn sync(&self) -> io::Result<()> {
        self.0.sync()
    }
    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }
}

impl FileSystem for Filling {
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn MemoFile>> {
        Ok(Box::new(FillingFile(Disk.open(path, mode)?, Arc::clone(&self.0))))
    }
    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        Disk.create_dir_all(path)
    }
    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        Disk.list(path)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        Disk.rename(from, to)
    }
    fn remove_file(&self, path: &Path) -> io::Result<()> {
        Disk.remove_file(path)
    }
    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        Disk.remove_dir_all(path)
    }
    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        Disk.sync_dir(path)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_costs_the_memory_and_not_the_answer() {
    let cache = tempfile::tempdir().unwrap();
    let full = Arc::new(AtomicBool::new(false));
    let file_system = Arc::new(Filling(Arc::clone(&full)));
    let daemon = Daemon::start(cache.path(), Setup { file_system, ..Default::default() }).await;
    daemon.select(AVERAGE).await.unwrap();
    full.store(true, Ordering::SeqCst);
    let answers = daemon.select(&numbered(1)).await.unwrap();
    assert!(answers[0].notes[0].contains("not remembered: the disk is full"), "{:?}", answers[0].notes);
    assert_eq!(daemon.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Memo, "what was kept is served");
    assert_eq!(daemon.select(&numbered(1)).await.unwrap()[0].source(), v1::Source::Memo, "what was found is held");
    let stats = daemon.stats().await;
    assert_eq!((stats.memo_write_failures, stats.memo_records), (1, 1));
    assert_eq!(daemon.double.searched(), 2);
    full.store(false, Ordering::SeqCst);
    daemon.until_stats(|s| s.memo_records == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reflection_names_the_service() {
    use tonic_reflection::pb::v1::ServerReflectionRequest;
    use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
    use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
    use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup { double: Arc::new(Double::default()), ..Default::default() }).await;
    let message_request = Some(MessageRequest::ListServices(String::new()));
    let requests = tokio_stream::iter([ServerReflectionRequest { host: String::new(), message_request }]);
    let mut client = ServerReflectionClient::new(daemon.channel().await);
    let mut stream = client.server_reflection_info(requests).await.unwrap().into_inner();
    let Some(MessageResponse::ListServicesResponse(list)) = stream.message().await.unwrap().unwrap().message_response
    else {
        panic!("no list of services");
    };
    let names: Vec<_> = list.service.iter().map(|s| s.name.as_str()).collect();
    assert!(names.contains(&SERVICE_NAME) && names.contains(&"grpc.health.v1.Health"), "{names:?}");
}
