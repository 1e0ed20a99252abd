//! The commands, one file each: its flags, what it asks, how that is shown.

pub mod audit;
pub mod census;
pub mod check;
pub mod compile;
pub mod dict;
pub mod doctor;
pub mod explain;
pub mod explore;
pub mod health;
pub mod log_level;
pub mod memo;
mod nest;
pub mod ops;
pub mod pack;
pub mod report;
pub mod run;
pub mod schedule;
pub mod select;
pub mod shell;
pub mod simd;
pub mod source;
pub mod stats;
pub mod status;
pub mod tile;
pub mod tune;
pub mod vectorize;
pub mod warm;

use crate::arguments::{CredentialFiles, Processor, Server};
use crate::input::BadInput;
use crate::standalone::{self, Standalone};
use crate::terminal::shown;
use anyhow::Context as _;
use isotope_client::{Client, Settings};
use isotope_proto::v1;
use isotope_server::settings::config::CoreConfig;
use std::io::Write as _;

/// A reader that closed the pipe has read enough.
pub fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().lock().write_all(shown(text).as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Prints a value for other programs.
pub fn print_json(value: &serde_json::Value) -> anyhow::Result<()> {
    print(&(serde_json::to_string_pretty(value)? + "\n"))
}

/// The flags' target, else the file's own (which the server reads), else this host.
pub fn target(processor: &Processor, text: &str) -> anyhow::Result<Option<v1::Target>> {
    let own_line = text.lines().any(|l| l.trim_start().starts_with("target "));
    match processor.flagged_target() {
        None if own_line => Ok(None),
        None => Ok(Some(host()?)),
        // Clang's name for it is taken, too. The answer's code names the processor itself: LLVM's tools know neither word.
        Some(target) if matches!(target.mcpu.as_str(), "host" | "native") => {
            let host = host()?;
            let mattr = [host.mattr, target.mattr].join(",");
            Ok(Some(v1::Target { mcpu: host.mcpu, mattr, ..target }))
        }
        Some(target) => Ok(Some(target)),
    }
}

/// This host, which the server need not share.
pub fn host() -> anyhow::Result<v1::Target> {
    let host = isotope_server::sets::target("", "host", "")?;
    let (arch, mcpu) = (host.arch().to_owned(), host.mcpu().to_owned());
    Ok(v1::Target { arch, mcpu, mattr: host.words().join(",") })
}

/// Says which of the caller's files do nothing at an address.
pub fn note_unused(files: &CredentialFiles, url: &str) -> Result<(), BadInput> {
    files.unused(url)?.iter().for_each(|note| eprintln!("isotope: note: {}", shown(note)));
    Ok(())
}

/// A client, and the service behind it where that is in this process.
pub struct Connected {
    pub client: Client,
    standalone: Option<Standalone>,
}

impl Connected {
    pub async fn close(self) {
        if let Some(standalone) = self.standalone {
            drop(self.client);
            standalone.close().await;
        }
    }
}

/// Connects to the daemon, or to a service in this process: with a cache folder of its own where a daemon uses the default one.
pub async fn connect(server: &Server) -> anyhow::Result<Connected> {
    connected(server, server.core.beside_others()).await
}

/// The same for what looks at a cache folder: it is that one, or none.
pub async fn connect_to_folder(server: &Server) -> anyhow::Result<Connected> {
    connected(server, server.core.clone()).await
}

async fn connected(server: &Server, core: CoreConfig) -> anyhow::Result<Connected> {
    if !server.standalone {
        note_unused(&server.credentials, &server.server)?;
    }
    let settings =
        Settings { timeout: server.timeout, credentials: (&server.credentials).into(), ..Settings::default() };
    if server.standalone {
        let (client, standalone) = standalone::start(core, settings).await?;
        return Ok(Connected { client, standalone: Some(standalone) });
    }
    Ok(Connected { client: Client::connect(&server.server, settings).await?, standalone: None })
}
