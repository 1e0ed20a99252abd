//! Connections, from the first byte to the last: a bound on their number, and an end for those that are silent.

use super::Edge;
use super::calls::{Calls, UnderWay};
use super::held::Answering;
use super::seats::{Seat, Seats};
use super::socket::{Socket, Traffic};
use super::streams::Streams;
use super::tls;
use crate::access::Names;
use crate::limits;
use hyper::server::conn::http2;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::any::Any;
use std::future::{Future, poll_fn};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_stream::{Stream, StreamExt as _};
use tonic::transport::server::{Connected, TcpConnectInfo};

/// HTTP/2's preface and the head of the first frame: what every client sends first.
const PREFACE_BYTES: u64 = 24 + 9;

/// How often a connection is looked at, at most.
const LOOK: Duration = Duration::from_millis(250);

/// Serves every connection of `incoming` until `stop`; then those end that have no call under way, and the others when
/// theirs are answered. Returns when all have. Dropping it cuts all.
pub async fn serve<I, IO, IE>(incoming: I, answering: Answering, edge: Edge, stop: impl Future<Output = ()>)
where
    I: Stream<Item = Result<IO, IE>>,
    IO: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
    IE: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let (edge, answering) = (Arc::new(edge), Arc::new(answering));
    let seats = Seats::new(edge.connections);
    let (tell, stopping) = watch::channel(false);
    let mut connections = JoinSet::new();
    {
        // Dropped before the drain, so that nobody connects to a daemon that does not answer.
        let mut incoming = pin!(incoming.fuse());
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                Some(accepted) = incoming.next() => match accepted {
                    Ok(io) => match seats.take(address(&io.connect_info()).map(|at| at.ip()).filter(|ip| !ip.is_loopback())) {
                        Some(seat) => {
                            let connection = Connection::new(Arc::clone(&edge), stopping.clone(), seat);
                            connections.spawn(connection.serve(io, Arc::clone(&answering)));
                        }
                        // Closed at once: its client hears so, instead of waiting for nothing.
                        None => tracing::warn!(bound = edge.connections, "one connection over --connections"),
                    },
                    Err(error) => {
                        let error = error.into();
                        tracing::warn!(%error, "a connection could not be accepted");
                        tokio::time::sleep(limits::ACCEPT_PAUSE).await;
                    }
                },
                Some(_) = connections.join_next() => {}
            }
        }
    }
    tell.send_replace(true);
    while connections.join_next().await.is_some() {}
}

/// One connection's life.
struct Connection {
    edge: Arc<Edge>,
    stopping: watch::Receiver<bool>,
    begun: Instant,
    /// When it was asked to close.
    closing: Option<Instant>,
    seat: Arc<Seat>,
}

/// The result of a look at a connection.
enum Look {
    Well,
    Close,
    Cut(&'static str),
}

impl Connection {
    fn new(edge: Arc<Edge>, stopping: watch::Receiver<bool>, seat: Seat) -> Self {
        Connection { edge, stopping, begun: Instant::now(), closing: None, seat: Arc::new(seat) }
    }

    async fn serve<IO>(self, io: IO, answering: Arc<Answering>)
    where
        IO: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
    {
        let peer = io.connect_info();
        let Some(tls) = self.edge.tls.clone() else { return self.serve_over(io, peer, None, answering).await };
        let mut stopping = self.stopping.clone();
        let secured = tokio::select! {
            secured = tls.accept(io, self.edge.handshake) => secured,
            _ = stopping.wait_for(|is| *is) => return,
            () = self.seat.lost() => return,
        };
        match secured {
            Ok(stream) => {
                let shown = stream.get_ref().1.peer_certificates().and_then(|chain| chain.first());
                let names = shown.map(|certificate| Names::from(tls::names(certificate)));
                self.serve_over(stream, peer, names, answering).await;
            }
            // Whoever looked only whether somebody listens.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                tracing::debug!(%error, "a connection is not begun")
            }
            Err(error) => {
                let peer = address(&peer).map(tracing::field::display);
                tracing::info!(peer, why = tls::sentence(&error), "a connection cannot be secured");
            }
        }
    }

    /// Serves a connection that is as secure as it will be.
    async fn serve_over<IO, P>(mut self, io: IO, peer: P, names: Option<Names>, answering: Arc<Answering>)
    where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
        P: Clone + Send + Sync + 'static,
    {
        let (socket, uncork, traffic) = Socket::new(io);
        let at = address(&peer).map(|at| at.ip()).filter(|ip| !ip.is_loopback());
        let calls = Calls::new(answering, Arc::clone(&self.edge), Arc::clone(&self.seat), at, (peer, names));
        let under_way = calls.under_way();
        let streams = Streams::default();
        let mut connection = pin!(builder(streams.clone()).serve_connection(TokioIo::new(socket), calls));
        let mut stopping = self.stopping.clone();
        let seat = Arc::clone(&self.seat);
        let mut lost = pin!(seat.lost());
        let shortest = self.edge.handshake.min(self.edge.first_call).min(self.edge.idle).min(self.edge.stall);
        let mut looks = tokio::time::interval(LOOK.min(shortest / 2).max(Duration::from_millis(10)));
        loop {
            let close = tokio::select! {
                ended = poll_fn(|cx| {
                    let mut polled = connection.as_mut().poll(cx);
                    while polled.is_pending() && streams.begin(cx) {
                        polled = connection.as_mut().poll(cx);
                    }
                    uncork.send(cx);
                    polled
                }) => {
                    if let Err(error) = ended {
                        tracing::debug!(%error, "a connection failed");
                    }
                    return;
                }
                _ = stopping.wait_for(|is| *is), if self.closing.is_none() => true,
                () = &mut lost => {
                    tracing::debug!("a connection without an admitted call gives way to another one");
                    return;
                }
                _ = looks.tick() => match self.look(&traffic, &under_way) {
                    Look::Well => false,
                    Look::Close => true,
                    Look::Cut(why) => {
                        tracing::info!(why, "a connection is cut");
                        return;
                    }
                },
            };
            if close {
                self.closing = Some(Instant::now());
                connection.as_mut().graceful_shutdown();
            }
        }
    }

    fn look(&self, traffic: &Traffic, under_way: &UnderWay) -> Look {
        let over = |since: Option<Instant>, limit| since.is_some_and(|at| at.elapsed() > limit);
        let quiet = under_way.none_since();
        if traffic.read() < PREFACE_BYTES && self.begun.elapsed() > self.edge.handshake {
            return Look::Cut("it does not begin (HANDSHAKE)");
        }
        let idle = if self.seat.is_a_strangers() { self.edge.first_call.min(self.edge.idle) } else { self.edge.idle };
        if over(traffic.unread_since(), self.edge.stall) {
            return Look::Cut("what is sent to it is not read (STALL)");
        }
        match self.closing {
            Some(asked) if over(quiet.map(|at| at.max(asked)), limits::GOODBYE) => {
                Look::Cut("it was asked to close (GOODBYE)")
            }
            None if over(quiet, idle) => Look::Close,
            _ => Look::Well,
        }
    }
}

/// Where a peer is, where it is anywhere.
fn address(peer: &dyn Any) -> Option<SocketAddr> {
    peer.downcast_ref::<TcpConnectInfo>()?.remote_addr()
}

fn builder(streams: Streams) -> http2::Builder<Streams> {
    let mut builder = http2::Builder::new(streams);
    builder
        .timer(TokioTimer::new())
        .max_concurrent_streams(limits::MAX_STREAMS)
        .initial_stream_window_size(limits::STREAM_WINDOW_BYTES)
        .initial_connection_window_size(limits::CONNECTION_WINDOW_BYTES)
        .max_send_buf_size(limits::SEND_BUFFER_BYTES)
        .max_header_list_size(limits::MAX_HEADER_BYTES)
        .keep_alive_interval(limits::KEEPALIVE)
        .keep_alive_timeout(limits::KEEPALIVE_ANSWER);
    builder
}
