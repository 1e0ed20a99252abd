//! Sockets, and the connections that are accepted there: sockets of the network, and those of this machine alone.

use std::fs;
use std::future::Future as _;
use std::io;
use std::net::{Ipv6Addr, SocketAddr, SocketAddrV6};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixSocket, UnixStream};
use tonic::transport::server::{Connected, TcpConnectInfo};

/// A socket that is listened on.
#[derive(Debug)]
pub enum Listening {
    /// Of the network.
    Tcp(TcpListener),
    /// Of this machine; its file goes with it if it was made here.
    Unix(UnixListener, Option<SocketFile>),
}

impl From<TcpListener> for Listening {
    fn from(listener: TcpListener) -> Self {
        Listening::Tcp(listener)
    }
}

impl Listening {
    pub(super) fn poll_accept(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<Accepted>> {
        match self {
            Listening::Tcp(listener) => listener.poll_accept(cx).map_ok(|(stream, _)| {
                // Small answers must not wait for the peer's acknowledgement of the one before.
                let _ = stream.set_nodelay(true);
                Accepted::Tcp(stream)
            }),
            Listening::Unix(listener, _) => listener.poll_accept(cx).map_ok(|(stream, _)| Accepted::Unix(stream)),
        }
    }
}

/// Why a path cannot be listened on.
#[derive(Debug, thiserror::Error)]
pub enum UnixError {
    /// Something else is there.
    #[error("{0} is there and is no socket; name another path, or take it away")]
    Occupied(String),
    /// A process listens there.
    #[error("a process listens on {0} already; stop it, or name another path")]
    InUse(String),
    /// The system refuses.
    #[error("{path} cannot be listened on: {source}; name a path in a folder that is there and may be written")]
    System {
        /// The path.
        path: String,
        /// The system's reason.
        source: io::Error,
    },
}

/// Listens on a socket at `path` that this user alone may connect to. A file that a dead process left there is replaced. Inside
/// a tokio runtime.
pub fn listen_unix(path: &Path, backlog: u32) -> Result<Listening, UnixError> {
    let shown = || path.display().to_string();
    let failed = |source| UnixError::System { path: shown(), source };
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
        Ok(there) if !there.file_type().is_socket() => return Err(UnixError::Occupied(shown())),
        Ok(_) => match connect(path) {
            Poll::Ready(Err(error)) if error.kind() == io::ErrorKind::ConnectionRefused => {
                fs::remove_file(path).map_err(failed)?;
            }
            Poll::Ready(Err(error)) if error.kind() == io::ErrorKind::NotFound => {}
            // Its queue may be full: then somebody is there, too.
            Poll::Ready(Err(error)) if error.kind() != io::ErrorKind::WouldBlock => return Err(failed(error)),
            _ => return Err(UnixError::InUse(shown())),
        },
    }
    let socket = UnixSocket::new_stream().map_err(failed)?;
    socket.bind(path).map_err(failed)?;
    let file = SocketFile::at(path).map_err(failed)?;
    // Nobody can connect before it is listened on, so that nobody has with other rights.
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(failed)?;
    Ok(Listening::Unix(socket.listen(backlog).map_err(failed)?, Some(file)))
}

/// A connection to a socket of this machine, which is there at once or not at all.
fn connect(path: &Path) -> Poll<io::Result<UnixStream>> {
    let mut connecting = std::pin::pin!(UnixStream::connect(path));
    connecting.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// The file of a socket that was made here. Dropped, it is removed, unless another one is there by then.
#[derive(Debug)]
pub struct SocketFile {
    path: PathBuf,
    identity: (u64, u64),
}

impl SocketFile {
    fn at(path: &Path) -> io::Result<Self> {
        let path = std::path::absolute(path)?;
        let identity = identity(&path)?;
        Ok(SocketFile { path, identity })
    }
}

fn identity(path: &Path) -> io::Result<(u64, u64)> {
    fs::symlink_metadata(path).map(|there| (there.dev(), there.ino()))
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if identity(&self.path).is_ok_and(|now| now == self.identity) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A connection, of either kind.
#[derive(Debug)]
pub enum Accepted {
    /// Over the network.
    Tcp(TcpStream),
    /// Within this machine.
    Unix(UnixStream),
}

impl Connected for Accepted {
    type ConnectInfo = TcpConnectInfo;

    /// A peer within this machine has no address: it is counted as the loopback's, with its process in place of a zone, so that
    /// the connections of one process are told from those of others.
    fn connect_info(&self) -> TcpConnectInfo {
        match self {
            Accepted::Tcp(stream) => stream.connect_info(),
            Accepted::Unix(stream) => {
                let process = stream.peer_cred().ok().and_then(|peer| peer.pid()).unwrap_or_default();
                let peer = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 0, 0, process.unsigned_abs());
                TcpConnectInfo { local_addr: None, remote_addr: Some(SocketAddr::V6(peer)) }
            }
        }
    }
}

/// The same call of whichever socket it is.
macro_rules! of_either {
    ($accepted:expr, $stream:ident => $call:expr) => {
        match $accepted {
            Accepted::Tcp($stream) => $call,
            Accepted::Unix($stream) => $call,
        }
    };
}

impl AsyncRead for Accepted {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        of_either!(self.get_mut(), stream => Pin::new(stream).poll_read(cx, to))
    }
}

impl AsyncWrite for Accepted {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        of_either!(self.get_mut(), stream => Pin::new(stream).poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        of_either!(self.get_mut(), stream => Pin::new(stream).poll_write_vectored(cx, parts))
    }

    fn is_write_vectored(&self) -> bool {
        of_either!(self, stream => stream.is_write_vectored())
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        of_either!(self.get_mut(), stream => Pin::new(stream).poll_flush(cx))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        of_either!(self.get_mut(), stream => Pin::new(stream).poll_shutdown(cx))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_socket_is_its_users_alone_and_goes_with_whoever_made_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("isotoped.sock");
        let listening = listen_unix(&path, 8).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let refused = listen_unix(&path, 8).unwrap_err();
        assert!(matches!(refused, UnixError::InUse(_)), "{refused}");
        let Listening::Unix(listener, _) = &listening else { panic!("no socket of this machine") };
        let _peer = UnixStream::connect(&path).await.unwrap();
        // The first connection was the look of the second listener.
        listener.accept().await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let address = Accepted::Unix(stream).connect_info().remote_addr().unwrap();
        assert_eq!(address.to_string(), format!("[::1%{}]:0", std::process::id()));
        drop(listening);
        assert!(!path.exists());
    }

    #[tokio::test]
    async fn what_a_dead_process_left_is_replaced_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("isotoped.sock");
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
        let listening = listen_unix(&path, 8).unwrap();
        assert!(UnixStream::connect(&path).await.is_ok());
        // Somebody else's by now: it stays.
        fs::remove_file(&path).unwrap();
        fs::write(&path, "mine").unwrap();
        drop(listening);
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        let refused = listen_unix(&path, 8).unwrap_err().to_string();
        assert!(refused.contains("is no socket"), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        for bad in [folder.path().join("none/x.sock"), folder.path().join("x".repeat(200))] {
            assert!(matches!(listen_unix(&bad, 8), Err(UnixError::System { .. })), "{}", bad.display());
        }
    }
}
