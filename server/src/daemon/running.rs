//! The daemon's life: serving while it loads, health, stopping in order and within a limit.

use crate::answers::behind;
use crate::core::Core;
use crate::daemon::checkup;
use crate::daemon::scrubbing;
use crate::edge::{self, Answering, Edge};
use crate::limits;
use crate::observed::Observed;
use crate::search::selector::{Part, SelectError};
use crate::settings::error::DaemonError;
use crate::settings::tier;
use crate::stored::misses;
use crate::warm_up;
use crate::wire::readiness::{Readiness, Waiting};
use crate::wire::service::Service;
use isotope_proto::DESCRIPTORS;
use isotope_proto::server::isotope_server::IsotopeServer;
use std::future::Future;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::{JoinHandle, JoinSet};
use tokio_stream::Stream;
use tonic::service::Routes;
use tonic::transport::server::Connected;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;

/// The service's full name, as health checks name it.
pub const SERVICE_NAME: &str = "isotope.v1.Isotope";

/// The name by which health checks hear whether the process lives, whatever it can do.
pub const LIVE: &str = "live";

/// The name by which they hear whether it takes calls and lacks nothing.
pub const WHOLE: &str = "whole";

/// How the daemon ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every call under way was answered.
    Drained,
    /// The limit passed, or a second signal came, with calls still under way: they were given up.
    CutShort,
}

/// Serves on `incoming` until `stop` resolves, then lets calls under way finish within the drain, or until `stop_now` resolves.
///
/// `load` runs on a blocking thread while the server already listens: until it is done calls wait and health says `NOT_SERVING`.
/// `ready` is called once it is done.
pub async fn serve<I, IO, IE>(
    incoming: I,
    load: impl FnOnce() -> Result<Core, DaemonError> + Send + 'static,
    ready: impl FnOnce(&Arc<Core>) -> Result<(), DaemonError> + Send,
    stop: impl Future<Output = ()> + Send,
    stop_now: impl Future<Output = ()> + Send,
    edge: Edge,
) -> Result<Ended, DaemonError>
where
    I: Stream<Item = Result<IO, IE>> + Send + 'static,
    IO: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
    IE: Into<Box<dyn std::error::Error + Send + Sync>> + Send + 'static,
{
    let readiness = Arc::new(Readiness::new());
    let (health, health_service) = tonic_health::server::health_reporter();
    report(&health, ServingStatus::NotServing).await;
    let service = Service::new(Arc::clone(&readiness), edge.observed.clone());
    let routes = routes(service.clone(), &readiness)?.add_service(health_service).prepare();
    let answering = Answering { routes, held: Arc::new(service) };
    let (drain, observed) = (edge.drain, edge.observed.clone());
    observed.watch(&readiness);
    // Whoever asks first is told, too.
    look(&health, &observed).await;
    // Ends when this does.
    let mut looking = JoinSet::new();
    looking.spawn(keep_looking(health.clone(), observed.clone()));
    let (drain_now, draining) = tokio::sync::oneshot::channel::<()>();
    let mut server = tokio::spawn(edge::serve(incoming, answering, edge, async move {
        // An error means that the sender is gone, which is the same message.
        let _ = draining.await;
    }));
    let loading = tokio::task::spawn_blocking(move || loaded_and_looked_at(load));
    let mut working = None;
    let (mut stop, mut stop_now) = (std::pin::pin!(stop), std::pin::pin!(stop_now));
    tokio::select! {
        loaded = loading => {
            let (core, parts) = loaded.unwrap_or_else(|panic| Err(not_loaded(&panic)))?;
            let core = Arc::new(core);
            checkup::tell(parts, &observed);
            checkup::begin(&core, &observed, &mut looking);
            readiness.ready(Arc::clone(&core));
            // Whoever hears that it is ready hears as well whether it is whole.
            look(&health, &observed).await;
            report(&health, ServingStatus::Serving).await;
            ready(&core)?;
            working = begin(&core, &readiness, observed);
            tokio::select! {
                () = &mut stop => {}
                ended = &mut server => return ended_by_itself(ended).map(|()| Ended::Drained),
            }
        }
        () = &mut stop => {}
        ended = &mut server => return ended_by_itself(ended).map(|()| Ended::Drained),
    }

    tracing::info!(drain_ms = drain.as_millis() as u64, "stopping: calls under way are finished, new ones are refused");
    begin_to_stop(&readiness, &health, working).await;
    drop(drain_now);
    let ended = tokio::select! {
        ended = &mut server => {
            write_down(&readiness).await;
            return ended_by_itself(ended).map(|()| Ended::Drained);
        }
        () = tokio::time::sleep(drain) => "the limit passed",
        () = &mut stop_now => "asked a second time",
    };
    give_up(ended, &readiness, &mut server).await;
    Ok(Ended::CutShort)
}

/// Takes no new calls, ends what nobody waits for, and has a worker of warm-up jobs give back what it has.
async fn begin_to_stop(readiness: &Readiness, health: &HealthReporter, working: Option<JoinHandle<()>>) {
    readiness.stop();
    if let Some(core) = readiness.core_if_ready() {
        core.scheduler.flights.end_searched_on();
    }
    report(health, ServingStatus::NotServing).await;
    give_back(working).await;
}

/// Ends what does not drain: whoever waits for a search gets the plain lowering, everybody else hears that the daemon stops.
async fn give_up(why: &str, readiness: &Readiness, server: &mut JoinHandle<()>) {
    tracing::warn!(why, "stopping at once: searches under way are given up, and whoever waits gets the plain lowering");
    let core = readiness.core_if_ready();
    if let Some(core) = &core {
        core.scheduler.flights.give_up();
    }
    // It ends with the last call.
    if tokio::time::timeout(limits::LAST_ANSWERS, &mut *server).await.is_err() {
        core.iter().for_each(|core| core.scheduler.flights.cancel_all());
        let _ = tokio::time::timeout(limits::LAST_WORDS, &mut *server).await;
        server.abort();
    }
    if let Some(core) = core {
        core.scheduler.flights.cancel_all();
        save_misses(core).await;
    }
}

/// The core, and what its parts lack: whoever asks first finds what works, or what is said of it.
fn loaded_and_looked_at(load: impl FnOnce() -> Result<Core, DaemonError>) -> Result<(Core, Vec<Part>), DaemonError> {
    let core = load()?;
    let parts = core.selector.look();
    Ok((core, parts))
}

fn not_loaded(panic: &tokio::task::JoinError) -> DaemonError {
    SelectError::Internal(format!("loading: {panic}")).into()
}

/// Begins what a daemon does when nobody asks it. The end waits for the task that works for warm-up jobs.
fn begin(core: &Arc<Core>, readiness: &Readiness, observed: Observed) -> Option<JoinHandle<()>> {
    let memo = Arc::clone(&core.store.memo);
    // A daemon that was killed, or has lost its checkpoint, has one again before it is killed the next time.
    tokio::task::spawn_blocking(move || memo.checkpoint_if_due());
    tokio::spawn(scrubbing::in_idle_time(Arc::downgrade(core)));
    tokio::spawn(misses::keep(Arc::downgrade(&core.store.misses)));
    behind::renew(Arc::clone(core), readiness.stopping());
    if let Some(shared) = &core.store.tier {
        tokio::spawn(tier::keep_telling(Arc::downgrade(shared), observed));
    }
    let queue = core.scheduler.warm_up.clone()?;
    Some(tokio::spawn(warm_up::work(Arc::clone(core), queue, readiness.stopping())))
}

/// Gives a worker of warm-up jobs, which has heard that it has to stop, a moment to give back what it has.
async fn give_back(working: Option<JoinHandle<()>>) {
    if let Some(working) = working {
        let _ = tokio::time::timeout(limits::TIER_FLUSH, working).await;
    }
}

/// Gives the tier a moment to take what waits for it, and writes down what was not answered in time. A record that the tier does not take
/// now is sent after the next start.
async fn write_down(readiness: &Readiness) {
    let Some(core) = readiness.core_if_ready() else { return };
    if let Some(tier) = &core.store.tier {
        let _ = tokio::time::timeout(limits::TIER_FLUSH, tier.flushed()).await;
    }
    save_misses(core).await;
}

async fn save_misses(core: Arc<Core>) {
    let _ = tokio::task::spawn_blocking(move || core.store.misses.save()).await;
}

/// Says by health checks of [`WHOLE`], again and again, whether the daemon lacks something.
async fn keep_looking(health: HealthReporter, observed: Observed) {
    loop {
        tokio::time::sleep(limits::HEALTH_LOOK).await;
        look(&health, &observed).await;
    }
}

async fn look(health: &HealthReporter, observed: &Observed) {
    health.set_service_status(LIVE, ServingStatus::Serving).await;
    let status = if observed.state().is_whole() { ServingStatus::Serving } else { ServingStatus::NotServing };
    health.set_service_status(WHOLE, status).await;
}

async fn report(health: &HealthReporter, status: ServingStatus) {
    health.set_service_status("", status).await;
    health.set_service_status(SERVICE_NAME, status).await;
}

fn ended_by_itself(ended: Result<(), tokio::task::JoinError>) -> Result<(), DaemonError> {
    ended.map_err(|error| SelectError::Internal(format!("the server task: {error}")).into())
}

/// The service and what describes it, in both versions that are asked for.
fn routes(service: Service, readiness: &Arc<Readiness>) -> Result<Routes, DaemonError> {
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let broken = |e: tonic_reflection::server::Error| {
        SelectError::Internal(format!("the wire interface does not describe itself: {e}"))
    };
    let service = IsotopeServer::new(service)
        .max_decoding_message_size(limits::MAX_MESSAGE_BYTES)
        .max_encoding_message_size(limits::MAX_ANSWER_BYTES);
    Ok(Routes::new(Waiting::new(service, Arc::clone(readiness)))
        .add_service(reflection().build_v1().map_err(broken)?)
        .add_service(reflection().build_v1alpha().map_err(broken)?))
}
