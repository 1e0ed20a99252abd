//! `isotoped`: flags in, exit status out; everything else is in the library.

use isotope_server::allocator;
use isotope_server::edge::Listener;
use isotope_server::life::config::Config;
use isotope_server::life::daemon::{DaemonError, Ended, serve};
use isotope_server::life::layers::{self, Refused};
use isotope_server::life::log::{Level, Log};
use isotope_server::life::secured::{Secured, now};
use isotope_server::life::sockets;
use isotope_server::limits;
use isotope_server::observed::traces::Traces;
use isotope_server::observed::{self, Observed};
use isotope_server::search::worker::{is_worker, run_worker};
use listenfd::ListenFd;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Mutex;

/// How long threads get to see that the process is ending.
const LAST_MOMENT: Duration = Duration::from_millis(500);

fn main() -> anyhow::Result<ExitCode> {
    allocator::keep_little();
    // The same executable, started by the prover pool.
    if is_worker() {
        run_worker();
        return Ok(ExitCode::SUCCESS);
    }
    let configured = match layers::read(std::env::args_os()) {
        Ok(configured) => configured,
        Err(Refused::Flags(error)) => error.exit(),
        Err(Refused::File(problems)) => {
            problems.iter().for_each(|problem| say(&problem.to_string()));
            return Ok(ExitCode::from(2));
        }
    };
    let config = configured.config.clone();
    if config.check_config {
        return Ok(check(&configured));
    }
    if let Some(command) = &config.command {
        return Ok(match isotope_server::life::operator::run(command, &mut std::io::stdout()) {
            Ok(is_in_order) => ExitCode::from(u8::from(!is_in_order)),
            Err(error) => {
                say(&error.to_string());
                ExitCode::from(2)
            }
        });
    }
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let traced = {
        let _inside = runtime.enter();
        config.otlp.as_deref().filter(|url| !url.is_empty()).map(Traces::to).transpose()
    };
    let traces = match traced {
        Ok(traces) => traces,
        Err(sentence) => {
            say(&sentence);
            return Ok(ExitCode::from(1));
        }
    };
    let log = Log::to_standard_error(filter, config.log_format, traces.as_ref());
    let ended = runtime.block_on(run(config, log.level()));
    if let Some(traces) = traces {
        traces.close(LAST_MOMENT);
    }
    runtime.shutdown_timeout(LAST_MOMENT);
    // One line, on purpose: it says what to do, and the log above says more.
    let last_line = ended.as_ref().err().map(|error| format!("isotoped: {error}\n"));
    log.close(last_line, LAST_MOMENT);
    Ok(if matches!(ended, Ok(Ended::Drained)) { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Whoever started the process and closed the pipe does not want to know.
fn say(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "isotoped: {sentence}");
}

/// Shows the configuration, and reads the files that it names.
fn check(configured: &layers::Configured) -> ExitCode {
    let _ = std::io::stdout().write_all(configured.show().as_bytes());
    match configured.config.check() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&error.to_string());
            ExitCode::from(1)
        }
    }
}

async fn run(config: Config, level: Level) -> Result<Ended, DaemonError> {
    let listen = |source| DaemonError::Listen { address: config.listen.clone(), source };
    let sockets = sockets::open(&config.listen, config.metrics_listen.as_deref(), ListenFd::from_env()).await?;
    let address = sockets.calls.local_addr().map_err(listen)?;
    let secured = Secured::open(&config.secured, address)?;
    let incoming = Listener::new(sockets.calls);
    let on = |kind| signal(kind).map_err(listen);
    let mut ends = vec![on(SignalKind::terminate())?, on(SignalKind::interrupt())?];
    let hangup = on(SignalKind::hangup())?;
    let ready_file = config.ready_file.clone();
    let metrics = sockets.metrics.as_ref().and_then(|listener| listener.local_addr().ok());
    let ready = move |_: &_| {
        // Whoever started the daemon reads these lines; a closed pipe is its own affair.
        let mut out = std::io::stdout();
        let _ = writeln!(out, "isotoped listens on {address}");
        let _ = metrics.map(|metrics| writeln!(out, "metrics and health are on {metrics}"));
        let Some(path) = ready_file else { return Ok(()) };
        // Renamed into place, so that a reader never sees half an address.
        let partial = path.with_extension("partial");
        std::fs::write(&partial, format!("{address}\n"))
            .and_then(|()| std::fs::rename(&partial, &path))
            .map_err(|source| DaemonError::ReadyFile { path: path.display().to_string(), source })
    };
    let (core, memory) = (config.core.clone(), config.core.memory());
    let edge = config.edge(memory.clone(), &secured);
    edge.observed.logs_by(level.clone());
    core.sandbox.tell(&core.sandbox.confinement()?, &edge.observed);
    if let Some(listener) = sockets.metrics {
        tokio::spawn(observed::serve(listener, edge.observed.clone(), edge.access.clone()));
    }
    if secured.has_files() || config.config.is_some() {
        tokio::spawn(keep_reading(secured, hangup, level, edge.observed.clone()));
    } else {
        // A closed terminal ends a daemon that has nothing to read again, in order.
        ends.push(hangup);
    }
    let signals = Mutex::new(ends);
    serve(incoming, move || core.open(memory), ready, next(&signals), next(&signals), edge).await
}

/// Reads certificates and identities again when they change, and when asked to by a signal; then also what is logged.
async fn keep_reading(mut secured: Secured, mut hangup: Signal, level: Level, observed: Observed) {
    let mut looks = tokio::time::interval(limits::RELOAD_LOOK);
    loop {
        let asked = tokio::select! {
            _ = hangup.recv() => true,
            _ = looks.tick() => false,
        };
        let (level, observed) = (level.clone(), observed.clone());
        let looked = tokio::task::spawn_blocking(move || {
            if asked {
                read_level(&level);
            }
            if secured.has_files() && (asked || secured.has_changed()) {
                secured.read_again(&observed);
            }
            secured.look_at_the_clock(&observed, now());
            secured
        });
        match looked.await {
            Ok(same) => secured = same,
            // It panicked, which the log has; or the runtime ends.
            Err(_) => return,
        }
    }
}

/// What is logged, as the configuration says now. Its other settings wait for a restart.
fn read_level(level: &Level) {
    let filter = match layers::read(std::env::args_os()) {
        Ok(configured) => configured.config.log,
        Err(Refused::Flags(error)) => return tracing::error!(%error, "the log stays as it was"),
        Err(Refused::File(problems)) => {
            return problems.iter().for_each(|problem| tracing::error!("{problem}; the log stays as it was"));
        }
    };
    match level.set(&filter) {
        Ok(()) => tracing::info!(filter, "what is logged was read again"),
        Err(error) => tracing::error!(filter, error, "the log stays as it was"),
    }
}

/// The next signal to stop.
async fn next(signals: &Mutex<Vec<Signal>>) {
    let mut all = signals.lock().await;
    std::future::poll_fn(|cx| {
        let came = all.iter_mut().any(|signal| signal.poll_recv(cx).is_ready());
        if came { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}
