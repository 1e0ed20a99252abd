//! One connection's bytes, watched: whether HTTP/2 has begun, and since when the peer leaves what is sent unread.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

/// What has gone over a connection so far.
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

/// A connection whose [`Traffic`] others can see.
pub struct Socket<IO> {
    io: IO,
    traffic: Arc<Traffic>,
}

impl<IO> Socket<IO> {
    /// Watches `io`.
    pub fn new(io: IO) -> (Self, Arc<Traffic>) {
        let traffic = Arc::<Traffic>::default();
        (Socket { io, traffic: Arc::clone(&traffic) }, traffic)
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for Socket<IO> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = to.filled().len();
        let result = Pin::new(&mut self.io).poll_read(cx, to);
        self.traffic.read.fetch_add((to.filled().len() - before) as u64, Ordering::Relaxed);
        result
    }
}

impl<IO: AsyncWrite + Unpin> AsyncWrite for Socket<IO> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.io).poll_write(cx, bytes);
        self.traffic.wrote(&result);
        result
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.io).poll_write_vectored(cx, parts);
        self.traffic.wrote(&result);
        result
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}
