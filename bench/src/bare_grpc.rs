//! One gRPC method called over a bare socket, one call at a time: as little of HTTP/2 (RFC 9113) as that takes.
//!
//! A load generator that spends as long on a call as the server measures itself. This one writes a call in one piece, made
//! once but for the number of its stream, and reads frames until the stream ends. It asks the server not to compress headers by
//! what went before (`SETTINGS_HEADER_TABLE_SIZE` 0), so that the trailers of two calls that went well are the same bytes.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const FRAME_HEAD_BYTES: usize = 9;
/// Bytes that a peer may send on a stream, and in all, before it is told that more is taken.
const WINDOW_BYTES: u32 = 1 << 24;
/// Of what a server takes in all before it says more (RFC 9113, 6.9.2).
const FIRST_WINDOW_BYTES: i64 = 65_535;

/// Kinds of frames (RFC 9113, 6).
mod kind {
    pub const DATA: u8 = 0;
    pub const HEADERS: u8 = 1;
    pub const RST_STREAM: u8 = 3;
    pub const SETTINGS: u8 = 4;
    pub const PING: u8 = 6;
    pub const GOAWAY: u8 = 7;
    pub const WINDOW_UPDATE: u8 = 8;
}

/// Flags of frames.
mod flag {
    pub const ACK: u8 = 1;
    pub const END_STREAM: u8 = 1;
    pub const END_HEADERS: u8 = 4;
}

/// A connection, and the one method that it calls.
pub struct BareGrpc {
    socket: TcpStream,
    /// Its first call, which has names in its headers, and the others, which have their numbers.
    first: Vec<u8>,
    next: Vec<u8>,
    /// Bytes of the request's message with its prefix.
    request_bytes: i64,
    stream: u32,
    buffer: Vec<u8>,
    filled: usize,
    /// Bytes of answers since the server was last told that they were taken.
    taken: u32,
    /// Bytes of requests that the server takes.
    window: i64,
    /// An error outside of calls is reported.
    trailers: Option<Vec<u8>>,
}

impl BareGrpc {
    /// A connection to `address` that will send `request`, a message with its prefix, to the method at `path`.
    pub async fn connect(address: SocketAddr, path: &str, request: &[u8]) -> Result<BareGrpc> {
        let mut socket = TcpStream::connect(address).await.with_context(|| format!("cannot connect to {address}"))?;
        socket.set_nodelay(true)?;
        let mut opening = PREFACE.to_vec();
        let mut settings = Vec::new();
        for (name, value) in [(1u16, 0u32), (2, 0), (4, WINDOW_BYTES)] {
            settings.extend_from_slice(&name.to_be_bytes());
            settings.extend_from_slice(&value.to_be_bytes());
        }
        frame(&mut opening, kind::SETTINGS, 0, 0, &settings);
        frame(&mut opening, kind::WINDOW_UPDATE, 0, 0, &WINDOW_BYTES.to_be_bytes());
        socket.write_all(&opening).await?;
        let (names, numbers) = headers(&address.to_string(), path)?;
        let call = |block: &[u8]| {
            let mut bytes = Vec::new();
            frame(&mut bytes, kind::HEADERS, flag::END_HEADERS, 0, block);
            frame(&mut bytes, kind::DATA, flag::END_STREAM, 0, request);
            bytes
        };
        Ok(BareGrpc {
            socket,
            first: call(&names),
            next: call(&numbers),
            request_bytes: i64::try_from(request.len())?,
            stream: 1,
            buffer: vec![0; 64 << 10],
            filled: 0,
            taken: 0,
            window: FIRST_WINDOW_BYTES,
            trailers: None,
        })
    }

    /// Makes the call; `keep` gets the answer's bytes. Says how many there were.
    pub async fn call(&mut self, mut keep: Option<&mut Vec<u8>>) -> Result<usize> {
        while self.window < self.request_bytes {
            self.read_more().await?;
            while let Some((head, _)) = self.whole() {
                self.answer_frame(head).await?;
            }
        }
        let stream = self.stream;
        let bytes = if stream == 1 { &mut self.first } else { &mut self.next };
        let data = bytes.len() - usize::try_from(self.request_bytes)? - FRAME_HEAD_BYTES;
        for at in [0, data] {
            bytes[at + 5..at + FRAME_HEAD_BYTES].copy_from_slice(&stream.to_be_bytes());
        }
        self.socket.write_all(bytes).await?;
        self.window -= self.request_bytes;
        self.stream += 2;
        let mut got = 0;
        loop {
            while let Some((head, end)) = self.whole() {
                if head.stream != stream {
                    self.answer_frame(head).await?;
                    continue;
                }
                let payload = &self.buffer[FRAME_HEAD_BYTES..end];
                let is_end = head.flags & flag::END_STREAM != 0;
                match head.kind {
                    kind::DATA => {
                        got += payload.len();
                        self.taken += u32::try_from(payload.len())?;
                        keep.iter_mut().for_each(|keep| keep.extend_from_slice(payload));
                    }
                    kind::HEADERS if is_end => {
                        // The first block of a connection also says that the table is empty.
                        let same = self.trailers.get_or_insert_with(|| payload.to_vec());
                        ensure!(got > 0 && (same == payload || stream == 3), "the call failed, or ended otherwise");
                        if stream <= 3 {
                            *same = payload.to_vec();
                        }
                    }
                    kind::HEADERS | kind::WINDOW_UPDATE => {}
                    other => bail!("the server sent a frame of kind {other} on the stream of a call"),
                }
                self.drop_frame(end);
                if is_end && head.kind == kind::HEADERS {
                    return Ok(got);
                }
            }
            self.read_more().await?;
        }
    }

    /// The head of the frame at the buffer's start and where it ends, if all of it is there.
    fn whole(&self) -> Option<(Head, usize)> {
        let head = Head::read(self.buffer[..self.filled].get(..FRAME_HEAD_BYTES)?);
        let end = FRAME_HEAD_BYTES + head.len;
        (end <= self.filled).then_some((head, end))
    }

    fn drop_frame(&mut self, end: usize) {
        self.buffer.copy_within(end..self.filled, 0);
        self.filled -= end;
    }

    async fn read_more(&mut self) -> Result<()> {
        ensure!(self.filled < self.buffer.len(), "the server sent a frame of more than {} bytes", self.buffer.len());
        let read = self.socket.read(&mut self.buffer[self.filled..]).await?;
        ensure!(read > 0, "the server closed the connection");
        self.filled += read;
        if self.taken > WINDOW_BYTES / 2 {
            let mut more = Vec::new();
            frame(&mut more, kind::WINDOW_UPDATE, 0, 0, &self.taken.to_be_bytes());
            self.taken = 0;
            self.socket.write_all(&more).await?;
        }
        Ok(())
    }

    /// Does what a frame that is no part of the call asks for.
    async fn answer_frame(&mut self, head: Head) -> Result<()> {
        let end = FRAME_HEAD_BYTES + head.len;
        let payload = self.buffer[FRAME_HEAD_BYTES..end].to_vec();
        self.drop_frame(end);
        let mut answer = Vec::new();
        match head.kind {
            kind::SETTINGS if head.flags & flag::ACK == 0 => frame(&mut answer, kind::SETTINGS, flag::ACK, 0, &[]),
            kind::PING if head.flags & flag::ACK == 0 => frame(&mut answer, kind::PING, flag::ACK, 0, &payload),
            kind::WINDOW_UPDATE if head.stream == 0 => {
                let more: [u8; 4] = payload[..].try_into().context("a WINDOW_UPDATE of another length")?;
                self.window += i64::from(u32::from_be_bytes(more));
            }
            kind::GOAWAY | kind::RST_STREAM => bail!("the server ended the connection or a call that had ended"),
            _ => {}
        }
        Ok(self.socket.write_all(&answer).await?)
    }
}

#[derive(Clone, Copy)]
struct Head {
    len: usize,
    kind: u8,
    flags: u8,
    stream: u32,
}

impl Head {
    fn read(bytes: &[u8]) -> Head {
        Head {
            len: usize::from(bytes[0]) << 16 | usize::from(bytes[1]) << 8 | usize::from(bytes[2]),
            kind: bytes[3],
            flags: bytes[4],
            stream: u32::from_be_bytes([bytes[5], bytes[6], bytes[7], bytes[8]]) & 0x7fff_ffff,
        }
    }
}

fn frame(to: &mut Vec<u8>, kind: u8, flags: u8, stream: u32, payload: &[u8]) {
    let len = u32::try_from(payload.len()).expect("a frame of a few hundred bytes");
    to.extend_from_slice(&len.to_be_bytes()[1..]);
    to.extend_from_slice(&[kind, flags]);
    to.extend_from_slice(&stream.to_be_bytes());
    to.extend_from_slice(payload);
}

/// The headers of the connection's first call, each of which the server puts into its table, and those of all others, which name
/// them by their places there (RFC 7541, 2.3 and 6). The newest is at 62.
fn headers(authority: &str, path: &str) -> Result<(Vec<u8>, Vec<u8>)> {
    // `:method POST` and `:scheme http` have places of their own.
    let mut names = vec![0x83, 0x86];
    let mut literal = |name: &[u8], value: &str| {
        names.extend_from_slice(name);
        names.push(u8::try_from(value.len()).ok().filter(|len| *len < 127)?);
        names.extend_from_slice(value.as_bytes());
        Some(())
    };
    // Places 4, 1 and 31 name `:path`, `:authority` and `content-type`; `te` has none.
    let put = literal(&[0x44], path)
        .and_then(|()| literal(&[0x41], authority))
        .and_then(|()| literal(&[0x40 | 31], "application/grpc"))
        .and_then(|()| literal(b"\x40\x02te", "trailers"));
    put.context("a header of more than 126 bytes")?;
    Ok((names, vec![0x83, 0x86, 0x80 | 65, 0x80 | 64, 0x80 | 63, 0x80 | 62]))
}
