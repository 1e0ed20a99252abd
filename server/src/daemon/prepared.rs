//! Everything between settings and a daemon that serves: what they name is opened, read and looked at. `--check-config` does
//! exactly this, and then ends; a daemon does it, and then goes on.

use super::loading::Foundation;
use super::ready;
use crate::observed::log;
use crate::observed::traces::Traces;
use crate::settings::config::Config;
use crate::settings::mistakes::{Wrong, keep};
use crate::settings::secured::Secured;
use crate::settings::sockets::{self, Sockets};
use listenfd::ListenFd;
use std::io;
use std::path::Path;
use tracing_subscriber::EnvFilter;

/// A daemon that lacks only its loading.
pub struct Prepared {
    /// The sockets that it listens on.
    pub sockets: Sockets,
    /// Who may connect.
    pub secured: Secured,
    /// The foundation that its core is made from.
    pub foundation: Foundation,
    /// Where its traces go.
    pub traces: Option<Traces>,
}

/// Prepares a daemon, or says all that is wrong. `passed` are the sockets that whoever started the process has opened. As soon as it
/// is known what is logged, `begin_log` hears of it. Called inside a tokio runtime.
pub fn prepare(
    config: &Config,
    passed: ListenFd,
    begin_log: impl FnOnce(EnvFilter, Option<&Traces>),
) -> Result<Prepared, Vec<Wrong>> {
    let mut wrong = Vec::new();
    let filter = log::filter(&config.log)
        .map_err(|why| Wrong::new("log", format_args!("{why}; write `debug`, or `info,isotope_server=debug`")));
    let filter = keep(filter, &mut wrong);
    let traces = config.otlp.as_deref().filter(|url| !url.is_empty()).map(Traces::to).transpose();
    let traces = keep(traces.map_err(|why| Wrong::new("otlp", why)), &mut wrong);
    if let (Some(filter), Some(traces)) = (filter, &traces) {
        begin_log(filter, traces.as_ref());
    }
    let (sockets, address) = match sockets::open(&config.listen, config.metrics_listen.as_deref(), passed) {
        Ok(sockets) => {
            let address = sockets.address.clone();
            (Some(sockets), Some(address))
        }
        Err((found, address)) => {
            wrong.extend(found);
            (None, address)
        }
    };
    // Where nobody knows what it listens on, everything but that is looked at.
    let address = address.unwrap_or_else(|| std::net::SocketAddr::from(([127, 0, 0, 1], 0)).into());
    let secured = Secured::open(&config.secured, &address).map_err(|found| wrong.extend(found)).ok();
    let ready = config.ready_file.as_deref().map(|path| ready::check(path).map_err(|error| unready(path, &error)));
    keep(ready.transpose(), &mut wrong);
    let foundation = Foundation::prepare(&config.core.beside_others()).map_err(|found| wrong.extend(found)).ok();
    match (sockets, secured, foundation, traces) {
        (Some(sockets), Some(secured), Some(foundation), Some(traces)) if wrong.is_empty() => {
            Ok(Prepared { sockets, secured, foundation, traces })
        }
        _ => Err(wrong),
    }
}

fn unready(path: &Path, error: &io::Error) -> Wrong {
    Wrong::new(
        "ready-file",
        format_args!(
            "{} cannot be written: {error}; name a file in a folder that is there and may be written",
            path.display()
        ),
    )
}
