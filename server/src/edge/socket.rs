//! One connection's bytes, watched: whether HTTP/2 has begun, and since when the peer leaves what is sent unread.

use crate::limits;
use bytes::{Buf as _, BytesMut};
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

/// The bytes that have gone over a connection so far.
#[derive(Debug, Default)]
pub struct Traffic {
    read: AtomicU64,
    unread_since: Mutex<Option<Instant>>,
}

impl Traffic {
    /// Bytes that came in.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Since when the socket takes no more bytes; `None` while it does.
    pub fn unread_since(&self) -> Option<Instant> {
        *self.unread_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wrote<T>(&self, result: &Poll<T>) {
        let mut since = self.unread_since.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            Poll::Pending => *since = Some(since.unwrap_or_else(Instant::now)),
            Poll::Ready(_) => *since = None,
        }
    }
}

/// A connection whose [`Traffic`] others can see, and whose writes wait for each other: HTTP/2 flushes every frame by itself,
/// and an answer is three. They go out together, when its task has done what there was to do ([`Uncork`]).
pub struct Socket<IO> {
    wire: Arc<Mutex<Wire<IO>>>,
}

/// The sender of bytes that wait in a [`Socket`].
pub struct Uncork<IO> {
    wire: Arc<Mutex<Wire<IO>>>,
}

struct Wire<IO> {
    io: IO,
    traffic: Arc<Traffic>,
    waiting: BytesMut,
    /// Written bytes may still be in `io`: TLS keeps bytes that its socket does not take.
    unflushed: bool,
}

impl<IO> Socket<IO> {
    /// Watches `io`.
    pub fn new(io: IO) -> (Self, Uncork<IO>, Arc<Traffic>) {
        let traffic = Arc::<Traffic>::default();
        let wire = Wire { io, traffic: Arc::clone(&traffic), waiting: BytesMut::new(), unflushed: false };
        let wire = Arc::new(Mutex::new(wire));
        (Socket { wire: Arc::clone(&wire) }, Uncork { wire }, traffic)
    }

    fn wire(&self) -> MutexGuard<'_, Wire<IO>> {
        self.wire.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<IO: AsyncWrite + Unpin> Uncork<IO> {
    /// Sends what waits, as far as the peer takes it; the task is woken when it takes more. An error here fails the next
    /// write, too.
    pub fn send(&self, cx: &mut Context<'_>) {
        let _ = self.wire.lock().unwrap_or_else(PoisonError::into_inner).poll_send(cx);
    }
}

impl<IO: AsyncWrite + Unpin> Wire<IO> {
    fn poll_send(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.waiting.is_empty() {
            let result = Pin::new(&mut self.io).poll_write(cx, &self.waiting);
            self.traffic.wrote(&result);
            match std::task::ready!(result)? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                sent => self.waiting.advance(sent),
            }
            self.unflushed = true;
        }
        if self.unflushed {
            let flushed = Pin::new(&mut self.io).poll_flush(cx);
            self.traffic.wrote(&flushed);
            std::task::ready!(flushed)?;
            self.unflushed = false;
        }
        Poll::Ready(Ok(()))
    }

    fn poll_put(&mut self, cx: &mut Context<'_>, parts: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let bytes: usize = parts.iter().map(|part| part.len()).sum();
        if self.waiting.len() + bytes > limits::CORK_BYTES {
            std::task::ready!(self.poll_send(cx))?;
        }
        if bytes > limits::CORK_BYTES {
            let result = Pin::new(&mut self.io).poll_write_vectored(cx, parts);
            self.traffic.wrote(&result);
            self.unflushed = true;
            return result;
        }
        parts.iter().for_each(|part| self.waiting.extend_from_slice(part));
        Poll::Ready(Ok(bytes))
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for Socket<IO> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let mut wire = self.wire();
        let before = to.filled().len();
        let result = Pin::new(&mut wire.io).poll_read(cx, to);
        wire.traffic.read.fetch_add((to.filled().len() - before) as u64, Ordering::Relaxed);
        result
    }
}

impl<IO: AsyncWrite + Unpin> AsyncWrite for Socket<IO> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.wire().poll_put(cx, &[io::IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.wire().poll_put(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.wire().io.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut wire = self.wire();
        std::task::ready!(wire.poll_send(cx))?;
        Pin::new(&mut wire.io).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    async fn send(uncork: &Uncork<tokio::io::DuplexStream>) {
        poll_fn(|cx| {
            uncork.send(cx);
            Poll::Ready(())
        })
        .await;
    }

    #[tokio::test]
    async fn writes_go_out_together_in_order_and_none_is_lost() {
        let (ours, mut peer) = tokio::io::duplex(1 << 10);
        let (mut socket, uncork, traffic) = Socket::new(ours);
        socket.write_all(b"one ").await.unwrap();
        socket.flush().await.unwrap();
        socket.write_all(b"two").await.unwrap();
        let mut nothing = [0; 1];
        let early = tokio::time::timeout(std::time::Duration::from_millis(20), peer.read(&mut nothing)).await;
        assert!(early.is_err(), "nothing goes out before its time");
        send(&uncork).await;
        let mut both = [0; 7];
        peer.read_exact(&mut both).await.unwrap();
        assert_eq!(&both, b"one two");
        // More than may wait, in pieces of all sizes, to a peer that reads slowly.
        let sent: Vec<u8> = (0..300_000u32).map(|n| (n % 251) as u8).collect();
        let expected = sent.clone();
        let writing = tokio::spawn(async move {
            let mut rest = &sent[..];
            for size in [1, 100, 5_000, 40_000, 1, 200_000, 54_898] {
                let (piece, more) = rest.split_at(size);
                socket.write_all(piece).await.unwrap();
                rest = more;
            }
            assert!(rest.is_empty());
            socket.shutdown().await.unwrap();
        });
        let mut got = Vec::new();
        peer.read_to_end(&mut got).await.unwrap();
        writing.await.unwrap();
        assert_eq!(got, expected);
        assert!(traffic.unread_since().is_none());
    }

    #[tokio::test]
    async fn what_the_layer_below_keeps_is_sent_as_well() {
        let (ours, mut peer) = tokio::io::duplex(1 << 20);
        let (mut socket, uncork, traffic) = Socket::new(tokio::io::BufWriter::with_capacity(1 << 20, ours));
        // One that goes through the cork, and one that is too large for it.
        for size in [100, limits::CORK_BYTES + 1] {
            socket.write_all(&vec![7; size]).await.unwrap();
            poll_fn(|cx| {
                uncork.send(cx);
                Poll::Ready(())
            })
            .await;
            let mut got = vec![0; size];
            let read = tokio::time::timeout(std::time::Duration::from_secs(10), peer.read_exact(&mut got)).await;
            assert!(read.is_ok_and(|read| read.is_ok()), "{size}");
        }
        assert!(traffic.unread_since().is_none());
    }

    #[tokio::test]
    async fn a_peer_that_takes_nothing_is_seen() {
        let (ours, _peer) = tokio::io::duplex(16);
        let (mut socket, uncork, traffic) = Socket::new(ours);
        socket.write_all(&[0; 100]).await.unwrap();
        assert!(traffic.unread_since().is_none());
        send(&uncork).await;
        assert!(traffic.unread_since().is_some());
    }
}
