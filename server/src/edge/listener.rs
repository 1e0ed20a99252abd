//! The listening socket, when descriptors run out: it rests instead of spinning, and turns peers away instead of letting
//! them hang.

use super::accepted::{Accepted, Listening};
use crate::limits;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use std::fs::File;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::time::Sleep;
use tokio_stream::Stream;

/// Accepts connections; never ends, never fails.
pub struct Listener {
    listener: Listening,
    /// Given up for a moment when there is no descriptor left, so that a peer can be accepted and turned away.
    spare: Option<File>,
    rest: Option<Pin<Box<Sleep>>>,
}

impl Listener {
    /// Accepts from `listener`.
    pub fn new(listener: impl Into<Listening>) -> Self {
        Listener { listener: listener.into(), spare: spare(), rest: None }
    }

    fn without_descriptors(&mut self, cx: &mut Context<'_>, error: &io::Error) {
        tracing::warn!(%error, "a connection cannot be accepted; raise the number of open files (ulimit -n)");
        if self.spare.take().is_some() {
            // The descriptor that this takes is the spare one's.
            if let Poll::Ready(Ok(turned_away)) = self.listener.poll_accept(cx) {
                drop(turned_away);
            }
            self.spare = spare();
        }
        self.rest = Some(Box::pin(tokio::time::sleep(limits::ACCEPT_PAUSE)));
    }
}

fn spare() -> Option<File> {
    File::open("/dev/null").ok()
}

impl Stream for Listener {
    type Item = io::Result<Accepted>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(rest) = &mut self.rest {
                std::task::ready!(rest.as_mut().poll(cx));
                self.rest = None;
                self.spare = self.spare.take().or_else(spare);
            }
            match std::task::ready!(self.listener.poll_accept(cx)) {
                Ok(accepted) => return Poll::Ready(Some(Ok(accepted))),
                // The peer left before it was accepted.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(error) => self.without_descriptors(cx, &error),
            }
        }
    }
}

/// Lets the process open as many files as the system allows, and says how many connections fit beside what else it needs.
pub fn raise_open_files() -> usize {
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else {
        return limits::DEFAULT_CONNECTIONS;
    };
    // Where this fails the soft limit stays, and counts.
    let files = if setrlimit(Resource::RLIMIT_NOFILE, hard, hard).is_ok() { hard } else { soft };
    usize::try_from(files.saturating_sub(limits::RESERVED_FILES).max(files / 4)).unwrap_or(usize::MAX)
}
