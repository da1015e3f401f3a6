//! The protocols of streamed responses.

use axum::body::Bytes;

use crate::execute::Outcome;

/// A protocol for streams of outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events (GraphQL over SSE, distinct connections).
    Events,
    /// Parts of `multipart/mixed` (`subscriptionSpec=1.0`).
    Multipart,
}

impl Framing {
    /// The value of `Content-Type`.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Events => "text/event-stream; charset=utf-8",
            Self::Multipart => "multipart/mixed; boundary=\"graphql\"; subscriptionSpec=1.0",
        }
    }

    /// What comes first.
    ///
    /// Some browsers open a stream only once its first bytes arrive.
    pub fn beginning(self) -> Bytes {
        match self {
            Self::Events => self.heartbeat(),
            Self::Multipart => Bytes::from_static(
                b"\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql",
            ),
        }
    }

    /// What keeps a silent stream open.
    pub fn heartbeat(self) -> Bytes {
        match self {
            Self::Events => Bytes::from_static(b":\n\n"),
            Self::Multipart => part(|out| out.extend_from_slice(b"{}")),
        }
    }

    /// An outcome.
    pub fn outcome(self, outcome: &Outcome) -> Bytes {
        match self {
            Self::Events => event(&[("event", "next")], |out| outcome.write(out)),
            Self::Multipart => part(|out| {
                out.extend_from_slice(b"{\"payload\":");
                outcome.write(out);
                out.push(b'}');
            }),
        }
    }

    /// Why the server ends the stream.
    ///
    /// It is no outcome of the operation.
    pub fn error(self, outcome: &Outcome) -> Bytes {
        match self {
            Self::Events => self.outcome(outcome),
            Self::Multipart => part(|out| {
                out.extend_from_slice(b"{\"payload\":null,");
                let start = out.len();
                outcome.write(out);
                // The errors are beside the payload.
                out.remove(start);
            }),
        }
    }

    /// The end of the operation.
    ///
    /// Clients ignore an event without a data line, so it has an empty one.
    pub fn completion(self) -> Bytes {
        match self {
            Self::Events => Bytes::from_static(b"event: complete\ndata: \n\n"),
            Self::Multipart => Bytes::from_static(b"--\r\n"),
        }
    }
}

/// A server-sent event: its other fields, then its data.
///
/// JSON has no line breaks, so the data is one line.
pub fn event(fields: &[(&str, &str)], write: impl FnOnce(&mut Vec<u8>)) -> Bytes {
    let mut event = Vec::new();
    for (name, value) in fields {
        event.extend_from_slice(format!("{name}: {value}\n").as_bytes());
    }
    event.extend_from_slice(b"data: ");
    write(&mut event);
    event.extend_from_slice(b"\n\n");
    event.into()
}

/// A part with the delimiter after it. Clients take a part only when they have seen that.
fn part(write: impl FnOnce(&mut Vec<u8>)) -> Bytes {
    let mut part = b"\r\ncontent-type: application/json\r\n\r\n".to_vec();
    write(&mut part);
    part.extend_from_slice(b"\r\n--graphql");
    part.into()
}
