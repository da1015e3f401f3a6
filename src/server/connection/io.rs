//! The bytes of a TCP connection. Tracks reads, adds bodies to hyper's own errors, and drains
//! unread bytes before it closes.

use std::{
    io::{ErrorKind, IoSlice, Result},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep},
};

use super::{error_bodies::with_body, limit::ConnectionPermit, state::ConnectionState};

/// A TCP stream with its connection's state and permit. An upgrade hands it to a WebSocket.
pub struct ConnectionIo {
    stream: TcpStream,
    state: Arc<ConnectionState>,
    replacement: Option<Replacement>,
    drain: Option<Drain>,
    /// Whether the client had no room for more bytes.
    is_blocked: bool,
    /// Released when the server or a WebSocket closes the connection.
    _permit: ConnectionPermit,
}

impl ConnectionIo {
    /// Wraps the stream of a connection.
    pub const fn new(
        stream: TcpStream,
        state: Arc<ConnectionState>,
        permit: ConnectionPermit,
    ) -> Self {
        let (replacement, drain, is_blocked) = (None, None, false);
        Self { stream, state, replacement, drain, is_blocked, _permit: permit }
    }

    /// Records in the connection's state whether the client takes bytes.
    fn noted(&mut self, written: Poll<Result<usize>>) -> Poll<Result<usize>> {
        if self.is_blocked || written.is_pending() {
            self.is_blocked = written.is_pending();
            self.state.block(self.is_blocked);
        }
        written
    }
}

/// Bytes that are written instead of those that hyper wrote.
struct Replacement {
    text: Vec<u8>,
    written: usize,
    /// How many of hyper's bytes it replaces.
    replaces: usize,
}

/// Reads and discards what the client still sends after the last response. Closing at once would reset
/// the connection, and the client would lose the response.
struct Drain {
    until: Pin<Box<Sleep>>,
    bytes: usize,
}

/// Timeout of draining.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);
/// Most bytes that are drained.
const DRAIN_BYTES: usize = 8 * 1024 * 1024;

impl Drain {
    fn new() -> Self {
        Self { until: Box::pin(sleep(DRAIN_TIMEOUT)), bytes: DRAIN_BYTES }
    }

    /// Reads until the client closes, or a limit is reached.
    fn poll(&mut self, stream: &mut TcpStream, context: &mut Context<'_>) -> Poll<()> {
        let mut bytes = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut *stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    self.bytes = self.bytes.saturating_sub(buffer.filled().len());
                    if self.bytes == 0 {
                        return Poll::Ready(());
                    }
                }
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => return self.until.as_mut().poll(context),
            }
        }
    }
}

impl AsyncRead for ConnectionIo {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let new = &buffer.filled()[before..];
        if !new.is_empty() && !self.state.receive(new.len()) {
            return Poll::Ready(Err(ErrorKind::QuotaExceeded.into()));
        }
        read
    }
}

impl AsyncWrite for ConnectionIo {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let Self { stream, state, replacement, .. } = &mut *self;
        // Without a request in progress, only hyper itself writes.
        if replacement.is_none()
            && bytes.ends_with(b"\r\n\r\n")
            && state.is_idle()
            && let Some(text) = with_body(bytes)
        {
            *replacement = Some(Replacement { text, written: 0, replaces: bytes.len() });
        }
        let Some(Replacement { text, written, replaces }) = replacement else {
            let written = Pin::new(stream).poll_write(context, bytes);
            return self.noted(written);
        };
        while *written < text.len() {
            match ready!(Pin::new(&mut *stream).poll_write(context, &text[*written..]))? {
                0 => return Poll::Ready(Ok(0)),
                count => *written += count,
            }
        }
        let replaced = *replaces;
        *replacement = None;
        Poll::Ready(Ok(replaced))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let Self { stream, drain, .. } = &mut *self;
        if drain.is_none() {
            ready!(Pin::new(&mut *stream).poll_shutdown(context))?;
        }
        drain.get_or_insert_with(Drain::new).poll(stream, context).map(Ok)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        if let [slice] = slices {
            return self.poll_write(context, slice);
        }
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.noted(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
