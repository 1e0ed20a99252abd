//! A server that does nothing: HTTP/2 by the crate `h2`, as the daemon speaks it, and the same bytes for every call.
//!
//! The time of a call is the floor for a daemon on this crate: the frames of a call and the system's work, without routes,
//! checks, a memo or a message.

use std::io::Write as _;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use http::{HeaderMap, HeaderValue, Response};
use prost::bytes::{BufMut as _, Bytes, BytesMut};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// Serves on a free port of the loopback interface, which it prints, until it is killed: `message` to every call.
pub async fn serve(message: &[u8]) -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    let mut framed = BytesMut::with_capacity(5 + message.len());
    framed.put_u8(0);
    framed.put_u32(u32::try_from(message.len())?);
    framed.put_slice(message);
    let answer = framed.freeze();
    loop {
        let (socket, _) = listener.accept().await?;
        tokio::spawn(connection(socket, answer.clone()));
    }
}

async fn connection(socket: TcpStream, answer: Bytes) -> Result<()> {
    socket.set_nodelay(true)?;
    let mut builder = h2::server::Builder::new();
    builder.initial_window_size(256 << 10).initial_connection_window_size(512 << 10);
    let mut connection = builder.handshake::<_, Bytes>(socket).await?;
    while let Some(call) = connection.accept().await {
        let (request, respond) = call?;
        tokio::spawn(one(request.into_body(), respond, answer.clone()));
    }
    Ok(())
}

async fn one(mut body: h2::RecvStream, mut respond: h2::server::SendResponse<Bytes>, answer: Bytes) -> Result<()> {
    while let Some(piece) = body.data().await {
        body.flow_control().release_capacity(piece?.len())?;
    }
    let head = Response::builder().header("content-type", "application/grpc").body(())?;
    let mut stream = respond.send_response(head, false)?;
    stream.send_data(answer, false)?;
    let mut trailers = HeaderMap::new();
    trailers.insert("grpc-status", HeaderValue::from_static("0"));
    Ok(stream.send_trailers(trailers)?)
}

/// Such a server as a process of its own; dropping it ends it.
pub struct Echo {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Echo {
    /// Starts this program again, with `flag` and the number of bytes of an answer, to be a server.
    pub async fn start(flag: &str, bytes: usize) -> Result<Echo> {
        let own = std::env::current_exe().context("this program has no path")?;
        let mut child = Command::new(own).args([flag, &bytes.to_string()]).stdout(Stdio::piped()).spawn()?;
        let out = tokio::process::ChildStdout::from_std(child.stdout.take().context("no pipe")?)?;
        let mut echo = Echo { child, address: SocketAddr::from(([127, 0, 0, 1], 0)) };
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).await?;
        echo.address = line.trim().parse().with_context(|| format!("the bare server did not start: {line}"))?;
        Ok(echo)
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
