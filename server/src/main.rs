//! `isotoped`: flags in, exit status out; everything else is in the library.

use clap::Parser as _;
use isotope_server::config::Config;
use isotope_server::daemon::{DaemonError, Ended, serve};
use isotope_server::provers::{is_worker, run_worker};
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Mutex;
use tonic::transport::server::TcpIncoming;

/// How long threads get to see that the process is ending.
const LAST_MOMENT: Duration = Duration::from_millis(500);

fn main() -> anyhow::Result<ExitCode> {
    // The same executable, started by the prover pool.
    if is_worker() {
        run_worker();
        return Ok(ExitCode::SUCCESS);
    }
    let config = Config::parse();
    if let Some(command) = &config.command {
        return Ok(match isotope_server::operator::run(command, &mut std::io::stdout()) {
            Ok(is_in_order) => ExitCode::from(u8::from(!is_in_order)),
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "isotoped: {error}");
                ExitCode::from(2)
            }
        });
    }
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log)?;
    // A log that cannot be written, on a full disk say, is reported to standard error by default, and that panics.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    log.log_internal_errors(false).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(run(config));
    runtime.shutdown_timeout(LAST_MOMENT);
    match ended {
        Ok(Ended::Drained) => Ok(ExitCode::SUCCESS),
        Ok(Ended::CutShort) => Ok(ExitCode::from(1)),
        Err(error) => {
            // One line, on purpose: it says what to do, and the log above says more.
            let _ = writeln!(std::io::stderr(), "isotoped: {error}");
            Ok(ExitCode::from(1))
        }
    }
}

async fn run(config: Config) -> Result<Ended, DaemonError> {
    let listen = |source| DaemonError::Listen { address: config.listen.clone(), source };
    let listener = tokio::net::TcpListener::bind(&config.listen).await.map_err(listen)?;
    let address = listener.local_addr().map_err(listen)?;
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let signals = Mutex::new((
        signal(SignalKind::terminate()).map_err(listen)?,
        signal(SignalKind::interrupt()).map_err(listen)?,
    ));
    let ready_file = config.ready_file.clone();
    let ready = move |_: &_| {
        // Whoever started the daemon reads this line; a closed pipe is its own affair.
        let _ = writeln!(std::io::stdout(), "isotoped listens on {address}");
        let Some(path) = ready_file else { return Ok(()) };
        // Renamed into place, so that a reader never sees half an address.
        let partial = path.with_extension("partial");
        std::fs::write(&partial, format!("{address}\n"))
            .and_then(|()| std::fs::rename(&partial, &path))
            .map_err(|source| DaemonError::ReadyFile { path: path.display().to_string(), source })
    };
    let (core, drain) = (config.core.clone(), config.drain());
    serve(incoming, move || core.open(), ready, next(&signals), next(&signals), drain).await
}

/// The next signal to stop.
async fn next(signals: &Mutex<(Signal, Signal)>) {
    let mut both = signals.lock().await;
    let (terminate, interrupt) = &mut *both;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
