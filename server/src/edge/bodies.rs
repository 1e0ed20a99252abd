//! Bodies on their way in or out, charged for as long as they are.

use super::deadline::over;
use crate::access::{Identity, Standing};
use crate::failure::Failure;
use crate::limits;
use crate::memory::{Charge, Memory};
use bytes::{Bytes, BytesMut};
use http_body::{Body, Frame, SizeHint};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep};
use tonic::Status;

/// The prefix of a gRPC message: a flag and its length.
const PREFIX: usize = 5;

/// A request's body. The bytes of a message are charged until it is whole and taken; a message that stops half-way is
/// given up.
pub struct Incoming<B> {
    body: B,
    charge: Charge,
    framing: Framing,
    stall: Duration,
    /// Whose bytes they are.
    identity: Option<Arc<Identity>>,
    /// When a message that is waited for has stopped. Set where there is one to wait for: most come whole.
    until: Option<Pin<Box<Sleep>>>,
}

/// Where in the sequence of messages a body is.
#[derive(Debug, Default)]
struct Framing {
    prefix: [u8; PREFIX],
    prefix_bytes: usize,
    /// Bytes of the message under way that are still to come.
    missing: usize,
    /// Bytes of it that have come.
    partial: usize,
}

impl Framing {
    /// Goes on by the bytes of a frame.
    fn advance(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.prefix_bytes < PREFIX {
                let taken = bytes.len().min(PREFIX - self.prefix_bytes);
                self.prefix[self.prefix_bytes..][..taken].copy_from_slice(&bytes[..taken]);
                self.prefix_bytes += taken;
                bytes = &bytes[taken..];
                if self.prefix_bytes == PREFIX {
                    let [_, length @ ..] = self.prefix;
                    self.missing = u32::from_be_bytes(length) as usize;
                    self.partial = 0;
                }
            } else {
                let taken = bytes.len().min(self.missing);
                self.missing -= taken;
                self.partial += taken;
                bytes = &bytes[taken..];
            }
            if self.prefix_bytes == PREFIX && self.missing == 0 {
                (self.prefix_bytes, self.partial) = (0, 0);
            }
        }
    }

    fn is_between_messages(&self) -> bool {
        self.prefix_bytes == 0
    }
}

impl<B> Incoming<B> {
    /// Charges `body` to `memory`, and its bytes to the quota of whoever sends it.
    pub fn new(body: B, memory: &Memory, stall: Duration, identity: Option<Arc<Identity>>) -> Self {
        Incoming { body, charge: memory.nothing(), framing: Framing::default(), stall, identity, until: None }
    }

    fn came(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if let Some(identity) = self.identity.as_ref().filter(|_| !bytes.is_empty()) {
            identity.bytes(bytes.len(), self.framing.is_between_messages())?;
        }
        self.framing.advance(bytes);
        self.charge.grow(bytes.len())
    }
}

impl<B: Body<Data = Bytes, Error: Into<tonic::codegen::StdError>> + Unpin> Body for Incoming<B> {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.get_mut();
        // More is asked for when what came before was taken, up to the message under way.
        this.charge.shrink_to(this.framing.partial);
        match Pin::new(&mut this.body).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                if let Some(bytes) = frame.data_ref() {
                    this.came(bytes)?;
                }
                this.until = None;
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(Some(Err(error))) => Poll::Ready(Some(Err(Status::from_error(error.into())))),
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending if this.framing.is_between_messages() => Poll::Pending,
            Poll::Pending => {
                let until = this.until.get_or_insert_with(|| Box::pin(tokio::time::sleep(this.stall)));
                std::task::ready!(until.as_mut().poll(cx));
                let sentence = format!("a message was begun and not continued for {:?} (STALL)", this.stall);
                Poll::Ready(Some(Err(Status::deadline_exceeded(sentence))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A response's body, in pieces that the peer has made room for: what it has not is charged here, whoever made it.
pub struct Outgoing<B, G> {
    body: B,
    rest: Bytes,
    charge: Charge,
    deadline: Option<Instant>,
    /// Whether its caller may have it.
    standing: Option<Standing>,
    /// Wakes a body that waits when it has to end, and says why. Made where one waits.
    ends: Option<Pin<Box<dyn Future<Output = Failure> + Send>>>,
    over: bool,
    /// The guard that the call holds until its last byte is on its way.
    _held: G,
}

impl<B, G> Outgoing<B, G> {
    /// Charges `body` to where `charge` comes from, ends it at the caller's deadline or when the caller may not have it any more, and
    /// keeps `held` as long.
    pub fn new(body: B, charge: Charge, (deadline, standing): (Option<Instant>, Option<Standing>), held: G) -> Self {
        Outgoing { body, rest: Bytes::new(), charge, deadline, standing, ends: None, over: false, _held: held }
    }

    fn next_piece(&mut self) -> Frame<Bytes> {
        if self.rest.len() <= limits::SEND_BUFFER_BYTES {
            return Frame::data(std::mem::take(&mut self.rest));
        }
        // A copy, so that a piece on its way does not hold the whole.
        Frame::data(BytesMut::from(&self.rest.split_to(limits::SEND_BUFFER_BYTES)[..]).freeze())
    }

    /// Why the call has to end at this moment, if it has.
    fn ending(&mut self) -> Option<Failure> {
        if self.deadline.is_some_and(|at| at <= Instant::now()) {
            return Some(Failure::Deadline);
        }
        self.standing.as_mut().and_then(|standing| standing.look().err()).map(Failure::from)
    }

    /// Waits for the call's end, together with its body.
    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let (deadline, standing) = (self.deadline, &self.standing);
        if deadline.is_none() && standing.is_none() {
            return Poll::Pending;
        }
        let ends = self.ends.get_or_insert_with(|| Box::pin(over(deadline, standing.clone())));
        let failure = std::task::ready!(ends.as_mut().poll(cx));
        Poll::Ready(Some(self.end(failure)))
    }

    /// The trailers of a call that has to end.
    fn end(&mut self, failure: Failure) -> Result<Frame<Bytes>, Status> {
        self.over = true;
        self.rest = Bytes::new();
        let mut trailers = http::HeaderMap::new();
        Status::from(failure).add_header(&mut trailers)?;
        Ok(Frame::trailers(trailers))
    }
}

impl<B: Body<Data = Bytes, Error = Status> + Unpin, G: Unpin> Body for Outgoing<B, G> {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.get_mut();
        if this.over {
            return Poll::Ready(None);
        }
        // First of all: a body that always has more would not be asked otherwise. A waker is for one that waits.
        if let Some(failure) = this.ending() {
            return Poll::Ready(Some(this.end(failure)));
        }
        if !this.rest.is_empty() {
            return Poll::Ready(Some(Ok(this.next_piece())));
        }
        let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) else { return this.wait(cx) };
        // Asked again: the peer has made room for what went before.
        this.charge.shrink_to(limits::CALL_BYTES);
        Poll::Ready(match frame {
            Some(Ok(frame)) => Some(match frame.into_data() {
                Ok(data) => {
                    this.charge.grow(data.len())?;
                    this.rest = data;
                    Ok(this.next_piece())
                }
                Err(trailers) => Ok(trailers),
            }),
            other => other,
        })
    }

    fn is_end_stream(&self) -> bool {
        self.over || self.rest.is_empty() && self.body.is_end_stream()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::{BodyExt as _, StreamBody};

    #[tokio::test]
    async fn a_body_that_always_has_more_ends_with_its_callers_time() {
        let frame = || Ok::<_, Status>(Frame::data(Bytes::from_static(b"more")));
        let endless = StreamBody::new(tokio_stream::iter(std::iter::repeat_with(frame)));
        let deadline = Instant::now() + Duration::from_millis(200);
        let mut body = Outgoing::new(endless, Memory::bounded(1 << 30).nothing(), (Some(deadline), None), ());
        assert!(body.frame().await.unwrap().unwrap().is_data());
        tokio::time::sleep_until(deadline).await;
        let last = body.frame().await.unwrap().unwrap().into_trailers().unwrap();
        assert_eq!(last["grpc-status"], "4");
        assert!(body.frame().await.is_none());
    }

    #[test]
    fn messages_are_told_apart_wherever_frames_are_cut() {
        let message = |n: u32| [&[0][..], &n.to_be_bytes(), &vec![7; n as usize]].concat();
        let bytes = [message(3), message(0), message(300)].concat();
        for cut in 0..bytes.len() {
            let mut framing = Framing::default();
            framing.advance(&bytes[..cut]);
            let whole = [0, 8, 13, bytes.len()].contains(&cut);
            assert_eq!(framing.is_between_messages(), whole, "{cut}");
            framing.advance(&bytes[cut..]);
            assert!(framing.is_between_messages());
        }
        let mut framing = Framing::default();
        framing.advance(&message(300)[..105]);
        assert_eq!(framing.partial, 100);
    }
}
