//! A TCP connection that tells when something is read, gives words to the library's own refusals, and
//! counts as open for as long as it is.

use std::{
    io::{IoSlice, Result},
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

use super::{error_bodies::worded, limit::Held, state::Activity};

/// What a connection is read from and written to. It goes over to a socket with an upgrade.
pub struct Wire {
    stream: TcpStream,
    activity: Arc<Activity>,
    instead: Option<Instead>,
    farewell: Option<Farewell>,
    /// Given back when the connection is closed, whoever has it then.
    _held: Held,
}

impl Wire {
    /// The connection on a stream, which holds a place.
    pub const fn new(stream: TcpStream, activity: Arc<Activity>, held: Held) -> Self {
        Self { stream, activity, instead: None, farewell: None, _held: held }
    }
}

/// What is written in the place of something else.
struct Instead {
    text: Vec<u8>,
    written: usize,
    /// How much it stands for.
    of: usize,
}

/// What is still read of a connection once all is said, and dropped: a client that isn't done with
/// sending would otherwise find it reset, and the answer that says why lost.
struct Farewell {
    until: Pin<Box<Sleep>>,
    bytes: usize,
}

/// Longest that a client may go on sending.
const FAREWELL: Duration = Duration::from_secs(2);
/// Most bytes that it may send meanwhile.
const FAREWELL_BYTES: usize = 8 * 1024 * 1024;

impl Farewell {
    fn begin() -> Self {
        Self { until: Box::pin(sleep(FAREWELL)), bytes: FAREWELL_BYTES }
    }

    /// Reads until the client is done, or has had its time.
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

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let new = &buffer.filled()[before..];
        if !new.is_empty() {
            self.activity.heard(new);
        }
        read
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let Self { stream, activity, instead, .. } = &mut *self;
        // While there is no request, nobody but the library has something to say.
        if instead.is_none()
            && bytes.ends_with(b"\r\n\r\n")
            && activity.now().waiting.is_some()
            && let Some(text) = worded(bytes)
        {
            *instead = Some(Instead { text, written: 0, of: bytes.len() });
        }
        let Some(Instead { text, written, of }) = instead else {
            return Pin::new(stream).poll_write(context, bytes);
        };
        while *written < text.len() {
            match ready!(Pin::new(&mut *stream).poll_write(context, &text[*written..]))? {
                0 => return Poll::Ready(Ok(0)),
                count => *written += count,
            }
        }
        let of = *of;
        *instead = None;
        Poll::Ready(Ok(of))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let Self { stream, farewell, .. } = &mut *self;
        if farewell.is_none() {
            ready!(Pin::new(&mut *stream).poll_shutdown(context))?;
        }
        farewell.get_or_insert_with(Farewell::begin).poll(stream, context).map(Ok)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        if let [slice] = slices {
            return self.poll_write(context, slice);
        }
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
