//! `isotoped` as a program: flags in, exit status out. The packages have one executable for the daemon and the command, which is this
//! program under this name; in a build by cargo it is an executable of its own.

use crate::allocator;
use crate::daemon::prepared::{Prepared, prepare};
use crate::daemon::running::{Ended, serve};
use crate::daemon::{notices, ready};
use crate::edge::Listener;
use crate::limits;
use crate::observed::log::{Level, Log};
use crate::observed::{self, Observed};
use crate::offline::operator;
use crate::search::worker::{is_worker, run_worker};
use crate::settings::config::Config;
use crate::settings::error::DaemonError;
use crate::settings::layers::{self, Configured, Refused};
use crate::settings::mistakes::Mistake;
use crate::settings::secured::{Secured, now};
use listenfd::ListenFd;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Mutex;

/// How long threads get to see that the process is ending.
const LAST_MOMENT: Duration = Duration::from_millis(500);

/// Exit status of what does not begin because settings are wrong: nothing but other settings, or other files, helps.
const WRONG_SETTINGS: u8 = 2;

/// Exit status of what does not begin now, or ends in another way than it should.
const NOT_NOW: u8 = 1;

/// The name that the daemon is started by.
pub const NAME: &str = "isotoped";

/// Runs the program to its end, by the arguments of this process.
pub fn main() -> ExitCode {
    allocator::keep_little();
    // The same executable, started by the prover pool.
    if is_worker() {
        run_worker();
        return ExitCode::SUCCESS;
    }
    let (configured, mistakes) = match layers::read(std::env::args_os()) {
        Ok(configured) => (configured, Vec::new()),
        Err(Refused::Flags(error)) => crate::settings::help::end(&error),
        Err(Refused::Settings(mistakes, rest)) => (*rest, mistakes),
    };
    if let Some(command) = &configured.config.command {
        return match operator::run(command, &mut std::io::stdout()) {
            Ok(is_in_order) => ExitCode::from(u8::from(!is_in_order)),
            Err(error) => {
                say(&error.to_string());
                ExitCode::from(WRONG_SETTINGS)
            }
        };
    }
    match Runtime::new() {
        Ok(runtime) => begin(configured, mistakes, runtime),
        Err(error) => {
            say(&format!("no threads: {error}"));
            ExitCode::from(NOT_NOW)
        }
    }
}

/// Looks at everything that the settings name, and serves if all is well and a daemon is wanted.
fn begin(configured: Configured, mut mistakes: Vec<Mistake>, runtime: Runtime) -> ExitCode {
    let (config, serves) = (configured.config.clone(), !configured.config.check_config && mistakes.is_empty());
    if config.check_config && mistakes.is_empty() {
        let _ = std::io::stdout().write_all(configured.show().as_bytes());
    }
    let mut log = None;
    let prepared = {
        let _inside = runtime.enter();
        prepare(&config, ListenFd::from_env(), |filter, traces| {
            if serves {
                log = Some(Log::to_standard_error(filter, config.log_format, traces));
            }
        })
    };
    let prepared = prepared.map_err(|wrong| mistakes.extend(configured.mistakes(&wrong))).ok();
    let (Some(prepared), true) = (prepared, mistakes.is_empty()) else { return refuse(&mistakes, log) };
    match log {
        Some(log) if serves => run_to_its_end(config, prepared, log, runtime),
        _ => ExitCode::SUCCESS,
    }
}

/// Says all that is wrong.
fn refuse(mistakes: &[Mistake], log: Option<Log>) -> ExitCode {
    let lines: String = mistakes.iter().map(|mistake| format!("isotoped: {mistake}\n")).collect();
    match log {
        // Behind the lines that wait in it.
        Some(log) => log.close(Some(lines), LAST_MOMENT),
        None => {
            let _ = std::io::stderr().write_all(lines.as_bytes());
        }
    }
    let may_pass = mistakes.iter().all(|mistake| mistake.may_pass);
    ExitCode::from(if may_pass { NOT_NOW } else { WRONG_SETTINGS })
}

fn run_to_its_end(config: Config, mut prepared: Prepared, log: Log, runtime: Runtime) -> ExitCode {
    let traces = prepared.traces.take();
    let ended = runtime.block_on(run(config, prepared, log.level()));
    if let Some(traces) = traces {
        traces.close(LAST_MOMENT);
    }
    runtime.shutdown_timeout(LAST_MOMENT);
    // One line, on purpose: it says what to do, and the log above says more.
    let last_line = ended.as_ref().err().map(|error| format!("isotoped: {error}\n"));
    log.close(last_line, LAST_MOMENT);
    if matches!(ended, Ok(Ended::Drained)) { ExitCode::SUCCESS } else { ExitCode::from(NOT_NOW) }
}

/// Whoever started the process and closed the pipe does not want to know.
fn say(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "isotoped: {sentence}");
}

async fn run(config: Config, prepared: Prepared, level: Level) -> Result<Ended, DaemonError> {
    let Prepared { sockets, secured, foundation, .. } = prepared;
    let address = sockets.address;
    let incoming = Listener::new(sockets.calls);
    let on = |kind| signal(kind).map_err(|source| DaemonError::System { what: "signals cannot be heard", source });
    let mut ends = vec![on(SignalKind::terminate())?, on(SignalKind::interrupt())?];
    let hangup = on(SignalKind::hangup())?;
    let ready_file = config.ready_file.clone();
    let metrics = sockets.metrics.as_ref().and_then(|listener| listener.local_addr().ok());
    let ready = move |_: &_| {
        // Whoever started the daemon reads these lines; a closed pipe is its own affair.
        let mut out = std::io::stdout();
        let _ = writeln!(out, "isotoped listens on {address}");
        let _ = metrics.map(|metrics| writeln!(out, "metrics and health are on {metrics}"));
        if let Some(path) = ready_file {
            let failed = |source| DaemonError::ReadyFile { path: path.display().to_string(), source };
            ready::write(&path, &address.to_string()).map_err(failed)?;
        }
        notices::ready(&address);
        Ok(())
    };
    let memory = config.core.memory();
    let edge = config.edge(memory.clone(), &secured);
    edge.observed.logs_by(level.clone());
    config.core.sandbox.tell(foundation.confinement(), &edge.observed);
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
    let stop = async {
        next(&signals).await;
        notices::stopping();
    };
    serve(incoming, move || foundation.open(memory), ready, stop, next(&signals), edge).await
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

/// The filter of the log, as the configuration says now. Its other settings wait for a restart.
fn read_level(level: &Level) {
    let filter = match layers::read(std::env::args_os()) {
        Ok(configured) => configured.config.log,
        Err(Refused::Flags(error)) => return tracing::error!(%error, "the log stays as it was"),
        Err(Refused::Settings(mistakes, _)) => {
            return mistakes.iter().for_each(|mistake| tracing::error!("{mistake}; the log stays as it was"));
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
