//! The sockets that the daemon listens on: its own, or those that whoever started it has opened for it.
//!
//! A service manager that passes sockets (`LISTEN_FDS`) holds them open across restarts, and may own ports that the daemon
//! may not. The first one is for calls, the second for metrics.

use super::daemon::DaemonError;
use listenfd::ListenFd;
use tokio::net::TcpListener;

/// The sockets of a daemon.
pub struct Sockets {
    /// For calls.
    pub calls: TcpListener,
    /// For metrics and health over HTTP.
    pub metrics: Option<TcpListener>,
}

/// Takes what was passed, and binds what was not. Must be called inside a tokio runtime.
pub async fn open(listen: &str, metrics: Option<&str>, mut passed: ListenFd) -> Result<Sockets, DaemonError> {
    let calls = match taken(&mut passed, 0)? {
        Some(listener) => listener,
        None => bound(listen).await?,
    };
    let metrics = match (taken(&mut passed, 1)?, metrics) {
        (Some(listener), _) => Some(listener),
        (None, Some(address)) => Some(bound(address).await?),
        (None, None) => None,
    };
    Ok(Sockets { calls, metrics })
}

async fn bound(address: &str) -> Result<TcpListener, DaemonError> {
    let failed = |source| DaemonError::Listen { address: address.to_owned(), source };
    TcpListener::bind(address).await.map_err(failed)
}

fn taken(passed: &mut ListenFd, at: usize) -> Result<Option<TcpListener>, DaemonError> {
    let failed = |source| DaemonError::Listen { address: format!("the socket {at} that was passed"), source };
    if at >= passed.len() {
        return Ok(None);
    }
    let Some(listener) = passed.take_tcp_listener(at).map_err(failed)? else { return Ok(None) };
    listener.set_nonblocking(true).map_err(failed)?;
    TcpListener::from_std(listener).map(Some).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_not_passed_is_bound_and_a_taken_address_is_said() {
        let sockets = open("127.0.0.1:0", Some("127.0.0.1:0"), ListenFd::empty()).await.unwrap();
        let taken = sockets.calls.local_addr().unwrap().to_string();
        assert_ne!(taken, sockets.metrics.unwrap().local_addr().unwrap().to_string());
        let said = open("127.0.0.1:0", Some(&taken), ListenFd::empty()).await.err().unwrap().to_string();
        assert!(said.contains(&taken), "{said}");
        assert!(open("127.0.0.1:0", None, ListenFd::empty()).await.unwrap().metrics.is_none());
    }
}
