//! `isotope explore`: the explorer's page, until somebody ends it.

use super::source::plugin;
use super::{connect, host, print};
use crate::arguments::Server;
use crate::input::BadInput;
use anyhow::Context as _;
use clap::Args;
use isotope_cli::explore::{About, Explorer, serve};
use std::net::SocketAddr;
use std::process::ExitCode;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

/// The command line.
#[derive(Debug, Args)]
pub struct Explore {
    /// Address of the page; only of this machine, since whoever reaches it asks with this command's identity.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4780", value_parser = address)]
    pub listen: SocketAddr,
    #[command(flatten)]
    pub server: Server,
}

/// An address of this machine with its port.
fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "write an address and a port up to 65535, such as 127.0.0.1:4780".to_owned())
}

/// Serves the page until it is interrupted.
pub async fn run(command: Explore) -> anyhow::Result<ExitCode> {
    if !command.listen.ip().is_loopback() {
        let why = format!(
            "{} is reached from other machines, and whoever opened the page there would ask with this command's identity; listen on \
             127.0.0.1, and let ssh -L PORT:127.0.0.1:PORT lead there",
            command.listen
        );
        return Err(BadInput(why).into());
    }
    let (mut interrupted, mut ended) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let sets = isotope_server::sets::load(command.server.core.instruction_sets.as_deref())?;
    let connected = connect(&command.server).await?;
    let listener = TcpListener::bind(command.listen).await;
    let listener =
        listener.with_context(|| format!("cannot listen on {}; name another with --listen", command.listen))?;
    let server = if command.server.standalone { "within `isotope explore`".to_owned() } else { command.server.server };
    let about = About { version: env!("CARGO_PKG_VERSION").to_owned(), server, host: host()?, plugin: plugin() };
    let explorer = Explorer::new(connected.client.clone(), sets, about);
    print(&format!("the explorer is at http://{}/ until this command is interrupted\n", listener.local_addr()?))?;
    tokio::select! {
        served = serve(listener, explorer) => served.context("the explorer cannot go on")?,
        _ = interrupted.recv() => {}
        _ = ended.recv() => {}
    }
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}
