//! The service over a real socket, with a selector that does what the test tells it to.

#![allow(clippy::unwrap_used)]

mod alternatives;
mod answers;
mod batches;
mod certificates;
mod comparisons;
mod double;
mod edge;
mod farm;
mod freezing;
mod kinds;
mod lifecycle;
mod misses;
mod nests;
mod observed;
mod operating;
mod outage;
mod prices;
mod proofs;
#[allow(dead_code)] // Of its mischief only some is done here.
#[path = "../../../tier/tests/servers/proxy.rs"]
mod proxy;
mod redis;
mod refusals;
mod schedules;
mod secured;
mod shares;
mod sharing;
mod warm_up;
mod wire;

use double::Double;
use isotope_cache::Memo;
use isotope_cache::filesystem::{Disk, FileSystem};
use isotope_proto::v1;
use isotope_proto::v1::isotope_client::IsotopeClient;
use isotope_server::core::{Bounds, Core};
use isotope_server::daemon::running::{Ended, serve};
use isotope_server::edge::{Edge, Listener};
use isotope_server::settings::error::DaemonError;
use isotope_server::stored::belief::Belief;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tonic::Status;
use tonic::transport::Channel;

pub(crate) const AVERAGE: &str = "uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)";

/// How a test's daemon differs from the usual one.
pub(crate) struct Setup {
    pub(crate) double: Arc<Double>,
    pub(crate) threads: usize,
    pub(crate) queue: usize,
    pub(crate) edge: Edge,
    pub(crate) file_system: Arc<dyn FileSystem>,
    /// The daemon is loading until this resolves.
    pub(crate) gate: Option<std::sync::mpsc::Receiver<()>>,
    /// The tier behind its memo.
    pub(crate) tier: Option<farm::Behind>,
    /// The queue of the warm-up jobs that it works for.
    pub(crate) warm_up: Option<isotope_tier::warm_up::WarmUpQueue>,
    /// The snapshot under its memo.
    pub(crate) snapshot: Option<isotope_tier::Snapshot>,
    /// Whose records it believes.
    pub(crate) belief: Belief,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            double: Arc::default(),
            threads: 2,
            queue: 1000,
            edge: Edge { drain: Duration::from_secs(5), ..Edge::default() },
            file_system: Arc::new(Disk),
            gate: None,
            tier: None,
            warm_up: None,
            snapshot: None,
            belief: Belief::default(),
        }
    }
}

/// How long a daemon waits for the folder of one before it in this process: threads of that may hold its lock after it was stopped, as
/// those of an ended process do not.
const LOCK_WAITS: Duration = Duration::from_secs(20);

/// A daemon on a free port.
pub(crate) struct Daemon {
    pub(crate) address: SocketAddr,
    pub(crate) double: Arc<Double>,
    stop: Option<oneshot::Sender<()>>,
    stop_now: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<Result<Ended, DaemonError>>>,
}

async fn resolved(receiver: oneshot::Receiver<()>) {
    // A dropped sender is a test that ended.
    let _ = receiver.await;
}

impl Daemon {
    /// Starts one on `cache` and waits until it is ready, or, with a gate, until it listens.
    pub(crate) async fn start(cache: &Path, setup: Setup) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let incoming = Listener::new(listener);
        let (stop, stopped) = oneshot::channel();
        let (stop_now, stopped_now) = oneshot::channel();
        let (tell, ready) = oneshot::channel();
        let (double, cache, gated) = (Arc::clone(&setup.double), cache.to_owned(), setup.gate.is_some());
        let memory = setup.edge.memory.clone();
        let load = move || {
            setup.gate.map(|gate| gate.recv());
            let open = || {
                let file_system = Arc::clone(&setup.file_system);
                Memo::open(&cache, isotope_cache::Options { file_system, ..Default::default() })
            };
            let waits = Instant::now() + LOCK_WAITS;
            let memo = loop {
                match open() {
                    Err(isotope_cache::Error::Locked { .. }) if !gated && Instant::now() < waits => {
                        std::thread::sleep(Duration::from_millis(10));
                    }
                    opened => break opened?.0,
                }
            };
            let bounds = Bounds { threads: setup.threads, queue: setup.queue, memory, ..Bounds::default() };
            let core = Core::new(setup.double, memo, String::new(), bounds);
            let tier = setup.tier.map(|tier| tier.open(&core.store.memo, &cache));
            Ok(core
                .with_tier(tier)
                .with_belief(setup.belief)
                .with_warm_up(setup.warm_up)
                .with_snapshot(setup.snapshot)
                .in_folder(&cache))
        };
        let announce = |_: &_| {
            let _ = tell.send(());
            Ok(())
        };
        let serving =
            tokio::spawn(serve(incoming, load, announce, resolved(stopped), resolved(stopped_now), setup.edge));
        if !gated {
            ready.await.expect("the daemon did not become ready");
        }
        Daemon { address, double, stop: Some(stop), stop_now: Some(stop_now), serving: Some(serving) }
    }

    pub(crate) async fn channel(&self) -> Channel {
        Channel::from_shared(format!("http://{}", self.address)).unwrap().connect().await.unwrap()
    }

    pub(crate) async fn client(&self) -> IsotopeClient<Channel> {
        IsotopeClient::new(self.channel().await)
    }

    pub(crate) async fn stats(&self) -> v1::StatsResponse {
        self.client().await.stats(v1::StatsRequest {}).await.unwrap().into_inner()
    }

    /// Waits for counters that must come soon.
    pub(crate) async fn until_stats(&self, as_wanted: impl Fn(&v1::StatsResponse) -> bool) -> v1::StatsResponse {
        let waiting = async {
            loop {
                let stats = self.stats().await;
                if as_wanted(&stats) {
                    return stats;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        // A busy machine takes its time, and only a failure waits so long.
        tokio::time::timeout(Duration::from_secs(120), waiting).await.expect("the counters did not come so far")
    }

    /// One call on a connection of its own.
    pub(crate) async fn select(&self, text: &str) -> Result<Vec<v1::Answer>, Status> {
        self.client().await.select(request(text)).await.map(|r| r.into_inner().answers)
    }

    pub(crate) fn begin_stop(&mut self) {
        drop(self.stop.take());
    }

    pub(crate) fn stop_now(&mut self) {
        drop(self.stop_now.take());
    }

    pub(crate) async fn ended(&mut self) -> Result<Ended, DaemonError> {
        let ended = tokio::time::timeout(Duration::from_secs(20), self.serving.take().unwrap()).await;
        ended.expect("the daemon did not end").unwrap()
    }

    pub(crate) async fn stop(mut self) -> Ended {
        self.begin_stop();
        self.ended().await.unwrap()
    }
}

pub(crate) fn request(text: &str) -> v1::SelectRequest {
    v1::SelectRequest {
        program: Some(v1::select_request::Program::Text(text.to_owned())),
        target: Some(znver4()),
        ..Default::default()
    }
}

pub(crate) fn znver4() -> v1::Target {
    v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() }
}

/// `uint8x64 a + n`: as many different windows as one likes.
pub(crate) fn numbered(n: usize) -> String {
    format!("int32x16 ((int32x16)a + x16({n}))")
}

/// The only answer's selection.
pub(crate) fn only(answers: &[v1::Answer]) -> &v1::Selection {
    assert_eq!(answers.len(), 1);
    answers[0].selection.as_ref().unwrap()
}
