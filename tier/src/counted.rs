//! The bytes that a Redis sends, counted on the socket: no reply makes this process hold more than a record.
//!
//! A client of Redis gathers a reply until it is whole, and believes the lengths that it states. Here each reply is followed byte by byte, before
//! the client sees it: one that is, or says that it will be, over [`MAX_REPLY_BYTES`] ends the connection.

use crate::limits::{MAX_REPLY_BYTES, MAX_REPLY_DEPTH, MAX_REPLY_LINE};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A connection whose replies are counted.
pub(crate) struct Counted<S> {
    stream: S,
    replies: Replies,
}

impl<S> Counted<S> {
    /// A connection on which nothing was read yet.
    pub(crate) fn new(stream: S) -> Self {
        Counted { stream, replies: Replies::default() }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = to.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, to);
        if let Poll::Ready(Ok(())) = read {
            self.replies.follow(&to.filled()[before..]).map_err(io::Error::other)?;
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// A reply that is not taken.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum TooMuch {
    /// It has more bytes than it may.
    #[error("a reply of the store is over {MAX_REPLY_BYTES} bytes (MAX_REPLY_BYTES)")]
    Bytes,
    /// A line of it is longer than any that is asked for.
    #[error("a line of a reply of the store is over {MAX_REPLY_LINE} bytes (MAX_REPLY_LINE)")]
    Line,
    /// It nests lists deeper than any that is asked for.
    #[error("a reply of the store nests lists over {MAX_REPLY_DEPTH} deep (MAX_REPLY_DEPTH)")]
    Depth,
    /// A length in it is no number.
    #[error("a reply of the store states a length that is none")]
    Length,
}

/// Where in the replies the bytes stand.
#[derive(Default)]
struct Replies {
    /// Bytes of the reply under way.
    bytes: usize,
    /// Elements that are still to come of each list that it is in.
    lists: Vec<usize>,
    /// Bytes of a text that are still to come, with the end of its line.
    text: usize,
    /// The line under way: what it is, and the number that it has so far.
    line: Option<(u8, Number)>,
}

#[derive(Clone, Copy, Default)]
struct Number {
    value: usize,
    /// Bytes of its line.
    bytes: usize,
    is_negative: bool,
    is_none: bool,
}

impl Number {
    fn take(&mut self, digit: u8) {
        self.bytes += 1;
        match digit {
            b'-' if self.value == 0 && !self.is_negative => self.is_negative = true,
            b'0'..=b'9' => self.value = self.value.saturating_mul(10).saturating_add(usize::from(digit - b'0')),
            b'\r' => {}
            _ => self.is_none = true,
        }
    }
}

impl Replies {
    fn follow(&mut self, mut bytes: &[u8]) -> Result<(), TooMuch> {
        while let Some((&first, rest)) = bytes.split_first() {
            if self.text > 0 {
                let part = self.text.min(bytes.len());
                self.count(part)?;
                self.text -= part;
                bytes = &bytes[part..];
                if self.text == 0 {
                    self.element();
                }
                continue;
            }
            bytes = rest;
            self.count(1)?;
            match &mut self.line {
                None => self.line = Some((first, Number::default())),
                Some((kind, number)) if first == b'\n' => {
                    let (kind, number) = (*kind, *number);
                    self.line = None;
                    self.end_of_line(kind, number)?;
                }
                Some((_, number)) if number.bytes == MAX_REPLY_LINE => return Err(TooMuch::Line),
                Some((_, number)) => number.take(first),
            }
        }
        Ok(())
    }

    fn count(&mut self, bytes: usize) -> Result<(), TooMuch> {
        self.bytes += bytes;
        if self.bytes > MAX_REPLY_BYTES { Err(TooMuch::Bytes) } else { Ok(()) }
    }

    fn end_of_line(&mut self, kind: u8, number: Number) -> Result<(), TooMuch> {
        // Each element has three bytes at least, so that a list of more is longer, too.
        let fits = |bytes: usize, left: usize| if bytes <= left { Ok(()) } else { Err(TooMuch::Bytes) };
        let left = MAX_REPLY_BYTES - self.bytes;
        match kind {
            b'$' | b'*' if number.is_none => Err(TooMuch::Length),
            b'$' if !number.is_negative => {
                fits(number.value, left)?;
                self.text = number.value + b"\r\n".len();
                Ok(())
            }
            b'*' if !number.is_negative && number.value > 0 => {
                fits(number.value.saturating_mul(3), left)?;
                if self.lists.len() >= MAX_REPLY_DEPTH {
                    return Err(TooMuch::Depth);
                }
                self.lists.push(number.value);
                Ok(())
            }
            _ => {
                self.element();
                Ok(())
            }
        }
    }

    /// One element has ended, and with it each list whose last it was.
    fn element(&mut self) {
        while let Some(left) = self.lists.last_mut() {
            *left -= 1;
            if *left > 0 {
                return;
            }
            self.lists.pop();
        }
        self.bytes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows bytes in parts of this size.
    fn followed(bytes: &[u8], part: usize) -> Result<Replies, TooMuch> {
        let mut replies = Replies::default();
        bytes.chunks(part).try_for_each(|part| replies.follow(part)).map(|()| replies)
    }

    #[test]
    fn whole_replies_of_every_kind_count_for_nothing_any_more() {
        let replies = "+OK\r\n-ERR no\r\n:-12\r\n$5\r\na\r\nb\n\r\n$0\r\n\r\n$-1\r\n*-1\r\n*0\r\n*3\r\n:1\r\n*2\r\n$1\r\nx\r\n$-1\r\n+y\r\n";
        for part in 1..replies.len() {
            let after = followed(replies.as_bytes(), part).unwrap();
            assert!(after.bytes == 0 && after.lists.is_empty() && after.line.is_none(), "in parts of {part}");
        }
        let many = "+OK\r\n".repeat(MAX_REPLY_BYTES / 4);
        assert!(followed(many.as_bytes(), 4096).is_ok(), "each is small");
    }

    #[test]
    fn what_is_or_says_that_it_is_too_much_ends() {
        let endless = [b"+".as_slice(), &vec![b'x'; MAX_REPLY_BYTES]].concat();
        assert_eq!(followed(&endless, 8192).err(), Some(TooMuch::Line));
        let stated = |text: &str| followed(text.as_bytes(), 3).err();
        assert_eq!(stated("$500000000\r\n"), Some(TooMuch::Bytes));
        assert_eq!(stated("$99999999999999999999999\r\n"), Some(TooMuch::Bytes));
        assert_eq!(stated("*100000000\r\n"), Some(TooMuch::Bytes));
        assert_eq!(stated("$12x\r\n"), Some(TooMuch::Length));
        assert_eq!(stated(&"*1\r\n".repeat(MAX_REPLY_DEPTH + 1)), Some(TooMuch::Depth));
        assert_eq!(stated(&format!("${}\r\n", MAX_REPLY_BYTES - 64)), None);
    }
}
