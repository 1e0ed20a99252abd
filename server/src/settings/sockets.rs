//! The sockets that the daemon listens on: its own, or those that whoever started it has opened for it.
//!
//! A service manager that passes sockets (`LISTEN_FDS`) holds them open across restarts, and may own ports that the daemon
//! may not. The first one is for calls, the second for metrics. From the moment that a socket is here the system takes
//! connections for it, and they wait until the daemon has loaded.

use super::mistakes::{Wrong, keep};
use crate::edge::{Listening, UnixError, listen_unix};
use crate::limits;
use listenfd::ListenFd;
use std::fmt;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use tokio::net::{TcpListener, TcpSocket, UnixListener};

/// Where the daemon listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// On the network.
    Tcp(SocketAddr),
    /// On a socket of this machine; `None`: it has no name.
    Unix(Option<PathBuf>),
}

impl Address {
    /// Whether other machines may reach it.
    pub fn is_beyond(&self) -> bool {
        matches!(self, Address::Tcp(address) if !address.ip().is_loopback())
    }
}

impl From<SocketAddr> for Address {
    fn from(address: SocketAddr) -> Self {
        Address::Tcp(address)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp(address) => address.fmt(out),
            Address::Unix(path) => write!(out, "unix:{}", path.as_deref().unwrap_or(Path::new("")).display()),
        }
    }
}

/// The sockets of a daemon.
#[derive(Debug)]
pub struct Sockets {
    /// For calls.
    pub calls: Listening,
    /// Where that is.
    pub address: Address,
    /// For metrics and health over HTTP.
    pub metrics: Option<TcpListener>,
}

/// Takes what was passed, and binds what was not. Inside a tokio runtime. Where it cannot, what is wrong, and where it would have
/// listened for calls, if that is known.
pub fn open(
    listen: &str,
    metrics: Option<&str>,
    mut passed: ListenFd,
) -> Result<Sockets, (Vec<Wrong>, Option<Address>)> {
    let mut wrong = Vec::new();
    let calls = match passed_calls(&mut passed).transpose() {
        Some(taken) => taken,
        None => bound(listen),
    };
    let calls = keep(calls, &mut wrong);
    let page = match passed_metrics(&mut passed).transpose() {
        Some(taken) => taken.map(Some),
        None => metrics.map(|address| bound_metrics(address, calls.as_ref().map(|(_, at)| at))).transpose(),
    };
    let page = keep(page, &mut wrong);
    match (calls, page) {
        (Some((calls, address)), Some(metrics)) => Ok(Sockets { calls, address, metrics }),
        (calls, _) => {
            let address = calls.map(|(_, address)| address);
            Err((wrong, address.or_else(|| resolved(listen, "listen").ok()?.first().copied().map(Address::Tcp))))
        }
    }
}

/// The path of a socket of this machine, where an address names one.
fn unix_path(address: &str) -> Option<&str> {
    let path = address.strip_prefix("unix:")?;
    Some(path.strip_prefix("//").unwrap_or(path))
}

fn bound(address: &str) -> Result<(Listening, Address), Wrong> {
    let Some(path) = unix_path(address) else {
        let listener = bound_tcp(address, "listen")?;
        let at = listener.local_addr().map_err(|error| cannot("listen", address, &error))?;
        return Ok((listener.into(), at.into()));
    };
    let path = Path::new(path);
    if !path.is_absolute() {
        return Err(Wrong::new("listen", format_args!("`{address}` names no path from the root; write unix:/PATH")));
    }
    let listening = listen_unix(path, limits::BACKLOG).map_err(|error| match error {
        UnixError::InUse(_) => Wrong::for_now("listen", error),
        error => Wrong::new("listen", error),
    })?;
    Ok((listening, Address::Unix(Some(path.to_owned()))))
}

fn bound_metrics(address: &str, calls: Option<&Address>) -> Result<TcpListener, Wrong> {
    let setting = "metrics-listen";
    if unix_path(address).is_some() {
        let sentence = format!("`{address}` is no port, and metrics are over HTTP on one; write ADDR:PORT");
        return Err(Wrong::new(setting, sentence));
    }
    let same =
        |at: &SocketAddr| matches!(calls, Some(Address::Tcp(calls)) if at.port() != 0 && at.port() == calls.port());
    bound_tcp(address, setting).map_err(|wrong| match resolved(address, setting) {
        Ok(all) if wrong.may_pass && all.iter().any(same) => {
            let sentence = format!("{address} is the port that calls come in on (--listen); choose another");
            Wrong::new(setting, sentence)
        }
        _ => wrong,
    })
}

fn resolved(address: &str, setting: &'static str) -> Result<Vec<SocketAddr>, Wrong> {
    let form = if setting == "listen" { "ADDR:PORT, or unix:/PATH" } else { "ADDR:PORT" };
    let no_address = |why: &dyn fmt::Display| format!("`{address}` is no address: {why}; write {form}");
    match address.to_socket_addrs() {
        Ok(all) => {
            let all: Vec<SocketAddr> = all.collect();
            if all.is_empty() { Err(Wrong::new(setting, no_address(&"it has none"))) } else { Ok(all) }
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Err(Wrong::new(setting, no_address(&error))),
        // The name may be known later.
        Err(error) => Err(Wrong::for_now(setting, no_address(&error))),
    }
}

fn bound_tcp(address: &str, setting: &'static str) -> Result<TcpListener, Wrong> {
    let mut last = io::Error::other("it has no address");
    for at in resolved(address, setting)? {
        match bound_at(at) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error,
        }
    }
    Err(cannot(setting, address, &last))
}

fn bound_at(at: SocketAddr) -> io::Result<TcpListener> {
    let socket = if at.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    socket.bind(at)?;
    socket.listen(limits::BACKLOG)
}

fn cannot(setting: &'static str, address: &str, error: &io::Error) -> Wrong {
    let sentence = format!("cannot listen on {address}: {error}; choose another address");
    match error.kind() {
        io::ErrorKind::AddrInUse => Wrong::for_now(setting, sentence + ", or stop who has it"),
        io::ErrorKind::AddrNotAvailable => Wrong::for_now(setting, sentence + ", one of this machine's"),
        _ => Wrong::new(setting, sentence),
    }
}

/// The first socket that was passed, where one was.
fn passed_calls(passed: &mut ListenFd) -> Result<Option<(Listening, Address)>, Wrong> {
    let wrong = |error: io::Error| Wrong::new("listen", unusable("first", &error));
    if passed.len() == 0 {
        return Ok(None);
    }
    if let Ok(Some(listener)) = passed.take_unix_listener(0) {
        listener.set_nonblocking(true).map_err(wrong)?;
        let listener = UnixListener::from_std(listener).map_err(wrong)?;
        let address = listener.local_addr().map_err(wrong)?.as_pathname().map(Path::to_owned);
        return Ok(Some((Listening::Unix(listener, None), Address::Unix(address))));
    }
    let Some(listener) = passed.take_tcp_listener(0).map_err(wrong)? else { return Ok(None) };
    let listener = from_std(listener).map_err(wrong)?;
    let address = listener.local_addr().map_err(wrong)?;
    Ok(Some((listener.into(), address.into())))
}

/// The second, where there is one.
fn passed_metrics(passed: &mut ListenFd) -> Result<Option<TcpListener>, Wrong> {
    let wrong = |error: io::Error| Wrong::new("metrics-listen", unusable("second", &error));
    if passed.len() < 2 {
        return Ok(None);
    }
    let listener = passed.take_tcp_listener(1).map_err(wrong)?;
    listener.map(from_std).transpose().map_err(wrong)
}

fn unusable(which: &str, error: &io::Error) -> String {
    format!(
        "the {which} socket that was passed (LISTEN_FDS) cannot be used: {error}; the first one is for calls, of TCP or Unix, the \
         second for metrics, of TCP"
    )
}

fn from_std(listener: std::net::TcpListener) -> io::Result<TcpListener> {
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(listen: &str, metrics: Option<&str>) -> Vec<String> {
        let (wrong, _) = open(listen, metrics, ListenFd::empty()).unwrap_err();
        wrong.iter().map(|wrong| format!("{wrong}{}", if wrong.may_pass { " (for now)" } else { "" })).collect()
    }

    #[tokio::test]
    async fn what_is_not_passed_is_bound_and_a_taken_address_is_said() {
        let sockets = open("127.0.0.1:0", Some("127.0.0.1:0"), ListenFd::empty()).unwrap();
        let taken = sockets.address.to_string();
        assert_ne!(taken, sockets.metrics.as_ref().unwrap().local_addr().unwrap().to_string());
        let in_use = said("127.0.0.1:0", Some(&taken));
        assert!(in_use[0].contains(&taken) && in_use[0].ends_with("(for now)"), "{in_use:?}");
        assert!(open("127.0.0.1:0", None, ListenFd::empty()).unwrap().metrics.is_none());
        drop(sockets);
        let twice = said(&taken, Some(&taken));
        assert!(
            twice[0].starts_with("--metrics-listen: ") && twice[0].contains("calls come in on (--listen)"),
            "{twice:?}"
        );
    }

    #[tokio::test]
    async fn what_is_no_address_is_said_of_both() {
        let both = said("nope", Some("unix:/x"));
        assert!(both[0].starts_with("--listen: `nope` is no address") && both[0].contains("unix:/PATH"), "{both:?}");
        assert!(both[1].starts_with("--metrics-listen: ") && both[1].contains("ADDR:PORT"), "{both:?}");
        assert!(said("unix:relative", None)[0].contains("unix:/PATH"));
        let (_, address) = open("0.0.0.0:0", Some("nope"), ListenFd::empty()).unwrap_err();
        assert!(address.unwrap().is_beyond(), "where it would have listened is known");
    }

    #[tokio::test]
    async fn a_socket_of_this_machine_has_two_spellings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sock");
        for prefix in ["unix:", "unix://"] {
            let sockets = open(&format!("{prefix}{}", path.display()), None, ListenFd::empty()).unwrap();
            assert_eq!(sockets.address.to_string(), format!("unix:{}", path.display()));
            assert!(!sockets.address.is_beyond());
        }
    }
}
