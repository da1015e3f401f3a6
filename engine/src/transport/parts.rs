//! Reads long frames in parts: the library keeps a buffer as large as a socket's largest frame.

use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::{
    io::{ErrorKind, Result},
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, AsyncWrite, BufReader, ReadBuf};

/// Counts the bytes of a message until it is complete.
pub trait Count: Unpin {
    /// Counts more bytes. `false`: they are too many.
    fn add(&mut self, bytes: usize) -> bool;

    /// Counts none of them any more.
    fn release(&mut self);
}

/// Bytes of a part; a multiple of the mask's length.
pub const PART_BYTES: u16 = 16 * 1024;
/// Bytes of each WebSocket's read buffers, even a silent one's.
///
/// Messages that fit are not counted.
pub const BUFFER_BYTES: usize = 4 * 1024;
/// The bit of the frame that ends a message.
const LAST: u8 = 0x80;
/// The bit of frames that belong to no message.
const CONTROL: u8 = 0x08;
/// The bit of a frame with a mask.
const MASKED: u8 = 0x80;
/// The length of a frame whose length follows in two bytes, and in eight.
const TWO: u8 = 126;
const EIGHT: u8 = 127;

/// The connection of a WebSocket.
///
/// Its long frames are read as several (RFC 6455, 5.4).
pub struct Parted<C> {
    io: BufReader<TokioIo<Upgraded>>,
    /// The head of a frame or part.
    head: Vec<u8>,
    /// How many bytes of the head are passed on. `None`: it isn't complete.
    passed: Option<usize>,
    /// How many bytes of the part are to come, and of the frame after it.
    part: usize,
    rest: u64,
    /// The bit that the last part has.
    last: u8,
    /// How many bytes of a message have begun to come.
    received: usize,
    /// What counts them, once the client has introduced itself.
    held: Option<C>,
    /// Most bytes of a message.
    most: usize,
}

impl<C: Count> Parted<C> {
    /// Reads a connection, with messages of so many bytes at most.
    pub fn new(io: Upgraded, most: usize) -> Self {
        let io = BufReader::with_capacity(BUFFER_BYTES, TokioIo::new(io));
        let (head, passed, held) = (Vec::new(), None, None);
        Self { io, head, passed, part: 0, rest: 0, last: 0, received: 0, held, most }
    }

    /// Counts the bytes of messages from now on.
    pub fn count(&mut self, held: C) {
        self.held = Some(held);
    }

    /// Notes that a message is complete.
    pub fn complete(&mut self) {
        self.received = 0;
        if let Some(held) = &mut self.held {
            held.release();
        }
    }

    /// Begins a part of a message.
    fn begin(&mut self, bytes: usize) -> Result<()> {
        (self.part, self.passed) = (bytes, Some(0));
        self.received += bytes;
        let fits = match &mut self.held {
            Some(held) if self.received > BUFFER_BYTES => held.add(bytes),
            _ => true,
        };
        if fits { Ok(()) } else { Err(ErrorKind::QuotaExceeded.into()) }
    }

    /// Begins the next part of a long frame, with its kind.
    fn next_part(&mut self, kind: u8) -> Result<()> {
        let bytes = u16::try_from(self.rest).map_or(PART_BYTES, |rest| rest.min(PART_BYTES));
        self.rest -= u64::from(bytes);
        self.head[0] = kind | if self.rest == 0 { self.last } else { 0 };
        self.head[2..4].copy_from_slice(&bytes.to_be_bytes());
        self.begin(bytes.into())
    }

    /// Reads the head of the next frame. `false`: the connection ends.
    fn read_head(&mut self, context: &mut Context<'_>) -> Poll<Result<bool>> {
        if self.passed.take().is_some() {
            self.head.clear();
        }
        loop {
            let missing = length_of(&self.head) - self.head.len();
            if missing == 0 {
                return Poll::Ready(self.parse().map(|()| true));
            }
            let mut bytes = [0; 14];
            let mut buffer = ReadBuf::new(&mut bytes[..missing]);
            ready!(Pin::new(&mut self.io).poll_read(context, &mut buffer))?;
            if buffer.filled().is_empty() {
                return Poll::Ready(Ok(false));
            }
            self.head.extend_from_slice(buffer.filled());
        }
    }

    /// Begins the frame whose head is complete.
    fn parse(&mut self) -> Result<()> {
        let [first, second, ..] = self.head[..] else { return Ok(()) };
        let mask = self.head.len() - mask_of(second);
        let bytes = match &self.head[2..mask] {
            [] => u64::from(second & !MASKED),
            bytes => bytes.iter().fold(0, |length, byte| length << 8 | u64::from(*byte)),
        };
        let size = usize::try_from(bytes).unwrap_or(usize::MAX);
        if first & CONTROL != 0 || size > self.most {
            // The library refuses a frame that is too long when it sees its head.
            (self.part, self.passed) = (size, Some(0));
            return Ok(());
        }
        if size <= PART_BYTES.into() {
            return self.begin(size);
        }
        self.head.splice(..mask, [first, second & MASKED | TWO, 0, 0]);
        (self.rest, self.last) = (bytes, first & LAST);
        self.next_part(first & !LAST)
    }
}

/// How many bytes the head of a frame has, as far as it is known.
fn length_of(head: &[u8]) -> usize {
    let Some(second) = head.get(1) else { return 2 };
    let length = match second & !MASKED {
        TWO => 2,
        EIGHT => 8,
        _ => 0,
    };
    2 + length + mask_of(*second)
}

const fn mask_of(second: u8) -> usize {
    if second & MASKED == 0 { 0 } else { 4 }
}

impl<C: Count> AsyncRead for Parted<C> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let this = &mut *self;
        loop {
            if let Some(passed) = &mut this.passed
                && *passed < this.head.len()
            {
                let head = &this.head[*passed..];
                let head = &head[..head.len().min(buffer.remaining())];
                buffer.put_slice(head);
                *passed += head.len();
                return Poll::Ready(Ok(()));
            }
            if this.part > 0 {
                let bytes = this.part.min(buffer.remaining());
                let mut part = ReadBuf::new(buffer.initialize_unfilled_to(bytes));
                ready!(Pin::new(&mut this.io).poll_read(context, &mut part))?;
                let bytes = part.filled().len();
                buffer.advance(bytes);
                this.part -= bytes;
                return Poll::Ready(Ok(()));
            }
            if this.rest > 0 {
                this.next_part(0)?;
            } else if !ready!(this.read_head(context))? {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

impl<C: Count> AsyncWrite for Parted<C> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        Pin::new(&mut self.io).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }
}
