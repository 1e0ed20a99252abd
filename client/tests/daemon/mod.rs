//! A daemon for tests of clients: the real service with a selector that does what the test tells it to.

#![allow(dead_code)]

#[path = "../../../server/tests/serving/double.rs"]
pub mod double;

use double::Double;
use isotope_cache::Memo;
use isotope_server::core::{Bounds, Core};
use isotope_server::daemon::running::serve;
use isotope_server::edge::{Edge, Listener, listen_unix};
use isotope_server::settings::error::DaemonError;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A daemon in a runtime of its own; dropping it ends both.
pub struct Daemon {
    pub url: String,
    pub double: Arc<Double>,
    pub folder: tempfile::TempDir,
    pub runtime: tokio::runtime::Runtime,
}

/// A daemon whose selector does what the test tells it to.
pub fn daemon() -> Daemon {
    daemon_at("127.0.0.1:0")
}

/// The same at an address.
pub fn daemon_at(address: &str) -> Daemon {
    let double = Arc::<Double>::default();
    let selector = Arc::clone(&double);
    let served = serve_core(address, move |folder| {
        let (memo, _) = Memo::open(folder, isotope_cache::Options::default())?;
        let bounds = Bounds { threads: 2, queue: 10, memory_bytes: 1 << 20, ..Bounds::default() };
        Ok(Core::new(selector, memo, String::new(), bounds))
    });
    Daemon { url: served.url, double, folder: served.folder, runtime: served.runtime }
}

/// The service with any core, in a runtime of its own.
pub struct Served {
    pub url: String,
    pub folder: tempfile::TempDir,
    pub runtime: tokio::runtime::Runtime,
}

/// Serves what `open` makes of the memo's folder, and waits until it is ready.
pub fn serve_core(address: &str, open: impl FnOnce(PathBuf) -> Result<Core, DaemonError> + Send + 'static) -> Served {
    serve_edge(address, Edge::default(), open)
}

/// The same behind an edge of the test's own.
pub fn serve_edge(
    address: &str,
    edge: Edge,
    open: impl FnOnce(PathBuf) -> Result<Core, DaemonError> + Send + 'static,
) -> Served {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (listening, url) = match address.strip_prefix("unix:") {
        Some(path) => {
            let _inside = runtime.enter();
            (listen_unix(path.as_ref(), 64).unwrap(), address.to_owned())
        }
        None => {
            let listener = runtime.block_on(tokio::net::TcpListener::bind(address)).unwrap();
            let url = format!("http://{}", listener.local_addr().unwrap());
            (listener.into(), url)
        }
    };
    let cache = folder.path().join("memo");
    let (tell, ready) = std::sync::mpsc::channel();
    let announce = move |_: &_| {
        tell.send(()).unwrap();
        Ok(())
    };
    let never = std::future::pending;
    runtime.spawn(async move {
        let incoming = Listener::new(listening);
        serve(incoming, move || open(cache), announce, never(), never(), edge).await
    });
    ready.recv_timeout(Duration::from_secs(20)).unwrap();
    Served { url, folder, runtime }
}
