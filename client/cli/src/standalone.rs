//! The daemon's service inside this process: the same code behind a pipe in memory instead of a socket.

use hyper_util::rt::TokioIo;
use isotope_client::{Client, Settings};
use isotope_server::daemon::running::{Ended, serve};
use isotope_server::edge::Edge;
use isotope_server::settings::config::CoreConfig;
use isotope_server::settings::error::DaemonError;
use std::time::Duration;
use tokio::io::DuplexStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tonic::transport::{Endpoint, Uri};

/// Bytes that one side of the pipe may be ahead of the other.
const PIPE_BYTES: usize = 1 << 20;

/// Time for the last call when the command ends.
const DRAIN: Duration = Duration::from_secs(1);

/// The service of this process.
pub struct Standalone {
    stop: oneshot::Sender<()>,
    serving: JoinHandle<Result<Ended, DaemonError>>,
}

/// Opens the memo, loads the engine and connects to them.
pub async fn start(core: CoreConfig, settings: Settings) -> anyhow::Result<(Client, Standalone)> {
    let (near, far) = tokio::io::duplex(PIPE_BYTES);
    let (stop, stopped) = oneshot::channel::<()>();
    let (tell, ready) = oneshot::channel::<()>();
    let incoming = tokio_stream::once(Ok::<DuplexStream, std::io::Error>(far));
    let announce = move |_: &_| {
        // The command may have been interrupted: then nobody listens.
        let _ = tell.send(());
        Ok(())
    };
    let stopping = async move {
        let _ = stopped.await;
    };
    let serving = tokio::spawn(async move {
        // The stream of connections ends after the one; the server must not.
        let incoming = tokio_stream::StreamExt::chain(incoming, tokio_stream::pending());
        let memory = core.memory();
        let edge = Edge { drain: DRAIN, memory: memory.clone(), ..Edge::default() };
        serve(incoming, move || core.open(memory), announce, stopping, std::future::pending(), edge).await
    });
    if ready.await.is_err() {
        // It ended before it was ready, so it has a reason.
        serving.await??;
        anyhow::bail!("the service ended before it was ready");
    }
    let mut pipe = Some(near);
    let connector = tower::service_fn(move |_: Uri| {
        let pipe = pipe.take().map(TokioIo::new);
        async move { pipe.ok_or_else(|| std::io::Error::other("the service in this process is gone")) }
    });
    let channel = Endpoint::from_static("http://standalone").connect_with_connector(connector).await?;
    Ok((Client::over(channel, settings), Standalone { stop, serving }))
}

impl Standalone {
    /// Stops the service in order.
    pub async fn close(self) {
        drop(self.stop);
        // The answers are printed: a failure of the stop would change nothing.
        let _ = self.serving.await;
    }
}
